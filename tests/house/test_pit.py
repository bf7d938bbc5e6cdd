"""The pit desk: gaming days and hours, what waits at a table, incidents and their reports; who may look, and at what cost."""

from datetime import datetime
from pathlib import Path

import pytest

from pitboss.house.founding import Plan
from pitboss.house.people.demonstration import credential_of
from pitboss.house.protocol.pit import PitTable
from pitboss.house.table import equipment
from pitboss.house.table.hours import day_of, gaming_day
from pitboss.house.wire.day_books import first_entry
from pitboss.house.wire.pit import PitConsole
from pitboss.ledger import INVENTORY
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import Desk, run
from tests.house.live import BY_HAND, Live, new_key

L = "roulette-by-hand"
PLANS = (Plan(L, "roulette", "Roulette", BY_HAND),)
ZONE, SIX = "America/New_York", "06:00"
BUY_IN = BY_HAND.buy_in


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-16T05:59:59.999-05:00", "2026-11-15"),
        ("2026-11-16T06:00:00.000-05:00", "2026-11-16"),
        ("2026-11-16T06:00:00.001-05:00", "2026-11-16"),
    ],
)
def test_a_gaming_day_begins_at_the_filed_hour_in_the_filed_zone(moment: str, day: str) -> None:
    assert day_of(datetime.fromisoformat(moment), ZONE, SIX).date == day


@pytest.mark.parametrize(("day", "hours"), [("2026-03-06", 24), ("2026-03-07", 23), ("2026-10-31", 25)])
def test_a_gaming_day_on_which_the_clocks_change_has_other_hours(day: str, hours: int) -> None:
    found = gaming_day(day, ZONE, SIX)
    assert found.hours == hours
    assert found.label(0)[11:16] == "06:00"
    assert found.label(hours - 1)[11:16] == "05:00"


def test_a_day_that_is_no_date_is_refused() -> None:
    with pytest.raises(Refused, match="Expected a date like 2026-05-31, not '2026-02-30'"):
        gaming_day("2026-02-30", ZONE, SIX)


async def spin(desk: Desk, outcome: str) -> None:
    dealer = desk.role("dealer", L)
    await desk.do(L, dealer, do="no_more_bets")
    await desk.do(L, dealer, answer={"says": outcome, "by": "chance"})
    await desk.do(L, dealer, answer={"says": "valid_spin", "by": "dealer"})


def test_i_gen_40_win_counts_by_the_hour_and_a_correction_in_the_hour_of_the_second_person(tmp_path: Path) -> None:
    """5 on red loses to 17; an hour later two persons give it back: the hours differ, and the day agrees with the ledger."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            pit = PitConsole(desk.house)
            boss, second = desk.person(Role.PIT_MANAGER, L), desk.person(Role.SHIFT_MANAGER, L)
            person = desk.house.register.person(boss.person)
            await desk.open_by_hand(L)
            player = await desk.sit(L)
            await desk.bet(L, player, "red", 700)
            await desk.do(L, player, answer={"says": "remove", "wager": "red", "amount": 700})
            await desk.bet(L, player, "red", 500)
            await spin(desk, "17")
            (line,) = await pit.tables(person)
            assert (line.win, line.buy_ins, line.counting) == (500, BUY_IN, False)
            await desk.do(L, boss, do="incident", name="wrong_payout", words="Red was paid as black.", rounds=(1,))
            await desk.do(
                L, boss, do="propose_correction", rounds=(1,), lines=({"seat": player.seat, "amount": 500},),
                reason="The ball lay on 16", number=1,
            )  # fmt: skip
            (line,) = await pit.tables(person)
            assert [one.what for one in line.waiting] == ["correction"]
            assert line.incidents == 1
            desk.clock.pass_by(3600)
            await desk.do(L, second, do="decide_correction", number=1, agreed=True)
            (line,) = await pit.tables(person)
            assert line.win == desk.table(L).state.ledger.balance(INVENTORY) == 0
            assert not line.waiting
            hours = await pit.hours(pit.day())
            assert [(one.rounds, one.buy_ins, one.handle, one.win) for one in hours] == [
                (1, BUY_IN, 500, 500),
                (0, 0, 0, -500),
            ]
            assert hours[0].hour < hours[1].hour
            desk.clock.pass_by(24 * 3600)
            (line,) = await pit.tables(person)
            assert (line.win, line.buy_ins) == (0, 0)
            assert await pit.hours(pit.day(hours[0].hour[:10])) == hours

    run(work)


def test_a_day_is_found_by_halving(tmp_path: Path) -> None:
    """Before the first entry, at each entry's own time, and after the last."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            for _ in range(5):
                desk.clock.pass_by(60)
                await desk.do(L, desk.role("floor", L), do="announce", words="Last hand")
            store = desk.house.store
            times = [entry.time for entry in store.entries(L)]
            assert first_entry(store, L, "2000") == 1
            for stamp in times:
                assert first_entry(store, L, stamp) == times.index(stamp) + 1
            assert first_entry(store, L, "2999") == len(times) + 1

    run(work)


