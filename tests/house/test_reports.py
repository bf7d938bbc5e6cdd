"""Reports: each ties out to the book to the cent over simulated gaming days, and a cent that was moved is found."""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

import msgspec
import pytest

from pitboss.house.book.entries import BoxCounted, WindowAct
from pitboss.house.progressives.thresholds import THRESHOLDS, in_force
from pitboss.house.reports import output
from pitboss.house.reports.every import REPORTS, report_named
from pitboss.house.reports.money_record import MoneyRecord
from pitboss.house.reports.patron_cash import CashAtTable, CashSource, TableCash
from pitboss.house.reports.report import ReportMade, ReportQuery, make
from pitboss.journal import Actor
from pitboss.procedure import Refused
from tests.house.money_days import MoneyDays

AUTUMN, SPRING = ("2026-10-29", 5), ("2026-03-06", 4)  # the clocks change on 1 November and on 8 March
TABLES = 8  # soak/money_reports.py has 20 of them, for 30 days
MONEY = [one.name for one in REPORTS.values() if one.source in ("money", "cash")]
TIED = [name for name in MONEY if REPORTS[name].ties is not None]


@cache
def simulated(first: str, count: int, tables: int = TABLES) -> tuple[MoneyDays, MoneyRecord]:
    days = MoneyDays(tables, first)
    assert len(list(days.days(first, count))) == count
    return days, days.record()


def reported(record: MoneyRecord, name: str, query: ReportQuery) -> ReportMade:
    form = report_named(name)
    return make(form, CashSource(record) if form.source == "cash" else record, query)


def untied(record: MoneyRecord, name: str, query: ReportQuery) -> list[str]:
    return [f"{one.words}: {one.difference}" for one in reported(record, name, query).ties if one.difference]


def queries(name: str, first: str, count: int) -> Iterator[ReportQuery]:
    """Every day, and the last day with every other period that the report has."""
    days = [(date.fromisoformat(first) + timedelta(days=n)).isoformat() for n in range(count)]
    if "day" in report_named(name).spans:
        yield from (ReportQuery(span="day", day=day) for day in days)
    yield from (ReportQuery(span=span, day=days[-1], shift=2) for span in report_named(name).spans if span != "day")


@pytest.mark.parametrize("name", MONEY)
@pytest.mark.parametrize(("first", "count"), [AUTUMN, SPRING], ids=("autumn", "spring"))
def test_reports_tie_out_to_the_book(name: str, first: str, count: int) -> None:
    """Gaming days of three shifts; the clocks change in both."""
    days, record = simulated(first, count)
    assert record.posted.balances == days.book.accounts.balances
    found = [untied(record, name, query) for query in queries(name, first, count)]
    assert not any(found), (name, found)


def test_a_month_is_the_sum_of_its_days() -> None:
    """Whatever is totalled; and of shifts, a day."""
    _, record = simulated(*AUTUMN)
    for name in ("master-games", "stiff-sheet", "fills-credits", "receipts", "revenue", "shifts", "cash-transactions"):
        whole = reported(record, name, ReportQuery(span="month", day="2026-10-31"))
        assert whole.rows, name
        parts = [reported(record, name, ReportQuery(day=f"2026-10-{day:02}")) for day in range(29, 32)]
        for n, column in enumerate(whole.columns):
            if column.is_summed:
                assert whole.totals[n] == sum(int(one.totals[n] or 0) for one in parts), (name, column.name)
    day = reported(record, "master-games", ReportQuery(day="2026-11-01"))
    of_shifts = [
        reported(record, "master-games", ReportQuery(span="shift", day="2026-11-01", shift=n)) for n in (1, 2, 3)
    ]
    assert (
        sum(len(one.rows) for one in of_shifts) == len(day.rows) == 16
    )  # four tables drop each shift, four once a day


def test_rows_are_put_together_by_a_column() -> None:
    _, record = simulated(*AUTUMN)
    plain = reported(record, "master-games", ReportQuery(span="month", day="2026-10-31"))
    for by in ("table", "game", "pit", "shift", "day", "state"):
        made = reported(record, "master-games", ReportQuery(span="month", day="2026-10-31", by=by))
        sums = {column.name: cell for column, cell in zip(made.columns, made.totals, strict=True)}
        for column, cell in zip(plain.columns, plain.totals, strict=True):
            assert not column.is_summed or sums[column.name] == cell, (by, column.name)
        assert made.columns[0].name == by
        assert by == "state" or 1 < len(made.rows) < len(plain.rows)
    only = reported(record, "master-games", ReportQuery(span="month", day="2026-10-31", only={"pit": "pit 2"}))
    assert 0 < len(only.rows) < len(plain.rows)
    assert not [one for one in only.ties if one.difference]


