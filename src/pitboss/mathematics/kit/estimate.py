"""What a simulation found of a wager: its edge, and how well it is known."""

from collections.abc import Sequence
from fractions import Fraction
from math import inf, sqrt

import msgspec

ROUNDS, NET, SQUARE, STAKED, HITS = COLUMNS = range(5)  # of a tally (kit.tally)
NORMAL = 1.96  # standard errors in a 95 % interval


class Estimate(msgspec.Struct, frozen=True):
    """What a simulation found of one wager, per unit of the initial stake."""

    wager: str
    rounds: int
    net: Fraction
    square: Fraction
    staked: Fraction
    hits: int

    @property
    def house_edge(self) -> Fraction:
        return -self.net / self.rounds

    @property
    def variance(self) -> Fraction:
        return self.square / self.rounds - (self.net / self.rounds) ** 2

    @property
    def standard_error(self) -> float:
        """Of the house edge: a figure for display and for stopping, never for money."""
        return sqrt(self.variance / self.rounds)

    @property
    def half_width(self) -> float:
        """Of the interval in which the edge is (95 %)."""
        return NORMAL * self.standard_error

    def known_to(self, precision: float) -> bool:
        """Whether the edge is known to ± this (95 %)."""
        return self.rounds > 0 and self.half_width <= precision

    def errors_from(self, exact: Fraction, half_width: Fraction = Fraction(0)) -> float:
        """How many standard errors the edge is from the exact one, or from the nearer end of its interval."""
        gap = float(max(Fraction(0), abs(self.house_edge - exact) - half_width))
        if not gap:
            return 0.0
        return gap / self.standard_error if self.standard_error else inf  # all rounds alike say nothing of the error


def estimate(wager: str, row: Sequence[int], unit: int) -> Estimate:
    """One row of a tally, per unit of the initial stake."""
    return Estimate(
        wager,
        row[ROUNDS],
        Fraction(row[NET], unit),
        Fraction(row[SQUARE], unit * unit),
        Fraction(row[STAKED], unit),
        row[HITS],
    )
