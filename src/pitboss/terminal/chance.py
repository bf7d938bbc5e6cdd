"""Chance in the terminal and the library: a committed seed for each shoe from one shuffle to the next, or for each spin,
opened when it is spent.

Each shoe is a device of its own, with its own seed, as at a table of a house: the sides of a double shoe are two.
"""

import hashlib
import os
from collections.abc import Callable, Iterable

from pitboss.drivers.fair import FairDevice, shoe_name
from pitboss.events import CutMade, Event, Shuffled
from pitboss.procedure import Answer, Draw


class TerminalChance:
    """``seed`` makes the whole session repeatable; without one, each seed is drawn from the system."""

    def __init__(self, say: Callable[[str], None], seed: bytes | None = None) -> None:
        self._say, self._given = say, seed
        self._shoes: dict[str, FairDevice] = {}
        self._latest = ""  # the shoe that was shuffled last: it is cut, and dice thrown beside it use its seed
        self._free: FairDevice | None = None  # of no shoe: a wheel or dice, or the next shoe that is shuffled

    def begin(self, events: Iterable[Event]) -> None:
        """A round begins: a device that keeps no order is new for it."""
        if not any(device.start for device in self._shoes.values()):
            self._open_without_order()
            self._renew_free()
        self.hear(events)

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Shuffled):
                self._shuffled(shoe_name(event.device))
            elif isinstance(event, CutMade) and self._latest in self._shoes:
                self._shoes[self._latest].cut = event.position

    def answer(self, draw: Draw) -> Answer:
        return self._device(draw).answer(draw)

    def _device(self, draw: Draw) -> FairDevice:
        name = self._latest if draw.independent else shoe_name(draw.device)
        if name not in self._shoes:
            if draw.independent:
                return self._free or self._renew_free()
            self._shuffled(name)  # a device that gives no account of its shuffles
        return self._shoes[name]

    # --- seeds

    def _shuffled(self, name: str) -> None:
        """A shoe has a new order: its old seed is opened if it was used, and it is committed to a new one."""
        self._latest = name
        if name in self._shoes:
            if not self._shoes[name].drawn:
                return
            self._open(name)
        device = self._free
        if device is None or device.drawn:
            self._open_free()
            device = self._new(f" for the {name}" if self._shoes else "")
        self._shoes[name], self._free = device, None

    def _renew_free(self) -> FairDevice:
        if self._free is None or self._free.drawn:
            self._open_free()
            self._free = self._new()
        return self._free

    def _new(self, whose: str = "") -> FairDevice:
        if self._given is None:
            seed = os.urandom(32)
        else:
            seed, self._given = self._given, hashlib.sha256(b"pitboss next\n" + self._given).digest()
        device = FairDevice(seed)
        self._say(f"Seed committed{whose}: {device.commitment}")
        return device

    def open(self) -> None:
        """Show every seed of which something was drawn: nothing more will be."""
        for name in list(self._shoes):
            self._open(name)
        self._open_free()

    def open_spent(self, opening: Iterable[Event]) -> None:
        """Show the seeds of which the next round, which opens so, needs nothing more."""
        for event in opening:
            if isinstance(event, Shuffled):
                self._open(shoe_name(event.device))
        self._open_without_order()
        self._open_free()

    def _open_without_order(self) -> None:
        for name in [name for name, device in self._shoes.items() if not device.start]:
            self._open(name)

    def _open(self, name: str) -> None:
        device = self._shoes.get(name)
        if device is not None and device.drawn:
            whose = f" for the {name}: " if len(self._shoes) > 1 else ":    "
            self._say(f"Seed opened{whose}{device.seed.hex()}")
            del self._shoes[name]

    def _open_free(self) -> None:
        if self._free is not None and self._free.drawn:
            self._say(f"Seed opened:    {self._free.seed.hex()}")
            self._free = None
