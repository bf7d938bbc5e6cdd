"""Roles do only their job: every endpoint and every command by every role, and nothing else succeeds."""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from litestar import Litestar, get
from websockets.exceptions import ConnectionClosed

from pitboss.house.founding import Plan
from pitboss.house.host.host import Host
from pitboss.house.wire.access import EVERYBODY, check_declared
from pitboss.procedure import Draw, Window
from pitboss.roles import Role
from tests.house.live import BY_HAND, PRACTICE, Live, Player, new_key
from tests.house.test_who_may import ENDPOINTS as IN_HOUSE

R, L = "roulette-practice", "roulette-live"
ROLES = ("watcher", "stranger", "player", "left", "other table", "dealer", "floor", "security", "idle floor", "audit")
ITEMS = ["617a.1(a)", "617a.1(b)", "617a.2(a)(1)", "617a.2(a)(2)", "617a.2(a)(3)", "617a.2(a)(4)", "617a.1(g)"]


class Floor:
    """A live table that is open, with everyone who could want something from it, each on a connection of their own."""

    def __init__(self, live: Live) -> None:
        self.live, self.state = live, ""
        self.player, gone, elsewhere = live.sit(L), live.sit(L), live.sit(R)
        assert live.post(f"/api/tables/{L}/seats/{gone.seat}/leave", {"key": "bye"}, gone.token).status_code == 200
        self.tokens = {
            "watcher": "", "stranger": "x" * 32, "player": self.player.token, "left": gone.token,
            "other table": elsewhere.token, "dealer": live.token("dealer", L), "floor": live.token("floor"),
            "security": live.cookie(Role.SECURITY), "idle floor": live.cookie(Role.FLOORPERSON), "audit": live.token("audit"),
        }  # fmt: skip
        self.lines = {role: live.line(L, token) for role, token in self.tokens.items()}
        self.open()

    @property
    def host(self) -> Host:
        return self.live.house.hosts[L]

    def send(self, role: str, **command: Any) -> dict[str, Any]:
        """Send it as one who sees what the table asks now."""
        play, number = self.host.require_table().round, self.host.require_table().state.felt.number
        moment = {"round": number + (play is None), "question": play.asked if play is not None else 0}
        return self.lines[role].send(**moment, **command)

    def ask(self, role: str, **command: Any) -> None:
        assert "ack" in self.send(role, **command), command

    def open(self) -> None:
        self.ask("floor", do="sign", checklist="opening", items=ITEMS)
        self.ask("floor", do="open_table")

    def prepare(self, state: str) -> None:
        """Betting open with a wager up, or waiting for the wheel, or for the dealer's certificate."""
        if self.state == state:
            return
        self.finish()
        self.ask("player", answer={"says": "wager", "wager": "red", "amount": 100})
        if state != "betting":
            self.ask("dealer", do="no_more_bets")
        if state == "certificate":
            self.ask("dealer", answer={"says": "17", "by": "chance"})
        self.state = state

    def finish(self) -> None:
        """Play the round out, whatever happened to it, until betting is open again and nothing is up."""
        self.state = ""
        while True:
            table = self.host.require_table()
            if not table.state.standing.open:
                self.open()
            elif table.round is None and table.state.felt.unpaid:
                assert "ack" in self.lines["dealer"].send(do="take_and_pay", round=table.state.felt.number)
            elif table.round is None:
                sleep(0.001)
            elif isinstance(table.round.pending, Window) and not table.state.felt.up:
                return
            elif isinstance(table.round.pending, Window):
                self.ask("dealer", do="no_more_bets")
            else:
                says = "17" if isinstance(table.round.pending, Draw) else "valid_spin"
                self.ask("dealer", answer={"says": says})


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    plans = (Plan(R, "roulette", "Roulette", PRACTICE), Plan(L, "roulette", "Roulette", BY_HAND))
    with Live(tmp_path_factory.mktemp("roles") / "house.db", plans) as live:
        yield Floor(live)


# --- sockets: what is sent, in which state, and who may

