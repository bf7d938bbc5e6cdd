"""The routes of a visitor's purse: what is in it, a name and a colour of one's own, more play chips.

It belongs to whoever signed in, or to a guest by the same cookie as their practice tables. It is opened when it is first
used: who only looks costs nothing.
"""

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Body

from pitboss.house.cage.deposits import deposit_of
from pitboss.house.cage.looks import COLOURS
from pitboss.house.cage.purses import corrected_for
from pitboss.house.house import House
from pitboss.house.own_tables import guest
from pitboss.house.people.register import GUEST
from pitboss.house.protocol.purse import PurseCorrection, PurseLooks, PurseState
from pitboss.house.storage.seal import new_token
from pitboss.house.wire.access import EVERYBODY, AnyRequest
from pitboss.house.wire.limits import client_of
from pitboss.house.wire.open_table import guest_cookie, owner_of
from pitboss.house.wire.traffic import Traffic
from pitboss.procedure import Refused

Headers = dict[str, str]
CORRECTIONS = 10  # told at most


async def purse_to_use(house: House, traffic: Traffic, request: AnyRequest) -> tuple[str, Headers]:
    """Whose chips are used, and the cookie that a new guest gets; refused to an address that opened many purses."""
    id, headers = owner_of(house, request), Headers()
    if not id:
        token = new_token()
        id, headers = guest(token), {"Set-Cookie": guest_cookie(request, token)}
    if id.startswith(GUEST) and id not in house.cage.purses:  # a cookie is invented easily
        await traffic.check_purse(house, client_of(request.scope))
    return id, headers


def routes(house: House, traffic: Traffic) -> list[Any]:
    @get("/api/purse", access=EVERYBODY)
    async def purse(request: AnyRequest) -> PurseState:
        """What the visitor has; one who was never here is shown what they will be given."""
        return _state(house, owner_of(house, request))

    @post("/api/purse", status_code=200, access=EVERYBODY)
    async def looks(data: Annotated[PurseLooks, Body()], request: AnyRequest) -> Response[PurseState]:
        """Choose the name and the colour under which one sits down from now on."""
        id, headers = await purse_to_use(house, traffic, request)
        await house.cage.rename(id, data.name, data.colour)
        return Response(_state(house, id), headers=headers)

    @post("/api/purse/top-up", status_code=200, access=EVERYBODY)
    async def top_up(request: AnyRequest) -> PurseState:
        """Fill the purse up again: once a gaming day, and whenever there is nothing left in it or at tables."""
        id = owner_of(house, request)
        await house.cage.top_up(id, house.calendar.gaming_day().date, house.cashier.at_tables(id))
        return _state(house, id)

    return [purse, looks, top_up]


def _state(house: House, id: str) -> PurseState:
    found, elsewhere = house.cage.purse(id), house.cashier.at_tables(id) if id else 0
    try:
        more = house.cage.check_top_up(id, house.calendar.gaming_day().date, elsewhere)
    except Refused:
        more = 0
    named = not id or id.startswith(GUEST)
    has_deposit = not named and house.book.is_open
    own = house.cage.purse(deposit_of(id))
    return PurseState(
        found.balance,
        elsewhere,
        found.name,
        found.colour,
        COLOURS,
        more,
        guest=named,
        corrections=_corrections(house, id),
        deposit=own.balance if has_deposit else None,
        in_hand=own.hand if has_deposit else 0,
        deposit_at_tables=house.cashier.at_tables(own.id) if has_deposit else 0,
    )


def _corrections(house: House, id: str) -> tuple[PurseCorrection, ...]:
    """What corrections gave to a visitor, and what they owe."""
    own = {id, deposit_of(id)} if id else set[str]()
    paid = [
        PurseCorrection(one.table, one.round, one.amount, at)
        for purse in own
        for at, one in corrected_for(house.cage, purse)
    ]
    owed = [
        PurseCorrection(table.name, one.round, one.amount, one.since)
        for table in house.tables()
        for one in table.state.disputes.owed
        if one.purse in own
    ]
    return tuple(sorted((*paid, *owed), key=lambda one: one.at)[-CORRECTIONS:])
