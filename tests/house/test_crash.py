"""kill -9 while people play: nothing acknowledged is lost, nothing is done twice, chips are conserved."""

import asyncio

from soak.crash import campaign


def test_nothing_acknowledged_is_lost_when_the_house_is_killed() -> None:
    """Four kills at random moments, four players at two tables; a thousand in ``python -m soak crash``."""
    outcome = asyncio.run(campaign(kills=4, tables=2, seats=2, seed=4))
    assert outcome.clean, (outcome.lost, outcome.twice, outcome.complaints)
    assert outcome.kills == 4
    assert outcome.acknowledged > 7
    assert outcome.rounds > 0


def test_the_campaign_catches_a_house_that_acknowledges_too_early() -> None:
    """Control: a house that answers before its commit is on the disk is found out."""
    outcome = asyncio.run(campaign(kills=5, tables=2, seats=2, seed=5, early=True))
    assert not outcome.clean
