"""The same fifteen tests for shuffles: rows of cards numbered from 0, each row one shuffle of ``decks`` packs.

A card's rank is its number over four (of 13), its suit the rest; in a shoe card 52 is card 0 of the second pack. Distributions
under fair play are exact (hypergeometric, Eulerian, of fixed points) or ordinary limits over many shuffles.
"""

import math
from collections.abc import Callable

import numpy as np

from soak.chance.tails import chi_square, fits, goodness, kolmogorov, normal, poisson_at_least
from soak.chance.tests import Tests

PACK, SUITS = 52, 4
Test = Callable[[np.ndarray, int], float]
TESTS: Tests[Test] = Tests()


def _face(rows: np.ndarray) -> np.ndarray:
    return rows % PACK


def _by_place(rows: np.ndarray) -> np.ndarray:
    """How often each face was at each place."""
    return np.array([np.bincount(_face(rows[:, place]), minlength=PACK) for place in range(rows.shape[1])])


def _matrix(counts: np.ndarray, shuffles: int) -> tuple[float, float]:
    """Pearson's statistic of faces by places; in each shuffle every face and every place occurs as often as it must."""
    places = counts.shape[0]
    expected = shuffles / PACK
    # cards of one shuffle are drawn without replacement, which makes the statistic larger by this ratio
    statistic = float(np.sum((counts - expected) ** 2 / expected)) * (places - 1) / places
    return statistic, (places - 1) * (PACK - 1)


@TESTS.named("chi-square")
def frequency(rows: np.ndarray, decks: int) -> float:
    """Chi-square: every face at every place as often as it should be."""
    return chi_square(*_matrix(_by_place(rows), len(rows)))


