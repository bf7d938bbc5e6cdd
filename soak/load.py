"""Load held: one address floods a house with watchers beside its players; ten thousand connections; two thousand visitors' tables;
a disk that is full, clocks that jump, a database that is away.

Real server processes and real sockets on loopback. Times are compared with those of the same house without the flood, on a machine
kept as busy, because a shared machine has no milliseconds to promise. Each part has a control that has to fail.

    python -m soak load                       every part
    python -m soak.load flooded 200 http      one of them: flooded, connects, visitors, away, full, clock
"""

import asyncio
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.exceptions import WebSocketException

from pitboss.house import own_tables
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.protocol.greeting import WIRE_VERSION
from pitboss.house.serve import Network, Operation, serve
from pitboss.house.wire.limits import MANY, UNLIMITED, ClientLimits
from pitboss.house.wire.server import DEFAULT_LIMITS
from soak import crash, flood
from soak.crash import HALT_SECONDS, Outcome, Patron, free_port, judge, progress, until_up
from tools.bootstrap import find_library

RATIO = 3.0  # what the others may wait under a flood, beside what they wait without
BACK_SECONDS = 5.0
WATCHERS, SECONDS = (200, 3_000), 20.0
OF_ONE_ADDRESS = 150  # sockets of watchers
HALLS = 52  # tables with watchers where nobody plays
WORKERS = 32  # of the one who floods
CONNECTS, LEVEL_AFTER, MOST_GROWTH = 10_000, 2_000, 8 * 2**20
VISITORS, PER_TABLE = 2_000, 60_000  # bytes of memory
FLOODS = ("handshakes", "sockets", "devices", "http")
HELLO = json.dumps({"hello": {"version": WIRE_VERSION}})
GONE = (OSError, WebSocketException, EOFError, TimeoutError)


# --- one address floods


def plans(halls: int) -> list[Plan]:
    played = flood.plans() if halls == HALLS else []
    return [*played, *(Plan(f"hall-{n}", "roulette", "Roulette", flood.PRACTICE) for n in range(halls))]


def _serve(database: str, port: int, limits: ClientLimits, leaks: bool, tables: int, halls: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 12_000)), hard))
    if leaks:
        _leak()
    own_tables.MOST = own_tables.MOST_OF_ONE = max(own_tables.MOST, tables)
    operation = Operation(mathematics=False, limits=limits)
    serve(Path(database), Opening(plans(halls)), Network(port=port), operation, lambda _: None)


def _leak() -> None:
    """The control of memory: what is read of each connection is kept."""
    from pitboss.house.wire.sockets import Connection

    kept: list[bytes] = []
    run = Connection.run

    async def keeping(self: Connection, greeting: Any) -> None:
        kept.append(bytes(20_000))
        await run(self, greeting)

    Connection.run = keeping  # type: ignore[method-assign, assignment]


@contextmanager
def house(
    limits: ClientLimits = DEFAULT_LIMITS, *, leaks: bool = False, tables: int = 0, halls: int = HALLS
) -> Iterator[tuple[int, int]]:
    """A house in a process of its own; its port and the process."""
    port, context = free_port(), multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        given = (str(Path(folder, "house.db")), port, limits, leaks, tables, halls)
        process = context.Process(target=_serve, args=given, daemon=True)
        process.start()
        try:
            _wait_until_up(port)
            assert process.pid is not None
            yield port, process.pid
        finally:
            process.kill()
            process.join()


def _wait_until_up(port: int) -> None:
    """A busy machine takes a while to found seventy tables."""
    for tries_left in range(12, -1, -1):
        try:
            asyncio.run(until_up(port))
            return
        except TimeoutError:
            if not tries_left:
                raise


async def _watch(port: int, number: int, there: list[int]) -> None:
    """Sees a table for as long as it is let."""
    table = f"quiet-{number % flood.PLAYERS}" if number % 60 < flood.PLAYERS else f"hall-{number % HALLS}"
    with suppress(*GONE):
        async with flood._line(port, table, f"127.0.1.{1 + number // OF_ONE_ADDRESS}") as line:
            await line.send(HELLO)
            await line.recv()
            there.append(number)
            async for _ in line:
                pass


