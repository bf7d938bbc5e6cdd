"""Six-Card Fortune Pai Gow Poker: twelve cards, set as well as can be or the house way, Double Down when it pays, all
wagers.

How the meter moves is in ``kit.meter_kernel``.
"""

from functools import partial
from typing import Any

import numpy as np

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
from pitboss.families.poker_ranks import CLASS_AT, HEIGHT, LADDER, PLACES
from pitboss.families.progressive import contribution
from pitboss.game import Game
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal_rows
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.meter_kernel import FILED, MOVED, STAKE, fixed_or_share, give_back
from pitboss.mathematics.kit.meter_kernel import SEED as SEEDED
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.suits import MANY
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.mathematics.six_card_fortune.edges import (
    HOUSE,
    OPTIMAL,
    Play,
    best_play,
    hands_of,
)
from pitboss.mathematics.six_card_fortune.six_cards import SIX, house_way
from pitboss.mathematics.six_card_fortune.two_boxes import NO_CARD, SixCardHands, met, value_without
from pitboss.meters import MICRO
from pitboss.money import Odds, winnings

WAGERS = (MAIN, DOUBLE_DOWN, FORTUNE, INSURANCE, PROGRESSIVE)
MAIN_AT, DOUBLE_AT, FORTUNE_AT, INSURANCE_AT, PROGRESSIVE_AT, STAKED_AT = range(6)  # columns of what is netted
DRAWN, BATCH = 2 * SIX, 1024
BONUS, HIGH = range(2)  # rows of the table of payments, before those of a meter
QUALIFIES = MOVED + 1  # a column of its last row
TOP_AT = PLACES[0]


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
def settled(hands: SixCardHands, pays: Ints, deals: Ints, meter: Ints, nets: Ints) -> None:
    """One player against the dealer, a deal to a row: the player's six cards, then the dealer's."""
    first = np.zeros(SIX, np.int64)
    stake = pays[FILED, STAKE]
    for n in range(len(deals)):
        mine, net = deals[n, :SIX], nets[n]
        dealers = house_way(hands.five, hands.category, deals[n, SIX:])
        result, double = met(hands, mine, first, dealers)
        net[MAIN_AT], net[STAKED_AT] = result * stake, double * stake
        net[DOUBLE_AT] = result * stake if double and dealers[0] >= pays[FILED, QUALIFIES] else 0
        value = value_without(hands.six, mine, NO_CARD)
        line = value >> CLASS_AT
        net[FORTUNE_AT] = pays[BONUS, line]
        net[INSURANCE_AT] = pays[HIGH, value >> TOP_AT & 15] if line == 0 else -stake
        net[PROGRESSIVE_AT] = fixed_or_share(line, pays, meter)


@njit
def rounds_of(hands: SixCardHands, pays: Ints, offered: Ints, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Deal twelve cards a round off a deck that is shuffled only as far as it is dealt; only what is offered is counted."""
    state, deck = stream(seed, block), np.arange(MANY)
    deals, nets = np.empty((BATCH, DRAWN), np.int64), np.empty((BATCH, STAKED_AT + 1), np.int64)
    meter = pays[FILED, SEEDED : SEEDED + 1].copy()
    for first in range(0, rounds, BATCH):
        many = min(BATCH, rounds - first)
        deal_rows(state, deck, deals[:many])
        settled(hands, pays, deals[:many], meter, nets)
        for n in range(many):
            for row, wager in enumerate(offered):
                staked = nets[n, STAKED_AT] if wager == DOUBLE_AT else pays[FILED, STAKE]
                tally(out, row, nets[n, wager], staked)
    give_back(out, offered, PROGRESSIVE_AT, meter, pays[FILED, SEEDED])


def _rounds_by(play: Play, rules: Rules, offered: Ints, *asked: Any) -> None:
    """How hands are played is looked up when it is first needed."""
    rounds_of(hands_of(play), pays(rules), offered, *asked)


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """All wagers that are offered, the hands set the house way, or as well as can be."""
    names = tuple(kind.name for kind in rules.offered)
    offered = np.array([n for n, wager in enumerate(WAGERS) if wager in names], np.int64)
    wagers, found = tuple(WAGERS[n] for n in offered), []
    for name, play, strategy in (("hands", Play.HOUSE, HOUSE), ("best hands", best_play(rules), OPTIMAL)):
        run = partial(_rounds_by, play, rules, offered)
        found.append(Kernel(game.name, name, wagers, unit(rules), run, strategy))
    return found
