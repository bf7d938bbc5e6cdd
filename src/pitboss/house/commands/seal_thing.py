"""Equipment is sealed as evidence, or destroyed: by two persons."""

from typing import Literal

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
    thing: Name = ""
    reason: Reason = ""

    def entries(self, at: At) -> Entries:
        yield signed(at, "seal", (self.right, "witness seal"), self.thing, self.reason)


def signed(
    at: At, act: Literal["seal", "destroy"], rights: tuple[str, str], id: str, reason: str
) -> entries.ThingSigned:
    """One of two persons signs; ``rights`` are those of the first and of the second."""
    table = at.table
    here = table.state.equipment.things.get(id)
    right = rights[here is not None and bool(here.signed)]
    actor = at.actor(right)
    thing = equipment_checks.known(table, id, CLOCKS)
    if thing.state in ("sealed", "destroyed"):
        raise Refused(Refusal.STALE, f"{thing.id} is {thing.state}.", CLOCKS)
    if thing.signed and thing.act != act:
        words = f"{thing.signed[0].name} has begun to {thing.act} {thing.id}."
        raise Refused(Refusal.NOT_LAWFUL, words, CLOCKS)
    at.actor(right, first=thing.signed)
    reason = " ".join(reason.split()) or thing.reason
    if not reason:
        raise Refused(Refusal.MALFORMED, f"To {act} {thing.id} needs a reason.", CLOCKS)
    if thing.state == "in_use":
        between_rounds(table, f"To {act} what is in use", CLOCKS)
    return entries.ThingSigned(thing.id, act, reason, actor, at.key)
