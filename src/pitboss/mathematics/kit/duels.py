"""Every hand of five cards against every other that can lie on the same table.

Hands that differ by an exchange of suits fare alike (``kit.suits``): one of each class is asked for all.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.poker_ranks import CLASS_AT, Ranking
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.poker import Ints, Numbers, rank_hands
from pitboss.mathematics.kit.suits import BINOMIAL, EXCHANGES, OFFSETS, SIZES, classes, sets_of

FIVE = 5


class Duels(NamedTuple):
    """Every hand of five cards, and how many of the hands dealt from the other cards it beats and equals.

    Row ``place(hand)`` is that hand's; ``rivals`` is the number of hands that the other cards make.
    """

    hands: NDArray[np.uint8]
    values: Numbers
    beats: Numbers
    equals: Numbers
    rivals: int


@njit
def place(hand: NDArray[Any]) -> Any:
    """The row of a hand, its first five card numbers ascending."""
    row = 0
    for n in range(FIVE):
        row += BINOMIAL[hand[n], n + 1]
    return row


@cache
def duels(ranking: Ranking) -> Duels:
    """All of them."""
    found, (of, alike) = _leaders(ranking), classes()
    beats, equals = np.empty(len(found.rows), np.int32), np.empty(len(found.rows), np.int32)
    asked = Duels(
        found.hands[found.rows], found.values[found.rows], beats, equals, comb(len(ranking.deck) - FIVE, FIVE)
    )
    _duels(asked, found.weights, found.order, of, alike)
    return Duels(found.hands, found.values, beats[found.own], equals[found.own], asked.rivals)


class Leaders(NamedTuple):
    """Every hand of five with its value; the rows of those that represent their class, which of them each hand's is, how many
    hands each represents, and their order by value."""

    hands: NDArray[np.uint8]
    values: Numbers
    rows: Ints
    own: Ints
    weights: Ints
    order: Ints


@cache
def _leaders(ranking: Ranking) -> Leaders:
    many = len(ranking.deck)
    hands = np.empty((comb(many, FIVE), FIVE), np.uint8)
    _every_five(many, hands)
    values, (of, _) = rank_hands(ranking, hands), classes()
    _, rows, own = np.unique(of[OFFSETS[FIVE] :][: len(hands)], return_index=True, return_inverse=True)
    return Leaders(hands, values, rows, own, np.bincount(own).astype(np.int64), np.argsort(values[rows], kind="stable"))


def rivals_by_class(ranking: Ranking) -> Numbers:
    """For each hand how many of the hands dealt from the other cards are of each class, in the ranking's order."""
    found, (of, alike) = _leaders(ranking), classes()
    counts = np.empty((len(found.rows), len(ranking.order)), np.int32)
    _by_class(found.hands[found.rows], found.values[found.rows] >> CLASS_AT, found.weights, of, alike, counts)
    return counts[found.own]


@njit
def _by_class(
    hands: NDArray[np.uint8], kinds: Numbers, weights: Ints, of: Numbers, alike: Numbers, out: Numbers
) -> None:
    sets = np.empty((1 << FIVE) - 1, np.int64)
    for kind in range(out.shape[1]):
        counts = np.zeros(len(alike), np.int64)
        for n in range(len(hands)):
            if kinds[n] == kind:
                sets_of(of, hands[n], sets)
                for at in sets:
                    counts[at] += weights[n] * alike[at]
        for n in range(len(hands)):  # less one: the hand itself shares all five
            out[n, kind] = _apart(of, hands[n], counts, sets) - (kinds[n] == kind)


class Exchanges(NamedTuple):
    """Every hand of five with the joker, and every card that the joker may be exchanged for: both hands by their rows, how many
    such pairs each represents, and how many hands without the joker, dealt from the cards that are left, the hand with the
    joker beats and equals. ``rivals`` is the number of such hands."""

    hands: Ints
    exchanged: Ints
    weights: Ints
    beats: Ints
    equals: Ints
    rivals: int


