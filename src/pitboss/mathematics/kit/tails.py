"""How likely a win is: the distribution of what the house wins in many independent rounds, from the exact distribution of each.

``RoundGroup`` has rounds that are alike. ``tails`` adds up any number of them and says how likely it is that the house wins so
little, or so much, and between what it wins in 95 of 100 cases. Of four methods the first that is cheap enough is taken:

* **exact**: whole numbers, nothing rounded; some dozens of rounds.
* **convolution**: the characteristic function of every group on the lattice on which the sum lies, multiplied, and transformed
  back. The error of a tail is below ``CONVOLUTION_ERROR``: the window wraps where Chernoff's bound leaves less than that outside.
* **saddle point**: Lugannani and Rice with the second correction for a lattice (Daniels 1987). It is an approximation:
  ``tests/mathematics/test_tails.py`` holds it beside the convolution, and finds it off by ``USUAL_ERROR`` or less, at the far end
  by ``SADDLE_POINT_ERROR``. Where a few rare payments make up most of a sum it is no good, and the bound is taken.
* **bound**: Chernoff's. Tails are no more than this, the interval no narrower. It is taken, too, where wagers hang together in a
  way that nobody worked out: sums that may depend on each other in any way are added by Hölder's inequality (``bound``).
"""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.money import Cents

EXACT, CONVOLUTION, SADDLE_POINT, BOUND = "exact", "convolution", "saddle point", "bound"
SHARE = 0.95
EXACT_WORK = 2_000  # products of whole numbers: a millisecond
SUMS = 50_000  # that a convolution follows one by one where their lattice is too fine: some milliseconds
CONVOLUTION_WORK = 1_000_000  # terms of characteristic functions: some five milliseconds
CONVOLUTION_ERROR = 1e-11  # of a tail; smaller tails are those of the saddle point
SADDLE_POINT_ERROR = 0.3  # of a tail, as a share of it, where it is one of the last sums there are
USUAL_ERROR = 0.05  # of a tail of one in a thousand or more
MOST_KURTOSIS = 0.25  # with which a saddle point is that good: fewer rare payments than four make a sum too uneven
FEW_PLACES = 1_024  # of a lattice, all of which a window may have
OUTSIDE = 32.0  # the window of a convolution leaves no more than exp(−this) outside, on either side
NEGLIGIBLE = 1e-18  # of a characteristic function
ROOT = 60  # steps to a root, at most
PRECISE = 1e-6  # of a root: the ends of an interval are good to a few millionths of a standard deviation

Floats = NDArray[np.float64]
Key = TypeVar("Key", bound=Hashable)
_normal = NormalDist()


class RoundGroup(msgspec.Struct, frozen=True):
    """So many rounds that are alike: what the house may win in one of them, and how likely each is, in parts of the whole."""

    wins: tuple[Cents, ...]
    weights: tuple[int, ...]
    count: int = 1

    @property
    def whole(self) -> int:
        return sum(self.weights)

    @property
    def mean(self) -> Fraction:
        """Of one round."""
        return Fraction(sum(win * weight for win, weight in zip(self.wins, self.weights, strict=True)), self.whole)


class Tails(msgspec.Struct, frozen=True):
    """What was to be expected of a sum, and how likely it is as small, or as large, as it was."""

    expected: float
    deviation: float  # standard; of a bound the largest that there may be
    low: Cents  # 95 of 100 such sums are from here
    high: Cents  # to here
    lower: float  # the chance of so little, or less
    upper: float  # the chance of so much, or more
    method: str


def group(chances: Iterable[tuple[Cents, Fraction]], count: int = 1) -> RoundGroup:
    """A group from wins and their chances; equal wins are added up."""
    found: dict[Cents, Fraction] = {}
    for win, chance in chances:
        if chance:
            found[win] = found.get(win, Fraction(0)) + chance
    whole = math.lcm(*(chance.denominator for chance in found.values()))
    ordered = sorted(found.items())
    return RoundGroup(tuple(win for win, _ in ordered), tuple(int(chance * whole) for _, chance in ordered), count)


