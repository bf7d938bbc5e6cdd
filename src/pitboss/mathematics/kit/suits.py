"""Exchanges of suits: what fares alike whatever the suits are called is counted once.

Sets of cards that differ by an exchange of suits make one class; one of them, the ``leader``, represents all. Hands so
far are counted by the classes of the sets of cards that they contain. Of these hands those that share no card with a
given one are all of them, less those that contain one of its cards, plus those that contain two, and so on; and sets of
one class are contained alike often.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import DECK_WITH_JOKER, JOKER
from pitboss.families.poker_ranks import RANKS
from pitboss.mathematics.kit.compiled import njit

MANY = len(DECK_WITH_JOKER)
MOST = 6  # cards in a hand, at most
JOKER_AT = DECK_WITH_JOKER.index(JOKER)
BINOMIAL = np.array([[comb(n, k) for k in range(MOST + 1)] for n in range(MANY + 1)], np.int64)
EXCHANGES = 24  # of four suits
SIZES = np.array([bin(part).count("1") for part in range(1 << MOST)])  # of the sets of a hand's cards, as bits
LAST = np.array([max(part.bit_length() - 1, 0) for part in range(1 << MOST)])
OFFSETS = np.array([sum(comb(MANY, k) for k in range(size)) for size in range(MOST + 1)])  # where sets of a size begin
Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]


@njit
def place(cards: Any) -> Any:
    """The place of ascending card numbers among all sets of so many."""
    at = 0
    for n in range(len(cards)):
        at += BINOMIAL[cards[n], n + 1]
    return at


@njit
def leader(cards: Any, out: Ints) -> Any:
    """The leader of these cards: suits in the order of what is held of them. Returns how many sets it represents."""
    masks = np.zeros(4, np.int64)
    joker = False
    for n in range(len(cards)):
        if cards[n] == JOKER_AT:
            joker = True
        else:
            masks[cards[n] // RANKS] |= 1 << (cards[n] % RANKS)
    for suit in range(1, 4):  # by insertion, the greatest first
        at = suit
        while at and masks[at - 1] < masks[at]:
            masks[at - 1], masks[at] = masks[at], masks[at - 1]
            at -= 1
    at = 0
    for suit in range(4):
        for of in range(RANKS):
            if masks[suit] >> of & 1:
                out[at] = RANKS * suit + of
                at += 1
    if joker:
        out[at] = JOKER_AT
    alike, run = 24, 1
    for suit in range(1, 4):
        run = run + 1 if masks[suit] == masks[suit - 1] else 1
        alike //= run
    return alike


class Classes(NamedTuple):
    """For each set of up to five cards, by size and place, its class; and for each class how many exchanges leave it."""

    of: Numbers
    alike: Numbers


@cache
def classes() -> Classes:
    """Of all sets that are smaller than the largest hand."""
    of = np.empty(OFFSETS[MOST], np.int32)
    alike = np.empty(len(of), np.int32)
    found = 0
    for size in range(MOST):
        found = _classify(size, of[OFFSETS[size] : OFFSETS[size + 1]], alike, found)
    return Classes(of, alike[:found])


@njit
def _classify(size: int, of: Numbers, alike: Numbers, found: int) -> Any:
    """Classes of the sets of one size, numbered from ``found`` on: first those of leaders, then of the others."""
    for others in (False, True):
        cards, first = np.arange(size), np.empty(size, np.int64)
        for row in range(len(of)):
            many = leader(cards, first)
            at = place(first)
            if others:
                of[row] = of[at]
            elif at == row:
                of[row], alike[found] = found, EXCHANGES // many
                found += 1
            n = 0  # the next set in the order of places
            while n + 1 < size and cards[n] + 1 == cards[n + 1]:
                cards[n] = n
                n += 1
            if size:
                cards[n] += 1
    return found


@njit
def sets_of(of: Numbers, hand: Any, sets: Ints) -> None:
    """The class of each set of the hand's cards, the hand itself left out."""
    sets[0] = 0
    for part in range(1, len(sets)):  # places, each from that without its last card
        last = LAST[part]
        sets[part] = sets[part ^ (1 << last)] + BINOMIAL[hand[last], SIZES[part]]
    for part in range(len(sets)):
        sets[part] = of[OFFSETS[SIZES[part]] + sets[part]]
