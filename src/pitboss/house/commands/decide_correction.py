"""A second person decides on a correction."""

from pitboss.house.host import payees
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Count, Reason
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused

CITE = "I-GEN-40"


class DecideCorrection(Command, frozen=True, kw_only=True):
    """A second person agrees to a correction, and it is paid; or somebody drops it."""

    right = "decide correction"
    number: Count = 0
    agreed: bool = False
    reason: Reason = ""

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        proposed = table.state.disputes.corrections_open.get(self.number)
        if proposed is None:
            raise Refused(Refusal.STALE, f"No correction {self.number} waits for a decision.", CITE)
        if not self.agreed:
            yield entries.CorrectionDecided(self.number, False, actor, self.reason, at.key)
            return
        self.actor(at, first=(proposed.by,))
        paid = payees.payees(at.host, table, proposed)
        payees.check_racks(table, paid)
        yield entries.CorrectionDecided(self.number, True, actor, self.reason, at.key, paid)
        what = "is void: its wagers are given back" if proposed.void else "is corrected"
        at.host.outbox.announce(f"Round {proposed.round} {what}. {proposed.reason}", CITE)
