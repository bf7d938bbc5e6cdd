"""A house over PostgreSQL, served by one, two and four processes: durable rounds a second, beside SQLite and what this disk allows.

Every figure is for the same play (roulette, a wager and ready, each acknowledged). The clients run in this process and take a core
of their own; on a machine with two cores more processes cannot be faster, and the figure per CPU second is what to look at.
"""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psycopg

from bench.crowd import PAUSES, figures
from bench.crowd import UNHURRIED as PEOPLE
from bench.house import SETTINGS, UNHURRIED, _cpu, _rounds, _with_house
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.serve import Network, Operation, serve
from pitboss.house.wire.limits import UNLIMITED
from soak.crash import free_port
from tests.house.postgres import find_postgres, server

SECONDS = 5.0
TABLES, PROCESSES = (8, 50), (1, 2, 4)
COMMITS = 200  # with which the floor of the disk is measured


def run() -> dict[str, float | str]:
    found: dict[str, float | str] = {}
    for tables in TABLES:
        with tempfile.TemporaryDirectory() as folder:
            played, spent = _with_house(Path(folder), "practice", tables, partial(_play, tables=tables))
        found |= _told(f"SQLite, {tables} tables", played, spent)
    if find_postgres() is None:
        return found | {"PostgreSQL": "not installed"}
    with server() as database:
        found["commits/s of one writer, PostgreSQL on this disk"] = _floor(database.address)
        for tables in TABLES:
            for processes in PROCESSES:
                address = database.new_database(f"house_{tables}_{processes}")
                with _shared(address, "practice", tables, processes) as house:
                    before = house.spent()
                    played = asyncio.run(_play(house.place, tables))
                    what = f"PostgreSQL, {tables} tables, {processes} processes"
                    found |= _told(what, played, house.spent() - before)
        for tables, seats, kind in PEOPLE:
            with _shared(database.new_database(f"crowd_{tables}"), kind, tables, 2) as house:
                crowd = figures(house, tables, seats, hurried=False, pause=PAUSES[kind])
                found |= {f"{what}, PostgreSQL, 2 processes": figure for what, figure in crowd.items()}
    return found


async def _play(place: str, tables: int) -> int:
    until = time.monotonic() + SECONDS
    return sum(await asyncio.gather(*(_rounds(place, f"table-{n}", until) for n in range(tables))))


def _told(what: str, played: float, spent: float) -> dict[str, float | str]:
    return {f"durable rounds/s, {what}": played / SECONDS, f"durable rounds per CPU second, {what}": played / spent}


def _floor(address: str) -> float:
    with psycopg.connect(address, autocommit=True) as line:
        line.execute("CREATE TABLE floor (n BIGINT)")
        began = time.perf_counter()
        for n in range(COMMITS):
            line.execute("INSERT INTO floor VALUES (%s)", (n,))
        return COMMITS / (time.perf_counter() - began)


class Served:
    """A house that several processes serve; what one process starts the others."""

    def __init__(self, place: str, parent: int) -> None:
        self.place, self._parent = place, parent

    def spent(self) -> float:
        children = Path(f"/proc/{self._parent}/task/{self._parent}/children").read_text().split()
        return sum(_cpu(int(child)) for child in children)


@contextmanager
def _shared(address: str, kind: str, tables: int, processes: int) -> Iterator[Served]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.shared", address, folder, str(port), kind, str(tables), str(processes)]
        parent = subprocess.Popen(command, cwd=Path(__file__).parents[1], stdout=subprocess.DEVNULL)
        try:
            _wait_until_shared_out(address, tables, processes)
            yield Served(f"http://127.0.0.1:{port}", parent.pid)
        finally:
            parent.send_signal(signal.SIGTERM)
            parent.wait(60)


def _wait_until_shared_out(address: str, tables: int, processes: int) -> None:
    """Until every process has its share of the tables."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        time.sleep(0.5)
        try:
            with psycopg.connect(address) as line:
                rows = line.execute("SELECT count(*) FROM leases WHERE unit <> 'house' GROUP BY owner").fetchall()
        except psycopg.Error:
            continue
        counts = [count for (count,) in rows]
        if len(counts) == min(processes, tables) and sum(counts) == tables and max(counts) <= -(-tables // processes):
            time.sleep(2)
            return
    raise TimeoutError("the tables were not shared out")


def main() -> None:
    address, folder, port, kind, tables, processes, *reached = sys.argv[1:]
    settings = SETTINGS[kind]
    plans = [Plan(f"table-{n}", "roulette", "Roulette", settings) for n in range(int(tables))]
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    operation = Operation(
        pace=UNHURRIED,
        mathematics=False,
        limits=UNLIMITED,
        files=Path(folder) / "files",
        processes=int(processes),
        address="".join(reached),
    )
    serve(address, Opening(plans), Network(port=int(port)), operation)


if __name__ == "__main__":
    main()
