"""Thirty gaming days of twenty tables on a virtual clock: every report ties out to the cent with the journals, and goes on doing
so.

What each table took in each day is folded from its journal, round by round, by the ledger and by no code of the reports. With that
are compared: the record searched (rounds, wagers and win by table and day), the pit's book of a day, and a day without play, which
both have to tell as one. Again after every day was archived; from an index that was built anew; after the house was closed and
opened; from a copy of the record; and for a database that an older version left behind and this one brought up. Control: an index
in which one cent is wrong, and one that lacks a round, must be found out.
"""

import asyncio
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

import msgspec

from pitboss import catalogue
from pitboss.events import Event, Wagered, Withdrawn
from pitboss.house.founding import Plan
from pitboss.house.people.entries import UNNAMED
from pitboss.house.protocol.board import RoundQuery
from pitboss.house.records import search
from pitboss.house.records.index import index_of
from pitboss.house.records.records import Records
from pitboss.house.storage import backup
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.hours import GamingDay, day_of, moment_of, total
from pitboss.house.wire.day_books import whole_day
from pitboss.journal import Step
from pitboss.ledger import INVENTORY, Ledger
from tests.house.desk import Desk, HandClock, random_round
from tests.house.migrating import old_database
from tests.house.recorded import A_DAY, PRACTICE

DAYS, TABLES, ROUNDS = 30, 20, 2
GAMES = ("roulette", "craps", "blackjack", "pai-gow-poker", "go-fore-it", "sic-bo")
IDLE = 0.2  # of the days of a table nobody comes
MOST = 500


class Wrong(AssertionError):
    """A report that does not tie out."""


class Taken(msgspec.Struct):
    """What a table took in one gaming day, as its journal says."""

    rounds: int = 0
    wagered: int = 0
    win: int = 0


Books = dict[tuple[str, str], Taken]  # by table and gaming day


def plans(tables: int) -> list[Plan]:
    games = [catalogue.game(name) for name in GAMES]
    return [
        Plan(f"T-{n:02}", game.name, game.title, PRACTICE)
        for n, game in ((n, games[n % len(games)]) for n in range(tables))
    ]


# --- from the journals


def books(store: Store, tables: Iterable[str], zone: str, begins: str) -> Books:
    found: Books = {}
    for table in tables:
        events: list[Event] = []
        ledger = Ledger()
        for entry in store.entries(table):
            if entry.kind == "step":
                events += msgspec.json.decode(entry.payload, type=Step).events
            elif entry.kind == entries.NAMES[entries.Began]:
                events = []
            elif entry.kind == entries.NAMES[entries.Ended]:
                day = day_of(moment_of(entry.time), zone, begins).date
                taken = found.setdefault((table, day), Taken())
                before = ledger.balance(INVENTORY)
                ledger.fold(events)
                taken.rounds += 1
                taken.win += ledger.balance(INVENTORY) - before
                taken.wagered += sum(event.amount for event in events if isinstance(event, Wagered))
                taken.wagered -= sum(event.amount for event in events if isinstance(event, Withdrawn))
                events = []
    return found


# --- as reported


def reported(records: Records, tables: Iterable[str]) -> Books:
    """The record searched: by table and day."""
    records.update()
    found: Books = {}
    for table in tables:
        query = RoundQuery(tables=(table,), group_by=("day",), limit=MOST)
        for group in search.find_rounds(records.source(), query).groups:
            totals = group.totals
            found[table, group.keys[0]] = Taken(totals.rounds, totals.wagered, totals.win)
    return found


def compare(known: Books, told: Books, what: str) -> None:
    for key in {*known, *told}:
        if known.get(key) != told.get(key):
            raise Wrong(f"{what}: {key[0]} on {key[1]} is told as {told.get(key)}; the journal has {known.get(key)}")


def compare_day_books(store: Store, known: Books, tables: Iterable[str], days: Iterable[GamingDay]) -> int:
    """The pit's book of every day and table; how many of them had no play."""
    idle = 0
    for day in days:
        for table in tables:
            told, taken = total(whole_day(store, table, day).tallies.values()), known.get((table, day.date), Taken())
            if (told.rounds, told.win) != (taken.rounds, taken.win):
                raise Wrong(f"the pit's book: {table} on {day.date} is told as {told}; the journal has {taken}")
            idle += not taken.rounds
    return idle


# --- the campaign


class Outcome(msgspec.Struct):
    days: int = 0
    rounds: int = 0
    win: int = 0
    idle: int = 0


def campaign(folder: Path, days: int = DAYS, tables: int = TABLES, rounds: int = ROUNDS, seed: int = 1) -> Outcome:
    """So many days, looked at as they are, archived, indexed anew, after a restart, and from a copy."""
    database, clock = folder / "house.db", HandClock()
    outcome = asyncio.run(_live(database, clock, days, tables, rounds, seed))
    asyncio.run(_again(database, clock, tables))
    return outcome


