"""Other limits are posted at a table."""

from typing import Annotated

import msgspec

from pitboss.house.host import conditions, rules_in_force
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.readiness import check_in_service
from pitboss.house.host.rules_in_force import LIMITS, RULES
from pitboss.house.protocol.commands import LimitsMessage, Word
from pitboss.house.table import entries
from pitboss.house.table.filing import differ_in_limits_only, submission_of
from pitboss.money import dollars
from pitboss.procedure import Refusal, Refused


class ChangeLimits(Command, frozen=True, kw_only=True):
    """Other posted limits, within what was filed; from the next round on."""

    right = "change limits"
    limits: Annotated[dict[Word, LimitsMessage], msgspec.Meta(max_length=64)] = {}  # by wager; "" for the table

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        check_in_service(table)
        now = table.state.filing
        coming = now.scheduled
        if coming is not None and (coming.filing or not differ_in_limits_only(now.founded.choices, coming.choices)):
            raise Refused(Refusal.LOCKED, "Other rules are to come into force here; cancel that first.", RULES)
        if not self.limits:
            raise Refused(Refusal.MALFORMED, "Say which limits: of the table, or of a wager.", LIMITS)
        chosen = dict(coming.choices if coming is not None else now.founded.choices)
        for wager, limits in self.limits.items():
            asked = {
                name: dollars(value) for name, value in msgspec.structs.asdict(limits).items() if value is not None
            }
            if wager:
                own = dict(chosen.get("limits") or {})
                own[wager] = {**own.get(wager, {}), **asked}
                chosen["limits"] = own
            else:
                chosen |= asked
        rules = submission_of(table.game, chosen)
        conditions.check_maximum(at.host.house.register.filings.known.get(now.filing), rules)
        conditions.check_within(submission_of(table.game, {**chosen, **now.bounds}), rules)
        if rules.hash(table.game.name) == now.founded.submission:
            raise Refused(Refusal.STALE, "These limits are posted already.", LIMITS)
        yield entries.RulesScheduled(rules.chosen, rules.hash(table.game.name), "", "", actor, at.key)
        rules_in_force.come_into_force(at.host, table)
