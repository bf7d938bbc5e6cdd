"""The house with many at its tables: as fast as they can, and at human pace; what a command costs, and what a table weighs.

Everybody has a connection and is sent every view. As fast as they can: all six of a table wager, then all say that they are ready,
and the next round begins when the last of them was heard. Nothing is counted before the house has settled down: a
house that was just opened packs its rules and reads what it will need.
"""

import asyncio
import json
import random
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol

from websockets.exceptions import ConnectionClosed

from bench.house import Running, _line, _sit, opened
from pitboss.house.protocol.greeting import WIRE_VERSION

COMING, SETTLING, SECONDS = (
    120.0,
    4.0,
    8.0,
)  # until everybody is there at the latest, then until it counts, and while it does
HURRIED = ((8, 6), (50, 6))
UNHURRIED = ((50, 6, "timed"), (500, 6, "people"))
PAUSES = {"timed": 4.0, "people": 25.0}  # seconds, at most, that a person takes for a wager
WATCHERS = 200
# How a house closes a line that is to be opened again; 1011 is a line that was silent for five seconds, because this process, which
# plays everybody, was busy.
COME_AGAIN = (1011, 1012, 1013)


def run() -> dict[str, float | str]:
    """Every figure of this room; some minutes."""
    found: dict[str, float | str] = {}
    for tables, seats in HURRIED:
        found |= _measured("practice", tables, seats, hurried=True)
    for tables, seats, kind in UNHURRIED:
        found |= _measured(kind, tables, seats, hurried=False)
    return found | _weights()


def _measured(kind: str, tables: int, seats: int, *, hurried: bool) -> dict[str, float | str]:
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder), kind, tables) as house:
        return figures(house, tables, seats, hurried=hurried, pause=PAUSES.get(kind, 0.0))


