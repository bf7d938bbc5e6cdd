"""The reconciliation of a gaming day: counted against played, played against the paytable, the paytable against chance."""

from pitboss.house.protocol.message import Message
from pitboss.money import Cents


class ReconciledDifference(Message):
    """What was counted otherwise than play left it: over above zero, short below. ``alarm`` says who has to hear of it; empty:
    it is within the filed tolerance."""

    kind: str  # tray, transit, cash, receipts, checks, slip, drawer, jackpot
    about: str
    table: str
    shift: int
    box: str
    amount: Cents
    words: str
    cause: str
    alarm: str
    since: str = ""
    until: str = ""
    first: int = 0  # the rounds behind it, from
    last: int = 0  # and to; 0: none
    papers: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class PaytableFault(Message):
    """A settlement that is not as filed. ``off`` is by how much more, or less, was handed back than the nearest that is filed."""

    round: int
    seat: int
    wager: str
    on: str
    stake: Cents
    returned: Cents
    odds: str
    off: Cents
    words: str


class ChanceLine(Message):
    """One wager, or all of them together, held against chance. Where players decide, ``least`` is what was to be expected by the
    best play and ``most`` by the strategy that gives the house most; else they are the same."""

    wager: str  # empty: all together
    wagers: int
    handle: Cents
    win: Cents
    least: Cents
    most: Cents
    low: Cents  # 95 of 100 such wins are from here
    high: Cents  # to here
    lower: float  # the chance of so little, or less
    upper: float  # the chance of so much, or more
    chance: float
    method: str
    words: str
    count: int  # of rounds
    rounds: tuple[int, ...]  # the first of them
    strategies: tuple[str, ...] = ()


class OutsideWagers(Message):
    """Wagers of which chance says nothing, and why."""

    wager: str
    wagers: int
    handle: Cents
    win: Cents
    reason: str
    rounds: tuple[int, ...]


class ChanceAlarm(Message):
    """A line that is no chance."""

    wager: str
    chance: float
    words: str
    count: int
    rounds: tuple[int, ...]


class PlayHeld(Message):
    """Rounds held against what is filed, settlement by settlement, and against chance. ``rate`` is the chance that honest play of
    one table and time raises any alarm."""

    rounds: int
    checked: int  # settlements that were held against the paytable
    unchecked: int  # settlements of which it says nothing: a share of a bank or meter, an award for another's hand
    unknown: int  # settlements of submissions that the record of the table does not have
    win: Cents  # on all wagers
    faults: tuple[PaytableFault, ...]
    lines: tuple[ChanceLine, ...]
    outside: tuple[OutsideWagers, ...]
    alarms: tuple[ChanceAlarm, ...]
    rate: float


class ReconciledInterval(Message):
    """A box of a table, or a shift. ``counted`` is the win by the count, once there is one, and ``played`` by the table's ledger.
    Where there is no ``play``, ``missing`` says why."""

    kind: str  # box or shift
    name: str
    table: str
    shift: int
    over: bool  # whether it has ended
    first: int  # entry of the table's journal
    last: int
    rounds: int
    handle: Cents
    played: Cents
    counted: Cents | None = None
    differences: tuple[ReconciledDifference, ...] = ()
    play: PlayHeld | None = None
    missing: str = ""
    working: bool = False  # whether it is being worked out: ask again


class ReconciledTable(Message):
    """A table on a gaming day, at a glance: what was counted otherwise, and alarms of the watch over its play."""

    table: str
    game: str
    differences: int
    amount: Cents  # over or short in all
    alarms: int


class Reconciliation(Message):
    """A gaming day of the house, and one table of it."""

    day: str
    state: str  # of the day: open, dropped, counted, reconciled, final
    days: tuple[str, ...]  # that can be asked for, the latest first
    tables: tuple[ReconciledTable, ...]
    house: tuple[ReconciledDifference, ...]  # of drawers: of no table
    table: str = ""
    intervals: tuple[ReconciledInterval, ...] = ()
