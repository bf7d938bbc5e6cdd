"""Go Fore It: the row is the first front card, the column the second."""

from pitboss.chapters.ch676a_go_fore_it.rules import BACK_9, points
from pitboss.mathematics.go_fore_it.strategy import FRONT
from pitboss.mathematics.kit.chart_cells import Cell, Hands, lawful, own_hand
from pitboss.procedure import Election


def cell(election: Election, hands: Hands) -> Cell | None:
    own = own_hand(election, hands)
    if len(own) < 2 or BACK_9 not in lawful(election):
        return None
    return FRONT, str(points(own[:1])), str(points(own[1:2]))
