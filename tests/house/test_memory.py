"""The interpreter's own upkeep in a house: what stays is not looked through again, what is new is, and all of it in a calm hour."""

import asyncio
import gc
import subprocess
import sys
import weakref
from pathlib import Path

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss import catalogue
from pitboss.house.process import garbage_collection
from pitboss.house.table.filing import submission_of
from tests.house.live import Live, wait_for
from tests.house.test_faults import PLANS, R

OPEN = """
import asyncio, gc
from pitboss.house.process import garbage_collection
async def open(): garbage_collection.tune_gc()
asyncio.run(open())
assert gc.get_freeze_count() > 10_000, gc.get_freeze_count()
assert gc.get_threshold() == (garbage_collection.YOUNG, garbage_collection.MIDDLE, garbage_collection.OLD)
"""


class Ring:
    """Refers to itself, so that only a look finds it."""

    def __init__(self) -> None:
        self.itself = self


def test_what_a_house_consists_of_is_not_looked_through() -> None:
    subprocess.run([sys.executable, "-c", OPEN], check=True)


def _looked_at(*, spent_before: float, last: float, grown: int = 0) -> bool:
    """Whether a look found a ring of old objects."""
    ring = Ring()
    gone = weakref.ref(ring)
    gc.collect()  # it is old from now on
    del ring

    async def look() -> None:
        garbage_collection._check(spent_before, last, garbage_collection.resident_bytes() - grown)

    asyncio.run(look())
    found = gone() is None
    gc.collect()
    return found


def test_everything_is_looked_through_in_a_calm_hour_alone() -> None:
    busy, calm, long_ago, just_now = -1e9, 1e9, -1e9, 1e18
    assert _looked_at(spent_before=calm, last=long_ago)
    assert not _looked_at(spent_before=busy, last=long_ago)
    assert not _looked_at(spent_before=calm, last=just_now)


def test_a_house_that_is_never_calm_does_not_grow_for_ever() -> None:
    """Below, at and above what it may grow by; what it has now is about what it had a moment ago."""
    busy, just_now, little = -1e9, 1e18, 50 << 20
    assert not _looked_at(spent_before=busy, last=just_now, grown=garbage_collection.GROWN - little)
    assert _looked_at(spent_before=busy, last=just_now, grown=garbage_collection.GROWN)
    assert _looked_at(spent_before=busy, last=just_now, grown=garbage_collection.GROWN + little)


def test_a_line_that_is_over_leaves_nothing_that_has_to_be_looked_for(tmp_path: Path) -> None:
    """Those who come and go would otherwise fill the memory of a house that is never calm: 24 KB for each line."""
    with Live(tmp_path / "house.db", PLANS) as live:
        watcher = live.line(R)
        (connection,) = live.house.hosts[R].presence.viewers
        line = connection._websocket  # type: ignore[attr-defined]
        before = [one for one in gc.get_objects() if issubclass(type(one), HttpToolsProtocol)]
        assert line.transport not in [one.transport for one in before]  # what read the request for it is gone already
        gone = [weakref.ref(one) for one in (connection, line, line.conn)]
        del connection, line, before
        gc.disable()
        try:
            watcher.close()
            wait_for(lambda: not any(one() for one in gone))
        finally:
            gc.enable()


def test_tables_with_the_same_choices_share_their_rules() -> None:
    game = catalogue.game("roulette")
    assert submission_of(game, {"minimum": "5.00"}) is submission_of(game, {"minimum": "5.00", "maximum": None})
    assert submission_of(game, {"minimum": "5.00"}) is not submission_of(game, {"minimum": "10.00"})
