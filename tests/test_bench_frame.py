"""The report of ``make bench``: figures beside their peers, floors and aims."""

import re

import pytest

from bench import frame
from bench.aims import AIMS, compared, number
from bench.measure import Measured, side_by_side

MIX = "a random mix of wagers and amounts, one player"


def test_a_ratio_is_taken_pair_by_pair() -> None:
    """On a machine that slows both for a while the ratio stays what it is."""
    ours, theirs = Measured([100, 50, 10]), Measured([10, 5, 1])
    assert (float(ours), float(ours.times(theirs)), ours.times(theirs).all) == (50.0, 10.0, (10.0, 10.0, 10.0))
    assert ours.times(25.0).all == (4, 2, 0.4)


def test_two_are_measured_by_turns() -> None:
    said: list[str] = []

    def work(who: str) -> int:
        said.append(who)
        return sum(range(20_000)) and 1

    ours, theirs = side_by_side(lambda: work("ours"), lambda: work("theirs"), repeats=2)
    assert said == ["ours", "theirs"] * 3  # the first pair warms
    assert len(ours.all) == len(theirs.all) == 2


@pytest.mark.parametrize(("rate", "met"), [(25.0, True), (24.9, False)])
def test_an_aim_of_so_many_times_the_peer(rate: float, met: bool) -> None:
    figures = {f"craps: audited throws/s, {MIX}": rate, f"craps: crapssim throws/s, {MIX}": 10.0}
    found = compared(f"craps: audited throws/s, {MIX}", figures)
    assert (found.peer, found.aim, found.met) == (10.0, "≥ 2.5 × peer", met)
    alone = compared(f"craps: audited throws/s, {MIX}", {f"craps: audited throws/s, {MIX}": rate})
    assert (alone.peer, alone.met) == (None, None)


@pytest.mark.parametrize(("wait", "met"), [("0.99", True), ("1.00 (0.5 to 1.2)", True), ("1.01 (0.5 to 1.2)", False)])
def test_an_aim_that_is_a_bound(wait: str, met: bool) -> None:
    name = "pages: back after the line was cut, 150 ms away, slowest of 3, s"
    found = compared(name, {name: wait})
    assert (found.aim, found.met) == ("≤ 1", met)
    assert ("NOT MET" in frame.row(name, {name: wait})) is not met


def test_a_text_is_a_figure_only_if_it_begins_with_one() -> None:
    assert (number("1,234.5 (a to b)"), number("not installed"), number("3rd"), number(2)) == (1234.5, None, None, 2.0)


def test_aims_without_figures_are_told() -> None:
    engine = [aim.figure for aim in AIMS if aim.figure.startswith("engine:")]
    assert frame.unmeasured(["engine: something else"]) == engine
    assert frame.unmeasured([]) == []
    assert all(re.compile(aim.figure) for aim in AIMS)
