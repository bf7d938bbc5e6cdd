"""How likely a statistic is by chance alone: tails of the distributions that the tests of chance need."""

import math

import numpy as np

SMALLEST = 1e-300


def chi_square(statistic: float, freedom: float) -> float:
    """The chance of as much or more: the regularized upper incomplete gamma function (series, or Lentz's fraction)."""
    a, x = freedom / 2, statistic / 2
    if x <= 0 or a <= 0:
        return 1.0
    scale = a * math.log(x) - x - math.lgamma(a)
    if x < a + 1:
        term = total = 1 / a
        n = a
        for _ in range(100_000):
            n += 1
            term *= x / n
            total += term
            if term < total * 1e-15:
                break
        return max(0.0, 1.0 - total * math.exp(scale))
    b, c = x + 1 - a, 1 / SMALLEST
    d = 1 / b
    found = d
    for i in range(1, 100_000):
        an = -i * (i - a)
        b += 2
        d = an * d + b
        d = 1 / (d if abs(d) > SMALLEST else SMALLEST)
        c = b + an / c
        c = c if abs(c) > SMALLEST else SMALLEST
        found *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return float(found * math.exp(scale)) if scale + math.log(found) > -740 else 0.0


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
