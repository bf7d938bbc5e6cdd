"""Big Six Wheel: every symbol has its sections, every section the same weight."""

from fractions import Fraction

from pitboss.chapters.ch619a_big_six_wheel.rules import SYMBOL, SYMBOLS, WHEEL, Rules
from pitboss.mathematics.kit.edge import Edge, distribution


def edges(rules: Rules) -> list[Edge]:
    """One record for each symbol."""
    return [_edge(rules, symbol) for symbol in SYMBOLS]


def _edge(rules: Rules, symbol: str) -> Edge:
    odds, hit = rules.odds(symbol), Fraction(WHEEL.weights[symbol], len(WHEEL.order))
    outcomes = distribution([("win", odds.net, hit), ("lose", Fraction(-1), 1 - hit)])
    return Edge("619a", "big-six-wheel", SYMBOL, outcomes, on=symbol, paytable=str(odds))
