"""The routes of reports: which there are and for whom, one as rows, and the same as PDF, CSV and Parquet.

A report of money is made of the cage's journal, which is folded from its beginning when somebody asks first and goes on from there
while they do; it is forgotten when nobody asked for some minutes.
"""

import asyncio
import threading
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.house import House
from pitboss.house.people.entries import UNNAMED, HouseNamed
from pitboss.house.people.register import HOUSE_JOURNAL, Person
from pitboss.house.progressives.periods import Periods
from pitboss.house.protocol.ratings import RatingQuery
from pitboss.house.protocol.reports import ReportHead, ReportName, ReportSpan, ReportTable, ReportTie
from pitboss.house.reports import of_record, output
from pitboss.house.reports.every import REPORTS, report_named
from pitboss.house.reports.money_record import MoneyRecord, TablePlace
from pitboss.house.reports.patron_cash import SOLD, CashSource, TableCash
from pitboss.house.reports.report import FILTERS, ReportForm, ReportMade, ReportQuery, make
from pitboss.house.table.hours import gaming_day
from pitboss.house.wire.access import Own
from pitboss.house.wire.incident_book import local_time
from pitboss.house.wire.pit import PitConsole
from pitboss.house.wire.ratings import rated
from pitboss.procedure import Refusal, Refused
from pitboss.roles import role_for, spoken

T = TypeVar("T")
RIGHT, SCOPES = "see reports", ("reports",)
SHOWN = 2000  # rows that a page gets; files have all
FORGET_SECONDS = 300.0  # after which a fold of the journal that nobody asked for is let go
ALL = 1 << 30
Name = Annotated[str, Parameter(max_length=40, description="The name of a report, as the list of reports has it.")]
Period = Annotated[
    ReportSpan, Parameter(description="What it is about: a shift, a day, or a week, month or year up to it.")
]
Day = Annotated[str, Parameter(max_length=10, description="The last gaming day of the period; empty: the current one.")]
Shift = Annotated[int, Parameter(ge=0, le=9, description="The shift, where the period is one.")]
Group = Annotated[str, Parameter(max_length=20, description="The column by which rows are put together; empty: none.")]
Filter = Annotated[str, Parameter(max_length=64, description="Only rows that have this; empty: all.")]


