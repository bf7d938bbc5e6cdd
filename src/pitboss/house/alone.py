"""A house that this process serves alone: every table is here, and nobody else is to be asked.

What the rest of the house asks of this is answered otherwise where several processes serve it (``shared/processes``).
"""

import asyncio
from collections import ChainMap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.house import demonstration_money
from pitboss.house.cage.cage import Cage
from pitboss.house.clock import Clock
from pitboss.house.host.host import Host
from pitboss.house.storage.store import Store
from pitboss.procedure import Refused

if TYPE_CHECKING:
    from pitboss.house.house import House


class Alone:
    """The processes of a house, as this one knows them."""

    is_shared = False  # whether several processes may serve it
    leads = True  # whether this process does what is done once for all tables

    def __init__(self) -> None:
        # Tables that this process serves, then those of others as their records tell them, which are only read.
        self.everywhere: ChainMap[str, Host] = ChainMap({}, {})
        self.calls: dict[str, Callable[..., Any]] = {}  # what other processes of the house may ask of this one

    def join(self, house: "House") -> None:
        """The house that is served."""
        self._house = house

    def cage(self, store: Store, clock: Clock) -> Cage:
        """The cage, as this process has it."""
        return Cage(store, clock)

    # --- opening and closing

    async def open(self) -> None:
        """Create the tables that are missing, rebuild all, and start their hosts."""
        house = self._house
        await house.floor.found_house()
        for row in house.store.tables():
            try:
                if not house.own.keeps_away(row):
                    house.rebuilding.admit(house.rebuilding.rebuilt(row))
            except (Refused, msgspec.MsgspecError) as error:
                house.rebuilding.unreadable(row, error)
        await house.floor.compare()
        last = house.record.last_time()
        for host in house.hosts.values():
            host.start(last)
        await house.software.check()
        await demonstration_money.begin(house)
        house.tasks += map(asyncio.create_task, (*house.work_of_house(), *house.work_at_tables()))

    async def leave(self) -> None:
        """This process closes: others may have its tables. Nobody waits for those of a house that one process serves."""

    async def give_up(self) -> None:
        """Everything is on the disk: others may have it now."""

    # --- tables

    async def founded(self, name: str) -> Host:
        """Serve a table that was founded just now."""
        rebuilding = self._house.rebuilding
        return rebuilding.start(rebuilding.rebuilt(self._house.store.table(name)))

    def is_elsewhere(self, table: str) -> bool:
        """Whether another process has a table of this house now."""
        return False

    async def look_elsewhere(self, *, now: bool = False) -> None:
        """See the tables of other processes as they are now; this house has none elsewhere."""

    # --- other processes

    async def ask_others(self, call: str, *arguments: Any) -> list[Any]:
        """What every other process answers; this house has none."""
        return []

    async def ask_leader(self, call: str, *arguments: Any) -> Any:
        """What the process that has the house answers; None where it is this one, or cannot be reached."""
        return None
