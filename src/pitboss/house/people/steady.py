"""A clock whose readings can be stored and compared after a restart, and that nobody can set while the house is open."""

from pitboss.house.clock import Clock


class SteadyClock:
    """Wall time as it was when the house opened, running steadily since: to set the wall clock moves no deadline."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._opened = clock.steady_epoch()

    def now(self) -> float:
        """Seconds since the epoch."""
        return self._opened + self._clock.elapsed()