def tails(
    groups: Sequence[RoundGroup], observed: Cents, *, share: float = SHARE, work: int = CONVOLUTION_WORK
) -> Tails:
    """What the house was to win in all these rounds, and how likely what it won is. More ``work`` lets a convolution take
    longer before the saddle point takes its place."""
    groups = _merged(groups)
    added = _Sum([(groups, 1.0)])
    if added.low == added.high:
        return _certain(added, observed)
    if _exact_work(groups, added) <= EXACT_WORK:
        return _by_counting(groups, added, observed, share)
    window = added.window()
    if window.places // 2 * len(added.wins) <= work:
        return _by_convolution(added, window, observed, share)
    if _different(groups) <= SUMS:
        return _by_sums(added, observed, share)
    if added.kurtosis() > MOST_KURTOSIS:
        return _by_bound(added, observed, share)
    return _by_saddle_point(added, observed, share)


def _merged(groups: Iterable[RoundGroup]) -> list[RoundGroup]:
    """The same rounds, those that are alike in one group."""
    counts: dict[tuple[tuple[Cents, ...], tuple[int, ...]], int] = {}
    for one in groups:
        counts[one.wins, one.weights] = counts.get((one.wins, one.weights), 0) + one.count
    return [RoundGroup(wins, weights, count) for (wins, weights), count in counts.items()]


def bound(sums: Sequence[Sequence[RoundGroup]], observed: Cents, *, share: float = SHARE) -> Tails:
    """The same for several sums added up that may depend on each other in any way; of one sum it is Chernoff's bound.

    E exp(s ΣX) ≤ Π (E exp(s X ÷ w))ʷ for weights w that add up to 1 (Hölder). In proportion to the standard deviations they are
    the best there are for sums that rise and fall together.
    """
    merged = [_merged(groups) for groups in sums]
    deviations = [_Sum([(groups, 1.0)]).deviation for groups in merged]
    whole = sum(deviations)
    if not whole:
        return _certain(_Sum([(groups, 1.0) for groups in merged]), observed)
    # what is certain hangs together with nothing
    weighed = [(groups, each / whole if each else 1.0) for groups, each in zip(merged, deviations, strict=True)]
    return _by_bound(_Sum(weighed), observed, share)


def distribution(groups: Iterable[RoundGroup]) -> dict[Cents, Fraction]:
    """The exact distribution of the sum. Only for few rounds."""
    counts, whole = _counted(groups)
    return {win: Fraction(ways, whole) for win, ways in sorted(counts.items())}


# --- alarms


def holm(chances: Mapping[Key, float], rate: float) -> set[Key]:
    """Those that are alarms when the chance of any false one among all of them is to be no more than ``rate``, however they
    depend on each other (Holm 1979)."""
    found: set[Key] = set()
    for rank, (key, chance) in enumerate(sorted(chances.items(), key=lambda one: one[1])):
        if chance > rate / (len(chances) - rank):
            break
        found.add(key)
    return found


# --- the sum


class _Window(msgspec.Struct, frozen=True):
    """Between what the sum surely is, and how many places of its lattice that are, a power of two."""

    first: int  # places from the least sum there is
    places: int


