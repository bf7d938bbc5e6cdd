"""621a.3 the tiles: their rank, the pairs they make, and the value of a hand."""

from collections.abc import Sequence
from itertools import product

# Tiles from the highest to the lowest; those in one row rank alike. The last rows are single tiles.
ORDER = (
    "6-6",
    "1-1",
    "4-4",
    "1-3",
    "5-5",
    "3-3",
    "2-2",
    "5-6",
    "4-6",
    "1-6",
    "1-5",
    "3-6 4-5",
    "2-6 3-5",
    "2-5 3-4",
    "2-4",
    "1-4 2-3",
    "1-2",
)
RANK = {tile: place for place, row in enumerate(ORDER, 1) for tile in row.split()}
SET = sorted([tile for tile in RANK for _ in range(2 if RANK[tile] <= 11 else 1)])
PAIRS: list[list[tuple[str, str]]] = [[("2-4", "1-2")]]
PAIRS += [[(tile, tile)] for tile in ORDER[:11]]
PAIRS += [[("3-6", "4-5")], [("3-5", "2-6")], [("3-4", "2-5")], [("1-4", "2-3")]]
PAIRS += [[("6-6", "4-5"), ("6-6", "3-6")], [("1-1", "4-5"), ("1-1", "3-6")]]
PAIRS += [[("6-6", eight) for eight in ("2-6", "3-5", "4-4")], [("1-1", eight) for eight in ("2-6", "3-5", "4-4")]]
PAIR_RANK = {tuple(sorted(pair)): place for place, row in enumerate(PAIRS, 1) for pair in row}
Strength = tuple[int, int, int]


def spots(tile: str) -> int:
    return sum(int(half) for half in tile.split("-"))


def strength(tiles: Sequence[str]) -> Strength:
    """A hand as three numbers to compare: its pair, its value, its highest tile. A zero has no highest tile."""
    pair = PAIR_RANK.get(tuple(sorted(tiles)))
    if pair:
        return 100 - pair, 0, 0
    ways = [[(3, 17), (6, 15)] if tile in ("1-2", "2-4") else [(spots(tile), RANK[tile])] for tile in tiles]
    best: Strength = (0, 0, 0)
    for chosen in product(*ways):
        value = sum(count for count, _ in chosen) % 10
        best = max(best, (0, value, -min(rank for _, rank in chosen) if value else -99))
    return max(best, (0, 0, -99)) if best[1] else (0, 0, -99)


def splits(tiles: Sequence[str]) -> list[tuple[list[str], list[str]]]:
    """The three ways to set four tiles, each with the stronger hand first."""
    a, *others = tiles
    ways = []
    for partner in range(3):
        one, two = [a, others[partner]], [tile for place, tile in enumerate(others) if place != partner]
        ways.append((one, two) if strength(one) >= strength(two) else (two, one))
    return ways


def outcome(mine: tuple[Sequence[str], Sequence[str]], dealer: tuple[Sequence[str], Sequence[str]]) -> str:
    """Both hands higher win, one of them ties; an equal hand is the dealer's."""
    above = [strength(one) > strength(other) for one, other in zip(mine, dealer, strict=True)]
    return "win" if all(above) else "tie" if any(above) else "lose"
