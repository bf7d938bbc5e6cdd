"""A table is closed for good."""

from pitboss.house.host import money, seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.readiness import stated
from pitboss.house.protocol.commands import Reason
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class RetireTable(Command, frozen=True, kw_only=True):
    """Close the table for good; it has to be closed to play."""

    right = "retire table"
    reason: Reason = ""

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        if table.state.standing.retired:
            raise Refused(Refusal.STALE, "This table is retired already.", "")
        if table.state.standing.open or table.round is not None:
            raise Refused(Refusal.LOCKED, "Close the table first; then it can be retired.", "")
        if table.state.felt.up:
            raise Refused(Refusal.LOCKED, "There are wagers on the layout; they are decided first.", table.game.closed)
        money.check_empty(at.host, table)
        reason = stated(self.reason, "Say why.")
        for seat in list(table.state.seats.players):
            seats.give_up_all(at.host, table, seat, entries.HOUSE, at.key)
            at.host.presence.get_up(seat)
        yield entries.Retired(reason, actor, at.key)
