"""The house's clocks: one for the record, in UTC, and one that only runs forward."""

import time
from datetime import UTC, datetime

CLOCK_ENTRY = "clock"  # the kind of entry that says that the wall clock was set
JUMP = 1.0  # seconds by which the wall clock may drift before it counts as having been set


class Clock:
    """Wall time for entries and duties, elapsed time for deadlines."""

    def seconds(self) -> float:
        """Since the epoch, as the wall clock has it."""
        return time.time()

    def elapsed(self) -> float:
        """Seconds that never run backward."""
        return time.monotonic()

    def steady_epoch(self) -> float:
        """The wall time at which elapsed time was 0, as it is taken to be while the house is open, whoever sets the clock."""
        return self.seconds() - self.elapsed()

    def stamp(self) -> str:
        """Now, in the form of an entry: UTC to the millisecond."""
        return stamp(self.seconds())


class Watch:
    """Detects for one table that the wall clock was set; every table records that for itself."""

    def __init__(self, clock: Clock, last: str = "") -> None:
        """``last`` is when the record was last written: a wall clock that is before it was set back since."""
        self._clock = clock
        self._offset = clock.seconds() - clock.elapsed()
        if last and clock.seconds() < seconds(last) - JUMP:
            self._offset = seconds(last) - clock.elapsed()

    def jumped(self) -> int:
        """By how many milliseconds the wall clock was set since the last call; 0 if it was not."""
        offset = self._clock.seconds() - self._clock.elapsed()
        change = offset - self._offset
        if abs(change) < JUMP:
            return 0
        self._offset = offset
        return round(change * 1000)


def stamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seconds(stamp: str) -> float:
    """The time of an entry, in seconds since the epoch."""
    return datetime.fromisoformat(stamp).timestamp()


def set_back(before: str, now: str) -> int:
    """By how many milliseconds the time of an entry lies before that of the entry before it; 0: by less than a clock drifts."""
    if now >= before:
        return 0
    earlier = round((seconds(before) - seconds(now)) * 1000)
    return earlier if earlier >= JUMP * 1000 else 0


def is_unexplained(before: str, now: str, kind: str) -> bool:
    """Whether an entry of that kind is dated before the one before it, and is not the one that says that the clock was set."""
    try:
        return kind != CLOCK_ENTRY and bool(before) and set_back(before, now) > 0
    except ValueError:  # that is no time
        return True
