"""The money of the house as people see it: accounts, papers, boxes, drawers, shifts and days."""

from pitboss.house.protocol.message import Message
from pitboss.money import Cents

Pile = dict[int, int]  # how many of each denomination, which is in cents


class BookDone(Message):
    """What a movement of money came to: the number of the paper that it made, and what it said."""

    paper: str = ""
    words: str = ""


class SignatureLine(Message):
    state: str
    did: str  # in words, as in "prepared it"
    name: str
    role: str
    at: str


class SlipLine(Message):
    """A paper, as far as it got."""

    id: str
    paper: str
    title: str
    state: str
    words: str
    day: str
    shift: int
    signed: tuple[SignatureLine, ...]
    table: str = ""
    kind: str = ""
    chips: Pile = {}
    amount: Cents = 0
    waits_for: str = ""  # who signs next, and how; empty: complete or void
    void: str = ""
    differs: bool = False  # it was counted otherwise than it says
    note: str = ""
    prints: int = 0  # all but the first are reprints
    copies: tuple[str, ...] = ()
    box: str = ""
    patron: str = ""
    may_be_void: bool = False  # its chips and its cash have not moved


class TrayLine(Message):
    """The tray of a table now."""

    table: str
    game: str
    pit: str
    open: bool
    expected: Cents
    counted: Pile  # at the last inventory, with fills and credits since
    slip: str = ""  # of that
    par: Cents = 0
    need: Cents = 0  # par less what should be there: above zero a fill, below a credit
    box: str = ""
    cash: Cents = 0  # for chips since its box was put on
    sold: Cents = 0  # with deposits and counter checks
    win: Cents = 0  # by play since its box was put on
    handle: Cents = 0
    rounds: int = 0
    colours: Cents = 0  # what patrons have in Roulette colours, which no tray counts


class BoxLine(Message):
    """A drop box. Figures are shown when the whole count is signed."""

    name: str
    table: str
    day: str
    state: str
    counted_by: tuple[str, ...] = ()
    differed: int = 0
    slips: tuple[str, ...] = ()  # that belong into it
    checks: tuple[str, ...] = ()
    cash: Cents | None = None
    difference: Cents | None = None


class DrawerLine(Message):
    cashier: str
    name: str
    imprest: Cents
    cash: Cents
    chips: Pile
    since: str
    slip: str


class DayLine(Message):
    day: str
    state: str
    next: str = ""
    open: tuple[str, ...] = ()  # what keeps it from its next state, in words


class ShiftLine(Message):
    day: str
    shift: int
    ended: bool
    by: str = ""
    at: str = ""
    open: tuple[str, ...] = ()


class AccountLine(Message):
    account: str
    words: str  # the same with the name of whose it is
    balance: Cents
    chips: Pile = {}


class CreditLine(Message):
    patron: str
    name: str
    limit: Cents
    drawn: Cents
    asked: Cents | None = None
    checks: tuple[str, ...] = ()


class ReceiptLine(Message):
    receipt: str
    act: str
    amount: Cents
    at: str
    cashier: str
    patron: str = ""
    name: str = ""


class DepositLine(Message):
    """A patron with an account: what they have with the house, with the chips that they carry."""

    patron: str
    name: str
    deposit: Cents


class BookBegins(Message):
    """With what the book is to begin, as a manager stated it; a cashier counts it and agrees."""

    by: str
    cash: Cents
    chips: Pile
    reserve: Pile
    trays: dict[str, Pile]


class DifferenceLine(Message):
    """What was counted otherwise than play left it, beyond the filed tolerance, and what was found out about it."""

    about: str  # a slip or a box
    day: str
    amount: Cents
    notes: tuple[str, ...] = ()


class DayCorrectionLine(Message):
    """Something about a final day that was put right later."""

    number: int
    day: str
    account: str
    amount: Cents
    words: str
    by: str
    at: str
    agreed: bool | None = None


class FiledMoney(Message):
    """What the house filed about its money."""

    tolerance: Cents
    regulator: Cents
    counters: int
    par: dict[str, Cents]


class BookView(Message):
    """The money of the house, as far as whoever asks may see it. ``total`` is the sum over all accounts, which is zero."""

    open: bool
    since: str
    day: str
    shift: int
    zone: str
    total: Cents = 0
    stated: bool = False
    accounts: tuple[AccountLine, ...] = ()
    trays: tuple[TrayLine, ...] = ()
    slips: tuple[SlipLine, ...] = ()
    boxes: tuple[BoxLine, ...] = ()
    drawers: tuple[DrawerLine, ...] = ()
    days: tuple[DayLine, ...] = ()
    shifts: tuple[ShiftLine, ...] = ()
    credit: tuple[CreditLine, ...] = ()
    receipts: tuple[ReceiptLine, ...] = ()
    denominations: tuple[int, ...] = ()
    notes: tuple[int, ...] = ()  # of currency
    transfers: dict[str, str] = {}  # kinds, in words
    count_signed: int = 0
    counters: int = 0
    patrons: tuple[DepositLine, ...] = ()
    cashiers: dict[str, str] = {}  # credential numbers, with names
    begins: BookBegins | None = None
    differences: tuple[DifferenceLine, ...] = ()
    corrections: tuple[DayCorrectionLine, ...] = ()
    filed: FiledMoney | None = None
    tables: tuple[str, ...] = ()  # that have trays