def _audience(port: int, watchers: int, said: Any) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, watchers + 500)), hard))

    async def work() -> None:
        there: list[int] = []
        tasks = []
        for number in range(watchers):
            tasks.append(asyncio.create_task(_watch(port, number, there)))
            while len(tasks) - len(there) > 50:
                await asyncio.sleep(0.01)
        while len(there) < watchers:
            await asyncio.sleep(0.05)
        said.put(len(there))
        await asyncio.wait(tasks)

    asyncio.run(work())


def _flooder(port: int, kind: str, said: Any) -> None:
    asyncio.run(_flood(port, kind, said))


async def _flood(port: int, kind: str, said: Any) -> None:
    sent = [0]

    async def once(held: list[Any]) -> None:
        where = "/ws/devices/none" if kind == "devices" else "/ws/tables/hall-0"
        upgrade = "GET {} HTTP/1.1\r\nHost: localhost:{}\r\nOrigin: http://localhost:{}\r\n"
        key = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        key += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(flood.ATTACKER_ADDRESS, 0))
        try:
            if kind == "http":
                for _ in range(50):
                    writer.write(f"GET /api/tables HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
                    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
                    length = next(
                        (int(one[15:]) for one in head.lower().split(b"\r\n") if one.startswith(b"content-length:")), 0
                    )
                    await reader.readexactly(length)
                    sent[0] += 1
                return
            writer.write((upgrade.format(where, port, port) + key).encode())
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
            sent[0] += 1
            if kind == "sockets" and len(held) < 40:
                held.append(writer)  # keeps as many as it is let
        finally:
            if writer not in held:
                writer.close()

    async def again() -> None:
        held: list[Any] = []
        while True:
            with suppress(*GONE, asyncio.IncompleteReadError):
                await once(held)
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(again()) for _ in range(WORKERS)]
    said.put(0)
    while True:
        await asyncio.sleep(0.5)
        said.put(sent[0])
        del tasks[WORKERS:]


def _played(port: int, seconds: float) -> list[float]:
    """How long each acknowledgement of the players took."""
    took: list[float] = []

    async def play() -> None:
        tokens = [await flood._seat(port, f"quiet-{n}", flood.PLAYER_ADDRESS) for n in range(flood.PLAYERS)]
        until = time.monotonic() + seconds
        await asyncio.gather(*(flood.player(port, f"quiet-{n}", one, until, took) for n, one in enumerate(tokens)))

    asyncio.run(play())
    return sorted(took)


def _beside(port: int, seconds: float, target: Callable[..., None], *given: Any) -> tuple[list[float], int]:
    """What the players wait beside a process; and what it says that it sent."""
    context = multiprocessing.get_context("spawn")
    said: Any = context.Queue()
    other = context.Process(target=target, args=(*given, said), daemon=True)
    other.start()
    try:
        said.get(timeout=120)
        took, sent = _played(port, seconds), 0
        while not said.empty():
            sent = said.get()
        return took, sent
    finally:
        other.kill()
        other.join()


def flooded(
    watchers: int, kind: str, seconds: float = SECONDS, limits: ClientLimits = DEFAULT_LIMITS
) -> tuple[float, int]:
    """By how much longer the players wait under a flood (99 of 100), and how often it was answered."""
    with house(limits) as (port, process), ExitStack() as left:
        context = multiprocessing.get_context("spawn")
        said: Any = context.Queue()
        audience = context.Process(target=_audience, args=(port, watchers, said), daemon=True)
        audience.start()
        left.callback(audience.kill)
        said.get(timeout=600)
        alone, _ = _beside(port, seconds, flood._spin)
        before = _cpu(process)
        under, sent = _beside(port, seconds, _flooder, port, kind)
        without, beside = flood.part(alone, 0.99), flood.part(under, 0.99)
        ratio = beside / without
        print(
            f"  {watchers} watchers, {kind}: p99 {without * 1000:.0f} ms without, {beside * 1000:.0f} ms "
            f"with {sent:,} answered to the flood ({len(under)} acknowledgements): {ratio:.1f} times; the house took "
            f"{_cpu(process) - before:.1f} s of CPU; load {os.getloadavg()[0]:.0f}",
            flush=True,
        )
        return ratio, sent


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- memory


