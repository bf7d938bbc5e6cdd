"""An approved filing comes into force at a table."""

from pitboss.house.host import rules_in_force
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.readiness import check_in_service
from pitboss.house.host.replies import SEQUENCE
from pitboss.house.host.rules_in_force import RULES
from pitboss.house.protocol.commands import Word
from pitboss.house.table import entries


class PutInForce(Command, frozen=True, kw_only=True):
    """An approved filing comes into force here, at a moment, as soon as nothing is on the layout; what changes, in words."""

    right = "put rules in force"
    filing: Word = ""
    at: Word = ""  # a moment, as year-month-dayThour:minute in the zone of the house; empty: now

    def entries(self, at: At) -> Entries:
        table, host, actor = at.table, at.host, self.actor(at)
        check_in_service(table)
        if host.house.allowances is not None:
            host.house.allowances.refresh()  # it may have been approved or withdrawn a moment ago, at another process
        filing, moment = host.house.register.filings.get(self.filing), rules_in_force.moment(host, self.at)
        wanted, submission = rules_in_force.wanted(host, table, filing, moment)
        yield entries.RulesScheduled(wanted.choices, submission, filing.id, moment, actor, at.key, wanted.bounds)
        if not rules_in_force.come_into_force(host, table):
            after = "the round is over and nothing is on the layout"
            when = f"at {self.at.replace('T', ' ')}, or later, when {after}" if moment else f"as soon as {after}"
            host.outbox.announce(f"Other rules come into force at this table {when}.", RULES)
        if wanted.words:
            at.reply |= {SEQUENCE: table.journal.sequence, "words": " ".join(wanted.words)}
