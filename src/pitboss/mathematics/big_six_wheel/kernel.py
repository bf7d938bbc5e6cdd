"""Big Six Wheel: one spin, one wager on each symbol. Sections and odds come from the chapter."""

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch619a_big_six_wheel.rules import SYMBOL, SYMBOLS, WHEEL, Rules
from pitboss.game import Game
from pitboss.mathematics.kit import uniform
from pitboss.mathematics.kit.kernel import Kernel, whole_unit
from pitboss.money import Cents, winnings

UNIT = 100


def unit(rules: Rules) -> int:
    """In cents: a stake on which the odds as filed pay whole cents."""
    return whole_unit(UNIT, map(rules.odds, SYMBOLS))


def tables(rules: Rules, stake: Cents | None = None) -> NDArray[np.int64]:
    """Net of each symbol on each of the 54 sections, in cents on a stake, ``unit`` if none is said."""
    stake = stake or unit(rules)
    wins = {symbol: winnings(stake, rules.odds(symbol), rules.payout_rounding) for symbol in SYMBOLS}
    return np.array([[wins[s] if s == at else -stake for at in WHEEL.order] for s in SYMBOLS], np.int64)


def kernels(game: Game, rules: Rules, stake: Cents | None = None) -> list[Kernel]:
    wagers = tuple(f"{SYMBOL} {symbol}" for symbol in SYMBOLS)
    return [uniform.kernel(game.name, "spins", wagers, stake or unit(rules), tables(rules, stake))]
