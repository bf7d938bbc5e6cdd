"""The long guide: what a player looks for is there, told from the leaves that decide a round, and each wager has its place."""

import pytest

from pitboss import catalogue
from pitboss.families.baccarat.hands import banker_draws
from pitboss.families.baccarat.shown import DRAWS
from pitboss.families.poker_ranks import DEUCES_AND_JOKER_WILD, JOKER_AS_ACE, Ranking
from pitboss.families.poker_shown import HANDS
from pitboss.house.floorplan.variations import variation
from pitboss.mathematics.kit.edge import edges_for
from pitboss.paper import full_guide
from pitboss.paper.document import Document, Drawing, Heading, TableBlock
from pitboss.paper.page import html
from pitboss.paper.typeset import pdf
from pitboss.paper.wager_sections import anchor
from pitboss.wagers import offered

EVERYWHERE = {"object", "equipment", "round", "example", "wagers", "posted", "irregularities", "connection", "text"}


def headings(made: Document) -> set[str]:
    return {block.anchor for block in made.blocks if isinstance(block, Heading) and block.anchor}


@pytest.mark.parametrize("name", catalogue.games())
def test_every_guide_tells_what_a_player_looks_for(name: str) -> None:
    """Object, a round with pictures or the result of a device, wagers, what goes wrong; and a place for each wager."""
    game = catalogue.game(name)
    rules = game.example()
    made = full_guide.document_of(game, rules, edges=())
    found = headings(made)
    assert found >= EVERYWHERE
    spots = {wager for wager, _ in rules.spots}
    told = {anchor(kind.name) for kind in offered(game.wagers, rules) if not kind.tendered or kind.name in spots}
    assert {one for one in found if one.startswith("wager-")} - {"wager-by-wager"} == told
    drawings = [block for block in made.blocks if isinstance(block, Drawing)]
    assert all(block.words for block in drawings)
    wheels = {"roulette", "big-six-wheel"}
    assert len(drawings) > 1 or name in wheels
    assert f'id="{anchor(next(iter(spots)))}"' in html(made)


def test_chances_and_edges_are_told_with_their_method() -> None:
    """A straight wager wins once in 38 spins, for an edge of exactly 1/19."""
    game = catalogue.game("roulette")
    text = html(full_guide.document_of(game, game.example()))
    assert "House edge 5.2632 % = 1/19" in text
    assert "every outcome counted" in text
    assert '<td class="number">2.632 %</td><td class="number">38</td>' in text
    assert {edge.wager for edge in edges_for(game, game.example())} <= {wager for wager, _ in game.example().spots}


def test_third_cards_are_told_as_they_are_drawn() -> None:
    """Every cell of the table is what the rules decide."""
    game = catalogue.game("minibaccarat")
    made = full_guide.document_of(game, variation("minibaccarat.ez").rules(), edges=())
    banker = next(
        block for block in made.blocks if isinstance(block, TableBlock) and block.heads[0].startswith("Banker")
    )
    thirds = (*range(10), None)
    for count, row in enumerate(banker.rows):
        assert [str(cell) == DRAWS for cell in row[1:]] == [banker_draws(0, count, third) for third in thirds]


@pytest.mark.parametrize("ranking", [JOKER_AS_ACE, DEUCES_AND_JOKER_WILD], ids=["joker as ace", "deuces wild"])
def test_each_hand_of_the_ranking_is_the_one_that_it_shows(ranking: Ranking) -> None:
    for hand in ranking.order:
        assert ranking.hand(HANDS[hand].split()) is hand


def test_the_guide_can_be_printed() -> None:
    """With its pictures, on paper."""
    game = catalogue.game("go-fore-it")
    assert pdf(full_guide.document_of(game, game.example(), edges=())).startswith(b"%PDF")