REPORT = {"kind": "foreign_object", "seat": 0, "facts": {}}
COMMANDS: list[tuple[str, str, dict[str, Any], set[str]]] = [
    ("wager", "betting", {"answer": {"says": "wager", "wager": "black", "amount": 100}}, {"player"}),
    ("wager for a seat", "betting", {"answer": {"says": "wager", "wager": "black", "amount": 100, "by": 1}}, {"player"}),
    ("wager for another", "betting", {"answer": {"says": "wager", "wager": "black", "amount": 100, "by": 2}}, set()),
    ("remove", "betting", {"answer": {"says": "remove", "wager": "red"}}, {"player"}),
    ("say no more bets", "betting", {"answer": {"says": "no_more_bets"}}, {"dealer"}),
    ("say it as dealer", "betting", {"answer": {"says": "no_more_bets", "by": "dealer"}}, {"dealer"}),
    ("no more bets", "betting", {"do": "no_more_bets"}, {"dealer"}),
    ("ready", "betting", {"do": "ready"}, {"player"}),
    ("outcome", "wheel", {"answer": {"says": "17", "by": "chance"}}, {"dealer"}),
    ("certificate", "certificate", {"answer": {"says": "valid_spin", "by": "dealer"}}, {"dealer"}),
    ("as the floor", "certificate", {"answer": {"says": "valid_spin", "by": "floor"}}, set()),
    ("preview", "betting", {"do": "preview", "report": REPORT}, {"dealer", "floor"}),
    ("report", "betting", {"do": "report", "report": REPORT}, {"dealer", "floor"}),
    ("sign", "betting", {"do": "sign", "checklist": "opening", "items": ITEMS}, set()),
    ("sign closing", "betting", {"do": "sign", "checklist": "closing", "items": ["617a.2(f)"]}, set()),  # a wager is up
    ("duty", "betting", {"do": "duty", "name": "deck_change"}, set()),
    ("open", "betting", {"do": "open_table"}, set()),
    ("close", "betting", {"do": "close_table"}, set()),  # the closing list is not signed
    ("nothing", "betting", {}, set()),
    ("both", "betting", {"do": "ready", "answer": {"says": "wager", "wager": "red", "amount": 100}}, set()),
]  # fmt: skip


@pytest.mark.parametrize(("name", "state", "command", "allowed"), COMMANDS, ids=[c[0] for c in COMMANDS])
def test_commands_by_role(floor: Floor, name: str, state: str, command: dict[str, Any], allowed: set[str]) -> None:
    """Whoever may not is refused, and the table stands as it stood."""
    for role in ROLES:
        floor.prepare(state)
        before = floor.host.require_table().journal.sequence
        reply = floor.send(role, **command)
        done = "ack" in reply or "preview" in reply
        assert done is (role in allowed), (role, reply)
        if done:
            floor.state = "changed"
        else:
            assert floor.host.require_table().journal.sequence == before
            assert reply["refused"]["sentence"]


# --- HTTP: every endpoint of the schema

PUBLIC = set(ROLES)
KNOWN = PUBLIC - {"stranger", "other table"}
ENDPOINTS: dict[tuple[str, str], set[str]] = {
    ("GET", "/api/tables"): PUBLIC,
    ("GET", "/api/tables/{table}"): PUBLIC,
    ("GET", "/api/tables/{table}/felt.svg"): PUBLIC,
    ("GET", "/api/tables/{table}/strategy"): set(),  # the table is not for practice
    ("GET", "/api/tables/{table}/judgement"): set(),  # the table is not for practice
    ("POST", "/api/tables/{table}/judgement"): set(),
    ("GET", "/api/tables/{table}/wagers/judgement"): set(),
    ("GET", "/api/tables/{table}/session"): set(),
    ("GET", "/api/law/{cite}"): PUBLIC,
    ("GET", "/api/tables/{table}/rounds"): PUBLIC,
    ("GET", "/api/tables/{table}/rounds/{number}"): KNOWN,
    ("GET", "/api/tables/{table}/journal.jsonl"): {"audit"},
    ("POST", "/api/tables/{table}/seats"): {"watcher", "left"},  # a player takes a further box; staff may not play here
    ("POST", "/api/tables/{table}/seats/{seat}/chips"): set(),  # the player's rack is not low
    ("POST", "/api/tables/{table}/seats/{seat}/leave"): {"player"},
}


