"""The tree and its proofs written down once more, straight from the recursive definitions of RFC 6962, 2.1.

Slow, and with nothing of `pitboss.tlog` in it: what that does with counters and tiles has to come out the same.
"""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256


def leaf(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


@cache
def entry(number: int) -> bytes:
    """The hash of one of the leaves that the tests put into their trees."""
    return leaf(b"entry %d" % number)


def entries(size: int) -> list[bytes]:
    return [entry(number) for number in range(size)]


def split(count: int) -> int:
    power = 1
    while power * 2 < count:
        power *= 2
    return power


@cache
def root(start: int, end: int) -> bytes:
    """MTH(D[start:end])."""
    if start == end:
        return sha256().digest()
    if end - start == 1:
        return entry(start)
    middle = start + split(end - start)
    return node(root(start, middle), root(middle, end))


def path(index: int, start: int, end: int) -> list[bytes]:
    """PATH(index, D[start:end])."""
    if end - start == 1:
        return []
    middle = start + split(end - start)
    if index < middle:
        return [*path(index, start, middle), root(middle, end)]
    return [*path(index, middle, end), root(start, middle)]


def proof(old: int, size: int) -> list[bytes]:
    """PROOF(old, D[0:size]), where 0 < old < size."""
    return _subproof(old, 0, size, known=True)


def _subproof(old: int, start: int, end: int, *, known: bool) -> list[bytes]:
    if old == end:
        return [] if known else [root(start, end)]
    middle = start + split(end - start)
    if old <= middle:
        return [*_subproof(old, start, middle, known=known), root(middle, end)]
    return [*_subproof(old, middle, end, known=False), root(start, middle)]


def includes(leaf: bytes, index: int, size: int, shown: Sequence[bytes], tree: bytes) -> bool:
    """Whether an inclusion proof is right."""
    return 0 <= index < size and _rooted(leaf, index, size, shown) == tree


def _rooted(leaf: bytes, index: int, size: int, shown: Sequence[bytes]) -> bytes | None:
    if size == 1:
        return None if shown else leaf
    if not shown:
        return None
    middle = split(size)
    if index < middle:
        below = _rooted(leaf, index, middle, shown[:-1])
        return below and node(below, shown[-1])
    below = _rooted(leaf, index - middle, size - middle, shown[:-1])
    return below and node(shown[-1], below)


def consistent(old: int, size: int, shown: Sequence[bytes], old_tree: bytes, tree: bytes) -> bool:
    """Whether a consistency proof is right."""
    if old == 0:
        return size >= 0 and not shown and old_tree == sha256().digest() and (size > 0 or tree == old_tree)
    return 0 < old <= size and _both(old, size, shown, old_tree) == (old_tree, tree)


def _both(old: int, size: int, shown: Sequence[bytes], known: bytes | None) -> tuple[bytes, bytes] | None:
    if old == size:
        if known is not None:
            return None if shown else (known, known)
        return (shown[0], shown[0]) if len(shown) == 1 else None
    if not shown:
        return None
    middle = split(size)
    if old <= middle:
        below = _both(old, middle, shown[:-1], known)
        return below and (below[0], node(below[1], shown[-1]))
    below = _both(old - middle, size - middle, shown[:-1], None)
    return below and (node(shown[-1], below[0]), node(shown[-1], below[1]))


def tile(level: int, index: int, size: int) -> bytes:
    """The hashes that the tile has in a tree of that size: all of 256, or as many as there are."""
    span = 256**level
    firsts = (position * span for position in range(index * 256, (index + 1) * 256))
    return b"".join(root(first, first + span) for first in firsts if first + span <= size)
