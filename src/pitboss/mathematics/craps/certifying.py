"""Craps certified: every way in which throws decide a wager; throws that leave it where it is are left out."""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from pitboss.chapters.ch623a_craps.rules import Rules
from pitboss.chapters.ch623a_craps.wagers import BACKS, FIRE, THROWS, verdict
from pitboss.events import Moved
from pitboss.mathematics.certificates.making import CertifiedIdentity, elementary
from pitboss.mathematics.craps.edges import after, chance, charged, net, outcome
from pitboss.mathematics.kit.edge import Edge

Path = tuple[str, Fraction, str, Fraction]  # the throws that count, how likely, the outcome and what it nets


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """Of every wager but the Fire Bet, which lasts through many points, and of bets with odds behind them."""
    if edge.wager == FIRE or edge.strategy != "none":
        return
    paths = list(_paths(edge.wager, edge.on, int(edge.on) if edge.wager in BACKS else 0))
    whole = lcm(*(share.denominator for _, share, _, _ in paths))
    results = (
        (label, int(share * whole), name, charged(rules, edge.wager, edge.on, nets))
        for label, share, name, nets in paths
    )
    yield elementary(edge, "two dice until the wager is decided", results)


def _paths(kind: str, on: str, point: int) -> Iterator[Path]:
    found = [(throw, verdict(kind, on, throw, point)) for throw in THROWS]
    moved = {throw: after(kind, on, throw, point, what) for throw, what in found}
    again = sum((chance(throw) for throw, what in found if what is None and moved[throw] == (on, point)), Fraction(0))
    for throw, what in found:
        share, label = chance(throw) / (1 - again), "-".join(map(str, throw))
        if what is not None and what.event is not Moved:
            yield label, share, outcome(what), net(what)
        elif moved[throw] != (on, point):
            for later, then, name, nets in _paths(kind, *moved[throw]):
                yield f"{label} {later}", share * then, name, nets
