"""The whole house: every table with its host, the sessions of its people, the store and the workers."""

import asyncio
import logging
import os
from collections import ChainMap
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import argon2
import msgspec

from pitboss import catalogue, extras
from pitboss.house.cage.cage import Cage
from pitboss.house.cage.entries import Reminded
from pitboss.house.cashier import Cashier
from pitboss.house.clock import Clock, Watch, seconds
from pitboss.house.commands.retire_own import RetireOwn
from pitboss.house.floorplan.demonstration import demonstration as demonstration_floor
from pitboss.house.floorplan.file import FloorFile
from pitboss.house.floorplan.registering import register_filings
from pitboss.house.founding import (
    Plan,
    apply_to,
    differing,
    equipment_of,
    found_table,
    name_house,
    own_settings,
    plan_for,
    plans_of,
    under_filings,
)
from pitboss.house.host import meters as linked
from pitboss.house.host.allowances import Allowances, spoken_check
from pitboss.house.host.conditions import day_in
from pitboss.house.host.host import Host, set_time
from pitboss.house.host.own_tables import IDLE_SECONDS, OwnTables, full, new_number
from pitboss.house.host.sessions import NOBODY, Sessions
from pitboss.house.host.table_house import Committed, Observer
from pitboss.house.people import demonstration
from pitboss.house.people.entries import UNNAMED, HeadKept, PlayAlarm
from pitboss.house.people.people import People
from pitboss.house.people.register import Register
from pitboss.house.protocol.filings import AddTable
from pitboss.house.protocol.messages import HouseNotice
from pitboss.house.protocol.views import Meter
from pitboss.house.recall import Recall
from pitboss.house.records.filed import Filed, filed
from pitboss.house.records.index import index_of
from pitboss.house.records.records import Records, Unwatched
from pitboss.house.software import SoftwareCheck, keep_rules
from pitboss.house.storage import store
from pitboss.house.storage.kept_journal import Made
from pitboss.house.storage.log import Log, head_of, time_of
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import StorageFailed, Store, Write
from pitboss.house.table import entries
from pitboss.house.table.hours import GamingDay, day_of, moment_of
from pitboss.house.table.table import Table
from pitboss.house.table.versions import running
from pitboss.house.verification import Verification
from pitboss.house.workers.watch import WatchAsked, Watched
from pitboss.house.workers.workers import Workers
from pitboss.journal import Actor
from pitboss.procedure import Answer, Election, Refusal, Refused
from pitboss.rulebook.manifest import Difference
from pitboss.submission import RulesSubmission, load, not_to_be_filed

log = logging.getLogger("pitboss")

# What processes of one house ask each other: to retire so many idle tables of visitors; to tell the cage what somebody has wagered
# there.
RETIRE, RECORD_PLAY = "retire", "tell_play"
HEAD_SECONDS = 60.0  # between two heads of the record
CHECK_SECONDS = 24 * 3600.0  # between two comparisons of the software with what was approved
CLOCK_SECONDS, CLOCK_SECONDS_MOST = 0.5, 60.0  # between two looks at the clock
LATEST = "9999"  # later than any time
DISPLAY_SECONDS = 0.5  # at most, until every table of a group shows what was moved at another
OWN_TABLE_SECONDS = 600.0  # between two looks for own tables where nobody came for long
PLAYER_SECONDS = 0.5  # between two looks at who has to be told how long they have played
NEVER = ("", 0)  # the reality check of somebody who was given none
CHIP_SECONDS = 60.0  # between two looks for chips that are on the way
PACE = 50.0  # messages a second on one connection; bursts of twice as many


@contextmanager
def tried_again(what: str) -> Iterator[None]:
    """What is done again and again is not given up because it failed once: the database may be away for a while."""
    try:
        yield
    except StorageFailed as failure:
        log.error("%s: %s", what, failure)
    except Exception:
        log.exception("%s", what)


