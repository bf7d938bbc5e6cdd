"""Tiles: which there are, what they are called, what is in them, and trees that go on from them."""

from functools import cache

import pytest

from pitboss.tlog import ProofFailed
from pitboss.tlog.proofs import consistency_proof, inclusion_proof, root_of, verify_consistency, verify_inclusion
from pitboss.tlog.tiles import (
    FullTile,
    Tile,
    TileWriter,
    entries_path,
    entry_bundle,
    hashes_in,
    parse_entry_bundle,
    parse_path,
    read_hashes,
    reader_of,
    tiles_of,
)
from pitboss.tlog.tree import Frontier
from tests.tlog import naive

EDGES = [1, 2, 255, 256, 257, 511, 512, 513, 1000]
LARGE = 65_536  # leaves of a full tile of level 1
LARGE_EDGES = [LARGE - 1, LARGE, LARGE + 1, LARGE + 255, LARGE + 256, LARGE + 257]
Full = dict[tuple[int, int], bytes]


@cache
def grown(size: int) -> tuple[TileWriter, Full]:
    """A tree of that size, and its full tiles as they came."""
    writer = TileWriter()
    return writer, {(tile.level, tile.index): tile.data for tile in writer.extend(naive.entries(size))}


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (Tile(0, 0), "tile/0/000"),
        (Tile(0, 5, 1), "tile/0/005.p/1"),
        (Tile(1, 273, 17), "tile/1/273.p/17"),
        (Tile(2, 1000, 255), "tile/2/x001/000.p/255"),
        (Tile(63, 1234067), "tile/63/x001/x234/067"),
        (Tile(0, 2**55), "tile/0/x036/x028/x797/x018/x963/968"),
    ],
)
def test_a_tile_has_one_path(tile: Tile, path: str) -> None:
    assert tile.path == path
    assert parse_path(path) == (tile, False)


def test_entries_have_paths_of_their_own() -> None:
    assert entries_path(1234067, 8) == "tile/entries/x001/x234/067.p/8"
    assert parse_path("tile/entries/x001/x234/067.p/8") == (Tile(0, 1234067, 8), True)
    assert parse_path("tile/entries/000") == (Tile(0, 0), True)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "tile/0",
        "tile/0/0",
        "tile/0/00",
        "tile/0/0000",
        "tile/00/000",
        "tile/01/000",
        "tile/64/000",
        "tile/-1/000",
        "tile/0/x000/001",
        "tile/0/001/001",
        "tile/0/x001",
        "tile/0/x1/001",
        "tile/0/000.p/0",
        "tile/0/000.p/01",
        "tile/0/000.p/256",
        "tile/0/000.p/999",
        "tile/0/000.p",
        "tile/0/000.p/",
        "tile/0/000/",
        "tile/0/000\n",
        "/tile/0/000",
        "tile/0/../000",
        "tile/0/٠٠٠",
        "tile/data/000",
        "tile/0/" + "x001/" * 2000 + "000",
    ],
)
def test_other_paths_are_refused(path: str) -> None:
    with pytest.raises(ValueError, match=r"Expected the path of a tile such as '.*', not '.{0,100}'\.$"):
        parse_path(path)


def test_impossible_tiles_have_no_path() -> None:
    with pytest.raises(ValueError, match="A tile has an index of 0 or more, not -1"):
        _ = Tile(0, -1).path
    for width in (0, 257):
        with pytest.raises(ValueError, match=f"A tile has 1 to 256 hashes, not {width}"):
            entries_path(0, width)


def test_a_tree_of_70000_leaves_has_the_tiles_of_the_specification() -> None:
    tiles = list(tiles_of(70_000))
    assert tiles == [
        *(Tile(0, index) for index in range(273)),
        Tile(0, 273, 112),
        Tile(1, 0),
        Tile(1, 1, 17),
        Tile(2, 0, 1),
    ]
    assert list(tiles_of(256)) == [Tile(0, 0), Tile(1, 0, 1)]
    assert list(tiles_of(0)) == []


