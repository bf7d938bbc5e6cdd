"""Backups: a copy of the database while the house is open, made by SQLite itself and checked before it counts.

A plain copy of the file may lack the latest entries, which are in the write-ahead log. A copy is first written under another
name, opened, and every chain in it walked; only then does it get its own. Nobody else may read it. The key of the database
is copied only where that is asked for: whoever has both reads everything.
"""

import contextlib
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from pitboss.house.storage.seal import Sealer, Unsafe
from pitboss.journal import GENESIS, Entry, verify
from pitboss.procedure import Refusal, Refused

PAGES = 512  # of the database, copied at a time
PIECE = 1 << 20  # bytes, hashed at a time
MARK = ".backup-"
Progress = Callable[[float], None]  # how much is done, from 0 to 1


class Copy(msgspec.Struct, frozen=True):
    """A copy that was made and checked."""

    file: str
    size: int
    sha256: str
    found: "Checked"
    with_key: bool


class Checked(msgspec.Struct, frozen=True):
    """What a check found: so many journals and entries, all in order. ``unread``: sealed entries, where the key is not there."""

    journals: int
    entries: int
    rounds: int
    unread: int = 0

    def __str__(self) -> str:
        words = f"{self.journals} journals with {self.entries} entries and {self.rounds} rounds are in order"
        if not self.unread:
            return f"{words}."
        return f"{words}, as far as can be seen: {self.unread} sealed entries were not read, for the key is not beside the file."


def backup_name(database: Path, now: datetime) -> Path:
    """Where a copy made now lies: beside the database, under its name and the time."""
    for seconds in range(60):  # two within a second get two names
        when = now.astimezone(UTC) + timedelta(seconds=seconds)
        name = database.with_name(f"{database.stem}{MARK}{when:%Y%m%dT%H%M%SZ}{database.suffix}")
        if not name.exists():
            return name
    return name


def backups_of(database: Path) -> list[Path]:
    """The copies that lie beside a database, the newest first."""
    found = database.parent.glob(f"{database.stem}{MARK}*{database.suffix}")
    return sorted((file for file in found if file.name.endswith(f"Z{database.suffix}")), reverse=True)


def key_of(database: Path) -> Path:
    return database.with_name(database.name + ".key")


def make(database: Path, target: Path, *, with_key: bool = False, progress: Progress = lambda done: None) -> Copy:
    """Copy a database, in use or not; the copy is what it was at one moment."""
    if not database.is_file():
        raise Unsafe(f"There is no database {database}.")
    if target.exists():
        raise Unsafe(f"{target.name} is there already; a backup replaces nothing.")
    if not key_of(database).is_file():
        raise Unsafe(
            f"{key_of(database).name}, the key of {database.name}, is missing; its record cannot be checked without it."
        )
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        _copy(database, part, lambda done: progress(done / 2))
        found = check(part, Sealer.beside(database), progress=lambda done: progress(0.5 + done / 2))
        made = Copy(target.name, part.stat().st_size, sha256(part), found, with_key)
        if with_key:
            _copy_key(key_of(database), key_of(target))
        os.replace(part, target)
        _sync(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise Unsafe(f"The backup could not be made: {error}.") from error
    finally:
        part.unlink(missing_ok=True)
    return made


def _copy(database: Path, part: Path, progress: Progress) -> None:
    with contextlib.closing(sqlite3.connect(database, isolation_level=None, timeout=10)) as source:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM journal").fetchone()  # from here on it reads one and the same moment
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as copy:
            source.backup(copy, pages=PAGES, progress=lambda _, left, all: progress(1 - left / max(all, 1)))
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, complete in itself
    _sync(part)


def check(file: Path, sealer: Sealer | None = None, *, progress: Progress = lambda done: None) -> Checked:
    """Open a copy and walk every chain in it; a refusal where something in it is not as it was written.

    Without a key the sealed entries cannot be read; then it is only checked that each follows the one before.
    """
    if not file.is_file():
        raise Unsafe(f"There is no file {file}.")
    log = file.with_name(file.name + "-wal")
    if log.exists() and log.stat().st_size:
        raise Unsafe(
            f"{log.name} lies beside it: {file.name} is a database in use, or a plain copy of one, and incomplete by itself; "
            "make a backup of it instead."
        )
    try:
        with contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?immutable=1", uri=True)) as copy:
            (sound,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if sound != "ok":
                raise Refused(Refusal.CORRUPT, f"{file.name} is damaged: {sound}.", "")
            return _walk(copy, sealer, progress)
    except sqlite3.Error as error:
        raise Refused(Refusal.CORRUPT, f"{file.name} is not the database of a house: {error}.", "") from error


def _walk(copy: sqlite3.Connection, sealer: Sealer | None, progress: Progress) -> Checked:
    (total,) = copy.execute("SELECT count(*) FROM journal").fetchone()
    (rounds,) = copy.execute("SELECT count(*) FROM rounds").fetchone()
    journals = [name for (name,) in copy.execute("SELECT DISTINCT table_id FROM journal ORDER BY table_id")]
    known = {name for (name,) in copy.execute("SELECT id FROM tables")}
    if lost := known - set(journals):
        raise Refused(Refusal.CORRUPT, f"The journal of {sorted(lost)[0]} is missing.", "")
    seen = unread = 0
    for name in journals:
        rows = copy.execute("SELECT * FROM journal WHERE table_id = ? ORDER BY sequence", (name,))
        if sealer is not None:
            verify(_entries(rows, sealer), GENESIS)
        else:
            unread += _linked(rows)
        (count,) = copy.execute("SELECT count(*) FROM journal WHERE table_id = ?", (name,)).fetchone()
        seen += count
        progress(seen / max(total, 1))
    return Checked(len(journals), total, rounds, unread)


def _entries(rows: Iterable[tuple[str, int, str, str, bytes, int, str, str]], sealer: Sealer) -> Iterator[Entry]:
    for table, sequence, time, kind, payload, sealed, previous, hash in rows:
        data = sealer.open(payload, f"entry {table} {sequence}") if sealed else bytes(payload)
        yield Entry(table, sequence, time, kind, msgspec.Raw(data), previous, hash)


def _linked(rows: Iterable[tuple[str, int, str, str, bytes, int, str, str]]) -> int:
    """Check what can be checked without the key; how many entries could not be read."""
    head, number, unread = GENESIS, 0, 0
    for table, sequence, time, kind, payload, sealed, previous, hash in rows:
        if sealed:
            unread += 1
            if sequence != number + 1 or previous != head:
                raise Refused(Refusal.CORRUPT, f"Entry {sequence} of {table} does not follow entry {number}.", "")
            head, number = hash, sequence
        else:
            head = verify(
                [Entry(table, sequence, time, kind, msgspec.Raw(bytes(payload)), previous, hash)], head, number
            )
            number = sequence
    return unread


def sha256(file: Path) -> str:
    found = hashlib.sha256()
    with file.open("rb") as source:
        while piece := source.read(PIECE):
            found.update(piece)
    return found.hexdigest()


def _copy_key(key: Path, target: Path) -> None:
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file, key.open("rb") as source:
        shutil.copyfileobj(source, file)
        file.flush()
        os.fsync(file.fileno())


def _sync(path: Path) -> None:
    """Until it is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
