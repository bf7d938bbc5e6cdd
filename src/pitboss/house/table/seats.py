"""Who sits at a table, with which chips, and since when."""

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.game import When
from pitboss.house.table.payload import Payload, entry, fold
from pitboss.house.table.standing import deserted
from pitboss.journal import Actor
from pitboss.ledger import BOX, CAGE, CARRIED, CHECKS, RECEIPTS, TIPS, rack_of
from pitboss.money import Cents
from pitboss.procedure import Who

if TYPE_CHECKING:
    from pitboss.house.table.table import Table

WHOLE_ROUND = 1 << 30  # more events than any round has
REMEMBERED = 40  # patrons who left, the last ones: no rule looks further back than to those of the last round
Arrival = tuple[int, int, int]  # when a seat or box changed hands: entry, round, number of events in that round by then


class Payment(Payload, frozen=True):
    """How chips that somebody has at a table were paid for, where the house keeps its book: by cash, by withdrawing a deposit, by a
    counter check; or that they brought them. Without any of these they are play chips, or of an earlier version."""

    cash: Cents = 0
    withdrawn: Cents = 0
    brought: Cents = 0
    check: str = ""  # the number of a counter check, for the whole amount


NO_PAYMENT = Payment()


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
    patron: int = 0  # who they are at this table, by number; in records of earlier versions 0: whoever is in the seat
    card: str = ""  # the player's card that a patron without a device showed
    known_as: str = ""  # the name of the account that the card bears; everybody reads ``name``, and only staff this one
    payment: Payment = NO_PAYMENT


@entry("boxed")
class Boxed(Payload, frozen=True):
    """A player took a further box beside their own; its wagers come out of the same rack."""

    seat: int
    holder: int  # the player's seat
    key: str = ""
    person: str = ""  # the credential number of a player who signed in
    patron: int = 0
    actor: Actor | None = None  # who says so for a patron that holds no device


@entry("unboxed")
class Unboxed(Payload, frozen=True):
    """A player gave up a further box, or the house gave it up for them."""

    seat: int
    by: str = ""
    key: str = ""
    person: str = ""  # the credential number of a player who signed in
    patron: int = 0
    actor: Actor | None = None  # who took it back
    reason: str = ""


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
    patron: int = 0
    payment: Payment = NO_PAYMENT


@entry("sale_undone")
class SaleUndone(Payload, frozen=True):
    """The last sale of chips to a patron without a device was a mistake, and taken back before anything was wagered."""

    seat: int
    amount: Cents
    by: Actor
    key: str = ""
    patron: int = 0
    payment: Payment = NO_PAYMENT


@entry("advanced")
class Advanced(Payload, frozen=True):
    """The cage covered a charge that a rack could not pay, such as vigorish that fell due."""

    seat: int
    amount: Cents
    patron: int = 0


@entry("seat_moved")
class SeatMoved(Payload, frozen=True):
    """The floor moved a player to another seat, with their chips, their wagers and all their rights."""

    seat: int
    to: int
    by: Actor
    key: str = ""
    patron: int = 0


@entry("move_ordered")
class MoveOrdered(Payload, frozen=True):
    """The floor moves a player to another seat when the round is over, because their wagers are up in it; to their own seat:
    an order that waited is taken back."""

    seat: int
    to: int
    by: Actor
    key: str = ""
    patron: int = 0


@entry("patron_identified")
class PatronIdentified(Payload, frozen=True):
    """The floor found out who a patron is: from now on, and in all that they did here before, they are this account or this
    player's card."""

    patron: int
    by: Actor
    name: str = ""
    person: str = ""  # the credential number of their account
    card: str = ""
    key: str = ""


@entry("colour_changed")
class ColourChanged(Payload, frozen=True):
    """A patron's value chips were changed into chips of a colour of their own, each worth so much; with no colour: back."""

    seat: int
    colour: str = ""
    value: Cents = 0
    by: Actor | None = None
    key: str = ""
    patron: int = 0


@entry("tipped")
class Tipped(Payload, frozen=True):
    """A patron gave the dealers chips, which went into the tip box; ``by`` says who spoke for a patron without a device."""

    seat: int
    amount: Cents
    by: Actor | None = None
    key: str = ""
    patron: int = 0


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
    patron: int = 0
    carried: bool = False  # they carry the chips away; the cage redeems them


