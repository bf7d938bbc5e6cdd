"""Gaming days and shifts of the past: in which of them a time of the record lies, by what the house had filed then."""

from bisect import bisect_right
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pitboss.house.people.entries import UNNAMED, HouseNamed
from pitboss.house.table.hours import day_of, moment_of, stamp_of


class GamingShift(NamedTuple):
    """One shift of a gaming day, by its number from 1; where no shifts are filed, the whole day."""

    day: str
    shift: int


class Periods:
    """Which gaming day and shift a time belongs to. Pools go by the clock, as the cage does: no drop ends their day."""

    def __init__(self, named: Iterable[tuple[str, HouseNamed]] = ()) -> None:
        self._named = [("", UNNAMED), *named]
        self._last = ("", "", GamingShift("", 0))  # from, until, and the period: mostly the next time lies in it too

    def of(self, stamp: str) -> GamingShift:
        begins, ends, _ = self._last
        if not begins <= stamp < ends:
            self._last = self._find(stamp)
        return self._last[2]

    def _find(self, stamp: str) -> tuple[str, str, GamingShift]:
        number = max(n for n, (since, _) in enumerate(self._named) if since <= stamp)
        since, named = self._named[number]
        later = self._named[number + 1 : number + 2]
        day = day_of(moment_of(stamp), named.zone, named.gaming_day)
        starts = [day.first_stamp, *(stamp_of(day.moment_at(one)) for one in named.shifts[1:])]
        shift = bisect_right(starts, stamp)
        ends = [*starts, day.last_stamp][shift]
        until = min(ends, *(time for time, _ in later), ends)
        return max(since, starts[shift - 1]), until, GamingShift(day.date, shift)


def local_date(stamp: str, zone: str) -> date:
    """The date of a time of the record on the clock of the house."""
    return moment_of(stamp).astimezone(ZoneInfo(zone)).date()