@pytest.mark.parametrize("since", [0, 1, 255, 256, 300, 65_535, 65_536, 69_999, 70_000])
def test_only_new_tiles_have_to_be_written(since: int) -> None:
    before = set(tiles_of(since))
    assert list(tiles_of(70_000, since)) == [tile for tile in tiles_of(70_000) if tile not in before]


def test_a_tree_does_not_lose_leaves() -> None:
    with pytest.raises(ValueError, match="A tree of 5 leaves cannot have had 6 before"):
        list(tiles_of(5, 6))


@pytest.mark.parametrize("size", [*EDGES, *LARGE_EDGES])
def test_every_tile_has_the_hashes_of_the_definition(size: int) -> None:
    writer, full = grown(size)
    expected = list(tiles_of(size))
    assert set(full) == {(tile.level, tile.index) for tile in expected if tile.width == 256}
    assert set(writer.partial()) == {tile.level for tile in expected if tile.width < 256}
    read = writer.reader(lambda level, index: full[level, index])
    for tile in expected:
        data = read(tile.level, tile.index)
        assert len(data) == tile.width * 32
        assert data == naive.tile(tile.level, tile.index, size)
    assert writer.size == size
    assert root_of(read, size) == writer.frontier().root() == naive.root(0, size)


def test_a_tile_is_given_once_when_it_is_full() -> None:
    writer = TileWriter()
    given = [(number, tile) for number in range(513) for tile in writer.append(naive.entry(number))]
    assert given == [(at, FullTile(0, at // 256, naive.tile(0, at // 256, 512))) for at in (255, 511)]


@pytest.mark.parametrize("size", [*range(5), *range(250, 260), *range(508, 516), *LARGE_EDGES])
def test_a_tree_goes_on_from_its_partial_tiles(size: int) -> None:
    again = TileWriter(size, grown(size)[0].partial())
    larger = size + 300
    full = again.extend(naive.entry(number) for number in range(size, larger))
    assert again.size == larger
    assert sorted(full) == [
        FullTile(*place, naive.tile(*place, larger)) for place in sorted(set(grown(larger)[1]) - set(grown(size)[1]))
    ]
    assert again.partial() == {
        tile.level: naive.tile(tile.level, tile.index, larger) for tile in tiles_of(larger) if tile.width < 256
    }


@pytest.mark.parametrize("size", [0, *EDGES, *LARGE_EDGES])
def test_a_tree_goes_on_from_its_full_tiles(size: int) -> None:
    writer, full = grown(size)
    tail = naive.entries(size)[size // 256 * 256 :]
    again = TileWriter.from_full(size, lambda level, index: full[level, index], tail)
    assert again.size == size
    assert again.partial() == writer.partial()
    frontier = Frontier()
    frontier.extend(naive.entries(size))
    assert again.frontier() == frontier


@pytest.mark.parametrize(
    ("size", "partial"),
    [
        (-1, {}),
        (-1, {0: bytes(255 * 32)}),
        (1, {}),
        (1, {0: bytes(31)}),
        (1, {0: bytes(64)}),
        (1, {0: bytes(32), 1: bytes(32)}),
        (256, {0: bytes(256 * 32)}),
        (256, {}),
        (257, {0: bytes(32)}),
        (0, {0: bytes(32)}),
    ],
)
def test_partial_tiles_of_another_size_are_refused(size: int, partial: dict[int, bytes]) -> None:
    with pytest.raises(ValueError, match="A tree"):
        TileWriter(size, partial)


def test_a_tail_of_another_length_is_refused() -> None:
    _, full = grown(513)
    for tail in ([], [naive.entry(512)] * 2):
        with pytest.raises(ValueError, match="A tree of 513 leaves has partial tiles"):
            TileWriter.from_full(513, lambda level, index: full[level, index], tail)
    with pytest.raises(ProofFailed, match="Tile 0/0 has 0 bytes, but 8192 of it are needed"):
        TileWriter.from_full(513, lambda _level, _index: b"", [naive.entry(512)])


def test_a_copy_grows_apart() -> None:
    """Whoever reads the tree of 255 leaves finds it, though its first tile is full in the copy and not yet written."""
    writer = TileWriter()
    writer.extend(naive.entries(255))
    read = writer.reader(lambda _level, _index: b"")
    larger = writer.copy()
    larger.extend(naive.entry(number) for number in range(255, 300))
    assert root_of(read, 255) == naive.root(0, 255)
    assert writer.size == 255
    assert larger.frontier().root() == naive.root(0, 300)


def test_a_leaf_that_is_no_hash_is_refused() -> None:
    writer = TileWriter()
    with pytest.raises(ValueError, match="A leaf is appended as its hash of 32 bytes, not 5"):
        writer.append(b"entry")
    assert writer.size == 0
    assert writer.partial() == {}


@pytest.mark.parametrize("size", [255, 256, 257, 513, LARGE - 1, LARGE, LARGE + 257])
def test_proofs_reach_over_tiles_and_levels(size: int) -> None:
    writer, full = grown(LARGE + 257)  # tiles of a tree that has grown since
    read = writer.reader(lambda level, index: full[level, index])
    root = naive.root(0, size)
    for index in {0, 1, 254, 255, 256, 300, 512, size // 2, LARGE - 1, LARGE, LARGE + 256, size - 1} & set(range(size)):
        proof = inclusion_proof(read, index, size)
        assert proof == naive.path(index, 0, size)
        verify_inclusion(naive.entry(index), index, size, proof, root)
        if index:
            proof = consistency_proof(read, index, size)
            assert proof == naive.proof(index, size)
            verify_consistency(index, size, proof, naive.root(0, index), root)


def test_a_proof_needs_few_tiles_each_once() -> None:
    writer, full = grown(LARGE + 257)
    read = writer.reader(lambda level, index: full[level, index])
    asked: list[tuple[int, int]] = []

    def counting(level: int, index: int) -> bytes:
        asked.append((level, index))
        return read(level, index)

    inclusion_proof(counting, 12_345, LARGE + 257)
    assert len(asked) == len(set(asked))
    assert set(asked) == {(0, 12_345 // 256), (1, 0), (1, 1), (0, 257)}


def test_a_damaged_tile_makes_no_proof_that_holds() -> None:
    writer, full = grown(513)
    damaged = {**full, (0, 1): full[0, 1][:-1] + b"\x00"}
    read = writer.reader(lambda level, index: damaged[level, index])
    proof = inclusion_proof(read, 300, 513)
    with pytest.raises(ProofFailed, match="The leaf is not number 300"):
        verify_inclusion(naive.entry(300), 300, 513, proof, naive.root(0, 513))


def test_hashes_are_read_from_one_tile() -> None:
    read = reader_of(naive.entries(300))
    assert read_hashes(read, 0, 1, 2, 5) == [naive.entry(number) for number in (258, 259, 260)]
    with pytest.raises(ProofFailed, match="Tile 0/1 has 1408 bytes, but 1440 of it are needed"):
        read_hashes(read, 0, 1, 40, 45)
    with pytest.raises(ProofFailed, match="33 bytes are not a tile"):
        hashes_in(bytes(33))


def test_entries_come_back_from_their_bundle() -> None:
    entries = [b"", b"a", b"bc", bytes(65_535)]
    bundle = entry_bundle(entries)
    assert bundle[:8] == b"\x00\x00" + b"\x00\x01a" + b"\x00\x02b"
    assert parse_entry_bundle(bundle) == entries
    assert parse_entry_bundle(entry_bundle([b""] * 256)) == [b""] * 256
    assert parse_entry_bundle(b"") == []


def test_wrong_bundles_are_refused() -> None:
    with pytest.raises(ValueError, match="An entry has at most 65535 bytes, not 65536"):
        entry_bundle([bytes(65_536)])
    with pytest.raises(ValueError, match="A bundle has at most 256 entries, not 257"):
        entry_bundle([b""] * 257)
    with pytest.raises(ProofFailed, match="A bundle has at most 256 entries, not 257"):
        parse_entry_bundle(bytes(2 * 257))
    for length, entry in ((1, 0), (3, 1), (4, 1), (5, 1)):
        with pytest.raises(ProofFailed, match=f"The bundle ends within its entry {entry}"):
            parse_entry_bundle(b"\x00\x00\x00\x02ab"[:length])