class InForce(Mapping[str, entries.Founded]):
    """Every table with its rules and settings as they are now. Each is looked up when it is asked for: a house may have hundreds,
    and most who ask want one."""

    def __init__(self, hosts: Mapping[str, Host], filed: Mapping[str, entries.Founded]) -> None:
        self._hosts, self._filed = hosts, filed

    def __getitem__(self, name: str) -> entries.Founded:
        table = self._hosts[name].table
        return self._filed[name] if table is None else table.state.filing.founded

    def __iter__(self) -> Iterator[str]:
        return iter(self._hosts)

    def __len__(self) -> int:
        return len(self._hosts)


class House:
    """All tables of one database."""

    is_shared = False  # whether several processes may serve it

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
        storage: Store | None = None,
    ) -> None:
        self.pace, self.demonstration = pace, demonstration
        self._holder = holder  # whose name new tables bear, where their filing names nobody else
        self.store = storage if storage is not None else Store(database, pragmas=pragmas)
        self.sessions = Sessions(self.store)
        self.hosts: dict[str, Host] = {}
        self.elsewhere: dict[
            str, Host
        ] = {}  # tables that another process serves, as their records tell them; only read
        self.everywhere = self._everywhere()  # in the order in which they were founded
        self.calls: dict[str, Callable[..., Any]] = {}  # what other processes of the house may ask of this one
        self.leads = True  # whether this process does what is done once for all tables
        self.own = OwnTables(self.everywhere, self.store)
        self.observer: Observer | None = None  # of every table that is rebuilt from then on
        self.workers = Workers()
        self._filed: dict[str, entries.Founded] = {}  # as it was founded, for a table whose record cannot be read
        self.founded = InForce(self.everywhere, self._filed)
        self._given = floor is not None  # else the demonstration's tables are what a new house opens with, no more
        self.floor = floor if floor is not None or plans is not None else demonstration_floor()
        self.differences: list[str] = []  # in what the floor file and the house differ, and what became of it
        self.applied, self._adding = apply_floor, asyncio.Lock()
        self._plans = list(plans_of(self.floor) if self.floor is not None else plans or ())
        self.clock, self.entropy = clock or Clock(), entropy
        self.version, self.release = running().rules.version, running().rules.release
        self.register = Register(self.store, self.clock)
        self.cage = self._cage()
        self.cashier = Cashier(self.cage, self.store, self.everywhere)
        self.allowances = Allowances(self.cage, self.register, self.clock, self._day, self.entropy)
        self._reminded: dict[str, tuple[str, int]] = {}  # by person: the last reality check that was given here
        try:
            self.register.recover()
            self.cage.recover()
        except Refused as refusal:
            self.store.close()
            raise Unsafe(f"The house's own record is not in order: {refusal.sentence}") from refusal
        self.people = People(self.store, self.clock, self.register, hasher=hasher)
        self.log = Log(self.store)
        self.software = SoftwareCheck(self.store, self.register)
        self.verification = Verification(self.store, self.register)
        self.recall = Recall(self.store)
        self.records = Records(self.store, self.clock)
        self.watched = Watched()  # what the watch over play saw last
        self._filed_ever: dict[str, Filed] = {}  # by submission, whether it is in force or not
        self.records.before_archiving = self.watch_play
        self._tasks: list[asyncio.Task[None]] = []
        self._leading: list[asyncio.Task[None]] = []  # those of them that one process of a shared house does
        self._floor = linked.Floor(self.hosts, {}, {}, {})  # what the progressive system of the house reads
        self._stale_displays: set[str] = set()  # common meters that have moved and are not shown yet
        self._looks_soon = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def _cage(self) -> Cage:
        return Cage(self.store, self.clock)

    def _everywhere(self) -> Mapping[str, Host]:
        return ChainMap(self.hosts, self.elsewhere)

    async def open(self) -> None:
        """Create the tables that are missing, rebuild all, and start their hosts."""
        self._loop = asyncio.get_running_loop()
        await self._found_house()
        self._admit_all(self.store.tables())
        if self.floor is not None and self._given:
            self.differences += await self._compare(self.floor)
        last = self._last_time()
        for host in self.hosts.values():
            host.start(last)
        await self.check_software()
        self._tasks = [asyncio.create_task(one) for one in (*self._work_of_the_house(), *self._work_at_tables())]

    async def _found_house(self) -> None:
        """What the house consists of before any table is rebuilt."""
        await self.register.found(demonstration=self.demonstration)
        entered, writes = await asyncio.to_thread(keep_rules, self.store, self.register, self.clock.stamp())
        if entered or writes:
            await self.register.enter(*entered, also=writes)
        if self._is_demonstration:
            await demonstration.add_people(self.register)
        self.people.open()
        known = {row[0] for row in self.store.tables()}
        if known and not self._given and self.floor is not None and not self._is_demonstration:
            self.floor, self._plans = None, []
        if self.floor is not None:
            await name_house(self.floor, self.register, again=self.applied)
        new = [plan for plan in self._plans if plan.name not in known]
        if self.floor is not None:
            new, self.differences = await under_filings(new, self.floor, self.register, self._today())
        await self._receive_equipment(new)
        writes = [w for plan in new for w in self._writes(plan)]
        if writes:
            await self.store.commit(writes)

    def _admit_all(self, rows: Iterable[tuple[str, str, str, str, str]]) -> None:
        for row in rows:
            try:
                if not self.own.keeps_away(row):
                    self._admit(*row)
            except (Refused, msgspec.MsgspecError) as error:
                log.error("%s cannot be opened: %s", row[0], error)
                self._floor.unopened[row[0]] = row[1]

    def _work_of_the_house(self) -> "list[Coroutine[Any, Any, None]]":
        """What is done once for all tables, again and again."""
        return [self._make_heads(), self._check_daily(), self._keep_records()]

    def _work_at_tables(self) -> "list[Coroutine[Any, Any, None]]":
        return [self._watch_clock(), self._retire_idle(), self._settle_chips(), self._attend_players()]

    async def _compare(self, file: FloorFile) -> list[str]:
        """What the file says and the house differs in; applied where that was asked for."""
        if not self.applied:
            return [str(one) for one in differing(file, self.hosts, self.register)]
        left = []
        there = {table.name: table.game.name for table in self.tables() if not table.state.standing.retired}
        lines = [line for line in file.tables if there.get(line.number) == line.game]
        registered = await register_filings(lines, file.house.holder, self.register)
        for host in self.hosts.values():
            if host.table is None or host.table.state.filing.settings.owner:
                continue
            set_time(host.table, self.clock)
            host.adopt_rules()
            if sentence := apply_to(host, file, registered):
                left.append(sentence)
            await host.write_now()
        return left

    @property
    def _is_demonstration(self) -> bool:
        return self.register.founded is not None and self.register.founded.demonstration

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self.verification.close()
        await self.recall.close()
        await asyncio.to_thread(self.records.close)
        await self.people.close()
        await self.workers.close()
        for host in self.hosts.values():
            await host.stop()
        await self.cashier.brought_back()
        await self.allowances.flush()
        if self._tasks and self.leads:
            with suppress(StorageFailed):  # what is on the disk is put under a head when the house opens again
                await self.make_head()
        await self._give_up()
        await asyncio.to_thread(self.store.close)

    async def _give_up(self) -> None:
        """Everything is on the disk: others may have it now. Nobody waits for a house that one process serves."""

    def host(self, name: str) -> Host:
        """The host of a table, or a refusal."""
        if name not in self.hosts and (row := self.own.taken_back(name)) is not None:
            self._start(row)
        try:
            return self.everywhere[name]
        except KeyError:
            raise Refused(Refusal.UNKNOWN_TABLE, f"This house has no table {name!r}.", "") from None

    def is_elsewhere(self, table: str) -> bool:
        """Whether another process has a table of this house now."""
        return False

    async def look_elsewhere(self, *, now: bool = False) -> None:
        """See the tables of other processes as they are now; this house has none elsewhere."""

    async def ask_others(self, call: str, *arguments: Any) -> list[Any]:
        """What every other process answers; this house has none."""
        return []

    async def ask_leader(self, call: str, *arguments: Any) -> Any:
        """What the process that has the house answers; None where it is this one, or cannot be reached."""
        return None

    # --- founding

    async def add_table(self, wish: AddTable, by: Actor) -> None:
        """Found a table while the house is open, and start its host."""
        async with self._adding:  # two of the same number at once: the second finds the first
            await self._found(plan_for(wish, self.register, self.everywhere, self._today()), by)

    async def _found(self, plan: Plan, by: Actor | None = None) -> Host:
        await self._receive_equipment([plan])
        await self.store.commit(self._writes(plan, by))
        self._start(self.store.table(plan.name))
        return self.hosts[plan.name]

    def _start(self, row: tuple[str, str, str, str, str]) -> None:
        """Admit one more table while the house is open."""
        self._admit(*row)
        host = self.hosts[row[0]]
        if sentence := self.software.stopped(row[1]):
            host.stop_for_rules(sentence)
        host.start()

    # --- tables of visitors

    async def open_own(self, owner: str, game: str, rules: RulesSubmission, title: str) -> Host:
        """The practice table of one visitor with these rules: the one that they have, or a new one."""
        async with self._adding:
            if (there := self.own.find(owner, game, rules.hash(game), title)) is not None:
                return there
            self.own.check_owner(owner)
            await self._make_room()
            number = new_number(self.entropy)
            return await self._found(Plan(number, game, title, own_settings(owner, number, rules), rules))

    async def retire_idle(self, longer_than: float = IDLE_SECONDS) -> None:
        """Retire the tables of visitors where nobody came for so long."""
        async with self._adding:
            for host in self._here(self.own.idle(longer_than)):
                # somebody came meanwhile, or wagers are undecided: the next time
                with suppress(Refused, StorageFailed):
                    await self._retire(host)
            for host in self._here(self.own.done_with()):
                await self._put_away(host)

    def _here(self, hosts: Iterable[Host]) -> list[Host]:
        """Those that this process serves."""
        return [host for host in hosts if self.hosts.get(host.name) is host]

    async def _make_room(self) -> None:
        """Retire idle tables of visitors until there is room for one more, those of other processes too."""
        over = self.own.too_many()
        if over:
            over -= await self.retire_some(over)
        if over:
            over -= sum(await self.ask_others(RETIRE, over))
            await self.look_elsewhere(now=True)
        if over > 0:
            raise full()

    async def retire_some(self, most: int) -> int:
        """Retire so many idle tables of visitors that are served here, and return how many; one that cannot be is passed over."""
        retired = 0
        for host in self._here(self.own.may_leave()):
            if retired < most:
                with suppress(Refused, StorageFailed):
                    await self._retire(host)
                    retired += 1
        return retired

    async def _retire(self, host: Host) -> None:
        """Retire a visitor's table; its record stays, and is read when somebody asks for it."""
        await host.do(NOBODY, RetireOwn(key=host.new_key()))
        await self._put_away(host)

    async def _put_away(self, host: Host) -> None:
        """Out of the memory of the house; whoever looks on comes back, and finds its record."""
        row = self.store.table(host.name)
        await host.stop()
        for viewer in list(host.viewers):
            viewer.move()
        self.hosts.pop(host.name, None)
        self._filed.pop(host.name, None)
        self.own.put_away(row)

    async def _retire_idle(self) -> None:
        while True:
            await asyncio.sleep(OWN_TABLE_SECONDS)
            with tried_again("tables where nobody came could not be retired"):
                await self.retire_idle()

    # --- play chips

    def gaming_day(self) -> str:
        """The gaming day, as the house names and begins it."""
        return self._day().date

    def _today(self) -> str:
        """The date where the house is."""
        return day_in((self.register.named_as or UNNAMED).zone, self.clock.seconds())

    def _day(self) -> GamingDay:
        named = self.register.named_as or UNNAMED
        return day_of(moment_of(self.clock.stamp()), named.zone, named.gaming_day)

    async def _settle_chips(self) -> None:
        """Whatever a crash left between the cage and a table is settled when the house opens, and a fault soon after it."""
        while True:
            with tried_again("chips on the way could not be settled"):
                await self.cashier.settle_all()
            with tried_again("what was played could not be settled"):  # what is reserved stays reserved until then
                await self.allowances.settle(self.hosts, self.store)
                await self.allowances.flush()
            await asyncio.sleep(CHIP_SECONDS)

    # --- what players forbid themselves

    async def decide_limits(self, person: str, made: Made) -> None:
        """Write down what a player forbids themselves, or wants to be allowed; it counts from now on at every table."""
        async with self.allowances.changing(person):
            await self.register.decide(made)
            await self.allowances.limits_changed(person, self.hosts.values())
            # A process that does not say it in the life of a lease has no tables any more; what it kept is told when it wakes.
            await self.ask_others(RECORD_PLAY, person)
        for host in self.hosts.values():
            host.ring()

    async def attend_players(self) -> None:
        """Give the reality checks that are due, and have tables free the seats of those who may not play any more."""
        for host in list(self.hosts.values()):
            table = host.table
            for person in list(table.state.seats.persons.values()) if table is not None else ():
                if self.allowances.barred(person):
                    host.ring()
                due = self.allowances.check_due(person, self._reminded.get(person, NEVER))
                if due is not None:
                    await self._remind(due)

    async def _remind(self, due: Reminded) -> None:
        await self.allowances.flush(due.purse)
        sums = self.cage.play.of(due.purse).sums(due.day, due.day)
        reminder = msgspec.structs.replace(due, wagered=sums.wagered, lost=sums.lost)
        self._reminded[due.purse] = (due.day, due.seconds)
        notice = HouseNotice("reality_check", spoken_check(reminder), "")
        for host in self.hosts.values():
            for seat, person in host.table.state.seats.persons.items() if host.table is not None else ():
                if person == due.purse:
                    host.notify_now(seat, notice)
        with suppress(StorageFailed):  # they were told; whether that is on the disk keeps nobody from playing
            await self.cage.remind(reminder)

    async def _attend_players(self) -> None:
        while True:
            await asyncio.sleep(PLAYER_SECONDS)
            with tried_again("reality checks could not be given"):
                await self.attend_players()

    def _writes(self, plan: Plan, by: Actor | None = None) -> list[Write]:
        version = running().rules.version
        equips = demonstration.equips(self.register) if self._is_demonstration else None
        return found_table(plan, self.register, self.store, self.clock.stamp(), self._holder, by, version, equips)

    async def _receive_equipment(self, plans: Iterable[Plan]) -> None:
        """In a demonstration its made-up people receive what new tables work with; elsewhere nobody did."""
        by = demonstration.equips(self.register) if self._is_demonstration else None
        if by is not None:
            received = [
                one for plan in plans for one in equipment_of(plan, by) if one.thing not in self.register.things
            ]
            if received:
                await self.register.enter(*received)

    def _admit(self, name: str, game: str, title: str, submission: str, settings: str) -> None:
        """Rebuild a table. Where its record cannot be read, what was filed for it is shown."""
        filed = self._filed_of(name, game, title, submission, settings)
        host = self.hosts[name] = self._host_of(name)
        host.recover()
        self._note(host, filed)

    def _note(self, host: Host, filed: entries.Founded) -> None:
        """A table was rebuilt, as far as it could be."""
        self._filed[host.name] = filed
        if host.table is None:
            self._floor.unopened[host.name] = filed.game
        else:
            for mistake in not_to_be_filed(host.table.rules):
                log.warning("%s keeps running under rules that could not be filed any more: %s", host.name, mistake)

    @staticmethod
    def _filed_of(name: str, game: str, title: str, submission: str, settings: str) -> entries.Founded:
        """What was filed for a table when it was founded."""
        found = catalogue.game(game)
        rules, run_as = load(found.rules, submission), msgspec.json.decode(settings, type=entries.Settings)
        return entries.Founded(game, title, rules.chosen, rules.hash(game), running().rules.version, run_as)

    def _host_of(self, name: str) -> Host:
        return Host(name, self)

    # --- common meters

    def progressive(self, table: str, election: Election, known: Answer) -> Answer | None:
        """The progressive system that links tables of this house; those with the same word move their meters together."""
        return linked.says(election, known, self.hosts[table], self._floor)

    def meters_of(self, table: Table) -> list[Meter]:
        """What the meters of a table show."""
        return linked.shown(table, self._floor)

    def link_lost(self, table: Table) -> str:
        """Why the wager on the common meter of a table is closed."""
        return linked.lost(table, self._floor)

    def standing_changed(self) -> None:
        """A table stopped or goes on: every table with a common meter looks whether its group is whole."""
        if not self._looks_soon and self._loop is not None and not self._loop.is_closed():
            self._looks_soon = True
            self._loop.call_soon_threadsafe(self._ring_linked)

    def _ring_linked(self) -> None:
        self._looks_soon = False
        for host in self.hosts.values():
            if host.table is not None and linked.linked_meter(host.table) is not None:
                host.ring()

    def meters_moved(self, moved: Table) -> None:
        """A meter moved, and that is on the disk: whoever waited for its amount goes on, and soon every table shows it."""
        meter = linked.linked_meter(moved)
        if meter is None:
            return
        for host in linked.members(meter, moved, self._floor):
            if host.table is not moved and linked.awaits_system(host.require_table()):
                host.ring()
        if not self._stale_displays:
            asyncio.get_running_loop().call_later(DISPLAY_SECONDS, self._refresh_displays)
        self._stale_displays.add(meter.name)

    def committed(self, table: Table, made: Committed) -> None:
        """Seats were given up, corrections decided or rounds ended, and that is on the disk: chips and sums follow."""
        self.allowances.record_play(made.played)
        self.cashier.seats_left(made.left)
        if made.corrected:
            self.cashier.corrected(table)

    def _refresh_displays(self) -> None:
        stale, self._stale_displays = self._stale_displays, set()
        for host in self.hosts.values():
            meter = linked.linked_meter(host.table) if host.table is not None else None
            if meter is not None and meter.name in stale:
                for viewer in host.viewers:
                    viewer.wake()

    def tables(self) -> list[Table]:
        return [host.table for host in self.everywhere.values() if host.table is not None]

    # --- the record

    async def _make_heads(self) -> None:
        """At first see that the record goes on where its last head says; then make a head every minute."""
        await self._continue_log()
        while True:
            with tried_again("the record could not be put under a head"):
                await self.make_head()
                await self._learn()
            await asyncio.sleep(min(HEAD_SECONDS, self._until_day_ends()))

    async def _continue_log(self) -> None:
        try:
            kept = self.register.head_kept
            broken = await asyncio.to_thread(self.log.resume, (kept.size, kept.root) if kept is not None else None)
        except Exception:  # it could not be read now, which does not mean that the record is wrong
            log.exception("the log could not be read")
            return
        for journal, sentence in broken.items():
            log.error("%s: %s", journal, sentence)
            for name, host in self.hosts.items():
                if journal in (name, ""):
                    host.suspend(f"This table is suspended: its record is not in order. {sentence}")

    async def make_head(self) -> str:
        """Put what is on the disk under a signed head, and return it; the first of a day is named in the house's journal."""
        note = await asyncio.to_thread(self.log.make, self.clock.stamp(), self.store.commit_now)
        head = head_of(note)
        if self.leads and not self.register.has_head_of(time_of(head)):
            await self.register.keep_head(HeadKept(head.size, head.root.hex(), time_of(head)))
        return note

    async def _keep_records(self) -> None:
        """The index follows the record, and each gaming day that is over is archived; the first time when the house runs."""
        await asyncio.sleep(HEAD_SECONDS)
        await self.records.keep()

    async def watch_play(self) -> None:
        """Hold what was paid against what is filed and against chance, beside play; what cannot be is an alarm."""
        if not extras.has("mathematics"):
            return
        index = index_of(self.store.path)
        found = await asyncio.to_thread(filed, index, self.store, self._filed_ever)
        try:
            async for seen in self.workers.results(WatchAsked(str(index), found)):
                self.watched = seen
                await self._raise_alarms(seen)
        except Refused as refused:
            raise Unwatched("Play could not be held against theory.") from refused

    async def _raise_alarms(self, seen: Watched) -> None:
        """Of every gaming day that was looked at; what was raised before is in the record."""
        for day, alarm in seen.alarms:
            known = {(one.kind, one.day, one.table, one.wager) for _, one in self.register.alarms}
            if (alarm.kind, day, alarm.table, alarm.wager) not in known:
                log.error("play is not as it should be: %s", alarm.words)
                await self.register.enter(
                    PlayAlarm(alarm.kind, day, alarm.table, alarm.wager, alarm.round, alarm.words)
                )

    async def _learn(self) -> None:
        """Learn how to write the rounds of a game shortly, once enough of them are over."""
        for game in {founded.game for founded in self.founded.values()}:
            if not self.store.forms.has_dictionary(game):
                made = await asyncio.to_thread(self.store.learn, game)
                if made is not None:
                    await self.store.commit([(store.DICTIONARY, made)])
                    self.store.forms.admit(*made)

    def _until_day_ends(self) -> float:
        """Seconds until a head falls due because a gaming day ends."""
        now, named = self.clock.stamp(), self.register.named_as or UNNAMED
        ends = day_of(moment_of(now), named.zone, named.gaming_day).last_stamp
        return max(0.1, seconds(ends) - self.clock.seconds() + 0.05)

    async def verify_record(self, by: Actor, checkpoint: str = "", *, replay: bool = False) -> None:
        """Have the whole record looked through; a journal that is not in order stops its table."""
        broken = await self.verification.run(by, checkpoint, replay=replay)
        if broken is not None and broken.journal in self.hosts:
            self.hosts[broken.journal].suspend(
                f"This table is suspended: its record is not in order. {broken.sentence}"
            )

    # --- the clock

    def _last_time(self) -> str:
        """When anything was last written: a table that nobody came to for days notes a clock that was set back, too."""
        head = self.log.head_before(LATEST)
        return max(head[1] if head is not None else "", *(host.last_time() for host in self.hosts.values()), "")

    async def _watch_clock(self) -> None:
        """Have every table note that the wall clock was set, at once, whether anybody is there or not.

        A clock that has stopped is set again every second; that is looked at less and less often.
        """
        watch, pause = Watch(self.clock), CLOCK_SECONDS
        while True:
            await asyncio.sleep(pause)
            if not watch.jumped():
                pause = CLOCK_SECONDS
                continue
            pause = min(2 * pause, CLOCK_SECONDS_MOST)
            for host in self.hosts.values():
                host.ring()

    # --- the software

    async def check_software(self) -> list[Difference]:
        """Compare what is installed with what was approved; what differs stops the games concerned."""
        found = await asyncio.to_thread(self.software.compare)
        for host in self.hosts.values():
            game = self.founded[host.name].game
            if sentence := self.software.stopped(game):
                host.stop_for_rules(sentence)
            else:
                host.go_on_with_rules()
        made, last = self.software.checked(), self.register.software_checked
        if (
            self.leads
            and self.software.approved is not None
            and (last is None or last[1] != made or self.clock.seconds() - seconds(last[0]) >= CHECK_SECONDS)
        ):
            await self.register.enter(made)
        return found

    async def _check_daily(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self.check_software()
            except Exception:
                log.exception("the software could not be compared with what was approved")
