"""Proofs over the Merkle tree, made from its tiles and checked as RFC 9162 says.

An inclusion proof shows that a leaf is in a tree; a consistency proof, that an older tree is the beginning of a newer
one. Both need the tiles along a few edges of the tree, never the whole of it.
"""

from collections.abc import Iterator, Sequence

from pitboss.tlog import ProofFailed
from pitboss.tlog.tiles import TILE_HEIGHT, TILE_WIDTH, Hashes, perfect_root, read_hashes
from pitboss.tlog.tree import EMPTY_ROOT, HASH_BYTES, node_hash


class _Tiles:
    """Tiles, each read once for a proof, and the hashes over ranges of leaves."""

    def __init__(self, read: Hashes) -> None:
        self._read = read
        self._seen: dict[tuple[int, int], bytes] = {}

    def tile(self, level: int, index: int) -> bytes:
        data = self._seen.get((level, index))
        if data is None:
            data = self._seen[level, index] = self._read(level, index)
        return data

    def perfect(self, height: int, index: int) -> bytes:
        """The root of the perfect subtree number `index` of those with 2**height leaves."""
        level, within = divmod(height, TILE_HEIGHT)
        tile, start = divmod(index << within, TILE_WIDTH)
        return perfect_root(read_hashes(self.tile, level, tile, start, start + (1 << within)))

    def root(self, start: int, end: int) -> bytes:
        """The hash over leaves `start` to `end` (without it), where `start` is the beginning of a subtree."""
        hashes = []
        while start < end:
            height = (end - start).bit_length() - 1
            hashes.append(self.perfect(height, start >> height))
            start += 1 << height
        result = hashes.pop()
        while hashes:
            result = node_hash(hashes.pop(), result)
        return result


def _split(count: int) -> int:
    """How many of these leaves are in the left subtree: the largest power of two below their number."""
    return 1 << (count - 1).bit_length() - 1


def root_of(read: Hashes, size: int) -> bytes:
    """The root of the tree of that size."""
    if size < 0:
        raise ValueError(f"A tree has 0 leaves or more, not {size}.")
    return _Tiles(read).root(0, size) if size else EMPTY_ROOT


def inclusion_proof(read: Hashes, index: int, size: int) -> list[bytes]:
    """The hashes beside the way from a leaf up to the root of the tree of that size, lowest first."""
    if not 0 <= index < size:
        raise ValueError(f"A tree of {size} leaves has no leaf {index}.")
    tiles, proof = _Tiles(read), []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            proof.append(tiles.root(middle, end))
            end = middle
        else:
            proof.append(tiles.root(start, middle))
            start = middle
    return proof[::-1]


def consistency_proof(read: Hashes, old: int, size: int) -> list[bytes]:
    """What shows that the tree of `old` leaves is the beginning of the one of `size`; nothing, where that is plain."""
    if not 0 <= old <= size:
        raise ValueError(f"A tree of {old} leaves is not the beginning of one of {size}.")
    if old in (0, size):
        return []
    tiles, proof = _Tiles(read), []
    start, end = 0, size
    while old < end:
        middle = start + _split(end - start)
        if old <= middle:
            proof.append(tiles.root(middle, end))
            end = middle
        else:
            proof.append(tiles.root(start, middle))
            start = middle
    if start:  # else what is left is the old tree itself, whose root the verifier has
        proof.append(tiles.root(start, end))
    return proof[::-1]


def _check_hashes(hashes: Sequence[bytes]) -> None:
    for each in hashes:
        if len(each) != HASH_BYTES:
            raise ProofFailed(f"A proof consists of hashes of {HASH_BYTES} bytes, not {len(each)}.")


def _sides(proof: Sequence[bytes], here: int, last: int, of: str) -> Iterator[tuple[bytes, bool]]:
    """Each hash of a proof on the way up from a node, and whether it stands to the left; ``last`` is the last node of its
    level."""
    for each in proof:
        if last == 0:
            raise ProofFailed(f"The {of} is too long.")
        left = bool(here & 1 or here == last)
        yield each, left
        while left and not here & 1 and here:
            here >>= 1
            last >>= 1
        here >>= 1
        last >>= 1
    if last:
        raise ProofFailed(f"The {of} is too short.")


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> None:
    """Whether the leaf with this hash is number `index` of the tree of that size and root; RFC 9162, 2.1.3.2.

    Size and root have to come together, from a checkpoint: a proof alone does not tell trees of 5 and 6 leaves apart.
    """
    if not 0 <= index < size:
        raise ProofFailed(f"A tree of {size} leaves has no leaf {index}.")
    _check_hashes([leaf, *proof])
    result = leaf
    for each, left in _sides(proof, index, size - 1, f"inclusion proof for leaf {index} of {size}"):
        result = node_hash(each, result) if left else node_hash(result, each)
    if result != root:
        raise ProofFailed(f"The leaf is not number {index} of the tree of {size} leaves with root {root.hex()}.")


def verify_consistency(old: int, size: int, proof: Sequence[bytes], old_root: bytes, root: bytes) -> None:
    """Whether the tree of `old` leaves is the beginning of the one of `size`; RFC 9162, 2.1.4.2.

    As with inclusion, each size has to come together with its root, from a checkpoint.
    """
    if not 0 <= old <= size:
        raise ProofFailed(f"A tree of {old} leaves is not the beginning of one of {size}.")
    _check_hashes([old_root, root, *proof])
    if old in (0, size):
        if proof:
            raise ProofFailed(f"Between trees of {old} and {size} leaves the consistency proof is empty.")
        if old == 0 and old_root != EMPTY_ROOT:
            raise ProofFailed(f"The root of an empty tree is {EMPTY_ROOT.hex()}, not {old_root.hex()}.")
        if old == size and old_root != root:
            raise ProofFailed(f"Two trees of {old} leaves have different roots.")
        return
    if not proof:
        raise ProofFailed(f"The consistency proof between trees of {old} and {size} leaves is empty.")
    rest = list(proof)
    if old.bit_count() == 1:  # the old tree is a perfect subtree of the new one, and left out of the proof
        rest.insert(0, old_root)
    here, last = old - 1, size - 1
    while here & 1:
        here >>= 1
        last >>= 1
    before = after = rest[0]
    for each, left in _sides(rest[1:], here, last, f"consistency proof for trees of {old} and {size} leaves"):
        before, after = (node_hash(each, before), node_hash(each, after)) if left else (before, node_hash(after, each))
    if before != old_root:
        raise ProofFailed(f"The consistency proof does not begin at the tree of {old} leaves.")
    if after != root:
        raise ProofFailed(f"The tree of {old} leaves is not the beginning of the one of {size}.")
