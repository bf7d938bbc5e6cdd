"""Every hand of seven cards, and a house way over all of them: whether each is set, none of them foul, and how many each line
sets.

Hands without a flush are looked at by their ranks, those with one in one suit for all four: 1.7 million settings stand for
all 154,143,080 hands.
"""

from functools import cache
from itertools import combinations
from math import comb, prod

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import JOKER
from pitboss.families.house_ways import RANKING, way_of
from pitboss.families.poker_ranks import RANKS
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.house_ways import (
    NUMBER,
    SEVEN,
    Ints,
    Pieces,
    Ways,
    carry_out,
    pieces,
    place_of_seven,
    rank_sets,
    ways,
    without_flush,
    word_of,
)

SUITS, FLUSH, JOKER_AT = 4, 5, NUMBER[JOKER]
Hands = NDArray[np.uint8]


@cache
def rank_counts() -> tuple[NDArray[np.int64], Ints]:
    """By the place of a set of ranks: how many cards of each rank, the joker last; and how many hands there are of it."""
    tables = RANKING.tables(SEVEN)
    counts, many = np.zeros((len(tables.values), RANKS + 1), np.int64), np.zeros(len(tables.values), np.int64)
    for row, held, wilds in rank_sets():
        counts[row] = (*held, wilds)
        many[row] = prod(comb(4, count) for count in held)
    return counts, many


@cache
def plain_hands() -> Hands:
    """A hand without a flush of each set of ranks."""
    tables = RANKING.tables(SEVEN)
    hands = np.zeros((len(tables.values), SEVEN), np.uint8)
    for row, counts, wilds in rank_sets():
        hands[row] = without_flush(counts, wilds)
    return hands


@cache
def flush_hands() -> Hands:
    """Every hand with a flush in the first suit, a row of card numbers each."""
    found = []
    for joker in (0, 1):
        for suited in range(FLUSH - joker, SEVEN - joker + 1):
            suit = _choices(range(RANKS), suited)
            others = _choices(range(RANKS, JOKER_AT), SEVEN - joker - suited)
            jokers = np.full((len(suit) * len(others), joker), JOKER_AT, np.uint8)
            found.append(np.hstack((np.repeat(suit, len(others), 0), np.tile(others, (len(suit), 1)), jokers)))
    return np.concatenate(found)


def _choices(cards: range, many: int) -> Hands:
    chosen = list(combinations(cards, many))
    return np.array(chosen, np.uint8).reshape(len(chosen), many)


class EveryHand(msgspec.Struct, frozen=True):
    """What a way does: ``by_line`` counts the hands that each of its lines sets."""

    hands: int
    unset: int
    foul: int
    by_line: tuple[int, ...]

    @property
    def lawful(self) -> bool:
        return not self.unset and not self.foul


@cache
def every_hand(key: str) -> EveryHand:
    """All hands under a house way, by its key."""
    unset, foul, *lines = _counted(key)
    return EveryHand(unset + sum(lines), unset, foul, tuple(lines))


@disk_cached
def _counted(key: str) -> list[int]:
    """Hands without a setting, fouls among the others, and the hands of each line."""
    which, highs, lows, many = _laid(key)
    found = np.bincount(which + 1, many, len(way_of(key).rules) + 1)
    foul = many[(highs < lows) & (which >= 0)].sum()
    return [int(found[0]), int(foul), *map(int, found[1:])]


def plain_and_flushes(key: str) -> tuple[Hands, Ints, Ints]:
    """Hands of both kinds that there are, with the numbers of their high and low hands."""
    _, highs, lows, many = _laid(key)
    there = many > 0
    return np.concatenate((plain_hands(), flush_hands()))[there], highs[there], lows[there]


def _laid(key: str) -> tuple[Ints, Ints, Ints, NDArray[np.int64]]:
    """By hand: the line that sets it (none: -1), both numbers, and how many hands it stands for."""
    hands = np.concatenate((plain_hands(), flush_hands()))
    out = np.zeros((len(hands), 4), np.int64)
    _lay(pieces(), ways(key), hands, out)
    plain = len(plain_hands())
    many = np.full(len(hands), SUITS, np.int64)
    many[:plain] = rank_counts()[1] - SUITS * np.bincount(out[plain:, 3], minlength=plain)
    return out[:, 0], out[:, 1], out[:, 2], many


@njit
def _lay(p: Pieces, way: Ways, hands: Hands, out: Ints) -> None:
    cards = np.empty(SEVEN, np.int64)
    for n in range(len(hands)):
        for k in range(SEVEN):
            cards[k] = hands[n, k]
        row = place_of_seven(p, word_of(p.words, cards, 0))
        out[n, 0], out[n, 3] = -1, row
        for rule in range(len(way.leasts)):
            if way.rules[row] >> np.uint64(rule) & np.uint64(1):
                high, low = carry_out(p, cards, 0, way.leasts[rule, 0], way.leasts[rule, 1])
                if high >= 0:
                    out[n, 0], out[n, 1], out[n, 2] = rule, high, low
                    break
