"""Strategy sheets: the chart of a game as lines, as a page and as a PDF."""

import pytest

from pitboss import catalogue
from pitboss.paper import strategy
from pitboss.paper.page import html
from pitboss.paper.typeset import pdf
from pitboss.procedure import Refused

CHEAP = ["go-fore-it", "over-under", "casino-war"]


@pytest.mark.parametrize("name", CHEAP)
def test_sheets_have_every_entry(name: str) -> None:
    """Each step, head and entry of the chart stands on the page and in the typed lines."""
    game = catalogue.game(name)
    rules = game.example()
    chart = strategy.chart_of(game, rules)
    page, lines = html(strategy.document_of(game, rules)), strategy.text(chart).splitlines()
    assert rules.hash(game.name) in page
    for step in (*chart.steps, *chart.notes):
        assert step in page
        assert any(step in line for line in lines)
    for grid in chart.grids:
        for row in grid.rows:
            cells = "".join(f"<td>{cell}</td>" for cell in (row.head, *row.cells))
            assert f"<tr>{cells}</tr>" in page
            assert [*row.head.split(), *" ".join(row.cells).split()] in [line.split() for line in lines]


def test_pdf_is_the_same_every_time() -> None:
    """Typeset twice, the sheet has the same bytes, and they are a PDF."""
    game = catalogue.game("go-fore-it")
    first = pdf(strategy.document_of(game, game.example()))
    assert first.startswith(b"%PDF")
    assert first == pdf(strategy.document_of(game, game.example()))


def test_a_game_without_a_decision_is_refused() -> None:
    """Roulette has nothing to decide once the wagers stand."""
    game = catalogue.game("roulette")
    with pytest.raises(Refused, match="no chart"):
        strategy.document_of(game, game.example())
