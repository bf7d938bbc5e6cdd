"""DJ Wild Stud Poker: eleven cards, the optimal election, all wagers. Tables come from the chapter and ``edges``.

How the meter moves is in ``kit.meter_kernel``.
"""

from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

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
    ProgressiveTwos,
    Rules,
)
from pitboss.families.poker_ranks import CLASS_AT, PLACES, STANDARD, Hand, Tables
from pitboss.families.progressive import contribution
from pitboss.game import Game
from pitboss.mathematics.dj_wild_stud_poker.edges import LOSS, STAKES, elections, wins
from pitboss.mathematics.kit.compiled import borrowing, njit
from pitboss.mathematics.kit.deal import deal_rows
from pitboss.mathematics.kit.duels import place
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.meter_kernel import FILED, MOVED, SEED, STAKE, fixed_or_share, give_back
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.poker import START, value_of
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.meters import MICRO
from pitboss.money import Odds, winnings

WAGERS = (ANTE, PROGRESSIVE, TRIPS, BAD_BEAT)
ANTE_AT, PROGRESSIVE_AT, TRIPS_AT, BAD_BEAT_AT, STAKED_AT = range(5)  # columns of what a round nets
CARDS = len(RANKING.deck)
JOKER = CARDS - 1  # the highest number
FIVE = 5
ASIDE = 2 * FIVE  # the place of the card set aside, after both hands
DRAWN, BATCH = ASIDE + 1, 1024
MAIN, NATURAL_TRIPS, WILD_TRIPS, BEATEN = range(4)  # rows of the table of payments, before those of a meter
TWO_WAY, WILD_TWOS = MOVED + 1, MOVED + 2  # columns of its last row
# I-687a-11, with wild 2s: the natural class that a class with wilds is paid as, five of a kind as four of a kind.
PAID_AS = np.array(
    [STANDARD.order.index(hand if hand in STANDARD.order else Hand.FOUR_OF_A_KIND) for hand in RANKING.order]
)
FOURS, FIVES = STANDARD.order.index(Hand.FOUR_OF_A_KIND), RANKING.order.index(Hand.FIVE_OF_A_KIND)
STRAIGHT_FLUSHES, TWO_AT, TWO = STANDARD.order.index(Hand.STRAIGHT_FLUSH), PLACES[0], 2
Flags = NDArray[np.bool_]


def unit(rules: Rules) -> int:
    """Every wager is made of this many cents: what the Progressive takes."""
    return rules.progressive.unit


def pays(rules: Rules) -> Ints:
    """The chapter's paytables: nets in cents by class of hand, a row each; shares of the meter are per cent."""
    stake, table, trips = unit(rules), rules.progressive, rules.trips

    def net(odds: Odds | None, stake_lost: int = 0) -> int:
        return -stake if odds is None else winnings(stake, odds) - stake_lost

    stake_lost = 0 if rules.progressive_stake_back else stake
    rows = [
        [wins(hand) * stake for hand in RANKING.order],
        [net(trips.get(f"{NATURAL} {hand.words}")) for hand in STANDARD.order],
        [net(trips.get(f"{WILD} {hand.words}")) for hand in RANKING.order],
        [net(rules.bad_beat.get(hand)) for hand in RANKING.order],
        [net(table.fixed.get(hand), stake_lost) for hand in STANDARD.order],
        [table.shares[hand].percent if hand in table.shares else 0 for hand in STANDARD.order],
        [
            stake,
            table.seed * MICRO,
            contribution(stake, rules.progressive_rate or Fraction(0)),
            int(rules.two_way),
            int(rules.progressive_twos is ProgressiveTwos.WILD),
        ],
    ]
    return np.array([row + [0] * (len(RANKING.order) - len(row)) for row in rows], np.int64)


class WildTables(NamedTuple):
    """How hands rank with the wild cards and by their own, what they are paid, and which of them are raised."""

    wild: Tables
    natural: Tables
    pays: Ints
    raised: Flags


