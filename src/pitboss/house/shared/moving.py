"""Tables that move between processes: what this one gains by its leases is rebuilt and served, what it loses is handed over."""

import asyncio
import logging
from collections.abc import Iterable

import msgspec

from pitboss.house.cage.cage import Cage
from pitboss.house.house import House
from pitboss.house.rebuilding import Rebuilt, Row
from pitboss.house.shared.cage import SharedCage
from pitboss.house.shared.elsewhere import Elsewhere
from pitboss.house.shared.following import Following
from pitboss.house.sharing.leases import Leases
from pitboss.house.sharing.units import HOUSE, is_linked, link_of
from pitboss.procedure import Refused

log = logging.getLogger("pitboss")

GIVEN_AT_ONCE = 16  # tables, at each look whether this process has more than its share
REBUILT_AT_ONCE = 4  # tables that are taken over
REST_SECONDS = 0.5  # before what could not be taken over is given up, so that nobody tries without a pause


class Moving:
    """Units are tables, groups of tables, and the house itself. They move one after the other: one that is given away while it is
    being taken over would be served here without a lease, and a second time once it is gained again."""

    def __init__(self, house: House, leases: Leases, following: Following, elsewhere: Elsewhere) -> None:
        self._house, self._leases, self._following, self._elsewhere = house, leases, following, elsewhere
        self._leading: list[asyncio.Task[None]] = []  # what the process that has the house does
        self._turn = asyncio.Lock()

    # --- gained

    async def gain(self, units: list[str]) -> None:
        """Serve those that this process still has; what cannot be is given up, for this or another process to try again."""
        async with self._turn:
            if not (units := [unit for unit in units if unit in self._leases.held]):
                return
            try:
                await self._stop(units)  # given up and gained again before this could be told of it
                await self._take_over(units)
            except Exception:
                log.exception("%s could not be taken over; tried again", ", ".join(units))
                await self._stop(units)
                await asyncio.sleep(REST_SECONDS)
                await asyncio.to_thread(self._leases.release, units)

    async def _take_over(self, units: list[str]) -> None:
        await self._written()
        if HOUSE in units:
            await self._lead()
        tables = set(units) - {HOUSE}
        rows = [row for row in self._elsewhere.rows() if self._leases.unit(row[0]) in tables]
        if not rows:
            return
        self._following.follow()
        self._house.store.read_dictionaries()
        turn = asyncio.Semaphore(REBUILT_AT_ONCE)
        async with asyncio.TaskGroup() as opening:  # where one fails, no other is served
            for row in rows:
                opening.create_task(self._open(row, turn))
        self._note_missing()

    async def _written(self) -> None:
        """Wait until whatever was handed in here while this process had the units before is in the record, or never will be: it may
        have waited for the database for longer than they were away."""
        await Cage.played(self._house.cage, ())  # here, and not where it is led now: after what is being written of it
        await self._house.store.alive()

    async def _lead(self) -> None:
        """This process has the house from now on."""
        house = self._house
        log.info("this process leads the house")
        self._following.follow()
        house.processes.leads = True
        house.record.log.reload()
        house.store.read_dictionaries()
        await house.floor.found_house()
        await asyncio.to_thread(self._leases.assign, house.store.tables())
        house.cage.follow()
        self._lead_cage(True)
        self._leading = [asyncio.create_task(one) for one in house.work_of_house()]
        house.tasks += self._leading

    async def _open(self, row: Row, turn: asyncio.Semaphore) -> None:
        """Rebuild a table beside others, in a thread: most of that is waiting for the database. Then serve it."""
        rebuilding = self._house.rebuilding
        try:
            async with turn:
                if self._house.own.keeps_away(row):
                    return
                rebuilt, written = await asyncio.to_thread(self._rebuilt, row)
        except (Refused, msgspec.MsgspecError) as error:
            rebuilding.unreadable(row, error)
            return
        rebuilding.start(rebuilt, written)

    def _rebuilt(self, row: Row) -> tuple[Rebuilt, str]:
        rebuilt = self._house.rebuilding.rebuilt(row)
        return rebuilt, rebuilt.host.last_time()

    def _note_missing(self) -> None:
        """A table elsewhere that may share a meter with one here: the wager on it is closed, for its amount is not known here."""
        house = self._house
        here = {(row[1], link_of(row)) for row in house.store.tables() if row[0] in house.hosts and is_linked(row)}
        for row in house.store.tables():
            if row[0] not in house.hosts and (row[1], link_of(row)) in here and is_linked(row):
                house.meters.unopened[row[0]] = row[1]

    # --- lost

    async def lose(self, units: Iterable[str]) -> None:
        """Another process has them: nothing more is told or taken here."""
        async with self._turn:
            await self._stop(units)

    async def _stop(self, units: Iterable[str]) -> None:
        house = self._house
        if HOUSE in units:
            house.processes.leads = False
            self._lead_cage(False)
            for task in self._leading:
                task.cancel()
            await house.people.close()
        for name in [name for name in house.hosts if self._leases.unit(name) in units]:
            await house.hosts[name].hand_over()
            # Only now: whoever joined meanwhile was told, and whoever joins later sees that it is gone.
            house.rebuilding.remove(name)

    async def give_some(self) -> None:
        """Give up tables that nobody looks at while another process has less to do."""
        async with self._turn:
            leases, over = self._leases, min(self._leases.too_many(), GIVEN_AT_ONCE)
            for unit in [unit for unit in leases.held if unit != HOUSE] if over > 0 else ():
                hosts = [host for name, host in self._house.hosts.items() if leases.unit(name) == unit]
                if over > 0 and all(not host.presence.viewers and not host.busy for host in hosts):
                    over -= 1
                    await self._stop([unit])
                    await asyncio.to_thread(leases.release, [unit])

    def _lead_cage(self, leads: bool) -> None:
        assert isinstance(self._house.cage, SharedCage)
        self._house.cage.leads = leads