class _Sum:
    """The sum of all rounds, by its cumulant function. The groups of a part have a weight: 1, or that of Hölder's inequality,
    with which wins are larger and rounds fewer."""

    def __init__(self, parts: Sequence[tuple[Sequence[RoundGroup], float]]) -> None:
        groups = [(one, weight) for part, weight in parts for one in part if one.count]
        self.groups = [one for one, _ in groups]
        sizes = np.array([len(one.wins) for one, _ in groups], np.int64)
        self.starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64) if groups else np.zeros(0, np.int64)
        scale = np.repeat([1 / weight for _, weight in groups], sizes)
        self.sizes, self.cents = sizes, np.array([win for one, _ in groups for win in one.wins], np.int64)
        self.wins = self.cents * scale
        wholes = [float(one.whole) for one, _ in groups]
        self.chances = np.array([part for one, _ in groups for part in one.weights], np.float64) / np.repeat(
            wholes, sizes
        )
        self.counts = np.array([one.count * weight for one, weight in groups], np.float64)
        self.times = np.array([one.count for one, _ in groups], np.int64)
        if not groups:
            self.low = self.high = self.step = 0
            self.mean = self.deviation = 0.0
            return
        least = np.minimum.reduceat(self.cents, self.starts)
        self.low = int(self.times @ least)
        self.high = int(self.times @ np.maximum.reduceat(self.cents, self.starts))
        self.places = self.cents - np.repeat(least, sizes)
        self.step = int(np.gcd.reduce(self.places)) or 1
        _, self.mean, variance = self.cumulants(0.0)
        self.deviation = math.sqrt(variance)

    def cumulants(self, s: float) -> tuple[float, float, float]:
        """K(s) = log E exp(s × the sum), and its first two derivatives."""
        tilted = s * self.wins
        top = np.maximum.reduceat(tilted, self.starts)
        parts = self.chances * np.exp(tilted - np.repeat(top, self.sizes))
        whole = np.add.reduceat(parts, self.starts)
        means = np.add.reduceat(parts * self.wins, self.starts) / whole
        away = self.wins - np.repeat(means, self.sizes)
        variances = np.add.reduceat(parts * away * away, self.starts) / whole
        return (
            float(self.counts @ (np.log(whole) + top)),
            float(self.counts @ means),
            float(self.counts @ variances),
        )

    def skewness(self) -> float:
        return float(self.counts @ self._moments(3)) / self.deviation**3

    def kurtosis(self) -> float:
        """The excess: 0 for a normal distribution, one in so many for so many rare payments of one size."""
        return abs(float(self.counts @ (self._moments(4) - 3 * self._moments(2) ** 2))) / self.deviation**4

    def _moments(self, power: int) -> Floats:
        """Of each group, around its mean."""
        means = np.add.reduceat(self.chances * self.wins, self.starts)
        away = self.wins - np.repeat(means, self.sizes)
        return np.add.reduceat(self.chances * away**power, self.starts)

    def saddle(self, at: float) -> float:
        """Where K′ is ``at``, which lies between the least and the largest sum: Newton's steps, halved where they leave the
        bracket that is known."""
        s = (at - self.mean) / self.deviation**2
        below, above = (0.0, math.inf) if at > self.mean else (-math.inf, 0.0)
        for _ in range(ROOT):
            _, first, second = self.cumulants(s)
            if abs(first - at) <= 1e-9 * max(self.deviation, self.step):
                break
            below, above = (s, above) if first < at else (below, s)
            step = s + (at - first) / second if second > 0 else math.nan
            if below < step < above:
                s = step
            elif math.isinf(above - below):
                s = 2 * s
            else:
                s = (below + above) / 2
        return s

    def reach(self, exponent: float, sign: int, precise: float = PRECISE) -> float:
        """The sum at which Chernoff's bound of a tail is exp(−exponent); where no sum is as rare, the last there is."""

        def short(s: float) -> float:
            grown, at, _ = self.cumulants(s)
            return exponent - (s * at - grown)

        far = sign * math.sqrt(2 * exponent) / self.deviation
        while short(far) > 0:
            if abs(self.cumulants(far)[1] - (self.high if sign > 0 else self.low)) <= 1e-6 * self.step:
                return float(self.high if sign > 0 else self.low)
            far *= 2
        return self.cumulants(_root(short, 0.0, far, precise))[1]

    def window(self) -> _Window:
        last = (self.high - self.low) // self.step
        first = 0
        if last >= FEW_PLACES:
            low, high = (self.reach(OUTSIDE, sign, 0.1) for sign in (-1, 1))
            first, last = math.floor((low - self.low) / self.step), math.ceil((high - self.low) / self.step)
        return _Window(first, 1 << max(4, (last - first + 1).bit_length()))

    def place(self, observed: Cents) -> tuple[int, int]:
        """The last place of the lattice that is no more than what was observed, and the first that is no less."""
        return (observed - self.low) // self.step, -((self.low - observed) // self.step)

    def cents_at(self, place: int) -> Cents:
        return self.low + place * self.step


def _certain(added: _Sum, observed: Cents) -> Tails:
    """Where nothing is left to chance."""
    return Tails(
        float(added.low), 0.0, added.low, added.low, float(observed >= added.low), float(observed <= added.low), EXACT
    )


# --- whole numbers


def _exact_work(groups: Sequence[RoundGroup], added: _Sum) -> int:
    """No fewer products than this are needed at most."""
    places = (added.high - added.low) // added.step + 1
    work, sums = 0, 1
    for one in groups:
        for _ in range(one.count):
            work += sums * len(one.wins)
            sums = min(sums * len(one.wins), places)
            if work > EXACT_WORK:
                return work
    return work


