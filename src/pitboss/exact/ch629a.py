"""Midibaccarat: the mathematics is that of all baccarat."""

from collections.abc import Iterator

from pitboss.chapters.ch629a_midibaccarat import GAME, Rules
from pitboss.exact import baccarat
from pitboss.exact.edge import Edge
from pitboss.game import Game
from pitboss.submission import RulesSubmission


def edges(rules: Rules) -> list[Edge]:
    return baccarat.edges(GAME.name, rules)


def variants(game: Game) -> Iterator[RulesSubmission]:
    return baccarat.variants(Rules)
