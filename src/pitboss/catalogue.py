"""Finds every chapter's games; there is no other list of them. A chapter module defines ``GAME`` or ``GAMES``."""

import importlib
import pkgutil
from functools import cache

import pitboss.chapters
from pitboss.game import Game
from pitboss.procedure import Refusal, Refused
from pitboss.submission import offered


@cache
def games() -> dict[str, Game]:
    """Every game by name, in the order of the chapters."""
    return {game.name: game for module in _modules() for game in _games_of(module)}


@cache
def game(name: str) -> Game:
    """One game, or a refusal that lists all games. Only chapters that may have it are imported until it is found."""
    for module in sorted(_modules(), key=lambda module: _likeness(module, name), reverse=True):
        for found in _games_of(module):
            if found.name == name:
                return found
    raise Refused(Refusal.NOT_FOUND, f"There is no game {name!r}; {offered(name, games(), 'there are')}.", "")


@cache
def _modules() -> tuple[str, ...]:
    """The names of the chapters' modules, in the order of the chapters; nothing is imported."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(pitboss.chapters.__path__)))


def _games_of(module: str) -> tuple[Game, ...]:
    chapter = importlib.import_module(f"pitboss.chapters.{module}")
    return getattr(chapter, "GAMES", None) or (chapter.GAME,)


def _likeness(module: str, name: str) -> tuple[int, bool]:
    """How much of a game's name is in that of a module, such as ``ch623a_craps``; it decides only where to look first."""
    words = module.split("_")[1:]
    return len({*words} & {*name.split("-")}), name.startswith("-".join(words))