def _counted(groups: Iterable[RoundGroup]) -> tuple[dict[Cents, int], int]:
    counts, whole = {0: 1}, 1
    for one in groups:
        for _ in range(one.count):
            more: dict[Cents, int] = {}
            for sum_, ways in counts.items():
                for win, weight in zip(one.wins, one.weights, strict=True):
                    more[sum_ + win] = more.get(sum_ + win, 0) + ways * weight
            counts, whole = more, whole * one.whole
    return counts, whole


def _by_counting(groups: Sequence[RoundGroup], added: _Sum, observed: Cents, share: float) -> Tails:
    counts, whole = _counted(groups)
    ordered, outside = sorted(counts.items()), Fraction((1 - share) / 2).limit_denominator(10**6) * whole
    lower = sum(ways for win, ways in ordered if win <= observed)
    upper = sum(ways for win, ways in ordered if win >= observed)
    low, high = _first_over(ordered, outside), _first_over(reversed(ordered), outside)
    expected = Fraction(sum(win * ways for win, ways in ordered), whole)
    return Tails(float(expected), added.deviation, low, high, lower / whole, upper / whole, EXACT)


def _first_over(ordered: Iterable[tuple[Cents, int]], outside: Fraction) -> Cents:
    """The first sum up to which there is more than that."""
    reached = 0
    for win, ways in ordered:
        reached += ways
        if reached > outside:
            return win
    raise AssertionError("there is nothing")


# --- convolution


def _by_convolution(added: _Sum, window: _Window, observed: Cents, share: float) -> Tails:
    chances = _lattice(added, window)
    rising, falling = np.cumsum(chances), np.cumsum(chances[::-1])[::-1]
    below, above = (place - window.first for place in added.place(observed))
    lower = float(rising[min(below, window.places - 1)]) if below >= 0 else 0.0
    upper = float(falling[max(above, 0)]) if above < window.places else 0.0
    outside = (1 - share) / 2
    low = added.cents_at(window.first + int(np.argmax(rising > outside)))
    high = added.cents_at(window.first + window.places - 1 - int(np.argmax(falling[::-1] > outside)))
    if min(lower, upper) < 10 * CONVOLUTION_ERROR:
        far = _by_saddle_point(added, observed, share, quantiles=False)
        lower, upper = (far.lower, upper) if lower < upper else (lower, far.upper)
    return Tails(added.mean, added.deviation, low, high, min(lower, 1.0), min(upper, 1.0), CONVOLUTION)


def _different(groups: Sequence[RoundGroup]) -> float:
    """How many different sums there are at most."""
    return math.exp(min(700.0, sum(math.log(math.comb(one.count + len(one.wins) - 1, one.count)) for one in groups)))


def _by_sums(added: _Sum, observed: Cents, share: float) -> Tails:
    """Every sum there is, followed one by one."""
    sums: NDArray[np.int64] = np.zeros(1, np.int64)
    chances: Floats = np.ones(1)
    for start, size, count in zip(added.starts, added.sizes, added.times, strict=True):
        wins, each = added.cents[start : start + size], added.chances[start : start + size]
        for _ in range(count):
            sums, places = np.unique(np.add.outer(sums, wins), return_inverse=True)
            chances = np.bincount(places.ravel(), np.outer(chances, each).ravel(), len(sums)).astype(np.float64)
    lower, upper = float(chances[sums <= observed].sum()), float(chances[sums >= observed].sum())
    outside = (1 - share) / 2
    low = sums[np.argmax(np.cumsum(chances) > outside)]
    high = sums[len(sums) - 1 - np.argmax(np.cumsum(chances[::-1]) > outside)]
    return Tails(added.mean, added.deviation, int(low), int(high), min(lower, 1.0), min(upper, 1.0), CONVOLUTION)


