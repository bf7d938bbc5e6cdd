"""Minibaccarat: the mathematics is that of all baccarat."""

from collections.abc import Iterator

from pitboss.chapters.ch627a_minibaccarat import GAME
from pitboss.chapters.ch627a_minibaccarat.rules import Rules
from pitboss.game import Game
from pitboss.mathematics.kit import baccarat_counting as counting
from pitboss.mathematics.kit.edge import Edge
from pitboss.submission import RulesSubmission


def edges(rules: Rules) -> list[Edge]:
    return counting.edges(GAME.name, rules)


def variants(game: Game) -> Iterator[RulesSubmission]:
    return counting.variants(Rules)
