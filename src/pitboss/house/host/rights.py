"""Whether the person of a session may do something at a table, and in which role: read from ``authority``, never decided here."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec

from pitboss import authority
from pitboss.authority import Right, role_at
from pitboss.house.host.sessions import AUDIT, PLAYER, STAFF_ROLE, WATCHER, Session
from pitboss.house.people.register import Person, Register
from pitboss.house.protocol.views import Role as Console
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import Election, Refusal, Refused
from pitboss.roles import AT_A_TABLE, RANKS, Role, spoken

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

DEALT_BY = frozenset({Role.DEALER, Role.STICKPERSON, Role.BOXPERSON})
OVERSEE = frozenset(authority.OVERSEERS)


def rights_of(table: Table) -> tuple[Right, ...]:
    """Who may do what at a table, by the rules in force there."""
    known: dict[str, tuple[Right, ...]] = table.rules.__dict__.setdefault("rights", {})  # as a cached property would
    if table.game.name not in known:
        known[table.game.name] = authority.rights(table.game, table.rules)
    return known[table.game.name]


def person_of(host: "Host", session: Session) -> Person | None:
    """Who signed in, while they may."""
    person = host.house.register.people.get(session.person) if session.person else None
    return person if person is not None and person.active else None


def works_as(host: "Host", person: str, role: Role) -> bool:
    """Whether somebody still works here in a role."""
    found = host.house.register.people.get(person)
    return found is not None and found.active and role in found.roles


def roles_at(host: "Host", session: Session) -> tuple[Role, ...]:
    """The roles in which this person may act at this table now."""
    person, table = person_of(host, session), host.table
    if person is None:
        return ()
    return authority.effective(
        person.roles, table.state.standing.roles_of(person.credential) if table is not None else ()
    )


def console(host: "Host", session: Session) -> Console:
    """What a person is shown at this table: the dealer's console, the floor's, that of other staff, or what anyone sees."""
    roles = roles_at(host, session)
    if any(role in DEALT_BY for role in roles):
        return "dealer"
    if any(role in RANKS for role in roles):
        return "floor"
    person = person_of(host, session)
    if person is not None and any(role in OVERSEE for role in person.roles):
        return AUDIT
    return STAFF_ROLE if any(role is not Role.PLAYER for role in roles) else WATCHER


def current_session(host: "Host", session: Session) -> Session:
    """As whom a session looks on: a player who does not sit here any more is a watcher, a person what they are now."""
    if session.role == PLAYER:
        return session if host.presence.sits(session) else Session(person=session.person)
    return msgspec.structs.replace(session, role=console(host, session)) if session.person else session


def require(host: "Host", session: Session, act: str, *, first: Iterable[Actor] = ()) -> Actor:
    """The person, in the role in which they may do this at this table; or a refusal that says who may. ``first``: who took the
    first side of an act of which this is the second."""
    right = authority.right_of(rights_of(host.require_table()), act)
    actor = _require(host, session, right)
    authority.require_second(right.second, actor, first, right.cite)
    return actor


def require_answer(host: "Host", session: Session, election: Election) -> Actor:
    """The same for the answer to a question that is put to the dealer or the floor."""
    table = host.require_table()
    roles = authority.answerers(table.game, election.to, election.kind)
    return _require(host, session, Right(f"answer {election.kind}", roles, election.cite))


def _require(host: "Host", session: Session, right: Right) -> Actor:
    person = person_of(host, session)
    if person is None:
        if session.role == PLAYER:
            authority.require(right, (Role.PLAYER,))
        words = "You are not signed in any more" if session.person else f"Only {spoken(right.roles)} may do that"
        raise Refused(Refusal.NOT_SIGNED_IN, f"{words}; sign in and try again.", right.cite)
    roles = roles_at(host, session)
    elsewhere = tuple(role for role in person.roles if role in AT_A_TABLE and role not in roles)
    return person.acting(authority.require(right, roles, assigned=assigned_here(host, person), held=elsewhere))


def assigned_here(host: "Host", person: Person | None) -> frozenset[Role]:
    """The roles in which a person is assigned to this table."""
    table = host.table
    return frozenset() if table is None or person is None else table.state.standing.roles_of(person.credential)


def acts(host: "Host", session: Session, table: Table) -> tuple[str, ...]:
    """Everything that the person of a session may do at this table, for the consoles, which show nothing else."""
    roles = roles_at(host, session)
    if not roles:
        return ()
    assigned = assigned_here(host, person_of(host, session))
    return tuple(right.act for right in rights_of(table) if role_at(right, roles, assigned) is not None)


def able(host: "Host", table: Table, right: Right, but: Iterable[str] = ()) -> Iterator[Person]:
    """Those who could do something at this table now: not ``but``, who took the first side of it."""
    excluded, standing, register = {*but}, table.state.standing, host.house.register
    here = dict.fromkeys(place.person for place in standing.assigned)
    for credential in here:
        person = register.people.get(credential)
        if person is not None and person.active and credential not in excluded:
            assigned = standing.roles_of(credential)
            if role_at(right, authority.effective(person.roles, assigned), assigned) is not None:
                yield person
    for roles, persons in _by_roles(register).items():
        if role_at(right, authority.effective(roles, ()), ()) is not None:
            yield from (one for one in persons if one.credential not in excluded and one.credential not in here)


_KNOWN: "WeakKeyDictionary[Register, tuple[tuple[int, int], dict[tuple[Role, ...], list[Person]]]]" = (
    WeakKeyDictionary()
)


def _by_roles(register: Register) -> dict[tuple[Role, ...], list[Person]]:
    """Everybody who may sign in, by the roles that they have; found once until something is entered."""
    mark, known = (register.applied, len(register.people)), _KNOWN.get(register)
    if known is None or known[0] != mark:
        found: dict[tuple[Role, ...], list[Person]] = {}
        for person in register.people.values():
            if person.active:
                found.setdefault(person.roles, []).append(person)
        known = _KNOWN[register] = (mark, found)
    return known[1]


def player_actor(host: "Host", session: Session) -> Actor | None:
    """A player who signed in, as the one who caused an entry."""
    person = person_of(host, session)
    return person.acting(Role.PLAYER) if person is not None else None