def _memory(process: int) -> int:
    line = next(one for one in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines() if one.startswith("Rss"))
    return int(line.split()[1]) * 1024


def descriptors(process: int) -> int:
    """Those of a house, without what it keeps open of its database: how many connections read at once depends on the moment."""
    folder = f"/proc/{process}/fd"
    return sum("house.db" not in _link(f"{folder}/{name}") for name in os.listdir(folder))


def _link(descriptor: str) -> str:
    """What a descriptor is of; nothing where it was closed meanwhile."""
    try:
        return os.readlink(descriptor)
    except OSError:
        return ""


def connects(
    count: int = CONNECTS, level_after: int = LEVEL_AFTER, *, leaks: bool = False, halls: int = HALLS
) -> tuple[int, int]:
    """Bytes and descriptors by which a house grew from one number of connections to another, each of which is over."""
    with house(UNLIMITED, leaks=leaks, halls=halls) as (port, process):
        asyncio.run(_connect(port, level_after, halls))
        memory, descriptors = _memory(process), _settled(process, 0)
        asyncio.run(_connect(port, count - level_after, halls))
        after = _settled(process, descriptors)
        grown = _memory(process) - memory
        print(
            f"  {count:,} connections: from {level_after:,} on {grown / 2**20:+.1f} MB, {after - descriptors:+d} descriptors",
            flush=True,
        )
        return grown, after - descriptors


def _settled(process: int, wanted: int) -> int:
    """Descriptors once the last connections are closed."""
    found = descriptors(process)
    for _ in range(200):
        time.sleep(0.05)
        before, found = found, descriptors(process)
        if found <= wanted or (not wanted and found == before):
            break
    return found


async def _connect(port: int, count: int, halls: int) -> None:
    """Connections that see a view and end in one of four ways: closed, cut off, cut before the view, cut in the handshake."""
    turn = asyncio.Semaphore(40)

    async def one(number: int) -> None:
        address = f"127.0.2.{1 + number % 50}"
        async with turn:
            with suppress(*GONE):
                if number % 4 == 3:
                    _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                    writer.write(b"GET /ws/tables/hall-0 HTTP/1.1\r\nHost: localhost\r\nUpgrade: webso")
                    writer.transport.abort()
                    return
                line = await flood._line(port, f"hall-{number % halls}", address)
                await line.send(HELLO)
                if number % 4 < 2:
                    await line.recv()
                if number % 4:
                    line.transport.abort()
                else:
                    await line.close()

    await asyncio.gather(*(one(number) for number in range(count)))


def visitors(count: int = VISITORS) -> int:
    """Bytes of memory for each of so many visitors' tables."""
    with house(UNLIMITED, tables=count + 10) as (port, process):
        asyncio.run(_own_tables(port, 50))
        before = _memory(process)
        opened = asyncio.run(_own_tables(port, count - 50))
        each = (_memory(process) - before) // max(1, opened)
        print(f"  {opened + 50:,} visitors' tables: {each / 1000:.0f} kB each", flush=True)
        assert opened == count - 50, f"{count - 50 - opened} could not be opened"
        return each


async def _own_tables(port: int, count: int) -> int:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=120) as client:
        opened = 0
        for _ in range(count):
            client.cookies.clear()
            reply = await client.post("/api/practice/tables", json={"game": "roulette"})
            opened += reply.status_code == 201
        return opened


# --- what fails for a while


async def acknowledged_again(patrons: list[Patron]) -> float:
    """Seconds until something that each of them did from now on was acknowledged; a refusal is none."""
    before, began = [len(patron.acked) for patron in patrons], time.monotonic()
    while any(len(p.acked) <= had for p, had in zip(patrons, before, strict=True)):
        assert time.monotonic() < began + 6 * HALT_SECONDS, "somebody did not come back"
        await asyncio.sleep(0.01)
    return time.monotonic() - began


