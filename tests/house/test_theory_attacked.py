"""Ways to blind the watch over play: change the rules after paying wrongly, break one filing, take long, fail at the wrong
moment."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.floorplan.file import PRACTICE as VISITORS
from pitboss.house.founding import Plan
from pitboss.house.records.filed import filed
from pitboss.house.records.index import index_of
from pitboss.house.records.records import Records, Unwatched
from pitboss.house.storage.store import StorageFailed
from pitboss.house.table import filing
from pitboss.house.workers import watch
from pitboss.house.workers.watch import PlayWatch, WatchAsked, Watched
from pitboss.mathematics.kit.edge import edges_for
from pitboss.roles import Role
from tests.house.desk import Desk, run
from tests.house.live import PRACTICE
from tests.house.test_own_limits import Player
from tests.house.test_theory import be_generous

WATCHED = True
RL, BIG = "RL", "BS"
PLANS = (Plan(RL, "roulette", "Roulette", PRACTICE), Plan(BIG, "big-six-wheel", "Big Six", PRACTICE))


class Floor:
    """A house whose roulette pays five cents more than is filed, and the process that watches it, here."""

    def __init__(self, desk: Desk, me: Player) -> None:
        self.desk, self.me, self.house, self.watch = desk, me, desk.house, PlayWatch()

    async def rounds(self, count: int) -> None:
        for _ in range(count):
            for on in ("red", "black"):
                await self.me.bet(RL, 500, on)
            await self.me.spin(RL)

    async def look(self) -> Watched:
        await asyncio.to_thread(self.house.records.update)
        index = index_of(self.house.store.path)
        return self.watch.look(WatchAsked(str(index), filed(index, self.house.store, {})))


def paid_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    be_generous(monkeypatch)
    # Rules that were made before would pay as is filed, and those that are made now are for nobody else.
    monkeypatch.setattr(filing, "_submitted", filing._submitted.__wrapped__)


def watched(tmp_path: Path, work: Any, plans: tuple[Plan, ...] = PLANS) -> None:
    async def main() -> None:
        async with Desk(tmp_path / "house.db", plans) as desk:
            me = await Player(desk).sign_up()
            await me.sit(RL)
            await work(Floor(desk, me))

    run(main)


def alarmed(seen: Watched) -> set[tuple[str, str]]:
    return {(alarm.kind, alarm.table) for _, alarm in seen.alarms}


def test_other_limits_do_not_hide_what_was_paid_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Posted limits are part of the submission: who changes them after a wrong payment makes its rules ones of the past."""
    paid_too_much(monkeypatch)

    async def work(floor: Floor) -> None:
        await floor.rounds(2)
        manager = floor.desk.person(Role.PIT_MANAGER, RL)
        await floor.desk.do(RL, manager, do="change_limits", limits={"": {"minimum": 500}})
        seen = await floor.look()
        assert (seen.checked, seen.unknown) == (4, 0)
        assert alarmed(seen) == {("paytable", RL)}

    watched(tmp_path, work)


