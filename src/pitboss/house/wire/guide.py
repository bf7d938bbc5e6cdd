"""The route of the guide of a table: what is behind "Rules"."""

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, get

from pitboss.house.house import House
from pitboss.house.protocol.guide import Guide
from pitboss.house.wire.access import EVERYBODY
from pitboss.house.wire.parameters import TableId
from pitboss.house.wire.pushing import States, pushed
from pitboss.house.workers.guide import GuideAsked, without_edges


def routes(house: House) -> list[Any]:
    @get("/api/tables/{table:str}/guide", follows=True, access=EVERYBODY)
    async def guide(table: TableId, request: Request[Any, Any, Any]) -> Response[Guide]:
        """The guide of this very table: object, a round, what beats what, wagers, chances, edges, limits, irregularities.
        ``complete`` is false while its edges are being worked out; follow it, or ask again."""
        return await pushed(request, _states(house, house.host(table).name))

    return [guide]


async def _states(house: House, table: str) -> States[Guide]:
    founded = house.founded[table]
    asked = GuideAsked(founded.game, founded.choices)
    if house.workers.known(asked) is None:
        choices = msgspec.json.encode(founded.choices, order="deterministic")
        yield await asyncio.to_thread(without_edges, founded.game, choices)
    yield await house.workers.ask(asked)
