"""Casino War: two cards off the top of a full shoe, and a War on every tie. Tables come from the chapter."""

from functools import partial

import numpy as np

from pitboss.chapters.ch651a_casino_war import (
    INITIAL,
    RANKING,
    TIE,
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
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.money import Odds, winnings
from pitboss.wagers import Wager

UNIT = 100
WAGERS = (INITIAL, TIE)
INITIAL_AT, TIE_AT = range(2)  # rows of the tables, in the order of WAGERS
LOWER, TIED, HIGHER = 0, 1, 2  # how tables are indexed: by 1 and the sign of the player's less the dealer's
ORDER = (Result.LOWER, Result.TIE, Result.HIGHER)


def tables(rules: Rules, *, fights: bool) -> tuple[Ints, Ints, Ints, int]:
    """Rank by card of the shoe; nets of Initial and Tie Wager by result; of Initial with War by result of the War; burned cards.

    A tie on the original deal nets the Initial Wager what surrender leaves of it, or nothing before a War.
    """

    def net(odds: Odds | None) -> int:
        return -UNIT if odds is None else winnings(UNIT, odds, rules.payout_rounding)

    ranks = np.array([RANKING.index(rank(card)) for card in rules.cards], np.int64)
    nets = np.array([[net(initial_pays(r)) for r in ORDER], [net(tie_pays(r)) for r in ORDER]], np.int64)
    nets[INITIAL_AT, TIED] = 0 if fights else surrendered(Wager(1, INITIAL, "", UNIT), rules).returned - UNIT
    lost = -2 * UNIT if fights else 0  # the Initial Wager goes with the War Wager
    war = [net(war_pays(r)) if fights and war_pays(r) is not None else lost for r in ORDER]
    return ranks, nets, np.array(war, np.int64), WAR_BURN


@njit
def against(player: int, dealer: int) -> int:
    return 1 + (player > dealer) - (player < dealer)


@njit
def settle(cards: Ints, ranks: Ints, nets: Ints, war: Ints, burn: int, net: Ints) -> int:
    """One player from the top of the shoe: their card, the dealer's, three burned, War cards. Returns the main stake."""
    result = against(ranks[cards[0]], ranks[cards[1]])
    net[INITIAL_AT], net[TIE_AT] = nets[INITIAL_AT, result], nets[TIE_AT, result]
    if result != TIED or war[LOWER] == 0:
        return UNIT
    net[INITIAL_AT] = war[against(ranks[cards[2 + burn]], ranks[cards[3 + burn]])]
    return 2 * UNIT


@njit
def rounds_of(ranks: Ints, nets: Ints, war: Ints, burn: int, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Deal off a shoe that is shuffled only as far as it is looked at."""
    state = stream(seed, block)
    shoe = np.arange(len(ranks))
    net = np.zeros(len(WAGERS), np.int64)
    for _ in range(rounds):
        deal(state, shoe, 0, 2)
        if ranks[shoe[0]] == ranks[shoe[1]]:
            deal(state, shoe, 2, 4 + burn)
        staked = settle(shoe, ranks, nets, war, burn, net)
        tally(out, INITIAL_AT, net[INITIAL_AT], staked)
        tally(out, TIE_AT, net[TIE_AT], UNIT)


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """War on every tie hand, and surrender on every one."""
    return [
        Kernel("casino-war", name, WAGERS, UNIT, partial(rounds_of, *tables(rules, fights=fights)), strategy)
        for name, fights, strategy in (("war", True, "optimal"), ("surrender", False, "always surrender"))
    ]
