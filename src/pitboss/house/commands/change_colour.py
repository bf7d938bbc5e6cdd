"""Value chips of a patron are changed into chips of a colour of their own, and back."""

from pitboss.house.cage.looks import COLOURS
from pitboss.house.host import patrons
from pitboss.house.host.command import At, Command, Entries, Index
from pitboss.house.protocol.commands import Amount, Seat, Word
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.money import dollars
from pitboss.procedure import Refusal, Refused

WORTH = "603a.5"  # what a chip of a colour is worth is said when it is given


class ChangeColour(Command, frozen=True, kw_only=True):
    """Give a patron without a device chips of a colour of their own for all that they have; without a colour: change them back."""

    right = "sell chips"
    seat: Seat = 0
    colour: Word = ""
    value: Amount = 0  # of each chip
    patron: Index = 0  # whom the sender saw there; 0: whoever is there

    def entries(self, at: At) -> Entries:
        actor = self.actor(at)
        table = patrons.followed(at.host)
        if not table.game.colours:
            raise Refused(Refusal.NOT_OFFERED, f"{table.game.title} is played with value chips only.", "603a.10")
        patrons.check_taken(table, self.seat, self.patron)
        if up := sum(map(table.state.felt.stakes, table.state.seats.held(self.seat))):
            words = f"Seat {self.seat} has ${dollars(up)} on the layout; change the chips when it is settled."
            raise Refused(Refusal.LOCKED, words, table.game.colours)
        if self.colour:
            self._check_free(table)
            self._check_worth(table)
        elif self.seat not in table.state.seats.colours:
            raise Refused(Refusal.STALE, f"Seat {self.seat} plays with value chips.", table.game.colours)
        yield entries.ColourChanged(self.seat, self.colour, self.value if self.colour else 0, actor, at.key)

    def _check_free(self, table: Table) -> None:
        """Of a colour one patron at the table has chips, and a patron has chips of one."""
        given, cite = table.state.seats.colours, table.game.colours
        if self.colour not in COLOURS:
            raise Refused(Refusal.MALFORMED, f"Expected one of the colours {', '.join(COLOURS)}.", cite)
        if (own := given.get(self.seat)) is not None:
            words = f"Seat {self.seat} has {own.colour} chips of ${dollars(own.value)}; change them back first."
            raise Refused(Refusal.STALE, words, cite)
        taken = {one.colour: seat for seat, one in given.items()}
        if self.colour in taken:
            left = ", ".join(one for one in COLOURS if one not in taken) or "none"
            words = f"Seat {taken[self.colour]} has {self.colour} chips; each player has another colour. Free: {left}."
            raise Refused(Refusal.NOT_LAWFUL, words, cite)

    def _check_worth(self, table: Table) -> None:
        """A chip is worth from the least wager to the greatest, and everything the patron has is changed."""
        spots = table.rules.spots.values()
        least = min(one.least for one in spots)
        most = max((one.most // one.parts for one in spots if one.most is not None), default=None)
        if self.value < least or (most is not None and self.value > most):
            up_to = f" to ${dollars(most)}" if most is not None else ""
            words = (
                f"Expected a value from ${dollars(least)}{up_to}, the wagers of this table, not ${dollars(self.value)}."
            )
            raise Refused(Refusal.BELOW_MINIMUM if self.value < least else Refusal.ABOVE_MAXIMUM, words, WORTH)
        has = table.state.ledger.chips(self.seat)
        if left := has % self.value:
            words = f"${dollars(has)} are no whole number of chips of ${dollars(self.value)}; ${dollars(left)} would be left."
            raise Refused(Refusal.NOT_A_UNIT, words, WORTH)
