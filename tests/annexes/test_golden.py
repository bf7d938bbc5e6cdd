"""Golden facts files: each with its answer and its letter."""

from pathlib import Path

import pytest

from pitboss.annexes.notice.example import example
from tests.annexes.regenerate import HERE, told

SCENARIOS = sorted(HERE.glob("*.toml"))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.stem)
def test_golden_answer(scenario: Path) -> None:
    """A facts file is answered as it was."""
    for ending, words in told(scenario).items():
        assert words == scenario.with_suffix(ending).read_text(encoding="utf-8"), ending


def test_the_example_is_one_of_them() -> None:
    """What `pitboss notice new` writes is answered among the others, and no answer is without its question."""
    assert (HERE / "example.toml").read_text(encoding="utf-8") == example()
    names = {path.name.partition(".")[0] for path in HERE.iterdir()}
    assert names == {path.stem for path in SCENARIOS}
