"""Equipment leaves a table."""

from pitboss.house.host import equipment_checks
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.equipment_checks import CLOCKS
from pitboss.house.protocol.commands import Name
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class TakeThing(Command, frozen=True, kw_only=True):
    """Equipment leaves the table; not what is in use while the table is open."""

    right = "take thing"
    thing: Name = ""

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        thing = equipment_checks.known(table, self.thing, CLOCKS)
        if thing.state == "in_use" and table.state.standing.open:
            words = f"{thing.id} is in use; close the table, or put another one in its place."
            raise Refused(Refusal.LOCKED, words, CLOCKS)
        if thing.state == "destroyed":
            raise Refused(Refusal.NOT_LAWFUL, f"{thing.id} was destroyed.", CLOCKS)
        yield entries.ThingMoved(thing.id, "away", actor, at.key)
