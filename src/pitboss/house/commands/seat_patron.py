"""A patron without a device sits down."""

from pitboss.house.host import patrons, seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Amount, Seat, Word
from pitboss.house.table import entries


class SeatPatron(Command, frozen=True, kw_only=True):
    """A patron without a device sat down, and bought in for what is said; nothing is sold unasked."""

    right = "sell chips"
    seat: Seat = 0
    name: Word = ""
    amount: Amount = 0

    def entries(self, at: At) -> Entries:
        self.actor(at)
        table = patrons.followed(at.host)
        seats.check_free(table, self.seat)
        actor = patrons.seller(at.host, at.session, self.seat, self.amount)
        name = seats.printable(self.name) or f"Patron {self.seat}"
        seats.before_arrival(table)
        yield entries.Seated(self.seat, name, self.amount, actor=actor)
