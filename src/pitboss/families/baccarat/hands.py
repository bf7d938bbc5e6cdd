"""The two hands: Point Counts, the third card, and what decides each wager. Pure functions."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from pitboss.equipment.cards import Card, rank

PLAYER, BANKER, TIE = "players_hand", "bankers_hand", "tie"
DRAGON, INSURANCE = "dragon_bonus", "dragon_7_insurance"

HANDS = (PLAYER, BANKER)  # in the order of dealing
NAME = {PLAYER: "Player", BANKER: "Banker"}  # as the dealer calls them
HOLDER = {hand: f"{name}'s Hand" for hand, name in NAME.items()}  # as cards are dealt to them
OTHER = {PLAYER: BANKER, BANKER: PLAYER}

# --- value of cards; Point Count of hand (627a.6, 629a.6, 631a.6)

POINTS: Mapping[str, int] = {"A": 1, **{str(n): n for n in range(2, 10)}, "T": 0, "J": 0, "Q": 0, "K": 0}


class _Values(dict[Card, int]):
    """What each card counts; a card is looked up by its rank once."""

    def __missing__(self, card: Card) -> int:
        value = self[card] = POINTS[rank(card)]
        return value


_value = _Values().__getitem__


def points(cards: Sequence[Card]) -> int:
    """The last digit of the sum."""
    return sum(map(_value, cards)) % 10


class Hand(NamedTuple):
    """All that decides a wager: the Point Count, and the number of cards."""

    points: int
    cards: int

    @classmethod
    def of(cls, cards: Sequence[Card]) -> "Hand":
        return cls(points(cards), len(cards))

    @property
    def natural(self) -> bool:
        """8 or 9 on the first two cards (627a.1:Natural and its counterparts)."""
        return self.cards == 2 and self.points >= NATURAL


NATURAL = 8

# --- whether a third card is dealt (627a.10, 629a.10, 631a.11); counts are those of two cards

# Table 1 (I-627a-16): by the Banker's count, then by the value of the Player's third card from 0 to 9.
TABLE_1: Mapping[int, str] = {
    3: "DDDDDDDDSD",
    4: "SSDDDDDDSS",
    5: "SSSSDDDDSS",
    6: "SSSSSSDDSS",
}


def player_draws(player: int, banker: int) -> bool:
    """(a)–(b) Under 6, unless either hand is a Natural."""
    return max(player, banker) < NATURAL and player < 6


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """(a), (c) ``third`` is the value of the Player's third card, None where that hand stayed."""
    if max(player, banker) >= NATURAL:
        return False
    if third is None:
        return banker <= 5  # (c)(1), I-627a-17
    if banker in TABLE_1:
        return TABLE_1[banker][third] == "D"  # (c)(2)(iii)
    return banker < 3  # (c)(2)(i)–(ii)


# --- which hand wins


class Winner(StrEnum):
    """The hand with the higher Point Count."""

    PLAYER = "Player wins"
    BANKER = "Banker wins"
    TIE = "tie hand"


def winner(player: Hand, banker: Hand) -> Winner:
    if player.points == banker.points:
        return Winner.TIE
    return Winner.PLAYER if player.points > banker.points else Winner.BANKER


def dragon_7(player: Hand, banker: Hand) -> bool:
    """The Banker's Hand wins with a three-card 7 (627a.1:Dragon 7, I-627a-02)."""
    return banker == Hand(7, 3) and player.points < banker.points


# --- the Dragon Bonus Wager (627a.7(a)(4), I-627a-04)

MARGIN = 4
NATURAL_WINNER, NATURAL_TIE = "natural winner", "natural tie"


def dragon_line(mine: Hand, other: Hand) -> str:
    """The paytable line of the selected hand, ``NATURAL_TIE`` for a push, empty for a loss."""
    if mine.natural:
        if not other.natural or mine.points > other.points:
            return NATURAL_WINNER
        return NATURAL_TIE if mine.points == other.points else ""
    lead = mine.points - other.points
    return f"win by {lead} points" if lead >= MARGIN else ""


def dragon_loss(mine: Hand, other: Hand) -> str:
    """The clause under which the selected hand lost."""
    if mine.natural:
        return "A"
    return "B" if mine.points <= other.points else "C"
