"""Blackjack's mathematics: the analyzer against brute force, the dealer against a recursion, the chart against the textbook."""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from pitboss import catalogue
from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK
from pitboss.mathematics.blackjack import edges as blackjack_edges
from pitboss.mathematics.blackjack.analyzer import (
    best_strategy,
    expectation,
    follow,
    is_natural,
    net_chances,
    split_paths,
)
from pitboss.mathematics.blackjack.compiled_hands import ACE, TEN, VALUES, dealer_orders, draws, finals, shoe
from pitboss.mathematics.blackjack.seats_kernel import facts_of
from pitboss.mathematics.blackjack.totals import chart_of, plan_of
from pitboss.mathematics.kit.edge import COMBINATORIAL
from pitboss.mathematics.kit.kernel import kernels
from pitboss.mathematics.kit.runner import simulate
from tests.chapters.blackjack import filed
from tests.mathematics.blackjack import Brute, count, count_on, found, terms

SMALL = [
    (0, 0, 0, 0, 0, 0, 0, 6, 2, 6),
    (2, 0, 0, 0, 0, 0, 4, 4, 0, 6),
    (4, 0, 0, 0, 0, 2, 0, 3, 0, 9),
    (4, 0, 0, 0, 0, 0, 0, 3, 2, 9),
]


@pytest.mark.parametrize("counts", SMALL)
@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"max_resplits": 1, "max_ace_resplits": 1, "split_aces": "draw"},
        {"max_resplits": 0},
        {"max_ace_resplits": 1},
    ],
)
def test_analyzer_equals_brute_force_on_small_shoes(counts: tuple[int, ...], choices: dict[str, Any]) -> None:
    """Splits and resplits included, hand after hand in the order dealt: equal to 1e-12."""
    best = best_strategy(counts, terms(**choices))
    assert abs(expectation(best)[0] - Brute(best).worth()) < 1e-12


def test_a_split_of_a_small_shoe_is_worth_what_farmer_published() -> None:
    """2-2 against a 7 from nineteen cards, up to four hands, doubling any two cards also after a split.

    Eric Farmer, in "Software update with new split EVs" (forum of blackjackinfo.com, 2011), from version 6.3 of his Blackjack
    Basic Strategy Calculator, in per cent with nine decimals. His class of strategy is CDZ-: by the composition of a hand, and
    after a split as before it, which is how split hands are played here.
    """
    found = best_strategy((0, 4, 4, 2, 0, 0, 2, 0, 0, 7), terms(max_resplits=2)).value(6, 1, 1)
    published = {
        "stand": -0.61639194139,
        "draw": -0.13266733267,
        "double_down": -1.23278388278,
        "split_pairs": -0.76210220335,
    }
    for decision, worth in published.items():
        assert abs(found[decision] - worth) < 5.1e-12, decision


@pytest.mark.parametrize("counts", SMALL[1:3])
def test_drawing_and_standing_are_optimal_on_small_shoes(counts: tuple[int, ...]) -> None:
    """For two cards, drawing on as long as it pays is worth what the analyzer says."""
    of = terms()
    best = best_strategy(counts, of)

    def ideal(deck: tuple[int, ...], cards: tuple[int, ...], up: int) -> float:
        total, _ = count(cards)
        if total > 21:
            return -1.0
        stood, every = 0.0, 0.0
        brute = Brute(best)
        left = list(deck)
        for hole, chance in brute.cards(left):
            if not is_natural(up, hole):
                every += chance
                stood += chance * brute.dealer(left, *count((up, hole)), [brute.finished(cards, 1)])
        stood /= every
        if total == 21:
            return stood
        draws_on = 0.0
        for hole, chance in brute.cards(left):
            if not is_natural(up, hole):
                for value, part in brute.cards(left):
                    out = tuple(n - (v == value) for v, n in enumerate(deck))
                    draws_on += chance * part / every * ideal_cached(out, tuple(sorted((*cards, value))), up)
        return max(stood, draws_on)

    @cache
    def ideal_cached(deck: tuple[int, ...], cards: tuple[int, ...], up: int) -> float:
        return ideal(deck, cards, up)

    checked = 0
    for up, one, two in ((TEN, 6, 7), (6, 6, 7), (TEN, 6, TEN), (ACE, 7, 7)):
        deck = list(counts)
        for card in (up, one, two):
            deck[card] -= 1
        if min(deck) >= 0:
            worth = best.value(up, one, two)
            assert abs(max(worth["stand"], worth["draw"]) - ideal_cached(tuple(deck), (one, two), up)) < 1e-12
            checked += 1
    assert checked


