"""A real house on a real port, and clients that talk to it as the page does."""

import asyncio
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.sync.client import connect

from pitboss import catalogue
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.people.demonstration import credential_of
from pitboss.house.process.listener import listen
from pitboss.house.protocol.changes import Follower
from pitboss.house.protocol.greeting import WIRE_VERSION
from pitboss.house.protocol.messages import kind_of
from pitboss.house.serve import configuration
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.entries import Settings
from pitboss.house.wire.access import COOKIE
from pitboss.house.wire.limits import ClientLimits
from pitboss.house.wire.server import DEFAULT_LIMITS, application
from pitboss.house.wire.traffic import PACE
from pitboss.roles import Role
from pitboss.submission import made_choices, submit
from tests.house.routes_once import read_routes_once
from tests.house.sending import message

PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0)
QUICK = Settings(betting_seconds=1, election_seconds=1, settled_seconds=0.2)
BY_HAND = Settings(dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=0)
BOTH = (
    Plan("roulette-practice", "roulette", "Roulette", PRACTICE),
    Plan("go-fore-it-practice", "go-fore-it", "Go Fore It", PRACTICE),
)
PATIENCE = 120.0  # seconds: never reached by a house that answers, however busy its machine is
# No certificate is looked at here, and to read those that are trusted takes longer than most of what is asked.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

read_routes_once()


def plan(game: str, **choices: Any) -> Plan:
    """A practice table of a game's example, with some choices filed otherwise."""
    found = catalogue.game(game)
    filed = made_choices(found.example().chosen)
    return Plan(game, game, found.title, PRACTICE, submit(found.rules, filed | choices))


class Live:
    """A house served in a thread of its own; at the address of a given listener, or at one of its own."""

    def __init__(
        self,
        database: Path,
        plans: Iterable[Plan] | None = BOTH,
        listener: socket.socket | None = None,
        *,
        metrics_token: str = "",
        trusted_proxies: Iterable[str] = (),
        limits: ClientLimits = DEFAULT_LIMITS,
        pace: float = PACE,
        pong_seconds: float = PATIENCE,
        demonstration: bool = True,
        witness_of: Iterable[str] = (),
        **given: Any,
    ) -> None:
        """``plans``: None for the whole floor of the demonstration. ``pong_seconds``: a client of a test shares its process, and
        on a busy machine may not answer for seconds."""
        opening = Opening(
            None if plans is None else list(plans), demonstration=demonstration, witness_of=list(witness_of)
        )
        self.house = House(Store(database), opening, **given)
        self._listener = listen("127.0.0.1", 0) if listener is None else listener.dup()
        self.port: int = self._listener.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        opened = threading.Event()
        app = application(
            self.house, opened=lambda invitations: opened.set(), metrics_token=metrics_token, limits=limits, pace=pace
        )
        served = configuration(app, trusted_proxies, limits)
        served.ws_ping_timeout = pong_seconds
        self._server = uvicorn.Server(served)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listener]}, daemon=True)
        self._thread.start()
        assert opened.wait(PATIENCE)
        self.http = httpx.Client(base_url=f"http://{self.address}", timeout=PATIENCE, verify=NO_CERTIFICATES)
        self._cookies: dict[str, Cookie] = {}

    def __enter__(self) -> "Live":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listener.close()

    def token(self, role: str, table: str = "") -> "Cookie":
        """The sign-in of whoever sits at a console: the dealer, who is assigned to the table, a pit manager, the Board."""
        if role == "dealer" and table:
            self.station(table, Role.DEALER)
        return self.cookie({"dealer": Role.DEALER, "floor": Role.PIT_MANAGER, "audit": Role.BOARD}[role])

    def cookie(self, role: Role) -> "Cookie":
        """The sign-in of a person of the demonstration, by their link."""
        if role not in self._cookies:
            person = self.house.register.person(credential_of(role))
            reply = self.http.post("/api/people/enter", json={"token": self.house.people.demonstration_token(person)})
            assert reply.status_code == 200, reply.text
            self.http.cookies.clear()
            found = reply.headers["set-cookie"].partition(";")[0].partition("=")[2]
            self._cookies[role] = Cookie(found)
        return self._cookies[role]

    def station(self, table: str, role: Role) -> None:
        """A person of the demonstration takes their place at a table, unless they stand there."""
        at, person = self.house.hosts[table].require_table(), self.house.register.person(credential_of(role))
        if role not in at.state.standing.roles_of(person.credential):
            at.enter(entries.Assigned(person.credential, person.name, role))

    def get(self, path: str, token: str = "") -> httpx.Response:
        return self.http.get(path, headers=credentials(token))

    def post(self, path: str, body: Any, token: str = "") -> httpx.Response:
        """Whoever asks is another visitor each time: a guest's cookie, and with it their purse, is not kept."""
        reply = self.http.post(path, json=body, headers=credentials(token))
        self.http.cookies.clear()
        return reply

    def sit(self, table: str, seat: int | None = None, key: str | None = None, name: str = "") -> "Player":
        body = {"key": key or new_key()} | ({"seat": seat} if seat else {}) | ({"name": name} if name else {})
        reply = self.post(f"/api/tables/{table}/seats", body)
        assert reply.status_code == 201, reply.text
        return Player(self, table, **reply.json())

    def line(self, table: str, token: str = "") -> "Line":
        return Line(self.address, table, token)

    def export(self, table: str) -> bytes:
        reply = self.get(f"/api/tables/{table}/journal.jsonl", self.token("audit"))
        assert reply.status_code == 200, reply.text
        return reply.content


