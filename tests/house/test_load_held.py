"""Load held, the short way: a disk that is full, and connections that end in every way. The long way, with
floods, thousands of sockets, clocks and a database that is away, is ``python -m soak load``."""

import asyncio

import pytest

from soak.load import connects, full


def test_nothing_is_lost_on_a_full_disk_and_everybody_is_back() -> None:
    """The disk is full once, until the house says so; two people at a table play on as soon as there is room."""
    outcome = asyncio.run(full(times=1, seconds=0.2, tables=1))
    if outcome is None:
        pytest.skip("A FULL DISK IS NOT TRIED: no small disk can be mounted here.")
    assert outcome.clean, (outcome.lost, outcome.twice, outcome.complaints)
    assert outcome.kills == 1
    assert outcome.acknowledged >= 2


def test_connections_leave_no_descriptor() -> None:
    """Eighty, of which each ends in one of four ways. Memory needs thousands to tell: ``soak load`` has its control."""
    _, descriptors = connects(80, 20, halls=2)
    assert descriptors <= 0
