"""Settling one wager: paid at its odds where it won, collected where it did not."""

from pitboss.events import Settlement
from pitboss.money import Odds
from pitboss.submission import RulesSubmission
from pitboss.wagers import Wager, collected, paid


def decided(
    wager: Wager, odds: Odds | None, rules: RulesSubmission, *, pays: str, loses: str, outcome: str = ""
) -> Settlement:
    """The settlement of a wager that won at these odds (under ``pays``) or lost (under ``loses``)."""
    if odds is None:
        return collected(wager, cite=loses, outcome=outcome)
    return paid(wager, odds, cite=pays, outcome=outcome, breakage=rules.breakage, chip=rules.chip)
