"""Blackjack's kernels: the same cards give the engine's cents, and many rounds the exact edge."""

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.rules import (
    BAD_BEAT,
    BLACKJACK,
    HIT_AND_RUN,
    INSURANCE,
    SUPER_MATCH,
    TWO_CARD_SIDES,
    Rules,
)
from pitboss.game import Game
from pitboss.mathematics.blackjack import edges as blackjack_edges
from pitboss.mathematics.blackjack import switch_kernel
from pitboss.mathematics.blackjack.bad_beat import bad_beat_edge
from pitboss.mathematics.blackjack.kernel_cards import AHEAD, BATCH, deal_rounds, draw
from pitboss.mathematics.blackjack.side_edges import first_card_edge, hit_and_run_edge, insurance_edge
from pitboss.mathematics.blackjack.switch import BASIC, OPTIMAL
from pitboss.mathematics.kit.comparison import exact_edge_for
from pitboss.mathematics.kit.edge import Edge, distribution
from pitboss.mathematics.kit.kernel import Kernel, kernels
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.runner import simulate
from tests.chapters.blackjack import filed
from tests.chapters.test_633a_paper import EVERYTHING, SWITCH
from tests.mathematics import blackjack_check
from tests.mathematics.blackjack_check import compare

BONUSES = {"magic_card_bonus": True, "lucky_player_bonus": True}
EVERY_WAGER = {**EVERYTHING, **BONUSES, "bad_beat_any_20": True, "crown_treasure_bonus": True, "minimum": "1.00"}
EVERY_SWITCH = {**SWITCH, "super_match": True}


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"decks": 1, "max_resplits": 0},
        {"decks": 8, "max_resplits": 4, "split_aces": "draw", "max_ace_resplits": 1},
        {"decks": 16, "max_resplits": 20},
    ],
)
def test_main_game_equals_the_engine_on_the_same_cards(choices: dict[str, Any]) -> None:
    """Basic strategy, card for card: the same net and the same stakes, to the cent."""
    found = compare(filed(**choices), 250, 7)
    assert found.rounds == 250
    assert found.doubled
    assert found.split


def test_633a_1_a_lucky_player_is_one_of_the_positions_that_there_are() -> None:
    """With two positions the bonus comes three and a half times as often as with seven; kernel and engine agree."""
    few, all_seven = (filed(**EVERY_WAGER, seats=seats) for seats in (2, 7))
    assert compare(few, 60, 11).rounds == 60
    edges = [
        bad_beat_edge(rules, meter, blackjack_edges.twenties(rules))
        for rules in (few, all_seven)
        for meter in rules.meters
        if meter.name == BAD_BEAT
    ]
    assert edges[1].house_edge - edges[0].house_edge == Fraction(5, 2) - Fraction(5, 7)


@pytest.mark.parametrize("hands", ["any", "first"])
def test_optional_wagers_equal_the_engine_on_the_same_cards(hands: str) -> None:
    """Every optional wager on every round, Insurance among them, to the cent; the meters stand at their seeds."""
    found = compare(filed(**EVERY_WAGER, bad_beat_split_hands=hands), 150, 11)
    assert found.wagers == 150 * 10
    assert found.insured


@pytest.mark.slow
@pytest.mark.parametrize(
    "choices", [{"switch_natural_pays": "as_printed"}, {"bad_beat_split_hands": "first", "even_money": True}]
)
def test_switch_equals_the_engine_on_the_same_cards(choices: dict[str, Any]) -> None:
    """Both hands of Blackjack Switch, switched and played by the chart, and each optional wager on each spot, to the cent."""
    found = compare(filed(**{**EVERY_WAGER, **EVERY_SWITCH, **choices}), 400, 13)
    assert found.split
    assert found.switched
    assert found.insured
    assert found.wagers == 400 * (7 * 2 + 2 + 2 + 1)  # two cards, Insurance; the meters; Super Match


def test_633a_12_a_4_surrender_at_switch_equals_the_engine_on_the_same_cards() -> None:
    """I-633a-07: hands given up by the chart lose half in the kernel and in the engine."""
    found = compare(filed(**SWITCH, surrender_at_switch=True), 150, 13)
    assert found.rounds == 150


