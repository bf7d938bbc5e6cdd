"""Six-Card Fortune Pai Gow Poker compiled: equal to the engine on the same cards, and to the exact edge."""

import random
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss.chapters.ch670a_six_card_fortune import GAME
from pitboss.chapters.ch670a_six_card_fortune.rules import FORTUNE, INSURANCE, MAIN, PROGRESSIVE, Rules
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.events import Settlement
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit.comparison import exact_edge_for
from pitboss.mathematics.kit.runner import simulate
from pitboss.mathematics.six_card_fortune import kernel as six_card_kernel
from pitboss.mathematics.six_card_fortune.edges import (
    HOUSE,
    OPTIMAL,
    Play,
    best_setting,
    edges,
    hands_of,
)
from pitboss.money import Money
from pitboss.procedure import Answer
from pitboss.wagers import close_betting
from tests.chapters.six_card_fortune import dealt

FULL = Rules(double_down=True, fortune_bonus=True, insurance=True, progressive_payout=True)
CASES = [FULL, msgspec.structs.replace(FULL, progressive_unit=Money(500))]


def engine(rules: Rules, way: Play, deal: list[int], state: Any, number: int) -> tuple[list[int], Any]:
    """What one player at a table of one position nets by wager, and the table afterwards."""
    play, unit = Round(GAME, rules, state, RoundStart(number)), six_card_kernel.unit(rules)
    for wager in (MAIN, FORTUNE, INSURANCE, PROGRESSIVE):
        play.answer(Answer(1, "wager", wager, "", unit))
    play.answer(close_betting())
    cards = [DECK_WITH_JOKER[card] for card in deal]
    mine, dealer = cards[:6], cards[6:]
    made, doubles = best_setting(mine, way)
    says = iter(["1 1 1", *dealt({"dealer": dealer, 1: mine}, "dealer")])  # three: of two places the dealer
    events = []
    while not play.closed:
        pending = play.pending
        if pending is not None and pending.to == "chance":
            events += play.answer(Answer("chance", next(says)))
            continue
        (election,) = play.elections()
        if election.kind == "double down":
            events += play.answer(Answer(1, "double_down" if doubles else "no_double_down"))
        elif election.kind == "low hand":
            events += play.answer(Answer(1, "low", cards=made.low))
        else:
            assert election.default is not None
            events += play.answer(election.default.answer(election.to))
    found = dict.fromkeys(six_card_kernel.WAGERS, 0)
    for event in events:
        if isinstance(event, Settlement):
            found[event.wager] += event.returned - event.stake
    return list(found.values()), play.result


def play_match(rules: Rules, way: Play, rounds: int, seed: int) -> int:
    """Random deals and some that pay from the meter: every wager and the meter to the cent."""
    rng = random.Random(seed)
    rules = msgspec.structs.replace(rules, seats=1)
    deals = [rng.sample(range(53), 12) for _ in range(rounds)]
    for special in ([0, 12, 11, 10, 9, 30], [0, 13, 26, 39, 52, 7], [12, 11, 10, 9, 52, 20], [1, 2, 3, 4, 5, 40]):
        rest = [card for card in range(53) if card not in special]
        deals.insert(rng.randrange(rounds // 2), [*special, *rng.sample(rest, 6)])
    nets, meter = np.zeros((1, 6), np.int64), np.array([5000 * rules.progressive_unit * 10**6], np.int64)
    hands, pays, state = hands_of(way), six_card_kernel.pays(rules), GAME.open(rules)
    for number, deal in enumerate(deals):
        six_card_kernel.settled(hands, pays, np.array([deal]), meter, nets)
        found, state = engine(rules, way, deal, state, number + 1)
        assert nets[0, :5].tolist() == found, deal
        assert state.meter.value == meter[0]
    return len(deals)


def match(game: Game, rounds: int, seed: int) -> int:
    return sum(play_match(rules, way, -(-rounds // 4), seed) for rules in CASES for way in (Play.HOUSE, Play.DOUBLED))


MATCHES = {GAME.name: match}


@pytest.mark.parametrize(("rules", "way"), [(CASES[0], Play.HOUSE), (CASES[1], Play.DOUBLED), (CASES[1], Play.SINGLE)])
def test_kernel_equals_the_engine_on_the_same_cards(rules: Rules, way: Play) -> None:
    """Deals set the house way and as well as can be, at either price of the Progressive."""
    play_match(rules, way, 200, 670)


@pytest.mark.parametrize(
    ("rules", "at"), [(CASES[0], 0), (CASES[1], 1), (Rules(), 1)], ids=["house way", "best", "alone"]
)
def test_simulation_agrees_with_the_exact_edge(rules: Rules, at: int) -> None:
    """Every wager within four standard errors, and how often it is doubled: set the house way, set and doubled as well as
    can be, and set so where nothing can be doubled."""
    kernel, exact = six_card_kernel.kernels(GAME, rules)[at], edges(rules)
    assert kernel.strategy == (HOUSE, OPTIMAL)[at]
    for estimate in simulate(kernel, 400_000, seed=58)[-1].estimates:
        edge = exact_edge_for(kernel, estimate.wager, exact)
        assert edge is not None
        assert abs(float(estimate.house_edge - edge.house_edge)) < 4 * estimate.standard_error, estimate.wager
        assert abs(float(estimate.staked / estimate.rounds - edge.staked)) < 0.002


def test_only_wagers_that_are_offered_are_told() -> None:
    """A table without optional wagers has one row, and the same main game as one with all of them."""
    bare, full = (
        simulate(six_card_kernel.kernels(GAME, rules)[0], 20_000, seed=1)[-1].estimates for rules in (Rules(), FULL)
    )
    assert [estimate.wager for estimate in bare] == [MAIN]
    assert bare == full[:1]