class Patron(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at a table, now or lately: an account, a visitor's purse, a player's card, or unknown. ``since`` is the entry
    with which they sat down last."""

    name: str
    person: str = ""
    purse: str = ""
    card: str = ""
    since: int = 0

    def identified(self, made: PatronIdentified) -> "Patron":
        """The same patron with what the floor found out."""
        name, person, card = made.name or self.name, made.person or self.person, made.card or self.card
        return msgspec.structs.replace(self, name=name, person=person, card=card)

    def is_known_as(self, person: str, purse: str, card: str) -> bool:
        """Whether they are this account, visitor or card."""
        return any(a and a == b for a, b in ((self.person, person), (self.purse, purse), (self.card, card)))


class Stay(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at the table whose chips came out of their purse, and go back there: under which key the cage sent them."""

    purse: str
    key: str
    colour: str = ""


class ColouredChips(msgspec.Struct, frozen=True):
    """In which colour a patron plays, and what each chip of it is worth: all that they have at the table is in it."""

    colour: str
    value: Cents


class Seats(msgspec.Struct):
    """The part of a table's state that says who is there."""

    players: dict[int, str] = {}  # by seat, in order of arrival
    persons: dict[int, str] = {}  # seat → credential number of a player who signed in
    boxes: dict[int, int] = {}  # further boxes of a player → the player's seat
    arrived: dict[int, Arrival] = {}
    sessions: dict[int, str] = {}  # by seat, the beginning of the hash of the token that sits there
    stays: dict[int, Stay] = {}  # by seat, where the chips came out of a purse
    sales: dict[int, tuple[Cents, ...]] = {}  # by seat, to patrons without a device, since the last wager or round
    sitters: dict[int, int] = {}  # by seat, the number of the patron there
    patrons: dict[int, Patron] = {}  # by number: those who are here, and the last who left
    patrons_met: int = 0  # how many patrons ever sat down here
    colours: dict[int, ColouredChips] = {}  # by seat, of patrons who play in a colour of their own
    checks: list[str] = []  # counter checks for which chips were given here
    moves: dict[int, tuple[int, Actor]] = {}  # by seat: where its player is moved when the round is over, and by whom

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

    def patron(self, seat: int) -> int:
        """The number of the patron who holds a seat or box; 0 where nobody does, or somebody of an earlier version."""
        return self.sitters.get(self.boxes.get(seat, seat), 0)

    def player(self, seat: int) -> str:
        """What the rules call whoever holds a seat or box; empty where that is the seat's own player."""
        if number := self.patron(seat):
            return player_name(number)
        holder = self.holder(seat)
        return str(holder) if holder not in (0, seat) else ""

    def number_of(self, person: str, purse: str, card: str) -> int:
        """The number of somebody who sits down: the one that they had, or the next."""
        latest = reversed(self.patrons.items())  # of one whom the floor found to be two, the one who was here last
        known = (number for number, patron in latest if patron.is_known_as(person, purse, card))
        return next(known, self.patrons_met + 1)

    def seat_known_as(self, person: str, purse: str, card: str) -> int:
        """Where this account, visitor or card sits; 0: not here."""
        return next((seat for seat in self.players if self.patron_at(seat).is_known_as(person, purse, card)), 0)

    def patron_at(self, seat: int) -> Patron:
        """Who sits in a seat that is taken; of somebody of an earlier version, what is known by the seat."""
        if (known := self.patrons.get(self.sitters.get(seat, 0))) is not None:
            return known
        stay = self.stays.get(seat)
        purse = stay.purse if stay is not None else ""
        return Patron(self.players[seat], self.persons.get(seat, ""), purse, since=self.held_since(seat))

    def seat_of(self, patron: int) -> int:
        """Where a patron sits; 0: not here."""
        return next((seat for seat, number in self.sitters.items() if number == patron), 0)

    def held_since(self, seat: int) -> int:
        """The number of the entry by which a seat or box came to its holder."""
        return self.arrived.get(seat, (0, 0, 0))[0]

    def sold(self, seat: int, amount: Cents, by: Actor | None) -> None:
        """What somebody sold to a patron without a device can be undone until the next wager or round."""
        if by is not None and amount:
            self.sales[seat] = (*self.sales.get(seat, ()), amount)


def player_name(patron: int) -> str:
    """What the rules call a patron: bare digits are seats."""
    return f"p{patron}"


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
    if made.patron:
        since = table.journal.sequence + 1
        before = seats.patrons.pop(made.patron, None)
        card = made.card or (before.card if before is not None else "")
        seats.patrons[made.patron] = Patron(made.known_as or made.name, made.person, made.purse, card, since)
        seats.sitters[made.seat] = made.patron
        seats.patrons_met = max(seats.patrons_met, made.patron)
        ledger.owners[made.seat] = rack_of(player_name(made.patron))
    _pay_for(table, made.seat, made.amount, made.payment)
    seats.sold(made.seat, made.amount - made.payment.brought, made.actor)
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
    seats, paid = table.state.seats, made.payment
    _pay_for(table, made.seat, made.amount, paid)
    if paid.check:
        assert paid.check not in seats.checks, "a counter check is used once"
        seats.checks.append(paid.check)
    else:
        seats.sold(made.seat, made.amount - paid.brought, made.actor)


def _pay_for(table: "Table", seat: int, amount: Cents, paid: Payment, sign: int = 1) -> None:
    """Chips into a rack, by what they were paid with; ``sign`` -1 takes a sale back."""
    ledger = table.state.ledger
    rack, checks = ledger.rack(seat), amount if paid.check else 0
    parts = ((BOX, paid.cash), (RECEIPTS, paid.withdrawn), (CARRIED, paid.brought), (CHECKS, checks))
    rest = amount - sum(part for _, part in parts)
    assert rest >= 0, "nothing is paid for twice"
    for account, part in (*parts, (CAGE, rest)):
        if part or account is CAGE:
            ledger.move(account, rack, sign * part)


@fold(SaleUndone)
def sale_undone(table: "Table", made: SaleUndone) -> None:
    sales = table.state.seats.sales
    *before, last = sales[made.seat]
    assert last == made.amount, "the last sale is undone as it was made"
    sales[made.seat] = tuple(before)
    _pay_for(table, made.seat, made.amount, made.payment, -1)


@fold(Advanced)
def advanced(table: "Table", made: Advanced) -> None:
    ledger = table.state.ledger
    ledger.move(CAGE, ledger.rack(made.seat), made.amount)


@fold(SeatMoved)
def seat_moved(table: "Table", made: SeatMoved) -> None:
    """A player without a further box sits elsewhere from now on; their chips come along."""
    seats, ledger, felt = table.state.seats, table.state.ledger, table.state.felt
    seats.moves.pop(made.seat, None)
    contributed = table.state.chance.contributed
    if made.seat in contributed:
        contributed.remove(made.seat)
        contributed.add(made.to)
    named: list[dict[int, Any]] = [
        seats.players,
        seats.persons,
        seats.sessions,
        seats.stays,
        seats.sales,
        seats.sitters,
        seats.colours,
    ]
    for of_the_seat in named:
        if made.seat in of_the_seat:
            of_the_seat[made.to] = of_the_seat.pop(made.seat)
    if made.to in seats.sitters:
        ledger.owners[made.to] = ledger.owners.pop(made.seat)
        felt.up = {((made.to, *spot[1:]) if spot[0] == made.seat else spot): up for spot, up in felt.up.items()}
        markers, before = table.play.markers_before  # as they lie again where the round is taken back
        felt.before, before = (
            {mark: made.to if seat == made.seat else seat for mark, seat in lie.items()}
            for lie in (felt.before, before)
        )
        table.play.markers_before = markers, before
    else:
        ledger.move(ledger.rack(made.seat), ledger.rack(made.to), ledger.chips(made.seat))
    _note_arrival(table, made.to)


@fold(MoveOrdered)
def move_ordered(table: "Table", made: MoveOrdered) -> None:
    moves = table.state.seats.moves
    if made.to == made.seat:
        del moves[made.seat]
    else:
        moves[made.seat] = made.to, made.by


@fold(PatronIdentified)
def patron_identified(table: "Table", made: PatronIdentified) -> None:
    seats = table.state.seats
    known = seats.patrons.get(made.patron)
    if known is None:
        return  # they left long ago: the record alone says who they were
    seats.patrons[made.patron] = patron = known.identified(made)
    seat = seats.seat_of(made.patron)
    if seat and patron.person:
        seats.persons[seat] = patron.person


@fold(ColourChanged)
def colour_changed(table: "Table", made: ColourChanged) -> None:
    colours = table.state.seats.colours
    if made.colour:
        assert all(one.colour != made.colour for one in colours.values()), "two patrons have one colour"
        colours[made.seat] = ColouredChips(made.colour, made.value)
    else:
        del colours[made.seat]


@fold(Tipped)
def tipped(table: "Table", made: Tipped) -> None:
    ledger = table.state.ledger
    ledger.move(ledger.rack(made.seat), TIPS, made.amount)


@fold(Left)
def left(table: "Table", made: Left) -> None:
    seats, ledger = table.state.seats, table.state.ledger
    ledger.move(ledger.rack(made.seat), CARRIED if made.carried else CAGE, made.amount)
    if patron := seats.sitters.pop(made.seat, 0):
        seats.patrons[patron] = seats.patrons.pop(patron)  # the last who left is the last to be forgotten
        _forget_some(seats)
        rack = ledger.owners.pop(made.seat)
        if not ledger.balance(rack):
            del ledger.balances[rack]
    del seats.players[made.seat]
    table.state.chance.contributed.discard(made.seat)
    for of_the_seat in (seats.persons, seats.sessions, seats.stays, seats.sales, seats.moves):
        of_the_seat.pop(made.seat, None)
    if not seats.players:
        deserted(table)


def _forget_some(seats: Seats) -> None:
    """Of those who left, only the last are remembered."""
    left = [number for number in seats.patrons if number not in seats.sitters.values()]
    for number in left[:-REMEMBERED]:
        del seats.patrons[number]