def _lattice(added: _Sum, window: _Window) -> Floats:
    """The chance of each place of the window. Frequencies at which nothing is left are dropped on the way."""
    places = window.places
    circle = np.exp(-2j * np.pi / places * np.arange(places))
    kept = np.arange(places // 2 + 1)
    product = np.ones(len(kept), np.complex128)
    steps = added.places // added.step % places
    for start, size, count in sorted(
        zip(added.starts, added.sizes, added.times, strict=True), key=lambda one: -int(one[2])
    ):
        turned = np.zeros(len(kept), np.complex128)
        for n in range(start, start + size):
            turned += added.chances[n] * circle[kept * steps[n] % places]
        product *= turned ** int(count)
        alive = np.abs(product) > NEGLIGIBLE
        if 2 * np.count_nonzero(alive) < len(kept):
            kept, product = kept[alive], product[alive]
    whole = np.zeros(places // 2 + 1, np.complex128)
    whole[kept] = product
    return np.maximum(np.roll(np.fft.irfft(whole, places), -(window.first % places)), 0.0)


# --- saddle point


def _by_saddle_point(added: _Sum, observed: Cents, share: float, *, quantiles: bool = True) -> Tails:
    below, above = added.place(observed)
    lower, upper = _tail(added, below, -1), _tail(added, above, 1)
    low = high = 0
    if quantiles:
        low, high = (_quantile(added, (1 - share) / 2, sign) for sign in (-1, 1))
    return Tails(added.mean, added.deviation, low, high, lower, upper, SADDLE_POINT)


def _tail(added: _Sum, place: int, sign: int) -> float:
    """The chance of this place or one beyond it: above where the sign is 1, below where it is −1."""
    last = (added.high - added.low) // added.step
    if place > last or place < 0:
        return float((place < 0) == (sign > 0))
    if place == (0 if sign > 0 else last):
        return 1.0
    s = added.saddle(added.low + (place - sign / 2) * added.step)
    return _lugannani_rice(added, s, sign)


def _lugannani_rice(added: _Sum, s: float, sign: int) -> float:
    """The chance of all that lies beyond K′(s), by half a step of the lattice from it."""
    grown, at, variance = added.cumulants(s)
    root = math.copysign(math.sqrt(max(0.0, 2 * (s * at - grown))), s)
    if abs(root) < 1e-4:
        middle = added.skewness() / (6 * math.sqrt(2 * math.pi))
        return 0.5 - sign * middle
    half = s * added.step / 2
    wide = 2 / added.step * math.sinh(half) if abs(half) < 300 else math.copysign(math.inf, s)
    correction = _normal.pdf(root) * (1 / (wide * math.sqrt(variance)) - 1 / root) if variance > 0 else 0.0
    beyond = 0.5 * math.erfc(sign * root / math.sqrt(2)) + sign * correction
    most = math.exp(min(0.0, grown - s * at)) if s * sign > 0 else 1.0  # Chernoff's bound
    return min(max(beyond, 0.0), most)


def _quantile(added: _Sum, outside: float, sign: int) -> Cents:
    """The sum beyond which there is no more than ``outside``. What is sought is s, to which a sum belongs."""

    def more(s: float) -> float:
        return math.log(max(_lugannani_rice(added, s, sign), 1e-300) / outside)

    far = sign * 2 / added.deviation
    while more(far) > 0:
        far *= 2
    place = (added.cumulants(_root(more, 0.0, far))[1] - added.low) / added.step
    inside = (
        math.floor(place + 0.5) if sign > 0 else math.ceil(place - 0.5)
    )  # a tail begins half a step before its first
    return added.cents_at(min(max(inside, 0), (added.high - added.low) // added.step))


def _root(function: Callable[[float], float], near: float, far: float, precise: float = PRECISE) -> float:
    """Where a function is 0 that is above 0 at ``near`` and not at ``far``: by chords, the end that stays halved (Illinois). The
    result is on the side of ``far``."""
    above, below = function(near), function(far)
    for _ in range(ROOT):
        if below == 0 or abs(far - near) <= precise * abs(far):
            break
        s = (near * below - far * above) / (below - above)
        value = function(s)
        if value > 0:
            near, above, below = s, value, below / 2
        else:
            far, below, above = s, value, above / 2
        if abs(value) <= precise:
            return s
    return far


# --- bound


def _by_bound(added: _Sum, observed: Cents, share: float) -> Tails:
    lower = _chernoff(added, observed) if observed < added.mean else 1.0
    upper = _chernoff(added, observed) if observed > added.mean else 1.0
    exponent = -math.log((1 - share) / 2)
    low, high = (added.reach(exponent, sign) for sign in (-1, 1))
    return Tails(
        added.mean,
        added.deviation,
        max(math.ceil(low), added.low),
        min(math.floor(high), added.high),
        lower,
        upper,
        BOUND,
    )


def _chernoff(added: _Sum, observed: Cents) -> float:
    if not added.low <= observed <= added.high:
        return 0.0
    s = added.saddle(min(max(float(observed), added.low + 1e-6 * added.step), added.high - 1e-6 * added.step))
    return math.exp(min(0.0, added.cumulants(s)[0] - s * observed))
