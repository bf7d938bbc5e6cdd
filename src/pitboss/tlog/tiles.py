"""The Merkle tree cut into tiles, as C2SP tlog-tiles says: which there are, what they are called, what is in them.

A tile of level 0 holds 256 leaf hashes; one of level n, the hashes of 256 full tiles of level n-1. A tile that is full
never changes. At the right edge of a tree each level may have one that is not full: a partial tile.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from pitboss.tlog import ProofFailed
from pitboss.tlog.tree import HASH_BYTES, Frontier

TILE_HEIGHT = 8
TILE_WIDTH = 1 << TILE_HEIGHT
TILE_BYTES = TILE_WIDTH * HASH_BYTES
TOP_LEVEL = 63
MAX_ENTRY_BYTES = 0xFFFF

# Reads a tile (level, index) from wherever it is: all 8,192 bytes or, at the right edge of the tree, at least those
# that a tree of the size in question has.
Hashes = Callable[[int, int], bytes]


class Tile(NamedTuple):
    """Where a tile is, and how many hashes are in it."""

    level: int
    index: int  # type: ignore[assignment]  # its number; nobody looks for a value in this tuple
    width: int = TILE_WIDTH

    @property
    def path(self) -> str:
        return f"tile/{self.level}/{_number(self.index)}{_part(self.width)}"


class FullTile(NamedTuple):
    """A tile that has become full, and will never change."""

    level: int
    index: int  # type: ignore[assignment]  # its number; nobody looks for a value in this tuple
    data: bytes


def _number(index: int) -> str:
    """1234067 as x001/x234/067: so no directory has more than a thousand names."""
    if index < 0:
        raise ValueError(f"A tile has an index of 0 or more, not {index}.")
    digits = str(index)
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    return "/".join([*("x" + group for group in groups[:-1]), groups[-1]])


def _part(width: int) -> str:
    if not 1 <= width <= TILE_WIDTH:
        raise ValueError(f"A tile has 1 to {TILE_WIDTH} hashes, not {width}.")
    return "" if width == TILE_WIDTH else f".p/{width}"


def entries_path(index: int, width: int = TILE_WIDTH) -> str:
    """The path of the bundle with the entries of that tile of level 0."""
    return f"tile/entries/{_number(index)}{_part(width)}"


_PATH = re.compile(r"tile/(entries|0|[1-9][0-9]?)/((?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?", re.ASCII)


def parse_path(path: str) -> tuple[Tile, bool]:
    """The tile that a path names, and whether it asks for its entries instead of its hashes."""
    found = _PATH.fullmatch(path)
    if found is not None:
        kind, number, part = found.groups()
        level = 0 if kind == "entries" else int(kind)
        tile = Tile(level, int(number.replace("x", "").replace("/", "")), int(part or TILE_WIDTH))
        # There is one way to write each: no leading x000, no ".p/256".
        if level <= TOP_LEVEL and tile.width <= TILE_WIDTH:
            if path == (entries_path(tile.index, tile.width) if kind == "entries" else tile.path):
                return tile, kind == "entries"
    raise ValueError(f"Expected the path of a tile such as 'tile/0/x001/067.p/8', not {path[:100]!r}.")


def tiles_of(size: int, since: int = 0) -> Iterator[Tile]:
    """The tiles of a tree of that size, lowest level first; those only that it did not have when its size was `since`."""
    if not 0 <= since <= size:
        raise ValueError(f"A tree of {size} leaves cannot have had {since} before.")
    level = 0
    while size:
        full, rest = divmod(size, TILE_WIDTH)
        for index in range(since // TILE_WIDTH, full):
            yield Tile(level, index)
        if rest and size != since:
            yield Tile(level, full, rest)
        size, since, level = full, since // TILE_WIDTH, level + 1


def hashes_in(data: bytes) -> list[bytes]:
    """The hashes of a tile."""
    if len(data) % HASH_BYTES:
        raise ProofFailed(f"A tile consists of hashes of {HASH_BYTES} bytes; {len(data)} bytes are not a tile.")
    return [data[at : at + HASH_BYTES] for at in range(0, len(data), HASH_BYTES)]


def perfect_root(hashes: list[bytes]) -> bytes:
    """The node above hashes of one height; there are 1, 2, 4, 8, … of them."""
    while len(hashes) > 1:
        pairs = iter(hashes)
        hashes = [sha256(b"\x01" + left + right).digest() for left, right in zip(pairs, pairs, strict=True)]
    return hashes[0]


def read_hashes(read: Hashes, level: int, index: int, start: int, end: int) -> list[bytes]:
    """Hashes `start` to `end` (without it) of one tile."""
    data = read(level, index)
    if len(data) < end * HASH_BYTES:
        raise ProofFailed(f"Tile {level}/{index} has {len(data)} bytes, but {end * HASH_BYTES} of it are needed.")
    return hashes_in(data[start * HASH_BYTES : end * HASH_BYTES])


class TileWriter:
    """Takes leaf hashes, and gives each tile when it is full."""

    __slots__ = ("_rows", "size")

    size: int
    _rows: list[bytearray]  # one for each level: the hashes after its last full tile

    def __init__(self, size: int = 0, partial: Mapping[int, bytes] | None = None) -> None:
        """Empty, or as it was when it had `size` leaves and gave these `partial` tiles by level."""
        if size < 0:
            raise ValueError(f"A tree has 0 leaves or more, not {size}.")
        partial = partial or {}
        widths = {level: width for level in _levels(size) if (width := _width(size, level))}
        if {level: width * HASH_BYTES for level, width in widths.items()} != {k: len(v) for k, v in partial.items()}:
            raise ValueError(f"A tree of {size} leaves has partial tiles with {widths} hashes by level.")
        self.size = size
        self._rows = [bytearray(partial.get(level, b"")) for level in _levels(size) or range(1)]

    @classmethod
    def from_full(cls, size: int, read: Hashes, tail: Iterable[bytes]) -> "TileWriter":
        """As it was at that size, from the full tiles and the hashes of the leaves after the last full one."""
        partial = {0: b"".join(tail)}
        for level in _levels(size)[1:]:
            first = size >> TILE_HEIGHT * (level + 1) << TILE_HEIGHT
            below = range(first, first + _width(size, level))
            partial[level] = b"".join(perfect_root(read_hashes(read, level - 1, n, 0, TILE_WIDTH)) for n in below)
        return cls(size, {level: data for level, data in partial.items() if data})

    def copy(self) -> "TileWriter":
        """The same tree, to grow apart from this one: readers keep what is on the disk while more is being written."""
        return TileWriter(self.size, self.partial())

    def append(self, leaf: bytes) -> list[FullTile]:
        """Add one leaf, given as its hash; the tiles that are full now, lowest level first (mostly none)."""
        if len(leaf) != HASH_BYTES:
            raise ValueError(f"A leaf is appended as its hash of {HASH_BYTES} bytes, not {len(leaf)}.")
        row = self._rows[0]
        row += leaf
        self.size += 1
        return [] if len(row) < TILE_BYTES else self._filled()

    def extend(self, leaves: Iterable[bytes]) -> list[FullTile]:
        """Add leaves in order, each given as its hash; the tiles that became full."""
        return [tile for leaf in leaves for tile in self.append(leaf)]

    def extend_packed(self, leaves: bytes) -> list[FullTile]:
        """Add leaves in order, given as their hashes one after the other; the tiles that became full."""
        if len(leaves) % HASH_BYTES:
            raise ValueError(f"Leaves are hashes of {HASH_BYTES} bytes; {len(leaves)} bytes are no such hashes.")
        full: list[FullTile] = []
        at = 0
        while at < len(leaves):
            row = self._rows[0]
            part = leaves[at : at + TILE_BYTES - len(row)]
            row += part
            at += len(part)
            self.size += len(part) // HASH_BYTES
            if len(row) == TILE_BYTES:
                full += self._filled()
        return full

    def _filled(self) -> list[FullTile]:
        full: list[FullTile] = []
        level = 0
        while len(self._rows[level]) == TILE_BYTES:
            data = bytes(self._rows[level])
            self._rows[level].clear()
            full.append(FullTile(level, (self.size >> TILE_HEIGHT * (level + 1)) - 1, data))
            level += 1
            if level == len(self._rows):
                self._rows.append(bytearray())
            self._rows[level] += perfect_root(hashes_in(data))
        return full

    def partial(self) -> dict[int, bytes]:
        """The tiles at the right edge that are not full, by level; none is empty."""
        return {level: bytes(row) for level, row in enumerate(self._rows) if row}

    def reader(self, read_full: Hashes) -> Hashes:
        """Reads partial tiles from here, full ones where `read_full` finds them."""

        def read(level: int, index: int) -> bytes:
            if level < len(self._rows) and index == self.size >> TILE_HEIGHT * (level + 1):
                return bytes(self._rows[level])
            return read_full(level, index)

        return read

    def frontier(self) -> Frontier:
        """The same tree, as the hashes of its perfect subtrees."""
        hashes: list[bytes] = []
        for row in reversed(self._rows):
            within = Frontier()  # the hashes of a row are to it what leaves are to a tree
            within.extend(hashes_in(bytes(row)))
            hashes += within.hashes
        return Frontier(self.size, hashes)


def _levels(size: int) -> range:
    """The levels of a tree of that size."""
    return range(-(-size.bit_length() // TILE_HEIGHT))


def _width(size: int, level: int) -> int:
    """How many hashes the partial tile of that level has in a tree of that size."""
    return size >> TILE_HEIGHT * level & TILE_WIDTH - 1


def reader_of(leaves: Iterable[bytes]) -> Hashes:
    """Reads the tiles of a tree that is all in memory, given as its leaf hashes."""
    writer = TileWriter()
    full = {(tile.level, tile.index): tile.data for tile in writer.extend(leaves)}
    return writer.reader(lambda level, index: full.get((level, index), b""))


def entry_bundle(entries: Iterable[bytes]) -> bytes:
    """Up to 256 entries, each after its length in two bytes."""
    bundle = bytearray()
    count = 0
    for entry in entries:
        count += 1
        if len(entry) > MAX_ENTRY_BYTES:
            raise ValueError(f"An entry has at most {MAX_ENTRY_BYTES} bytes, not {len(entry)}.")
        bundle += len(entry).to_bytes(2, "big") + entry
    if count > TILE_WIDTH:
        raise ValueError(f"A bundle has at most {TILE_WIDTH} entries, not {count}.")
    return bytes(bundle)


def parse_entry_bundle(bundle: bytes) -> list[bytes]:
    """The entries of a bundle."""
    entries: list[bytes] = []
    at = 0
    while at < len(bundle):
        end = at + 2 + int.from_bytes(bundle[at : at + 2], "big")
        if at + 2 > len(bundle) or end > len(bundle):
            raise ProofFailed(f"The bundle ends within its entry {len(entries)}.")
        entries.append(bundle[at + 2 : end])
        at = end
    if len(entries) > TILE_WIDTH:
        raise ProofFailed(f"A bundle has at most {TILE_WIDTH} entries, not {len(entries)}.")
    return entries
