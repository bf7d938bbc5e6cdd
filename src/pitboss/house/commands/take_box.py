"""A player takes a further box."""

from pitboss.house.commands.take_seat import LongKey
from pitboss.house.host import seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Seat
from pitboss.house.table import entries


class TakeBox(Command, frozen=True, kw_only=True):
    """A free box beside those that a player holds, up to the number that the Rules Submission allows."""

    over = "http"
    key: LongKey
    seat: Seat | None = None

    def check_sender(self, at: At) -> None:
        seats.check_sits(at.host, at.session)

    def entries(self, at: At) -> Entries:
        table, own = at.table, at.session.seat
        seats.check_allowed(at.host, table.state.seats.persons.get(own, ""))
        seat = seats.further_box(table, own, self.seat)
        yield entries.Boxed(seat, own, at.key, at.session.person)
        at.reply |= {"seat": seat, "seats": table.state.seats.held(own), "rack": table.state.ledger.chips(own)}
