"""Play held against theory, over HTTP: the lines of the gaming day, and every alarm."""

from typing import Annotated

import msgspec

from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.money import Cents


class TheoryLine(Message):
    """A wager at a table; ``*``: at all tables of one filing. ``chance``: how likely such sums are at most where nothing is
    wrong; below ``limit`` it is an alarm. ``rounds_needed``: in a day, to find a fault worth 1 % of the handle."""

    table: str
    game: str
    wager: str
    rounds: int
    handle: Cents
    paid: Cents  # more than was staked; below zero: the house won
    expected: Cents
    spread: Cents  # one standard deviation, as if all wagers of a round were one
    deviation: float  # how many of them away from what is expected
    chance: float
    limit: float
    rounds_needed: int


class AlarmLine(Message):
    """An alarm, and who looked into it."""

    number: int
    time: str
    day: str
    kind: str  # paytable, theory, meter
    table: str
    wager: str
    round: int
    words: str
    seen: str  # what came of it, and by whom; empty: nobody has said so


class PlayWatched(Message):
    """The latest gaming day with rounds, as it was looked at last; settlements that were held against the filed paytable, those of
    which it says nothing, and those of submissions that are not in force any more."""

    day: str
    lines: tuple[TheoryLine, ...]
    alarms: tuple[AlarmLine, ...]
    checked: int
    untold: int
    unknown: int


class SeeAlarm(IncomingMessage):
    """What came of looking into an alarm."""

    words: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
