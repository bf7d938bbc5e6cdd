"""The index: the rows of the record in a file of its own beside the database, brought up to date from the journals.

It is never authoritative: it can be deleted, and is built again. Each journal has a watermark, the number and hash of the last
entry that was read; if the journal has another entry there, its rows are thrown away and read again, and that is said.
Only the thread that holds ``Records``' lock touches it.
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.records import rows
from pitboss.house.records.days import Days
from pitboss.house.records.facts import Context, TableFold
from pitboss.house.records.house_facts import HouseContext, HouseFold
from pitboss.house.records.rows import CorrectionRow, DecisionRow, PatronRow, RoundRow, Row
from pitboss.house.storage.store import Store
from pitboss.journal import GENESIS, Entry

FORMAT = "3"  # of the file; another one is rebuilt
BATCH = 4000  # entries between two commits
TYPES = {str: "TEXT", int: "INTEGER", bool: "INTEGER"}
ENDS = ("ended", "unplayed")  # the kinds of entry that end a round
ALL = "*"
C = TypeVar("C", Context, HouseContext)

Execute = Callable[..., Any]  # of a connection
Archived = Mapping[tuple[str, str], int]  # gaming day and journal → the last entry whose rows are in that day's archive


class IndexStopped(Exception):
    """The house closes while the record is read."""


class IndexProgress(msgspec.Struct, frozen=True):
    """How much of the record has been read: entries, of how many."""

    read: int = 0
    of: int = 0

    @property
    def percent(self) -> int:
        return 100 if self.read >= self.of else 100 * self.read // self.of


def index_of(database: Path) -> Path:
    """The file of the index of a database."""
    return database.with_name(database.name + ".index")


class Index:
    """The rows that are not in an archive, and how far the record has been read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notes: list[str] = []  # what had to be rebuilt, and why
        self.progress = IndexProgress()
        self._compared = set[str]()  # the journals of which what was read was compared with the record
        self.stopping = False  # the house closes: what is not written yet is read again another time
        self.connection = self._open()

    def close(self) -> None:
        self.connection.close()

    def _open(self) -> sqlite3.Connection:
        is_new = not self.path.exists()
        connection = _connect(self.path)
        if is_new:
            _create(connection)
            return connection
        try:
            if _format(connection) == FORMAT:
                return connection
            found = "has another form"
        except sqlite3.DatabaseError:
            found = "could not be read"
        connection.close()
        self.notes.append(f"{self.path.name} {found}; it is rebuilt from the record.")
        for end in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + end).unlink(missing_ok=True)
        connection = _connect(self.path)
        _create(connection)
        return connection

    # --- bringing it up to date

    def bring_up_to_date(self, store: Store, archived: Archived) -> Days:
        """Read what was added to every journal, up to its round in progress. The days by which rows are dated."""
        names = [HOUSE_JOURNAL, *(row[0] for row in store.tables())]
        grown = self._check(store, names)
        readers = {name: JournalReader(store, name, self.watermark(name)[0]) for name in names if name in grown}
        read, whole = sum(r.read for r in readers.values()), sum(max(r.read, r.end) for r in readers.values())
        self.progress = IndexProgress(read, whole)
        house = HouseFold(HOUSE_JOURNAL, self._context(HOUSE_JOURNAL, HouseContext))
        for name, reader in readers.items():  # that of the house first: it says when days begin
            fold = house if name == HOUSE_JOURNAL else TableFold(name, house.days, self._context(name, Context))
            self._fold(reader, fold, archived)
        self.progress = IndexProgress(whole, whole)
        return house.days

    def _check(self, store: Store, names: Iterable[str]) -> set[str]:
        """The journals that have more than was read. What was read from one that is another by now is thrown away."""
        grown, known, ends = set(), self.watermarks(), store.history.last_entries()
        for name in names:
            sequence, head = known.get(name, (0, GENESIS))
            if sequence and sequence == ends.get(name) and name in self._compared:
                continue  # most journals of a large house have not grown since a minute ago
            self._compared.add(name)
            found = list(store.entries(name, max(1, sequence), sequence + 1))
            if sequence and (not found or found[0].hash != head):
                every = name == HOUSE_JOURNAL
                self.notes.append(
                    f"Entry {sequence} of {name} is not the one that was indexed: the index of "
                    f"{'every journal' if every else name} is rebuilt from the record."
                )
                self.forget(ALL if every else name)
                if every:
                    return set(names)
                grown.add(name)
            elif not sequence or len(found) > 1:
                grown.add(name)
        return grown

    def _fold(self, reader: "JournalReader", fold: TableFold | HouseFold, archived: Archived) -> None:
        gathered: list[Row] = []
        last, since = None, 0
        for entry in reader:
            if self.stopping:
                raise IndexStopped
            gathered += _unarchived(list(fold.take(entry)), archived)
            last, since = entry, since + 1
            if since >= BATCH and fold.between_rounds:
                self._write(gathered, fold, entry, since)
                gathered, since = [], 0
        if last is not None and since:
            self._write(gathered, fold, last, since)

    def _write(self, gathered: list[Row], fold: TableFold | HouseFold, last: Entry, read: int) -> None:
        with self._transaction() as execute:
            by_kind: dict[type[Row], list[tuple[Any, ...]]] = {}
            for row in gathered:
                by_kind.setdefault(type(row), []).append(msgspec.structs.astuple(row))
            for kind, values in by_kind.items():
                self.connection.executemany(_insert(rows.NAMES[kind]), values)
            state = msgspec.json.encode(fold.kept())
            execute(
                "INSERT OR REPLACE INTO watermarks VALUES (?, ?, ?, ?)", (fold.name, last.sequence, last.hash, state)
            )
        self.progress = IndexProgress(self.progress.read + read, self.progress.of)

    # --- watermarks

    def watermark(self, journal: str) -> tuple[int, str]:
        """The last entry of a journal that was read, and its hash."""
        sql = "SELECT sequence, head FROM watermarks WHERE journal = ?"
        found = self.connection.execute(sql, (journal,)).fetchone()
        return (found[0], found[1]) if found else (0, GENESIS)

    def watermarks(self) -> dict[str, tuple[int, str]]:
        found = self.connection.execute("SELECT journal, sequence, head FROM watermarks")
        return {journal: (sequence, head) for journal, sequence, head in found}

    def _context(self, journal: str, kind: type[C]) -> C | None:
        found = self.connection.execute("SELECT state FROM watermarks WHERE journal = ?", (journal,)).fetchone()
        return msgspec.json.decode(found[0], type=kind) if found else None

    # --- rows that go

    def forget(self, journal: str = ALL) -> None:
        """Throw away what was read from a journal, or from all."""
        with self._transaction() as execute:
            for name in rows.KINDS:
                column = "journal" if name == "decisions" else "table_id"
                execute(f"DELETE FROM {name} WHERE ? IN ('*', {column})", (journal,))
            execute("DELETE FROM watermarks WHERE ? IN ('*', journal)", (journal,))
            if journal == ALL:
                execute("DELETE FROM archived")
            _next_generation(execute)

    def leave_to_archive(self, day: str, until: Mapping[str, int]) -> None:
        """Take out the rows of a day that are in its archive: those of each journal up to an entry."""
        with self._transaction() as execute:
            execute("INSERT OR IGNORE INTO archived VALUES (?)", (day,))
            for journal, last in until.items():
                rounds = "SELECT round FROM rounds WHERE table_id = ?1 AND gaming_day = ?2 AND last <= ?3"
                for name in ("wagers", "provisions", "irregularities"):
                    execute(f"DELETE FROM {name} WHERE table_id = ?1 AND round IN ({rounds})", (journal, day, last))
                execute("DELETE FROM rounds WHERE table_id = ? AND gaming_day = ? AND last <= ?", (journal, day, last))
                execute(
                    "DELETE FROM decisions WHERE journal = ? AND gaming_day = ? AND sequence <= ?", (journal, day, last)
                )
            _next_generation(execute)

    def left(self) -> set[str]:
        """The days whose rows were left to the archive."""
        return {day for (day,) in self.connection.execute("SELECT day FROM archived")}

    def days(self) -> list[str]:
        """The gaming days of which there are rows."""
        sql = "SELECT gaming_day FROM rounds UNION SELECT gaming_day FROM decisions ORDER BY 1"
        return [day for (day,) in self.connection.execute(sql)]

    def versions(self, day: str = "") -> tuple[str, ...]:
        """The rules versions of the rounds of a day, or of all."""
        sql = "SELECT DISTINCT version FROM rounds WHERE ? IN ('', gaming_day) ORDER BY 1"
        return tuple(version for (version,) in self.connection.execute(sql, (day,)))

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Execute]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield self.connection.execute
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")


