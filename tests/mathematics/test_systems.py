"""Betting systems: what the house keeps of all that is staked is the edge, whatever the system; limits and bankroll bind it."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss import catalogue
from pitboss.mathematics.studies.bankroll import LimitedSession
from pitboss.mathematics.studies.bankroll import bankroll as studied
from pitboss.mathematics.studies.systems import SYSTEMS, Campaign, System, SystemPlay, read_system, system_played
from pitboss.procedure import Refused
from tests.cli.conftest import Pitboss
from tests.cli.conftest import pitboss as run

__all__ = ["run"]
ROULETTE = catalogue.game("roulette")
OF = LimitedSession(50_000, 100_000, 1_000, 500)


def played(system: System, of: LimitedSession = OF, sessions: int = 20_000) -> SystemPlay:
    return system_played(ROULETTE, ROULETTE.example(), "red", of, Campaign(system, sessions, 39))


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_system_changes_what_the_house_keeps(name: str) -> None:
    """Of all that was staked; within four standard errors."""
    found = played(SYSTEMS[name])
    assert found.house_edge == Fraction(1, 19)
    assert abs(found.kept - 1 / 19) < 4 * found.kept_error
    assert found.kept_error < 0.01


def test_one_stake_ends_as_the_exact_study_says() -> None:
    """The same session, followed level by level."""
    found, exact = played(SYSTEMS["flat"]), studied(ROULETTE, ROULETTE.example(), "red", OF)
    for share, known in ((found.ruin, exact.ruin), (found.reached, exact.reached)):
        assert abs(share - known) < 4 * (known * (1 - known) / found.sessions) ** 0.5 + 1e-9
    assert found.mean_end == pytest.approx(exact.mean_end, rel=0.02)
    assert found.mean_rounds == pytest.approx(exact.mean_rounds, rel=0.02)


def test_systems_say_what_their_names_do() -> None:
    memory = np.zeros(8, np.int64)
    assert [SYSTEMS["martingale"](5, 100, *last, memory) for last in ((0, 0), (5, -5), (10, -10), (20, 20))] == [
        5,
        10,
        20,
        5,
    ]
    assert [SYSTEMS["dalembert"](5, 100, *last, memory) for last in ((0, 0), (5, -5), (10, 10), (5, 5))] == [
        5,
        10,
        5,
        5,
    ]
    assert [SYSTEMS["paroli"](5, 100, *last, memory) for last in ((0, 0), (5, 5), (10, 10), (20, 20), (40, 40))] == [
        5,
        10,
        20,
        40,
        5,
    ]


def test_ones_own_system_is_read_from_a_file(run: Pitboss, tmp_path: Path) -> None:
    """It may remember; a stake below the least of the table ends the session."""
    file = tmp_path / "mine.py"
    file.write_text(
        "def five(base, bank, stake, net, memory):\n    memory[0] += 1\n    return base if memory[0] <= 5 else 0\n",
        encoding="utf-8",
    )
    assert played(read_system(f"{file}:five"), sessions=100).mean_rounds == 5
    status, said, _ = run(
        "bankroll", "roulette", "--wager", "red", "--bank", "500", "--system", f"{file}:five", "--sessions", "100"
    )  # fmt: skip
    assert status == 0
    assert "kept of all that was staked" in said


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("labouchere", "There is no system 'labouchere'; there are: flat, martingale, paroli, dalembert; or name one"),
        ("{folder}/none.py:five", "No such file"),
        ("{folder}/empty.py:five", "has no function 'five'"),
        ("{folder}/wrong.py:five", "is not Python: "),
        ("{folder}/slow.py:five", "numba cannot compile this system"),
    ],
)
def test_a_system_that_is_none_is_refused(run: Pitboss, tmp_path: Path, named: str, words: str) -> None:
    for name, text in (
        ("empty", ""),
        ("wrong", "def five("),
        ("slow", "def five(a, b, c, d, e):\n    return open(a)\n"),
    ):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    chosen = ("--system", named.format(folder=tmp_path), "--sessions", "10")
    status, _, said = run("bankroll", "roulette", "--wager", "red", "--bank", "500", *chosen)
    assert status == 2
    assert words in said


def test_a_campaign_of_no_session_is_refused() -> None:
    with pytest.raises(Refused, match=r"^A system is played in 1 to"):
        played(SYSTEMS["flat"], sessions=0)
