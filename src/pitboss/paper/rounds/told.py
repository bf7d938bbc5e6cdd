"""What a guide says of one game."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.money import dollars

Line = tuple[str, str]  # words, provision


class Told(msgspec.Struct, frozen=True):
    """What things are worth, how a round goes, and what a player may decide; each sentence with its provision."""

    worth: tuple[Line, ...] = ()
    steps: tuple[Line, ...] = ()
    decisions: tuple[Line, ...] = ()
    pays: Mapping[str, str] = {}  # by wager, where odds alone do not tell what pays them


def starting(rules: Any) -> str:
    """What chooses where the deal begins, with its verb: by what was filed, and dice in a round that a player banks."""
    if str(rules.start_selector) == "shaker":
        return "dice choose"
    chosen = "a number chooses" if str(rules.start_selector) == "rng" else "a button marks"
    return f"{chosen}, or dice in a banked round," if getattr(rules, "player_bank", False) else chosen


def money(cents: int) -> str:
    """An amount as it is read: $5, $1,000, $2.50."""
    return f"${cents // 100:,}" if cents % 100 == 0 else f"${cents // 100:,}{dollars(cents % 100)[1:]}"
