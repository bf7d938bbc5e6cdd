"""The routes of equipment and staff: what the house received and where it is, and who can be assigned to a table."""

from typing import Annotated, Any

from litestar import get, post
from litestar.params import Body

from pitboss.house.house import House
from pitboss.house.people.entries import ThingReceived
from pitboss.house.people.register import Received
from pitboss.house.protocol.things import ReceiveThing, StaffLine, ThingLine
from pitboss.house.table.equipment import ENDED, Thing
from pitboss.house.wire.access import MAYBE_SIGNED_IN, AnyRequest, By, session_of
from pitboss.procedure import Refusal, Refused
from pitboss.roles import STAFF


def routes(house: House) -> list[Any]:
    @get("/api/things", right="see things", scopes=("pit",))
    async def things() -> list[ThingLine]:
        """Everything that the house received or that stands at a table."""
        tables = list(house.tables())
        found = {one.thing: _stored(one) for one in house.register.things.values()}
        found |= {thing.id: _left(thing) for table in tables for thing in table.state.equipment.gone.values()}
        found |= {
            thing.id: _known(thing, table.name, thing.state)
            for table in tables
            for thing in table.state.equipment.things.values()
        }
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

    @get("/api/me/tables", access=MAYBE_SIGNED_IN)
    async def own_tables(request: AnyRequest) -> list[str]:
        """The tables where whoever is signed in stands."""
        session = session_of(house.people, request)
        return [] if session is None else list(_places(house, session.credential))

    return [things, receive, staff, own_tables]


def _stored(thing: Received) -> ThingLine:
    return ThingLine.from_domain(thing, received=thing.since, where="", state="stored", since="", reason="", signed=())


def _known(thing: Thing, where: str, state: str) -> ThingLine:
    signed = tuple(map(str, thing.signed))
    return ThingLine.from_domain(
        thing, thing=thing.id, approval="", received="", where=where, state=state, signed=signed
    )


def _left(thing: Thing) -> ThingLine:
    """Equipment that left a table: in the store, or out of play for good."""
    return _known(thing, "", thing.state if thing.state in ENDED else "stored")


def _places(house: House, person: str) -> tuple[str, ...]:
    return tuple(table.name for table in house.tables() if table.state.standing.roles_of(person))
