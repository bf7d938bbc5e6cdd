"""A patron gives the dealers chips."""

from pitboss.house.host import money, patrons
from pitboss.house.host.command import At, Command, Entries, Index
from pitboss.house.host.readiness import check_in_service
from pitboss.house.protocol.commands import Amount, Seat
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.money import dollars
from pitboss.procedure import Refusal, Refused

TIP_BOX = "601a.10(g)"


class Tip(Command, frozen=True, kw_only=True):
    """Chips for the tip box: a player gives them; of a patron without a device the dealer says so who put them there."""

    right = "sell chips"
    seat: Seat = 0  # of a patron without a device
    amount: Amount = 0
    patron: Index = 0  # whom the sender saw there; 0: whoever is there

    def entries(self, at: At) -> Entries:
        if at.is_player:
            table, actor, seat = at.table, None, at.session.seat
            check_in_service(table)
        else:
            actor = self.actor(at)
            table, seat = patrons.followed(at.host), self.seat
            patrons.check_taken(table, seat, self.patron)
        if money.book_of(at.host, table) is None:
            words = "Tips are taken at tables that persons deal, while the house keeps its book."
            raise Refused(Refusal.NOT_OFFERED, words, TIP_BOX)
        self._check_amount(table, seat)
        yield entries.Tipped(seat, self.amount, actor, at.key)

    def _check_amount(self, table: Table, seat: int) -> None:
        has = table.state.ledger.chips(seat)
        if not 0 < self.amount <= has:
            words = (
                f"Seat {seat} has ${dollars(has)} in the rack; a tip is a part of that, not ${dollars(self.amount)}."
            )
            raise Refused(Refusal.NOT_ENOUGH_CHIPS, words, TIP_BOX)
        patrons.check_colour(table, seat, self.amount)
