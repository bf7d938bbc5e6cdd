"""Chance from one seeded generator: every outcome in proportion to its weight, card by card out of what remains."""

import random
from collections.abc import Callable

from pitboss.procedure import Draw

Chance = Callable[[Draw], str]  # what a device shows


class SeededChance:
    """The outcomes of one seed. Not for money: a house draws with ``drivers.fair``."""

    __slots__ = ("_below",)

    def __init__(self, seed: int) -> None:
        self._below = random.Random(seed).randrange

    def __call__(self, question: Draw) -> str:
        weights = question.weights
        at = self._below(sum(weights.values()))
        for outcome, weight in weights.items():
            at -= weight
            if at < 0:
                return outcome
        raise AssertionError("The weights changed while one was drawn.")
