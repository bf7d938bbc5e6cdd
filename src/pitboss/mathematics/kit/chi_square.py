"""How likely a chi-square statistic is by chance alone."""

import math

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
