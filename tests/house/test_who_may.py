"""Who may do what: every act by every role, also unassigned, at the wrong table and after they have left."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss import authority, catalogue
from pitboss.authority import Right, role_at
from pitboss.house.commands.union import over
from pitboss.house.founding import Plan
from pitboss.house.host.rights import rights_of
from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import PersonAdded, PersonEnded
from pitboss.house.table import entries
from pitboss.house.table.verify import verify_any
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import AT_A_TABLE, RANKS, Role, role_for, serves_as
from tests.house.desk import Desk, run
from tests.house.live import BY_HAND, Live, credentials, new_key

GAMES = sorted(catalogue.games())
ASSIGNED = AT_A_TABLE  # in the matrix everybody who can be is assigned to the table
ADMIN = Actor("X", "X", "administrator")


def commands(right: Right) -> list[dict[str, Any]]:
    """Every command that takes this right, complete but for the right to do it."""
    act = re.sub(r"^(sign .*) \d+$", r"\1 1", right.act)  # of several signatures
    return [
        {"do": command.wire_name(), **fields.groupdict()}
        for command in over("socket")
        if command.right and (fields := re.fullmatch(_pattern(command.right), act))
    ]


def _pattern(right: str) -> str:
    return re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(right))


def allowed(desk: Desk, table: str, right: Right, role: Role) -> bool:
    """What the table of rights says of somebody who has this one role and is assigned to the table."""
    if right.act.startswith("sign "):  # any signature of the list that is still missing
        name = right.act.split()[1]
        found = next(one for one in desk.table(table).checklists if one.name == name)
        return any(role_at(Right("", one.roles, "", one.assigned), (role,), ASSIGNED) for one in found.signatures)
    return role_at(right, (role,), ASSIGNED) is not None


async def is_let_in(desk: Desk, table: str, person: str, what: dict[str, Any]) -> bool:
    """Whether the gate lets somebody through; whoever it does not changes nothing."""
    before = desk.table(table).journal.sequence
    try:
        await desk.do(table, Session(hash=person, person=person), **what)
    except Refused as refusal:
        assert desk.table(table).journal.sequence == before
        if refusal.why is Refusal.NOT_FOUND:  # there is no such thing or person; had they the right?
            return True
        return refusal.why not in (Refusal.WRONG_ROLE, Refusal.NOT_SIGNED_IN)
    return True


@pytest.mark.parametrize("game", GAMES)
def test_every_act_by_every_role(tmp_path: Path, game: str) -> None:
    """0 unexpected successes, and nobody is refused what is theirs; at the other table, or gone, nothing is."""
    plans = (Plan("here", game, game, BY_HAND), Plan("there", game, game, BY_HAND))

    async def work() -> None:
        async with Desk(tmp_path / "house.db", plans) as desk:
            table = desk.table("here")
            gone = [PersonAdded(f"gone {role}", f"Gone {role}", (role,)) for role in Role]
            await desk.house.register.enter(*gone, *(PersonEnded(one.credential, ADMIN) for one in gone))
            for role in AT_A_TABLE:
                table.enter(entries.Assigned(f"gone {role}", "Gone", role))
            for role in AT_A_TABLE:
                if role not in table.state.standing.roles_of(credential_of(role)) or role is Role.DEALER:
                    table.enter(entries.Assigned(credential_of(role), credential_of(role), role))
            tried = 0
            for right in rights_of(table):
                # Of things there is a test of its own, because what comes first is whether there is such a thing.
                for what in commands(right) if "thing" not in right.act else ():
                    for role in Role:
                        may = allowed(desk, "here", right, role)
                        assert await is_let_in(desk, "here", credential_of(role), what) is may, (right, what, role)
                        if may:
                            assert not await is_let_in(desk, "here", f"gone {role}", what), (right, what, role, "gone")
                        if may and role in AT_A_TABLE and role not in table.game.crew:
                            there = await is_let_in(desk, "there", credential_of(role), what)
                            assert not there, (right, what, role, "elsewhere")
                        tried += 1
                    assert not await is_let_in(desk, "here", "", what), (right, what)
                if table.state.standing.open:
                    await desk.do("here", desk.role("floor", "here"), do="close_table")
            assert tried > 200

    run(work)


def test_ranks_are_an_order() -> None:
    """I-GEN-32: whoever is above may do what one below is named for, never the other way, and nobody else."""
    for held in Role:
        for named in Role:
            expected = held is named or (held in RANKS and named in RANKS and RANKS.index(held) > RANKS.index(named))
            assert serves_as(held, named) is expected
    assert RANKS == (Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER)


# --- over HTTP: acts of the house

ENDPOINTS: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {
    ("GET", "/api/people"): ("see people", {}),
    ("POST", "/api/people"): ("add person", {"name": "N", "credential": "N-1", "roles": ["dealer"]}),
    ("POST", "/api/people/{credential}/roles"): ("change roles", {"roles": ["dealer"]}),
    ("POST", "/api/people/{credential}/end"): ("end person", {}),
    ("POST", "/api/people/{credential}/invitation"): ("invite person", {}),
    ("POST", "/api/people/{credential}/unlock"): ("unlock person", {}),
    ("POST", "/api/people/{credential}/revoke"): ("revoke sessions", {}),
    ("GET", "/api/access"): ("see people", {}),
    ("POST", "/api/access/{number}/agree"): ("agree to access", {}),
    ("POST", "/api/access/{number}/withdraw"): ("withdraw access", {}),
    ("GET", "/api/things"): ("see things", {}),
    ("POST", "/api/things"): ("receive thing", {"thing": "T-1", "kind": "cards", "description": "one deck"}),
    ("GET", "/api/staff"): ("see staff", {}),
    ("GET", "/api/staff/places"): ("see people", {}),
    ("GET", "/api/tables/{table}/journal.jsonl"): ("export record", {}),
    ("GET", "/api/house/journal.jsonl"): ("export record", {}),
    ("GET", "/api/cage/journal.jsonl"): ("export record", {}),
    ("GET", "/api/tables/{table}/log"): ("read every round", {}),
    ("GET", "/api/games"): ("see filings", {}),
    ("GET", "/api/filings"): ("see filings", {}),
    ("GET", "/api/filings/{filing}"): ("see filings", {}),
    ("GET", "/api/filings/{filing}/documents/{file}"): ("see filings", {}),
    ("POST", "/api/filings/documents/{file}"): ("see filings", {"game": "roulette"}),
    ("POST", "/api/filings/check"): ("see filings", {"game": "roulette"}),
    ("POST", "/api/filings/study"): ("see filings", {"draft": {"game": "roulette"}}),
    ("POST", "/api/filings"): ("draft filing", {"game": "none"}),
    ("POST", "/api/filings/{filing}/file"): ("file filing", {"number": "1"}),
    ("POST", "/api/filings/{filing}/withdraw"): ("withdraw filing", {"reason": "no"}),
    ("POST", "/api/filings/{filing}/decide"): ("decide filing", {"approved": True}),
    ("GET", "/api/floor"): ("see filings", {}),
    ("GET", "/api/tables/{table}/filings/{filing}"): ("see filings", {}),
    ("GET", "/api/house"): ("see filings", {}),
    ("POST", "/api/house"): ("name house", {"holder": " "}),
    ("POST", "/api/pits"): ("name house", {"pit": " ", "title": ""}),
    ("POST", "/api/tables"): ("add table", {"number": "T-1", "game": "craps", "filing": "F-404"}),
    ("GET", "/api/reports"): ("see reports", {}),
    ("GET", "/api/reports/{report}"): ("see reports", {}),
    ("GET", "/api/reports/{report}/report.pdf"): ("see reports", {}),
    ("GET", "/api/reports/{report}/report.csv"): ("see reports", {}),
    ("GET", "/api/reports/{report}/report.parquet"): ("see reports", {}),
    ("GET", "/api/pit"): ("see pit", {}),
    ("GET", "/api/pit/hours"): ("see figures", {}),
    ("GET", "/api/book"): ("see money", {}),
    ("GET", "/api/book/slips/{slip}"): ("see slips", {"slip": "F-000001"}),
    ("GET", "/api/book/slips/{slip}/paper.html"): ("see slips", {"slip": "F-000001"}),
    ("GET", "/api/book/slips/{slip}/paper.pdf"): ("see slips", {"slip": "F-000001"}),
    ("GET", "/api/book/receipts/{receipt}/paper.html"): ("see receipts", {"receipt": "R-000001"}),
    ("GET", "/api/book/receipts/{receipt}/paper.pdf"): ("see receipts", {"receipt": "R-000001"}),
    ("POST", "/api/pit/ratings"): ("see figures", {}),
    ("POST", "/api/pit/ratings.csv"): ("see figures", {}),
    ("GET", "/api/progressives"): ("see figures", {}),
    ("GET", "/api/reconciliation"): ("see reconciliation", {}),
    ("GET", "/api/progressives/{meter}"): ("see figures", {}),
    ("GET", "/api/jackpots"): ("see figures", {}),
    ("GET", "/api/jackpots/{award}/slip.pdf"): ("read jackpot papers", {}),
    ("GET", "/api/tables/{table}/incidents"): ("see pit", {}),
    ("GET", "/api/tables/{table}/incidents/{number}/report.html"): ("see pit", {}),
    ("GET", "/api/tables/{table}/incidents/{number}/report.pdf"): ("see pit", {}),
    ("GET", "/api/theory"): ("see play watched", {}),
    ("POST", "/api/editions/{chapter}/accept"): ("accept proposal", {}),
    ("POST", "/api/theory/alarms/{number}/seen"): ("look into alarm", {"words": "nothing was wrong"}),
    ("POST", "/api/board/rounds"): ("search record", {}),
    ("POST", "/api/board/rounds.csv"): ("search record", {}),
    ("POST", "/api/board/decisions"): ("search record", {}),
    ("POST", "/api/board/decisions.csv"): ("search record", {}),
    ("GET", "/api/board/rounds/{table}/{number}/state"): ("search record", {}),
    ("POST", "/api/board/rounds/{table}/{number}/replay"): ("search record", {}),
    ("GET", "/api/board/queries"): ("search record", {}),
    ("PUT", "/api/board/queries"): ("search record", {"name": "mine"}),
    ("GET", "/api/board/choices"): ("search record", {}),
    ("GET", "/api/board/export"): ("export record", {}),
    ("GET", "/api/board/evidence"): ("export record", {}),
    ("POST", "/api/board/verification"): ("export record", {"checkpoint": "none"}),
    ("GET", "/api/board/verification"): ("export record", {}),
    ("POST", "/api/board/settled-again"): ("export record", {}),
    ("GET", "/api/board/settled-again"): ("export record", {}),
    ("POST", "/api/board/otherwise"): ("export record", {"game": "none"}),
    ("GET", "/api/board/otherwise"): ("export record", {}),
    ("POST", "/api/board/otherwise/stop"): ("export record", {}),
    ("GET", "/api/board/rules"): ("export record", {}),
    ("POST", "/api/board/rules/check"): ("export record", {}),
    ("POST", "/api/board/rules/approve"): ("approve software", {"rules": "0", "software": "0"}),
    ("GET", "/api/board/rules/{version}/package"): ("export record", {}),
    ("POST", "/api/board/witnesses"): ("approve software", {"vkey": "none"}),
    ("GET", "/metrics"): ("see administration", {}),
    ("GET", "/api/administration"): ("see administration", {}),
    ("GET", "/api/administration/rights"): ("see administration", {}),
    ("GET", "/api/administration/backups"): ("see administration", {}),
    ("GET", "/api/administration/devices"): ("see administration", {}),
    ("POST", "/api/administration/sessions/{session}/revoke"): ("revoke sessions", {}),
    ("POST", "/api/administration/backups"): ("make backup", {"with_key": False}),
    ("POST", "/api/administration/devices"): ("issue device key", {"device": "D-1", "table": "nowhere"}),
    ("POST", "/api/administration/devices/{device}/revoke"): ("revoke device key", {}),
    ("GET", "/api/administration/programs"): ("see administration", {}),
    ("POST", "/api/administration/programs"): ("create program", {"program": "-", "purpose": "", "scopes": ()}),
    ("POST", "/api/administration/programs/requests/{number}/agree"): ("agree to program", {}),
    ("POST", "/api/administration/programs/requests/{number}/withdraw"): ("create program", {}),
    ("POST", "/api/administration/programs/{program}/revoke"): ("revoke program", {}),
    ("POST", "/api/administration/alarms/test"): ("keep webhooks", {}),
    ("GET", "/api/administration/webhooks"): ("see administration", {}),
    ("POST", "/api/administration/webhooks"): ("keep webhooks", {"webhook": "w", "url": "ftp://nowhere", "topics": ()}),
    ("POST", "/api/administration/webhooks/{webhook}/end"): ("keep webhooks", {}),
}
# Of these somebody is told a part who may write such a thing and not read what others wrote.
PARTLY = {("GET", "/api/tables/{table}/incidents"): authority.right_of(authority.AT_TABLES, "write incident")}


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    plans = (Plan("here", "go-fore-it", "Go Fore It", BY_HAND),)
    with Live(tmp_path_factory.mktemp("who") / "house.db", plans) as found:
        yield found


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda e: f"{e[0]} {e[1]}")
def test_every_act_of_the_house_by_every_role(live: Live, endpoint: tuple[str, str]) -> None:
    """Whoever may not is refused, with who may; nobody without a sign-in gets anywhere."""
    (method, path), (act, body) = endpoint, ENDPOINTS[endpoint]
    named = {
        "filing": "F-404",
        "file": "signs.html",
        "number": 404,
        "session": "0" * 24,
        "device": "D-404",
        "program": "none",
        "webhook": "none",
        "version": "0",
        "meter": "none",
        "award": "none",
        "slip": "F-404",
        "receipt": "R-404",
        "report": "none",
        "chapter": "999a",
    }
    where = path.format(credential="nobody", table="here", **named)
    right = authority.right_of(authority.IN_THE_HOUSE, act)
    for role in (None, *Role):
        cookie = live.cookie(role) if role is not None else ""
        sent = None if method == "GET" else body
        while (reply := live.http.request(method, where, json=sent, headers=credentials(cookie))).status_code == 429:
            time.sleep(0.3)  # more roles and acts than one address may ask for at once
        code = reply.json()["refused"]["code"] if reply.status_code >= 400 else ""
        refused = (reply.status_code, code) == ((403, "wrong_role") if role is not None else (401, "not_signed_in"))
        may = role is not None and role_for((role,), right.roles) is not None
        if not may and role is not None and endpoint in PARTLY and role_for((role,), PARTLY[endpoint].roles):
            assert set(reply.json()) == {"kinds"}  # what there is to write, and nothing that others wrote
            continue
        assert refused is not may, (role, reply.text)
        if not may and role is not None:
            assert "Only" in reply.json()["refused"]["sentence"]


def test_the_house_s_own_record_verifies(live: Live, tmp_path: Path) -> None:
    """It is a chain like any other, tells who did what, and holds no secret; a changed byte is found."""
    assert live.post("/api/people", ENDPOINTS["POST", "/api/people"][1] | {"credential": "V-1"},
        live.cookie(Role.ADMINISTRATOR))  # fmt: skip
    while (reply := live.get("/api/house/journal.jsonl", live.cookie(Role.BOARD))).status_code == 429:
        time.sleep(0.3)  # the tests before it asked for as much as one address may
    record = reply.content
    (tmp_path / "house.jsonl").write_bytes(record)
    assert "all as recorded" in str(verify_any(tmp_path / "house.jsonl"))
    added = next(line for line in record.splitlines() if b"V-1" in line and b"person_added" in line)
    assert b'"credential":"DEMO-administrator"' in added
    assert live.cookie(Role.ADMINISTRATOR).encode() not in record
    (tmp_path / "house.jsonl").write_bytes(record.replace(b"Dana Dealer", b"Dana Wealer", 1))
    with pytest.raises(Refused, match="was changed"):
        verify_any(tmp_path / "house.jsonl")


def test_a_thing_needs_two_to_be_sealed(live: Live) -> None:
    """Both sign, each in person, with a reason; a thing that is not there, is elsewhere or sealed is refused."""
    live.station("here", Role.DEALER)
    dealer, floor = live.line("here", live.cookie(Role.DEALER)), live.line("here", live.cookie(Role.PIT_MANAGER))
    board = live.line("here", live.cookie(Role.BOARD))
    seal = {"do": "seal_thing", "thing": "here:cards-1"}

    def why(reply: dict[str, Any]) -> str:
        return str(reply["refused"]["code"])

    assert why(dealer.send(**seal | {"thing": "here:cards-99"})) == "not_found"
    assert why(dealer.send(**seal)) == "malformed"
    assert why(board.send(**seal, reason="marked")) == "wrong_role"
    assert "ack" in dealer.send(**seal, reason="marked")
    assert why(dealer.send(**seal)) == "wrong_role"  # who was present is no dealer
    assert why(floor.send(do="destroy_thing", thing="here:cards-1")) == "not_lawful"
    assert "ack" in floor.send(**seal)
    thing = live.house.hosts["here"].require_table().state.equipment.things["here:cards-1"]
    assert (thing.state, [by.credential for by in thing.signed]) == ("sealed", ["DEMO-dealer", "DEMO-pit-manager"])
    assert why(floor.send(do="use_thing", thing="here:cards-1")) == "not_lawful"
    assert why(floor.send(do="bring_thing", thing="T-404")) == "not_found"
    body = {"thing": f"T-{new_key()}", "kind": "cards", "description": "one deck"}
    assert live.post("/api/things", body, live.cookie(Role.SECURITY)).status_code == 201
    assert "ack" in floor.send(do="bring_thing", thing=body["thing"])
    assert why(floor.send(do="bring_thing", thing=body["thing"])) == "not_lawful"
