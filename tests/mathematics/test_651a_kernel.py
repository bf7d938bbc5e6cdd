"""Casino War: the compiled kernel against the engine on the same cards, and against the exact edges."""

import random

import numpy as np
import pytest

from pitboss.chapters.ch651a_casino_war import GAME, Rules, Table
from pitboss.drivers.round import Round
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Settlement
from pitboss.game import Game, RoundStart
from pitboss.mathematics.casino_war.edges import edges
from pitboss.mathematics.casino_war.kernel import UNIT, settle, tables
from pitboss.mathematics.casino_war.strategy import OneWay
from pitboss.mathematics.kit.kernel import kernels
from pitboss.mathematics.kit.runner import simulate
from pitboss.procedure import Answer
from pitboss.wagers import WAGER, close_betting
from tests.mathematics.going_on import played_out


def engine(cards: list[str], rules: Rules, *, fights: bool) -> tuple[int, int]:
    """What Initial (with War) and Tie Wager net in the procedure, with these cards off the top of the shoe."""
    round_ = Round(GAME, rules, Table(ShoeState(shuffled=True)), RoundStart(2))
    for wager in ("initial", "tie"):
        round_.answer(Answer(1, WAGER, wager, "", UNIT))
    round_.answer(close_betting())
    settled = [e for e in played_out(round_, OneWay(fights=fights), cards) if isinstance(e, Settlement)]
    tie = sum(e.returned - e.stake for e in settled if e.wager == "tie")
    return sum(e.returned - e.stake for e in settled) - tie, tie


def play_match(rules: Rules, rounds: int, seed: int, *, fights: bool) -> int:
    """So many rounds, kernel and engine; every second deal is made a tie hand."""
    source = random.Random(seed)
    made = tables(rules, fights=fights)
    ranks = made[0]
    net = np.zeros(2, np.int64)
    for n in range(rounds):
        shoe = np.array(source.sample(range(len(rules.cards)), 7))
        if n % 2:
            shoe[1] = next(c for c in range(len(ranks)) if c not in shoe and ranks[c] == ranks[shoe[0]])
        settle(shoe, *made, net)
        assert (net[0], net[1]) == engine([rules.cards[c] for c in shoe], rules, fights=fights)
    return rounds


def match(game: Game, rounds: int, seed: int) -> int:
    """Every strategy and number of decks."""
    each = -(-rounds // 4)
    return sum(play_match(Rules(decks=n), each, seed + n, fights=fights) for n in (6, 8) for fights in (True, False))


MATCHES = {GAME.name: match}


@pytest.mark.parametrize("fights", [True, False])
@pytest.mark.parametrize("decks", [6, 8])
def test_kernel_settles_like_the_engine(decks: int, fights: bool) -> None:
    """The same cards net the same cents."""
    play_match(Rules(decks=decks), 300, 651 + decks, fights=fights)


@pytest.mark.parametrize("decks", [6, 8])
def test_kernel_finds_the_exact_edge(decks: int) -> None:
    """A million rounds of each strategy come within four standard errors of the exact edges and stakes."""
    rules = Rules(decks=decks)
    exact = {(e.wager, e.strategy): e for e in edges(rules) if not e.on}
    for kernel in kernels(GAME, rules):
        initial, tie = simulate(kernel, 1_000_000, seed=651)[-1].estimates
        for estimate, edge in ((initial, exact["initial", kernel.strategy]), (tie, exact["tie", "none"])):
            assert abs(estimate.house_edge - edge.house_edge) < 4 * estimate.standard_error
        assert round(initial.staked / initial.rounds, 2) == round(exact["initial", kernel.strategy].staked, 2)
