"""How a process of a house reaches another: what came to one is carried out in the other.

A request or WebSocket is forwarded as the messages of ASGI that it consists of, in both directions, each a frame of MessagePack
after its length. Processes of one machine meet at sockets that only the house's own user may open, those of several machines
over TLS, at which each shows a certificate of the house (``mutual_tls``); so what they say of whom a request came from is taken
as it is. A frame with ``call`` in the place of a request asks for something within the house (the cage).
"""

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from pitboss.house.sharing.asgi import App, Message, Receive, Send
from pitboss.house.sharing.mutual_tls import HANDSHAKE_SECONDS, ProcessIdentity
from pitboss.procedure import Refusal, Refused

log = logging.getLogger("pitboss")

Call = Callable[[str, list[Any]], Awaitable[Any]]

NETWORK = "tls://"  # before the address of a process that other machines reach
LENGTH_BYTES = 4
MOST_BYTES = 64 * 1024 * 1024  # of one frame
PASSED_ON = ("type", "asgi", "http_version", "method", "scheme", "path", "raw_path", "query_string", "root_path",
             "headers", "client", "server", "subprotocols")  # fmt: skip
CONNECT_SECONDS = 3.0  # as long as a lease lasts: until another machine that does not answer counts as one that is away
# A machine that went silent: whoever waits for it hears so after three seconds.
SILENCE = {"TCP_USER_TIMEOUT": 3_000, "TCP_KEEPIDLE": 1, "TCP_KEEPINTVL": 1, "TCP_KEEPCNT": 2}
CLOSING_SECONDS = 10.0  # for which whoever passed something on has time to read how it ended
WAITING = 64  # messages that may wait to be carried out
WAITING_CONNECTIONS = 4096  # a crowd may come to one process at once, and what cannot wait here is turned away
_encode, _decode = msgspec.msgpack.encode, msgspec.msgpack.decode


class Address(msgspec.Struct, frozen=True):
    """Where a process is reached: at a socket of its machine, or at a port by the name in its certificate."""

    path: str = ""
    host: str = ""
    port: int = 0
    name: str = ""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.path or f"{NETWORK}{host}:{self.port}/{self.name}"

    @staticmethod
    def read(text: str) -> "Address":
        """As the database has it."""
        if not text.startswith(NETWORK):
            return Address(path=text)
        parts = urlsplit(text)
        return Address(host=parts.hostname or "", port=parts.port or 0, name=parts.path.removeprefix("/"))


class Unreached(Exception):
    """The other process did not take it: it may be passed on to another."""


class Interrupted(Exception):
    """The other process went away in the midst of it."""


async def _read(reader: asyncio.StreamReader) -> Any:
    length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
    if length > MOST_BYTES:
        raise Interrupted
    return _decode(await reader.readexactly(length))


async def _write(writer: asyncio.StreamWriter, content: Any) -> None:
    if writer.is_closing():  # the other side has gone; to write to it is a fault of the program to uvloop
        raise ConnectionResetError
    data = _encode(content)
    writer.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)
    await writer.drain()


