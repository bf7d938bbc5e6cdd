"""Sets of cards counted: in how many orders a course of play may take them.

A *count* is two arrays: cards, each set as one number (six bits a value), and the orders they may come in.
Two courses one after the other are the product of their counts. A product may have a hundred million terms of which few
are different; they are added up group by group, a group being all sets with the same high cards, so that what is added to
stays in the processor's cache and only the result is ever held.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from pitboss.mathematics.blackjack.compiled_hands import VALUES, Floats, Ints
from pitboss.mathematics.kit.compiled import njit

BITS = 6  # of a set of cards, for each value: there are fewer than 64 cards of one that a course may take
LOW = 4 * BITS  # bits of the values below the high cards
EMPTY = -1
MIX = 0x9E3779B97F4A7C15  # spreads numbers that lie together
FEWEST = 1 << 10  # places of a table that is begun
Count = tuple[Ints, Floats]
Product = tuple[Count, Count, float]  # of two counts, so many times


def key(*cards: int) -> int:
    """A set of cards as one number."""
    return sum(1 << BITS * card for card in cards)


def keys(cards: Ints) -> Ints:
    """The same of rows of counts by value."""
    found: Ints = (cards << np.arange(0, BITS * VALUES, BITS)).sum(axis=1)
    return found


def rows(found: Ints) -> Ints:
    """And back."""
    return (found[:, None] >> np.arange(0, BITS * VALUES, BITS)) & ((1 << BITS) - 1)


def single(cards: int, orders: float = 1.0) -> Count:
    return np.array([cards], np.int64), np.array([float(orders)])


def gathered(counts: Iterable[Count]) -> Count:
    """Every set of cards once, ascending."""
    parts = list(counts)
    if not parts:
        return np.zeros(0, np.int64), np.zeros(0)
    sets, place = np.unique(np.concatenate([cards for cards, _ in parts]), return_inverse=True)
    orders = np.bincount(place.ravel(), np.concatenate([orders for _, orders in parts]), len(sets))
    return sets[orders != 0], orders[orders != 0]


def times(one: Count, two: Count) -> Count:
    """One course and then the other."""
    return summed([(one, two, 1.0)])


def summed(products: Iterable[Product]) -> Count:
    """All of these products added up: every set once, in no order."""
    sets, orders = summed_apart([products])
    return sets, orders[:, 0]


def summed_apart(sums: Sequence[Iterable[Product]]) -> Count:
    """Several such sums at once: every set of any of them, and a column of orders for each sum."""
    every = [(*each, column) for column, products in enumerate(sums) for each in products]
    every = [each for each in every if len(each[0][0]) and len(each[1][0])]
    if not every:
        return np.zeros(0, np.int64), np.zeros((0, len(sums)))
    factors = [gathered([factor]) for one, two, _, _ in every for factor in (one, two)]
    starts = np.cumsum([0, *(len(cards) for cards, _ in factors)])
    sets, orders = (np.concatenate(column) for column in zip(*factors, strict=True))
    groups = [_groups(cards) + start for (cards, _), start in zip(factors, starts, strict=False)]
    pairs = [_pairs(sets, groups[2 * n], groups[2 * n + 1], by, column) for n, (_, _, by, column) in enumerate(every)]
    high, ranges, scales = (np.concatenate(column) for column in zip(*pairs, strict=True))
    order = np.argsort(high, kind="stable")
    found: Count = _added(sets, orders, high[order], ranges[order], scales[order], len(sums))
    return found


def _groups(cards: Ints) -> Ints:
    """Where each run of sets with the same high cards begins, and where the last ends."""
    return np.append(np.unique(cards >> LOW, return_index=True)[1], len(cards))


def _pairs(sets: Ints, one: Ints, two: Ints, by: float, column: int) -> tuple[Ints, Ints, Floats]:
    """Each group of the first factor with each of the second: the high cards of both, where both lie and in which column
    they count, how often."""
    first, second = (each.ravel() for each in np.indices((len(one) - 1, len(two) - 1)))
    high = (sets[one[first]] >> LOW) + (sets[two[second]] >> LOW)
    columns = np.full(len(high), column)
    ranges = np.stack([one[first], one[first + 1], two[second], two[second + 1], columns], axis=1)
    return high, ranges, np.full(len(high), by)


@njit
def _slot(table: Ints, low: int) -> Any:
    """Where a set is in a table, or would be."""
    at = np.uint64(low) * np.uint64(MIX) >> np.uint64(24) & np.uint64(len(table) - 1)
    while table[at] != EMPTY and table[at] != low:
        at = at + np.uint64(1) & np.uint64(len(table) - 1)
    return at


@njit
def _added(sets: Ints, orders: Floats, high: Ints, ranges: Ints, scales: Floats, columns: int) -> Any:
    """The sets of all pairs of groups, those with the same high cards together."""
    low_bits = (1 << LOW) - 1
    out_sets, out_orders, found = np.empty(FEWEST, np.int64), np.empty((FEWEST, columns)), 0
    begin = 0
    while begin < len(high):
        end, count = begin, 0
        table, tally = np.full(FEWEST, EMPTY, np.int64), np.zeros((FEWEST, columns))
        while end < len(high) and high[end] == high[begin]:
            first, last, other, stop, column = ranges[end]
            for n in range(first, last):
                if 2 * (count + stop - other) > len(table):  # room for all that follow
                    old, sums = table, tally
                    size = len(old)
                    while 2 * (count + stop - other) > size:
                        size *= 4
                    table, tally = np.full(size, EMPTY, np.int64), np.zeros((size, columns))
                    for place in range(len(old)):
                        if old[place] != EMPTY:
                            at = _slot(table, old[place])
                            table[at] = old[place]
                            for k in range(columns):
                                tally[at, k] = sums[place, k]
                low, many = sets[n] & low_bits, scales[end] * orders[n]
                for m in range(other, stop):
                    both = low + (sets[m] & low_bits)
                    at = _slot(table, both)
                    if table[at] == EMPTY:
                        table[at] = both
                        count += 1
                    tally[at, column] += many * orders[m]
            end += 1
        if found + count > len(out_sets):
            size = max(2 * len(out_sets), found + count)
            more_sets, more_orders = np.empty(size, np.int64), np.empty((size, columns))
            for n in range(found):
                more_sets[n] = out_sets[n]
                for k in range(columns):
                    more_orders[n, k] = out_orders[n, k]
            out_sets, out_orders = more_sets, more_orders
        for place in range(len(table)):
            some = False
            for k in range(columns):
                some = some or tally[place, k] != 0.0
            if some:
                out_sets[found] = (high[begin] << LOW) + table[place]
                for k in range(columns):
                    out_orders[found, k] = tally[place, k]
                found += 1
        begin = end
    return out_sets[:found], out_orders[:found]
