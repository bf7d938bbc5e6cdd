"""Dealing in compiled simulations. How poker hands are ranked there stands in ``exact.poker``, which counts with it."""

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import njit
from pitboss.simulate.philox import State, below


@njit
def deal(state: State, deck: NDArray[np.int64], many: int) -> None:
    """Bring ``many`` random cards to the front of the deck: it is shuffled only as far as it is dealt."""
    for n in range(many):
        other = n + below(state, len(deck) - n)
        deck[n], deck[other] = deck[other], deck[n]
