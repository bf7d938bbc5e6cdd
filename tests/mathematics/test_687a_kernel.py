"""DJ Wild Stud Poker compiled: equal to the engine on the same cards, and to the exact edge."""

import random
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss.chapters.ch687a_dj_wild_stud_poker import GAME
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import (
    BadBeatPaytable,
    ProgressivePaytable,
    ProgressiveTwos,
    Rules,
    TripsPaytable,
)
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.events import Settlement
from pitboss.game import Game, RoundStart
from pitboss.mathematics.dj_wild_stud_poker import kernel as dj_wild_kernel
from pitboss.mathematics.dj_wild_stud_poker.edges import edges, raises
from pitboss.mathematics.dj_wild_stud_poker.strategy import BestPlays
from pitboss.mathematics.kit.runner import simulate
from pitboss.mathematics.kit.strategy import Seen
from pitboss.procedure import Answer
from pitboss.wagers import close_betting
from tests.mathematics.going_on import dealer_goes_on

EXAMPLE = GAME.example()
assert isinstance(EXAMPLE, Rules)
CASES = [
    EXAMPLE,
    msgspec.structs.replace(
        EXAMPLE, progressive_bonus_paytable=ProgressivePaytable.TWO, progressive_stake_back=False,
        progressive_twos=ProgressiveTwos.WILD,
        trips_bonus_paytable=TripsPaytable.DJWT_06, two_way_bad_beat_bonus_paytable=BadBeatPaytable.DJWBB_02,
        two_way=False,
    ),
]  # fmt: skip


def engine(rules: Rules, deal: list[int], state: Any, number: int) -> tuple[list[int], Any]:
    """What one player of the optimal strategy nets by wager, and the table afterwards."""
    play, unit = Round(GAME, rules, state, RoundStart(number)), dj_wild_kernel.unit(rules)
    for wager in ("ante", "blind", "progressive_bonus", "trips_bonus", "two_way_bad_beat_bonus"):
        play.answer(Answer(1, "wager", wager, "", unit))
    events = play.answer(close_betting())
    events += dealer_goes_on(play)
    for card in deal:
        events += play.answer(Answer("chance", DECK_WITH_JOKER[card]))
    events += dealer_goes_on(play)
    events += play.answer(BestPlays(raises).answer(play.questions(1)[0], Seen(1, events)))
    events += dealer_goes_on(play)
    found = dict.fromkeys(dj_wild_kernel.WAGERS, 0)
    for event in events:
        if isinstance(event, Settlement):
            found["ante" if event.wager in ("blind", "raise") else event.wager] += event.returned - event.stake
    return list(found.values()), play.result


def play_match(rules: Rules, rounds: int, seed: int) -> int:
    """Random deals and some that pay from the meter: every wager and the meter to the cent."""
    rng = random.Random(seed)
    rules = msgspec.structs.replace(rules, minimum=None, maximum=None)
    deals = [rng.sample(range(53), 11) for _ in range(rounds)]
    royal, straight_flush = [0, 12, 11, 10, 9], [2, 3, 4, 5, 6]
    for special in (straight_flush, royal, straight_flush, [*royal[:4], 52]):
        rest = [card for card in range(53) if card not in special and card != 9]
        deals.insert(rng.randrange(rounds // 2), [*special, *rng.sample(rest, 5), 9 if 9 not in special else 40])
    nets, meter = np.zeros((len(deals), 5), np.int64), np.array([rules.progressive.seed * 10**6], np.int64)
    tables, state = dj_wild_kernel.tables(rules), GAME.open(rules)
    for number, deal in enumerate(deals):
        dj_wild_kernel.settled(tables, np.array([deal]), meter, nets[number : number + 1])
        found, state = engine(rules, deal, state, number + 1)
        assert nets[number, :4].tolist() == found, deal
        assert state.meter.value == meter[0]
    return len(deals)


def match(game: Game, rounds: int, seed: int) -> int:
    return sum(play_match(rules, -(-rounds // 2), seed) for rules in CASES)


MATCHES = {GAME.name: match}


@pytest.mark.parametrize("rules", CASES, ids=["example", "other choices"])
def test_kernel_equals_the_engine_on_the_same_cards(rules: Rules) -> None:
    """Five hundred deals under each of two submissions."""
    play_match(rules, 500, 687)


@pytest.mark.parametrize("rules", CASES, ids=["example", "other choices"])
def test_simulation_agrees_with_the_exact_edge(rules: Rules) -> None:
    """Every wager within four standard errors, and what the main game stakes."""
    exact = {edge.wager: edge for edge in edges(rules)}
    for estimate in simulate(dj_wild_kernel.kernels(GAME, rules)[0], 600_000, seed=58)[-1].estimates:
        edge = exact[estimate.wager]
        assert abs(float(estimate.house_edge - edge.house_edge)) < 4 * estimate.standard_error, estimate.wager
        assert abs(float(estimate.staked / estimate.rounds - edge.staked)) < 0.002


def test_only_wagers_that_are_offered_are_told() -> None:
    """A table without bonus wagers has one row, and the same main game as one with all of them."""
    bare, full = (
        simulate(dj_wild_kernel.kernels(GAME, rules)[0], 20_000, seed=1)[-1].estimates for rules in (Rules(), CASES[0])
    )
    assert [estimate.wager for estimate in bare] == ["ante"]
    assert bare == full[:1]
