"""One table over its socket: greeting, view, changes, commands that are carried out once."""

import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from pitboss.events import AnyEvent
from pitboss.house.host.command import Command
from pitboss.house.protocol.changes import Follower
from pitboss.house.protocol.greeting import WIRE_VERSION, Greeting, Hello
from pitboss.house.protocol.messages import EventsMessage, HouseNotice, RefusalBody
from pitboss.house.protocol.views import View
from pitboss.procedure import Refusal, Refused

ATTEMPTS = 5  # to open a lost connection again
FIRST_WAIT, MOST_BYTES = 0.1, 4 * 2**20
GONE = (4401, 4404, 4426, 4429)  # closed for a reason that another attempt does not change


def new_key() -> str:
    """A key of one's own for a command: the same key again is the same command."""
    return secrets.token_hex(12)


def refusal(body: RefusalBody) -> Refused:
    """A refusal as it is raised. Of a reason that this version does not know, the sentence is what counts."""
    known = body.code in Refusal._value2member_map_
    return Refused(Refusal(body.code) if known else Refusal.MALFORMED, body.sentence, body.cite)


class TableConnection:
    """A table as one viewer sees it. ``view`` is always the latest; ``heard`` is called with every event as it comes."""

    def __init__(
        self,
        url: str,
        token: str = "",
        *,
        timeout: float = 30.0,
        heard: Callable[[AnyEvent], None] = lambda event: None,
    ) -> None:
        self.url, self.token, self.timeout, self.heard = url, token, timeout, heard
        self.notices: list[HouseNotice] = []
        self._follower: Follower | None = None
        self._view: View | None = None
        self._socket = self._open()

    def __enter__(self) -> "TableConnection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    @property
    def view(self) -> View:
        """The latest view."""
        if self._view is None:
            assert self._follower is not None
            self._view = msgspec.convert(self._follower.view, View)
        return self._view

    def wait(self, until: Callable[[View], Any], timeout: float | None = None) -> View:
        """Hear until something is so; TimeoutError where it does not become so in time."""
        end = time.monotonic() + (self.timeout if timeout is None else timeout)
        while not until(self.view):
            self._hear(end)
        return self.view

    def do(self, command: Command) -> View:
        """Have a command carried out, once, even if the connection is lost meanwhile; the view that shows its effect."""
        sent = msgspec.json.encode(command).decode()
        end = time.monotonic() + self.timeout
        self._send(sent)
        losses = 0
        while True:
            try:
                message = self._receive(end)
            except ConnectionClosed as closed:
                losses += 1
                if losses > ATTEMPTS:
                    raise
                self._reopen(closed)
                self._send(sent)
                continue
            if message.get("ack") == command.key:
                return self._until(message["sequence"])
            if message.get("refused", {}).get("key") == command.key:
                raise refusal(msgspec.convert(message["refused"], RefusalBody))

    def _until(self, sequence: int) -> View:
        return self.wait(lambda view: view.sequence >= sequence)

    # --- the connection

    def _open(self) -> ClientConnection:
        # entered here and left by close(): this is itself what a program enters and leaves
        socket = connect(
            self.url, open_timeout=self.timeout, close_timeout=1, max_size=MOST_BYTES, ping_interval=None
        ).__enter__()
        socket.send(msgspec.json.encode(Hello(Greeting(self.token, WIRE_VERSION))).decode())
        self._socket, self._follower = socket, None
        end = time.monotonic() + self.timeout
        while self._follower is None:
            message = self._receive(end)
            if "refused" in message and self._follower is None:
                refused = refusal(msgspec.convert(message["refused"], RefusalBody))
                if self.token or refused.why is Refusal.WIRE_VERSION:
                    socket.close()
                    raise refused
        return socket

    def _reopen(self, closed: ConnectionClosed) -> None:
        """The house is asked again; with the same token one is back in the same seat."""
        if closed.rcvd is not None and closed.rcvd.code in GONE:
            raise Refused(Refusal.UNAVAILABLE, closed.rcvd.reason or "The house closed the connection.", "") from closed
        for attempt in range(ATTEMPTS):
            try:
                self._open()
            except (OSError, ConnectionClosed, InvalidHandshake):
                time.sleep(FIRST_WAIT * 2**attempt)
            else:
                return
        raise closed

    def _send(self, message: str) -> None:
        try:
            self._socket.send(message)
        except ConnectionClosed as closed:
            self._reopen(closed)
            self._socket.send(message)

    def _hear(self, end: float) -> None:
        try:
            self._receive(end)
        except ConnectionClosed as closed:
            self._reopen(closed)

    def _receive(self, end: float) -> dict[str, Any]:
        """One message, taken in."""
        message: dict[str, Any] = msgspec.json.decode(self._socket.recv(timeout=max(0.0, end - time.monotonic())))
        if "view" in message:
            self._follower, self._view = Follower(message["view"]), None
        elif "change" in message and self._follower is not None:
            self._follower.take(message["change"])
            self._view = None
            for event in msgspec.convert(message, EventsMessage).events:
                self.heard(event)
        elif "notice" in message:
            self.notices.append(msgspec.convert(message["notice"], HouseNotice))
        return message
