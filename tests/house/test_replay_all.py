"""A database played again: cut at its snapshots, by one process or by several, without keeping what was looked at."""

import asyncio
import gc
import sqlite3
import tracemalloc
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bench import long_past
from pitboss.house.host import dealer
from pitboss.house.storage.forms import opened_waypoint, sealed_waypoint
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.table import replay_all
from pitboss.house.table.replay_all import TableReplayed, replay_database, stretches
from pitboss.procedure import Refused

GAMES = ("roulette", "craps", "minibaccarat", "pai-gow-poker")
EVERY, CUT, ROUNDS = 4, 2, 21  # rounds to a snapshot that is kept, such snapshots to a stretch, rounds of a table


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short stretches, so that few rounds have several of them."""
    monkeypatch.setattr(dealer, "WAYPOINTS", EVERY)
    monkeypatch.setattr(replay_all, "STRETCH", CUT)
    monkeypatch.setattr(replay_all, "WORTH", 0)


def a_past(database: Path, rounds: int = ROUNDS, games: tuple[str, ...] = GAMES) -> Path:
    asyncio.run(long_past.fill(database, rounds * len(games), games))
    return database


def collected(entries: int) -> None:
    gc.collect()


def reader_of(database: Path) -> Reader:
    return Reader(database, Sealer.beside(database))


def change_waypoint(database: Path, table: str, sequence: int) -> None:
    """Another sum has been wagered at a table in all than its record says, as the snapshot has it that is kept there."""
    sealer, place = Sealer.beside(database), (table, sequence)
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        (body,) = db.execute("SELECT body FROM waypoints WHERE table_id = ? AND sequence = ?", place).fetchone()
        snapshot = msgspec.json.decode(opened_waypoint(sealer, *place, body))
        snapshot["handled"] += 100
        changed = sealed_waypoint(sealer, *place, msgspec.json.encode(snapshot))
        db.execute("UPDATE waypoints SET body = ? WHERE table_id = ? AND sequence = ?", (changed, *place))


@pytest.mark.usefixtures("short")
def test_several_processes_find_what_one_finds(tmp_path: Path) -> None:
    """Every entry belongs to one stretch, and every outcome is recomputed, also of a shoe that lasts for several of them."""
    database = a_past(tmp_path / "house.db")
    with closing(reader_of(database)) as reader:
        for game in GAMES:
            cut = list(stretches(reader, game))
            assert len(cut) == ROUNDS // EVERY // CUT + 1
            assert [one.begins for one in cut[1:]] == [one.ends[-1] for one in cut[:-1]]
            assert (cut[0].begins, cut[-1].ends[-1]) == (0, None)
    alone = list(replay_database(database))
    assert list(replay_database(database, processes=2)) == alone
    for verdict in alone:
        assert isinstance(verdict, TableReplayed)
        assert (verdict.found.rounds, verdict.found.unopened, verdict.found.entered) == (ROUNDS, 0, 0)
        assert verdict.found.recomputed >= ROUNDS
        assert f"{ROUNDS} rounds of {verdict.table}, all as recorded" in str(verdict)
        assert f"head {verdict.head}" in str(verdict)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("processes", [1, 2])
def test_a_snapshot_at_which_the_record_was_cut_is_what_leads_to_it(processes: int, tmp_path: Path) -> None:
    """A stretch begins with a snapshot that somebody may have changed: the one before it has to lead there."""
    database = a_past(tmp_path / "house.db")
    with closing(reader_of(database)) as reader:
        begins = list(stretches(reader, "craps"))[1].begins
    change_waypoint(database, "craps", begins)
    found = replay_database(database, processes=processes)
    first = next(found)
    assert first.table == "roulette"
    with pytest.raises(Refused, match=f"The snapshot that is kept after entry {begins} of craps is not the table"):
        next(found)


@pytest.mark.usefixtures("short")
def test_memory_does_not_grow_with_the_record(tmp_path: Path) -> None:
    peaks = {}
    for rounds in (40, 320):
        database = a_past(tmp_path / f"{rounds}.db", rounds, ("roulette",))
        list(replay_database(database))  # what is kept of rules and layouts
        tracemalloc.start()
        (verdict,) = replay_database(database, heard=collected)
        peaks[rounds] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert isinstance(verdict, TableReplayed)
        assert verdict.found.rounds == rounds
    assert peaks[320] - peaks[40] < 280 * 120, peaks  # a verdict that is kept of each round takes 220 bytes of it
