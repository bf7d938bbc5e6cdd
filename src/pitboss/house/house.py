"""The whole house: every table with its host, the sessions of its people, the store and the workers."""

import asyncio
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

import argon2
import msgspec

from pitboss import __version__, catalogue
from pitboss.house.clock import Clock
from pitboss.house.floorplan.demonstration import demonstration as demonstration_floor
from pitboss.house.floorplan.file import FloorFile
from pitboss.house.founding import Plan, apply_to, differing, found_table, name_house, plan_for, plans_of
from pitboss.house.host import meters as linked
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Sessions
from pitboss.house.people import demonstration
from pitboss.house.people.people import People
from pitboss.house.people.register import Register
from pitboss.house.protocol.filings import AddTable
from pitboss.house.protocol.views import Meter
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import Store, Write
from pitboss.house.table import entries
from pitboss.house.table.recovery import inspect
from pitboss.house.table.table import Table
from pitboss.house.workers.chart_worker import ChartWorker
from pitboss.house.workers.edge_worker import DraftEdgeWorker, EdgeWorker
from pitboss.journal import Actor
from pitboss.procedure import Answer, Election, Refusal, Refused
from pitboss.submission import load

log = logging.getLogger("pitboss")

PACE = 50.0  # messages a second on one connection; bursts of twice as many


class House:
    """All tables of one database."""

    def __init__(
        self,
        database: Path,
        plans: Iterable[Plan] | None = None,
        *,
        floor: FloorFile | None = None,
        apply_floor: bool = False,
        clock: Clock | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
        pragmas: Mapping[str, str] | None = None,
        pace: float = PACE,
        demonstration: bool = False,
        holder: str = "",
        hasher: argon2.PasswordHasher | None = None,
    ) -> None:
        self.pace, self.demonstration = pace, demonstration
        self._holder = holder  # whose name new tables bear, where their filing names nobody else
        self.store = Store(database, pragmas=pragmas)
        self.sessions = Sessions(self.store)
        self.hosts: dict[str, Host] = {}
        self.edge_worker, self.chart_worker = EdgeWorker(), ChartWorker()
        self.draft_worker = DraftEdgeWorker()  # apart from that of the tables, which may be busy with all of them
        self._filed: dict[str, entries.Founded] = {}  # as it was founded, for a table whose record cannot be read
        self._given = floor is not None  # else the demonstration's tables are what a new house opens with, no more
        self.floor = floor if floor is not None or plans is not None else demonstration_floor()
        self.differences: list[str] = []  # in what the floor file and the house differ, and what became of it
        self.applied, self._adding = apply_floor, asyncio.Lock()
        self._plans = list(plans_of(self.floor) if self.floor is not None else plans or ())
        self.clock, self._entropy = clock or Clock(), entropy
        self.register = Register(self.store, self.clock)
        try:
            self.register.recover()
        except Refused as refusal:
            self.store.close()
            raise Unsafe(f"The house's own record is not in order: {refusal.sentence}") from refusal
        self.people = People(self.store, self.clock, self.register, hasher=hasher)
        self._inspection: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Create the tables that are missing, rebuild all, and start their hosts."""
        await self.register.found(demonstration=self.demonstration)
        if self._is_demonstration:
            await demonstration.add_people(self.register)
        self.people.open()
        known = {row[0] for row in self.store.tables()}
        if known and not self._given and self.floor is not None and not self._is_demonstration:
            self.floor, self._plans = None, []
        if self.floor is not None:
            await name_house(self.floor, self.register, again=self.applied)
        writes = [w for plan in self._plans if plan.name not in known for w in self._writes(plan)]
        if writes:
            await self.store.commit(writes)
        for name, game, title, submission, settings in self.store.tables():
            try:
                self._admit(name, game, title, submission, settings)
            except (Refused, msgspec.MsgspecError) as error:
                log.error("%s cannot be opened: %s", name, error)
        if self.floor is not None and self._given:
            self.differences = await self._compare(self.floor)
        for host in self.hosts.values():
            host.start()
        self._inspection = asyncio.create_task(self._inspect())

    async def _compare(self, file: FloorFile) -> list[str]:
        """What the file says and the house differs in; applied where that was asked for."""
        if not self.applied:
            return [str(one) for one in differing(file, self.hosts, self.register)]
        left = []
        for host in self.hosts.values():
            if host.table is None:
                continue
            host.table.now = self.clock.stamp()
            if sentence := apply_to(host, file):
                left.append(sentence)
            await host.write_now()
        return left

    @property
    def _is_demonstration(self) -> bool:
        return self.register.founded is not None and self.register.founded.demonstration

    async def close(self) -> None:
        if self._inspection is not None:
            self._inspection.cancel()
        await self.people.close()
        await self.edge_worker.close()
        await self.draft_worker.close()
        await self.chart_worker.close()
        for host in self.hosts.values():
            await host.stop()
        await asyncio.to_thread(self.store.close)

    def host(self, name: str) -> Host:
        """The host of a table, or a refusal."""
        try:
            return self.hosts[name]
        except KeyError:
            raise Refused(Refusal.UNKNOWN_TABLE, f"This house has no table {name!r}.", "") from None

    @property
    def founded(self) -> dict[str, entries.Founded]:
        """Every table with its rules and settings as they are now."""
        return {
            name: self._filed[name] if host.table is None else host.table.founded for name, host in self.hosts.items()
        }

    # --- founding

    async def add_table(self, wish: AddTable, by: Actor) -> None:
        """Found a table while the house is open, and start its host."""
        async with self._adding:  # two of the same number at once: the second finds the first
            plan = plan_for(wish, self.register, self.hosts)
            await self.store.commit(self._writes(plan, by))
            for row in self.store.tables():
                if row[0] == plan.name:
                    self._admit(*row)
                    self.hosts[plan.name].start()

    def _writes(self, plan: Plan, by: Actor | None = None) -> list[Write]:
        return found_table(plan, self.register, self.store, self.clock.stamp(), self._holder, by)

    def _admit(self, name: str, game: str, title: str, submission: str, settings: str) -> None:
        """Rebuild a table and start its host. Where its record cannot be read, what was filed for it is shown."""
        found = catalogue.game(game)
        rules, run_as = load(found.rules, submission), msgspec.json.decode(settings, type=entries.Settings)
        filed = entries.Founded(game, title, rules.chosen, rules.hash(game), __version__, run_as)
        host = self.hosts[name] = Host(
            name,
            self.store,
            clock=self.clock,
            entropy=self._entropy,
            register=self.register,
            others=self.tables,
            system=partial(self._system, name),
            meters=self._meters,
        )
        host.recover()
        self._filed[name] = filed

    def _system(self, table: str, election: Election, known: Answer) -> Answer:
        """The progressive system that links tables of this house; those with the same word move their meters together."""
        return linked.says(election, known, self.tables(), self.founded[table].settings.link)

    def _meters(self, table: Table) -> list[Meter]:
        """What the meters of a table show."""
        return linked.shown(table, self.tables())

    def tables(self) -> list[Table]:
        return [host.table for host in self.hosts.values() if host.table is not None]

    # --- inspection

    async def _inspect(self) -> None:
        """Check every hash chain from its beginning, in a thread; a broken one suspends its table."""
        for name, host in self.hosts.items():
            try:
                await asyncio.to_thread(inspect, self.store, name)
            except Refused as refusal:
                log.error("%s: %s", name, refusal)
                host.suspend(f"This table is suspended: its record is not in order. {refusal}")
            except Exception:  # it could not be read now, which does not mean that the record is wrong
                log.exception("%s could not be inspected", name)
