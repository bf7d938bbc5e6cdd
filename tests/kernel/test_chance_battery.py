"""Outcomes, shuffles and the raw stream of the house's generator pass their tests; what is broken does not.

A small part, always from the same seeds; ten million outcomes, a million shuffles and dieharder are in ``python -m soak chance``.
"""

import hashlib
import math

import numpy as np
import pytest

from pitboss.drivers.fair import Stream
from soak import chance
from soak.chance import generated, sequences, shuffles, stream, tails

SEED = hashlib.sha256(b"a battery of tests").digest()


def test_tails_are_those_of_the_tables() -> None:
    """Known values: chi-square, Kolmogorov, Poisson, and tails far out."""
    assert tails.chi_square(3.841458820694124, 1) == pytest.approx(0.05, rel=1e-9)
    assert tails.chi_square(18.307038053275146, 10) == pytest.approx(0.05, rel=1e-9)
    assert tails.chi_square(1074.6794505294, 1000) == pytest.approx(0.05, rel=1e-3)
    assert tails.chi_square(200, 10) == pytest.approx(1.613e-37, rel=1e-2)
    assert tails.normal(1.959963984540054) == pytest.approx(0.05, rel=1e-9)
    assert tails.poisson_at_least(3, 1.0) == pytest.approx(1 - 2.5 / math.e, rel=1e-12)
    even = (np.arange(1000) + 0.5) / 1000
    assert tails.kolmogorov(even) == pytest.approx(1.0)
    assert tails.kolmogorov(even**1.3) < 1e-5


def test_there_are_fifteen_tests_of_each() -> None:
    assert len(sequences.TESTS) == 15
    assert set(sequences.TESTS) == set(shuffles.TESTS) - {"duplicates"}


def test_outcomes_of_wheels_and_dice_pass_fifteen_tests() -> None:
    family = chance.all_outcomes(SEED, 100_000)
    assert len(family.chances) == 60
    assert family.passes, family


def test_shuffles_pass_fifteen_tests() -> None:
    family = chance.all_shuffles(SEED, 10_000, 1_500)
    assert family.passes, family


@pytest.mark.parametrize("name", chance.CONTROLS)
def test_broken_shuffles_are_rejected(name: str) -> None:
    """Controls. Of so few shuffles seeds of 32 bits do not repeat: here they have 24."""
    broken = {"cut": 3} if "cut" in chance.CONTROLS[name] else chance.CONTROLS[name]
    family = chance.all_shuffles(SEED, 40_000 if "biased" in name else 10_000, 0, **broken)
    assert family.least[1] < chance.REJECTED, family


def test_broken_outcomes_are_rejected() -> None:
    """Controls: a wheel with one pocket too wide by a fifth, one that remembers, one that counts modulo 37."""
    weights = generated.devices()["roulette"]
    fair, chances = generated.outcomes(weights, SEED, 200_000), np.full(38, 1 / 38)
    wide = fair.copy()
    wide[::190] = 7
    remembers = fair.copy()
    remembers[1::100] = remembers[0::100]
    short = np.where(fair == 37, 0, fair)
    for broken in (wide, remembers, short):
        assert min(work(broken, chances) for work in sequences.TESTS.values()) < chance.REJECTED


def test_what_is_tested_is_what_the_house_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A generator of the house that differed from the one tested here would be noticed before any test."""
    monkeypatch.setattr(Stream, "below", lambda self, n: 0)
    with pytest.raises(AssertionError, match="house's generator"):
        generated.orders(52, SEED, 3)
    with pytest.raises(AssertionError, match="house's generator"):
        generated.outcomes(generated.devices()["dice"], SEED, 50)


def test_the_raw_stream_passes_a_battery() -> None:
    for number in range(3):
        family = chance.raw_stream(stream.raw(SEED[:31] + bytes([number]), 1 << 18))
        assert family.passes, family


@pytest.mark.parametrize("name", stream.BROKEN)
def test_broken_streams_are_rejected(name: str) -> None:
    assert chance.raw_stream(stream.BROKEN[name](SEED, 1 << 18)).least[1] < chance.REJECTED


@pytest.mark.slow
@pytest.mark.skipif(stream.installed() is None, reason="DIEHARDER IS NOT INSTALLED (Debian: dieharder)")
def test_dieharder_reads_the_stream() -> None:
    """One of its tests on the house's stream, and on a broken one; all in ``python -m soak chance``."""
    assert stream.dieharder(stream.endless(SEED), (15,)).passed == 2
    assert stream.dieharder(stream.endless_short(SEED), (15,)).failed
