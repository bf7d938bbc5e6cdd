"""House ways in compiled code: their plans as tables, carried out by the million.

For each of some 67,000 sets of ranks of seven cards the way is asked for its plan twice: as the ranks are, and with
a flush among the cards. Without a flush the setting depends on the ranks alone and is looked up; with one, the plan
is carried out over all 21 choices of a low hand, as ``families.house_ways`` does it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import JOKER, SUITS
from pitboss.families.house_ways import HOUSE_WAYS, RANKING, HouseWay, HouseWayName, Plan
from pitboss.families.poker_ranks import BIT, LADDER, Hand, counts_of, rank_keys
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.poker import (
    CLASS_AT,
    FLUSHES,
    START,
    Half,
    Numbers,
    Part,
    Words,
    place_of,
    value_of,
)

SEVEN, FIVE, TWO = 7, 5, 2
SETTINGS = 21  # ways to lay two of seven cards low
PAIR = RANKING.order.index(Hand.PAIR)
NUMBER = {card: number for number, card in enumerate(RANKING.deck)}
Ints = NDArray[np.int64]


class Ways(NamedTuple):
    """One house way as arrays, by the place of a set of ranks in the ranking's tables of seven cards.

    ``highs`` and ``lows`` are the numbers of both hands where there is no flush; ``plans`` what to aim at with one.
    """

    highs: Numbers
    lows: Numbers
    plans: Numbers


class Pieces(NamedTuple):
    """The tables a setting needs, taken apart once."""

    words: Words
    lanes: Words
    low_7: Part
    middle_7: Half
    high_7: Half
    low_5: Part
    middle_5: Half
    high_5: Half
    values_5: Numbers
    suited: Numbers
    low_2: Part
    middle_2: Half
    high_2: Half
    values_2: Numbers


def pieces() -> Pieces:
    seven, five, two = (RANKING.tables(size) for size in (SEVEN, FIVE, TWO))
    return Pieces(
        seven.words, seven.lanes, seven.low, seven.middle, seven.high, five.low, five.middle, five.high, five.values, five.suited,
        two.low, two.middle, two.high, two.values
    )  # fmt: skip


# --- tables


@cache
def ways(name: HouseWayName) -> Ways:
    """The arrays of a house way."""
    highs, lows, plans = np.array(_tabulated(name), np.int32).reshape(3, -1)
    return Ways(highs, lows, plans)


@disk_cached
def _tabulated(name: str) -> list[int]:
    """All three arrays, one after the other; building them takes about two seconds."""
    way, tables = HOUSE_WAYS[HouseWayName(name)], RANKING.tables(SEVEN)
    many = len(tables.values)
    hands, plain, plans = np.zeros((many, SEVEN), np.int64), np.zeros(many, np.int32), np.zeros(many, np.int32)
    for row, counts, wilds in rank_sets():
        hands[row] = without_flush(counts, wilds)
        standing = (*counts[:-1], counts[-1] + wilds)
        straight = bool(tables.lines[row] & BIT[Hand.STRAIGHT])
        plain[row] = _code(way, standing, made=straight)
        plans[row] = _code(way, standing, made=True)
    highs, lows = np.zeros(many, np.int32), np.zeros(many, np.int32)
    _carry_out_all(pieces(), hands, plain, highs, lows)
    return [int(number) for numbers in (highs, lows, plans) for number in numbers]


def rank_sets() -> Iterator[tuple[int, list[int], int]]:
    """Every set of ranks of seven cards: its place in the tables, how many of each rank, and whether the joker."""
    for place, key in enumerate(rank_keys(SEVEN, RANKING.most_wild)):
        yield place, *counts_of(key)


def without_flush(counts: Sequence[int], wilds: int) -> list[int]:
    """Seven cards of these ranks, the suits by turns, so that no suit has three."""
    ranks = [rank for rank, count in zip(LADDER, counts, strict=True) for _ in range(count)]
    cards = [rank + SUITS[n % len(SUITS)] for n, rank in enumerate(ranks)]
    return [NUMBER[card] for card in [*cards, *[JOKER] * wilds]]


def _code(way: HouseWay, counts: tuple[int, ...], *, made: bool) -> int:
    plan: Plan = way.plan(counts, made=made)
    return RANKING.order.index(plan.high) * 2 + plan.pair


# --- compiled


@njit
def carry_out(p: Pieces, cards: Ints, first: int, plan: int) -> Any:
    """The numbers of both hands of the setting that fits the plan best, of the seven cards from ``first`` on."""
    word, lane = START, np.uint64(0)
    for n in range(first, first + SEVEN):
        word += p.words[cards[n]]
        lane += p.lanes[cards[n]]
    best_high, best_low = -1, -1
    for i in range(first, first + SEVEN):
        for j in range(i + 1, first + SEVEN):
            pair_word, pair_lane = p.words[cards[i]] + p.words[cards[j]], p.lanes[cards[i]] + p.lanes[cards[j]]
            low = value_of(p.low_2, p.middle_2, p.high_2, p.values_2, p.suited, START + pair_word, pair_lane)
            if low < best_low or (plan & 1 and low >> CLASS_AT != PAIR):
                continue
            high = value_of(p.low_5, p.middle_5, p.high_5, p.values_5, p.suited, word - pair_word, lane - pair_lane)
            if high < low or high >> CLASS_AT < plan >> 1:
                continue
            if low > best_low or high > best_high:
                best_high, best_low = high, low
    return best_high, best_low


@njit
def _carry_out_all(p: Pieces, hands: Ints, plans: Numbers, highs: Numbers, lows: Numbers) -> None:
    for row in range(len(hands)):
        highs[row], lows[row] = carry_out(p, hands[row], 0, plans[row])


@njit
def place_of_seven(p: Pieces, word: np.uint64) -> Any:
    return place_of(p.low_7, p.middle_7, p.high_7, word)


@njit
def set_seven(p: Pieces, way: Ways, cards: Ints, first: int, word: np.uint64) -> Any:
    """The numbers of both hands as the way sets the seven cards from ``first`` on; ``word`` is the sum of theirs."""
    row = place_of_seven(p, word)
    if word & FLUSHES:
        return carry_out(p, cards, first, way.plans[row])
    return way.highs[row], way.lows[row]


@njit
def word_of(words: Words, cards: Ints, first: int) -> Any:
    word = START
    for n in range(first, first + SEVEN):
        word += words[cards[n]]
    return word


@njit
def every_setting(p: Pieces, cards: Ints, first: int, highs: Ints, lows: Ints) -> int:
    """The numbers of both hands of every lawful setting of the seven cards from ``first`` on; returns how many."""
    word, lane, found = START, np.uint64(0), 0
    for n in range(first, first + SEVEN):
        word += p.words[cards[n]]
        lane += p.lanes[cards[n]]
    for i in range(first, first + SEVEN):
        for j in range(i + 1, first + SEVEN):
            pair_word, pair_lane = p.words[cards[i]] + p.words[cards[j]], p.lanes[cards[i]] + p.lanes[cards[j]]
            highs[found] = value_of(
                p.low_5, p.middle_5, p.high_5, p.values_5, p.suited, word - pair_word, lane - pair_lane
            )
            lows[found] = value_of(p.low_2, p.middle_2, p.high_2, p.values_2, p.suited, START + pair_word, pair_lane)
            found += highs[found] >= lows[found]
    return found


@njit
def most_above(highs: Ints, lows: Ints, many: int, high: int, low: int) -> int:
    """How many of two hands seen, by their numbers, the best of so many settings is above: 0, 1 or 2."""
    best = 0
    for n in range(many):
        best = max(best, int(highs[n] > high) + int(lows[n] > low))
    return best
