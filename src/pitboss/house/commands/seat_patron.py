"""A patron without a device sits down."""

from pitboss.house.host import money, patrons, seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Amount, Seat, Word
from pitboss.house.table import entries


class SeatPatron(Command, frozen=True, kw_only=True):
    """A patron without a device sat down, and bought in for what is said; nothing is sold unasked. Who they are is known by a
    player's card, which may be an account's credential number; without one they are unknown until the floor says who they
    are."""

    right = "sell chips"
    seat: Seat = 0
    name: Word = ""
    amount: Amount = 0
    card: Word = ""
    brought: Amount = 0  # chips that they brought along, besides what they buy

    def entries(self, at: At) -> Entries:
        self.actor(at)
        table = patrons.followed(at.host)
        seats.check_free(table, self.seat)
        actor = patrons.seller(at.host, at.session, self.seat, self.amount)
        seats.check_no_staff(at.host, table, self.card)
        person, card = patrons.known_by(at.host, self.card)
        number = table.state.seats.number_of(person, "", card)
        before = table.state.seats.patrons.get(number)
        person = person or (before.person if before is not None else "")  # whom the floor joined to this card
        seats.check_allowed(at.host, person)
        seats.check_one_seat(table, person, card=card)
        seats.check_one_table(at.host, person, card=card)
        seats.before_arrival(table)
        account = at.host.house.register.people.get(person)
        # others at the table read no account's name, unless the patron gives it
        name = seats.printable(self.name) or (f"Patron {number}" if person or card else f"Unknown patron {number}")
        whole = self.amount + self.brought
        yield entries.Seated(
            self.seat, name, whole, person=person, actor=actor, patron=number, card=card,
            known_as=account.name if account is not None else "",
            payment=money.paid(at.host, table, whole, brought=self.brought),
        )  # fmt: skip
