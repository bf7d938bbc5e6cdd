"""Somebody who can write the database, and does, between any two reads of the house: edits, drops, swaps, replays, withholds rows.

They know the program, not the key. What the house does meanwhile has to be lawful: it runs no rules that nobody approved, it opens
no seed, and what it acknowledged is there when everything is put back. Whoever looks through the database meanwhile is told of
what is not as it was, where that is in the record; and when the attack is over, every connection that stayed open converges.
"""

import asyncio
import hashlib
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from typing import Any
from unittest import mock

import msgspec

from pitboss.house.storage import schema
from pitboss.house.storage.audit import Auditor
from pitboss.house.storage.dialect import keys
from pitboss.house.storage.readers import Readers
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import Store
from pitboss.house.table.versions import running
from pitboss.procedure import Refused
from pitboss.rulebook import manifest
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.package import Package
from soak.simulation.checks import Checks
from soak.simulation.world import FAULTS, World

EVERY = 40.0  # seconds between two attacks, on average
LASTING = (1.0, 15.0)  # seconds that an attack lasts
READS = 40  # of the house, at most, until an attack that is prepared is made: in the midst of whatever it does then
OF_THE_LOG = ("checkpoints", "log_tiles", "log_batches", "log_edge")
# Tables whose rows are edited, dropped, swapped, replayed and withheld, and of which the audit tells every change that lasts.
RECORDED = ("journal", "tails", "rounds", "packages", "log_batches", "log_tiles", "checkpoints", "secrets")
Row = tuple[Any, ...]
Undo = Callable[[sqlite3.Connection], None]
FIRST = "pitboss/__init__.py"
MARKER = b"# somebody else's line\n"


class Nothing(Exception):
    """There is nothing yet that could be attacked so."""


# --- what they do: each leaves the database changed, and says how it is put back


def edit(db: sqlite3.Connection, pick: random.Random) -> tuple[str, Undo]:
    """Another value in one column of a row that is no part of its key."""
    table = pick.choice(RECORDED)
    row = _a_row(db, pick, table)
    at = pick.choice([at for at in range(len(row)) if at not in _key(table)])
    new = (*row[:at], _another(row[at], pick), *row[at + 1 :])
    _replace(db, table, [new])
    return f"edit {table}", lambda again: _give_back(again, table, {new: row})


def _another(value: Any, pick: random.Random) -> Any:
    if isinstance(value, bytes):
        at, found = pick.randrange(len(value) or 1), bytearray(value or b"x")
        found[at] ^= 1 << pick.randrange(8)
        return bytes(found)
    return value + pick.choice((-1, 1)) if isinstance(value, int) else f"{value}x"


def drop(db: sqlite3.Connection, pick: random.Random) -> tuple[str, Undo]:
    """A row is gone. (One of a seed that is opened meanwhile would be put back as one that is not.)"""
    table = pick.choice([one for one in RECORDED if one != "secrets"])
    row = _a_row(db, pick, table)
    _delete(db, table, [row])
    return f"drop from {table}", lambda again: _insert(again, table, [row])


def swap(db: sqlite3.Connection, pick: random.Random) -> tuple[str, Undo]:
    """Two entries of a journal change places."""
    rows = db.execute("SELECT * FROM journal ORDER BY table_id, sequence").fetchall()
    first = pick.choice(rows)
    others = [row for row in rows if row[0] == first[0] and row[1] != first[1]]
    if not others:
        raise Nothing
    second = pick.choice(others)
    swapped = [(*first[:2], *second[2:]), (*second[:2], *first[2:])]
    _replace(db, "journal", swapped)
    return f"swap entries of {first[0]}", lambda again: _replace(
        again, "journal", [first, second]
    )  # never changed since


def replay(db: sqlite3.Connection, pick: random.Random) -> tuple[str, Undo]:
    """A row says again what another, older one of its table says."""
    table = pick.choice(("tails", "rounds", "checkpoints", "secrets"))
    rows: list[Row] = db.execute(f"SELECT * FROM {table}").fetchall()
    if len(rows) < 2:
        raise Nothing
    older, row = pick.sample(rows, 2)
    new = tuple(value if at in _key(table) else older[at] for at, value in enumerate(row))
    if new == row:
        raise Nothing
    _replace(db, table, [new])
    return f"replay a row of {table}", lambda again: _give_back(again, table, {new: row})


def wipe_heads(db: sqlite3.Connection, pick: random.Random) -> tuple[str, Undo]:
    """All that was ever signed is gone, as if no head had been made."""
    if not db.execute("SELECT 1 FROM journal WHERE kind = 'head_kept'").fetchone():
        raise Nothing
    kept = {table: db.execute(f"SELECT * FROM {table}").fetchall() for table in OF_THE_LOG}
    for table in OF_THE_LOG:
        db.execute(f"DELETE FROM {table}")

    def undo(again: sqlite3.Connection) -> None:
        for table, rows in kept.items():
            again.execute(f"DELETE FROM {table}")
            _insert(again, table, rows)

    return "wipe heads", undo


