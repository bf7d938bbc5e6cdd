"""How likely a win is: every method beside brute force, the saddle point beside the convolution, bounds beside every dependence."""

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.mathematics.kit import tails as module
from pitboss.mathematics.kit.tails import (
    BOUND,
    CONVOLUTION,
    EXACT,
    MOST_KURTOSIS,
    SADDLE_POINT,
    SADDLE_POINT_ERROR,
    USUAL_ERROR,
    RoundGroup,
    bound,
    distribution,
    group,
    holm,
    tails,
)


@st.composite
def some_groups(draw: st.DrawFn, most: int = 4) -> list[RoundGroup]:
    """A few rounds of a few outcomes, so that every play can be tried."""
    found = []
    for _ in range(draw(st.integers(1, 3))):
        wins = draw(st.lists(st.integers(-400, 200), min_size=1, max_size=3, unique=True))
        weights = draw(st.lists(st.integers(1, 20), min_size=len(wins), max_size=len(wins)))
        found.append(RoundGroup(tuple(wins), tuple(weights), draw(st.integers(1, most))))
    return found


def brute_force(groups: Sequence[RoundGroup]) -> dict[int, Fraction]:
    """Every outcome of every round, one by one."""
    rounds = [
        [(win, Fraction(weight, one.whole)) for win, weight in zip(one.wins, one.weights, strict=True)]
        for one in groups
        for _ in range(one.count)
    ]
    found: dict[int, Fraction] = {}
    for outcomes in product(*rounds):
        win = sum(one for one, _ in outcomes)
        found[win] = found.get(win, Fraction(0)) + math.prod((chance for _, chance in outcomes), start=Fraction(1))
    return found


def expected_of(chances: dict[int, Fraction], observed: int) -> tuple[float, float, int, int]:
    """Tails and interval by their definition."""
    lower = sum((chance for win, chance in chances.items() if win <= observed), Fraction(0))
    upper = sum((chance for win, chance in chances.items() if win >= observed), Fraction(0))
    outside = Fraction(1, 40)
    low = min(win for win in chances if sum(c for w, c in chances.items() if w <= win) > outside)
    high = max(win for win in chances if sum(c for w, c in chances.items() if w >= win) > outside)
    return float(lower), float(upper), low, high


@settings(max_examples=60, deadline=None)
@given(some_groups(most=2), st.integers(-3_000, 3_000))
def test_tails_are_those_of_brute_force(groups: list[RoundGroup], off: int) -> None:
    chances = brute_force(groups)
    observed = min(max(off, min(chances) - 5), max(chances) + 5)
    assert distribution(groups) == dict(sorted(chances.items()))
    found = tails(groups, observed)
    lower, upper, low, high = expected_of(chances, observed)
    assert found.method == EXACT
    assert found.lower == pytest.approx(lower, abs=1e-15)
    assert found.upper == pytest.approx(upper, abs=1e-15)
    assert (found.low, found.high) == (low, high)
    assert found.expected == pytest.approx(float(sum(win * chance for win, chance in chances.items())))


@settings(max_examples=60, deadline=None)
@given(some_groups(), st.integers(-3_000, 3_000))
def test_both_convolutions_are_exact_to_what_is_said(groups: list[RoundGroup], off: int) -> None:
    """On the lattice, and sum by sum; the ends of the interval may differ only where a tail is the share to the last digit."""
    chances = brute_force(groups)
    observed = min(max(off, min(chances)), max(chances))
    lower, upper, low, high = expected_of(chances, observed)
    added = module._Sum([(module._merged(groups), 1.0)])
    if added.low == added.high:
        return
    for found in (
        module._by_convolution(added, added.window(), observed, 0.95),
        module._by_sums(added, observed, 0.95),
    ):
        assert found.method == CONVOLUTION
        assert found.lower == pytest.approx(lower, abs=module.CONVOLUTION_ERROR)
        assert found.upper == pytest.approx(upper, abs=module.CONVOLUTION_ERROR)
        assert (found.low, found.high) == (low, high) or any(
            abs(sum(c for w, c in chances.items() if w <= win) - share) < 1e-10
            for win in chances
            for share in (0.025, 0.975)
        )


