"""Six-Card Fortune Pai Gow Poker: twelve cards, set as well as can be or the house way, Double Down when it pays, all
wagers.

How the meter moves is in ``kit.meter_kernel``.
"""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch670a_six_card_fortune.hands import HIGH_NAMES, PAIR_OF_EIGHTS, RANKING
from pitboss.chapters.ch670a_six_card_fortune.rules import (
    DOUBLE_DOWN,
    FORTUNE,
    FORTUNE_PAYS,
    INSURANCE,
    INSURANCE_PAYS,
    MAIN,
    METER_SHARES,
    PROGRESSIVE,
    PROGRESSIVE_PAYS,
    RATE,
    SEED,
    Rules,
)
from pitboss.families.poker_ranks import CLASS_AT, HEIGHT, LADDER, PLACES, Tables
from pitboss.families.progressive import contribution
from pitboss.game import Game
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.estimate import NET
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.meter_kernel import gained, play_meter
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.suits import MANY
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.mathematics.six_card_fortune.edges import (
    CATEGORY,
    HOUSE,
    OPTIMAL,
    Play,
    best_play,
    plays_by_place,
)
from pitboss.mathematics.six_card_fortune.six_cards import SIX, house_way
from pitboss.mathematics.six_card_fortune.two_boxes import met, value_of_six
from pitboss.meters import MICRO
from pitboss.money import Odds, winnings

WAGERS = (MAIN, DOUBLE_DOWN, FORTUNE, INSURANCE, PROGRESSIVE)
MAIN_AT, DOUBLE_AT, FORTUNE_AT, INSURANCE_AT, PROGRESSIVE_AT, STAKED_AT = range(6)  # columns of what is netted
DRAWN, BATCH = 2 * SIX, 1024
BONUS, HIGH, FIXED, SHARE, FILED = range(5)  # rows of the table of payments
STAKE, SEEDED, MOVED, QUALIFIES = range(4)  # columns of its last row
TOP_AT = PLACES[0]
Bytes = NDArray[np.uint8]


def unit(rules: Rules) -> int:
    """Every wager is made of this many cents: what the Progressive takes."""
    return rules.progressive_unit


def pays(rules: Rules) -> Ints:
    """The chapter's paytables: nets in cents by class of hand or by highest card; shares of the meter are per cent."""
    stake = unit(rules)

    def net(odds: Odds | None) -> int:
        return -stake if odds is None else winnings(stake, odds)

    rows = [
        [net(FORTUNE_PAYS.get(hand)) for hand in RANKING.order],
        [-stake, -stake, *(net(INSURANCE_PAYS.get(HIGH_NAMES.get(rank, ""))) for rank in LADDER)],
        [net(PROGRESSIVE_PAYS.get(hand)) for hand in RANKING.order],
        [METER_SHARES.get(hand, 0) for hand in RANKING.order],
        [stake, SEED * stake * MICRO, contribution(stake, RATE), PAIR_OF_EIGHTS],
    ]
    width = HEIGHT["A"] + 1
    return np.array([row + [0] * (width - len(row)) for row in rows], np.int64)


@njit
def settled(five: Tables, six: Tables, category: Ints, plays: Bytes, pays: Ints, deals: Ints, meter: Ints, nets: Ints) -> None:  # fmt: skip
    """One player against the dealer, a deal to a row: the player's six cards, then the dealer's."""
    words, lanes, low, middle, high, values, suited, _, _ = five
    words_6, lanes_6, low_6, middle_6, high_6, values_6, suited_6, _, _ = six
    first = np.zeros(SIX, np.int64)
    stake = pays[FILED, STAKE]
    for n in range(len(deals)):
        mine, dealers, net = np.sort(deals[n, :SIX]), deals[n, SIX:], nets[n]
        dealer_high, dealer_low = house_way(words, lanes, low, middle, high, values, suited, category, dealers)
        result, double = met(
            words, lanes, low, middle, high, values, suited, plays, mine, first, dealer_high, dealer_low
        )
        net[MAIN_AT], net[STAKED_AT] = result * stake, double * stake
        net[DOUBLE_AT] = result * stake if double and dealer_high >= pays[FILED, QUALIFIES] else 0
        value = value_of_six(words_6, lanes_6, low_6, middle_6, high_6, values_6, suited_6, mine)
        line = value >> CLASS_AT
        net[FORTUNE_AT] = pays[BONUS, line]
        net[INSURANCE_AT] = pays[HIGH, value >> TOP_AT & 15] if line == 0 else -stake
        net[PROGRESSIVE_AT] = progressive(line, pays, meter)


@njit
def progressive(line: int, pays: Ints, meter: Ints) -> Any:
    """One Progressive Payout Wager: it moves the meter, and wins a part of it or a fixed sum."""
    share = pays[SHARE, line]
    due = play_meter(meter, pays[FILED, MOVED], share, pays[FILED, SEEDED])
    return due - pays[FILED, STAKE] if share else pays[FIXED, line]


@njit
def rounds_of(
    five: Tables, six: Tables, category: Ints, plays: Bytes, pays: Ints, offered: Ints, seed: int, block: int,
    rounds: int, out: Tally,
) -> None:  # fmt: skip
    """Deal twelve cards a round off a deck that is shuffled only as far as it is dealt; only what is offered is counted."""
    state, deck = stream(seed, block), np.arange(MANY)
    deals, nets = np.empty((BATCH, DRAWN), np.int64), np.empty((BATCH, STAKED_AT + 1), np.int64)
    meter = pays[FILED, SEEDED : SEEDED + 1].copy()
    for first in range(0, rounds, BATCH):
        many = min(BATCH, rounds - first)
        for n in range(many):
            deal(state, deck, 0, DRAWN)
            for at in range(DRAWN):
                deals[n, at] = deck[at]
        settled(five, six, category, plays, pays, deals[:many], meter, nets)
        for n in range(many):
            for row, wager in enumerate(offered):
                staked = nets[n, STAKED_AT] if wager == DOUBLE_AT else pays[FILED, STAKE]
                tally(out, row, nets[n, wager], staked)
    for row, wager in enumerate(offered):
        if wager == PROGRESSIVE_AT:
            out[row, NET] += gained(meter, pays[FILED, SEEDED])


def _rounds_by(play: Play, tables: tuple[Tables, Tables], pays: Ints, offered: Ints, *asked: Any) -> None:
    """How hands are played is looked up when it is first needed."""
    rounds_of(*tables, np.array(CATEGORY), plays_by_place(play), pays, offered, *asked)


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """All wagers that are offered, the hands set the house way, or as well as can be."""
    names = tuple(kind.name for kind in rules.offered)
    offered = np.array([n for n, wager in enumerate(WAGERS) if wager in names], np.int64)
    tables, wagers = (RANKING.tables(SIX - 1), RANKING.tables(SIX)), tuple(WAGERS[n] for n in offered)
    found = []
    for name, play, strategy in (("hands", Play.HOUSE, HOUSE), ("best hands", best_play(rules), OPTIMAL)):
        run = partial(_rounds_by, play, tables, pays(rules), offered)
        found.append(Kernel(game.name, name, wagers, unit(rules), run, strategy))
    return found
