"""Whoever enters movements of money: reads the tables, has a table do its part where it has one, and asks the cage to enter."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pitboss.house.book.movements.asker import Asker, TableFacts
from pitboss.house.book.movements.asks import AnyMovement, AtWindow, SignSlip
from pitboss.house.commands.sell_chips import SellChips
from pitboss.house.commands.settle_owed import SettleOwed
from pitboss.house.host import money, rights
from pitboss.house.host.sessions import Session
from pitboss.house.people.register import Person
from pitboss.house.table.table import Table
from pitboss.roles import Role

if TYPE_CHECKING:
    from pitboss.house.house import House

WRITTEN_SECONDS = 0.001  # between two looks whether a table is on the disk
SETTLES = ("pay owed", "collect owed")  # acts of the window


class OwedPlace(NamedTuple):
    """A line of a correction that is owed at a table."""

    table: str
    number: int
    seat: int


class Bookkeeper:
    """Carries out movements of money for people."""

    def __init__(self, house: "House") -> None:
        self._house = house

    def tables(self) -> dict[str, Table]:
        """The tables that have trays."""
        return {
            table.name: table
            for table in self._house.tables()
            if money.has_tray(table) and not table.state.standing.retired
        }

    def facts(self, credential: str = "") -> dict[str, TableFacts]:
        return {name: money.facts(table, credential) for name, table in self.tables().items()}

    def asker(self, person: Person) -> Asker:
        """Who asks, when, and what the tables say."""
        house = self._house
        day, shift = house.calendar.shift()
        since = house.book.since
        return Asker(
            person.credential,
            person.name,
            tuple(person.roles),
            day,
            shift,
            self.facts(person.credential),
            self.patrons(),
            ended_shifts=tuple(house.calendar.ended_shifts(since)) if since else (),
        )

    def patrons(self) -> Mapping[str, str]:
        """The accounts that may play, with their names."""
        people: Iterable[Person] = self._house.register.people.values()
        return {one.credential: one.name for one in people if one.active and Role.PLAYER in one.roles}

    async def move(self, person: Person, session: Session, ask: AnyMovement) -> str:
        """Carry out a movement, or refuse it; the number of the paper that it made or signed, if any."""
        house = self._house
        await house.processes.look_elsewhere(now=True)
        await self._settled(ask)
        asker = self.asker(person)
        await self._give_for_check(ask, session)
        paid = house.book.paid.get(ask.about, "") if isinstance(ask, AtWindow) and ask.act in SETTLES else ""
        about = self._owed(ask) if isinstance(ask, AtWindow) else None
        # what the cage paid, and a crash kept from its table, is noted there now; the cage pays nothing again
        paper = paid if paid and about is not None else await house.cage.move(ask, asker)
        if about is not None:
            await self._note_settled(about, session)
        host = house.hosts.get(getattr(ask, "table", "") or self._table_of(paper or getattr(ask, "slip", "")))
        if host is not None:
            host.presence.wake_staff()  # what waits there is another thing now
        return paper

    async def _settled(self, ask: AnyMovement) -> None:
        """A reading is taken of what is on the disk: a table that is being written is waited for."""
        name = getattr(ask, "table", "") or self._table_of(getattr(ask, "slip", ""))
        host = self._house.hosts.get(name)
        if host is not None:
            while host.busy:
                await asyncio.sleep(WRITTEN_SECONDS)

    def _table_of(self, slip: str) -> str:
        found = self._house.book.slips.get(slip)
        return found.table if found is not None else ""

    async def _give_for_check(self, ask: AnyMovement, session: Session) -> None:
        """Chips for a counter check are given at its table first. Done again after a crash between the two, the table does nothing
        more: it knows the number of the check."""
        slip = self._house.book.slips.get(ask.slip) if isinstance(ask, SignSlip) else None
        if slip is None or slip.paper != "check" or slip.next is None or slip.next.state != "given":
            return
        host = self._house.host(slip.table)
        if slip.id not in host.require_table().state.seats.checks:
            sold = SellChips(key=f"check-{slip.id}", seat=int(slip.about), amount=slip.cash, check=slip.id)
            await host.do(rights.current_session(host, session), sold)

    def _owed(self, ask: AtWindow) -> OwedPlace | None:
        """What a correction left owed and the window settles; None where nothing of the kind is open at a table."""
        if ask.act not in SETTLES:
            return None
        tables = self.tables().items()
        known = {
            f"{name} {one.number} {one.seat}": OwedPlace(name, one.number, one.seat)
            for name, table in tables
            for one in table.state.disputes.owed
        }
        return known.get(ask.about)

    async def _note_settled(self, about: OwedPlace, session: Session) -> None:
        """The table notes what the cage did, under a key of its own."""
        host = self._house.host(about.table)
        done = SettleOwed(key=f"owed-{about.number}-{about.seat}", number=about.number, seat=about.seat)
        await host.do(rights.current_session(host, session), done)
