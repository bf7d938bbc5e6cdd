"""What the Board stated of rules, beside what the mathematics finds: docs/board-figures.md has both."""

from pathlib import Path

import pytest

from pitboss.mathematics.blackjack.published import edge, filed, six_to_five, without_surrender
from pitboss.mathematics.pgcb import Stated, stated
from pitboss.paper.board import _stated

PAGE = (Path(__file__).parents[2] / "docs" / "board-figures.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", stated(), ids=lambda line: f"{line.game} {line.what}")
def test_what_was_stated_stands_on_the_page_beside_ours(line: Stated) -> None:
    """With the difference explained; ``python -m tools.board`` writes it."""
    assert f"\n{_stated(line)}\n" in PAGE


def test_i_633a_the_boards_additions_are_ours_to_two_places() -> None:
    """0.355 with eight decks; no surrender 0.08; 6 to 5 costs 1.39 at one deck, less where naturals are rarer."""
    assert round(edge(8), 3) == 0.355
    assert round(without_surrender(8), 2) == 0.08
    assert round(six_to_five(1), 2) == 1.39
    assert six_to_five(8) < six_to_five(1)
    assert edge(8) < edge(8, filed(8, resplits=1))
