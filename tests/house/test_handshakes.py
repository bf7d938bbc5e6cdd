"""Handshakes are limited by address before they are accepted, and whoever is refused leaves nothing behind."""

import asyncio
import os
import socket
import threading
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.house.sharing.leases import Leases
from pitboss.house.wire.forwarding import Forwarding
from pitboss.house.wire.limits import ClientLimits
from pitboss.house.wire.traffic import Traffic
from soak.load import descriptors
from tests.house.live import PATIENCE, Live, wait_for
from tests.house.test_faults import PLANS, R

BURST, TRIES, BATCH = 20, 1500, 100
FEW = ClientLimits(handshakes=0.001, handshake_burst=BURST)


def handshake(live: Live, path: str, source: str = "") -> socket.socket:
    """A raw socket that asks for a WebSocket, and says nothing more."""
    host, port = live.address.split(":")
    line = socket.create_connection((host, int(port)), PATIENCE, source_address=(source, 0) if source else None)
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {live.address}\r\nOrigin: http://{live.address}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    return line


def status(line: socket.socket) -> int:
    found = b""
    while b"\r\n\r\n" not in found:
        found += line.recv(4096)
    return int(found.split()[1])


def ended(line: socket.socket) -> None:
    """Until the other side has closed it."""
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        return


@pytest.mark.parametrize("path", [f"/ws/tables/{R}", "/ws/tables/none", "/ws/devices/none", f"/ws/devices/{R}"])
def test_refused_handshakes_leave_no_descriptor_and_keep_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    """1,500 from one address: those beyond the burst are answered with 429, before the house does anything for them, and
    no line of the log is written for each."""
    opened, open_socket = Counter[str](), Traffic.open_socket

    async def counted(self: Traffic, house: Any, address: str, account: str) -> None:
        opened[address] += 1
        await open_socket(self, house, address, account)

    monkeypatch.setattr(Traffic, "open_socket", counted)
    with Live(tmp_path / "house.db", PLANS, limits=FEW) as live:
        live.get("/api/tables")
        before, answers = descriptors(os.getpid()), Counter[int]()
        accepted: list[socket.socket] = []
        for _ in range(TRIES // BATCH):
            batch = [handshake(live, path) for _ in range(BATCH)]
            for line in batch:
                answers[answer := status(line)] += 1
                if answer == 429:
                    ended(line)
                    line.close()
                else:
                    accepted.append(line)
        assert answers == {101: BURST, 429: TRIES - BURST}
        assert opened["127.0.0.1"] <= BURST
        other = handshake(live, path, "127.0.0.2")  # one address takes nothing from another
        assert status(other) == 101
        for line in (*accepted, other):
            line.close()
        wait_for(lambda: descriptors(os.getpid()) <= before)
    assert not [one.getMessage() for one in caplog.records if "handshake" in one.getMessage()]


@pytest.mark.parametrize("path", [f"/ws/tables/{R}", "/ws/tables/none", "/ws/devices/none"])
def test_sockets_beyond_what_an_address_may_have_are_cut_whatever_they_do(tmp_path: Path, path: str) -> None:
    """Of devices as of people, also at tables that there are not; one that does not answer the close is cut all the same."""
    with Live(tmp_path / "house.db", PLANS, limits=ClientLimits(sockets=3)) as live:
        live.get("/api/tables")
        before = descriptors(os.getpid())
        lines = [handshake(live, path) for _ in range(30)]
        assert {status(line) for line in lines} == {101}
        clients = len(lines)
        # the house holds at most those that are allowed; of a table that there is not it holds none for long
        wait_for(lambda: descriptors(os.getpid()) <= before + clients + 3)
        for line in lines:
            line.close()
        wait_for(lambda: descriptors(os.getpid()) <= before)


def test_unknown_names_cost_one_look_for_all_who_ask_at_once(tmp_path: Path) -> None:
    """A process of a shared house asks the database whether a table was opened elsewhere; however many ask, it asks once."""
    looks, answered, free = list[int](), list[str](), threading.Event()

    class Known(Leases):
        def look(self) -> None:
            looks.append(1)
            free.wait(PATIENCE)
            self._looked_at = time.monotonic()

        def where(self, unit: str) -> str:
            return "here"

    leases = Known("", "one", "")

    async def look_elsewhere() -> None: ...

    async def app(scope: Any, receive: Any, send: Any) -> None:
        answered.append(scope["path"])

    async def work() -> None:
        house: Any = SimpleNamespace(leases=leases, called=None, look_elsewhere=look_elsewhere, identity=None)
        forwarding = Forwarding(app, house)
        scopes = [{"type": "http", "path": f"/api/tables/none-{n}"} for n in range(500)]
        asking = [asyncio.ensure_future(forwarding(scope, None, None)) for scope in scopes]  # type: ignore[arg-type]
        while not looks:
            await asyncio.sleep(0.01)
        free.set()
        await asyncio.gather(*asking)

    asyncio.run(work())
    assert len(answered) == 500
    assert len(looks) == 1
