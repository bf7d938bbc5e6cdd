"""The state of a database in plain words, for whoever has to decide at night what to do with it. Nothing is changed."""

import contextlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from pitboss.house.storage import backup, schema
from pitboss.house.storage.backup import Progress, key_of
from pitboss.house.storage.forms import Forms
from pitboss.house.storage.key_check import key_fits
from pitboss.house.storage.log import HOUSE, head_of, lost_head
from pitboss.house.storage.restore import last_times
from pitboss.house.storage.seal import Sealer
from pitboss.procedure import Refused
from pitboss.rulebook import confinement, manifest

MAGIC = b"SQLite format 3\0"
QUICK_BYTES = 256 << 20  # up to which every page is looked at, without being asked
LEAST_FREE = 200 << 20  # bytes of disk, below which the house may stop soon
HEAD_LATE = timedelta(minutes=10)  # a house signs a head every minute
IN_ORDER, WRONG, UNREADABLE = 0, 1, 2
RESTORE = "restore the latest backup with `pitboss backup restore`"


class Trouble(msgspec.Struct, frozen=True):
    """Something that is wrong, and what to do about it."""

    what: str
    do: str

    def __str__(self) -> str:
        return f"{self.what} {self.do}"


class Findings(msgspec.Struct):
    """What was found: facts by their names, what is wrong, and the exit status."""

    facts: list[tuple[str, str]]
    troubles: list[Trouble]
    status: int = IN_ORDER

    def say(self, name: str, words: str) -> None:
        self.facts.append((name, words))

    def wrong(self, what: str, do: str, status: int = WRONG) -> None:
        self.troubles.append(Trouble(what, do))
        self.status = max(self.status, status)


def examine(database: Path, now: datetime, *, deep: bool = False, progress: Progress = lambda done: None) -> Findings:
    """Look at a database, in use or not. ``deep`` looks through the whole record."""
    report = Findings([], [])
    if not database.is_file():
        report.wrong(f"There is no database {database}.", "Name it with --database, or restore a backup.", UNREADABLE)
        return report
    used = in_use(database)
    _file(report, database, now, used=used)
    sealer = _key(report, database)
    if report.status == UNREADABLE:
        return report
    try:
        with _reading(database, used=used) as connection:
            _database(report, connection, database, sealer, now, used=used)
    except (sqlite3.Error, Refused, TypeError, ValueError) as error:
        report.wrong(f"{database.name} is damaged: {error}.", f"Keep the file as it is, and {RESTORE}.")
    if deep and not report.troubles and sealer is not None:
        try:
            report.say("record", str(backup.check_in_use(database, sealer, progress=progress)))
        except Refused as refusal:
            report.wrong(str(refusal), f"Keep the file as it is, tell the Board, and {RESTORE}.")
    return report


# --- the files