class Disturbed:
    """A house in a process of its own, people who play on whatever happens, and how long until all of them are answered."""

    def __init__(
        self, folder: Path, environment: dict[str, str], tables: int = 4, seats: int = 2, *, early: bool = False
    ) -> None:
        self.folder, self.tables, self.port, self.outcome = folder, tables, free_port(), Outcome()
        self.patrons = [Patron(plan.name, self.port, n) for plan in crash.plans(tables) for n in range(seats)]
        for patron in self.patrons:
            patron.patience = 3.0
        command = [
            sys.executable,
            "-m",
            "soak.load",
            "serve",
            str(folder / "house.db"),
            str(self.port),
            str(tables),
            "early" if early else "",
        ]
        with (folder.parent / "log").open("ab") as log:
            self._process = subprocess.Popen(command, env=os.environ | environment, stdout=log, stderr=log)
        self._over, self.calm = asyncio.Event(), 0.0
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        await until_up(self.port)
        self._tasks = [asyncio.create_task(patron.play(self._over)) for patron in self.patrons]
        await progress(self.patrons, 3 * len(self.patrons))
        self.calm = await self.back()  # what it takes on this machine while nothing is wrong
        self.outcome.downtime.clear()

    async def back(self) -> float:
        self.outcome.downtime.append(await acknowledged_again(self.patrons))
        return self.outcome.downtime[-1]

    async def stands_still(self) -> None:
        """Until the house says that it can write nothing."""
        until, address = time.monotonic() + 6 * HALT_SECONDS, f"http://127.0.0.1:{self.port}/health/ready"
        async with httpx.AsyncClient(timeout=30) as client:
            while (await client.get(address)).status_code != 503:
                assert time.monotonic() < until, "the disk is full, and the house goes on"
                await asyncio.sleep(0.05)
        self.outcome.kills += 1

    async def end(self) -> Outcome:
        self._over.set()
        await asyncio.wait(self._tasks, timeout=15)
        for task in self._tasks:
            task.cancel()
        self._process.terminate()
        self._process.wait(60)
        for patron in self.patrons:  # what somebody is told while it lasts is no fault
            patron.complaints = [
                one for one in patron.complaints if "could not be" not in one and "cannot be" not in one
            ]
        await judge(self.folder, self.tables, self.patrons, self.outcome)
        self.outcome.seconds = self.calm
        return self.outcome

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()


def _in_process(database: str, port: str, tables: str, early: str) -> None:
    from pitboss.house.workers.workers import Workers
    from tests.house.no_edges import follow_without_edges

    Workers.follow = follow_without_edges  # type: ignore[method-assign, assignment]
    if early:
        crash._acknowledge_early()
    limits = msgspec.structs.replace(UNLIMITED, at_once=MANY)
    operation = Operation(mathematics=False, limits=limits)
    serve(Path(database), Opening(crash.plans(int(tables))), Network(port=int(port)), operation, lambda _: None)


async def clock(jumps: tuple[str, ...] = ("+366d", "-366d", "+20y", "-20y", "+0"), tables: int = 4) -> Outcome | None:
    """The wall clock is set while people play; None without libfaketime. It also counts the entries that say so."""
    library = find_library("libfaketimeMT.so.1")
    if library is None:
        return None
    with tempfile.TemporaryDirectory() as place:
        (folder := Path(place, "house")).mkdir()
        now = Path(place, "now")
        now.write_text("+0")
        setting = {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(now),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        played = Disturbed(folder, setting, tables)
        try:
            await played.begin()
            for jump in jumps:
                now.write_text(jump)
                await played.back()
            outcome = await played.end()
        finally:
            played.kill()
        outcome.kills = _clock_entries(folder / "house.db")
        return outcome


def _clock_entries(database: Path) -> int:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT count(*) FROM journal WHERE kind = 'clock'").fetchone()[0])


async def full(times: int = 3, seconds: float = 4.0, tables: int = 4, *, early: bool = False) -> Outcome | None:
    """The disk is full for so many seconds, again and again; None where no small disk can be had."""
    with tempfile.TemporaryDirectory() as place:
        disk = Path(place, "disk")
        disk.mkdir()
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(disk)], capture_output=True, check=False
        )
        if made.returncode:
            return None
        try:
            played = Disturbed(disk, {}, tables, early=early)
            try:
                await played.begin()
                for _ in range(times):
                    with suppress(OSError), (disk / "filler").open("wb") as filler:
                        while True:
                            filler.write(bytes(65_536))
                            filler.flush()
                    await played.stands_still()
                    await asyncio.sleep(seconds)
                    (disk / "filler").unlink()
                    await played.back()
                return await played.end()
            finally:
                played.kill()
        finally:
            subprocess.run(["umount", "-l", str(disk)], check=False)


