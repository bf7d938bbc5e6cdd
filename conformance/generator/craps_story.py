"""623a, told as throws: rounds, settlements and what stays up, of throws with the wagers made before each."""

from collections.abc import Sequence
from typing import Any

from generator.craps_table import Table
from generator.kit import Game, dollars, play, wager

LINE = dollars(10)


RULES = {
    "minimum_cents": dollars(1),
    "maximum_cents": dollars(500),
    "buy_bets": True,
    "lay_bets": "in_addition",
    "vigorish_rate": "5",
    "vigorish_collected": "on_win",
    "odds_multiple": 2,
    "winning_wagers_stay_up": True,
}


THROWS = {
    2: (1, 1),
    3: (1, 2),
    4: (1, 3),
    5: (1, 4),
    6: (2, 4),
    7: (3, 4),
    8: (2, 6),
    9: (3, 6),
    10: (4, 6),
    11: (5, 6),
    12: (6, 6),
}


Bet = tuple[int, str, int, str]


Throw = tuple[tuple[int, int], Sequence[Bet]]


def story(
    throws: Sequence[Throw], **how: Any
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    """Rounds, settlements and what stays up, of throws with the wagers made before each."""
    felt, rounds, lines = Table(**how), [], []
    for number, (dice, bets) in enumerate(throws, 1):
        for seat, kind, amount, on in bets:
            felt.bet(seat, kind, amount, on)
        rounds.append(
            play([wager(seat, kind, amount, on) for seat, kind, amount, on in bets], [f"{dice[0]} {dice[1]}"])
        )
        lines += [{"round": number} | line for line in felt.throw(*dice)]
    return rounds, lines, felt.standing()


def tell(game: Game, key: str, provision: str, title: str, throws: Sequence[Throw], **more: Any) -> None:
    rounds, lines, standing = story(throws, **more.pop("how", {}))
    game.case(key, provision, title, rounds, lines, standing=standing, **more)


PASS: Bet = (1, "pass_bet", LINE, "")
