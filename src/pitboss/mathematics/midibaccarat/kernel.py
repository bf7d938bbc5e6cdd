"""Midibaccarat: the kernel is that of all baccarat."""

from pitboss.chapters.ch629a_midibaccarat.rules import Rules
from pitboss.game import Game
from pitboss.mathematics.kit import baccarat_coups as coups
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.money import Cents


def kernels(game: Game, rules: Rules, stake: Cents | None = None) -> list[Kernel]:
    return [coups.kernel(game.name, rules, stake)]
