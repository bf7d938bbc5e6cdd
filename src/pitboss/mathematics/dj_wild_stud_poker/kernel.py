"""DJ Wild Stud Poker: eleven cards, the optimal election, all wagers. Tables come from the chapter and ``edges``.

The meter starts every block at its seed and moves as the engine's does, in micro-cents. What it has gained by the
end of the block still belongs to those who wagered, and is added to what they netted: so the mean is that of the long
run, wherever the blocks are cut.
"""

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import RANKING
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import (
    ANTE,
    BAD_BEAT,
    NATURAL,
    PROGRESSIVE,
    TRIPS,
    WILD,
    Rules,
)
from pitboss.families.poker_ranks import CLASS_AT, STANDARD, Tables
from pitboss.families.progressive import MICRO, contribution
from pitboss.game import Game
from pitboss.mathematics.dj_wild_stud_poker.edges import LOSS, STAKES, elections, wins
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.poker import START, Numbers, Part, Words, place, value_of
from pitboss.money import Odds, winnings

WAGERS = (ANTE, PROGRESSIVE, TRIPS, BAD_BEAT)
JOKER, CARDS, DRAWN, BATCH = 52, 53, 11, 1024
MAIN, NATURAL_TRIPS, WILD_TRIPS, BEATEN, FIXED, SHARE, FILED = range(7)  # rows of the table of payments
STAKE, SEED, MOVED, TWO_WAY = range(4)  # columns of its last row
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


def unit(rules: Rules) -> int:
    """Every wager is made of this many cents: what the Progressive takes."""
    return rules.progressive.unit


def pays(rules: Rules) -> Ints:
    """The chapter's paytables: nets in cents by class of hand, a row each; shares of the meter are per cent."""
    stake, table, trips = unit(rules), rules.progressive, rules.trips

    def net(odds: Odds | None, kept: int = 0) -> int:
        return -stake if odds is None else winnings(stake, odds) - kept

    kept = 0 if rules.progressive_stake_back else stake
    rows = [
        [wins(hand) * stake for hand in RANKING.order],
        [net(trips.get(f"{NATURAL} {hand.words}")) for hand in STANDARD.order],
        [net(trips.get(f"{WILD} {hand.words}")) for hand in RANKING.order],
        [net(rules.bad_beat.get(hand)) for hand in RANKING.order],
        [net(table.fixed.get(hand), kept) for hand in STANDARD.order],
        [table.shares[hand].percent if hand in table.shares else 0 for hand in STANDARD.order],
        [stake, table.seed * MICRO, contribution(stake, rules.progressive_rate or Fraction(0)), int(rules.two_way)],
    ]
    return np.array([row + [0] * (len(RANKING.order) - len(row)) for row in rows], np.int64)


@njit
def settled(wild: Tables, natural: Tables, pays: Ints, raised: Flags, deals: Ints, meter: Ints, nets: Ints) -> None:
    """One player against the dealer, a deal to a row: his five cards, the dealer's five, the card set aside."""
    words, lanes, low, high, values, suited, _, _ = wild
    words_2, lanes_2, low_2, high_2, values_2, suited_2, _, _ = natural
    for n in range(len(deals)):
        mine = five(words, lanes, low, high, values, suited, deals, n, 0)
        his = five(words, lanes, low, high, values, suited, deals, n, 5)
        raises = raised[sort_first_five(deals, n)]
        joker = deals[n, 4] == JOKER  # the highest number, and so the last of five
        if joker:
            deals[n, 4] = deals[n, 10]
        line = five(words_2, lanes_2, low_2, high_2, values_2, suited_2, deals, n, 0) >> CLASS_AT
        settle(mine, his, line, joker, raises, pays, meter, nets[n])


