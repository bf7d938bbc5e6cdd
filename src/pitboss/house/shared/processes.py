"""A house that several processes serve: this one has some of the tables, and perhaps the house itself.

The process that has the house does what is done once for all tables: people, filings, heads of the record, archives, money of
the cage. It sees the tables of the others as their records tell them. Each process follows the house's own record, so that who
signed in, what was filed and what was approved count everywhere.
"""

import asyncio
import logging
from collections.abc import Callable
from inspect import isawaitable
from pathlib import Path
from typing import Any

from pitboss.house.alone import Alone
from pitboss.house.clock import Clock
from pitboss.house.floor import Opening
from pitboss.house.host.host import Host
from pitboss.house.house import House
from pitboss.house.own_tables import RETIRE
from pitboss.house.players import RECORD_PLAY
from pitboss.house.shared.cage import SharedCage, carry_out
from pitboss.house.shared.elsewhere import Elsewhere, InOrder
from pitboss.house.shared.following import Following
from pitboss.house.shared.moving import Moving
from pitboss.house.sharing.house_clock import HouseClock, this_boot
from pitboss.house.sharing.leases import LEASE_SECONDS, Leases
from pitboss.house.sharing.mutual_tls import ProcessIdentity
from pitboss.house.sharing.peers import Interrupted, Unreached, ask
from pitboss.house.sharing.units import HOUSE
from pitboss.house.storage.postgres import PostgresStore, agreed_epoch, servers_of, time_of_database, watch
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import Store
from pitboss.house.work import every
from pitboss.procedure import Refused

log = logging.getLogger("pitboss")

SHARE_SECONDS = 1.0  # between two looks whether this process has more than its share
OPENING_SECONDS = 60.0  # until a process that found nobody to open the house gives up


def shared_house(
    database: str, files: Path, processes: "SharedProcesses", opening: Opening, clock: Clock | None = None
) -> House:
    """One process of a house. ``database`` is the address of the server, ``files`` the folder of key and archives."""
    if opening.apply_floor:
        raise Unsafe("A floor file is applied to a house that one process serves from a file of SQLite.")
    leases = processes.leases
    watch(database)
    store = PostgresStore(database, files, leases)
    processes.identity = ProcessIdentity(store.sealer.issuer, leases.name)
    shared_clock = HouseClock(clock or Clock(), time_of_database(store))
    if boot := this_boot():
        shared_clock.epoch = agreed_epoch(database, boot, shared_clock.epoch)
    leases.clock.read = shared_clock.correct
    return House(store, opening, processes=processes, clock=shared_clock)


