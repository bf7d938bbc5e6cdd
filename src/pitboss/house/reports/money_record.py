"""The cage's journal folded for reports: the same fold as the book's, in which papers of final days are remembered, and every
posting is counted by gaming day and by the two accounts between which it was.

Accounts, receipts and patrons go by the clock; a box, and a slip in it, by the gaming day of the box (601a.9, 465a.41).
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from pitboss.house.book import accounts
from pitboss.house.book.accounts import BookAccounts, MoneyPosting
from pitboss.house.book.book import DropBox, MoneyBook, Slip
from pitboss.house.book.chips import Chips
from pitboss.house.book.entries import BookOpened, DayMoved, MoneyEntry, ShiftEnded, SlipMade, TableReading, WindowAct
from pitboss.house.cage import entries
from pitboss.house.cage.deposits import holder_of, is_deposit
from pitboss.house.cage.purses import PurseFold
from pitboss.house.progressives.periods import Periods
from pitboss.journal import Entry
from pitboss.money import Cents

SKIPPED = frozenset({"played", "staked", "reminded", "renamed", "clock"})  # no money moves by these
Balances = dict[str, Cents]
KINDS = (
    "drawer chips ",
    "drawer ",
    "in transit ",
    "tray ",
    "tip box ",
    "box ",
)  # of accounts that there are several of
Key = TypeVar("Key")


class TablePlace(msgspec.Struct, frozen=True):
    """Where a table stands, and what is played there."""

    game: str = ""
    pit: str = ""


class DepositMove(msgspec.Struct, frozen=True):
    """What changed the deposit of a patron."""

    time: str
    day: str
    patron: str
    kind: str
    amount: Cents


class DayEnd(msgspec.Struct, frozen=True):
    """What was in every account when a gaming day was over by the clock."""

    balances: Balances
    holdings: dict[str, Chips]


class CountedPostings(BookAccounts):
    """Accounts that remember, for each gaming day, what came in and went out; and for each pair what went from one to the other."""

    day: str = ""
    into: dict[tuple[str, str], Cents] = {}  # by gaming day and account
    out_of: dict[tuple[str, str], Cents] = {}
    flows: dict[tuple[str, str], Cents] = {}  # by source and target
    kinds: dict[tuple[str, str, str], Cents] = {}  # by gaming day and the kinds of source and target
    over_short: list[tuple[str, str, Cents]] = []  # gaming day, the other account, what was over

    def post(self, postings: Iterable[MoneyPosting]) -> None:
        made = list(postings)
        super().post(made)
        for one in made:
            source, target, amount = (
                (one.source, one.target, one.amount) if one.amount >= 0 else (one.target, one.source, -one.amount)
            )
            _add(self.out_of, (self.day, source), amount)
            _add(self.into, (self.day, target), amount)
            _add(self.flows, (source, target), amount)
            _add(self.kinds, (self.day, kind_of(source), kind_of(target)), amount)
            if source == accounts.OVER_SHORT:
                self.over_short.append((self.day, target, amount))
            elif target == accounts.OVER_SHORT:
                self.over_short.append((self.day, source, -amount))

    def net(self, source: str, target: str) -> Cents:
        """What went from one account to another, less what came back."""
        return self.flows.get((source, target), 0) - self.flows.get((target, source), 0)

    def net_of_kinds(self, days: Iterable[str], source: str, target: str) -> Cents:
        """The same between accounts of two kinds, on some gaming days."""
        found = self.kinds
        return sum(found.get((day, source, target), 0) - found.get((day, target, source), 0) for day in days)


class MoneyRecord:
    """Everything that the cage's journal says, up to the last entry that was taken."""

    def __init__(self, periods: Periods, places: Mapping[str, TablePlace] | None = None) -> None:
        self.periods, self.places = periods, places if places is not None else {}
        self.posted = CountedPostings()
        self.purses = PurseFold()
        self.purses.book.accounts = self.posted
        self.slips: dict[str, Slip] = {}
        self.acts: list[tuple[str, WindowAct]] = []
        self.moved: list[tuple[str, DayMoved]] = []
        self.ended: list[tuple[str, ShiftEnded]] = []
        self.opened: dict[str, TableReading] = {}  # what the ledger of each table said when the book was opened
        self.deposits: list[DepositMove] = []
        self.ends: dict[str, DayEnd] = {}
        self.last = 0  # the number of the last entry
        self._shifts: dict[str, int] = {}  # of boxes
        self._boxes = 0

    @property
    def book(self) -> MoneyBook:
        return self.purses.book

    def take(self, found: Iterable[Entry]) -> None:
        """Go on with the entries that follow."""
        for entry in found:
            self.last = entry.sequence
            if entry.kind not in SKIPPED:
                self.enter(entries.DECODERS[entry.kind].decode(entry.payload), entry.time)

    def enter(self, made: msgspec.Struct, time: str) -> None:
        """Fold one entry."""
        posted, day = self.posted, self.periods.of(time).day
        if day > posted.day:
            if posted.day:
                self.ends[posted.day] = self._now()
            posted.day = day
        if isinstance(made, entries.ChipsReturned):
            sent = self.purses.out[made.key]
            self._deposit(time, made.purse, "returned from a table", made.amount - sent.brought)
        self.purses.apply(made, time)
        if isinstance(made, MoneyEntry):
            self._money(made, time)
        elif isinstance(made, entries.ChipsOut):
            self._deposit(time, made.purse, "to a table", made.brought - made.amount)
        elif isinstance(made, entries.CorrectionCredited):
            self._deposit(time, made.purse, "correction", made.amount)

    def _money(self, made: MoneyEntry, time: str) -> None:
        match made:
            case SlipMade():
                self.slips[made.slip] = self.book.slips[made.slip]
            case WindowAct():
                self.acts.append((time, made))
                if (sign := {"deposit": 1, "deposit chips": 1, "withdraw": -1}.get(made.act)) is not None:
                    self.deposits.append(DepositMove(time, self.posted.day, made.patron, made.act, sign * made.amount))
            case BookOpened():
                self.opened = made.readings
            case DayMoved():
                self.moved.append((time, made))
            case ShiftEnded():
                self.ended.append((time, made))
        boxes = self.book.boxes
        if len(boxes) > self._boxes:
            box = next(reversed(boxes.values()))
            self._shifts[box.name] = made.shift if made.day == box.day else 1
            self._boxes = len(boxes)

    def _deposit(self, time: str, purse: str, kind: str, amount: Cents) -> None:
        if amount and is_deposit(purse):
            self.deposits.append(DepositMove(time, self.posted.day, holder_of(purse), kind, amount))

    def _now(self) -> DayEnd:
        return DayEnd(dict(self.posted.balances), dict(self.book.holdings))

    # --- what reports ask

    def days_within(self, first: str, last: str) -> list[str]:
        """The gaming days of a period on which something was entered."""
        return [day for day in (*self.ends, self.posted.day) if first <= day <= last]

    def at_end(self, day: str) -> DayEnd:
        """What was where at the end of a gaming day; now, where it is not over."""
        if day >= self.posted.day:
            return self._now()
        return next((self.ends[one] for one in reversed(self.ends) if one <= day), DayEnd({}, {}))

    def before(self, day: str) -> DayEnd:
        """What was where when a gaming day began."""
        return next((self.ends[one] for one in reversed(self.ends) if one < day), DayEnd({}, {}))

    def shift_of(self, box: DropBox) -> int:
        """The shift in which a box was put on."""
        return self._shifts[box.name]

    def day_of(self, slip: Slip) -> str:
        """The gaming day of a paper: that of the box that took it, else that on which it was made."""
        box = self.book.boxes.get(slip.box)
        return box.day if box is not None else slip.day

    def place(self, table: str) -> TablePlace:
        return self.places.get(table, NOWHERE)


NOWHERE = TablePlace()


def kind_of(account: str) -> str:
    """``tray``, ``box``, ``drawer``; others are of their own kind."""
    for kind in KINDS:
        if account.startswith(kind):
            return kind[:-1]
    return account


def _add(sums: dict[Key, Cents], key: Key, amount: Cents) -> None:
    sums[key] = sums.get(key, 0) + amount
