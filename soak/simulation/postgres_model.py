"""A model of PostgreSQL's transactions and locks, as far as the leases and the record of a house need them.

READ COMMITTED: each statement sees what is committed when it begins, and what its own transaction did. Who changes a row locks it
until the end of the transaction; who comes then waits, and looks at the row again. ``tests/house/test_postgres_model.py`` holds the
model against a real server, on schedules drawn at random; the statements are those of the house.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import errors

from pitboss.house.sharing import leases
from pitboss.house.storage import dialect, postgres
from pitboss.house.storage.store import ENTRY, TAIL

KEY_SHARE, NO_KEY_UPDATE, UPDATE = range(3)  # of the locks of a row; what each keeps out:
CONFLICTS = {KEY_SHARE: (UPDATE,), NO_KEY_UPDATE: (NO_KEY_UPDATE, UPDATE), UPDATE: (KEY_SHARE, NO_KEY_UPDATE, UPDATE)}
HOLDS = "SELECT pitboss_holds(%s, %s)"
LAST = "SELECT coalesce(max(sequence), 0) FROM journal WHERE table_id = %s"
FAR = 60.0  # seconds: a lease that is said to be good for longer is over, because the clock was set
Key = tuple[Any, ...]


class Row:
    """What is committed of a row (None: it is not there), what one transaction made of it, and who locks it."""

    def __init__(self, table: str, key: Key) -> None:
        self.table, self.key = table, key
        self.committed: Any = None
        self.changed: tuple[Transaction, Any] | None = None
        self.locks: dict[Transaction, int] = {}

    def seen_by(self, by: "Transaction") -> Any:
        return self.changed[1] if self.changed is not None and self.changed[0] is by else self.committed


class Transaction:
    """What has begun and not ended."""

    def __init__(self, number: int) -> None:
        self.number, self.failed = number, False
        self.rows: list[Row] = []


class Waits(Exception):
    """A statement has to wait for other transactions."""

    def __init__(self, on: list[Transaction]) -> None:
        super().__init__("it waits for another transaction")
        self.on = on


class Model:
    """A server. ``settings`` are those that decide whether what it acknowledged outlives a crash."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[Key, Row]] = {
            name: {} for name in ("leases", "journal", "tails", "writers", "processes")
        }
        self.units: dict[str, str] = {}  # by journal, what is owned together
        self.now = 0.0
        self.settings = dict.fromkeys(postgres.NEEDED, "on")
        self.numbers = 0
        self.ended: dict[int, str] = {}  # what became of each transaction
        self.sessions: list[Session] = []
        self.durable: dict[str, dict[Key, Any]] = {name: {} for name in self.tables}
        self._unsynced: list[Row] = []  # changed, and on the disk with the next commit that waits for it

    def row(self, table: str, key: Key) -> Row:
        rows = self.tables[table]
        if key not in rows:
            rows[key] = Row(table, key)
        return rows[key]

    def begin(self) -> Transaction:
        self.numbers += 1
        return Transaction(self.numbers)

    def end(self, transaction: Transaction, *, commit: bool) -> None:
        commit = commit and not transaction.failed
        self.ended[transaction.number] = "committed" if commit else "aborted"
        for row in transaction.rows:
            row.locks.pop(transaction, None)
            if row.changed is not None and row.changed[0] is transaction:
                row.committed, row.changed = (row.changed[1] if commit else row.committed), None
        self._unsynced += transaction.rows
        if "off" not in self.settings.values():  # as the server is set when it ends
            for row in self._unsynced:
                self.durable[row.table][row.key] = row.committed
            self._unsynced.clear()

    def crash(self) -> None:
        """Every session is cut off; what is on the disk is there."""
        for session in self.sessions:
            session.cut()
        self._unsynced.clear()
        for name, rows in self.durable.items():
            self.tables[name] = {}
            for key, value in rows.items():
                self.row(name, key).committed = value


class Answer:
    """What came back for a statement."""

    def __init__(self, rows: Sequence[tuple[Any, ...]] = ()) -> None:
        self._rows = list(rows)

    def fetchone(self) -> tuple[Any, ...] | None:
        return self._rows[0] if self._rows else None

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self._rows

    def nextset(self) -> bool:
        return True


