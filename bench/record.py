"""The record: bytes of a round, verification, recall of any round, the cost of a head, and opening a house with many rounds.

A few hundred rounds are really played; for the long record one of them is written again and again, chained, sealed and listed as
the house does it. ``PITBOSS_ROUNDS`` says how many (200,000 unless told). ``PITBOSS_STORE`` says how many lie in the store in all
(as many, unless told): those above are copied under other names by the database itself, so that it is as large as it would be;
nobody could verify them.
"""

import asyncio
import contextlib
import os
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import AUDIT, Session
from pitboss.house.house import House
from pitboss.house.storage import schema
from pitboss.house.storage import store as sql
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.store import Store
from pitboss.house.table.entries import Settings
from pitboss.house.table.set_hands import SetHandsReader
from pitboss.house.wire import archive, table_info
from pitboss.journal import Entry, digest
from pitboss.procedure import Election
from tests.house.sending import command_of, leave_table, said, seat_wish, take_seat

PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=10**9)
ROUNDS = int(os.environ.get("PITBOSS_ROUNDS", "200000"))
STORE = int(os.environ.get("PITBOSS_STORE", "0"))
WARM, COUNTED, RECALLED, REPLAYED, VERIFIED = 150, 200, 400, 100, 5
GAMES = (("roulette", 1, "red"), ("roulette", 3, "red"), ("blackjack", 3, "blackjack"))


def run() -> dict[str, float | str]:
    """Every figure of this room; some minutes."""
    found: dict[str, float | str] = {}
    for game, players, wager in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            size = asyncio.run(_bytes_of_a_round(Path(folder) / "house.db", game, players, wager))
            found[f"bytes of a round on the disk, {game}, {players} player{'s' * (players > 1)}"] = size
    with tempfile.TemporaryDirectory() as folder:
        found |= asyncio.run(_replayed(Path(folder) / "house.db"))
    with tempfile.TemporaryDirectory() as folder:
        found |= asyncio.run(_long_record(Path(folder) / "house.db"))
    return found


async def _replayed(database: Path) -> dict[str, float | str]:
    """Rounds of a long past played again by the rules package, from the snapshot before them."""
    house = House(Store(database), Opening([Plan("t", "blackjack", "Blackjack", PRACTICE)]))
    await house.open()
    await _play(house, await _sit(house, 3), "blackjack", WARM + COUNTED)
    pick, times = random.Random(2), []
    for _ in range(REPLAYED + 1):
        began = time.perf_counter()
        found = await house.recall.replay("t", pick.randrange(1, WARM + COUNTED))
        times.append((time.perf_counter() - began) * 1000)
        assert found.as_recorded, found.sentence
    await house.close()
    first, *others = times
    others.sort()
    return {
        "milliseconds to play a recalled round again (blackjack, 3 players), the first, with its process": first,
        "and then p50": statistics.median(others),
        "and p99": others[int(len(others) * 0.99)],
    }


async def _bytes_of_a_round(database: Path, game: str, players: int, wager: str) -> float:
    house = House(Store(database), Opening([Plan("t", game, game, PRACTICE)]))
    await house.open()
    sitting = await _sit(house, players)
    await _play(house, sitting, wager, WARM)
    await house.record.make_head()
    await house.record.learn()
    before = _size(database)
    played = await _play(house, sitting, wager, COUNTED)
    await house.record.make_head()
    after = _size(database)
    await house.close()
    return (after - before) / played


