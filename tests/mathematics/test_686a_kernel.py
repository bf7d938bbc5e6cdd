"""Over/Under: the compiled kernel against the engine on the same cards, and against the exact edges."""

import random

import numpy as np

from pitboss.chapters.ch686a_over_under import DECKS, GAME, Rules, Table
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Settlement
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit.kernel import kernels
from pitboss.mathematics.kit.runner import simulate
from pitboss.mathematics.over_under.edges import edges, elections
from pitboss.mathematics.over_under.kernel import UNIT, settle, tables
from pitboss.mathematics.over_under.strategy import BestCalls
from pitboss.procedure import Answer
from pitboss.wagers import WAGER, close_betting
from tests.mathematics.going_on import played_out

RULES = Rules(bonus_wager=True)
SHOE = DECK * DECKS


def engine(cards: list[str]) -> tuple[int, int, int]:
    """What Ante with further wager, and Bonus, net in the procedure, and what was staked without the Bonus."""
    round_ = Round(GAME, RULES, Table(ShoeState(shuffled=True)), RoundStart(2))
    for wager in ("ante", "bonus"):
        round_.answer(Answer(1, WAGER, wager, "", UNIT))
    round_.answer(close_betting())
    events = played_out(round_, BestCalls(elections()), cards)
    main = [e for e in events if isinstance(e, Settlement) and e.wager != "bonus"]
    (bonus,) = [e for e in events if isinstance(e, Settlement) and e.wager == "bonus"]
    return sum(e.returned - e.stake for e in main), bonus.returned - bonus.stake, sum(e.stake for e in main)


def match(game: Game, rounds: int, seed: int) -> int:
    """The same cards net the same cents at the same stake."""
    source, made, net = random.Random(seed), tables(RULES), np.zeros(2, np.int64)
    for _ in range(rounds):
        cards = np.array(source.sample(range(len(SHOE)), 3))
        staked = settle(cards, *made, net)
        assert (net[0], net[1], staked) == engine([SHOE[c] for c in cards])
    return rounds


MATCHES = {GAME.name: match}


def test_kernel_settles_like_the_engine() -> None:
    """A thousand random hands."""
    match(GAME, 1000, 686)


def test_kernel_finds_the_exact_edge() -> None:
    """Two million rounds come within four standard errors of the exact edges."""
    (kernel,) = kernels(GAME, RULES)
    exact = {e.wager: e for e in edges(RULES)}
    for estimate in simulate(kernel, 2_000_000, seed=686)[-1].estimates:
        assert abs(estimate.house_edge - exact[estimate.wager].house_edge) < 4 * estimate.standard_error
        assert estimate.staked == estimate.rounds * exact[estimate.wager].staked


def test_bonus_is_told_only_where_it_is_offered() -> None:
    """Without the Bonus Wager there is one row, of the same rounds."""
    bare, full = (
        simulate(kernels(GAME, Rules(bonus_wager=offered))[0], 20_000, seed=1)[-1].estimates
        for offered in (False, True)
    )
    assert [estimate.wager for estimate in full] == ["ante", "bonus"]
    assert bare == full[:1]