class Cookie(str):
    """The value of the cookie of somebody who signed in, where elsewhere the token of a seat is given."""


GREETING = json.dumps({"hello": {"version": WIRE_VERSION}})  # of somebody who watches


def credentials(token: str) -> dict[str, str]:
    """The headers that tell who asks."""
    if isinstance(token, Cookie):
        return {"Cookie": f"{COOKIE}={token}"}
    return {"Authorization": f"Bearer {token}"} if token else {}


def bare(address: str, table: str, origin: str | None = None, cookie: str = "", offers: Any = None) -> Any:
    """A handshake, and nothing said yet but the subprotocols that it ``offers``."""
    sent: Any = f"http://{address}" if origin is None else origin or None
    headers = credentials(Cookie(cookie)) if cookie else {}
    return connect(
        f"ws://{address}/ws/tables/{table}",
        close_timeout=1,
        open_timeout=PATIENCE,
        ping_interval=None,  # the house asks; a test that asks as well only hangs up on a busy machine
        origin=sent,
        additional_headers=headers,
        subprotocols=offers,
    )


def hold_to_the_schema(message: dict[str, Any]) -> None:
    """What the house sends has the shape that it is declared to have, no field more and none less."""
    kind = kind_of(message)
    assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(message, kind))) == message, kind


