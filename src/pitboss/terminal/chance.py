"""Chance in the terminal: a committed seed from one shuffle, or one spin, to the next, opened when it is spent."""

import hashlib
import os
from collections.abc import Callable, Iterable

from pitboss.drivers.fair import FairDevice
from pitboss.events import CutMade, Event, Shuffled
from pitboss.procedure import Answer, Draw


class Chance:
    """``seed`` makes the whole session repeatable; without one, each seed is drawn from the system."""

    def __init__(self, say: Callable[[str], None], seed: bytes | None = None) -> None:
        self._say, self._given = say, seed
        self._device: FairDevice | None = None

    def begin(self, events: Iterable[Event]) -> None:
        """A round begins: a device that keeps no order is new for it."""
        if self._device is None or not self._device.start:
            self.renew()
        self.hear(events)

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Shuffled):
                self.renew()
            elif isinstance(event, CutMade) and self._device is not None:
                self._device.cut = event.position

    def answer(self, draw: Draw) -> Answer:
        assert self._device is not None
        return self._device.answer(draw)

    def renew(self) -> None:
        """Open the old seed if it was used, and commit to a new one."""
        if self._device is not None and not self._device.drawn:
            return
        self.open()
        if self._given is None:
            seed = os.urandom(32)
        else:
            seed, self._given = self._given, hashlib.sha256(b"pitboss next\n" + self._given).digest()
        self._device = FairDevice(seed)
        self._say(f"Seed committed: {self._device.commitment}")

    def open(self) -> None:
        """Show the seed of what has been drawn."""
        if self._device is not None and self._device.drawn:
            self._say(f"Seed opened:    {self._device.seed.hex()}")
            self._device = None

    def spent(self, opening: Iterable[Event]) -> bool:
        """Whether the next round, which opens so, needs nothing more of this seed."""
        keeps_order = self._device is not None and bool(self._device.start)
        return not keeps_order or any(isinstance(event, Shuffled) for event in opening)
