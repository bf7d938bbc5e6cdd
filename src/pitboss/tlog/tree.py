"""The Merkle tree of RFC 6962 and RFC 9162: how leaves and nodes are hashed, and a tree that only grows.

A tree of any size is a row of perfect subtrees, one for each bit of its size, the largest first. Their hashes are all
that is needed to append and to say the root: `Frontier` keeps just those.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

HASH_BYTES = 32
EMPTY_ROOT = sha256(b"").digest()  # RFC 9162, 2.1.1: the hash of an empty list is the hash of an empty string


def leaf_hash(data: bytes) -> bytes:
    """The hash of one leaf, set apart from nodes by its first byte."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of the node above two others."""
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """A tree from its first leaf on, kept as the hashes of its perfect subtrees."""

    __slots__ = ("_stack", "size")

    size: int
    _stack: list[bytes]

    def __init__(self, size: int = 0, hashes: Sequence[bytes] = ()) -> None:
        """Empty, or as it was when it had `size` leaves and these `hashes`."""
        if size < 0:
            raise ValueError(f"A tree has 0 leaves or more, not {size}.")
        if len(hashes) != size.bit_count():
            raise ValueError(f"A tree of {size} leaves has {size.bit_count()} perfect subtrees, not {len(hashes)}.")
        for each in hashes:
            if len(each) != HASH_BYTES:
                raise ValueError(f"A hash has {HASH_BYTES} bytes, not {len(each)}.")
        self.size = size
        self._stack = list(hashes)

    @property
    def hashes(self) -> tuple[bytes, ...]:
        """The hashes of the perfect subtrees, the largest (and first) first."""
        return tuple(self._stack)

    def copy(self) -> "Frontier":
        """The same tree, to grow apart from this one."""
        other = Frontier.__new__(Frontier)
        other.size = self.size
        other._stack = self._stack.copy()
        return other

    def append(self, leaf: bytes) -> None:
        """Add one leaf, given as its hash."""
        if len(leaf) != HASH_BYTES:
            raise ValueError(f"A leaf is appended as its hash of {HASH_BYTES} bytes, not {len(leaf)}.")
        stack = self._stack
        size = self.size
        self.size = size + 1
        while size & 1:  # two subtrees of one height become one of the next: the carry of a binary counter
            leaf = sha256(b"\x01" + stack.pop() + leaf).digest()
            size >>= 1
        stack.append(leaf)

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Add leaves in order, each given as its hash."""
        append = self.append
        for leaf in leaves:
            append(leaf)

    def root(self) -> bytes:
        """The hash of the whole tree."""
        stack = self._stack
        if not stack:
            return EMPTY_ROOT
        result = stack[-1]
        for left in stack[-2::-1]:
            result = sha256(b"\x01" + left + result).digest()
        return result

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frontier):
            return NotImplemented
        return self.size == other.size and self._stack == other._stack

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"Frontier({self.size}, {self.root().hex()})"
