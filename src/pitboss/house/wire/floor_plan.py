"""The routes of the floor plan: whose house it is, its pits, its tables and new ones."""

from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from litestar import get, post
from litestar.params import Body

from pitboss.house.floorplan.section import begin_in_order, divide_the_day, is_hour
from pitboss.house.house import House
from pitboss.house.people.entries import HouseNamed, PitNamed
from pitboss.house.protocol.filings import AddTable, FloorPlan, FloorTable, HouseDetails, PitDetails
from pitboss.house.table.table import Table
from pitboss.house.wire.access import By
from pitboss.procedure import Refusal, Refused
from pitboss.submission import HOLDER


def routes(house: House) -> list[Any]:
    @get("/api/floor", right="see filings")
    async def floor() -> FloorPlan:
        """Pits and tables, with what is in force at each."""
        return plan(house)

    @post("/api/tables", status_code=201, right="add table")
    async def add_table(data: Annotated[AddTable, Body()], by: By) -> FloorPlan:
        """Add a table under an approved filing; it is closed until its inspections are signed."""
        await house.floor.add_table(data, by)
        return plan(house)

    @post("/api/pits", status_code=201, right="name house")
    async def name_pit(data: Annotated[PitDetails, Body()], by: By) -> FloorPlan:
        """A new pit, or another title for one."""
        pit, title = data.pit.strip(), " ".join(data.title.split())
        if not pit:
            raise Refused(Refusal.MALFORMED, "Say what the pit is called.", "")
        if alike := [name for name in house.register.pits if name != pit and name.casefold() == pit.casefold()]:
            words = f"There is a pit {alike[0]} already; expected a name that differs in more than capital letters."
            raise Refused(Refusal.FORBIDDEN_CHOICE, words, "")
        await house.register.enter(PitNamed(pit, title or pit, by))
        return plan(house)

    @get("/api/house", right="see filings")
    async def details() -> HouseDetails:
        """Whose house it is, when its days begin, and at how many tables one person may sit."""
        return _details(house)

    @post("/api/house", status_code=200, right="name house")
    async def name_house(data: Annotated[HouseDetails, Body()], by: By) -> HouseDetails:
        """Name the certificate holder, the zone and the gaming day."""
        holder = " ".join(data.holder.split())
        if not holder:
            raise Refused(Refusal.MALFORMED, "Say who holds the certificate.", "601a.2")
        check_day(data)
        await house.register.enter(HouseNamed(**msgspec.structs.asdict(data) | {"holder": holder}, by=by))
        return _details(house)

    return [floor, add_table, name_pit, details, name_house]


def check_day(data: HouseDetails) -> None:
    """Refuse a zone that nobody knows, hours that are none, and shifts that do not divide the gaming day."""
    try:
        ZoneInfo(data.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused(Refusal.MALFORMED, f"Expected a zone like America/New_York, not {data.zone!r}.", "") from None
    for hour in (data.gaming_day, *data.shifts):
        if not is_hour(hour):
            raise Refused(Refusal.MALFORMED, f"Expected an hour like 06:00, not {hour!r}.", "")
    if data.shifts and not divide_the_day(data.shifts, data.gaming_day):
        raise Refused(
            Refusal.MALFORMED,
            f"Expected other shifts than {', '.join(data.shifts)}: {begin_in_order(data.gaming_day)}.",
            "",
        )


def _details(house: House) -> HouseDetails:
    return HouseDetails.from_domain(house.register.named_as or HouseNamed(HOLDER))


def plan(house: House) -> FloorPlan:
    """Every pit that has a name, and every table."""
    return FloorPlan(
        tuple(PitDetails(pit, title) for pit, title in house.register.pits.items()),
        tuple(
            _table(table, suspended=bool(house.everywhere[table.name].suspension.sentence))
            for table in house.tables()
            if not table.state.filing.settings.owner
        ),
    )


def _table(table: Table, *, suspended: bool) -> FloorTable:
    pending, settings, rules = table.state.filing.scheduled, table.state.filing.founded.settings, table.rules
    state = (
        "retired"
        if table.state.standing.retired
        else "suspended"
        if suspended
        else "open"
        if table.state.standing.open
        else "closed"
    )
    return FloorTable(
        number=table.name,
        title=table.state.filing.founded.title,
        game=table.game.name,
        pit=settings.pit,
        filing=table.state.filing.filing,
        since=table.state.filing.in_force_since,
        pending_rules="" if pending is None else pending.filing or "other limits",
        pending_at="" if pending is None else pending.at,
        minimum=rules.minimum,
        maximum=rules.maximum,
        state=state,
        dealt=settings.dealer,
        practice=settings.practice,
        sale_maximum=settings.sale_maximum if settings.follow else None,
        sale_approval=settings.sale_approval if settings.follow else None,
    )
