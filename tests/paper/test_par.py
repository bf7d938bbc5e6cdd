"""PAR sheets: the same facts as the edges, on two papers, the same bytes every time."""

import pytest

from pitboss import catalogue
from pitboss.exact.edge import edges_for
from pitboss.game import Game
from pitboss.paper import par


@pytest.mark.parametrize("game", [catalogue.game("roulette"), catalogue.game("go-fore-it")], ids=lambda game: game.name)
def test_pdf_is_the_same_every_time(game: Game) -> None:
    """Typeset twice, the sheet has the same bytes, and they are a PDF."""
    first = par.pdf(game, game.example())
    assert first.startswith(b"%PDF")
    assert first == par.pdf(game, game.example())


@pytest.mark.parametrize("game", list(catalogue.games().values()), ids=lambda game: game.name)
def test_contributions_add_up_to_the_edge(game: Game) -> None:
    """The contributions of a wager's outcomes sum to minus its edge, and its probabilities to one."""
    for edge in edges_for(game, game.example()):
        if edge.value is None:
            assert sum(o.net * o.probability for o in edge.outcomes) == -edge.house_edge
            assert sum(o.probability for o in edge.outcomes) == 1


def test_sheet_tells_every_choice_every_wager_and_the_hash() -> None:
    """The HTML names each wager and each choice, and carries the submission's hash."""
    game = catalogue.game("go-fore-it")
    rules = game.example()
    text = par.html(game, rules)
    for word in ("Front 9 Wager", "Skins Wager", "Gopher Wager", "two decks", "7901/270725", rules.hash(game.name)):
        assert word in text


def test_band_narrows_with_the_root_of_the_rounds() -> None:
    """A hundred times the rounds, a tenth of the band."""
    game = catalogue.game("roulette")
    edge = edges_for(game, game.example())[0]
    bands = list(par._bands(edge))
    widths = [float(high.split()[0]) - float(low.split()[0]) for _, low, high in bands]
    assert widths[0] / widths[2] == pytest.approx(10, rel=1e-4)
