"""The tables of other processes, as this one sees them: read from their records, for whoever asks about the whole house."""

import asyncio
import time
from collections import ChainMap
from collections.abc import Iterator

from pitboss.house.host.host import Host
from pitboss.house.house import House
from pitboss.house.rebuilding import Row

STALE_SECONDS = 0.3  # for how long a look at the tables of other processes is good enough


class InOrder(ChainMap[str, Host]):
    """Tables of this process and of others in the order in which they were founded: lists are alike whichever process makes
    them."""

    def __init__(self) -> None:
        super().__init__({}, {})
        self.founded: dict[str, int] = {}  # the place of each table

    def __iter__(self) -> Iterator[str]:
        last = len(self.founded)
        return iter(sorted(super().__iter__(), key=lambda name: (self.founded.get(name, last), name)))


class Elsewhere:
    """Looks at the records of tables that other processes serve."""

    def __init__(self, house: House, in_order: InOrder) -> None:
        self._house, self._in_order = house, in_order
        self._looked, self._looking = 0.0, asyncio.Lock()

    def rows(self) -> list[Row]:
        """Every table of the house, as it is in the store."""
        rows = self._house.store.tables()
        self._in_order.founded = {row[0]: place for place, row in enumerate(rows)}
        return rows

    async def look(self, *, now: bool) -> None:
        """See every table as it is on the disk; a look of a moment ago is good enough, unless it is to be ``now``."""
        house = self._house
        async with self._looking:
            if not now and time.monotonic() - self._looked < STALE_SECONDS:
                return
            last = await asyncio.to_thread(house.store.history.last_entries)
            for row in self.rows():
                name = row[0]
                if name in house.hosts or house.own.is_away(name):
                    house.everywhere.maps[1].pop(name, None)
                    continue
                host = house.everywhere.maps[1].get(name)
                if host is None:
                    if house.own.keeps_away(row):
                        continue
                    house.rebuilding.see(row)
                elif host.table is None or host.table.journal.sequence != last.get(name):
                    host.recover()
                await asyncio.sleep(0)
            self._looked = time.monotonic()
