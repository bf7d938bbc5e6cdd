"""The floor opens a table."""

from pitboss.house.host import inspections, readiness
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.readiness import check_in_service
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class OpenPlay(Command, frozen=True, kw_only=True, tag="open_table"):
    """Open the table to play."""

    right = "open_table"

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        check_in_service(table)
        if table.state.standing.open:
            raise Refused(Refusal.STALE, "The table is already open.", "")
        if not table.state.filing.by_person:
            inspections.sign_automatically(table)
        if why := readiness.not_ready(at.host, table):
            cite = next((one.cite for one in inspections.unsigned(table)), "")
            raise Refused(Refusal.TABLE_CLOSED, why, cite)
        yield entries.Opened(actor, at.key)
        at.host.dealer.open_next()
