"""Sic Bo certified: every throw of three dice with what it pays."""

from collections.abc import Iterator

from pitboss.chapters.ch625a_sic_bo.rules import DICE, SPOTS, Rules
from pitboss.equipment.dice import throws
from pitboss.mathematics.certificates.making import CertifiedIdentity, elementary
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.sic_bo.edges import settled


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """The first spot of the kind, or that of the total."""
    on = next(spot for kind, spot in SPOTS if kind == edge.wager and edge.on in ("", spot))
    results = ((throw, 1, *settled(rules, edge.wager, on, throw)) for throw in throws(DICE))
    yield elementary(edge, "dice", results)
