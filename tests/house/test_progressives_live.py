"""The progressive book of a house that is open: linked tables, restarts, alarms, routes and papers."""

import random
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.events import MeterMoved
from pitboss.families.progressive import VOID
from pitboss.house.people.entries import HouseNamed
from pitboss.house.progressives.book import MeterPool, ProgressiveBook
from pitboss.house.progressives.moves import Award
from pitboss.house.progressives.periods import GamingShift, Periods
from pitboss.house.progressives.thresholds import needs_slip, needs_w2g
from pitboss.house.wire.progressive_lines import slip
from pitboss.meters import MICRO
from pitboss.paper.output import render
from pitboss.roles import Role
from soak.linked import Judge, last_word, plans, race, rigged, same_for_all, seated, to_the_last_word
from tests.house.desk import Desk, run
from tests.house.live import Live

WRONG_CARDS = {"kind": "wrong_number_of_cards", "seat": 1, "facts": {}}  # 688a.13(g): all hands void
METER = "linked.progressive_payout.4.north"


def pools(desk: Desk) -> list[MeterPool]:
    return desk.house.progressives.ask_now(lambda book: msgspec.convert(list(book.pools.values()), list[MeterPool]))


def alarms(desk: Desk) -> list[str]:
    return desk.house.progressives.ask_now(lambda book: [words for *_, words in book.alarms])


def test_688a_2_d_the_book_of_linked_tables_is_one_chain(tmp_path: Path) -> None:
    """Races with jackpots at three tables: read after each, or all at once after a restart, the book is what the meter shows."""
    judge, pick = Judge(), random.Random(4)

    async def work() -> list[MeterPool]:
        async with Desk(tmp_path / "house.db", plans(3)) as desk:
            players = {name: await seated(desk, name) for name in desk.house.hosts}
            for _ in range(6):
                await race(desk, players, pick)
                judge.look(desk.house)
                (pool,) = pools(desk)
                assert (pool.value, pool.reserve) == (judge.ledger.value, judge.ledger.reserve)
                assert not alarms(desk)
            return pools(desk)

    before = run(work)
    assert judge.hits >= 2

    async def again() -> None:
        async with Desk(tmp_path / "house.db", plans(3)) as desk:
            after = pools(desk)
            assert after == before
            (pool,) = after
            assert str(pool.id) == METER
            assert list(pool.tables) == ["north-1", "north-2", "north-3"]
            *_, last = pool.lines()
            assert (last.closing, last.reserve_closing) == (pool.value, pool.reserve)
            put = {table: sum(t.tables[table] for t in pool.tallies.values()) for table in pool.tables}
            assert put == dict.fromkeys(pool.tables, 6 * 5 * MICRO)  # 1 % of $5 in each of six rounds
            awards = desk.house.progressives.ask_now(lambda book: book.awards)
            assert [(one.table, one.of_meter) for one in awards if one.of_meter] == judge.ledger.awards

    run(again)


def test_688a_2_d_void_of_a_linked_wager_is_a_correction(tmp_path: Path) -> None:
    """I-GEN-08: what a void round had contributed is taken back, whatever another table moved meanwhile."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", plans(2)) as desk:
            players = {name: await seated(desk, name) for name in desk.house.hosts}
            with rigged(set()):
                for name, player in players.items():
                    await to_the_last_word(desk, name, player)
                await desk.do("north-1", desk.role("floor", "north-1"), do="report", report=WRONG_CARDS)
                await last_word(desk, "north-2", players["north-2"])
            moves = [e for e in desk.table("north-1").play.events if isinstance(e, MeterMoved)]
            assert [move.why for move in moves] == ["contribution", VOID]
            (pool,) = pools(desk)
            assert not alarms(desk)
            (tally,) = pool.tallies.values()
            assert (tally.contributions, tally.corrections) == (10 * MICRO, -5 * MICRO)
            assert pool.value == 1_000_005 * MICRO

    run(work)


def test_a_system_that_states_a_stale_amount_is_an_alarm_once(tmp_path: Path) -> None:
    """Control: every table of a race is told the same amount; the house's record names the meter, and does so once."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", plans(3)) as desk:
            players = {name: await seated(desk, name) for name in desk.house.hosts}
            with same_for_all():
                for _ in range(2):
                    await race(desk, players, random.Random(3))
            for _ in range(2):
                await desk.house.record.watch_meters()
            found = [alarm for _, alarm in desk.house.register.alarms]
            assert found
            assert len({(one.table, one.day) for one in found}) == len(found)
            assert {one.kind for one in found} == {"meter"}
            assert all(METER in one.words for one in found)

    run(work)


