"""Staff move a player to another seat."""

from pitboss.house.host import patrons, seats
from pitboss.house.host.command import At, Command, Entries, Index
from pitboss.house.host.replies import SEQUENCE
from pitboss.house.protocol.commands import Seat
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class MoveSeat(Command, frozen=True, kw_only=True):
    """Move a player to a free seat, with their chips and rights: at once between rounds and while betting is open, or, when they
    have wagers up or betting is closed, when the round is over. To their own seat: a move that waits is taken back."""

    right = "move seat"
    seat: Seat = 0
    to_seat: Seat = 0
    patron: Index = 0  # whom the sender saw there; 0: whoever is there

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        patrons.check_taken(table, self.seat, self.patron)
        if self.to_seat == self.seat:
            if self.seat not in table.state.seats.moves:
                raise Refused(Refusal.STALE, f"No move of seat {self.seat} waits; it is made, or was taken back.", "")
            yield entries.MoveOrdered(self.seat, self.seat, actor, at.key)
            _say(at, f"Seat {self.seat} stays where it is.")
            return
        seats.check_free(table, self.to_seat)
        if len(table.state.seats.held(self.seat)) > 1:
            raise Refused(Refusal.LOCKED, f"Seat {self.seat} holds further boxes; they are given up first.", "")
        if not table.state.seats.patron(self.seat):  # who sat down under an earlier version is known by the seat
            seats.check_decided(table, self.seat)
            seats.settle_up(at.host, table, self.seat)
        elif seats.is_bound_to_round(table, self.seat):
            yield entries.MoveOrdered(self.seat, self.to_seat, actor, at.key)
            _say(at, f"Seat {self.seat} moves to seat {self.to_seat} after this round.")
            return
        seats.move(at.host, table, entries.SeatMoved(self.seat, self.to_seat, actor, at.key))
        _say(at, f"Moved from seat {self.seat} to seat {self.to_seat}, with their chips.")


def _say(at: At, words: str) -> None:
    """Tell the floor at once whether it is done or waits."""
    at.reply |= {SEQUENCE: at.table.journal.sequence, "words": words}
