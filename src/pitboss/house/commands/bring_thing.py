"""Equipment that the house received comes to a table."""

from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.equipment_checks import CLOCKS, as_it_left, whereabouts
from pitboss.house.protocol.commands import Name
from pitboss.house.table import entries
from pitboss.house.table.equipment import ENDED
from pitboss.procedure import Refusal, Refused


class BringThing(Command, frozen=True, kw_only=True):
    """Equipment that the house received comes to this table, into the reserve."""

    right = "bring thing"
    thing: Name = ""

    def entries(self, at: At) -> Entries:
        table, host, actor = at.table, at.host, self.actor(at)
        received, left = host.house.register.things.get(self.thing), as_it_left(host, self.thing)
        where = whereabouts(host, self.thing)
        if where is not None:
            words = f"{self.thing} is at {where}; it has to be taken away from there first."
            raise Refused(Refusal.NOT_LAWFUL, words, CLOCKS)
        if received is None and left is None:
            raise Refused(Refusal.NOT_FOUND, f"The house has no equipment {self.thing!r}.", CLOCKS)
        if left is not None and left.state in ENDED:
            why = f": {left.reason}" if left.reason else ""
            raise Refused(Refusal.NOT_LAWFUL, f"{self.thing} was {left.state} and does not come back{why}.", CLOCKS)
        known = received if received is not None else left
        assert known is not None
        kind = next((kind for kind in table.thing_kinds if kind.name == known.kind), None)
        if kind is None:
            kinds = ", ".join(kind.name for kind in table.thing_kinds) or "nothing"
            raise Refused(Refusal.NOT_LAWFUL, f"This table works with {kinds}, not with {known.kind}.", CLOCKS)
        if received is not None and kind.approval and not received.approval:
            words = f"{received.thing} came without an approval; a {kind.title} needs one."
            raise Refused(Refusal.NOT_LAWFUL, words, kind.approval)
        since = left.since if left is not None else ""
        broken = left is not None and left.state == "out_of_order"
        yield entries.ThingBrought(
            self.thing, known.kind, known.description, False, since, actor, at.key, out_of_order=broken
        )
