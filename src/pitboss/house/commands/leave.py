"""A player gives up a box, or everything."""

from pitboss.house.host import seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Seat
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class LeaveTable(Command, frozen=True, kw_only=True, tag="leave"):
    """Give up a further box, or everything; not while wagers are up there."""

    over = "http"
    box: Seat = 0  # 0: everything

    def check_sender(self, at: At) -> None:
        seats.check_sits(at.host, at.session)

    def entries(self, at: At) -> Entries:
        table, own = at.table, at.session.seat
        seat, held = self.box or own, table.state.seats.held(own)
        if seat not in held:
            raise Refused(Refusal.WRONG_ROLE, f"Only the player in seat {seat} may do that.", "")
        if seat != own:
            seats.check_outer_box(table, seat)
            seats.check_decided(table, seat)
            seats.settle_up(at.host, table, seat)
            seats.give_up_box(table, entries.Unboxed(seat, key=at.key, person=at.session.person))
            at.reply |= {"seat": seat, "seats": table.state.seats.held(own)}
            return
        for one in held:
            seats.check_decided(table, one)
        for one in held:
            seats.settle_up(at.host, table, one)
        amount = seats.give_up_all(at.host, table, seat, "", at.key)
        at.host.presence.get_up(seat)
        at.reply |= {"seat": seat, "cashed": amount}
        yield from ()
