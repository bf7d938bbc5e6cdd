"""A house that several processes serve: this one has some of the tables, and perhaps the house itself.

The process that has the house does what is done once for all tables: people, filings, heads of the record, archives, money of
the cage. It sees the tables of the others as their records tell them. Each process follows the house's own record, so that who
signed in, what was filed and what was approved count everywhere.
"""

import asyncio
import logging
import time
from collections import ChainMap
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from inspect import isawaitable
from pathlib import Path
from typing import Any

import msgspec

from pitboss.house.cage.cage import Cage
from pitboss.house.cage.entries import ChipsOut, Played, Reminded
from pitboss.house.clock import Clock
from pitboss.house.floorplan.file import FloorFile
from pitboss.house.founding import Plan
from pitboss.house.host.host import Host, elsewhere
from pitboss.house.house import RECORD_PLAY, RETIRE, House, tried_again
from pitboss.house.protocol.filings import AddTable
from pitboss.house.sharing.house_clock import HouseClock, this_boot
from pitboss.house.sharing.leases import LEASE_SECONDS, Leases
from pitboss.house.sharing.peers import Interrupted, Unreached, ask
from pitboss.house.sharing.units import HOUSE, Row, is_linked, link_of
from pitboss.house.storage.postgres import PostgresStore
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import StorageFailed
from pitboss.house.table.entries import Founded
from pitboss.journal import Actor
from pitboss.money import Cents
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission

log = logging.getLogger("pitboss")

STALE_SECONDS = 0.3  # for how long a look at the tables of other processes is good enough
SHARE_SECONDS = 1.0  # between two looks whether this process has more than its share
GIVEN_AT_ONCE = 16  # tables, at each such look
REBUILT_AT_ONCE = 4  # tables that are taken over
REST_SECONDS = 0.5  # before what could not be taken over is given up, so that nobody tries without a pause
OPENING_SECONDS = 60.0  # until a process that found nobody to open the house gives up


class SharedCage(Cage):
    """The cage as each process has it: the one that has the house writes, the others ask it to, and follow."""

    leads = False
    ask: Callable[[str, list[Any]], Awaitable[Any]]

    async def send(self, purse: str, table: str, amount: Cents, *, stay: str = "") -> ChipsOut:
        if self.leads:
            return await super().send(purse, table, amount, stay=stay)
        return msgspec.convert(await self._asked("send", purse, table, amount, stay), ChipsOut)

    async def take_back(self, key: str) -> None:
        if self.leads:
            return await super().take_back(key)
        await self._asked("take_back", key)

    async def bring_back(self, key: str, amount: Cents) -> None:
        if self.leads:
            return await super().bring_back(key, amount)
        await self._asked("bring_back", key, amount)

    async def pay_correction(self, purse: str, table: str, round: int, amount: Cents, key: str) -> None:
        if self.leads:
            return await super().pay_correction(purse, table, round, amount, key)
        await self._asked("pay_correction", purse, table, round, amount, key)

    async def stake(self, purse: str, table: str, seat: int, round: int, amount: Cents, grant: Cents = 0) -> None:
        if self.leads:
            return await super().stake(purse, table, seat, round, amount, grant)
        await self._asked("stake", purse, table, seat, round, amount, grant)

    async def revoke(self, purse: str, table: str, seat: int, round: int, amount: Cents) -> None:
        if self.leads:
            return await super().revoke(purse, table, seat, round, amount)
        await self._asked("revoke", purse, table, seat, round, amount)

    async def played(self, made: Sequence[Played]) -> None:
        if self.leads:
            return await super().played(made)
        await self._asked("played", msgspec.to_builtins(made))

    async def remind(self, made: Reminded) -> None:
        if self.leads:
            return await super().remind(made)
        await self._asked("remind", msgspec.to_builtins(made))

    async def _asked(self, call: str, *arguments: Any) -> Any:
        """What came of it is in the record; where nothing was heard of it, that is settled by the record later."""
        try:
            found = await self.ask(call, list(arguments))
        except (Unreached, Interrupted):
            raise StorageFailed("The cage could not be reached.") from None
        self.follow()
        return found

    async def carry_out(self, call: str, arguments: list[Any]) -> Any:
        """For another process."""
        if not self.leads:
            raise Refused(
                Refusal.UNAVAILABLE, "The cage is being moved to another process of the house; try again.", ""
            )
        match call, arguments:
            case "send", [purse, table, amount, stay]:
                return msgspec.to_builtins(await super().send(purse, table, amount, stay=stay))
            case "take_back", [key]:
                await super().take_back(key)
            case "bring_back", [key, amount]:
                await super().bring_back(key, amount)
            case "pay_correction", [purse, table, round, amount, key]:
                await super().pay_correction(purse, table, round, amount, key)
            case "revoke", [purse, table, seat, round, amount]:
                await super().revoke(purse, table, seat, round, amount)
            case "stake", [purse, table, seat, round, amount, grant]:
                await super().stake(purse, table, seat, round, amount, grant)
            case "played", [made]:
                await super().played(msgspec.convert(made, list[Played]))
            case "remind", [made]:
                await super().remind(msgspec.convert(made, Reminded))
            case _:
                raise Refused(Refusal.NOT_FOUND, f"There is no call {call!r} between processes.", "")


