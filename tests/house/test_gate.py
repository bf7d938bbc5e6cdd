"""What comes over the network: nonsense, strangers, other sites, too much, too fast. Nobody is shown a trace."""

import asyncio
import json
import random
import re
import select
import socket
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import pitboss
from pitboss.house.founding import Plan
from pitboss.house.protocol.greeting import WIRE_VERSION
from pitboss.house.wire import limits
from pitboss.house.wire.gate import HEADERS, Gate, same_origin
from pitboss.house.wire.limits import ClientLimits
from tests.house.live import PATIENCE, PRACTICE, Line, Live, acked, bare, new_key, refused

R = "roulette-practice"
TRACES = (b"Traceback", b'File "', b".py", b"sqlite3", b"msgspec")


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("gate") / "house.db", (Plan(R, "roulette", "Roulette", PRACTICE),)) as found:
        yield found


@pytest.fixture
def unchanged(live: Live) -> Iterator[None]:
    """The record is as long afterwards as before."""
    before = live.house.hosts[R].require_table().journal.sequence
    yield
    assert live.house.hosts[R].require_table().journal.sequence == before
    assert not live.house.hosts[R].suspension.sentence


# --- origins


ORIGINS = (
    "", "null", "http://evil.example", "https://evil.example", "http://{}.evil.example", "http://evil{}", "ftp://{}",
    "http://127.0.0.1", "http://127.0.0.1:1", "file://", "http://{}@evil.example", "http://evil.example/{}", "//{}",
)  # fmt: skip


@pytest.mark.parametrize("origin", ORIGINS)
def test_no_line_from_another_site(live: Live, unchanged: None, origin: str) -> None:
    """A handshake whose origin is not this very host is turned away, and so is one with a cookie and no origin; the reply
    says what to send."""
    named = origin.format(live.address)
    with pytest.raises(InvalidStatus) as caught, bare(live.address, R, named, cookie="" if named else "x"):
        pass
    reply = caught.value.response
    assert reply.status_code == 403
    refused = json.loads(reply.body or b"")["refused"]
    assert refused["code"] == "forbidden_origin"
    assert f"http://{live.address}" in refused["sentence"]


def test_a_program_without_a_cookie_needs_no_origin(live: Live) -> None:
    """A browser names the origin of every socket it opens, so whoever names none is no page of another site."""
    player = live.sit(R)
    with bare(live.address, R, "") as socket:
        socket.send(json.dumps({"hello": {"token": player.token, "version": WIRE_VERSION}}))
        assert json.loads(socket.recv(timeout=PATIENCE))["you"] == {"role": "player", "seat": player.seat}
    player.close()


@pytest.mark.parametrize("token", ["seat", "nobody", "none"])
def test_who_greets_with_the_handshake_is_shown_the_view_at_once(live: Live, token: str) -> None:
    """A page does, and saves the way there and back; a token that nobody has is refused as if it had been said later."""
    player = live.sit(R)
    shown = {"seat": [f"token.{player.token}"], "nobody": ["token.guessed"], "none": []}[token]
    with bare(live.address, R, offers=[f"pitboss.{WIRE_VERSION}", *shown]) as socket:
        assert socket.subprotocol == f"pitboss.{WIRE_VERSION}"
        first = json.loads(socket.recv(timeout=PATIENCE))
        if token == "nobody":
            assert first["refused"]["code"] == "not_signed_in"
            first = json.loads(socket.recv(timeout=PATIENCE))
        seated = {"role": "player", "seat": player.seat}
        assert first["you"] == (seated if token == "seat" else {"role": "watcher", "seat": 0})
    player.close()


# A refusal as clients of the first version decode it.
OLD_REFUSAL: Any = msgspec.defstruct("OldRefusal", [("why", str), ("sentence", str), ("cite", str)])
(WIRE_SCRIPT,) = (Path(pitboss.__file__).parent / "web").rglob("wireversion.js")
CHANGES = Path(__file__).parents[2] / "docs" / "wire-changes.md"