def test_a_window_that_wraps_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: with a window that leaves a hundredth outside, tails are wrong by more than is said."""
    groups = [RoundGroup((-500, 500), (18, 20), 3_000)]
    added = module._Sum([(groups, 1.0)])
    right = module._by_convolution(added, added.window(), 100_000, 0.95)
    monkeypatch.setattr(module, "OUTSIDE", math.log(100))
    wrong = module._by_convolution(added, added.window(), 100_000, 0.95)
    assert abs(wrong.upper - right.upper) > module.CONVOLUTION_ERROR


# --- the saddle point


def rounds_of(odds: int, ways: int, of: int, count: int, step: int, seed: int) -> list[RoundGroup]:
    """Rounds that pay so much to one in so many ways of so many, each with a stake of its own."""
    pick = random.Random(seed)
    stakes = [step * pick.choice((1, 2, 3, 5, 10)) if step > 1 else pick.randrange(500, 5_000) for _ in range(count)]
    return module._merged(RoundGroup((-odds * stake, stake), (ways, of - ways)) for stake in stakes)


BETS = [(1, 18, 38), (2, 12, 38), (8, 4, 38), (35, 1, 38), (30, 2, 60), (500, 1, 600)]


@pytest.mark.parametrize("step", [500, 1])
@pytest.mark.parametrize("count", [20, 100, 400])
@pytest.mark.parametrize("bet", BETS)
def test_the_saddle_point_is_off_by_no_more_than_is_said(bet: tuple[int, int, int], count: int, step: int) -> None:
    """Beside the convolution, from the middle to one in a hundred millions, on both sides, wherever it is used."""
    groups = rounds_of(*bet, count, step, seed=count)
    added = module._Sum([(groups, 1.0)])
    if added.kurtosis() > MOST_KURTOSIS:
        assert tails(groups, 0).method != SADDLE_POINT
        return
    window = added.window()
    chances = module._lattice(added, window)
    rising, falling = np.cumsum(chances), np.cumsum(chances[::-1])[::-1]
    for share in (0.3, 0.025, 1e-3, 1e-5, 1e-8):
        below = int(np.argmax(rising >= share))
        above = len(falling) - 1 - int(np.argmax(falling[::-1] >= share))
        for place, sign, exact in ((below, -1, rising[below]), (above, 1, falling[above])):
            error = USUAL_ERROR if share >= 1e-3 else SADDLE_POINT_ERROR
            assert module._tail(added, window.first + place, sign) == pytest.approx(exact, rel=error), share
    found, right = (
        module._by_saddle_point(added, 0, 0.95),
        module._by_convolution(added, window, 0, 0.95),
    )
    for end, exact in ((found.low, right.low), (found.high, right.high)):
        assert abs(end - exact) <= max(added.step, 0.02 * added.deviation)


@pytest.mark.parametrize("count", [100, 300, 1_000])
@pytest.mark.parametrize("bet", [(1, 18, 38), (2, 12, 38), (8, 4, 38)])
def test_the_saddle_point_ends_the_interval_where_the_convolution_does(bet: tuple[int, int, int], count: int) -> None:
    """To the place of the lattice, where all stakes are alike."""
    odds, ways, of = bet
    added = module._Sum([([RoundGroup((-500 * odds, 500), (ways, of - ways), count)], 1.0)])
    found = module._by_saddle_point(added, 0, 0.95)
    right = module._by_convolution(added, added.window(), 0, 0.95)
    assert (found.low, found.high) == (right.low, right.high)


def test_where_few_payments_decide_the_saddle_point_would_be_wrong() -> None:
    """Control: a hundred wagers at 500 to 1. The saddle point is off by more than is said, so the bound is taken, which holds."""
    groups = rounds_of(500, 1, 600, 100, 1, seed=1)
    added = module._Sum([(groups, 1.0)])
    assert added.kurtosis() > MOST_KURTOSIS
    window = added.window()
    rising = np.cumsum(module._lattice(added, window))
    place = int(np.argmax(rising >= 0.025))
    exact, observed = rising[place], added.cents_at(window.first + place)
    assert abs(module._tail(added, window.first + place, -1) / exact - 1) > USUAL_ERROR
    found = tails(groups, observed)
    assert found.method == BOUND
    assert found.lower >= exact
    assert tails(groups, observed, work=1 << 40).lower == pytest.approx(exact)


def test_the_cheapest_method_that_is_good_enough_is_taken() -> None:
    even = (18, 20)
    assert tails([RoundGroup((-500, 500), even, 20)], 0).method == EXACT
    assert tails([RoundGroup((-500, 500), even, 2_000)], 0).method == CONVOLUTION
    uneven = rounds_of(1, 18, 38, 400, 1, seed=3)
    assert tails(uneven, 0).method == SADDLE_POINT
    assert tails(uneven, 0, work=1 << 40).method == CONVOLUTION
    assert tails([], 0) == tails([RoundGroup((0,), (1,), 9)], 0)
    assert (tails([RoundGroup((5,), (1,), 2)], 10).lower, tails([RoundGroup((5,), (1,), 2)], 9).lower) == (1.0, 0.0)


def test_what_cannot_be_has_no_chance() -> None:
    for groups in ([RoundGroup((-500, 500), (1, 1), 3)], rounds_of(1, 18, 38, 400, 1, seed=3)):
        far = 10**9
        assert (tails(groups, far).upper, tails(groups, -far).lower) == (0.0, 0.0)
        assert (tails(groups, far).lower, tails(groups, -far).upper) == (1.0, 1.0)
        assert (bound([groups], far).upper, bound([groups], -far).lower) == (0.0, 0.0)


# --- bounds


@st.composite
def hanging_together(draw: st.DrawFn) -> tuple[list[list[RoundGroup]], dict[int, Fraction]]:
    """Two or three sums of some rounds that depend on each other in any way; and the distribution of all of them."""
    sums, draws = draw(st.integers(2, 3)), draw(st.integers(2, 4))
    weights = draw(st.lists(st.integers(1, 9), min_size=draws, max_size=draws))
    wins = [draw(st.lists(st.integers(-300, 300), min_size=draws, max_size=draws)) for _ in range(sums)]
    rounds, whole = draw(st.integers(1, 3)), sum(weights)
    chances = [Fraction(weight, whole) for weight in weights]
    parts = [[group(zip(column, chances, strict=True), rounds)] for column in wins]
    together = [group(zip(map(sum, zip(*wins, strict=True)), chances, strict=True), rounds)]
    return parts, brute_force(together)


@settings(max_examples=80, deadline=None)
@given(hanging_together(), st.integers(-2_000, 2_000))
def test_a_bound_holds_whatever_hangs_together(
    case: tuple[list[list[RoundGroup]], dict[int, Fraction]], observed: int
) -> None:
    parts, chances = case
    lower, upper, low, high = expected_of(chances, observed)
    found = bound(parts, observed)
    assert found.lower >= lower - 1e-9
    assert found.upper >= upper - 1e-9
    assert found.low <= low
    assert found.high >= high
    assert found.expected == pytest.approx(float(sum(win * chance for win, chance in chances.items())), abs=1e-6)


def test_as_if_nothing_hung_together_a_bound_would_be_broken() -> None:
    """Control: seven players on red are one observation. As seven of their own, the tail is far too small."""
    one, seven = [RoundGroup((-500, 500), (18, 20), 40)], [RoundGroup((-3_500, 3_500), (18, 20), 40)]
    observed = -56_000  # 28 of 40 spins
    right = tails(seven, observed).lower
    assert tails(one * 7, observed).lower < right / 1_000
    assert right <= bound([one] * 7, observed).lower < 20 * right


# --- alarms


def test_holm_is_holm() -> None:
    """The least has to pass rate ÷ n, the next rate ÷ (n − 1), until one does not."""
    assert holm({"a": 0.009, "b": 0.02, "c": 0.03, "d": 0.5}, 0.05) == {"a"}
    assert holm({"a": 0.009, "b": 0.016, "c": 0.024, "d": 0.05}, 0.05) == {"a", "b", "c", "d"}
    assert holm({"a": 0.013, "b": 0.001}, 0.05) == {"a", "b"}
    assert holm({"a": 0.06}, 0.05) == set()
    assert holm({}, 0.05) == set()


def test_holm_keeps_its_rate_where_all_hang_together_or_none_does() -> None:
    source, trials, rate = np.random.default_rng(4), 4_000, 0.05
    alone = source.random((trials, 8))
    same = np.repeat(source.random((trials, 1)), 8, axis=1)
    bound_ = rate * trials + 4 * math.sqrt(rate * trials)
    for drawn in (alone, same):
        assert sum(bool(holm(dict(enumerate(row)), rate)) for row in drawn) <= bound_
    assert sum(bool(row.min() <= rate) for row in alone) > bound_, "control: without it there are too many"
