"""Fifteen tests of independent outcomes, those that 58 Pa. Code § 810a.5 names: each gives the chance of so odd a sequence.

``outcomes`` are numbers from 0, ``chances`` what each has by the device's weights. Each test takes outcomes apart in its own way,
and its distribution under fair play is exact or an ordinary limit.
"""

import math
from collections.abc import Callable
from itertools import combinations

import numpy as np

from soak.chance.tails import chi_square, fits, goodness, kolmogorov, normal
from soak.chance.tests import Tests

Test = Callable[[np.ndarray, np.ndarray], float]
TESTS: Tests[Test] = Tests()


def _counts(outcomes: np.ndarray, kinds: int) -> np.ndarray:
    return np.bincount(outcomes, minlength=kinds)


def _classes(chances: np.ndarray, into: int) -> np.ndarray:
    """Outcomes put into a few classes of about the same chance, by their place: the class of each, numbered from 0."""
    middle = np.cumsum(chances) - chances / 2
    return np.unique((middle * into).astype(int), return_inverse=True)[1].astype(np.int64)


@TESTS.named("chi-square")
def frequency(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """Chi-square: every outcome as often as it should be."""
    return fits(_counts(outcomes, len(chances)), chances)


@TESTS.named("equidistribution")
def equidistribution(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """Every outcome as often as it should be in each twentieth of the sequence."""
    parts = [goodness(_counts(part, len(chances)), chances) for part in np.array_split(outcomes, 20)]
    return chi_square(sum(s for s, _ in parts), sum(f for _, f in parts))


@TESTS.named("gap")
def gaps(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """How long one waits for an outcome of the first class."""
    own = _classes(chances, 6)
    hit = float(chances[own == 0].sum())
    places = np.flatnonzero(own[outcomes] == 0)
    waits = np.minimum(np.diff(places) - 1, 60)
    chance = hit * (1 - hit) ** np.arange(60)
    return fits(_counts(waits, 61), np.append(chance, 1 - chance.sum()))


@TESTS.named("overlaps")
def overlaps(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """Overlapping pairs: Good's difference of the statistics of pairs and of single outcomes."""
    own = _classes(chances, 12)
    chance = np.bincount(own, weights=chances)
    kinds, x = len(chance), own[outcomes]
    pairs = _counts(x * kinds + np.roll(x, -1), kinds * kinds)
    expected = np.outer(chance, chance).ravel() * len(x)
    two = float(np.sum((pairs - expected) ** 2 / expected))
    single = float(np.sum((_counts(x, kinds) - chance * len(x)) ** 2 / (chance * len(x))))
    return chi_square(two - single, kinds * kinds - kinds)


@TESTS.named("poker")
def poker(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """How many different outcomes are in five."""
    hands = np.sort(outcomes[: len(outcomes) // 5 * 5].reshape(-1, 5), axis=1)
    different = 1 + (np.diff(hands, axis=1) != 0).sum(axis=1)
    ways = np.zeros((6, 6))  # by how many were drawn, and how many different ones they are
    ways[0, 0] = 1
    for chance in chances:
        for drawn in range(5, 0, -1):
            for kinds in range(5, 0, -1):
                ways[drawn, kinds] += sum(
                    math.comb(drawn, more) * chance**more * ways[drawn - more, kinds - 1]
                    for more in range(1, drawn + 1)
                )
    return fits(_counts(different, 6)[1:], ways[5, 1:])


@TESTS.named("coupon collector")
def coupon(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """How many outcomes it takes until each of a few classes has come."""
    own = _classes(chances, 4)
    chance = np.bincount(own, weights=chances)
    longest, x, all_of = 60, own[outcomes], len(chance)
    block = x[: len(x) // longest * longest].reshape(-1, longest)  # a collection begins anew in each block
    first = np.array(
        [np.where((block == kind).any(axis=1), (block == kind).argmax(axis=1), longest) for kind in range(all_of)]
    )
    needed = np.minimum(first.max(axis=0) + 1, longest)
    upto = np.array(
        [
            sum(
                (-1) ** size * sum((1 - sum(chance[list(some)])) ** t for some in combinations(range(all_of), size))
                for size in range(all_of + 1)
            )
            for t in range(longest)
        ]
    )
    exact = np.append(np.diff(upto), 1 - upto[-1])
    return fits(_counts(needed, longest + 1)[1:], np.maximum(exact, 0) / exact.sum())


@TESTS.named("permutation")
def permutations(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """The order of four outcomes that are all different."""
    four = outcomes[: len(outcomes) // 4 * 4].reshape(-1, 4)
    ordered = np.sort(four, axis=1)
    four = four[(np.diff(ordered, axis=1) != 0).all(axis=1)]
    place = np.argsort(four, axis=1)
    return fits(np.unique(place @ np.array([64, 16, 4, 1]), return_counts=True)[1], np.full(24, 1 / 24))


@TESTS.named("Kolmogorov–Smirnov")
def kolmogorov_smirnov(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """The chances of many short stretches are spread evenly."""
    own = _classes(chances, 6)
    chance = np.bincount(own, weights=chances)
    parts = np.array_split(own[outcomes], max(50, len(outcomes) // 10_000))
    return kolmogorov(np.array([fits(_counts(part, len(chance)), chance) for part in parts]))


@TESTS.named("adjacency")
def adjacency(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """How often an outcome follows itself."""
    count, same = len(outcomes) - 1, int((outcomes[1:] == outcomes[:-1]).sum())
    two, three = float((chances**2).sum()), float((chances**3).sum())
    variance = count * two * (1 - two) + 2 * (count - 1) * (three - two * two)
    return normal((same - count * two) / math.sqrt(variance))


@TESTS.named("order statistic")
def order_statistic(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """The largest of five."""
    largest = outcomes[: len(outcomes) // 5 * 5].reshape(-1, 5).max(axis=1)
    upto = np.minimum(np.cumsum(chances), 1.0) ** 5
    return fits(_counts(largest, len(chances)), np.diff(upto, prepend=0))


@TESTS.named("runs")
def runs(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """How often the sequence goes from the lower half to the upper one or back."""
    own = _classes(chances, 2)[outcomes]
    p = float(chances[_classes(chances, 2) == 0].sum())
    q, count = 1 - p, len(own) - 1
    changes = int((own[1:] != own[:-1]).sum())
    variance = count * 2 * p * q * (1 - 2 * p * q) + 2 * (count - 1) * (p * q - 4 * p * p * q * q)
    return normal((changes - 2 * p * q * count) / math.sqrt(variance))


@TESTS.named("interplay")
def interplay(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """An outcome says nothing about the next: pairs that do not overlap."""
    own = _classes(chances, 12)
    chance = np.bincount(own, weights=chances)
    x = own[outcomes[: len(outcomes) // 2 * 2]].reshape(-1, 2)
    return fits(_counts(x[:, 0] * len(chance) + x[:, 1], len(chance) ** 2), np.outer(chance, chance))


@TESTS.named("serial correlation")
def serial_correlation(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """Correlation with what came one to twenty outcomes before."""
    kinds = np.arange(len(chances))
    mean = float(chances @ kinds)
    values = outcomes - mean
    variance = float(chances @ (kinds - mean) ** 2)
    found = [float(values[:-lag] @ values[lag:]) / (variance * math.sqrt(len(values) - lag)) for lag in range(1, 21)]
    return chi_square(sum(z * z for z in found), len(found))


@TESTS.named("subsequences")
def subsequences(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """Every outcome as often as it should be among every seventh, beginning with each of the seven."""
    parts = [goodness(_counts(outcomes[start::7], len(chances)), chances) for start in range(7)]
    return chi_square(sum(s for s, _ in parts), sum(f for _, f in parts))


@TESTS.named("Poisson")
def poisson(outcomes: np.ndarray, chances: np.ndarray) -> float:
    """How often something rare (two of the first outcome in a row) happens in stretches of the same length."""
    rare = float(chances[0]) ** 2
    pairs = outcomes[: len(outcomes) // 2 * 2].reshape(-1, 2)
    hits = (pairs == 0).all(axis=1)
    length = min(max(1, round(3 / rare)), max(1, len(hits) // 50))
    found = hits[: len(hits) // length * length].reshape(-1, length).sum(axis=1)
    most = 40
    exact = np.array(
        [math.comb(length, k) * rare**k * (1 - rare) ** (length - k) for k in range(min(most, length + 1))]
    )
    return fits(_counts(np.minimum(found, len(exact)), len(exact) + 1), np.append(exact, max(0.0, 1 - exact.sum())))