# --- routes and papers


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A house in whose record tables have raced for a meter, and won it."""
    database = tmp_path_factory.mktemp("won") / "house.db"

    async def work() -> None:
        async with Desk(database, plans(2)) as desk:
            players = {name: await seated(desk, name) for name in desk.house.hosts}
            for _ in range(4):
                await race(desk, players, random.Random(8))

    run(work)
    with Live(database, plans(2)) as live:
        yield live


def test_the_book_over_http(won: Live) -> None:
    """Meters with their figures, days and shifts, hits; tables for practice only where they are asked for."""
    cookie = won.cookie(Role.AUDITOR)
    assert won.get("/api/progressives", cookie).json() == {"meters": [], "liability": 0}
    book = won.get("/api/progressives?practice=true", cookie).json()
    (meter,) = book["meters"]
    assert (meter["id"], meter["tables"], meter["linked"]) == (METER, ["north-1", "north-2"], True)
    assert book["liability"] == meter["liability"] == meter["sums"]["closing"] + meter.get("reserve", 0)
    for per in ("day", "shift"):
        history = won.get(f"/api/progressives/{METER}?per={per}", cookie).json()
        for line in history["periods"]:
            put = sum(line.get(name, 0) for name in ("contributions", "seeds", "from_reserve", "corrections"))
            assert line["opening"] + put - line.get("awards", 0) == line["closing"]
            assert "difference" not in line
        assert len(history["hits"]) == meter["sums"]["hits"] > 0
    study = studied(won)
    assert study["method"] == "enumeration"
    assert study["mean"] < study["high"]
    assert won.get("/api/progressives/none", cookie).status_code == 404


def studied(won: Live) -> dict[str, Any]:
    """What mathematics says of the meter, as soon as it is worked out."""
    while "study" not in (line := won.get(f"/api/progressives/{METER}", won.cookie(Role.AUDITOR)).json()["meter"]):
        time.sleep(0.1)
    found: dict[str, Any] = line["study"]
    return found


def test_who_won_is_for_those_who_read_the_papers(won: Live) -> None:
    """The count team sees amounts and no names, and gets no slip; the cage does."""
    address = "/api/jackpots?practice=true"
    lines = won.get(address, won.cookie(Role.CAGE_CASHIER)).json()
    hidden = won.get(address, won.cookie(Role.COUNT_TEAM)).json()
    assert [one["id"] for one in lines] == [one["id"] for one in hidden]
    assert all(one["name"] for one in lines)
    assert not any("name" in one for one in hidden)
    line = next(one for one in lines if one["of_meter"])
    made = won.get(f"/api/jackpots/{line['id']}/slip.pdf", won.cookie(Role.CAGE_CASHIER))
    assert made.content.startswith(b"%PDF")
    assert won.get(f"/api/jackpots/{line['id']}/slip.pdf", won.cookie(Role.COUNT_TEAM)).status_code == 403
    assert won.get("/api/jackpots/none/slip.pdf", won.cookie(Role.CAGE_CASHIER)).status_code == 404


def test_a_slip_says_hand_cards_amount_verifiers_patron_and_form(won: Live) -> None:
    """All that report 12 has, in words."""

    def ask(book: ProgressiveBook) -> tuple[Award, str]:
        award = next(one for one in book.awards if one.of_meter)
        named = HouseNamed("Two Rivers Casino")
        return award, render(slip(book, award.id, named), ".html").decode()

    award, page = won.house.progressives.ask_now(ask)
    for words in (
        award.id,
        award.hand.capitalize(),
        " ".join(award.cards),
        award.odds,
        award.name,
        "Two Rivers Casino",
    ):
        assert words in page
    assert f"{award.amount // 100:,}" in page.replace("\u202f", ",") or str(award.amount // 100) in page
    assert "never out of the table inventory" in page
    assert "Verified the award" in page
    assert f"Form W-2G: {'yes' if needs_w2g(award.amount, award.stake, date(2023, 11, 14)) else 'no'}" in page


# --- thresholds and periods


@pytest.mark.parametrize(
    ("on", "least"), [(date(2025, 12, 31), 600_00), (date(2026, 1, 1), 2_000_00), (date(2026, 11, 18), 2_000_00)]
)
def test_w_2g_is_due_from_the_threshold_of_its_date_on(on: date, least: int) -> None:
    """Below, at and above; what was wagered is not among what was won."""
    stake = 100
    assert [needs_w2g(stake + least + by, stake, on) for by in (-1, 0, 1)] == [False, True, True]


@pytest.mark.parametrize("on", [date(2025, 12, 31), date(2026, 1, 1)])
def test_w_2g_is_due_from_three_hundred_times_the_wager_on(on: date) -> None:
    """However much it is: a wager of $500 has to win $150,000."""
    stake = 500_00
    assert [needs_w2g(stake + 300 * stake + by, stake, on) for by in (-1, 0, 1)] == [False, True, True]


def test_a_slip_is_made_for_every_part_of_a_meter_and_from_an_amount_on() -> None:
    on = date(2026, 11, 18)
    assert [needs_slip(600_00 + by, 0, on) for by in (-1, 0, 1)] == [False, True, True]
    assert needs_slip(10, 10, on)


SHIFTS = ("06:00", "14:00", "22:00")


@pytest.mark.parametrize(
    ("stamp", "period"),
    [
        ("2026-11-18T10:59:59.999Z", ("2026-11-17", 3)),  # 05:59:59 in Pennsylvania
        ("2026-11-18T11:00:00.000Z", ("2026-11-18", 1)),
        ("2026-11-18T18:59:59.999Z", ("2026-11-18", 1)),
        ("2026-11-18T19:00:00.000Z", ("2026-11-18", 2)),
        ("2026-11-19T03:00:00.000Z", ("2026-11-18", 3)),
        ("2026-11-19T05:00:00.000Z", ("2026-11-18", 3)),  # midnight changes nothing
        ("2026-03-08T10:00:00.000Z", ("2026-03-08", 1)),  # clocks were put forward: 06:00 is an hour earlier
        ("2026-03-08T09:59:59.999Z", ("2026-03-07", 3)),
        ("2026-11-01T10:59:59.999Z", ("2026-10-31", 3)),  # and back: 05:59:59 an hour later
        ("2026-11-01T11:00:00.000Z", ("2026-11-01", 1)),
    ],
)
def test_days_and_shifts_are_those_of_the_clock_of_the_house(stamp: str, period: tuple[str, int]) -> None:
    """Asked in any order; a house that files no shifts has one in a day."""
    periods = Periods([("", HouseNamed("House", shifts=SHIFTS))])
    for _ in range(2):
        assert periods.of(stamp) == GamingShift(*period)
        periods.of("2026-06-01T12:00:00.000Z")
    assert Periods().of(stamp) == GamingShift(period[0], 1)


def test_days_begin_as_they_were_filed_at_their_time() -> None:
    periods = Periods([("2026-11-18T12:00:00.000Z", HouseNamed("House", gaming_day="10:00"))])
    assert periods.of("2026-11-18T11:30:00.000Z").day == "2026-11-18"
    assert periods.of("2026-11-18T12:30:00.000Z").day == "2026-11-17"
    assert periods.of("2026-11-18T15:00:00.000Z").day == "2026-11-18"