def test_a_table_that_this_process_does_not_serve_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the process that has the house sees a table of another one: by the record alone."""
    paid_too_much(monkeypatch)

    async def work(floor: Floor) -> None:
        await floor.rounds(2)
        host = floor.house.hosts.pop(RL)
        try:
            await asyncio.to_thread(floor.house.records.update)
            await floor.house.record.watch_play()
        finally:
            floor.house.hosts[RL] = host
        assert {one.table for _, one in floor.house.register.alarms} == {RL}

    watched(tmp_path, work)


def test_an_alarm_that_could_not_be_written_is_raised_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paid_too_much(monkeypatch)

    async def work(floor: Floor) -> None:
        await floor.rounds(2)
        await asyncio.to_thread(floor.house.records.update)
        enter = floor.house.register.enter

        async def away(*_: Any, **__: Any) -> None:
            raise StorageFailed("The record could not be written.")

        monkeypatch.setattr(floor.house.register, "enter", away)
        with pytest.raises(StorageFailed):
            await floor.house.record.watch_play()
        monkeypatch.setattr(floor.house.register, "enter", enter)
        await floor.house.record.watch_play()
        await floor.house.record.watch_play()
        raised = [(one.table, one.wager) for _, one in floor.house.register.alarms]
        assert raised
        assert len(raised) == len(set(raised))

    watched(tmp_path, work)


def test_a_filing_that_cannot_be_worked_out_blinds_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paid_too_much(monkeypatch)

    def broken(game: Any, rules: Any) -> Any:
        if game.name == "big-six-wheel":
            raise ValueError("nothing can be worked out")
        return edges_for(game, rules)

    monkeypatch.setattr(watch, "edges_for", broken)

    async def work(floor: Floor) -> None:
        session = await floor.me.sit(BIG)
        spots = list(floor.desk.table(BIG).rules.spots)
        await floor.desk.bet(BIG, session, spots[0][0], 500, spots[0][1])
        await floor.me.spin(BIG)
        await floor.rounds(2)
        for _ in range(2):
            seen = await floor.look()
            assert (seen.checked, seen.unknown) == (4, 1)
            assert alarmed(seen) == {("paytable", RL)}

    watched(tmp_path, work)


def test_what_takes_long_is_done_bit_by_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one filing takes is all the time that a look has: each look gets on, and none begins anew."""
    paid_too_much(monkeypatch)
    worked_out: list[str] = []

    def counted(game: Any, rules: Any) -> Any:
        worked_out.append(game.name)
        floor_watch[0]._until = 0.0  # that took all the time there was
        return edges_for(game, rules)

    floor_watch: list[PlayWatch] = []
    monkeypatch.setattr(watch, "edges_for", counted)

    async def work(floor: Floor) -> None:
        floor_watch.append(floor.watch)
        session = await floor.me.sit(BIG)
        spots = list(floor.desk.table(BIG).rules.spots)
        await floor.desk.bet(BIG, session, spots[0][0], 500, spots[0][1])
        await floor.me.spin(BIG)
        await floor.rounds(2)
        first, second, third = [await floor.look() for _ in range(3)]
        assert (first.behind, second.behind, third.behind) == (True, False, False)
        assert sorted(worked_out) == ["big-six-wheel", "roulette"]
        assert first.checked < second.checked == third.checked == 5

    watched(tmp_path, work)


def test_visitors_cannot_keep_the_watch_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may open tables with rules of their own: what they pay is held against the paytable, and nothing is worked out."""
    paid_too_much(monkeypatch)

    def never(game: Any, rules: Any) -> Any:
        raise AssertionError("that takes minutes")

    monkeypatch.setattr(watch, "edges_for", never)
    own = msgspec.structs.replace(VISITORS, owner="guest 1", link=RL)

    async def work(floor: Floor) -> None:
        await floor.rounds(2)
        seen = await floor.look()
        assert (seen.checked, seen.unknown) == (4, 0)
        assert alarmed(seen) == {("paytable", RL)}

    watched(tmp_path, work, (Plan(RL, "roulette", "Roulette", own),))


def test_a_day_that_could_not_be_looked_at_is_not_archived_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive is not looked at any more; where the watch is broken for good a day waits for one more, and no longer."""

    async def work(floor: Floor) -> None:
        await floor.rounds(1)
        floor.desk.clock.pass_by(86_400)
        records = Records(floor.house.store, floor.desk.clock)

        async def broken() -> None:
            raise Unwatched("It could not be looked at.")

        records.before_archiving = broken
        for waited in (0, 86_400):
            floor.desk.clock.pass_by(waited)
            until = await records._looked_until()
            archived = await asyncio.to_thread(records.archive_until, until)
            assert len(archived) == (1 if waited else 0)
        records.close()

    watched(tmp_path, work)
