"""Simulation to a wanted number of rounds or precision.

Rounds are played in blocks, each on its own stream. Results are whole numbers, added in the order of the blocks, and
the decision to stop is taken only at fixed marks. So a seed gives one result, however many workers there are and in
whatever order they finish; blocks that were played past the end are discarded.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import msgspec

from pitboss.mathematics.kit.estimate import COLUMNS, Estimate, estimate
from pitboss.mathematics.kit.kernel import BLOCK as BLOCK
from pitboss.mathematics.kit.kernel import SEED as SEED
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.pools import Block, Pool, Sums, Threads

MARK = 16  # blocks between two looks at the precision
POINTS = 512  # of the way to the result, at most; beyond it every other one is dropped


class Point(msgspec.Struct, frozen=True):
    """How far a simulation had come."""

    rounds: int
    estimates: tuple[Estimate, ...]


def simulate(
    kernel: Kernel,
    rounds: int,
    seed: int = SEED,
    pool: Pool | None = None,
    *,
    precision: float = 0.0,
    progress: Callable[[int], Any] | None = None,
) -> list[Point]:
    """Play until so many rounds, or until the first wager's edge is known to ± ``precision`` (95 %).

    Returns the points on the way, the last being the result. ``progress`` is called with the number of rounds played.
    Without a pool one thread plays.
    """
    if pool is None:
        with closing(Threads()) as alone:
            return simulate(kernel, rounds, seed, alone, precision=precision, progress=progress)
    done, points = 0, list[Point]()
    total: Sums = [[0] * len(COLUMNS) for _ in kernel.wagers]
    for (number, many), sums in zip(blocks(rounds), pool.play(kernel, seed, blocks(rounds)), strict=True):
        _add(total, sums)
        done += many
        if progress is not None:
            progress(done)
        if done < rounds and (number + 1) % MARK and number >= MARK:
            continue
        found = tuple(estimate(wager, row, kernel.unit) for wager, row in zip(kernel.wagers, total, strict=True))
        points.append(Point(done, found))
        if len(points) > POINTS:
            del points[:-1:2]
        if (number + 1) % MARK == 0 and precision and found[0].known_to(precision):
            break
    return points


def blocks(rounds: int) -> Iterator[Block]:
    """(block number, rounds in it)."""
    for number in range(-(-rounds // BLOCK)):
        yield number, min(BLOCK, rounds - number * BLOCK)


def _add(total: Sums, sums: Sums) -> None:
    for row, more in zip(total, sums, strict=True):
        row[:] = [a + b for a, b in zip(row, more, strict=True)]
