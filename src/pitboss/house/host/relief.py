"""Who takes over at a table, and who can; who is missing there."""

from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING

from pitboss.authority import right_of
from pitboss.house.host import canceling, rights
from pitboss.house.host.task import StaffTask, one_of
from pitboss.house.people.register import Person
from pitboss.house.protocol.tasks import TaskAct
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.procedure import Refusal, Refused
from pitboss.roles import AT_A_TABLE, Role

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

FEW = 3  # of those who stand elsewhere are named


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


def relieves(host: "Host", table: Table, role: Role) -> bool:
    """Whether there is a dealer here whom a new one takes over from: not one who does not work here any more."""
    return (
        role is Role.DEALER
        and table.state.standing.open
        and any(
            place.role is role and rights.works_as(host, place.person, role) for place in table.state.standing.assigned
        )
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


# --- who is missing


def tasks(host: "Host", table: Table, wanted: Iterable[StaffTask]) -> Iterator[StaffTask]:
    """One for each place at a table without which no person deals there, or nobody could do these tasks."""
    here = {place.role for place in table.state.standing.assigned if rights.works_as(host, place.person, place.role)}
    lacking: dict[Role, set[str]] = {role: set() for role in table.game.crew if role not in here}
    for task in wanted:
        places = [role for role in task.right.roles if role in AT_A_TABLE]
        if places and next(rights.able(host, table, task.right, task.excluded), None) is None:
            lacking.setdefault(next((role for role in places if role in lacking), places[0]), set()).update(
                task.excluded
            )
    if lacking:
        elsewhere = _elsewhere(host)
        for role, excluded in lacking.items():
            yield _assignment(host, table, role, elsewhere, excluded)


def _elsewhere(host: "Host") -> dict[str, str]:
    """By credential number, another table at which somebody stands as a dealer, boxperson or stickperson."""
    return {
        place.person: other.name
        for other in host.house.tables()
        if other.name != host.name
        for place in other.state.standing.assigned
        if place.role in rights.DEALT_BY
    }


def _assignment(
    host: "Host", table: Table, role: Role, elsewhere: dict[str, str], excluded: Container[str]
) -> StaffTask:
    """``excluded``: who took the first side of what somebody in this place is wanted for."""
    playing, here = set(table.state.seats.persons.values()), table.state.standing.roles_of
    of_role = host.house.register.of(role)
    free = [
        person
        for person in of_role
        if (role is Role.FLOORPERSON or person.credential not in elsewhere)
        and person.credential not in excluded
        and person.credential not in playing
        and role not in here(person.credential)
    ]
    return StaffTask(
        kind="assign",
        name=role.value,
        title=f"Assign a {role.title}",
        right=right_of(rights.rights_of(table), f"assign {role}"),
        waits_for=_waits(host, table, role) if free else _nobody_free(role, of_role, elsewhere),
        changes=f"They stand at {table.name} as {role.title}.",
        act=TaskAct(
            words="Assign",
            body={"do": "assign", "role": role.value},
            choices=one_of(((person.credential, person.name) for person in free), "person"),
        ),
    )


def _waits(host: "Host", table: Table, role: Role) -> str:
    """A new dealer takes over from one who is there only between two rounds."""
    return canceling.waits(table) if relieves(host, table, role) else ""


def _nobody_free(role: Role, of_role: list[Person], elsewhere: dict[str, str]) -> str:
    if not of_role:
        return f"Nobody here is a {role.title}; add one under People."
    standing = [(one.name, elsewhere[one.credential]) for one in of_role if one.credential in elsewhere]
    busy = ", ".join(f"{name} stands at {where}" for name, where in standing[:FEW])
    return f"No {role.title} is free{': ' + busy if busy else ''}."
