"""What one client may take, so that the others are served: by address and by account (promise 38, D14, D15)."""

import asyncio
import json
import re
import socket
import sqlite3
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.people.demonstration import credential_of
from pitboss.house.protocol.greeting import WIRE_VERSION
from pitboss.house.records import records
from pitboss.house.storage import store
from pitboss.house.storage.store import Store
from pitboss.house.wire import record
from pitboss.house.wire.access import COOKIE
from pitboss.house.wire.fair_queue import FairQueue, Ticket
from pitboss.house.wire.limits import ClientLimits, client_of, counted_as
from pitboss.house.wire.server import application
from pitboss.house.wire.sockets import TOO_MANY
from pitboss.roles import Role
from tests.house.desk import run
from tests.house.live import BOTH, PATIENCE, PRACTICE, Line, Live, bare, new_key, raw_line, send_frame, wait_for

R = "roulette-practice"
A_TICK = 0.01  # seconds by which a timer of the server may be early
FEW = ClientLimits(sockets=3, account_sockets=2, seats=2, account_seats=1, connections=8, silent=4, request_seconds=1.0)
FEW_BUT_SLOW = msgspec.structs.replace(
    FEW, request_seconds=PATIENCE
)  # where a machine may be busy, and time is not the point


# --- turns


def test_turns_come_address_by_address_and_line_by_line() -> None:
    """Whoever asks for much waits behind themselves: one who asks once is next but one."""

    async def work() -> list[str]:
        turns, order = FairQueue(1), list[str]()
        turns.ask("a", "a1", lambda: order.append("a1"))
        for line in ("a1", "a1", "a2", "a1", "a3"):
            turns.ask("a", line, lambda line=line: order.append(line))  # type: ignore[misc]
        turns.ask("b", "b1", lambda: order.append("b1"))
        turns.ask("c", "c1", lambda: order.append("c1"))
        assert turns.waiting == 7
        while len(order) < 8:
            turns.give_back()
            await asyncio.sleep(0)
        return order

    assert run(work) == ["a1", "a1", "b1", "c1", "a2", "a3", "a1", "a1"]


def test_a_turn_on_its_way_to_a_closed_line_goes_to_the_next() -> None:
    """No turn is lost, whenever a line is closed: all can be taken again."""

    async def work() -> None:
        turns = FairQueue(2)
        for closing_at in range(4):
            places = [Ticket(turns, f"address-{n % 3}", lambda: None) for n in range(9)]
            for place in places:
                place.ask()
            assert [place.held for place in places] == [True] * 2 + [False] * 7
            for n, place in enumerate(places):
                if n == closing_at:
                    await asyncio.sleep(0)
                place.close()
            await asyncio.sleep(0.01)
            assert turns.waiting == 0
            assert turns._free == 2

    run(work)


# --- as whom a client is counted


def test_limits_count_by_address_and_ipv6_by_network() -> None:
    """Whoever has one IPv6 address has all that begin alike."""
    assert client_of({"client": ("192.0.2.7", 5)}) == "192.0.2.7"
    assert client_of({}) == ""
    assert counted_as("::ffff:192.0.2.7") == "192.0.2.7"
    assert counted_as("2001:db8:1:2::1") == counted_as("2001:db8:1:2:ffff::9") != counted_as("2001:db8:1:3::1")


# --- sockets and seats


def said_then_closed(line: Any) -> tuple[str, int]:
    refusal = json.loads(line.recv(timeout=PATIENCE))["refused"]["sentence"]
    with pytest.raises(ConnectionClosed) as closed:
        line.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    return refusal, closed.value.rcvd.code


def test_sockets_of_an_address_and_of_an_account(tmp_path: Path) -> None:
    """One more is refused with a sentence that says how many are allowed; when one is closed there is room."""
    with Live(tmp_path / "house.db", limits=FEW_BUT_SLOW) as live:
        mine = live.cookie(Role.BOARD)
        lines = [Line(live.address, R, mine) for _ in range(2)]
        with bare(live.address, R, cookie=mine) as third:
            assert said_then_closed(third) == (
                "One account may have 2 tables and consoles open; close one and try again.",
                TOO_MANY,
            )
        lines.append(Line(live.address, R))
        with bare(live.address, R) as fourth:
            assert said_then_closed(fourth) == (
                "One address may have 3 tables and consoles open; close one and try again.",
                TOO_MANY,
            )
        lines.pop().close()
        deadline = time.monotonic() + PATIENCE
        while True:  # the house notices the close in its own time
            with bare(live.address, R) as again, suppress(ConnectionClosed):  # it may be closed before anything is said
                again.send(json.dumps({"hello": {"token": "", "version": WIRE_VERSION}}))
                if "view" in json.loads(again.recv(timeout=PATIENCE)):
                    break
            assert time.monotonic() < deadline
        for line in lines:
            line.close()


