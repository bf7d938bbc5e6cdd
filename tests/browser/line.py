"""A line to the house that can be made slow, silent or broken: a relay on 127.0.0.1 between browser and server."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.house.live import Live

PIECE = 65_536


def leave(page: Page, house: Live) -> None:
    """Off the line, before it is taken down; nothing of it is kept, for what is cleared later is of the house's own address."""
    page.evaluate("() => (localStorage.clear(), sessionStorage.clear())")
    page.goto(f"http://{house.address}/static/icon.svg")


class SlowLine:
    """Whatever goes through is late by ``delay`` seconds each way; nothing goes through while it is silent."""

    def __init__(self, port: int, delay: float = 0.0) -> None:
        self._port, self.delay = port, delay
        self._loop = asyncio.new_event_loop()
        self._speaks = asyncio.Event()
        self._speaks.set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._opened = threading.Event()

    def __enter__(self) -> "SlowLine":
        self._thread.start()
        assert self._opened.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)

    def silence(self) -> None:
        """Both ends stay connected, and hear nothing."""
        self._soon(self._speaks.clear)

    def speak(self) -> None:
        self._soon(self._speaks.set)

    def _soon(self, act: Callable[[], Any]) -> None:
        self._loop.call_soon_threadsafe(act)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._relay, "127.0.0.1", 0))
        self.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._opened.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.05))
        self._loop.close()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.close()
            return
        with contextlib.suppress(asyncio.CancelledError):  # the line is taken down
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer), return_exceptions=True)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Pieces keep their order, and are on their way at the same time."""
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivering = asyncio.ensure_future(self._deliver(pieces, target))
        while piece := await source.read(PIECE):
            pieces.put_nowait((self._loop.time() + self.delay, piece))
        pieces.put_nowait((self._loop.time() + self.delay, b""))
        await delivering

    async def _deliver(self, pieces: "asyncio.Queue[tuple[float, bytes]]", target: asyncio.StreamWriter) -> None:
        while True:
            due, piece = await pieces.get()
            await asyncio.sleep(max(0.0, due - self._loop.time()))
            await self._speaks.wait()
            if not piece:
                target.close()
                return
            target.write(piece)
            await target.drain()
