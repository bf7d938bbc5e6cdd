"""The patrons of a table as those who work there see them: who they are, how they are known, since when, and where else."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from pitboss.authority import IN_THE_HOUSE, right_of
from pitboss.house.cage.entries import ChipsOut
from pitboss.house.host import rights
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Session
from pitboss.house.people.register import Person
from pitboss.house.protocol.views import KnownBy, PatronLine
from pitboss.house.storage.store import Store
from pitboss.house.table.seats import Patron
from pitboss.house.table.table import Table
from pitboss.house.wire.view_cache import cache_of
from pitboss.roles import role_for

MOST_ARRIVALS = 200  # that are remembered at one table: of those who sit there, and of some who left


class Met(NamedTuple):
    """A patron with all that the house knows of them."""

    line: PatronLine
    patron: Patron

    @property
    def names(self) -> set[str]:
        """By which they are found at other tables."""
        return {self.patron.person, self.patron.purse, self.patron.card} - {""}

    def shown(self, *, known: bool, elsewhere: Iterable[str] = ()) -> PatronLine:
        """The line of somebody for whoever may know who they are, or for others."""
        hidden = {} if known else {"account": "", "card": ""}
        return msgspec.structs.replace(self.line, tables=tuple(elsewhere), **hidden)


def met(host: Host, table: Table) -> tuple[Met, ...]:
    """Who sits at a table, by seat, then who left it lately and is not known by an account or a visit, the last one first. Call
    it only while the host is not busy."""
    seats = table.state.seats
    here = [(seat, seats.patron(seat)) for seat in sorted(seats.players)]
    sitting = {number for _, number in here}
    left = [number for number, one in reversed(seats.patrons.items()) if number not in sitting and not _is_joined(one)]
    return tuple(_met(host, table, seat, number) for seat, number in (*here, *((0, number) for number in left)))


def at_table(host: Host, table: Table, session: Session) -> tuple[PatronLine, ...]:
    """The patrons of a table for somebody who works at it: whoever takes players' cards knows who they are."""
    person, follow = rights.person_of(host, session), table.state.filing.settings.follow
    known = may_know(person) or (follow and "sell chips" in rights.acts(host, session, table))
    return tuple(one.shown(known=known) for one in met(host, table))


def may_know(person: Person | None) -> bool:
    """Whether somebody may know whose account a patron has, in the whole house."""
    return person is not None and role_for(person.roles, right_of(IN_THE_HOUSE, "read every round").roles) is not None


def whereabouts(known: Mapping[str, tuple[Met, ...]], stays: Iterable[ChipsOut]) -> dict[str, dict[str, None]]:
    """At which tables somebody is, by account, purse and card: where they sit, and where their chips are or go."""
    found: dict[str, dict[str, None]] = {}
    for table, patrons in known.items():
        for one in patrons:
            for name in one.names if one.line.seat else ():
                found.setdefault(name, {})[table] = None
    for sent in stays:
        found.setdefault(sent.purse, {})[sent.table] = None
    return found


async def learn_arrivals(hosts: Iterable[Host]) -> None:
    """Read in a thread when those arrived who are new since the last look at many tables."""
    wanted = [(host, entry) for host in hosts for entry in _arrivals(host) if entry not in cache_of(host).arrivals]
    times = await asyncio.to_thread(lambda: [_time(host.house.store, host.name, entry) for host, entry in wanted])
    for (host, entry), time in zip(wanted, times, strict=True):
        _note(host, entry, time)


def _is_joined(patron: Patron) -> bool:
    return bool(patron.person or patron.purse)


def _met(host: Host, table: Table, seat: int, number: int) -> Met:
    seats = table.state.seats
    patron = seats.patron_at(seat) if seat else seats.patrons[number]
    account = host.house.register.people.get(patron.person)
    own = seats.colours.get(seat)
    line = PatronLine(
        number=number,
        name=seats.players.get(seat, patron.name),
        known_by=_known_by(patron),
        account=account.name if account is not None else "",
        card=patron.card,
        seat=seat,
        boxes=tuple(box for box in seats.held(seat) if box != seat) if seat else (),
        since=_arrived(host, patron.since),
        colour=own.colour if own is not None else "",
        chip=own.value if own is not None else 0,
    )
    return Met(line, patron)


def _known_by(patron: Patron) -> KnownBy:
    return "account" if patron.person else "card" if patron.card else "visit" if patron.purse else "nothing"


# --- when they came


def _arrivals(host: Host) -> Iterator[int]:
    if host.table is not None:
        yield from (patron.since for patron in host.table.state.seats.patrons.values())


def _arrived(host: Host, entry: int) -> str:
    if entry not in cache_of(host).arrivals:
        _note(host, entry, _time(host.house.store, host.name, entry))
    return cache_of(host).arrivals.get(entry, "")


def _note(host: Host, entry: int, time: str) -> None:
    times = cache_of(host).arrivals
    if time:  # it is on the disk
        times[entry] = time
    while len(times) > MOST_ARRIVALS:
        del times[next(iter(times))]


def _time(store: Store, table: str, entry: int) -> str:
    found = next(store.entries(table, entry, entry), None) if entry else None
    return found.time if found is not None else ""
