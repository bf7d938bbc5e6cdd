"""Blackjack in a few functions: what cards count, what the dealer draws, what a hand is paid."""

from collections.abc import Sequence

from pitboss_audit.money import paid

RANKS = "23456789TJQKA"


def total(cards: Sequence[str]) -> tuple[int, bool]:
    """The count of a hand, and whether an ace counts 11 in it."""
    points = sum(1 if card[0] == "A" else min(RANKS.index(card[0]) + 2, 10) for card in cards)
    soft = any(card[0] == "A" for card in cards) and points <= 11
    return points + 10 * soft, soft


def natural(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and total(cards)[0] == 21


def dealers(cards: Sequence[str]) -> list[str]:
    """As many of these cards as a dealer takes: until the hand counts 17, hard or soft."""
    hand = list(cards[:2])
    for card in cards[2:]:
        if total(hand)[0] >= 17:
            break
        hand.append(card)
    assert total(hand)[0] >= 17, cards
    return hand


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
