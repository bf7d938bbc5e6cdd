"""Pai Gow Poker: two hands of seven, both set the house way, all wagers. Tables come from chapter and exact.

A wager is of five dollars or some multiple, on which the vigorish is the same whether or not it is rounded up; the
Progressive is of the least that is taken, because a part of the meter is worth more the less was wagered on it, and what
it nets is multiplied, so that one unit serves for all. The meter starts every block at its initial amount and moves as
the engine's does, in micro-cents. What it has gained by the end of the block still belongs to those who wagered, and is
added to what they netted: so the mean is that of the long run, wherever the blocks are cut.
"""

from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.chapters.ch645a_pai_gow_poker.hands import (
    HIGH_NAMES,
    RANKING,
    best_paid,
    best_progressive,
)
from pitboss.chapters.ch645a_pai_gow_poker.rules import (
    EMPERORS,
    EVEN,
    FORTUNE,
    INSURANCE,
    MAIN,
    METER_SHARES,
    PROGRESSIVE,
    PROGRESSIVE_PAYS,
    Rules,
)
from pitboss.exact.house_ways import Pieces, Ways, pieces, set_seven, ways, word_of
from pitboss.exact.poker import line_sets, lines_of, value_of
from pitboss.families.poker_ranks import BIT, CLASS_AT, HANDS, LADDER, PLACES, Hand, Tables
from pitboss.families.progressive import MICRO, contribution
from pitboss.game import Game
from pitboss.money import Odds, winnings
from pitboss.simulate.kernel import Kernel, only
from pitboss.simulate.philox import stream
from pitboss.simulate.poker import deal

WAGERS = (MAIN, FORTUNE, EMPERORS, INSURANCE, PROGRESSIVE)
CARDS, SEVEN = 53, 7
LOSE = 0  # of the main wager's nets, which go by how many of the player's hands are above the dealer's
INITIAL, RESET, MOVED, STAKE, TIMES = range(5)  # what is filed about the Progressive
Ints = NDArray[np.int64]


def unit(rules: Rules) -> int:
    """In cents: a multiple of five dollars and of the least Progressive wager."""
    return lcm(500, rules.least(PROGRESSIVE))


class Nets:
    """What each wager nets in cents: the main one by outcome, bonuses by the set of lines that the cards hold,
    Insurance by the highest card of a hand that makes nothing; of the Progressive, what it takes of the meter."""

    def __init__(self, rules: Rules) -> None:
        stake, least = unit(rules), rules.least(PROGRESSIVE)
        times = stake // least

        def net(odds: Odds | None, amount: int = stake) -> int:
            return -amount if odds is None else winnings(amount, odds, rules.breakage, rules.chip)

        even = winnings(stake, EVEN)
        self.main = np.array([-stake, 0, even - rules.vigorish.due(even)], np.int64)
        self.lines = np.full((4, 1 << len(HANDS)), -stake, np.int64)  # Fortune, Emperor's, Progressive, its share
        for hands in line_sets(RANKING, SEVEN):
            bits, progressive = sum(BIT[hand] for hand in hands), best_progressive(hands)
            self.lines[:, bits] = (
                net(rules.fortune.pays.get(best_paid(hands, rules.fortune.pays))),
                net(rules.emperors.pays.get(best_paid(hands, rules.emperors.pays))),
                net(PROGRESSIVE_PAYS.get(progressive), least) * times,
                METER_SHARES.get(progressive, 0),
            )
        self.insurance = np.full(16, -stake, np.int64)
        for rank, line in HIGH_NAMES.items():
            self.insurance[LADDER.index(rank) + 2] = net(rules.insurance.get(line))
        moved = contribution(least, rules.progressive_rate or Fraction(0))
        initial, reset = rules.progressive_initial * MICRO, rules.progressive_reset * MICRO
        self.filed = np.array([initial, reset, moved, least, times], np.int64)


HIGH_CARD = RANKING.order.index(Hand.HIGH_CARD)


@njit(cache=True, nogil=True)
def settle(
    p: Pieces, tables: Tables, way: Ways, main: Ints, by_lines: Ints, insurance: Ints, filed: Ints, cards: Ints, meter: Ints, net: Ints
) -> None:  # fmt: skip
    """One player against the dealer: seven cards and seven cards."""
    words, lanes, low, high, values, suited, lines, suited_lines = tables
    word = word_of(words, cards, 0)
    mine = set_seven(p, way, cards, 0, word)
    his = set_seven(p, way, cards, SEVEN, word_of(words, cards, SEVEN))
    above = (mine[0] > his[0]) + (mine[1] > his[1])
    net[0] = main[above]
    lane = np.uint64(0)
    for n in range(SEVEN):
        lane += lanes[cards[n]]
    held = lines_of(low, high, lines, suited_lines, word, lane)
    net[1], net[2] = by_lines[0, held], by_lines[1, held]
    value = value_of(low, high, values, suited, word, lane)
    net[3] = insurance[value >> PLACES[0] & 15] if value >> CLASS_AT == HIGH_CARD else insurance[0]
    net[4] = award(by_lines[3, held], by_lines[2, held], filed, meter)


@njit(cache=True, nogil=True)
def award(share: int, fixed: int, filed: Ints, meter: Ints) -> Any:
    """One Progressive Payout Wager: it moves the meter, and wins a part of it or a fixed sum."""
    meter[0] += filed[MOVED]
    if share == 0:
        return fixed
    due = meter[0] * share // (100 * MICRO)
    meter[0] -= due * MICRO
    if share == 100:
        meter[0] += filed[RESET]
    return (due - filed[STAKE]) * filed[TIMES]


@njit(cache=True, nogil=True)
def rounds_of(
    p: Pieces, tables: Tables, way: Ways, main: Ints, by_lines: Ints, insurance: Ints, filed: Ints, seed: int, block: int,
    rounds: int, out: Ints,
) -> None:  # fmt: skip
    """Deal fourteen cards a round off a deck that is shuffled only as far as it is dealt."""
    state, deck, net = stream(seed, block), np.arange(CARDS), np.zeros(len(out), np.int64)
    meter = filed[INITIAL : INITIAL + 1].copy()
    for _ in range(rounds):
        deal(state, deck, 2 * SEVEN)
        settle(p, tables, way, main, by_lines, insurance, filed, deck, meter, net)
        for wager in range(len(out)):
            out[wager, 0] += 1
            out[wager, 1] += net[wager]
            out[wager, 2] += net[wager] * net[wager]
            out[wager, 3] -= main[LOSE]
            out[wager, 4] += net[wager] > 0
    out[4, 1] += (meter[0] - filed[INITIAL]) // MICRO * filed[TIMES]


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """One kernel for all wagers that are offered."""
    nets = Nets(rules)
    tables, way = RANKING.tables(SEVEN), ways(rules.house_way)
    run = partial(rounds_of, pieces(), tables, way, nets.main, nets.lines, nets.insurance, nets.filed)
    every = Kernel("pai-gow-poker", "hands", WAGERS, unit(rules), run, "house way")
    return [only(every, {kind.name for kind in rules.offered})]
