"""A person leaves their place at a table."""

from pitboss.house.host import relief
from pitboss.house.host.canceling import between_rounds
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Name, Word
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class Release(Command, frozen=True, kw_only=True):
    """A person leaves their place; a table without its dealer waits for another."""

    right = "release {role}"
    person: Name = ""  # a credential number
    role: Word = ""

    def entries(self, at: At) -> Entries:
        table, standing = at.table, at.table.state.standing
        role, actor = relief.role_named(self.role), self.actor(at)
        if role not in standing.roles_of(self.person):
            words = f"Nobody with that credential number is assigned here as {role.title}."
            raise Refused(Refusal.STALE, words, "")
        if role in table.game.crew and standing.open:
            between_rounds(table, "To leave the table", table.game.closed)
        yield entries.Released(self.person, role, actor, at.key)
