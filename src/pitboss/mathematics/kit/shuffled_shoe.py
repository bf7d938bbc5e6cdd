"""A shoe shuffled in memory, for kernels that deal it to the cover card, and what they add up by depth."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.philox import below, stream
from pitboss.mathematics.kit.tally import Ints
from pitboss.mathematics.studies.depth import BINS, DealtDepth

Places = NDArray[np.int16]
Words = NDArray[np.uint32]
BURNED = 1  # the first card of a shoe
ROUNDS, NET, SQUARE = range(3)  # of the sums, each by wager and tenth of the shoe


@njit
def shuffle(order: Places, state: Words) -> None:
    """Fisher–Yates."""
    for last in range(len(order) - 1, 0, -1):
        other = below(state, last + 1)
        order[last], order[other] = order[other], order[last]


def dealt_shoes(
    deal: Callable[[Words, int, Ints], None], wagers: Sequence[str], unit: int, cards: int, cut: int, shoes: int, seed: int
) -> DealtDepth:  # fmt: skip
    """So many shoes, dealt to ``cut`` cards from the end; ``deal`` adds to sums by wager, tenth of the shoe and column."""
    sums = np.zeros((len(wagers), BINS, 3), np.int64)
    deal(stream(seed, 0), shoes, sums)
    rounds, nets, squares = (sums[:, :, column].tolist() for column in (ROUNDS, NET, SQUARE))
    return DealtDepth(
        tuple(wagers), unit, cut, cards, tuple(rounds[0]), tuple(map(tuple, nets)), tuple(map(tuple, squares))
    )