# --- controls: one cent


def _changed(kind: str) -> MoneyRecord:
    """The record with one cent, chip or note of one entry elsewhere."""
    days, _ = simulated(*SPRING)
    record = days.record()
    posted, book = record.posted, record.book
    match kind:
        case "cash of a box":
            box = next(one for one in book.boxes.values() if one.counted is not None)
            assert box.counted is not None
            box.counted = msgspec.structs.replace(box.counted, notes={**box.counted.notes, 1: 1})
        case "closer of a box":
            next(iter(book.boxes.values())).closer += 1
        case "fills of a box":
            next(one for one in book.boxes.values() if one.fills).fills += 1
        case "posting":
            source, target = next(pair for pair in posted.flows if pair[0].startswith("box "))
            posted.flows[source, target] += 1
        case "receipt":
            time, act = record.acts[0]
            record.acts[0] = time, msgspec.structs.replace(act, amount=act.amount + 1)
        case "deposit":
            record.deposits[0] = msgspec.structs.replace(record.deposits[0], amount=record.deposits[0].amount + 1)
        case "drawer":
            next(one for one in record.slips.values() if one.paper == "imprest").counted_cash += 1
        case "check":
            next(one for one in record.slips.values() if one.paper == "check" and one.id not in book.paid).cash += 1
        case "account":
            posted.balances["main bank"] += 1
        case "over":
            posted.over_short.append((posted.day, "tray T-01", 1))
        case "chip":
            held = book.holdings["chip bank"]
            book.holdings["chip bank"] = held | {50: held[50] + 1}
        case "fill":
            slip = next(one for one in record.slips.values() if one.paper == "fill" and one.state == "received")
            slip.chips = slip.chips | {50: 1}
    return record


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("cash of a box", "master-games"), ("cash of a box", "stiff-sheet"), ("closer of a box", "revenue"),
        ("closer of a box", "master-games"), ("fills of a box", "master-games"), ("posting", "master-games"),
        ("receipt", "receipts"),
        ("receipt", "cash-transactions"), ("deposit", "player-accounts"), ("deposit", "liabilities"), ("drawer", "cashiers"),
        ("check", "counter-checks"), ("check", "checks-on-hand"), ("account", "accounts"), ("over", "over-short"),
        ("over", "inventory-differences"), ("chip", "chip-ledger"), ("fill", "fills-credits"),
    ],
)  # fmt: skip
def test_one_cent_that_was_moved_is_found(kind: str, name: str) -> None:
    first, count = SPRING
    last = (date.fromisoformat(first) + timedelta(days=count)).isoformat()
    query = ReportQuery(span="year", day=last)
    _, whole = simulated(*SPRING)
    assert not untied(whole, name, query)
    assert untied(_changed(kind), name, query), f"nothing in {name} says that {kind} was changed"


def test_every_report_with_a_reconciliation_has_a_control() -> None:
    marks = test_one_cent_that_was_moved_is_found.pytestmark  # type: ignore[attr-defined]
    assert {name for _, name in marks[0].args[1]} == set(TIED)


# --- what stays hidden, what is refused


def test_a_box_that_is_being_counted_shows_nothing() -> None:
    """465a.25(a)(2)(ii): no figure leaves the room before the whole count ends."""
    days = MoneyDays(2, "2026-05-01", faults=False)
    days.begin()
    for number, hour in ((1, 6), (2, 14), (3, 22)):
        days.shift("2026-05-01", number, hour)
    boxes = days.book.boxes_in("taken")
    assert boxes
    first = boxes[0]
    counted = BoxCounted(box=first.name, notes=((100, 5),), by=Actor("c", "c", "count_team"))
    for who in ("c1", "c2"):
        days.enter(msgspec.structs.replace(counted, by=Actor(who, who, "count_team")))
    made = reported(days.record(), "master-games", ReportQuery(day="2026-05-01"))
    names = [column.name for column in made.columns]
    for row in made.rows:
        line = dict(zip(names, row, strict=True))
        assert line["state"] == "pending"
        assert [line[one] for one in ("cash", "withdrawn", "checks", "drop", "win", "hold")] == [None] * 6


