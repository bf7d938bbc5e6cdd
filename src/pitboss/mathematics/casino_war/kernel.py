"""Casino War: two cards off the top of a full shoe, and a War on every tie. Tables come from the chapter."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch651a_casino_war import (
    RANKING,
    WAR_BURN,
    Result,
    Rules,
    initial_pays,
    surrendered,
    tie_pays,
    war_pays,
)
from pitboss.equipment.cards import rank
from pitboss.game import Game
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import below, stream
from pitboss.money import Odds, winnings
from pitboss.wagers import Wager

UNIT = 100
WAGERS = ("initial", "tie")
LOWER, TIED, HIGHER = 0, 1, 2  # how tables are indexed: by 1 and the sign of mine less dealer's
ORDER = (Result.LOWER, Result.TIE, Result.HIGHER)
Ints = NDArray[np.int64]


def tables(rules: Rules, *, fights: bool) -> tuple[Ints, Ints, Ints, int]:
    """Rank by card of the shoe; nets of Initial and Tie Wager by result; of Initial with War by result of the War; burned cards.

    A tie on the original deal nets the Initial Wager what surrender leaves of it, or nothing before a War.
    """

    def net(odds: Odds | None) -> int:
        return -UNIT if odds is None else winnings(UNIT, odds, rules.breakage, rules.chip)

    ranks = np.array([RANKING.index(rank(card)) for card in rules.cards], np.int64)
    nets = np.array([[net(initial_pays(r)) for r in ORDER], [net(tie_pays(r)) for r in ORDER]], np.int64)
    nets[0, TIED] = 0 if fights else surrendered(Wager(1, "initial", "", UNIT)).returned - UNIT
    lost = -2 * UNIT if fights else 0  # the Initial Wager goes with the War Wager
    war = [net(war_pays(r)) if fights and war_pays(r) is not None else lost for r in ORDER]
    return ranks, nets, np.array(war, np.int64), WAR_BURN


@njit
def against(mine: int, his: int) -> int:
    return 1 + (mine > his) - (mine < his)


@njit
def settle(cards: Ints, ranks: Ints, nets: Ints, war: Ints, burn: int, net: Ints) -> int:
    """One player from the top of the shoe: his card, the dealer's, three burned, War cards. Returns the main stake."""
    result = against(ranks[cards[0]], ranks[cards[1]])
    net[0], net[1] = nets[0, result], nets[1, result]
    if result != TIED or war[LOWER] == 0:
        return 100
    net[0] = war[against(ranks[cards[2 + burn]], ranks[cards[3 + burn]])]
    return 200


@njit
def rounds_of(ranks: Ints, nets: Ints, war: Ints, burn: int, seed: int, block: int, rounds: int, out: Ints) -> None:
    """Deal off a shoe that is shuffled only as far as it is looked at."""
    state = stream(seed, block)
    size = len(ranks)
    shoe = np.arange(size)
    net = np.zeros(2, np.int64)
    for _ in range(rounds):
        for n in range(2):
            other = n + below(state, size - n)
            shoe[n], shoe[other] = shoe[other], shoe[n]
        if ranks[shoe[0]] == ranks[shoe[1]]:
            for n in range(2, 4 + burn):
                other = n + below(state, size - n)
                shoe[n], shoe[other] = shoe[other], shoe[n]
        staked = settle(shoe, ranks, nets, war, burn, net)
        for wager in range(2):
            out[wager, 0] += 1
            out[wager, 1] += net[wager]
            out[wager, 2] += net[wager] * net[wager]
            out[wager, 3] += staked if wager == 0 else 100
            if net[wager] > 0:
                out[wager, 4] += 1


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """War on every tie hand, and surrender on every one."""
    return [
        Kernel("casino-war", "war", WAGERS, UNIT, partial(rounds_of, *tables(rules, fights=True)), "optimal"),
        Kernel(
            "casino-war",
            "surrender",
            WAGERS,
            UNIT,
            partial(rounds_of, *tables(rules, fights=False)),
            "always surrender",
        ),
    ]
