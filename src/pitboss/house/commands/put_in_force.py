"""An approved filing comes into force at a table."""

from pitboss.house.clock import seconds
from pitboss.house.host import conditions, rules_in_force
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.readiness import check_in_service
from pitboss.house.host.replies import SEQUENCE
from pitboss.house.host.rules_in_force import RULES
from pitboss.house.protocol.commands import Word
from pitboss.house.table import entries
from pitboss.house.table.filing import submission_of
from pitboss.procedure import Refusal, Refused
from pitboss.submission import check_fileable


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
        filing = host.house.register.filings.get(self.filing)
        if filing.game != table.game.name:
            words = f"{filing.id} is for {filing.game}, not for {table.game.name}."
            raise Refused(Refusal.FORBIDDEN_CHOICE, words, RULES)
        if filing.state != "approved":
            words = f"{filing.id} is {filing.state}; rules are put in force once approved."
            raise Refused(Refusal.LOCKED, words, RULES)
        moment = rules_in_force.moment(host, self.at)
        conditions.check_place(filing, table.name)
        zone = rules_in_force.zone(host)
        conditions.check_date(
            filing, conditions.day_in(zone, seconds(moment)) if moment else rules_in_force.today(host)
        )
        wanted = conditions.coming(table, filing)
        rules = submission_of(table.game, wanted.choices)
        check_fileable(rules)
        submission, now = rules.hash(table.game.name), table.state.filing
        if submission == now.founded.submission and filing.id == now.filing:
            raise Refused(Refusal.STALE, f"{filing.id} is in force at this table already.", RULES)
        rules_in_force.check_all_meters(table, rules)
        coming = now.scheduled
        if coming is not None and (coming.filing, coming.submission, coming.at) == (filing.id, submission, moment):
            raise Refused(Refusal.STALE, f"{filing.id} is to come into force at this table already.", RULES)
        yield entries.RulesScheduled(wanted.choices, submission, filing.id, moment, actor, at.key, wanted.bounds)
        if not rules_in_force.come_into_force(host, table):
            after = "the round is over and nothing is on the layout"
            when = f"at {self.at.replace('T', ' ')}, or later, when {after}" if moment else f"as soon as {after}"
            host.outbox.announce(f"Other rules come into force at this table {when}.", RULES)
        if wanted.words:
            at.reply |= {SEQUENCE: table.journal.sequence, "words": " ".join(wanted.words)}
