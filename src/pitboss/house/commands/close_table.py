"""The floor closes a table."""

from pitboss.game import When
from pitboss.house.host import inspections
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.task import missing
from pitboss.house.table import entries, pledges, rounds
from pitboss.procedure import Refusal, Refused


class ClosePlay(Command, frozen=True, kw_only=True, tag="close_table"):
    """Close at once when nothing is on the layout, else when this round is over; after what has to be signed before."""

    right = "close_table"

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        if not table.state.standing.open:
            raise Refused(Refusal.STALE, "The table is already closed.", "")
        if table.state.filing.by_person:
            unsigned = inspections.unsigned(table, When.CLOSING)
            if why := missing(inspections.tasks(at.host, table, *unsigned)):
                raise Refused(Refusal.LOCKED, why, unsigned[0].cite)
        if table.round is not None and not rounds.is_cancelable(table):
            yield entries.Closing(actor, at.key)
            return
        if table.round is not None:
            rounds.unplay(table, "the table closes")
        pledges.close(table, actor, at.key)
