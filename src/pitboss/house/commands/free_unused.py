"""The house frees the seat of somebody who went to another table."""

from pitboss.house.host import seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Seat
from pitboss.procedure import Refusal, Refused


class FreeUnused(Command, frozen=True, kw_only=True):
    """Free a seat whose player left nothing at stake, and for which nobody is connected. ``stay``: the key of their buy-in."""

    over = "house"
    kept = False
    seat: Seat
    stay: str

    def check_sender(self, at: At) -> None:
        """The house itself asks for it."""

    def entries(self, at: At) -> Entries:
        table, host = at.table, at.host
        held = table.state.seats.stays.get(self.seat)
        if held is None or held.key != self.stay or self.seat not in host.presence.out_of_reach:
            raise Refused(Refusal.STALE, f"Seat {self.seat} is in use.", "")
        own = table.state.seats.held(self.seat)
        if table.round is not None and not any(table.state.felt.stakes(seat) for seat in own):
            host.dealer.answer_for(table, own)  # a cut that nobody makes any more
        seats.give_up_unused(host, table, self.seat, at.key)
        yield from ()
        at.reply |= {"seat": self.seat}