class JournalReader:
    """The entries of a journal that may be read: all but those of the round in progress, which stay sealed.

    ``Store.entries`` opens an entry only when it is asked for: the steps of a running round are never opened here.
    """

    def __init__(self, store: Store, journal: str, read: int) -> None:
        self.store, self.journal, self.read = store, journal, read
        last = store.history.entries_of(journal, ENDS, None, 1) if journal != HOUSE_JOURNAL else []
        self.end = last[0].sequence if last else 0  # of the last round that is over

    def __iter__(self) -> Iterator[Entry]:
        for entry in self.store.entries(self.journal, self.read + 1):
            if entry.kind == "round" and entry.sequence > self.end:
                return
            yield entry


def _unarchived(found: list[Row], archived: Archived) -> list[Row]:
    """The rows of one entry without those that are in an archive; what belongs to a round goes with it."""
    gone = any(
        row.last <= archived.get((row.gaming_day, row.table_id), 0) for row in found if isinstance(row, RoundRow)
    )
    return [
        row
        for row in found
        if isinstance(row, CorrectionRow | PatronRow)
        or (row.sequence > archived.get((row.gaming_day, row.journal), 0) if isinstance(row, DecisionRow) else not gone)
    ]


# --- the file


def _connect(path: Path) -> sqlite3.Connection:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    os.chmod(path, 0o600)
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    with contextlib.suppress(sqlite3.DatabaseError):  # it is no index: that is found out next
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")  # what is lost in a crash is read from the record again
    return connection


