"""What players forbid themselves, held against what they do: before a wager is taken, a seat is given or chips are sold.

Who has limits on amounts has every wager reserved at the cage before the table sees it (``Cage.stake``): the cage looks and
reserves in one step, for every table and every process of the house. The table then takes no more than is reserved
(``may_stake``). Exclusion and time are looked at in the very moment a wager is taken. Nothing of this is known to the rules of
a game: to them it is a player who does not wager.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.events import Charged, Refunded, Wagered, Withdrawn
from pitboss.house.cage import entries
from pitboss.house.cage.cage import Cage
from pitboss.house.cage.play import PlayOf, first_day
from pitboss.house.clock import Clock
from pitboss.house.host.command import Command
from pitboss.house.host.sessions import Session
from pitboss.house.people.limits import AMOUNTS, NONE, TIME, Barred, OwnLimits
from pitboss.house.people.register import Register
from pitboss.house.storage.store import StorageFailed, Store
from pitboss.house.table.entries import Seated
from pitboss.house.table.hours import GamingDay
from pitboss.house.table.table import Table
from pitboss.journal import Step
from pitboss.ledger import Ledger
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

log = logging.getLogger("pitboss")

Reply = dict[str, Any]
SEATED = 200  # arrivals at a table, the latest first, among which one is looked for
_seated, _step = msgspec.json.Decoder(Seated), msgspec.json.Decoder(Step)
GRANTED_WAGERS = 20  # of the posted minimum, granted at once for a round
LEAST_WAGER = 100  # where no minimum is posted
LATEST = "9999"  # later than any day
NOT_NOW = "Your limits cannot be looked at just now, so nothing was wagered; try again."


class Allowances:
    """One for a house, or for a process of one."""

    def __init__(
        self,
        cage: Cage,
        register: Register,
        clock: Clock,
        day: Callable[[], GamingDay],
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.cage, self._register, self._clock, self._day, self._entropy = cage, register, clock, day, entropy
        cage.check_visitor, cage.check_stake, cage.before_stake = self.check_visitor, self.check_stake, self._unchanged
        self.refresh: Callable[[], None] = lambda: None  # reads what another process has written about people
        self._queued: dict[tuple[str, str], asyncio.Task[None]] = {}  # by table and session: what has to be done first
        self._sums: dict[tuple[str, str, str], list[Cents]] = {}  # by purse, table and day: of those who have no limit
        self._changing: dict[str, list[asyncio.Event]] = {}  # by person: each is set when a change is over
        self._unwritten: list[entries.Played] = []  # what the cage could not take yet
        # By person, table, seat and round: what is reserved and on its way to the table.
        self._staking: dict[tuple[str, str, int, int], Cents] = {}
        self._writing: set[asyncio.Task[None]] = set()

    # --- who may not play

    def barred(self, person: str) -> str:
        """Why somebody may not play now, as a sentence; empty when they may."""
        own = self._register.limits.of(person)
        if own is NONE:
            return ""
        if own.is_excluded(self._clock.seconds()):
            return f"You have excluded yourself from play until {own.until}; what you have is in your purse."
        if TIME in own.values and self.seconds_today(person) >= own.values[TIME] * 60:
            return f"You have been at tables for the {own.values[TIME]} minutes a day that you allow yourself."
        return ""

    def check_visitor(self, purse: str) -> None:
        if words := self.barred(purse):
            raise Barred(words)

    def seconds_today(self, purse: str) -> float:
        return self.cage.play.of(purse).seconds_at_tables(self._day().begins.timestamp(), self._clock.seconds())

    # --- how much may be wagered

    def check_stake(self, purse: str, more: Cents) -> None:
        """Refuse what would be more than a limit, everything counted that was wagered or reserved anywhere."""
        own, play = self._register.limits.of(purse), self.cage.play.of(purse)
        for name in AMOUNTS:
            if (limit := own.values.get(name)) is None:
                continue
            left = limit - self.so_far(play, name)
            if more > left:
                what, _, period = name.partition("_")
                words = "lose" if what == "loss" else "wager"
                raise Barred(
                    f"You allow yourself to {words} ${dollars(limit)} a {period}; "
                    f"${dollars(max(left, 0))} of it is left, and that takes ${dollars(more)}."
                )

    def so_far(self, play: PlayOf, name: str) -> Cents:
        """What counts against a limit: what was wagered or lost in its period, and what is reserved."""
        what, _, period = name.partition("_")
        sums = play.sums(first_day(period, self._day().date), LATEST)
        return (sums.lost if what == "loss" else sums.wagered) + play.reserved

    def may_stake(self, table: Table, seat: int, cost: Cents) -> None:
        """The last look, in the moment in which a table takes a wager or another answer that costs something."""
        holder = table.state.seats.holder(seat)
        person = table.state.seats.persons.get(holder, "")
        if not person or not cost:
            return
        self.check_visitor(person)
        if not self._register.limits.of(person).has_amounts:
            return
        if staked(table, holder) + cost > self.cage.play.of(person).level(table.name, holder, table.state.felt.number):
            raise Barred("That is more than was set aside out of what your limits leave; try again.")

    # --- before a command goes to its table

    def reserve(
        self,
        host: "Host",
        session: Session,
        command: Command,
        send: "Callable[[], asyncio.Future[Reply]]",
        was_done: Callable[[], bool],
    ) -> "asyncio.Future[Reply]":
        """Send a command to its table, after what it stakes has been reserved; those of one player stay in their order. One that
        was carried out before stakes nothing more."""
        key = (host.name, session.hash)
        before = self._queued.get(key)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Reply] = loop.create_future()
        try:
            if before is None and self._wanted(host, session, command) is None:
                return send()
        except Refused as refused:
            _settle(future, refused)
            return future
        except sqlite3.Error as error:  # the database is away: what somebody may wager cannot be looked up
            log.error("limits could not be looked at: %s", error)
            _settle(future, Refused(Refusal.UNAVAILABLE, NOT_NOW, ""))
            return future
        task = loop.create_task(self._in_turn(before, host, session, command, send, was_done, future))
        self._queued[key] = task

        def over(_: object) -> None:
            if self._queued.get(key) is task:
                del self._queued[key]

        task.add_done_callback(over)
        return future

    async def _in_turn(
        self,
        before: "asyncio.Task[None] | None",
        host: "Host",
        session: Session,
        command: Command,
        send: "Callable[[], asyncio.Future[Reply]]",
        was_done: Callable[[], bool],
        future: "asyncio.Future[Reply]",
    ) -> None:
        if before is not None:
            await asyncio.wait([before])
        wanted = None
        try:
            if (wanted := self._wanted(host, session, command)) is not None and not was_done():
                await self._unchanged(wanted[0])
                await self._record_play_of_yesterday(host, session)
                self._staking[wanted[:4]] = wanted[4]
                await self.cage.stake(*wanted)
            reply = await send()
        except Refused as refused:
            _settle(future, refused)
            if wanted is not None and host.table is not None and host.table.round is not None:
                await self._write(
                    self.played_so_far(host.table, session.seat)
                )  # what was reserved for it is free again
        except (StorageFailed, sqlite3.Error):
            _settle(future, Refused(Refusal.UNAVAILABLE, NOT_NOW, ""))
        except BaseException:
            _settle(future, Refused(Refusal.UNAVAILABLE, NOT_NOW, ""))
            raise
        else:
            if not future.done():
                future.set_result(reply)
        finally:
            if wanted is not None:
                self._staking.pop(wanted[:4], None)

    async def _record_play_of_yesterday(self, host: "Host", session: Session) -> None:
        """A round that began on another gaming day: what was taken back since does not leave room for more today."""
        table = host.table
        if table is None or table.round is None:
            return
        before = self.cage.play.of(table.state.seats.persons.get(session.seat, "")).played_so_far(
            table.name, session.seat, table.state.felt.number
        )
        if before.day and before.day != self._day().date:
            await self._write(self.played_so_far(table, session.seat))

    def _wanted(
        self, host: "Host", session: Session, command: Command
    ) -> tuple[str, str, int, int, Cents, Cents] | None:
        """What has to be reserved for a command: of whom, at which table and seat, in which round, how much in all, and how much
        may be granted for the whole round."""
        stake = command.stake(host, session)
        if stake is None:
            return None
        self.refresh()
        if not self._register.limits.of(stake.person).has_amounts:
            return None
        if stake.amount <= self.cage.play.of(stake.person).level(host.name, stake.seat, stake.round):
            return None  # granted before in this round
        grant = GRANTED_WAGERS * (host.require_table().rules.minimum or LEAST_WAGER)
        return stake.person, host.name, stake.seat, stake.round, stake.amount, grant

    # --- what was played so far

    def played_so_far(self, table: Table, seat: int, *, over: bool = False) -> list[entries.Played]:
        """What a player wagered and got back in the round so far; nothing of those who did not sign in."""
        person = table.state.seats.persons.get(seat, "")
        if not person:
            return []
        wagered, returned = came_to(table, seat)
        key = self._new_key() if over else ""
        day = self._day().date
        return [entries.Played(person, table.name, day, table.state.felt.number, wagered, returned, over, seat, key)]

    def _new_key(self) -> str:
        return self._entropy(6).hex()

    def record_play(self, played: Iterable[entries.Played]) -> None:
        """Have the cage record what is on the disk, at once where it counts against a limit."""
        now = []
        for one in played:
            play, own = self.cage.play.of(one.purse), self._register.limits.of(one.purse)
            if own.has_amounts or play.held or play.played_so_far(one.table, one.seat, one.round).round:
                now.append(one)
            elif one.wagered or one.returned:
                sums = self._sums.setdefault((one.purse, one.table, one.day), [0, 0])
                sums[0], sums[1] = sums[0] + one.wagered, sums[1] + one.returned
        if now:
            self._write_soon(now)

    def _write_soon(self, played: Sequence[entries.Played]) -> None:
        task = asyncio.get_running_loop().create_task(self._write(played))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _write(self, played: Sequence[entries.Played]) -> None:
        try:
            await self.cage.played(played)
        except (StorageFailed, Refused) as failure:
            log.error("what was played could not be written down: %s", failure)
            self._unwritten += played

    async def flush(self, purse: str = "") -> None:
        """Have everything written down, of one player or of all; what cannot be is tried again."""
        keys = [key for key in self._sums if not purse or key[0] == purse]
        sums = [(key, self._sums.pop(key)) for key in keys]
        again, self._unwritten = self._unwritten, []
        played = [
            entries.Played(who, table, day, 0, wagered, returned, key=self._new_key())
            for (who, table, day), (wagered, returned) in sums
        ]
        if again or played:
            self._write_soon([*again, *played])
        if self._writing:  # what another call has begun to write counts here, too
            await asyncio.wait(set(self._writing))

    @asynccontextmanager
    async def changing(self, person: str) -> AsyncIterator[None]:
        """While somebody sets a limit nothing is reserved: first all that they have wagered so far has to count."""
        done = asyncio.Event()
        self._changing.setdefault(person, []).append(done)
        try:
            yield
        finally:
            done.set()
            self._changing[person].remove(done)
            if not self._changing[person]:
                del self._changing[person]

    async def _unchanged(self, person: str) -> None:
        """Wait until nothing of what somebody wagered, or forbids themselves, is being changed."""
        while changing := self._changing.get(person):
            await changing[0].wait()

    async def settle(self, hosts: Mapping[str, "Host"], store: Store) -> None:
        """What a crash left reserved for rounds that are over: the record says what was played."""
        for purse, play in list(self.cage.play.known.items()):
            for key in list(play.held):
                host = hosts.get(key[0])
                if host is None or host.table is None or host.suspended:
                    continue
                async with self.changing(purse):
                    busy = any(name == host.name and not task.done() for (name, _), task in self._queued.items())
                    if key in play.held and not busy:
                        await self._settle_one(host.table, store, purse, *key[1:])

    async def _settle_one(self, table: Table, store: Store, purse: str, seat: int, number: int) -> None:
        """By the table where the round goes on, else by its record; nothing is staked meanwhile."""
        name = table.name
        if (
            table.round is not None
            and table.state.felt.number == number
            and table.state.seats.persons.get(seat) == purse
        ):
            return await self._write(self.played_so_far(table, seat))
        owners = dict(table.state.ledger.owners)
        wagered, returned = await asyncio.to_thread(recorded, store, name, number, purse, seat, owners)
        day = self._day().date
        await self._write([entries.Played(purse, name, day, number, wagered, returned, seat=seat)])

    @property
    def unwritten(self) -> set[str]:
        """Those of whom this process has something that the cage does not know yet."""
        return {purse for purse, _, _ in self._sums} | {one.purse for one in self._unwritten}

    async def limits_changed(self, person: str, hosts: Collection["Host"]) -> None:
        """Somebody set a limit: what they wagered until now counts, also that of rounds which are not over."""
        await self.flush(person)
        played = [
            one
            for host in hosts
            if (table := host.table) is not None and table.round is not None
            for seat, who in table.state.seats.persons.items()
            if who == person
            for one in self.played_so_far(table, seat)
            # what is reserved counts already, and more may just be being staked on it
            if one.wagered > self.cage.play.of(person).held.get((table.name, seat, table.state.felt.number), 0)
        ]
        if played:
            await self._write(played)
        await self._revoke(person, hosts)

    async def _revoke(self, person: str, hosts: Collection["Host"]) -> None:
        """Take back what was granted for rounds in progress and is not staked yet."""
        for host in hosts:
            if (table := host.table) is None or table.round is None:
                continue
            for seat, who in table.state.seats.persons.items():
                if who == person:
                    number = table.state.felt.number
                    under_way = self._staking.get((person, table.name, seat, number), 0)
                    await self.cage.revoke(person, table.name, seat, number, max(staked(table, seat), under_way))

    # --- how long they have played

    def check_due(self, person: str, given: tuple[str, int]) -> entries.Reminded | None:
        """The reality check that somebody has to be given now, unless it was given."""
        play, day = self.cage.play.of(person), self._day()
        own: OwnLimits = self._register.limits.of(person)
        every = own.check_minutes() * 60
        due = int(self.seconds_today(person) // every) * every
        if not play.stays or due <= 0 or max(given, play.reminded) >= (day.date, due):
            return None
        sums = play.sums(day.date, day.date)
        return entries.Reminded(person, day.date, due, sums.wagered, sums.lost)


def recorded(
    store: Store, table: str, number: int, person: str, seat: int, owners: Mapping[int, str]
) -> tuple[Cents, Cents]:
    """What somebody wagered in a round that is over, and what came back to their rack, by the table's record alone."""
    found = store.round(table, number)
    if found is None:  # it never was, or was canceled
        return 0, 0
    if not seat:
        seated = (_seated.decode(one.payload) for one in store.entries_of(table, ("seated",), None, SEATED))
        seat = next((one.seat for one in seated if one.person == person), 0)
    wagered, ledger = 0, Ledger()
    ledger.owners |= owners  # of further boxes
    for entry in store.entries(table, *found):
        if entry.kind != "step":
            continue
        events = _step.decode(entry.payload).events
        ledger.fold(events)
        for event in events:
            if isinstance(event, Wagered | Withdrawn) and ledger.rack(event.seat) == ledger.rack(seat):
                wagered += event.amount if isinstance(event, Wagered) else -event.amount
    return wagered, wagered + ledger.balance(ledger.rack(seat))


