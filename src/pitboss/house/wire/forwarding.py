"""Any process of a shared house takes any request; this forwards it to the one that has what it is about.

What is under ``/api/tables/…`` and the sockets of a table belong to the process of that table, pages and health to whoever was
asked, the rest to the process that has the house. While a table moves from one process to another, requests for it wait.
"""

import asyncio
import logging
import time
from typing import Any

from pitboss.house.protocol.messages import encoded_refusal
from pitboss.house.shared.processes import SharedProcesses
from pitboss.house.sharing.asgi import App, Message, Receive, Send
from pitboss.house.sharing.peers import Interrupted, PeerServer, Unreached, pass_on
from pitboss.house.sharing.units import HOUSE
from pitboss.house.wire.sockets import LATER, RESTARTS
from pitboss.procedure import Refusal

log = logging.getLogger("pitboss")

PATIENCE_SECONDS = 8.0  # as long as a process may take to take over from one that died, and then some
LOOK_SECONDS = 0.05
WATCH_SECONDS = 0.5
OF_A_TABLE = (("api", "tables"), ("ws", "tables"), ("ws", "devices"))
OF_THE_HOUSE = ("api", "ws", "checkpoint", "tile")
AWAY = (
    "The process that serves this does not answer; nothing is known to have been done, so ask again with the same key."
)


def table_of(path: str) -> str | None:
    """The table that a path is about; empty for the house as a whole, None for what any process can answer. As for the routes,
    several slashes are one."""
    parts = [part for part in path.split("/") if part] or [""]
    if len(parts) >= 3 and (parts[0], parts[1]) in OF_A_TABLE:
        return parts[2]
    return "" if parts[0] in OF_THE_HOUSE else None


class Forwarding:
    """The application of one process, as the outside meets it."""

    def __init__(self, app: App, processes: SharedProcesses) -> None:
        self._app, self._processes = app, processes
        self._peers = PeerServer(processes.leases.address, processes.identity, self._carry_out, processes.called)
        # Where each request was forwarded to, and what tells that it is not served there any more.
        self._forwarded: dict[asyncio.Future[None], tuple[str, str]] = {}
        self._looking: asyncio.Future[None] | None = None

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._peers.start()
            watching = asyncio.create_task(self._watch())
            try:
                await self._app(scope, receive, send)
            finally:
                watching.cancel()
                await self._peers.close()
            return
        table = table_of(scope["path"])
        if table is None:
            await self._app(scope, receive, send)
        else:
            await self._find(table, scope, receive, send)

    async def _find(self, table: str, scope: Any, receive: Receive, send: Send) -> None:
        leases, patience = self._processes.leases, time.monotonic() + PATIENCE_SECONDS
        answer = _Answer(scope["type"], send)
        while time.monotonic() < patience:
            unit = leases.unit(table) if table else HOUSE
            if not unit:  # opened a moment ago, or there is no such table
                await self._look()
                unit = leases.unit(table) or HOUSE
            where = leases.where(unit)
            if where == "here" and (unit == HOUSE or self._processes.has(table)):
                await self._carry_out(scope, receive, send)
                return
            if where not in ("here", ""):
                moved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._forwarded[moved] = unit, where
                try:
                    await pass_on(where, self._processes.identity, scope, receive, answer, moved)
                    return
                except Unreached:
                    pass  # it has just died: wait until another process has it
                except Interrupted:
                    await answer.interrupted()
                    return
                finally:
                    del self._forwarded[moved]
            await asyncio.sleep(LOOK_SECONDS)
        await answer.interrupted()

    async def _look(self) -> None:
        """Whether a table was opened a moment ago: one look for everybody who asks for a name that is not known, because none of
        them has passed the gate yet."""
        if self._looking is None:
            self._looking = asyncio.ensure_future(asyncio.to_thread(self._processes.leases.look_again))
            self._looking.add_done_callback(self._looked)
        await asyncio.shield(self._looking)

    def _looked(self, _: object) -> None:
        self._looking = None

    async def _carry_out(self, scope: Any, receive: Receive, send: Send) -> None:
        """Here, whichever process was asked. What is asked of the house may concern every table of it; a table that was just taken
        over may still be being rebuilt."""
        table = table_of(scope["path"]) or ""
        unit = self._processes.leases.unit(table)
        if not unit:
            await self._processes.look_elsewhere()
        elif not await self._is_ready(table, unit):
            raise Interrupted
        await self._app(scope, receive, send)

    async def _is_ready(self, table: str, unit: str) -> bool:
        """Wait for a table of this process; False where it went to another meanwhile."""
        patience = time.monotonic() + PATIENCE_SECONDS
        while not self._processes.has(table):
            if self._processes.leases.where(unit) != "here" or time.monotonic() > patience:
                return False
            await asyncio.sleep(LOOK_SECONDS)
        return True

    async def _watch(self) -> None:
        """See what was forwarded to a process that does not have it any more. One look for all: each on its own would be
        thousands of looks a second in a full house."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for moved, (unit, where) in self._forwarded.items():
                if not moved.done() and self._processes.leases.where(unit) != where:
                    moved.set_result(None)


class _Answer:
    """What the asker has been told so far, so that an answer which breaks off can be ended rightly."""

    def __init__(self, kind: str, send: Send) -> None:
        self._kind, self._send = kind, send
        self._begun = self._ended = False

    async def __call__(self, message: Message) -> None:
        self._begun = True
        self._ended = message["type"] == "websocket.close"
        await self._send(message)

    async def interrupted(self) -> None:
        if self._ended:
            return
        if self._kind == "websocket":
            if not self._begun:
                await self._send({"type": "websocket.accept"})
            await self._send({"type": "websocket.close", "code": RESTARTS if self._begun else LATER, "reason": "moved"})
        elif self._begun:
            raise Interrupted  # the server cuts the connection: half an answer is none
        else:
            body = encoded_refusal(Refusal.UNAVAILABLE, AWAY)
            headers = [(b"content-type", b"application/json"), (b"retry-after", b"1"), (b"cache-control", b"no-store")]
            await self._send({"type": "http.response.start", "status": 503, "headers": headers})
            await self._send({"type": "http.response.body", "body": body})
