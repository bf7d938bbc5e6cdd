"""Progressive wagers: fixed awards, what goes to the meter, and a new seed for each award of the whole of it.

A meter gives back whatever goes to it; only a seed is the house's own money, and one is spent with each award of all
of it (I-GEN-04). In the long run a wager therefore gives back its fixed awards, its rate, and the chance of the top
award times the seed. The outcomes are stated with the meter as it was first set.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from pitboss.families.progressive import ALL
from pitboss.mathematics.kit.edge import Outcome, Progressive, distribution
from pitboss.money import Cents

NO_WIN = "no win"


class ProgressiveLine(NamedTuple):
    """One line of a progressive paytable: units handed back, the stake among them, and per cent of the meter."""

    name: str
    chance: Fraction
    back: Fraction = Fraction(0)
    percent: int = 0


def outcomes(lines: Iterable[ProgressiveLine], initial: Cents, unit: Cents) -> tuple[Outcome, ...]:
    """What one wager of a unit nets with the meter as it was first set."""
    shown = Fraction(initial, unit)
    return distribution((line.name, line.back + shown * line.percent / 100 - 1, line.chance) for line in lines)


def progressive(lines: Iterable[ProgressiveLine], reset: Cents, unit: Cents, rate: Fraction) -> Progressive:
    """``rate`` in per cent: all that is put aside of a wager, for the meter and for its next seed."""
    every = list(lines)
    fixed = sum((line.chance * line.back for line in every), Fraction(0))
    shares = sum((line.chance * line.percent / 100 for line in every), Fraction(0))
    top = sum((line.chance for line in every if line.percent == ALL), Fraction(0))
    even = (1 - fixed) / shares * unit
    parts = dict[int, Fraction]()
    for line in every:
        if 0 < line.percent < ALL:
            parts[line.percent] = parts.get(line.percent, Fraction(0)) + line.chance
    return Progressive(unit, fixed, rate / 100, top, Fraction(reset, unit), even, tuple(sorted(parts.items())))
