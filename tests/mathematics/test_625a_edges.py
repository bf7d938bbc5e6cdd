"""Sic Bo: the published edges, counted another way."""

from fractions import Fraction
from math import comb

import pytest

from pitboss.chapters.ch625a_sic_bo import GAME
from pitboss.chapters.ch625a_sic_bo.rules import SPOTS, Rules
from pitboss.drivers.enumeration import outcomes
from pitboss.drivers.round import Round
from pitboss.events import Settlement
from pitboss.game import RoundStart
from pitboss.mathematics.kit.edge import Edge, variants
from pitboss.mathematics.sic_bo.edges import edges
from pitboss.procedure import Answer, Window
from pitboss.wagers import close_betting


def found(rules: Rules) -> dict[tuple[str, str], Edge]:
    return {(edge.wager, edge.on): edge for edge in edges(rules)}


@pytest.mark.parametrize("rules", variants(GAME), ids=lambda rules: str(rules.two_of_a_kind_wins_on_triple))
def test_every_area_has_the_edge_of_its_kind(rules: Rules) -> None:
    """Playing the very procedure on all 216 throws, with a wager on every area, gives each edge."""

    def begin() -> Round:
        play = Round(GAME, rules, GAME.open(rules), RoundStart(1))
        play.answer(strategy(play))  # the dealer begins to shake
        for kind, on in SPOTS:
            play.answer(Answer(1, "wager", kind, on, 100))
        return play

    def strategy(play: Round) -> Answer:
        if isinstance(play.pending, Window):
            return close_betting()
        (question,) = play.elections()
        return question.options[0].answer(question.to)

    net: dict[tuple[str, str], Fraction] = dict.fromkeys(SPOTS, Fraction(0))
    for chance, events in outcomes(begin, strategy):
        for event in events:
            if isinstance(event, Settlement):
                net[event.wager, event.on] += chance * Fraction(event.returned - event.stake, event.stake)
    exact = found(rules)
    for kind, on in SPOTS:
        assert exact[kind, on if kind == "total_value_bet" else ""].house_edge == -net[kind, on], (kind, on)


def ways(total: int) -> int:
    """Throws of three dice with this total, by inclusion and exclusion."""
    return sum((-1) ** k * comb(3, k) * comb(total - 6 * k - 1, 2) for k in range(4) if total - 6 * k >= 3)


PAYS = {4: 50, 5: 18, 6: 14, 7: 12, 8: 8, 9: 6, 10: 6, 11: 6, 12: 6, 13: 8, 14: 12, 15: 14, 16: 18, 17: 50}


@pytest.mark.parametrize("total", range(4, 18))
def test_totals_by_formula(total: int) -> None:
    """A total's edge from the number of its throws alone."""
    edge = found(Rules())["total_value_bet", str(total)]
    assert edge.house_edge == 1 - Fraction(ways(total) * (PAYS[total] + 1), 216)
    assert edge.chance(1) == Fraction(ways(total), 216)


def test_the_other_wagers_by_formula() -> None:
    """Binomial counts of a number on three dice give the rest."""
    one, two, three = (comb(3, n) * 5 ** (3 - n) for n in (1, 2, 3))
    exact = {wager: edge.house_edge for (wager, on), edge in found(Rules()).items() if not on}
    assert exact == {
        "three_of_a_kind": 1 - Fraction(three * 151, 216),
        "two_of_a_kind": 1 - Fraction((two + three) * 9, 216),
        "any_three_of_a_kind": 1 - Fraction(6 * 25, 216),
        "two_dice_combination": 1 - Fraction((4 * 6 + 3 + 3) * 6, 216),
        "small_bet": 1 - Fraction((sum(map(ways, range(4, 11))) - 2) * 2, 216),
        "big_bet": 1 - Fraction((sum(map(ways, range(11, 18))) - 2) * 2, 216),
        "one_of_a_kind": 1 - Fraction(one * 2 + two * 3 + three * 4, 216),
    }


def test_the_figures_everyone_knows() -> None:
    """2.78% on Small and Big, 7.87% on One of a Kind; Two of a Kind returns 66.7%, or 62.5% without the triple."""
    exact = found(Rules())
    assert exact["small_bet", ""].house_edge == exact["big_bet", ""].house_edge == Fraction(1, 36)
    assert exact["one_of_a_kind", ""].house_edge == Fraction(17, 216)
    assert 1 - exact["two_of_a_kind", ""].house_edge == Fraction(2, 3)
    strict = found(Rules(two_of_a_kind_wins_on_triple=False))["two_of_a_kind", ""]
    assert 1 - strict.house_edge == Fraction(5, 8)
    assert strict.options == {"two_of_a_kind_wins_on_triple": "false"}


def test_one_of_a_kind_has_three_ways_to_win() -> None:
    """75, 15 and 1 of 216 throws show the number once, twice, three times."""
    lines = {o.name: (o.net, o.probability) for o in found(Rules())["one_of_a_kind", ""].outcomes}
    assert lines == {
        "wins 1 to 1": (Fraction(1), Fraction(75, 216)),
        "wins 2 to 1": (Fraction(2), Fraction(15, 216)),
        "wins 3 to 1": (Fraction(3), Fraction(1, 216)),
        "lose": (Fraction(-1), Fraction(125, 216)),
    }
