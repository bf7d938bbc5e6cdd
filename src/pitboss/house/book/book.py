"""The book: what the entries of the money amount to. Everything here can be folded again from the journal.

A table's own ledger says what its tray gained and lost by play; a ``TableReading`` of it is taken whenever a slip is signed, and
what changed since the last one is posted then. Between two of them the expected tray is what was posted and what changed since.
"""

from collections.abc import Iterator
from datetime import date, timedelta

import msgspec

from pitboss.house.book import accounts, entries, papers
from pitboss.house.book.accounts import BookAccounts, MoneyPosting
from pitboss.house.book.chips import Chips, added, value, without
from pitboss.house.book.entries import TableReading
from pitboss.journal import Actor
from pitboss.money import Cents

NOTHING = TableReading()
STATES = ("open", "dropped", "counted", "reconciled", "final")  # of a gaming day
OPENER, CLOSER, DROP, SHIFT, CLOSED = "opener", "closer", "drop", "shift", "closed"  # why a tray is counted
KEYS = 5000  # of requests, the latest


class SlipSignature(msgspec.Struct, frozen=True):
    """Who brought a paper to a state, and when."""

    state: str
    by: Actor
    at: str


class Slip(msgspec.Struct):
    """A paper with its number, wherever it is by now."""

    id: str
    paper: str
    state: str
    day: str
    shift: int
    signed: list[SlipSignature]
    table: str = ""
    kind: str = ""
    chips: Chips = {}
    cash: Cents = 0
    patron: str = ""
    drawer: str = ""
    about: str = ""
    box: str = ""
    counted: Chips | None = None  # where that is not what the paper says
    counted_cash: Cents = 0
    counter: Actor | None = None  # who counted it otherwise
    reported: str = ""
    expected: Cents = 0  # of a tray, by play
    note: str = ""
    reading: TableReading = NOTHING
    void_asked: SlipSignature | None = None
    void: str = ""  # why
    prints: int = 0
    found: bool = False  # by the count, in the box

    @property
    def value(self) -> Cents:
        return value(self.chips)

    @property
    def amount(self) -> Cents:
        return value(self.chips) + self.cash

    @property
    def difference(self) -> Cents:
        """Of a tray: by how much more was counted than expected."""
        return self.value - self.expected

    @property
    def is_open(self) -> bool:
        return self.next is not None

    @property
    def next(self) -> papers.PaperStep | None:
        return None if self.void else papers.PAPERS[self.paper].after(self.state)

    def signer(self, state: str) -> Actor | None:
        return next((one.by for one in self.signed if one.state == state), None)


class BoxCount(msgspec.Struct, frozen=True):
    """What one person counted in a box."""

    by: Actor
    notes: Chips
    withdrawn: Cents
    checks: tuple[str, ...]
    slips: tuple[str, ...]

    def is_same_as(self, other: "BoxCount") -> bool:
        return (self.notes, self.withdrawn, set(self.checks), set(self.slips)) == (
            other.notes, other.withdrawn, set(other.checks), set(other.slips)
        )  # fmt: skip


class DropBox(msgspec.Struct):
    """A drop box: what belongs to a table from one drop to the next. It is known by table, gaming day and place on that day."""

    name: str
    table: str
    day: str
    since: str  # when it was put on
    opener: Cents  # the tray when it was put on
    begins: TableReading
    state: str = "on"  # the table, taken, counted, accepted
    fills: Cents = 0
    credits: Cents = 0
    slips: list[str] = []
    checks: list[str] = []
    closer: Cents = 0
    over_short: Cents = 0  # of the tray, at the counts of this time
    ends: TableReading = NOTHING
    taken: SlipSignature | None = None
    last: bool = True
    counts: list[BoxCount] = []  # until two agree
    counted: BoxCount | None = None
    differed: int = 0  # counts that did not agree

    @property
    def expected(self) -> TableReading:
        """What should be in it."""
        return self.ends.since(self.begins)

    @property
    def cash(self) -> Cents:
        """Currency, as it was counted."""
        return value(self.counted.notes) if self.counted is not None else 0


class TableMoney(msgspec.Struct):
    """The money of one table."""

    reading: TableReading
    box: str = ""  # that is on it
    slip: str = ""  # of its last inventory
    kind: str = ""  # of that
    day: str = ""  # the gaming day that its next box belongs to, at least


class Drawer(msgspec.Struct):
    """A cashier's drawer while they have it."""

    slip: str
    imprest: Cents
    since: str


class DayCorrection(msgspec.Struct):
    """Something about a day that is final, put right later."""

    made: entries.DayCorrected
    at: str
    agreed: bool | None = None


class Credit(msgspec.Struct):
    """How much a patron may draw in counter checks; ``asked`` waits for a second person."""

    limit: Cents = 0
    asked: entries.CreditAsked | None = None


