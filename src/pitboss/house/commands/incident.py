"""Something happened that no chapter speaks of."""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.readiness import stated
from pitboss.house.protocol.commands import Name, Seat, Word
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.procedure import Refusal, Refused

KINDS = ("late_bet", "dispute", "wrong_payout", "chips_moved", "spill", "medical", "disturbance", "equipment", "other")


class WriteIncident(Command, frozen=True, kw_only=True, tag="incident"):
    """Something happened that no chapter speaks of."""

    right = "write incident"
    name: Word = ""  # of its kind
    words: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    rounds: Annotated[tuple[int, ...], msgspec.Meta(max_length=50)] = ()
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=20)] = ()
    people: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)] = ()

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        if self.name not in KINDS:
            raise Refused(Refusal.MALFORMED, f"Expected one of {', '.join(KINDS)}, not {self.name!r}.", "")
        _check_rounds(table, self.rounds)
        _check_seats(table, self.seats)
        words = stated(self.words, "Say what happened.")
        people = tuple(" ".join(name.split()) for name in self.people if name.strip())
        number = table.state.disputes.reported + 1
        yield entries.IncidentReported(number, self.name, words, actor, self.rounds, self.seats, people, at.key)


def _check_rounds(table: Table, rounds: Iterable[int]) -> None:
    played = table.state.felt.number
    for number in rounds:
        if not played:
            words = f"No round has been played at this table yet; leave round {number} out."
        elif 1 <= number <= played:
            continue
        elif played == 1:
            words = f"This table has played round 1 only, not round {number}."
        else:
            words = f"This table has played rounds 1 to {played}, not round {number}."
        raise Refused(Refusal.NOT_FOUND, words, "")


def _check_seats(table: Table, seats: Iterable[int]) -> None:
    most = table.rules.posted.seats
    for seat in seats:
        if not 1 <= seat <= most:
            raise Refused(Refusal.NO_SUCH_SEAT, f"This table has seats 1 to {most}, not seat {seat}.", "")
