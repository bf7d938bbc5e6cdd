"""The house over loopback, with every commit on the disk: rounds a second, and how soon it is open again.

The house runs in a process of its own, the clients in this one. Each command waits for its acknowledgement, and every
connection is sent its views.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from pitboss import catalogue
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.protocol.greeting import WIRE_VERSION
from pitboss.house.serve import Network, Operation, serve
from pitboss.house.storage.store import Store
from pitboss.house.table.entries import Settings
from pitboss.house.table.verify import verify_entries
from pitboss.house.wire.limits import UNLIMITED
from pitboss.journal import verify as walk

TABLES = 8
SECONDS = 6.0
UNHURRIED = 1e9  # messages a second on one connection
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=10**9)
TIMED = Settings(betting_seconds=4, election_seconds=4, settled_seconds=1, buy_in=10**9)
PEOPLE = Settings(betting_seconds=20, election_seconds=20, settled_seconds=5, buy_in=10**9)
SETTINGS = {"practice": PRACTICE, "timed": TIMED, "people": PEOPLE}


def run() -> dict[str, float | str]:
    """Every figure of this room; about half a minute. With more at a table: ``crowd``."""
    return durable_rounds()


def durable_rounds() -> dict[str, float | str]:
    """Roulette at eight practice tables: a wager, acknowledged; ready, acknowledged; settled and on the disk."""
    plans = [Plan(f"table-{n}", "roulette", "Roulette", PRACTICE) for n in range(TABLES)]

    async def play(place: str) -> int:
        until = time.monotonic() + SECONDS
        return sum(await asyncio.gather(*(_rounds(place, plan.name, until) for plan in plans)))

    with tempfile.TemporaryDirectory() as folder:
        played, spent = _with_house(Path(folder), "practice", TABLES, play)
        found: dict[str, float | str] = {
            f"durable rounds/s, {TABLES} tables": played / SECONDS,
            f"durable rounds per CPU second of the house, {TABLES} tables": played / spent,
        }
        return found | asyncio.run(_again(Path(folder), plans))


# --- clients


async def _rounds(place: str, table: str, until: float) -> int:
    token, played = await asyncio.to_thread(_sit, place, table), 0
    async with _line(place, table) as line:
        await line.send(json.dumps({"hello": {"token": token, "version": WIRE_VERSION}}))
        while time.monotonic() < until:  # the round that is laid for names no question; the one that is closed does
            number, wager = played + 1, {"says": "wager", "wager": "red", "amount": 100}
            await _ask(line, {"key": f"w{played}", "do": "answer", **wager, "round": number, "question": 0})
            await _ask(line, {"key": f"r{played}", "do": "ready", "round": number, "question": 1})
            played += 1
    return played


async def _ask(line: Any, command: dict[str, Any]) -> None:
    await line.send(json.dumps(command))
    start = f'{{"ack":"{command["key"]}"'
    async for data in line:
        if data.startswith(start):
            return
        if data.startswith('{"refused"'):
            raise RuntimeError(data)


def _line(place: str, table: str) -> Any:
    where: Any = {"uri": f"{place.replace('http', 'ws')}/ws/tables/{table}", "origin": place, "max_size": None}
    return connect(**where, compression=None, open_timeout=30)


def _sit(place: str, table: str, pause: float = 0.0) -> str:
    body = json.dumps({"key": f"{random.getrandbits(128):032x}"}).encode()
    request = urllib.request.Request(f"{place}/api/tables/{table}/seats", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as reply:
        time.sleep(pause)
        return str(json.load(reply)["token"])


# --- the house


class Running:
    """A house in a process of its own."""

    def __init__(self, place: str, process: int) -> None:
        self.place, self._process = place, process

    def spent(self) -> float:
        """Seconds of CPU so far."""
        return _cpu(self._process)

    def memory(self) -> int:
        """Bytes of memory that are its own or shared, as they lie in the machine."""
        status = Path(f"/proc/{self._process}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS")), 0)


@contextmanager
def opened(folder: Path, kind: str, tables: int) -> Iterator[Running]:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "bench.house", str(folder / "house.db"), kind, str(tables)],
        stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1],
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield Running(process.stdout.readline().split()[-1], process.pid)
    finally:
        process.kill()  # as a crash would: the next house has to recover from it
        process.wait()


def _with_house(folder: Path, kind: str, tables: int, play: Callable[[str], Awaitable[Any]]) -> tuple[Any, float]:
    """What came of it, and the seconds of CPU that the house spent on it."""

    async def main(place: str) -> Any:
        return await play(place)

    with opened(folder, kind, tables) as house:
        before = house.spent()
        return asyncio.run(main(house.place)), max(house.spent() - before, 0.01)


def _cpu(process: int) -> float:
    """Seconds of CPU a process has had (Linux tells)."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _again(folder: Path, plans: list[Plan]) -> dict[str, float | str]:
    """How soon a house is open again after that, and how fast its record is checked."""
    catalogue.games()
    start = time.perf_counter()
    house = House(Store(folder / "house.db"), Opening(plans))
    await house.open()
    opened = time.perf_counter() - start
    records = [list(house.store.entries(plan.name)) for plan in plans]
    await house.close()
    count = sum(len(record) for record in records)
    chain, replay = _seconds(walk, records), _seconds(verify_entries, records)
    return {
        f"open again after a kill, ms, {count:,} entries": 1000 * opened,
        "entries of the chain checked per CPU second": count / chain,
        "entries replayed and verified per CPU second": count / replay,
    }


def _seconds(work: Callable[[Any], Any], records: list[Any]) -> float:
    start = time.process_time()
    for record in records:
        work(record)
    return time.process_time() - start


def main() -> None:
    settings = SETTINGS[sys.argv[2]]
    plans = [Plan(f"table-{n}", "roulette", "Roulette", settings) for n in range(int(sys.argv[3]))]
    operation = Operation(pace=UNHURRIED, mathematics=False, limits=UNLIMITED)
    serve(Path(sys.argv[1]), Opening(plans), Network(port=0), operation)


if __name__ == "__main__":
    main()
