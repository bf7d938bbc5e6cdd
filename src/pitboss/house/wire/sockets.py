"""One connection to one table: reads commands, sends acknowledgements and what the viewer may see.

A view is made when it can be sent, never queued: a slow reader gets fewer views and slows down nobody else.
Acknowledgements come first. A client that sends too fast is read more slowly. Commands are carried out and views are made
in turn, address by address (``fair_queue``), so that one client with many connections does not keep the others waiting.
Once a second the connection is pinged, and sent a beat where nothing was sent (``heartbeat``).
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.protocol.greeting import WIRE_VERSION, Greeting, Hello, encoded_for_old_clients, other_version
from pitboss.house.protocol.messages import (
    BeatMessage,
    EdgesMessage,
    HouseNotice,
    NoticeMessage,
    ServerMessage,
    refusal,
)
from pitboss.house.wire.access import session_of
from pitboss.house.wire.command_reader import DECODING_ERRORS, CommandReader
from pitboss.house.wire.connections import connection_of, text_frame
from pitboss.house.wire.fair_queue import Ticket
from pitboss.house.wire.limits import UNLIMITED, client_of
from pitboss.house.wire.traffic import Traffic
from pitboss.house.wire.view_stream import ViewStream
from pitboss.house.workers.edges import edges_of
from pitboss.house.workers.lane import WorkUpdate
from pitboss.procedure import Refusal, Refused

log = logging.getLogger("pitboss")

GREETING_SECONDS = 10.0
# Visits, one a second, until something is said where nothing was, so that a page which hears nothing for longer knows that its
# connection is dead; and until the other side is asked whether it is alive.
SILENT = UNASKED = 2
GIVEN_UP = 1000  # closes a socket whose seat was given up; nothing else is a normal end
TOO_MANY = 4429  # closes a socket beyond what one address or account may have
RESTARTS, LATER = 1012, 1013  # close a socket whose other side is to connect again, at once or a little later
MOVED = (RESTARTS, "served by another process")
UNGREETED = (LATER, "nothing was said in time")
OUTDATED = (4426, f"version {WIRE_VERSION} of the wire is spoken here")
ENDING_SECONDS = 1.0  # to send what is left before the connection is cut
VIEW_SECONDS = 0.05  # at least, between two views on one connection
SIGNED_OUT = 4401  # closes the socket of somebody whose session is over; the reason says how it ended

MALFORMED_GREETING = f'The first message must be {{"hello": {{"token": …, "version": {WIRE_VERSION}}}}}.'

_hello = msgspec.json.Decoder(Hello)
_encode = msgspec.json.encode
Socket = WebSocket[Any, Any, Any]


def forget(socket: Socket) -> None:
    """Litestar wraps both ways of a socket in functions that refer to it; once it is over they are not needed."""

    async def over(*_: Any) -> Any:
        raise WebSocketDisconnect(detail="the socket is closed")

    socket.receive = socket.send = over


class Connection:
    """A viewer of one table."""

    def __init__(self, socket: Socket, house: House, host: Host, traffic: Traffic | None = None) -> None:
        self.socket, self.house, self.host = socket, house, host
        self.traffic = traffic or Traffic(UNLIMITED)
        self.address = client_of(getattr(socket, "scope", {}))
        self._websocket = connection_of(getattr(socket, "scope", {}))
        self._view_ticket = Ticket(self.traffic.views, self.address, self._wake_sender)
        self.session = Session()
        self._out: deque[bytes] = deque()
        self._bell = asyncio.Event()
        self._stale, self.ended = False, False
        self._beats = 0
        self._silent = self._unasked = 0  # visits since something was said, and since the other side was asked
        self._shown = ViewStream(host)
        self._follows: Callable[[], None] | None = None  # ends to follow the edges
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        self.signed_in = session_of(house.people, socket)
        self._unsubscribe: Callable[[], None] = lambda: None
        self.closes_with = (LATER, "")  # whatever ends it: nobody is told that all is done unless somebody wanted that

    # --- what the host calls

    def wake(self) -> None:
        self._stale = True
        self._bell.set()

    def notice(self, notice: HouseNotice) -> None:
        self.put(NoticeMessage(notice))

    def edges(self, state: WorkUpdate) -> None:
        """The edges of this table are now known."""
        if state.last and state.refused is None:
            self.put(EdgesMessage(state.answer))

    def end(self) -> None:
        """The seat was given up; or its player has another, and finds it by coming back."""
        self._end(*((RESTARTS, "another seat") if self.host.presence.knows(self.session) else (GIVEN_UP, "")))

    def _end(self, code: int, why: str) -> None:
        """Read no more, send what is left and close; a client that does not read is cut off after ENDING_SECONDS."""
        self.closes_with, self.ended = (code, why), True
        self._bell.set()
        asyncio.get_running_loop().call_later(ENDING_SECONDS, self._cut)

    def move(self) -> None:
        """Another process serves the table from now on: the client comes back, and finds it there."""
        self._end(*MOVED)

    def _cut(self) -> None:
        for task in self._tasks:
            task.cancel()

    # --- the connection

    async def run(self, greeting: Greeting | None = None) -> None:
        """Serve until either side closes the connection; ``greeting`` where the client sent it with the handshake."""
        if greeting is None:
            try:
                async with asyncio.timeout(GREETING_SECONDS):
                    first = await self.socket.receive_data(mode="text")
            except TimeoutError:
                self.closes_with = UNGREETED
                return
            except WebSocketDisconnect:
                return
            try:
                greeting = _hello.decode(first).hello
            except DECODING_ERRORS:  # whoever greets with anything else watches
                self.refuse("", Refused(Refusal.MALFORMED, MALFORMED_GREETING, ""))
                greeting = Greeting(version=WIRE_VERSION)
        if greeting.version != WIRE_VERSION:
            self.closes_with = OUTDATED
            await self._send_now([encoded_for_old_clients(other_version(greeting.version))])
            return
        self._greet(greeting)
        if self.house.hosts.get(self.host.name) is not self.host:  # it went to another process meanwhile
            self.closes_with = MOVED
            return
        self.host.presence.join(self)
        if self.signed_in is not None:
            self._unsubscribe = self.house.people.sessions.subscribe(self.signed_in.hash, self._signed_out)
        reader = CommandReader(self)  # not kept by this connection, which would then refer to itself
        self._tasks = tuple(asyncio.create_task(work) for work in (self._send(), reader.run()))
        if self._websocket is not None:
            self._websocket.take_over()
        self.traffic.heartbeats.join(self)
        try:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.traffic.heartbeats.leave(self)
            self.host.presence.part(self)
            self._unsubscribe()
            if self._follows is not None:
                self._follows()
            self._cut()
            note_faults(self.host.name, await asyncio.gather(*self._tasks, return_exceptions=True))
            self._view_ticket.close()
            reader.close()
            # Nothing refers to itself any more: what does is freed by a full garbage collection only.
            self._tasks, self._unsubscribe, self._follows = (), lambda: None, None

    def _signed_out(self, why: str) -> None:
        """The session of whoever signed in is over: nothing more is heard or told on this connection."""
        self._end(SIGNED_OUT, why)  # the host learns from the session that its seat is out of reach

    def _greet(self, greeting: Greeting) -> None:
        """A seat's token tells a player; without one, whoever is signed in is meant."""
        signed_in = self.signed_in
        person = signed_in.credential if signed_in is not None else ""
        try:
            if greeting.token:
                session = self.house.sessions.of(greeting.token, self.host.name)
                self.session = msgspec.structs.replace(session, person=person)
            elif signed_in is not None:
                self.session = Session(hash=signed_in.hash, person=person)
            if not self.session.active:
                self.session = Session()
                raise Refused(Refusal.WRONG_ROLE, "This seat was given up; you are watching.", "")
        except Refused as refused:
            self.refuse("", refused)
        self._shown.seen = -1
        self.wake()

    # --- sending

    def _wake_sender(self) -> None:
        self._bell.set()

    async def _send(self) -> None:
        loop, next_view, paced = asyncio.get_running_loop(), 0.0, False
        while True:
            await self._bell.wait()
            self._bell.clear()
            if self._websocket is not None and not self._websocket.has_room:  # a view is not made before it can be sent
                self._view_ticket.give_back()
                await self._websocket.writable.wait()
            out = [*self._out]
            self._out.clear()
            if self.ended:
                await self._send_now(out)
                return
            shown = False
            if not self._stale or self.host.busy:  # the host wakes us when it is done
                self._view_ticket.give_back()
            else:
                now = loop.time()
                if not paced:
                    paced, next_view = True, max(next_view, now + self.traffic.view_wait(self.address))
                if now < next_view:
                    self._view_ticket.give_back()
                    loop.call_later(next_view - now, self._bell.set)
                else:
                    self._view_ticket.ask()
                    shown = self._view_ticket.held  # else the bell rings when it is our turn
            if shown:
                self._stale, paced = False, False
                try:
                    out.append(self._shown.message(self.session))
                finally:
                    self._view_ticket.give_back()
            await self._send_now(out)
            if shown:
                self._subscribe()
                next_view = loop.time() + VIEW_SECONDS

    async def _send_now(self, messages: list[bytes]) -> None:
        if not messages:
            return
        if self._websocket is not None:
            self._websocket.write(b"".join(map(text_frame, messages)))
        else:
            for message in messages:
                await self.socket.send_data(message.decode(), mode="text")
        self._silent = 0

    def _subscribe(self) -> None:
        """To the edges, once the welcome is out."""
        if self._follows is None:
            asked = edges_of(self.house.founded[self.host.name])
            self._follows = self.house.workers.follow(asked, self.edges, asker=self.address, patient=True)

    def tick(self) -> None:
        """Ask every other second whether the other side is alive, and say something where nothing was said for a while."""
        self._silent, self._unasked, websocket = self._silent + 1, self._unasked + 1, self._websocket
        if websocket is not None:
            websocket.close_if_timed_out()
            if not (websocket.is_open and websocket.has_room):
                return
        silent = self._silent >= SILENT and not self._out and self._shown.seen >= 0  # the welcome comes first
        if websocket is None:
            if silent:
                self.put(self._beat())
            return
        frames = b""
        if (
            self._unasked >= UNASKED - silent and not websocket.unanswered
        ):  # a little early, where something is said anyway
            self._unasked, frames = 0, websocket.ping_frame()
        if silent:
            self._silent, frames = 0, frames + text_frame(_encode(self._beat()))
        if frames:
            websocket.write(frames)

    def _beat(self) -> BeatMessage:
        self._beats += 1
        return BeatMessage(self._beats)

    def put(self, message: ServerMessage) -> None:
        """Send a message as soon as it can be."""
        self._out.append(_encode(message))
        self._bell.set()

    def refuse(self, key: str, refused: Refused) -> None:
        """Tell why a command is not carried out."""
        self.put(refusal(refused, key))


def note_faults(table: str, outcomes: Iterable[object]) -> None:
    """What made a connection break off, unless its other side has just gone: to write to that is no fault of the house."""
    for fault in outcomes:
        if isinstance(fault, Exception) and not isinstance(fault, (WebSocketDisconnect, OSError)):
            log.error("a connection to %s was cut by a fault", table, exc_info=fault)
