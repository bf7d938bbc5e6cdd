"""House ways in compiled code: their rules as tables, carried out by the million.

For each of some 67,000 sets of ranks of seven cards the way is asked which of its rules are about them. Without a flush
the setting depends on the ranks alone and is looked up; with one, these rules are carried out over all 21 choices of a
low hand, as ``families.house_ways`` does it. A way is named by its key: ``families.house_ways.way_key``.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import JOKER, SUITS
from pitboss.families.house_ways import RANKING, leasts, way_of
from pitboss.families.poker_ranks import LADDER, counts_of, rank_keys
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.poker import (
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
NUMBER = {card: number for number, card in enumerate(RANKING.deck)}
Ints = NDArray[np.int64]


class Ways(NamedTuple):
    """One house way as arrays, by the place of a set of ranks in the ranking's tables of seven cards.

    ``highs`` and ``lows`` are the numbers of both hands where there is no flush; ``rules`` has a bit for each rule that is
    about these ranks, and ``leasts`` the numbers from which a high and a low hand are what a rule asks for.
    """

    highs: Numbers
    lows: Numbers
    rules: Words
    leasts: Numbers


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
def ways(key: str) -> Ways:
    """The arrays of a house way."""
    many = len(RANKING.tables(SEVEN).values)
    numbers = _tabulated(key)
    highs, lows = np.array(numbers[: 2 * many], np.int32).reshape(2, -1)
    return Ways(highs, lows, np.array(numbers[2 * many :], np.uint64), _leasts(key))


def _leasts(key: str) -> Numbers:
    return np.array([leasts(rule) for rule in way_of(key).rules], np.int32)


@disk_cached
def _tabulated(key: str) -> list[int]:
    """The arrays by sets of ranks, one after the other; building them takes about two seconds."""
    way, many = way_of(key), len(RANKING.tables(SEVEN).values)
    places = {rule: 1 << n for n, rule in enumerate(way.rules)}
    hands, rules = np.zeros((many, SEVEN), np.int64), np.zeros(many, np.uint64)
    for row, counts, wilds in rank_sets():
        hands[row] = without_flush(counts, wilds)
        rules[row] = sum(places[rule] for rule in way.rules_for((*counts[:-1], counts[-1] + wilds)))
    highs, lows = np.zeros(many, np.int32), np.zeros(many, np.int32)
    _set_all(pieces(), hands, rules, _leasts(key), highs, lows)
    return [int(number) for numbers in (highs, lows, rules) for number in numbers]


def rank_sets() -> Iterator[tuple[int, list[int], int]]:
    """Every set of ranks of seven cards: its place in the tables, how many of each rank, and whether the joker."""
    for place, key in enumerate(rank_keys(SEVEN, RANKING.most_wild)):
        yield place, *counts_of(key)


def without_flush(counts: Sequence[int], wilds: int) -> list[int]:
    """Seven cards of these ranks, the suits by turns, so that no suit has three."""
    ranks = [rank for rank, count in zip(LADDER, counts, strict=True) for _ in range(count)]
    cards = [rank + SUITS[n % len(SUITS)] for n, rank in enumerate(ranks)]
    return [NUMBER[card] for card in [*cards, *[JOKER] * wilds]]


# --- compiled


@njit
def set_by_rules(p: Pieces, cards: Ints, first: int, rules: np.uint64, leasts: Numbers) -> Any:
    """The numbers of both hands of the seven cards from ``first`` on, by the first of these rules that can be carried out."""
    for n in range(len(leasts)):
        if rules >> np.uint64(n) & np.uint64(1):
            high, low = carry_out(p, cards, first, leasts[n, 0], leasts[n, 1])
            if high >= 0:
                return high, low
    return -1, -1


@njit
def carry_out(p: Pieces, cards: Ints, first: int, least_high: int, least_low: int) -> Any:
    """The numbers of both hands of the best lawful setting that has at least these; less than 0: there is none."""
    word, lane = START, np.uint64(0)
    for n in range(first, first + SEVEN):
        word += p.words[cards[n]]
        lane += p.lanes[cards[n]]
    best_high, best_low = -1, -1
    for i in range(first, first + SEVEN):
        for j in range(i + 1, first + SEVEN):
            pair_word, pair_lane = p.words[cards[i]] + p.words[cards[j]], p.lanes[cards[i]] + p.lanes[cards[j]]
            low = value_of(p.low_2, p.middle_2, p.high_2, p.values_2, p.suited, START + pair_word, pair_lane)
            if low < best_low or low < least_low:
                continue
            high = value_of(p.low_5, p.middle_5, p.high_5, p.values_5, p.suited, word - pair_word, lane - pair_lane)
            if high < low or high < least_high:
                continue
            if low > best_low or high > best_high:
                best_high, best_low = high, low
    return best_high, best_low


@njit
def _set_all(p: Pieces, hands: Ints, rules: Words, leasts: Numbers, highs: Numbers, lows: Numbers) -> None:
    for row in range(len(hands)):
        highs[row], lows[row] = set_by_rules(p, hands[row], 0, rules[row], leasts)


@njit
def place_of_seven(p: Pieces, word: np.uint64) -> Any:
    return place_of(p.low_7, p.middle_7, p.high_7, word)


@njit
def set_seven(p: Pieces, way: Ways, cards: Ints, first: int, word: np.uint64) -> Any:
    """The numbers of both hands as the way sets the seven cards from ``first`` on; ``word`` is the sum of theirs."""
    row = place_of_seven(p, word)
    if word & FLUSHES:
        return set_by_rules(p, cards, first, way.rules[row], way.leasts)
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
