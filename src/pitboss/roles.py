"""The roles of people in a house, and their order: who may do what another role is named for."""

from collections.abc import Iterable
from enum import StrEnum


class Role(StrEnum):
    """What a person is licensed and employed to do."""

    PLAYER = "player"
    DEALER = "dealer"
    STICKPERSON = "stickperson"
    BOXPERSON = "boxperson"
    FLOORPERSON = "floorperson"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"
    CAGE_CASHIER = "cage_cashier"
    COUNT_TEAM = "count_team"
    SECURITY = "security"
    SURVEILLANCE = "surveillance"
    MAINTENANCE = "maintenance"
    MANAGER = "manager"
    AUDITOR = "auditor"
    BOARD = "board"
    ADMINISTRATOR = "administrator"

    @property
    def title(self) -> str:  # type: ignore[override]  # a name for people, not a change of letters
        """``pit manager``."""
        return self.value.replace("_", " ")


# "Floorperson or above" (I-GEN-32): each of these may do what an earlier one is named for.
RANKS = (Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
# Those who act at a table only while they are assigned to it; the others act everywhere in the house.
AT_A_TABLE = frozenset({Role.DEALER, Role.STICKPERSON, Role.BOXPERSON, Role.FLOORPERSON})
STAFF = frozenset(Role) - {Role.PLAYER}


def serves_as(held: Role, named: Role) -> bool:
    """Whether a person of one role may do what another is named for: the same one, or a higher rank."""
    if held in RANKS and named in RANKS:
        return RANKS.index(held) >= RANKS.index(named)
    return held is named


def role_for(held: Iterable[Role], named: Iterable[Role]) -> Role | None:
    """In which of their roles a person may do what some roles are named for: the one named first, else a higher rank."""
    roles = tuple(held)
    for wanted in named:
        if wanted in roles:
            return wanted
    return next((role for wanted in named for role in roles if serves_as(role, wanted)), None)


DEPARTMENTS = {Role.COUNT_TEAM: "the count team", Role.BOARD: "the Board"} | {
    role: f"somebody from {role.title}" for role in (Role.SECURITY, Role.SURVEILLANCE, Role.MAINTENANCE)
}


def spoken(roles: Iterable[Role]) -> str:
    """``a dealer or a floorperson or above``, as the end of a sentence."""
    words = [
        DEPARTMENTS.get(role) or _article(role.title) + (" or above" if role in RANKS[:-1] else "")
        for role in dict.fromkeys(roles)
    ]
    return " or ".join(words) if words else "nobody"


def _article(title: str) -> str:
    return f"{'an' if title[0] in 'aeiou' else 'a'} {title}"
