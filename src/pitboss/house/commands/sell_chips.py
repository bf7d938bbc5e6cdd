"""A patron without a device buys more chips."""

from pitboss.house.host import money, patrons
from pitboss.house.host.command import At, Command, Entries, Index
from pitboss.house.protocol.commands import Amount, Seat, Word
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class SellChips(Command, frozen=True, kw_only=True):
    """A patron without a device bought more chips."""

    right = "sell chips"
    seat: Seat = 0
    amount: Amount = 0
    patron: Index = 0  # whom the sender saw there; 0: whoever is there
    brought: Amount = 0  # chips that they put on the table besides
    check: Word = ""  # the counter check for which they are given

    def entries(self, at: At) -> Entries:
        self.actor(at)
        table, host = patrons.followed(at.host), at.host
        patrons.check_taken(table, self.seat, self.patron)
        whole = self.amount + self.brought
        patrons.check_colour(table, self.seat, whole)
        if not whole:
            raise Refused(Refusal.MALFORMED, "Say for how much.", patrons.SALES)
        if self.check:
            actor = money.giver(host, at.session, table, self.check, self.seat, whole)
        else:
            actor = patrons.seller(host, at.session, self.seat, self.amount)
        paid = money.paid(host, table, whole, brought=self.brought, check=self.check)
        yield entries.Bought(self.seat, whole, at.key, actor=actor, payment=paid)
