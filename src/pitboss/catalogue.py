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
    found: dict[str, Game] = {}
    for module in sorted(pkgutil.iter_modules(pitboss.chapters.__path__), key=lambda m: m.name):
        chapter = importlib.import_module(f"pitboss.chapters.{module.name}")
        for game in getattr(chapter, "GAMES", None) or (chapter.GAME,):
            found[game.name] = game
    return found


def game(name: str) -> Game:
    """One game, or a refusal that lists all games."""
    try:
        return games()[name]
    except KeyError:
        raise Refused(
            Refusal.NOT_FOUND, f"There is no game {name!r}; {offered(name, games(), 'there are')}.", ""
        ) from None
