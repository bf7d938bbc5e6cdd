"""A shared house when a line is cut, the leader dies or a lease is lost at the worst moment; with a real server."""

import asyncio
import random
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import psycopg
import pytest

from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.protocol.administration import Ready
from pitboss.house.protocol.filings import AddTable
from pitboss.house.rebuilding import Rebuilt, Row
from pitboss.house.sharing.leases import Leases
from pitboss.house.sharing.mutual_tls import ProcessIdentity
from pitboss.house.sharing.peers import PeerServer, pass_on
from pitboss.house.sharing.units import HOUSE
from pitboss.house.storage import store
from pitboss.house.storage.postgres import NEEDED, SILENCE, PostgresStore, connect_to
from pitboss.house.storage.store import LeaseLost, NotDurable, StorageFailed
from pitboss.house.table.entries import Settings
from pitboss.house.table.recovery import rebuild
from pitboss.house.wire.forwarding import Forwarding
from pitboss.house.wire.health import Watcher
from pitboss.house.wire.limits import ClientLimits
from pitboss.house.wire.server import application
from pitboss.house.wire.traffic import TooMany, Traffic
from pitboss.journal import Journal
from pitboss.procedure import Refused
from pitboss.roles import Role
from soak.crash import plans
from tests.house.live import PATIENCE, until
from tests.house.postgres import expire, needs_postgres, server
from tests.house.sending import seat_wish, take_seat
from tests.house.two_processes import a_process, leases_of, peer_server, processes_of
from tests.house.viewer import Onlooker

pytestmark = needs_postgres
NOW = "2026-01-01T00:00:00.000Z"


def named(address: str, files: Path, name: str, tables: int = 1, demonstration: bool = False) -> House:
    return a_process(address, files, Path(f"/{name}"), Opening(plans(tables), demonstration=demonstration))


async def vanish(house: House) -> None:
    """As when a process dies: nothing is given up or written any more, and what it had ends."""
    await stop(house)
    expire(leases_of(house))


async def stop(house: House) -> None:
    """As when a process has just died."""
    for task in house.tasks:
        task.cancel()
    for host in house.hosts.values():
        await host.stop()
    await house.people.close()
    leases_of(house)._ends.set()
    await asyncio.to_thread(leases_of(house)._thread.join)  # type: ignore[union-attr]


async def until_looked(*houses: House) -> None:
    """Until each has renewed what it has, has heard what there was to hear and has claimed what it may, from now on."""
    for leases in [leases_of(house) for house in houses for _ in range(2)]:
        await until(partial(_looked_after, leases, leases._looked_at))


def _looked_after(leases: Leases, moment: float) -> bool:
    return leases._looked_at > moment


# --- the store


def test_a_commit_whose_line_is_cut_is_told_as_it_ended(address: str, tmp_path: Path) -> None:
    """The server's side of the line is ended again and again, before, during and after the end of a transaction."""
    over = threading.Event()

    async def write() -> None:
        storage, journal, cut = PostgresStore(address, tmp_path), Journal("one"), 0
        cutter = threading.Thread(target=_cut_again_and_again, args=(address, storage, over))
        cutter.start()
        for number in range(4000):
            if number >= 40 and cut >= 10:
                break
            before = journal.sequence, journal.head
            entry = journal.append("noted", {"number": number}, NOW)
            try:
                await storage.commit([storage.sealed(entry)])
            except StorageFailed:
                journal.sequence, journal.head, cut = *before, cut + 1
        over.set()
        cutter.join()
        assert cut >= 10
        assert [entry.sequence for entry in storage.entries("one")] == list(range(1, journal.sequence + 1))
        storage.close()

    asyncio.run(write())


def _cut_again_and_again(address: str, storage: PostgresStore, over: threading.Event) -> None:
    chance = random.Random(5)
    with psycopg.connect(address, autocommit=True) as line:
        while not over.wait(chance.uniform(0.0005, 0.01)):
            writer = storage.writing.raw
            if not writer.closed:
                line.execute("SELECT pg_terminate_backend(%s)", (writer.info.backend_pid,))