@TESTS.named("equidistribution")
def equidistribution(rows: np.ndarray, decks: int) -> float:
    """How many red cards are in the first half."""
    half, cards = rows.shape[1] // 2, rows.shape[1]
    red = (_face(rows[:, :half]) % SUITS < 2).sum(axis=1)
    exact = [_hypergeometric(cards, cards // 2, half, k) for k in range(half + 1)]
    return fits(np.bincount(red, minlength=half + 1), np.array(exact))


def _hypergeometric(cards: int, marked: int, drawn: int, k: int) -> float:
    if k > marked or drawn - k > cards - marked or k > drawn:
        return 0.0
    return math.comb(marked, k) * math.comb(cards - marked, drawn - k) / math.comb(cards, drawn)


@TESTS.named("gap")
def gaps(rows: np.ndarray, decks: int) -> float:
    """How many cards come before the first ace."""
    cards, aces = rows.shape[1], 4 * decks
    first = (_face(rows) // SUITS == 0).argmax(axis=1)
    exact = np.array([math.comb(cards - 1 - k, aces - 1) / math.comb(cards, aces) for k in range(cards)])
    return fits(np.bincount(first, minlength=cards), exact)


@TESTS.named("overlaps")
def overlaps(rows: np.ndarray, decks: int) -> float:
    """How many of the first five cards of a shuffle are among the first five of the next."""
    pairs = rows[: len(rows) // 2 * 2, :5].reshape(-1, 2, 5)
    shared = (pairs[:, 0, :, None] == pairs[:, 1, None, :]).sum(axis=(1, 2))
    exact = np.array([_hypergeometric(rows.shape[1], 5, 5, k) for k in range(6)])
    return fits(np.bincount(shared, minlength=6), exact)


@TESTS.named("poker")
def poker(rows: np.ndarray, decks: int) -> float:
    """How many different ranks are in the first five cards."""
    hands = np.sort(_face(rows[:, :5]) // SUITS, axis=1)
    different = 1 + (np.diff(hands, axis=1) != 0).sum(axis=1)
    each, ways = 4 * decks, np.zeros((6, 6))
    ways[0, 0] = 1
    for _ in range(13):
        for drawn in range(5, 0, -1):
            for kinds in range(5, 0, -1):
                ways[drawn, kinds] += sum(
                    math.comb(each, more) * ways[drawn - more, kinds - 1] for more in range(1, drawn + 1)
                )
    return fits(np.bincount(different, minlength=6)[1:], ways[5, 1:] / math.comb(rows.shape[1], 5))


@TESTS.named("coupon collector")
def coupon(rows: np.ndarray, decks: int) -> float:
    """How many cards it takes until every suit has come."""
    cards, each, longest = rows.shape[1], 13 * decks, 40
    suits = _face(rows[:, :longest]) % SUITS
    first = [np.where((suits == s).any(axis=1), (suits == s).argmax(axis=1), longest) for s in range(SUITS)]
    needed = np.minimum(np.max(first, axis=0) + 1, longest)
    upto = np.array(
        [
            sum((-1) ** j * math.comb(4, j) * math.comb(cards - each * j, t) / math.comb(cards, t) for j in range(5))
            for t in range(longest)
        ]
    )
    exact = np.append(np.diff(upto), 1 - upto[-1])
    return fits(np.bincount(needed, minlength=longest + 1)[1:], np.maximum(exact, 0))


@TESTS.named("permutation")
def permutations(rows: np.ndarray, decks: int) -> float:
    """The order of the first four cards."""
    place = np.argsort(rows[:, :4], axis=1)
    return fits(np.unique(place @ np.array([64, 16, 4, 1]), return_counts=True)[1], np.full(24, 1 / 24))


@TESTS.named("Kolmogorov–Smirnov")
def kolmogorov_smirnov(rows: np.ndarray, decks: int) -> float:
    """The chances of many short series of shuffles, by their first card, are spread evenly."""
    even = np.full(13, 1 / 13)
    parts = np.array_split(_face(rows[:, 0]) // SUITS, min(max(20, len(rows) // 2_000), len(rows) // 130))
    return kolmogorov(np.array([fits(np.bincount(part, minlength=13), even) for part in parts]))


@TESTS.named("adjacency")
def adjacency(rows: np.ndarray, decks: int) -> float:
    """How often a card is followed by the one that followed it before the shuffle."""
    cards = rows.shape[1]
    found = (rows[:, 1:].astype(np.int16) - rows[:, :-1] == 1).sum()
    mean = (cards - 1) / cards
    variance = (cards - 2) / cards + mean - mean * mean
    return normal((float(found) - len(rows) * mean) / math.sqrt(len(rows) * variance))


@TESTS.named("order statistic")
def order_statistic(rows: np.ndarray, decks: int) -> float:
    """The card that was most out of place, anywhere; its chance times the number of places and cards."""
    cards = rows.shape[1]
    counts, chance = np.array([np.bincount(rows[:, place], minlength=cards) for place in range(cards)]), 1 / cards
    mean = len(rows) * chance
    least = normal((float(counts.min()) - mean) / math.sqrt(mean))
    return min(1.0, min(least, 2 * poisson_at_least(int(counts.max()), mean)) * counts.size)


@TESTS.named("runs")
def runs(rows: np.ndarray, decks: int) -> float:
    """How many rising runs there are, and how many rising sequences, which riffles leave behind."""
    cards = rows.shape[1]
    falls = (rows[:, 1:] < rows[:, :-1]).sum(axis=1)
    where = np.argsort(rows, axis=1)
    rising = (where[:, 1:] < where[:, :-1]).sum(axis=1)
    mean, variance = (cards - 1) / 2, (cards + 1) / 12
    z = [(float(one.sum()) - len(rows) * mean) / math.sqrt(len(rows) * variance) for one in (falls, rising)]
    return chi_square(sum(one * one for one in z), 2)


@TESTS.named("interplay")
def interplay(rows: np.ndarray, decks: int) -> float:
    """The first card of a shuffle says nothing about the second, nor about the first of the next shuffle."""
    first, second, last = (_face(rows[:, place]).astype(np.int64) for place in (0, 1, -1))
    cards = rows.shape[1]
    same = np.full((PACK, PACK), decks * decks / (cards * (cards - 1)))
    np.fill_diagonal(same, decks * (decks - 1) / (cards * (cards - 1)))
    keep = same.ravel() > 0
    statistics = []
    for other in (second, last):
        pairs = np.bincount(first * PACK + other, minlength=PACK * PACK)
        if pairs[~keep].any():
            return 0.0
        statistics.append(goodness(pairs[keep], same.ravel()[keep]))
    half = len(rows) // 2
    following = np.bincount(first[: 2 * half : 2] * PACK + first[1 : 2 * half : 2], minlength=PACK * PACK)
    statistics.append(goodness(following, np.full(PACK * PACK, 1 / PACK**2)))
    return min(1.0, len(statistics) * min(chi_square(*one) for one in statistics))


@TESTS.named("serial correlation")
def serial_correlation(rows: np.ndarray, decks: int) -> float:
    """Correlation between the places of cards that lay beside each other, and between cards that lie beside each other."""
    cards = rows.shape[1]
    mean, variance = (cards - 1) / 2, (cards * cards - 1) / 12
    found = []
    for values in (rows.astype(np.float32) - mean, np.argsort(rows, axis=1).astype(np.float32) - mean):
        for lag in (1, 2):
            products = (values[:, :-lag] * values[:, lag:]).sum(axis=1, dtype=np.float64)
            off = products.mean() + (cards - lag) * variance / (cards - 1)
            found.append(float(off / (products.std() / math.sqrt(len(rows)))))
    return min(1.0, len(found) * min(normal(z) for z in found))


@TESTS.named("subsequences")
def subsequences(rows: np.ndarray, decks: int) -> float:
    """Every face at every place as often as it should be in every seventh shuffle."""
    part = rows[::7]
    return chi_square(*_matrix(_by_place(part), len(part)))


@TESTS.named("Poisson")
def poisson(rows: np.ndarray, decks: int) -> float:
    """How many cards stay where they were: as in a matching, nearly Poisson of mean one."""
    stays = (rows == np.arange(rows.shape[1], dtype=rows.dtype)).sum(axis=1)
    chance = np.array([math.exp(-1) / math.factorial(k) for k in range(12)])
    return fits(np.bincount(np.minimum(stays, 12), minlength=13), np.append(chance, 1 - chance.sum()))


@TESTS.named("duplicates")
def duplicates(rows: np.ndarray, decks: int) -> float:
    """No two shuffles are the same: there are 52! orders of one pack."""
    sums = np.unique(np.ascontiguousarray(rows[:, : min(rows.shape[1], 40)]).view(f"V{40 * rows.itemsize}"))
    again = len(rows) - len(sums)
    pairs = len(rows) * (len(rows) - 1) / 2
    return poisson_at_least(again, pairs / math.exp(math.lgamma(PACK + 1) - math.lgamma(PACK - 40 + 1)))
