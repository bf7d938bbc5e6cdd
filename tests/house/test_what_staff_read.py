"""What papers, pages and refusals tell those who work in the house: posted limits, who decided, whose time, who may look."""

from pathlib import Path
from time import time

import msgspec
import pytest

from pitboss import catalogue
from pitboss.authority import AT_TABLES, IN_THE_HOUSE, Right, require, right_of
from pitboss.house.clock import seconds, stamp
from pitboss.house.founding import Plan
from pitboss.house.host import readiness
from pitboss.house.people.demonstration import credential_of
from pitboss.house.table import equipment
from pitboss.house.wire import things
from pitboss.house.wire.record import MOST_ROUNDS, _numbers
from pitboss.paper import guide, submission_form
from pitboss.paper.page import html
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.submission import made_choices
from tests.house.desk import Desk, run
from tests.house.live import BY_HAND, PRACTICE, QUICK, Live, acked, credentials, new_key

R, B = "RL-1", "BJ-1"


def test_i_gen_34_the_guide_tells_the_limits_that_its_tables_post() -> None:
    game = catalogue.game("blackjack")
    rules = game.example()
    posted = {"minimum": "25.00", "maximum": "400.00", "limits": None}
    plain = html(guide.document_of(game, rules, Particulars(tables=("BJ-1",))))
    told = html(guide.document_of(game, rules, Particulars(tables=("BJ-1",), posted={"BJ-1": posted})))
    assert "$25 – $400" in told
    assert "$25 – $400" not in plain
    several = {"BJ-1": posted, "BJ-2": {**posted, "maximum": "500.00"}}
    differ = html(guide.document_of(game, rules, Particulars(tables=("BJ-1", "BJ-2"), posted=several)))
    assert "$25 – $400" not in differ, "tables that post different limits have the filed ones in common"


def test_the_form_of_a_filing_that_was_decided_says_by_whom() -> None:
    game = catalogue.game("roulette")
    undecided = html(submission_form.document_of(game, game.example(), Particulars()))
    assert "approved or refused; signature and date" in undecided
    known = Particulars(decided="2026-05-01", decided_by="Blair Board", conditions="No wager above $200.00.")
    decided = html(submission_form.document_of(game, game.example(), known))
    assert "approved by Blair Board on 2026-05-01" in decided
    refused = html(submission_form.document_of(game, game.example(), msgspec.structs.replace(known, refused=True)))
    assert "refused by Blair Board" in refused


def test_the_card_of_a_table_without_a_list_for_it_is_idle_only_while_nobody_is_there(tmp_path: Path) -> None:
    """Roulette and craps have no list of an idle table; once empty, they were told to be so for ever."""
    with Live(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", QUICK)]) as live:

        def state() -> str:
            (line,) = live.get("/api/pit", live.cookie(Role.PIT_MANAGER)).json()
            return str(line["state"])

        first = live.sit(R, 1)
        assert state() == "open"
        path = f"/api/tables/{R}/seats/1/leave"
        assert live.http.post(path, json={"key": new_key()}, headers=credentials(first.token)).status_code == 200
        assert state() == "idle"
        live.sit(R, 2)
        assert state() == "open"
        assert not live.house.hosts[R].require_table().state.standing.idle


@pytest.mark.parametrize(
    ("text", "found"),
    [("7,8", [7, 8]), ("1-3", [1, 2, 3]), ("1–3, 5", [1, 2, 3, 5]), ("2-2", [2]), ("3,1-4", [3, 1, 2, 4])],
)
def test_evidence_is_asked_for_by_numbers_or_from_one_to_another(text: str, found: list[int]) -> None:
    assert _numbers(text) == found


@pytest.mark.parametrize("text", ["a", "1-", "-3", "3-1", "1--3", f"1-{MOST_ROUNDS + 1}"])
def test_evidence_of_what_is_no_number_of_rounds_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="Expected"):
        _numbers(text)
    assert len(_numbers(f"1-{MOST_ROUNDS}")) == MOST_ROUNDS