@pytest.mark.parametrize("greets", ["message", "no version", "handshake", "later"])
def test_a_client_of_another_version_is_refused_with_what_to_read(live: Live, greets: str) -> None:
    """One that names no version speaks the first; the sentence is where such a client looks for it, and the page exists."""
    offers = {"handshake": ["pitboss", "token.x"], "later": [f"pitboss.{WIRE_VERSION + 1}"]}.get(greets)
    with bare(live.address, R, offers=offers) as socket:
        if offers is None:
            version = {"version": WIRE_VERSION - 1} if greets == "message" else {}
            socket.send(json.dumps({"hello": {"token": "", **version}}))
        refused = msgspec.convert(json.loads(socket.recv(timeout=PATIENCE))["refused"], OLD_REFUSAL)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
    other = WIRE_VERSION + 1 if greets == "later" else 1
    assert (refused.why, refused.cite) == ("wire_version", "")
    assert refused.sentence.startswith(f"This house speaks version {WIRE_VERSION} of the wire, not version {other}: ")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4426
    (page,) = re.findall(r"/docs/\S+html", refused.sentence)
    assert live.get(page).status_code == 200
    assert f"## Version {WIRE_VERSION}\n" in CHANGES.read_text(encoding="utf-8")


@pytest.mark.parametrize(("version", "status"), [("1", 400), ("3", 400), ("two", 400), ("2", 200), (None, 200)])
def test_a_request_that_names_another_version_is_refused(live: Live, version: str | None, status: int) -> None:
    """A request need not name one: what a browser loads by itself cannot."""
    reply = live.http.get("/api/tables", headers={} if version is None else {"Pitboss-Wire": version})
    assert reply.status_code == status
    if status == 400:
        assert reply.json()["refused"]["code"] == "wire_version"
        assert f"not version {version}: " in reply.json()["refused"]["sentence"]


def test_pages_speak_the_version_of_the_house() -> None:
    (line,) = [line for line in WIRE_SCRIPT.read_text().splitlines() if "WIRE_VERSION" in line]
    assert re.findall(r"\d+", line) == [str(WIRE_VERSION)]


@pytest.mark.parametrize("origin", ORIGINS[1:])
def test_no_request_from_another_site(live: Live, unchanged: None, origin: str) -> None:
    """A forged form or fetch from another site does nothing."""
    reply = live.http.post(
        f"/api/tables/{R}/seats", json={"key": new_key()}, headers={"Origin": origin.format(live.address)}
    )
    assert (reply.status_code, reply.json()["refused"]["code"]) == (403, "forbidden_origin")
    assert reply.json()["refused"]["sentence"]


def test_the_same_site_is_let_in(live: Live) -> None:
    """Over http or https, whatever the case of the name."""
    assert same_origin("https://House.example", "house.example")
    assert same_origin(f"http://{live.address}", live.address)
    assert live.http.get("/api/tables", headers={"Origin": f"http://{live.address}"}).status_code == 200


def test_a_house_answers_to_its_names(live: Live) -> None:
    """A page that points some other name at this address gets nothing (the house was given names)."""

    async def nobody(*_: object) -> None:
        raise AssertionError("let in")

    async def ask(host: bytes) -> int:
        status: list[int] = []

        async def send(message: dict[str, object]) -> None:
            if "status" in message:
                status.append(message["status"])  # type: ignore[arg-type]

        scope = {"type": "http", "headers": [(b"host", host)], "path": "/", "client": ("127.0.0.1", 1)}
        await Gate(nobody, names=("localhost", "::1"))(scope, nobody, send)  # type: ignore[arg-type]
        return status[0]

    for host in (b"evil.example", b"evil.example:8000", b"", b"localhost.evil.example:8000"):
        assert asyncio.run(ask(host)) == 421
    for host in (b"localhost:8000", b"localhost", b"[::1]:8000"):
        with pytest.raises(AssertionError, match="let in"):
            asyncio.run(ask(host))


def test_every_reply_carries_the_headers(live: Live) -> None:
    """Pages, facts, refusals and turned-away requests alike; scripts only from the house itself."""
    for path, headers in (("/", {}), ("/api/tables", {}), ("/nowhere", {}), ("/api/tables", {"Origin": "http://evil"})):
        reply = live.http.get(path, headers=headers)
        for name, value in HEADERS:
            assert reply.headers[name.decode()] == value.decode()
        assert "script-src 'self'" in reply.headers["content-security-policy"]
        assert "unsafe-inline" not in reply.headers["content-security-policy"]
        assert "server" not in reply.headers


@pytest.mark.parametrize("path", ["/", "/health/live", "/health/ready", "/checkpoint", "/api/tables", "/nowhere"])
def test_head_is_get_without_a_body(live: Live, path: str) -> None:
    """As RFC 9110 has it, and as monitors ask: the same status and headers, and nothing behind them."""
    got, asked = live.http.get(path), live.http.head(path)
    assert asked.status_code == got.status_code
    assert asked.content == b""
    assert {*asked.headers} >= {*got.headers} - {"transfer-encoding", "content-encoding", "vary"}