class Line:
    """A socket to a table."""

    def __init__(self, address: str, table: str, token: str = "") -> None:
        signed_in = isinstance(token, Cookie)
        self._context = bare(address, table, cookie=token if signed_in else "")
        self.socket = self._context.__enter__()
        self.heard: list[bytes] = []
        self.view: dict[str, Any] = {}
        self.notices: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.strange: list[dict[str, Any]] = []
        self._acked = 0
        self.send_raw({"hello": {"token": "" if signed_in else token, "version": WIRE_VERSION}})
        while not self.view:
            self.hear()

    def send_raw(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        data = self.socket.recv(timeout=timeout)
        self.heard.append(data.encode() if isinstance(data, str) else data)
        message: dict[str, Any] = json.loads(data)
        hold_to_the_schema(message)
        if "view" in message:
            self._follower = Follower(message["view"])
            self.view = self._follower.view
        elif "change" in message:
            self.view = self._follower.take(message["change"])
        self.events += message.get("events", [])
        if "notice" in message:
            self.notices.append(message["notice"])
        if "refused" in message and not message["refused"].get("key"):
            self.strange.append(message["refused"])
        return message

    def hear_out(self, timeout: float = PATIENCE) -> None:
        """Hear until the other side hangs up."""
        while True:
            self.hear(timeout)

    def send(self, **command: Any) -> dict[str, Any]:
        """Send a command and wait for what is said to it."""
        key = command.pop("key", None) or new_key()
        self.send_raw(message(key, **self.moment() | command))
        return self.reply_to(key)

    def moment(self) -> dict[str, int]:
        """The round and question that are seen on this line, once it shows what was done on it last."""
        seen = self.wait(lambda view: view["sequence"] >= self._acked)
        return {"round": seen["round"] + (not seen["question"]), "question": seen["question"]}

    def reply_to(self, key: str) -> dict[str, Any]:
        while True:
            message = self.hear()
            if message.get("ack") == key:
                self._acked = message.get("sequence", 0)
                return message
            for kind in ("refused", "preview"):
                if message.get(kind, {}).get("key") == key:
                    return message

    def wait(self, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Until the view is so; beats come for ever on a line on which nothing happens."""
        deadline = time.monotonic() + PATIENCE
        while not until(self.view):
            assert time.monotonic() < deadline, self.view
            self.hear()
        return self.view

    def close(self) -> None:
        self._context.__exit__(None, None, None)


class Player(Line):
    """A player in a seat."""

    def __init__(self, live: Live, table: str, seat: int, token: str, rack: int) -> None:
        self.live, self.table, self.seat, self.token, self.rack = live, table, seat, token, rack
        super().__init__(live.address, table, token)

    def bet(self, wager: str, amount: int, on: str = "", **more: Any) -> dict[str, Any]:
        self.pass_cuts()
        return self.send(answer={"says": "wager", "wager": wager, "on": on, "amount": amount}, **more)

    def pass_cuts(self) -> None:
        """Whoever is offered the cut before betting opens lets it pass; the others wait for it."""
        while True:
            self.moment()
            self.wait(lambda view: view["you"]["questions"] or all(asked["kind"] != "cut" for asked in view["asked"]))
            offered = [asked for asked in self.view["you"]["questions"] if asked["kind"] == "cut"]
            if not offered:
                return
            acked(self.send(answer={"says": offered[0]["default"]["says"], "by": offered[0]["to"]}))

    def say(self, says: str, **more: Any) -> dict[str, Any]:
        return self.send(answer={"says": says, **more})

    def ready(self) -> dict[str, Any]:
        return self.send(do="ready")


def raw_line(live: Live, table: str, token: str) -> socket.socket:
    """A line whose reader takes nothing and answers nothing: a raw socket with a small buffer, after the handshake."""
    host, port = live.address.split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect((host, int(port)))
    line.settimeout(PATIENCE)
    line.sendall(
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {live.address}\r\nOrigin: http://{live.address}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    while b"\r\n\r\n" not in line.recv(4096):
        pass
    send_frame(line, {"hello": {"token": token, "version": WIRE_VERSION}})
    return line


def send_frame(line: socket.socket, message: object) -> None:
    data = json.dumps(message).encode()
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else b"\x81\xfe" + len(data).to_bytes(2, "big")
    line.sendall(head + b"\x00" * 4 + data)  # a mask of nothing


def wait_for(state: Callable[[], object]) -> None:
    """Until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not state():
        assert time.monotonic() < deadline
        time.sleep(0.02)


async def until(holds: Callable[[], object]) -> None:
    """Until something is so, while the loop goes on."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it did not come to that"
        await asyncio.sleep(0.01)


_count = iter(range(10**9))


def new_key() -> str:
    return f"key-{next(_count):016d}"


def refused(reply: dict[str, Any]) -> str:
    """Why a reply is a refusal."""
    assert "refused" in reply, reply
    assert reply["refused"]["sentence"].endswith((".", "]")), reply
    return str(reply["refused"]["code"])


def acked(reply: dict[str, Any]) -> int:
    assert "ack" in reply, reply
    return int(reply["sequence"])
