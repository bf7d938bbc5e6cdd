"""§ 621a.3 and § 621a.8(a), (d), (g)–(i): what two tiles are worth, how four are set, and which setting wins."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations, product

import msgspec

from pitboss.equipment.tiles import NAMES, RANK, Tile, spots

# § 621a.3.  Pai Gow tiles; ranking of hands, pairs and tiles; value of the hand.

Two = tuple[Tile, ...]  # a high hand or a low hand
HAND = 4

SUPREME, MATCHED, MIXED, WONG, GONG = "Supreme Pair", "pair", "mixed pair", "Wong", "Gong"
NINES, EIGHTS = ("3-6", "4-5"), ("2-6", "3-5", "4-4")
PAIRS: tuple[tuple[str, tuple[Two, ...]], ...] = (
    (SUPREME, (("2-4", "1-2"),)),
    *((MATCHED, ((tile, tile),)) for tile in tuple(RANK)[:11]),  # in the order of the single tiles
    (MIXED, (("3-6", "4-5"),)),
    (MIXED, (("3-5", "2-6"),)),
    (MIXED, (("3-4", "2-5"),)),
    (MIXED, (("1-4", "2-3"),)),
    (WONG, tuple(("6-6", nine) for nine in NINES)),
    (WONG, tuple(("1-1", nine) for nine in NINES)),
    (GONG, tuple(("6-6", eight) for eight in EIGHTS)),
    (GONG, tuple(("1-1", eight) for eight in EIGHTS)),
)  # 621a.3(c), highest first
PAIR_RANK = {tuple(sorted(two)): place for place, (_, twos) in enumerate(PAIRS, 1) for two in twos}

COUNTS_AS: dict[Tile, tuple[tuple[int, int], ...]] = {
    "1-2": ((3, 17), (6, 15)),
    "2-4": ((6, 15), (3, 17)),
}  # 621a.3(f): spots and rank, either way, when the Supreme Pair is not together


def pair_rank(two: Two) -> int:
    """(c) 1 for the Supreme Pair to 20 for a Gong of 1-1; 0 where the tiles are not a permissible pair."""
    return PAIR_RANK.get(tuple(sorted(two)), 0)


@cache
def points(two: Two) -> tuple[int, int]:
    """(e)–(f), (h), I-621a-05: the value of two tiles and the rank of the better one, at their best."""
    ways = product(*(COUNTS_AS.get(tile, ((spots(tile), RANK[tile]),)) for tile in two))
    found = [(sum(count for count, _ in way) % 10, min(rank for _, rank in way)) for way in ways]
    return max(found, key=lambda way: (way[0], -way[1]))


WORST = 18  # one below the last rank
STEP = 20  # more than there are ranks, of tiles as of pairs


@cache
def strength(two: Two) -> int:
    """(c)–(i), I-621a-07: greater is higher, and equal is a copy: pair rank, then value, then the better tile.

    Two hands worth zero are equally bad, whatever their tiles (g).
    """
    rank = pair_rank(two)
    if rank:
        return 10 * STEP + len(PAIRS) + 1 - rank
    value, better = points(two)
    return value * STEP + WORST - better if value else 0


def called(two: Two) -> str:
    """``Supreme Pair``, ``pair of 5-6``, ``mixed pair of Nines``, ``Wong``, ``7``."""
    rank = pair_rank(two)
    if not rank:
        return str(points(two)[0])
    name = PAIRS[rank - 1][0]
    what = {MATCHED: f" of {two[0]}", MIXED: f" of {NAMES[spots(two[0])]}s"}
    return name + what.get(name, "")


# § 621a.8(a).  Setting of hands.


class Setting(msgspec.Struct, frozen=True):
    """Four tiles as two hands. ``crossed``: they were set with the better one as the low hand."""

    high: Two
    low: Two
    crossed: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return (*self.high, *self.low)

    def like(self, other: "Setting") -> bool:
        """Whether both put the same tiles together."""
        return sorted(self.high) == sorted(other.high) and sorted(self.low) == sorted(other.low)

    def __str__(self) -> str:
        return f"{called(self.high)} / {called(self.low)}"


def set_hands(tiles: Sequence[Tile], low: Two) -> Setting:
    """621a.1, I-621a-08: two of the tiles set as the low hand; the better two are the high hand in any case."""
    rest = list(tiles)
    for tile in low:
        rest.remove(tile)
    if strength(low) > strength(tuple(rest)):
        return Setting(low, tuple(rest), crossed=True)
    return Setting(tuple(rest), low)


def low_hands(tiles: Sequence[Tile]) -> tuple[Two, ...]:
    """Every two tiles that a player may set as the low hand: six, fewer where tiles are alike."""
    return tuple(dict.fromkeys(tuple(sorted(two)) for two in combinations(tiles, 2)))


# § 621a.8(d).  The dealer's hands.


class HouseWay(StrEnum):
    """I-621a-03, I-621a-04: what decides where (d) leaves several settings open; it never overrides (d)."""

    LOW_FIRST = "low_first"
    HIGH_FIRST = "high_first"


PLAYED_VALUES = (9, 8, 7)  # 621a.8(d)(3), in this order


def house_way(tiles: Sequence[Tile], way: HouseWay = HouseWay.LOW_FIRST) -> Setting:
    """(d) The Supreme Pair, or the best pair, Wong or Gong; or a 9, 8 or 7; or the best tile with the worst."""
    found = [set_hands(tiles, two) for two in _played_together(sorted(tiles, key=_by_rank))]
    low_first = way is HouseWay.LOW_FIRST
    best = max(
        found, key=lambda s: (strength(s.low), strength(s.high)) if low_first else (strength(s.high), strength(s.low))
    )
    return Setting(best.high, best.low)


def _played_together(tiles: list[Tile]) -> Sequence[Two]:
    """The two tiles, or several choices of two, that (d) plays together. ``tiles`` are in order of rank."""
    twos = list(combinations(tiles, 2))
    best = min((pair_rank(two) for two in twos if pair_rank(two)), default=0)
    if best:
        return [two for two in twos if pair_rank(two) == best]
    for value in PLAYED_VALUES:
        if found := [two for two in twos if points(two)[0] == value]:
            return found
    return [(tiles[0], tiles[-1])]


def _by_rank(tile: Tile) -> tuple[int, Tile]:
    return RANK[tile], tile


# § 621a.8(g)–(i).  Who wins.


class Outcome(StrEnum):
    WIN = "wins"
    LOSE = "loses"
    TIE = "ties"


def outcome(player: Setting, dealer: Setting) -> tuple[Outcome, str]:
    """(g)–(i) What becomes of a wager against the dealer or bank, who wins copies, and under which paragraph."""
    high, low = strength(player.high) > strength(dealer.high), strength(player.low) > strength(dealer.low)
    if high and low:
        return Outcome.WIN, "621a.8(i)"
    if high:
        return Outcome.TIE, "621a.8(h)(1)"
    if low:
        return Outcome.TIE, "621a.8(h)(2)"
    return Outcome.LOSE, "621a.8(g)"
