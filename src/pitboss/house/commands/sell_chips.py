"""A patron without a device buys more chips."""

from pitboss.house.host import patrons
from pitboss.house.host.command import At, Command, Entries, Index
from pitboss.house.protocol.commands import Amount, Seat
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class SellChips(Command, frozen=True, kw_only=True):
    """A patron without a device bought more chips."""

    right = "sell chips"
    seat: Seat = 0
    amount: Amount = 0
    patron: Index = 0  # whom the sender saw there; 0: whoever is there

    def entries(self, at: At) -> Entries:
        self.actor(at)
        patrons.check_taken(patrons.followed(at.host), self.seat, self.patron)
        if not self.amount:
            raise Refused(Refusal.MALFORMED, "Say for how much.", patrons.SALES)
        actor = patrons.seller(at.host, at.session, self.seat, self.amount)
        yield entries.Bought(self.seat, self.amount, at.key, actor=actor)
