"""No late bets: hundreds of wagers around the moment of closing; a hundred thousand in ``python -m soak late``."""

import asyncio
from pathlib import Path

from soak.late import campaign, looking_later


def test_what_arrives_at_the_cut_off_or_after_it_is_late(tmp_path: Path) -> None:
    done = asyncio.run(campaign(tmp_path / "house.db", 300))
    assert not done.wrong
    assert done.taken > 50
    assert done.late > 50
    assert done.at > 0


def test_a_table_that_looks_at_its_clock_later_is_found_out(tmp_path: Path) -> None:
    """Control."""
    with looking_later():
        assert "after the cut-off" in asyncio.run(campaign(tmp_path / "house.db", 300)).wrong