def test_a_difference_between_kernel_and_engine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """One cent too much in the engine's net, and the comparison names the round."""
    plain = blackjack_check.net
    monkeypatch.setattr(blackjack_check, "net", lambda events, *kinds: plain(events, *kinds) + 1)
    with pytest.raises(AssertionError, match="round 0 of seed 5"):
        compare(filed(), 3, 5)


def match(game: Game, rounds: int, seed: int) -> int:
    """With every optional wager, at Blackjack Switch too, for one deck to eight."""
    first = {"bad_beat_split_hands": "first"}
    switch = {**EVERY_WAGER, **EVERY_SWITCH}
    printed = {"switch_natural_pays": "as_printed", "decks": 8, "split_aces": "draw", "max_ace_resplits": 1}
    alone = {"decks": 1, "match_the_dealer": False}
    filings = [
        filed(**choices)
        for choices in (
            EVERY_WAGER, {**EVERY_WAGER, **first, "decks": 8}, {**EVERY_WAGER, **alone}, switch, {**switch, **first, **printed},
            {**switch, "even_money": True},
        )
    ]  # fmt: skip
    each = -(-rounds // len(filings))
    return sum(compare(rules, each, seed + n).rounds for n, rules in enumerate(filings))


MATCHES = {GAME.name: match}


@pytest.mark.parametrize("choices", [{}, {"decks": 1}])
def test_simulated_edge_is_the_exact_one(choices: dict[str, Any]) -> None:
    """Within four standard errors, as are stakes and deviation."""
    rules = filed(**choices)
    (estimate,) = simulate(kernels(GAME, rules)[0], 2_000_000, 20)[-1].estimates
    edge = blackjack_edges.main_edges(rules)[0]
    assert edge.strategy == "basic"
    assert abs(estimate.house_edge - edge.house_edge) < 4 * estimate.standard_error
    assert abs(float(estimate.staked / estimate.rounds - edge.staked)) < 0.002
    assert abs(float(estimate.variance) ** 0.5 - float(edge.variance) ** 0.5) < 0.005


@pytest.mark.slow
def test_simulated_optional_wagers_have_the_exact_edges() -> None:
    """Each within four standard errors; jackpots pay the seed, and what goes to a meter counts as paid."""
    rules = filed(**EVERYTHING, **BONUSES)
    edges = {edge.wager: edge for edge in blackjack_edges.edges(rules)}
    estimates = simulate(kernels(GAME, rules)[1], 2_000_000, 4)[-1].estimates
    assert {e.wager for e in estimates} == {*TWO_CARD_SIDES, BAD_BEAT, HIT_AND_RUN, INSURANCE}
    for estimate in estimates:
        assert estimate.errors_from(edges[estimate.wager].house_edge) < 4, estimate.wager
        assert estimate.staked == estimate.rounds


@pytest.mark.slow
def test_simulated_switch_has_the_exact_edge() -> None:
    """Played by the chart, which costs far less than a standard error: per unit of both wagers, within four of them."""
    rules = filed(**SWITCH)
    (estimate,) = simulate(switch_kernel.kernels(rules, BASIC)[0], 2_000_000, 5)[-1].estimates
    edge = blackjack_edges.switch_edges(rules)[0]
    assert abs(estimate.house_edge - edge.house_edge) < 4 * estimate.standard_error
    assert abs(float(estimate.staked / estimate.rounds - edge.staked)) < 0.002


@pytest.mark.slow
def test_simulated_optional_wagers_at_switch_have_the_exact_edges() -> None:
    """Each within four standard errors, two units on each; and the bonuses add what they are worth to the Bad Beat."""
    rules, plain = filed(**EVERYTHING, **BONUSES, **EVERY_SWITCH), filed(**EVERYTHING, **EVERY_SWITCH)
    one, other = (simulate(switch_kernel.kernels(each, BASIC)[1], 200_000, 6)[-1].estimates for each in (rules, plain))
    edges = {kind: first_card_edge(kind, rules) for kind in (*TWO_CARD_SIDES, SUPER_MATCH)}
    edges |= {HIT_AND_RUN: hit_and_run_edge(rules, rules.meters[1]), INSURANCE: insurance_edge(rules)}
    found = {estimate.wager: estimate for estimate in one}
    assert set(found) == {*edges, BAD_BEAT}
    for wager, edge in edges.items():
        assert found[wager].errors_from(edge.house_edge) < 4, wager
        assert found[wager].staked == found[wager].rounds
    (beat,) = (estimate for estimate in other if estimate.wager == BAD_BEAT)
    worth = 5 / 7 + 20 * (1 - comb(306, 4) / comb(312, 4))
    error = (beat.standard_error**2 + found[BAD_BEAT].standard_error ** 2) ** 0.5
    assert abs(float(beat.house_edge - found[BAD_BEAT].house_edge) - worth) < 4 * error


def test_switch_kernel_plays_the_best_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernels that are run by name are those of the published edges."""
    asked: list[str] = []

    def tables(rules: Rules, name: str = OPTIMAL) -> tuple[Any, ...]:
        asked.append(name)
        return (np.zeros(3, np.int64),) * 11

    monkeypatch.setattr(switch_kernel, "tables", tables)
    found = kernels(GAME, filed(**SWITCH))
    assert ([kernel.strategy for kernel in found], asked) == ([OPTIMAL, OPTIMAL], [OPTIMAL])


def test_both_wagers_of_switch_are_compared_with_the_edge_that_they_share() -> None:
    """The kernel plays both; were their edges not the same, neither would do."""
    kernel = Kernel("blackjack", "switch", (BLACKJACK,), 2, lambda *_: None, OPTIMAL)
    half = distribution([("won", Fraction(1), Fraction(1, 2)), ("lost", Fraction(-1), Fraction(1, 2))])
    one, two, other = (
        Edge("633a", "blackjack", BLACKJACK, half, on, strategy=OPTIMAL, value=Fraction(worth, 100))
        for on, worth in (("1", 1), ("2", 1), ("2", 2))
    )
    assert exact_edge_for(kernel, BLACKJACK, [one, two]) is one
    assert exact_edge_for(kernel, f"{BLACKJACK} 2", [one, two]) is two
    assert exact_edge_for(kernel, f"{BLACKJACK} 3", [one, two]) is None
    assert exact_edge_for(kernel, BLACKJACK, [one, other]) is None


@pytest.mark.parametrize("many", [AHEAD, AHEAD + 1, 52])
def test_rounds_are_dealt_without_a_card_twice_and_evenly(many: int) -> None:
    """All cards of a row differ, those dealt ahead and those drawn later; each place has every card as often."""
    deals, state, rounds = np.zeros((BATCH, 52), np.int16), stream(3, 0), 300
    counts = np.zeros((many, 52), np.int64)
    for _ in range(rounds):
        deal_rounds(deals, state)
        for n in range(BATCH):
            for at in range(AHEAD, many):
                draw(deals, n, at, state)
            assert len(set(deals[n, :many].tolist())) == many
        for at in range(many):
            counts[at] += np.bincount(deals[:, at], minlength=52)
    mean = rounds * BATCH / 52
    squares = ((counts - mean) ** 2 / mean).sum(axis=1)
    assert squares.max() < 51 + 5 * (2 * 51) ** 0.5  # a chi-square of 51 degrees of freedom, five deviations up


def test_pairs_of_places_are_even() -> None:
    """The first two cards of a small shoe, and one of the first word with one of the last: every pair as often."""
    deals, state = np.zeros((52 * 51 * 60, 52), np.int16), stream(5, 0)
    deal_rounds(deals, state)
    for one, two in ((0, 1), (2, 8), (3, 7)):
        counts = np.bincount(deals[:, one].astype(np.int64) * 52 + deals[:, two], minlength=52 * 52)
        assert np.count_nonzero(counts) == 52 * 51
        square = sum((int(count) - 60) ** 2 / 60 for count in counts if count)
        assert abs(square - 52 * 51) < 5 * (2 * 52 * 51) ** 0.5
