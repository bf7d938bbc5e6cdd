"""The cage of a house that is open: the one writer of its journal.

Nothing counts before it is on the disk. Whoever moves chips waits their turn, so that what a purse holds is looked at and
changed in one step, whatever else is going on in the house.
"""

from collections.abc import Awaitable, Callable, Container, Sequence

import msgspec

from pitboss.house.book.entries import MoneyEntry
from pitboss.house.book.movements.asker import Asker
from pitboss.house.book.movements.asks import AnyMovement
from pitboss.house.book.movements.decide import decide
from pitboss.house.cage import entries
from pitboss.house.cage.deposits import deposit_of, holder_of, is_deposit
from pitboss.house.cage.looks import checked_colour, checked_name
from pitboss.house.cage.play import PlayOf
from pitboss.house.cage.purses import CAGE_JOURNAL, OPENING, Purse, PurseFold, bought
from pitboss.house.clock import Clock
from pitboss.house.people.limits import Barred
from pitboss.house.storage.kept_journal import KeptJournal
from pitboss.house.storage.store import Store, Write
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused

FAR = 4  # grants: as much as this has to be left of every limit before one is given


class Cage(PurseFold):
    """It reads the journal once, and then writes it."""

    leads = True  # whether this process writes the journal

    def __init__(self, store: Store, clock: Clock) -> None:
        super().__init__()
        self._journal = KeptJournal(store, clock, CAGE_JOURNAL, entries.NAMES, replay=self.replay, apply=self.apply)
        self.recover, self.follow = self._journal.recover, self._journal.follow
        self.check_visitor: Callable[[str], None] = lambda purse: None  # refuses whoever excluded themselves from play
        self.check_stake: Callable[[str, Cents], None] = lambda purse, more: None  # refuses what is beyond own limits
        self.before_stake: Callable[[str], Awaitable[None]] | None = None  # until all counts that somebody has wagered

    # --- chips

    async def send(self, purse: str, table: str, amount: Cents, *, stay: str = "") -> entries.ChipsOut:
        """Take chips out of a purse for a table; from now on they are on the way. Never more than it holds."""
        sent: list[entries.ChipsOut] = []

        def made() -> Sequence[msgspec.Struct]:
            self.check_visitor(holder_of(purse))
            found, new = self.purse(purse), opening(self.purses, purse)
            if not 0 < amount <= found.spendable:
                raise not_enough(found.spendable, amount, deposit=is_deposit(purse))
            key = f"chips {self._journal.sequence + len(new) + 1}"  # the number of the entry: no other has it
            sent.append(entries.ChipsOut(purse, table, amount, key, stay, min(amount, found.hand)))
            return (*new, sent[0])

        await self._journal.enter(made)
        return sent[0]

    async def take_back(self, key: str) -> None:
        """Return chips from the way; nothing where that was done, or the stay is over."""

        def made() -> Sequence[msgspec.Struct]:
            sent = self.out.get(key)
            if sent is None or bought(self, key):
                return ()
            return (entries.ChipsReturned(sent.purse, sent.table, sent.amount, key),)

        await self._journal.enter(made)

    async def bring_back(self, key: str, amount: Cents) -> None:
        """End a stay with what was in its rack; nothing where that was done."""

        def made() -> Sequence[msgspec.Struct]:
            sent = self.out.get(key)
            return (entries.ChipsBack(sent.purse, sent.table, amount, key),) if sent is not None else ()

        await self._journal.enter(made)

    async def pay_correction(self, purse: str, table: str, round: int, amount: Cents, key: str) -> None:
        """Bring what a correction gives to somebody who left the table into their purse; nothing where that was done."""

        def made() -> Sequence[msgspec.Struct]:
            paid = entries.CorrectionCredited(purse, table, round, amount, key)
            return () if key in self.corrected else (*opening(self.purses, purse), paid)

        await self._journal.enter(made)

    def check_top_up(self, purse: str, day: str, elsewhere: Cents) -> Cents:
        """With how much a purse is filled up again, or a refusal: once a gaming day; and whenever its visitor has nothing,
        there or at a table, so that nobody is kept from learning. ``elsewhere`` is what they have at tables."""
        self.check_visitor(purse)
        found = self.purse(purse)
        if is_deposit(purse):
            raise Refused(Refusal.LOCKED, "A deposit is filled up at the cage, with money.", "465a.23")
        if found.balance >= OPENING:
            words = f"You have ${dollars(found.balance)}; play chips are topped up below ${dollars(OPENING)}."
            raise Refused(Refusal.LOCKED, words, "")
        if found.day == day and (found.balance or elsewhere):
            words = "Your chips were topped up today; they are again tomorrow, or when you have none left."
            raise Refused(Refusal.LOCKED, words, "")
        return OPENING - found.balance

    async def top_up(self, purse: str, day: str, elsewhere: Cents) -> Purse:
        """Fill a purse up again."""

        def made() -> Sequence[msgspec.Struct]:
            return (entries.ToppedUp(purse, self.check_top_up(purse, day, elsewhere), day),)

        await self._journal.enter(made)
        return self.purse(purse)

    # --- money

    async def move(self, ask: AnyMovement, asker: Asker) -> str:
        """Carry out a movement of money, or refuse it; decided when nobody else can write. The number of what it made, if any."""
        made: list[MoneyEntry] = []

        def entered() -> Sequence[msgspec.Struct]:
            made.extend(decide(self.book, ask, _with_deposit(self, ask, asker)))
            return made

        await self._journal.enter(entered)
        return str(
            getattr(made[0], "slip", getattr(made[0], "receipt", "")) if made else self.book.keys.get(ask.key, "")
        )

    # --- play

    async def stake(self, purse: str, table: str, seat: int, round: int, amount: Cents, grant: Cents = 0) -> None:
        """Reserve what somebody with limits wants to have staked in a round, all in all; looked at and reserved in one step. Far
        from every limit ``grant`` is reserved for the round, so that its further wagers need not be asked for one by one."""

        def made() -> Sequence[msgspec.Struct]:
            before = self.play.of(purse).level(table, seat, round)
            self.check_visitor(purse)
            if amount <= before:
                return ()
            self.check_stake(purse, amount - before)
            reserved = max(amount, grant) if _is_within(lambda: self.check_stake(purse, FAR * grant)) else amount
            return (entries.Staked(purse, table, round, reserved, seat),)

        if self.before_stake is not None:
            await self.before_stake(purse)
        await self._journal.enter(made)

    async def revoke(self, purse: str, table: str, seat: int, round: int, amount: Cents) -> None:
        """Reserve no more for a round than what is staked in it: what somebody forbids themselves counts from now on."""

        def made() -> Sequence[msgspec.Struct]:
            more = self.play.of(purse).held.get((table, seat, round), 0) > amount
            return (entries.Staked(purse, table, round, amount, seat),) if more else ()

        await self._journal.enter(made)

    async def played(self, played: Sequence[entries.Played], also: Sequence[Write] = ()) -> None:
        """Record what was played in rounds, in one transaction with what tables write of the same rounds."""
        await self._journal.enter(lambda: [one for one in played if _is_news(self.play.of(one.purse), one)], also)

    async def remind(self, reminder: entries.Reminded) -> None:
        """Record that somebody was reminded of how long they have played; once for each time."""
        await self._journal.enter(
            lambda: (reminder,) if self.play.of(reminder.purse).reminded < (reminder.day, reminder.seconds) else ()
        )

    async def rename(self, purse: str, name: str, colour: str) -> Purse:
        """A name and a colour of one's own."""
        wish = entries.Renamed(purse, checked_name(name), checked_colour(colour))

        def made() -> Sequence[msgspec.Struct]:
            found = self.purse(purse)
            new = (found.name, found.colour) != (wish.name, wish.colour)
            return (*opening(self.purses, purse), wish) if new else ()

        await self._journal.enter(made)
        return self.purse(purse)


