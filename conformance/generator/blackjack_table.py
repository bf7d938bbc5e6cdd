"""633a, what the modules share: stakes, dealt cards, and dealers who end on a known total."""

from collections.abc import Sequence
from typing import Any

from generator.blackjack_hand import back
from generator.kit import Game, dollars, play, says, settled, wager
from pitboss_audit.games.blackjack_values import dealers, natural, total

STAKE, BURN = dollars(10), "2C"


RULES = {
    "decks": 6,
    "minimum_cents": dollars(1),
    "maximum_cents": dollars(500),
    "adjacent_boxes": 2,
    "split_aces": "one_card",
    "max_resplits": 2,
    "max_ace_resplits": 0,
    "even_money": True,
}


ENDINGS = {
    17: ("TH", "7D"),
    18: ("TH", "8D"),
    19: ("TH", "9D"),
    20: ("TH", "KD"),
    21: ("7H", "8D", "6D"),
    22: ("6H", "TD", "6D"),
}


def deal(mine: Sequence[str], dealer: Sequence[str], drawn: Sequence[str] = ()) -> list[str]:
    """Burned card, two cards each in turn, the player's further cards, the dealer's further cards."""
    return [BURN, mine[0], dealer[0], mine[1], dealer[1], *drawn, *dealer[2:]]


def hand(
    game: Game,
    key: str,
    provision: str,
    title: str,
    mine: Sequence[str],
    dealer: Sequence[str],
    answers: Sequence[str],
    drawn: Sequence[str] = (),
    **more: Any,
) -> None:
    """One hand, stood on or drawn to, against a dealer who finishes unless the hand is dead."""
    final = [*mine[:2], *drawn]
    live = total(final)[0] <= 21 and not natural(final)
    finished = dealers(dealer) if live else list(dealer[:2])
    stake = more.pop("stake", STAKE)
    said = [says(1, answer) for answer in answers]
    game.case(
        key,
        provision,
        title,
        play([wager(1, "blackjack", stake)], deal(mine, finished, drawn), said),
        [settled(1, "blackjack", stake, back(final, finished, stake))],
        **more,
    )
