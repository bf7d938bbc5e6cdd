"""Minibaccarat: the kernel is that of all baccarat."""

from pitboss.chapters.ch627a_minibaccarat import Rules
from pitboss.game import Game
from pitboss.mathematics.baccarat import coups
from pitboss.mathematics.kit.kernel import Kernel


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    return [coups.kernel(game.name, rules)]
