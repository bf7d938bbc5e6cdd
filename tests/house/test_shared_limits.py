"""What one address may have is one for the house: two real processes let no more in than one would."""

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as connect_now

from pitboss.house.floor import Opening
from pitboss.house.serve import Network, Operation, serve
from pitboss.house.wire.limits import ClientLimits
from pitboss.house.workers.workers import Workers
from soak.crash import free_port, plans
from tests.house.live import GREETING, PATIENCE, wait_for
from tests.house.no_edges import follow_without_edges
from tests.house.postgres import needs_postgres, server

pytestmark = needs_postgres
TABLES, SOCKETS, SEATS, PURSES = 4, 6, 5, 4
RATE, BURST = 10.0, 20.0  # of requests, and of commands of an account
LIMITS = ClientLimits(
    sockets=SOCKETS, seats=SEATS, purse_burst=PURSES, purses=1e-6, requests=RATE, request_burst=BURST, commands=RATE,
    command_burst=BURST,
)  # fmt: skip
SECONDS, LEAST = 2.5, 5  # how long, and how many at least each client is answered, however slow the machine is
OWNERS = "SELECT journal, owner FROM leases JOIN units USING (unit) WHERE expires > clock_timestamp()"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, list[str]]]:
    """Two processes, each with half of the tables: the port, and the tables in turn of one and of the other."""
    folder, port = tmp_path_factory.mktemp("house"), free_port()
    with server() as database:
        address = database.new_database("limits")
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.house.test_shared_limits", address, str(folder), str(port)],
            cwd=Path(__file__).parents[2],
        )
        try:
            tables = _shared_out(address)
            for table in tables:
                wait_for(partial(_serves, port, table))
            yield port, tables
        finally:
            process.terminate()
            process.wait(60)


def _shared_out(address: str) -> list[str]:
    """The tables in turn of one process and of the other, once each has half of them."""
    owned: dict[str, list[str]] = {}

    def shared_out() -> bool:
        owned.clear()
        with contextlib.suppress(psycopg.Error), psycopg.connect(address) as line:
            for journal, owner in line.execute(OWNERS).fetchall():
                owned.setdefault(owner, []).append(journal)
        return sorted(map(len, owned.values())) == [TABLES // 2, TABLES // 2]

    wait_for(shared_out)
    one, other = owned.values()
    return [name for pair in zip(one, other, strict=True) for name in pair]


def _serves(port: int, table: str) -> bool:
    """Whether the process of a table has opened it; asked from an address of its own, for the others are counted."""
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=("127.0.0.9", 0))
    with contextlib.suppress(OSError, HTTPException), contextlib.closing(line):
        line.request("GET", f"/api/tables/{table}/rounds")
        with line.getresponse() as reply:
            return reply.status == 200
    return False


def test_sockets_of_an_address_are_counted_over_all_processes(house: tuple[int, list[str]]) -> None:
    """Twice as many at once as one may have, half of them at each process."""
    port, tables = house

    async def open_many() -> tuple[int, int]:
        async with contextlib.AsyncExitStack() as lines:

            async def one(number: int) -> dict[str, Any]:
                origin: Any = f"http://127.0.0.1:{port}"
                place = f"ws://127.0.0.1:{port}/ws/tables/{tables[number % len(tables)]}"
                line = await lines.enter_async_context(
                    connect(place, origin=origin, max_size=None, open_timeout=PATIENCE)
                )
                with contextlib.suppress(ConnectionClosed):  # it may have been turned away already
                    await line.send(GREETING)
                found: dict[str, Any] = {}
                while not found.keys() & {"view", "refused"}:  # a beat may come first
                    found = json.loads(await line.recv())
                return found

            first = [await one(number) for number in range(SOCKETS)]  # one after the other there is room for all
            told = await asyncio.gather(*(one(number) for number in range(SOCKETS)))
            return sum("refused" not in one for one in first), sum("refused" in one for one in told)

    assert asyncio.run(open_many()) == (SOCKETS, SOCKETS)


