"""Who sits at a table, with which chips, and since when."""

from typing import TYPE_CHECKING

import msgspec

from pitboss.game import When
from pitboss.house.table.payload import Payload, entry, fold
from pitboss.house.table.standing import deserted
from pitboss.journal import Actor
from pitboss.ledger import CAGE
from pitboss.money import Cents
from pitboss.procedure import Who

if TYPE_CHECKING:
    from pitboss.house.table.table import Table

WHOLE_ROUND = 1 << 30  # more events than any round has
Arrival = tuple[int, int, int]  # when a seat or box changed hands: entry, round, number of events in that round by then


@entry("seated")
class Seated(Payload, frozen=True):
    """A player took a seat and bought in from the cage. ``key`` is the name under which the house keeps the reply, from
    which the key of the request cannot be told: that one returns the seat's token after a lost reply. ``session`` is the
    beginning of the hash of that token: a session that the record does not name does not sit here."""

    seat: int
    name: str
    amount: Cents
    key: str = ""
    person: str = ""  # the credential number of a player who signed in
    actor: Actor | None = None  # who seated a patron that holds no device
    session: str = ""
    purse: str = ""  # out of which the chips came, by way of the cage; empty: the house gave them
    transfer: str = ""  # the key under which the cage sent them
    colour: str = ""  # in which the player is shown


@entry("boxed")
class Boxed(Payload, frozen=True):
    """A player took a further box beside their own; its wagers come out of the same rack."""

    seat: int
    holder: int  # the player's seat
    key: str = ""
    person: str = ""  # the credential number of a player who signed in


@entry("unboxed")
class Unboxed(Payload, frozen=True):
    """A player gave up a further box, or the house gave it up for them."""

    seat: int
    by: str = ""
    key: str = ""
    person: str = ""  # the credential number of a player who signed in


@entry("bought")
class Bought(Payload, frozen=True):
    """A player bought more chips from the cage."""

    seat: int
    amount: Cents
    key: str = ""
    person: str = ""  # the credential number of a player who signed in
    actor: Actor | None = None  # who sold them to a patron that holds no device
    purse: str = ""  # out of which they came, by way of the cage
    transfer: str = ""


@entry("sale_undone")
class SaleUndone(Payload, frozen=True):
    """The last sale of chips to a patron without a device was a mistake, and taken back before anything was wagered."""

    seat: int
    amount: Cents
    by: Actor
    key: str = ""


@entry("advanced")
class Advanced(Payload, frozen=True):
    """The cage covered a charge that a rack could not pay, such as vigorish that fell due."""

    seat: int
    amount: Cents


@entry("seat_moved")
class SeatMoved(Payload, frozen=True):
    """The floor moved a player to another seat, with their chips."""

    seat: int
    to: int
    by: Actor
    key: str = ""


@entry("left")
class Left(Payload, frozen=True):
    """A player left; their rack went back to the cage."""

    seat: int
    amount: Cents
    by: str = ""
    key: str = ""
    person: str = ""  # the credential number of a player who signed in
    actor: Actor | None = None  # who freed the seat
    reason: str = ""
    purse: str = ""  # into which the rack goes, by way of the cage
    transfer: str = ""  # the key of the buy-in


