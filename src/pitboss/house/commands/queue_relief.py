"""A person takes over as soon as that is possible."""

from pitboss.house.commands.assign import Assign, assigned
from pitboss.house.host import relief
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Name, Word
from pitboss.house.table import entries, rounds
from pitboss.procedure import Refusal, Refused


class QueueRelief(Command, frozen=True, kw_only=True):
    """The same as to assign somebody, as soon as it is possible; without a person, nobody is to take over any more."""

    right = Assign.right
    person: Name = ""  # a credential number
    role: Word = ""

    def entries(self, at: At) -> Entries:
        table, role, actor = at.table, relief.role_named(self.role), self.actor(at)
        if not self.person:
            if role not in {one.role for one in table.state.standing.relief}:
                raise Refused(Refusal.STALE, f"Nobody is to take over as {role.title}.", "")
            yield entries.ReliefQueued("", "", role, actor, at.key)
            return
        person = relief.fit(at.host, table, self.person, role)
        waits = relief.relieves(at.host, table, role) and table.round is not None and not rounds.is_cancelable(table)
        if waits:
            yield entries.ReliefQueued(person.credential, person.name, role, actor, at.key)
        else:
            yield assigned(at, person, role, actor)
