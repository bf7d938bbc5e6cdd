"""The routes of the pit console: every table at a glance, the hourly sheet, incidents and their reports.

A page asks for the pit every two seconds. To ask does not keep anybody signed in, and what is told is on the disk.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from pitboss.authority import AT_TABLES, IN_THE_HOUSE, require_in_house, right_of
from pitboss.house.clock import Clock
from pitboss.house.commands.incident import KINDS
from pitboss.house.host.host import Host
from pitboss.house.house import House
from pitboss.house.people.entries import UNNAMED
from pitboss.house.people.register import Person
from pitboss.house.protocol.pit import HourLine, IncidentBook, PitTable
from pitboss.house.protocol.views import PatronLine
from pitboss.house.table.hours import GamingDay, Tally, day_of, gaming_day
from pitboss.house.wire import incident_book, patron_lines, pit_lines
from pitboss.house.wire.access import SIGNED_IN, Own
from pitboss.house.wire.day_books import DayBooks, whole_day
from pitboss.house.wire.parameters import TableId
from pitboss.money import Cents
from pitboss.paper.output import render
from pitboss.roles import Role, role_for

Number = Annotated[int, Parameter(ge=1, le=10**9, description="The number of an incident at this table.")]
Day = Annotated[str, Parameter(max_length=10, description="The date of a gaming day; empty: the current one.")]
REPORT = "/api/tables/{table:str}/incidents/{number:int}/report"
PAPER = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"  # its style is in the page
)
REMEMBERED = 2000  # days of tables that are over
IN_BAND = 1.96  # standard deviations to each side, of 95 in 100 days
BUSY = 0.005  # seconds between two looks at a table that is being written


def routes(house: House) -> list[Any]:
    """Every route of the pit console."""
    console = PitConsole(house)

    @get("/api/pit", right="see pit", looks=True, scopes=("pit",))
    async def pit(person: Own) -> list[PitTable]:
        """Every table of the house: state, people, what waits, what it won in this gaming day."""
        return await console.tables(person)

    @get("/api/pit/hours", right="see figures", looks=True, scopes=("pit", "reports"))
    async def hours(day: Day = "") -> list[HourLine]:
        """The hourly sheet of a gaming day: rounds, buy-ins, handle and win of every table but those for practice."""
        return await console.hours(console.day(day))

    @get("/api/tables/{table:str}/incidents", access=SIGNED_IN, looks=True)
    async def incidents(table: TableId, person: Own) -> IncidentBook:
        """What was reported at a table, and the corrections that wait for a second person; whoever may write an incident and not
        see the pit is told what kinds there are."""
        host = house.host(table)
        if _only_writes(person.roles):
            return IncidentBook(KINDS)
        require_in_house("see pit", person.roles)
        return incident_book.book(host)

    @get(f"{REPORT}.html", media_type="text/html", right="see pit", scopes=("pit",))
    async def report_html(table: TableId, number: Number) -> Response[bytes]:
        """An incident as a page to print."""
        made = render(incident_book.report(house.host(table), number), ".html")
        return Response(made, media_type="text/html", headers={"Content-Security-Policy": PAPER})

    @get(f"{REPORT}.pdf", media_type="application/pdf", right="see pit", scopes=("pit",))
    async def report_pdf(table: TableId, number: Number) -> Response[bytes]:
        """An incident as a PDF."""
        made = await asyncio.to_thread(render, incident_book.report(house.host(table), number), ".pdf")
        return Response(made, media_type="application/pdf")

    return [pit, hours, incidents, report_html, report_pdf]


def _only_writes(roles: Iterable[Role]) -> bool:
    """Whether somebody in these roles may write incidents and not see those of others."""
    writers, readers = right_of(AT_TABLES, "write incident").roles, right_of(IN_THE_HOUSE, "see pit").roles
    held = tuple(roles)
    return role_for(held, writers) is not None and role_for(held, readers) is None


class PitConsole:
    """What the pit console shows of a house."""

    def __init__(self, house: House) -> None:
        self._house, self._books, self._clock = house, DayBooks(house.store), Clock()
        self._known: dict[str, PitTable] = {}
        self._met: dict[str, tuple[patron_lines.Met, ...]] = {}
        self._days: dict[tuple[str, GamingDay], Mapping[int, Tally]] = {}  # those that are over

    def day(self, date: str = "") -> GamingDay:
        """A gaming day of the house; the current one, where no date is given."""
        named = self._house.register.named_as or UNNAMED
        if date:
            return gaming_day(date, named.zone, named.gaming_day)
        return day_of(datetime.fromtimestamp(self._now(), UTC), named.zone, named.gaming_day)

    def _now(self) -> float:
        """By the clock of the tables, which tests may set."""
        host = next(iter(self._house.everywhere.values()), None)
        return (host.house.clock if host is not None else self._clock).seconds()

    def _written(self) -> dict[str, int]:
        """The last entry of each table whose record can be read."""
        hosts = self._house.everywhere.items()
        return {name: host.table.journal.sequence for name, host in hosts if host.table is not None}

    async def tables(self, person: Person) -> list[PitTable]:
        """Every table of the floor, as this person may act on it; those of visitors are nobody's work."""
        founded = self._house.founded
        hosts = {name: host for name, host in self._house.everywhere.items() if not founded[name].settings.owner}
        books = await self._books.read(self.day(), self._written())
        await patron_lines.learn_arrivals(hosts.values())
        for name, host in hosts.items():
            await self._quiet(host)
            if not host.busy:
                self._known[name] = pit_lines.line(host, self._house.founded[name], books.get(name))
                self._met[name] = patron_lines.met(host, host.table) if host.table is not None else ()
        return [
            msgspec.structs.replace(
                self._known[name],
                may=pit_lines.acts(host, person.credential),
                patrons=tuple(patrons),
                band=self._band(self._known[name]),
            )
            for (name, host), patrons in zip(hosts.items(), self._patrons(hosts, person), strict=True)
        ]

    def _patrons(self, tables: Iterable[str], person: Person) -> Iterator[list[PatronLine]]:
        """The patrons of each table, with the other tables at which they are."""
        stays = [sent for sent in self._house.cage.out.values() if not sent.stay]
        found, known = patron_lines.whereabouts(self._met, stays), patron_lines.may_know(person)
        for table in tables:
            yield [
                one.shown(
                    known=known,
                    elsewhere=sorted({other for name in one.names for other in found.get(name, ())} - {table}),
                )
                for one in self._met[table]
            ]

    def _band(self, line: PitTable) -> tuple[Cents, Cents] | None:
        """Where the win of a table is on 95 of 100 days like this one; what was won since play was last held against theory, and
        on wagers without one, is in it as it is."""
        watched = self._house.record.watched
        lines = [one for one in watched.lines if one.table == line.number and watched.day == self.day().date]
        if not lines or line.counting:
            return None
        middle = line.win + sum(one.paid - one.expected for one in lines)
        away = round(IN_BAND * sum(one.spread for one in lines))
        return middle - away, middle + away

    async def _quiet(self, host: Host) -> None:
        """Until a table that was never shown is on the disk; others are shown as they were."""
        while host.busy and host.name not in self._known:
            await asyncio.sleep(BUSY)

    async def hours(self, day: GamingDay) -> list[HourLine]:
        """The hourly sheet of a day; one that is over does not change any more."""
        names = [name for name, founded in self._house.founded.items() if not founded.settings.practice]
        if day == self.day():
            books = await self._books.read(day, self._written(), None)
            return [line for name in names if name in books for line in _lines(name, day, books[name].tallies)]
        found = await asyncio.to_thread(lambda: {name: self._past(name, day) for name in names})
        return [line for name in names for line in _lines(name, day, found[name])]

    def _past(self, table: str, day: GamingDay) -> Mapping[int, Tally]:
        if (known := self._days.get((table, day))) is not None:
            return known
        tallies = whole_day(self._house.store, table, day).tallies
        if day.ends.timestamp() <= self._now():  # a day to come may still get entries
            self._days[table, day] = tallies
            while len(self._days) > REMEMBERED:
                self._days.pop(next(iter(self._days)))
        return tallies


def _lines(table: str, day: GamingDay, tallies: Mapping[int, Tally]) -> list[HourLine]:
    return [
        HourLine(table, day.label(hour), one.rounds, one.buy_ins, one.handle, one.win)
        for hour, one in sorted(tallies.items())
    ]
