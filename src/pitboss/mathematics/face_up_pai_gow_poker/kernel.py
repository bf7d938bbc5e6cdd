"""Face Up Pai Gow Poker: seven cards against seven that lie open, all wagers. Tables come from the chapter and ``edges``.

How the meter moves is in ``kit.meter_kernel``; its reserve moves with it.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import (
    RANKING,
    best_fortune,
    best_progressive,
    progressive_ranking,
)
from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import BOTH, EVEN, WITH_JOKER, WITHOUT_JOKER
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import ACE_HIGH, FORTUNE, MAIN, PROGRESSIVE, Rules
from pitboss.families.poker_ranks import BIT, HANDS, Hand
from pitboss.families.progressive import ALL, contribution
from pitboss.game import Game
from pitboss.mathematics.face_up_pai_gow_poker.edges import HOUSE, OPTIMAL
from pitboss.mathematics.face_up_pai_gow_poker.two_boxes import (
    NO_LINE,
    TIE,
    FaceUpHands,
    ace_high_line,
    hands_above,
    lines_held,
)
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.house_ways import SEVEN, pieces, ways
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.meter_kernel import give_back, play_meter
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.poker import line_sets
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.meters import MICRO
from pitboss.money import winnings

WAGERS = (MAIN, ACE_HIGH, FORTUNE, PROGRESSIVE)
MAIN_AT, ACE_HIGH_AT, FORTUNE_AT, PROGRESSIVE_AT = range(4)  # rows, in the order of WAGERS
FORTUNE_NET, PROGRESSIVE_NET, METER_SHARE = BY_LINES = range(3)  # rows of what goes by lines
CARDS = len(RANKING.deck)
SEED, MOVED, RESERVED, STAKE = range(4)  # what is filed about the Progressive
METER, RESERVE = range(2)


def unit(rules: Rules) -> int:
    """Every wager is made of this many cents: what the Progressive takes."""
    return rules.progressive.unit


class FaceUpNets(NamedTuple):
    """What each wager nets in cents: the main one by how many of the player's hands are above the dealer's, the Ace High
    Bonus by its line, the others by the set of lines that the cards hold; of the Progressive also its share."""

    main: Ints
    ace_high: Ints
    lines: Ints
    filed: Ints


def nets_of(rules: Rules) -> FaceUpNets:
    stake, table = unit(rules), rules.progressive
    main = np.array([-stake, 0, winnings(stake, EVEN)], np.int64)
    lines = (BOTH, WITH_JOKER, WITHOUT_JOKER)  # in the order of two_boxes.BOTH_LINE and those after it
    ace_high = np.array([*(winnings(stake, rules.ace_high[line]) for line in lines), -stake], np.int64)
    by_lines = np.full((len(BY_LINES), 1 << len(HANDS)), -stake, np.int64)
    for hands in line_sets(RANKING, SEVEN):
        line = best_fortune(hands, rules.fortune)
        odds = rules.fortune.pays.get(line)
        net = -stake if odds is None else winnings(stake, odds)
        by_lines[FORTUNE_NET, _bits(hands)] = 0 if line in rules.fortune.pushes else net
    for hands in line_sets(progressive_ranking(table), SEVEN):
        award = table.awards.get(best_progressive(hands, table))
        back = 0 if award is None else award.amount + (stake if table.stake_back else 0)
        by_lines[PROGRESSIVE_NET:, _bits(hands)] = back - stake, award.percent if award is not None else 0
    rates = (contribution(stake, rate) for rate in (table.rate, table.reserve_rate))
    filed = np.array([table.seed * MICRO, *rates, stake], np.int64)
    return FaceUpNets(main, ace_high, by_lines, filed)


def _bits(hands: Iterable[Hand]) -> int:
    return sum(BIT[hand] for hand in hands)


def hands_of(rules: Rules, *, best: bool) -> FaceUpHands:
    progressive = progressive_ranking(rules.progressive).tables(SEVEN)
    return FaceUpHands(pieces(), RANKING.tables(SEVEN), progressive, ways(rules.way_key), best)


@njit
def settle(hands: FaceUpHands, nets: FaceUpNets, cards: Ints, meter: Ints, net: Ints) -> None:
    """One player against the dealer: seven cards and seven cards."""
    main, ace_high, by_lines, filed = nets
    line = ace_high_line(hands.tables, cards, 0, SEVEN)
    net[MAIN_AT] = main[TIE if line != NO_LINE else hands_above(hands, cards, 0, SEVEN)]
    net[ACE_HIGH_AT] = ace_high[line]
    net[FORTUNE_AT] = by_lines[FORTUNE_NET, lines_held(hands.tables, cards, 0)]
    held = lines_held(hands.progressive, cards, 0)
    net[PROGRESSIVE_AT] = award(by_lines[PROGRESSIVE_NET, held], by_lines[METER_SHARE, held], filed, meter)


@njit
def award(fixed: int, percent: int, filed: Ints, meter: Ints) -> Any:
    """One Progressive Payout Wager: it moves meter and reserve, and wins a sum, a part of the meter, or both."""
    meter[RESERVE] += filed[RESERVED]
    due = play_meter(meter, filed[MOVED], percent, filed[SEED])
    if percent == ALL:
        meter[METER] += meter[RESERVE]
        meter[RESERVE] = 0
    return fixed + due


@njit
def rounds_of(
    hands: FaceUpHands, nets: FaceUpNets, offered: Ints, seed: int, block: int, rounds: int, out: Tally
) -> None:
    """Deal fourteen cards a round off a deck that is shuffled only as far as it is dealt; only what is offered is counted."""
    state, deck, net = stream(seed, block), np.arange(CARDS), np.zeros(len(WAGERS), np.int64)
    filed = nets.filed
    meter = np.array([filed[SEED], 0])
    for _ in range(rounds):
        deal(state, deck, 0, 2 * SEVEN)
        settle(hands, nets, deck, meter, net)
        for row, wager in enumerate(offered):
            tally(out, row, net[wager], filed[STAKE])
    give_back(out, offered, PROGRESSIVE_AT, meter, filed[SEED])


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """All wagers that are offered, the hands set against the dealer's as they are seen, or the house way."""
    names, nets = [kind.name for kind in rules.offered], nets_of(rules)
    offered = np.array([n for n, wager in enumerate(WAGERS) if wager in names], np.int64)
    found = []
    for name, best, played in (("hands", True, OPTIMAL), ("house way", False, HOUSE)):
        run = partial(rounds_of, hands_of(rules, best=best), nets, offered)
        found.append(Kernel(game.name, name, tuple(WAGERS[n] for n in offered), unit(rules), run, played))
    return found
