"""What players forbid themselves, held against what they do: before a wager is taken, a seat is given or chips are sold.

Who has limits on amounts has every wager reserved at the cage before the table takes it (``Cage.stake``): the cage looks and
reserves in one step, for every table and every process of the house. Until then the command is parked in the queue of its
table, which takes no more than is reserved (``check_answer``). Exclusion and time are looked at in the very moment a wager is
taken. Nothing of this is known to the rules of a game: to them it is a player who does not wager.
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
from pitboss.house.host.reservations import NotReserved, Reservations, Stake, not_now
from pitboss.house.people.limits import AMOUNTS, NONE, TIME, Barred, OwnLimits
from pitboss.house.people.register import Register
from pitboss.house.storage.store import StorageFailed, Store, Write
from pitboss.house.table.entries import Seated
from pitboss.house.table.hours import GamingDay
from pitboss.house.table.table import Table
from pitboss.journal import Step
from pitboss.ledger import Ledger
from pitboss.money import Cents, dollars
from pitboss.procedure import Refused

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

log = logging.getLogger("pitboss")

SEATED = 200  # arrivals at a table, the latest first, among which one is looked for
_seated, _step = msgspec.json.Decoder(Seated), msgspec.json.Decoder(Step)
GRANTED_WAGERS = 20  # of the posted minimum, granted at once for a round
LEAST_WAGER = 100  # where no minimum is posted
LATEST = "9999"  # later than any day


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
        self.cage, self._register, self._clock, self.day, self._entropy = cage, register, clock, day, entropy
        cage.check_visitor, cage.check_stake, cage.before_stake = self.check_visitor, self.check_stake, self.unchanged
        self.refresh: Callable[[], None] = lambda: None  # reads what another process has written about people
        self._sums: dict[tuple[str, str, str], list[Cents]] = {}  # by purse, table and day: of those who have no limit
        self._changing: dict[str, list[asyncio.Event]] = {}  # by person: each is set when a change is over
        self._unwritten: list[entries.Played] = []  # what the cage could not take yet
        self.reservations = Reservations(self)
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
        return self.cage.play.of(purse).seconds_at_tables(self.day().begins.timestamp(), self._clock.seconds())

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
        sums = play.sums(first_day(period, self.day().date), LATEST)
        return (sums.lost if what == "loss" else sums.wagered) + play.reserved

    def check_answer(self, table: Table, seat: int, person: str, cost: Cents, *, asked: bool) -> None:
        """The last look, in the moment in which a table takes a wager or another answer that costs something. Where that is not
        reserved yet, or a limit is being changed, it has to wait (``NotReserved``); ``asked``: for somebody who can."""
        if asked:
            self._refresh_for_wager()
        self.check_visitor(person)
        if not self._register.limits.of(person).has_amounts:
            return
        goes_on = table.round is not None
        number, so_far = table.state.felt.number + (not goes_on), staked(table, seat) if goes_on else 0
        grant = GRANTED_WAGERS * (table.rules.minimum or LEAST_WAGER)
        stake = Stake(person, table.name, seat, number, so_far + cost, grant)
        changing = asked and person in self._changing and stake.place not in self.reservations.under_way
        if changing or stake.amount > self.cage.play.of(person).level(table.name, seat, number):
            raise NotReserved(stake)

    def _refresh_for_wager(self) -> None:
        try:
            self.refresh()
        except sqlite3.Error as error:  # the database is away: what somebody may wager cannot be looked up
            log.error("limits could not be looked at: %s", error)
            raise not_now() from None

    # --- what was played so far

    def played_so_far(self, table: Table, seat: int, *, over: bool = False) -> list[entries.Played]:
        """What a player wagered and got back in the round so far; nothing of those who did not sign in."""
        person = table.state.seats.persons.get(seat, "")
        if not person:
            return []
        wagered, returned = came_to(table, seat)
        key = self.new_key() if over else ""
        day = self.day().date
        return [entries.Played(person, table.name, day, table.state.felt.number, wagered, returned, over, seat, key)]

    async def record_play(self, host: "Host", seat: int) -> None:
        """Have the cage record what was played in the round so far, so that no more is reserved for it."""
        if (table := host.table) is not None and table.round is not None:
            await self._write(self.played_so_far(table, seat))

    async def record_play_of_yesterday(self, host: "Host", person: str, seat: int) -> None:
        """A round that began on another gaming day: what was taken back since does not leave room for more today."""
        number = host.require_table().state.felt.number
        before = self.cage.play.of(person).played_so_far(host.name, seat, number)
        if before.day and before.day != self.day().date:
            await self.record_play(host, seat)

    def played_by_all(self, table: Table) -> list[entries.Played]:
        """The same of every player at a table."""
        return [one for seat in table.state.seats.players for one in self.played_so_far(table, seat)]

    def new_key(self) -> str:
        return self._entropy(6).hex()

    async def commit(self, store: Store, writes: Sequence[Write], played: Sequence[entries.Played]) -> None:
        """Write what a table did. What was played in its rounds is in the same transaction where it counts against a limit and
        this process writes the journal of the cage; else it follows."""
        together = [one for one in played if self._counts_at_once(one)] if self.cage.leads else []
        if together:
            await self.cage.played(together, writes)
        else:
            await store.commit(writes)
        self._count(one for one in played if one not in together)

    def _counts_at_once(self, played: entries.Played) -> bool:
        play, own = self.cage.play.of(played.purse), self._register.limits.of(played.purse)
        return own.has_amounts or bool(play.held or play.played_so_far(played.table, played.seat, played.round).round)

    def _count(self, played: Iterable[entries.Played]) -> None:
        """Have the cage record what is on the disk, at once where it counts against a limit."""
        now = []
        for one in played:
            if self._counts_at_once(one):
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
            entries.Played(who, table, day, 0, wagered, returned, key=self.new_key())
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

    async def unchanged(self, person: str) -> None:
        """Wait until nothing of what somebody wagered, or forbids themselves, is being changed."""
        while changing := self._changing.get(person):
            await changing[0].wait()

    async def settle(self, hosts: Mapping[str, "Host"], store: Store) -> None:
        """What a crash left reserved for rounds that are over: the record says what was played."""
        for purse, play in list(self.cage.play.known.items()):
            for key in list(play.held):
                host = hosts.get(key[0])
                if host is None or host.table is None or host.suspension.sentence:
                    continue
                async with self.changing(purse):
                    if key in play.held and (purse, *key) not in self.reservations.under_way:
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
        day = self.day().date
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
                    under_way = self.reservations.under_way.get((person, table.name, seat, number), 0)
                    await self.cage.revoke(person, table.name, seat, number, max(staked(table, seat), under_way))

    # --- how long they have played

    async def note_attendance(self, tables: Iterable[Table]) -> None:
        """Have the cage know who is at tables where the dealer speaks for them, so that their time there counts, once however
        many tables they are at. What is known already is not written again."""
        day, attending, made = self.day().date, self.cage.play.attending, []
        for table in tables:
            seats, before = table.state.seats, attending.get(table.name, set())
            here = set(seats.persons.values()) if table.state.filing.settings.follow else set()
            made += [entries.Played(person, table.name, day, attends=1) for person in sorted(here - before)]
            made += [entries.Played(person, table.name, day, attends=-1) for person in sorted(before - here)]
        if made:
            await self._write(made)

    def check_due(self, person: str, given: tuple[str, int]) -> entries.Reminded | None:
        """The reality check that somebody has to be given now, unless it was given."""
        play, day = self.cage.play.of(person), self.day()
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
    found = store.history.round(table, number)
    if found is None:  # it never was, or was canceled
        return 0, 0
    if not seat:
        seated = (_seated.decode(one.payload) for one in store.history.entries_of(table, ("seated",), None, SEATED))
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
