"""A wheel: equally spaced compartments in a fixed order, all equally likely."""

from collections.abc import Mapping
from functools import cached_property

import msgspec


class Wheel(msgspec.Struct, frozen=True, dict=True):
    """Compartments clockwise. Several of them may have the same label."""

    device: str
    order: tuple[str, ...]

    @classmethod
    def of(cls, device: str, order: str) -> "Wheel":
        """A wheel from its labels in a row, ``"0 32 15 …"``."""
        return cls(device, tuple(order.split()))

    @cached_property
    def weights(self) -> Mapping[str, int]:
        """Each label with the number of compartments that bear it."""
        found: dict[str, int] = {}
        for label in self.order:
            found[label] = found.get(label, 0) + 1
        return found

    def adjacent(self, centre: str, count: int) -> tuple[str, ...]:
        """``count`` neighbouring compartments around one, clockwise."""
        at, size = self.order.index(centre), len(self.order)
        return tuple(self.order[(at + step) % size] for step in range(-(count // 2), count - count // 2))
