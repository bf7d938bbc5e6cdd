"""The whole house under one seed: virtual time, a virtual disk and virtual lines (``soak.simulation``; long in ``make soak``)."""

import random
import sqlite3
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from pitboss.events import Dealt, Event
from pitboss.house.founding import Plan
from pitboss.ledger import LAYOUT
from soak.simulation.adversary import disturb
from soak.simulation.broken import (
    ATTACKED,
    CONTROLS,
    SEEDS,
    attacks_until_found,
    recovers_in_silence,
    seeds_until_found,
)
from soak.simulation.checks import Checks, Commands
from soak.simulation.disk import FULL, WRITE, Disk, available
from soak.simulation.faces import Eyes, shown
from soak.simulation.linearizable import Operation, Saw, Wrote
from soak.simulation.run import PRACTICE, simulate
from soak.simulation.world import World
from tests.house.desk import Desk, run

pytestmark = pytest.mark.skipif(not available(), reason="the SQLite of this Python cannot be reached: no virtual disk")
SHORT = 0.015  # hours
QUICK = ("forgets keys", "shows hidden cards", "pays from nowhere")


def test_one_seed_is_one_run_to_the_byte() -> None:
    """The same frames, the same journals, the same database file; another seed gives another run."""
    first, again, other = (simulate(seed, SHORT, games=("go-fore-it",), every=30) for seed in (7, 7, 8))
    assert (first.digest, first.heads, first.database) == (again.digest, again.heads, again.database)
    assert first.digest != other.digest
    assert first.heads != other.heads
    assert first.commands["acknowledged"] > 10


def test_every_promise_is_kept_while_everything_goes_wrong() -> None:
    """Chips after every commit, hidden cards in every frame, commands once, and the record after every restart."""
    found = simulate(9, 0.1, games=("go-fore-it", "roulette"), every=30)
    assert not found.broken, "\n".join([*found.broken, *found.trace])
    assert min(found.disturbed["power"], found.disturbed["kill"]) >= 2
    assert sum(found.disturbed.values()) >= 4
    assert found.rounds > 3
    assert found.hidden > 100
    assert found.converged > 10


def test_a_house_that_recovers_in_silence_is_found_out() -> None:
    """Control: connections that stay open while a disk fails are compared with new ones, when the table goes on."""
    sentences: tuple[str, ...] = ()
    for seed in range(1, SEEDS + 1):
        sentences = simulate(seed, 0.1, games=("roulette",), every=40, broken=recovers_in_silence).broken
        if sentences:
            break
    assert any("an open connection shows" in sentence for sentence in sentences)
    assert not simulate(seed, 0.1, games=("roulette",), every=40).broken


@pytest.mark.parametrize("name", QUICK)
def test_a_broken_house_is_found_out(name: str) -> None:
    """Control: each within two seeds; ``python -m soak simulation`` has those that take longer."""
    assert name in CONTROLS
    assert seeds_until_found(name, 0.1, most=2)


def test_a_house_keeps_its_promises_while_somebody_writes_its_database() -> None:
    """No rules run that nobody approved, no seed or card seen, no answer that no order explains; all there when it is over."""
    found = simulate(11, 0.2, games=("roulette", "go-fore-it"), disturb=disturb)
    assert not found.broken, "\n".join([*found.broken, *found.trace])
    assert {"edit", "swap", "wipe", "withhold", "rules run"} <= found.disturbed.keys()
    assert found.commands["acknowledged"] > 100
    assert found.converged > 10


@pytest.mark.parametrize("name", ATTACKED)
def test_a_defect_is_found_by_whoever_writes_the_database(name: str) -> None:
    """Control: defects that a house once had are put back, and found within ten seeds."""
    assert 1 <= attacks_until_found(name) <= SEEDS


def test_answers_that_no_order_explains_are_found(tmp_path: Path) -> None:
    """Control: an acknowledgement that another has taken back."""
    commands = Commands()
    world = SimpleNamespace(over=False, note=lambda *words: None)
    checks = Checks(cast(World, world), commands)
    commands.history["T"] += [Operation(0, 1, Wrote(7)), Operation(1, 4, Wrote(8)), Operation(2, 3, Saw(7))]
    checks.linearizable()
    assert not checks.broken
    commands.history["T"].append(Operation(5, 6, Saw(7)))
    checks.linearizable()
    assert any("no order explains" in sentence for sentence in checks.broken)


