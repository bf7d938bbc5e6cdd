"""The floor of a house: the tables that it opens with, by its floor file or as planned, and those that are added later."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.house.floorplan.demonstration import demonstration as demonstration_floor
from pitboss.house.floorplan.demonstration import filings as demonstration_filings
from pitboss.house.floorplan.file import FloorFile
from pitboss.house.floorplan.registering import register_filings
from pitboss.house.founding import (
    Plan,
    apply_to,
    differing,
    equipment_of,
    found_table,
    name_house,
    plan_for,
    plans_of,
    under_filings,
)
from pitboss.house.host import rules_in_force
from pitboss.house.host.host import Host
from pitboss.house.people import demonstration
from pitboss.house.people.people import SelfRegistration
from pitboss.house.protocol.filings import AddTable
from pitboss.house.software import keep_rules
from pitboss.house.storage.store import Write
from pitboss.journal import Actor

if TYPE_CHECKING:
    from pitboss.house.house import House


class Opening(msgspec.Struct, frozen=True):
    """With what a house opens."""

    plans: Sequence[Plan] | None = None  # None: the tables of the floor file
    floor: FloorFile | None = None  # None: where no tables are planned either, the demonstration's
    apply_floor: bool = False  # let a house that differs from the file be as the file says
    demonstration: bool = False  # a new house gets made-up people, one for each role
    witness_file: Path | None = None  # a file that cosigns the heads of the record, on another disk or machine
    witness_of: Sequence[str] = ()  # addresses of houses for which this one is a witness
    registration: SelfRegistration = SelfRegistration.IN_DEMONSTRATIONS  # whether players make accounts for themselves
    holder: str = ""  # whose name new tables bear, where their filing names nobody else


class Floor:
    """Founds the tables of a house."""

    def __init__(self, house: "House", opening: Opening) -> None:
        self._house, self._opening = house, opening
        self._file, plans = opening.floor, opening.plans
        if self._file is None and plans is None:  # what a new house opens with, no more
            self._file = demonstration_floor()
        self._plans = list(plans_of(self._file) if self._file is not None else plans or ())
        self.applied = opening.apply_floor
        self.differences: list[str] = []  # in what the floor file and the house differ, and what became of it
        self.adding = asyncio.Lock()  # two tables of the same number at once: the second finds the first

    @property
    def _is_demonstration(self) -> bool:
        founded = self._house.register.founded
        return founded is not None and founded.demonstration

    # --- when the house opens

    async def found_house(self) -> None:
        """What the house consists of before any table is rebuilt."""
        house = self._house
        await house.register.found(demonstration=self._opening.demonstration)
        entered, writes = await asyncio.to_thread(keep_rules, house.store, house.register, house.clock.stamp())
        if entered or writes:
            await house.register.enter(*entered, also=writes)
        await house.record.own_witnesses.open()
        if self._is_demonstration:
            await demonstration.add_people(house.register)
        house.people.open()
        known = {row[0] for row in house.store.tables()}
        if known and self._opening.floor is None and self._file is not None and not self._is_demonstration:
            self._file, self._plans = None, []
        if self._file is not None:
            await name_house(self._file, house.register, again=self.applied)
        new = [plan for plan in self._plans if plan.name not in known]
        if self._file is not None:
            new, self.differences = await under_filings(new, self._file, house.register, house.calendar.today())
        if self._is_demonstration and self._file is demonstration_floor():
            await house.register.enter(*demonstration_filings(house.register, house.calendar.today()))
        await self._receive_equipment(new)
        writes = [w for plan in new for w in self._writes(plan)]
        if writes:
            await house.store.commit(writes)

    async def compare(self) -> None:
        """Find what the floor file that was given and the house differ in; applied where that was asked for."""
        house, file = self._house, self._opening.floor
        if file is None:
            return
        if not self.applied:
            self.differences += [str(one) for one in differing(file, house.hosts, house.register)]
            return
        there = {table.name: table.game.name for table in house.tables() if not table.state.standing.retired}
        lines = [line for line in file.tables if there.get(line.number) == line.game]
        registered = await register_filings(lines, file.house.holder, house.register)
        for host in house.hosts.values():
            if host.table is None or host.table.state.filing.settings.owner:
                continue
            host.dealer.set_time(host.table)
            rules_in_force.adopt(host, host.table)
            if sentence := apply_to(host, file, registered):
                self.differences.append(sentence)
            await host.commit([])

    # --- while it is open

    async def add_table(self, wish: AddTable, by: Actor) -> None:
        """Found a table as a manager wants it, and start its host."""
        house = self._house
        await house.processes.look_elsewhere(now=True)
        async with self.adding:
            await self.found(plan_for(wish, house.register, house.everywhere, house.calendar.today()), by)

    async def found(self, plan: Plan, by: Actor | None = None) -> Host:
        """Write a table down, and have it served; whoever calls this holds ``adding``."""
        await self._receive_equipment([plan])
        await self._house.store.commit(self._writes(plan, by))
        return await self._house.processes.founded(plan.name)

    def _writes(self, plan: Plan, by: Actor | None = None) -> list[Write]:
        house, holder = self._house, self._opening.holder
        equips = demonstration.equips(house.register) if self._is_demonstration else None
        return found_table(plan, house.register, house.store, house.clock.stamp(), holder, by, house.version, equips)

    async def _receive_equipment(self, plans: Iterable[Plan]) -> None:
        """In a demonstration its made-up people receive what new tables work with; elsewhere nobody did."""
        register = self._house.register
        by = demonstration.equips(register) if self._is_demonstration else None
        if by is not None:
            received = [one for plan in plans for one in equipment_of(plan, by) if one.thing not in register.things]
            if received:
                await register.enter(*received)
