"""The route of the guide of a table: what is behind "Rules"."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import Parameter

from pitboss.house.house import House
from pitboss.house.protocol.guide import Guide
from pitboss.house.wire.access import EVERYBODY
from pitboss.house.workers.guide_worker import without_edges

TableId = Annotated[str, Parameter(max_length=64, description="The name of a table, as the lobby lists it.")]


def routes(house: House) -> list[Any]:
    @get("/api/tables/{table:str}/guide", access=EVERYBODY)
    async def guide(table: TableId) -> Guide:
        """The guide of this very table: object, a round, what beats what, wagers, chances, edges, limits, irregularities.
        ``complete`` is false while its edges are being worked out; ask again."""
        founded = house.founded[house.host(table).name]
        found = await house.guide_worker.guide(founded)
        if found is None:
            choices = msgspec.json.encode(founded.choices, order="deterministic")
            found = await asyncio.to_thread(without_edges, founded.game, choices)
        return msgspec.json.decode(found, type=Guide)

    return [guide]
