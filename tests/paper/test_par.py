"""PAR sheets: the same facts as the edges, on two papers, the same bytes every time."""

from fractions import Fraction
from math import ceil

import pytest

from pitboss import catalogue
from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import ProgressivePaytable
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.game import Game
from pitboss.mathematics.face_up_pai_gow_poker.edges import progressive
from pitboss.mathematics.kit.cache import sources
from pitboss.mathematics.kit.edge import edges_for
from pitboss.paper import par
from pitboss.paper.page import html
from pitboss.paper.typeset import pdf


@pytest.mark.parametrize("game", [catalogue.game("roulette"), catalogue.game("go-fore-it")], ids=lambda game: game.name)
def test_pdf_is_the_same_every_time(game: Game) -> None:
    """Typeset twice, the sheet has the same bytes, and they are a PDF."""
    first = pdf(par.document_of(game, game.example()))
    assert first.startswith(b"%PDF")
    assert first == pdf(par.document_of(game, game.example()))


@pytest.mark.parametrize("game", list(catalogue.games().values()), ids=lambda game: game.name)
def test_contributions_add_up_to_the_edge(game: Game) -> None:
    """The contributions of a wager's outcomes sum to minus its edge, and its probabilities to one."""
    for edge in edges_for(game, game.example()):
        if edge.value is None and edge.progressive is None:
            assert sum(o.net * o.probability for o in edge.outcomes) == -edge.house_edge
            assert sum(o.probability for o in edge.outcomes) == 1


def test_sheet_tells_every_choice_every_wager_and_the_hash() -> None:
    """The HTML names each wager and each choice, and carries the submission's hash."""
    game = catalogue.game("go-fore-it")
    rules = game.example()
    text = html(par.document_of(game, rules))
    for word in ("Front 9 Wager", "Skins Wager", "Gopher Wager", "two decks", "7901/270725", rules.hash(game.name)):
        assert word in text


def test_sheet_tells_the_decks_that_its_edges_are_of() -> None:
    """Where none were filed, as many as the text has; and a choice of two is yes or no."""
    mini, black = catalogue.game("minibaccarat"), catalogue.game("blackjack")
    assert mini.example().chosen["decks"] is None
    assert ("decks", "8", "627a.3(a)") in par.filed(mini, mini.example())
    assert ("even money", "yes", "633a.8(e)") in par.filed(black, black.example())


def test_spots_that_do_the_same_share_one_block() -> None:
    """All numbers of a wheel are one wager of the sheet; what differs stays apart."""
    wheel, dice = catalogue.game("roulette"), catalogue.game("craps")
    edges = edges_for(dice, dice.example())
    found = par.blocks(dice, dice.example())
    assert len(par.blocks(wheel, wheel.example())) == len({edge.wager for edge in edges_for(wheel, wheel.example())})
    titles = [block.title for block in found]
    assert len(set(titles)) == len(titles) <= len(edges)
    assert {kind.title for kind in dice.wagers} <= {title.split(" · ")[0] for title in titles}


def test_outcomes_are_counted_and_add_up() -> None:
    """Combinations of a wager that was enumerated add up to all; contributions to the edge."""
    game = catalogue.game("go-fore-it")
    for block in par.blocks(game, game.example()):
        *lines, whole = block.outcomes
        assert sum(int(line[1].replace(",", "")) for line in lines) == int(whole[1].replace(",", ""))
        assert float(whole[5].split()[0]) == -float(block.figures[0][1].split()[0])


def test_rounds_for_a_band() -> None:
    """Within a tenth takes a hundred times the rounds; of a coin's toss at even money, 1.96 squared over the square."""
    game = catalogue.game("roulette")
    red = next(edge for edge in edges_for(game, game.example()) if edge.wager == "red")
    rounds = [int(row[1].replace(",", "")) for row in par._rounds(red)]
    assert rounds[1] == ceil(Fraction(196, 100) ** 2 * red.variance * 10**4)
    assert rounds[3] == pytest.approx(100 * rounds[1], abs=100)


def test_sheet_tells_the_deviation_of_a_round_with_several_boxes() -> None:
    """Exact where all cards are counted, with its rounds and seed where they are drawn; nothing where no dealer is met."""
    game = catalogue.game("go-fore-it")
    sheets = [{row[0]: row[1] for row in block.figures} for block in par.blocks(game, game.example())]
    front, skins, _ = sheets
    assert front["Covariance of two boxes (enumeration)"].startswith("-0.2205")
    (name,) = (name for name in skins if name.startswith("Covariance of two boxes (interval, from "))
    assert "rounds, seed 58)" in name
    assert skins["standard deviation of a round with 7 boxes"].startswith("4.")
    assert " ± 0.00" in skins["standard deviation of a round with 2 boxes"]
    assert front["Covariance with the gopher on the same hand (enumeration)"].startswith("1.967")
    wheel = catalogue.game("big-six-wheel")
    assert not any("Covariance" in name for block in par.blocks(wheel, wheel.example()) for name, _ in block.figures)


def test_progressive_and_envy_are_told() -> None:
    """Fixed awards, rate, top award and seed, the meter at which it breaks even, and what another player's hand adds."""
    game = catalogue.game("face-up-pai-gow-poker")
    edge = progressive(Rules(progressive_payout=True, progressive_payout_paytable=ProgressivePaytable.FOUR))
    told = {row[0]: row[1] for row in par._block(game, edge, [""]).figures}
    assert told["set aside for the meter"] == "2.0000 %"
    assert told["Envy Bonus, for each other player"] == "4.3979 %"
    assert told["meter at which a wager breaks even"].startswith("$1,693,575")


def test_sheet_tells_versions_and_sources() -> None:
    """What it was made with, down to the hash of the mathematics."""
    game = catalogue.game("over-under")
    text = html(par.document_of(game, game.example()))
    for word in (f"sources {sources()}", "numpy", "numba", "Made with", "Volatility", "Combinations", "<svg"):
        assert word in text


def test_band_narrows_with_the_root_of_the_rounds() -> None:
    """A hundred times the rounds, a tenth of the band."""
    game = catalogue.game("roulette")
    edge = edges_for(game, game.example())[0]
    bands = list(par._holds(edge))
    widths = [float(high.split()[0]) - float(low.split()[0]) for _, low, high, _, _ in bands]
    assert widths[1] / widths[3] == pytest.approx(10, rel=0.02)  # sums of whole numbers, not a curve


def test_hold_is_also_told_of_the_handle() -> None:
    """A floor measures win over all that was staked: at Over/Under half of what it is of the Antes."""
    game = catalogue.game("over-under")
    edge = edges_for(game, game.example())[0]
    for _, low, high, of_handle, to in par._holds(edge):
        for initial, handle in ((low, of_handle), (high, to)):
            assert float(handle.split()[0]) == pytest.approx(float(initial.split()[0]) / float(edge.staked), abs=1e-3)
