"""Pai Gow Poker: the compiled kernel against the engine on the same cards, and against the exact edges."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from pitboss.chapters.ch645a_pai_gow_poker import GAME
from pitboss.chapters.ch645a_pai_gow_poker.rules import Letter, Rules
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.equipment.shoe import Dealing
from pitboss.families.house_ways import HOUSE_WAYS, RANKING, HouseWayName
from pitboss.families.pai_gow_poker.dealing import Selector
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit import bank_kernel
from pitboss.mathematics.kit.bank_edges import FULL_TABLE
from pitboss.mathematics.kit.comparison import exact_edge_for
from pitboss.mathematics.kit.house_ways import pieces, set_seven, ways, word_of
from pitboss.mathematics.kit.kernel import Kernel, kernels
from pitboss.mathematics.kit.runner import simulate
from pitboss.mathematics.kit.strategy import Strategy
from pitboss.mathematics.pai_gow_poker.best_play import best, best_setting
from pitboss.mathematics.pai_gow_poker.best_settings import NO_BEST, Best
from pitboss.mathematics.pai_gow_poker.edges import HOUSE, OPTIMAL, dealer_wager, edges, full_table
from pitboss.mathematics.pai_gow_poker.kernel import WAGERS, bank_nets, banked, nets_of, settle, unit
from pitboss.mathematics.pai_gow_poker.strategy import AsTheHouse, SetsSevenCards
from pitboss.mathematics.pai_gow_poker.two_boxes import PaiGowHands
from pitboss.meters import MICRO
from pitboss.money import Money, Rounding
from pitboss.submission import Limits
from tests.mathematics import banks
from tests.mathematics.seven_cards import decks, settled

SIDES = {
    "fortune_bonus": True, "emperors_treasure": True, "pai_gow_insurance": True, "progressive_payout": True,
    "progressive_rate": Fraction(20),
}  # fmt: skip
STACKS = {"dealing": Dealing.AUTOMATED_SHOE, "start_selector": Selector.RNG}
FIRST, SECOND = (
    Rules(limits={"progressive_payout": Limits(100, 100)}, **SIDES, **STACKS),  # type: ignore[arg-type]
    Rules(
        house_way=HouseWayName.SPLIT, fortune_bonus_paytable=Letter.C, emperors_treasure_paytable=Letter.D,
        vigorish_rounding=Rounding.NEXT_25_CENTS, limits={"progressive_payout": Limits(500, 500)}, **SIDES, **STACKS,  # type: ignore[arg-type]
    ),
)  # fmt: skip

BANKS = {"player_bank": True, "co_banking": True, **STACKS}
BANKED, ROUNDED = (
    Rules(**BANKS),  # type: ignore[arg-type]
    Rules(house_way=HouseWayName.SPLIT, vigorish_rounding=Rounding.NEXT_25_CENTS, unit=Money(500), **BANKS),  # type: ignore[arg-type]
)


def engine(rules: Rules, deck: list[int], state: object, strategy: Strategy) -> tuple[list[int], object]:
    """What seat 1's wagers net after vigorish, in cents."""
    stakes = dict.fromkeys(WAGERS, unit(rules)) | {"progressive_payout": rules.least("progressive_payout")}
    found, after = settled(GAME, rules, stakes, deck, state, strategy)
    return [found[w].returned - found[w].stake - found[w].vigorish for w in WAGERS], after


def player(rules: Rules, played: str) -> tuple[Best, Strategy]:
    """A way to set the player's hands, for the kernel and for the engine."""
    if played == HOUSE:
        return NO_BEST, AsTheHouse(rules.way)
    return best(rules.house_way), SetsSevenCards(partial(best_setting, name=rules.house_way))


