"""Over/Under: one row for all cards of a value."""

from pitboss.chapters.ch686a_over_under import OVER, POINTS, points
from pitboss.mathematics.kit.chart_cells import Cell, Hands, lawful, own_hand
from pitboss.mathematics.over_under.strategy import BEST, BETTER
from pitboss.procedure import Election


def cell(election: Election, hands: Hands) -> Cell | None:
    own = own_hand(election, hands)
    if not own or OVER not in lawful(election):
        return None
    value = points(own[:1])
    return BETTER, " ".join(card for card, worth in POINTS.items() if worth == value), BEST
