"""Sets of cards counted: products beside the same product worked out term by term."""

import numpy as np
import pytest

from pitboss.mathematics.blackjack.card_sets import (
    FEWEST,
    Count,
    gathered,
    key,
    keys,
    rows,
    single,
    summed,
    summed_apart,
    times,
)
from pitboss.mathematics.blackjack.compiled_hands import VALUES


def some(many: int, seed: int) -> Count:
    """Sets of a few cards, low and high."""
    chance = np.random.default_rng(seed)
    cards = np.minimum(chance.geometric(0.5, (many, VALUES)) - 1, 3)
    return gathered([(keys(cards), chance.integers(1, 1000, many).astype(np.float64))])


def term_by_term(one: Count, two: Count) -> Count:
    cards, orders = one[0][:, None] + two[0][None, :], one[1][:, None] * two[1][None, :]
    return gathered([(cards.ravel(), orders.ravel())])


def scaled(count: Count, by: float) -> Count:
    return count[0], by * count[1]


def equal(one: Count, two: Count) -> bool:
    return all(np.array_equal(*pair) for pair in zip(gathered([one]), gathered([two]), strict=True))


@pytest.mark.parametrize(("one", "two"), [(1, 1), (5, 7), (300, 200)])
def test_a_product_has_every_set_once(one: int, two: int) -> None:
    """To the last bit, also where a table has to grow: orders are whole numbers."""
    first, second = some(one, 1), some(two, 2)
    found = times(first, second)
    assert len(set(found[0].tolist())) == len(found[0])
    assert equal(found, term_by_term(first, second))
    assert one < 300 or len(found[0]) > FEWEST


def test_products_are_added_up_each_so_many_times() -> None:
    """What comes to nothing is left out."""
    a, b, c = some(40, 3), some(30, 4), some(20, 5)
    expected = gathered([scaled(term_by_term(a, b), 2.0), scaled(term_by_term(a, c), -0.5)])
    assert equal(summed([(a, b, 2.0), (a, c, -0.5)]), expected)
    assert [len(part) for part in summed([(a, b, 1.0), (a, b, -1.0)])] == [0, 0]
    assert [len(part) for part in summed([(a, gathered([]), 1.0)])] == [0, 0]


def test_sums_apart_have_a_column_each() -> None:
    """A set of one of them alone is nothing in the other's column."""
    a, b, c = some(40, 3), some(30, 4), some(20, 5)
    sets, orders = summed_apart([[(a, b, 2.0)], [(a, c, 1.0), (b, c, 3.0)], []])
    assert orders.shape == (len(sets), 3)
    assert equal((sets, orders[:, 0]), scaled(term_by_term(a, b), 2.0))
    assert equal((sets, orders[:, 1]), gathered([term_by_term(a, c), scaled(term_by_term(b, c), 3.0)]))
    assert not orders[:, 2].any()


def test_a_set_is_one_number_and_back() -> None:
    """Also where there are many cards of one value."""
    held = np.array([[20, 0, 1, 0, 0, 3, 0, 0, 0, 63]])
    assert np.array_equal(rows(keys(held)), held)
    assert keys(held)[0] == key(*([0] * 20), 2, 5, 5, 5, *([9] * 63)) == single(int(keys(held)[0]))[0][0]