# --- nonsense over HTTP

PATHS = (
    "/api/tables/none", "/api/tables/none/felt.svg", "/api/tables/none/rounds", "/api/tables/none/rounds/1",
    "/api/tables/none/journal.jsonl", "/api/tables/%00", "/api/tables/" + "x" * 500, f"/api/tables/{R}/rounds/0",
    f"/api/tables/{R}/rounds/99", f"/api/tables/{R}/rounds/x", f"/api/tables/{R}/rounds/-1", "/api/law/xyz",
    f"/api/tables/{R}/rounds/{10**20}", f"/api/tables/{R}/rounds?before=-1", f"/api/tables/{R}/rounds?limit=0",
    f"/api/tables/{R}/rounds?limit=99999", f"/api/tables/{R}/rounds?before=x", "/static/../house.db", "/nowhere",
    "/static/%2e%2e%2fpyproject.toml", "/static/__init__.py", "/static/none.js", "/table/a/b",
)  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_addresses_that_lead_nowhere(live: Live, unchanged: None, path: str) -> None:
    """Refused in one shape, with a sentence."""
    reply = live.http.get(path)
    assert 400 <= reply.status_code < 500, reply.text
    assert reply.json()["refused"]["sentence"].endswith(".")
    assert not any(trace in reply.content for trace in TRACES[:2])


BODIES = (
    b"", b"{", b"[]", b"null", b'"x"', b"{}", b'{"key": 1}', b'{"key": ""}', b'{"key": "short"}', b'{"seat": 1}',
    b'{"key": "0123456789abcdef", "seat": -1}', b'{"key": "0123456789abcdef", "seat": 1e9}', b"\xff\xfe",
    b'{"key": "0123456789abcdef", "seat": "one"}', b'{"key": "0123456789abcdef", "x": 1}', b'{"key": "with space 0123"}',
    b'{"key": "0123456789abcdef", "name": "' + b"n" * 100 + b'"}', b'{"key": "0123456789abcdef", "seat": 99}',
    b"[" * 5000, b'{"key": "' + b"k" * 20000 + b'"}',
)  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_bodies_that_make_no_sense(live: Live, unchanged: None, body: bytes) -> None:
    """Too long, too deep, of another type, with another name: refused, and nothing happens."""
    reply = live.http.post(f"/api/tables/{R}/seats", content=body, headers={"Content-Type": "application/json"})
    assert 400 <= reply.status_code < 500, reply.text
    assert reply.json()["refused"]["sentence"].endswith(".")
    assert not any(trace in reply.content for trace in TRACES)


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx", None],
)
def test_a_body_that_is_not_sent_as_json(live: Live, unchanged: None, kind: str | None) -> None:
    """What a page of another site could send unasked is not read, whatever it says; how many bytes it has is no matter."""
    headers = {} if kind is None else {"Content-Type": kind}
    for body in (b'{"key": "0123456789abcdef"}', iter([b'{"key": "0123456789abcdef"}'])):
        reply = live.http.post(f"/api/tables/{R}/seats", content=body, headers=headers)
        assert reply.status_code == 415
        assert reply.json()["refused"]["sentence"].endswith("Content-Type: application/json.")


def test_json_may_name_its_letters(live: Live) -> None:
    for kind in ("application/json; charset=utf-8", "Application/JSON"):
        reply = live.http.post(f"/api/tables/{R}/seats", content=b"{}", headers={"Content-Type": kind})
        assert reply.status_code == 400


def test_a_head_without_end_is_refused_early(live: Live) -> None:
    """A header of 14 MB is not taken in; one that a browser with many cookies sends is."""
    assert live.http.get("/api/tables", headers={"X-Long": "x" * 32_000}).status_code == 200
    host, port = live.address.split(":")
    with socket.create_connection((host, int(port)), PATIENCE) as line:
        line.sendall(f"GET / HTTP/1.1\r\nHost: {live.address}\r\nX-Long: ".encode())
        sent = 0
        while sent < 14_000_000 and not select.select([line], [], [], 0.05)[0]:
            sent += line.send(b"x" * 5_000)
        assert 60_000 < sent < 200_000
        assert line.recv(4096).startswith(b"HTTP/1.1 431")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods(live: Live, unchanged: None, method: str) -> None:
    reply = live.http.request(method, f"/api/tables/{R}/seats")
    assert reply.status_code in (204, 405)


