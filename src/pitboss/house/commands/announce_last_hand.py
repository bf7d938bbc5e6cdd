"""The floor announces the last hand before a table closes."""

from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.readiness import check_in_service
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused

WORDS = "Last hand: one more round is dealt before this table closes."


class AnnounceLastHand(Command, frozen=True, kw_only=True):
    """Announce to everyone at the table that one more round is dealt before it closes; the floor closes it afterwards."""

    right = "announce last hand"

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        check_in_service(table)
        if not table.state.standing.open:
            raise Refused(Refusal.TABLE_CLOSED, "The table is closed; no hand follows that could be the last.", "")
        if table.play.closing:
            raise Refused(Refusal.STALE, "The table closes after this round; no other hand follows.", "")
        if table.state.standing.last_hand:
            raise Refused(Refusal.STALE, "The last hand before this table closes was announced already.", "")
        yield entries.Announcement(WORDS, actor, at.key, last_hand=True)
        at.host.outbox.announce(WORDS, "")
