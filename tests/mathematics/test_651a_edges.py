"""Casino War: the edges against closed formulas, the published figures, and the procedure itself, enumerated."""

from fractions import Fraction

import pytest

from pitboss.chapters.ch651a_casino_war import GAME, Rules, Table
from pitboss.drivers.enumeration import outcomes
from pitboss.drivers.round import Round
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Settlement
from pitboss.game import RoundStart
from pitboss.mathematics.casino_war.edges import edges
from pitboss.mathematics.casino_war.strategy import OneWay
from pitboss.mathematics.kit.edge import Edge, edges_for, variants
from pitboss.mathematics.kit.strategy import Seen
from pitboss.procedure import Answer, Election
from pitboss.submission import submit
from pitboss.wagers import WAGER, close_betting


def found(decks: int) -> dict[tuple[str, str], Edge]:
    """The edges by wager and by what is done with a tie hand (or the spot)."""
    return {(e.wager, e.options.get("tie_hand", e.on)): e for e in edges(Rules(decks=decks))}


def ties(decks: int) -> tuple[Fraction, Fraction]:
    """The chance of a tie on the original deal, and of another in the War, by counting cards of one rank."""
    n, total = 4 * decks, 52 * decks
    again = 12 * n * (n - 1) + (n - 2) * (n - 3)
    return Fraction(n - 1, total - 1), Fraction(again, (total - 2) * (total - 3))


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_edges_by_formula(decks: int) -> None:
    """Seven decks are those of a batch (I-651a-06). Wins and losses are equally likely, so everything follows from the two chances
    of a tie."""
    tie, again = ties(decks)
    war = again * 2 + (1 - again) / 2 * (1 - 2)
    by = found(decks)
    assert by["initial", "surrender"].house_edge == tie / 2
    assert by["war", ""].house_edge == -war
    assert by["initial", "war"].house_edge == -tie * war
    assert by["initial", "war"].staked == 1 + tie
    assert by["tie", ""].house_edge == 1 - 11 * tie
    assert by["tie", "war"].house_edge == 1 - 11 * again


@pytest.mark.parametrize(
    ("decks", "initial", "tie"), [(6, Fraction(23138, 993023), Fraction(58, 311)),
    (8, Fraction(276706, 11826255), Fraction(74, 415))]
)  # fmt: skip
def test_edges_as_fractions(decks: int, initial: Fraction, tie: Fraction) -> None:
    """2.330 % and 18.650 % of the wager with six decks, 2.340 % and 17.831 % with eight."""
    by = found(decks)
    assert (by["initial", "war"].house_edge, by["tie", ""].house_edge) == (initial, tie)


def test_war_costs_less_than_surrender() -> None:
    """On a tie hand War loses 0.315 units of the Initial Wager on average, surrender one half."""
    for decks in (6, 8):
        assert found(decks)["war", ""].house_edge < Fraction(1, 2)
        assert found(decks)["initial", "war"].house_edge < found(decks)["initial", "surrender"].house_edge


def strategy(play: Round) -> Answer:
    """A player with an Initial and a Tie Wager who surrenders every tie hand."""
    if isinstance(play.pending, Election):
        return OneWay(fights=False).answer(play.pending, Seen(1))
    made = [moment.wager for moment in play.history if isinstance(moment, Answer)]
    for wager in ("initial", "tie"):
        if wager not in made:
            return Answer(1, WAGER, wager, "", 200)
    return close_betting()


def test_procedure_enumerated() -> None:
    """Every pair of cards, played through the very procedure: Initial Wager with surrender, and Tie Wager."""
    rules = Rules(decks=6)
    state = Table(ShoeState(shuffled=True, cover=78))
    net = {"initial": Fraction(0), "tie": Fraction(0)}
    whole = Fraction(0)
    for chance, events in outcomes(lambda: Round(GAME, rules, state, RoundStart(2)), strategy):
        whole += chance
        for event in events:
            if isinstance(event, Settlement):
                net[event.wager] += chance * (event.returned - event.stake) / 200
    assert whole == 1
    assert -net["initial"] == found(6)["initial", "surrender"].house_edge
    assert -net["tie"] == found(6)["tie", ""].house_edge


def test_edges_depend_on_the_decks_in_the_shoe_alone() -> None:
    """Twelve decks in two batches are six in the shoe."""
    assert edges(submit(Rules, {"decks": 12, "shuffler": "automated"})) == edges(Rules(decks=6))
    assert [e.decks for rules in variants(GAME) for e in edges_for(GAME, rules) if e.wager == "war"] == [6, 8]
