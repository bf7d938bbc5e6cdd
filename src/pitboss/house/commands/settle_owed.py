"""What a correction left owed is paid, or what a patron owes is collected."""

from pitboss.house.host import money, payees
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Count, Seat
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class SettleOwed(Command, frozen=True, kw_only=True):
    """Pay what a correction left owed, or collect what a patron owes: at a rack, or handed over."""

    right = "settle owed"
    number: Count = 0  # of the correction
    seat: Seat = 0  # of its line
    to_seat: Seat = 0  # whose rack it goes to or comes from; 0: it is handed over

    def entries(self, at: At) -> Entries:
        table = at.table
        book = money.book_of(at.host, table) if not self.to_seat else None
        actor = at.actor("pay owed") if book is not None else self.actor(at)
        disputes, players = table.state.disputes, table.state.seats.players
        owed = disputes.owed_by(self.number, self.seat)
        if owed is None:
            known = ", ".join(f"correction {one.number}, seat {one.seat}" for one in disputes.owed) or "nothing"
            words = f"Correction {self.number} owes nothing for seat {self.seat}; owed at this table: {known}."
            raise Refused(Refusal.NOT_FOUND, words, payees.CITE)
        if self.to_seat:
            if self.to_seat not in players:
                taken = ", ".join(map(str, sorted(players))) or "none"
                raise Refused(Refusal.NO_SUCH_SEAT, f"Nobody has seat {self.to_seat}; taken: {taken}.", payees.CITE)
            payees.check_payee(at.host, table, owed, self.to_seat)
            payees.check_rack(table, self.to_seat, owed.amount)
        if book is not None and f"{table.name} {owed.number} {owed.seat}" not in book.paid:
            words = "The cage settles it at its window, out of a drawer and with a receipt."
            raise Refused(Refusal.LOCKED, words, payees.CITE)
        yield entries.OwedSettled(owed.number, owed.seat, owed.amount, actor, self.to_seat, at.key, owed.patron)