def test_a_number_that_the_database_gives_again_after_a_crash_is_no_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It crashes before a transaction is ended, forgets that it numbered it, and gives the number to others, who commit."""
    with server() as database:
        address = database.new_database("house")
        storage = PostgresStore(address, tmp_path)
        storage.commit_now([(store.PULSE, ())])
        send = storage.writing._send

        def crash(*given: Any) -> None:
            monkeypatch.setattr(storage.writing, "_send", send)
            database.crash()
            database.start()
            with psycopg.connect(address, autocommit=True) as other:
                for _ in range(20):
                    other.execute("SELECT pg_current_xact_id()")
            send(*given)

        monkeypatch.setattr(storage.writing, "_send", crash)
        with pytest.raises(StorageFailed):
            storage.commit_now([(store.PULSE, ())])
        storage.commit_now([(store.PULSE, ())])
        with psycopg.connect(address) as line:
            assert line.execute("SELECT beats FROM pulse").fetchone() == (2,)
        storage.close()


# --- who leads


@pytest.mark.parametrize("setting", NEEDED)
def test_a_server_that_is_made_careless_while_it_runs_gets_nothing_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    """Its tables stop, the house says why, and goes on by itself when what is acknowledged is kept again."""
    monkeypatch.setattr("pitboss.house.host.host.RETRY", 0.1)
    monkeypatch.setattr("pitboss.house.wire.health.FRESH", 0.0)

    async def live() -> None:
        with server() as careless:
            house = named(careless.address, tmp_path, "first", demonstration=True)
            await house.open()
            await until(lambda: house.processes.leads and house.cage.leads and house.hosts)
            (host,), watcher = house.hosts.values(), Watcher(house)
            keys = (f"key-{n:016d}" for n in range(1000))
            await take_seat(host, seat_wish(next(keys)))
            assert (await watcher.ready()).ready
            _set(careless.address, setting, "off")
            while await watcher.ready() == Ready(True):  # each process of the server is told, the writer's perhaps last
                await asyncio.sleep(0.01)
            with pytest.raises(Refused, match=f"{setting} = off, under which acknowledged play can be lost"):
                await take_seat(host, seat_wish(next(keys)))
            seated = len(host.require_table().state.seats.players)
            assert seated == 1
            ready = await watcher.ready()
            assert not ready.ready
            assert f"{setting} = off" in ready.why
            _set(careless.address, setting, "on")
            await until(lambda: not host.suspension.sentence)
            await take_seat(host, seat_wish(next(keys)))
            assert len(host.require_table().state.seats.players) == seated + 1
            assert (await watcher.ready()).ready
            await house.close()

    asyncio.run(live())


@pytest.mark.parametrize(("value", "kept"), [("off", False), ("remote_write", True)])
def test_a_server_that_is_set_otherwise_in_the_midst_of_a_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, kept: bool
) -> None:
    """What was looked at when it began is looked at again where it ends."""
    with server() as careless:
        storage = PostgresStore(careless.address, tmp_path)
        send, name = storage.writing._send, "synchronous_commit"

        def set_meanwhile(writer: Any, *given: Any) -> None:
            monkeypatch.setattr(storage.writing, "_send", send)
            _set(careless.address, name, value)
            while writer.execute(f"SELECT current_setting('{name}')").fetchone() != (value,):
                time.sleep(0.01)
            send(writer, *given)

        monkeypatch.setattr(storage.writing, "_send", set_meanwhile)
        if kept:
            storage.commit_now([(store.PULSE, ())])
        else:
            with pytest.raises(NotDurable, match="synchronous_commit = off"):
                storage.commit_now([(store.PULSE, ())])
        assert storage.one("SELECT count(*) FROM pulse") == (int(kept),)
        storage.close()


def _set(address: str, setting: str, value: str) -> None:
    """Change a setting of a server that runs, and wait until every process of it knows."""
    with psycopg.connect(address, autocommit=True) as line:
        line.execute(cast("Any", f"ALTER SYSTEM SET {setting} = {value}"))
        line.execute("SELECT pg_reload_conf()")
        while line.execute(cast("Any", f"SELECT current_setting('{setting}')")).fetchone() != (value,):
            time.sleep(0.01)


def test_a_new_leader_knows_who_was_invited_and_who_guessed(address: str, tmp_path: Path) -> None:
    """What the one before it did since this process began: an invitation used there is none here, a new one is."""

    async def live() -> None:
        first = named(address, tmp_path, "first", demonstration=True)
        await first.open()
        boss = next(one for one in first.register.people.values() if Role.ADMINISTRATOR in one.roles)
        used = (await first.people.accounts.add(boss, "Ann Old", "P-1", (Role.PLAYER,))).token
        second = named(address, tmp_path, "second")
        await second.open()
        await first.people.accept(used, password="correct horse battery")
        fresh = (await first.people.accounts.add(boss, "Bob New", "P-2", (Role.PLAYER,))).token
        with pytest.raises(Refused, match="do not belong together"):
            await first.people.sign_in("P-1", "a guess", "10.0.0.1")
        await vanish(first)
        await until(lambda: second.processes.leads and second.cage.leads)
        with pytest.raises(Refused, match="was used"):
            await second.people.accept(used, password="another password altogether")
        assert second.people.attempts.failing() == first.people.attempts.failing() == 2  # of a name and of an address
        assert await second.people.accept(fresh, password="correct horse battery")
        await second.close()
        first.store.close()

    asyncio.run(live())


def test_who_cannot_lead_now_leads_later(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database fails while the house is founded, and while tables are taken: nobody keeps what they cannot serve."""
    tries: list[str] = []

    async def live() -> None:
        house = named(address, tmp_path, "first", 2, demonstration=True)
        _failing_once(monkeypatch, house.floor, "found_house", tries)
        _failing_once(monkeypatch, processes_of(house).moving, "_note_missing", tries)
        await house.open()
        # the tables are there for a moment before the second of the two fails
        await until(lambda: tries.count("_note_missing") > 1)
        await until(lambda: house.processes.leads and house.cage.leads and len(house.hosts) == 2)
        assert tries.count("found_house") > 1
        assert leases_of(house).held.keys() >= {HOUSE}
        await house.cage.send("P-1", plans(2)[0].name, 500)
        await house.close()

    asyncio.run(live())


