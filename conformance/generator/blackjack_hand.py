"""Blackjack in a few functions: what cards count, what the dealer draws, what a hand is paid."""

from collections.abc import Sequence

from pitboss_audit.games.blackjack_values import natural, total
from pitboss_audit.money import paid


def back(mine: Sequence[str], dealer: Sequence[str], stake: int, *, split: bool = False) -> int:
    """What comes back on a hand that was stood on, against the dealer's finished one."""
    points, other = total(mine)[0], total(dealer)[0]
    blackjack = natural(mine) and not split
    if points > 21:
        return 0
    if natural(dealer):
        return stake if blackjack else 0
    if blackjack:
        return paid(stake, "3 to 2")
    if other > 21 or points > other:
        return 2 * stake
    return stake if points == other else 0