class MoneyBook:
    """Every account, paper, box, drawer and day. What cannot be is a ``ValueError``, and the journal is not in order."""

    def __init__(self) -> None:
        self.stated: entries.BookStated | None = None
        self.since = ""  # when it was opened; empty: not yet
        self.accounts = BookAccounts()
        self.holdings: dict[str, Chips] = {}  # chips by account
        self.series: dict[str, int] = {}  # the last number of each
        self.slips: dict[str, Slip] = {}
        self.tables: dict[str, TableMoney] = {}
        self.boxes: dict[str, DropBox] = {}
        self.drawers: dict[str, Drawer] = {}
        self.days: dict[str, str] = {}  # the state of each
        self.shifts: dict[tuple[str, int], entries.ShiftEnded] = {}
        self.count_signed: list[Actor] = []
        self.credit: dict[str, Credit] = {}
        self.acts: list[tuple[str, entries.WindowAct]] = []  # of days that are not final, with the time
        self.corrections: list[DayCorrection] = []
        self.notes: dict[str, list[tuple[str, entries.DifferenceNoted]]] = {}
        self.settings = entries.MoneySettings(by=Actor("", "", ""))
        self.keys: dict[str, str] = {}  # of requests: what they made
        self.paid: dict[str, str] = {}  # awards, corrections and counter checks → the paper with which they were paid
        self.applied = 0  # entries

    @property
    def is_open(self) -> bool:
        return bool(self.since)

    def post(self, *postings: MoneyPosting) -> None:
        self.accounts.post(one for one in postings if one.amount)

    def carry(self, source: str, target: str, chips: Chips) -> None:
        """Chips from one place to another, counted."""
        left = without(self.holdings.get(source, {}), chips)
        if source != accounts.HOUSE and not source.startswith("tray ") and any(count < 0 for count in left.values()):
            raise ValueError(f"there are not that many chips: {source}")
        self.holdings[source], self.holdings[target] = left, added(self.holdings.get(target, {}), chips)
        self.post(MoneyPosting(source, target, value(chips)))

    def next_number(self, letter: str) -> str:
        return papers.number(letter, self.series.get(letter, 0) + 1)

    def number(self, letter: str, given: str) -> None:
        """Numbers of a series follow each other."""
        check(given == self.next_number(letter), f"{given} does not follow in its series")
        self.series[letter] = self.series.get(letter, 0) + 1

    # --- trays

    def expected(self, table: str, now: TableReading) -> Cents:
        """What a table's tray should hold, by what was counted last and everything since."""
        money = self.tables[table]
        return self.accounts.balance(accounts.tray(table)) + now.tray - money.reading.tray

    def read(self, table: str, now: TableReading) -> None:
        """Post what a table's ledger says since the last reading."""
        money = self.tables.setdefault(table, TableMoney(now))
        more = now.since(money.reading)
        check(now.sequence >= money.reading.sequence, f"{table} was read at an earlier entry than before")
        box = accounts.box(money.box or f"none of {table}")
        self.post(
            MoneyPosting(accounts.tray(table), accounts.PATRONS, -more.tray),
            MoneyPosting(accounts.AWARDS, accounts.PATRONS, more.awards),
            MoneyPosting(accounts.MONEY, box, more.cash),
            MoneyPosting(accounts.MONEY, accounts.CHECKS, more.checks),
            MoneyPosting(accounts.OWED, accounts.MONEY, more.owed),
            MoneyPosting(accounts.PATRONS, accounts.tips(table), more.tips),
            MoneyPosting(accounts.UNCOLLECTED, accounts.MARKED, more.marked),
        )
        money.reading = now

    def put_on(self, table: str, day: str, time: str) -> None:
        """An empty box is put on a table."""
        money = self.tables[table]
        of_day = max(day, money.day)
        place = sum(one.day == of_day for one in self.boxes_of(table)) + 1
        name = f"{table} {of_day}" + (f" {place}" if place > 1 else "")
        opener = self.accounts.balance(accounts.tray(table))
        self.boxes[name] = DropBox(name, table, of_day, time, opener, money.reading)
        money.box, money.day = name, of_day

    def boxes_of(self, table: str) -> Iterator[DropBox]:
        return (box for box in self.boxes.values() if box.table == table)

    # --- what is open

    def open_slips(self) -> Iterator[Slip]:
        return (
            slip for slip in self.slips.values() if slip.is_open and (slip.paper, slip.state) != ("imprest", "held")
        )

    def boxes_in(self, state: str) -> list[DropBox]:
        return [box for box in self.boxes.values() if box.state == state]

    def checks_of(self, patron: str) -> Cents:
        """What a patron owes by counter checks."""
        return sum(
            slip.cash
            for slip in self.slips.values()
            if slip.paper == "check" and slip.patron == patron and not slip.void and slip.id not in self.paid
        )


def check(holds: bool, sentence: str) -> None:
    if not holds:
        raise ValueError(sentence)


def following(day: str) -> str:
    """The date of the next day."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


TRANSFERS: dict[str, tuple[str, str, str]] = {  # kind → from, to, in words; "" is the drawer of whoever gives or takes
    "received": (accounts.HOUSE, accounts.RESERVE, "chips from their maker to the reserve"),
    "released": (accounts.RESERVE, accounts.CHIP_BANK, "chips from the reserve to the chip bank"),
    "stored": (accounts.CHIP_BANK, accounts.RESERVE, "chips from the chip bank to the reserve"),
    "retired": (accounts.RESERVE, accounts.RETIRED, "chips from the reserve that are used no more"),
    "drawer chips": ("", accounts.CHIP_BANK, "chips from a drawer to the chip bank"),
    "drawer cash": (accounts.MAIN_BANK, "", "cash from the main bank to a drawer"),
    "drawer returns": ("", accounts.MAIN_BANK, "cash from a drawer to the main bank"),
    "capital": (accounts.HOUSE, accounts.MAIN_BANK, "cash that the house brings in"),
    "banked": (accounts.MAIN_BANK, accounts.HOUSE, "cash that the house takes to its bank"),
}