class InOrder(ChainMap[str, Host]):
    """Tables of this process and of others in the order in which they were founded: lists are alike whichever process makes
    them."""

    def __init__(self, *tables: dict[str, Host]) -> None:
        super().__init__(*tables)
        self.founded: dict[str, int] = {}  # the place of each table

    def __iter__(self) -> Iterator[str]:
        last = len(self.founded)
        return iter(sorted(super().__iter__(), key=lambda name: (self.founded.get(name, last), name)))


class SharedHouse(House):
    """One process of such a house. ``database`` is the address of the server, ``files`` the folder of key and archives."""

    is_shared = True

    def __init__(self, database: str, files: Path, leases: Leases, *, floor: FloorFile | None = None, **settings: Any):
        if settings.pop("apply_floor", False):
            raise Unsafe("A floor file is applied to a house that one process serves from a file of SQLite.")
        storage = PostgresStore(database, files, leases)
        clock = HouseClock(settings.pop("clock", None) or Clock(), storage.now())
        if boot := this_boot():
            clock.epoch = storage.agreed_epoch(boot, clock.epoch)
        leases.time_read = clock.correct
        super().__init__(storage.path, floor=floor, storage=storage, clock=clock, **settings)
        self.leases, self.leads = leases, False
        self.cashier.settles = lambda table: leases.unit(table) in leases.held
        self.people.sessions.ask = self._follow
        self.allowances.refresh = self._follow_people
        self.calls |= {RETIRE: self.retire_some, RECORD_PLAY: self._record_play}
        self._news: asyncio.Queue[Callable[[], Any]] = asyncio.Queue()
        self._opened = asyncio.Event()
        self._looked = 0.0
        self._behind = False  # whether something was written to the house's own record that could not be read
        self.serves: Callable[[], None] = lambda: None  # called when this process takes part
        self._looking = asyncio.Lock()
        self._silent: set[str] = set()  # processes that did not answer when they were last asked

    def _everywhere(self) -> InOrder:
        self._in_order = InOrder(self.hosts, self.elsewhere)
        return self._in_order

    def _cage(self) -> SharedCage:
        cage = SharedCage(self.store, self.clock)
        cage.ask = self._ask_leader
        return cage

    async def _ask_leader(self, call: str, arguments: list[Any]) -> Any:
        address = self.leases.where(HOUSE)
        if address in ("", "here"):
            raise Unreached
        return await ask(address, call, arguments)

    # --- opening and closing

    async def open(self) -> None:
        """Be there, and wait until the house is open, here or in another process."""
        self._loop = loop = asyncio.get_running_loop()

        def soon(work: Callable[[], Any]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._news.put_nowait, work)

        self.leases.gained = lambda units: soon(lambda: self._gain(units))
        self.leases.lost = lambda units: soon(lambda: self._lose(units))
        self.leases.changed = lambda: soon(self._follow)
        self.leases.looked = lambda: soon(self._settle)
        self._tasks = [asyncio.create_task(one) for one in (self._attend(), *self._work_at_tables(), self._share_out())]
        await self.check_software()  # before anything is taken over, which has to be quick
        await asyncio.to_thread(self.leases.start)
        try:
            await asyncio.wait_for(self._opened.wait(), OPENING_SECONDS)
        except TimeoutError:
            raise Unsafe("No process of this house could open it; the log of the others says why.") from None

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for host in self.hosts.values():
            await host.hand_over()
        await super().close()

    async def _give_up(self) -> None:
        await asyncio.to_thread(self.leases.close)

    async def _attend(self) -> None:
        """What the leases tell, one thing after the other."""
        while True:
            work = await self._news.get()
            try:
                if asyncio.iscoroutine(doing := work()):
                    await doing
            except Exception:
                log.exception("what another process did could not be followed")

    # --- what this process has

    async def _gain(self, units: list[str]) -> None:
        """Serve them; what cannot be is given up, for this or another process to try again."""
        try:
            await self._take_over(units)
        except Exception:
            log.exception("%s could not be taken over; tried again", ", ".join(units))
            await self._lose(units)
            await asyncio.sleep(REST_SECONDS)
            for unit in units:
                await asyncio.to_thread(self.leases.release, unit)

    async def _take_over(self, units: list[str]) -> None:
        if HOUSE in units:
            await self._lead()
        rows = self._rows(set(units) - {HOUSE})
        if not rows:
            return
        self._follow()
        self.store.read_dictionaries()
        turn = asyncio.Semaphore(REBUILT_AT_ONCE)
        await asyncio.gather(*(self._open_one(row, turn) for row in rows))
        self._note_missing()

    async def _open_one(self, row: Row, turn: asyncio.Semaphore) -> None:
        """Rebuild a table beside others, in a thread: most of that is waiting for the database. Then serve it."""
        name, game = row[0], row[1]
        try:
            async with turn:
                if self.own.keeps_away(row):
                    return
                host, filed, last = await asyncio.to_thread(self._rebuilt, row)
        except (Refused, msgspec.MsgspecError) as error:
            log.error("%s cannot be opened: %s", name, error)
            self._floor.unopened[name] = game
            return
        self.elsewhere.pop(name, None)
        self.hosts[name] = host
        self._note(host, filed)
        if sentence := self.software.stopped(game):
            host.stop_for_rules(sentence)
        host.start(own=last)

    def _rebuilt(self, row: Row) -> tuple[Host, Founded, str]:
        filed, host = self._filed_of(*row), self._host_of(row[0])
        host.recover()
        return host, filed, host.last_time()

    async def _lead(self) -> None:
        """This process has the house from now on."""
        log.info("this process leads the house")
        self._follow()
        self.leads = True
        self.log.reload()
        self.store.read_dictionaries()
        await self._found_house()
        await asyncio.to_thread(self.leases.assign, self.store.tables())
        self.cage.follow()
        self._lead_cage(True)
        self._leading = [asyncio.create_task(one) for one in self._work_of_the_house()]
        self._tasks += self._leading

    async def _lose(self, units: list[str]) -> None:
        """Another process has them: nothing more is told or taken here."""
        if HOUSE in units:
            self.leads = False
            self._lead_cage(False)
            for task in self._leading:
                task.cancel()
            await self.people.close()
        for name in [name for name in self.hosts if self.leases.unit(name) in units]:
            await self.hosts[name].hand_over()
            # Only now: whoever joined meanwhile was told, and whoever joins later sees that it is gone.
            self.hosts.pop(name, None)
            self._filed.pop(name, None)

    def _settle(self) -> None:
        """Serve once the house is open, here or elsewhere."""
        if self._behind:
            self._follow()
        leader = self.leases.standing.processes.get(self.leases.standing.owners.get(HOUSE, ""))
        if not self.leases.ready and (self.leads or (leader is not None and leader.ready)):
            self._follow()
            self.leases.ready = True
            self._opened.set()
            self.serves()

    async def _share_out(self) -> None:
        """Give up tables that nobody looks at while another process has less to do."""
        while True:
            await asyncio.sleep(SHARE_SECONDS)
            with tried_again("a table could not be given to another process"):
                await self._give_some()

    async def _give_some(self) -> None:
        over = min(self.leases.too_many(), GIVEN_AT_ONCE)
        for unit in [unit for unit in self.leases.held if unit != HOUSE] if over > 0 else ():
            hosts = [host for name, host in self.hosts.items() if self.leases.unit(name) == unit]
            if over > 0 and all(not host.viewers and not host.busy for host in hosts):
                over -= 1
                await self._lose([unit])
                await asyncio.to_thread(self.leases.release, unit)

    def _rows(self, units: set[str]) -> list[Row]:
        return [row for row in self._all_rows() if self.leases.unit(row[0]) in units]

    def _all_rows(self) -> list[Row]:
        rows = self.store.tables()
        self._in_order.founded = {row[0]: place for place, row in enumerate(rows)}
        return rows

    def _note_missing(self) -> None:
        """A table elsewhere that may share a meter with one here: the wager on it is closed, for its amount is not known here."""
        here = {(row[1], link_of(row)) for row in self.store.tables() if row[0] in self.hosts and is_linked(row)}
        for row in self.store.tables():
            if row[0] not in self.hosts and (row[1], link_of(row)) in here and is_linked(row):
                self._floor.unopened[row[0]] = row[1]

    def host(self, name: str) -> Host:
        """As in any house; a table that is on its way to another process is not unknown."""
        try:
            return super().host(name)
        except Refused:
            if self.is_elsewhere(name):
                raise elsewhere() from None
            raise

    def is_elsewhere(self, table: str) -> bool:
        return not self.has(table) and bool(self.leases.unit(table))

    def has(self, table: str) -> bool:
        """Whether a table of this process is ready: it may still be being rebuilt."""
        return table in self.hosts or self.own.is_away(table)

    async def called(self, call: str, arguments: list[Any]) -> Any:
        """What another process asks of this one."""
        assert isinstance(self.cage, SharedCage)
        if call in self.calls:
            found = self.calls[call](*arguments)
            return await found if isawaitable(found) else found
        return await self.cage.carry_out(call, arguments)

    async def _record_play(self, person: str) -> None:
        self._follow_people()
        await self.allowances.limits_changed(person, list(self.hosts.values()))

    async def ask_others(self, call: str, *arguments: Any) -> list[Any]:
        """What every other process answers. One that is silent for the life of a lease has nothing any more."""
        others = [one for one in self.leases.standing.processes.values() if one.name != self.leases.name]
        asked = (asyncio.wait_for(ask(one.address, call, list(arguments)), LEASE_SECONDS) for one in others)
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

    def _lead_cage(self, leads: bool) -> None:
        assert isinstance(self.cage, SharedCage)
        self.cage.leads = leads

    # --- what others do

    def _follow(self) -> None:
        """Read what was written to the house's own record since; where that fails, it is tried at every look until it is done."""
        self._behind = True
        if not self.leads:
            try:
                if self.register.follow():
                    self._people_changed()
                self.cage.follow()
            except Refused as refusal:
                log.error("the house's own record cannot be followed: %s", refusal.sentence)
        self.people.sessions.follow()
        self._behind = False

    def _follow_people(self) -> None:
        """What the house's own record says of people now; whoever excluded themselves does so at every process."""
        if not self.leads and self.register.follow():
            self._people_changed()

    def _people_changed(self) -> None:
        """Tables look again at who may play; what somebody with a limit has wagered here counts from now on."""
        for host in self.hosts.values():
            host.ring()
        here = {person for table in self.tables() for person in table.state.seats.persons.values()}
        for person in here | self.allowances.unwritten:  # whoever has left may have wagered here all the same
            if self.register.limits.of(person).has_amounts:
                self._news.put_nowait(partial(self.allowances.limits_changed, person, list(self.hosts.values())))

    async def look_elsewhere(self, *, now: bool = False) -> None:
        """See the tables of other processes as they are on the disk; for whoever asks about the whole house."""
        if not self.leads:
            return
        async with self._looking:
            if not now and time.monotonic() - self._looked < STALE_SECONDS:
                return
            last = await asyncio.to_thread(self.store.last_entries)
            for row in self._all_rows():
                name = row[0]
                if name in self.hosts or self.own.is_away(name):
                    self.elsewhere.pop(name, None)
                    continue
                host = self.elsewhere.get(name)
                if host is None:
                    if self.own.keeps_away(row):
                        continue
                    host = self.elsewhere[name] = self._seen(row)
                elif host.table is None or host.table.journal.sequence != last.get(name):
                    host.recover()
                await asyncio.sleep(0)
            self._looked = time.monotonic()

    def _seen(self, row: Row) -> Host:
        """A table of another process, as its record tells it."""
        host = self._host_of(row[0])
        self._filed[row[0]] = self._filed_of(*row)
        host.recover()
        return host

    # --- founding

    async def add_table(self, wish: AddTable, by: Actor) -> None:
        await self.look_elsewhere(now=True)
        await super().add_table(wish, by)

    async def open_own(self, owner: str, game: str, rules: RulesSubmission, title: str) -> Host:
        await self.look_elsewhere()
        return await super().open_own(owner, game, rules, title)

    async def _found(self, plan: Plan, by: Actor | None = None) -> Host:
        """A table that some process takes when it next looks; here it is seen as its record tells it."""
        await self._receive_equipment([plan])
        await self.store.commit(self._writes(plan, by))
        await asyncio.to_thread(self.leases.assign, self._all_rows())
        if plan.name in self.hosts:  # it belongs to a unit that this process has
            return self.hosts[plan.name]
        host = self.elsewhere[plan.name] = self._seen(self.store.table(plan.name))
        return host