@cache
def exchanges(ranking: Ranking) -> Exchanges:
    """Of a deck whose last card is the joker."""
    found, (of, alike), joker = _leaders(ranking), classes(), len(ranking.deck) - 1
    rows, weights = found.rows[found.order], found.weights[found.order]
    with_joker = int(np.count_nonzero(found.hands[rows, -1] == joker))
    out = np.empty((with_joker * (joker + 1 - FIVE), 5), np.int64)
    _exchanged(found.values, rows, found.hands[rows], weights, of, alike, joker, out)
    hands, exchanged, often, below, not_above = out.T
    return Exchanges(hands, exchanged, often, below, not_above - below, comb(joker - FIVE, FIVE))


@njit
def _exchanged(
    values: Numbers, rows: Ints, hands: NDArray[np.uint8], weights: Ints, of: Numbers, alike: Numbers, joker: int, out: Ints
) -> None:  # fmt: skip
    """As ``_duels``, but only hands without the joker are counted and those with it ask: how many are below them, and how many
    not above, that have neither the other four cards nor the one that comes for the joker."""
    counts, sets = np.zeros(len(alike), np.int64), np.empty((1 << FIVE) - 1, np.int64)
    first, put, five = 0, 0, np.empty(FIVE, np.uint8)
    while first < len(rows):
        end, value = first, values[rows[first]]
        while end < len(rows) and values[rows[end]] == value:
            end += 1
        for column in range(3, 5):
            at = put
            for n in range(first, end):
                if hands[n, FIVE - 1] != joker:
                    continue
                for card in range(joker):
                    if _exchange(hands[n], card, five):
                        row = place(five)
                        out[at, 0], out[at, 1], out[at, 2] = rows[n], row, weights[n]
                        # less one where the exchanged hand itself is counted: it shares all five
                        out[at, column] = _apart(of, five, counts, sets) - (values[row] < value + column - 3)
                        at += 1
            for n in range(first, end):
                if column == 3 and hands[n, FIVE - 1] != joker:
                    sets_of(of, hands[n], sets)
                    for part in sets:
                        counts[part] += weights[n] * alike[part]
        first, put = end, at


@njit
def _exchange(hand: NDArray[np.uint8], card: int, five: NDArray[np.uint8]) -> bool:
    """Put the card for the joker, which is the last, in order; False where it is in the hand already."""
    at = FIVE - 1
    for n in range(FIVE - 1):
        if hand[n] == card:
            return False
        five[n] = hand[n]
    while at and five[at - 1] > card:
        five[at] = five[at - 1]
        at -= 1
    five[at] = card
    return True


@njit
def _every_five(many: int, out: NDArray[np.uint8]) -> None:
    row = 0
    for e in range(many):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        out[row, 0], out[row, 1], out[row, 2], out[row, 3], out[row, 4] = a, b, c, d, e
                        row += 1


@njit
def _duels(asked: Duels, weights: Ints, order: Ints, of: Numbers, alike: Numbers) -> None:
    """From the lowest hand up, keep for every class of sets of cards how many hands so far contain it (see ``suits``)."""
    hands, values, beats, equals, _ = asked
    counts, sets = np.zeros(len(alike), np.int64), np.empty((1 << FIVE) - 1, np.int64)
    first = 0
    while first < len(order):
        end = first
        while end < len(order) and values[order[end]] == values[order[first]]:
            end += 1
        for n in range(first, end):
            beats[order[n]] = _apart(of, hands[order[n]], counts, sets)
        for n in range(first, end):
            sets_of(of, hands[order[n]], sets)
            for at in sets:
                counts[at] += weights[order[n]] * alike[at]
        for n in range(first, end):  # less one: the hand itself shares all five
            equals[order[n]] = _apart(of, hands[order[n]], counts, sets) - 1 - beats[order[n]]
        first = end


@njit
def _apart(of: Numbers, hand: NDArray[np.uint8], counts: Ints, sets: Ints) -> Any:
    """How many of the hands so far share no card with this one; counts are of all exchanges of suits."""
    sets_of(of, hand, sets)
    total = 0
    for part in range(len(sets)):
        total += (1 - 2 * (SIZES[part] & 1)) * counts[sets[part]]
    return total // EXCHANGES
