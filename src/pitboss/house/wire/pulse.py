"""Everybody who wants to be looked after, once a second, a few at a time: thousands of timers would cost more than what they are for."""

import asyncio
import logging
from typing import Protocol

log = logging.getLogger("pitboss")

EVERY, SLOTS = 1.0, 20  # seconds between two visits to the same; parts of that time, each with its own visits


class Visited(Protocol):
    def visit(self) -> None:
        """It is time to look after this one."""


class Pulse:
    """Visits whoever joined until they leave; needs a running loop while somebody is there."""

    def __init__(self) -> None:
        self._slots: list[dict[Visited, None]] = [{} for _ in range(SLOTS)]
        self._slot_of: dict[Visited, int] = {}
        self._at, self._due = 0, 0.0
        self._timer: asyncio.TimerHandle | None = None

    def join(self, one: Visited) -> None:
        """The first visit is a second from now."""
        self._slots[self._at][one] = None
        self._slot_of[one] = self._at
        if self._timer is None:
            self._due = asyncio.get_running_loop().time()
            self._wait()

    def leave(self, one: Visited) -> None:
        slot = self._slot_of.pop(one, None)
        if slot is not None:
            del self._slots[slot][one]
        if not self._slot_of and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        """Late visits do not make the next ones late; those that were missed altogether are not made up for."""
        loop = asyncio.get_running_loop()
        self._due = max(self._due + EVERY / SLOTS, loop.time())
        self._timer = loop.call_at(self._due, self._visit)

    def _visit(self) -> None:
        self._at = (self._at + 1) % SLOTS
        self._wait()
        for one in [*self._slots[self._at]]:
            try:
                one.visit()
            except Exception:  # the others are visited all the same
                log.exception("a visit failed")
