"""One house after the other on one disk, under one clock; and all the chance that there is, from one seed."""

import asyncio
import hashlib
import os
import random
import secrets
import shutil
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.records.records import Records
from pitboss.house.storage.store import Store, Write, _Part
from pitboss.house.wire.server import application
from pitboss.house.wire.sockets import Connection
from pitboss.house.workers.workers import Workers
from soak.simulation.disk import FULL, IO_SYNC, IO_WRITE, SYNC, WRITE, Disk
from soak.simulation.loop import VirtualClock, VirtualLoop
from soak.simulation.network import Line
from tests.house.no_edges import follow_without_edges

COMMIT_SECONDS = (0.0005, 0.03)  # how long the disk takes
KEPT_LINES = 400  # of the trace, to be shown when something is found
# rooms of the house whose addresses nobody in a simulation asks for: Litestar takes long to learn them
UNVISITED = (
    "administration", "board", "devices", "drills", "filings", "floor_plan", "guide", "judging", "metrics", "open_table",
    "own_limits", "own_rounds", "pages", "pit", "purse", "record", "site", "theory", "things",
)  # fmt: skip
FAULTS = ((WRITE, IO_WRITE), (WRITE, FULL), (SYNC, IO_SYNC))


class World:
    """The machine on which houses run, and what became of everything so far."""

    def __init__(
        self, seed: int, folder: Path, plans: Sequence[Plan], loop: VirtualLoop, *, every_room: bool = True
    ) -> None:
        self.unvisited = () if every_room else UNVISITED
        self.seed, self.folder, self.plans, self.loop = seed, folder, list(plans), loop
        self.clock = VirtualClock(loop)
        self._sources: Counter[str] = Counter()
        self.entropy = self.source("entropy").randbytes
        self.dark = True  # no house is running
        self.closing = False  # a house that is closed in order still writes its last entries
        self.up = asyncio.Event()
        self.over = False
        self.house: House
        self.app: Any = None
        self.disk: Disk
        self.pragmas: dict[str, str] = {}
        self.reads = False  # whether reads of the disk can fail too
        self.incarnation = 0
        self.drivers: set[asyncio.Task[Any]] = set()  # people, who outlive every house
        self.watching: Callable[[Line, str], None] = lambda line, text: None
        self.committed: Callable[[], None] = lambda: None
        self.trace, self._hash = deque[str](maxlen=KEPT_LINES), hashlib.sha256()
        self.lines: list[Line] = []

    # --- chance and trace

    def source(self, name: str) -> random.Random:
        """Chance of one's own for everyone who asks, so that nobody's depends on who came first."""
        self._sources[name] += 1
        return random.Random(f"{self.seed}/{name}/{self._sources[name]}")

    def note(self, *words: object) -> None:
        """Something happened."""
        line = f"{self.loop.time():.6f} " + " ".join(map(str, words))
        self._hash.update(line.encode() + b"\n")
        self.trace.append(line)

    def sent(self, line: Line, text: str) -> None:
        """The house sends a frame."""
        self._hash.update(f"{self.loop.time():.6f} {line.table} ".encode() + text.encode() + b"\n")
        self.watching(line, text)

    @property
    def digest(self) -> str:
        """Of everything that happened and was sent."""
        return self._hash.hexdigest()

    def employ(self, work: Any) -> None:
        """Somebody who lives through every house."""
        task = self.loop.create_task(work)
        self.drivers.add(task)

    # --- the house

    @property
    def place(self) -> Path:
        return self.folder / f"{self.incarnation}"

    async def open(self) -> None:
        self.place.mkdir(parents=True, exist_ok=True)
        self.disk = Disk(self.place, reads=self.reads)
        self.disk.adopt()
        self.disk.__enter__()
        store = Store(self.place / "house.db", pragmas=self.pragmas)
        opening = Opening(self.plans, demonstration=True)
        self.house = House(store, opening, clock=self.clock, entropy=self.entropy)
        with ExitStack() as shut:
            for room in self.unvisited:
                shut.enter_context(mock.patch(f"pitboss.house.wire.{room}.routes", _no_routes))
            self.app = application(self.house, pace=1000.0)
        self.dark = False
        await self.house.open()
        self.note("open", *(f"{n}:{h.suspension.sentence or 'plays'}" for n, h in self.house.hosts.items()))
        self.up.set()

    async def close(self) -> None:
        """An orderly end; the next house opens what this one left."""
        self.up.clear()
        self.dark = True
        self._break_lines()
        self.closing = True
        await self.house.close()
        self.closing = False
        self.disk.__exit__()
        self.note("closed")

    async def kill(self, calls: int) -> None:
        """The process dies before so many more calls to the disk are done; what it wrote is there."""
        await self._die(
            calls, lambda to: shutil.copytree(self.place, to, ignore=shutil.ignore_patterns("*.lock", "*-shm"))
        )

    async def cut_power(self, calls: int) -> None:
        """The power fails before so many more calls to the disk are done; what was not synced is there or not."""
        pick = self.source("power")
        await self._die(calls, lambda to: self.disk.image(to, pick))

    async def _die(self, calls: int, leave: Callable[[Path], Any]) -> None:
        dead, left = asyncio.Event(), [calls]

        def before(call: str, name: str) -> int | None:
            left[0] -= 1
            if left[0] < 0:
                stop()
            return None

        def stop() -> None:
            if not dead.is_set():
                self.dark = True  # from this moment on nobody hears anything
                self.up.clear()
                leave(self.folder / f"{self.incarnation + 1}")
                self.disk.before = lambda call, name: None
                dead.set()

        self.disk.before = before
        with suppress(TimeoutError):
            async with asyncio.timeout(20.0):
                await dead.wait()
        stop()
        self.note("dead")
        await self._bury()
        self.incarnation += 1

    async def _bury(self) -> None:
        """What is left of a dead house in this process is taken away; it can say nothing any more."""
        self._break_lines()
        for _ in range(3):
            current = asyncio.current_task()
            left = [task for task in self.loop.tasks if task not in self.drivers and task is not current]
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
        for host in self.house.hosts.values():
            host.jobs.ring_after(None)
        self.house.records.close()
        self.house.store.close()
        self.disk.__exit__()
        shutil.rmtree(self.place)

    def _break_lines(self) -> None:
        lines, self.lines = self.lines, []
        for line in lines:
            line.break_off()

    def fail_soon(self, calls: int, times: int, fault: tuple[str, int]) -> None:
        """After some calls of a kind the disk refuses some of them."""
        left = [calls, times]

        def before(call: str, name: str) -> int | None:
            if call != fault[0]:
                return None
            left[0] -= 1
            if left[0] >= 0:
                return None
            left[1] -= 1
            if left[1] <= 0:
                self.disk.before = lambda call, name: None
            return fault[1]

        self.disk.before = before


