"""Rate limits: a token bucket, and one bucket per client address."""

import time
from collections import OrderedDict

ADDRESSES = 10_000  # remembered at once


class Bucket:
    """A token bucket: a burst, and after that a steady rate per second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left, self._at = rate, burst, burst, time.monotonic()

    def take(self) -> float:
        """Take a token; returns the seconds to wait until it is available, 0 when it is."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        self._left -= 1
        return 0.0 if self._left >= 0 else -self._left / self._rate

    def take_if_available(self) -> bool:
        """Take a token if one is available."""
        if self.take() == 0.0:
            return True
        self._left += 1
        return False


class Buckets:
    """A bucket for each address; the least recently used are forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._found: OrderedDict[str, Bucket] = OrderedDict()

    def allow(self, address: str) -> bool:
        bucket = self._found.get(address)
        if bucket is None:
            bucket = self._found[address] = Bucket(self._rate, self._burst)
            while len(self._found) > ADDRESSES:
                self._found.popitem(last=False)
        else:
            self._found.move_to_end(address)
        return bucket.take_if_available()
