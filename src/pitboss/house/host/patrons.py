"""Patrons who hold no device, for whom the dealer speaks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pitboss.house.host import money, rights
from pitboss.house.host.readiness import check_in_service
from pitboss.house.host.sessions import Session
from pitboss.house.table import entries
from pitboss.house.table.seats import Patron
from pitboss.house.table.table import Table
from pitboss.journal import Actor, Entry
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

if TYPE_CHECKING:
    from pitboss.house.host.host import Host


SALES = KNOWN = "I-GEN-39"  # what the record says that a person did, that person did
PAGE = 200  # entries read at once


def seller(host: "Host", session: Session, seat: int, amount: Cents) -> Actor:
    """Who sells these chips, or a refusal: above the filed ceiling nobody does, and from the filed amount on a floorperson,
    also where it is reached by several sales one after another."""
    table = host.require_table()
    if amount:
        money.check_box(host, table)
    settings, so_far = table.state.filing.settings, sum(table.state.seats.sales.get(seat, ()))
    if amount > settings.sale_maximum:
        words = f"At most ${dollars(settings.sale_maximum)} of chips are sold at once here, not ${dollars(amount)}."
        raise Refused(Refusal.ABOVE_MAXIMUM, words, SALES)
    if so_far + amount < settings.sale_approval:
        return rights.require(host, session, "sell chips")
    if "approve chips" not in rights.acts(host, session, table):
        before = f" (with ${dollars(so_far)} before)" if so_far else ""
        words = f"From ${dollars(settings.sale_approval)} on a floorperson sells the chips, as now ${dollars(amount)}{before}."
        raise Refused(Refusal.WRONG_ROLE, words, SALES)
    return rights.require(host, session, "approve chips")


def check_undo(host: "Host", table: Table, seat: int) -> None:
    """Refuse to take back a sale whose cash has gone with its drop box."""
    book = money.book_of(host, table)
    if book is None:
        return
    taken = [box for box in book.boxes_of(table.name) if box.state != "on"]
    last = max(taken, key=lambda box: box.ends.sequence, default=None)
    if last is not None and _sold_at(host, table, seat) <= last.ends.sequence:
        words = f"The cash of that sale went into the box {last.name}, which has gone; the floor corrects it."
        raise Refused(Refusal.LOCKED, words, "465a.41")


def _sold_at(host: "Host", table: Table, seat: int) -> int:
    """The number of the entry by which chips were sold to a seat last, without sales that were taken back."""
    undone = 0
    for entry in latest(host, table, "seated", "bought", "sale_undone"):
        made: Any = entries.DECODERS[entry.kind].decode(entry.payload)
        if made.seat != seat or not made.amount:
            continue
        if entry.kind == "sale_undone":
            undone += 1
        elif undone:
            undone -= 1
        else:
            return entry.sequence
    return 0


def followed(host: "Host") -> Table:
    """The table, provided that its patrons hold no device."""
    table = host.require_table()
    check_in_service(table)
    if not table.state.filing.settings.follow:
        raise Refused(Refusal.LOCKED, "At this table players sit down and buy in themselves.", "")
    return table


def known_by(host: "Host", card: str) -> tuple[str, str]:
    """Who a player's card says that somebody is: an account, where it bears the credential number of one, or the card itself, with
    the account to which the floor has joined it, at whatever table."""
    if not card.isprintable() or card != card.strip():
        raise Refused(Refusal.MALFORMED, "Expected the number of a card without spaces around it.", KNOWN)
    found = host.house.register.people.get(card)
    if found is not None and Role.PLAYER in found.roles:
        return card, ""
    known = (one for table in host.house.tables() for one in table.state.seats.patrons.values() if card)
    return next((one.person for one in known if one.person and one.card == card), ""), card


def latest(host: "Host", table: Table, *kinds: str) -> Iterator[Entry]:
    """Entries of these kinds, the latest first; those on their way to the disk among them."""
    yield from (entry for entry in reversed(table.written) if entry.kind in kinds)
    before: int | None = table.written[0].sequence if table.written else None
    while found := host.house.store.history.entries_of(host.name, kinds, before, PAGE):
        yield from found
        before = found[-1].sequence


def patron_of(host: "Host", table: Table, number: int) -> Patron | None:
    """Who a patron of this table is, or was: of somebody whom the table has forgotten, by its record."""
    if (known := table.state.seats.patrons.get(number)) is not None:
        return known
    sat: Any = next(_about(host, table, number, "seated"), None)
    if sat is None:
        return None
    patron = Patron(sat.known_as or sat.name, sat.person, sat.purse, sat.card)
    for made in reversed(list(_about(host, table, number, "patron_identified"))):
        patron = patron.identified(made)
    return patron


def _about(host: "Host", table: Table, number: int, kind: str) -> Iterator[Any]:
    made: Iterator[Any] = (entries.DECODERS[kind].decode(entry.payload) for entry in latest(host, table, kind))
    return (one for one in made if one.patron == number)


def check_held(table: Table, seat: int, patron: int = 0) -> None:
    """Refuse a seat or box that nobody has, or somebody else than the patron whom staff saw there."""
    if seat in table.state.seats.boxes:
        check_still(table, seat, patron)
    else:
        check_taken(table, seat, patron)


def check_taken(table: Table, seat: int, patron: int = 0) -> None:
    """Refuse a seat in which nobody sits, or somebody else than the patron whom staff saw there."""
    if seat not in table.state.seats.players:
        taken = ", ".join(map(str, sorted(table.state.seats.players))) or "none"
        raise Refused(Refusal.NO_SUCH_SEAT, f"Nobody has seat {seat}; taken: {taken}.", table.game.closed)
    check_still(table, seat, patron)


def check_colour(table: Table, seat: int, amount: Cents, form: str = "") -> None:
    """Refuse what a patron with chips of a colour cannot buy or wager: they have those chips only, and no part of one."""
    own = table.state.seats.colours.get(table.state.seats.holder(seat))
    if own is not None and (amount % own.value or form):
        words = f"Seat {seat} plays with {own.colour} chips of ${dollars(own.value)} only; say a multiple of that."
        raise Refused(Refusal.NOT_A_UNIT, words, table.game.colours)


def check_still(table: Table, seat: int, patron: int) -> None:
    """Refuse what was meant for a patron who does not hold this seat or box any more; 0: for whoever does."""
    now = table.state.seats.patron(seat)
    if patron not in (0, now):
        there = f"patron {now} has it now" if now else "nobody has it now"
        raise Refused(Refusal.STALE, f"That was meant for patron {patron} in seat {seat}; {there}.", KNOWN)
