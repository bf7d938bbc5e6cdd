"""Compiled kernels of Big Six Wheel and Sic Bo: equal to the engine on the same chance, and to the exact edge."""

from collections.abc import Sequence

import numpy as np
import pytest

from pitboss import catalogue
from pitboss.chapters.ch619a_big_six_wheel import WHEEL
from pitboss.chapters.ch619a_big_six_wheel import Rules as BigSix
from pitboss.chapters.ch625a_sic_bo import Rules as SicBo
from pitboss.drivers.round import Round
from pitboss.events import Settlement
from pitboss.exact.edge import edges_for
from pitboss.game import Game, Start
from pitboss.money import Breakage, Odds
from pitboss.procedure import Answer, Draw, Window
from pitboss.simulate import ch619a, ch625a
from pitboss.simulate.kernel import kernels, run
from pitboss.simulate.philox import below, stream
from pitboss.submission import RulesSubmission
from pitboss.wagers import close_betting

RAISED = BigSix(
    payouts={"$2": Odds.parse("211 to 100"), "joker": Odds.parse("50 to 1")}, breakage=Breakage.DOWN_TO_CHIP
)
STRICT = SicBo(two_of_a_kind_wins_on_triple=False)
SECTIONS = WHEEL.order
THROWS = [f"{a} {b} {c}" for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]


def engine(game: Game, rules: RulesSubmission, shown: str) -> dict[str, int]:
    """The net of a wager of 1.00 on every area, from one audited round."""
    play = Round(game, rules, game.open(rules), Start(1))
    assert isinstance(play.pending, Window)
    for offer in play.pending.menu.offers(1):
        play.answer(Answer(1, "wager", offer.wager, offer.on, 100))
    events = play.answer(close_betting())
    while not play.closed:
        if isinstance(play.pending, Draw):
            events += play.answer(Answer("chance", shown))
        else:
            (question,) = play.elections()
            events += play.answer(question.options[0].answer(question.to))
    return {f"{e.wager} {e.on}".rstrip(): e.returned - e.stake for e in events if isinstance(e, Settlement)}


@pytest.mark.parametrize(
    ("name", "rules", "table", "columns"),
    [
        ("big-six-wheel", BigSix(), ch619a.tables(BigSix()), SECTIONS),
        ("big-six-wheel", RAISED, ch619a.tables(RAISED), SECTIONS),
        ("sic-bo", SicBo(), ch625a.tables(SicBo()), THROWS),
        ("sic-bo", STRICT, ch625a.tables(STRICT), THROWS),
    ],
    ids=["big six", "big six raised", "sic bo", "sic bo strict"],
)
def test_kernel_equals_the_engine_on_the_same_chance(
    name: str, rules: RulesSubmission, table: np.ndarray, columns: Sequence[str]
) -> None:
    """Every area on every outcome to the cent, and then the sums of five thousand random rounds."""
    game = catalogue.game(name)
    (kernel,) = kernels(game, rules)
    settled = [engine(game, rules, shown) for shown in columns]
    nets = [[nets[wager] for nets in settled] for wager in kernel.wagers]
    assert table.tolist() == nets
    rounds, state = 5_000, stream(58, 3)
    drawn = [int(below(state, len(columns))) for _ in range(rounds)]
    out = np.zeros((len(kernel.wagers), 5), np.int64)
    kernel.run(58, 3, rounds, out)
    for row, net in zip(out.tolist(), nets, strict=True):
        each = [net[at] for at in drawn]
        hits = sum(n > 0 for n in each)
        assert row == [rounds, sum(each), sum(n * n for n in each), 100 * rounds, hits]


@pytest.mark.parametrize(("name", "rules"), [("big-six-wheel", BigSix()), ("sic-bo", SicBo()), ("sic-bo", STRICT)])
def test_simulation_agrees_with_the_exact_edge(name: str, rules: RulesSubmission) -> None:
    """Every wager within four standard errors of its exact edge."""
    game = catalogue.game(name)
    exact = {f"{edge.wager} {edge.on}".rstrip(): edge.house_edge for edge in edges_for(game, rules)}
    for estimate in run(kernels(game, rules)[0], 10_000_000, seed=619_625):
        edge = exact.get(estimate.wager) or exact[estimate.wager.split()[0]]
        assert abs(float(estimate.house_edge - edge)) < 4 * estimate.standard_error, estimate.wager
