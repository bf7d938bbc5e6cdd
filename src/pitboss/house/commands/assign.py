"""A person takes their place at a table."""

from pitboss.house.host import relief
from pitboss.house.host.canceling import between_rounds
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Name, Word
from pitboss.house.table import entries
from pitboss.journal import Actor
from pitboss.roles import Role


class _OfRole(Command, frozen=True, kw_only=True):
    """About a person, by their credential number, in a role at the table."""

    person: Name = ""
    role: Word = ""

    def actor_for(self, at: At) -> tuple[Role, Actor]:
        """The role, and whoever may give it; a refusal where there is no such role at a table."""
        role = relief.role_named(self.role)
        return role, self.actor(at)


class Assign(_OfRole, frozen=True, kw_only=True):
    """A person takes their place; a dealer only between rounds, and at one table at a time."""

    right = "assign {role}"

    def entries(self, at: At) -> Entries:
        table, (role, actor) = at.table, self.actor_for(at)
        person = relief.fit(at.host, table, self.person, role)
        if relief.relieves(table, role):
            between_rounds(table, "A new dealer", table.game.closed)
        yield entries.Assigned(person.credential, person.name, role, actor, at.key)
