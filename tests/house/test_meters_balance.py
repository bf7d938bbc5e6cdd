"""Meters balance to the last fraction (promise 30); ten million wagers and five hundred kills in ``make soak ARGS=meters``."""

from pathlib import Path

import pytest

from soak.linked import kills
from soak.meters import CONTROLS, Wrong, broken, campaign


def test_what_was_put_in_is_paid_out_or_on_the_meter() -> None:
    """Odd rates, awards of the whole and of a part, shared ones, wagers handed back; one table's meter and one of five."""
    books = campaign(20_000, seed=30)
    assert sum(book.awards for book in books) > 100
    assert sum(book.voids for book in books) > 100


@pytest.mark.parametrize("control", CONTROLS)
def test_a_meter_that_loses_a_fraction_is_found_out(control: str) -> None:
    with broken(*CONTROLS[control]), pytest.raises(Wrong):
        campaign(5_000, seed=30)


def test_many_movements_between_kills_are_all_there(tmp_path: Path) -> None:
    """Two kills, each after several races of two tables."""
    judge = kills(tmp_path / "house.db", 2, tables=2, seed=30, seconds=0.1, races=(5, 8))
    assert judge.moves >= 30
