"""Databases of older versions, and a process that brings one to this version and is killed on the way.

``python -m tests.house.migrating DATABASE KIND POINT [broken]`` is that process. It is killed before the POINTth statement of
its transaction (``statement``), when a file of its would grow beyond POINT bytes (``bytes``, which falls into the middle of a
page of the write-ahead log), or not by itself (``none``: it says how many statements there were). ``broken`` migrates with a
step that commits halfway.
"""

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from pitboss.house.storage import schema, totals
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.seal import Sealer, reply_place
from pitboss.house.storage.store import Store
from pitboss.rulebook import former
from tools.old_databases import RULES

DATABASES = Path(__file__).parent / "databases"
SMALL_CACHE = {"cache_size": "8"}  # pages; the transaction spills into the write-ahead log long before it is committed
Rows = dict[str, list[tuple[Any, ...]]]


class Told(msgspec.Struct, frozen=True):
    """What the older house said of itself when it stopped: by table, and the tokens of people."""

    seats: dict[str, dict[int, str]]
    rounds: dict[str, list[int]]
    racks: dict[str, dict[int, int]]
    up: dict[str, int]
    heads: dict[str, tuple[int, str]]
    session: str
    invitation: str
    now: float


def unpacked(name: str, folder: Path) -> Path:
    """A database that a house of an older version left behind, with its key and what else it said of itself."""
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(DATABASES / f"{name}.tar.xz") as archive:
        for member in archive:
            body = archive.extractfile(member)
            assert body is not None
            path = folder / Path(member.name).name
            path.write_bytes(body.read())
            path.chmod(0o600)
    database = folder / "house.db"
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'packages'").fetchone():
            for (version,) in db.execute("SELECT version FROM packages WHERE body = x''").fetchall():
                rules = former.read(DATABASES / RULES)[version].archive()
                db.execute("UPDATE packages SET body = ? WHERE version = ?", (rules, version))
    return database


def old_database(folder: Path, version: int = 1) -> tuple[Path, Told]:
    """A database of an older version of the layout, and what the house that left it told."""
    database = unpacked(f"version-{version}", folder)
    return database, msgspec.json.decode((folder / "told.json").read_bytes(), type=Told)


def contents(database: Path) -> tuple[int, Rows]:
    """The version and every row of a database, the layout too, as whoever opens it next finds them."""
    sealer = Sealer.beside(database)
    with closing(sqlite3.connect(database)) as found:
        found.execute("BEGIN")
        assert found.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        version = schema.version_of(found)
        layout = found.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").fetchall()
        rows: Rows = {"": [(kind, name, sql and sql.replace('"', "")) for kind, name, sql in layout]}
        for kind, name, _ in layout:
            if kind == "table":
                rows[name] = sorted(found.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
    if version > 1:  # sealing is never the same twice
        rows["commands"] = [
            (key, table, digest, sealer.open(reply, reply_place(key, digest)))
            for key, table, digest, reply in rows["commands"]
        ]
    if version >= schema.WITH_TOTALS:
        rows["totals"] = [(name, totals.opened(sealer, body)) for name, body in rows["totals"]]
    return version, rows


class Between(AssertionError):
    """A database that is neither what it was nor what it was to become."""


class Migration:
    """One older database, and what it has to be before and after it is brought to this version."""

    def __init__(self, folder: Path, version: int = 1) -> None:
        self.folder = folder
        self.original, _ = old_database(folder / "original", version)
        self.before = contents(self.original)
        done = self.copy("done")
        self.statements = int(killed(done, "none").stdout)
        self.after = contents(done)
        assert (self.before[0], self.after[0]) == (version, schema.VERSION)
        self.bytes = self.bytes_written()

    def copy(self, name: str) -> Path:
        target = self.folder / name
        target.mkdir(parents=True)
        for file in (self.original, self.original.with_name("house.db.key")):
            shutil.copy(file, target)
        return target / "house.db"

    def bytes_written(self) -> int:
        """How large the write-ahead log grows, so that kills can be spread over it."""
        database = self.copy("sized")
        killed(database, "statement", self.statements + 1)
        size = database.with_name("house.db-wal").stat().st_size
        shutil.rmtree(database.parent)
        return size

    def look(self, database: Path) -> int:
        """The version that a killed process left, wholly; then the database opens, and is the new one."""
        version, rows = contents(database)
        expected = self.before if version == self.before[0] else self.after
        if (version, rows) != expected:
            different = [
                name or "layout" for name in rows.keys() | expected[1].keys() if rows.get(name) != expected[1].get(name)
            ]
            raise Between(f"It says version {version}, and these are not of it: {', '.join(sorted(different))}.")
        Store(database).close()
        if contents(database) != self.after:
            raise Between("It opens, and is not what it was to become.")
        check_in_use(database, Sealer.beside(database))
        return version

    def kill(self, name: str, kind: str, point: float, *, broken: bool = False) -> int:
        """Kill a process at one point; the version that was left."""
        database = self.copy(name)
        process = killed(database, kind, point, broken=broken)
        assert process.returncode in (-signal.SIGKILL, -signal.SIGXFSZ) or kind == "seconds", process.stderr
        version = self.look(database)
        shutil.rmtree(database.parent)
        return version


def killed(database: Path, kind: str, point: float = 0, *, broken: bool = False) -> subprocess.CompletedProcess[str]:
    """A process that migrates a database until it is killed."""
    words = [sys.executable, "-m", __name__, str(database), kind, str(point), *(["broken"] if broken else [])]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    )
    if kind == "seconds":
        assert process.stdout is not None
        process.stdout.readline()  # from here on it migrates
        time.sleep(point)
        process.kill()
    out, error = process.communicate(timeout=300)
    return subprocess.CompletedProcess(words, process.returncode, out, error)


def _migrate(database: Path, kind: str, point: float, *, broken: bool) -> None:
    done, prepare = 0, schema.functions

    def count(_: str) -> None:
        nonlocal done
        done += 1
        if kind == "statement" and done == point:
            os.kill(os.getpid(), signal.SIGKILL)

    def functions(connection: sqlite3.Connection) -> None:
        prepare(connection)
        connection.set_trace_callback(count)

    schema.functions = functions
    if broken:
        schema.STEPS[1] = _halves(schema.STEPS[1])
    if kind == "bytes":
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(point), int(point)))
    if kind == "seconds":
        print(flush=True)
    store = Store(database, pragmas=SMALL_CACHE)
    if kind == "statement":  # those that were counted are over; what is left is to close it
        os.kill(os.getpid(), signal.SIGKILL)
    store.close()
    print(done)


def _halves(step: schema.Step) -> schema.Step:
    """The same step, in two transactions."""

    def commits_halfway(connection: sqlite3.Connection, sealer: Sealer) -> None:
        connection.execute("ALTER TABLE pulse RENAME TO old_pulse")
        connection.execute("COMMIT")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ALTER TABLE old_pulse RENAME TO pulse")
        step(connection, sealer)

    return commits_halfway


if __name__ == "__main__":
    _migrate(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), broken="broken" in sys.argv)
