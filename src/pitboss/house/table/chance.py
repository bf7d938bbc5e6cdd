"""Chance at a table: which seed answers which draw.

Every shuffle of a shoe has a seed of its own, valid until the next shuffle of that shoe; everything that does
not come in a fixed order (wheel, dice, a continuous shuffler) is drawn from the seed of the round and the words that players
added before the first such draw. This module makes no seeds: the host passes in fresh ones, recovery those of the store, the
verifier those that were opened. A device whose seed is not known yet gives no answer.
"""

from collections.abc import Iterable, Mapping

import msgspec

from pitboss.drivers.fair import FairDevice, mixed, shoe_name
from pitboss.events import CutMade, Event, Shuffled
from pitboss.procedure import Answer, Draw

Seeds = Mapping[int, bytes]


class Dump(msgspec.Struct, frozen=True):
    """A shoe between rounds: enough, with its seed, to continue in the same order."""

    serial: int
    commitment: str
    cut: int
    start: tuple[str, ...]
    drawn: int


class Device:
    """A device and its seed. ``fair`` is None while the seed is not known."""

    __slots__ = ("commitment", "drawn", "fair", "seed", "serial")

    def __init__(self, serial: int, commitment: str, seed: bytes | None) -> None:
        self.serial, self.commitment, self.drawn, self.seed = serial, commitment, 0, seed
        self.fair = FairDevice(seed) if seed is not None else None

    def mix(self, words: bytes) -> None:
        """Before the first draw: what players added counts too."""
        if self.seed is not None:
            self.fair = FairDevice(mixed(self.seed, words))

    def draw(self, question: Draw, cut: int) -> Answer | None:
        self.drawn += 1
        if self.fair is None:
            return None
        if not self.fair.start:
            self.fair.cut = cut
        return self.fair.answer(question)

    def fits(self, question: Draw) -> bool:
        """Whether the order has as many cards left as the rules say remain."""
        assert self.fair is not None
        left = len(self.fair.start) - self.fair.drawn
        return not self.fair.start or left == sum(question.weights.values())


OF_DEVICES = frozenset({Shuffled, CutMade})  # the events that devices take note of


class Devices:
    """The devices of one table."""

    __slots__ = ("_cuts", "_latest", "round", "shoes", "unseeded")

    def __init__(self) -> None:
        self.shoes: dict[str, Device] = {}
        self.round: Device | None = None
        self.unseeded: list[str] = []  # shoes that were shuffled and have no seed yet
        self._cuts: dict[str, int] = {}
        self._latest = ""

    def observe(self, events: Iterable[Event]) -> None:
        """Note shuffles and cuts."""
        for event in events:
            if event.__class__ not in OF_DEVICES:
                continue
            if isinstance(event, Shuffled):
                self._latest = shoe_name(event.device)
                self._cuts[self._latest] = 0
                if self._latest not in self.unseeded:
                    self.unseeded.append(self._latest)
            elif isinstance(event, CutMade):
                self._cuts[self._latest] = event.position

    def install(self, name: str, device: Device) -> None:
        """Give a shuffled shoe its seed."""
        self.shoes[name] = device
        if name in self.unseeded:
            self.unseeded.remove(name)

    def wants_seed(self, question: Draw) -> bool:
        """Whether the shoe of this draw has no order yet, or one that does not match the cards the rules say remain."""
        if question.independent:
            return False
        device = self.shoes.get(shoe_name(question.device))
        return device is None or not device.fits(question)

    def wants(self, question: Draw) -> None:
        """Note that the shoe of this draw needs a seed."""
        self.unseeded.append(shoe_name(question.device))

    def draw(self, question: Draw, words: bytes) -> Answer | None:
        """What the device of this draw shows, with what players added to the seed of the round; None where its seed is not
        known."""
        device = self.device(question)
        if device is None:
            return None
        if question.independent:
            if not device.drawn:
                device.mix(words)
            return device.draw(question, 0)
        return device.draw(question, self._cuts.get(shoe_name(question.device), 0))

    def device(self, question: Draw) -> Device | None:
        """The device of this draw, where there was a commitment to its seed, known or not."""
        return self.round if question.independent else self.shoes.get(shoe_name(question.device))

    # --- between rounds

    def dump(self) -> dict[str, Dump]:
        found = {}
        for name, device in self.shoes.items():
            start: tuple[str, ...] = ()
            cut = self._cuts.get(name, 0)
            if device.fair is not None and device.fair.start:
                start, cut = tuple(device.fair.start), device.fair.cut
            found[name] = Dump(device.serial, device.commitment, cut, start, device.drawn)
        return found

    def seeds(self) -> dict[int, bytes]:
        """The known seeds, by serial number."""
        return {device.serial: device.fair.seed for device in self.shoes.values() if device.fair is not None}

    @classmethod
    def restore(cls, dump: Mapping[str, Dump], seeds: Seeds) -> "Devices":
        devices = cls()
        for name, saved in dump.items():
            device = Device(saved.serial, saved.commitment, seeds.get(saved.serial))
            devices.shoes[name], devices._cuts[name] = device, saved.cut
            device.drawn = saved.drawn
            if device.fair is not None and saved.start:
                device.fair.cut = saved.cut
                device.fair.fix(list(saved.start))
                device.fair.skip(saved.drawn)
        return devices
