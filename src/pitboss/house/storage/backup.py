"""Backups: a copy of the database while the house is open, made by SQLite itself and checked before it counts.

A plain copy of the file may lack the latest entries, which are in the write-ahead log. A copy is first written under another
name, opened, and every chain in it walked; only then does it get its own. Nobody else may read it. The key of the database
is copied only where that is asked for: whoever has both reads everything.
"""

import contextlib
import hashlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from pitboss.house.storage import private_files, schema
from pitboss.house.storage.audit import Audited, Auditor
from pitboss.house.storage.key_check import check_key
from pitboss.house.storage.log import HOUSE
from pitboss.house.storage.quorum import Cosignatures, Quorum, WitnessedHead, cosignatures, named_in, newest_witnessed
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer, Unsafe
from pitboss.procedure import Refusal, Refused
from pitboss.tlog.note import Checkpoint, Verifier

PAGES = 512  # of the database, copied at a time
PIECE = 1 << 20  # bytes, hashed at a time
MARK = ".backup-"
Progress = Callable[[float], None]  # how much is done, from 0 to 1


class Copy(msgspec.Struct, frozen=True):
    """A copy that was made and checked."""

    file: str
    size: int
    sha256: str
    found: Audited
    with_key: bool


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
    sealer = Sealer.beside(database)
    try:
        with private_files.replacing(target) as part:
            _copy(database, part, lambda done: progress(done / 2))
            found = check(part, sealer, name=database.name, progress=lambda done: progress(0.5 + done / 2))
            made = Copy(target.name, part.stat().st_size, sha256(part), found, with_key)
            if with_key:
                private_files.copy(key_of(database), key_of(target))
        private_files.sync(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise Unsafe(f"The backup could not be made: {error}.") from error
    return made


def _copy(database: Path, part: Path, progress: Progress) -> None:
    with contextlib.closing(sqlite3.connect(database, isolation_level=None, timeout=10)) as source:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM journal").fetchone()  # from here on it reads one and the same moment
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as copy:
            source.backup(copy, pages=PAGES, progress=lambda _, left, all: progress(1 - left / max(all, 1)))
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, complete in itself
    private_files.sync(part)


def check(
    file: Path,
    sealer: Sealer | None = None,
    *,
    checkpoints: Sequence[Checkpoint] = (),
    progress: Progress = lambda done: None,
    name: str = "",
) -> Audited:
    """Open a copy and look through all of it; a refusal where something in it is not as it was written.

    Without a key the sealed entries cannot be read; then it is only checked that each follows the one before. ``name``: of what
    it is a copy, for people; else it is the file's.
    """
    name = name or file.name
    if not file.is_file():
        raise Unsafe(f"There is no file {file}.")
    log = file.with_name(file.name + "-wal")
    if log.exists() and log.stat().st_size:
        raise Unsafe(
            f"{log.name} lies beside it: {file.name} is a database in use, or a plain copy of one, and incomplete by itself; "
            "make a backup of it instead."
        )
    with contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?immutable=1", uri=True)) as copy:
        if not _is_older(copy):
            return audit(copy, name, sealer, checkpoints, progress)
        if sealer is not None:
            check_key(copy, sealer, name)
    if sealer is None:
        raise Unsafe(
            f"{file.name} was made by an older version, and can be checked only with its key; name it with --key."
        )
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=f".{file.name}.") as folder:  # the copy stays what it is
        newer = Path(folder) / file.name
        shutil.copyfile(file, newer)
        with contextlib.closing(sqlite3.connect(newer, isolation_level=None)) as copy:
            try:
                schema.functions(copy)
                before, _ = schema.prepare(copy, sealer)
            except (sqlite3.Error, TypeError, ValueError, AttributeError) as error:
                raise Refused(Refusal.CORRUPT, f"{name} cannot be brought to this version: {error}.", "") from error
            return audit(copy, name, sealer, checkpoints, progress, has_log=before >= schema.WITH_LOG)


def _is_older(connection: sqlite3.Connection) -> bool:
    """Whether it is of a version that this program brings to its own; what cannot be read is for the audit to say."""
    try:
        return 0 < schema.version_of(connection) < schema.VERSION
    except sqlite3.Error:
        return False


def check_in_use(
    database: Path, sealer: Sealer, checkpoints: Sequence[Checkpoint] = (), progress: Progress = lambda done: None
) -> Audited:
    """Look through a database, in use or not, as it is at one moment."""
    with contextlib.closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as reader:
        reader.isolation_level = None
        reader.execute("BEGIN")
        return audit(reader, database.name, sealer, checkpoints, progress)


def newest_witnessed_in(database: Path, keys: Sequence[str], quorum: Quorum) -> WitnessedHead:
    """The newest head in a database that a quorum has cosigned."""
    with contextlib.closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as reader:
        heads = reader.execute("SELECT size, time, note FROM checkpoints ORDER BY size DESC")
        return newest_witnessed(heads, list(map(Verifier, keys)), quorum)


def cosignatures_in(database: Path, keys: Sequence[str], sealer: Sealer) -> Cosignatures:
    """The newest head in a database that any of the witnesses has cosigned whom its own journal names."""
    with contextlib.closing(Reader(database, sealer)) as reader, reader.at_one_moment():
        entries = reader.entries_of(("witness_named", "witness_ended"))
        named = named_in((entry.kind, bytes(entry.payload)) for entry in entries if entry.table == HOUSE)
        return cosignatures(reader.heads(), list(map(Verifier, keys)), named)


def audit(
    connection: sqlite3.Connection,
    name: str,
    sealer: Sealer | None,
    checkpoints: Sequence[Checkpoint],
    progress: Progress,
    *,
    has_log: bool = True,
) -> Audited:
    try:
        # The indexes of the journal, which take the most time, are compared by the auditor with what it has read.
        others = "SELECT DISTINCT tbl_name FROM sqlite_master WHERE type = 'index' AND tbl_name <> 'journal'"
        checks = ["quick_check(1)", *(f"integrity_check({_quoted(one)})" for (one,) in connection.execute(others))]
        for check in checks:
            (sound,) = connection.execute(f"PRAGMA {check}").fetchone()
            if sound != "ok":
                raise Refused(Refusal.CORRUPT, f"{name} is damaged: {sound}.", "")
        auditor = Auditor(connection, sealer, checkpoints=checkpoints, progress=progress, has_log=has_log)
        if sealer is not None:
            check_key(connection, sealer, name)
        return auditor.audit()
    except (sqlite3.Error, msgspec.MsgspecError, TypeError, ValueError, AttributeError) as error:
        raise Refused(Refusal.CORRUPT, f"{name} is not the database of a house, or damaged: {error}.", "") from error


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def sha256(file: Path) -> str:
    found = hashlib.sha256()
    with file.open("rb") as source:
        while piece := source.read(PIECE):
            found.update(piece)
    return found.hexdigest()
