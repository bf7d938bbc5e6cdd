"""What a report is, and how one is made: items become rows, rows are filtered, grouped and totalled, by declared columns."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from typing import Any, Literal

import msgspec

from pitboss.money import Cents
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

Kind = Literal["text", "money", "number", "percent", "time"]
Span = Literal["shift", "day", "week", "month", "year"]
Cell = str | int | float | None
Row = tuple[Cell, ...]
SPANS: tuple[Span, ...] = ("shift", "day", "week", "month", "year")
DAYS_ONLY: tuple[Span, ...] = SPANS[1:]
READERS = (Role.SHIFT_MANAGER, Role.MANAGER, Role.SURVEILLANCE, Role.AUDITOR, Role.BOARD)
FILTERS = ("table", "game", "pit", "dealer", "patron", "cashier")
NO_ACTIVITY = "No Activity"
HEADER = "811a.9(a)"  # whose header every report has


class ReportColumn(msgspec.Struct, frozen=True):
    """A column: what it is of an item, by the attribute of its name unless ``of`` says otherwise. ``ratio`` names two others."""

    name: str
    title: str
    kind: Kind = "text"
    of: Callable[[Any], Cell] | None = None
    summed: bool = True  # whether amounts and numbers of it are totalled
    ratio: tuple[str, str] | None = None
    groups: bool = False  # whether rows can be put together by it

    @property
    def is_summed(self) -> bool:
        return self.summed and self.kind in ("money", "number") and self.ratio is None

    def cell(self, item: Any) -> Cell:
        found: Cell = None if self.ratio else self.of(item) if self.of is not None else getattr(item, self.name)
        return found


class TieOut(msgspec.Struct, frozen=True):
    """One line of a report's reconciliation: what the report says, and what the book or the record says by another way."""

    words: str
    reported: Cents
    booked: Cents

    @property
    def difference(self) -> Cents:
        return self.reported - self.booked