def play_match(rules: Rules, played: str, rounds: int, seed: int) -> int:
    """The same cards net the same cents on every wager, the meter moving alike from round to round."""
    mine, strategy = player(rules, played)
    nets, hands = nets_of(rules), PaiGowHands(pieces(), RANKING.tables(7), ways(rules.house_way), mine)
    net, meter = np.zeros(len(WAGERS), np.int64), nets.filed[:1].copy()
    state, times = GAME.open(rules), unit(rules) // rules.least("progressive_payout")
    for deck in decks(rounds, seed):
        settle(hands, nets, np.array(deck), meter, net)
        found, state = engine(rules, deck, state, strategy)
        assert [*net[:4], net[4] // times] == found
        assert meter[0] == state.meter.value  # type: ignore[attr-defined]
    return rounds


def match_full_table(rules: Rules, rounds: int, seed: int) -> int:
    """Rounds of a bank and of a co-bank by turns, every other player wagering and, but for a co-bank, the dealer: what
    it nets, and what the dealer's wager does to it, to the cent."""
    source, found, wager = random.Random(seed), set(), bank_kernel.equal_wager(rules.chip)
    strategy = AsTheHouse(rules.way)
    first = Round(GAME, rules, GAME.open(rules), RoundStart(1))
    banks.played(first, banks.everybody("pai_gow_poker", wager), chance(source), {})
    highs, lows = np.empty(7, np.int64), np.empty(7, np.int64)
    for number in range(rounds):
        kind, seat = ("bank", "co_bank")[number % 2], source.randint(1, 6)
        play = Round(GAME, rules, first.result, RoundStart(2))
        events = banks.played(
            play, banks.everybody("pai_gow_poker", wager, seat, kind), chance(source), {seat: strategy}
        )
        cards = np.array([DECK_WITH_JOKER.index(card) for hand in banks.hands(events, seat) for card in hand])
        (table, unit_), net = bank_nets(rules, kind), np.zeros(2 if kind == "bank" else 1, np.int64)
        banked(pieces(), ways(rules.house_way), table, unit_, cards, highs, lows, net)
        dealers = net[1] * wager // unit_ if kind == "bank" else 0
        assert banks.nets(events) == (net[0], dealers)
        found.add((kind, int(net[0])))
    assert len(found) > min(20, rounds // 10)
    return rounds


def chance(source: random.Random) -> Iterator[str]:
    """Where dealing starts, and all cards."""
    return iter([str(source.randint(1, 7)), *source.sample(DECK_WITH_JOKER, len(DECK_WITH_JOKER))])


def match(game: Game, rounds: int, seed: int) -> int:
    alone = sum(
        play_match(rules, played, -(-rounds // 4), seed) for rules in (FIRST, SECOND) for played in (HOUSE, OPTIMAL)
    )
    return alone + sum(match_full_table(rules, -(-rounds // 2), seed) for rules in (BANKED, ROUNDED))


MATCHES = {GAME.name: match}


@pytest.mark.parametrize("rules", [FIRST, SECOND])
def test_kernel_settles_like_the_engine(rules: Rules) -> None:
    """Sixty deals, by each of two house ways and sets of paytables, set the house way and as well as can be."""
    for played in (HOUSE, OPTIMAL):
        play_match(rules, played, 60, 645)


@pytest.mark.parametrize("rules", [BANKED, ROUNDED])
def test_full_table_settles_like_the_engine(rules: Rules) -> None:
    """A bank and a co-bank, thirty rounds each."""
    match_full_table(rules, 60, 645)


def test_kernel_pays_shares_of_the_meter_like_the_engine() -> None:
    """A seven-card straight flush takes the meter and reseeds it, five aces take a tenth."""
    rules, (seven, five) = FIRST, ("9S 8S 7S 6S 5S 4S 3S", "AS AD AH AC JK 7D 2H")
    nets, net = nets_of(rules), np.zeros(len(WAGERS), np.int64)
    hands = PaiGowHands(pieces(), RANKING.tables(7), ways(rules.house_way), NO_BEST)
    meter, state = nets.filed[:1].copy(), GAME.open(rules)
    for hand in (five, seven, seven, five):
        held = [DECK_WITH_JOKER.index(card) for card in hand.split()]
        deck = held + [card for card in range(53) if card not in held]
        settle(hands, nets, np.array(deck), meter, net)
        found, state = engine(rules, deck, state, AsTheHouse(rules.way))
        assert net[4] // 5 == found[4] > 10_000
        assert meter[0] == state.meter.value  # type: ignore[attr-defined]
    assert nets.filed[0] == 200_000 * MICRO


@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_compiled_house_way_sets_like_the_rules(name: HouseWayName) -> None:
    """Both numbers of every setting, over random hands and hands with a flush."""
    p, way = pieces(), ways(name)
    for deck in decks(600, 11):
        hand = np.array(deck[:7])
        made = HOUSE_WAYS[name].set([DECK_WITH_JOKER[n] for n in deck[:7]])
        assert tuple(set_seven(p, way, hand, 0, word_of(p.words, hand, 0))) == (made.high_value, made.low_value)


def full_tables(rules: Rules) -> list[Kernel]:
    return [kernel for kernel in kernels(GAME, rules) if FULL_TABLE in kernel.name]


def test_full_table_finds_the_exact_edges() -> None:
    """Bank, dealer's wager and co-bank within four standard errors of their intervals."""
    exact = [dealer_wager(BANKED), *(full_table(BANKED, kind) for kind in ("bank", "co_bank"))]
    for kernel in full_tables(BANKED):
        for estimate in simulate(kernel, 100_000, seed=645)[-1].estimates:
            edge = exact_edge_for(kernel, estimate.wager, exact)
            assert edge is not None
            assert estimate.errors_from(edge.house_edge, edge.half_width) < 4
            assert abs(float(estimate.variance / edge.variance) - 1) < 0.02


def test_a_table_of_one_has_no_full_table() -> None:
    """One player who banks faces the dealer's wager alone; a co-bank there would face nobody, and of two players one."""
    names = [[kernel.name for kernel in full_tables(Rules(seats=seats, **BANKS))] for seats in (1, 2, 3)]  # type: ignore[arg-type]
    assert names == [[], ["bank full table"], ["bank full table", "co_bank full table"]]


@pytest.mark.parametrize(
    ("rules", "at"), [(FIRST, 0), (FIRST, 1), *(pytest.param(SECOND, at, marks=pytest.mark.slow) for at in (0, 1))]
)
def test_kernel_finds_the_exact_edges(rules: Rules, at: int) -> None:
    """A hundred and fifty thousand rounds come within four standard errors of every edge, the interval allowed for: set
    the house way and as well as can be."""
    kernel, exact = kernels(GAME, rules)[at], edges(rules)
    assert kernel.strategy == (HOUSE, OPTIMAL)[at]
    for estimate in simulate(kernel, 150_000, seed=645)[-1].estimates:
        edge = exact_edge_for(kernel, estimate.wager, exact)
        assert edge is not None
        assert estimate.errors_from(edge.house_edge, edge.half_width) < 4, estimate.wager
        assert estimate.staked == estimate.rounds
