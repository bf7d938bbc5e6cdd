"""Go Fore It: eight cards, the optimal election, all four wagers. Tables come from the chapter and ``edges``."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch676a_go_fore_it.chapter import (
    GOPHER_LINES,
    POINTS,
    Rules,
    back_nine_pays,
    front_nine_pays,
    skins_pays,
)
from pitboss.equipment.cards import DECK, rank
from pitboss.game import Game
from pitboss.mathematics.go_fore_it.edges import elections
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import below, stream
from pitboss.money import Odds, winnings

UNIT = 100
WAGERS = ("front_9", "skins", "gopher")
Ints = NDArray[np.int64]


def tables(rules: Rules) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Points by card, net of Front and Back 9 by total, of Skins by two totals, of Gopher by aces, elections."""

    def net(odds: Odds | None) -> int:
        return -UNIT if odds is None else winnings(UNIT, odds, rules.breakage, rules.chip)

    points = np.array([POINTS[rank(card)] for card in DECK], np.int64)
    main = np.array([net(front_nine_pays(t)) + net(back_nine_pays(t)) for t in range(41)], np.int64)
    skins = np.array([[net(skins_pays(mine, his)) for his in range(41)] for mine in range(41)], np.int64)
    gopher = np.array([net(rules.gopher.get(line)) for line in GOPHER_LINES], np.int64)
    plays = np.zeros((11, 11), np.int64)
    for (low, high), yes in elections().items():
        plays[low, high] = plays[high, low] = yes
    return points, main, skins, gopher, plays


@njit
def settle(cards: Ints, points: Ints, main: Ints, skins: Ints, gopher: Ints, plays: Ints, net: Ints) -> int:
    """One player against the dealer, from eight cards: front, front, hole, hole, dealer's four. Returns the stake of the main game."""
    mine = points[cards[0]] + points[cards[1]] + points[cards[2]] + points[cards[3]]
    his = points[cards[4]] + points[cards[5]] + points[cards[6]] + points[cards[7]]
    aces = 0
    for n in range(4):
        if points[cards[n]] == 1:
            aces += 1
    net[1], net[2] = skins[mine, his], gopher[aces]
    if plays[points[cards[0]], points[cards[1]]]:
        net[0] = main[mine]
        return 200
    net[0] = -100
    return 100


@njit
def rounds_of(
    points: Ints, main: Ints, skins: Ints, gopher: Ints, plays: Ints, seed: int, block: int, rounds: int, out: Ints
) -> None:
    """Deal eight cards a round off a deck that is shuffled only as far as it is dealt."""
    state = stream(seed, block)
    deck = np.arange(52)
    net = np.zeros(3, np.int64)
    for _ in range(rounds):
        for n in range(8):
            other = n + below(state, 52 - n)
            deck[n], deck[other] = deck[other], deck[n]
        staked = settle(deck, points, main, skins, gopher, plays, net)
        for wager in range(3):
            out[wager, 0] += 1
            out[wager, 1] += net[wager]
            out[wager, 2] += net[wager] * net[wager]
            out[wager, 3] += staked if wager == 0 else 100
            if net[wager] > 0:
                out[wager, 4] += 1


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    return [Kernel("go-fore-it", "hands", WAGERS, UNIT, partial(rounds_of, *tables(rules)), "optimal")]
