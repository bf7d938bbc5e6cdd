"""Between the cage and the tables: chips go out of a purse onto a rack, and back when a seat is given up.

Each way takes two steps, one in each journal, under one key: the cage sends, then the table takes; the table is left, then
the cage takes in. Whatever a crash or a fault left between two steps is settled by what the table's record says, when the
house opens and every so often. One visitor's chips are moved by one hand at a time, so that nothing is settled which is
just being done.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec

from pitboss.house.cage.cage import Cage, not_enough
from pitboss.house.cage.deposits import holder_of, is_deposit
from pitboss.house.cage.entries import ChipsOut
from pitboss.house.cage.purses import Purse, bought
from pitboss.house.commands.buy_chips import BuyChips
from pitboss.house.commands.free_unused import FreeUnused
from pitboss.house.commands.take_seat import TakeSeat
from pitboss.house.host import seats
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import NOBODY, STRANGER, Session, as_stranger
from pitboss.house.host.table_house import new_key
from pitboss.house.storage.store import StorageFailed, Store
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused

log = logging.getLogger("pitboss")

BOUGHT = 1000  # purchases of a table, the latest first, among which one on the way is looked for


class _Transfer(msgspec.Struct, frozen=True):
    amount: Cents = 0
    transfer: str = ""


_transfer = msgspec.json.Decoder(_Transfer)


class Cashier:
    """Moves chips between purses and the tables that this house runs."""

    def __init__(self, cage: Cage, store: Store, hosts: Mapping[str, Host]) -> None:
        self.cage, self._store, self._hosts = cage, store, hosts
        self._hands: dict[str, tuple[asyncio.Lock, int]] = {}  # by purse, and how many hold it or wait for it
        self._returning: dict[str, asyncio.Task[None]] = {}  # by key of the stay
        self._taken: set[str] = set()  # keys of purchases that tables were seen to have taken
        self.settles: Callable[[str], bool] = lambda table: (
            True
        )  # whether this process answers for a table, by its name

    # --- out

    async def sit_down(
        self, host: Host, wish: TakeSeat, person: str, purse: Callable[[], str | Awaitable[str]]
    ) -> dict[str, Any]:
        """A seat, bought in for out of a purse; the same wish again is given the same seat. ``purse`` tells whose chips they
        are, and is asked only when a new seat is taken."""
        if (known := host.replies.done_before(STRANGER, wish)) is not None:
            return known
        _check_in_order(host)
        seats.may_sit(host, wish.seat, person)
        asked = purse()
        whose = asked if isinstance(asked, str) else await asked
        if seats.is_own(host):
            await self._return_unused(whose)
        return await _to_the_end(self._sit_down(host, wish, person, whose))

    def _check_table(self, host: Host, purse: str, key: str = "") -> None:
        """Refuse a second table, where the house has everybody play at one, also while chips are on the way to the first. With
        ``key``, that of chips sent just now, what was sent before them: of two processes at once, one is refused."""
        for sent in self.cage.out.values() if seats.is_one_table(host) else ():
            if sent.key == key:
                return
            other = self._hosts.get(sent.table)
            if sent.purse == purse and sent.table != host.name and not (other is not None and seats.is_own(other)):
                raise seats.second_table(sent.table)

    async def _return_unused(self, purse: str) -> None:
        """Bring back what a visitor left in racks at practice tables of their own, where nothing of it is at stake: whoever
        looks at one game after the other would otherwise sit down with less and less."""
        for sent in [one for one in self.cage.out.values() if one.purse == purse and not one.stay]:
            host = self._hosts.get(sent.table)
            table = host.table if host is not None else None
            if host is None or table is None or not seats.is_own(host):
                continue
            seat = _seat_with(table, sent)
            if seat in host.presence.out_of_reach:
                with suppress(Refused, StorageFailed):
                    await host.do(NOBODY, FreeUnused(key=new_key(host.house), seat=seat, stay=sent.key))
                    await self.brought_back(sent.key)

    async def _sit_down(self, host: Host, wish: TakeSeat, person: str, purse: str) -> dict[str, Any]:
        async with self._hand(purse):
            if (known := host.replies.done_before(STRANGER, wish)) is not None:
                return known
            self._check_table(host, purse)
            found = self.cage.purse(purse)
            sent = await self.cage.send(purse, host.name, _buy_in(host, found, wish.amount))
            try:
                self._check_table(host, purse, sent.key)
            except Refused:
                await self.cage.take_back(sent.key)
                raise
            looks = self.cage.purse(holder_of(purse))
            chips = seats.Chips(purse, sent.key, sent.amount, looks.name, looks.colour, brought=sent.brought)
            return await self._settled(host.do(as_stranger(person), wish, chips), sent)

    async def buy(self, host: Host, session: Session, key: str) -> dict[str, Any]:
        """More chips for a rack that has run low, out of the purse that it was bought with."""
        table = host.require_table()
        stay = table.state.seats.stays.get(session.seat)
        if stay is None or not host.presence.sits(session):
            return await host.do(session, BuyChips(key=key))
        if (known := host.replies.done_before(session, BuyChips(key=key))) is not None:
            return known
        _check_in_order(host)
        seats.may_buy(host, session)
        return await _to_the_end(self._buy(host, session, key, stay.purse, stay.key))

    async def _buy(self, host: Host, session: Session, key: str, purse: str, stay: str) -> dict[str, Any]:
        async with self._hand(purse):
            if (known := host.replies.done_before(session, BuyChips(key=key))) is not None:
                return known
            if stay not in self.cage.out:  # the seat was given up meanwhile
                return await host.do(session, BuyChips(key=key))
            balance = self.cage.purse(purse).spendable
            usual = host.require_table().state.filing.settings.buy_in
            sent = await self.cage.send(purse, host.name, min(usual, balance), stay=stay)
            chips = seats.Chips(purse, sent.key, sent.amount, stay=stay, brought=sent.brought)
            return await self._settled(host.do(session, BuyChips(key=key), chips), sent)

    async def _settled(self, taking: "asyncio.Future[dict[str, Any]]", sent: ChipsOut) -> dict[str, Any]:
        """What the table answers; chips that it did not take are returned."""
        try:
            reply = await taking
        except Refused:
            with suppress(StorageFailed):  # tried again later
                await self._settle(sent)
            raise
        if reply.get(seats.TRANSFER) != sent.key:  # the same wish came by two ways at once, and the other was first
            with suppress(StorageFailed):
                await self._settle(sent)
        elif sent.stay:
            self._taken.add(sent.key)
        return reply

    # --- back

    def seats_left(self, left: Iterable[entries.Left]) -> None:
        """Seats were given up, and that is on the disk: what was in their racks goes into the purses."""
        for one in left:
            task = asyncio.get_running_loop().create_task(self._bring_back(one))
            self._returning[one.transfer] = task
            task.add_done_callback(lambda _, key=one.transfer: self._returning.pop(key, None))  # type: ignore[misc]

    async def _bring_back(self, left: entries.Left) -> None:
        try:
            async with self._hand(left.purse):
                await self._end(left.transfer, left.amount)
        except (StorageFailed, Refused) as failure:  # a cage that is being moved refuses; tried again later
            log.error("the chips of %s are on the way: %s", left.purse, failure)

    def corrected(self, table: Table) -> None:
        """Corrections were agreed to, and that is on the disk: what they give to those who left goes into their purses."""
        for round, payee in table.state.disputes.to_purses:
            if payee.transfer in self.cage.corrected or payee.transfer in self._returning:
                continue
            task = asyncio.get_running_loop().create_task(self._pay(table.name, round, payee))
            self._returning[payee.transfer] = task
            task.add_done_callback(lambda _, key=payee.transfer: self._returning.pop(key, None))  # type: ignore[misc]

    async def paid(self, table: Table) -> None:
        """Wait for what corrections at a table give to those who left."""
        await asyncio.gather(
            *(
                self._returning[one.transfer]
                for _, one in table.state.disputes.to_purses
                if one.transfer in self._returning
            )
        )

    async def _pay(self, table: str, round: int, payee: entries.Payee) -> None:
        try:
            async with self._hand(payee.purse):
                await self.cage.pay_correction(payee.purse, table, round, payee.amount, payee.transfer)
        except (StorageFailed, Refused) as failure:  # tried again later
            log.error("a correction for %s is on the way: %s", payee.purse, failure)

    async def _end(self, stay: str, amount: Cents) -> None:
        for more in bought(self.cage, stay):  # what never reached the table is no part of the stay
            await self._settle(more)
        await self.cage.bring_back(stay, amount)

    async def brought_back(self, *stays: str) -> None:
        """Wait for what is on the way back: from some stays, or from all."""
        await asyncio.gather(*(task for key, task in self._returning.items() if not stays or key in stays))

    # --- what was left on the way

    async def settle_all(self) -> None:
        """Settle every transfer that nobody is busy with: a crash, a fault or a full disk came between its two steps."""
        for name, there in self._hosts.items():
            if there.table is not None and not there.suspension.sentence and self.settles(name):
                self.corrected(there.table)
        self._taken &= self.cage.out.keys()
        for sent in list(self.cage.out.values()):
            host = self._hosts.get(sent.table)
            if not self.settles(sent.table) or sent.key in self._taken or _sits_there(host, sent):
                continue
            async with self._hand(sent.purse):
                # it may have been settled meanwhile; a table whose record is not in order decides nothing
                if sent.key in self.cage.out and not (host is not None and host.suspension.sentence):
                    with suppress(StorageFailed, Refused):
                        await self._settle(sent)

    async def _settle(self, sent: ChipsOut) -> None:
        """Settle one transfer by what the record of its table says; whoever calls holds the purse."""
        taken, left = await asyncio.to_thread(self._recorded, sent)
        if not taken:
            await self.cage.take_back(sent.key)
        elif sent.stay:
            self._taken.add(sent.key)
        elif left is not None:
            await self._end(sent.key, left)

    def _recorded(self, sent: ChipsOut) -> tuple[bool, Cents | None]:
        """Whether the table's record shows that it took the chips; and what was in the rack when the seat was given up."""
        if sent.stay:
            bought = self._store.history.entries_of(sent.table, (entries.NAMES[entries.Bought],), None, BOUGHT)
            return any(_transfer.decode(one.payload).transfer == sent.key for one in bought), None
        own = [
            (one.kind, moved)
            for one in self._store.history.arrivals(sent.table)
            if (moved := _transfer.decode(one.payload)).transfer == sent.key
        ]
        left = next((moved.amount for kind, moved in own if kind == entries.NAMES[entries.Left]), None)
        return bool(own), left

    @asynccontextmanager
    async def _hand(self, purse: str) -> AsyncIterator[None]:
        """One at a time for each purse; those that nobody uses take no room."""
        lock, users = self._hands.get(purse, (asyncio.Lock(), 0))
        self._hands[purse] = lock, users + 1
        try:
            async with lock:
                yield
        finally:
            lock, users = self._hands[purse]
            if users > 1:
                self._hands[purse] = lock, users - 1
            else:
                del self._hands[purse]

    # --- what a visitor has

    def at_tables(self, purse: str) -> Cents:
        """What a visitor has at tables or on the way: racks, and what lies on the layouts; a buy-in where that cannot be seen."""
        total = 0
        for sent in self.cage.out.values():
            if sent.purse != purse or sent.stay:
                continue
            host = self._hosts.get(sent.table)
            table = host.table if host is not None else None
            seat = _seat_with(table, sent) if table is not None else 0
            if table is None or not seat:
                total += sent.amount
            else:
                total += table.state.ledger.chips(seat) + sum(
                    table.state.felt.stakes(one) for one in table.state.seats.held(seat)
                )
        return total


