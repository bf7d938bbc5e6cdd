"""The whole house: every table with its host, the sessions of its people, the store and the workers."""

import asyncio
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import argon2
import msgspec

from pitboss import __version__, catalogue
from pitboss.game import Game
from pitboss.house.clock import Clock
from pitboss.house.host import inspections, things
from pitboss.house.host import meters as linked
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Sessions
from pitboss.house.people import demonstration
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.people import People
from pitboss.house.people.register import HOUSE_JOURNAL, Register
from pitboss.house.protocol.views import Meter
from pitboss.house.storage import store
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import Store, Write
from pitboss.house.table import entries
from pitboss.house.table.recovery import inspect
from pitboss.house.table.table import Table, found
from pitboss.house.workers.chart_worker import ChartWorker
from pitboss.house.workers.edge_worker import EdgeWorker
from pitboss.journal import AUTOMATIC
from pitboss.procedure import Answer, Election, Refusal, Refused
from pitboss.roles import Role
from pitboss.submission import RulesSubmission, load, write

log = logging.getLogger("pitboss")

PACE = 50.0  # messages a second on one connection; bursts of twice as many

TIMED = entries.Settings(accounts=True)
PRACTICE = entries.Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0)
LIVE = entries.Settings(
    dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=2, accounts=True
)
DEALT = msgspec.structs.replace(LIVE, chance="generator")


class Plan(msgspec.Struct, frozen=True):
    """A table to create, if it does not exist yet."""

    name: str
    game: str
    title: str
    settings: entries.Settings
    rules: RulesSubmission | None = None  # None: the game's own example
    staff: tuple[Role, ...] = ()  # in a demonstration: those of its people who stand at the table from the beginning


def default_floor() -> list[Plan]:
    """For every game one table with a timer and one for practice; and three that a person deals."""
    plans, floor = [], (Role.FLOORPERSON,)
    for game in catalogue.games().values():
        plans.append(Plan(f"{game.name}-1", game.name, game.title, TIMED, staff=floor))
        plans.append(Plan(f"{game.name}-practice", game.name, f"{game.title}, practice", PRACTICE, staff=floor))
    plans.append(
        Plan("roulette-live", "roulette", "Roulette, dealt by hand", LIVE, staff=(Role.DEALER, Role.FLOORPERSON))
    )
    crew = (Role.STICKPERSON, Role.BOXPERSON, Role.FLOORPERSON)
    plans.append(Plan("craps-live", "craps", "Craps, dealt by hand", LIVE, staff=crew))
    plans.append(Plan("blackjack-live", "blackjack", "Blackjack, dealt by a person", DEALT, staff=floor))
    return plans


class House:
    """All tables of one database."""

    def __init__(
        self,
        database: Path,
        plans: Iterable[Plan] | None = None,
        *,
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
        self.founded: dict[str, entries.Founded] = {}
        self._plans = list(default_floor() if plans is None else plans)
        self._clock, self._entropy = clock or Clock(), entropy
        self.register = Register(self.store, self._clock)
        try:
            self.register.recover()
        except Refused as refusal:
            self.store.close()
            raise Unsafe(f"The house's own record is not in order: {refusal.sentence}") from refusal
        self.people = People(self.store, self._clock, self.register, hasher=hasher)
        self._inspection: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Create the tables that are missing, rebuild all, and start their hosts."""
        await self.register.found(demonstration=self.demonstration)
        if self.register.founded is not None and self.register.founded.demonstration:
            await demonstration.add_people(self.register)
        self.people.open()
        known = {row[0] for row in self.store.tables()}
        writes = [w for plan in self._plans if plan.name not in known for w in self._found(plan)]
        if writes:
            await self.store.commit(writes)
        for name, game, title, submission, settings in self.store.tables():
            try:
                self._admit(name, game, title, submission, settings)
            except (Refused, msgspec.MsgspecError) as error:
                log.error("%s cannot be opened: %s", name, error)
        self._inspection = asyncio.create_task(self._inspect())

    async def close(self) -> None:
        if self._inspection is not None:
            self._inspection.cancel()
        await self.people.close()
        await self.edge_worker.close()
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

    # --- founding

    def _found(self, plan: Plan) -> list[Write]:
        if plan.name == HOUSE_JOURNAL:
            raise Refused(Refusal.MALFORMED, f"A table cannot be called {plan.name!r}.", "")
        game: Game = catalogue.game(plan.game)
        rules = plan.rules if plan.rules is not None else game.example()
        if self._holder and plan.rules is None:
            rules = msgspec.structs.replace(rules, holder=self._holder)
        made = entries.Founded(game.name, plan.title, rules.chosen, rules.hash(game.name), __version__, plan.settings)
        table = found(plan.name, made, self._clock.stamp())
        for brought in things.found_with(table) if table.by_person else ():
            table.enter(brought)
        for role in plan.staff:
            if (person := self.register.people.get(credential_of(role))) is not None:
                table.enter(entries.Assigned(person.credential, person.name, role))
        if not table.by_person:
            inspections.sign_automatically(table)
            table.enter(entries.Opened(AUTOMATIC))
        settings = msgspec.json.encode(plan.settings).decode()
        row = (plan.name, game.name, plan.title, write(game.name, rules), settings)
        return [(store.TABLE, row), *map(self.store.sealed, table.written)]

    def _admit(self, name: str, game: str, title: str, submission: str, settings: str) -> None:
        """Rebuild a table and start its host. Where its record cannot be read, what was filed for it is shown."""
        found = catalogue.game(game)
        rules, run_as = load(found.rules, submission), msgspec.json.decode(settings, type=entries.Settings)
        filed = entries.Founded(game, title, rules.chosen, rules.hash(game), __version__, run_as)
        host = self.hosts[name] = Host(
            name,
            self.store,
            clock=self._clock,
            entropy=self._entropy,
            register=self.register,
            others=self.tables,
            system=self._system,
            meters=self._meters,
        )
        host.recover()
        self.founded[name] = host.table.founded if host.table is not None else filed
        host.start()

    def _system(self, election: Election, known: Answer) -> Answer:
        """The progressive system that links tables of this house."""
        return linked.says(election, known, self.tables())

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