def _size(database: Path) -> int:
    with contextlib.closing(sqlite3.connect(database)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = file.execute("SELECT sum(pgsize) FROM dbstat").fetchone()
        return int(size)


async def _sit(house: House, players: int) -> list[Session]:
    host = house.hosts["t"]
    taken = [await take_seat(host, seat_wish(f"bench-seat-{n:08d}")) for n in range(players)]
    return [house.sessions.of(one["token"], "t") for one in taken]


async def _play(house: House, sitting: list[Session], wager: str, rounds: int) -> int:
    """Whoever sits wagers; then whatever is asked is answered with what stands if nothing is said."""
    host = house.hosts["t"]
    keys = iter(f"bench-{random.getrandbits(64):016x}-{n}" for n in range(10**9))

    async def do(session: Session, **what: object) -> None:
        table = host.require_table()
        asked = table.round.asked if table.round is not None else 0
        number = table.state.felt.number if table.round is not None else table.state.felt.number + 1
        sent = command_of(next(keys), round=number, question=asked, **what)
        await host.do(session, sent)

    first = host.require_table().state.felt.number
    for _ in range(rounds):
        over = len(house.store.history.rounds("t", 1 << 62, 1)) and house.store.history.rounds("t", 1 << 62, 1)[0][0]
        if host.require_table().round is None:
            await do(sitting[0], do="ready")
        while (play := host.require_table().round) is not None and (asked := play.elections()):
            await _answer(do, sitting, asked)  # such as the cut of a new shoe
        for session in sitting:
            await do(session, answer=said("wager", wager=wager, amount=1000))
        for session in sitting:
            await do(session, do="ready")
        while (house.store.history.rounds("t", 1 << 62, 1) or [(0,)])[0][0] == over:
            table = host.require_table()
            assert table.round is not None
            await _answer(do, sitting, table.round.elections())
    return host.require_table().state.felt.number - first or rounds


async def _answer(do: Callable[..., Awaitable[None]], sitting: list[Session], asked: list[Election]) -> None:
    election = asked[0]
    option = election.default or election.options[-1]
    session = next(one for one in sitting if one.seat == election.to)
    given = option.answer(election.to)
    await do(session, answer=said(str(given.says), amount=given.amount or None, hand=given.hand))


async def _long_record(database: Path) -> dict[str, float | str]:
    house = House(Store(database), Opening([Plan("t", "roulette", "Roulette", PRACTICE)]))
    await house.open()
    sitting = await _sit(house, 3)
    await _play(house, sitting, "red", WARM)
    await house.record.make_head()
    await house.record.learn()
    await _play(house, sitting, "red", 3)
    for session in sitting:
        await leave_table(house.hosts["t"], session, f"bench-leave-{session.seat}")
    await house.close()
    _repeat(database)
    began, cpu = time.monotonic(), time.process_time()
    house = House(Store(database), Opening([Plan("t", "roulette", "Roulette", PRACTICE)]))
    await house.open()
    found: dict[str, float | str] = {
        f"seconds to open a house with {ROUNDS:,} rounds": time.monotonic() - began,
        "and of CPU": time.process_time() - cpu,
    }
    assert not house.hosts["t"].suspension.sentence, house.hosts["t"].suspension.sentence
    began, entries = time.process_time(), house.record.log.size
    await house.record.make_head()
    seconds, put = time.process_time() - began, house.record.log.size - entries
    found["entries/s put under a head, with its signature"] = put / seconds
    found["CPU milliseconds for the head of a minute (50 tables, 60 rounds an hour, 6 entries each)"] = (
        seconds / put * 300 * 1000
    )
    laid = SetHandsReader(*table_info.rules_of(house.founded["t"]))
    found |= _recall(house.store, laid)
    sealer = house.store.sealer
    await house.close()  # which brings its index up to date meanwhile, on the same core
    rates = []
    for _ in range(VERIFIED):
        began = time.process_time()
        audited = check_in_use(database, sealer)
        rates.append(audited.entries / (time.process_time() - began))
    found["entries/s verified, chain, log and lists, one core, the first time"] = rates[0]
    found[f"and the median of {VERIFIED}"] = statistics.median(rates)
    if STORE > ROUNDS:
        found |= _in_a_large_store(database, laid)
    return found


def _in_a_large_store(database: Path, laid: SetHandsReader) -> dict[str, float | str]:
    """The store alone: a house would put what was copied under a head first."""
    _fill(database)
    size = database.stat().st_size / 1e9
    found: dict[str, float | str] = {f"GB of a database with {STORE:,} rounds": size}
    for words, forget in (("as the system keeps its pages", False), ("none of its pages in memory", True)):
        if forget:
            _forget(database)
        store = Store(database)
        told = _recall(store, laid)
        found |= {f"{name}, {words}": value for name, value in told.items()}
        store.close()
    return found


def _fill(database: Path) -> None:
    """Copy the journal and the list of rounds under other names until there are as many as are wanted."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = OFF")
        file.execute("PRAGMA cache_size = -1000000")
        file.execute("DROP TRIGGER journal_unbroken")
        for n in range(STORE // ROUNDS - 1):
            file.execute("BEGIN")
            file.execute(
                "INSERT INTO journal SELECT ?, sequence, time, kind, payload, form, hash FROM journal WHERE table_id = 't'",
                (f"u{n:03d}",),
            )
            file.execute(
                "INSERT INTO rounds SELECT ?, round, first, last, opened, closed, result, wagers, paid, void, mark FROM rounds"
                " WHERE table_id = 't'",
                (f"u{n:03d}",),
            )
            file.execute("COMMIT")
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for statement in schema.statements(schema.TRIGGERS):
            if "journal_unbroken" in statement:
                file.execute(statement)


def _forget(database: Path) -> None:
    """Have the system forget what it keeps of a file in memory."""
    with database.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _repeat(database: Path) -> None:
    """Write the last round again and again, as if it had been played so often."""
    store = Store(database)
    (number, first, last, opened, closed, *told), *_ = store.history.rounds("t", 1 << 62, 1)
    entries = list(store.entries("t", first, last))
    before = list(store.entries("t"))[-1]
    sequence, head = before.sequence, before.hash
    file = sqlite3.connect(database, isolation_level=None)
    file.execute("PRAGMA synchronous = OFF")
    file.execute("DROP TRIGGER journal_unbroken")
    file.execute("BEGIN")
    for n in range(ROUNDS):
        start = sequence + 1
        for entry in entries:
            sequence += 1
            payload = bytes(entry.payload).replace(b'"number":%d' % number, b'"number":%d' % (number + n + 1))
            payload = payload.replace(b'"round":%d' % number, b'"round":%d' % (number + n + 1))
            payload = payload.replace(b'"key":"c.', b'"key":"r.')
            new = digest("t", sequence, entry.time, entry.kind, payload, head)
            made = Entry("t", sequence, entry.time, entry.kind, msgspec.Raw(payload), head, new)
            file.execute(*store.sealed(made))
            head = new
        row = ("t", number + n + 1, start, sequence, opened, closed, *told)
        file.execute(*store.marked(sql.ROUND, "rounds", row))
    found = store.snapshots.snapshot("t")
    assert found is not None
    snapshot = msgspec.json.decode(found[1])
    snapshot |= {"number": number + ROUNDS, "sequence": sequence, "head": head}
    body = store.sealer.seal(msgspec.json.encode(snapshot), "snapshot t")
    file.execute(sql.TAIL, schema.tail(store.sealer, "t", sequence, bytes.fromhex(head)))
    file.execute(sql.SNAPSHOT, ("t", number + ROUNDS, sequence, body))
    for statement in schema.statements(schema.TRIGGERS):
        if "journal_unbroken" in statement:
            file.execute(statement)
    file.execute("COMMIT")
    file.close()
    store.close()


def _recall(store: Store, laid: SetHandsReader) -> dict[str, float | str]:
    pick, times = random.Random(1), []
    for _ in range(RECALLED):
        number = pick.randrange(WARM, ROUNDS)
        began = time.perf_counter()
        archive.round_detail(store, "t", number, Session(role=AUDIT), None, laid)
        times.append((time.perf_counter() - began) * 1000)
    times.sort()
    return {
        f"milliseconds to recall one of {ROUNDS:,} rounds, p50": statistics.median(times),
        "p99": times[int(len(times) * 0.99)],
    }
