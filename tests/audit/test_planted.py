"""Faults planted in either engine are found by settling twice; all of them in ``soak planted``."""

import pytest

from soak.planted import FAULTS, Fault

SOME = FAULTS[::7]


def test_there_are_fifty_and_more_in_both_engines() -> None:
    assert len({(fault.game, fault.place) for fault in FAULTS}) == 54
    in_chapters = [fault for fault in FAULTS if fault.place.startswith("pitboss.")]
    assert len(in_chapters) >= 15
    assert len({fault.game for fault in FAULTS}) == 17


@pytest.mark.parametrize("fault", SOME, ids=[fault.place for fault in SOME])
def test_a_planted_fault_is_found(fault: Fault) -> None:
    assert fault.is_found(5_000)
