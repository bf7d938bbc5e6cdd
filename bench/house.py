"""The house over loopback, with every commit on the disk: rounds a second, and how soon a wager is acknowledged.

The house runs in a process of its own, the clients in this one. Both figures are for play as people play it: each
command waits for its acknowledgement, and every connection is sent its views.
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
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.serve import serve
from pitboss.house.table.entries import Settings
from pitboss.house.table.verify import verify_entries
from pitboss.house.wire.limits import UNLIMITED
from pitboss.journal import verify as walk

TABLES, CROWD, SEATS = 8, 50, 6
SECONDS = 6.0
UNHURRIED = 1e9  # messages a second on one connection
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=10**9)
TIMED = Settings(betting_seconds=4, election_seconds=4, settled_seconds=1, buy_in=10**9)


def run() -> dict[str, float | str]:
    """Every figure of this room; about half a minute."""
    return {**durable_rounds(), **acknowledgements()}


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


def acknowledgements() -> dict[str, float | str]:
    """Fifty tables of six against the clock; each player wagers every two seconds or so, and watches."""

    async def play(place: str) -> list[float]:
        names = [f"table-{n}" for n in range(CROWD) for _ in range(SEATS)]
        tokens = [await asyncio.to_thread(_sit, place, name, 0.01) for name in names]
        until = time.monotonic() + SECONDS
        waits = await asyncio.gather(*(_wagers(place, n, t, until) for n, t in zip(names, tokens, strict=True)))
        return sorted(wait for each in waits for wait in each)

    with tempfile.TemporaryDirectory() as folder:
        waits, spent = _with_house(Path(folder), "timed", CROWD, play)
    at = f"{CROWD} tables × {SEATS} seats"
    return {
        f"wager acknowledged, p50, ms, {at}": 1000 * waits[len(waits) // 2],
        f"wager acknowledged, p99, ms, {at}": 1000 * waits[int(len(waits) * 0.99)],
        f"wagers acknowledged/s, {at}": len(waits) / SECONDS,
        f"CPU of the house for a wager and its views, ms, {at}": 1000 * spent / len(waits),
    }


# --- clients


async def _rounds(place: str, table: str, until: float) -> int:
    token, played = await asyncio.to_thread(_sit, place, table), 0
    async with _line(place, table) as line:
        await line.send(json.dumps({"hello": {"token": token}}))
        while time.monotonic() < until:  # the round that is laid for names no question; the one that is closed does
            number, wager = played + 1, {"says": "wager", "wager": "red", "amount": 100}
            await _ask(line, {"key": f"w{played}", "answer": wager, "round": number, "question": 0})
            await _ask(line, {"key": f"r{played}", "do": "ready", "round": number, "question": 1})
            played += 1
    return played


async def _wagers(place: str, table: str, token: str, until: float) -> list[float]:
    pick, waits = random.Random(token), []
    async with _line(place, table) as line:
        await line.send(json.dumps({"hello": {"token": token}}))
        reader = asyncio.create_task(_listen(line))
        number = 0
        while time.monotonic() < until:
            await asyncio.sleep(pick.uniform(0, 4))
            key, number = f"w{number}", number + 1
            heard = _waiting[line, key] = asyncio.get_running_loop().create_future()
            start = time.perf_counter()
            seen, asked = _seen.get(line, (0, 0))
            wager = {"says": "wager", "wager": "red", "amount": 100}
            meant = {"round": seen + (not asked), "question": asked}
            await line.send(json.dumps({"key": key, "answer": wager, **meant}))
            if await heard:  # a wager between two rounds is refused, and not counted
                waits.append(time.perf_counter() - start)
        reader.cancel()
    return waits


_waiting: dict[tuple[Any, str], "asyncio.Future[bool]"] = {}
_seen: dict[Any, tuple[int, int]] = {}  # round and question in the last view on each line


async def _listen(line: Any) -> None:
    """Views come in beside the acknowledgements, as to a page."""
    async for data in line:
        message = json.loads(data)
        if "ack" in message or "refused" in message:
            key = message.get("ack") or message["refused"].get("key")
            heard = _waiting.pop((line, key), None)
            if heard is not None:
                heard.set_result("ack" in message)
        elif seen := message.get("view") or message.get("change"):
            before = _seen.get(line, (0, 0))
            _seen[line] = (seen.get("round", before[0]), seen.get("question", before[1]))


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


def _with_house(folder: Path, kind: str, tables: int, play: Callable[[str], Awaitable[Any]]) -> tuple[Any, float]:
    """What came of it, and the seconds of CPU that the house spent on it."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "bench.house", str(folder / "house.db"), kind, str(tables)],
        stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1],
    )  # fmt: skip
    try:
        assert process.stdout is not None
        place = process.stdout.readline().split()[-1]

        async def main() -> Any:
            return await play(place)

        before = _cpu(process.pid)
        return asyncio.run(main()), max(_cpu(process.pid) - before, 0.01)
    finally:
        process.kill()  # as a crash would: the next house has to recover from it
        process.wait()


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
    house = House(folder / "house.db", plans)
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
    settings = PRACTICE if sys.argv[2] == "practice" else TIMED
    plans = [Plan(f"table-{n}", "roulette", "Roulette", settings) for n in range(int(sys.argv[3]))]
    serve(Path(sys.argv[1]), port=0, plans=plans, pace=UNHURRIED, mathematics=False, limits=UNLIMITED)


if __name__ == "__main__":
    main()
