"""Whoever enters movements of money: reads the tables, has a table do its part where it has one, and asks the cage to enter."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pitboss.house.book.movements.asker import Asker, TableFacts
from pitboss.house.book.movements.asks import AnyMovement, AtWindow, SignSlip
from pitboss.house.book.movements.decide import decide
from pitboss.house.commands.sell_chips import SellChips
from pitboss.house.commands.settle_owed import SettleOwed
from pitboss.house.host import money, rights
from pitboss.house.host.sessions import Session
from pitboss.house.people.register import Person
from pitboss.house.table.table import Table
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

if TYPE_CHECKING:
    from pitboss.house.house import House

WRITTEN_SECONDS = 0.001  # between two looks whether a table is on the disk


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
        await self._at_table(ask, asker, session)
        paper = await house.cage.move(ask, asker)
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

    async def _at_table(self, ask: AnyMovement, asker: Asker, session: Session) -> None:
        """What a table has to do first: give chips for a counter check, or note that the cage pays what it owes. Done again after
        a crash between the two it does nothing more, for its key is that of the paper."""
        book = self._house.book
        if isinstance(ask, SignSlip) and (slip := book.slips.get(ask.slip)) is not None:
            step = slip.next
            if slip.paper == "check" and step is not None and step.state == "given":
                host = self._house.host(slip.table)
                sold = SellChips(key=f"check-{slip.id}", seat=int(slip.about), amount=slip.cash, check=slip.id)
                if slip.id not in host.require_table().state.seats.checks:
                    await host.do(rights.current_session(host, session), sold)
        if isinstance(ask, AtWindow) and ask.act == "pay owed" and ask.about and ask.about not in book.paid:
            table, number, seat = _owed(ask.about)
            host = self._house.host(table)
            if any((one.number, one.seat) == (number, seat) for one in host.require_table().state.disputes.owed):
                decide(book, ask, asker)  # refused before the table notes anything
                paid = SettleOwed(key=f"owed-{number}-{seat}", number=number, seat=seat)
                await host.do(rights.current_session(host, session), paid)


def _owed(about: str) -> tuple[str, int, int]:
    try:
        table, number, seat = about.rsplit(" ", 2)
        return table, int(number), int(seat)
    except ValueError:
        raise Refused(Refusal.NOT_FOUND, f"Nothing is owed under {about!r}.", "I-GEN-44") from None
