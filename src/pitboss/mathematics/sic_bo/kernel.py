"""Sic Bo: one throw, one wager on each area. Which areas win, and what they pay, comes from the chapter."""

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch625a_sic_bo.rules import DICE, SPOTS, Rules, odds
from pitboss.equipment.dice import faces, throws
from pitboss.game import Game
from pitboss.mathematics.kit import uniform
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.money import winnings

UNIT = 100


def tables(rules: Rules) -> NDArray[np.int64]:
    """Net of each area on each of the 216 throws, in cents on a stake of ``UNIT``."""

    def net(spot: tuple[str, str], throw: str) -> int:
        if spot not in rules.winners[throw]:
            return -UNIT
        return winnings(UNIT, odds(*spot, faces(throw)), rules.payout_rounding)

    return np.array([[net(spot, throw) for throw in throws(DICE)] for spot in SPOTS], np.int64)


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    wagers = tuple(f"{kind} {on}".rstrip() for kind, on in SPOTS)
    return [uniform.kernel(game.name, "throws", wagers, UNIT, tables(rules))]