@pytest.mark.parametrize(
    "query",
    [
        ReportQuery(day="2026-13-01"),
        ReportQuery(span="shift", day="2026-11-01"),
        ReportQuery(day="2026-11-01", by="cash"),
        ReportQuery(day="2026-11-01", only={"cashier": "x"}),
    ],
)
def test_what_a_report_has_not_is_refused(query: ReportQuery) -> None:
    _, record = simulated(*SPRING)
    with pytest.raises(Refused):
        reported(record, "master-games", query)
    with pytest.raises(Refused):
        report_named("none")


# --- cash of patrons


def _cash(
    *acts: tuple[str, str, int], sold: tuple[tuple[int, int], ...] = (), known: dict[int, str] | None = None
) -> list[str]:
    days, _ = simulated(*SPRING)
    record = MoneyRecord(days.periods)
    time = "2026-05-01T15:00:00.000Z"
    record.acts = [
        (
            time,
            WindowAct(
                receipt=f"R-{n:06}", act=act, amount=amount, drawer="c", patron=who, by=Actor("c", "c", "cage_cashier")
            ),
        )
        for n, (who, act, amount) in enumerate(acts, 1)
    ]
    table = TableCash("T-1")
    table.sales = [CashAtTable(time, "T-1", patron, amount, "d") for patron, amount in sold]
    table.known = known or {}
    form = report_named("cash-transactions")
    made = make(form, CashSource(record, (table,)), ReportQuery(day="2026-05-01"))
    at = [column.name for column in made.columns].index("report")
    return [str(row[at]) for row in made.rows]


def test_cash_above_the_threshold_is_reported_and_never_netted() -> None:
    """31 CFR 1021.311: more than $10,000 in, or out; acts of one person are added up, sides are not."""
    assert in_force(THRESHOLDS.cash_report, date(2026, 5, 1)).least == 1_000_001
    assert _cash(("P-1", "deposit", 1_000_000)) == [""]
    assert _cash(("P-1", "deposit", 1_000_001)) == ["report: cash in"]
    assert _cash(("P-1", "deposit", 600_000), ("P-1", "redeem check", 400_001)) == ["report: cash in"]
    assert _cash(("P-1", "deposit", 600_000), ("P-2", "deposit", 600_000)) == ["", ""]
    assert _cash(("P-1", "deposit", 1_500_000), ("P-1", "withdraw", 1_400_000)) == ["report: cash in and out"]
    assert _cash(("P-1", "deposit chips", 5_000_000)) == []  # no cash
    assert _cash(("P-1", "deposit", 600_000), sold=((4, 500_000),), known={4: "P-1"}) == ["report: cash in"]
    assert _cash(("P-1", "deposit", 600_000), sold=((4, 500_000),)) == ["", ""]  # nobody knows who patron 4 is


# --- files


def test_files_say_what_the_report_says() -> None:
    pa = pytest.importorskip("pyarrow.parquet")
    import io

    _, record = simulated(*AUTUMN)
    made = reported(record, "master-games", ReportQuery(span="month", day="2026-10-31"))
    head = output.header(made, "Holder", "2026-11-02 08:00")
    text = output.csv(made, head).decode()
    for part in (
        "Master games report",
        "Holder",
        "2026-10-01 to 2026-10-31",
        "version 1",
        "pitboss ",
        "Total",
        "Reconciliation",
    ):
        assert part in text, part
    table = pa.read_table(io.BytesIO(output.parquet(made, head)))
    at = [column.name for column in made.columns].index("win")
    assert int(sum(table["win"].to_pylist()) * 100) == made.totals[at]
    assert table.schema.metadata[b"Period"] == head.period.encode()
    assert output.pdf(made, head).startswith(b"%PDF")
    nothing = reported(record, "master-games", ReportQuery(day="2020-01-01"))
    empty = output.header(nothing, "Holder", "now")
    assert "No Activity" in output.csv(nothing, empty).decode()
    assert output.pdf(nothing, empty).startswith(b"%PDF")
