"""Baccarat certified: with any one card burned, six cards lead to each outcome in so many orders."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.families.baccarat.rules import BaccaratRules
from pitboss.mathematics.certificates.making import CertifiedIdentity, Chances, burned
from pitboss.mathematics.kit.baccarat_counting import MOST, coups_of, settled, shoe
from pitboss.mathematics.kit.edge import Edge

VALUES = ("tens", "aces", *map(str, range(2, 10)))  # by what a card counts


def identities(rules: BaccaratRules, edge: Edge) -> Iterator[CertifiedIdentity]:
    counts = shoe(rules.shoe_decks)

    def without(face: str) -> Chances:
        at = VALUES.index(face)
        left = coups_of((*counts[:at], counts[at] - 1, *counts[at + 1 :]))
        every = sum(left.values())
        return {
            (name.replace("_", " "), net): Fraction(ways, every)
            for (name, net), ways in settled(rules, edge.wager, edge.on, left).items()
        }

    yield burned(edge, dict(zip(VALUES, counts, strict=True)), MOST, without)