async def _connect(address: str, identity: ProcessIdentity) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Whoever answers there without a certificate of the house in that name is not the process that was meant."""
    try:
        to = Address.read(address)
        if to.path:
            return await asyncio.open_unix_connection(to.path)
        async with asyncio.timeout(CONNECT_SECONDS):
            streams = await asyncio.open_connection(to.host, to.port, ssl=identity.connecting, server_hostname=to.name)
        _hear_silence(streams[1])
        return streams
    except (OSError, ValueError) as error:  # an address that cannot be one, too: whoever wrote it into the database
        raise Unreached from error


def _hear_silence(writer: asyncio.StreamWriter) -> None:
    line = writer.get_extra_info("socket")
    if line is None or line.family == socket.AF_UNIX:
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in SILENCE.items():
        if hasattr(socket, name):  # not every system has all of them
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


async def _heard_out(reader: asyncio.StreamReader) -> None:
    """Wait until the other side closes. It may still be sending what nobody wants any more; to close a connection on that would
    take along the answer that it has not read yet."""
    with contextlib.suppress(TimeoutError, OSError):
        async with asyncio.timeout(CLOSING_SECONDS):
            while await reader.read(1 << 16):
                pass


# --- the side that passes on


async def pass_on(
    address: str, identity: ProcessIdentity, scope: Any, receive: Receive, send: Send, gone: "asyncio.Future[None]"
) -> None:
    """Have a request or WebSocket carried out by another process. ``gone`` is done once that process does not have the table
    any more, and will never answer."""
    reader, writer = await _connect(address, identity)
    try:
        try:
            await _write(writer, {"scope": {name: scope[name] for name in PASSED_ON if name in scope}})
        except OSError as error:
            raise Unreached from error
        up = asyncio.ensure_future(_up(receive, writer))
        down = asyncio.ensure_future(_down(reader, send))
        try:
            await asyncio.wait([down, gone], return_when=asyncio.FIRST_COMPLETED)
            if not down.done():
                raise Interrupted
            down.result()
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Interrupted from error
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
    finally:
        writer.close()


async def _up(receive: Receive, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while True:
            message = await receive()
            await _write(writer, message)
            if message["type"].endswith("disconnect"):
                return


async def _down(reader: asyncio.StreamReader, send: Send) -> None:
    while True:
        message = await _read(reader)
        if message is None:  # it is done
            return
        await send(message)


async def ask(address: str, identity: ProcessIdentity, call: str, arguments: list[Any]) -> Any:
    """Have another process do something within the house; what it refuses is refused here."""
    reader, writer = await _connect(address, identity)
    try:
        await _write(writer, {"call": call, "arguments": arguments})
        found = await _read(reader)
    except (OSError, asyncio.IncompleteReadError) as error:
        raise Interrupted from error
    finally:
        writer.close()
    if "refused" in found:
        why, sentence, cite = found["refused"]
        raise Refused(Refusal(why), sentence, cite)
    if "failed" in found:
        raise Interrupted
    return found["reply"]


# --- the side that carries out


class PeerServer:
    """Carries out what other processes pass on."""

    def __init__(self, address: str, identity: ProcessIdentity, app: App, call: Call) -> None:
        self._address, self._identity, self._app, self._call = Address.read(address), identity, app, call
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        at = self._address
        if not at.path:
            self._server = await asyncio.start_server(
                self._serve, at.host, at.port, ssl=self._identity.serving, ssl_handshake_timeout=HANDSHAKE_SECONDS,
                backlog=WAITING_CONNECTIONS,
            )  # fmt: skip
            return
        Path(at.path).unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            self._server = await asyncio.start_unix_server(self._serve, at.path, backlog=WAITING_CONNECTIONS)
        finally:
            os.umask(before)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in list(self._connections):
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        if self._address.path:
            Path(self._address.path).unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        _hear_silence(writer)
        try:
            first = await _read(reader)
            if "call" in first:
                await _write(writer, await self._called(first["call"], first["arguments"]))
            else:
                await self._carry_out(first["scope"], reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError, Interrupted):
            pass  # whoever passed it on has gone, or this process closes
        except Exception:
            log.exception("what another process passed on could not be carried out")
        finally:
            self._connections.discard(task)
            writer.close()

    async def _called(self, call: str, arguments: list[Any]) -> dict[str, Any]:
        try:
            return {"reply": await self._call(call, arguments)}
        except Refused as refused:
            return {"refused": (str(refused.why), refused.sentence, refused.cite)}
        except Exception:
            log.exception("%s, asked for by another process, failed", call)
            return {"failed": True}

    async def _carry_out(self, scope: Any, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        messages: asyncio.Queue[Message] = asyncio.Queue(WAITING)
        over = (
            {"type": "websocket.disconnect", "code": 1006}
            if scope["type"] == "websocket"
            else {"type": "http.disconnect"}
        )

        async def hear() -> None:
            try:
                while True:
                    await messages.put(await _read(reader))
            except (OSError, asyncio.IncompleteReadError, Interrupted):
                await messages.put(dict(over))

        ended = False

        async def receive() -> Message:
            nonlocal ended
            if ended:
                return dict(over)
            message = await messages.get()
            ended = message["type"].endswith("disconnect")
            return message

        async def send(message: Message) -> None:
            await _write(writer, dict(message))

        scope["headers"] = [(bytes(name), bytes(value)) for name, value in scope["headers"]]
        scope["client"] = tuple(scope["client"]) if scope.get("client") else None
        scope["server"] = tuple(scope["server"]) if scope.get("server") else None
        hearing = asyncio.ensure_future(hear())
        try:
            extensions: Message = (
                {"websocket.http.response": {}} if scope["type"] == "websocket" else {}
            )  # as uvicorn's
            await self._app({**scope, "state": {}, "extensions": extensions}, receive, send)
            await _write(writer, None)
        finally:
            hearing.cancel()
        await asyncio.gather(hearing, return_exceptions=True)
        await _heard_out(reader)
