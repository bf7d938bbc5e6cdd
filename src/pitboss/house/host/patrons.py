"""Patrons who hold no device, for whom the dealer speaks."""

from typing import TYPE_CHECKING

from pitboss.house.host import rights
from pitboss.house.host.readiness import check_in_service
from pitboss.house.host.sessions import Session
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

if TYPE_CHECKING:
    from pitboss.house.host.host import Host


SALES = KNOWN = "I-GEN-39"  # what the record says that a person did, that person did


def seller(host: "Host", session: Session, seat: int, amount: Cents) -> Actor:
    """Who sells these chips, or a refusal: above the filed ceiling nobody does, and from the filed amount on a floorperson,
    also where it is reached by several sales one after another."""
    table = host.require_table()
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


def followed(host: "Host") -> Table:
    """The table, provided that its patrons hold no device."""
    table = host.require_table()
    check_in_service(table)
    if not table.state.filing.settings.follow:
        raise Refused(Refusal.LOCKED, "At this table players sit down and buy in themselves.", "")
    return table


def known_by(host: "Host", card: str) -> tuple[str, str]:
    """Who a player's card says that somebody is: an account, where it bears the credential number of one, or the card itself."""
    if not card.isprintable() or card != card.strip():
        raise Refused(Refusal.MALFORMED, "Expected the number of a card without spaces around it.", KNOWN)
    found = host.house.register.people.get(card)
    return (card, "") if found is not None and Role.PLAYER in found.roles else ("", card)


def check_taken(table: Table, seat: int) -> None:
    """Refuse a seat in which nobody sits."""
    if seat not in table.state.seats.players:
        taken = ", ".join(map(str, sorted(table.state.seats.players))) or "none"
        raise Refused(Refusal.NO_SUCH_SEAT, f"Nobody has seat {seat}; taken: {taken}.", table.game.closed)
