"""Restoring a backup: a copy that was checked as a whole is put in the place of a database that is gone.

Nothing is ever overwritten. The files are written under other names, brought to the disk, checked there, and only then get
their own, the key first: whoever finds the database finds its key too.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from pitboss.house.storage import backup, private_files
from pitboss.house.storage.audit import Audited
from pitboss.house.storage.backup import Progress, key_of
from pitboss.house.storage.key_check import check_key
from pitboss.house.storage.seal import Sealer, Unsafe
from pitboss.tlog.note import Checkpoint


class Restored(msgspec.Struct, frozen=True):
    """A database that was put in place. ``until`` is the time of its last entry."""

    size: int
    until: str
    found: Audited


def restore(
    file: Path,
    database: Path,
    key: Path | None = None,
    *,
    checkpoints: Sequence[Checkpoint] = (),
    progress: Progress = lambda done: None,
) -> Restored:
    """Put a backup in the place of a database that is not there; ``key`` is its key, else the one beside the backup."""
    key = key_of(file) if key is None else key
    if not file.is_file():
        raise Unsafe(f"There is no backup {file}.")
    if not key.is_file():
        raise Unsafe(
            f"The key of the backup is not at {key}; name it with --key, for the record cannot be read without it."
        )
    sealer = Sealer.read(key)
    _check_place(database, key)
    database.parent.mkdir(parents=True, exist_ok=True)
    part, key_part = map(private_files.part_of, (database, key_of(database)))
    try:
        for source, copied in ((file, part), (key, key_part)):
            copied.unlink(missing_ok=True)
            private_files.copy(source, copied)
        with contextlib.suppress(sqlite3.Error), _looked_at(part) as connection:  # damage is for the check to say
            check_key(connection, sealer, file.name)
        found = backup.check(part, sealer, checkpoints=checkpoints, progress=progress)
        until = last_time(part)
        _put(key_part, key_of(database))
        _put(part, database)
        private_files.sync(database.parent)
    except (sqlite3.Error, OSError) as error:
        raise Unsafe(f"The backup could not be restored: {error}.") from error
    finally:
        part.unlink(missing_ok=True)
        key_part.unlink(missing_ok=True)
    return Restored(database.stat().st_size, until, found)


def _check_place(database: Path, key: Path) -> None:
    """Nothing lies there that would be lost, or that SQLite would take for a part of what is restored."""
    for end in ("", "-wal", "-shm", "-journal"):
        there = database.with_name(database.name + end)
        if there.exists():
            raise Unsafe(f"{there} is there already; a restore replaces nothing: move it away, or restore elsewhere.")
    place = key_of(database)
    if place.exists() and place.read_bytes() != key.read_bytes():
        raise Unsafe(f"{place} is there already, and is another key; move it away, or restore elsewhere.")


def _put(part: Path, target: Path) -> None:
    """Give a file its name; unlike a rename this never replaces what came there meanwhile."""
    if not (target.exists() and target.read_bytes() == part.read_bytes()):
        os.link(part, target)
    part.unlink()


@contextlib.contextmanager
def _looked_at(file: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?immutable=1", uri=True)) as connection:
        yield connection


def last_time(file: Path) -> str:
    """The time of the last entry of a copy; empty where it has none."""
    with _looked_at(file) as connection:
        return max(last_times(connection).values(), default="")


def last_times(connection: sqlite3.Connection) -> dict[str, str]:
    """By journal, the time of its last entry."""
    names = [name for (name,) in connection.execute("SELECT DISTINCT table_id FROM journal")]
    sql = "SELECT time FROM journal WHERE table_id = ? ORDER BY sequence DESC LIMIT 1"
    return {name: connection.execute(sql, (name,)).fetchone()[0] for name in names}