@pytest.mark.parametrize("token", ["x", "x" * 5000, "\u00e9".encode().decode("latin-1"), "Basic abc"])
def test_tokens_that_are_none(live: Live, unchanged: None, token: str) -> None:
    """An unknown token is refused, never taken for nobody's."""
    headers = {b"Authorization": (token if " " in token else f"Bearer {token}").encode("latin-1")}
    reply = live.http.post(f"/api/tables/{R}/seats/1/leave", json={"key": "k"}, headers=headers)
    assert reply.status_code == 401
    assert reply.headers["www-authenticate"].startswith("Bearer ")
    assert live.http.get(f"/api/tables/{R}/rounds/1", headers=headers).status_code == 401


def test_random_requests_make_no_server_error(live: Live, unchanged: None) -> None:
    """Mutated paths, queries and bodies: always a refusal or a harmless answer, never a fault."""
    pick = random.Random(3)
    parts = ["api", "tables", R, "rounds", "seats", "1", "leave", "felt.svg", "journal.jsonl", "law", "%ff", "..", "", "x",
        "schema", "ws"]  # fmt: skip
    for _ in range(150):
        path = "/" + "/".join(pick.choice(parts) for _ in range(pick.randint(1, 5)))
        if pick.random() < 0.3:
            path += "?" + pick.choice(["before=1", "limit=%ff", "limit=5&limit=6", "a=b", "before="])
        body = bytes(pick.randrange(256) for _ in range(pick.randint(0, 30)))
        reply = live.http.request(
            pick.choice(["GET", "POST"]), path, content=body, headers={"Content-Type": "application/json"}
        )
        assert reply.status_code < 500, (path, reply.text)
        assert not any(trace in reply.content for trace in TRACES[:2])


# --- nonsense on a line

FRAMES = (
    "", "{", "[]", "null", '"x"', "{}", '{"key":1}', '{"key":"k"}', '{"key":"k","do":"fly"}', '{"key":"k","do":"answer"}',
    '{"key":"k","do":"answer","round":1,"question":0,"says":1}',
    '{"key":"k","do":"answer","round":1,"question":0,"says":"wager","amount":-1}',
    '{"key":"k","do":"answer","round":1,"question":0,"says":"wager","amount":1.5}',
    '{"key":"k","do":"answer","round":1,"question":0,"says":"wager","amount":1e30}',
    '{"key":"k","do":"answer","round":1,"question":0,"says":"wager","amount":"5"}',
    '{"key":"k","do":"answer","round":1,"question":0,"says":"wager","absent":true}',
    '{"key":"k","do":"answer","round":1,"question":0,"says":"wager","player":"2"}', '{"key":"' + "k" * 65 + '","do":"ready"}',
    '{"key":"k","do":"ready","round":"x"}', '{"key":"k","do":"report","round":1,"kind":"x","facts":[1]}',
    '{"hello":{"token":""}}', "[" * 2000, '{"key":"k","do":"answer","round":1,"question":0,"says":"' + "w" * 100 + '"}',
    '{"key":"\\u0000","do":"ready"}',
)  # fmt: skip


@pytest.mark.parametrize("frame", FRAMES, ids=range(len(FRAMES)))
def test_frames_that_make_no_sense(live: Live, frame: str) -> None:
    """Refused with the key they had, if any; the line stays, and the next command is carried out."""
    player = live.sit(R)
    before = live.house.hosts[R].require_table().journal.sequence
    player.send_raw(frame)
    message = player.hear()
    while "refused" not in message:
        message = player.hear()
    assert message["refused"]["code"] == "malformed"
    assert message["refused"]["sentence"].endswith(".")
    assert live.house.hosts[R].require_table().journal.sequence == before
    acked(player.bet("red", 500))
    acked(player.say("remove", wager="red"))
    player.close()
    live.post(f"/api/tables/{R}/seats/{player.seat}/leave", {"key": new_key()}, player.token)


def test_wagers_that_make_no_sense(live: Live) -> None:
    """What the shape allows and the rules do not: one refusal each, with its provision."""
    player = live.sit(R)
    for wager, amount, on, why in (
        ("straight", 500, "37", "no_such_spot"), ("nothing", 500, "", "unknown_wager"), ("red", 50, "", "below_minimum"),
        ("red", 10**12, "", "above_maximum"), ("red", 0, "", "not_a_unit"), ("back_9", 500, "", "unknown_wager"),
    ):  # fmt: skip
        reply = player.bet(wager, amount, on)
        assert refused(reply) == why
        assert reply["refused"]["cite"]
    assert refused(player.say("surrender")) == "not_lawful"
    player.close()
    live.post(f"/api/tables/{R}/seats/{player.seat}/leave", {"key": new_key()}, player.token)


