"""The store: SQLite in WAL mode, every commit synchronised to the disk, many tables to a commit.

One thread writes. What several tables hand in while a commit is in progress goes into the next one together; a
caller waits until its part is on the disk. The journal can only grow: triggers refuse any change, any deletion and
any gap. A part that cannot be written is not written at all, and its caller gets an exception.
"""

import asyncio
import contextlib
import fcntl
import os
import queue
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pitboss.house.storage.seal import Sealer, Unsafe
from pitboss.journal import Entry

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, submission TEXT NOT NULL, settings TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS journal (
    table_id TEXT NOT NULL, sequence INTEGER NOT NULL, time TEXT NOT NULL, kind TEXT NOT NULL,
    payload BLOB NOT NULL, sealed INTEGER NOT NULL, previous TEXT NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (table_id, sequence)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS seeds ON journal (table_id, kind, sequence) WHERE kind IN ('committed', 'revealed');
CREATE INDEX IF NOT EXISTS sittings ON journal (table_id, sequence)
    WHERE kind IN ('seated', 'boxed', 'unboxed', 'left', 'seat_moved');
CREATE INDEX IF NOT EXISTS clock_changes ON journal (time) WHERE kind = 'clock_changed';
CREATE TABLE IF NOT EXISTS rounds (
    table_id TEXT NOT NULL, round INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    opened TEXT NOT NULL, closed TEXT NOT NULL, result TEXT NOT NULL,
    wagers INTEGER NOT NULL, paid INTEGER NOT NULL, void INTEGER NOT NULL,
    PRIMARY KEY (table_id, round)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (
    table_id TEXT PRIMARY KEY, round INTEGER NOT NULL, sequence INTEGER NOT NULL, body BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS commands (
    key TEXT PRIMARY KEY, table_id TEXT NOT NULL, digest TEXT NOT NULL, reply BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
    hash TEXT PRIMARY KEY, table_id TEXT NOT NULL, role TEXT NOT NULL, seat INTEGER NOT NULL, active INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS secrets (
    table_id TEXT NOT NULL, serial INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, serial)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS logins (credential TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS passkeys (id TEXT PRIMARY KEY, credential TEXT NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS signed_in (
    hash TEXT PRIMARY KEY, credential TEXT NOT NULL, created REAL NOT NULL, last_used REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS attempts (
    subject TEXT PRIMARY KEY, failures BLOB NOT NULL, locked_until REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS invitations (
    hash TEXT PRIMARY KEY, credential TEXT NOT NULL, expires REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pulse (id INTEGER PRIMARY KEY, beats INTEGER NOT NULL);
CREATE TRIGGER IF NOT EXISTS journal_unchanged BEFORE UPDATE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;
CREATE TRIGGER IF NOT EXISTS journal_undeleted BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'nothing is ever taken out of the journal'); END;
CREATE TRIGGER IF NOT EXISTS journal_unbroken BEFORE INSERT ON journal
    WHEN NEW.sequence <> 1 + coalesce((SELECT max(sequence) FROM journal WHERE table_id = NEW.table_id), 0)
    BEGIN SELECT RAISE(ABORT, 'the journal has no gaps'); END;
"""

TABLE = "INSERT INTO tables VALUES (?, ?, ?, ?, ?)"
ENTRY = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
ROUND = "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
SNAPSHOT = "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)"
COMMAND = "INSERT INTO commands VALUES (?, ?, ?, ?)"
SESSION = "INSERT INTO sessions VALUES (?, ?, ?, ?, 1)"
SEAT_CHANGES = "UPDATE sessions SET seat = ? WHERE hash = ?"
SEAT_ENDS = "UPDATE sessions SET active = 0 WHERE table_id = ? AND seat = ?"
SECRET = "INSERT INTO secrets VALUES (?, ?, ?)"
SECRET_OPENED = "DELETE FROM secrets WHERE table_id = ? AND serial = ?"
LOGIN = "INSERT OR REPLACE INTO logins VALUES (?, ?)"
LOGIN_REHASHED = "UPDATE logins SET body = ? WHERE credential = ? AND body = ?"
PASSKEY = "INSERT INTO passkeys VALUES (?, ?, ?)"
PASSKEYS_GONE = "DELETE FROM passkeys WHERE credential = ?"
PASSKEY_USED = "UPDATE passkeys SET body = ? WHERE id = ?"
SIGNED_IN = "INSERT INTO signed_in VALUES (?, ?, ?, ?)"
SIGNED_IN_USED = "UPDATE signed_in SET last_used = ? WHERE hash = ?"
SIGNED_OUT = "DELETE FROM signed_in WHERE hash = ?"
ATTEMPT = "INSERT OR REPLACE INTO attempts VALUES (?, ?, ?)"
ATTEMPTS_FORGOTTEN = "DELETE FROM attempts WHERE subject = ?"
INVITATION = "INSERT INTO invitations VALUES (?, ?, ?)"
INVITATION_USED = "DELETE FROM invitations WHERE hash = ?"
INVITATIONS_END = "DELETE FROM invitations WHERE credential = ?"
PULSE = "INSERT INTO pulse VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET beats = beats + 1"

Write = tuple[str, tuple[Any, ...]]
SEALED = ("step", "corrected")  # the kinds of entry that may name a card
NEEDED = {"journal_mode": "wal", "synchronous": "2"}
SAFE_NAME = {"journal_mode": "WAL", "synchronous": "FULL"}
GROUP = 256  # parts to a commit, at most
PAGE = 500  # entries read at a time: a slow reader must not block a checkpoint of the write-ahead log


class StorageFailed(Exception):
    """A part was not written; the database is unchanged."""


class _Part:
    __slots__ = ("future", "loop", "writes")

    def __init__(self, writes: Sequence[Write]) -> None:
        self.writes = writes
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[None] = self.loop.create_future()


class Store:
    """One database file, held by one house at a time."""

    def __init__(self, path: Path, *, pragmas: Mapping[str, str] | None = None) -> None:
        path = Path(path)
        self.path, self._pragmas = path, dict(pragmas or {})
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _hold(path)
        try:
            self.sealer = Sealer.beside(path)
            _keep_private(path)
            self._writer = self._connect()
            self._writer.executescript(SCHEMA)
            self._reader = self._connect()
        except BaseException:
            os.close(self._lock)
            raise
        self._queue: queue.SimpleQueue[_Part | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what was handed in, then release the file."""
        self._queue.put(None)
        self._thread.join()
        self._reader.close()
        self._writer.close()
        os.close(self._lock)

    # --- writing

    def commit(self, writes: Sequence[Write]) -> "asyncio.Future[None]":
        """Await this: when it returns, the writes are on the disk; when it raises, none of them is."""
        part = _Part(writes)
        self._queue.put(part)
        return part.future

    async def alive(self) -> bool:
        """Whether the database can be written to now."""
        try:
            await self.commit([(PULSE, ())])
        except StorageFailed:
            return False
        return True

    def _write(self) -> None:
        while True:
            part = self._queue.get()
            if part is None:
                return
            parts = [part]
            with contextlib.suppress(queue.Empty):
                while len(parts) < GROUP and (more := self._queue.get_nowait()) is not None:
                    parts.append(more)
                if len(parts) < GROUP:  # the order to stop came meanwhile
                    self._queue.put(None)
            self._commit(parts)

    def _commit(self, parts: list[_Part]) -> None:
        failure = self._transaction(parts)
        if failure is None or len(parts) == 1:
            _report([(part, failure) for part in parts])
        else:  # one bad part must not make the others fail
            _report([(part, self._transaction([part])) for part in parts])

    def _transaction(self, parts: list[_Part]) -> Exception | None:
        try:
            execute = self._writer.execute
            execute("BEGIN IMMEDIATE")
            for part in parts:
                for sql, values in part.writes:
                    execute(sql, values)
            execute("COMMIT")
        except (sqlite3.Error, OverflowError) as error:
            self._back_out()
            return StorageFailed(f"The record could not be written: {error}.")
        return None

    def _back_out(self) -> None:
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                self._writer.close()
            with contextlib.suppress(sqlite3.Error, Unsafe):
                self._writer = self._connect()

    # --- reading

    def tables(self) -> list[tuple[str, str, str, str, str]]:
        """(id, game, title, submission, settings) of every table, in the order of creation."""
        return self._reader.execute("SELECT * FROM tables ORDER BY rowid").fetchall()

    def command(self, key: str) -> tuple[str, bytes] | None:
        """The digest and reply of a command that was carried out."""
        found: tuple[str, bytes] | None = self._one("SELECT digest, reply FROM commands WHERE key = ?", key)
        return found

    def session(self, hash: str) -> tuple[str, str, str, int, int] | None:
        """(hash, table, role, seat, active) of the session with this token hash."""
        sql = "SELECT hash, table_id, role, seat, active FROM sessions WHERE hash = ?"
        found: tuple[str, str, str, int, int] | None = self._one(sql, hash)
        return found

    def holders(self, table: str) -> dict[int, str]:
        """The token hash of the session that sits in each seat of a table."""
        rows = self._reader.execute("SELECT seat, hash FROM sessions WHERE table_id = ? AND active = 1", (table,))
        return dict(rows.fetchall())

    def login(self, credential: str) -> bytes | None:
        """The sealed hash of a person's password."""
        found = self._one("SELECT body FROM logins WHERE credential = ?", credential)
        return bytes(found[0]) if found else None

    def passkey(self, id: str) -> tuple[str, bytes] | None:
        """The person whose passkey it is, and the sealed passkey."""
        found = self._one("SELECT credential, body FROM passkeys WHERE id = ?", id)
        return (found[0], bytes(found[1])) if found else None

    def passkeys(self, credential: str) -> list[str]:
        """The ids of a person's passkeys."""
        rows = self._reader.execute("SELECT id FROM passkeys WHERE credential = ? ORDER BY id", (credential,))
        return [id for (id,) in rows]

    def signed_in(self) -> list[tuple[str, str, float, float]]:
        """(token hash, person, created, last used) of everyone who is signed in."""
        return self._reader.execute("SELECT * FROM signed_in").fetchall()

    def attempts(self) -> list[tuple[str, bytes, float]]:
        """(subject, times of failures, locked until) of every name and address that failed to sign in."""
        return self._reader.execute("SELECT * FROM attempts").fetchall()

    def invitations(self) -> list[tuple[str, str, float]]:
        """(token hash, person, expires) of every invitation that was not used."""
        return self._reader.execute("SELECT * FROM invitations").fetchall()

    def clock_changes(self, limit: int) -> list[tuple[str, bytes]]:
        """(time, payload) of the last times that a table noticed that the wall clock was set, latest first."""
        sql = "SELECT time, payload FROM journal WHERE kind = 'clock_changed' ORDER BY time DESC LIMIT ?"
        return self._reader.execute(sql, (limit,)).fetchall()

    def last_time(self, table: str) -> str:
        """When a table's record was last written."""
        sql = "SELECT time FROM journal WHERE table_id = ? ORDER BY sequence DESC LIMIT 1"
        found = self._one(sql, table)
        return found[0] if found else ""

    def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """The sequence and body of a table's last snapshot."""
        found = self._one("SELECT sequence, body FROM snapshots WHERE table_id = ?", table)
        return (found[0], self.sealer.open(found[1], f"snapshot {table}")) if found else None

    def secrets(self, table: str) -> dict[int, bytes]:
        """Every seed of a table that is not opened yet, by serial."""
        rows = self._reader.execute("SELECT serial, body FROM secrets WHERE table_id = ?", (table,))
        return {serial: self.sealer.open(body, f"seed {table} {serial}") for serial, body in rows}

    def entries(self, table: str, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """Entries of a journal as they were hashed. A connection of its own, so that any thread may call.

        Read a page at a time, each in a transaction of its own: the journal only grows, so the pages fit together.
        """
        bound = 1 << 62 if last is None else last
        sql = "SELECT * FROM journal WHERE table_id = ? AND sequence BETWEEN ? AND ? ORDER BY sequence LIMIT ?"
        with contextlib.closing(self._connect()) as reader:
            while rows := reader.execute(sql, (table, first, bound, PAGE)).fetchall():
                for row in rows:
                    yield self._entry(*row)
                first = rows[-1][1] + 1

    def committed_before(self, table: str, sequence: int) -> Entry | None:
        """The last shuffle that got its seed before an entry."""
        sql = "SELECT * FROM journal WHERE table_id = ? AND kind = 'committed' AND sequence < ? ORDER BY sequence DESC"
        row = self._one(sql, table, sequence)
        return self._entry(*row) if row else None

    def arrivals(self, table: str) -> list[Entry]:
        """Every entry by which a seat or box came to a player or was given up."""
        kinds = "('seated', 'boxed', 'unboxed', 'left', 'seat_moved')"
        sql = f"SELECT * FROM journal WHERE table_id = ? AND kind IN {kinds} ORDER BY sequence"
        with contextlib.closing(self._connect()) as reader:
            return [self._entry(*row) for row in reader.execute(sql, (table,))]

    def entries_of(self, table: str, kinds: Sequence[str], before: int | None, limit: int) -> list[Entry]:
        """The last entries of some kinds before an entry, latest first."""
        marks = ", ".join("?" * len(kinds))
        sql = f"SELECT * FROM journal WHERE table_id = ? AND kind IN ({marks}) AND sequence < ? ORDER BY sequence DESC LIMIT ?"
        values = (table, *kinds, 1 << 62 if before is None else before, limit)
        with contextlib.closing(self._connect()) as reader:
            return [self._entry(*row) for row in reader.execute(sql, values)]

    def revealed_after(self, table: str, sequence: int, limit: int = 8) -> list[Entry]:
        """The next seeds of shuffles that were opened after an entry."""
        sql = (
            "SELECT * FROM journal WHERE table_id = ? AND kind = 'revealed' AND sequence > ? ORDER BY sequence LIMIT ?"
        )
        return [self._entry(*row) for row in self._reader.execute(sql, (table, sequence, limit))]

    def round(self, table: str, number: int) -> tuple[int, int] | None:
        """The first and the last entry of a round that is over."""
        found = self._one("SELECT first, last FROM rounds WHERE table_id = ? AND round = ?", table, number)
        return (found[0], found[1]) if found else None

    def rounds(self, table: str, before: int, limit: int) -> list[tuple[Any, ...]]:
        """(round, first, last, opened, closed, result, wagers, paid, void), latest first."""
        sql = "SELECT * FROM rounds WHERE table_id = ? AND round < ? ORDER BY round DESC LIMIT ?"
        return [row[1:] for row in self._reader.execute(sql, (table, before, limit))]

    def _one(self, sql: str, *values: Any) -> Any:
        return self._reader.execute(sql, values).fetchone()

    # --- sealing

    def sealed(self, entry: Entry) -> Write:
        """The write of an entry; answers and events are encrypted, because they may contain hidden cards."""
        data, secret = bytes(entry.payload), entry.kind in SEALED
        if secret:
            data = self.sealer.seal(data, f"entry {entry.table} {entry.sequence}")
        values = (entry.table, entry.sequence, entry.time, entry.kind, data, secret, entry.previous, entry.hash)
        return ENTRY, values

    def _entry(
        self, table: str, sequence: int, time: str, kind: str, payload: bytes, sealed: int, previous: str, hash: str
    ) -> Entry:
        data = self.sealer.open(payload, f"entry {table} {sequence}") if sealed else bytes(payload)
        return Entry(table, sequence, time, kind, msgspec.Raw(data), previous, hash)

    # --- the file

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
        for name, value in ({"journal_mode": "WAL", "synchronous": "FULL"} | self._pragmas).items():
            connection.execute(f"PRAGMA {_word(name)} = {_word(value)}")
        for name, needed in NEEDED.items():
            found = str(connection.execute(f"PRAGMA {name}").fetchone()[0])
            if found != needed:
                connection.close()
                raise Unsafe(
                    f"The database runs with {name} = {_spoken(name, found)}, under which acknowledged play can be "
                    f"lost; the house opens only with {name} = {SAFE_NAME[name]}."
                )
        return connection


def _keep_private(path: Path) -> None:
    """Only the user of the house may read the database and the files that SQLite puts beside it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with contextlib.suppress(FileNotFoundError):
            os.chmod(file, 0o600)


def _word(text: str) -> str:
    if not text.replace("_", "").replace("-", "").isalnum():
        raise Unsafe(f"{text!r} is not the name or value of a database setting.")
    return text


def _spoken(name: str, found: str) -> str:
    levels = {"0": "OFF", "1": "NORMAL", "2": "FULL", "3": "EXTRA"}
    return levels.get(found, found) if name == "synchronous" else found.upper()


def _hold(path: Path) -> int:
    """Lock the database for this house: two houses on one file would overwrite each other."""
    handle = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise Unsafe(f"{path.name} is in use by another house; stop that one first.") from None
    return handle


def _report(results: list[tuple[_Part, Exception | None]]) -> None:
    """Hand the results to the event loops that wait for them, one call for each loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Part, Exception | None]]] = {}
    for part, failure in results:
        by_loop.setdefault(part.loop, []).append((part, failure))
    for loop, own in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop was closed: nobody is waiting
            loop.call_soon_threadsafe(_resolve, own)


def _resolve(results: list[tuple[_Part, Exception | None]]) -> None:
    for part, failure in results:
        if part.future.done():
            continue
        if failure is None:
            part.future.set_result(None)
        else:
            part.future.set_exception(failure)
