"""Rounds decided by one draw from equally likely outcomes: a wheel, a throw of dice. One kernel for all of them."""

from functools import partial

import numpy as np

from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import below, stream
from pitboss.mathematics.kit.tally import Ints, Tally, tally_outcomes


@njit
def draws(nets: Ints, unit: int, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Count the outcomes, then settle the counts: a round costs one random number, whatever is wagered."""
    state = stream(seed, block)
    size = nets.shape[1]
    counts = np.zeros(size, np.int64)
    for _ in range(rounds):
        counts[below(state, size)] += 1
    tally_outcomes(out, nets, counts, unit)


def kernel(game: str, name: str, wagers: tuple[str, ...], unit: int, nets: Ints) -> Kernel:
    """A kernel from a table: the net of each wager (row) on each outcome (column), on a stake of ``unit`` cents."""
    return Kernel(game, name, wagers, unit, partial(draws, nets, unit))
