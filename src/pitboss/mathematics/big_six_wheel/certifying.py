"""Big Six Wheel certified: every section, and whether it shows the symbol."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.chapters.ch619a_big_six_wheel.rules import WHEEL, Rules
from pitboss.mathematics.certificates.making import CertifiedIdentity, elementary
from pitboss.mathematics.kit.edge import Edge


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """The sections in their order on the wheel."""
    won, lost = ("win", rules.odds(edge.on).net), ("lose", Fraction(-1))
    sections = enumerate(WHEEL.order, 1)
    yield elementary(
        edge, "wheel", ((f"{at}: {symbol}", 1, *(won if symbol == edge.on else lost)) for at, symbol in sections)
    )
