"""The people of a demonstration: one for each role, and more where an act takes several; made up, each with a link that signs in
as them."""

from pitboss.house.people import entries
from pitboss.house.people.register import Register
from pitboss.journal import Actor
from pitboss.roles import Role

DEMO = "DEMO-"
NAMES = {
    Role.PLAYER: "Pat Player",
    Role.DEALER: "Dana Dealer",
    Role.STICKPERSON: "Sam Stick",
    Role.BOXPERSON: "Bobbie Box",
    Role.FLOORPERSON: "Frankie Floor",
    Role.PIT_MANAGER: "Parker Pit",
    Role.SHIFT_MANAGER: "Shelby Shift",
    Role.CAGE_CASHIER: "Casey Cage",
    Role.COUNT_TEAM: "Cory Count",
    Role.SECURITY: "Sky Security",
    Role.SURVEILLANCE: "Sidney Watch",
    Role.MAINTENANCE: "Morgan Mend",
    Role.MANAGER: "Max Manager",
    Role.AUDITOR: "Audie Audit",
    Role.BOARD: "Blair Board",
    Role.ADMINISTRATOR: "Addie Admin",
}


MORE_DEALERS = {"DEMO-dealer-2": "Drew Dealer", "DEMO-dealer-3": "Devon Dealer", "DEMO-dealer-4": "Dale Dealer"}
MORE = {credential: (name, Role.DEALER) for credential, name in MORE_DEALERS.items()} | {
    "DEMO-cage-cashier-2": ("Cameron Cage", Role.CAGE_CASHIER),
    "DEMO-count-team-2": ("Chris Count", Role.COUNT_TEAM),
    "DEMO-count-team-3": ("Cleo Count", Role.COUNT_TEAM),
}


def credential_of(role: Role) -> str:
    """``DEMO-dealer``."""
    return f"{DEMO}{role.value.replace('_', '-')}"


DEALERS = (credential_of(Role.DEALER), *MORE_DEALERS)


def equips(register: Register) -> Actor | None:
    """Who receives the equipment of new tables and brings it there; None where the demonstration has no such person."""
    person = register.people.get(credential_of(Role.PIT_MANAGER))
    return None if person is None else Actor(person.credential, person.name, Role.PIT_MANAGER.value)


async def add_people(register: Register) -> None:
    """Add those who are missing."""
    people = {credential_of(role): (NAMES[role], role) for role in Role}
    people |= MORE
    known = register.people
    made = [entries.PersonAdded(who, name, (role,)) for who, (name, role) in people.items() if who not in known]
    if made:
        await register.enter(*made)
