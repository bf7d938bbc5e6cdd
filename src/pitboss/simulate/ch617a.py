"""Roulette: one spin, one wager of each kind. Nets per spot and compartment come from the chapter."""

from functools import partial

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.chapters.ch617a_roulette import Rules, WheelInUse, pay, wins
from pitboss.game import Game
from pitboss.simulate.kernel import Kernel
from pitboss.simulate.philox import below, stream
from pitboss.wagers import Wager

UNIT = 500  # five chips of a dollar, so that a fifth is whole


def tables(rules: Rules, spots: list[tuple[str, str]]) -> NDArray[np.int64]:
    """Net of each spot on each compartment, in cents on a stake of ``UNIT``; a dead 00 is no compartment."""
    found = []
    for kind, on in spots:
        row = []
        for pocket in pockets(rules):
            won = wins(kind, on, pocket, rules)
            row.append(pay(Wager(1, kind, on, UNIT), pocket, rules).returned - UNIT if won else -UNIT)
        found.append(row)
    return np.array(found, np.int64)


def pockets(rules: Rules) -> list[str]:
    """617a.4(c)(2): where 00 is spun again it never decides anything."""
    dead = ("00",) if rules.wheel is WheelInUse.DOUBLE_AS_SINGLE else ()
    return [pocket for pocket in rules.device.order if pocket not in dead]


@njit(cache=True, nogil=True)
def spins(nets: NDArray[np.int64], seed: int, block: int, rounds: int, out: NDArray[np.int64]) -> None:
    """Count where the ball rests, then weigh the counts: a spin costs one random number, whatever is wagered."""
    state = stream(seed, block)
    size = nets.shape[1]
    counts = np.zeros(size, np.int64)
    for _ in range(rounds):
        counts[below(state, size)] += 1
    for wager in range(nets.shape[0]):
        for pocket in range(size):
            net, count = nets[wager, pocket], counts[pocket]
            out[wager, 0] += count
            out[wager, 1] += net * count
            out[wager, 2] += net * net * count
            out[wager, 3] += 500 * count
            if net > 0:
                out[wager, 4] += count


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """One kernel; the first spot of each kind of wager stands for its kind."""
    first: dict[str, tuple[str, str]] = {}
    for kind, on in rules.covers:
        first.setdefault(kind, (kind, on))
    spots = list(first.values())
    return [Kernel("roulette", "spins", tuple(first), UNIT, partial(spins, tables(rules, spots)))]
