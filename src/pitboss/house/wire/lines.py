"""The lines of uvicorn, as a house with thousands of them needs them: what is written to one is written at once.

uvicorn hands every message through its interface for applications, and asks every line with two timers of its own whether it is alive.
At hundreds of tables with six players each that was a third of all that a house does. So a connection that finds its ``Line`` in
the scope (``line_of``) writes frames to it, several in one go, and asks whether it is alive while it does so.
"""

import random
import struct
from collections.abc import Mapping
from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

LINE = "pitboss.line"  # among the extensions of a scope
CLOSING_SECONDS = 1.0  # that the other side has to answer a close, before the connection is cut
TEXT, PING = 0x81, 0x89  # the first byte of a frame that is whole (RFC 6455, 5.2); what a server sends has no mask


def text_frame(message: bytes) -> bytes:
    """A message of text as it goes over the line."""
    size = len(message)
    if size < 126:
        return bytes((TEXT, size)) + message
    return (struct.pack("!BBH", TEXT, 126, size) if size < 1 << 16 else struct.pack("!BBQ", TEXT, 127, size)) + message


class Line(WebSocketsSansIOProtocol):
    """One WebSocket of the server."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_timer is not None and message["type"] == "websocket.close":
            self.close_timer.cancel()  # which would wait until all is sent, and so for one who reads nothing
            self.close_timer = self.loop.call_later(CLOSING_SECONDS, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"])[LINE] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """What is over refers to nothing that refers to it: a house that is never calm would keep it for ever (``process.memory``)."""
        super().connection_lost(exc)
        cast("dict[str, Any]", getattr(self, "scope", {}).get("extensions", {})).pop(LINE, None)
        self.conn.parser.close()

    @property
    def is_open(self) -> bool:
        return (
            self.handshake_complete
            and not (self.close_sent or self.disconnected or self.transport.is_closing())
            and self.conn.state is State.OPEN
        )

    @property
    def has_room(self) -> bool:
        """Whether what was written before is on its way, or nearly."""
        return self.writable.is_set()

    def write(self, frames: bytes) -> None:
        if not self.is_open:
            raise ClientDisconnected
        self.transport.write(frames)

    def take_over(self) -> None:
        """Whoever holds the line asks whether it is alive from now on."""
        self.stop_keepalive()

    def question(self) -> bytes:
        """A frame that the other side has to answer, whatever it is; what it is called, no earlier answer can know."""
        self.pending_ping_payload = struct.pack("!I", random.getrandbits(32))
        self.ping_sent_at = self.loop.time()
        return bytes((PING, len(self.pending_ping_payload))) + self.pending_ping_payload

    @property
    def unanswered(self) -> float:
        """For how many seconds the other side has owed an answer; 0: it owes none."""
        return self.loop.time() - self.ping_sent_at if self.pending_ping_payload is not None else 0.0

    def give_up_if_dead(self) -> None:
        """Cut a line whose other side has not answered for as long as it may."""
        if self.ping_timeout is not None and self.unanswered >= self.ping_timeout:
            self.keepalive_timeout()


def line_of(scope: Mapping[str, Any]) -> Line | None:
    """The line of a connection, where this process has it and not another that passes it on."""
    found = scope.get("extensions", {}).get(LINE)
    return found if isinstance(found, Line) else None
