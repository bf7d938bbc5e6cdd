"""Baccarat: the compiled kernel against the engine on the same cards, and against the exact edges."""

import random
from contextlib import closing
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Event, Settlement
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit.baccarat_coups import CARDS, UNIT, settle, tables
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.kernel import kernels
from pitboss.mathematics.kit.pools import Threads
from pitboss.mathematics.kit.runner import simulate
from pitboss.procedure import Answer, Draw, Election
from pitboss.submission import submit
from pitboss.wagers import WAGER, close_betting

FILINGS: list[tuple[str, dict[str, Any]]] = [
    ("minibaccarat", {"dragon_bonus": True}),
    ("minibaccarat", {"dragon_bonus": True, "dragon_bonus_paytable": "B", "ez_baccarat": True, "decks": 6}),
    ("midibaccarat", {"dragon_bonus": True, "dragon_bonus_paytable": "C", "decks": 7, "vigorish_rounding": "next_25_cents"}),
    ("baccarat", {"dragon_bonus": True, "ez_baccarat": True, "tie_odds": "8.5 to 1"}),
]  # fmt: skip
filings = pytest.mark.parametrize(("name", "choices"), FILINGS, ids=lambda part: part if isinstance(part, str) else "")


def engine(game: Game, rules: Any, cards: list[str]) -> list[int]:
    """What each wager nets in the procedure, with these cards next in the shoe."""
    state = msgspec.structs.replace(game.open(rules), shoe=ShoeState(shuffled=True, cover=14))
    round_ = Round(game, rules, state, RoundStart(2))
    for kind, on in rules.spots:
        round_.answer(Answer(1, WAGER, kind, on, UNIT))
    events: list[Event] = round_.answer(close_betting())
    waiting = iter(cards)
    while not round_.closed:
        if isinstance(round_.pending, Draw):
            events += round_.answer(Answer("chance", next(waiting)))
        else:
            assert isinstance(round_.pending, Election)
            assert round_.pending.default is not None
            events += round_.answer(round_.pending.default.answer(round_.pending.to))
    nets = {(e.wager, e.on): e.returned - e.stake - e.vigorish for e in events if isinstance(e, Settlement)}
    return [nets[spot] for spot in rules.spots]


def play_match(game: Game, rules: Any, rounds: int, seed: int) -> int:
    """Random coups net the same cents on every wager."""
    source = random.Random(seed)
    values, ends, nets = tables(rules)
    for _ in range(rounds):
        shoe = source.sample(range(len(rules.cards)), CARDS)
        outcome = settle(np.array(shoe), values, ends)
        assert nets[:, outcome].tolist() == engine(game, rules, [rules.cards[card] for card in shoe])
    return rounds


def match(game: Game, rounds: int, seed: int) -> int:
    """Every filing of the game that the tests have."""
    filed = [submit(game.rules, choices) for name, choices in FILINGS if name == game.name]
    return sum(play_match(game, rules, -(-rounds // len(filed)), seed) for rules in filed)


MATCHES = dict.fromkeys((name for name, _ in FILINGS), match)


@filings
def test_kernel_settles_like_the_engine(name: str, choices: dict[str, Any]) -> None:
    """Three hundred random coups."""
    game = catalogue.game(name)
    play_match(game, submit(game.rules, choices), 300, 627)


@filings
def test_kernel_finds_the_exact_edge(name: str, choices: dict[str, Any]) -> None:
    """Two million coups come within four standard errors of every exact edge."""
    game = catalogue.game(name)
    rules: Any = submit(game.rules, choices)
    exact = {f"{e.wager} {e.on}".rstrip(): e.house_edge for e in edges_for(game, rules)}
    (kernel,) = kernels(game, rules)
    for estimate in simulate(kernel, 2_000_000, seed=627)[-1].estimates:
        assert abs(float(estimate.house_edge - exact[estimate.wager])) < 4 * estimate.standard_error, estimate.wager
        assert estimate.staked == estimate.rounds == 2_000_000


def test_seed_gives_the_same_result_on_any_number_of_workers() -> None:
    """One worker or three, the sums are the same, and a block plays exactly the coups it is asked for."""
    game = catalogue.game("baccarat")
    (kernel,) = kernels(game, game.example())
    with closing(Threads(3)) as pool:
        assert simulate(kernel, 2_500_001, 7, pool) == simulate(kernel, 2_500_001, 7)
    assert simulate(kernel, 100_001, 7)[-1].estimates[0].rounds == 100_001
    assert simulate(kernel, 100_001, 7) != simulate(kernel, 100_001, 8)
