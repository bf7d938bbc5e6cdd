"""A table of Face Up Pai Gow Poker for tests, told like one of Pai Gow Poker."""

from typing import Any

from pitboss.testkit.tables import Played, play
from tests.chapters.pai_gow import DEALER, QUEENS, round_of

GAME = "face-up-pai-gow-poker"
MAIN = "face_up_pai_gow_poker"
ONE = f"1 {MAIN} 10"
SIDES: dict[str, Any] = {"ace_high_bonus": True, "fortune_bonus": True, "progressive_payout": True}

ACE_HIGH = "AD JH TC 8S 6D 4C 2D"  # of a dealer: everything pushes
JOKER_HIGH = "JK JH TC 8S 6D 4C 2D"
DEUCES = "2S 2C 4D 6H 8C JD QH"  # a dealer who stands in nobody's way


def one(mine: str, wagers: str = ONE, dealer: str = QUEENS, two: str = "", **filed: Any) -> Played:
    """One player against the dealer."""
    lows = {1: two} if two else {}
    return play(GAME, round_of({DEALER: dealer, 1: mine}, wagers, lows), **filed)


def table_of(hands: dict[int | str, str], wagers: str, **filed: Any) -> Played:
    """Several players, each setting as the house would."""
    return play(GAME, round_of(hands, wagers), **filed)
