"""The entries of the money in the cage's journal: one struct for each kind. Old records must still decode.

``by`` is whoever did it, in the role in which they did. A ``TableReading`` is what a table's own ledger said when they did.
"""

import msgspec

from pitboss.house.book.chips import Pile
from pitboss.journal import Actor
from pitboss.money import Cents


class TableReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table's ledger says in all, as of an entry of its journal: how its tray changed by play, sales and corrections, and
    what came into its drop boxes."""

    sequence: int = 0
    tray: Cents = 0
    cash: Cents = 0
    withdrawn: Cents = 0  # receipts for deposits that were withdrawn at the table
    checks: Cents = 0  # counter checks
    owed: Cents = 0  # by corrections, to patrons who left
    awards: Cents = 0  # parts of meters, which the cage pays
    handle: Cents = 0  # what was wagered
    rounds: int = 0
    colours: Cents = 0  # what patrons have in colours at this moment: the tray counts value chips only
    tips: Cents = 0  # chips that went into the tip box
    marked: Cents = 0  # vigorish that is marked at this moment, to be collected later

    def since(self, earlier: "TableReading") -> "TableReading":
        """What changed since an earlier one; the number of the entry stays."""
        names = self.__struct_fields__[1:]
        return TableReading(self.sequence, *(getattr(self, name) - getattr(earlier, name) for name in names))


class _Money(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What somebody did with money, on a gaming day and in a shift of it."""

    by: Actor
    day: str = ""
    shift: int = 0
    key: str = ""  # of the request: the same one again does nothing


class BookStated(_Money, frozen=True, kw_only=True):
    """What the house has when its book begins; it counts when a second person agrees."""

    cash: Cents
    chips: Pile  # in the chip bank
    reserve: Pile = ()
    trays: dict[str, Pile] = {}  # by table


class BookOpened(_Money, frozen=True, kw_only=True):
    """A second person agreed: the book begins. ``readings`` are those of every table that persons deal."""

    readings: dict[str, TableReading] = {}


class SlipMade(_Money, frozen=True, kw_only=True):
    """The first signature of a paper."""

    slip: str
    paper: str
    table: str = ""
    kind: str = ""
    chips: Pile = ()
    cash: Cents = 0
    patron: str = ""
    drawer: str = ""  # whose
    about: str = ""  # the award of a jackpot slip, the seat of a counter check
    instead_of: str = ""  # an inventory that was counted and not signed: the tray was counted again
    reading: TableReading | None = None


class SlipSigned(_Money, frozen=True, kw_only=True):
    """A further signature, which brings a paper to its next state."""

    slip: str
    state: str
    chips: Pile = ()
    cash: Cents = 0
    box: str = ""
    note: str = ""
    reading: TableReading | None = None


class SlipDiffers(_Money, frozen=True, kw_only=True):
    """Whoever was to count the chips of a paper counted others than it says."""

    slip: str
    chips: Pile
    cash: Cents = 0


class DifferenceReported(_Money, frozen=True, kw_only=True):
    """A floorperson or above looked into what was counted otherwise, reported it, and takes it as counted."""

    slip: str
    words: str
    reported_to: tuple[str, ...] = ()


class VoidAsked(_Money, frozen=True, kw_only=True):
    """A cashier marked all copies of a slip void, with the reason; a second person signs it."""

    slip: str
    reason: str


class SlipVoided(_Money, frozen=True, kw_only=True):
    """A second person signed that a slip is void; it keeps its number."""

    slip: str


class SlipPrinted(_Money, frozen=True, kw_only=True):
    """A slip was printed; from the second time on the print says that it is a reprint."""

    slip: str


class WindowAct(_Money, frozen=True, kw_only=True):
    """What a cashier did with a patron at the window, out of their own drawer, with the number of its receipt."""

    receipt: str
    act: str
    amount: Cents
    drawer: str
    patron: str = ""  # the credential number of an account
    name: str = ""  # of, or how they look who has none
    chips: Pile = ()
    about: str = ""  # the counter check, correction, jackpot slip or coupon
    table: str = ""  # whose tip box it was
    reading: TableReading | None = None


class CreditAsked(_Money, frozen=True, kw_only=True):
    """Somebody asks that a patron may draw counter checks up to an amount."""

    patron: str
    limit: Cents


class CreditAgreed(_Money, frozen=True, kw_only=True):
    """A second person agreed to it."""

    patron: str


class BoxTaken(_Money, frozen=True, kw_only=True):
    """Security took the drop box of a table; where the table stays open an empty one is put in its place."""

    box: str
    last: bool = True  # the table's gaming day ends with it


class BoxCounted(_Money, frozen=True, kw_only=True):
    """Somebody of the count team counted a box, by themselves."""

    box: str
    notes: Pile
    withdrawn: Cents = 0
    checks: tuple[str, ...] = ()
    slips: tuple[str, ...] = ()


class CountSigned(_Money, frozen=True, kw_only=True):
    """Somebody of the count team signed that every box that was taken is counted."""


class CountAccepted(_Money, frozen=True, kw_only=True):
    """The main bank recounted the cash of the count room and took it over."""

    amount: Cents
    note: str = ""


class ShiftEnded(_Money, frozen=True, kw_only=True):
    """A shift is over, with what each table's ledger said then. ``open`` names what the next one takes over."""

    readings: dict[str, TableReading] = {}
    open: tuple[str, ...] = ()
    note: str = ""


class DayMoved(_Money, frozen=True, kw_only=True):
    """A gaming day reached its next state; ``of`` is the day."""

    of: str
    state: str
    note: str = ""


class DayCorrected(_Money, frozen=True, kw_only=True):
    """Something about a day that is final is put right today: ``amount`` more (or less) was in an account than was booked."""

    of: str
    account: str
    amount: Cents
    words: str
    table: str = ""


class DayCorrectionAgreed(_Money, frozen=True, kw_only=True):
    """A second person agreed to a correction of a day."""

    number: int
    agreed: bool = True


class DifferenceNoted(_Money, frozen=True, kw_only=True):
    """What somebody found out about a difference between counted and played."""

    about: str  # the slip or box
    words: str


class MoneySettings(_Money, frozen=True, kw_only=True):
    """What the house filed about its money."""

    tolerance: Cents = 2500  # a tray that differs by more is reported at once
    regulator: Cents = 10_000  # from this difference on the Board's agent hears of it
    counters: int = 3  # signatures that a count takes
    par: dict[str, Cents] = {}  # by table
    report_cash_above: Cents = 1_000_000  # in, or out, per person and gaming day


KINDS: dict[str, type[msgspec.Struct]] = {
    "book_stated": BookStated,
    "book_opened": BookOpened,
    "slip_made": SlipMade,
    "slip_signed": SlipSigned,
    "slip_differs": SlipDiffers,
    "difference_reported": DifferenceReported,
    "void_asked": VoidAsked,
    "slip_voided": SlipVoided,
    "slip_printed": SlipPrinted,
    "window_act": WindowAct,
    "credit_asked": CreditAsked,
    "credit_agreed": CreditAgreed,
    "box_taken": BoxTaken,
    "box_counted": BoxCounted,
    "count_signed": CountSigned,
    "count_accepted": CountAccepted,
    "shift_ended": ShiftEnded,
    "day_moved": DayMoved,
    "day_corrected": DayCorrected,
    "day_correction_agreed": DayCorrectionAgreed,
    "difference_noted": DifferenceNoted,
    "money_settings": MoneySettings,
}
MoneyEntry = _Money
