"""The parts of a game's mathematics: modules of ``mathematics/<game>/``, the package named as its chapter's module is
after the number."""

import importlib
import importlib.util
from functools import cache
from types import ModuleType

from pitboss.game import Game

MATHEMATICS = __name__.rsplit(".", 2)[0]


def package_of(game: Game) -> str:
    """``pitboss.mathematics.go_fore_it`` for a game whose rules are in ``chapters/ch676a_go_fore_it``."""
    chapter = game.rules.__module__.split(".")[2]
    return f"{MATHEMATICS}.{chapter.removeprefix(f'ch{game.chapter}_')}"


def has(game: Game, part: str) -> bool:
    """Whether a game has this part (``edges``, ``kernel``, ``chart`` …); nothing of it is loaded to find out."""
    package = package_of(game)
    return _is_there(package) and _is_there(f"{package}.{part}")


@cache
def _is_there(module: str) -> bool:
    """Looked up on the disk once: pages ask for every question that is put to a player."""
    return importlib.util.find_spec(module) is not None


def load(game: Game, part: str) -> ModuleType | None:
    """One part of a game's mathematics, or None where it has none."""
    return importlib.import_module(f"{package_of(game)}.{part}") if has(game, part) else None
