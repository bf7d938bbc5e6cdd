"""The progressive book: every meter balances to the cent, whoever wins it, and what does not balance is named."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.events import MeterMoved, Paid
from pitboss.house.progressives.awards import awards_to_pay
from pitboss.house.progressives.book import ProgressiveBook, book_of
from pitboss.house.progressives.periods import Periods
from pitboss.house.table import entries
from pitboss.journal import Entry, Step
from pitboss.meters import MICRO
from tests.house.meter_journals import GAMES, Recorded


def of(table: Recorded) -> ProgressiveBook:
    return book_of({table.name: table.entries})


def balanced(book: ProgressiveBook) -> None:
    """To the micro-cent: from nothing to what the meter shows, shift by shift."""
    assert not book.alarms
    for pool in book.pools.values():
        lines = list(pool.lines())
        assert lines[0].opening == lines[0].reserve_opening == 0
        assert (lines[-1].closing, lines[-1].reserve_closing) == (pool.value, pool.reserve)
        for line in lines:
            tally = line.tally
            put = tally.contributions + tally.seeds + tally.from_reserve
            assert line.opening + put - tally.awards + tally.corrections == line.closing
            assert tally.difference == 0
            assert sum(tally.tables.values()) == tally.contributions


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_book_balances_over_random_rounds_of_every_game_with_a_meter(game: str, seed: int) -> None:
    """Rare hands, parts of the meter, shared jackpots, payout limits: the book ends with what the table's own state says."""
    table = Recorded(game, seed).play(6, every=7 * 3600)
    book = of(table)
    balanced(book)
    states = {id.name: (pool.value, pool.reserve) for id, pool in book.pools.items()}
    assert states == {name: (state.value, state.reserve) for name, state in table.meters().items()}
    assert book_of({table.name: table.entries}).pools == book.pools  # the same again
