"""Gaming days of the past: in which of them a time of the record lies, by what the house had filed at that time."""

from collections.abc import Iterable

import msgspec

from pitboss.house.people.entries import UNNAMED, HouseNamed
from pitboss.house.table.hours import GamingDay, day_of, moment_of


class DayStart(msgspec.Struct, frozen=True):
    """From a time on, gaming days begin at this hour in this zone."""

    since: str
    zone: str
    begins: str


class Days:
    """Which gaming day a time belongs to."""

    def __init__(self, filed: Iterable[DayStart] = ()) -> None:
        self.filed: list[DayStart] = [DayStart("", UNNAMED.zone, UNNAMED.gaming_day), *filed]
        self._last: GamingDay | None = None  # mostly the next time lies in the same day

    def name(self, made: HouseNamed, time: str) -> None:
        """The house filed when its days begin."""
        latest = self.filed[-1]
        if (made.zone, made.gaming_day) != (latest.zone, latest.begins):
            self.filed.append(DayStart(time, made.zone, made.gaming_day))
            self._last = None

    def of(self, stamp: str) -> str:
        """The date of the gaming day in which a time of the record lies."""
        last = self._last
        if last is None or len(self.filed) > 1 or not last.first_stamp <= stamp < last.last_stamp:
            filed = next(one for one in reversed(self.filed) if one.since <= stamp)
            last = self._last = day_of(moment_of(stamp), filed.zone, filed.begins)
        return last.date
