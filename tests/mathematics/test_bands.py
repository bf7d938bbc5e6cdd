"""Bands of the hold: exact where a normal band is wrong on both sides."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import pitboss
from pitboss.mathematics.kit.bands import band
from pitboss.mathematics.kit.edge import Edge, distribution


def edge(*lines: tuple[Fraction, Fraction]) -> Edge:
    return Edge("617a", "roulette", "red", distribution((str(net), net, chance) for net, chance in lines))


SKEWED = edge((Fraction(19, 20), Fraction(2, 5)), (Fraction(30), Fraction(1, 50)), (Fraction(-1), Fraction(29, 50)))


def test_a_band_is_that_of_every_way_in_which_rounds_can_go() -> None:
    """Three rounds, all 27 ways gone through."""
    sums: dict[Fraction, Fraction] = {}
    for ways in product(SKEWED.outcomes, repeat=3):
        total = sum((way.net for way in ways), Fraction(0))
        chance = ways[0].probability * ways[1].probability * ways[2].probability
        sums[total] = sums.get(total, Fraction(0)) + chance
    ordered, reached, bounds = sorted(sums), Fraction(0), list[Fraction]()
    for target in (Fraction(1, 10), Fraction(9, 10)):
        reached = Fraction(0)
        for total in ordered:
            reached += sums[total]
            if reached >= target:
                bounds.append(-total / 3)
                break
    low, high = band(SKEWED, 3, 0.8)
    assert [float(low), float(high)] == pytest.approx([float(bounds[1]), float(bounds[0])])


def test_a_fair_coin_has_the_normal_band() -> None:
    """Where nothing is skewed, many rounds are normal."""
    coin = edge((Fraction(1), Fraction(1, 2)), (Fraction(-1), Fraction(1, 2)))
    low, high = band(coin, 1_000_000)
    assert [float(low), float(high)] == pytest.approx([-0.00196, 0.00196], abs=1e-5)


@pytest.mark.parametrize("rounds", [1000, 10_000])
def test_a_skewed_wager_is_held_to_its_own_band(rounds: int) -> None:
    """95 of 100 samples lie in it, and as many of the rest on either side; of the normal band that is not so."""
    source = np.random.default_rng(58)
    nets, chances = zip(*((float(o.net), float(o.probability)) for o in SKEWED.outcomes), strict=True)
    many = source.multinomial(rounds, np.array(chances) / sum(chances), size=40_000)
    holds = -(many @ np.array(nets)) / rounds
    low, high = map(float, band(SKEWED, rounds))
    assert (holds < low - 1e-9).mean() == pytest.approx(0.025, abs=0.004)
    assert (holds > high + 1e-9).mean() == pytest.approx(0.025, abs=0.004)


def test_the_fortune_bonus_is_not_normal_after_a_thousand_rounds() -> None:
    """645a.13(b): the normal band would reach from -26 to 42 %."""
    low, high = band(pitboss.edge("pai-gow-poker", "fortune_bonus"), 1000)
    assert [float(low), float(high)] == pytest.approx([-0.181, 0.257], abs=0.01)
