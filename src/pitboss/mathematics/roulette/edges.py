"""Roulette: every spot has its numbers, every compartment the same weight."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.chapters.ch617a_roulette.rules import Rules, WheelInUse
from pitboss.game import Game
from pitboss.mathematics.kit.edge import Edge, distribution
from pitboss.submission import RulesSubmission


def edges(rules: Rules) -> list[Edge]:
    """One record for each kind of wager; every spot of a kind covers equally many compartments."""
    found: dict[str, Edge] = {}
    for (kind, _), numbers in rules.covers.items():
        if kind not in found:
            found[kind] = _edge(rules, kind, len(numbers))
    return list(found.values())


def _edge(rules: Rules, kind: str, covers: int) -> Edge:
    live = len(rules.device.order) - (rules.wheel is WheelInUse.DOUBLE_AS_SINGLE)  # 617a.4(c)(2): 00 is spun again
    odds = rules.odds(kind).net
    hit = Fraction(covers, live)
    if kind == "five_adjacent_number":  # one of five chips wins, the other four are lost
        odds = (odds - 4) / 5
    outcomes = distribution([("win", odds, hit), ("lose", Fraction(-1), 1 - hit)])
    return Edge("617a", "roulette", kind, outcomes, paytable=str(rules.odds(kind)), options={"wheel": rules.wheel})


def variants(game: Game) -> Iterator[RulesSubmission]:
    """The three wheels, with everything offered that the wheel allows."""
    for wheel in WheelInUse:
        yield Rules(wheel=wheel, five_adjacent_number_wager=True, single_zero_trio_and_four=wheel is WheelInUse.SINGLE)
