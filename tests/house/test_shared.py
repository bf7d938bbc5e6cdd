"""A house over PostgreSQL that several processes serve, with a real server and real processes."""

import asyncio
import contextlib
import sqlite3
import threading
from pathlib import Path

import msgspec
import psycopg
import pytest

from pitboss.house.commands.retire_own import RetireOwn
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import NOBODY
from pitboss.house.house import House
from pitboss.house.sharing.leases import Leases
from pitboss.house.sharing.units import FLOOR, HOUSE, unit_of
from pitboss.house.storage import dialect, schema, store
from pitboss.house.storage.copying import into_file, into_new_file, into_server
from pitboss.house.storage.postgres import Everything, PostgresStore
from pitboss.house.storage.record_file import as_file
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import LeaseLost, StorageFailed, Store
from pitboss.house.wire.forwarding import table_of
from pitboss.journal import AUTOMATIC, Entry, Journal
from pitboss.submission import write
from soak.crash import plans
from soak.shared import campaign
from tests.house.live import until
from tests.house.postgres import expire, needs_postgres, server
from tests.house.test_linked import PLANS as LINKED
from tests.house.two_processes import a_process

pytestmark = needs_postgres


def entry_writes(storage: Store, journal: str, count: int) -> list[list[store.Write]]:
    made = Journal(journal)
    return [[storage.sealed(made.append("noted", {"number": n}, "2026-01-01T00:00:00.000Z"))] for n in range(count)]


# --- the store


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
def test_a_server_that_may_lose_what_it_acknowledged_is_refused(setting: str, tmp_path: Path) -> None:
    with server(**{setting: "off"}) as careless, pytest.raises(Unsafe, match=f"{setting} = off"):
        PostgresStore(careless.address, tmp_path)


def test_the_journal_only_grows(address: str, tmp_path: Path) -> None:
    async def write() -> None:
        storage = PostgresStore(address, tmp_path)
        first, second, third = entry_writes(storage, "one", 3)
        await storage.commit(first)
        with pytest.raises(StorageFailed, match="no gaps"):
            await storage.commit(third)
        await storage.commit(second)
        with pytest.raises(StorageFailed):
            await storage.commit(second)
        with psycopg.connect(address, autocommit=True) as line:
            for attack in ("UPDATE journal SET kind = 'x'", "DELETE FROM journal", "TRUNCATE journal"):
                with pytest.raises(psycopg.errors.RaiseException):
                    line.execute(attack)
        assert [entry.sequence for entry in storage.entries("one")] == [1, 2]
        storage.check_tail("one", 2, list(storage.entries("one"))[-1].hash)
        storage.close()

    asyncio.run(write())


