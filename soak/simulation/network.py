"""Virtual connections: the ASGI interface of the house, with delays, breaks, silence and readers that stall."""

import asyncio
import random
from typing import Any, Protocol

import msgspec

from pitboss.house.protocol.greeting import WIRE_VERSION
from pitboss.house.serve import PING_SECONDS, PONG_SECONDS
from pitboss.house.wire.access import COOKIE
from soak.simulation.loop import VirtualLoop

HOST = b"localhost"
LATENCY = (0.001, 0.2)  # seconds, one way
ROOM = 64  # frames that fit into the buffers between the house and one who does not read
PATIENCE = 30.0  # seconds after which nobody waits for an answer any longer


class Gone(Exception):
    """The connection broke, or nobody answered."""


class Around(Protocol):
    """What a connection needs of the world."""

    loop: VirtualLoop
    app: Any
    dark: bool

    def source(self, name: str) -> random.Random: ...

    def sent(self, line: "Line", text: str) -> None: ...


def scope(
    kind: str, path: str, method: str = "GET", token: str = "", cookie: str = "", size: int = 0
) -> dict[str, Any]:
    headers = [(b"host", HOST), (b"origin", b"http://" + HOST)]
    if token:
        headers.append((b"authorization", b"Bearer " + token.encode()))
    if cookie:
        headers.append((b"cookie", f"{COOKIE}={cookie}".encode()))
    if size:
        headers += [(b"content-type", b"application/json"), (b"content-length", str(size).encode())]
    plain, _, query = path.partition("?")
    return {
        "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": plain,
        "raw_path": plain.encode(), "query_string": query.encode(), "headers": headers, "client": ("127.0.0.1", 1),
        "server": ("localhost", 80), "scheme": "ws" if kind == "websocket" else "http", "root_path": "",
        "subprotocols": [], "extensions": {}, "state": {},
    }  # fmt: skip


class Reply:
    """What came back for a request."""

    def __init__(self) -> None:
        self.status, self.headers, self.body = 0, dict[bytes, bytes](), b""

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


async def request(
    app: Any, path: str, body: Any = None, *, token: str = "", cookie: str = "", method: str = ""
) -> Reply:
    """One request, answered in this task."""
    data, reply = b"" if body is None else msgspec.json.encode(body), Reply()
    given, complete = [{"type": "http.request", "body": data, "more_body": False}], asyncio.Event()

    async def receive() -> dict[str, Any]:
        if given:
            return given.pop()
        await complete.wait()  # the client does not hang up before it has everything
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            reply.status, reply.headers = message["status"], dict(message["headers"])
        else:
            reply.body += message.get("body", b"")
            if not message.get("more_body", False):
                complete.set()

    await app(
        scope("http", path, method or ("GET" if body is None else "POST"), token, cookie, len(data)), receive, send
    )
    return reply


async def asked(world: Around, path: str, body: Any = None, **more: Any) -> Reply:
    """The same over the network: it, or its answer, may be lost when the house goes down meanwhile."""
    pick = world.source("request")
    await asyncio.sleep(pick.uniform(*LATENCY))
    if world.dark:
        raise Gone
    task = world.loop.create_task(request(world.app, path, body, **more))
    done, _ = await asyncio.wait([task], timeout=PATIENCE)
    await asyncio.sleep(pick.uniform(*LATENCY))
    if world.dark or not done or task.cancelled() or task.exception() is not None:
        raise Gone
    return task.result()


class Line:
    """One WebSocket to a table, seen from its client.

    A client reads everything, and acts on what it waits for alone: a frame that nobody waits for is read when it is sent.
    """

    def __init__(self, world: Around, table: str, token: str = "", cookie: str = "") -> None:
        self.world, self.table, self.token, self.cookie = world, table, token, cookie
        self.broken = self.stalled = False
        self._pick = world.source("line")
        self._to_house: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._reads = asyncio.Event()
        self._held = list[str]()  # sent, and not read yet
        self._word: str | None = None  # in what is waited for
        self._waiting: asyncio.Future[str | None] | None = None
        self._last_out = self._last_in = 0.0
        self._to_house.put_nowait({"type": "websocket.connect"})
        where = scope("websocket", f"/ws/tables/{table}", cookie=cookie)
        del where["method"]
        self.task = world.loop.create_task(self._serve(where))
        self.say({"hello": {"token": token, "version": WIRE_VERSION}})

    async def _serve(self, where: dict[str, Any]) -> None:
        try:
            await self.world.app(where, self._to_house.get, self._send)
        finally:
            self._hang_up()

    # --- the client's side

    def say(self, message: dict[str, Any]) -> None:
        """It arrives after a while, in order, unless the line breaks before."""
        self._last_out = max(self._last_out, self._later())
        self.world.loop.call_at(self._last_out, self._arrive, msgspec.json.encode(message).decode())

    def _arrive(self, text: str) -> None:
        if not self.broken and not self.world.dark:
            self._to_house.put_nowait({"type": "websocket.receive", "text": text})

    async def hear(self, word: str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message in which something stands; ``Gone`` when the line breaks, or when that does not come for so long."""
        text = await self._wait(word, timeout)
        if text is None:
            self.break_off()
            raise Gone
        found: dict[str, Any] = msgspec.json.decode(text)
        return found

    async def stay(self, seconds: float) -> None:
        """Look on for a while; ``Gone`` when the line breaks."""
        await self._wait(None, seconds)
        if self.broken:
            raise Gone

    async def _wait(self, word: str | None, seconds: float) -> str | None:
        if self.broken:
            raise Gone
        self._word, self._waiting = word, self.world.loop.create_future()
        timer = self.world.loop.call_later(seconds, self._answer, None)
        try:
            return await self._waiting
        finally:
            timer.cancel()
            self._word = self._waiting = None

    def _answer(self, text: str | None) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(text)

    def stall(self, seconds: float) -> None:
        """Read nothing for a while."""
        self.stalled = True
        self.world.loop.call_later(seconds, self._read_on)

    def _read_on(self) -> None:
        self.stalled = False
        self._reads.set()
        held, self._held = self._held, []
        for text in held:
            self._deliver(text)

    def break_off(self, *, silent: bool = False) -> None:
        """The line breaks; where it just falls silent the house finds out by asking whether it is alive."""
        if self.broken:
            return
        self._hang_up()
        after = PING_SECONDS + PONG_SECONDS if silent else 0.0
        self.world.loop.call_later(after, self._to_house.put_nowait, {"type": "websocket.disconnect", "code": 1006})

    def _hang_up(self) -> None:
        self.broken = True
        self._reads.set()
        self._answer(None)

    # --- the house's side

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.accept" or self.world.dark:
            return
        if message["type"] == "websocket.close":
            self._hang_up()
            return
        text = message["text"]
        self.world.sent(self, text)
        while self.stalled and len(self._held) >= ROOM and not self.broken:
            self._reads.clear()
            await self._reads.wait()
        if self.broken:
            return
        if self.stalled:
            self._held.append(text)
        elif self._word is not None and self._word in text:
            self._last_in = max(self._last_in, self._later())
            self.world.loop.call_at(self._last_in, self._deliver, text)

    def _deliver(self, text: str) -> None:
        if self.stalled:
            self._held.append(text)
        elif self._word is not None and self._word in text and not self.broken and not self.world.dark:
            self._answer(text)

    def _later(self) -> float:
        return self.world.loop.time() + self._pick.uniform(*LATENCY)
