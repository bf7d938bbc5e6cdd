"""Poker hands counted by the million: the tables of ``families.poker_ranks`` in compiled code.

``census`` counts all hands of a deck by their class, ``line_census`` by the line a bonus wager would choose, and
``rank_hands`` ranks hands given as card numbers (the order of ``DECK_WITH_JOKER``).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.families.poker_ranks import (
    ACE_KING,
    BIT,
    CLASS_AT,
    FLUSHES,
    HANDS,
    HIGH_MASK,
    KING_QUEEN,
    LOW_BITS,
    LOW_MASK,
    RANKS,
    ROYAL,
    START,
    SUIT_AT,
    Hand,
    Ranking,
    Tables,
)

Ints = NDArray[np.int64]
SUIT_MASK = (1 << RANKS) - 1
ROYAL_BIT, ACE_KING_BIT, KING_QUEEN_BIT = (
    BIT[hand] for hand in (Hand.ROYAL_FLUSH, Hand.ROYAL_FLUSH_AND_ACE_KING, Hand.ROYAL_FLUSH_AND_KING_QUEEN)
)


# --- one hand, from the sums of its words and lanes


@njit(cache=True, nogil=True, inline="always")
def value_of(tables: Tables, word: int, lanes: int) -> Any:
    """The number of the hand, as ``Ranking.best`` gives it."""
    value = tables.values[tables.low[word & LOW_MASK] + tables.high[word >> LOW_BITS & HIGH_MASK]]
    if word & FLUSHES:
        for suit in range(4):
            if word >> (SUIT_AT + 4 * suit) & 8:
                value = max(value, tables.suited[lanes >> 16 * suit & 0xFFFF])
    return value


@njit(cache=True, nogil=True, inline="always")
def lines_of(tables: Tables, word: int, lanes: int) -> Any:
    """The classes the hand contains, as bits, as ``Ranking.lines`` gives them."""
    found = tables.lines[tables.low[word & LOW_MASK] + tables.high[word >> LOW_BITS & HIGH_MASK]]
    if word & FLUSHES:
        for suit in range(4):
            if word >> (SUIT_AT + 4 * suit) & 8:
                found |= tables.suited_lines[lanes >> 16 * suit & 0xFFFF]
        if found & ROYAL_BIT:
            for suit in range(4):
                ranks = lanes >> 16 * suit & SUIT_MASK
                if ranks == ACE_KING:
                    found |= ACE_KING_BIT
                elif ranks == KING_QUEEN:
                    found |= KING_QUEEN_BIT
    return found


# --- all hands of a deck


@njit(cache=True, nogil=True)
def _advance(tables: Tables, cards: Ints, at: Ints, words: Ints, lanes: Ints) -> bool:
    """The next choice of all cards but the last, with its sums; False when there is none."""
    size, many = len(at), len(cards)
    place = size - 1
    while place >= 0 and at[place] == many - 1 - (size - place):
        place -= 1
    if place < 0:
        return False
    at[place] += 1
    for n in range(place, size):
        if n > place:
            at[n] = at[n - 1] + 1
        words[n + 1] = words[n] + tables.words[cards[at[n]]]
        lanes[n + 1] = lanes[n] + tables.lanes[cards[at[n]]]
    return True


@njit(cache=True, nogil=True)
def _first(size: int) -> Any:
    """Where all but the last card stand before the first choice, and their sums."""
    at = np.arange(size - 1)
    at[size - 2] -= 1
    words, lanes = np.zeros(size, np.int64), np.zeros(size, np.int64)
    words[0] = START
    return at, words, lanes


