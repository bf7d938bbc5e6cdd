"""Words for players that the games of two hands share, of tiles or of cards."""

from typing import Any

from pitboss.shown import HowToPlay, Line, Vocabulary

SURRENDERED = {"surrender": "You surrendered"}


def starting(rules: Any) -> str:
    """What chooses where the deal begins, with its verb: by what was filed, and dice in a round that a player banks."""
    if str(rules.start_selector) == "shaker":
        return "dice choose"
    chosen = "a number chooses" if str(rules.start_selector) == "rng" else "a button marks"
    return f"{chosen}, or dice in a banked round," if getattr(rules, "player_bank", False) else chosen


def settings(ways: int) -> Vocabulary:
    """What a program answers that sets a low hand in one of so many ways, and may surrender."""
    return Vocabulary(("surrender", "show_hands"), {"low": ways}, ("low hand", "surrender"))


def two_hands(
    rules: Any, chapter: str, count: str, setting: tuple[Line, Line], house: str, decisions: tuple[Line, ...]
) -> HowToPlay:
    """How a round goes where cards are parted into a high hand of five and a low one.

    ``setting``: how players and dealer set their hands, in the order in which they do.
    """
    return HowToPlay(
        worth=(("The joker is an ace, or completes a straight or a flush.", f"{chapter}.6(a)"),),
        steps=(
            ('Wagers have to be down before the call of "no more bets".', f"{chapter}.7(c)"),
            (f"Each position is dealt {count} cards; {starting(rules)} where the deal begins.", f"{chapter}.8(c)"),
            *setting,
            (f"Both of yours better: you win. One of them better: a tie. Neither: you lose; equal hands are the {house}'s.",
            f"{chapter}.11(f)"),
        ),
        decisions=decisions,
    )  # fmt: skip


def set_yours(low: str, cite: str) -> Line:
    """The step in which players set their hands."""
    return f"Set yours into a high hand of five cards and a low hand of {low}, which may not rank above it.", cite
