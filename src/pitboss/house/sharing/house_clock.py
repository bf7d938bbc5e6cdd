"""The clock of a house that several processes serve: that of the database, which keeps the leases by it as well.

A process whose own clock is wrong, or is set, writes the same times as the others. Where the clock of the database is set, every
process sees it within a beat, and each of its tables notes it, as in a house of one process.
"""

from pathlib import Path

from pitboss.house.clock import Clock

# Seconds by which this machine and that of the database may run apart before the difference is taken over.
STEERED = 0.25
BOOT = Path("/proc/sys/kernel/random/boot_id")


class HouseClock(Clock):
    """Time as the database last told it, running on by what has elapsed here."""

    def __init__(self, own: Clock, now: float) -> None:
        self._own = own
        self._ahead = now - own.elapsed()
        self.epoch = self._ahead  # of ``steady_epoch``, which processes agree on

    def seconds(self) -> float:
        return self._own.elapsed() + self._ahead

    def elapsed(self) -> float:
        return self._own.elapsed()

    def steady_epoch(self) -> float:
        return self.epoch

    def correct(self, now: float, late: float) -> None:
        """It was so late by the database's clock when it was asked, which is at most ``late`` seconds ago."""
        ahead = now - self.seconds()
        if not -late - STEERED <= ahead <= STEERED:
            self._ahead += ahead + late / 2


def this_boot() -> str:
    """What tells the time since this machine was started, by which processes measure alike, from that since any other start."""
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""
