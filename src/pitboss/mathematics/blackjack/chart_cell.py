"""Blackjack: the row is a pair, a soft or a hard total; the column is the dealer's up card."""

from pitboss.chapters.ch633a_blackjack.decisions import ACCEPT, STAND
from pitboss.chapters.ch633a_blackjack.rules import SPLIT_PAIRS
from pitboss.chapters.ch633a_blackjack.values import is_soft, total
from pitboss.mathematics.blackjack.strategy import HARD, PAIRS, SOFT, plain
from pitboss.mathematics.kit.chart_cells import Cell, Hands, lawful, own_hand
from pitboss.procedure import DEALER, Election


def cell(election: Election, hands: Hands) -> Cell | None:
    """A pair that may be split has a row of its own; one that may not counts as its total."""
    own, dealer, answers = own_hand(election, hands), hands.get((DEALER, 0), ()), lawful(election)
    if not own or not dealer or STAND not in answers or ACCEPT in answers:  # a chart knows no card that is exposed
        return None
    up = plain(dealer[0])
    if SPLIT_PAIRS in answers:
        return PAIRS, plain(own[0]), up
    return SOFT if is_soft(own) else HARD, str(total(own)), up
