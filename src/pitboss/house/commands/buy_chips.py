"""A player buys more chips."""

from pitboss.house.host import money, seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class BuyChips(Command, frozen=True, kw_only=True):
    """More play chips for a rack that has run low, out of the player's purse; where they have none the house gives them."""

    over = "http"

    def check_sender(self, at: At) -> None:
        seats.check_sits(at.host, at.session)

    def entries(self, at: At) -> Entries:
        table, seat = seats.may_buy(at.host, at.session), at.session.seat
        sent = at.chips or seats.Chips("", "", table.state.filing.settings.buy_in)
        if table.state.seats.stays.get(seat, seats.NO_STAY).key != sent.stay:
            raise Refused(Refusal.STALE, "These chips were meant for somebody who sat here before.", "")
        paid = money.paid(at.host, table, sent.amount, purse=sent.purse, brought=sent.brought)
        yield entries.Bought(seat, sent.amount, at.key, at.session.person, None, sent.purse, sent.key, payment=paid)
        at.reply |= {"seat": seat, "rack": table.state.ledger.chips(seat), seats.TRANSFER: sent.key}
