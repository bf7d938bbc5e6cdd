"""Two hands against two: what becomes of a wager on them, and its settlement."""

from enum import StrEnum

import msgspec

from pitboss.events import Settlement
from pitboss.families.house_ways import Setting
from pitboss.families.settling import Paying, won
from pitboss.money import Odds
from pitboss.wagers import Wager, collected, returned


class Outcome(StrEnum):
    WINS = "wins"
    LOSES = "loses"
    TIES = "ties"


class ComparisonCites(msgspec.Struct, frozen=True, kw_only=True):
    """The paragraph of a chapter for each way in which two hands compare with two others."""

    foul: str
    both_lower: str
    copy_or_lower: str  # neither hand is higher, and at least one is a copy
    high_only: str
    low_only: str
    both_higher: str


def by_rank(mine: Setting, other: Setting, cites: ComparisonCites) -> tuple[Outcome, str]:
    """What becomes of the wager on my hands, and under which paragraph.

    A foul loses, and a copy goes to the other side (I-645a-03, I-645a-04).
    """
    if mine.foul:
        return Outcome.LOSES, cites.foul
    high, low = mine.high_value - other.high_value, mine.low_value - other.low_value
    if high > 0 and low > 0:
        return Outcome.WINS, cites.both_higher
    if high > 0:
        return Outcome.TIES, cites.high_only
    if low > 0:
        return Outcome.TIES, cites.low_only
    return Outcome.LOSES, cites.both_lower if high < 0 and low < 0 else cites.copy_or_lower


def by_outcome(
    wager: Wager, outcome: Outcome, odds: Odds, rules: Paying, *, cite: str, pays: str, words: str
) -> Settlement:
    """A loss is collected, a tie returned, a win paid at these odds under ``pays``."""
    if outcome is Outcome.LOSES:
        return collected(wager, cite=cite, outcome=words)
    if outcome is Outcome.TIES:
        return returned(wager, cite=cite, outcome=words)
    return won(wager, odds, rules, cite=pays, outcome=words)
