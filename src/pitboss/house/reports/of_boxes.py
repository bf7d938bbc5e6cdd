"""Reports of drop boxes: what each table won from one drop to the next, as it was counted.

Drop is what was counted: currency, receipts for deposits that were withdrawn at the table, and counter checks. What a box is not
counted yet, or not signed for, is pending, and empty in every report: no figure leaves the count room before the whole count ends
(465a.25).
"""

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, stdev

import msgspec

from pitboss.house.book import accounts, chips
from pitboss.house.book.book import DropBox
from pitboss.house.progressives.thresholds import THRESHOLDS, DatedRate, rate_in_force
from pitboss.house.reports.money_record import MoneyRecord
from pitboss.house.reports.report import (
    DAY,
    GAME,
    MONTH,
    PIT,
    SHIFT,
    TABLE,
    Cell,
    ReportColumn,
    ReportForm,
    ReportQuery,
    TieOut,
    money,
    number,
    ratio,
    text,
)
from pitboss.house.table.hours import moment_of
from pitboss.money import Cents, dollars

WIN = (
    "Win = closer + credits + drop − opener − fills; drop = cash + deposit receipts + counter checks, as counted; "
    "hold = win ÷ drop."
)
IN_BAND = 1.96  # standard deviations to each side, of 95 in 100 months
LEAST_MONTHS = 2  # of the year before, from which a band is worked out
LONGEST_HOURS = 48  # that a box stays on a table: it is dropped at least every second gaming day


class BoxFacts(msgspec.Struct, frozen=True):
    """A drop box with where it was, as far as it may be known."""

    record: MoneyRecord
    box: DropBox
    day: str
    shift: int
    table: str
    game: str
    pit: str

    @property
    def known(self) -> bool:
        """Whether the whole count, of which it was a part, is signed."""
        return self.box.counted is not None and self.box.state in ("counted", "accepted")

    @property
    def state(self) -> str:
        if not self.known:
            return "pending"
        return "final" if self.record.book.days.get(self.day) == "final" else "counted"

    @property
    def cash(self) -> Cents | None:
        return self.box.cash if self.known else None

    @property
    def withdrawn(self) -> Cents | None:
        return self.box.counted.withdrawn if self.known and self.box.counted is not None else None

    @property
    def checks(self) -> Cents | None:
        if not self.known or self.box.counted is None:
            return None
        return sum(self.record.slips[id].cash for id in self.box.counted.checks)

    @property
    def drop(self) -> Cents | None:
        return (self.cash or 0) + (self.withdrawn or 0) + (self.checks or 0) if self.known else None

    @property
    def closer(self) -> Cents | None:
        return self.box.closer if self.box.state != "on" else None

    @property
    def win(self) -> Cents | None:
        box = self.box
        return box.closer + box.credits + (self.drop or 0) - box.opener - box.fills if self.known else None

    @property
    def played(self) -> Cents | None:
        """What play alone won, by the table's own ledger."""
        found = self.box.expected
        return found.tray + found.cash + found.withdrawn + found.checks if self.known else None

    @property
    def missing(self) -> list[str]:
        """Papers that belong into it and were not found."""
        return [id for id in (*self.box.slips, *self.box.checks) if not self.record.slips[id].found]


def boxes(record: MoneyRecord, query: ReportQuery) -> Iterator[BoxFacts]:
    for box in record.book.boxes.values():
        shift = record.shift_of(box)
        if query.has(box.day, shift):
            place = record.place(box.table)
            yield BoxFacts(record, box, box.day, shift, box.table, place.game, place.pit)


def _of(name: str) -> Callable[[BoxFacts], Cell]:
    """A column that the box itself has."""

    def found(item: BoxFacts) -> Cell:
        cell: Cell = getattr(item.box, name)
        return cell

    return found


_WHERE = (DAY, SHIFT, MONTH, PIT, GAME, TABLE)
_BOX = text("box", "Box", _of("name"))


