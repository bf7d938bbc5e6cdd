"""Simulation on a dask cluster: real processes on this machine, the same result as one worker alone."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.mathematics.kit import pools
from pitboss.mathematics.kit.kernel import kernel_named
from pitboss.mathematics.kit.pools import Cluster
from pitboss.mathematics.kit.runner import BLOCK, Point, simulate
from pitboss.procedure import Refused
from tests.cli.conftest import Pitboss

GAME = catalogue.game("go-fore-it")
KERNEL, SEED = kernel_named(GAME, GAME.example()), 7
ROUNDS = 11 * BLOCK + 17


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and two worker processes, each under a nanny that starts another when it dies."""
    distributed = pytest.importorskip("distributed")  # loaded for these tests alone
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=":0"
    ) as found:
        yield found


@pytest.fixture(scope="module")
def alone() -> Point:
    return simulate(KERNEL, ROUNDS, SEED)[-1]


def test_same_seed_same_result_on_a_cluster(cluster: Any, alone: Point) -> None:
    """Two worker processes behind a scheduler: the very sums of one thread."""
    pool = Cluster(cluster.scheduler_address)
    assert simulate(KERNEL, ROUNDS, SEED, pool)[-1] == alone
    pool.close()


@pytest.mark.slow
def test_worker_killed_in_the_middle_changes_nothing(cluster: Any, alone: Point) -> None:
    """A worker is killed while it plays; its blocks are played elsewhere, and the sums are the same."""
    pool, killed = Cluster(cluster.scheduler_address), list[int]()

    def kill(done: int) -> None:
        if not killed:
            victim = next(iter(pool.client.run(os.getpid).values()))
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)
            assert done < ROUNDS

    assert simulate(KERNEL, ROUNDS, SEED, pool, progress=kill)[-1] == alone
    assert killed
    pool.close()


def test_command_plays_on_a_cluster(cluster: Any, pitboss: Pitboss) -> None:
    """``--cluster`` and ``--workers`` print the same lines."""
    words = ("simulate", "go-fore-it", "--rounds", "2e6", "--seed", 3, "--json")
    status, out, _ = pitboss(*words, "--cluster", cluster.scheduler_address)
    assert status == 0
    assert out == pitboss(*words, "--workers", 2)[1] != ""


def test_another_pitboss_is_not_worked_for(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that have other sources than whoever asks refuse, which is reported in a sentence."""
    monkeypatch.setattr(pools, "sources", lambda: "others")
    pool = Cluster(cluster.scheduler_address)
    with pytest.raises(Refused, match="another version of pitboss"):
        simulate(KERNEL, ROUNDS, SEED, pool)
    pool.close()


def test_nobody_there_is_said_in_a_sentence(pitboss: Pitboss) -> None:
    """No scheduler at the address, no address at all, and two ways to play at once."""
    with pytest.raises(Refused, match=r"No dask scheduler answers at 'tcp://127\.0\.0\.1:1'"):
        Cluster("tcp://127.0.0.1:1", patience=0.5)
    with pytest.raises(Refused, match="No dask scheduler answers at 'nonsense://x'"):
        Cluster("nonsense://x", patience=0.5)
    status, _, err = pitboss("simulate", "go-fore-it", "--cluster", "tcp://127.0.0.1:1", "--workers", 2)
    assert (status, err.count("\n"), "not both" in err) == (2, 1, True)


@pytest.mark.slow
def test_cluster_without_workers_is_refused() -> None:
    """A scheduler that has nobody to play is not waited for."""
    distributed = pytest.importorskip("distributed")
    empty = distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=":0")
    with empty, pytest.raises(Refused, match="has no workers"):
        Cluster(empty.scheduler_address, patience=0.5)
