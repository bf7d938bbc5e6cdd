"""Limits of connections: how many an address may have, and how long one may take to say what it wants.

uvicorn has no time limit for a request that does not come, and counts silent connections against all: whoever opened
thousands and said nothing shut everybody out. A socket is not counted here any more once it is upgraded: it is counted as a socket
then.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from socket import SO_RCVBUF, SOL_SOCKET
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.house.protocol.messages import encoded_refusal
from pitboss.house.wire.limits import ClientLimits, Held, counted_as

HEAD_BYTES = 65_536  # of a request line and its headers
RECEIVED_BYTES = 16_384  # that the system keeps for us: what came at once is taken apart at once, while others wait


class ConnectionLimiter:
    """Counts the connections of each address; those of trusted proxies, which speak for many, are not limited."""

    def __init__(self, limits: ClientLimits, trusted: Iterable[str] = ()) -> None:
        self.limits = limits
        self.connections, self.silent = Held(limits.connections), Held(limits.silent)
        self._trusted = [ip_network(one, strict=False) for one in trusted if _is_network(one)]

    def client(self, address: str) -> str:
        """As whom an address is counted; empty for one that is not limited."""
        try:
            found = ip_address(address)
        except ValueError:
            return ""  # a socket file, behind which a proxy is
        return "" if any(found in network for network in self._trusted) else counted_as(address)

    def refusal(self, client: str) -> str:
        """Why one more connection is not taken, as a sentence; empty if it is."""
        if self.connections.is_full(client):
            return f"One address may have {self.limits.connections} connections; close some and try again."
        if self.silent.is_full(client):
            return f"One address may have {self.limits.silent} connections that have asked for nothing yet."
        return ""

    def protocol(self) -> type[HttpToolsProtocol]:
        """What uvicorn makes for every connection."""
        return type("Protocol", (_Protocol,), {"limiter": self})


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


class _Protocol(HttpToolsProtocol):
    """A connection that is counted, and cut off when a request does not arrive in time."""

    limiter: ConnectionLimiter
    _counted = _silent = _turned_away = False
    _client = ""
    _late: asyncio.TimerHandle | None = None
    _head, _head_is_complete = 0, False  # bytes that came of a request's head

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if (raw := transport.get_extra_info("socket")) is not None:
            with suppress(OSError):  # it is gone already
                raw.setsockopt(SOL_SOCKET, SO_RCVBUF, RECEIVED_BYTES)
        self._client = self.limiter.client(self.client[0] if self.client else "")
        if sentence := self.limiter.refusal(self._client):
            self._turned_away = True
            self._say(429, b"Too Many Requests", "too_many", sentence)
            return
        self._counted = self._silent = True
        self.limiter.connections.take(self._client)
        self.limiter.silent.take(self._client)
        self._expect()

    def data_received(self, data: bytes) -> None:
        if self._turned_away:
            return
        self._head += 0 if self._head_is_complete else len(data)
        super().data_received(data)
        if not self._head_is_complete and self._head > HEAD_BYTES and not self.transport.is_closing():
            self._turned_away = True
            most = f"The line and headers of a request may have {HEAD_BYTES} bytes together."
            self._say(431, b"Request Header Fields Too Large", "too_large", most)

    def on_headers_complete(self) -> None:
        self._head, self._head_is_complete = 0, True
        super().on_headers_complete()

    def on_message_begin(self) -> None:
        self._head_is_complete = False
        super().on_message_begin()
        self._expect()  # a further request on this connection

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._arrived()

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        self._leave()
        super().handle_websocket_upgrade()
        # It refers to this, which refers to it; whoever goes on with the socket needs neither (``process.garbage_collection``).
        self.parser: Any = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        self._leave()
        super().connection_lost(exc)

    # --- time

    def _expect(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.limiter.limits.request_seconds, self._cut_off)

    def _arrived(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
        if self._silent:
            self._silent = False
            self.limiter.silent.give(self._client)

    def _leave(self) -> None:
        if self._counted:
            self._counted = False
            self.limiter.connections.give(self._client)

    def _cut_off(self) -> None:
        self._late, self._turned_away = None, True
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()  # its request was begun, and is not worth waiting for
            return
        seconds = self.limiter.limits.request_seconds
        self._say(408, b"Request Timeout", "too_slow", f"A request has to arrive within {seconds:g} seconds.")

    def _say(self, status: int, reason: bytes, code: str, sentence: str) -> None:
        body = encoded_refusal(code, sentence)
        head: Any = (
            b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head % (status, reason, len(body)) + body)
        self.transport.close()