def test_one_bad_part_leaves_the_others_written(address: str, tmp_path: Path) -> None:
    async def write() -> None:
        storage = PostgresStore(address, tmp_path)
        good, bad = entry_writes(storage, "good", 20), [("INSERT INTO nothing VALUES (?)", (1,))]
        results = await asyncio.gather(
            *(storage.commit(bad if n % 5 == 4 else good[n - n // 5]) for n in range(20)), return_exceptions=True
        )
        assert [isinstance(one, StorageFailed) for one in results] == [n % 5 == 4 for n in range(20)]
        assert len(list(storage.entries("good"))) == 16
        storage.close()

    asyncio.run(write())


def test_a_database_is_not_opened_under_another_key(address: str, tmp_path: Path) -> None:
    PostgresStore(address, tmp_path / "first").close()
    with pytest.raises(Unsafe, match="key"):
        PostgresStore(address, tmp_path / "second")


def test_a_wrong_key_is_said_to_be_one(address: str, tmp_path: Path) -> None:
    async def write() -> None:
        storage = PostgresStore(address, tmp_path)
        await storage.commit(entry_writes(storage, "one", 1)[0])
        storage.close()

    asyncio.run(write())
    (tmp_path / "house.key").write_bytes(bytes(32))
    with pytest.raises(Unsafe, match=r"That is not the key of .*: nothing sealed in it opens"):
        PostgresStore(address, tmp_path)


def test_an_older_database_is_brought_to_this_version(address: str, tmp_path: Path) -> None:
    """Once no process of an older program serves it; a newer one is refused."""
    PostgresStore(address, tmp_path).close()
    with psycopg.connect(address, autocommit=True) as line:
        line.execute("DROP TABLE totals")
        line.execute("UPDATE layout SET version = 2")
        line.execute("INSERT INTO processes VALUES ('old', '/old', true, now() + INTERVAL '1 minute')")
    with pytest.raises(Unsafe, match="processes of an older program serve it; stop all of them"):
        PostgresStore(address, tmp_path)
    with pytest.raises(Unsafe, match="is of version 2; open the house with it once"):
        into_file(address, tmp_path / "copy.db")
    with psycopg.connect(address, autocommit=True) as line:
        line.execute("DELETE FROM processes")
    storage = PostgresStore(address, tmp_path)
    assert storage.migrated == (2, schema.VERSION)
    storage.close()
    again = PostgresStore(address, tmp_path)
    assert again.migrated is None
    again.close()
    with psycopg.connect(address, autocommit=True) as line:
        line.execute("UPDATE layout SET version = %s", (schema.VERSION + 1,))
    with pytest.raises(schema.TooNew, match="use the newer program"):
        PostgresStore(address, tmp_path)


def test_every_statement_of_the_store_is_worded() -> None:
    """SQLite prepares each statement as it is; none may be left that only SQLite takes."""
    own = [text for name, text in vars(store).items() if name.isupper() and str(text).startswith(("INSERT", "UPDATE"))]
    assert len(own) > 20
    for text in own:
        assert " OR " not in dialect.worded(text)
        assert "?" not in dialect.worded(text)
    with contextlib.closing(sqlite3.connect(":memory:")) as reader:
        for statement in schema.statements(schema.SCHEMA):
            reader.execute(statement)
        for name, (columns, _) in dialect.keys().items():
            found = reader.execute("SELECT name FROM pragma_table_info(?)", (name,)).fetchall()
            assert columns == tuple(column for (column,) in found)


# --- leases


def test_what_another_process_took_over_cannot_be_written_any_more(address: str, tmp_path: Path) -> None:
    """Below, at and above the life of a lease; the fence counts, not what a process believes."""

    async def write() -> None:
        first = Leases(address, "first", "/1")
        storage = PostgresStore(address, tmp_path, first)
        one, two, three = entry_writes(storage, HOUSE, 3)
        first.look()
        assert first.held == {HOUSE: 1}
        await storage.commit(one)
        second = Leases(address, "second", "/2")
        second.look()
        assert not second.held
        assert second.where(HOUSE) == "/1"
        expire(first)
        await storage.commit(two)  # it expired, and nobody has taken it: it is still the first one's
        second.look()
        assert second.held == {HOUSE: 2}
        with pytest.raises(LeaseLost):
            await storage.commit(three)
        assert len(list(storage.entries(HOUSE))) == 2
        lost: list[str] = []
        first.lost = lost.extend
        first.look()
        assert (lost, first.held, first.where(HOUSE)) == ([HOUSE], {}, "/2")
        storage.writing.holding = Everything()  # control: it was the lease that refused, nothing else
        await storage.commit(three)
        second.close()
        first.look()
        assert first.held == {HOUSE: 3}  # given up, not expired: at once
        first.close()
        storage.close()

    asyncio.run(write())


def test_units_keep_together_what_has_to_see_each_other() -> None:
    """I-GEN-33: the tables of a common meter are one unit, and that of the tables dealt by people if one of them is."""

    def row(plan: Plan, **settings: object) -> tuple[str, str, str, str, str]:
        assert plan.rules is not None
        run_as = msgspec.structs.replace(plan.settings, **settings)
        return plan.name, plan.game, "", write(plan.game, plan.rules), msgspec.json.encode(run_as).decode()

    first, second, alone = row(LINKED[0]), row(LINKED[1]), row(LINKED[-1])
    dealt = row(LINKED[1], dealer="person")
    assert unit_of(first, [first, second]) == unit_of(second, [first, second])
    assert unit_of(first, [first, dealt]) == unit_of(dealt, [first, dealt]) == FLOOR
    assert unit_of(alone, [first, alone]) == "table alone"


def test_every_path_is_for_somebody() -> None:
    assert table_of("/api/tables/RL-1/rounds/3") == "RL-1"
    assert table_of("/ws/tables/RL-1") == "RL-1"
    assert table_of("/ws/devices/RL-1") == "RL-1"
    assert table_of("//api//tables/RL-1/do") == table_of("/api/tables//RL-1/") == "RL-1"  # as the routes read it
    assert table_of("/api/tables") == table_of("/api/session") == table_of("/checkpoint") == ""
    assert table_of("/") is table_of("/static/x/table.js") is table_of("/health/live") is None


# --- several houses in one process: what one does, the others know


def test_two_processes_serve_one_house(address: str, tmp_path: Path) -> None:
    async def live() -> None:
        first, second = (
            a_process(address, tmp_path, Path(f"/{name}"), Opening(plans(4), demonstration=True))
            for name in ("first", "second")
        )
        await first.open()
        await second.open()
        assert first.processes.leads
        assert not second.processes.leads
        await until(lambda: len(first.hosts) == len(second.hosts) == 2)
        assert not set(first.hosts) & set(second.hosts)
        await first.processes.look_elsewhere(now=True)
        assert set(first.everywhere) == {plan.name for plan in plans(4)}
        there = next(iter(second.hosts))
        with pytest.raises(Exception, match="another process"):
            await first.everywhere.maps[1][there].do(NOBODY, RetireOwn(key="key"))
        person = next(iter(first.register.people.values()))
        token = await first.people.sessions.begin(person, "password")
        await until(lambda: second.people.sessions.of(token) is not None)
        await first.people.sessions.revoke(first.people.sessions.of(token))  # type: ignore[arg-type]
        await until(lambda: second.people.sessions.of(token) is None)
        await first.close()
        await until(lambda: second.processes.leads and len(second.hosts) == 4)
        await second.record.make_head()
        kept = second.register.head_kept
        assert kept is not None
        assert not second.record.log.resume((kept.size, kept.root))
        kinds = [entry.kind for entry in second.store.entries("house")]
        days = {entry.time[:10] for entry in second.store.entries("house")}
        assert kinds.count("head_kept") == len(days)  # one a day, whichever process leads
        await second.close()

    asyncio.run(live())


def test_tables_are_taken_over_beside_each_other_and_not_on_the_loop(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fifty tables of a process that died are mostly fifty times waiting for the database; meanwhile others are served."""
    together, threads, recover = threading.Barrier(2, timeout=60), set[int](), Host.recover

    def beside(self: Host) -> None:
        threads.add(threading.get_ident())
        together.wait()  # until another one is being rebuilt as well
        recover(self)

    monkeypatch.setattr(Host, "recover", beside)

    async def live() -> None:
        house = a_process(address, tmp_path, Path("/one"), Opening(plans(4)))
        await house.open()
        await until(lambda: len(house.hosts) == 4)
        assert threading.get_ident() not in threads
        monkeypatch.undo()
        await house.close()

    asyncio.run(live())


def test_a_record_goes_from_a_file_to_a_server_and_back(address: str, tmp_path: Path) -> None:
    """Entry by entry the same, and in order as a file wherever it came from."""

    async def live() -> None:
        house = House(Store(tmp_path / "house.db"), Opening(plans(2), demonstration=True))
        await house.open()
        await house.close()
        before = {name: [*_entries(tmp_path / "house.db", name)] for name in ("house", plans(2)[0].name)}
        into_server(tmp_path / "house.db", address, tmp_path / "files")
        with pytest.raises(Unsafe):
            into_server(tmp_path / "house.db", address, tmp_path / "other")
        shared = a_process(address, tmp_path / "files", Path("/one"), Opening(plans(2)))
        await shared.open()
        await until(lambda: len(shared.hosts) == 2)
        assert await shared.record.verification.run(AUTOMATIC) is None
        with as_file(shared.store) as file:
            assert file.is_file()
        await shared.close()
        into_new_file(address, tmp_path / "files", tmp_path / "back.db")
        for name, known in before.items():
            assert _entries(tmp_path / "back.db", name)[: len(known)] == known
        again = House(Store(tmp_path / "back.db"), Opening(plans(2)))
        await again.open()
        assert not any(host.suspension.sentence for host in again.hosts.values())
        await again.close()

    asyncio.run(live())


def _entries(file: Path, journal: str) -> list[Entry]:
    storage = Store(file)
    try:
        return list(storage.entries(journal))
    finally:
        storage.close()


def test_a_house_in_a_file_is_served_by_one_process(tmp_path: Path) -> None:
    house = House(Store(tmp_path / "house.db"), Opening(plans(1)))
    assert house.processes.leads
    assert not house.everywhere.maps[1]
    house.store.close()


# --- processes that are killed, databases that crash


@pytest.mark.parametrize(("kills", "crashes", "pauses"), [(2, 1, 1), pytest.param(3, 4, 3, marks=pytest.mark.slow)])
def test_nothing_acknowledged_is_lost_when_processes_and_the_database_are_killed(
    kills: int, crashes: int, pauses: int
) -> None:
    """Kills of processes, crashes of the database, processes that stand still; hundreds in ``make soak``. Leases last a third as
    long as in a house, so that each is soon over."""
    outcome = asyncio.run(
        campaign(
            kills=kills, crashes=crashes, pauses=pauses, tables=2, processes=2, pause_seconds=2.0, seed=3, lease_seconds=1.0
        )
    )  # fmt: skip
    assert outcome.clean, (outcome.lost, outcome.twice, outcome.complaints)
    assert outcome.kills == kills + crashes + pauses
    assert outcome.acknowledged > 10
