"""Sic Bo: every wager settled on each of the 216 throws."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.chapters.ch625a_sic_bo.rules import DICE, SPOTS, Rules, odds
from pitboss.equipment.dice import faces, throws
from pitboss.game import Game
from pitboss.mathematics.kit.edge import Edge, distribution
from pitboss.submission import RulesSubmission


def edges(rules: Rules) -> list[Edge]:
    """One record for each kind of wager, and for each total: the numbers of a kind are alike, the totals are not."""
    found: dict[tuple[str, str], Edge] = {}
    for kind, on in SPOTS:
        shown = on if kind == "total_value_bet" else ""
        if (kind, shown) not in found:
            found[kind, shown] = _edge(rules, kind, on, shown)
    return list(found.values())


def _edge(rules: Rules, kind: str, on: str, shown: str) -> Edge:
    filed = {"two_of_a_kind_wins_on_triple": str(rules.two_of_a_kind_wins_on_triple).lower()}
    return Edge(
        "625a",
        "sic-bo",
        kind,
        distribution(_lines(rules, kind, on)),
        on=shown,
        paytable=", ".join(str(pays) for pays in rules.spots[kind, on].odds),
        options=filed if kind == "two_of_a_kind" else {},
    )


def _lines(rules: Rules, kind: str, on: str) -> Iterator[tuple[str, Fraction, Fraction]]:
    """What each throw does, each as likely as the next."""
    each = Fraction(1, len(throws(DICE)))
    for throw in throws(DICE):
        yield *settled(rules, kind, on, throw), each


def settled(rules: Rules, kind: str, on: str, throw: str) -> tuple[str, Fraction]:
    """What a throw does to a wager, and what one unit of it nets."""
    if (kind, on) not in rules.winners[throw]:
        return "lose", Fraction(-1)
    pays = odds(kind, on, faces(throw))
    return f"wins {pays}", pays.net


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Both readings of Two of a Kind on a triple (I-625a-01)."""
    for wins_on_triple in (True, False):
        yield Rules(two_of_a_kind_wins_on_triple=wins_on_triple)
