"""Over/Under: three cards off the top of a full shoe, the best choice after the first. Tables come from the chapter."""

from functools import partial

import numpy as np

from pitboss.chapters.ch686a_over_under import (
    ANTE,
    BONUS,
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
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.kernel import Kernel, only
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.mathematics.over_under.edges import elections
from pitboss.money import Odds, winnings

UNIT = 100
WAGERS = (ANTE, BONUS)
ANTE_AT, BONUS_AT = range(2)  # rows, in the order of WAGERS


def tables(rules: Rules) -> tuple[Ints, Ints, Ints, Ints]:
    """Points by card of the shoe; net of the main game by first card and total; its stake; net of Bonus by total."""

    def net(odds: Odds | None) -> int:
        return -UNIT if odds is None else winnings(UNIT, odds, rules.payout_rounding)

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
    net[ANTE_AT], net[BONUS_AT] = main[first, total], bonus[total]
    return int(staked[first])


@njit
def rounds_of(
    points: Ints, main: Ints, staked: Ints, bonus: Ints, seed: int, block: int, rounds: int, out: Tally
) -> None:
    """Deal three cards a round off a shoe that is shuffled only as far as it is dealt."""
    state = stream(seed, block)
    shoe = np.arange(len(points))
    net = np.zeros(len(WAGERS), np.int64)
    for _ in range(rounds):
        deal(state, shoe, 0, 3)
        stake = settle(shoe, points, main, staked, bonus, net)
        tally(out, ANTE_AT, net[ANTE_AT], stake)
        tally(out, BONUS_AT, net[BONUS_AT], UNIT)


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """The Ante with what is added to it, and the Bonus Wager where it is offered."""
    every = Kernel("over-under", "hands", WAGERS, UNIT, partial(rounds_of, *tables(rules)), "optimal")
    return [every if rules.bonus_wager else only(every, WAGERS[:1])]