class Session:
    """A connection. ``wait`` is called where a statement has to wait; when it returns, the statement tries again."""

    def __init__(self, model: Model, wait: Callable[[list[Transaction]], None]) -> None:
        self.model, self._wait = model, wait
        self.begun: Transaction | None = None
        self.closed = False
        model.sessions.append(self)

    def cut(self) -> None:
        """The server has no such session any more."""
        if self.begun is not None:
            self.model.end(self.begun, commit=False)
        self.begun, self.closed = None, True

    def close(self) -> None:
        self.cut()

    @contextmanager
    def pipeline(self) -> Iterator[None]:
        """What is sent in it is carried out one after the other, as without it."""
        yield

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """``connection.transaction()`` of the driver."""
        self.execute("BEGIN")
        try:
            yield
        except BaseException:
            if not self.closed:
                self.execute("ROLLBACK")
            raise
        self.execute("COMMIT")

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Answer:
        if self.closed:
            raise psycopg.OperationalError("the connection is closed")
        if statement.startswith(("NOTIFY", "SET LOCAL")):
            return Answer()
        if statement in ("COMMIT", "ROLLBACK"):
            if self.begun is not None:
                self.model.end(self.begun, commit=statement == "COMMIT")
            self.begun = None
            return Answer()
        if statement.startswith("BEGIN"):
            self.begun = self.model.begin()
            return Answer([(str(self.begun.number), *self.model.settings.values(), "")])
        own = self.begun
        if own is not None and own.failed:
            raise errors.InFailedSqlTransaction("current transaction is aborted")
        doing = own if own is not None else self.model.begin()
        try:
            found = self._carry_out(STATEMENTS[statement], doing, tuple(values or ()))
        except psycopg.Error:
            doing.failed = True
            self.model.end(doing, commit=False)  # at once: what it locked is free
            raise
        if own is None:
            self.model.end(doing, commit=True)
        return Answer(found)

    def _carry_out(self, statement: "Statement", doing: Transaction, values: Key) -> list[tuple[Any, ...]]:
        """A statement that waits keeps what it has locked and done so far, and goes on where it was."""
        work = statement(self.model, doing, values)
        while True:
            try:
                waits_for = next(work)
            except StopIteration as done:
                return list(done.value or ())
            self._wait(waits_for)
            if self.closed:
                raise psycopg.OperationalError("the connection was lost")


# --- statements: each yields the transactions for which it waits, until they are over

Doing = Iterator[list[Transaction]]
Statement = Callable[[Model, Transaction, Key], Any]


def locked(row: Row, by: Transaction, mode: int) -> Doing:
    """Lock a row, after those who keep that out."""
    while others := [one for one, held in row.locks.items() if one is not by and held in CONFLICTS[mode]]:
        yield others
    row.locks[by] = max(mode, row.locks.get(by, mode))
    by.rows.append(row)


def _change(row: Row, by: Transaction, value: Any) -> None:
    row.changed = (by, value)


def _over(model: Model, lease: tuple[str, int, float]) -> bool:
    return lease[2] < model.now or lease[2] > model.now + FAR


def holds(model: Model, by: Transaction, values: Key) -> Any:
    unit, fence = values
    row = model.tables["leases"].get((unit,))
    if row is not None and (seen := row.seen_by(by)) is not None and seen[1] == fence:
        yield from locked(row, by, KEY_SHARE)
        if (again := row.seen_by(by)) is not None and again[1] == fence:
            return [(True,)]
    raise errors.RaiseException(f"the lease of {unit} {dialect.MOVED_ON}")


def renew(model: Model, by: Transaction, values: Key) -> Any:
    seconds, owner = values
    found = []
    for (unit,), row in sorted(model.tables["leases"].items()):
        if (seen := row.seen_by(by)) is None or seen[0] != owner:
            continue
        yield from locked(row, by, NO_KEY_UPDATE)
        lease = row.seen_by(by)
        if lease is not None and lease[0] == owner:
            _change(row, by, (owner, lease[1], model.now + seconds))
            found.append((unit, lease[1]))
    return found


def claim_new(model: Model, by: Transaction, values: Key) -> Any:
    owner, seconds, units = values
    found = []
    for unit in units:
        row = model.row("leases", (unit,))
        while row.changed is not None and row.changed[0] is not by:  # the server waits for a mere update, too
            yield [row.changed[0]]
        if row.seen_by(by) is None:
            yield from locked(row, by, UPDATE)
            _change(row, by, (owner, 1, model.now + seconds))
            found.append((unit, 1))
    return found


def lock_free(model: Model, by: Transaction, values: Key) -> Any:
    found = []
    for unit in sorted(values[0]):
        row = model.tables["leases"].get((unit,))
        lease = row.seen_by(by) if row is not None else None
        if row is None or lease is None or not (_over(model, lease) or lease[0] == ""):
            continue
        if any(one is not by and held in CONFLICTS[UPDATE] for one, held in row.locks.items()):
            continue  # skipped
        yield from locked(row, by, UPDATE)
        found.append((unit,))
    return found


def claim(model: Model, by: Transaction, values: Key) -> Any:
    owner, seconds, units = values
    found = []
    for unit in sorted(units):
        row = model.tables["leases"].get((unit,))
        lease = row.seen_by(by) if row is not None else None
        if row is None or lease is None or not (_over(model, lease) or lease[0] == ""):
            continue
        yield from locked(row, by, NO_KEY_UPDATE)
        lease = row.seen_by(by)
        if lease is not None and (_over(model, lease) or lease[0] == ""):
            _change(row, by, (owner, lease[1] + 1, model.now + seconds))
            found.append((unit, lease[1] + 1))
    return found


