"""A person takes their place at a table."""

from pitboss.house.host import relief
from pitboss.house.host.canceling import between_rounds
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.people.register import Person
from pitboss.house.protocol.commands import Name, Word
from pitboss.house.table import entries
from pitboss.journal import Actor
from pitboss.roles import Role


class Assign(Command, frozen=True, kw_only=True):
    """A person takes their place; a dealer only between rounds, and at one table at a time."""

    right = "assign {role}"
    person: Name = ""  # a credential number
    role: Word = ""

    def entries(self, at: At) -> Entries:
        role, actor = relief.role_named(self.role), self.actor(at)
        yield assigned(at, relief.fit(at.host, at.table, self.person, role), role, actor)


def assigned(at: At, person: Person, role: Role, actor: Actor) -> entries.Assigned:
    """They take their place now; for a new dealer a round in which nothing happened makes way."""
    if relief.relieves(at.host, at.table, role):
        between_rounds(at.table, "A new dealer", at.table.game.closed)
    return entries.Assigned(person.credential, person.name, role, actor, at.key)
