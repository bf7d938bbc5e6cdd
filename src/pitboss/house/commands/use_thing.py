"""Equipment of the reserve is put in use."""

from pitboss.house.host import equipment_checks
from pitboss.house.host.canceling import between_rounds
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.equipment_checks import CLOCKS
from pitboss.house.protocol.commands import Name
from pitboss.house.table import entries, equipment
from pitboss.procedure import Refusal, Refused


class UseThing(Command, frozen=True, kw_only=True):
    """Put equipment of the reserve in use, where nothing of its kind is: after a set left the table."""

    right = "bring thing"
    thing: Name = ""

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        thing = equipment_checks.known(table, self.thing, CLOCKS)
        equipment_checks.check_may_be_used(table, thing.id, thing.kind, CLOCKS)
        replaced = table.state.equipment.in_use(thing.kind)
        duty = next((d for d in equipment.duties(table) if d.thing == thing.kind and d.replaces), None)
        if replaced is not None and duty is not None:
            raise Refused(Refusal.NOT_LAWFUL, f"{duty.title}: record it as that duty.", duty.cite)
        between_rounds(table, "Putting a thing in use", CLOCKS)
        yield entries.ThingMoved(thing.id, "in_use", actor, at.key)