OPEN_TO_ALL = {
    ("GET", "/api/editions"),
    ("GET", "/api/words/{language}"),
    ("GET", "/api/session"), ("POST", "/api/session"), ("DELETE", "/api/session"), ("POST", "/api/session/passkey"),
    ("POST", "/api/session/passkey/options"), ("POST", "/api/people/enter"), ("POST", "/api/invitations/look"),
    ("POST", "/api/registration"), ("POST", "/api/registration/passkey/options"),
    ("POST", "/api/invitations/accept"), ("POST", "/api/invitations/passkey/options"), ("GET", "/api/roles"),
    ("GET", "/checkpoint"), ("GET", "/tile/{path}"), ("GET", "/api/record/key"), ("GET", "/api/record/consistency"),
    ("GET", "/api/record/proof/{journal}/{sequence}"), ("POST", "/api/record/cosignatures"),  # a witness's own signature
    ("GET", "/health"), ("GET", "/health/live"), ("GET", "/health/ready"),
    ("GET", "/api/practice"), ("GET", "/api/practice/rules"), ("GET", "/api/practice/felt.svg"),
    ("POST", "/api/practice/check"), ("POST", "/api/practice/tables"), ("POST", "/api/practice/hand"),  # practice is for everybody
    # everybody's own, by cookie or sign-in
    ("GET", "/api/purse"), ("POST", "/api/purse"), ("POST", "/api/purse/top-up"), ("GET", "/api/purse/rounds"),
    ("GET", "/api/tables/{table}/guide"),
    ("GET", "/api/tables/{table}/frequencies"),
    ("GET", "/api/analysis"), ("GET", "/api/analysis/games"), ("GET", "/api/analysis/rules"),
    ("GET", "/api/analysis/book"), ("GET", "/api/analysis/book.json"), ("DELETE", "/api/analysis/book"),
    ("GET", "/api/analysis/puzzle"), ("POST", "/api/analysis/answer"),
    ("GET", "/api/drills"), ("GET", "/api/drills/games/{game}"), ("GET", "/api/drills/games/{game}/chart"),
    ("POST", "/api/drills/question"), ("POST", "/api/drills/answer"), ("POST", "/api/drills/exams"),  # drills are, too
    ("GET", "/api/drills/exams/{exam}"), ("POST", "/api/drills/exams/{exam}/answer"),
    ("GET", "/api/drills/exams/{exam}/record.html"),
    ("POST", "/api/tables/{table}/do"),  # what is done at a table has a matrix of its own
}  # fmt: skip
OWN = {
    ("GET", "/api/me/tables"),
    ("GET", "/api/tasks"),
    ("POST", "/api/book"),  # who may stands with each movement: tests/house/test_book.py
    ("POST", "/api/tables/{table}/book"),
    ("POST", "/api/me/password"),
    ("POST", "/api/me/passkeys"),
    ("POST", "/api/me/passkeys/options"),
    ("GET", "/api/me/notices"),
    ("POST", "/api/me/notices/{number}/dismiss"),
    ("GET", "/api/me/limits"),
    ("GET", "/api/me/statement"),
    ("GET", "/api/me/statement.pdf"),
    ("POST", "/api/me/limits"),
    ("POST", "/api/me/limits/confirm"),
    ("POST", "/api/me/limits/drop"),
    ("POST", "/api/me/exclusion"),
    ("POST", "/api/me/exclusion/end"),
}


def test_the_matrix_has_every_endpoint(floor: Floor) -> None:
    """An endpoint that is added has to be given its roles here."""
    paths = floor.live.get("/schema").json()["paths"]
    found = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert found == set(ENDPOINTS) | OPEN_TO_ALL | OWN | set(IN_HOUSE)


