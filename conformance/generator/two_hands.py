"""What the three Pai Gow Poker games share: dealing round the table, setting, and comparing two hands with two."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.cards import mixed, rest
from generator.kit import settled
from pitboss_audit.poker import JOKER, Rank, number, with_joker

THROW = "1 1 6"  # eight: counted round seven places from the dealer, it comes back to the dealer
MAIN = 1000


def deal(hands: Mapping[int, Sequence[str]], size: int) -> list[str]:
    """The throw, then one card at a time: to the dealer (0) first and on to seats 1 to 6, wagers or none."""
    used = [card for hand in hands.values() for card in hand]
    spare = iter(rest(used))
    dealt = {place: list(hands[place]) if place in hands else [next(spare) for _ in range(size)] for place in range(7)}
    return [THROW, *(dealt[place][lap] for lap in range(size) for place in range(7))]


def low_rank(cards: Sequence[str]) -> Rank:
    return with_joker(tuple(cards))


def plain_setting(cards: Sequence[str], lows: int) -> list[str]:
    """The low hand of seven or six cards without a pair: the best but one, and the next where the low hand has two."""
    ordered = sorted(cards, key=lambda card: 12 if card == JOKER else number(card), reverse=True)
    return ordered[1 : 1 + lows]


class Hand:
    """Cards set in two."""

    def __init__(self, cards: Sequence[str], low: Sequence[str]) -> None:
        self.cards, self.low = list(cards), list(low)
        self.high = [card for card in cards if card not in low]
        assert len(self.high) == 5, cards
        self.high_rank, self.low_rank = with_joker(tuple(self.high)), low_rank(low)

    @property
    def foul(self) -> bool:
        return self.low_rank > self.high_rank


def compared(mine: Hand, dealer: Hand, joker_low_wins: bool = False) -> str:
    """``win``, ``tie`` or ``lose``: a hand that only equals the dealer's is beaten by it."""
    if mine.foul:
        return "lose"
    above = mine.high_rank > dealer.high_rank
    over = mine.low_rank > dealer.low_rank or (joker_low_wins and mine.low == [JOKER])
    return "win" if above and over else "tie" if above or over else "lose"


def main_line(seat: int, kind: str, outcome: str, *, commission: int = 0, stake: int = MAIN) -> dict[str, Any]:
    back = {"win": 2 * stake, "tie": stake, "lose": 0}[outcome]
    return settled(seat, kind, stake, back, commission=commission if outcome == "win" else 0)


def dull(used: Sequence[str], ranks: str, lows: int, start: int = 0) -> Hand:
    """A hand without a pair, straight or flush, set as anybody would."""
    cards = mixed(ranks, used, start)
    return Hand(cards, plain_setting(cards, lows))