def routes(house: House) -> list[Any]:
    reporting = Reporting(house)

    def asked(day: str, period: ReportSpan, shift: int, by: str, **only: str) -> ReportQuery:
        wanted = {name: only[name] for name in FILTERS if only[name]}
        return ReportQuery(span=period, day=day or house.calendar.gaming_day().date, shift=shift, by=by, only=wanted)

    async def written(kind: str, report: str, person: Person, query: ReportQuery) -> Response[bytes]:
        made = await reporting.made(report, person, query)
        head = output.header(made, *reporting.heading())
        found = await asyncio.to_thread(output.WRITERS[kind], made, head)
        name = f"{report}-{query.span}-{query.last}.{kind}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(found, media_type=output.MEDIA[kind], headers=headers)

    @get("/api/reports", right=RIGHT, looks=True, scopes=SCOPES)
    async def reports(person: Own) -> list[ReportName]:
        """Every report, what can be asked of it, and who may read it."""
        return [_listed(form, person) for form in REPORTS.values()]

    @get("/api/reports/{report:str}", right=RIGHT, looks=True, scopes=SCOPES)
    async def rows(
        report: Name, person: Own, period: Period = "day", day: Day = "", shift: Shift = 0, group: Group = "",
        table: Filter = "", game: Filter = "", pit: Filter = "", dealer: Filter = "", patron: Filter = "", cashier: Filter = "",
    ) -> ReportTable:  # fmt: skip
        """One report, as rows."""
        query = asked(
            day, period, shift, group, table=table, game=game, pit=pit, dealer=dealer, patron=patron, cashier=cashier
        )
        made = await reporting.made(report, person, query)
        return _shown(made, output.header(made, *reporting.heading()))

    @get("/api/reports/{report:str}/report.pdf", media_type="application/pdf", right=RIGHT, scopes=SCOPES)
    async def as_pdf(
        report: Name, person: Own, period: Period = "day", day: Day = "", shift: Shift = 0, group: Group = "",
        table: Filter = "", game: Filter = "", pit: Filter = "", dealer: Filter = "", patron: Filter = "", cashier: Filter = "",
    ) -> Response[bytes]:  # fmt: skip
        """The same, to be printed."""
        query = asked(
            day, period, shift, group, table=table, game=game, pit=pit, dealer=dealer, patron=patron, cashier=cashier
        )
        return await written("pdf", report, person, query)

    @get("/api/reports/{report:str}/report.csv", media_type="text/csv", right=RIGHT, scopes=SCOPES)
    async def as_csv(
        report: Name, person: Own, period: Period = "day", day: Day = "", shift: Shift = 0, group: Group = "",
        table: Filter = "", game: Filter = "", pit: Filter = "", dealer: Filter = "", patron: Filter = "", cashier: Filter = "",
    ) -> Response[bytes]:  # fmt: skip
        """The same, for a sheet."""
        query = asked(
            day, period, shift, group, table=table, game=game, pit=pit, dealer=dealer, patron=patron, cashier=cashier
        )
        return await written("csv", report, person, query)

    @get(
        "/api/reports/{report:str}/report.parquet",
        media_type="application/vnd.apache.parquet",
        right=RIGHT,
        scopes=SCOPES,
    )
    async def as_parquet(
        report: Name, person: Own, period: Period = "day", day: Day = "", shift: Shift = 0, group: Group = "",
        table: Filter = "", game: Filter = "", pit: Filter = "", dealer: Filter = "", patron: Filter = "", cashier: Filter = "",
    ) -> Response[bytes]:  # fmt: skip
        """The same, for programs."""
        query = asked(
            day, period, shift, group, table=table, game=game, pit=pit, dealer=dealer, patron=patron, cashier=cashier
        )
        return await written("parquet", report, person, query)

    return [reports, rows, as_pdf, as_csv, as_parquet]


def _listed(form: ReportForm, person: Person) -> ReportName:
    titles = {column.name: column.title for column in form.columns}
    return ReportName.from_domain(
        form,
        groups=tuple((name, titles[name]) for name in form.groups),
        roles=tuple(role.title for role in form.roles),
        may=role_for(person.roles, form.roles) is not None,
    )


def _shown(made: ReportMade, head: output.ReportHeader) -> ReportTable:
    return ReportTable.from_domain(
        head,
        name=made.form.name,
        columns=tuple(ReportHead(one.name, one.title, one.kind) for one in made.columns),
        rows=made.rows[:SHOWN],
        totals=made.totals,
        ties=tuple(ReportTie(one.words, one.reported, one.booked) for one in made.ties),
        count=len(made.rows),
        no_activity=not made.rows,
    )