async def away(seconds: float, tables: int = 4, *, unfenced: bool = False) -> Outcome:
    """The database dies under everybody and comes back after so many seconds."""
    from soak.shared import Campaign
    from tests.house.postgres import server

    with server() as database:
        play = Campaign(database, 1, tables, 2, 2, unfenced=unfenced)
        try:
            await play.begin()
            calm = await acknowledged_again(play.patrons)
            await asyncio.to_thread(database.crash)
            await asyncio.sleep(seconds)
            await asyncio.to_thread(database.start)
            play.outcome.kills += 1
            play.outcome.downtime.append(await acknowledged_again(play.patrons))
            play.outcome.seconds = calm
            return await play.end()
        except BaseException:
            await play.give_up()
            raise


def _report(what: str, outcome: Outcome | None, most: float = BACK_SECONDS) -> None:
    if outcome is None:
        print(f"  {what}: NOT TRIED here")
        return
    assert outcome.kills, "nothing was disturbed"
    waits = ", ".join(f"{one:.1f}" for one in outcome.downtime)
    print(
        f"  {what}: {outcome.acknowledged} acknowledged, {outcome.lost} lost, {outcome.twice} twice, "
        f"{len(outcome.complaints)} complaints; disturbed {outcome.kills} times, "
        f"all were back after {waits} s ({outcome.seconds:.1f} s with nothing wrong; load {os.getloadavg()[0]:.0f})",
        flush=True,
    )
    assert outcome.clean, outcome.complaints[:5]
    allowed = max(most, 3 * outcome.seconds)  # a busy machine makes everybody wait
    assert max(outcome.downtime) <= allowed, f"{max(outcome.downtime)} s, {allowed} s allowed"


def main() -> None:
    for watchers in WATCHERS:
        for kind in FLOODS:
            ratio, sent = flooded(watchers, kind)
            assert sent > 100, "the flood was not heard"
            assert ratio <= RATIO, f"{ratio} times, {RATIO} allowed"
    free = msgspec.structs.replace(UNLIMITED, at_once=MANY)
    assert flooded(WATCHERS[0], "http", limits=free)[0] > RATIO, "the control was no worse: nothing was measured"
    grown, descriptors = connects()
    assert grown < MOST_GROWTH, grown
    assert descriptors <= 0, descriptors
    assert connects(leaks=True)[0] > MOST_GROWTH, "the control grew no more: nothing was measured"
    assert visitors() < PER_TABLE
    _report("the disk was full three times", asyncio.run(full()))
    broken = asyncio.run(full(early=True))
    assert broken is None or not broken.clean, "a house that acknowledges before it has written was not found out"
    _report("the clock was set five times", asyncio.run(clock()))
    for seconds in (10.0, 60.0):
        _report(f"the database was away for {seconds:.0f} s", asyncio.run(away(seconds)))


PARTS: dict[str, Callable[..., None]] = {
    "serve": _in_process,
    "flooded": lambda watchers, kind: print(flooded(int(watchers), kind)),
    "control": lambda watchers, kind: print(
        flooded(int(watchers), kind, limits=msgspec.structs.replace(UNLIMITED, at_once=MANY))
    ),
    "connects": lambda: print(connects(), connects(leaks=True)),
    "visitors": lambda: print(visitors()),
    "away": lambda seconds: _report(f"away for {seconds} s", asyncio.run(away(float(seconds)))),
    "full": lambda: _report("full", asyncio.run(full())),
    "early": lambda: print(getattr(asyncio.run(full(early=True)), "clean", None)),
    "clock": lambda: _report("clock", asyncio.run(clock())),
}

if __name__ == "__main__":
    PARTS[sys.argv[1]](*sys.argv[2:])
