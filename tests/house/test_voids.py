"""Voids give back exactly the wagers, by the floor alone, and stay visible; thousands in ``python -m soak voids``."""

from pathlib import Path

import pytest

from soak.voids import Wrong, campaign, keeping_a_cent


@pytest.mark.parametrize("game", ["go-fore-it", "pai-gow", "blackjack"])
def test_a_void_at_a_random_moment_gives_back_exactly_the_wagers(tmp_path: Path, game: str) -> None:
    (one,) = campaign(tmp_path, [game], 4)
    assert sum(one.done.values()) >= 4


def test_a_house_that_keeps_a_cent_of_a_void_is_found_out(tmp_path: Path) -> None:
    """Control."""
    with keeping_a_cent(), pytest.raises(Wrong, match="after a void that owed"):
        campaign(tmp_path, ["go-fore-it"], 4)
