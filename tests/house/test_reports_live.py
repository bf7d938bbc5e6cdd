"""Reports of a house that is open: every one is made of what really happened there, and only for those who may read it."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house.founding import Plan
from pitboss.house.reports.every import REPORTS
from pitboss.house.reports.report import ReportMade, ReportQuery
from pitboss.house.wire.reports import Reporting
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role
from tests.house.desk import run
from tests.house.live import BY_HAND, Live
from tests.house.money import MoneyDesk
from tests.house.test_followed import Dealer

T = "roulette"


def cells(made: ReportMade, name: str) -> list[object]:
    at = [column.name for column in made.columns].index(name)
    return [row[at] for row in made.rows]


def test_every_report_of_a_day(tmp_path: Path) -> None:
    """Dealt, filled, dropped and counted: all that a report says ties out; drop is what was counted, not what was bought."""

    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            await desk.begin()
            await desk.count(T, "opener")
            await desk.open_by_hand(T)
            dealer = Dealer(desk, T, random.Random(3))
            for seat in (1, 2):
                await desk.do(T, dealer.session(), do="seat_patron", seat=seat, amount=200_000)
            for _ in range(4):
                await dealer.round()
            await desk.fill(T, {2500: 40})
            for seat in (1, 2):
                if seat in desk.table(T).state.seats.players:
                    await desk.do(T, desk.role("floor", T), do="free_seat", seat=seat, reason="x")
            await desk.close(T)
            box = await desk.drop(T)
            reporting, auditor = Reporting(desk.house), desk.one(Role.AUDITOR)
            day = desk.book.boxes[box].day
            hidden = await reporting.made("master-games", auditor, ReportQuery(day=day))
            assert (cells(hidden, "state"), cells(hidden, "drop")) == (["pending"], [None])
            await desk.count_box(box, more=100)
            await desk.end_count()
            for form in REPORTS.values():
                for span in form.spans:
                    made = await reporting.made(form.name, auditor, ReportQuery(span=span, day=day, shift=1))
                    assert not [one for one in made.ties if one.difference], (form.name, span, made.ties)
            master = await reporting.made("master-games", auditor, ReportQuery(day=day))
            assert cells(master, "drop") == [400_100]
            assert cells(master, "fills") == [100_000]
            cash = await reporting.made("cash-transactions", auditor, ReportQuery(day=day))
            assert cells(cash, "cash_in") == [200_000, 200_000]
            hours = await reporting.made("hourly", auditor, ReportQuery(day=day))
            assert hours.totals[[one.name for one in hours.columns].index("buy_ins")] == 400_000
            for name in ("staffing", "dealers", "wagers", "receipts", "fills-credits", "accounts", "slip-numbers"):
                made = await reporting.made(name, auditor, ReportQuery(day=day))
                assert made.rows or name == "receipts", name
            with pytest.raises(Refused) as refusal:
                await reporting.made("cash-log", desk.one(Role.SURVEILLANCE), ReportQuery(day=day))
            assert refusal.value.why is Refusal.WRONG_ROLE

    run(work)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with Live(tmp_path / "house.db", [Plan(T, T, T, BY_HAND)]) as opened:
        yield opened


def test_reports_over_http(live: Live) -> None:
    """The list, rows and every file, for those who may; a report that is none is refused in words."""
    auditor, dealer = live.cookie(Role.AUDITOR), live.cookie(Role.DEALER)
    found = live.get("/api/reports", auditor).json()
    assert {one["name"] for one in found} == set(REPORTS)
    for name in ("master-games", "access", "rules", "staffing", "accounts"):
        made = live.get(f"/api/reports/{name}?period=month", auditor)
        assert made.status_code == 200, (name, made.text)
        assert made.json()["definition"] == f"{name}, version 1"
    for kind in ("pdf", "csv", "parquet"):
        file = live.get(f"/api/reports/access/report.{kind}", auditor)
        assert (file.status_code, len(file.content) > 100) == (200, True), kind
    assert live.get("/api/reports/none", auditor).status_code == 404
    assert live.get("/api/reports", dealer).status_code == 403
