"""Dealing in compiled simulations. How poker hands are ranked there is in ``kit.poker``, which counts with it."""

from typing import Any

from numpy.typing import NDArray

from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.philox import State, below


@njit
def deal(state: State, deck: NDArray[Any], first: int, end: int) -> None:
    """Put random cards of those not dealt yet into the places from ``first`` up to ``end``: a deck is shuffled only as
    far as it is dealt."""
    for n in range(first, end):
        other = n + below(state, len(deck) - n)
        deck[n], deck[other] = deck[other], deck[n]


@njit
def deal_rows(state: State, deck: NDArray[Any], deals: NDArray[Any]) -> None:
    """As many cards of a freshly shuffled deck as a row of ``deals`` has, row after row."""
    for row in range(len(deals)):
        deal(state, deck, 0, deals.shape[1])
        for at in range(deals.shape[1]):  # faster, compiled, than a copy of the slice
            deals[row, at] = deck[at]
