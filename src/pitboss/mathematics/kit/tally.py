"""What a simulation adds up: a row of whole numbers for each wager, the same five columns for every game.

Amounts are in ``unit`` parts of the initial stake (``kit.kernel``), so that every payout is a whole number. Sums of
whole numbers do not depend on the order of adding: one worker or many, the result is the same.
"""

import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.kit.compiled import inlined, njit
from pitboss.mathematics.kit.estimate import COLUMNS, HITS, NET, ROUNDS, SQUARE, STAKED

Ints = NDArray[np.int64]
Tally = NDArray[np.int64]  # a row for each wager, a column for each of the above


def new_tally(wagers: int) -> Tally:
    """A row of zeros for each wager."""
    return np.zeros((wagers, len(COLUMNS)), np.int64)


@inlined
def tally_times(out: Tally, row: int, net: int, staked: int, times: int) -> None:
    """Add one result as often as it came: what it nets, the square of that, the stake, and whether it won (a hit)."""
    out[row, ROUNDS] += times
    out[row, NET] += times * net
    out[row, SQUARE] += times * net * net
    out[row, STAKED] += times * staked
    out[row, HITS] += times * (net > 0)


@inlined
def tally(out: Tally, row: int, net: int, staked: int) -> None:
    """Add one round of one wager."""
    out[row, ROUNDS] += 1
    out[row, NET] += net
    out[row, SQUARE] += net * net
    out[row, STAKED] += staked
    out[row, HITS] += net > 0


@njit
def tally_outcomes(out: Tally, nets: Ints, counts: Ints, staked: int) -> None:
    """Add outcomes that were counted first: ``nets`` by wager (row) and outcome (column), each on the same stake."""
    for row in range(nets.shape[0]):
        for outcome in range(nets.shape[1]):
            tally_times(out, row, nets[row, outcome], staked, counts[outcome])