class VirtualStore(Store):
    """The store without its thread: what is handed in is committed a moment later, all of it together, as ever."""

    world: World

    def _write(self) -> None:
        return

    def commit(self, writes: Sequence[Write]) -> "asyncio.Future[None]":
        part, waiting = _Part(writes, asyncio.get_running_loop()), self._waiting_parts()
        waiting.append(part)
        if len(waiting) == 1:
            loop = asyncio.get_running_loop()
            loop.call_later(self.world.source("disk").uniform(*COMMIT_SECONDS), self._commit_waiting)
        assert part.future is not None
        return part.future

    def commit_now(self, writes: Sequence[Write]) -> None:
        part = _Part(writes, None)
        self._commit([part])
        assert part.waiting is not None
        part.waiting.result()

    def _waiting_parts(self) -> list[_Part]:
        found: list[_Part] = self.__dict__.setdefault("_parts", [])
        return found

    def _commit_waiting(self) -> None:
        parts = self._waiting_parts()[:]
        self._waiting_parts().clear()
        if not self.world.dark or self.world.closing or self.world.up.is_set():
            self._commit(parts)
            if not self.world.dark:
                self.world.committed()


class OrderedConnection(Connection):
    """A connection that lies in a set where its number puts it: in the same place in every run."""

    numbers: Iterator[int] = iter(range(0))

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._number = next(self.numbers)

    def __hash__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        return self is other


@contextmanager
def only_seeded(world: World) -> Iterator[None]:
    """Everything in the house that asks the machine for time or chance asks the world."""
    store = type("WorldStore", (VirtualStore,), {"world": world})
    monotonic = SimpleNamespace(monotonic=world.loop.time)
    connection = type("WorldConnection", (OrderedConnection,), {"numbers": iter(range(10**9))})
    with (
        mock.patch.object(os, "urandom", world.entropy),
        mock.patch.object(random, "_urandom", world.entropy),
        mock.patch.object(secrets, "token_bytes", lambda size=32: world.entropy(size)),
        mock.patch("soak.simulation.world.Store", store),
        mock.patch("pitboss.house.wire.limits.time", monotonic),
        mock.patch("pitboss.house.wire.server.Connection", connection),
        mock.patch.object(Workers, "follow", follow_without_edges),
        mock.patch.object(Records, "keep", _keep_nothing),
    ):
        yield


def _no_routes(*_: object) -> list[Any]:
    return []


async def _keep_nothing(*_: object) -> None:
    """The index of the record is not part of the simulation."""