async def _live(database: Path, clock: HandClock, days: int, tables: int, rounds: int, seed: int) -> Outcome:
    pick, names = random.Random(seed), [plan.name for plan in plans(tables)]
    gone: list[GamingDay] = []
    async with Desk(database, plans(tables), clock=clock, entropy=random.Random(seed).randbytes) as desk:
        zone, begins = _hours(desk)
        sitting = {name: {s.seat: s for s in [await desk.sit(name) for _ in range(2)]} for name in names}
        for host in desk.house.hosts.values():
            host.presence.out_of_reach.clear()  # nobody has a line, and yet all are there
            await desk.quiet(host.name)
        records = Records(desk.house.store, clock)
        for number in range(days):
            gone.append(day_of(moment_of(clock.stamp()), zone, begins))
            for name in names:
                desk.host(name).jobs.ring()  # what fell due while the clock was set is done first
                await desk.quiet(name)
                if pick.random() >= IDLE:
                    for _ in range(rounds):
                        await random_round(desk, name, sitting[name], pick)
                    clock.pass_by(pick.uniform(0, 60))
            clock.pass_by(A_DAY - 3600 * pick.random())
            if number % 3 == 2:  # some days are archived while the next are played
                records.archive_until()
                compare(books(desk.house.store, names, zone, begins), reported(records, names), "partly archived")
        known = books(desk.house.store, names, zone, begins)
        compare(known, reported(records, names), "searched")
        idle = compare_day_books(desk.house.store, known, names, gone)
        records.archive_until()
        compare(known, reported(records, names), "archived")
        records.close()
        index_of(database).unlink()
        records = Records(desk.house.store, clock)
        compare(known, reported(records, names), "indexed anew")
        records.close()
    sums = known.values()
    return Outcome(days, sum(one.rounds for one in sums), sum(one.win for one in sums), idle)


async def _again(database: Path, clock: HandClock, tables: int) -> None:
    """Closed and opened; and a copy of the record, from which everything is told without archive and index."""
    names = [plan.name for plan in plans(tables)]
    async with Desk(database, plans(tables), clock=clock) as desk:
        zone, begins = _hours(desk)
        known = books(desk.house.store, names, zone, begins)
        records = Records(desk.house.store, clock)
        compare(known, reported(records, names), "after a restart")
        records.close()
        copy = database.with_name("copy") / "house.db"
        copy.parent.mkdir()
        await asyncio.to_thread(backup.make, database, copy, with_key=True)
    store = Store(copy)
    records = Records(store, clock)
    try:
        compare(books(store, names, zone, begins), known, "the journals of a copy")
        compare(known, reported(records, names), "a copy")
    finally:
        records.close()
        store.close()


def _hours(desk: Desk) -> tuple[str, str]:
    named = desk.house.register.named_as or UNNAMED
    return named.zone, named.gaming_day


def upgraded(folder: Path) -> int:
    """A database of an older version: its rounds are all told, searched and archived, by this one. How many there were."""
    database, told = old_database(folder)
    clock, store = HandClock(told.now), Store(database)
    records = Records(store, clock)
    try:
        names = [row[0] for row in store.tables()]
        known = books(store, names, UNNAMED.zone, UNNAMED.gaming_day)
        for name, numbers in told.rounds.items():
            found = {round for round, *_ in store.history.rounds(name, 1 << 60, MOST)}
            if not found >= set(numbers):
                raise Wrong(f"{name}: rounds {set(numbers) - found} of the older version are not there")
        compare(known, reported(records, names), "upgraded")
        clock.pass_by(3 * A_DAY)
        records.archive_until()
        compare(known, reported(records, names), "upgraded and archived")
        return sum(one.rounds for one in known.values())
    finally:
        records.close()
        store.close()


# --- controls

CONTROLS: Mapping[str, str] = {
    "a cent too many": "UPDATE rounds SET win = win + 1 WHERE rowid = (SELECT min(rowid) FROM rounds)",
    "a round too few": "DELETE FROM rounds WHERE rowid = (SELECT min(rowid) FROM rounds)",
}


def control(folder: Path, change: str) -> None:
    """A house whose index somebody changed."""

    async def work() -> None:
        database, clock = folder / "house.db", HandClock()
        async with Desk(database, plans(1), clock=clock, entropy=random.Random(1).randbytes) as desk:
            name = plans(1)[0].name
            players = {s.seat: s for s in [await desk.sit(name)]}
            for number in range(3):
                await random_round(desk, name, players, random.Random(number))
            records = Records(desk.house.store, clock)
            records.update()
            with closing(sqlite3.connect(index_of(database))) as line:
                line.execute(change)
                line.commit()
            try:
                compare(books(desk.house.store, [name], *_hours(desk)), reported(records, [name]), "control")
            finally:
                records.close()

    asyncio.run(work())


def main(days: int = DAYS, tables: int = TABLES) -> None:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-reports-"))
    try:
        began = time.process_time()
        found = campaign(folder, days, tables)
        print(
            f"  {found.days} days of {tables} tables: {found.rounds:,} rounds, a win of {found.win:,} cents, {found.idle} days "
            f"of a "
            f"table without play; every report ties out ({time.process_time() - began:.0f} s of CPU)",
            flush=True,
        )
        (folder / "old").mkdir()
        print(f"  {upgraded(folder / 'old')} rounds of an older version: told, searched and archived alike", flush=True)
        for number, (words, change) in enumerate(CONTROLS.items()):
            (folder / f"control-{number}").mkdir()
            try:
                control(folder / f"control-{number}", change)
            except Wrong as wrong:
                print(f"  control, {words}: {wrong}", flush=True)
            else:
                raise SystemExit(f"the control was not found out: {words}")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
