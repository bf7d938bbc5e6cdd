"""A progressive meter from one hit to the next: when it breaks even, and what it shows when it is won.

Every wager of one unit adds the same to the meter and wins all of it with the same chance, so that the number of wagers from one
award of the whole to the next is geometric. The mean of the meter at a hit follows exactly, parts of it that are won on the way
included; where none are, so does every quantile. Where some are, or a reserve goes into the next seed, the meter is followed on a
grid on which every step keeps its mean: a quantile is then known to about one per cent.
"""

from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.kit.edge import Progressive
from pitboss.meters import Meter
from pitboss.money import Cents

Floats = NDArray[np.float64]
USUAL = Fraction(95, 100)
POINTS, WIDEST = 1500, 12  # of the grid, and how many means of the meter at a hit it reaches
DIGITS = 60  # of logarithms: far more than a number of wagers has


class MeterHits(msgspec.Struct, frozen=True):
    """Cents are those of the meter. ``recovered`` is None where the house never recovers the seed."""

    unit: Cents
    chance: Fraction  # of all of the meter, for one wager
    adds: Fraction  # cents of one wager that go to the meter
    even: Fraction  # at which the next wager returns what it costs
    recovered: Fraction | None  # at which the house has kept as much of the wagers as it put in as seed
    mean: Fraction  # at a hit
    wagers: Fraction  # from one hit to the next, on average
    high: Fraction  # which it does not exceed at 95 of 100 hits
    is_exact: bool  # of ``high``: to the cent, not to about one per cent


def hits(meter: Meter, of: Progressive) -> MeterHits:
    """What follows from a filed meter and the chances of its wager."""
    reserve = of.unit * meter.reserve_rate / 100
    adds = of.unit * meter.rate / 100
    shares = (1 - of.fixed) * of.unit / of.even  # what a wager wins of the meter on average, as a part of it
    kept = 1 - of.fixed - (meter.rate + meter.reserve_rate) / 100
    mean = of.top / shares * (meter.reset + (adds + reserve) / of.top)
    is_exact = not of.parts and not reserve
    return MeterHits(
        of.unit,
        of.top,
        adds,
        of.even,
        meter.reset + adds * meter.reset / (of.unit * kept) if kept > 0 else None,
        mean,
        1 / of.top,
        meter.reset + adds * wagers_until(of.top, USUAL) if is_exact else _on_grid(meter, of, mean),
        is_exact,
    )


def wagers_until(chance: Fraction, quantile: Fraction) -> int:
    """The least number of wagers of which one is a hit with this probability at least: the quantile of the geometric law."""
    with localcontext() as context:
        context.prec = DIGITS
        missed, left = (1 - Decimal(one.numerator) / Decimal(one.denominator) for one in (chance, quantile))
        return int((left.ln() / missed.ln()).to_integral_value(ROUND_CEILING))


def _on_grid(meter: Meter, of: Progressive, mean: Fraction) -> Fraction:
    """The same quantile of the meter at a hit, with parts won on the way and a reserve in its seed.

    ``passing`` is how often the meter passes a point of the grid before a hit: from the point below, from a seed, or from above
    after a part of it was won. It solves one equation for each point.
    """
    step = float(mean) * WIDEST / POINTS
    won = [(float(chance), 1 - percent / 100) for percent, chance in of.parts]
    event = float(of.top) + sum(chance for chance, _ in won)
    stays = (1 - event) ** (step / float(of.unit * meter.rate / 100))  # nothing is won from one point to the next
    matrix = np.eye(POINTS)
    matrix[range(1, POINTS), range(POINTS - 1)] -= stays
    middle = np.arange(POINTS, dtype=np.float64) + 0.5
    for chance, left in won:
        _split(matrix, middle * left, -(1 - stays) * chance / event, range(POINTS))
    passing = np.linalg.solve(matrix, _seeds(meter, of, step))
    hit = np.cumsum(passing * (1 - stays) * float(of.top) / event)
    cell = int(np.searchsorted(hit, float(USUAL) * hit[-1]))
    before = hit[cell - 1] if cell else 0.0
    return Fraction(step * (cell + (float(USUAL) * hit[-1] - before) / (hit[cell] - before)))


def _seeds(meter: Meter, of: Progressive, step: float) -> Floats:
    """Where the meter starts after a hit: at its reset amount, and above it by what went to the reserve since the last one."""
    start, found = meter.reset / step, np.zeros((POINTS, 1))
    every = float(of.unit * meter.reserve_rate / 100) / step  # points of one wager
    if not every:
        _split(found, np.array([start]), 1.0, range(1))
        return found[:, 0]
    edges = (1 - float(of.top)) ** (np.arange(POINTS) / every)  # not hit until then
    for cell, mass in enumerate(edges[:-1] - edges[1:]):
        _split(found, np.array([min(start + cell + 0.5, POINTS - 2)]), mass, range(1))
    return found[:, 0]


def _split(matrix: Floats, at: Floats, mass: float, columns: range) -> None:
    """Add mass to the two points around each place, so that its mean stays where it is."""
    for column, place in zip(columns, at, strict=True):
        low = int(place)
        matrix[low, column] += mass * (1 - (place - low))
        matrix[min(low + 1, POINTS - 1), column] += mass * (place - low)
