"""Equipment is destroyed, by two persons."""

from typing import ClassVar, Literal

from pitboss.house.commands.seal_thing import SealThing


class DestroyThing(SealThing, frozen=True, kw_only=True):
    """The first person destroys it and says why, the second was present; it is done when both have signed."""

    right = "destroy thing"
    witness: ClassVar[str] = "witness destruction"
    act: ClassVar[Literal["seal", "destroy"]] = "destroy"
