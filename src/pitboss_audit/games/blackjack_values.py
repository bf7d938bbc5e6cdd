"""What Blackjack hands count, and what the dealer draws."""

from collections.abc import Sequence

RANKS = "23456789TJQKA"


def total(cards: Sequence[str]) -> tuple[int, bool]:
    """The count of a hand, and whether an ace counts 11 in it."""
    points = sum(1 if card[0] == "A" else min(RANKS.index(card[0]) + 2, 10) for card in cards)
    soft = any(card[0] == "A" for card in cards) and points <= 11
    return points + 10 * soft, soft


def natural(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and total(cards)[0] == 21


def dealers(cards: Sequence[str]) -> list[str]:
    """As many of these cards as a dealer takes: until the hand counts 17, hard or soft (633a.7(m))."""
    hand = list(cards[:2])
    for card in cards[2:]:
        if total(hand)[0] >= 17:
            break
        hand.append(card)
    return hand
