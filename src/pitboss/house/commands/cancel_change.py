"""What was to come into force at a table will not."""

from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.readiness import stated
from pitboss.house.host.rules_in_force import RULES
from pitboss.house.protocol.commands import Reason
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class CancelChange(Command, frozen=True, kw_only=True):
    """What was to come into force will not."""

    right = "put rules in force"
    reason: Reason = ""

    def entries(self, at: At) -> Entries:
        actor = self.actor(at)
        if at.table.state.filing.scheduled is None:
            raise Refused(Refusal.STALE, "No other rules are to come into force at this table.", RULES)
        yield entries.RulesUnscheduled(stated(self.reason, "Say why."), actor, at.key)
