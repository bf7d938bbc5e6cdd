"""Recovery in figures: a record of so many rounds backed up, restored and verified, moved to a server, and copied to a standby.

``ROUNDS=… python -m soak recovery``: the more the longer; a round takes a millisecond or two to play, and about as long as that to
play again. What an operator types is what is run. Printed are seconds, CPU seconds and gigabytes, and what they come to for 10 GB;
how long people wait when a machine, a process or the primary is lost is what ``python -m soak machines`` prints.
"""

import asyncio
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

from bench.long_past import fill
from pitboss.house.storage import standby
from tests.house.postgres import find_postgres, server

ROUNDS = 400_000
GB = 1e9
WANTED_GB = 10.0


def measured(what: str, gigabytes: float, work: Callable[[], object]) -> None:
    """Do it, and say how long it took and what that would be for 10 GB."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    work()
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    whole = f"; 10 GB at this pace: {seconds / gigabytes * WANTED_GB / 60:.0f} min" if gigabytes < WANTED_GB else ""
    print(f"  {what}: {seconds:.1f} s, {cpu:.1f} CPU s for {gigabytes:.2f} GB{whole}", flush=True)


def pitboss(*words: str | Path) -> None:
    done = subprocess.run([sys.executable, "-m", "pitboss.cli", *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"  pitboss {words[0]} {words[1]}: {done.stdout}{done.stderr}")


def of_a_file(folder: Path, size: float) -> None:
    database, copy, back = (folder / name for name in ("house.db", "copy.db", "back/house.db"))
    key = database.with_name("house.db.key")
    measured("backup made and checked", size, lambda: pitboss("backup", "make", "--database", database, "--out", copy))
    measured(
        "restored, looked through first", size, lambda: pitboss("backup", "restore", copy, "--to", back, "--key", key)
    )
    measured("verified", size, lambda: pitboss("verify", "--database", back))
    damage(back)
    control = subprocess.run([sys.executable, "-m", "pitboss.cli", "verify", "--database", back], capture_output=True)
    if not control.returncode:
        raise SystemExit("  a restored record with a changed entry was not found out")
    print("  control: one entry of the restored record was changed, and verify found it")


def damage(database: Path) -> None:
    """Change one entry, as nobody can who has only the program."""
    code = (
        "import sqlite3, sys; line = sqlite3.connect(sys.argv[1]); line.execute('DROP TRIGGER journal_unchanged');"
        "line.execute(\"UPDATE journal SET time = time || '0' WHERE sequence = 3 AND kind = 'step'\"); line.commit()"
    )
    subprocess.run([sys.executable, "-c", code, database], check=True)


def of_a_server(folder: Path, size: float) -> None:
    with server(max_wal_size="4GB") as primary:
        address = primary.new_database("casino")
        files = folder / "files"
        database = folder / "house.db"
        measured("moved to a server", size, lambda: pitboss("backup", "copy", database, address, "--files", files))
        with psycopg.connect(address) as line:
            row = line.execute("SELECT pg_database_size('casino')").fetchone()
        held = (row[0] if row else 0) / GB
        followers = []
        measured("copied to a standby, which follows", held, lambda: followers.append(primary.standby()))
        (follower,) = followers
        began = time.monotonic()
        with psycopg.connect(follower.address, autocommit=True) as line:
            line.execute("SELECT pg_promote()")
            while not (line.execute(standby.STANDING).fetchone() or (0,))[0]:
                time.sleep(0.01)
        print(f"  standby promoted: {time.monotonic() - began:.2f} s")
        promoted = f"{address.partition('?')[0]}?host={follower.folder}"
        last = folder / "last.db"
        measured("copied back into a file", held, lambda: pitboss("backup", "copy", promoted, last, "--files", files))
        measured("verified", size, lambda: pitboss("verify", "--database", last))
        follower.stop()
        shutil.rmtree(follower.folder)


def main() -> None:
    rounds = int(os.environ.get("ROUNDS", ROUNDS))
    folder = Path(tempfile.mkdtemp(prefix="pitboss-recovery-"))
    try:
        asyncio.run(fill(folder / "house.db", rounds))
        size = (folder / "house.db").stat().st_size / GB
        print(f"  a record of {rounds} rounds: {size:.2f} GB", flush=True)
        of_a_file(folder, size)
        if find_postgres() is not None:
            of_a_server(folder, size)
    finally:
        shutil.rmtree(folder)
