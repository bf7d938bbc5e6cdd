"""Pai Gow's compiled kernels: equal to the engine on the same tiles, and to the exact edges."""

import random
from itertools import combinations

import numpy as np
import pytest

from pitboss import catalogue
from pitboss.chapters.ch621a_pai_gow.hands import HouseWay
from pitboss.chapters.ch621a_pai_gow.rules import Rules
from pitboss.drivers.round import Round
from pitboss.equipment.tiles import TILES
from pitboss.events import Event, Settlement
from pitboss.exact.ch621a import HOUSE, OPTIMAL, best_settings, edges, house_settings
from pitboss.game import Game, Start
from pitboss.procedure import CHANCE, DEALER, Answer, Draw
from pitboss.simulate import ch621a
from pitboss.simulate.kernel import kernels, run
from pitboss.strategies.mind import Seen
from pitboss.strategies.pai_gow import BySetting
from pitboss.wagers import close_betting

GAME = catalogue.game("pai-gow")
RULES = Rules(player_bank=True)
SEAT = 1


def played(play: Round, tiles: list[int], throw: str, mind: BySetting, first: Answer) -> list[Event]:
    """One round of seat 1 alone, who wagers or banks, on these tiles."""
    waiting = [*(TILES[n] for n in tiles), throw]
    events = [*play.events, *play.answer(Answer(DEALER, "circles", amount=8)), *play.answer(first)]
    events += play.answer(close_betting())
    while not play.closed:
        if isinstance(play.pending, Draw):
            events += play.answer(Answer(CHANCE, waiting.pop(0)))
            continue
        for question in play.elections():
            if question.to == SEAT:
                events += play.answer(mind.answer(question, Seen(SEAT, events)))
            else:
                assert question.default is not None
                events += play.answer(question.default.answer(question.to))
    return events


def net(events: list[Event], wager: str) -> int:
    lines = [e for e in events if isinstance(e, Settlement) and e.wager == wager]
    return sum(line.returned - line.stake - line.vigorish for line in lines)


def play_match(strategy: str, rounds: int, seed: int) -> int:
    """Rounds as a player and as the bank, in turn, every net to the cent."""
    way, source = HouseWay.LOW_FIRST, random.Random(seed)
    minds = {
        banks: BySetting(best_settings(way, banks=banks) if strategy == OPTIMAL else house_settings(way))
        for banks in (False, True)
    }
    wager = Answer(SEAT, "wager", "pai_gow", "", ch621a.UNIT)
    state, seen = GAME.open(RULES), set()
    for number in range(1, rounds + 1):
        banks = number % 2 == 0
        tiles = source.sample(range(32), 32)
        play = Round(GAME, RULES, state, Start(number))
        first = Answer(SEAT, "bank") if banks else wager
        # the count ends on the dealer, or on the bank: from there the stacks go counterclockwise
        events = played(play, tiles, "3 3 3", minds[banks], first)
        state = play.result
        mine, his = (tiles[:4], tiles[8:12]) if banks else (tiles[24:28], tiles[:4])
        own, other = ch621a.tables(way, strategy, banks=banks)
        expected = ch621a.net_of(np.array(mine + his), ch621a.places(), own, other, int(banks), ch621a.nets(RULES))
        assert net(events, "bank" if banks else "pai_gow") == expected, (mine, his)
        seen.add((banks, int(expected)))
    assert seen == {(False, -2000), (False, 0), (False, 1900), (True, -2000), (True, 0), (True, 1900)}
    return rounds


def match(game: Game, rounds: int, seed: int) -> int:
    return sum(play_match(strategy, -(-rounds // 2), seed) for strategy in (OPTIMAL, HOUSE))


MATCHES = {GAME.name: match}


@pytest.mark.parametrize("strategy", [OPTIMAL, HOUSE])
def test_kernel_equals_the_engine_on_the_same_tiles(strategy: str) -> None:
    """A thousand rounds as a player and as many as the bank."""
    play_match(strategy, 2000, 621)


def test_numbers_of_hands() -> None:
    """Each hand has a number of its own, in whatever order its tiles come."""
    numbers = set()
    for hand in combinations(range(32), 4):
        tiles = np.array([hand[2], hand[0], hand[3], hand[1]])
        numbers.add(int(ch621a.hand_number(tiles, 0, ch621a.places())))
    assert numbers == set(range(35_960))


@pytest.mark.parametrize("kernel", kernels(GAME, RULES), ids=lambda kernel: kernel.name)
def test_simulation_agrees_with_the_exact_edge(kernel: ch621a.Kernel) -> None:
    """Player and bank, by either strategy, within four standard errors of the exact edge."""
    exact = {(edge.wager, edge.strategy): edge.house_edge for edge in edges(RULES)}
    (found,) = run(kernel, 2_000_000, seed=621)
    assert abs(float(found.house_edge - exact[found.wager, kernel.strategy])) < 4 * found.standard_error


def test_rounded_vigorish_changes_nothing_on_the_stake_played() -> None:
    """On twenty dollars the vigorish is a dollar either way, so the kernel plays the exact edge."""
    for rounding in ("exact", "next_25_cents"):
        rules = Rules(vigorish_rounding=rounding)  # type: ignore[arg-type]
        assert ch621a.nets(rules).tolist() == [-2000, 0, 1900]