@njit
def five(
    words: Words,
    lanes: Words,
    low: Part,
    high: Part,
    values: Numbers,
    suited: Numbers,
    deals: Ints,
    row: int,
    first: int,
) -> Any:
    """The number of five cards of a deal."""
    word, lane = START, np.uint64(0)
    for n in range(first, first + 5):
        word += words[deals[row, n]]
        lane += lanes[deals[row, n]]
    return value_of(low, high, values, suited, word, lane)


@njit
def sort_first_five(deals: Ints, row: int) -> Any:
    """Put a player's cards in order, by insertion, and tell their place among all hands."""
    for n in range(5):
        card, at = deals[row, n], n
        while at and deals[row, at - 1] > card:
            deals[row, at] = deals[row, at - 1]
            at -= 1
        deals[row, at] = card
    return place(deals[row])


@njit
def settle(mine: int, his: int, line: int, joker: bool, raises: bool, pays: Ints, meter: Ints, net: Ints) -> None:
    """Every wager, from the numbers of two hands and the class of the natural one; last, what the main game staked."""
    stake, hand = pays[FILED, STAKE], mine >> CLASS_AT
    net[1] = progressive(line, pays, meter)
    net[2] = pays[WILD_TRIPS, hand] if joker else max(pays[WILD_TRIPS, hand], pays[NATURAL_TRIPS, line])
    net[3] = -stake
    if not raises:
        net[0], net[4] = -STAKES * stake, STAKES * stake
        return
    net[4] = LOSS * stake
    if mine == his:
        net[0] = 0
        return
    net[0] = pays[MAIN, hand] if mine > his else -LOSS * stake
    if mine < his or pays[FILED, TWO_WAY]:
        net[3] = pays[BEATEN, min(mine, his) >> CLASS_AT]


@njit
def progressive(line: int, pays: Ints, meter: Ints) -> Any:
    """One Progressive Bonus Wager: it moves the meter, and wins a part of it or a fixed sum."""
    meter[0] += pays[FILED, MOVED]
    share = pays[SHARE, line]
    if share == 0:
        return pays[FIXED, line]
    due = meter[0] * share // (100 * MICRO)
    meter[0] -= due * MICRO
    if share == 100:
        meter[0] += pays[FILED, SEED]
    return due - pays[FILED, STAKE]


@njit
def rounds_of(
    wild: Tables,
    natural: Tables,
    pays: Ints,
    raised: Flags,
    offered: Ints,
    seed: int,
    block: int,
    rounds: int,
    out: Ints,
) -> None:
    """Deal eleven cards a round off a deck that is shuffled only as far as it is dealt; tell of what is offered."""
    state, deck = stream(seed, block), np.arange(CARDS)
    deals, nets = np.empty((BATCH, DRAWN), np.int64), np.empty((BATCH, len(WAGERS) + 1), np.int64)
    meter = pays[FILED, SEED : SEED + 1].copy()
    for first in range(0, rounds, BATCH):
        many = min(BATCH, rounds - first)
        for n in range(many):
            deal(state, deck, DRAWN)
            for at in range(DRAWN):
                deals[n, at] = deck[at]
        settled(wild, natural, pays, raised, deals[:many], meter, nets)
        for n in range(many):
            for row, wager in enumerate(offered):
                net = nets[n, wager]
                out[row, 0] += 1
                out[row, 1] += net
                out[row, 2] += net * net
                out[row, 3] += pays[FILED, STAKE] if wager else nets[n, len(WAGERS)]
                out[row, 4] += net > 0
    for row, wager in enumerate(offered):
        if wager == 1:
            out[row, 1] += (meter[0] - pays[FILED, SEED]) // MICRO


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """One kernel for all wagers that are offered."""
    names = tuple(kind.name for kind in rules.offered)
    offered = np.array([n for n, wager in enumerate(WAGERS) if wager in names], np.int64)
    run = partial(rounds_of, RANKING.tables(5), STANDARD.tables(5), pays(rules), elections(), offered)
    wagers = tuple(WAGERS[n] for n in offered)
    return [Kernel("dj-wild-stud-poker", "hands", wagers, unit(rules), run, "optimal")]