def spoken_check(check: entries.Reminded) -> str:
    """A reality check, in words."""
    minutes = check.seconds // 60
    hours = f"{minutes // 60} h {minutes % 60:02d} min" if minutes >= 60 else f"{minutes} minutes"
    result = f"lost ${dollars(check.lost)}" if check.lost >= 0 else f"won ${dollars(-check.lost)}"
    return (
        f"You have been at tables for {hours} today; you wagered ${dollars(check.wagered)} and {result} so far. "
        "Your limits are on the page of your account."
    )


def _settle(future: "asyncio.Future[Reply]", refused: Refused) -> None:
    if not future.done():
        future.set_exception(refused)


def _of_round(table: Table, seat: int) -> tuple[list[int], list[Any]]:
    """The places of a player, and what happened in this round since they came."""
    arrived = table.state.seats.arrived.get(seat)
    since = arrived[2] if arrived is not None and arrived[1] == table.state.felt.number else 0
    return table.state.seats.held(seat), list(table.play.events[since:])


def staked(table: Table, seat: int) -> Cents:
    """What a player has paid out of their rack in this round."""
    own, events = _of_round(table, seat)
    total = 0
    for event in events:
        if isinstance(event, Wagered | Charged) and event.seat in own:
            total += event.amount
        elif isinstance(event, Withdrawn | Refunded) and event.seat in own:
            total -= event.amount
    return total


def came_to(table: Table, seat: int) -> tuple[Cents, Cents]:
    """What a player wagered in this round, and what came back to their rack; by the same ledger as play."""
    own, events = _of_round(table, seat)
    wagered = sum(event.amount for event in events if isinstance(event, Wagered) and event.seat in own)
    wagered -= sum(event.amount for event in events if isinstance(event, Withdrawn) and event.seat in own)
    trial = Ledger()
    trial.owners = dict(table.state.ledger.owners)
    trial.fold(events)
    return wagered, wagered + trial.balance(trial.rack(seat))
