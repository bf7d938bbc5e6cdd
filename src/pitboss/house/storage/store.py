"""The store: SQLite in WAL mode, every commit synchronised to the disk, many tables to a commit.

One thread writes. What several tables hand in while a commit is in progress goes into the next one together; a
caller waits until its part is on the disk. The journal can only grow: triggers refuse any change, any deletion and
any gap. A part that cannot be written is not written at all, and its caller gets an exception.
"""

import asyncio
import concurrent.futures
import contextlib
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pitboss.house.storage import schema, totals
from pitboss.house.storage.access_rows import AccessRows
from pitboss.house.storage.forms import Forms
from pitboss.house.storage.history import History
from pitboss.house.storage.key_check import check_key
from pitboss.house.storage.private_files import replacing
from pitboss.house.storage.readers import Readers
from pitboss.house.storage.rules_rows import RulesRows
from pitboss.house.storage.seal import Sealer, Unsafe, reply_place
from pitboss.house.storage.snapshots import Snapshots
from pitboss.journal import GENESIS, Entry
from pitboss.procedure import Refusal, Refused

log = logging.getLogger("pitboss")

ROW = "id, game, title, submission, settings"  # of a table
TABLE = f"INSERT INTO tables ({ROW}) VALUES (?, ?, ?, ?, ?)"
ENTRY = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)"
ROUND = "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
SNAPSHOT = "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)"
COMMAND = "INSERT INTO commands VALUES (?, ?, ?, ?)"
SESSION = "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?)"
SECRET = "INSERT INTO secrets VALUES (?, ?, ?)"
SECRET_OPENED = "DELETE FROM secrets WHERE table_id = ? AND serial = ?"
LOGIN = "INSERT OR REPLACE INTO logins VALUES (?, ?)"
LOGIN_REHASHED = "UPDATE logins SET body = ? WHERE credential = ? AND body = ?"
PASSKEY = "INSERT INTO passkeys VALUES (?, ?, ?)"
PASSKEYS_GONE = "DELETE FROM passkeys WHERE credential = ?"
PASSKEY_USED = "UPDATE passkeys SET body = ? WHERE id = ?"
SIGNED_IN = "INSERT INTO signed_in VALUES (?, ?, ?, ?, ?)"
SIGNED_IN_USED = "UPDATE signed_in SET last_used = ?, mark = ? WHERE hash = ?"
SIGNED_OUT = "DELETE FROM signed_in WHERE hash = ?"
ATTEMPT = "INSERT OR REPLACE INTO attempts VALUES (?, ?, ?)"
ATTEMPTS_FORGOTTEN = "DELETE FROM attempts WHERE subject = ?"
INVITATION = "INSERT INTO invitations VALUES (?, ?, ?, ?)"
INVITATION_USED = "DELETE FROM invitations WHERE hash = ?"
INVITATIONS_END = "DELETE FROM invitations WHERE credential = ?"
WEBHOOK_PLACE = "INSERT OR REPLACE INTO webhooks VALUES (?, ?, ?)"
WEBHOOK_ENDED = "DELETE FROM webhooks WHERE webhook = ?"
DICTIONARY = "INSERT INTO dictionaries VALUES (?, ?, ?)"
MANIFEST = "INSERT OR IGNORE INTO manifests VALUES (?, ?)"
TAIL = "INSERT OR REPLACE INTO tails VALUES (?, ?, ?)"
LOG_BATCH = "INSERT INTO log_batches VALUES (?, ?, ?, ?)"
LOG_TILE = "INSERT INTO log_tiles VALUES (?, ?, ?)"
LOG_EDGE = "INSERT OR REPLACE INTO log_edge VALUES (1, ?, ?)"
CHECKPOINT = "INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?)"
PULSE = "INSERT INTO pulse VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET beats = pulse.beats + 1"