def figures(house: "Place", tables: int, seats: int, *, hurried: bool, pause: float) -> dict[str, float | str]:
    """What comes of so many at so many tables of a house that is open."""
    crowd = Crowd(house, tables, seats, pause)
    asyncio.run(crowd.play(_hurried if hurried else _unhurried))
    waits, at = sorted(crowd.waits), f"{tables} tables × {seats} seats"
    pace = "as fast as they can" if hurried else "at human pace"
    found: dict[str, float | str] = {
        f"command acknowledged, p50, ms, {at}, {pace}": 1000 * waits[len(waits) // 2],
        f"command acknowledged, p99, ms, {at}, {pace}": 1000 * waits[int(len(waits) * 0.99)],
        f"commands acknowledged/s by the clock, {at}, {pace}": len(waits) / SECONDS,
        f"CPU of the house for a command and its views, ms, {at}, {pace}": 1000 * crowd.spent / len(waits),
        f"bytes sent to everybody for a command, {at}, {pace}": crowd.received / len(waits),
    }
    if crowd.sent_away:
        found[f"times that somebody was told to come again, {at}, {pace}"] = crowd.sent_away
    if hurried:
        found[f"durable rounds/s by the clock, {at}"] = crowd.rounds / SECONDS
        found[f"durable rounds per CPU second of the house, {at}"] = crowd.rounds / crowd.spent
    return found


class Place(Protocol):
    """A house that is open, in a process or in several."""

    place: str

    def spent(self) -> float:
        """Seconds of CPU so far."""


class Crowd:
    """Everybody at the tables of one house, and what they saw once it had settled down."""

    def __init__(self, house: Place, tables: int, seats: int, pause: float) -> None:
        self.house, self.tables, self.seats, self.pause = house, tables, seats, pause
        self.waits: list[float] = []
        self.rounds = self.received = self.sent_away = 0
        self.welcomed: set[str] = set()  # by token: somebody may be told to come again, and be welcomed twice
        self.spent = 0.0
        self.counting = False
        self.ends = 0.0

    async def play(self, one: "Callable[[Crowd, str, str, Together], Coroutine[Any, Any, None]]") -> None:
        names = [f"table-{n}" for n in range(self.tables)]
        tokens = [
            (name, await asyncio.to_thread(_sit, self.house.place, name)) for name in names for _ in range(self.seats)
        ]
        together = {name: Together(self.seats, self) for name in names}
        self.ends = time.monotonic() + COMING + SETTLING + SECONDS
        tasks = [asyncio.create_task(one(self, name, token, together[name])) for name, token in tokens]
        async with asyncio.timeout(COMING):
            while len(self.welcomed) < len(tokens):
                await asyncio.sleep(0.1)
        await asyncio.sleep(SETTLING)
        before, self.counting = self.house.spent(), True
        await asyncio.sleep(SECONDS)
        self.spent, self.counting = self.house.spent() - before, False
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome


class Together:
    """Those at one table, who wait for each other."""

    def __init__(self, seats: int, crowd: Crowd) -> None:
        self.round = 1
        self._seats, self._crowd, self._here, self._all = seats, crowd, 0, asyncio.Event()

    async def meet(self, *, over: bool) -> None:
        self._here += 1
        if self._here < self._seats:
            await self._all.wait()
            return
        self._here = 0
        self.round += over
        self._crowd.rounds += over and self._crowd.counting
        everybody, self._all = self._all, asyncio.Event()
        everybody.set()


class Seat:
    """One connection: sends commands, hears everything."""

    def __init__(self, crowd: Crowd, line: Any, token: str) -> None:
        self._crowd, self._line, self._token = crowd, line, token
        self._waiting: dict[str, asyncio.Future[bool]] = {}
        self.seen = (0, 0)  # round and question of the last view
        self.welcome = asyncio.Event()
        self._sent = 0

    async def listen(self) -> None:
        try:
            await self._hear()
        finally:
            self.welcome.set()  # or it never comes, and whoever waits for it sees that the line is closed

    async def _hear(self) -> None:
        async for data in self._line:
            if self._crowd.counting:
                self._crowd.received += len(data)
            message = json.loads(data)
            if "ack" in message or "refused" in message:
                key = message.get("ack") or message["refused"].get("key")
                self._waiting.pop(key).set_result("ack" in message)
            elif seen := message.get("view") or message.get("change"):
                if "view" in message and not self.welcome.is_set():
                    self._crowd.welcomed.add(self._token)
                    self.welcome.set()
                self.seen = (seen.get("round", self.seen[0]), seen.get("question", self.seen[1]))

    async def ask(self, command: dict[str, Any]) -> bool:
        self._sent += 1
        key = f"{id(self)}-{self._sent}"
        heard = self._waiting[key] = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        await self._line.send(json.dumps({"key": key, **command}))
        taken: bool = await heard
        if taken and self._crowd.counting:  # a wager between two rounds is refused, and not counted
            self._crowd.waits.append(time.perf_counter() - began)
        return taken


RED = {"says": "wager", "wager": "red", "amount": 100}


async def _hurried(crowd: Crowd, table: str, token: str, together: Together) -> None:
    async def play(seat: Seat) -> None:
        while time.monotonic() < crowd.ends:
            number = together.round
            await seat.ask({"do": "answer", **RED, "round": number, "question": 0})
            await together.meet(over=False)
            await seat.ask({"do": "ready", "round": number, "question": 1})
            await together.meet(over=True)

    await _seated(crowd, table, token, play)


async def _unhurried(crowd: Crowd, table: str, token: str, together: Together) -> None:
    pick = random.Random(token)

    async def play(seat: Seat) -> None:
        while time.monotonic() < crowd.ends:
            await asyncio.sleep(pick.uniform(0, crowd.pause))
            number, question = seat.seen
            await seat.ask({"do": "answer", **RED, "round": number + (not question), "question": question})

    await _seated(crowd, table, token, play)


async def _seated(crowd: Crowd, table: str, token: str, play: "Callable[[Seat], Coroutine[Any, Any, None]]") -> None:
    """Play on a connection; whoever is told to come again, while all come at once, does so as a page would."""
    while True:
        try:
            async with _line(crowd.house.place, table) as line:
                await line.send(json.dumps({"hello": {"token": token, "version": WIRE_VERSION}}))
                seat = Seat(crowd, line, token)
                listening = asyncio.create_task(seat.listen())
                try:
                    await seat.welcome.wait()
                    return await play(seat)
                finally:
                    listening.cancel()
        except ConnectionClosed as closed:
            if crowd.counting or closed.rcvd is None or closed.rcvd.code not in COME_AGAIN:
                raise
            crowd.sent_away += 1
            await asyncio.sleep(1)


def _weights() -> dict[str, float | str]:
    """What a table, and somebody who watches one, takes of memory."""
    few, many = _memory(10), _memory(210)
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder), "timed", 10) as house:
        asyncio.run(_watch(house, 1))
        before = house.memory()
        after = asyncio.run(_watch(house, WATCHERS))
    return {
        "memory of a house with 10 tables, MB": few / 1e6,
        "memory of a further table, KB": (many - few) / 200 / 1e3,
        "memory of a watcher, KB": (after - before) / WATCHERS / 1e3,
    }


def _memory(tables: int) -> int:
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder), "timed", tables) as house:
        time.sleep(SETTLING)
        return house.memory()


async def _watch(house: Running, watchers: int) -> int:
    """The memory while so many watch."""
    lines = [await _line(house.place, f"table-{n % 10}") for n in range(watchers)]
    for line in lines:
        await line.send(json.dumps({"hello": {"token": "", "version": WIRE_VERSION}}))
        await line.recv()
    await asyncio.sleep(1)
    found = house.memory()
    for line in lines:
        await line.close()
    return found
