"""The reconciliation of a gaming day: counted against played, played against the paytable, the paytable against chance."""

from pitboss.house.protocol.message import Message
from pitboss.money import Cents


class ReconciledDifference(Message):
    """What was counted otherwise than play left it: over above zero, short below. ``alarm`` says who has to hear of it; empty:
    it is within the filed tolerance."""

    kind: str  # tray, transit, cash, receipts, checks, slip, drawer, jackpot
    about: str  # the slip or the drop box that differs
    table: str
    shift: int  # the shift of the gaming day, from 1; 0: it is of a whole box
    box: str  # the drop box to which it belongs; empty: none
    amount: Cents  # over above zero, short below, in cents
    words: str  # what differs, and who counted
    cause: str  # what explains it, as far as the book shows
    alarm: str  # who has to hear of it; empty: nobody, it is within the filed tolerance
    since: str = ""
    until: str = ""
    first: int = 0  # the rounds behind it, from
    last: int = 0  # and to; 0: none
    papers: tuple[str, ...] = ()  # slips that explain it
    tables: tuple[str, ...] = ()  # other tables that have a part in it
    notes: tuple[str, ...] = ()  # what somebody found out


class PaytableFault(Message):
    """A settlement that is not as filed. ``off`` is by how much more, or less, was handed back than the nearest that is filed."""

    round: int
    seat: int
    wager: str
    on: str
    stake: Cents
    returned: Cents
    odds: str
    off: Cents  # how much more was handed back than the nearest that is filed, in cents; below zero: less
    words: str  # what is wrong, with its round and seat


class ChanceLine(Message):
    """One wager, or all of them together, held against chance. Where players decide, ``least`` is what was to be expected by the
    best play and ``most`` by the strategy that gives the house most; else they are the same."""

    wager: str  # empty: all together
    wagers: int  # how many were made
    handle: Cents
    win: Cents  # what the house won, in cents; below zero: lost
    least: Cents  # to be expected by the best play, in cents
    most: Cents  # to be expected by the play that gives the house most, in cents
    low: Cents  # 95 of 100 such wins are from here
    high: Cents  # to here
    lower: float  # the chance of so little, or less
    upper: float  # the chance of so much, or more
    chance: float  # how likely it is, at most, that a line is so far off
    method: str
    words: str  # what is assumed, in words
    count: int  # of rounds
    rounds: tuple[int, ...]  # the first of them
    strategies: tuple[str, ...] = ()  # those that it is held against, the best first; empty: nobody decides


class OutsideWagers(Message):
    """Wagers of which chance says nothing, and why."""

    wager: str
    wagers: int  # how many were made
    handle: Cents
    win: Cents
    reason: str  # why nothing is said of them
    rounds: tuple[int, ...]  # in which they were made, the first of them


class ChanceAlarm(Message):
    """A line that is no chance."""

    wager: str
    chance: float  # how likely it is, at most; 0: it cannot be
    words: str
    count: int  # of rounds
    rounds: tuple[int, ...]  # the rounds behind it, the first of them


class PlayHeld(Message):
    """Rounds held against what is filed, settlement by settlement, and against chance. ``rate`` is the chance that honest play of
    one table and time raises any alarm."""

    rounds: int  # how many there were
    checked: int  # settlements that were held against the paytable
    unchecked: int  # settlements of which it says nothing: a share of a bank or meter, an award for another's hand
    unknown: int  # settlements of submissions that the record of the table does not have
    win: Cents  # on all wagers
    faults: tuple[PaytableFault, ...]  # settlements that are not as filed
    lines: tuple[ChanceLine, ...]  # wagers held against chance, all together first
    outside: tuple[OutsideWagers, ...]  # wagers of which chance says nothing
    alarms: tuple[ChanceAlarm, ...]  # what is no chance
    rate: float  # the chance of any false alarm, of one table and time


class ReconciledInterval(Message):
    """A box of a table, or a shift. ``counted`` is the win by the count, once there is one, and ``played`` by the table's ledger.
    Where there is no ``play``, ``missing`` says why."""

    kind: str  # box or shift
    name: str
    table: str
    shift: int  # from 1; 0: it is a box
    over: bool  # whether it has ended
    first: int  # the first entry of the table's journal in it
    last: int  # the last entry of the table's journal in it
    rounds: int  # how many began in it
    handle: Cents
    played: Cents  # what was won by the table's ledger, in cents
    counted: Cents | None = None  # what was won by the count, in cents; empty: not counted, or a shift
    differences: tuple[ReconciledDifference, ...] = ()  # what was counted otherwise than play left it
    play: PlayHeld | None = None  # its rounds held against paytable and chance
    missing: str = ""  # why there is no play; empty: there is
    working: bool = False  # whether it is being worked out: ask again


class ReconciledTable(Message):
    """A table on a gaming day, at a glance: what was counted otherwise, and alarms of the watch over its play."""

    table: str
    game: str
    differences: int  # how many there are
    amount: Cents  # over or short in all
    alarms: int  # how many the watch over play raised that day


class Reconciliation(Message):
    """A gaming day of the house, and one table of it."""

    day: str
    state: str  # of the day: open, dropped, counted, reconciled, final
    days: tuple[str, ...]  # that can be asked for, the latest first
    tables: tuple[ReconciledTable, ...]  # every table with a tray, at a glance
    house: tuple[ReconciledDifference, ...]  # of drawers: of no table
    table: str = ""  # the one that was asked for; empty: none
    intervals: tuple[ReconciledInterval, ...] = ()  # its boxes, then its shifts
