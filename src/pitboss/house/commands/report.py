"""An irregularity is reported, and the chapter's remedy applied."""

from typing import Annotated

import msgspec

from pitboss.house.host import patrons
from pitboss.house.host.command import At, Command, Entries, Index, Number
from pitboss.house.protocol.commands import Seat, Word
from pitboss.journal import Actor, Report
from pitboss.procedure import Refusal, Refused

Facts = Annotated[dict[Word, bool | int | Word], msgspec.Meta(max_length=16)]


class ReportIrregularity(Command, frozen=True, kw_only=True, tag="report"):
    """An irregularity: what happened, at which seat, and the facts on which the remedy depends."""

    right = "report {kind}"
    names_moment = True
    round: Number
    question: Index | None = None  # what happened may be reported while play goes on
    kind: Word
    seat: Seat = 0
    facts: Facts = {}
    patron: Index = 0  # whom the sender saw there; 0: whoever is there

    def entries(self, at: At) -> Entries:
        """Nothing but what the round enters itself."""
        report, actor = reported(at, self, self.kind, self.seat, self.facts)
        patrons.check_still(at.table, self.seat, self.patron)
        at.table.report(report, at.key, actor)
        yield from ()


def reported(at: At, command: Command, kind: str, seat: int, facts: Facts) -> tuple[Report, Actor]:
    """What is reported, and by whom; a refusal where this game has no such irregularity."""
    if at.table.game.irregularity(kind) is None:
        raise Refused(Refusal.CANNOT_HAPPEN, f"This game has no irregularity {kind!r}.", at.table.game.closed)
    actor = command.actor(at)
    return Report(kind, seat, dict(facts), actor.role), actor
