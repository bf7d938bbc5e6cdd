"""The last sale of chips to a patron without a device is taken back."""

from pitboss.house.host import money, patrons
from pitboss.house.host.command import At, Command, Entries, Index
from pitboss.house.protocol.commands import Seat
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class UndoSale(Command, frozen=True, kw_only=True):
    """Take back the last sale to a patron without a device, until the next wager is taken or round begins."""

    right = "sell chips"
    seat: Seat = 0
    patron: Index = 0  # whom the sender saw there; 0: whoever is there

    def entries(self, at: At) -> Entries:
        actor = self.actor(at)
        table = patrons.followed(at.host)
        patrons.check_taken(table, self.seat, self.patron)
        sold = table.state.seats.sales.get(self.seat)
        if not sold:
            words = (
                f"No sale to seat {self.seat} can be taken back: only one since the last wager and the last round can."
            )
            raise Refused(Refusal.LOCKED, words, patrons.SALES)
        patrons.check_undo(at.host, table, self.seat)
        paid = money.paid(at.host, table, sold[-1])
        yield entries.SaleUndone(self.seat, sold[-1], actor, at.key, payment=paid)
