"""Every game, those that share nearly all of their code with another marked slow: for tests of what is around a game.

Where its rules are tested, a game is never left out; the chapters, the golden plays and the properties of every round have them
all. A game that is new is in the suite until somebody says here which one it is like.
"""

from collections.abc import Iterable
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.game import Game

LIKE = {  # by game the one that shares its family's code
    "mini-craps": "craps",
    "minibaccarat": "baccarat",
    "midibaccarat": "baccarat",
    "big-six-wheel": "roulette",
    "six-card-fortune-pai-gow-poker": "pai-gow-poker",
    "face-up-pai-gow-poker": "pai-gow-poker",
}


def names() -> list[Any]:
    """The names of all games, as parameters."""
    return [_marked(name, name) for name in catalogue.games()]


def games(among: Iterable[Game]) -> list[Any]:
    """Some games themselves, as parameters."""
    return [_marked(game.name, game) for game in among]


def _marked(name: str, value: object) -> Any:
    return pytest.param(value, marks=pytest.mark.slow) if name in LIKE else value
