"""Who plays the blocks of a simulation: threads or processes of this machine, or a dask cluster.

Threads share the kernel. A worker in another process is sent a ``Task``, which is plain data, and builds the kernel for
itself. Blocks are sent ahead, so that no worker waits for the next one; they come back in their order, however often a
worker dies and its blocks are played again.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from multiprocessing import get_context
from typing import Any, Protocol

import msgspec

from pitboss import catalogue
from pitboss.mathematics.kit.cache import sources
from pitboss.mathematics.kit.kernel import Kernel, kernel_named
from pitboss.mathematics.kit.tally import new_tally
from pitboss.money import Cents
from pitboss.procedure import Refusal, Refused
from pitboss.submission import load, write

TRIES = 5  # how often blocks are played again after a worker died
AHEAD = 2  # blocks sent to each worker before its last is back

Sums = list[list[int]]  # a tally as Python integers, which never overflow
Block = tuple[int, int]  # its number, and how many rounds are in it


class Pool(Protocol):
    """Plays blocks of a kernel's rounds and returns their sums in order."""

    def play(self, kernel: Kernel, seed: int, blocks: Iterable[Block]) -> Iterator[Sums]: ...

    def close(self) -> None: ...


def play_block(kernel: Kernel, seed: int, block: Block) -> Sums:
    """One block, on this worker."""
    out = new_tally(len(kernel.wagers))
    kernel.run(seed, *block, out)
    return [[int(number) for number in row] for row in out]


# --- workers in other processes


class Task(msgspec.Struct, frozen=True):
    """What a worker in another process is sent: a game under a filed submission, and which of its kernels."""

    game: str
    submission: str  # TOML, as `submission new` writes it
    kernel: str
    seed: int
    sources: str = ""  # the sender's, where the worker may have another version: its rounds would be other rounds
    stake: Cents | None = None  # what is wagered, where payouts are rounded as they are at that amount


class DifferentSources(Exception):
    """A worker has another version of pitboss than the sender of its task."""


class WorkerDied(Exception):
    """A worker died more often than its pool tolerates."""


def task_for(kernel: Kernel, seed: int, sources: str = "") -> Task:
    assert kernel.rules is not None, f"kernel {kernel.name!r} was not built from a submission"
    return Task(kernel.game, write(kernel.game, kernel.rules), kernel.name, seed, sources, kernel.stake)


@cache
def kernel_of(task: Task) -> Kernel:
    """The kernel of a task; each worker builds it once."""
    game = catalogue.game(task.game)
    return kernel_named(game, load(game.rules, task.submission), task.kernel, task.stake)


def play_task(task: Task, block: Block) -> Sums:
    """One block of a task, on this worker."""
    if task.sources not in ("", sources()):
        raise DifferentSources
    return play_block(kernel_of(task), task.seed, block)


class _Pending:
    """A result to come; a broken pool or a killed worker shows as ``WorkerDied``."""

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
            raise WorkerDied from None
        return found


def _in_order(
    blocks: Iterable[Block], ahead: int, send: Callable[[Block], Any], reopen: Callable[[], Any] = lambda: None
) -> Iterator[Sums]:
    """Results in the order of the blocks, so many of them sent ahead; after a death those not back are sent again."""
    source, sent, left = iter(blocks), deque[tuple[Block, Any]](), TRIES
    while True:
        sent.extend((block, send(block)) for block in islice(source, ahead - len(sent)))
        if not sent:
            return
        try:
            sums: Sums = sent[0][1].result()
        except DifferentSources:
            raise Refused(
                Refusal.UNAVAILABLE, "A worker has another version of pitboss than this machine; install the same.", ""
            ) from None
        except WorkerDied:
            left -= 1
            if not left:
                many = f"Workers died {TRIES} times over the same {len(sent)} blocks."
                raise Refused(Refusal.UNAVAILABLE, many, "") from None
            reopen()
            sent = deque((block, send(block)) for block, _ in sent)
            continue
        left = TRIES
        sent.popleft()
        yield sums


# --- pools


class Threads:
    """Threads of this process: compiled kernels run without the interpreter's lock."""

    def __init__(self, workers: int = 1) -> None:
        self.workers, self.pool = workers, ThreadPoolExecutor(workers)

    def play(self, kernel: Kernel, seed: int, blocks: Iterable[Block]) -> Iterator[Sums]:
        def send(block: Block) -> Future[Sums]:
            return self.pool.submit(play_block, kernel, seed, block)

        return _in_order(blocks, AHEAD * self.workers, send)

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


class Processes:
    """Processes of this machine; when one dies the pool is opened again."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._open()

    def _open(self) -> None:
        # spawn, never fork: a forked worker would inherit threads of the numerical libraries
        self.pool = ProcessPoolExecutor(self.workers, get_context("spawn"))

    def play(self, kernel: Kernel, seed: int, blocks: Iterable[Block]) -> Iterator[Sums]:
        task = task_for(kernel, seed)

        def send(block: Block) -> _Pending:
            return _Pending(lambda: self.pool.submit(play_task, task, block), (BrokenProcessPool,))

        return _in_order(blocks, AHEAD * self.workers, send, self._open)

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


class Cluster:
    """A dask cluster at an address. Needs the extra: ``pip install pitboss[cluster]``."""

    def __init__(self, address: str, patience: float = 10) -> None:
        try:
            import distributed
        except ImportError:
            raise Refused(Refusal.NEEDS_PACKAGE, "A cluster needs dask: pip install 'pitboss[cluster]'.", "") from None
        dask: Any = distributed
        self.deaths = (dask.KilledWorker,)
        try:
            self.client = dask.Client(address, timeout=patience)
        except (OSError, ValueError, TypeError):  # OSError: no answer in time; the others: not an address
            raise Refused(Refusal.UNAVAILABLE, f"No dask scheduler answers at {address!r}.", "") from None
        try:
            self.client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            self.close()
            raise Refused(Refusal.UNAVAILABLE, f"The dask scheduler at {address!r} has no workers.", "") from None

    def play(self, kernel: Kernel, seed: int, blocks: Iterable[Block]) -> Iterator[Sums]:
        """The scheduler gives the blocks of a lost worker to another."""
        task = task_for(kernel, seed, sources())

        def send(block: Block) -> _Pending:
            return _Pending(lambda: self.client.submit(play_task, task, block, pure=False), self.deaths)

        cores = sum(self.client.nthreads().values())
        return _in_order(blocks, AHEAD * max(1, cores), send)

    def close(self) -> None:
        self.client.close()
