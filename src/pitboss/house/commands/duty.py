"""Somebody put other cards, dice or tiles in use, or inspected a device."""

from pitboss.house.host import equipment_checks
from pitboss.house.host.canceling import between_rounds
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Name, Word
from pitboss.house.table import entries, equipment
from pitboss.procedure import Refusal, Refused


class DoDuty(Command, frozen=True, kw_only=True, tag="duty"):
    """A duty of the table is done, while nothing is on the layout."""

    right = "do {name}"
    name: Word = ""
    thing: Name = ""  # what was put in use

    def entries(self, at: At) -> Entries:
        table = at.table
        known = {duty.name: duty for duty in equipment.duties(table)}
        done = known.get(self.name)
        if done is None:
            words = f"Expected a duty of this table, not {self.name!r}; there are: {', '.join(known) or 'none'}."
            raise Refused(Refusal.MALFORMED, words, "")
        actor, by_person = self.actor(at), table.state.filing.by_person
        if done.replaces and by_person and equipment.works_with(table, done.thing):
            if not self.thing:
                raise Refused(Refusal.MALFORMED, f"{done.title}: say which {done.thing} were put in use.", done.cite)
            equipment_checks.check_may_be_used(table, self.thing, done.thing, done.cite)
        between_rounds(table, done.title, done.cite)
        yield entries.DutyDone(done.name, actor, at.key, self.thing if by_person else "")
