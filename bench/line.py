"""A line between a browser and a house on this machine: as slow as one wants, silent or cut when one wants.

What a browser itself slows (CDP) leaves out the handshakes of its connections; here they take their round trip too, all
connections share one bandwidth, and the socket of a table is as slow as the rest.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

PIECE = 4_096  # bytes that are on their way together; small, so that connections share the line fairly


class Line:
    """Relays ``address`` to a port of this machine."""

    def __init__(self, port: int, *, round_trip: float = 0.0, bytes_per_second: float = 0.0) -> None:
        self._port, self.round_trip, self.bytes_per_second = port, round_trip, bytes_per_second
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._opened = threading.Event()
        self._open: set[asyncio.StreamWriter] = set()
        self._free = {"down": 0.0, "up": 0.0}  # when each way can take the next piece
        self._is_cut = False
        self._speaks = asyncio.Event()
        self._speaks.set()
        self.address = ""

    def __enter__(self) -> "Line":
        self._thread.start()
        if not self._opened.wait(60):
            raise TimeoutError("The line did not open within a minute.")
        return self

    def __exit__(self, *_: object) -> None:
        self._soon(self._loop.stop)
        self._thread.join(10)

    def cut(self) -> None:
        """Every connection breaks, and none is made."""
        self._soon(self._break)

    def mend(self) -> None:
        self._soon(self._join)

    def silence(self) -> None:
        """Both ends stay connected, and hear nothing."""
        self._soon(self._speaks.clear)

    def speak(self) -> None:
        self._soon(self._speaks.set)

    def _soon(self, act: Callable[[], Any]) -> None:
        self._loop.call_soon_threadsafe(act)

    def _break(self) -> None:
        self._is_cut = True
        for writer in self._open:
            writer.transport.abort()

    def _join(self) -> None:
        self._is_cut = False

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._relay, "127.0.0.1", 0))
        self.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._opened.set()
        self._loop.run_forever()
        server.close()
        self._break()
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self._loop.close()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        ends = {writer, back}
        self._open |= ends
        began = self._loop.time() + self.round_trip  # the handshake
        with contextlib.suppress(asyncio.CancelledError):  # the line is taken down
            ways = self._carry(reader, back, "up", began), self._carry(there, writer, "down", began)
            await asyncio.gather(*ways, return_exceptions=True)
        self._open -= ends
        for end in ends:
            end.close()

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, way: str, began: float) -> None:
        """Pieces keep their order, and are on their way at the same time."""
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivering = asyncio.ensure_future(self._deliver(pieces, target))
        while piece := await source.read(PIECE):
            sent = max(self._loop.time(), began, self._free[way])
            if self.bytes_per_second:
                sent += len(piece) / self.bytes_per_second
                self._free[way] = sent
            pieces.put_nowait((sent + self.round_trip / 2, piece))
        pieces.put_nowait((0.0, b""))
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
