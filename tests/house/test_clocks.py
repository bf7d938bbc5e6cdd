"""Clock faults do not reorder money: steps, the end of summer time, a clock that stands still (promise 12, D10)."""

import asyncio
import json
import random
import time
from pathlib import Path

import pytest

from pitboss.house import work as house_work
from pitboss.house.clock import Clock
from pitboss.house.founding import Plan
from pitboss.house.table.recovery import rebuild
from tests.house.desk import Desk, HandClock, fingerprint, random_round, run
from tests.house.live import PRACTICE, until

PLANS = [Plan(name, "roulette", name, PRACTICE) for name in ("played", "idle", "closed")]
HOUR = 3600.0
DST_ENDS = 1_793_512_800.0  # 1 November 2026, 06:00 UTC: two o'clock in Harrisburg becomes one o'clock


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_work, "CLOCK_SECONDS", 0.005)
    monkeypatch.setattr(house_work, "CLOCK_SECONDS_MOST", 0.02)


def noted(desk: Desk, name: str) -> list[int]:
    """By how many milliseconds the clock was set, as a table's record has it."""
    found = [json.loads(bytes(e.payload)) for e in desk.house.store.entries(name) if e.kind == "clock"]
    return [entry["milliseconds"] for entry in found]


async def until_noted(desk: Desk, many: int) -> None:
    await until(lambda: all(len(noted(desk, plan.name)) >= many for plan in PLANS))


def check_record(desk: Desk) -> None:
    """Sequence numbers without a gap, times in UTC, and a record that comes out as it was played."""
    for plan in PLANS:
        entries = list(desk.house.store.entries(plan.name))
        assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
        assert all(entry.time.endswith("Z") and len(entry.time) == 24 for entry in entries)
        assert fingerprint(rebuild(desk.house.store, plan.name)) == fingerprint(desk.table(plan.name))


async def close(desk: Desk) -> None:
    await desk.do("closed", desk.role("floor", "closed"), do="close_table")


@pytest.mark.parametrize("steps", [(HOUR,), (-HOUR,), (HOUR, -HOUR), (-2 * HOUR, 3 * HOUR, 1.5), (400 * 24 * HOUR,)])
def test_every_table_notes_every_step_of_the_clock(tmp_path: Path, steps: tuple[float, ...]) -> None:
    """Whether anybody plays there or not, though the next step undoes it; and play goes on in its order."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await close(desk)
            player, pick = await desk.sit("played"), random.Random(1)
            for number, step in enumerate(steps, 1):
                await random_round(desk, "played", {player.seat: player}, pick)
                desk.clock.wall += step
                await until_noted(desk, number)
            await random_round(desk, "played", {player.seat: player}, pick)
            for plan in PLANS:
                assert noted(desk, plan.name) == [step * 1000 for step in steps]
            check_record(desk)

    run(work)


def test_a_drift_of_less_than_a_second_is_no_step(tmp_path: Path) -> None:
    """Control: what is steered by a time server is not noted."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            desk.clock.wall += 0.9
            await asyncio.sleep(0.05)
            for plan in PLANS:
                await desk.quiet(plan.name)
                assert noted(desk, plan.name) == []

    run(work)


def test_a_clock_that_stands_still_is_noted_and_play_goes_on(tmp_path: Path) -> None:
    """Elapsed time goes on, and with it deadlines; the record says by how much the wall clock fell behind."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player, pick = await desk.sit("played"), random.Random(1)
            for number in range(1, 4):
                desk.clock.run += 10.0
                await until_noted(desk, number)
                await random_round(desk, "played", {player.seat: player}, pick)
            for plan in PLANS:
                assert noted(desk, plan.name) == [-10_000] * 3
            check_record(desk)

    run(work)


def test_the_end_of_summer_time_is_no_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the zone of the house an hour comes twice; the record is in UTC and knows nothing of it."""
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:

        async def work() -> None:
            clock = HandClock(DST_ENDS - 1800)
            assert time.localtime(DST_ENDS - 1).tm_isdst
            assert not time.localtime(DST_ENDS).tm_isdst
            async with Desk(tmp_path / "house.db", PLANS, clock=clock) as desk:
                player, pick = await desk.sit("played"), random.Random(1)
                for _ in range(6):
                    await random_round(desk, "played", {player.seat: player}, pick)
                    clock.pass_by(600)
                    await asyncio.sleep(0.02)
                times = [entry.time for entry in desk.house.store.entries("played")]
                assert times == sorted(times)
                assert times[0][:16] <= "2026-11-01T05:30"
                assert times[-1][:16] >= "2026-11-01T06:10"
                assert noted(desk, "played") == noted(desk, "idle") == []
                check_record(desk)

        run(work)
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("while_open", "away", "expected"), [(0.0, -HOUR, True), (5 * HOUR, -HOUR, True), (0.0, HOUR, False)]
)
def test_every_table_notes_a_clock_set_back_while_the_house_was_closed(
    tmp_path: Path, while_open: float, away: float, expected: bool
) -> None:
    """Also one to which nobody came for hours: it goes by what was last written anywhere. A clock that is ahead tells
    nothing: the house may have been closed so long. The next start notes nothing more."""
    clock = HandClock()

    async def first() -> None:
        async with Desk(tmp_path / "house.db", PLANS, clock=clock) as desk:
            await close(desk)
            clock.pass_by(while_open)
            player = await desk.sit("played")
            await random_round(desk, "played", {player.seat: player}, random.Random(1))

    async def again(many: int) -> None:
        async with Desk(tmp_path / "house.db", PLANS, clock=clock) as desk:
            for plan in PLANS:
                await desk.quiet(plan.name)
                assert len(noted(desk, plan.name)) == many
            check_record(desk)

    run(first)
    clock.pass_by(10)
    clock.wall += away
    run(lambda: again(int(expected)))
    clock.pass_by(10)
    run(lambda: again(int(expected)))


def test_the_real_clock_runs_forward_and_stamps_in_utc() -> None:
    """Elapsed seconds never run backward."""
    clock = Clock()
    before = [clock.elapsed() for _ in range(1000)]
    assert before == sorted(before)
    assert abs(clock.seconds() - time.time()) < 1
    assert clock.stamp().endswith("Z")
