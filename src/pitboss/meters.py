"""A progressive meter as it was filed, and its state between rounds. ``families.progressive`` plays with it."""

from fractions import Fraction

import msgspec

from pitboss.money import Cents, share

MICRO = 1_000_000  # micro-cents to the cent, so that every rate of up to four decimals is exact


class Meter(msgspec.Struct, frozen=True):
    """What was filed for one meter: its seed, and the percentages of each wager that go to it and to its reserve."""

    name: str
    cite: str
    initial: Cents
    reset: Cents
    rate: Fraction
    reserve_rate: Fraction = Fraction(0)  # to a pool that goes into the next seed (I-688a-07)
    linked: bool = False


class MeterState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A meter between rounds, in micro-cents; for a linked meter also what this table alone added or took."""

    value: int
    reserve: int = 0
    moved: int = 0
    kept: int = 0  # what this table alone added to the reserve, or took

    @property
    def shown(self) -> Cents:
        """The amount on the display."""
        return share(self.value, 1, MICRO)
