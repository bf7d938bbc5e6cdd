"""Poker hands in compiled simulations: dealing from a deck and ranking what was dealt.

The ranking itself stands in ``exact.poker``, which counts with it; both rooms share it.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.exact.poker import START, Numbers, lines_of, rank_hands, value_of
from pitboss.families.poker_ranks import Ranking, Tables
from pitboss.simulate.philox import State, below, stream

__all__ = ["START", "deal", "lines_of", "rank_hands", "random_hands", "value_of"]

Deck = NDArray[np.int64]


@njit(cache=True, nogil=True)
def deal(state: State, deck: Deck, many: int) -> None:
    """Bring ``many`` random cards to the front of the deck: it is shuffled only as far as it is dealt."""
    for n in range(many):
        other = n + below(state, len(deck) - n)
        deck[n], deck[other] = deck[other], deck[n]


@njit(cache=True, nogil=True)
def _random_hands(tables: Tables, seed: int, size: int, out: Numbers) -> None:
    card_words, card_lanes, low, high, values, suited, _, _ = tables
    state, deck = stream(seed, 0), np.arange(len(card_words))
    for n in range(len(out)):
        deal(state, deck, size)
        word, lanes = START, np.uint64(0)
        for place in range(size):
            word += card_words[deck[place]]
            lanes += card_lanes[deck[place]]
        out[n] = value_of(low, high, values, suited, word, lanes)


def random_hands(ranking: Ranking, size: int, many: int, seed: int) -> NDArray[np.int32]:
    """So many random hands, each off a full deck, ranked."""
    found = np.empty(many, np.int32)
    _random_hands(ranking.tables(size), seed, size, found)
    return found
