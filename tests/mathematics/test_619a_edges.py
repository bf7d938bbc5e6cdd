"""Big Six Wheel: the published edges, counted another way."""

from fractions import Fraction

from pitboss.chapters.ch619a_big_six_wheel import GAME
from pitboss.chapters.ch619a_big_six_wheel.rules import SYMBOLS, Rules
from pitboss.drivers.enumeration import outcomes
from pitboss.drivers.round import Round
from pitboss.events import Settlement
from pitboss.game import RoundStart
from pitboss.mathematics.big_six_wheel.edges import edges
from pitboss.mathematics.kit.edge import edges_for
from pitboss.money import Odds
from pitboss.procedure import Answer, Window
from pitboss.wagers import close_betting


def test_edges_equal_the_enumerated_procedure() -> None:
    """Playing the very procedure on every symbol, with its weight, gives each edge."""
    rules = Rules(payouts={"flag": Odds.parse("50 to 1")})

    def begin() -> Round:
        play = Round(GAME, rules, GAME.open(rules), RoundStart(1))
        for symbol in SYMBOLS:
            play.answer(Answer(1, "wager", "symbol", symbol, 100))
        return play

    def strategy(play: Round) -> Answer:
        return close_betting() if isinstance(play.pending, Window) else Answer("dealer", "valid_spin")

    net: dict[str, Fraction] = dict.fromkeys(SYMBOLS, Fraction(0))
    for chance, events in outcomes(begin, strategy):
        for event in events:
            if isinstance(event, Settlement):
                net[event.on] += chance * Fraction(event.returned - event.stake, event.stake)
    assert {edge.on: edge.house_edge for edge in edges(rules)} == {symbol: -net[symbol] for symbol in SYMBOLS}


def test_the_figures_everyone_knows() -> None:
    """14.8% on $1, flag and joker, 16.7% on $2, 11.1% on $5, 18.5% on $10, 22.2% on $20."""
    found = {edge.on: edge.house_edge for edge in edges_for(GAME, GAME.example())}
    assert found == {
        "$1": Fraction(54 - 23 * 2, 54),
        "$2": Fraction(54 - 15 * 3, 54),
        "$5": Fraction(54 - 8 * 6, 54),
        "$10": Fraction(54 - 4 * 11, 54),
        "$20": Fraction(54 - 2 * 21, 54),
        "flag": Fraction(54 - 46, 54),
        "joker": Fraction(54 - 46, 54),
    }
    assert [edge.record()["house_edge_fraction"] for edge in edges(Rules())] == [
        "4/27",
        "1/6",
        "1/9",
        "5/27",
        "2/9",
        "4/27",
        "4/27",
    ]


def test_filed_odds_change_the_edge() -> None:
    """53 to 1 on the joker is a fair game."""
    joker = next(edge for edge in edges(Rules(payouts={"joker": Odds.parse("53 to 1")})) if edge.on == "joker")
    assert (joker.house_edge, joker.paytable) == (Fraction(0), "53 to 1")
