"""What single cards count where points are added."""

from collections.abc import Iterable


def counted(cards: Iterable[str], ace: int, court: int = 10) -> int:
    """Cards by what they show; aces and court cards as a game counts them."""
    return sum(
        {"A": ace, "T": court, "J": court, "Q": court, "K": court}[card[0]] if card[0] in "ATJQK" else int(card[0])
        for card in cards
    )
