"""The whole house: every table with its host, the sessions of its people, the store and the workers."""

import asyncio
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec

from pitboss import __version__, catalogue
from pitboss.game import Game
from pitboss.house.host import floor
from pitboss.house.host import meters as linked
from pitboss.house.host.clock import Clock
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Sessions
from pitboss.house.protocol.views import Meter, Role
from pitboss.house.storage import store
from pitboss.house.storage.store import Store, Write
from pitboss.house.table import entries
from pitboss.house.table.recovery import inspect
from pitboss.house.table.table import Table, found
from pitboss.house.workers.chart_worker import ChartWorker
from pitboss.house.workers.edge_worker import EdgeWorker
from pitboss.procedure import Answer, Election, Refusal, Refused
from pitboss.submission import RulesSubmission, load, write

log = logging.getLogger("pitboss")

PACE = 50.0  # messages a second on one connection; bursts of twice as many

TIMED = entries.Settings()
PRACTICE = entries.Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0)
LIVE = entries.Settings(dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=2)


class Plan(msgspec.Struct, frozen=True):
    """A table to create, if it does not exist yet."""

    name: str
    game: str
    title: str
    settings: entries.Settings
    rules: RulesSubmission | None = None  # None: the game's own example


def default_floor() -> list[Plan]:
    """For every game one table with a timer and one for practice; and a roulette table dealt by a person."""
    plans = []
    for game in catalogue.games().values():
        plans.append(Plan(f"{game.name}-1", game.name, game.title, TIMED))
        plans.append(Plan(f"{game.name}-practice", game.name, f"{game.title}, practice", PRACTICE))
    plans.append(Plan("roulette-live", "roulette", "Roulette, dealt by hand", LIVE))
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
    ) -> None:
        self.pace = pace
        self.store = Store(database, pragmas=pragmas)
        self.sessions = Sessions(self.store)
        self.hosts: dict[str, Host] = {}
        self.edge_worker, self.chart_worker = EdgeWorker(), ChartWorker()
        self.founded: dict[str, entries.Founded] = {}
        self._plans = list(default_floor() if plans is None else plans)
        self._clock, self._entropy = clock or Clock(), entropy
        self._inspection: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Create the tables that are missing, rebuild all, and start their hosts."""
        known = {row[0] for row in self.store.tables()}
        writes = [w for plan in self._plans if plan.name not in known for w in self._found(plan)]
        if writes:
            await self.store.commit(writes)
        for name, game, title, submission, settings in self.store.tables():
            try:
                self._admit(name, game, title, submission, settings)
            except (Refused, msgspec.MsgspecError) as error:
                log.error("%s cannot be opened: %s", name, error)
        self.sessions.role_token("floor")
        self.sessions.role_token("audit")
        for name, made in self.founded.items():
            if made.settings.dealer == "person":
                self.sessions.role_token("dealer", name)
        self._inspection = asyncio.create_task(self._inspect())

    async def close(self) -> None:
        if self._inspection is not None:
            self._inspection.cancel()
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

    def role_tokens(self) -> list[tuple[str, str, str]]:
        """(role, table, token) of everyone who is not a player; an empty table means every table."""
        people: list[tuple[Role, str]] = [
            ("dealer", name) for name, made in self.founded.items() if made.settings.dealer == "person"
        ]
        people += [("floor", ""), ("audit", "")]
        return [(role, table, self.sessions.role_token(role, table)) for role, table in people]

    # --- founding

    def _found(self, plan: Plan) -> list[Write]:
        game: Game = catalogue.game(plan.game)
        rules = plan.rules if plan.rules is not None else game.example()
        made = entries.Founded(game.name, plan.title, rules.chosen, rules.hash(game.name), __version__, plan.settings)
        table = found(plan.name, made, self._clock.stamp())
        if plan.settings.dealer == "automatic":
            floor.sign_as_house(table)
            table.enter(entries.Opened(entries.HOUSE))
        settings = msgspec.json.encode(plan.settings).decode()
        row = (plan.name, game.name, plan.title, write(game.name, rules), settings)
        return [(store.TABLE, row), *map(self.store.sealed, table.written)]

    def _admit(self, name: str, game: str, title: str, submission: str, settings: str) -> None:
        """Rebuild a table and start its host. Where its record cannot be read, what was filed for it is shown."""
        found = catalogue.game(game)
        rules, run_as = load(found.rules, submission), msgspec.json.decode(settings, type=entries.Settings)
        filed = entries.Founded(game, title, rules.chosen, rules.hash(game), __version__, run_as)
        host = self.hosts[name] = Host(
            name, self.store, clock=self._clock, entropy=self._entropy, system=self._system, meters=self._meters
        )
        host.recover()
        self.founded[name] = host.table.founded if host.table is not None else filed
        host.start()

    def _system(self, election: Election, known: Answer) -> Answer:
        """The progressive system that links tables of this house."""
        return linked.says(election, known, self._tables())

    def _meters(self, table: Table) -> list[Meter]:
        """What the meters of a table show."""
        return linked.shown(table, self._tables())

    def _tables(self) -> list[Table]:
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
