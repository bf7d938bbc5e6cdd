"""The progressive book over HTTP: every meter, its shifts and hits, and the jackpots with their papers."""

from typing import Literal

from pitboss.house.protocol.message import Message
from pitboss.money import Cents

Per = Literal["day", "shift"]


class MeterStudy(Message):
    """What follows from the filing and exact mathematics, in cents. ``even``: at which the next wager returns what it costs;
    ``recovered``: at which the house has kept as much of the wagers as it put in as seed, or never; ``high``: not exceeded at 95 of
    100 hits."""

    unit: Cents  # the wager for which it is worked out
    chance: str  # of the whole meter, as a fraction
    wagers: int  # from one hit to the next, on average
    even: Cents
    mean: Cents  # of the meter when all of it is won
    high: Cents
    method: str  # enumeration: exact; combinatorial or interval: as near as the game's mathematics is
    recovered: Cents | None = None
    is_exact: bool = False  # whether ``high`` is exact to the cent, not to about one per cent


class MeterPeriod(Message):
    """A meter in one gaming day, or in one shift of it (0: the whole day); amounts in micro-cents.

    opening + contributions + seeds + from_reserve − awards + corrections + difference = closing
    """

    day: str
    shift: int
    opening: int
    closing: int
    contributions: int = 0
    seeds: int = 0  # what the house put in, in micro-cents
    from_reserve: int = 0
    awards: int = 0  # what was taken off the meter for winners, in micro-cents
    corrections: int = 0  # contributions of void wagers, and a meter that was given up: below zero, in micro-cents
    difference: int = 0  # nothing, or an alarm
    reserve_opening: int = 0
    reserved: int = 0
    reserve_corrections: int = 0
    reserve_closing: int = 0
    wagered: Cents = 0
    fixed: Cents = 0  # awards at fixed odds, which are no part of the meter
    hits: int = 0  # awards of the meter or of a part of it
    tables: tuple[tuple[str, int], ...] = ()  # contributions by table, in micro-cents


class MeterLine(Message):
    """A meter of one table, or of a group of linked tables, with its sums since it was first filed; micro-cents but for those
    that are said to be cents."""

    id: str
    game: str
    wager: str
    title: str
    cite: str
    tables: tuple[str, ...]
    shown: Cents  # on the display, the round in progress included
    liability: int  # meter and reserve, in micro-cents
    initial: Cents
    reset: Cents
    rate: str  # per cent of a wager
    since: str
    sums: MeterPeriod
    linked: bool = False
    practice: bool = False
    reserve: int = 0
    reserve_rate: str = "0"
    last_hit: str = ""  # when it was won last, or a part of it
    study: MeterStudy | None = None  # where exact mathematics knows the game and has worked it out


class MeterDifference(Message):
    """Where a meter is not what wagers, filing and payments make of it, in micro-cents."""

    meter: str
    time: str
    table: str
    round: int
    amount: int  # in micro-cents
    words: str


class VerifiedLine(Message):
    """Somebody verified an award."""

    what: str
    by: str
    time: str
    cite: str


class JackpotLine(Message):
    """An award that needs a paper. Who the patron is, is told to those who read the papers."""

    id: str  # table, round, seat and wager
    table: str
    game: str
    round: int
    seat: int
    wager: str
    title: str
    meter: str
    time: str
    day: str
    stake: Cents
    amount: Cents
    of_meter: Cents  # the part of it that was taken off the meter
    odds: str
    hand: str
    cite: str
    cards: tuple[str, ...] = ()
    by_table: bool = False  # paid out of the table inventory; else by the cage
    verified: tuple[VerifiedLine, ...] = ()
    documented: bool = False  # the papers are complete
    patron: int = 0
    name: str = ""
    w2g: bool = False  # whether the form is due
    corrections: tuple[int, ...] = ()
    practice: bool = False


class Progressives(Message):
    """Every meter of the house, what it owes on them, and whatever does not balance."""

    meters: tuple[MeterLine, ...]
    liability: int  # of all of them, in micro-cents
    differences: tuple[MeterDifference, ...] = ()


class MeterHistory(Message):
    """One meter by day or shift, the latest first, with its hits."""

    meter: MeterLine
    periods: tuple[MeterPeriod, ...]
    hits: tuple[JackpotLine, ...] = ()
    differences: tuple[MeterDifference, ...] = ()
