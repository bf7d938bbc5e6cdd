"""Simulation to a wanted number of rounds or precision, on threads, processes or a cluster.

A ``Job`` says what to play in plain data, so that any worker can build the kernel for itself. Work is dealt out
in blocks, each on its own stream; results are whole numbers, added in the order of the blocks; the decision to
stop is taken only at fixed marks. So a seed gives one result, however many workers there are, in whatever order
they finish, and however often a worker dies and its blocks are played again.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from multiprocessing import get_context
from typing import Any, Protocol

import msgspec
import numpy as np

from pitboss import catalogue
from pitboss.procedure import Refusal, Refused
from pitboss.simulate.kernel import Estimate, Kernel, blocks, estimate, kernels
from pitboss.submission import load, write

BATCH = 16  # blocks between two looks at the precision
TRIES = 5  # how often a batch is played again after a worker died

Sums = list[list[int]]
Block = tuple[int, int]


class Job(msgspec.Struct, frozen=True):
    """What is simulated: a game under a filed submission, by one of its kernels."""

    game: str
    submission: str  # TOML, as `submission new` writes it
    kernel: str = ""  # its name; empty for the first
    seed: int = 58


class Point(msgspec.Struct, frozen=True):
    """How far a simulation had come."""

    rounds: int
    estimates: tuple[Estimate, ...]


class Pool(Protocol):
    """Whoever plays blocks and hands back their sums in order."""

    def play(self, job: Job, batch: list[Block]) -> list[Sums]: ...

    def close(self) -> None: ...


def job(game: str, rules: Any, seed: int = 58, kernel: str = "") -> Job:
    return Job(game, write(game, rules), kernel, seed)


@cache
def kernel_of(work: Job) -> Kernel:
    """The kernel of a job; each worker builds it once."""
    game = catalogue.game(work.game)
    found = kernels(game, load(game.rules, work.submission))
    for kernel in found:
        if work.kernel in ("", kernel.name):
            return kernel
    names = ", ".join(kernel.name for kernel in found)
    raise Refused(Refusal.NOT_OFFERED, f"{game.title} has no kernel {work.kernel!r}; there are: {names}.", game.closed)


def play_block(work: Job, block: Block) -> Sums:
    """One block, on this worker."""
    kernel = kernel_of(work)
    out = np.zeros((len(kernel.wagers), 5), np.int64)
    kernel.run(work.seed, block[0], block[1], out)
    return [[int(number) for number in row] for row in out]


class Local:
    """Threads (the kernels leave the interpreter's lock) or processes of this machine."""

    def __init__(self, workers: int, *, processes: bool = False) -> None:
        self.workers, self.processes = workers, processes
        self.pool = self._open()

    def _open(self) -> Executor:
        # spawn, never fork: a forked worker would inherit threads of the numerical libraries
        return (
            ProcessPoolExecutor(self.workers, get_context("spawn"))
            if self.processes
            else ThreadPoolExecutor(self.workers)
        )

    def play(self, job: Job, batch: list[Block]) -> list[Sums]:
        for _ in range(TRIES):
            try:
                return list(self.pool.map(partial(play_block, job), batch))
            except BrokenProcessPool:  # a worker died: its blocks are the same when played again
                self.pool = self._open()
        raise Refused(Refusal.IMPOSSIBLE, f"Workers died {TRIES} times over the same {len(batch)} blocks.", "")

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


class Cluster:
    """A dask cluster at an address. Needs the extra: ``pip install pitboss[cluster]``."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise Refused(Refusal.IMPOSSIBLE, "A cluster needs dask: pip install 'pitboss[cluster]'.", "") from None
        self.client = Client(address)

    def play(self, job: Job, batch: list[Block]) -> list[Sums]:
        futures = self.client.map(partial(play_block, job), batch, pure=False, retries=TRIES)
        found: list[Sums] = self.client.gather(futures)
        return found

    def close(self) -> None:
        self.client.close()


def simulate(
    work: Job,
    rounds: int,
    pool: Pool,
    *,
    precision: float = 0.0,
    progress: Callable[[Point], Any] | None = None,
) -> list[Point]:
    """Play until so many rounds, or until the first wager's edge is known to ± ``precision`` (95 %).

    Returns the points on the way, the last being the result.
    """
    kernel, waiting = kernel_of(work), list(blocks(rounds))
    total: Sums = [[0] * 5 for _ in kernel.wagers]
    points: list[Point] = []
    for batch in _batches(waiting):
        for sums in pool.play(work, batch):
            for row, line in zip(total, sums, strict=True):
                row[:] = [a + b for a, b in zip(row, line, strict=True)]
        found = tuple(estimate(wager, row, kernel.unit) for wager, row in zip(kernel.wagers, total, strict=True))
        points.append(Point(found[0].rounds, found))
        if progress is not None:
            progress(points[-1])
        if precision and 1.96 * found[0].standard_error <= precision:
            break
    return points


def _batches(waiting: list[Block]) -> Iterator[list[Block]]:
    for start in range(0, len(waiting), BATCH):
        yield waiting[start : start + BATCH]
