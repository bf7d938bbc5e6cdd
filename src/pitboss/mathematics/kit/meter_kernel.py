"""Progressive meters in compiled simulations, in micro-cents as the engine's.

A meter starts every block at its seed. What it has gained by the end of the block still belongs to those who wagered,
and is added to what they netted: so the mean is that of the long run, wherever the blocks are cut.
"""

from typing import Any

from pitboss.families.progressive import ALL
from pitboss.mathematics.kit.compiled import borrowing, njit
from pitboss.mathematics.kit.estimate import NET
from pitboss.mathematics.kit.tally import Ints, Tally
from pitboss.meters import MICRO

FIXED, SHARE, FILED = -3, -2, -1  # the last rows of a table of payments by line: fixed sums, per cent of the meter, and
STAKE, SEED, MOVED = range(
    3
)  # the first columns of its last row: the wager, the seed, what each wager adds to the meter


@njit
def play_meter(meter: Ints, moved: int, percent: int, seed: int) -> Any:
    """One wager: it moves the meter, takes so many per cent of it, and leaves a new seed if that was all. Returns the
    whole cents taken."""
    meter[0] += moved
    if percent == 0:
        return 0
    due = meter[0] * percent // (100 * MICRO)
    meter[0] -= due * MICRO
    if percent == ALL:
        meter[0] += seed
    return due


@borrowing
def fixed_or_share(line: int, pays: Ints, meter: Ints) -> Any:
    """What one wager on a meter nets that wins a part of it or a fixed sum; it moves the meter."""
    share = pays[SHARE, line]
    due = play_meter(meter, pays[FILED, MOVED], share, pays[FILED, SEED])
    return due - pays[FILED, STAKE] if share else pays[FIXED, line]


@njit
def gained(meter: Ints, seed: int) -> Any:
    """Whole cents that a meter, with whatever is in reserve for it, has gained since it was at this seed."""
    return (meter.sum() - seed) // MICRO


@njit
def give_back(out: Tally, offered: Ints, wager: int, meter: Ints, seed: int) -> None:
    """Add what a meter has gained to what the wager on it netted, where that is among those offered."""
    for row in range(len(offered)):
        if offered[row] == wager:
            out[row, NET] += gained(meter, seed)