def test_a_binary_frame_is_not_a_command(live: Live, unchanged: None) -> None:
    line = live.line(R)
    line.send_raw(b"\x00\x01\x02")
    try:
        while "refused" not in line.hear():
            pass
    except ConnectionClosed:
        pass
    assert live.get("/api/tables").status_code == 200


def test_a_frame_that_is_too_long_ends_the_line(live: Live, unchanged: None) -> None:
    """A megabyte is not read to its end."""
    line = live.line(R)
    line.send_raw("x" * 1_000_000)
    with pytest.raises(ConnectionClosed) as closed:
        line.hear_out()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_one_who_only_talks_nonsense_is_cut_off(live: Live, unchanged: None) -> None:
    line = live.line(R)
    for _ in range(20):
        line.send_raw("nonsense")
    with pytest.raises(ConnectionClosed):
        line.hear_out()


def test_a_line_to_no_table(live: Live) -> None:
    """An unknown table is a refusal on the line, in the usual shape."""
    with bare(live.address, "none") as line:
        message = json.loads(line.recv(timeout=PATIENCE))
        assert message["refused"]["code"] == "unknown_table"
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=PATIENCE)


def test_one_who_never_greets_sees_nothing(live: Live) -> None:
    """No view is sent before the greeting."""
    with bare(live.address, R) as line, pytest.raises(TimeoutError):
        line.recv(timeout=0.2)


def test_broken_handshakes(live: Live, unchanged: None) -> None:
    """Raw bytes on the port do no harm."""
    pick = random.Random(8)
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", live.port), timeout=PATIENCE) as raw:
            raw.sendall(pick.randbytes(200))
    assert live.get("/api/tables").status_code == 200


# --- too fast


def test_one_client_cannot_starve_the_others(live: Live) -> None:
    """A line that floods is read at its pace: while another player's wager is waited for, the house works for a quarter of a
    second at most, or twenty times as long as when nobody floods. Only work counts, whatever else the machine does."""
    flood, player = live.sit(R), live.sit(R)
    host = live.house.hosts[R]

    def waited() -> float:
        began = time.process_time()
        acked(player.bet("black", 100))
        return time.process_time() - began

    calm = statistics.median(waited() for _ in range(15))
    before, began = host.require_table().journal.sequence, time.monotonic()
    for n in range(1500):
        flood.send_raw(
            {
                "key": f"flood-{n}",
                "do": "answer",
                "round": 1,
                "question": 0,
                "says": "wager",
                "wager": "red",
                "amount": 100,
            }
        )
    waits = [waited() for _ in range(40)]
    assert max(waits) < max(0.25, 20 * calm), (calm, waits)
    allowed = ClientLimits().command_burst + ClientLimits().commands * (time.monotonic() - began)
    assert host.require_table().journal.sequence - before <= min(allowed, 1500)
    flood.close()


def test_too_many_requests_are_turned_away_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From one address so many at once and so many a second; what is turned away says so, and later it works again."""
    moment = SimpleNamespace(now=0.0)
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: moment.now))
    with Live(tmp_path / "house.db", (Plan(R, "roulette", "Roulette", PRACTICE),)) as live:
        found = [live.get("/api/law/617a.5(b)").status_code for _ in range(int(ClientLimits().request_burst) + 5)]
        assert found == [200] * int(ClientLimits().request_burst) + [429] * 5
        assert live.get("/").status_code == 200
        for path in ("//api/session", "/api//session", "///api/session/"):  # for the routes these are one address
            assert live.http.get(f"http://{live.address}{path}").status_code == 429
        moment.now = 2 / ClientLimits().requests
        found = [live.get("/api/law/617a.5(b)").status_code for _ in range(3)]
        assert found == [200, 200, 429]


def test_a_reader_who_does_not_read_costs_nobody_anything(live: Live) -> None:
    """Views are made when they can be sent: a stalled line holds back neither memory nor the table."""
    stalled: Line = live.line(R)
    player = live.sit(R)
    for _ in range(10):
        acked(player.bet("red", 100))
        acked(player.ready())
    assert stalled.socket is not None
    assert isinstance(live.http, httpx.Client)
