"""Databases of former versions, by the commit that wrote them: they open, play on, replay and verify, and no table is suspended."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.house.host.sessions import PLAYER, Session
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.seal import Sealer
from pitboss.house.table.replay_all import TableReplayed, replay_database
from pitboss.house.table.versions import running
from pitboss.rulebook import former
from tests.house.desk import Desk, random_round, run
from tests.house.migrating import DATABASES, unpacked
from tools.old_databases import COMMITS

GAMES = {"roulette", "pai-gow", "craps", "blackjack", "casino-war"}
ROUNDS = 2  # that were played before
# The oldest, one between, and the newest are played again from their founding, each with the rules of its own day, which are
# imported for it; the others in ``make soak ARGS=slow``.
WITHOUT_SNAPSHOTS = {COMMITS[0], COMMITS[len(COMMITS) // 2], COMMITS[-1]}


def test_there_is_a_database_of_every_commit() -> None:
    assert {path.name.partition(".")[0] for path in DATABASES.glob("*.tar.xz")} == {*COMMITS, "version-1", "rules"}


@pytest.mark.parametrize("commit", COMMITS)
def test_an_old_database_opens_plays_on_replays_and_verifies(commit: str, tmp_path: Path) -> None:
    """And the rules packages in it that its journals name are the house's from then on."""
    database = unpacked(commit, tmp_path)

    async def work() -> None:
        async with Desk(database, []) as desk:
            assert desk.house.hosts.keys() == GAMES
            desk.keys = iter(range(10**6, 10**9))
            kept = set()
            for name, host in desk.house.hosts.items():
                assert not host.suspension.sentence
                host.presence.out_of_reach.clear()
                sitting = {
                    seat: Session(PLAYER, seat, hash) for seat, hash in host.house.store.access.holders(name).items()
                }
                assert sitting
                await random_round(desk, name, sitting, random.Random(name))
                kept |= {host.table.state.filing.founded.version} if host.table is not None else set()
            hashes = {version for version in kept if len(version) == former.HASH_LENGTH}
            assert {row[0] for row in desk.house.store.rules.packages()} == {*hashes, running().rules.version}
            assert desk.house.register.rules_kept == {*hashes, running().rules.version}

    run(work)
    check_in_use(database, Sealer.beside(database))
    found = {verdict.table: verdict for verdict in replay_database(database)}
    assert found.keys() == GAMES
    for verdict in found.values():
        assert isinstance(verdict, TableReplayed)
        assert verdict.found.rounds == ROUNDS + 1
        assert verdict.versions[-1] == running().rules.version


@pytest.mark.parametrize(
    "commit", [one if one in WITHOUT_SNAPSHOTS else pytest.param(one, marks=pytest.mark.slow) for one in COMMITS]
)
def test_an_old_database_opens_without_its_snapshots(commit: str, tmp_path: Path) -> None:
    """Its own rules play every table from its founding on: the package that is kept, or one of the shipped list."""
    database = unpacked(commit, tmp_path)
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        assert db.execute("DELETE FROM snapshots").rowcount == len(GAMES)

    async def work() -> None:
        async with Desk(database, []) as desk:
            assert [host.suspension.sentence for host in desk.house.hosts.values()] == [""] * len(GAMES)

    run(work)