def test_i_gen_32_security_is_not_told_to_be_assigned() -> None:
    """Nobody assigns security: those who are may do it anywhere; only who stands at a table is assigned to it."""
    right = Right("seal thing", (Role.DEALER, Role.SECURITY), "I-GEN-39")
    with pytest.raises(Refused, match="a dealer who is assigned to it, or somebody from security, may do that"):
        require(right, (), held=(Role.DEALER,))
    assert require(right, (Role.SECURITY,)) is Role.SECURITY
    sealing = right_of(AT_TABLES, "seal thing")
    assert Role.SECURITY in sealing.roles


def test_surveillance_cage_and_count_have_the_pages_that_are_meant_for_them(tmp_path: Path) -> None:
    """Surveillance reads logs and equipment and searches the record, and exports none of it; cage and count read the hourly
    sheet."""
    with Live(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", BY_HAND)]) as live:
        watch = live.cookie(Role.SURVEILLANCE)
        for path in (f"/api/tables/{R}/log", "/api/things", "/api/pit"):
            assert live.get(path, watch).status_code == 200, path
        assert live.post("/api/board/rounds", {}, watch).status_code == 200
        assert live.get("/api/board/export", watch).status_code == 403
        for role in (Role.CAGE_CASHIER, Role.COUNT_TEAM):
            assert live.get("/api/pit", live.cookie(role)).status_code == 403, role
            assert live.get("/api/pit/hours", live.cookie(role)).status_code == 200, role
        assert live.get("/api/pit", live.cookie(Role.PLAYER)).status_code == 403
        assert live.get("/api/session").json()["zone"] == "America/New_York"
    assert Role.SURVEILLANCE not in right_of(IN_THE_HOUSE, "export record").roles


def test_the_register_says_who_decided(tmp_path: Path) -> None:
    with Live(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", PRACTICE)]) as live:
        manager, board = live.cookie(Role.MANAGER), live.cookie(Role.BOARD)
        game = catalogue.game("roulette")
        chosen = made_choices(game.example().chosen)
        id = live.post("/api/filings", {"game": "roulette", "choices": chosen, "title": "New"}, manager).json()["id"]
        assert live.post(f"/api/filings/{id}/file", {"number": "N-1"}, manager).status_code == 200
        assert live.post(f"/api/filings/{id}/decide", {"approved": True}, board).status_code == 200
        (line,) = [one for one in live.get("/api/filings", manager).json() if one["id"] == id]
        assert "Blair Board" in line["decided_by"]


def test_equipment_in_use_says_what_falls_due_first_and_when(tmp_path: Path) -> None:
    """Cards of blackjack: 24 hours after they came into use; those in reserve have no clock."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(B, "blackjack", "Blackjack", BY_HAND)]) as desk:
            await desk.open_by_hand(B)
            route = next(one for one in things.routes(desk.house) if one.fn.__name__ == "things")
            lines = [one for one in await route.fn() if one.kind == "cards"]
            used = next(one for one in lines if one.state == "in_use")
            left = readiness.duties_left(desk.host(B), desk.table(B))
            first = min(
                (duty for duty in equipment.duties(desk.table(B)) if duty.thing == "cards"),
                key=lambda duty: left[duty.name],
            )
            assert used.duty == first.title
            assert seconds(used.due) == pytest.approx(desk.clock.seconds() + left[first.name], abs=0.01)
            assert {(one.due, one.duty) for one in lines if one.state == "reserve"} == {("", "")}

    run(work)


def test_people_are_told_where_they_stand_and_since_when(tmp_path: Path) -> None:
    with Live(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", BY_HAND)]) as live:
        read = live.cookie(Role.ADMINISTRATOR)
        assert live.get("/api/staff/places", read).json() == []
        floor = live.line(R, live.cookie(Role.PIT_MANAGER))
        acked(floor.send(do="assign", person=credential_of(Role.DEALER), role="dealer"))
        floor.close()
        (place,) = live.get("/api/staff/places", read).json()
        assert (place["person"], place["table"], place["role"]) == (credential_of(Role.DEALER), R, "dealer")
        assert place["since"] <= stamp(time())
        assert live.get("/api/staff/places", live.cookie(Role.DEALER)).status_code == 403


def test_the_page_of_equipment_is_found_at_its_former_address(tmp_path: Path) -> None:
    with Live(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", QUICK)]) as live:
        moved = live.get("/things")
        assert (moved.status_code, moved.headers["location"]) == (301, "/equipment")
