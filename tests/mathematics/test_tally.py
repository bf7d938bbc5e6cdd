"""The tally and the deal that every kernel shares."""

from collections import Counter
from fractions import Fraction

import numpy as np

from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.estimate import HITS, NET, ROUNDS, SQUARE, STAKED, estimate
from pitboss.mathematics.kit.meter_kernel import gained, play_meter
from pitboss.mathematics.kit.philox import below, stream
from pitboss.mathematics.kit.tally import Ints, Tally, new_tally, tally, tally_outcomes

MILLION = 10**6


@njit
def tally_all(out: Tally, nets: Ints, staked: int) -> None:
    for net in nets:
        tally(out, 1, net, staked)


def test_a_round_adds_to_every_column_of_its_row() -> None:
    """A win is a hit, a push and a loss are none; other rows stay as they are."""
    out = new_tally(3)
    tally_all(out, np.array([150, 0, -100, -100]), 100)
    row = out[1]
    assert (row[ROUNDS], row[NET], row[SQUARE], row[STAKED], row[HITS]) == (4, -50, 42_500, 400, 1)
    assert not out[[0, 2]].any()


def test_counted_outcomes_are_added_as_if_one_by_one() -> None:
    """Two wagers on three outcomes, none of the last."""
    nets, counts = np.array([[35, -1, -1], [-1, 0, 2]]), np.array([2, 5, 0])
    out, one_by_one = new_tally(2), new_tally(3)
    tally_outcomes(out, nets, counts, 1)
    tally_all(one_by_one, np.repeat(nets[1], counts), 1)
    assert out[0].tolist() == [7, 65, 2 * 35**2 + 5, 7, 2]
    assert out[1].tolist() == one_by_one[1].tolist()


def test_estimates_are_per_unit_of_the_stake() -> None:
    """A row in hundredths of the stake."""
    found = estimate("ante", [4, -50, 42_500, 400, 1], 100)
    assert (found.house_edge, found.square) == (Fraction(1, 8), Fraction(17, 4))
    assert (found.staked, found.hits) == (Fraction(4), 1)
    assert found.errors_from(found.house_edge) == 0


def test_dealing_in_two_parts_is_dealing_at_once() -> None:
    """The same cards from the same stream, and every card still there."""
    once, parts = np.arange(52), np.arange(52)
    deal(stream(5, 8), once, 0, 9)
    state = stream(5, 8)
    deal(state, parts, 0, 2)
    deal(state, parts, 2, 9)
    assert once.tolist() == parts.tolist()
    assert sorted(once.tolist()) == list(range(52))


def test_each_place_draws_from_the_cards_not_dealt_yet() -> None:
    """Every card is as likely in the second place: by chance 3,000 of 60,000 each, give or take a few hundred."""
    state, deck, seconds = stream(1, 1), np.arange(20), Counter[int]()
    for _ in range(60_000):
        deal(state, deck, 0, 2)
        seconds[int(deck[1])] += 1
    assert len(seconds) == 20
    assert all(abs(count - 3000) < 300 for count in seconds.values())
    assert int(below(state, 1)) == 0


def test_a_meter_pays_whole_cents_and_starts_anew_when_all_is_won() -> None:
    """What is left below a cent stays on the meter; a part leaves the rest, the whole leaves the seed."""
    seed = 1000 * MILLION
    meter = np.array([seed])
    assert play_meter(meter, 250_000, 0, seed) == 0
    assert meter[0] == seed + 250_000
    assert gained(meter, seed) == 0
    assert play_meter(meter, MILLION, 10, seed) == 100
    assert meter[0] == 901 * MILLION + 250_000
    assert play_meter(meter, 0, 100, seed) == 901
    assert meter[0] == seed + 250_000
