"""The runner: one result for a seed, whoever plays it."""

import os
import signal
import threading
import time

import pytest

from pitboss import catalogue
from pitboss.mathematics.kit import runner
from pitboss.mathematics.kit.kernel import BLOCK
from pitboss.mathematics.kit.runner import Local, job, kernel_of, play_block, simulate
from pitboss.procedure import Refused

GAME = catalogue.game("go-fore-it")
WORK = job("go-fore-it", GAME.example(), seed=7)
ROUNDS = 3 * BLOCK + 17


@pytest.fixture(scope="module")
def alone() -> runner.Point:
    pool = Local(1)
    point = simulate(WORK, ROUNDS, pool)[-1]
    pool.close()
    return point


@pytest.mark.parametrize(("workers", "processes"), [(2, False), (3, False), (2, True)])
def test_same_seed_same_result_on_threads_and_processes(alone: runner.Point, workers: int, processes: bool) -> None:
    """One thread, several threads, several processes: the very same sums."""
    pool = Local(workers, processes=processes)
    assert simulate(WORK, ROUNDS, pool)[-1] == alone
    pool.close()


def test_killed_worker_changes_nothing(alone: runner.Point) -> None:
    """A worker killed in the middle of a batch: the batch is played again and the result is the same."""
    pool, killed = Local(2, processes=True), []

    def kill() -> None:
        while not (workers := list(pool.pool._processes)):  # type: ignore[attr-defined]
            time.sleep(0.01)
        time.sleep(0.5)
        os.kill(workers[0], signal.SIGKILL)
        killed.append(workers[0])

    killer = threading.Thread(target=kill)
    killer.start()
    assert simulate(WORK, ROUNDS, pool)[-1] == alone
    killer.join()
    assert killed
    pool.close()


def test_stops_at_the_wanted_precision() -> None:
    """The first mark at which the main wager is known well enough ends it; the mark does not depend on the workers."""
    pools = [Local(1), Local(2)]
    ends = [simulate(WORK, 64 * BLOCK, pool, precision=0.0012)[-1] for pool in pools]
    assert ends[0] == ends[1]
    assert ends[0].rounds == 16 * BLOCK
    assert 1.96 * ends[0].estimates[0].standard_error <= 0.0012
    for pool in pools:
        pool.close()


def test_another_seed_and_another_block_are_other_rounds() -> None:
    """Blocks are independent streams."""
    other = job("go-fore-it", GAME.example(), seed=8)
    sums = [play_block(WORK, (0, 1000)), play_block(WORK, (1, 1000)), play_block(other, (0, 1000))]
    assert sums[0] == play_block(WORK, (0, 1000))
    assert len({str(s) for s in sums}) == 3


def test_unknown_kernel_is_refused() -> None:
    """A job names one of the game's kernels."""
    with pytest.raises(Refused, match="there are: hands"):
        kernel_of(job("go-fore-it", GAME.example(), kernel="nothing"))