def _ties(record: MoneyRecord, query: ReportQuery, found: Sequence[BoxFacts]) -> Iterator[TieOut]:
    """Against postings between accounts, which know nothing of what a box adds up."""
    net, known = record.posted.net, [one for one in found if one.known]
    yield TieOut(
        "Cash: from boxes to the count room",
        sum(one.cash or 0 for one in known),
        sum(net(accounts.box(one.box.name), accounts.COUNT_ROOM) for one in known),
    )
    for paper, booked in (("fill", 1), ("credit", -1)):
        yield TieOut(
            f"{paper.title()}s: chips between chip bank and trays",
            sum(one.box.fills if paper == "fill" else one.box.credits for one in found),
            sum(
                booked * net(accounts.transit(id), accounts.tray(one.table))
                for one in found
                for id in one.box.slips
                if record.slips[id].paper == paper
            ),
        )
    yield TieOut(
        "Win: what play left, with what was over or short",
        sum(one.win or 0 for one in known),
        sum(_explained(record, one) for one in known),
    )


def _explained(record: MoneyRecord, one: BoxFacts) -> Cents:
    """The win by another way: play, what was counted otherwise than it should be in the box, and trays and fills over or short."""
    should = one.box.expected
    counted_otherwise = (one.drop or 0) - should.cash - should.withdrawn - should.checks
    short = sum(
        chips.value(slip.counted) - slip.value
        for id in one.box.slips
        if (slip := record.slips[id]).paper == "fill" and slip.counted is not None
    )
    return (one.played or 0) + counted_otherwise + one.box.over_short + short


MASTER = ReportForm(
    name="master-games",
    title="Master games report",
    about="What every table won: opener, fills, credits, closer, counted drop, win and hold",
    cite="601a.9",
    source="money",
    items=boxes,
    columns=(
        *_WHERE,
        money("opener", "Opener", _of("opener")),
        money("fills", "Fills", _of("fills")),
        money("credits", "Credits", _of("credits")),
        money("closer", "Closer"),
        money("cash", "Cash"),
        money("withdrawn", "Deposit receipts"),
        money("checks", "Counter checks"),
        money("drop", "Drop"),
        money("win", "Win"),
        ratio("hold", "Hold", "win", "drop"),
        text("state", "State", groups=True),
    ),
    ties=_ties,
    formula=WIN,
)


def _notes(denomination: int) -> ReportColumn:
    def found(item: BoxFacts) -> int | None:
        return item.box.counted.notes.get(denomination, 0) if item.known and item.box.counted is not None else None

    return number(f"notes_{denomination}", f"${dollars(denomination).removesuffix('.00')}", found)


STIFF = ReportForm(
    name="stiff-sheet",
    title="Stiff sheet",
    about="Every box as the count team counted it: notes, papers found and missing, who counted",
    cite="465a.25",
    source="money",
    items=boxes,
    columns=(
        *_WHERE,
        _BOX,
        *map(_notes, chips.NOTES),
        money("cash", "Cash"),
        money("withdrawn", "Deposit receipts"),
        money("checks", "Counter checks"),
        money("drop", "Drop"),
        money("expected", "Expected cash", lambda one: one.box.expected.cash if one.known else None),
        money("over", "Over or short", lambda one: one.cash - one.box.expected.cash if one.known else None),
        number("found", "Papers found", lambda one: len(one.box.counted.slips) if one.known else None),
        text("missing", "Papers missing", lambda one: ", ".join(one.missing) if one.known else ""),
        text("counters", "Counted by", lambda one: _counters(one)),
        number("differed", "Counts that differed", _of("differed")),
        text("state", "State", groups=True),
    ),
    ties=lambda record, query, found: list(_ties(record, query, found))[:1],
)


def _counters(one: BoxFacts) -> str:
    return one.box.counted.by.name if one.known and one.box.counted is not None else ""


