"""Poker hands in compiled simulations: dealing from a deck and ranking what was dealt.

The ranking itself stands in ``exact.poker``, which counts with it; both rooms share it.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.exact.poker import START, lines_of, value_of
from pitboss.simulate.philox import State, below

__all__ = ["START", "deal", "lines_of", "value_of"]


@njit(cache=True, nogil=True)
def deal(state: State, deck: NDArray[np.int64], many: int) -> None:
    """Bring ``many`` random cards to the front of the deck: it is shuffled only as far as it is dealt."""
    for n in range(many):
        other = n + below(state, len(deck) - n)
        deck[n], deck[other] = deck[other], deck[n]
