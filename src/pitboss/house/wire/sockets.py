"""One connection to one table: reads commands, sends acknowledgements and what the viewer may see.

Views are made when they can be sent, never queued: a slow reader gets fewer, later ones, and costs nobody else
anything. Acknowledgements come first. A sender who is too fast is read more slowly.
"""

import asyncio
from collections import deque
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from pitboss.events import visible
from pitboss.house.host.host import Host, Reply
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.protocol.commands import Command, Hello
from pitboss.house.wire.limits import Bucket
from pitboss.house.wire.view import view
from pitboss.procedure import Refusal, Refused, Who

GREETING_SECONDS = 10.0
BEAT_SECONDS = 2.0  # of silence, at most: a page from which nothing is heard any more knows that its line is dead
ENDING_SECONDS = 1.0  # to say goodbye in, before a line is cut
VIEW_SECONDS = 0.05  # between two views on one connection, at least
IN_FLIGHT = 32  # commands not answered yet
MALFORMED = 20  # messages that make no sense, before the line is cut

NONSENSE = (msgspec.MsgspecError, UnicodeError, RecursionError)

_hello = msgspec.json.Decoder(Hello)
_command = msgspec.json.Decoder(Command)
_encode = msgspec.json.encode
Socket = WebSocket[Any, Any, Any]


class Connection:
    """A viewer of one table."""

    def __init__(self, socket: Socket, house: House, host: Host) -> None:
        self.socket, self.house, self.host = socket, house, host
        self.session = Session()
        self._out: deque[bytes] = deque()
        self._bell, self._room = asyncio.Event(), asyncio.Event()
        self._bucket = Bucket(house.pace, 2 * house.pace)
        self._flying = self._nonsense = 0
        self._seen, self._stale, self._ended = 0, False, False
        self._beats = 0
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    # --- what the host calls

    def wake(self) -> None:
        self._stale = True
        self._bell.set()

    def notice(self, message: Reply) -> None:
        self._put({"notice": message})

    def end(self) -> None:
        """Hear no more, say what there is to say, and cut the line; one that is not read from is cut all the same."""
        self._ended = True
        self._bell.set()
        asyncio.get_running_loop().call_later(ENDING_SECONDS, self._cut)

    def _cut(self) -> None:
        for task in self._tasks:
            task.cancel()

    # --- the line

    async def run(self) -> None:
        """Until either side hangs up."""
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                first = await self.socket.receive_data(mode="text")
        except (TimeoutError, WebSocketDisconnect):
            return
        self._greet(first)
        self.host.join(self)
        self._tasks = tuple(asyncio.create_task(work) for work in (self._send(), self._receive(), self._beat()))
        try:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.host.part(self)
            self._cut()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _greet(self, first: str) -> None:
        try:
            self.session = self.house.sessions.of(_hello.decode(first).hello.token, self.host.name)
            if not self.session.active:
                self.session = Session()
                raise Refused(Refusal.WRONG_ROLE, "This seat was given up; you are watching.", "")
        except Refused as refusal:
            self._refuse("", refusal)
        except NONSENSE:
            self._refuse("", Refused(Refusal.MALFORMED, 'The first message is {"hello": {"token": …}}.', ""))
        self._seen = -1
        self.wake()

    # --- sending

    async def _send(self) -> None:
        loop, next_view = asyncio.get_running_loop(), 0.0
        while True:
            await self._bell.wait()
            self._bell.clear()
            while self._out:
                await self.socket.send_data(self._out.popleft().decode(), mode="text")
            if self._ended:
                return
            if not self._stale or self.host.busy:  # the host wakes us when it is done
                continue
            now = loop.time()
            if now < next_view:
                loop.call_later(next_view - now, self._bell.set)
                continue
            self._stale = False
            message = self._compose()
            await self.socket.send_data(message.decode(), mode="text")
            next_view = loop.time() + VIEW_SECONDS

    async def _beat(self) -> None:
        """Something is said at least so often, so that silence means that the line is dead."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            self._beats += 1
            if not self._out:  # what waits to be sent will do
                self._put({"beat": self._beats})

    def _compose(self) -> bytes:
        """Everything that is new to this viewer, and how the table stands for him now."""
        host = self.host
        shown = view(host, self.session)
        sequence: int = shown["sequence"]
        if self._seen < 0:
            self._seen = sequence
            return _encode({"view": shown, "you": {"role": self.session.role, "seat": self.session.seat}})
        news = []
        for entry, event in reversed(host.recent):
            if entry <= self._seen:
                break
            news.append(visible(event, *self._eyes(entry)))
        self._seen = sequence
        return _encode({"events": news[::-1], "sequence": sequence, "view": shown})

    def _eyes(self, entry: int) -> tuple[Who, ...]:
        """As whom this viewer may see what an entry told: a player as those he held when it was made."""
        table, session = self.host.table, self.host.eyes_of(self.session)
        held = [] if table is None else table.held(session.seat)
        return session.eyes(seat for seat in held if table is not None and table.since_when(seat) < entry)

    def _put(self, message: Reply) -> None:
        self._out.append(_encode(message))
        self._bell.set()

    def _refuse(self, key: str, no: Refused) -> None:
        self._put({"refused": {"key": key, "why": str(no.why), "sentence": no.sentence, "cite": no.cite}})

    # --- receiving

    async def _receive(self) -> None:
        while self._nonsense < MALFORMED and not self._ended:
            try:
                data = await self.socket.receive_data(mode="text")
            except WebSocketDisconnect:
                return
            wait = self._bucket.take()
            if wait > 0:
                await asyncio.sleep(wait)
            while self._flying >= IN_FLIGHT:
                self._room.clear()
                await self._room.wait()
            if not self._ended:
                self._hear(data)

    def _hear(self, data: str) -> None:
        try:
            command = _command.decode(data)
        except NONSENSE as error:
            self._nonsense += 1
            self._refuse(_key_in(data), Refused(Refusal.MALFORMED, f"That makes no sense here: {error}.", ""))
            return
        self._flying += 1
        self.host.do(self.session, command).add_done_callback(partial(self._answered, command))

    def _answered(self, command: Command, future: "asyncio.Future[Reply]") -> None:
        self._flying -= 1
        self._room.set()
        if future.cancelled():
            return
        failure = future.exception()
        if failure is None:
            reply = future.result()
            self._put(
                {"preview": {"key": command.key, **reply}} if command.do == "preview" else {"ack": command.key, **reply}
            )
        elif isinstance(failure, Refused):
            self._refuse(command.key, failure)


def _key_in(data: str) -> str:
    """The key of a message that is otherwise nonsense, so that its sender knows which one it was."""
    try:
        found = msgspec.json.decode(data)
    except NONSENSE:
        return ""
    key = found.get("key") if isinstance(found, dict) else None
    return key[:64] if isinstance(key, str) else ""