@njit
def settled(tables: WildTables, deals: Ints, meter: Ints, nets: Ints) -> None:
    """One player against the dealer, a deal to a row: the player's five cards, the dealer's five, the card set aside."""
    wild, natural, pays, raised = tables
    for n in range(len(deals)):
        mine = five(wild, deals, n, 0)
        dealers = five(wild, deals, n, FIVE)
        raises = raised[sort_first_five(deals, n)]
        joker = deals[n, FIVE - 1] == JOKER  # sorted, it is the last of five
        if joker:
            deals[n, FIVE - 1] = deals[n, ASIDE]
        plain = five(natural, deals, n, 0)
        paid = plain >> CLASS_AT
        if pays[FILED, WILD_TWOS]:
            made = five(wild, deals, n, 0) >> CLASS_AT
            four_twos = made == FIVES and paid == FOURS and plain >> TWO_AT & 15 == TWO
            paid = STRAIGHT_FLUSHES if four_twos else PAID_AS[made]
        settle(mine, dealers, plain >> CLASS_AT, joker, raises, pays, nets[n])
        nets[n, PROGRESSIVE_AT] = fixed_or_share(paid, pays, meter)


@borrowing
def five(tables: Tables, deals: Ints, row: int, first: int) -> Any:
    """The number of five cards of a deal."""
    word, lane = START, np.uint64(0)
    for n in range(first, first + FIVE):
        word += tables.words[deals[row, n]]
        lane += tables.lanes[deals[row, n]]
    return value_of(tables.low, tables.middle, tables.high, tables.values, tables.suited, word, lane)


@njit
def sort_first_five(deals: Ints, row: int) -> Any:
    """Put a player's cards in order, by insertion, and tell their place among all hands."""
    for n in range(FIVE):
        card, at = deals[row, n], n
        while at and deals[row, at - 1] > card:
            deals[row, at] = deals[row, at - 1]
            at -= 1
        deals[row, at] = card
    return place(deals[row])


@njit
def settle(mine: int, dealers: int, line: int, joker: bool, raises: bool, pays: Ints, net: Ints) -> None:
    """Every wager but the Progressive, from the numbers of two hands and the class of the natural one; then what was staked."""
    stake, hand = pays[FILED, STAKE], mine >> CLASS_AT
    net[TRIPS_AT] = pays[WILD_TRIPS, hand] if joker else max(pays[WILD_TRIPS, hand], pays[NATURAL_TRIPS, line])
    net[BAD_BEAT_AT] = -stake
    if not raises:
        net[ANTE_AT], net[STAKED_AT] = -STAKES * stake, STAKES * stake
        return
    net[STAKED_AT] = LOSS * stake
    if mine == dealers:
        net[ANTE_AT] = 0
        return
    net[ANTE_AT] = pays[MAIN, hand] if mine > dealers else -LOSS * stake
    if mine < dealers or pays[FILED, TWO_WAY]:
        net[BAD_BEAT_AT] = pays[BEATEN, min(mine, dealers) >> CLASS_AT]


@njit
def rounds_of(tables: WildTables, offered: Ints, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Deal eleven cards a round off a deck that is shuffled only as far as it is dealt; only what is offered is counted."""
    state, deck = stream(seed, block), np.arange(CARDS)
    deals, nets = np.empty((BATCH, DRAWN), np.int64), np.empty((BATCH, STAKED_AT + 1), np.int64)
    pays = tables.pays
    meter, stake = pays[FILED, SEED : SEED + 1].copy(), pays[FILED, STAKE]
    for first in range(0, rounds, BATCH):
        many = min(BATCH, rounds - first)
        deal_rows(state, deck, deals[:many])
        settled(tables, deals[:many], meter, nets)
        for n in range(many):
            for row, wager in enumerate(offered):
                net = nets[n, wager]
                tally(out, row, net, nets[n, STAKED_AT] if wager == ANTE_AT else stake)
    give_back(out, offered, PROGRESSIVE_AT, meter, pays[FILED, SEED])


def tables(rules: Rules) -> WildTables:
    """All that a round is settled by."""
    return WildTables(RANKING.tables(FIVE), STANDARD.tables(FIVE), pays(rules), elections())


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """One kernel for all wagers that are offered."""
    names = tuple(kind.name for kind in rules.offered)
    offered = np.array([n for n, wager in enumerate(WAGERS) if wager in names], np.int64)
    run = partial(rounds_of, tables(rules), offered)
    wagers = tuple(WAGERS[n] for n in offered)
    return [Kernel("dj-wild-stud-poker", "hands", wagers, unit(rules), run, "optimal")]