# --- the dealer


@pytest.mark.parametrize("up", range(VALUES))
def test_dealers_finals_add_up_and_equal_a_plain_recursion(up: int) -> None:
    """From one deck without the up card, given that the dealer has no Blackjack."""
    deck = [n - (v == up) for v, n in enumerate(shoe(1))]
    ends = np.zeros(7)
    left = sum(deck)

    def draw(total: int, soft: bool, chance: float, first: bool) -> None:
        if total >= 17:
            ends[min(total, 23) - 17] += chance
            return
        n = sum(deck)
        for value in range(VALUES):
            if deck[value] and not (first and is_natural(up, value)):
                part = chance * deck[value] / n
                deck[value] -= 1
                draw(*count_on(total, soft, value), part, False)
                deck[value] += 1

    draw(*count((up,)), 1.0, True)
    blackjack = deck[TEN - up] / left if up in (ACE, TEN) else 0.0
    chances = finals(np.array([deck]), up, draws().arrays)[0]
    assert np.allclose(chances, ends / (1 - blackjack), atol=1e-13, rtol=0)
    assert abs(chances.sum() - 1) < 1e-12


def test_dealer_sets_count_every_order() -> None:
    """48,532 minus what a Blackjack takes: as many orders as the plain recursion has."""
    assert [len(dealer_orders(up)) for up in range(VALUES)] == [1358, 2037, 1583, 1197, 909, 679, 514, 375, 277, 183]


@pytest.mark.parametrize("resplits", range(5))
def test_split_paths_are_all_there(resplits: int) -> None:
    """With a pair chance of one half the ways end with certainty."""
    assert sum(Fraction(orders, 2 ** (pairs + others)) for pairs, others, orders in split_paths(resplits)) == 1


# --- the main game

TEXTBOOK = """
hard 8  H  H  H  H  H  H  H  H  H  H
hard 9  H  D  D  D  D  H  H  H  H  H
hard 10 D  D  D  D  D  D  D  D  H  H
hard 11 D  D  D  D  D  D  D  D  D  H
hard 12 H  H  S  S  S  H  H  H  H  H
hard 13 S  S  S  S  S  H  H  H  H  H
hard 14 S  S  S  S  S  H  H  H  H  H
hard 15 S  S  S  S  S  H  H  H  Rh H
hard 16 S  S  S  S  S  H  H  Rh Rh Rh
hard 17 S  S  S  S  S  S  S  S  S  S
soft 13 H  H  H  D  D  H  H  H  H  H
soft 14 H  H  H  D  D  H  H  H  H  H
soft 15 H  H  D  D  D  H  H  H  H  H
soft 16 H  H  D  D  D  H  H  H  H  H
soft 17 H  D  D  D  D  H  H  H  H  H
soft 18 S  Ds Ds Ds Ds S  S  H  H  H
soft 19 S  S  S  S  S  S  S  S  S  S
pair 2  P  P  P  P  P  P  H  H  H  H
pair 3  P  P  P  P  P  P  H  H  H  H
pair 4  H  H  H  P  P  H  H  H  H  H
pair 5  D  D  D  D  D  D  D  D  H  H
pair 6  P  P  P  P  P  H  H  H  H  H
pair 7  P  P  P  P  P  P  H  H  H  H
pair 8  P  P  P  P  P  P  P  P  P  P
pair 9  P  P  P  P  P  S  P  P  S  S
pair T  S  S  S  S  S  S  S  S  S  S
pair A  P  P  P  P  P  P  P  P  P  P
"""


def test_chart_of_six_decks_is_the_textbooks() -> None:
    """Six decks, dealer stands on all 17s, double after split, late surrender."""
    chart = blackjack_edges.chart(filed())
    for line in TEXTBOOK.split("\n")[1:-1]:
        kind, row, *entries = line.split()
        rows: Any = {"hard": chart.hard, "soft": chart.soft, "pair": chart.pairs}[kind]
        assert rows[row if kind == "pair" else int(row)] == tuple(entries), line
    assert (chart.edge, chart.optimal) == ("0.003332155595", "0.003302680373")