def _failing_once(monkeypatch: pytest.MonkeyPatch, house: object, name: str, tries: list[str]) -> None:
    own = getattr(house, name)

    def fails(*given: object) -> object:
        tries.append(name)
        if tries.count(name) == 1:
            raise sqlite3.OperationalError("the server closed the connection unexpectedly")
        return own(*given)

    monkeypatch.setattr(house, name, fails)


@asynccontextmanager
async def signed_in_at_two(address: str, files: Path) -> AsyncIterator[tuple[House, House, str]]:
    """Two processes of a house, and the token of somebody who signed in at the first and is known to the second."""
    first, second = (named(address, files, name, demonstration=True) for name in ("first", "second"))
    await first.open()
    await second.open()
    token = await first.people.sessions.begin(next(iter(first.register.people.values())), "password")
    await until(lambda: second.people.sessions.of(token) is not None)
    yield first, second, token
    await second.close()
    await first.close()


async def sign_out(house: House, token: str) -> None:
    session = house.people.sessions.of(token)
    assert session is not None
    await house.people.sessions.revoke(session)


def test_who_signed_out_while_a_line_was_cut_is_out_everywhere(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said while nobody listens is read when somebody does again."""

    async def live() -> None:
        async with signed_in_at_two(address, tmp_path) as (first, second, token):
            hears = Leases._hear

            def deaf(leases: Leases) -> None:
                if leases is leases_of(second) and not _over.is_set():
                    if leases._ear is not None:
                        leases._ear.close()
                    time.sleep(0.05)
                else:
                    hears(leases)

            _over = threading.Event()
            monkeypatch.setattr(Leases, "_hear", deaf)
            await until(lambda: (ear := leases_of(second)._ear) is not None and ear.closed)
            await sign_out(first, token)
            assert second.people.sessions.of(token) is not None  # control: it was told nothing
            _over.set()
            await until(lambda: second.people.sessions.of(token) is None)

    asyncio.run(live())


def test_what_could_not_be_followed_is_followed_later(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database takes no further connection when a process is told that somebody signed out."""
    tries: list[str] = []

    async def live() -> None:
        async with signed_in_at_two(address, tmp_path) as (first, second, token):
            await until_looked(second)  # it has heard of that, too
            _failing_once(monkeypatch, second.register, "follow", tries)
            await sign_out(first, token)
            await until(lambda: second.people.sessions.of(token) is None)
            assert len(tries) > 1

    asyncio.run(live())


# --- leases


def test_what_was_lost_or_taken_is_told_though_the_line_breaks_right_after(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    PostgresStore(address, tmp_path).close()
    first, second = Leases(address, "first", "/1"), Leases(address, "second", "/2")
    lost, gained = list[str](), list[str]()
    first.lost, second.gained = lost.extend, gained.extend
    first.look()
    expire(first)
    takes = Leases._take

    def breaks(self: Leases, line: Any, units: list[str]) -> None:
        takes(self, line, units)
        raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(Leases, "_take", breaks)
    with pytest.raises(psycopg.OperationalError):
        second.look()
    assert (second.held, gained) == ({HOUSE: 2}, [HOUSE])

    def sees_nothing(self: Leases, line: Any) -> None:
        raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(Leases, "_see", sees_nothing)
    with pytest.raises(psycopg.OperationalError):
        first.look()
    assert (first.held, lost) == ({}, [HOUSE])


def test_units_that_could_not_be_given_up_come_back(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    PostgresStore(address, tmp_path).close()
    first, gained = Leases(address, "first", "/1"), list[str]()
    first.gained, first.ready = gained.extend, True
    with psycopg.connect(address, autocommit=True) as line:
        line.execute("INSERT INTO units VALUES ('T1', 'T1')")
    first.look()
    first.look()  # tables are shared out among those who are there
    assert sorted(gained) == ["T1", HOUSE]
    gained.clear()

    def is_cut(self: Leases) -> Any:
        raise psycopg.OperationalError("the connection is lost")

    with monkeypatch.context() as cut:
        cut.setattr(Leases, "_connected", is_cut)
        first.release(["T1", HOUSE])
    assert first.held == {}
    first.look()
    assert (first.held, sorted(gained)) == ({"T1": 1, HOUSE: 1}, ["T1", HOUSE])


def test_who_stands_still_while_claiming_keeps_nobody_out(address: str, tmp_path: Path) -> None:
    """A process stopped between looking at a lease and taking it over: the server gives up on it, others take the lease."""
    PostgresStore(address, tmp_path).close()
    first, second, third = (Leases(address, name, f"/{name}") for name in ("first", "second", "third"))
    first.look()
    expire(first)
    line = second._connected()
    line.execute("BEGIN")
    line.execute("SELECT 1 FROM leases WHERE unit = %s FOR UPDATE", (HOUSE,))  # and here it stands still
    ends = time.monotonic() + PATIENCE
    while not third.held and time.monotonic() < ends:
        third.look()
        time.sleep(0.05)
    assert third.held == {HOUSE: 2}


def test_only_a_lease_that_was_locked_is_taken_over(address: str, tmp_path: Path) -> None:
    """One that was renewed meanwhile is left alone, however late this process gets to it: its owner may be writing."""
    PostgresStore(address, tmp_path).close()
    first, second = Leases(address, "first", "/1"), Leases(address, "second", "/2")
    first.look()
    line = second._connected()

    class Late:
        """The line of a process that stands still after it has looked at the lease."""

        def __getattr__(self, name: str) -> Any:
            return getattr(line, name)

        def execute(self, *given: Any) -> Any:
            if str(given[0]).startswith("UPDATE leases"):
                first._connected().execute("UPDATE leases SET expires = clock_timestamp() - interval '1 second'")
            return line.execute(*given)

    second._take(cast("Any", Late()), [HOUSE])
    assert second.held == {}


# --- what is written beside the journals


def test_who_lost_a_table_writes_nothing_of_it(address: str, tmp_path: Path) -> None:
    """Not even what has no entry of its own: the reply to a command, a session, a snapshot; an invitation of the house."""

    async def write() -> None:
        leases = Leases(address, "first", "/1")
        storage = PostgresStore(address, tmp_path, leases)
        leases.look()
        leases.units = {"RL-1": "table RL-1"}
        row = ("h", "RL-1", "player", 1, 1)
        of_table = [
            storage.command_write("key", "RL-1", "00" * 16, b"{}"),
            storage.marked(store.SESSION, "sessions", row),
            (store.SNAPSHOT, ("RL-1", 1, 1, b"")),
        ]
        for written in of_table:
            with pytest.raises(LeaseLost):
                await storage.commit([written])
        leases.held["table RL-1"] = 7  # it believes so, and another process has it
        with pytest.raises(LeaseLost):
            await storage.commit(of_table[:1])
        invitation = storage.marked(store.INVITATION, "invitations", ("h", "P-1", 1.0))
        await storage.commit([invitation])
        leases.held = {}
        with pytest.raises(LeaseLost):
            await storage.commit([(store.INVITATIONS_END, ("P-1",))])
        assert await storage.alive()
        await storage.commit([(store.SIGNED_IN_USED, (1.0, b"", "h"))])  # any process sees somebody act
        storage.close()
        leases.close()

    asyncio.run(write())


def test_a_table_of_another_process_keeps_its_number(address: str, tmp_path: Path) -> None:
    """Whatever case it is written in: the house knows the numbers of all tables, not only of those that it serves here."""

    async def live() -> None:
        first, second = (named(address, tmp_path, name, 2, demonstration=True) for name in ("first", "second"))
        await first.open()
        await second.open()
        await until(lambda: len(first.hosts) == len(second.hosts) == 1)
        number = next(iter(second.hosts)).lower()
        boss = next(iter(first.register.people.values())).acting(Role.MANAGER)
        with pytest.raises(Refused, match="already"):
            await first.floor.add_table(AddTable(number, "roulette", "F-1"), boss)
        await second.close()
        await first.close()

    asyncio.run(live())


# --- what is passed on


def test_an_answer_that_was_given_before_the_request_was_read_arrives(tmp_path: Path) -> None:
    """A refusal at the gate: whoever passed the request on is still sending it when it is answered and done with."""

    async def refusing(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 403, "headers": []})
        await send({"type": "http.response.body", "body": b"no"})

    async def live() -> None:
        identity, told = ProcessIdentity(bytes(32), "peer"), list[Any]()
        peers = PeerServer(str(tmp_path / "peer"), identity, refusing, cast("Any", None))
        await peers.start()

        async def receive() -> Any:
            await asyncio.sleep(0.05)  # the other process has answered meanwhile
            return {"type": "http.request", "body": b"x" * 200, "more_body": True}

        async def send(message: Any) -> None:
            told.append(message.get("status") or message.get("body"))
            await asyncio.sleep(0.2)

        never: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await pass_on(str(tmp_path / "peer"), identity, {"type": "http", "headers": []}, receive, send, never)
        assert told == [403, b"no"]
        await peers.close()

    asyncio.run(live())


@asynccontextmanager
async def serving(house: House) -> AsyncIterator[httpx.AsyncClient]:
    """A house as its process serves it, and somebody who reaches that process."""
    app = Forwarding(application(house), processes_of(house))
    orders, words = asyncio.Queue[Any](), asyncio.Queue[Any]()
    life = asyncio.create_task(app({"type": "lifespan", "asgi": {}, "state": {}}, orders.get, words.put))
    await orders.put({"type": "lifespan.startup"})
    assert (await words.get())["type"] == "lifespan.startup.complete"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(cast("Any", app)), base_url="http://house") as client:
        yield client
    await orders.put({"type": "lifespan.shutdown"})
    await life


def test_every_process_lists_every_table_in_one_order(address: str, tmp_path: Path) -> None:
    """That in which they were founded, whichever process has which, and whichever leads."""

    async def live() -> None:
        sockets = [tmp_path / "1", tmp_path / "2"]
        first, second = (a_process(address, tmp_path, socket, Opening(plans(5))) for socket in sockets)

        async def listed(client: httpx.AsyncClient) -> list[str]:
            return [one["id"] for one in (await client.get("/api/tables")).json()]

        founded = [plan.name for plan in plans(5)]
        async with AsyncExitStack() as stack:
            async with serving(first):
                there = await stack.enter_async_context(serving(second))
                assert first.processes.leads
                await until(lambda: {len(first.hosts), len(second.hosts)} == {2, 3})
                assert await listed(there) == [table.name for table in first.tables()] == founded
            await until(lambda: second.processes.leads and len(second.hosts) == 5)
            assert await listed(there) == founded

    asyncio.run(live())


def test_seats_of_an_account_are_counted_over_all_processes(address: str, tmp_path: Path) -> None:
    async def live() -> None:
        first, second = (named(address, tmp_path, name, 2) for name in ("first", "second"))
        await first.open()
        await second.open()
        await until(lambda: len(first.hosts) == len(second.hosts) == 1)
        traffic = Traffic(ClientLimits(account_seats=1))
        async with traffic.one_more_seat(second, "10.0.0.1", "P-1"):
            pass
        await first.cage.send("P-1", next(iter(first.hosts)), 500)  # they sit down there
        await until(lambda: second.cage.purse("P-1").stays)
        with pytest.raises(TooMany, match="1 seats in the house"):
            async with traffic.one_more_seat(second, "10.0.0.1", "P-1"):
                pass
        async with traffic.one_more_seat(second, "10.0.0.1", "P-2"):
            pass
        await second.close()
        await first.close()

    asyncio.run(live())


def test_a_server_that_goes_silent_is_noticed(address: str) -> None:
    """On another machine: nobody hears that the line is cut. The system gives it up after seconds, unless the address says
    otherwise."""
    with connect_to(address) as line:
        given = line.info.get_parameters()
    assert {name: given.get(name) for name in SILENCE} == {name: str(value) for name, value in SILENCE.items()} | {
        "keepalives": given.get("keepalives")
    }
    assert SILENCE["keepalives_idle"] + SILENCE["keepalives_interval"] * SILENCE["keepalives_count"] <= 5
    with connect_to(f"{address}&tcp_user_timeout=60000") as line:
        assert line.info.get_parameters()["tcp_user_timeout"] == "60000"


def test_room_is_made_in_other_processes_too(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The leader's own tables of visitors are in use; one that another process serves is idle, and makes room."""
    monkeypatch.setattr("pitboss.house.own_tables.MOST", 2)
    monkeypatch.setattr("pitboss.house.own_tables.SHORTEST_IDLE", -1.0)
    settings = Settings(practice=True, owner="visitor")
    visitors = [Plan(f"own-{number}", "roulette", "Roulette", settings) for number in range(2)]

    async def live() -> None:
        houses = [a_process(address, tmp_path / "files", tmp_path / name, Opening(visitors)) for name in ("one", "two")]
        peers = [peer_server(house) for house in houses]
        for house, peer in zip(houses, peers, strict=True):
            await peer.start()
            await house.open()
        await until(lambda: all(len(house.hosts) == 1 for house in houses))
        leader, other = sorted(houses, key=lambda house: not house.processes.leads)
        for host in leader.hosts.values():
            token = (await take_seat(host, seat_wish("key-of-a-visitor-1")))["token"]
            host.presence.viewers.add(Onlooker(leader.sessions.of(token, host.name)))
        await leader.processes.look_elsewhere(now=True)
        assert leader.own.too_many() == 1
        await leader.own._make_room()
        assert leader.own.too_many() == 0
        assert all(host.table is not None and host.table.state.standing.retired for host in other.hosts.values())
        for house, peer in zip(houses, peers, strict=True):
            for host in house.hosts.values():
                host.presence.viewers.clear()
            await house.close()
            await peer.close()

    asyncio.run(live())


# --- a table is served once


async def all_told(house: House) -> None:
    """Until what the leases have told of is done."""
    await until_looked(house)
    done = asyncio.Event()
    processes_of(house)._news.put_nowait(done.set)
    await done.wait()


def hosts_of(name: str) -> int:
    """How many hosts serve a table."""
    return sum(task.get_name() == name for task in asyncio.all_tasks())


def test_a_table_that_is_being_taken_over_is_not_given_away(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody looks at it yet while another process seems to have less to do; given away then, it would be served without a lease,
    and a second time when it is taken again."""

    async def live() -> None:
        house = named(address, tmp_path, "first")
        await house.open()
        await until(lambda: bool(house.hosts))
        leases, moving, (name,) = leases_of(house), processes_of(house).moving, house.hosts
        begun, go = _held_back(monkeypatch, house)
        await moving.lose([leases.unit(name)])
        gaining = asyncio.create_task(moving.gain([leases.unit(name)]))
        await until(begun.is_set)
        monkeypatch.setattr(leases, "too_many", lambda: 1)
        giving = asyncio.create_task(moving.give_some())
        await until_looked(house)
        monkeypatch.setattr(leases, "too_many", lambda: 0)
        go.set()
        await asyncio.gather(gaining, giving)
        await all_told(house)
        assert hosts_of(name) == 1
        assert house.hosts[name].is_running
        await house.close()

    asyncio.run(live())


def test_a_table_that_is_gained_twice_before_that_is_told_is_served_once(address: str, tmp_path: Path) -> None:
    """It was given up in between, or is not here at all any more."""

    async def live() -> None:
        house = named(address, tmp_path, "first")
        await house.open()
        await until(lambda: bool(house.hosts))
        leases, moving, (name,) = leases_of(house), processes_of(house).moving, house.hosts
        await moving.gain([leases.unit(name)])
        assert hosts_of(name) == 1
        await moving.lose([leases.unit(name)])
        with leases._acting:  # nobody looks meanwhile
            leases.release([leases.unit(name)])
            gaining = asyncio.create_task(moving.gain([leases.unit(name)]))
            while not gaining.done():
                await asyncio.sleep(0.01)
            assert hosts_of(name) == 0
        await all_told(house)
        assert hosts_of(name) == 1
        await house.close()

    asyncio.run(live())


def _held_back(
    monkeypatch: pytest.MonkeyPatch, house: House, fails: str = ""
) -> tuple[threading.Event, threading.Event]:
    """Tables are rebuilt when the second event is set, but for one, which fails once."""
    rebuilt, begun, go, failed = house.rebuilding.rebuilt, threading.Event(), threading.Event(), list[str]()

    def slowly(row: Row) -> Rebuilt:
        if row[0] == fails and not failed:
            failed.append(fails)
            raise sqlite3.OperationalError("the server closed the connection unexpectedly")
        begun.set()
        assert go.wait(PATIENCE)
        return rebuilt(row)

    monkeypatch.setattr(house.rebuilding, "rebuilt", slowly)
    return begun, go


def test_where_one_table_cannot_be_taken_over_the_others_are_not_served_without_a_lease(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def live() -> None:
        house = named(address, tmp_path, "first", 2)
        await house.open()
        await until(lambda: len(house.hosts) == 2)
        moving, names = processes_of(house).moving, list(house.hosts)
        units = [leases_of(house).unit(name) for name in names]
        _, go = _held_back(monkeypatch, house, names[0])
        await moving.lose(units)
        await moving.gain(units)
        go.set()
        await all_told(house)
        await until(lambda: house.hosts.keys() == {*names})
        assert [hosts_of(name) for name in names] == [1, 1]
        await house.close()

    asyncio.run(live())


def test_a_table_is_taken_over_once_what_it_handed_in_before_is_written(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is lost in the midst of a commit that takes long, and gained again before that has ended."""

    async def live() -> None:
        house = named(address, tmp_path, "first")
        await house.open()
        await until(lambda: bool(house.hosts))
        moving, (name,) = processes_of(house).moving, house.hosts
        unit, write = leases_of(house).unit(name), house.store.writing.transaction  # type: ignore[attr-defined]
        begun, go = threading.Event(), threading.Event()

        def slowly(parts: Any) -> Any:
            if any(values[0] == name for part in parts for sql, values in part.writes if sql is store.ENTRY):
                begun.set()
                assert go.wait(PATIENCE)
            return write(parts)

        monkeypatch.setattr(house.store.writing, "transaction", slowly)  # type: ignore[attr-defined]
        wish = take_seat(house.hosts[name], seat_wish("key-of-a-player-01"))
        await until(begun.is_set)
        await moving.lose([unit])
        with pytest.raises(Refused, match="moved to another process"):
            await wish
        gaining = asyncio.create_task(moving.gain([unit]))
        await until_looked(house)
        go.set()
        await gaining
        await take_seat(house.hosts[name], seat_wish("key-of-a-player-02"))
        assert len(house.hosts[name].require_table().state.seats.players) == 2
        await house.close()

    asyncio.run(live())


def test_a_record_that_grows_while_it_is_read_is_in_order(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who leads reads the tables of others while these are played."""

    async def live() -> None:
        house = named(address, tmp_path, "first")
        await house.open()
        await until(lambda: bool(house.hosts))
        loop, (host,), entries = asyncio.get_running_loop(), house.hosts.values(), house.store.entries
        keys = (f"key-of-a-player-{n:02d}" for n in range(2))

        async def sit_down(key: str) -> None:
            await take_seat(host, seat_wish(key))

        def then_grown(*given: Any) -> Any:
            found = list(entries(*given))
            if key := next(keys, ""):
                asyncio.run_coroutine_threadsafe(sit_down(key), loop).result(PATIENCE)
            return found

        monkeypatch.setattr(house.store, "entries", then_grown)
        table = await asyncio.to_thread(rebuild, house.store, host.name)
        assert len(table.state.seats.players) == 2
        await house.close()

    asyncio.run(live())
