"""Two hands against two: what a wager on them does, and its settlement."""

from enum import StrEnum

from pitboss.events import Settlement
from pitboss.families.house_ways import Setting
from pitboss.families.settling import Breaking, won
from pitboss.money import Odds
from pitboss.wagers import Wager, collected, returned


class Outcome(StrEnum):
    WINS = "wins"
    LOSES = "loses"
    TIES = "ties"


def by_rank(mine: Setting, other: Setting, chapter: str) -> tuple[Outcome, str]:
    """What the wager on my hands does, and by which paragraph: 645a and 688a have them under the same letters.

    A foul loses, and a copy is theirs (I-645a-03, I-645a-04).
    """
    if mine.foul:
        return Outcome.LOSES, f"{chapter}.11(f)(1)(iii)"
    high, low = mine.high_value - other.high_value, mine.low_value - other.low_value
    if high > 0 and low > 0:
        return Outcome.WINS, f"{chapter}.11(f)(3)"
    if high > 0:
        return Outcome.TIES, f"{chapter}.11(f)(2)(i)"
    if low > 0:
        return Outcome.TIES, f"{chapter}.11(f)(2)(ii)"
    return Outcome.LOSES, f"{chapter}.11(f)(1)({'i' if high < 0 and low < 0 else 'ii'})"


def by_outcome(
    wager: Wager, outcome: Outcome, odds: Odds, rules: Breaking, *, cite: str, pays: str, words: str
) -> Settlement:
    """A loss is collected, a tie returned, a win paid at these odds under ``pays``."""
    if outcome is Outcome.LOSES:
        return collected(wager, cite=cite, outcome=words)
    if outcome is Outcome.TIES:
        return returned(wager, cite=cite, outcome=words)
    return won(wager, odds, rules, cite=pays, outcome=words)
