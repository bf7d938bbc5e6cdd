"""Roulette certified: every compartment, and whether the wager covers it."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.chapters.ch617a_roulette.rules import Rules, WheelInUse
from pitboss.mathematics.certificates.making import CertifiedIdentity, elementary
from pitboss.mathematics.kit.edge import Edge


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """The first spot of the kind: those of one kind cover equally many compartments."""
    numbers = next(covered for (kind, _), covered in rules.covers.items() if kind == edge.wager)
    live = [one for one in rules.device.order if not (rules.wheel is WheelInUse.DOUBLE_AS_SINGLE and one == "00")]
    won, lost = max(one.net for one in edge.outcomes), Fraction(-1)
    yield elementary(
        edge, "wheel", ((one, 1, "win", won) if one in numbers else (one, 1, "lose", lost) for one in live)
    )