def _taken(one: BoxFacts) -> str:
    return one.box.taken.at if one.box.taken is not None else ""


def _hours_on(one: BoxFacts) -> int | None:
    taken = one.box.taken
    return int((moment_of(taken.at) - moment_of(one.box.since)).total_seconds() // 3600) if taken is not None else None


def _exception(one: BoxFacts) -> str:
    hours = _hours_on(one)
    found = (
        ("still on its table", one.box.state == "on" and one.day < one.record.posted.day),
        (f"longer than {LONGEST_HOURS} hours on its table", hours is not None and hours > LONGEST_HOURS),
        ("taken and not counted", one.box.state == "taken" and one.day < one.record.posted.day),
        ("counts differed", bool(one.box.differed)),
        ("papers missing", one.known and bool(one.missing)),
    )
    return ", ".join(words for words, is_so in found if is_so)


DROPS = ReportForm(
    name="drops",
    title="Drop schedule and exceptions",
    about="When each box was put on, taken and counted, and what was not as filed",
    cite="465a.18",
    source="money",
    items=boxes,
    columns=(
        *_WHERE,
        _BOX,
        ReportColumn("since", "Put on", "time", _of("since")),
        ReportColumn("taken", "Taken", "time", _taken),
        text("by", "Taken by", lambda one: one.box.taken.by.name if one.box.taken is not None else ""),
        number("hours", "Hours on the table", _hours_on, summed=False),
        text("last", "Last of the day", lambda one: "yes" if one.box.taken is not None and one.box.last else ""),
        text("place", "Is", _of("state"), groups=True),
        text("exception", "Exception", _exception, groups=True),
    ),
)


# --- revenue, statistics


def counted(record: MoneyRecord, query: ReportQuery) -> Iterator[BoxFacts]:
    return (one for one in boxes(record, query) if one.known)


def _due(rates: Sequence[DatedRate]) -> Callable[[BoxFacts], Cell]:
    """A part of the net revenue, by the rate in force that day."""
    return lambda one: round((one.win or 0) * rate_in_force(rates, one.day))


REVENUE = ReportForm(
    name="revenue",
    title="Revenue and tax",
    about="Net revenue of every table and gaming day, with the tax on it by the rates in force that day",
    cite="601a.9",
    source="money",
    items=counted,
    columns=(
        DAY,
        text("week", "Week from", lambda one: _monday(one.day), groups=True),
        MONTH,
        PIT,
        GAME,
        TABLE,
        money("drop", "Drop"),
        money("win", "Net revenue"),
        money("tax", "Tax", _due(THRESHOLDS.tax)),
        money("local", "Local share", _due(THRESHOLDS.local_share)),
        text("state", "State", groups=True),
    ),
    ties=_ties,
    formula=f"{WIN} Tax and local share of each line are rounded to the cent; what was corrected later is in its own report.",
)


def _monday(day: str) -> str:
    return ReportQuery(span="week", day=day).first


class MonthOfTable(msgspec.Struct):
    """A table in one month, beside the months of the year before."""

    month: str
    pit: str
    game: str
    table: str
    drop: Cents = 0
    win: Cents = 0
    earlier: tuple[float, ...] = ()  # hold of the months of the year before
    days: int = 0

    @property
    def day(self) -> str:
        return f"{self.month}-01"

    @property
    def band(self) -> tuple[float, float] | None:
        if len(self.earlier) < LEAST_MONTHS:
            return None
        middle, away = fmean(self.earlier), IN_BAND * stdev(self.earlier)
        return middle - away, middle + away

    @property
    def verdict(self) -> str:
        if self.band is None or not self.drop:
            return "no year before"
        low, high = self.band
        return "as before" if low <= self.win / self.drop <= high else "investigate in writing"


def months(record: MoneyRecord, query: ReportQuery) -> Iterator[MonthOfTable]:
    before = str(int(query.last[:4]) - 1)
    found: dict[tuple[str, str], MonthOfTable] = {}
    everything = ReportQuery(span="year", day=query.last)
    for asked in (ReportQuery(span="year", day=f"{before}-12-31"), everything):
        for one in counted(record, asked):
            key = one.table, one.day[:7]
            line = found.setdefault(key, MonthOfTable(one.day[:7], one.pit, one.game, one.table))
            line.drop, line.win, line.days = line.drop + (one.drop or 0), line.win + (one.win or 0), line.days + 1
    past: dict[str, list[float]] = {}
    for (table, month), line in found.items():
        if month.startswith(before) and line.drop:
            past.setdefault(table, []).append(line.win / line.drop)
    for (table, month), line in sorted(found.items()):
        if query.first[:7] <= month <= query.last[:7]:
            line.earlier = tuple(past.get(table, ()))
            yield line


STATISTICS = ReportForm(
    name="statistics",
    title="Statistical report",
    about="Drop, win and hold of every table by month, against the months of the year before",
    cite="601a.9",
    source="money",
    items=months,
    columns=(
        text("month", "Month", groups=True),
        PIT,
        GAME,
        TABLE,
        number("days", "Boxes"),
        money("drop", "Drop"),
        money("win", "Win"),
        ratio("hold", "Hold", "win", "drop"),
        number("months", "Months before", lambda one: len(one.earlier), summed=False),
        ReportColumn("low", "Hold from", "percent", lambda one: round(one.band[0], 6) if one.band else None),
        ReportColumn("high", "to", "percent", lambda one: round(one.band[1], 6) if one.band else None),
        text("verdict", "Verdict", groups=True),
    ),
    spans=("month", "year"),
    formula=f"{WIN} A hold outside mean ± {IN_BAND} standard deviations of the months of the year before calls for a written look.",
)


# --- shifts


class ShiftOfTable(msgspec.Struct, frozen=True):
    """What play did at a table between two ends of shifts, by its own ledger."""

    day: str
    shift: int
    pit: str
    game: str
    table: str
    tray: Cents
    cash: Cents
    withdrawn: Cents
    checks: Cents
    handle: Cents
    rounds: int
    ended: str
    by: str

    @property
    def win(self) -> Cents:
        return self.tray + self.cash + self.withdrawn + self.checks


def shifts(record: MoneyRecord, query: ReportQuery) -> Iterator[ShiftOfTable]:
    """In the order in which they were ended; what a table did since the last end, or since the book was opened."""
    last = dict(record.opened)
    for time, made in record.ended:
        for table, now in made.readings.items():
            since, last[table] = now.since(last.get(table, now)), now
            if query.has(made.day, made.shift):
                place = record.place(table)
                yield ShiftOfTable(
                    made.day, made.shift, place.pit, place.game, table, since.tray, since.cash, since.withdrawn, since.checks,
                    since.handle, since.rounds, time, made.by.name,
                )  # fmt: skip


SHIFTS = ReportForm(
    name="shifts",
    title="Play by shift",
    about="What the ledger of every table says of a shift: chips sold, handle, rounds and played win",
    cite="465a.44",
    source="money",
    items=shifts,
    columns=(
        DAY,
        SHIFT,
        MONTH,
        PIT,
        GAME,
        TABLE,
        money("cash", "Sold for cash"),
        money("withdrawn", "Deposits withdrawn"),
        money("checks", "Counter checks"),
        money("tray", "Tray by play"),
        money("win", "Played win"),
        money("handle", "Handle"),
        number("rounds", "Rounds"),
        ReportColumn("ended", "Shift ended", "time"),
        text("by", "Ended by"),
    ),
    formula="Played win = change of the tray by play + what chips were sold for. Drop is counted: see the master games report.",
)


BOXES = (MASTER, STIFF, DROPS, SHIFTS, REVENUE, STATISTICS)
