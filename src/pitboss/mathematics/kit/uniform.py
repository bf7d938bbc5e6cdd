"""Rounds decided by one draw from equally likely outcomes: a wheel, a throw of dice. One kernel for all of them."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import below, stream


@njit
def draws(nets: NDArray[np.int64], unit: int, seed: int, block: int, rounds: int, out: NDArray[np.int64]) -> None:
    """Count the outcomes, then weigh the counts: a round costs one random number, whatever is wagered."""
    state = stream(seed, block)
    size = nets.shape[1]
    counts = np.zeros(size, np.int64)
    for _ in range(rounds):
        counts[below(state, size)] += 1
    for wager in range(nets.shape[0]):
        for outcome in range(size):
            net, count = nets[wager, outcome], counts[outcome]
            out[wager, 0] += count
            out[wager, 1] += net * count
            out[wager, 2] += net * net * count
            out[wager, 3] += unit * count
            if net > 0:
                out[wager, 4] += count


def kernel(game: str, name: str, wagers: tuple[str, ...], unit: int, nets: NDArray[np.int64]) -> Kernel:
    """A kernel from a table: the net of each wager (row) on each outcome (column), on a stake of ``unit`` cents."""
    return Kernel(game, name, wagers, unit, partial(draws, nets, unit))
