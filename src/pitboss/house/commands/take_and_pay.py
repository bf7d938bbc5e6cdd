"""The dealer has taken and paid the last round."""

from pitboss.house.host import settling
from pitboss.house.host.command import At, Command, Entries, Number
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class TakeAndPay(Command, frozen=True, kw_only=True):
    """Say that the losing chips of a round are taken and the winning ones paid; then the next round opens."""

    right = "take and pay"
    round: Number

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        cite, last = settling.due(table), table.state.felt.number
        if not cite:
            raise Refused(Refusal.STALE, "No round waits to be taken and paid.", table.game.closed)
        if self.round != last:
            raise Refused(
                Refusal.STALE, f"That was meant for round {self.round}; round {last} is to be taken and paid.", cite
            )
        yield entries.TakenAndPaid(last, actor, at.key)
