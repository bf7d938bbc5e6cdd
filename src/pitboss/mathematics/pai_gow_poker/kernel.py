"""Pai Gow Poker: two hands of seven, the dealer's set the house way and the player's too, or as well as can be, all
wagers; or a bank's hand and everybody's. Tables come from the chapter and ``edges``.

A wager is of five dollars or some multiple, on which the vigorish is the same whether or not it is rounded up; the
Progressive is of the least that is taken, because a part of the meter is worth more the less was wagered on it, and what
it nets is multiplied, so that one unit serves for all. How the meter moves is in ``kit.meter_kernel``.
"""

from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from pitboss.chapters.ch645a_pai_gow_poker.hands import (
    HIGH_NAMES,
    RANKING,
    best_paid,
    best_progressive,
)
from pitboss.chapters.ch645a_pai_gow_poker.rules import (
    BANK_LAW,
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
from pitboss.families.banking import BANK, CO_BANK
from pitboss.families.poker_ranks import BIT, HANDS, LADDER
from pitboss.families.progressive import contribution
from pitboss.game import Game
from pitboss.mathematics.kit import bank_kernel
from pitboss.mathematics.kit.bank_edges import FULL_TABLE
from pitboss.mathematics.kit.bank_kernel import settle_bank, tally_bank
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.estimate import NET
from pitboss.mathematics.kit.house_ways import SEVEN, Pieces, Ways, pieces, set_seven, ways, word_of
from pitboss.mathematics.kit.kernel import Kernel, only
from pitboss.mathematics.kit.meter_kernel import gained, play_meter
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.poker import line_sets
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.mathematics.pai_gow_poker.best_play import best
from pitboss.mathematics.pai_gow_poker.best_settings import NO_BEST
from pitboss.mathematics.pai_gow_poker.edges import HOUSE, OPTIMAL, faced_by
from pitboss.mathematics.pai_gow_poker.two_boxes import PaiGowHands, hands_above, made_of
from pitboss.meters import MICRO
from pitboss.money import Odds, winnings

WAGERS = (MAIN, FORTUNE, EMPERORS, INSURANCE, PROGRESSIVE)
MAIN_AT, FORTUNE_AT, EMPERORS_AT, INSURANCE_AT, PROGRESSIVE_AT = range(5)  # rows, in the order of WAGERS
FORTUNE_NET, EMPERORS_NET, PROGRESSIVE_NET, METER_SHARE = BY_LINES = range(4)  # rows of what goes by lines
CARDS = len(RANKING.deck)
LOSE = 0  # of the main wager's nets, which go by how many of the player's hands are above the dealer's
INITIAL, RESET, MOVED, STAKE, TIMES = range(5)  # what is filed about the Progressive


def unit(rules: Rules) -> int:
    """In cents: a multiple of five dollars and of the least Progressive wager."""
    return lcm(500, rules.least(PROGRESSIVE))


class PaiGowNets(NamedTuple):
    """What each wager nets in cents: the main one by outcome, bonuses by the set of lines that the cards hold,
    Insurance by the highest card of a hand that makes nothing; of the Progressive, what it takes of the meter."""

    main: Ints
    lines: Ints
    insurance: Ints
    filed: Ints


def nets_of(rules: Rules) -> PaiGowNets:
    stake, least = unit(rules), rules.least(PROGRESSIVE)
    times = stake // least

    def net(odds: Odds | None, amount: int = stake) -> int:
        return -amount if odds is None else winnings(amount, odds, rules.payout_rounding)

    even = winnings(stake, EVEN)
    main = np.array([-stake, 0, even - rules.vigorish.due(even)], np.int64)
    by_lines = np.full((len(BY_LINES), 1 << len(HANDS)), -stake, np.int64)
    for hands in line_sets(RANKING, SEVEN):
        bits, progressive = sum(BIT[hand] for hand in hands), best_progressive(hands)
        by_lines[:, bits] = (
            net(rules.fortune.pays.get(best_paid(hands, rules.fortune.pays))),
            net(rules.emperors.pays.get(best_paid(hands, rules.emperors.pays))),
            net(PROGRESSIVE_PAYS.get(progressive), least) * times,
            METER_SHARES.get(progressive, 0),
        )
    insurance = np.full(16, -stake, np.int64)
    for rank, line in HIGH_NAMES.items():
        insurance[LADDER.index(rank) + 2] = net(rules.insurance.get(line))
    moved = contribution(least, rules.progressive_rate or Fraction(0))
    initial, reset = rules.progressive_initial * MICRO, rules.progressive_reset * MICRO
    filed = np.array([initial, reset, moved, least, times], np.int64)
    return PaiGowNets(main, by_lines, insurance, filed)


@njit
def settle(hands: PaiGowHands, nets: PaiGowNets, cards: Ints, meter: Ints, net: Ints) -> None:
    """One player against the dealer: seven cards and seven cards."""
    p, (main, by_lines, insurance, filed) = hands.pieces, nets
    word = word_of(p.words, cards, 0)
    dealers = set_seven(p, hands.way, cards, SEVEN, word_of(p.words, cards, SEVEN))
    net[MAIN_AT] = main[hands_above(hands, cards, 0, word, dealers)]
    held, highest = made_of(hands.tables, cards, 0, word)
    net[FORTUNE_AT], net[EMPERORS_AT] = by_lines[FORTUNE_NET, held], by_lines[EMPERORS_NET, held]
    net[INSURANCE_AT] = insurance[highest]
    net[PROGRESSIVE_AT] = award(by_lines[METER_SHARE, held], by_lines[PROGRESSIVE_NET, held], filed, meter)


@njit
def award(share: int, fixed: int, filed: Ints, meter: Ints) -> Any:
    """One Progressive Payout Wager: it moves the meter, and wins a part of it or a fixed sum."""
    due = play_meter(meter, filed[MOVED], share, filed[RESET])
    return (due - filed[STAKE]) * filed[TIMES] if share else fixed


@njit
def rounds_of(hands: PaiGowHands, nets: PaiGowNets, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Deal fourteen cards a round off a deck that is shuffled only as far as it is dealt."""
    state, deck, net = stream(seed, block), np.arange(CARDS), np.zeros(len(out), np.int64)
    main, filed = nets.main, nets.filed
    meter = filed[INITIAL : INITIAL + 1].copy()
    for _ in range(rounds):
        deal(state, deck, 0, 2 * SEVEN)
        settle(hands, nets, deck, meter, net)
        for wager in range(len(out)):
            tally(out, wager, net[wager], -main[LOSE])
    out[PROGRESSIVE_AT, NET] += gained(meter, filed[INITIAL]) * filed[TIMES]


# --- a bank against a full table


@njit
def banked(p: Pieces, way: Ways, nets: Ints, unit: int, cards: Ints, highs: Ints, lows: Ints, net: Ints) -> None:
    """Seven cards for each: the bank's first, the dealer's next, then the players'."""
    for n in range(len(highs)):
        highs[n], lows[n] = set_seven(p, way, cards, n * SEVEN, word_of(p.words, cards, n * SEVEN))
    settle_bank(highs, lows, nets, unit, net)


@njit
def banked_rounds(
    p: Pieces, way: Ways, nets: Ints, unit: int, seed: int, block: int, rounds: int, out: Tally
) -> None:  # fmt: skip
    """Rounds of a bank against as many players as ``nets`` is for, and the dealer."""
    state, deck, net = stream(seed, block), np.arange(CARDS), np.empty(len(out), np.int64)
    hands = nets.shape[1] // 2 + 2
    highs, lows = np.empty(hands, np.int64), np.empty(hands, np.int64)
    for _ in range(rounds):
        deal(state, deck, 0, hands * SEVEN)
        banked(p, way, nets, unit, deck, highs, lows, net)
        tally_bank(out, net, unit)


def bank_nets(rules: Rules, kind: str) -> tuple[Ints, int]:
    """645a.12(k)–(l): what a bank nets against the dealer and all other positions, in parts of what it puts up."""
    wager, others = bank_kernel.equal_wager(rules.chip), rules.seats - 1
    found = bank_kernel.bank_nets(BANK_LAW, rules.vigorish, kind, others, wager)
    return found, bank_kernel.put_up(kind, others, wager)


def _full_table(rules: Rules, kind: str) -> Kernel:
    table, unit = bank_nets(rules, kind)
    run = partial(banked_rounds, pieces(), ways(rules.way_key), table, unit)
    return Kernel("pai-gow-poker", f"{kind} {FULL_TABLE}", bank_kernel.wagers(kind), unit, run, "house way")


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """All wagers that are offered, the hands set the house way, or as well as can be; a bank, and a co-bank, against a
    full table."""
    nets, offered = nets_of(rules), {kind.name for kind in rules.offered}
    hands = PaiGowHands(pieces(), RANKING.tables(SEVEN), ways(rules.way_key), NO_BEST)

    def best_rounds(*asked: Any) -> None:  # the best settings are worked out for those who play by them
        rounds_of(hands._replace(best=best(rules.way_key)), nets, *asked)

    as_the_house, found = partial(rounds_of, hands, nets), list[Kernel]()
    for name, run, played in (("hands", as_the_house, HOUSE), ("best hands", best_rounds, OPTIMAL)):
        found.append(only(Kernel("pai-gow-poker", name, WAGERS, unit(rules), run, played), offered))
    banks = [kind for kind in [BANK] * rules.player_bank + [CO_BANK] * rules.co_banking if faced_by(rules, kind) > 1]
    return found + [_full_table(rules, kind) for kind in banks]
