"""A progressive meter from one hit to the next: when it breaks even, and what it shows when it is won.

Every wager of one unit adds the same to the meter and wins all of it with the same chance, so that the number of wagers from one
award of the whole to the next is geometric. The mean of the meter at a hit follows exactly, parts of it that are won on the way
included; where none are, so does every quantile. Where some are, a quantile without them is one that is not exceeded.
"""

from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction

import msgspec

from pitboss.mathematics.kit.edge import Progressive
from pitboss.meters import Meter
from pitboss.money import Cents

USUAL = Fraction(95, 100)
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
    is_bound: bool  # of ``high``: parts of the meter are won on the way, so that it is less


def hits(meter: Meter, of: Progressive) -> MeterHits:
    """What follows from a filed meter and the chances of its wager."""
    reserve = of.unit * meter.reserve_rate / 100
    adds = of.unit * meter.rate / 100
    shares = (1 - of.fixed) * of.unit / of.even  # what a wager wins of the meter on average, as a part of it
    kept = 1 - of.fixed - (meter.rate + meter.reserve_rate) / 100
    count = wagers_until(of.top, USUAL)
    return MeterHits(
        of.unit,
        of.top,
        adds,
        of.even,
        meter.reset + adds * meter.reset / (of.unit * kept) if kept > 0 else None,
        of.top / shares * (meter.reset + (adds + reserve) / of.top),
        1 / of.top,
        meter.reset + adds * count + reserve * count,
        shares != of.top or bool(reserve),
    )


def wagers_until(chance: Fraction, quantile: Fraction) -> int:
    """The least number of wagers of which one is a hit with this probability at least: the quantile of the geometric law."""
    with localcontext() as context:
        context.prec = DIGITS
        missed, left = (1 - Decimal(one.numerator) / Decimal(one.denominator) for one in (chance, quantile))
        return int((left.ln() / missed.ln()).to_integral_value(ROUND_CEILING))
