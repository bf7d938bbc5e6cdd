"""Who takes over at a table, and who can."""

from typing import TYPE_CHECKING

from pitboss.house.host import rights
from pitboss.house.people.register import Person
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.procedure import Refusal, Refused
from pitboss.roles import AT_A_TABLE, Role

if TYPE_CHECKING:
    from pitboss.house.host.host import Host


def take_over(host: "Host", table: Table) -> None:
    """Between rounds: whoever is to take over does, if they still can."""
    for one in list(table.state.standing.relief):
        try:
            person = fit(host, table, one.person, one.role)
        except Refused as refusal:
            table.enter(entries.ReliefQueued("", "", one.role, one.by))
            host.outbox.announce(f"{one.name} does not take over. {refusal.sentence}", refusal.cite)
        else:
            table.enter(entries.Assigned(person.credential, person.name, one.role, one.by, one.key))


def relieves(table: Table, role: Role) -> bool:
    """Whether there is a dealer here whom a new one takes over from."""
    return (
        role is Role.DEALER
        and table.state.standing.open
        and any(place.role is role for place in table.state.standing.assigned)
    )


def fit(host: "Host", table: Table, credential: str, role: Role) -> Person:
    """The person, or a refusal that says why they cannot stand here in this role."""
    person = host.house.register.person(credential)
    if not person.active:
        raise Refused(Refusal.NOT_LAWFUL, f"{person.name} does not work here any more.", "")
    if role not in person.roles:
        raise Refused(Refusal.NOT_LAWFUL, f"{person.name} is no {role.title}.", "I-GEN-32")
    if person.credential in table.state.seats.persons.values():
        raise Refused(Refusal.NOT_LAWFUL, f"{person.name} plays at this table.", "")
    if role in table.state.standing.roles_of(person.credential):
        raise Refused(Refusal.STALE, f"{person.name} is already assigned to this table as {role.title}.", "")
    if role is not Role.FLOORPERSON:
        if not table.state.filing.by_person:
            raise Refused(Refusal.NOT_LAWFUL, "This table deals automatically; there is no dealer to assign.", "")
        elsewhere = next((name for name in places(host, person.credential) if name != host.name), None)
        if elsewhere is not None:
            raise Refused(Refusal.NOT_LAWFUL, f"{person.name} stands at {elsewhere}; release them there first.", "")
    return person


def places(host: "Host", person: str) -> list[str]:
    """The tables at which a person stands as a dealer, boxperson or stickperson."""
    return [table.name for table in host.house.tables() if rights.DEALT_BY & table.state.standing.roles_of(person)]


def role_named(name: str) -> Role:
    """The role of somebody who stands at a table."""
    known = sorted(role.value for role in AT_A_TABLE)
    if name not in known:
        raise Refused(Refusal.MALFORMED, f"Expected one of {', '.join(known)}, not {name!r}.", "")
    return Role(name)