def slip_in_a_package(db: sqlite3.Connection, pick: random.Random) -> tuple[str, Undo]:
    """Rules of their own under the name of those that played: the version that they give stands in the package itself."""
    row = db.execute("SELECT * FROM packages").fetchone()
    if row is None:
        raise Nothing
    version, body = _with_a_line(bytes(row[3]), row[0])
    forged = (version, row[0], "9999", body, bytes(16))
    _insert(db, "packages", [forged])
    return "slip in a package", lambda again: _delete(again, "packages", [forged])


def withhold(db: sqlite3.Connection, pick: random.Random) -> tuple[str, Undo]:
    """The last entries of a table are not there for a while."""
    table = pick.choice([name for (name,) in db.execute("SELECT id FROM tables")])
    rows = db.execute("SELECT * FROM journal WHERE table_id = ? ORDER BY sequence", (table,)).fetchall()
    last = rows[-pick.randint(1, min(5, len(rows))) :]
    _delete(db, "journal", last)
    return f"withhold entries of {table}", lambda again: _insert(again, "journal", last)


ATTACKS = (edit, drop, swap, replay, withhold, wipe_heads, slip_in_a_package, slip_in_a_package)
# What whoever looks through the database has to be told of, as long as it lasts.
TOLD = ("edit journal", "drop from journal", "swap", "wipe heads", "slip in a package")


# --- during a run


