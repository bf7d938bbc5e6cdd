"""A table of DJ Wild Stud Poker for tests: cards as they lie, wagers as a player would name them."""

from typing import Any

from pitboss.testkit.tables import Played, deal, play

GAME = "dj-wild-stud-poker"
BONUSES: dict[str, Any] = {
    "progressive_bonus": True,
    "progressive_rate": "20",
    "trips_bonus": True,
    "two_way_bad_beat_bonus": True,
}
MAIN = "1 ante 10; 1 blind 10"
EVERYTHING = f"{MAIN}; 1 progressive_bonus 1; 1 trips_bonus 5; 1 two_way_bad_beat_bonus 5"
NOTHING = "KD QC JH 7C 3D"  # king high
ASIDE = "8D"


def cards(*hands: str) -> list[str]:
    """Cards in the order dealt, each card once."""
    found = " ".join(hands).split()
    assert len(found) == len(set(found)), found
    return found


def hand(
    mine: str,
    dealer: str = NOTHING,
    aside: str = ASIDE,
    wagers: str = EVERYTHING,
    answer: str = "1 raise",
    **filed: Any,
) -> Played:
    """One player against the dealer, with every bonus wager offered unless told otherwise."""
    submission = {**BONUSES, **filed}
    chance = cards(mine, dealer, aside if submission["progressive_bonus"] else "")
    return play(GAME, deal(wagers, chance, answer), **submission)


def bare(mine: str = "9S 9H 9D 4C 5S", dealer: str = NOTHING, **rest: Any) -> dict[str, Any]:
    """A round of one player without bonus wagers, at a table that offers none."""
    return deal(MAIN, cards(mine, dealer), "1 raise", **rest)