def test_seats_and_purses_of_an_address_are_counted_over_all_processes(house: tuple[int, list[str]]) -> None:
    """Each seat without a cookie opens a purse: there are fewer of them than seats, and then of seats with one cookie."""
    port, tables = house
    cookies: list[str] = []

    def sit(number: int, cookie: str = "") -> str:
        """Why it was refused; empty where it was not."""
        body = json.dumps({"key": f"seat-{number:020d}"}).encode()
        headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}", "Cookie": cookie}
        place = f"http://127.0.0.1:{port}/api/tables/{tables[number % len(tables)]}/seats"
        try:
            with urllib.request.urlopen(urllib.request.Request(place, body, headers), timeout=60) as reply:
                cookies.append(reply.headers.get("Set-Cookie", "").partition(";")[0])
                return ""
        except urllib.error.HTTPError as error:
            return str(json.load(error)["refused"]["sentence"])

    assert [sit(number) for number in range(PURSES)] == [""] * PURSES
    assert ["new purses" in sit(number) for number in range(10, 14)] == [True] * 4, "at both processes"
    assert [sit(number, cookies[0]) for number in range(21, 21 + SEATS - PURSES)] == [""] * (SEATS - PURSES)
    assert ["seats in the house" in sit(number, cookies[0]) for number in range(30, 34)] == [True] * 4


@pytest.mark.parametrize("kind", ["requests", "commands"])
def test_a_rate_of_an_address_holds_over_all_processes(house: tuple[int, list[str]], kind: str) -> None:
    """Both processes are asked as fast as they answer, for longer than it takes to pay back what was too much at first: two
    processes give what one would and a little more, not twice as much."""
    port, tables = house
    ask, started = _requests if kind == "requests" else _commands, threading.Barrier(4, timeout=PATIENCE)
    with ThreadPoolExecutor(4) as clients:
        done = list(clients.map(lambda table: ask(port, table, started), tables[:2] * 2))
    seconds = max(ended for _, _, ended in done) - min(began for _, began, _ in done)
    taken, allowed = sum(taken for taken, _, _ in done), BURST + RATE * seconds
    assert seconds >= SECONDS
    assert 4 * LEAST <= taken < 1.35 * allowed


def _requests(port: int, table: str, started: threading.Barrier) -> tuple[int, float, float]:
    """How many requests were answered, from an address of its own, from when until when."""
    taken = 0
    with contextlib.closing(
        HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=("127.0.0.7", 0))
    ) as line:
        line.connect()
        started.wait()
        began = time.monotonic()
        while time.monotonic() < began + SECONDS or taken < LEAST:
            line.request("GET", f"/api/tables/{table}/rounds")
            with line.getresponse() as reply:
                reply.read()
                taken += reply.status == 200
            time.sleep(0.01)
    return taken, began, time.monotonic()


def _commands(port: int, table: str, started: threading.Barrier) -> tuple[int, float, float]:
    """How many commands were answered, if only with a refusal, from an address of its own, from when until when."""
    taken = 0
    own = socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.8", 0))
    where = f"ws://127.0.0.1:{port}/ws/tables/{table}"
    with own, connect_now(where, sock=own, max_size=None, open_timeout=PATIENCE, close_timeout=0.1) as line:
        line.send(GREETING)
        started.wait()
        began = time.monotonic()
        for number in range(int(BURST + RATE * SECONDS) * 2):
            line.send(json.dumps({"do": "ready", "key": f"{table}-{number:020d}", "round": 1, "question": 1}))
        while (left := began + SECONDS - time.monotonic()) > 0 or taken < LEAST:
            with contextlib.suppress(TimeoutError):
                taken += "refused" in json.loads(line.recv(timeout=max(0.1, left)))
        ended = time.monotonic()
    return taken, began, ended


def _serve(address: str, folder: str, port: str) -> None:
    Workers.follow = follow_without_edges  # type: ignore[method-assign, assignment]
    files = Path(folder) / "files"
    operation = Operation(mathematics=False, files=files, processes=2, limits=LIMITS)
    serve(address, Opening(plans(TABLES)), Network(port=int(port)), operation, lambda _: None)


if __name__ == "__main__":
    _serve(*sys.argv[1:])