def test_seats_of_an_address_and_of_an_account(tmp_path: Path) -> None:
    """One client cannot sit everywhere; a seat that is given up makes room, and the same key brings the same seat."""
    with Live(tmp_path / "house.db", limits=FEW_BUT_SLOW) as live:
        player = live.cookie(Role.PLAYER)

        def sit(key: str, token: str = "", table: str = R) -> httpx.Response:
            return live.post(f"/api/tables/{table}/seats", {"key": key}, token)

        assert sit(new_key(), player).status_code == 201
        refused = sit(new_key(), player, "go-fore-it-practice")
        assert refused.status_code == 429
        assert "One account may have 1 seats in the house" in refused.json()["refused"]["sentence"]
        second = sit(new_key())
        assert second.status_code == 201
        refused = sit(new_key())
        assert refused.status_code == 429
        assert "One address may have 2 seats in the house; leave one" in refused.json()["refused"]["sentence"]
        seat, token = second.json()["seat"], second.json()["token"]
        assert live.post(f"/api/tables/{R}/seats/{seat}/leave", {"key": new_key()}, token).status_code == 200
        assert sit(new_key()).status_code == 201


def test_requests_of_an_account_from_wherever_they_come(tmp_path: Path) -> None:
    """Two addresses, one account: together they have what one account has; somebody else is served."""
    limits = msgspec.structs.replace(ClientLimits(), account_requests=0.001, account_burst=6, request_burst=100)
    with Live(tmp_path / "house.db", limits=limits) as live:
        cookie = live.cookie(Role.BOARD)
        statuses = []
        for address in ("127.0.0.1", "127.0.0.2") * 4:
            transport = httpx.HTTPTransport(local_address=address)
            with httpx.Client(transport=transport, base_url=f"http://{live.address}", timeout=PATIENCE) as client:
                reply = client.get("/api/tables", headers={"Cookie": f"{COOKIE}={cookie}"})
                statuses.append(reply.status_code)
        assert statuses == [200] * 6 + [429] * 2
        assert "one account may send 0.001 a second" in reply.json()["refused"]["sentence"]
        assert live.get("/api/tables").status_code == 200


# --- connections that say nothing


def opened(live: Live, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", live.port), PATIENCE, source_address=(address, 0))


def heard(line: socket.socket) -> bytes:
    """Everything until the other side hangs up."""
    line.settimeout(PATIENCE)
    data = b""
    try:
        while piece := line.recv(4096):
            data += piece
    except ConnectionResetError:
        pass
    return data


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /api/tables HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/tables/r/seats HTTP/1.1\r\nHost: %s\r\nContent-Length: 20\r\n\r\n{",
    ],
)
def test_a_request_that_does_not_arrive_is_cut_off(tmp_path: Path, begun: bytes) -> None:
    """Silence, half a header, half a body: the connection is closed, and the sentence says how long one may take."""
    with Live(tmp_path / "house.db", limits=FEW) as live:
        began = time.monotonic()  # before the house has heard of the connection
        with closing(opened(live)) as line:
            line.sendall(begun.replace(b"%s", live.address.encode()))
            told = heard(line)
        assert time.monotonic() - began >= FEW.request_seconds - A_TICK
        assert b"408" in told or b"Content-Length" in begun
        assert b"within 1 second" in told or b"Content-Length" in begun


def test_slow_headers_are_cut_off_however_steadily_they_come(tmp_path: Path) -> None:
    """A byte now and then does not win time; the next request on a connection has the same time."""
    with Live(tmp_path / "house.db", limits=FEW) as live, closing(opened(live)) as line:
        request = f"GET /health HTTP/1.1\r\nHost: {live.address}\r\n\r\n".encode()
        line.sendall(request)
        line.settimeout(PATIENCE)
        assert line.recv(4096).startswith(b"HTTP/1.1 200")
        began = time.monotonic()
        with suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(request.removesuffix(b"\r\n") + b"X-Slow: ")
            while time.monotonic() - began < PATIENCE:
                line.sendall(b"a")
                time.sleep(0.05)
        assert FEW.request_seconds - A_TICK <= time.monotonic() - began < PATIENCE


def test_silent_connections_shut_nobody_out(tmp_path: Path) -> None:
    """Far more than there is room for, from one address: others are served, and so is that address once they are gone."""
    with Live(tmp_path / "house.db", limits=FEW_BUT_SLOW) as live, ExitStack() as lines:
        silent = [lines.enter_context(closing(opened(live, "127.0.0.9"))) for _ in range(200)]
        assert live.get("/api/tables").status_code == 200
        turned_away = heard(silent[-1])
        assert b"429" in turned_away
        assert b"One address may have 4 connections that have asked for nothing yet" in turned_away
        for line in silent:
            line.close()
        transport = httpx.HTTPTransport(local_address="127.0.0.9")
        with httpx.Client(transport=transport, base_url=f"http://{live.address}", timeout=PATIENCE) as client:
            wait_for(lambda: client.get("/api/tables").status_code == 200)  # the house notices that in its own time