class Reporting:
    """Makes reports of a house that is open; what takes long is done in threads."""

    def __init__(self, house: House) -> None:
        self._house, self._pit = house, PitConsole(house)
        self._record: MoneyRecord | None = None
        self._named = 0  # the last entry by which the house said when its days begin
        self._lock = threading.Lock()  # around the record
        self._forgetting: asyncio.TimerHandle | None = None

    def heading(self) -> tuple[str, str]:
        """The holder, and the time, as they stand in the header."""
        named = self._house.register.named_as or UNNAMED
        return named.holder or "no holder is named", local_time(self._house.clock.stamp(), named)

    async def made(self, name: str, person: Person, query: ReportQuery) -> ReportMade:
        """A report for somebody, or a refusal."""
        form = report_named(name)
        if role_for(person.roles, form.roles) is None:
            raise Refused(Refusal.WRONG_ROLE, f"Only {spoken(form.roles)} may read {form.title}.", form.cite)
        query.first  # noqa: B018  # a date that is none is refused before anything is read
        match form.source:
            case "money":
                return await self._of_money(lambda record: make(form, record, query))
            case "cash":
                return await self._of_money(lambda record: make(form, self._cash(record), query))
            case "hours":
                return await self._hourly(form, query)
            case "ratings":
                asked = RatingQuery(since=query.first, until=query.last, by=("day", "table"))
                return make(form, await rated(self._house, asked, person), query)
            case "progressives":
                zone, places = self._house_named().zone, self._places()
                return await self._house.progressives.ask(
                    lambda book: make(form, of_record.MeterSource(book, zone, places), query)
                )
            case "play":
                rows = await self._house.records.report_rows(of_record.STATEMENTS[form.name], query.first, query.last)
                return make(form, of_record.RecordRows(rows, self._places()), query)
            case _:
                return await asyncio.to_thread(lambda: make(form, self._journals(form), query))

    # --- money

    async def _of_money(self, question: Callable[[MoneyRecord], T]) -> T:
        if self._forgetting is not None:
            self._forgetting.cancel()
        try:
            return await asyncio.to_thread(self._asked, question)
        finally:
            self._forgetting = asyncio.get_running_loop().call_later(FORGET_SECONDS, self._forget)

    def _forget(self) -> None:
        self._record = None

    def _asked(self, question: Callable[[MoneyRecord], T]) -> T:
        """Fold what came since; from the beginning where the house has other days now, or something failed."""
        with self._lock:
            named = self._store.history.entries_of(HOUSE_JOURNAL, ("house_named",), None, ALL)
            last = named[0].sequence if named else 0
            record, self._record = self._record if self._named == last else None, None
            if record is None:
                record = MoneyRecord(self._periods())
            record.places, self._named = self._places(), last
            record.take(self._store.entries(CAGE_JOURNAL, record.last + 1))
            self._record = record
            return question(record)

    @property
    def _store(self) -> Any:
        return self._house.store

    def _periods(self) -> Periods:
        named = self._store.history.entries_of(HOUSE_JOURNAL, ("house_named",), None, ALL)
        return Periods((one.time, msgspec.json.decode(one.payload, type=HouseNamed)) for one in reversed(named))

    def _house_named(self) -> HouseNamed:
        return self._house.register.named_as or UNNAMED

    def _cash(self, record: MoneyRecord) -> CashSource:
        found = []
        for table in self._house.bookkeeper.tables():
            sales = TableCash(table)
            sales.take(reversed(self._store.history.entries_of(table, SOLD, None, ALL)))
            found.append(sales)
        return CashSource(record, tuple(found))

    # --- the record

    async def _hourly(self, form: ReportForm, query: ReportQuery) -> ReportMade:
        named, places = self._house_named(), self._places()
        lines = await self._pit.hours(gaming_day(query.last, named.zone, named.gaming_day))
        return await self._of_money(
            lambda record: make(form, of_record.HourSource(query.last, lines, record, places, record.periods), query)
        )

    def _journals(self, form: ReportForm) -> Any:
        """What a report reads in journals directly: that of the house, or of every table."""
        history, periods = self._store.history, self._periods()
        names = {one.credential: one.name for one in self._house.register.people.values()}
        if form.source == "house":
            found = history.entries_of(HOUSE_JOURNAL, of_record.HOUSE_KINDS[form.name], None, ALL)
            return of_record.HouseActs(found[::-1], periods, names)
        tables = {name: history.entries_of(name, ("assigned", "released"), None, ALL)[::-1] for name in self._places()}
        return of_record.StaffSource(tables, periods, names, self._places(), self._house.clock.stamp())

    def _places(self) -> dict[str, TablePlace]:
        """Where every table is that is not for practice."""
        pits = self._house.register.pits
        return {
            name: TablePlace(founded.game, pits.get(founded.settings.pit, founded.settings.pit))
            for name, founded in dict(self._house.founded).items()
            if not founded.settings.practice and not founded.settings.owner
        }