class SharedProcesses(Alone):
    """The processes of a house, as this one of them knows them by its leases."""

    is_shared = True
    identity: ProcessIdentity  # who this process is to the others

    def __init__(self, leases: Leases) -> None:
        super().__init__()
        self.leases, self.leads = leases, False
        self._in_order = self.everywhere = InOrder()
        self.serves: Callable[[], None] = lambda: None  # called when this process takes part
        self._news: asyncio.Queue[Callable[[], Any]] = asyncio.Queue()
        self._opened = asyncio.Event()
        self._silent: set[str] = set()  # processes that did not answer when they were last asked

    def join(self, house: House) -> None:
        super().join(house)
        leases = self.leases
        self._elsewhere = Elsewhere(house, self._in_order)
        self.following = Following(house, self._news.put_nowait)
        self.moving = Moving(house, leases, self.following, self._elsewhere)
        house.cashier.settles = lambda table: leases.unit(table) in leases.held
        house.people.sessions.ask = self.following.follow
        house.allowances.refresh = self.following.follow_people
        self.calls |= {RETIRE: house.own.retire_some, RECORD_PLAY: self.following.record_play}

    def cage(self, store: Store, clock: Clock) -> SharedCage:
        cage = SharedCage(store, clock)
        cage.ask = self._ask_leader
        return cage

    # --- opening and closing

    async def open(self) -> None:
        """Be there, and wait until the house is open, here or in another process."""
        loop = asyncio.get_running_loop()

        def soon(work: Callable[[], Any]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._news.put_nowait, work)

        self.leases.gained = lambda units: soon(lambda: self.moving.gain(units))
        self.leases.lost = lambda units: soon(lambda: self.moving.lose(units))
        self.leases.changed = lambda: soon(self.following.follow)
        self.leases.looked = lambda: soon(self._settle)
        sharing_out = every(SHARE_SECONDS, self.moving.give_some, "a table could not be given to another process")
        self._house.tasks += map(asyncio.create_task, (self._attend(), *self._house.work_at_tables(), sharing_out))
        await self._house.software.check()  # before anything is taken over, which has to be quick
        await asyncio.to_thread(self.leases.start)
        try:
            await asyncio.wait_for(self._opened.wait(), OPENING_SECONDS)
        except TimeoutError:
            raise Unsafe("No process of this house could open it; the log of the others says why.") from None

    async def leave(self) -> None:
        await asyncio.gather(*self._house.tasks, return_exceptions=True)
        for host in self._house.hosts.values():
            await host.hand_over()

    async def give_up(self) -> None:
        await asyncio.to_thread(self.leases.close)
        await asyncio.to_thread(servers_of(self.leases.database).end)

    async def _attend(self) -> None:
        """What the leases tell, one thing after the other."""
        while True:
            work = await self._news.get()
            try:
                if asyncio.iscoroutine(doing := work()):
                    await doing
            except Exception:
                log.exception("what another process did could not be followed")

    def _settle(self) -> None:
        """Serve once the house is open, here or elsewhere."""
        if self.following.is_behind:
            self.following.follow()
        leader = self.leases.standing.processes.get(self.leases.standing.owners.get(HOUSE, ""))
        if not self.leases.ready and (self.leads or (leader is not None and leader.ready)):
            self.following.follow()
            self.leases.ready = True
            self._opened.set()
            self.serves()

    # --- tables

    async def founded(self, name: str) -> Host:
        """A table that some process takes when it next looks; here it is seen as its record tells it."""
        await asyncio.to_thread(self.leases.assign, self._elsewhere.rows())
        if name in self._house.hosts:  # it belongs to a unit that this process has
            return self._house.hosts[name]
        return self._house.rebuilding.see(self._house.store.table(name))

    def is_elsewhere(self, table: str) -> bool:
        return not self.has(table) and bool(self.leases.unit(table))

    def has(self, table: str) -> bool:
        """Whether a table of this process is ready: it may still be being rebuilt."""
        return table in self._house.hosts or self._house.own.is_away(table)

    async def look_elsewhere(self, *, now: bool = False) -> None:
        """See the tables of other processes as they are on the disk; for whoever asks about the whole house."""
        if self.leads:
            await self._elsewhere.look(now=now)

    # --- other processes

    async def called(self, call: str, arguments: list[Any]) -> Any:
        """What another process asks of this one."""
        cage = self._house.cage
        assert isinstance(cage, SharedCage)
        if call in self.calls:
            found = self.calls[call](*arguments)
            return await found if isawaitable(found) else found
        return await carry_out(cage, call, arguments)

    async def ask_others(self, call: str, *arguments: Any) -> list[Any]:
        """What every other process answers. One that is silent for the life of a lease has nothing any more."""
        others = [one for one in self.leases.standing.processes.values() if one.name != self.leases.name]
        asked = (
            asyncio.wait_for(ask(one.address, self.identity, call, list(arguments)), LEASE_SECONDS) for one in others
        )
        answers = await asyncio.gather(*asked, return_exceptions=True)
        for other, found in zip(others, answers, strict=True):
            if not isinstance(found, Exception):
                self._silent.discard(other.name)
            elif other.name not in self._silent:  # said once: a crowd may ask a thousand times a second
                self._silent.add(other.name)
                log.warning("%s did not answer %s: %s", other.name, call, type(found).__name__)
        return [found for found in answers if not isinstance(found, BaseException)]

    async def ask_leader(self, call: str, *arguments: Any) -> Any:
        if self.leads:
            return None
        try:
            return await asyncio.wait_for(self._ask_leader(call, list(arguments)), LEASE_SECONDS)
        except (Unreached, Interrupted, TimeoutError, Refused):
            return None

    async def _ask_leader(self, call: str, arguments: list[Any]) -> Any:
        address = self.leases.where(HOUSE)
        if address in ("", "here"):
            raise Unreached
        return await ask(address, self.identity, call, arguments)
