"""The days of a house, as it names and begins them."""

from datetime import datetime

from pitboss.house.clock import Clock, seconds
from pitboss.house.host.conditions import day_in
from pitboss.house.people.entries import UNNAMED, HouseNamed
from pitboss.house.people.register import Register
from pitboss.house.table.hours import HOUR, GamingDay, day_of, moment_of

WEEKS_BACK = 5  # in which a shift that nobody ended is still named


class Calendar:
    def __init__(self, clock: Clock, register: Register) -> None:
        self._clock, self._register = clock, register

    @property
    def _named(self) -> HouseNamed:
        return self._register.named_as or UNNAMED

    def gaming_day(self) -> GamingDay:
        """The gaming day that is now."""
        return day_of(moment_of(self._clock.stamp()), self._named.zone, self._named.gaming_day)

    def shift(self) -> tuple[str, int]:
        """The gaming day and the shift of it, from 1, that are now."""
        now, day = moment_of(self._clock.stamp()), self.gaming_day()
        return day.date, sum(begins <= now for begins in self.shift_times(day))

    def shift_times(self, day: GamingDay) -> list[datetime]:
        """When each shift of a gaming day begins, in UTC; one where none are filed. What the clocks skip is none."""
        hours = self._named.shifts or (self._named.gaming_day,)
        return list(dict.fromkeys(map(day.moment_at, hours)))

    def ended_shifts(self, since: str) -> list[tuple[str, int]]:
        """The shifts that ended between a time and now, the earliest first; of the last weeks."""
        now, day = moment_of(self._clock.stamp()), self.gaming_day()
        found: list[tuple[str, int]] = []
        for _ in range(WEEKS_BACK * 7):
            begins = self.shift_times(day)
            ends = [*begins[1:], day.ends]
            found += [(day.date, n) for n, end in reversed([*enumerate(ends, 1)]) if moment_of(since) < end <= now]
            if day.begins <= moment_of(since):
                break
            day = day_of(day.begins - HOUR, self._named.zone, self._named.gaming_day)
        return found[::-1]

    def today(self) -> str:
        """The date where the house is."""
        return day_in(self._named.zone, self._clock.seconds())

    def seconds_left(self) -> float:
        """Until the gaming day is over."""
        return seconds(self.gaming_day().last_stamp) - self._clock.seconds()
