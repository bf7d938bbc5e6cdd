"""Challenges for passkeys to sign: random, for one purpose, good once and for five minutes; a restart voids them all."""

import os
from collections import OrderedDict

from pitboss.house.people.steady import SteadyClock
from pitboss.procedure import Refusal, Refused

VALID_SECONDS = 5 * 60.0
MOST = 10_000  # outstanding at once; the oldest are forgotten first
BYTES = 32


class Challenges:
    """Those that were issued and not answered. A purpose names the session or invitation that asked, if any did."""

    def __init__(self, clock: SteadyClock) -> None:
        self._clock = clock
        self._issued: OrderedDict[bytes, tuple[str, float]] = OrderedDict()

    def issue(self, purpose: str) -> bytes:
        now, challenge = self._clock.now(), os.urandom(BYTES)
        self._issued[challenge] = (purpose, now + VALID_SECONDS)
        while len(self._issued) > MOST or next(iter(self._issued.values()))[1] <= now:
            self._issued.popitem(last=False)
        return challenge

    def spend(self, challenge: bytes, purpose: str) -> None:
        """Use a challenge up, whatever becomes of the answer to it; a refusal unless it was issued for this."""
        issued_for, until = self._issued.pop(challenge, ("", 0.0))
        if issued_for != purpose or until <= self._clock.now():
            raise Refused(
                Refusal.STALE, "This passkey answers a question that was not asked, or is over; start again.", ""
            )
