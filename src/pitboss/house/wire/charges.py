"""An example for each spot with vigorish: what one stake wins and what is left after the charge."""

from pitboss.house.protocol.info import Worked
from pitboss.money import winnings
from pitboss.submission import RulesSubmission
from pitboss.wagers import Terms

STAKE = 100_00  # of the example, within the limits of the spot


def worked(rules: RulesSubmission, terms: Terms) -> Worked | None:
    """The example for a spot; None where it has no vigorish."""
    if terms.charge is None or len(terms.odds) != 1:
        return None
    stake = max(STAKE, terms.least) if terms.most is None else min(max(STAKE, terms.least), terms.most)
    won = winnings(stake, terms.odds[0], rules.payout_rounding)
    vigorish = terms.charge.due(stake, won)
    if not vigorish:
        return None
    return Worked(stake, won, vigorish, terms.charge.words, terms.charge.when, won - vigorish)
