"""The other end of a device's connection: passes lines on from a serial port or a scanner, or answers as a made-up device.

A line that was read while nothing was under way is stamped with the question that was asked then; sent again after the
connection was lost, it counts once or is told that the question has moved on.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from pitboss.house.devices.lines import CANNOT_SHOW
from pitboss.house.devices.simulator import Simulator
from pitboss.procedure import Refusal, Refused

FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0  # seconds before the house is tried again
NEXT_QUESTION = 1.0  # seconds for the next question to come after a reply
CLOSED_FOR_GOOD = (4401, 4403)
Say = Callable[[str], object]


class Partner(Protocol):
    """Who talks on the connection; returning ends it."""

    async def talk(self, connection: ClientConnection) -> None: ...


async def keep_connected(url: str, key: str, partner: Partner, say: Say) -> None:
    """Talk until the partner is done; a line that breaks is opened again. A key that does not count is a refusal."""
    place = urlsplit(url)
    if place.scheme not in ("ws", "wss") or not place.netloc:
        raise Refused(
            Refusal.MALFORMED,
            f"Expected an address such as ws://localhost:8000/ws/devices/roulette-1, not {url!r}.",
            "",
        )
    origin = f"{'https' if place.scheme == 'wss' else 'http'}://{place.netloc}"
    wait = FIRST_WAIT
    while True:
        try:
            async with connect(url, origin=origin, open_timeout=10) as connection:  # type: ignore[arg-type]
                await connection.send(f"key {key}")
                first = str(await connection.recv())
                if not first.startswith("ok "):
                    raise Refused(Refusal.NOT_SIGNED_IN, first.removeprefix("no "), "")
                say("The connection is open.")
                wait = FIRST_WAIT
                await partner.talk(connection)
                return
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code in CLOSED_FOR_GOOD:
                raise Refused(Refusal.NOT_SIGNED_IN, closed.rcvd.reason, "") from None
        except InvalidURI as error:
            raise Refused(Refusal.MALFORMED, f"{error}.", "") from None
        except (OSError, TimeoutError, InvalidHandshake):
            pass
        say(f"The house cannot be reached; trying again in {wait:.0f} s.")
        await asyncio.sleep(wait)
        wait = min(LONGEST_WAIT, 2 * wait)


class Bridge:
    """Passes on what a device says, one line at a time, and prints what the house says."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._lines: asyncio.Queue[tuple[str, str] | None] = asyncio.Queue()
        self._current: tuple[str, str] | None = None  # a line and its question, until the house has replied
        self._asked = ""  # as the house wrote it: @12.3
        self._news = asyncio.Event()
        self._reply: asyncio.Future[bool] | None = None

    def read(self, line: str) -> None:
        """The device said something. What it says before the last line was answered belongs to a question yet to come."""
        if line := line.strip():
            busy = self._current is not None or not self._lines.empty()
            self._lines.put_nowait((line, "" if busy else self._asked))

    def end(self) -> None:
        """The device says nothing more."""
        self._lines.put_nowait(None)

    async def talk(self, connection: ClientConnection) -> None:
        hearing = asyncio.create_task(self._hear(connection))
        passing = asyncio.create_task(self._pass(connection))
        try:
            await asyncio.wait((hearing, passing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (hearing, passing):
                task.cancel()
            found = await asyncio.gather(hearing, passing, return_exceptions=True)
        for outcome in found:
            if isinstance(outcome, Exception):
                raise outcome

    async def _hear(self, connection: ClientConnection) -> None:
        while True:
            words = str(await connection.recv())
            self._say(words)
            if words.startswith("asks "):
                self._asked = words.rpartition(" ")[2]
                self._news.set()
            elif self._reply is not None and not self._reply.done():
                self._reply.set_result(words.startswith("ok "))

    async def _pass(self, connection: ClientConnection) -> None:
        last = ""
        while True:
            if self._current is None:
                self._current = await self._lines.get()
                if self._current is None:
                    return
            reading, asked = self._current
            if not asked and not reading.startswith("@"):
                asked = await self._next_question(last)
                self._current = reading, asked
            self._reply = asyncio.get_running_loop().create_future()
            await connection.send(f"{asked} {reading}".strip())
            if await self._reply:
                last = asked or last
            self._current = None

    async def _next_question(self, last: str) -> str:
        """The question that came after the last one that was answered; none where it does not come."""
        with suppress(TimeoutError):
            async with asyncio.timeout(NEXT_QUESTION):
                while self._asked == last:
                    self._news.clear()
                    await self._news.wait()
        return self._asked if self._asked != last else ""


class MadeUp:
    """Answers whatever is asked with what a simulator shows; ``count``: so many outcomes, 0 for as long as it is asked."""

    def __init__(self, simulator: Simulator, say: Say, *, count: int = 0, pause: float = 0.0) -> None:
        self._simulator, self._say = simulator, say
        self._left, self._pause = count or -1, pause

    async def talk(self, connection: ClientConnection) -> None:
        asked: tuple[str, str] | None = None
        while self._left:
            words = str(await connection.recv())
            self._say(words)
            if words.startswith("asks "):
                device, _, moment = words.removeprefix("asks ").rpartition(" ")
                asked = device, moment
                await asyncio.sleep(self._pause)
            elif words.startswith("ok "):
                asked = None
                self._left -= 1
                continue
            elif CANNOT_SHOW not in words:
                asked = None  # the question has moved on
            if asked is not None:
                device, moment = asked
                shown = f"{moment} {self._simulator.shows(device)}"
                self._say(f"> {shown}")
                await connection.send(shown)