def test_single_deck_surrenders_sevens_against_a_ten() -> None:
    """A pair has its own entry where its cards matter."""
    assert blackjack_edges.chart(filed(decks=1)).pairs["7"][8] == "Rs"


@pytest.mark.parametrize(
    ("decks", "low", "high"),
    [(1, "-0.0021", "-0.0020"), (6, "0.0033", "0.0034"), (8, "0.0035", "0.0036")],
)
def test_edge_of_the_main_game_by_decks(decks: int, low: str, high: str) -> None:
    """0.355 % with eight decks, as the Board published; less with fewer."""
    worth, staked = expectation(blackjack_edges.optimal(decks, terms(decks=decks)))
    assert float(low) < -worth < float(high)
    assert 1.13 < staked < 1.14


def test_633a_3_c_a_round_is_dealt_from_one_side_of_a_double_shoe() -> None:
    """Four decks, two on a side: edges, chart, simulation and seats of a program are those of two decks."""
    sides = {"lucky_ladies": True, "kings_bounty": True, "hit_and_run_progressive": True, "hit_and_run_rate": "10",
             "hit_and_run_initial": 1000, "hit_and_run_reset": 1000, "minimum": "1.00"}  # fmt: skip
    game, two = catalogue.game("blackjack"), filed(decks=2, **sides)
    double = filed(decks=4, double_shoe=True, suit_to_side="red_left", **sides)
    one, other = blackjack_edges.edges(double), blackjack_edges.edges(two)
    assert [edge.house_edge for edge in one] == [edge.house_edge for edge in other]
    assert all((edge.decks, edge.options["double_shoe"]) == (2, "true") for edge in one)
    assert not any("double_shoe" in edge.options for edge in other)
    assert blackjack_edges.chart(double) == blackjack_edges.chart(two)
    for sided, plain in zip(kernels(game, double), kernels(game, two), strict=True):
        assert simulate(sided, 2_000, 633) == simulate(plain, 2_000, 633)
    assert facts_of(double, 1000)[0].tolist() == facts_of(two, 1000)[0].tolist()


def test_edges_of_the_main_game_are_told_by_two_strategies() -> None:
    """The chart, and the best play of each hand, with the stakes that go with them."""
    basic, best = blackjack_edges.main_edges(filed())
    assert (basic.strategy, best.strategy, best.method, best.decks) == ("basic", "optimal", COMBINATORIAL, 6)
    worth, staked = expectation(blackjack_edges.optimal(6, terms()))
    assert abs(float(best.house_edge) + worth) < 1e-12
    assert abs(float(best.staked) - staked) < 1e-12
    assert best.house_edge < basic.house_edge


def test_drawing_to_split_aces_is_worth_about_a_fifth_of_a_percent() -> None:
    """I-633a-09: the reason why the choice has no default."""
    one, more = (
        expectation(blackjack_edges.optimal(6, terms(split_aces=choice)))[0] for choice in ("one_card", "draw")
    )
    assert 0.0018 < more - one < 0.0020


def test_basic_strategy_costs_next_to_nothing() -> None:
    """The chart is no better than the best play, and hardly worse; single decisions in it cannot be bettered."""
    of = terms()
    best = blackjack_edges.optimal(6, of)
    chart = follow(shoe(6), of, plan_of(chart_of(best)))
    assert 0 < expectation(best)[0] - expectation(chart)[0] < 5e-5


def test_distribution_agrees_with_the_edge() -> None:
    """It adds up to one, and its mean is the edge but for the hands of splits."""
    best = blackjack_edges.optimal(6, terms())
    nets = net_chances(best)
    assert abs(sum(nets.values()) - 1) < 1e-12
    assert abs(sum(net * chance for net, chance in nets.items()) - expectation(best)[0]) < 1e-5
    edge = found(blackjack_edges.main_edges(filed()), BLACKJACK, "basic")
    assert sum(o.probability for o in edge.outcomes) == 1
    assert 1.13 < float(edge.variance) ** 0.5 < 1.15


def test_values_price_every_decision() -> None:
    """16 against a ten: surrender at half is the best of four bad choices."""
    worth = blackjack_edges.values(filed(), ["TS", "6H"], "KD")
    assert max(worth, key=lambda act: worth[act]) == "surrender"
    assert -0.55 < worth["draw"] < worth["surrender"] == -0.5
    assert "split_pairs" in blackjack_edges.values(filed(), ["8S", "8H"], "KD")