def _format(connection: sqlite3.Connection) -> str:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'about'").fetchone():
        return ""
    return str(connection.execute("SELECT value FROM about WHERE key = 'format'").fetchone()[0])


def _create(connection: sqlite3.Connection) -> None:
    statements = [
        f"CREATE TABLE {name} ({', '.join(f'{column} {TYPES[kind]} NOT NULL' for column, kind in rows.types(name).items())})"
        for name in rows.KINDS
    ]
    statements += [
        f"CREATE INDEX {name}_of_round ON {name} (table_id, {'patron' if name == 'patrons' else 'round'})"
        for name in rows.KINDS
    ]
    statements += [
        "CREATE TABLE watermarks (journal TEXT PRIMARY KEY, sequence INTEGER NOT NULL, head TEXT NOT NULL, state BLOB NOT NULL)",
        "CREATE TABLE archived (day TEXT PRIMARY KEY)",
        "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
        f"INSERT INTO about VALUES ('format', '{FORMAT}'), ('generation', '0')",
    ]
    connection.executescript(f"BEGIN; {'; '.join(statements)}; COMMIT;")


@cache
def _insert(name: str) -> str:
    return f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows.columns(name)))})"


def generation(connection: sqlite3.Connection) -> int:
    """Changes whenever rows are taken out: then whatever was read before has to be read again."""
    return int(connection.execute("SELECT value FROM about WHERE key = 'generation'").fetchone()[0])


def _next_generation(execute: Execute) -> None:
    execute("UPDATE about SET value = value + 1 WHERE key = 'generation'")
