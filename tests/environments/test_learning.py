"""The example that learns Blackjack: what it learns is worth what the exact analysis says."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pitboss.mathematics.blackjack.edges import chart


@pytest.fixture(scope="module")
def example() -> ModuleType:
    path = Path(__file__).parents[2] / "examples" / "learn_blackjack.py"
    spec = importlib.util.spec_from_file_location("learn_blackjack", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_a_short_time_of_learning_finds_most_of_the_play(example: ModuleType) -> None:
    """From knowing nothing (always standing loses some 16 %) to less than 3 %; Insurance is declined."""
    learner = example.Learner(example.RULES, seats=4096)
    begun = learner.edge()
    learner.learn(600_000)
    assert begun > 0.10
    assert 0.003 < learner.edge() < 0.03
    assert not learner.insures()


@pytest.mark.slow
def test_the_learned_play_is_within_five_hundredths_of_a_percent(example: ModuleType) -> None:
    """The exact edge against what was learned, beside the exact edge of the best chart."""
    learner = example.Learner(example.RULES)
    learner.learn(example.ROUNDS)
    best = float(chart(example.RULES).edge)
    assert best - 1e-4 < learner.edge() < best + 5e-4
    assert not learner.insures()
