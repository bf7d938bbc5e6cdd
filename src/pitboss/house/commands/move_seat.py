"""Staff move a player to another seat."""

from pitboss.house.host import patrons, seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Seat
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class MoveSeat(Command, frozen=True, kw_only=True):
    """Move a player to a free seat, with their chips, while nothing of theirs is at stake."""

    right = "move seat"
    seat: Seat = 0
    to_seat: Seat = 0

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        patrons.check_taken(table, self.seat)
        seats.check_free(table, self.to_seat)
        if len(table.state.seats.held(self.seat)) > 1:
            raise Refused(Refusal.LOCKED, f"Seat {self.seat} holds further boxes; they are given up first.", "")
        seats.check_decided(table, self.seat)
        seats.settle_up(at.host, table, self.seat)
        yield entries.SeatMoved(self.seat, self.to_seat, actor, at.key)
        at.host.change_seat(self.seat, self.to_seat)
