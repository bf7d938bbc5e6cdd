"""Equipment is sealed as evidence, or destroyed: by two persons."""

from typing import ClassVar, Literal

from pitboss.house.host import equipment_checks
from pitboss.house.host.canceling import between_rounds
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.equipment_checks import CLOCKS
from pitboss.house.protocol.commands import Name, Reason
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class SealThing(Command, frozen=True, kw_only=True):
    """The first person seals it and says why, the second was present; it is done when both have signed."""

    right = "seal thing"
    witness: ClassVar[str] = "witness seal"  # the right of the second person
    act: ClassVar[Literal["seal", "destroy"]] = "seal"
    thing: Name = ""
    reason: Reason = ""

    def entries(self, at: At) -> Entries:
        table = at.table
        here = table.state.equipment.things.get(self.thing)
        right = self.witness if here is not None and here.signed else self.right
        actor = at.actor(right)
        thing = equipment_checks.known(table, self.thing, CLOCKS)
        if thing.state in ("sealed", "destroyed"):
            raise Refused(Refusal.STALE, f"{thing.id} is {thing.state}.", CLOCKS)
        if thing.signed and thing.act != self.act:
            words = f"{thing.signed[0].name} has begun to {thing.act} {thing.id}."
            raise Refused(Refusal.NOT_LAWFUL, words, CLOCKS)
        at.actor(right, first=thing.signed)
        reason = " ".join(self.reason.split()) or thing.reason
        if not reason:
            raise Refused(Refusal.MALFORMED, f"To {self.act} {thing.id} needs a reason.", CLOCKS)
        if thing.state == "in_use":
            between_rounds(table, f"To {self.act} what is in use", CLOCKS)
        yield entries.ThingSigned(thing.id, self.act, reason, actor, at.key)
