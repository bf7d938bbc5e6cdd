"""Power cuts and failing disks: nothing acknowledged is lost, nothing refused is done (``make soak ARGS="power faults"``)."""

import pytest

from soak.faults import campaign as faults
from soak.power import campaign as power
from soak.simulation.disk import available

pytestmark = pytest.mark.skipif(not available(), reason="the SQLite of this Python cannot be reached: no virtual disk")


def test_nothing_acknowledged_is_lost_when_the_power_fails() -> None:
    """Six cuts, unsynced sectors lost, torn and out of order; two thousand in ``python -m soak power``."""
    found = power(6, games=("go-fore-it",))
    assert (found.whole, found.cuts) == (6, 6), found.sentences
    assert found.acknowledged > 20


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_the_campaign_finds_out_settings_that_lose_play(synchronous: str) -> None:
    """Control: a house that syncs too rarely loses acknowledged play."""
    found = power(5, synchronous, games=("roulette",))
    assert found.lost + found.unreadable >= 2


def test_a_disk_that_fails_at_any_call_changes_nothing() -> None:
    """Write, sync and read errors and a full disk at every call of a wager and of a settlement."""
    found = faults(("roulette",))
    assert not found.wrong
    assert min(found.refused["write error"], found.refused["disk full"]) >= 10
    assert found.refused["sync error"] >= 2
    assert found.refused["read error"] >= 2


def test_a_house_that_does_not_look_whether_it_could_write_is_found_out() -> None:
    """Control: what it acknowledged is not in its record."""
    assert faults(("roulette",), most=3, control=True).wrong
