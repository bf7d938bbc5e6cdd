"""Roulette: one spin, one wager of each kind. Nets per spot and compartment come from the chapter."""

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch617a_roulette.rules import Rules, WheelInUse, pay, wins
from pitboss.game import Game
from pitboss.mathematics.kit import uniform
from pitboss.mathematics.kit.kernel import Kernel, whole_unit
from pitboss.money import Cents
from pitboss.wagers import Wager

UNIT = 500  # five chips of a dollar, so that a fifth is whole


def unit(rules: Rules) -> int:
    """In cents: a stake on which the odds as filed pay whole cents."""
    return whole_unit(UNIT, (rules.odds(kind) for kind, _ in spots(rules)))


def tables(rules: Rules, spots: list[tuple[str, str]], stake: Cents | None = None) -> NDArray[np.int64]:
    """Net of each spot on each compartment, in cents on a stake, ``unit`` if none is said; a dead 00 is no compartment."""
    found, stake = [], stake or unit(rules)
    for kind, on in spots:
        row = []
        for pocket in pockets(rules):
            won = wins(kind, on, pocket, rules)
            row.append(pay(Wager(1, kind, on, stake), pocket, rules).returned - stake if won else -stake)
        found.append(row)
    return np.array(found, np.int64)


def pockets(rules: Rules) -> list[str]:
    """617a.4(c)(2): where 00 is spun again it never decides anything."""
    dead = ("00",) if rules.wheel is WheelInUse.DOUBLE_AS_SINGLE else ()
    return [pocket for pocket in rules.device.order if pocket not in dead]


def spots(rules: Rules) -> list[tuple[str, str]]:
    """The first spot of each kind of wager represents its kind."""
    first: dict[str, tuple[str, str]] = {}
    for kind, on in rules.covers:
        first.setdefault(kind, (kind, on))
    return list(first.values())


def kernels(game: Game, rules: Rules, stake: Cents | None = None) -> list[Kernel]:
    chosen = spots(rules)
    wagers = tuple(kind for kind, _ in chosen)
    return [uniform.kernel("roulette", "spins", wagers, stake or unit(rules), tables(rules, chosen, stake))]