Write = tuple[str, tuple[Any, ...]]
SEALED = ("step", "corrected")  # the kinds of entry that may name a card
KEYLESS = ("founded", "rules_changed", "settings_changed", "retired")  # what `pitboss floor diff` reads without the key
NEEDED = {"journal_mode": "wal", "synchronous": "2"}
SAFE_NAME = {"journal_mode": "WAL", "synchronous": "FULL"}
GROUP = 256  # parts to a commit, at most
NO_HASH = bytes.fromhex(GENESIS)
OWN = "table_id, sequence, time, kind, payload, form, hash"  # of an entry
PAGE = 500  # entries read at a time: a slow reader must not block a checkpoint of the write-ahead log


class StorageFailed(Exception):
    """A part was not written; the database is unchanged."""


class NotDurable(StorageFailed):
    """It was not written because the database might lose what it acknowledges."""


class LeaseLost(StorageFailed):
    """It was not written because another process of the house has the record now."""

    def __init__(self) -> None:
        super().__init__("The record could not be written: another process of the house has it now.")


class _Part:
    """Something to be written, and who waits for it: a task of a loop, or a thread."""

    __slots__ = ("future", "loop", "waiting", "writes")

    def __init__(self, writes: Sequence[Write], loop: asyncio.AbstractEventLoop | None) -> None:
        self.writes, self.loop = writes, loop
        self.future: asyncio.Future[None] | None = None if loop is None else loop.create_future()
        self.waiting: concurrent.futures.Future[None] | None = concurrent.futures.Future() if loop is None else None


def attempts_in(parts: Sequence[_Part]) -> list[tuple[str, tuple[Any, ...] | None]]:
    """The changes of failed tries to sign in: by subject, the new row, or None where it is taken out."""
    kinds = (ATTEMPT, ATTEMPTS_FORGOTTEN)
    found = ((sql, values) for part in parts for sql, values in part.writes if sql in kinds)
    return [(values[0], values if sql == ATTEMPT else None) for sql, values in found]


