"""One timer for the heartbeats of all connections, a few at a time: thousands of timers would cost more than what they are for."""

import asyncio
import logging
from typing import Protocol

log = logging.getLogger("pitboss")

EVERY, SLOTS = 1.0, 20  # seconds between two ticks of one member; parts of that time, each with its own members


class Heartbeat(Protocol):
    def tick(self) -> None:
        """A second has passed."""


class HeartbeatWheel:
    """Ticks every member once a second until it leaves; needs a running loop while there is one."""

    def __init__(self) -> None:
        self._slots: list[dict[Heartbeat, None]] = [{} for _ in range(SLOTS)]
        self._slot_of: dict[Heartbeat, int] = {}
        self._at, self._due = 0, 0.0
        self._timer: asyncio.TimerHandle | None = None

    def join(self, member: Heartbeat) -> None:
        """The first tick is a second from now."""
        self._slots[self._at][member] = None
        self._slot_of[member] = self._at
        if self._timer is None:
            self._due = asyncio.get_running_loop().time()
            self._wait()

    def leave(self, member: Heartbeat) -> None:
        slot = self._slot_of.pop(member, None)
        if slot is not None:
            del self._slots[slot][member]
        if not self._slot_of and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        """A late tick does not delay the next ones; ticks that were missed altogether are not made up for."""
        loop = asyncio.get_running_loop()
        self._due = max(self._due + EVERY / SLOTS, loop.time())
        self._timer = loop.call_at(self._due, self._tick)

    def _tick(self) -> None:
        self._at = (self._at + 1) % SLOTS
        self._wait()
        for member in [*self._slots[self._at]]:
            try:
                member.tick()
            except Exception:  # the others tick all the same
                log.exception("a heartbeat failed")
