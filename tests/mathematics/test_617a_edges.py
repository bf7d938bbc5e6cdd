"""Roulette: the published edges, counted another way."""

from fractions import Fraction

import pytest

from pitboss.chapters.ch617a_roulette.rules import Rules, WheelInUse, pay, wins
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.roulette.edges import edges, variants
from pitboss.money import Odds
from pitboss.wagers import Wager


@pytest.mark.parametrize("rules", list(variants(None)), ids=lambda rules: rules.wheel)  # type: ignore[arg-type]
def test_every_spot_of_a_kind_has_the_edge_of_its_kind(rules: Rules) -> None:
    """Settling every spot on every live pocket by the chapter's own functions gives the edge of its kind."""
    found = {edge.wager: edge for edge in edges(rules)}
    pockets = [p for p in rules.device.order if p != "00" or rules.wheel is WheelInUse.DOUBLE]
    for kind, on in rules.covers:
        net = sum(
            pay(Wager(1, kind, on, 500), p, rules).returned - 500 if wins(kind, on, p, rules) else -500 for p in pockets
        )
        assert found[kind].house_edge == -Fraction(net, 500 * len(pockets)), (kind, on)


def test_the_figures_everyone_knows() -> None:
    """1/19 on a double zero wheel, 3/38 for First Five, 1/37 on a single zero wheel."""
    double = {e.wager: e.house_edge for e in edges(Rules(five_adjacent_number_wager=True))}
    assert double.pop("first_five_numbers") == Fraction(3, 38)
    assert set(double.values()) == {Fraction(1, 19)}
    assert {e.house_edge for e in edges(Rules(wheel=WheelInUse.SINGLE))} == {Fraction(1, 37)}


def test_filed_odds_change_the_edge() -> None:
    """37 to 1 on a straight number is a fair game on 38 pockets."""
    edge = next(e for e in edges(Rules(payouts={"straight": Odds.parse("37 to 1")})) if e.wager == "straight")
    assert edge.house_edge == 0


def test_record_has_decimals_beside_the_fraction() -> None:
    """Twelve digits and the exact fraction, chances that add up, and a standard deviation."""
    record = edges(Rules())[0].record()
    assert record["house_edge"] == "0.0526315789474"
    assert record["house_edge_fraction"] == "1/19"
    assert record["standard_deviation"] == "5.76261713397"
    assert (record["p_win"], record["p_push"]) == ("0.0263157894737", "0")
    assert isinstance(edges(Rules())[0], Edge)
