"""The route of the queue: what waits for whoever is signed in."""

from typing import Annotated, Any

from litestar import get
from litestar.params import Parameter

from pitboss.house.house import House
from pitboss.house.protocol.tasks import TaskQueue
from pitboss.house.tasks.queue import Tasks
from pitboss.house.wire.access import SIGNED_IN, Own

Table = Annotated[str, Parameter(max_length=64, description="The number of a table; empty: all, and the house.")]


def routes(house: House) -> list[Any]:
    waiting = Tasks(house)

    @get("/api/tasks", access=SIGNED_IN, looks=True)
    async def tasks(person: Own, table: Table = "") -> TaskQueue:
        """What waits for this person, the most urgent first, each with the one act that does it. To ask keeps nobody signed in."""
        if table:
            house.host(table)
        waiting.look()
        return waiting.queue(person, table)

    return [tasks]
