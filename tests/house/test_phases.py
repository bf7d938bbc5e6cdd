"""Interrupted rounds go on: phases of some games, disturbed in four ways; all phases of all games in ``python -m soak phases``."""

from pathlib import Path

import pytest

from soak.phases import Wrong, campaign, forgetful


@pytest.mark.parametrize("game", ["pai-gow", "casino-war", "go-fore-it"])
def test_every_phase_meets_every_disturbance_and_goes_on(tmp_path: Path, game: str) -> None:
    """What is asked hangs on cards that no seed decides: each phase that was seen four times has met all four disturbances."""
    (one,) = campaign(tmp_path, [game], 4, 40)
    assert not one.lacking()
    assert "betting" in one.met_all()
    assert len(one.seen) > 2


def test_a_house_that_keeps_what_it_could_not_write_is_found_out(tmp_path: Path) -> None:
    """Control."""
    with forgetful(), pytest.raises(Wrong, match="failed write"):
        campaign(tmp_path, ["go-fore-it"], 20, 20)
