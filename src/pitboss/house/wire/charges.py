"""What a winning wager brings once the vigorish is taken, worked out on one stake for each spot that bears one."""

from typing import Any

import msgspec

from pitboss.chapters.ch621a_pai_gow.rules import PAI_GOW
from pitboss.chapters.ch645a_pai_gow_poker.rules import MAIN as PAI_GOW_POKER
from pitboss.families.baccarat.hands import BANKER
from pitboss.money import Cents, winnings
from pitboss.wagers import Terms

STAKE = 100_00  # on which it is worked out, as far as the limits allow
CHARGED = frozenset({BANKER, PAI_GOW, PAI_GOW_POKER})  # 627a.12(b) and its sisters, 621a.8(k), 645a.13(a)


class Worked(msgspec.Struct, frozen=True):
    """One stake, won: what the odds pay, the vigorish on it, and what is left."""

    stake: Cents
    won: Cents
    vigorish: Cents
    words: str  # `5% vigorish`
    when: str = ""  # if not with the payout

    @property
    def net(self) -> Cents:
        return self.won - self.vigorish


def worked(rules: Any, wager: str, on: str, terms: Terms) -> Worked | None:
    """None for a spot that bears no vigorish."""
    if len(terms.odds) != 1:
        return None
    stake = max(STAKE, terms.least) if terms.most is None else min(max(STAKE, terms.least), terms.most)
    won = winnings(stake, terms.odds[0], rules.breakage, rules.chip)
    charge = due(rules, wager, on, stake, won)
    return Worked(stake, won, charge, _words(rules), _when(rules)) if charge else None


def due(rules: Any, wager: str, on: str, stake: Cents, won: Cents) -> Cents:
    """By spot and stake at craps; elsewhere a part of what one wager of the table wins."""
    charge = getattr(rules, "vigorish", None)
    if charge is None:
        return 0
    if callable(charge):
        return int(charge(wager, on, stake))
    return int(charge.due(won)) if wager in CHARGED else 0


def _words(rules: Any) -> str:
    percent = getattr(rules, "vigorish_rate", None) or rules.vigorish.percent
    return f"{percent}% vigorish"


def _when(rules: Any) -> str:
    if getattr(rules, "prepaid", False):
        return "paid with the wager"
    return "collected later" if getattr(rules, "marks_vigorish", False) else ""
