"""Compiled kernels of Big Six Wheel and Sic Bo: equal to the engine on the same chance, and to the exact edge."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pytest

from pitboss import catalogue
from pitboss.chapters.ch619a_big_six_wheel.rules import WHEEL
from pitboss.chapters.ch619a_big_six_wheel.rules import Rules as BigSix
from pitboss.chapters.ch625a_sic_bo.rules import Rules as SicBo
from pitboss.game import Game
from pitboss.mathematics.big_six_wheel import kernel as big_six_kernel
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.kernel import kernels
from pitboss.mathematics.kit.runner import simulate
from pitboss.mathematics.sic_bo import kernel as sic_bo_kernel
from pitboss.money import Odds
from pitboss.submission import RulesSubmission
from tests.mathematics.spins import engine, match_spins

RAISED = BigSix(payouts={"$2": Odds.parse("211 to 100"), "joker": Odds.parse("50 to 1")})
STRICT = SicBo(two_of_a_kind_wins_on_triple=False)
SECTIONS = WHEEL.order
THROWS = [f"{a} {b} {c}" for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]


def settled(game: Game, rules: RulesSubmission) -> Callable[[str], list[int]]:
    """The net of a wager of 1.00 on every area, from one audited round."""
    (kernel,) = kernels(game, rules)
    spots = [(kind, on) for kind, _, on in (wager.partition(" ") for wager in kernel.wagers)]
    return partial(engine, game, rules, spots, 100)


def match(game: Game, rounds: int, seed: int) -> int:
    """Every area on every round, by each submission of the tests."""
    cases = [(rules, columns) for name, rules, _, columns in CASES if name == game.name]
    each, played = -(-rounds // len(cases)), 0
    for rules, columns in cases:
        (kernel,) = kernels(game, rules)
        played += match_spins(kernel, settled(game, rules), columns, each, seed)
    return played


CASES: list[tuple[str, RulesSubmission, np.ndarray, Sequence[str]]] = [
    ("big-six-wheel", BigSix(), big_six_kernel.tables(BigSix()), SECTIONS),
    ("big-six-wheel", RAISED, big_six_kernel.tables(RAISED), SECTIONS),
    ("sic-bo", SicBo(), sic_bo_kernel.tables(SicBo()), THROWS),
    ("sic-bo", STRICT, sic_bo_kernel.tables(STRICT), THROWS),
]
MATCHES = {"big-six-wheel": match, "sic-bo": match}


@pytest.mark.parametrize(
    ("name", "rules", "table", "columns"), CASES, ids=["big six", "big six raised", "sic bo", "sic bo strict"]
)
def test_kernel_equals_the_engine_on_the_same_chance(
    name: str, rules: RulesSubmission, table: np.ndarray, columns: Sequence[str]
) -> None:
    """Every area on every outcome to the cent, and then the sums of twelve hundred random rounds."""
    game = catalogue.game(name)
    (kernel,) = kernels(game, rules)
    nets = {shown: settled(game, rules)(shown) for shown in columns}
    assert table.T.tolist() == [nets[shown] for shown in columns]
    match_spins(kernel, nets.__getitem__, columns, 1_200, 58)


THIRDS = BigSix(payouts={"$1": Odds.parse("4 to 3"), "$5": Odds.parse("5.125 to 1")})


@pytest.mark.parametrize(
    ("name", "rules"),
    [("big-six-wheel", BigSix()), ("big-six-wheel", THIRDS), ("sic-bo", SicBo()), ("sic-bo", STRICT)],
)
def test_simulation_agrees_with_the_exact_edge(name: str, rules: RulesSubmission) -> None:
    """Every wager within four standard errors of its exact edge."""
    game = catalogue.game(name)
    exact = {f"{edge.wager} {edge.on}".rstrip(): edge.house_edge for edge in edges_for(game, rules)}
    for estimate in simulate(kernels(game, rules)[0], 3_000_000, seed=619_625)[-1].estimates:
        edge = exact.get(estimate.wager) or exact[estimate.wager.split()[0]]
        assert abs(float(estimate.house_edge - edge)) < 4 * estimate.standard_error, estimate.wager
