"""Go Fore It: eight cards, the optimal election, all four wagers. Tables come from the chapter and ``edges``."""

from functools import partial
from typing import NamedTuple

import numpy as np

from pitboss.chapters.ch676a_go_fore_it.rules import (
    FRONT_9,
    GOPHER,
    GOPHER_LINES,
    HAND,
    POINTS,
    SKINS,
    Rules,
    back_nine_pays,
    front_nine_pays,
    skins_pays,
)
from pitboss.equipment.cards import DECK, rank
from pitboss.game import Game
from pitboss.mathematics.go_fore_it.edges import elections
from pitboss.mathematics.kit.compiled import borrowing, njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.money import Odds, winnings

UNIT = 100
WAGERS = (FRONT_9, SKINS, GOPHER)
FRONT_9_AT, SKINS_AT, GOPHER_AT = range(3)  # rows, in the order of WAGERS
HIGHEST = max(POINTS.values())  # of one card
ACE = POINTS["A"]
TOTALS = range(HAND * HIGHEST + 1)  # of a hand


class HoleTables(NamedTuple):
    """What cards count, what each wager nets, and when the Back 9 is played."""

    points: Ints  # by card
    main: Ints  # of Front and Back 9 by total
    skins: Ints  # by both totals
    gopher: Ints  # by aces
    plays: Ints  # by the points of two cards


def tables(rules: Rules) -> HoleTables:

    def net(odds: Odds | None) -> int:
        return -UNIT if odds is None else winnings(UNIT, odds, rules.payout_rounding)

    points = np.array([POINTS[rank(card)] for card in DECK], np.int64)
    main = np.array([net(front_nine_pays(t)) + net(back_nine_pays(t)) for t in TOTALS], np.int64)
    skins = np.array([[net(skins_pays(mine, dealers)) for dealers in TOTALS] for mine in TOTALS], np.int64)
    gopher = np.array([net(rules.gopher.get(line)) for line in GOPHER_LINES], np.int64)
    plays = np.zeros((HIGHEST + 1, HIGHEST + 1), np.int64)
    for (low, high), yes in elections().items():
        plays[low, high] = plays[high, low] = yes
    return HoleTables(points, main, skins, gopher, plays)


@borrowing
def settle(cards: Ints, tables: HoleTables, net: Ints) -> int:
    """One player against the dealer, from eight cards: front, front, hole, hole, dealer's four. Returns the stake of the main
    game."""
    points, main, skins, gopher, plays = tables
    mine = dealers = aces = 0
    for n in range(HAND):
        mine += points[cards[n]]
        dealers += points[cards[HAND + n]]
        aces += points[cards[n]] == ACE
    net[SKINS_AT], net[GOPHER_AT] = skins[mine, dealers], gopher[aces]
    if plays[points[cards[0]], points[cards[1]]]:
        net[FRONT_9_AT] = main[mine]
        return 2 * UNIT
    net[FRONT_9_AT] = -UNIT
    return UNIT


@njit
def rounds_of(tables: HoleTables, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Deal eight cards a round off a deck that is shuffled only as far as it is dealt."""
    state = stream(seed, block)
    deck = np.arange(len(tables.points))
    net = np.zeros(len(WAGERS), np.int64)
    for _ in range(rounds):
        deal(state, deck, 0, 2 * HAND)
        staked = settle(deck, tables, net)
        tally(out, FRONT_9_AT, net[FRONT_9_AT], staked)
        tally(out, SKINS_AT, net[SKINS_AT], UNIT)
        tally(out, GOPHER_AT, net[GOPHER_AT], UNIT)


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    return [Kernel("go-fore-it", "hands", WAGERS, UNIT, partial(rounds_of, tables(rules)), "optimal")]