def test_627a_4_a_what_waits_is_told_with_who_lacks(tmp_path: Path) -> None:
    """A closed table waits for nobody; once the dealer has signed, for the floorperson, and for the other list."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("t", "minibaccarat", "Minibaccarat", BY_HAND)]) as desk:
            pit, person = PitConsole(desk.house), desk.house.register.person(credential_of(Role.PIT_MANAGER))

            async def line() -> PitTable:
                (found,) = await pit.tables(person)
                return found

            closed = await line()
            assert (closed.state, closed.waiting) == ("closed", ())
            assert "Still missing: " in closed.why
            assert {"open_table", "assign dealer"} <= set(closed.may)
            assert "assign boxperson" not in closed.may
            checklist = next(one for one in equipment.lists_due(desk.table("t")) if len(one.signatures) == 2)
            items = tuple(item.cite for item in checklist.items)
            await desk.do("t", desk.person(Role.DEALER, "t"), do="sign", checklist=checklist.name, items=items)
            begun = {one.words for one in (await line()).waiting if one.what == "signature"}
            assert f"Verify and sign: {checklist.title}: a floorperson or above" in begun
            desk.station("t", Role.FLOORPERSON)
            floor = desk.person(Role.FLOORPERSON, "t")
            await desk.do("t", floor, do="sign", checklist=checklist.name, items=items)
            left = {one.words for one in (await line()).waiting}
            assert not any(checklist.title in words for words in left)
            await desk.open_by_hand("t")
            opened = await line()
            assert (opened.state, opened.why, opened.waiting) == ("open", "", ())

    run(work)


def test_the_pit_is_for_those_who_may_see_it_and_looking_keeps_nobody_signed_in(tmp_path: Path) -> None:
    with Live(tmp_path / "house.db", PLANS) as live:
        floor, dealer = live.cookie(Role.PIT_MANAGER), live.cookie(Role.DEALER)
        report = f"/api/tables/{L}/incidents/1/report"
        paths = ("/api/pit", "/api/pit/hours", f"/api/tables/{L}/incidents", f"{report}.html", f"{report}.pdf")
        cashier = live.cookie(Role.CAGE_CASHIER)
        visitors = (dealer, live.cookie(Role.PLAYER), cashier, "")
        refused = {(path, who) for path in paths for who in visitors if live.get(path, who).status_code in (401, 403)}
        assert {(path, who) for path in paths for who in visitors} - refused == {
            (paths[2], dealer),
            (paths[1], cashier),
        }
        told = {"do": "incident", "name": "spill", "words": "A <glass> fell.", "seats": [2], "people": ["Ann"]}
        assert live.post(f"/api/tables/{L}/do", {"key": new_key(), **told}, floor).status_code == 200
        (session,) = live.house.people.sessions.of_person(credential_of(Role.PIT_MANAGER))
        session.last_used -= 100
        before = session.last_used
        assert live.get("/api/pit", floor).json()[0]["incidents"] == 1
        assert live.get(paths[2], floor).json()["incidents"][0]["words"] == "A <glass> fell."
        assert live.get(paths[2], dealer).json() == {"kinds": live.get(paths[2], floor).json()["kinds"]}  # to write one
        assert session.last_used == before
        page = live.get(f"{report}.html", floor)
        assert "A &lt;glass&gt; fell." in page.text
        assert page.headers.get_list("content-security-policy") == [page.headers["content-security-policy"]]
        assert live.get(f"{report}.pdf", floor).content.startswith(b"%PDF")
        missing = live.get(f"/api/tables/{L}/incidents/2/report.pdf", floor)
        assert missing.status_code == 404
        assert missing.json()["refused"]["sentence"] == "Expected an incident from 1 to 1, not 2."
