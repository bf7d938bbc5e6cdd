"""A person leaves their place at a table."""

from pitboss.house.commands.assign import _OfRole
from pitboss.house.host.canceling import between_rounds
from pitboss.house.host.command import At, Entries
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class Release(_OfRole, frozen=True, kw_only=True):
    """A person leaves their place; a table without its dealer waits for another."""

    right = "release {role}"

    def entries(self, at: At) -> Entries:
        table, (role, actor) = at.table, self.actor_for(at)
        standing = table.state.standing
        if role not in standing.roles_of(self.person):
            words = f"Nobody with that credential number is assigned here as {role.title}."
            raise Refused(Refusal.STALE, words, "")
        if role in table.game.crew and standing.open:
            between_rounds(table, "To leave the table", table.game.closed)
        yield entries.Released(self.person, role, actor, at.key)