@pytest.mark.parametrize(
    ("declared", "refused"),
    [
        ({}, "has to declare either a right or one of"),
        ({"access": "anyone"}, "has to declare either a right or one of"),
        ({"access": EVERYBODY, "right": "see people"}, "has to declare either a right or one of"),
        ({"right": "see peopel"}, "declares the right 'see peopel', which nobody has"),
        ({"right": "see people"}, ""),
        ({"access": EVERYBODY}, ""),
    ],
)
def test_a_house_does_not_open_with_a_route_that_does_not_say_who_may_ask(declared: Any, refused: str) -> None:
    @get("/api/new", sync_to_thread=False, **declared)
    def new() -> str:
        return ""

    app = Litestar([new], logging_config=None)
    with pytest.raises(RuntimeError, match=f"GET /api/new {refused}") if refused else nullcontext():
        check_declared(app)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda e: f"{e[0]} {e[1]}")
def test_endpoints_by_role(floor: Floor, endpoint: tuple[str, str]) -> None:
    """Anyone else gets a refusal in the one shape that refusals have."""
    method, path = endpoint
    live = floor.live
    if "rounds/{number}" in path and not live.get(f"/api/tables/{L}/rounds").json():
        floor.prepare("betting")
        floor.finish()
    number = live.get(f"/api/tables/{L}/rounds").json()[:1]
    where = path.format(table=L, cite="617a.5(b)", seat=floor.player.seat, number=number[0]["round"] if number else 1)
    for role in ROLES:
        taken: Player | None = None
        token = floor.tokens[role]
        if path.endswith("/leave") and role == "player":
            taken = live.sit(L)
            where, token = f"/api/tables/{L}/seats/{taken.seat}/leave", taken.token
        reply = live.get(where, token) if method == "GET" else live.post(where, {"key": new_key()}, token)
        assert (reply.status_code < 400) is (role in ENDPOINTS[endpoint]), (role, reply.text)
        if reply.status_code >= 400:
            assert set(reply.json()) == {"refused"}
            assert set(reply.json()["refused"]) == {"code", "sentence", "cite"}
        elif path.endswith("/seats"):
            seat, token = reply.json()["seat"], reply.json()["token"]
            assert live.post(f"/api/tables/{L}/seats/{seat}/leave", {"key": new_key()}, token).status_code == 200
        if taken is not None:
            taken.close()


def test_an_open_round_is_for_supervisors(floor: Floor) -> None:
    """A round in progress is shown in detail to audit and floor only, as they may see it."""
    floor.prepare("wheel")
    number = floor.host.require_table().state.felt.number
    for role in ROLES:
        reply = floor.live.get(f"/api/tables/{L}/rounds/{number}", floor.tokens[role])
        assert (reply.status_code == 200) is (role in ("audit", "floor")), role
    floor.finish()


def test_leaving_ends_open_lines(floor: Floor) -> None:
    """Once a player has left, their socket is closed, and their token is a watcher's."""
    player = floor.live.sit(L)
    floor.live.post(f"/api/tables/{L}/seats/{player.seat}/leave", {"key": new_key()}, player.token)
    with pytest.raises(ConnectionClosed):
        player.hear_out()
    again = floor.live.line(L, player.token)
    assert again.strange[0]["code"] == "wrong_role"
    assert again.view["you"]["role"] == "watcher"


def test_roles_are_known_by_path(tmp_path: Path) -> None:
    """A dealer is one only where they are assigned; a pit manager and the Board are what they are at every table."""
    plans = (Plan("one", "roulette", "One", BY_HAND), Plan("two", "roulette", "Two", BY_HAND))
    with Live(tmp_path / "house.db", plans) as live:
        assert live.line("one", live.token("dealer", "one")).view["you"]["role"] == "dealer"
        assert live.line("two", live.token("dealer", "one")).view["you"]["role"] == "watcher"
        assert live.line("two", live.token("floor")).view["you"]["role"] == "floor"
        assert live.line("two", live.cookie(Role.FLOORPERSON)).view["you"]["role"] == "watcher"
        assert live.line("two", live.token("audit")).view["you"]["role"] == "audit"
