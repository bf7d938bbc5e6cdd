"""Every four tiles that may lie where a player cannot see, set the house way, whatever tiles are gone."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.chapters.ch621a_pai_gow.hands import HAND, HouseWay, Setting, pair_rank, points, strength
from pitboss.equipment.tiles import TILES, Tile
from pitboss.mathematics.kit.judging import Chance, Chances
from pitboss.mathematics.kit.two_hands import Counts
from pitboss.mathematics.pai_gow.edges import KINDS, Ints, house_settings, looks, places, strengths

CHOOSE = np.array([[comb(left, many) for many in range(HAND + 1)] for left in range(3)], np.int64)
MEETINGS = 1 << 15  # deals sampled of hands that meet a bank
SEED = 6_211


@cache
def _laid(way: HouseWay) -> tuple[Ints, Ints, Ints]:
    """Of every look of four tiles: how many of each kind, and the strengths of both hands as the house sets them."""
    made = house_settings(way).values()
    counts = np.array([[tiles.count(kind) for kind in KINDS] for tiles in looks()], np.int64)
    highs, lows = np.array([(strength(setting.high), strength(setting.low)) for setting in made], np.int64).T
    return counts, highs, lows


class UnseenTiles(NamedTuple):
    """How many hands of each look may lie unseen, and what they are worth as set."""

    many: Ints
    highs: Ints
    lows: Ints

    def against(self, made: Setting, *, banks: bool = False) -> Counts:
        """Of these hands, how many two hands win against, tie with and lose to; ``banks``: copies are theirs."""
        above = (strength(made.high) + banks > self.highs).astype(int) + (strength(made.low) + banks > self.lows)
        won, tied, lost = (int(self.many[above == n].sum()) for n in (2, 1, 0))
        return won, tied, lost


def unseen(way: HouseWay, gone: Sequence[Tile]) -> UnseenTiles:
    """The hands that can be made of all tiles but these, set the house way."""
    counts, highs, lows = _laid(way)
    left = np.array([TILES.count(kind) - gone.count(kind) for kind in KINDS])
    many = CHOOSE[left, counts].prod(axis=1)
    assert many.sum() == comb(len(TILES) - len(gone), HAND), "hands are counted once each"
    return UnseenTiles(many, highs, lows)


def chances(found: UnseenTiles, whose: str) -> tuple[Chances, ...]:
    """How likely a pair, Wong or Gong, and each value without one, is among the hands unseen."""
    every, names = int(found.many.sum()), _names()
    pictures = []
    for title, of in (("High", found.highs), ("Low", found.lows)):
        lines: dict[str, int] = {}
        for worth, many in zip(of.tolist(), found.many.tolist(), strict=True):
            lines[names[worth]] = lines.get(names[worth], 0) + many
        order = sorted((name for name in lines if lines[name]), reverse=True)
        pictures.append(
            Chances(f"{title} hand of {whose}", tuple(Chance(name, Fraction(lines[name], every)) for name in order))
        )
    return tuple(pictures)


@cache
def _names() -> dict[int, str]:
    """By strength: a pair of some kind, or a value."""
    twos = combinations(TILES, HAND // 2)
    return {strength(two): "pair, Wong or Gong" if pair_rank(two) else str(points(two)[0]) for two in twos}


# --- sampled deals


def dealt(table: Ints, left: Ints, hands: int) -> tuple[Ints, Ints]:
    """High and low strengths of hands dealt from these tiles; ``table`` has them for every four tiles."""
    chance = np.random.Generator(np.random.Philox(SEED))
    mixed = chance.permuted(np.tile(left, (MEETINGS, 1)), axis=1)[:, : hands * HAND]
    numbers = places()[np.arange(HAND), np.sort(mixed.reshape(MEETINGS, hands, HAND), axis=2)].sum(2)
    return table[numbers, 0], table[numbers, 1]


@cache
def house_table(way: HouseWay) -> Ints:
    """The strengths of every four tiles as the house sets them."""
    return strengths(house_settings(way))
