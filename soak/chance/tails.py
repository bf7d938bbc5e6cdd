"""How likely a statistic is by chance alone: tails of the distributions that the tests of chance need."""

import math

import numpy as np

from pitboss.mathematics.kit.chi_square import chi_square as chi_square


def normal(z: float) -> float:
    """The chance of being as far off, either way."""
    return math.erfc(abs(z) / math.sqrt(2))


def kolmogorov(values: np.ndarray) -> float:
    """The chance that as many uniform numbers lie as far from the diagonal (Stephens's correction of the limit)."""
    values = np.sort(values)
    count = len(values)
    steps = np.arange(1, count + 1) / count
    distance = max(float(np.max(steps - values)), float(np.max(values - steps + 1 / count)))
    at = (math.sqrt(count) + 0.12 + 0.11 / math.sqrt(count)) * distance
    if at < 0.2:
        return 1.0
    total = sum((-1) ** (k - 1) * math.exp(-2 * k * k * at * at) for k in range(1, 101))
    return float(min(1.0, max(0.0, 2.0 * total)))


def poisson_at_least(count: int, mean: float) -> float:
    """The chance of so many rare things or more."""
    if count <= 0:
        return 1.0
    if mean <= 0:
        return 0.0
    term = math.exp(-mean + count * math.log(mean) - math.lgamma(count + 1))
    total, k = 0.0, count
    while term > total * 1e-16 and k < count + 10_000:
        total += term
        k += 1
        term *= mean / k
    return min(1.0, total)


def goodness(found: np.ndarray, chances: np.ndarray, least: float = 8.0) -> tuple[float, float]:
    """Pearson's statistic of counts against chances, and its freedom; cells that are expected too seldom are put together."""
    found, expected = np.asarray(found, float).ravel(), np.asarray(chances, float).ravel() * float(np.sum(found))
    order = np.argsort(expected)
    found, expected = found[order], expected[order]
    few = int(np.searchsorted(expected, least))
    while 0 < few < len(expected) and expected[:few].sum() < least:
        few += 1
    if few:
        found = np.concatenate(([found[:few].sum()], found[few:]))
        expected = np.concatenate(([expected[:few].sum()], expected[few:]))
    return float(np.sum((found - expected) ** 2 / expected)), len(found) - 1


def fits(found: np.ndarray, chances: np.ndarray) -> float:
    """How likely counts are to differ from what is expected as much as they do."""
    statistic, freedom = goodness(found, chances)
    return chi_square(statistic, freedom) if freedom else 1.0