def _file(report: Findings, database: Path, now: datetime, *, used: bool) -> None:
    size = database.stat().st_size
    report.say("file", f"{database}, {_bytes(size)}, {'in use by a house' if used else 'in use by no house'}")
    free = shutil.disk_usage(database.parent).free
    report.say("disk", f"{_bytes(free)} free")
    if free < max(LEAST_FREE, size // 10):
        report.wrong(
            f"Only {_bytes(free)} of disk are free.", "Make room now: a house that cannot write stops its tables."
        )
    log = database.with_name(database.name + "-wal")
    left = log.stat().st_size if log.exists() else 0
    report.say("log", f"{_bytes(left)} in {log.name}" if left else "nothing waits in the write-ahead log")
    if left and not used:
        report.wrong(
            f"{log.name} was left behind by a house that did not close.",
            "Never delete it: it holds the latest entries, and the house takes them in when it opens again.",
        )
    if stat.S_IMODE(database.stat().st_mode) & 0o077:
        report.wrong(f"{database.name} can be read by others.", f"Do `chmod 600 {database.name}`.")
    copies = backup.backups_of(database)
    if copies:
        made = datetime.fromtimestamp(copies[0].stat().st_mtime, UTC)
        report.say("backup", f"{copies[0].name}, {_age(now - made)} old, the latest of {len(copies)} beside it")
    else:
        report.say("backup", "none beside it; `pitboss backup make` makes one")
    with database.open("rb") as file:
        head = file.read(100)
    if not size:
        report.wrong(f"{database.name} is empty.", f"If it ever was a house's, {RESTORE}.", UNREADABLE)
    elif not head.startswith(MAGIC):
        report.wrong(f"{database.name} is not a database.", f"Name another file, or {RESTORE}.", UNREADABLE)
    elif not left and size < (expected := _pages(head)):
        report.wrong(
            f"{database.name} was cut off: it has {size} bytes of {expected}.", f"Keep the file, and {RESTORE}."
        )
    else:
        waits = head[18:20] == b"\x02\x02"
        report.say("settings", "write-ahead log" if waits else "a plain file, as in a backup; the house changes that")


def _pages(head: bytes) -> int:
    """How many bytes a database has by its own head; the size of a page is 1 where it is 65,536."""
    page = int.from_bytes(head[16:18], "big")
    return int.from_bytes(head[28:32], "big") * (65_536 if page == 1 else page)


def _key(report: Findings, database: Path) -> Sealer | None:
    key = key_of(database)
    if not key.is_file():
        report.wrong(f"{key.name}, the key of the database, is missing.", "Put it back from where it is kept.")
        return None
    try:
        return Sealer.read(key)
    except Refused as refusal:
        others = stat.S_IMODE(key.stat().st_mode) & 0o077
        report.wrong(refusal.sentence, f"Do `chmod 600 {key.name}`." if others else "Put the right key in its place.")
        return None


def in_use(database: Path) -> bool:
    """Whether a house holds a database."""
    try:
        handle = os.open(database.with_name(database.name + ".lock"), os.O_RDONLY)
    except OSError:
        return False
    try:
        import fcntl  # there is none on Windows, where no house can hold it

        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except ModuleNotFoundError:
        return False
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


@contextlib.contextmanager
def _reading(database: Path, *, used: bool) -> Iterator[sqlite3.Connection]:
    """As it is now, leaving nothing beside it that was not there."""
    log = database.with_name(database.name + "-wal")
    how = "mode=ro" if used or (log.exists() and log.stat().st_size) else "immutable=1"
    with contextlib.closing(sqlite3.connect(f"{database.resolve().as_uri()}?{how}", uri=True, timeout=10)) as found:
        found.isolation_level = None
        found.execute("BEGIN")
        yield found


# --- what is in it


def _database(
    report: Findings, db: sqlite3.Connection, database: Path, sealer: Sealer | None, now: datetime, *, used: bool
) -> None:
    version = schema.version_of(db)
    if version > schema.VERSION or not version:
        what = f"{database.name} is of version {version}, and this program knows 1 to {schema.VERSION}."
        report.wrong(what, "Use the newer program." if version else "This file is not a pitboss database.", UNREADABLE)
        return
    older = version < schema.VERSION
    future = (
        f"; the house brings it to {schema.VERSION} when it opens, so make a backup first" if older else ", the latest"
    )
    report.say("version", f"{version}{future}")
    if database.stat().st_size <= QUICK_BYTES:
        (sound,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if sound != "ok":
            report.wrong(f"{database.name} is damaged: {sound}.", f"Keep the file as it is, and {RESTORE}.")
            return
    if sealer is not None:
        fits = key_fits(db, sealer)
        if fits is False:
            what = f"{key_of(database).name} is not the key of this database: nothing sealed in it opens."
            report.wrong(what, "The file itself is sound; put the right key back.")
            return
        report.say(
            "key", "there, and right" if fits else "there; nothing is sealed yet that would show that it is right"
        )
    _tables(report, db, older=older)
    kinds = dict(db.execute("SELECT kind, count(*) FROM journal WHERE table_id = ? GROUP BY kind", (HOUSE,)).fetchall())
    report.say("people", f"{kinds.get('person_added', 0) - kinds.get('person_ended', 0)} in the house")
    if not older:
        _head(report, db, now, used=used)
        _rules(report, db, sealer)


def _tables(report: Findings, db: sqlite3.Connection, *, older: bool) -> None:
    times = last_times(db)
    for name, game in db.execute("SELECT id, game FROM tables ORDER BY rowid").fetchall():
        last = db.execute(
            "SELECT round, closed FROM rounds WHERE table_id = ? ORDER BY round DESC LIMIT 1", (name,)
        ).fetchone()
        words = f"{game}, round {last[0]} ended {last[1]}" if last else f"{game}, no round yet"
        sql = "SELECT max(sequence) FROM journal WHERE table_id = ? AND kind IN "
        (began,) = db.execute(f"{sql} ('round')", (name,)).fetchone()
        (ended,) = db.execute(f"{sql} ('ended', 'unplayed')", (name,)).fetchone()
        running = bool(began) and began > (ended or 0)
        words += ", a round is in progress" if running else ""
        report.say(name, f"{words}; last entry {times.get(name, 'none')}")
        if running and older:
            report.wrong(
                f"{name} stopped in the middle of a round of an older version.",
                "If chips are wagered in it, open the house with the program that began it and end the round first.",
            )


def _head(report: Findings, db: sqlite3.Connection, now: datetime, *, used: bool) -> None:
    found = db.execute("SELECT size, time FROM checkpoints ORDER BY size DESC LIMIT 1").fetchone()
    if (lost := _lost_head(db)) is not None:
        report.wrong(
            lost_head(lost), f"The log was wiped or replaced: keep the file as it is, tell the Board, and {RESTORE}."
        )
    if found is None:
        report.say("checkpoint", "none was signed yet")
        return
    age = now - datetime.fromisoformat(found[1])
    report.say("checkpoint", f"of {found[0]} entries, {_age(age)} ago")
    if used and age > HEAD_LATE:
        report.wrong(
            f"The house has signed no head for {_age(age)}.", "Look at what it writes to its log, and at the disk."
        )


def _lost_head(db: sqlite3.Connection) -> int | None:
    """The size of a head that the house's journal names and the log does not have."""
    kept = db.execute(
        "SELECT payload, form FROM journal WHERE table_id = ? AND kind = 'head_kept'", (HOUSE,)
    ).fetchall()
    for payload, form in kept:
        named = msgspec.json.decode(Forms.read_keyless(payload, form))
        row = db.execute("SELECT note FROM checkpoints WHERE size = ?", (named["size"],)).fetchone()
        if row is None or head_of(row[0]).root.hex() != named["root"]:
            return int(named["size"])
    return None


def _rules(report: Findings, db: sqlite3.Connection, sealer: Sealer | None) -> None:
    kept = [version for (version,) in db.execute("SELECT version FROM packages ORDER BY since DESC")]
    installed = manifest.of()
    words = f"{len(kept)} packages are kept; installed is {installed.rules.version[:12]}"
    words += "" if installed.rules.version in kept else ", which the house keeps when it opens"
    words += f"; replays are {confinement.summary()}"
    row = db.execute(
        "SELECT sequence, payload, form FROM journal WHERE table_id = ? AND kind = 'software_approved'"
        " ORDER BY sequence DESC LIMIT 1", (HOUSE,),
    ).fetchone()  # fmt: skip
    if row is None or sealer is None:
        report.say("rules", f"{words}; none was approved" if row is None else words)
        return
    approved = msgspec.json.decode(Forms(sealer).read(HOUSE, *row))
    report.say("rules", f"{words}; approved is {approved['rules'][:12]}")
    if approved["software"] != installed.software.version:
        report.wrong(
            "The installed software is not what the Board approved.",
            "Install what was approved, or have the Board approve what is there.",
        )


def _bytes(size: int) -> str:
    for unit, of in (("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)):
        if size >= of:
            return f"{size / of:.1f} {unit}"
    return f"{size} bytes"


def _age(age: timedelta) -> str:
    minutes = max(0, int(age.total_seconds() // 60))
    for unit, of in (("days", 1440), ("hours", 60)):
        if minutes >= 2 * of:
            return f"{minutes // of} {unit}"
    return f"{minutes} minutes"
