"""Where the mathematics of a game is: ``mathematics/<game>/``, named as its chapter's module is after the number."""

import importlib
import importlib.util
from types import ModuleType

from pitboss.game import Game


def name_of(game: Game) -> str:
    """``go_fore_it`` for a game whose rules are in ``chapters/ch676a_go_fore_it``."""
    chapter = game.rules.__module__.split(".")[2]
    return chapter.removeprefix(f"ch{game.chapter}_")


def has(game: Game, part: str) -> bool:
    """Whether a game has this part (``edges``, ``kernel``, ``chart`` …); nothing of it is loaded to find out."""
    package = f"{__name__.rsplit('.', 2)[0]}.{name_of(game)}"
    return importlib.util.find_spec(package) is not None and importlib.util.find_spec(f"{package}.{part}") is not None


def part(game: Game, part: str) -> ModuleType | None:
    """One part of a game's mathematics, or None where it has none."""
    return importlib.import_module(f"{__name__.rsplit('.', 2)[0]}.{name_of(game)}.{part}") if has(game, part) else None
