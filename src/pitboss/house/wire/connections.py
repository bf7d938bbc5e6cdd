"""uvicorn's WebSocket connections, as a house with thousands of them needs them: what is written is sent at once.

uvicorn passes every message through its interface for applications, and pings every connection with two timers of its own.
At hundreds of tables with six players each that was a third of all that a house does. So whoever finds a ``WebSocketConnection``
in the scope (``connection_of``) writes frames to it, several in one go, and sends the pings with them.
"""

import random
import struct
from collections.abc import Mapping
from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

EXTENSION = "pitboss.connection"  # among the extensions of a scope
CLOSING_SECONDS = 1.0  # that the other side has to answer a close, before the connection is cut
TEXT, PING = 0x81, 0x89  # the first byte of a frame that is whole (RFC 6455, 5.2); what a server sends has no mask


def text_frame(message: bytes) -> bytes:
    """A message of text as it is sent."""
    size = len(message)
    if size < 126:
        return bytes((TEXT, size)) + message
    return (struct.pack("!BBH", TEXT, 126, size) if size < 1 << 16 else struct.pack("!BBQ", TEXT, 127, size)) + message


class WebSocketConnection(WebSocketsSansIOProtocol):
    """One WebSocket of the server."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_timer is not None and message["type"] == "websocket.close":
            self.close_timer.cancel()  # which would wait until all is sent, and so for one who reads nothing
            self.close_timer = self.loop.call_later(CLOSING_SECONDS, self.transport.abort)
        elif message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # by a refusal; uvicorn would log each as an error of the application

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """What is over refers to nothing that refers to it: a busy house would keep it for hours
        (``process.garbage_collection``)."""
        super().connection_lost(exc)
        cast("dict[str, Any]", getattr(self, "scope", {}).get("extensions", {})).pop(EXTENSION, None)
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
        """Whoever holds the connection sends its pings from now on."""
        self.stop_keepalive()

    def ping_frame(self) -> bytes:
        """A ping, which the other side has to answer; by its random payload an earlier answer does not count."""
        self.pending_ping_payload = struct.pack("!I", random.getrandbits(32))
        self.ping_sent_at = self.loop.time()
        return bytes((PING, len(self.pending_ping_payload))) + self.pending_ping_payload

    @property
    def unanswered(self) -> float:
        """For how many seconds a ping has had no answer; 0: none is open."""
        return self.loop.time() - self.ping_sent_at if self.pending_ping_payload is not None else 0.0

    def close_if_timed_out(self) -> None:
        """Close a connection whose ping was not answered in time."""
        if self.ping_timeout is not None and self.unanswered >= self.ping_timeout:
            self.keepalive_timeout()


def connection_of(scope: Mapping[str, Any]) -> WebSocketConnection | None:
    """The connection of a scope, where this process has it and not another that forwards it."""
    found = scope.get("extensions", {}).get(EXTENSION)
    return found if isinstance(found, WebSocketConnection) else None
