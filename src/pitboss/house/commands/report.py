"""An irregularity is reported, and the chapter's remedy applied."""

from typing import Annotated

import msgspec

from pitboss.house.host.command import At, AtRound, Entries
from pitboss.house.protocol.commands import Seat, Word
from pitboss.journal import Actor, Report
from pitboss.procedure import Refusal, Refused


class ReportIrregularity(AtRound, frozen=True, kw_only=True, tag="report"):
    """An irregularity: what happened, at which seat, and the facts on which the remedy depends."""

    right = "report {kind}"
    kind: Word
    seat: Seat = 0
    facts: Annotated[dict[Word, bool | int | Word], msgspec.Meta(max_length=16)] = {}

    def entries(self, at: At) -> Entries:
        """Nothing but what the round enters itself."""
        report, actor = self.reported(at)
        at.table.report(report, at.key, actor)
        yield from ()

    def reported(self, at: At) -> tuple[Report, Actor]:
        """What is reported, and by whom; a refusal where this game has no such irregularity."""
        if at.table.game.irregularity(self.kind) is None:
            raise Refused(Refusal.CANNOT_HAPPEN, f"This game has no irregularity {self.kind!r}.", at.table.game.closed)
        actor = self.actor(at)
        return Report(self.kind, self.seat, dict(self.facts), actor.role), actor
