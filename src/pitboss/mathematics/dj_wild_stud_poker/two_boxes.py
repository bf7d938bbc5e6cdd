"""DJ Wild Stud Poker: two players against the same hand of the dealer, from the rows of ``kit.duels``.

How both boxes ended is written into one number: how the main game of one ended and which hand of it was beaten, then the
same of the other.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import RANKING
from pitboss.families.poker_ranks import CLASS_AT
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.duels import FIVE, place
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.poker import Ints, Numbers

CARDS = len(RANKING.deck)
FOLDED, LOST, EQUAL, WON = range(4)  # how the main game ended; from ``WON`` on with the class of the hand
NONE_BEATEN = 0  # else 2 and twice the class, 1 more where it was the player's
BEATEN, SECOND = 5, 11  # where numbers begin in the code of a round; of the second box as of the first


@njit
def row_of(deck: Ints, first: int, five: Ints) -> Any:
    """The row of the five cards from ``first`` on, which are put in order by insertion."""
    for n in range(FIVE):
        card, at = deck[first + n], n
        while at and five[at - 1] > card:
            five[at] = five[at - 1]
            at -= 1
        five[at] = card
    return place(five)


@njit
def ended(mine: np.int64, dealers: np.int64, raises: np.bool_) -> Any:
    """How a box ended, from the numbers of two hands, and which hand was beaten."""
    if not raises:
        return FOLDED
    if mine == dealers:
        return EQUAL
    beaten = (2 + 2 * (min(mine, dealers) >> CLASS_AT) + int(mine < dealers)) << BEATEN
    return beaten | (LOST if mine < dealers else WON + (mine >> CLASS_AT))


@njit
def play_boxes(values: Numbers, raised: NDArray[np.bool_], seed: int, block: int, out: Ints) -> None:
    """The dealer's five cards and two players'; values of hands, and which are raised, by their rows."""
    state, deck, five = stream(seed, block), np.arange(CARDS), np.empty(FIVE, np.int64)
    for n in range(len(out)):
        deal(state, deck, 0, 3 * FIVE)
        dealers = np.int64(values[row_of(deck, 0, five)])
        for box in range(2):
            row = row_of(deck, FIVE * (1 + box), five)
            end = ended(np.int64(values[row]), dealers, raised[row])
            out[n] = out[n] | end << SECOND if box else end
