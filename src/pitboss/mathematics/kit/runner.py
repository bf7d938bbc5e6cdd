"""Simulation to a wanted number of rounds or precision, on threads, processes or a cluster.

A ``Job`` says what to play in plain data, so that any worker can build the kernel for itself. Work is dealt out
in blocks, each on its own stream; results are whole numbers, added in the order of the blocks; the decision to
stop is taken only at fixed marks. So a seed gives one result, however many workers there are, in whatever order
they finish, and however often a worker dies and its blocks are played again. Blocks are sent ahead, so that no
worker waits at a mark; those played past the end are thrown away.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from multiprocessing import get_context
from typing import Any, Protocol

import msgspec
import numpy as np

from pitboss import catalogue
from pitboss.mathematics.kit.cache import SOURCES
from pitboss.mathematics.kit.kernel import Estimate, Kernel, blocks, estimate, kernels
from pitboss.procedure import Refusal, Refused
from pitboss.submission import load, write

MARK = 16  # blocks between two looks at the precision
POINTS = 512  # kept of the way, at the most
TRIES = 5  # how often blocks are played again after a worker died
AHEAD = 2  # blocks sent to each worker before its last is back

Sums = list[list[int]]
Block = tuple[int, int]


class Job(msgspec.Struct, frozen=True):
    """What is simulated: a game under a filed submission, by one of its kernels."""

    game: str
    submission: str  # TOML, as `submission new` writes it
    kernel: str = ""  # its name; empty for the first
    seed: int = 58
    sources: str = ""  # of the pitboss that sends it to another machine: another's rounds would be other rounds


class Point(msgspec.Struct, frozen=True):
    """How far a simulation had come."""

    rounds: int
    estimates: tuple[Estimate, ...]


class Pool(Protocol):
    """Whoever plays blocks and hands back their sums in order."""

    def play(self, job: Job, waiting: Iterable[Block]) -> Iterator[Sums]: ...

    def close(self) -> None: ...


class OtherSources(Exception):
    """A worker has another pitboss than whoever sends it work."""


class Died(Exception):
    """A worker died more often than its pool puts up with."""


def job(game: str, rules: Any, seed: int = 58, kernel: str = "") -> Job:
    return Job(game, write(game, rules), kernel, seed)


@cache
def kernel_of(work: Job) -> Kernel:
    """The kernel of a job, by its name or its strategy; each worker builds it once."""
    game = catalogue.game(work.game)
    found = kernels(game, load(game.rules, work.submission))
    for kernel in found:
        if work.kernel in ("", kernel.name, kernel.strategy):
            return kernel
    names = ", ".join(kernel.name for kernel in found)
    raise Refused(Refusal.NOT_OFFERED, f"{game.title} has no kernel {work.kernel!r}; there are: {names}.", game.closed)


def play_block(work: Job, block: Block) -> Sums:
    """One block, on this worker."""
    if work.sources not in ("", SOURCES):
        raise OtherSources
    kernel = kernel_of(work)
    out = np.zeros((len(kernel.wagers), 5), np.int64)
    kernel.run(work.seed, block[0], block[1], out)
    return [[int(number) for number in row] for row in out]


def _in_order(
    waiting: Iterable[Block], ahead: int, send: Callable[[Block], Any], again: Callable[[], Any]
) -> Iterator[Sums]:
    """Results in the order of the blocks, so many of them sent ahead; after a death those not back are sent again."""
    source, sent, left = iter(waiting), deque[tuple[Block, Any]](), TRIES
    while True:
        sent.extend((block, send(block)) for block in islice(source, ahead - len(sent)))
        if not sent:
            return
        try:
            sums: Sums = sent[0][1].result()
        except OtherSources:
            raise Refused(
                Refusal.IMPOSSIBLE, "A worker has another version of pitboss than this machine; install the same.", ""
            ) from None
        except Died:
            left -= 1
            if not left:
                many = f"Workers died {TRIES} times over the same {len(sent)} blocks."
                raise Refused(Refusal.IMPOSSIBLE, many, "") from None
            again()
            sent = deque((block, send(block)) for block, _ in sent)
            continue
        left = TRIES
        sent.popleft()
        yield sums


class _Told:
    """A future whose broken pool or killed worker is told as ``Died``."""

    def __init__(self, send: Callable[[], Any], deaths: tuple[type[BaseException], ...]) -> None:
        self.deaths = deaths
        try:
            self.future = send()
        except deaths as error:  # the pool broke before the block was sent
            self.future = Future[Sums]()
            self.future.set_exception(error)

    def result(self) -> Sums:
        try:
            found: Sums = self.future.result()
        except self.deaths:
            raise Died from None
        return found


class Local:
    """Threads (the kernels leave the interpreter's lock) or processes of this machine."""

    def __init__(self, workers: int, *, processes: bool = False) -> None:
        self.workers, self.processes = workers, processes
        self._open()

    def _open(self) -> None:
        # spawn, never fork: a forked worker would inherit threads of the numerical libraries
        self.pool: Executor = (
            ProcessPoolExecutor(self.workers, get_context("spawn"))
            if self.processes
            else ThreadPoolExecutor(self.workers)
        )

    def play(self, job: Job, waiting: Iterable[Block]) -> Iterator[Sums]:
        def send(block: Block) -> _Told:
            return _Told(lambda: self.pool.submit(play_block, job, block), (BrokenProcessPool,))

        return _in_order(waiting, AHEAD * self.workers, send, self._open)

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


class Cluster:
    """A dask cluster at an address. Needs the extra: ``pip install pitboss[cluster]``."""

    def __init__(self, address: str, patience: float = 10) -> None:
        try:
            import distributed
        except ImportError:
            raise Refused(Refusal.IMPOSSIBLE, "A cluster needs dask: pip install 'pitboss[cluster]'.", "") from None
        dask: Any = distributed
        self.deaths = (dask.KilledWorker,)
        try:
            self.client = dask.Client(address, timeout=patience)
        except (OSError, ValueError, TypeError):  # OSError: nobody there in time; the others: no address
            raise Refused(Refusal.IMPOSSIBLE, f"No dask scheduler answers at {address!r}.", "") from None
        try:
            self.client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            self.close()
            raise Refused(Refusal.IMPOSSIBLE, f"The dask scheduler at {address!r} has no workers.", "") from None

    def play(self, job: Job, waiting: Iterable[Block]) -> Iterator[Sums]:
        """A block whose worker is lost is played by another; the scheduler sees to it."""
        work = msgspec.structs.replace(job, sources=SOURCES)

        def send(block: Block) -> _Told:
            return _Told(lambda: self.client.submit(play_block, work, block, pure=False), self.deaths)

        cores = sum(self.client.nthreads().values())
        return _in_order(waiting, AHEAD * max(1, cores), send, lambda: None)

    def close(self) -> None:
        self.client.close()


def simulate(
    work: Job,
    rounds: int,
    pool: Pool,
    *,
    precision: float = 0.0,
    progress: Callable[[int], Any] | None = None,
) -> list[Point]:
    """Play until so many rounds, or until the first wager's edge is known to ± ``precision`` (95 %).

    Returns the points on the way, the last being the result. ``progress`` is told how many rounds are played.
    """
    kernel, done = kernel_of(work), 0
    total: Sums = [[0] * 5 for _ in kernel.wagers]
    points: list[Point] = []
    for (number, many), sums in zip(blocks(rounds), pool.play(work, blocks(rounds)), strict=True):
        for row, line in zip(total, sums, strict=True):
            row[:] = [a + b for a, b in zip(row, line, strict=True)]
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
