"""The routes of equipment and staff: what the house received and where it is, and who can be assigned to a table."""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from litestar import get, post
from litestar.params import Body

from pitboss.house.clock import stamp
from pitboss.house.host import readiness
from pitboss.house.host.host import Host
from pitboss.house.house import House
from pitboss.house.people.entries import ThingReceived
from pitboss.house.people.register import Received
from pitboss.house.protocol.things import PersonPlace, ReceiveThing, StaffLine, ThingLine
from pitboss.house.table import entries, equipment
from pitboss.house.table.equipment import ENDED, Thing
from pitboss.house.table.standing import Post
from pitboss.house.table.table import Table
from pitboss.house.wire.access import MAYBE_SIGNED_IN, AnyRequest, By, session_of
from pitboss.procedure import Refusal, Refused
from pitboss.roles import STAFF

EARLIER = 200  # entries of people being assigned to a table, the latest


def routes(house: House) -> list[Any]:
    @get("/api/things", right="see things")
    async def things() -> list[ThingLine]:
        """Everything that the house received or that stands at a table."""
        hosts = [(host, host.table) for host in house.everywhere.values() if host.table is not None]
        found = {one.thing: _stored(one) for one in house.register.things.values()}
        found |= {thing.id: _left(thing) for _, table in hosts for thing in table.state.equipment.gone.values()}
        for host, table in hosts:
            due = _next_due(host, table)
            for thing in table.state.equipment.things.values():
                when, duty = due.get(thing.id, ("", ""))
                found[thing.id] = _known(thing, table.name, thing.state, due=when, duty=duty)
        return list(found.values())

    @post("/api/things", status_code=201, right="receive thing")
    async def receive(data: Annotated[ReceiveThing, Body()], by: By) -> ThingLine:
        """The house received equipment."""
        kinds = {kind.name for table in house.tables() for kind in table.thing_kinds}
        if data.kind not in kinds:
            raise Refused(Refusal.MALFORMED, f"Expected one of {', '.join(sorted(kinds))}, not {data.kind!r}.", "")
        if data.thing in house.register.things or any(
            data.thing in {**table.state.equipment.things, **table.state.equipment.gone} for table in house.tables()
        ):
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"There is a thing {data.thing!r} already.", "")
        description = " ".join(data.description.split())
        await house.register.enter(ThingReceived(data.thing, data.kind, description, data.approval, by))
        return _stored(house.register.things[data.thing])

    @get("/api/staff", right="see staff")
    async def staff() -> list[StaffLine]:
        """Who can be assigned to a table, and where they stand."""
        return [
            StaffLine.from_domain(one, tables=_places(house, one.credential))
            for one in house.register.people.values()
            if one.active and any(role in STAFF for role in one.roles)
        ]

    @get("/api/staff/places", right="see people")
    async def places() -> list[PersonPlace]:
        """Who stands at which table now, and since when."""
        standing = [(table.name, table.state.standing.assigned) for table in house.tables()]
        return await asyncio.to_thread(lambda: [one for name, here in standing for one in _standing(house, name, here)])

    @get("/api/me/tables", access=MAYBE_SIGNED_IN)
    async def own_tables(request: AnyRequest) -> list[str]:
        """The tables where whoever is signed in stands."""
        session = session_of(house.people, request)
        return [] if session is None else list(_places(house, session.credential))

    return [things, receive, staff, places, own_tables]


def _stored(thing: Received) -> ThingLine:
    return ThingLine.from_domain(thing, received=thing.since, where="", state="stored", since="", reason="", signed=())


def _known(thing: Thing, where: str, state: str, **due: str) -> ThingLine:
    signed = tuple(map(str, thing.signed))
    return ThingLine.from_domain(
        thing, thing=thing.id, approval="", received="", where=where, state=state, signed=signed, **due
    )


def _next_due(host: Host, table: Table) -> dict[str, tuple[str, str]]:
    """For equipment in use at a table, the duty that falls due first: when, and what it is."""
    left, now = readiness.duties_left(host, table), host.house.clock.seconds()
    found: dict[str, tuple[str, str]] = {}
    for duty in sorted(equipment.duties(table), key=lambda one: left.get(one.name, 0), reverse=True):
        thing = table.state.equipment.in_use(duty.thing)
        if thing is not None and duty.name in left:
            found[thing.id] = (stamp(now + left[duty.name]), duty.title)
    return found


def _left(thing: Thing) -> ThingLine:
    """Equipment that left a table: in the store, or out of play for good."""
    return _known(thing, "", thing.state if thing.state in ENDED else "stored")


def _standing(house: House, table: str, here: Iterable[Post]) -> Iterator[PersonPlace]:
    """Those who stand at a table, with when they were assigned to it."""
    found = tuple(here)
    read = house.store.history.entries_of(table, ("assigned",), None, EARLIER) if found else []
    since: dict[tuple[str, str], str] = {}
    for entry in read:  # the latest first
        made = entries.DECODERS[entry.kind].decode(entry.payload)
        if isinstance(made, entries.Assigned):
            since.setdefault((made.person, made.role), entry.time)
    for place in found:
        yield PersonPlace(place.person, table, place.role, since.get((place.person, place.role), ""))


def _places(house: House, person: str) -> tuple[str, ...]:
    return tuple(table.name for table in house.tables() if table.state.standing.roles_of(person))