class Adversary:
    """Makes attacks on the house of a world, each in the midst of what the house does."""

    def __init__(self, world: World, checks: Checks) -> None:
        self.world, self.checks, self.pick = world, checks, world.source("adversary")
        self.done = Counter[str]()
        self._undo: Undo | None = None
        self._made = ""
        self._left = 0
        self._waiting: Callable[[sqlite3.Connection, random.Random], tuple[str, Undo]] | None = None

    def before_read(self) -> None:
        """The house reads something."""
        if self._waiting is None or self.world.dark:
            return
        self._left -= 1
        if self._left < 0:
            self._make()

    def _make(self) -> None:
        attack, self._waiting = self._waiting, None
        assert attack is not None
        with suppress(Nothing), self._writing() as db:
            self._made, self._undo = attack(db, self.pick)
            self.world.note("attack", self._made)
            self.checks.attacked = True
            self.done[self._made.partition(" ")[0]] += 1

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The database, for them alone, in one transaction; whatever fails for the house does not fail for them."""
        disk, before = self.world.disk, self.world.disk.before
        disk.before = lambda call, name: None
        try:
            with closing(self._connect()) as db:
                db.execute("BEGIN IMMEDIATE")
                with without_triggers(db):
                    yield db
                db.execute("COMMIT")
        finally:
            disk.before = before

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.world.place / "house.db", isolation_level=None, timeout=0)

    async def work(self, seconds: float) -> Counter[str]:
        """Attack now and then until the time is over."""
        world, pick = self.world, self.pick
        while world.loop.time() < seconds and not world.over:
            await self._pass(pick.expovariate(1 / EVERY))
            if world.over:
                break
            if pick.random() < 0.2:
                self.done["fault"] += 1
                await self._fail()
                continue
            self._waiting, self._left = pick.choice(ATTACKS), pick.randrange(READS)
            await self._recall()
            await self._pass(pick.uniform(*LASTING))
            if self._waiting is not None:
                self._make()
            await self._recall()
            if pick.random() < 0.3:
                await self._restart()
            self._audit()
            await self._put_back()
        return self.done

    async def _fail(self) -> None:
        """Everything that the disk is asked for fails for a while: to the house it is a database that is away."""
        from soak.simulation.run import recovered

        self.world.fail_soon(self.pick.randrange(20), self.pick.choice((1, 3, 30)), self.pick.choice(FAULTS))
        await recovered(self.world, self.checks)

    async def _pass(self, seconds: float) -> None:
        until = self.world.loop.time() + seconds
        while self.world.loop.time() < until and not self.world.over:
            await asyncio.sleep(min(1.0, seconds))

    async def _recall(self) -> None:
        """The Board has a round played again, by the rules that the house keeps for it."""
        house = self.world.house
        tables = [(host.name, host.table.state.felt.number) for host in house.hosts.values() if host.table is not None]
        name, number = self.pick.choice(tables or [("", 0)])
        if number > 1:
            with suppress(Refused, sqlite3.Error):
                await house.recall.replay(name, self.pick.randrange(1, number))

    async def _restart(self) -> None:
        """The house is opened again while the attack lasts: tables whose record is not in order are suspended."""
        await self.world.kill(0)
        self.checks.forget()
        try:
            await self.world.open()
        except Unsafe:  # the house's own record is not in order: it does not open at all
            self.done["not opened"] += 1
            self.world.disk.__exit__()

    def _audit(self) -> None:
        if not self._made.startswith(TOLD):
            return
        try:
            with closing(self._connect()) as db:
                Auditor(db, self.world.house.store.sealer).audit()
        except (Refused, msgspec.MsgspecError):
            return
        self.checks.is_so(False, "nobody is told of", self._made)

    async def _put_back(self) -> None:
        """The attack is over; the house is opened again where it may have read what was not so, and everybody converges."""
        undo, self._undo, self._made = self._undo, None, ""
        if undo is not None:
            with self._writing() as db:
                undo(db)
        if self.world.over:
            return
        if not self.world.dark:
            await self.world.kill(0)
        self.checks.forget()
        self.checks.attacked = False
        await self.world.open()
        self.checks.record(self.world.folder, whole=False)
        await self._pass(2.0)
        await self.checks.converge()


async def disturb(world: World, checks: Checks, seconds: float) -> Counter[str]:
    """A run in which somebody writes the database."""
    adversary = Adversary(world, checks)
    with attacked(adversary):
        return await adversary.work(seconds)


@contextmanager
def attacked(adversary: Adversary) -> Iterator[None]:
    """Every read of the house comes by the adversary; a package that would be run is looked at instead."""
    reading, one = Readers.reading, Store.one
    approved = {running().rules.version}

    @contextmanager
    def struck(self: Readers) -> Iterator[Any]:
        adversary.before_read()
        with reading(self) as connection:
            yield connection

    def one_struck(self: Store, sql: str, *values: Any) -> Any:
        adversary.before_read()
        return one(self, sql, *values)

    class Spied:
        """In the place of the process in which a package runs."""

        def __init__(self, package: Package, *_: object, **__: object) -> None:
            adversary.done["rules run"] += 1
            version = package.version
            adversary.checks.is_so(version in approved, "rules that nobody approved are run:", version)

        def replay(self, *_: object) -> Iterator[Any]:
            raise RulebookError("It is not run here.")

        def close(self) -> None:
            pass

    with (
        mock.patch.object(Readers, "reading", struck),
        mock.patch.object(Store, "one", one_struck),
        mock.patch("pitboss.house.table.versions.Replayer", Spied),
    ):
        yield


# --- rows


def _key(table: str) -> tuple[int, ...]:
    """Where the primary key of a table stands in its rows."""
    columns, key = keys()[table]
    return tuple(columns.index(name) for name in key)


def _a_row(db: sqlite3.Connection, pick: random.Random, table: str) -> Row:
    rows: list[Row] = db.execute(f"SELECT * FROM {table}").fetchall()
    if not rows:
        raise Nothing
    return pick.choice(rows)


def _delete(db: sqlite3.Connection, table: str, rows: list[Row]) -> None:
    where = " AND ".join(f"{name} = ?" for name in keys()[table][1])
    for row in rows:
        db.execute(f"DELETE FROM {table} WHERE {where}", [row[at] for at in _key(table)])


def _insert(db: sqlite3.Connection, table: str, rows: list[Row], otherwise: str = "IGNORE") -> None:
    """Where the house has written such a row meanwhile, its own stays."""
    for row in rows:
        db.execute(f"INSERT OR {otherwise} INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _give_back(db: sqlite3.Connection, table: str, changed: dict[Row, Row]) -> None:
    """The rows as they were, where the house has not written them meanwhile."""
    for new, old in changed.items():
        where = " AND ".join(f"{name} = ?" for name in keys()[table][1])
        found = db.execute(f"SELECT * FROM {table} WHERE {where}", [new[at] for at in _key(table)]).fetchone()
        if found == new:
            _replace(db, table, [old])


def _replace(db: sqlite3.Connection, table: str, rows: list[Row]) -> None:
    _insert(db, table, rows, "REPLACE")


@contextmanager
def without_triggers(db: sqlite3.Connection) -> Iterator[None]:
    """They know the program: what keeps the journal as it is is taken away, and is there again afterwards."""
    for statement in schema.statements(schema.TRIGGERS):
        db.execute(f"DROP TRIGGER {statement.split()[2]}")
    try:
        yield
    finally:
        for statement in schema.statements(schema.TRIGGERS):
            db.execute(statement)


@cache
def _with_a_line(body: bytes, release: str) -> tuple[str, bytes]:
    """A package with one line more, which agrees with its manifest, under a release of somebody's choice."""
    package = Package.read(body)
    files = package.files | {FIRST: MARKER + package.files[FIRST]}
    hashes = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    rules = msgspec.structs.replace(package.rules, files=hashes, version=manifest.version(hashes), release=release)
    return rules.version, Package(rules, files).archive()
