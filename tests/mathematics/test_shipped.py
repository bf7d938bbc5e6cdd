"""Edges that come with the project: of these sources and example rules, and used for no others."""

import msgspec
import pytest

from pitboss import catalogue
from pitboss.mathematics.kit import edge, every_edge, shipped
from pitboss.mathematics.kit.edge import edges_for
from tools.figures import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_shipped_edges_are_of_these_sources(name: str) -> None:
    """After a change that may move a figure, ``python -m tools.figures`` works them out again."""
    game = catalogue.game(name)
    found = shipped.edges(game, game.example())
    assert found is not None, "run: python -m tools.figures"
    assert {each.wager for each in found} <= {kind.name for kind in game.wagers}
    other = msgspec.structs.replace(game.example(), holder="Another House")
    assert shipped.edges(game, other) == found  # whose house it is makes no difference


def test_edges_of_other_rules_or_sources_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather none than one of other rules, or of sources that have changed since."""
    game = catalogue.game("blackjack")
    assert shipped.edges(game, msgspec.structs.replace(game.example(), decks=8)) is None
    assert shipped.edges(game, game.example())
    monkeypatch.setattr(shipped, "sources_of", lambda _: "other")
    assert shipped.edges(game, game.example()) is None


def test_what_is_shipped_is_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that was just opened shows the edges of every example at once."""
    monkeypatch.setattr(edge, "edges_for", lambda *_: pytest.fail("worked out"))
    for name in GAMES:
        assert every_edge.edges_kept(catalogue.game(name), catalogue.game(name).example())


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_shipped_edges_are_what_is_worked_out_now(name: str) -> None:
    """Every one of them, to the last digit."""
    game = catalogue.game(name)
    assert shipped.edges(game, game.example()) == edges_for(game, game.example())
