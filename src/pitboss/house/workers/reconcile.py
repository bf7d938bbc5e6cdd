"""The rounds of one table held against its paytable and against chance, in a process."""

from collections.abc import Iterator

import msgspec

from pitboss.events import Collected, Paid, Returned
from pitboss.house.protocol.reconciliation import PlayHeld
from pitboss.house.records.filed import Filed
from pitboss.house.workers.request import Request


class RoundToHold(msgspec.Struct, frozen=True, array_like=True):
    """A round that is over, as it travels: under which submission, and what was settled in it."""

    submission: str
    number: int
    settlements: tuple[Paid | Collected | Returned, ...]


class ReconcileAsked(Request[PlayHeld], frozen=True):
    """The rounds of a table, and what was filed under each of their submissions."""

    lane, longest, answer, kept, title = "slow", 1800.0, PlayHeld, True, "The reconciliation"

    table: str
    filed: tuple[Filed, ...]
    rounds: tuple[RoundToHold, ...]

    def work(self) -> Iterator[PlayHeld]:
        from pitboss.house.records.play_held import hold  # only here: it brings the mathematics
        from pitboss.mathematics.kit.table_win import SettledRound

        yield hold(
            self.table,
            self.filed,
            ((one.submission, SettledRound(one.number, one.settlements)) for one in self.rounds),
        )
