"""Equipment is destroyed, by two persons."""

from pitboss.house.commands.seal_thing import signed
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Name, Reason


class DestroyThing(Command, frozen=True, kw_only=True):
    """The first person destroys it and says why, the second was present; it is done when both have signed."""

    right = "destroy thing"
    thing: Name = ""
    reason: Reason = ""

    def entries(self, at: At) -> Entries:
        yield signed(at, "destroy", (self.right, "witness destruction"), self.thing, self.reason)