class Store:
    """One database file, held by one house at a time."""

    not_durable = ""  # why nothing is written although the database answers, as a sentence
    address = ""  # of the server that keeps it; empty where it is a file

    def __init__(self, path: Path, *, pragmas: Mapping[str, str] | None = None) -> None:
        path = Path(path)
        self.path, self._pragmas = path, dict(pragmas or {})
        self.migrated: tuple[int, int] | None = None  # from which version to which, if the layout was changed just now
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _hold(path)
        try:
            self.sealer = Sealer.beside(path)
            _keep_private(path)
            self._writer = self.connect()
            schema.functions(self._writer)
            schema.check_readable(found := schema.version_of(self._writer))
            if found:
                check_key(self._writer, self.sealer, path.name)
            if not schema.is_current(self._writer):
                _keep_as_it_was(path, self._writer)
                self.migrated = schema.prepare(self._writer, self.sealer)
            self.readers = Readers(self.connect)
            self.reader = self.connect()
            self._begin()
        except sqlite3.DatabaseError as error:
            os.close(self._lock)
            raise Unsafe(f"{path.name} is not a database of a house, or cannot be read: {error}.") from error
        except BaseException:
            os.close(self._lock)
            raise

    def _begin(self) -> None:
        """Read what every payload needs, and start the thread that writes."""
        self.forms = Forms(self.sealer)
        self.access, self.rules = AccessRows(self), RulesRows(self)
        self.history, self.snapshots = History(self), Snapshots(self)
        self.read_dictionaries()
        self._queue: queue.SimpleQueue[_Part | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    def read_dictionaries(self) -> None:
        """How payloads are kept: dictionaries, and which table plays what; again where another process adds to them."""
        for serial, game, body in self.reader.execute("SELECT * FROM dictionaries ORDER BY serial").fetchall():
            if not self.forms.knows(serial):
                self.forms.admit(serial, game, bytes(body))
        for table, game in self.reader.execute("SELECT id, game FROM tables").fetchall():
            self.forms.belongs(table, game)

    def close(self) -> None:
        """Write what was handed in, then release the file."""
        self._queue.put(None)
        self._thread.join()
        self.readers.close()
        self.reader.close()
        self._writer.close()
        os.close(self._lock)

    # --- writing

    def commit(self, writes: Sequence[Write]) -> "asyncio.Future[None]":
        """Await this: when it returns, the writes are on the disk; when it raises, none of them is."""
        part = _Part(writes, asyncio.get_running_loop())
        self._queue.put(part)
        assert part.future is not None
        return part.future

    def commit_now(self, writes: Sequence[Write]) -> None:
        """The same from a thread that has no loop, and may wait."""
        part = _Part(writes, None)
        self._queue.put(part)
        assert part.waiting is not None
        part.waiting.result()

    async def alive(self) -> bool:
        """Whether the database can be written to now."""
        try:
            await self.commit([(PULSE, ())])
        except NotDurable as failure:
            self.not_durable = str(failure)
            return False
        except StorageFailed:
            self.not_durable = ""
            return False
        self.not_durable = ""
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
            last: dict[str, tuple[int, bytes]] = {}
            if changes := attempts_in(parts):
                execute(*totals.after(execute, self.sealer, changes))
            for part in parts:
                for sql, values in part.writes:
                    execute(sql, values)
                    if sql is ENTRY:
                        last[values[0]] = values[1], values[6]
            for journal, (sequence, hash) in last.items():
                execute(TAIL, schema.tail(self.sealer, journal, sequence, hash))
            execute("COMMIT")
        except (sqlite3.Error, OverflowError, Refused) as error:  # refused: a sum that is not what the house wrote
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
                self._writer = self.connect()

    # --- reading

    def tables(self) -> list[tuple[str, str, str, str, str]]:
        """(id, game, title, submission, settings) of every table, in the order of creation."""
        return self.reader.execute(f"SELECT {ROW} FROM tables ORDER BY rowid").fetchall()

    def table(self, name: str) -> tuple[str, str, str, str, str]:
        """The same of one table."""
        found: tuple[str, str, str, str, str] = self.one(f"SELECT {ROW} FROM tables WHERE id = ?", name)
        return found

    def command(self, key: str) -> tuple[str, bytes] | None:
        """The digest and reply of a command that was carried out."""
        found = self.one("SELECT digest, reply FROM commands WHERE key = ?", key)
        if found is None:
            return None
        return found[0].hex(), self.sealer.open(found[1], reply_place(key, found[0]))

    def command_write(self, key: str, table: str, digest: str, reply: bytes) -> Write:
        """The write of a command that was carried out; its reply is sealed, and bound to its key and content."""
        content = bytes.fromhex(digest)[: schema.DIGEST_BYTES]
        return COMMAND, (key, table, content, self.sealer.seal(reply, reply_place(key, content)))

    def marked(self, sql: str, table: str, row: tuple[Any, ...]) -> Write:
        """The write of a row with the mark that the house wrote it."""
        return sql, (*row, self.sealer.mark(table, row))

    def entries(self, table: str, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """Entries of a journal as they were hashed. A connection of its own, so that any thread may call.

        Read a page at a time, each in a transaction of its own: the journal only grows, so the pages fit together.
        """
        bound = 1 << 62 if last is None else last
        sql = (
            f"SELECT {OWN} FROM journal WHERE table_id = ? AND sequence BETWEEN ? AND ? ORDER BY sequence LIMIT {PAGE}"
        )
        with self.readers.reading() as reader:
            before = reader.execute(
                "SELECT hash FROM journal WHERE table_id = ? AND sequence = ?", (table, first - 1)
            ).fetchone()
            previous = before[0] if before is not None else NO_HASH
            while rows := reader.execute(sql, (table, first, bound)).fetchall():
                for table_id, sequence, time, kind, payload, form, hash in rows:
                    yield self.entry(table_id, sequence, time, kind, payload, form, hash, previous)
                    previous = hash
                if len(rows) < PAGE:
                    return
                first = rows[-1][1] + 1

    def check_tail(self, journal: str, sequence: int, hash: str) -> None:
        """Refuse a journal whose last entry the house did not write."""
        found = self.one("SELECT sequence, mark FROM tails WHERE journal = ?", journal)
        if sequence and (
            found is None or not schema.is_tail(self.sealer, journal, sequence, bytes.fromhex(hash), tuple(found))
        ):
            raise Refused(
                Refusal.CORRUPT, f"Entry {sequence} of {journal} is not the last one that the house wrote.", ""
            )

    def one(self, sql: str, *values: Any) -> Any:
        """The row that a statement finds, or None."""
        return self.reader.execute(sql, values).fetchone()

    # --- sealing

    def sealed(self, entry: Entry) -> Write:
        """The write of an entry; answers and events are encrypted, because they may contain hidden cards."""
        secret, keyless = entry.kind in SEALED, entry.kind in KEYLESS
        data, form = self.forms.write(entry.table, entry.sequence, bytes(entry.payload), secret=secret, keyless=keyless)
        return ENTRY, (entry.table, entry.sequence, entry.time, entry.kind, data, form, bytes.fromhex(entry.hash))

    def entry(
        self,
        table: str,
        sequence: int,
        time: str,
        kind: str,
        payload: bytes,
        form: int,
        hash: bytes,
        previous: bytes | None,
    ) -> Entry:
        """An entry out of its row, and the hash of the one before."""
        data = self.forms.read(table, sequence, payload, form)
        return Entry(table, sequence, time, kind, msgspec.Raw(data), hash_text(previous or NO_HASH), hash_text(hash))

    # --- the file

    def connect(self) -> sqlite3.Connection:
        """A connection of one's own, to be closed by whoever asked for it."""
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
        connection.text_factory = lambda data: data.decode(
            errors="replace"
        )  # damage is found where entries are checked
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


def _keep_as_it_was(path: Path, writer: sqlite3.Connection) -> None:
    """Before a database is brought to another version it is copied: with the copy and its key the former program can
    finish what only it can, such as a round in which chips lie on the layout."""
    found = schema.version_of(writer)
    if found == 0:
        return
    copy = path.with_name(f"{path.stem}.version-{found}{path.suffix}")
    if copy.exists():
        return
    with replacing(copy) as part, contextlib.closing(sqlite3.connect(part, isolation_level=None)) as kept:
        writer.backup(kept)
        kept.execute("PRAGMA journal_mode = DELETE")
    log.warning("%s is of version %d; it is kept as %s", path.name, found, copy.name)


def _keep_private(path: Path) -> None:
    """Only the user of the house may read the database and the files that SQLite puts beside it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with contextlib.suppress(FileNotFoundError):
            os.chmod(file, 0o600)


def hash_text(hash: bytes | str) -> str:
    """A hash as it is told; whatever else somebody put in its place is no hash, and is found wrong where it is checked."""
    return hash.hex() if isinstance(hash, bytes) else str(hash)


def _word(text: str) -> str:
    if not text.replace("_", "").replace("-", "").isalnum():
        raise Unsafe(f"{text!r} is not the name or value of a database setting.")
    return text


def _spoken(name: str, found: str) -> str:
    levels = {"0": "OFF", "1": "NORMAL", "2": "FULL", "3": "EXTRA"}
    return levels.get(found, found) if name == "synchronous" else found.upper()


def _hold(path: Path) -> int:
    """Lock the database for this house: two houses on one file would overwrite each other."""
    try:
        import fcntl  # there is none on Windows, where this file is imported too
    except ModuleNotFoundError:
        raise Unsafe(
            "A house locks its database by flock, which this system lacks; serve it on Linux or macOS."
        ) from None
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
        if part.loop is not None:
            by_loop.setdefault(part.loop, []).append((part, failure))
        elif part.waiting is not None:
            if failure is None:
                part.waiting.set_result(None)
            else:
                part.waiting.set_exception(failure)
    for loop, own in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop was closed: nobody is waiting
            loop.call_soon_threadsafe(_resolve, own)


def _resolve(results: list[tuple[_Part, Exception | None]]) -> None:
    for part, failure in results:
        if part.future is None or part.future.done():
            continue
        if failure is None:
            part.future.set_result(None)
        else:
            part.future.set_exception(failure)