class Stay(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at the table whose chips came out of their purse, and go back there: under which key the cage sent them."""

    purse: str
    key: str
    colour: str = ""


class Seats(msgspec.Struct):
    """The part of a table's state that says who is there."""

    players: dict[int, str] = {}  # by seat, in order of arrival
    persons: dict[int, str] = {}  # seat → credential number of a player who signed in
    boxes: dict[int, int] = {}  # further boxes of a player → the player's seat
    arrived: dict[int, Arrival] = {}
    sessions: dict[int, str] = {}  # by seat, the beginning of the hash of the token that sits there
    stays: dict[int, Stay] = {}  # by seat, where the chips came out of a purse
    sales: dict[int, tuple[Cents, ...]] = {}  # by seat, to patrons without a device, since the last wager or round

    def holder(self, seat: Who) -> int:
        """The seat of the player who holds a seat or box; 0 where nobody does."""
        if not isinstance(seat, int):
            return 0
        return self.boxes.get(seat, seat if seat in self.players else 0)

    def held(self, seat: int) -> list[int]:
        """The seat of a player and their further boxes."""
        if not self.boxes:
            return [seat]
        return sorted([seat, *(box for box, holder in self.boxes.items() if holder == seat)])

    def held_since(self, seat: int) -> int:
        """The number of the entry by which a seat or box came to its holder."""
        return self.arrived.get(seat, (0, 0, 0))[0]

    def sold(self, seat: int, amount: Cents, by: Actor | None) -> None:
        """What somebody sold to a patron without a device can be undone until the next wager or round."""
        if by is not None and amount:
            self.sales[seat] = (*self.sales.get(seat, ()), amount)


def is_seen(table: "Table", seat: int, event: int) -> bool:
    """Whether an event of this round, by its number, happened after the player of a seat arrived."""
    _, round, before = table.state.seats.arrived.get(seat, (0, 0, 0))
    return round != table.state.felt.number or event >= before


def _note_arrival(table: "Table", seat: int) -> None:
    """Note when a seat got its player, who may not see what was dealt there before: between rounds, nothing of the last one,
    whose events a table that was restored does not have."""
    before = len(table.play.events) if table.play.round is not None else WHOLE_ROUND
    table.state.seats.arrived[seat] = (table.journal.sequence + 1, table.state.felt.number, before)


@fold(Seated)
def seated(table: "Table", made: Seated) -> None:
    seats, ledger = table.state.seats, table.state.ledger
    seats.players[made.seat] = made.name
    if not any(checklist.when is When.IDLE for checklist in table.checklists):
        table.state.standing.idle = False  # somebody is here, and nothing is signed for it
    if made.person:
        seats.persons[made.seat] = made.person
    if made.session:
        seats.sessions[made.seat] = made.session
    if made.transfer:
        seats.stays[made.seat] = Stay(made.purse, made.transfer, made.colour)
    ledger.move(CAGE, ledger.rack(made.seat), made.amount)
    seats.sold(made.seat, made.amount, made.actor)
    _note_arrival(table, made.seat)


@fold(Boxed)
def boxed(table: "Table", made: Boxed) -> None:
    table.state.seats.boxes[made.seat] = made.holder
    table.state.ledger.owners[made.seat] = table.state.ledger.rack(made.holder)
    _note_arrival(table, made.seat)


@fold(Unboxed)
def unboxed(table: "Table", made: Unboxed) -> None:
    del table.state.seats.boxes[made.seat], table.state.ledger.owners[made.seat]


@fold(Bought)
def bought(table: "Table", made: Bought) -> None:
    ledger = table.state.ledger
    ledger.move(CAGE, ledger.rack(made.seat), made.amount)
    table.state.seats.sold(made.seat, made.amount, made.actor)


@fold(SaleUndone)
def sale_undone(table: "Table", made: SaleUndone) -> None:
    sales, ledger = table.state.seats.sales, table.state.ledger
    *before, last = sales[made.seat]
    assert last == made.amount, "the last sale is undone as it was made"
    sales[made.seat] = tuple(before)
    ledger.move(ledger.rack(made.seat), CAGE, made.amount)


@fold(Advanced)
def advanced(table: "Table", made: Advanced) -> None:
    ledger = table.state.ledger
    ledger.move(CAGE, ledger.rack(made.seat), made.amount)


@fold(SeatMoved)
def seat_moved(table: "Table", made: SeatMoved) -> None:
    """A player with nothing at stake and no further box sits elsewhere from now on; their chips come along."""
    seats, ledger = table.state.seats, table.state.ledger
    seats.players[made.to] = seats.players.pop(made.seat)
    if (person := seats.persons.pop(made.seat, None)) is not None:
        seats.persons[made.to] = person
    if (session := seats.sessions.pop(made.seat, None)) is not None:
        seats.sessions[made.to] = session
    if (stay := seats.stays.pop(made.seat, None)) is not None:
        seats.stays[made.to] = stay
    if (sold := seats.sales.pop(made.seat, None)) is not None:
        seats.sales[made.to] = sold
    ledger.move(ledger.rack(made.seat), ledger.rack(made.to), ledger.chips(made.seat))
    _note_arrival(table, made.to)


@fold(Left)
def left(table: "Table", made: Left) -> None:
    seats, ledger = table.state.seats, table.state.ledger
    del seats.players[made.seat]
    for of_the_seat in (seats.persons, seats.sessions, seats.stays, seats.sales):
        of_the_seat.pop(made.seat, None)
    if not seats.players:
        deserted(table)
    ledger.move(ledger.rack(made.seat), CAGE, made.amount)
