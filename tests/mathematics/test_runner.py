"""The runner: one result for a seed, on any pool of workers."""

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import closing

import msgspec
import pytest

from pitboss import catalogue
from pitboss.mathematics.kit.kernel import kernel_named, kernels
from pitboss.mathematics.kit.pools import Pool, Processes, Task, Threads, kernel_of, play_block, play_task, task_for
from pitboss.mathematics.kit.runner import BLOCK, Point, simulate
from pitboss.money import Breakage, Money
from pitboss.procedure import Refused

GAME = catalogue.game("go-fore-it")
KERNEL, SEED = kernel_named(GAME, GAME.example()), 7
ROUNDS = 3 * BLOCK + 17


@pytest.fixture(scope="module")
def alone() -> Point:
    return simulate(KERNEL, ROUNDS, SEED)[-1]


@pytest.mark.parametrize(("pool", "workers"), [(Threads, 2), (Threads, 3), (Processes, 2)])
def test_same_seed_same_result_on_threads_and_processes(
    alone: Point, pool: Callable[[int], Pool], workers: int
) -> None:
    """One thread, several threads, several processes: the very same sums."""
    with closing(pool(workers)) as opened:
        assert simulate(KERNEL, ROUNDS, SEED, opened)[-1] == alone


def test_killed_worker_changes_nothing(alone: Point) -> None:
    """A worker killed in the middle of a batch: the batch is played again and the result is the same."""
    pool, killed = Processes(2), []

    def kill() -> None:
        while not (workers := list(pool.pool._processes)):
            time.sleep(0.01)
        time.sleep(0.5)
        os.kill(workers[0], signal.SIGKILL)
        killed.append(workers[0])

    killer = threading.Thread(target=kill)
    killer.start()
    assert simulate(KERNEL, ROUNDS, SEED, pool)[-1] == alone
    killer.join()
    assert killed
    pool.close()


@pytest.mark.parametrize(
    "name", ["big-six-wheel", "roulette", "sic-bo", "craps", "casino-war", "over-under", "baccarat"]
)
def test_chips_do_not_change_what_a_simulation_finds(name: str) -> None:
    """A kernel counts in parts of a stake: a large chip, and payouts down to it, leave them as they are (I-GEN-06)."""
    game = catalogue.game(name)
    filed = msgspec.structs.replace(game.example(), unit=Money(2500), breakage=Breakage.DOWN_TO_CHIP)
    plain, coarse = kernels(game, game.example()), kernels(game, filed)
    assert [simulate(kernel, 2_000, SEED) for kernel in plain] == [simulate(kernel, 2_000, SEED) for kernel in coarse]
    assert all(kernel.rules == filed for kernel in coarse)


def test_stops_at_the_wanted_precision() -> None:
    """The first mark at which the main wager is known well enough ends it; the mark does not depend on the workers."""
    pools = [Threads(1), Threads(2)]
    roulette = catalogue.game("roulette")
    spins = kernel_named(roulette, roulette.example())  # the fastest kernel, for these are many rounds
    ends = [simulate(spins, 64 * BLOCK, SEED, pool, precision=0.003)[-1] for pool in pools]
    assert ends[0] == ends[1]
    assert ends[0].rounds == 16 * BLOCK
    assert 1.96 * ends[0].estimates[0].standard_error <= 0.003
    for pool in pools:
        pool.close()


def test_another_seed_and_another_block_are_other_rounds() -> None:
    """Blocks are independent streams."""
    sums = [play_block(KERNEL, SEED, (0, 1000)), play_block(KERNEL, SEED, (1, 1000)), play_block(KERNEL, 8, (0, 1000))]
    assert sums[0] == play_block(KERNEL, SEED, (0, 1000))
    assert len({str(s) for s in sums}) == 3


def test_a_worker_elsewhere_builds_the_same_kernel() -> None:
    """A task is plain data, from which the filed choices come back: the rounds are those of the sender."""
    game = catalogue.game("casino-war")
    for kernel in kernels(game, game.example()):
        task = task_for(kernel, SEED)
        built = kernel_of(msgspec.json.decode(msgspec.json.encode(task), type=Task))
        assert (built.name, built.strategy, built.rules) == (kernel.name, kernel.strategy, kernel.rules)
        assert play_task(task, (0, 1000)) == play_block(kernel, SEED, (0, 1000))


def test_unknown_kernel_is_refused() -> None:
    """A kernel is named as the game has it."""
    with pytest.raises(Refused, match="there are: hands"):
        kernel_named(GAME, GAME.example(), "nothing")
