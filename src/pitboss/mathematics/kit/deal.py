"""Dealing in compiled simulations. How poker hands are ranked there is in ``kit.poker``, which counts with it."""

import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.philox import State, below


@njit
def deal(state: State, deck: NDArray[np.int64], many: int) -> None:
    """Bring ``many`` random cards to the front of the deck: it is shuffled only as far as it is dealt."""
    for n in range(many):
        other = n + below(state, len(deck) - n)
        deck[n], deck[other] = deck[other], deck[n]
