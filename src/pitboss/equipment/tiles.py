"""Tiles: ``5-6`` shows five spots and six, the fewer first. Thirty-two make a set; eleven kinds are in it twice."""

from collections.abc import Sequence

from pitboss.equipment.shoe import Shoe
from pitboss.procedure import Procedure

Tile = str
Stack = tuple[Tile, ...]
Stacks = tuple[Stack, ...]

# Highest first; tiles in one row rank alike.
RANKED: tuple[tuple[Tile, ...], ...] = (
    ("6-6",),
    ("1-1",),
    ("4-4",),
    ("1-3",),
    ("5-5",),
    ("3-3",),
    ("2-2",),
    ("5-6",),
    ("4-6",),
    ("1-6",),
    ("1-5",),
    ("3-6", "4-5"),
    ("2-6", "3-5"),
    ("2-5", "3-4"),
    ("2-4",),
    ("1-4", "2-3"),
    ("1-2",),
)
RANK = {tile: place for place, row in enumerate(RANKED, 1) for tile in row}
LAST_TWICE = 11  # of each tile down to this rank there are two in a set, of the others one

TILES: tuple[Tile, ...] = tuple(tile for tile, rank in RANK.items() for _ in range(2 if rank <= LAST_TWICE else 1))
STACKS, HEIGHT = 8, 4
NUMBERED: Stacks = tuple((f"stack {n}",) * HEIGHT for n in range(1, STACKS + 1))  # the stack of each tile

NAMES = {
    2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine", 10: "Ten", 11: "Eleven",
    12: "Twelve",
}  # fmt: skip

# What players call them; the two of a pair that look different share a name.
TRADITIONAL: dict[Tile, str] = {
    "6-6": "Teen", "1-1": "Day", "4-4": "Yun", "1-3": "Gor", "5-5": "Mooy", "3-3": "Chong", "2-2": "Bon", "5-6": "Foo",
    "4-6": "Ping", "1-6": "Tit", "1-5": "Look", "3-6": "Chop Gow", "4-5": "Chop Gow", "2-6": "Chop Bot",
    "3-5": "Chop Bot", "2-5": "Chop Chit", "3-4": "Chop Chit", "1-4": "Chop Ng", "2-3": "Chop Ng", "2-4": "Gee Joon",
    "1-2": "Gee Joon",
}  # fmt: skip


def spots(tile: Tile) -> int:
    """All spots on a tile."""
    return int(tile[0]) + int(tile[2])


def spoken(tile: Tile) -> str:
    """``Eleven (5-6)``."""
    return f"{NAMES[spots(tile)]} ({tile})"


def stacked(tiles: Sequence[Tile]) -> Stacks:
    """Stacks of four from one end of the row to the other, the top tile of each first."""
    return tuple(tuple(tiles[at : at + HEIGHT]) for at in range(0, len(tiles), HEIGHT))


def draw_stacks(mixed: Shoe, cite: str) -> Procedure[Stacks]:
    """What lies in the eight stacks, tile by tile, from chance."""
    while mixed.left:
        yield from mixed.card(cite)
    return stacked(mixed.drawn)