class ReportQuery(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants: the period, what is left out, and by what rows are put together."""

    span: Span = "day"
    day: str
    shift: int = 0
    by: str = ""
    only: dict[str, str] = {}  # filters, by name

    @property
    def first(self) -> str:
        return days_of(self.span, self.day)[0]

    @property
    def last(self) -> str:
        """The last gaming day of the period; of a month or a year, so far as ``day`` says."""
        return days_of(self.span, self.day)[1]

    def has(self, day: str, shift: int = 0) -> bool:
        return self.first <= day <= self.last and (self.span != "shift" or not shift or shift == self.shift)


class ReportForm(msgspec.Struct, frozen=True, kw_only=True):
    """A report, declared. ``items`` takes its source and the question; ``ties`` reconciles what it says."""

    name: str
    title: str
    about: str
    cite: str
    source: str  # money, play, house, progressives, hours, ratings
    items: Callable[[Any, ReportQuery], Iterable[Any]]
    columns: tuple[ReportColumn, ...]
    ties: Callable[[Any, ReportQuery, "Sequence[Any]"], Iterable[TieOut]] | None = None
    spans: tuple[Span, ...] = SPANS
    roles: tuple[Role, ...] = READERS
    version: int = 1  # of this definition: a change of what a column means is another one
    formula: str = ""  # printed below the report

    @property
    def filters(self) -> tuple[str, ...]:
        names = {column.name for column in self.columns}
        return tuple(name for name in FILTERS if name in names)

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns if column.groups)


class ReportMade(msgspec.Struct, frozen=True, kw_only=True):
    """A report as it was made."""

    form: ReportForm
    query: ReportQuery
    columns: tuple[ReportColumn, ...]
    rows: tuple[Row, ...]
    totals: Row
    ties: tuple[TieOut, ...] = ()


def days_of(span: Span, day: str) -> tuple[str, str]:
    """The first and the last gaming day of a period: weeks begin on Monday, months and years reach to the day that is named."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        raise Refused(Refusal.MALFORMED, f"Expected a date like 2026-05-31, not {day!r}.", HEADER) from None
    first = {
        "week": found - timedelta(days=found.weekday()),
        "month": found.replace(day=1),
        "year": found.replace(month=1, day=1),
    }.get(span, found)
    return first.isoformat(), found.isoformat()


def make(form: ReportForm, source: Any, query: ReportQuery) -> ReportMade:
    """A report of what its source has. A period, filter or group that it does not have is refused."""
    _check(form, query)
    items = [item for item in form.items(source, query) if _is_wanted(form, query, item)]
    rows = [with_ratios(form.columns, tuple(column.cell(item) for column in form.columns)) for item in items]
    ties = tuple(form.ties(source, query, items)) if form.ties is not None else ()
    columns = form.columns
    if query.by:
        columns, rows = grouped(columns, rows, query.by)
    return ReportMade(
        form=form, query=query, columns=columns, rows=tuple(rows), totals=totalled(columns, rows), ties=ties
    )


def _check(form: ReportForm, query: ReportQuery) -> None:
    for what, given, known in (
        ("period", (query.span,), form.spans),
        ("filter", tuple(query.only), form.filters),
        ("group", (query.by,) if query.by else (), form.groups),
    ):
        if wrong := [one for one in given if one not in known]:
            words = f"{form.title} has no {what} {wrong[0]!r}; it has {', '.join(known) or 'none'}."
            raise Refused(Refusal.MALFORMED, words, HEADER)
    if query.span == "shift" and not query.shift:
        raise Refused(Refusal.MALFORMED, "Say which shift of the gaming day, from 1.", HEADER)


def _is_wanted(form: ReportForm, query: ReportQuery, item: Any) -> bool:
    cells = {column.name: column for column in form.columns if column.name in query.only}
    return all(str(column.cell(item)) == query.only[name] for name, column in cells.items())


def with_ratios(columns: Sequence[ReportColumn], row: Row) -> Row:
    """A row with what is divided of its own amounts."""
    if not any(column.ratio for column in columns):
        return row
    known = {column.name: cell for column, cell in zip(columns, row, strict=True)}
    return tuple(
        _ratio(known[column.ratio[0]], known[column.ratio[1]]) if column.ratio else cell
        for column, cell in zip(columns, row, strict=True)
    )


def _ratio(part: Cell, whole: Cell) -> float | None:
    if not isinstance(part, int | float) or not isinstance(whole, int | float) or not whole:
        return None
    return round(part / whole, 6)


def grouped(
    columns: Sequence[ReportColumn], rows: Iterable[Row], by: str
) -> tuple[tuple[ReportColumn, ...], list[Row]]:
    """Rows put together by one column: its value, how many, and the sums of the others."""
    at = next(n for n, column in enumerate(columns) if column.name == by)
    kept = [n for n, column in enumerate(columns) if column.is_summed or column.ratio]
    count = ReportColumn("rows", "Lines", "number")
    found: dict[Cell, list[Row]] = {}
    for row in rows:
        found.setdefault(row[at], []).append(row)
    new = (columns[at], count, *(columns[n] for n in kept))
    made = []
    for key, group in sorted(found.items(), key=lambda one: str(one[0])):
        sums = totalled(columns, group)
        made.append(with_ratios(new, (key, len(group), *(sums[n] for n in kept))))
    return new, made


def totalled(columns: Sequence[ReportColumn], rows: Sequence[Row]) -> Row:
    """The sums of those columns that are summed, and the ratios of the sums; the rest is empty."""
    sums: list[Cell] = []
    for n, column in enumerate(columns):
        known = [cell for row in rows if isinstance(cell := row[n], int)]
        sums.append(sum(known) if column.is_summed and (known or not rows) else None)
    return with_ratios(columns, tuple(sums))


# --- columns that many reports have

DAY = ReportColumn("day", "Gaming day", groups=True)
SHIFT = ReportColumn("shift", "Shift", "number", summed=False, groups=True)
MONTH = ReportColumn("month", "Month", of=lambda item: item.day[:7], groups=True)
TABLE = ReportColumn("table", "Table", groups=True)
GAME = ReportColumn("game", "Game", groups=True)
PIT = ReportColumn("pit", "Pit", groups=True)
TIME = ReportColumn("time", "Time", "time")


def text(name: str, title: str, of: Callable[[Any], Cell] | None = None, *, groups: bool = False) -> ReportColumn:
    return ReportColumn(name, title, "text", of, groups=groups)


def money(name: str, title: str, of: Callable[[Any], Cell] | None = None, *, summed: bool = True) -> ReportColumn:
    return ReportColumn(name, title, "money", of, summed)


def number(name: str, title: str, of: Callable[[Any], Cell] | None = None, *, summed: bool = True) -> ReportColumn:
    return ReportColumn(name, title, "number", of, summed)


def ratio(name: str, title: str, part: str, whole: str) -> ReportColumn:
    return ReportColumn(name, title, "percent", ratio=(part, whole))
