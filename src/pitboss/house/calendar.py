"""The days of a house, as it names and begins them."""

from pitboss.house.clock import Clock, seconds
from pitboss.house.host.conditions import day_in
from pitboss.house.people.entries import UNNAMED, HouseNamed
from pitboss.house.people.register import Register
from pitboss.house.table.hours import GamingDay, day_of, moment_of


class Calendar:
    def __init__(self, clock: Clock, register: Register) -> None:
        self._clock, self._register = clock, register

    @property
    def _named(self) -> HouseNamed:
        return self._register.named_as or UNNAMED

    def gaming_day(self) -> GamingDay:
        """The gaming day that is now."""
        return day_of(moment_of(self._clock.stamp()), self._named.zone, self._named.gaming_day)

    def today(self) -> str:
        """The date where the house is."""
        return day_in(self._named.zone, self._clock.seconds())

    def seconds_left(self) -> float:
        """Until the gaming day is over."""
        return seconds(self.gaming_day().last_stamp) - self._clock.seconds()