def _sits_there(host: Host | None, sent: ChipsOut) -> bool:
    """Whether the visitor sits at the table with these chips, which then are where they belong."""
    if host is None or host.table is None:
        return False
    return not sent.stay and bool(_seat_with(host.table, sent))


def _seat_with(table: Table, sent: ChipsOut) -> int:
    """The seat whose player brought these chips; 0 where nobody has it with them."""
    return next((seat for seat, stay in table.state.seats.stays.items() if stay.key == sent.key), 0)


def _check_in_order(host: Host) -> None:
    """No chips are sent to a table that is suspended."""
    if host.suspension.sentence:
        raise Refused(Refusal.TABLE_CLOSED, host.suspension.sentence, "")


def _buy_in(host: Host, purse: Purse, wished: Cents) -> Cents:
    """With how much somebody sits down: what they said, or what is usual at the table, as far as they have it."""
    table = host.require_table()
    has, least = purse.spendable, table.rules.minimum or 1
    amount = wished or min(table.state.filing.settings.buy_in, has)
    if amount > has or not has:
        raise not_enough(has, amount, deposit=is_deposit(purse.id))
    if amount < least:
        words = f"Expected a buy-in of at least ${dollars(least)}, the least wager here, not ${dollars(amount)}."
        raise Refused(Refusal.BELOW_MINIMUM, words, "")
    return amount


async def _to_the_end(work: Any) -> dict[str, Any]:
    """Whoever waits may go away; chips that left their purse arrive all the same, or are returned."""
    done: dict[str, Any] = await asyncio.shield(asyncio.ensure_future(work))
    return done