def release(model: Model, by: Transaction, values: Key) -> Any:
    units, owner = values
    for unit in sorted(units):
        row = model.tables["leases"].get((unit,))
        if row is not None and (seen := row.seen_by(by)) is not None and seen[0] == owner:
            yield from locked(row, by, NO_KEY_UPDATE)
            lease = row.seen_by(by)
            if lease is not None and lease[0] == owner:
                _change(row, by, ("", *lease[1:]))


def _last(model: Model, by: Transaction, journal: str) -> int:
    rows = model.tables["journal"].items()
    return max((key[1] for key, row in rows if key[0] == journal and row.seen_by(by) is not None), default=0)


def enter(model: Model, by: Transaction, values: Key) -> Any:
    journal, sequence = values[:2]
    if sequence != _last(model, by, journal) + 1:
        raise errors.RaiseException("the journal has no gaps")
    row = model.row("journal", (journal, sequence))
    while row.changed is not None and row.changed[0] is not by:
        yield [row.changed[0]]
    if row.seen_by(by) is not None:
        raise errors.UniqueViolation("duplicate key value violates unique constraint")
    yield from locked(row, by, UPDATE)
    _change(row, by, values[2:])


def upsert(table: str) -> Statement:
    def doing(model: Model, by: Transaction, values: Key) -> Any:
        row = model.row(table, values[:1])
        while row.changed is not None and row.changed[0] is not by and row.committed is None:
            yield [row.changed[0]]
        yield from locked(row, by, NO_KEY_UPDATE if row.seen_by(by) is not None else UPDATE)
        _change(row, by, values[1:])

    return doing


def last(model: Model, by: Transaction, values: Key) -> Any:
    yield from ()
    return [(_last(model, by, values[0]),)]


def status(model: Model, by: Transaction, values: Key) -> Any:
    yield from ()
    return [(model.ended.get(int(values[0]), "in progress"),)]


def written(model: Model, by: Transaction, values: Key) -> Any:
    row = model.tables["writers"].get(values)
    if row is not None and row.seen_by(by) is not None:
        yield from locked(row, by, NO_KEY_UPDATE)
        return [row.seen_by(by)]
    return []


def present(model: Model, by: Transaction, values: Key) -> Any:
    """Somebody is there."""
    name, address, ready, seconds = values
    row = model.row("processes", (name,))
    yield from locked(row, by, NO_KEY_UPDATE)
    _change(row, by, (address, ready, model.now + seconds))
    return [(model.now,)]


def those_present(model: Model, by: Transaction, values: Key) -> Any:
    yield from ()
    rows = ((name, row.seen_by(by)) for (name,), row in sorted(model.tables["processes"].items()))
    return [(name, seen[0], seen[1]) for name, seen in rows if seen is not None and not _over(model, seen)]


def standing(model: Model, by: Transaction, values: Key) -> Any:
    yield from ()
    found = []
    for unit in sorted({*model.units.values()}):
        row = model.tables["leases"].get((unit,))
        lease = row.seen_by(by) if row is not None else None
        found.append((unit, "", True) if lease is None else (unit, lease[0], _over(model, lease)))
    return found


def owner_of(model: Model, by: Transaction, values: Key) -> Any:
    yield from ()
    row = model.tables["leases"].get(values)
    lease = row.seen_by(by) if row is not None else None
    return [] if lease is None or _over(model, lease) else [(lease[0],)]


def clock(model: Model, by: Transaction, values: Key) -> Any:
    yield from ()
    return [(model.now,)]


def unchanged(model: Model, by: Transaction, values: Key) -> Any:
    yield from ()
    if values != (*model.settings.values(), ""):
        raise errors.DivisionByZero("division by zero")


def units_of(model: Model, by: Transaction, values: Key) -> Any:
    yield from ()
    return list(model.units.items())


STATEMENTS: dict[str, Statement] = {
    leases.HERE: present,
    leases.PRESENT: those_present,
    leases.STANDING: standing,
    leases.OF_THE_HOUSE_NOW: owner_of,
    dialect.NOW: clock,
    postgres.UNCHANGED: unchanged,
    "SELECT journal, unit FROM units": units_of,
    HOLDS: holds,
    leases.RENEW: renew,
    leases.CLAIM_NEW: claim_new,
    leases.LOCK: lock_free,
    leases.CLAIM: claim,
    leases.RELEASE: release,
    dialect.worded(ENTRY): enter,
    dialect.worded(TAIL): upsert("tails"),
    dialect.WRITTEN: upsert("writers"),
    LAST: last,
    "SELECT pg_xact_status(%s::xid8)": status,
    "UPDATE writers SET written = now() WHERE writer = %s RETURNING number": written,
}
