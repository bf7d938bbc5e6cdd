"""What the record does not say by itself: what the rules asked chance for, and the funds before and after each round.

Both come from playing the record again, up to the last of the rounds, with no seed but those that the record opens.
"""

from collections.abc import Iterable, Mapping

import msgspec

from pitboss.drivers.fair import shoe_name
from pitboss.house.table.chance import Devices
from pitboss.house.table.rounds import RoundState
from pitboss.house.table.table import Table
from pitboss.house.table.versions import running, spans
from pitboss.journal import Entry
from pitboss.money import Cents
from pitboss.procedure import CHANCE, Answer, Draw, Question


class DrawnOutcome(msgspec.Struct, frozen=True):
    """A question to chance: which answer of which entry it got, and every outcome with its weight. Of a shoe they stand with
    its first card after a shuffle only, with the place where it was cut."""

    sequence: int
    answer: int
    device: str
    independent: bool
    cut: int = 0
    outcomes: tuple[tuple[str, int], ...] = ()


class Funds(msgspec.Struct, frozen=True):
    """The racks of the seats, before a round and after it."""

    before: dict[int, Cents]
    after: dict[int, Cents]


class ReplayedRecord(msgspec.Struct, frozen=True):
    """What was seen while the record was played again."""

    draws: tuple[DrawnOutcome, ...] = ()
    funds: dict[int, Funds] = {}


class _Watching(RoundState):
    """A round that remembers what was asked of chance."""

    table: Table | None = None
    draws: list[DrawnOutcome] = []
    at: tuple[int, int] = (0, 0)  # the entry, and how many of its answers were taken

    def note(self, question: Question | None, answer: Answer) -> None:
        super().note(question, answer)
        assert self.table is not None
        sequence = self.table.journal.sequence + 1
        number = self.at[1] if self.at[0] == sequence else 0
        self.at = (sequence, number + 1)
        if isinstance(question, Draw) and answer.by == CHANCE:
            self.draws.append(self._drawn_from(self.table.state.chance.devices, question, sequence, number))

    def _drawn_from(self, devices: Devices, question: Draw, sequence: int, number: int) -> DrawnOutcome:
        weights = tuple(question.weights.items())
        if question.independent:
            return DrawnOutcome(sequence, number, question.device, independent=True, outcomes=weights)
        shoe = devices.shoes.get(shoe_name(question.device))
        if shoe is None or shoe.drawn > 1:
            return DrawnOutcome(sequence, number, question.device, independent=False)
        cut = shoe.fair.cut if shoe.fair is not None else 0
        return DrawnOutcome(sequence, number, question.device, independent=False, cut=cut, outcomes=weights)


def is_replayable(record: Iterable[Entry]) -> bool:
    """Whether the rules that are running played all of it; what others played is left to their packages."""
    return {span.version for span in spans(record)} <= {"", running().rules.version}


def watch(name: str, record: Iterable[Entry], seeds: Mapping[int, bytes]) -> ReplayedRecord:
    """Play a record again."""
    table = Table(name, seeds)
    table.play = watching = _Watching(table=table)
    funds: dict[int, Funds] = {}
    before: dict[int, Cents] = {}
    for entry in record:
        if entry.kind == "round":
            before = _racks(table)
        table.replay(entry)
        if entry.kind == "ended":
            funds[table.state.felt.number] = Funds(before, _racks(table))
    return ReplayedRecord(tuple(watching.draws), funds)


def _racks(table: Table) -> dict[int, Cents]:
    return {seat: table.state.ledger.chips(seat) for seat in sorted(table.state.seats.players)}
