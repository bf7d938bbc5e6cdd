"""Craps and Mini-Craps: wagers on one spot win and lose together. What is decided, and when, differs from spot to spot, so that
there is no one draw.

One seven decides all Come Bets at once, which were made at other times: their rounds hang together.
"""

from pitboss.chapters.ch623a_craps.rules import Rules
from pitboss.chapters.ch623a_craps.wagers import COME, DONT_COME, ODDS_ON
from pitboss.mathematics.kit.together import Together


def together(rules: Rules) -> Together:
    return Together(overlapping=frozenset({COME, DONT_COME, ODDS_ON[COME], ODDS_ON[DONT_COME]}))
