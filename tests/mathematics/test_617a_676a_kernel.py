"""Compiled kernels of the first chapters: equal to the engine on the same chance, and to the exact edge."""

import random
from contextlib import closing
from functools import partial

import numpy as np
import pytest

from pitboss import catalogue
from pitboss.chapters.ch617a_roulette.rules import Rules as Roulette
from pitboss.chapters.ch617a_roulette.rules import WheelInUse
from pitboss.chapters.ch676a_go_fore_it.rules import Rules as GoForeIt
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK
from pitboss.events import Settlement
from pitboss.game import Game, RoundStart
from pitboss.mathematics.go_fore_it import kernel as go_fore_it_kernel
from pitboss.mathematics.go_fore_it.edges import elections
from pitboss.mathematics.go_fore_it.strategy import BestElections
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.kernel import kernels
from pitboss.mathematics.kit.philox import stream, word
from pitboss.mathematics.kit.pools import Threads
from pitboss.mathematics.kit.runner import simulate
from pitboss.mathematics.kit.strategy import Seen
from pitboss.mathematics.roulette import kernel as roulette_kernel
from pitboss.procedure import Answer
from pitboss.wagers import close_betting
from tests.mathematics.going_on import dealer_goes_on
from tests.mathematics.spins import engine, match_spins


def test_philox_known_answer() -> None:
    """Philox 4x32-10 of counter and key zero gives the published words."""
    state = stream(0, 0)
    assert [int(word(state)) for _ in range(4)] == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]


@pytest.mark.parametrize("wheel", WheelInUse)
def test_roulette_table_equals_the_engine_on_every_pocket(wheel: WheelInUse) -> None:
    """The net of every spot on every pocket, from the compiled table and from a settled round, to the cent."""
    game = catalogue.game("roulette")
    rules = Roulette(wheel=wheel, five_adjacent_number_wager=True)
    spots = list(rules.covers)
    table = roulette_kernel.tables(rules, spots)
    for column, pocket in enumerate(roulette_kernel.pockets(rules)):
        play = Round(game, rules, game.open(rules), RoundStart(1))
        for kind, on in spots:
            play.answer(Answer(1, "wager", kind, on, roulette_kernel.UNIT))
        play.answer(close_betting())
        play.answer(Answer("chance", pocket))
        events = play.answer(Answer("dealer", "valid_spin"))
        nets = {(e.wager, e.on): e.returned - e.stake for e in events if isinstance(e, Settlement)}
        assert [nets[spot] for spot in spots] == table[:, column].tolist()


def match_roulette(game: Game, rounds: int, seed: int) -> int:
    """A wager of each kind on every spin, on every wheel."""
    each, played = -(-rounds // len(WheelInUse)), 0
    for wheel in WheelInUse:
        rules = Roulette(wheel=wheel, five_adjacent_number_wager=True)
        (kernel,) = kernels(game, rules)
        settle = partial(engine, game, rules, roulette_kernel.spots(rules), roulette_kernel.UNIT)
        played += match_spins(kernel, settle, roulette_kernel.pockets(rules), each, seed)
    return played


def test_roulette_kernel_adds_up_like_the_engine() -> None:
    """Six hundred spins, every wager to the cent."""
    match_roulette(catalogue.game("roulette"), 600, 617)


def match_go_fore_it(game: Game, rounds: int, seed: int) -> int:
    """Random deals, the same optimal strategy on both sides, every wager to the cent."""
    source = random.Random(seed)
    rules, strategy = GoForeIt(), BestElections(elections())
    tables, net = go_fore_it_kernel.tables(rules), np.zeros(3, np.int64)
    state = game.open(rules)
    for number in range(1, rounds + 1):
        cards = source.sample(range(52), 8)
        mine, dealers = cards[:4], cards[4:]
        play = Round(game, rules, state, RoundStart(number))
        for wager in ("front_9", "skins", "gopher"):
            play.answer(Answer(1, "wager", wager, "", go_fore_it_kernel.UNIT))
        events = play.answer(close_betting())
        for n in range(4):
            events += play.answer(Answer("chance", DECK[mine[n]]))
            events += play.answer(Answer("chance", DECK[dealers[n]]))
        events += dealer_goes_on(play)
        events += play.answer(strategy.answer(play.questions(1)[0], Seen(1, events)))
        events += dealer_goes_on(play)
        state = play.result
        found = dict.fromkeys(("front_9", "skins", "gopher"), 0)
        for event in events:
            if isinstance(event, Settlement):
                found["front_9" if event.wager == "back_9" else event.wager] += event.returned - event.stake
        go_fore_it_kernel.settle(np.array(cards), tables, net)
        assert net.tolist() == list(found.values()), cards
    return rounds


MATCHES = {"roulette": match_roulette, "go-fore-it": match_go_fore_it}


def test_go_fore_it_kernel_equals_the_engine_on_the_same_cards() -> None:
    """A thousand random deals."""
    match_go_fore_it(catalogue.game("go-fore-it"), 1000, 676)


@pytest.mark.parametrize(("name", "rounds"), [("roulette", 5_000_000), ("go-fore-it", 1_000_000)])
def test_simulation_agrees_with_the_exact_edge(name: str, rounds: int) -> None:
    """Every wager within four standard errors of its exact edge."""
    game = catalogue.game(name)
    rules = game.example()
    exact = {edge.wager: edge.house_edge for edge in edges_for(game, rules)}
    for estimate in simulate(kernels(game, rules)[0], rounds, seed=58)[-1].estimates:
        assert abs(float(estimate.house_edge - exact[estimate.wager])) < 4 * estimate.standard_error, estimate.wager


def test_seed_gives_the_same_result_on_any_number_of_workers() -> None:
    """One worker or three, the sums are the same."""
    game = catalogue.game("go-fore-it")
    kernel = kernels(game, game.example())[0]
    with closing(Threads(3)) as pool:
        assert simulate(kernel, 2_500_000, 7, pool) == simulate(kernel, 2_500_000, 7)
    assert simulate(kernel, 100_000, 7) != simulate(kernel, 100_000, 8)
