"""Blackjack's kernels: the same cards give the engine's cents, and many rounds the exact edge."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.rules import BAD_BEAT, BLACKJACK, HIT_AND_RUN, TWO_CARD_SIDES, Rules
from pitboss.exact import ch633a as exact
from pitboss.exact.blackjack_switch import BASIC, OPTIMAL
from pitboss.game import Game
from pitboss.simulate import blackjack_check, blackjack_switch
from pitboss.simulate.blackjack_cards import AHEAD, BATCH, UNIT, deal_rounds, draw
from pitboss.simulate.blackjack_check import compare
from pitboss.simulate.kernel import Kernel, kernels, run
from pitboss.simulate.philox import stream
from tests.chapters.blackjack import filed
from tests.chapters.test_633a_paper import EVERYTHING, SWITCH

EVERY_WAGER = {**EVERYTHING, "bad_beat_any_20": True, "crown_treasure_bonus": True, "minimum": "1.00"}


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"decks": 1, "max_resplits": 0},
        {"decks": 8, "max_resplits": 4, "split_aces": "draw", "max_ace_resplits": 1},
    ],
)
def test_main_game_equals_the_engine_on_the_same_cards(choices: dict[str, Any]) -> None:
    """Basic strategy, card for card: the same net and the same stakes, to the cent."""
    found = compare(filed(**choices), 600, 7)
    assert found.rounds == 600
    assert found.doubled
    assert found.split


def test_optional_wagers_equal_the_engine_on_the_same_cards() -> None:
    """Every optional wager on every round, to the cent; the meters stand at their seeds."""
    assert compare(filed(**EVERY_WAGER), 600, 11).wagers == 600 * 9


@pytest.mark.parametrize("pays", ["as_printed", "one_to_one"])
def test_switch_equals_the_engine_on_the_same_cards(pays: str) -> None:
    """Both hands of Blackjack Switch, switched and played by the chart, to the cent."""
    found = compare(filed(**{**SWITCH, "switch_natural_pays": pays}), 400, 13)
    assert found.split
    assert found.switched


def test_a_difference_between_kernel_and_engine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """One cent too much in the engine's net, and the comparison names the round."""
    plain = blackjack_check.net
    monkeypatch.setattr(blackjack_check, "net", lambda events, *kinds: plain(events, *kinds) + 1)
    with pytest.raises(AssertionError, match="round 0 of seed 5"):
        compare(filed(), 3, 5)


def match(game: Game, rounds: int, seed: int) -> int:
    """Half of the rounds by the main game alone, the others with every optional wager and with Blackjack Switch."""
    each = -(-rounds // 4)
    filings = [filed(**choices) for choices in ({}, {"decks": 8}, EVERY_WAGER, SWITCH)]
    return sum(compare(rules, each, seed + n).rounds for n, rules in enumerate(filings))


MATCHES = {GAME.name: match}


@pytest.mark.parametrize("choices", [{}, {"decks": 1}])
def test_simulated_edge_is_the_exact_one(choices: dict[str, Any]) -> None:
    """Within four standard errors, as are stakes and deviation."""
    rules = filed(**choices)
    (estimate,) = run(kernels(GAME, rules)[0], 2_000_000, 20)
    edge = exact.main_edges(rules)[0]
    assert edge.strategy == "basic"
    assert abs(estimate.house_edge - edge.house_edge) < 4 * estimate.standard_error
    assert abs(float(estimate.staked / estimate.rounds - edge.staked)) < 0.002
    assert abs(float(estimate.variance) ** 0.5 - float(edge.variance) ** 0.5) < 0.005


def test_simulated_optional_wagers_have_the_exact_edges() -> None:
    """Each within four standard errors; jackpots pay the seed, and what goes to a meter counts as paid."""
    rules = filed(**EVERYTHING)
    edges = {edge.wager: edge for edge in exact.edges(rules)}
    estimates = run(kernels(GAME, rules)[1], 2_000_000, 4)
    assert {e.wager for e in estimates} == {*TWO_CARD_SIDES, BAD_BEAT, HIT_AND_RUN}
    for estimate in estimates:
        assert abs(estimate.house_edge - edges[estimate.wager].house_edge) < 4 * estimate.standard_error, estimate.wager


def test_simulated_switch_has_the_exact_edge() -> None:
    """Played by the chart, which costs far less than a standard error: per unit of both wagers, within four of them."""
    rules = filed(**SWITCH)
    play = partial(blackjack_switch.rounds_of, 52 * rules.decks, *blackjack_switch.tables(rules, BASIC))
    (estimate,) = run(Kernel("blackjack", "switch", (BLACKJACK,), 2 * UNIT, play, BASIC), 2_000_000, 5)
    edge = exact.switch_edges(rules)[0]
    assert abs(estimate.house_edge - edge.house_edge) < 4 * estimate.standard_error
    assert abs(float(estimate.staked / estimate.rounds - edge.staked)) < 0.002


def test_switch_kernel_plays_the_best_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel that is run by name is that of the published edge."""
    asked: list[str] = []

    def tables(rules: Rules, name: str = OPTIMAL) -> tuple[()]:
        asked.append(name)
        return ()

    monkeypatch.setattr(blackjack_switch, "tables", tables)
    (kernel,) = kernels(GAME, filed(**SWITCH))
    assert (kernel.strategy, asked) == (OPTIMAL, [OPTIMAL])


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
