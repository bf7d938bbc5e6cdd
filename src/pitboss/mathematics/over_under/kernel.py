"""Over/Under: three cards off the top of a full shoe, the best choice after the first. Tables come from the chapter."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch686a_over_under import (
    DECKS,
    HIGHEST,
    OVER,
    POINTS,
    SURRENDER,
    UNDER,
    Rules,
    bonus_pays,
    side_pays,
)
from pitboss.equipment.cards import DECK, rank
from pitboss.game import Game
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.kernel import Kernel, only
from pitboss.mathematics.kit.philox import below, stream
from pitboss.mathematics.over_under.edges import elections
from pitboss.money import Odds, winnings

UNIT = 100
WAGERS = ("ante", "bonus")
Ints = NDArray[np.int64]


def tables(rules: Rules) -> tuple[Ints, Ints, Ints, Ints]:
    """Points by card of the shoe; net of the main game by first card and total; its stake; net of Bonus by total."""

    def net(odds: Odds | None) -> int:
        return -UNIT if odds is None else winnings(UNIT, odds, rules.breakage, rules.chip)

    points = np.array([POINTS[rank(card)] for card in DECK * DECKS], np.int64)
    main = np.full((max(POINTS.values()) + 1, HIGHEST + 1), -UNIT, np.int64)
    staked = np.full(len(main), UNIT, np.int64)
    for first, choice in elections().items():
        if choice == SURRENDER:
            continue
        assert choice in (OVER, UNDER)
        staked[first] = 2 * UNIT
        main[first] = [2 * net(side_pays(choice, total)) for total in range(HIGHEST + 1)]
    bonus = np.array([net(bonus_pays(total)) for total in range(HIGHEST + 1)], np.int64)
    return points, main, staked, bonus


@njit
def settle(cards: Ints, points: Ints, main: Ints, staked: Ints, bonus: Ints, net: Ints) -> int:
    """One hand of three cards. Returns the stake of the main game."""
    first = points[cards[0]]
    total = first + points[cards[1]] + points[cards[2]]
    net[0], net[1] = main[first, total], bonus[total]
    return int(staked[first])


@njit
def rounds_of(
    points: Ints, main: Ints, staked: Ints, bonus: Ints, seed: int, block: int, rounds: int, out: Ints
) -> None:
    """Deal three cards a round off a shoe that is shuffled only as far as it is dealt."""
    state = stream(seed, block)
    size = len(points)
    shoe = np.arange(size)
    net = np.zeros(2, np.int64)
    for _ in range(rounds):
        for n in range(3):
            other = n + below(state, size - n)
            shoe[n], shoe[other] = shoe[other], shoe[n]
        stake = settle(shoe, points, main, staked, bonus, net)
        for wager in range(2):
            out[wager, 0] += 1
            out[wager, 1] += net[wager]
            out[wager, 2] += net[wager] * net[wager]
            out[wager, 3] += stake if wager == 0 else 100
            if net[wager] > 0:
                out[wager, 4] += 1


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """The Ante with what is added to it, and the Bonus Wager where it is offered."""
    every = Kernel("over-under", "hands", WAGERS, UNIT, partial(rounds_of, *tables(rules)), "optimal")
    return [every if rules.bonus_wager else only(every, WAGERS[:1])]