def test_a_trusted_proxy_speaks_for_many(tmp_path: Path) -> None:
    """Its connections are not counted: it has limits of its own, and tells for whom it asks."""
    with Live(tmp_path / "house.db", limits=FEW_BUT_SLOW, trusted_proxies=["127.0.0.1"]) as live, ExitStack() as lines:
        for _ in range(20):
            lines.enter_context(closing(opened(live)))
        assert live.get("/api/tables").status_code == 200


# --- exports


STREAMED = {
    "/api/tables/{table:str}/journal.jsonl": ("GET", f"/api/tables/{R}/journal.jsonl"),
    "/api/house/journal.jsonl": ("GET", "/api/house/journal.jsonl"),
    "/api/cage/journal.jsonl": ("GET", "/api/cage/journal.jsonl"),
    "/api/board/export": ("GET", "/api/board/export"),
    "/api/board/rounds.csv": ("POST", "/api/board/rounds.csv"),
    "/api/board/decisions.csv": ("POST", "/api/board/decisions.csv"),
}


def test_every_route_that_streams_is_looked_at() -> None:
    """What is sent in pieces is in the list above."""
    found = set()
    for file in Path(record.__file__).parent.glob("*.py"):
        found |= set(
            re.findall(r'@(?:get|post)\("([^"]+)"[^\n]*\n\s+async def \w+\([^@]*?\) -> Stream', file.read_text())
        )
    assert found == set(STREAMED)


@pytest.mark.parametrize("route", STREAMED)
def test_a_stalled_download_holds_no_read_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, route: str
) -> None:
    """After its first piece the client reads no more: the write-ahead log can be emptied all the same, and then the rest
    comes. Control: a reader that is in a transaction keeps it from being emptied."""
    for room, name in ((record, "LINES"), (records, "LINES"), (store, "PAGE")):
        monkeypatch.setattr(room, name, 2)
    method, path = STREAMED[route]

    async def work() -> None:
        house = House(Store(tmp_path / "house.db"), Opening(BOTH, demonstration=True))
        app = application(house)
        await house.open()
        for number in range(5):
            await house.cage.rename("guest", f"Visitor {number}", "")
        person = house.register.person(credential_of(Role.BOARD))
        cookie = await house.people.enter_demonstration(house.people.demonstration_token(person))
        pieces, stalled, goes_on, whole = list[bytes](), asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                assert message["status"] == 200
            elif message.get("body"):
                pieces.append(message["body"])
                stalled.set()
                await goes_on.wait()
            if message["type"] == "http.response.body" and not message.get("more_body"):
                whole.set()

        body = [{"type": "http.request", "body": b"{}", "more_body": False}]

        async def receive() -> Any:
            if body:
                return body.pop()
            await whole.wait()
            return {"type": "http.disconnect"}

        headers = [(b"host", b"localhost"), (b"cookie", f"{COOKIE}={cookie}".encode())]
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http", "path": path,
            "raw_path": path.encode(), "query_string": b"", "headers": headers, "client": ("127.0.0.1", 1), "root_path": "",
            "server": ("localhost", 80), "state": {},
        }  # fmt: skip

        async def ask() -> None:
            await app(scope, receive, send)

        download = asyncio.create_task(ask())
        await asyncio.wait_for(stalled.wait(), PATIENCE)
        for _ in range(3):
            await house.store.commit([(store.PULSE, ())])
        assert emptied(tmp_path / "house.db")
        goes_on.set()
        await asyncio.wait_for(download, PATIENCE)
        assert len(pieces) > 1 or route.endswith(".csv")
        with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM journal").fetchone()
            await house.store.commit([(store.PULSE, ())])
            assert not emptied(tmp_path / "house.db")
        await house.close()

    run(work)


def emptied(database: Path) -> bool:
    """Whether everything in the write-ahead log could be put into the database, and the log begin anew."""
    with closing(sqlite3.connect(database, isolation_level=None, timeout=0.1)) as other:
        busy, logged, put = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy and logged == put


# --- many players at one address


def test_a_house_full_of_players_at_one_address_is_served(tmp_path: Path) -> None:
    """The default limits leave room for a family, a class, or a demonstration: fifty seats from one address."""
    plans = [Plan(f"r-{n}", "roulette", "Roulette", PRACTICE) for n in range(10)]
    with Live(tmp_path / "house.db", plans) as live:
        for plan in plans:
            for _ in range(5):
                assert live.post(f"/api/tables/{plan.name}/seats", {"key": new_key()}).status_code == 201


def test_turns_are_given_back_by_lines_that_break(tmp_path: Path) -> None:
    """One command at a time in the whole house, and clients that hang up in the middle of theirs: the others go on."""
    limits = msgspec.structs.replace(ClientLimits(), at_once=1)
    with Live(tmp_path / "house.db", limits=limits) as live:
        player = live.sit(R)
        for n in range(20):
            line = raw_line(live, R, live.post(f"/api/tables/{R}/seats", {"key": new_key()}).json().get("token", ""))
            for _ in range(n):
                send_frame(line, {"key": new_key(), "do": "ready"})
            line.close()
        for _ in range(5):
            assert "ack" in player.bet("red", 100)
