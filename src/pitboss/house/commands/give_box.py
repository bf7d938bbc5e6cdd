"""A patron without a device takes a further box."""

from pitboss.house.host import patrons, seats
from pitboss.house.host.command import At, Command, Entries, Index
from pitboss.house.protocol.commands import Seat
from pitboss.house.table import entries


class GiveBox(Command, frozen=True, kw_only=True):
    """A patron without a device wagers on a further box beside those that they hold, up to the number that the Rules Submission
    allows. Its wagers come out of the same rack; it is given up as a seat is freed."""

    right = "speak for seat"
    seat: Seat = 0  # the patron's own
    box: Seat = 0  # 0: the next one beside it
    patron: Index = 0  # whom the sender saw there; 0: whoever is there

    def entries(self, at: At) -> Entries:
        actor, table = self.actor(at), patrons.followed(at.host)
        patrons.check_taken(table, self.seat, self.patron)
        seats.check_allowed(at.host, table.state.seats.persons.get(self.seat, ""))
        yield entries.Boxed(seats.further_box(table, self.seat, self.box or None), self.seat, at.key, actor=actor)
