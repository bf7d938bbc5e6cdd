"""Between what the hold of many rounds lies: from the distribution of their sum, not from a normal one.

A wager that pays 8,000 to 1 once in a long while is skewed for hundreds of thousands of rounds, so that a normal band is
wrong on both sides. The outcomes are laid on a grid, the sum of n rounds is found by the Fourier transform, and its
percentiles are read off. The grid wraps around, far outside of what is likely.
"""

from fractions import Fraction
from math import gcd, lcm, sqrt

import numpy as np

from pitboss.mathematics.kit.edge import Edge

MOST_PLACES = 1 << 20  # of a grid; a coarser one shares each outcome between its neighbours, which keeps the mean
DEVIATIONS = 24.0  # that a grid spans


def band(edge: Edge, rounds: int, share: float = 0.95) -> tuple[Fraction, Fraction]:
    """Between what the hold, per unit of the initial wager, lies in this share of all samples of so many rounds; as many
    of the others are below it as above."""
    step, places = _grid(edge, rounds)
    chance = np.zeros(places)
    for outcome in edge.outcomes:
        at = float(outcome.net / step)
        low = int(np.floor(at))
        part = at - low
        chance[low % places] += (1 - part) * float(outcome.probability)
        chance[(low + 1) % places] += part * float(outcome.probability)
    sums = np.maximum(np.fft.irfft(np.fft.rfft(chance) ** rounds, places), 0.0)
    # unwrapped, so that the mean is in the middle
    middle = round(float(edge.mean / step) * rounds)
    first = middle - places // 2
    ordered = np.roll(sums, -(first % places))
    reached = np.cumsum(ordered)
    reached /= reached[-1]
    outside = (1 - share) / 2
    worst = first + int(np.searchsorted(reached, outside))  # for the player
    best = first + int(np.searchsorted(reached, 1 - outside))
    shift = edge.house_edge + edge.mean  # of a figure that does not follow from the outcomes alone
    return shift - best * step / rounds, shift - worst * step / rounds


def _grid(edge: Edge, rounds: int) -> tuple[Fraction, int]:
    """The distance of its places, and how many it has: a power of two."""
    nets = [outcome.net for outcome in edge.outcomes if outcome.probability]
    whole = lcm(*(net.denominator for net in nets))
    step = Fraction(gcd(*(int(net * whole) for net in nets)) or 1, whole)
    deviation = sqrt(edge.variance * rounds)
    span = DEVIATIONS * deviation + 2 * float(max(map(abs, nets)))
    if span / step > MOST_PLACES:
        step = Fraction(span / MOST_PLACES).limit_denominator(10**6) or Fraction(1, 10**6)
    return step, 1 << max(4, (int(span / step) + 1).bit_length())