def test_a_cent_too_many_is_seen_after_a_commit(tmp_path: Path) -> None:
    """Control: in the ledger, and on the layout."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("T", "roulette", "Roulette", PRACTICE)]) as desk:
            table, world = desk.table("T"), SimpleNamespace(house=desk.house, over=False, note=lambda *words: None)
            checks = Checks(cast(World, world), Commands())
            checks.after_commit()
            assert not checks.broken
            for account, word in (("cage", "add up"), (LAYOUT, "layout")):
                table.state.ledger.balances[account] += 1
                checks.after_commit()
                assert any(word in sentence for sentence in checks.broken)
                assert world.over
                table.state.ledger.balances[account] -= 1

    run(work)


def test_a_record_that_lost_an_entry_is_seen_where_it_was_read_before(tmp_path: Path) -> None:
    """Control: what has come to a record is read on from its last entry, which must be there as it was."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("T", "roulette", "Roulette", PRACTICE)]) as desk:
            await desk.sit("T")
            world = SimpleNamespace(house=desk.house, over=False, note=lambda *words: None)
            checks = Checks(cast(World, world), Commands())
            checks.record(tmp_path, whole=False)
            await desk.sit("T")
            checks.record(tmp_path, whole=False)
            assert not checks.broken
            checks._kept["T"].head = "another"
            checks.record(tmp_path, whole=False)
            assert any("gone or changed" in sentence for sentence in checks.broken)

    run(work)


def test_eyes_follow_events_that_are_added_taken_back_and_begun_anew() -> None:
    """What is kept up as a round goes on is what one would find by looking at all of it."""
    pick, eyes = random.Random(1), Eyes((2,))
    events: list[Event] = []
    for _ in range(500):
        chance = pick.random()
        if chance < 0.1:
            events = []
        elif chance < 0.25:
            del events[pick.randrange(len(events) + 1) :]
        seen_by = pick.choice((None, (1,), (2,), (1, 2), ()))
        events += [Dealt(1, pick.choice("AKQ") + "H", cite="1", seen_by=seen_by) for _ in range(pick.randrange(3))]
        eyes.follow(events)
        assert eyes.shown == Counter(shown(events, (2,)))
        assert eyes.hidden == [event for event in events if event.seen_by is not None and 2 not in event.seen_by]


# --- the disk itself


def written(folder: Path, synchronous: str, seed: int) -> tuple[int, int | None]:
    """How many rows were committed before a power cut, and how many are found after it; None: the file is damaged."""
    pick, committed, cut = random.Random(seed), 0, list[bool]()
    there, image = folder / f"{synchronous}{seed}", folder / f"{synchronous}{seed}-after"
    there.mkdir()
    with Disk(there) as disk:
        database = sqlite3.connect(there / "a.db", isolation_level=None)
        for pragma in ("journal_mode = wal", f"synchronous = {synchronous}", "wal_autocheckpoint = 20"):
            database.execute(f"PRAGMA {pragma}")
        database.execute("CREATE TABLE t (a, b)")
        at = disk.calls + pick.randrange(20, 200)

        def before(call: str, name: str) -> None:
            if disk.calls >= at and not cut:
                cut.append(True)
                disk.image(image, pick)

        disk.before = before
        while not cut:
            database.execute("INSERT INTO t VALUES (?, ?)", (committed, "x" * pick.randrange(3000)))
            committed += not cut
        database.close()
    try:
        found = sqlite3.connect(image / "a.db")
        whole = found.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        rows = found.execute("SELECT count(*) FROM t").fetchone()[0]
        found.close()
    except sqlite3.DatabaseError:
        return committed, None
    return committed, rows if whole else None


def test_the_disk_keeps_what_was_synced_and_no_more(tmp_path: Path) -> None:
    """FULL loses nothing; NORMAL loses what was committed last, and OFF damages the file, in many of so many cuts."""
    for seed in range(40):
        committed, found = written(tmp_path, "FULL", seed)
        assert found in (committed, committed + 1), seed
    normal = [written(tmp_path, "NORMAL", seed) for seed in range(40)]
    assert sum(found is None or found < committed for committed, found in normal) >= 10
    off = [written(tmp_path, "OFF", seed) for seed in range(40)]
    assert sum(found is None for _, found in off) >= 20


def test_the_disk_fails_when_it_is_told_to(tmp_path: Path) -> None:
    """An error of the disk reaches SQLite as one, and is over when it is over."""
    with Disk(tmp_path) as disk:
        database = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
        database.execute("PRAGMA journal_mode = wal")
        database.execute("CREATE TABLE t (a)")
        disk.before = lambda call, name: FULL if call == WRITE else None
        with pytest.raises(sqlite3.OperationalError, match="full"):
            database.execute("INSERT INTO t VALUES (1)")
        disk.before = lambda call, name: None
        database.execute("INSERT INTO t VALUES (2)")
        assert database.execute("SELECT a FROM t").fetchall() == [(2,)]
        database.close()
