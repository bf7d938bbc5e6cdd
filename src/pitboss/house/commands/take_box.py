"""A player takes a further box."""

from pitboss.house.commands.take_seat import LongKey
from pitboss.house.host import seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Seat
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


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
        if own in table.state.seats.moves:
            to, _ = table.state.seats.moves[own]
            words = f"You are moved to seat {to} when the round is over; take a further box there."
            raise Refused(Refusal.LOCKED, words, table.game.closed)
        held, (most, cite) = table.state.seats.held(own), seats.boxes(table.rules)
        if len(held) >= most:
            number = "one box" if most == 1 else f"{most} adjacent boxes"
            words = f"One player may hold {number} at this table."
            raise Refused(Refusal.ONE_POSITION, words, cite or table.game.closed)
        beside = [box for box in (held[-1] + 1, held[0] - 1) if box in seats.free(table)]
        seat = self.seat if self.seat is not None else next(iter(beside), held[-1] + 1)
        seats.check_free(table, seat)
        if seat not in beside:
            raise Refused(Refusal.ONE_POSITION, f"Box {seat} is not beside yours; boxes must be adjacent.", cite)
        yield entries.Boxed(seat, own, at.key, at.session.person)
        at.reply |= {"seat": seat, "seats": table.state.seats.held(own), "rack": table.state.ledger.chips(own)}
