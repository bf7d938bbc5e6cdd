"""Who stands at a table: assigned and released by those above them, each in the record."""

from typing import TYPE_CHECKING

from pitboss.house.host import rights
from pitboss.house.host.canceling import between_rounds
from pitboss.house.host.sessions import Session
from pitboss.house.people.register import Person
from pitboss.house.protocol.commands import Command
from pitboss.house.table import entries, rounds
from pitboss.house.table.table import Table
from pitboss.procedure import Refusal, Refused
from pitboss.roles import AT_A_TABLE, Role

if TYPE_CHECKING:
    from pitboss.house.host.host import Host


def assign(host: "Host", session: Session, command: Command) -> None:
    """A person takes their place at this table; a dealer only between rounds, and at one table at a time."""
    table, role = host.require_table(), _role(command)
    actor = rights.require(host, session, f"assign {role}")
    person = _fit(host, table, command.person, role)
    if _relieves(table, role):
        between_rounds(table, "A new dealer", table.game.closed)
    table.enter(entries.Assigned(person.credential, person.name, role, actor, command.key))


def queue_relief(host: "Host", session: Session, command: Command) -> None:
    """The same as soon as it is possible; without a person, nobody is to take over any more."""
    table, role = host.require_table(), _role(command)
    actor = rights.require(host, session, f"assign {role}")
    if not command.person:
        if role not in {one.role for one in table.state.standing.relief}:
            raise Refused(Refusal.STALE, f"Nobody is to take over as {role.title}.", "")
        table.enter(entries.ReliefQueued("", "", role, actor, command.key))
        return
    person = _fit(host, table, command.person, role)
    if _relieves(table, role) and table.round is not None and not rounds.is_cancelable(table):
        table.enter(entries.ReliefQueued(person.credential, person.name, role, actor, command.key))
    else:
        assign(host, session, command)


def take_over(host: "Host", table: Table) -> None:
    """Between rounds: whoever is to take over does, if they still can."""
    for one in list(table.state.standing.relief):
        try:
            person = _fit(host, table, one.person, one.role)
        except Refused as refusal:
            table.enter(entries.ReliefQueued("", "", one.role, one.by))
            host.announce(f"{one.name} does not take over. {refusal.sentence}", refusal.cite)
        else:
            table.enter(entries.Assigned(person.credential, person.name, one.role, one.by, one.key))


def _relieves(table: Table, role: Role) -> bool:
    """Whether there is a dealer here whom a new one takes over from."""
    return (
        role is Role.DEALER
        and table.state.standing.open
        and any(place.role is role for place in table.state.standing.assigned)
    )


def _fit(host: "Host", table: Table, credential: str, role: Role) -> Person:
    """The person, or a refusal that says why they cannot stand here in this role."""
    person = host.register.person(credential)
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
        elsewhere = next((name for name in host.places(person.credential) if name != host.name), None)
        if elsewhere is not None:
            raise Refused(Refusal.NOT_LAWFUL, f"{person.name} stands at {elsewhere}; release them there first.", "")
    return person


def release(host: "Host", session: Session, command: Command) -> None:
    """A person leaves their place; a table without its dealer waits for another."""
    table, role = host.require_table(), _role(command)
    actor = rights.require(host, session, f"release {role}")
    if role not in table.state.standing.roles_of(command.person):
        raise Refused(Refusal.STALE, f"Nobody with that credential number is assigned here as {role.title}.", "")
    if role in table.game.crew and table.state.standing.open:
        between_rounds(table, "To leave the table", table.game.closed)
    table.enter(entries.Released(command.person, role, actor, command.key))


def _role(command: Command) -> Role:
    known = sorted(role.value for role in AT_A_TABLE)
    if command.role not in known:
        raise Refused(Refusal.MALFORMED, f"Expected one of {', '.join(known)}, not {command.role!r}.", "")
    return Role(command.role)