def _with_deposit(cage: PurseFold, ask: AnyMovement, asker: Asker) -> Asker:
    """What the patron whom a movement names has with the house."""
    patron = getattr(ask, "patron", "")
    return msgspec.structs.replace(asker, deposits={patron: cage.purse(deposit_of(patron)).balance})


def not_enough(balance: Cents, amount: Cents, *, deposit: bool = False) -> Refused:
    """There is less in a purse than somebody wants out of it."""
    if deposit:
        words = f"Your deposit and the chips you carry are ${dollars(balance)}; the cage takes more."
        return Refused(Refusal.NOT_ENOUGH_CHIPS, words, "465a.23")
    if not balance:
        words = "You have no chips left in your purse; leave another table, or top it up."
    elif amount <= 0:
        words = f"Expected an amount from $0.01 to ${dollars(balance)}, which is what you have."
    else:
        words = f"You have ${dollars(balance)} in your purse, and that takes ${dollars(amount)}."
    return Refused(Refusal.NOT_ENOUGH_CHIPS, words, "")


def _is_within(check: Callable[[], None]) -> bool:
    try:
        check()
    except Barred:
        return False
    return True


def _is_news(own: PlayOf, played: entries.Played) -> bool:
    """Whether what was played in a round is not recorded yet."""
    if played.key in own.keys:
        return False
    if played.attends:
        return (played.table in own.attends) is (played.attends < 0)
    if played.round and own.frees(played):
        return True
    before = own.played_so_far(played.table, played.seat, played.round)
    if before.round:
        return played.over or (before.wagered, before.returned) != (played.wagered, played.returned)
    return bool(played.wagered or played.returned)


def opening(purses: Container[str], purse: str) -> tuple[msgspec.Struct, ...]:
    """A purse costs nothing until it is used; then it is opened."""
    return () if purse in purses else (entries.PurseOpened(purse, 0 if is_deposit(purse) else OPENING),)
