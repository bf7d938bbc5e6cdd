"""Seats in the hands of staff: freed, moved; and patrons who hold no device, for whom the dealer speaks."""

from typing import TYPE_CHECKING

from pitboss.house.host import rights, seats
from pitboss.house.host.managing import check_in_service
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.commands import Command
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.money import Cents, dollars
from pitboss.procedure import Answer, Refusal, Refused, Window
from pitboss.wagers import REMOVE

if TYPE_CHECKING:
    from pitboss.house.host.host import Host


SALES = "I-GEN-39"  # what the record says that a person did, that person did


def free_seat(host: "Host", session: Session, command: Command) -> None:
    """Free a seat: wagers that may be taken down go back to the player, and the chips to the cage, where they are held."""
    table = host.require_table()
    speaks = table.state.filing.settings.follow and "speak for seat" in rights.acts(host, session, table)
    actor = rights.require(host, session, "speak for seat" if speaks else "free seat")
    _player(table, command.seat)
    if not speaks and not command.reason.strip():
        raise Refused(Refusal.MALFORMED, "Say why the seat is freed.", "")
    for one in table.state.seats.held(command.seat):
        _check_removable(table, one)
    for one in table.state.seats.held(command.seat):
        _take_down(table, one, command.key, actor)
        seats.check_decided(table, one)
        seats.settle_up(host, table, one)
    seats.give_up_all(table, command.seat, entries.HOUSE, command.key, actor, " ".join(command.reason.split()))
    host.get_up(command.seat)


def _check_removable(table: Table, seat: int) -> None:
    """Refuse, before anything is taken down, where something would stay."""
    play = table.round
    if play is None or not isinstance(play.pending, Window):
        seats.check_decided(table, seat)
        return
    trial = play.replica()
    assert isinstance(trial.pending, Window)
    for wager, on, amount in [(w, o, a) for (s, w, o, _), a in table.state.felt.up.items() if s == seat]:
        try:
            trial.answer(Answer(seat, REMOVE, wager, on, amount))
        except Refused:
            seats.check_decided(table, seat)


def _take_down(table: Table, seat: int, key: str, actor: Actor) -> None:
    """Hand back what a player may still take down themselves."""
    play = table.round
    if play is None or not isinstance(play.pending, Window):
        return
    for offer in play.pending.menu.offers(seat):
        if offer.says == REMOVE:
            amount = table.state.felt.up.get((seat, offer.wager, offer.on, 0), 0) or offer.least
            table.answer(Answer(seat, REMOVE, offer.wager, offer.on, amount, absent=True), key, actor)


def move_seat(host: "Host", session: Session, command: Command) -> None:
    """Move a player to a free seat, with their chips, while nothing of theirs is at stake."""
    table = host.require_table()
    actor = rights.require(host, session, "move seat")
    _player(table, command.seat)
    seats.check_free(table, command.to_seat)
    if len(table.state.seats.held(command.seat)) > 1:
        raise Refused(Refusal.LOCKED, f"Seat {command.seat} holds further boxes; they are given up first.", "")
    seats.check_decided(table, command.seat)
    seats.settle_up(host, table, command.seat)
    table.enter(entries.SeatMoved(command.seat, command.to_seat, actor, command.key))
    host.change_seat(command.seat, command.to_seat)


def seat_patron(host: "Host", session: Session, command: Command) -> None:
    """A patron without a device sat down, and bought in for what is said; nothing is sold unasked."""
    rights.require(host, session, "sell chips")
    table = _followed(host)
    seats.check_free(table, command.seat)
    actor = _seller(host, session, table, command.seat, command.amount)
    name = seats.printable(command.name) or f"Patron {command.seat}"
    seats.before_arrival(table)
    table.enter(entries.Seated(command.seat, name, command.amount, actor=actor))


def sell_chips(host: "Host", session: Session, command: Command) -> None:
    """A patron without a device bought more chips."""
    rights.require(host, session, "sell chips")
    table = _followed(host)
    _player(table, command.seat)
    if not command.amount:
        raise Refused(Refusal.MALFORMED, "Say for how much.", SALES)
    actor = _seller(host, session, table, command.seat, command.amount)
    table.enter(entries.Bought(command.seat, command.amount, command.key, actor=actor))


def _seller(host: "Host", session: Session, table: Table, seat: int, amount: Cents) -> Actor:
    """Who sells these chips, or a refusal: above the filed ceiling nobody does, and from the filed amount on a floorperson,
    also where it is reached by several sales one after another."""
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


def undo_sale(host: "Host", session: Session, command: Command) -> None:
    """Take back the last sale to a patron without a device, until the next wager is taken or round begins."""
    actor = rights.require(host, session, "sell chips")
    table = _followed(host)
    _player(table, command.seat)
    sold = table.state.seats.sales.get(command.seat)
    if not sold:
        words = (
            f"No sale to seat {command.seat} can be taken back: only one since the last wager and the last round can."
        )
        raise Refused(Refusal.LOCKED, words, SALES)
    table.enter(entries.SaleUndone(command.seat, sold[-1], actor, command.key))


def _followed(host: "Host") -> Table:
    table = host.require_table()
    check_in_service(table)
    if not table.state.filing.settings.follow:
        raise Refused(Refusal.LOCKED, "At this table players sit down and buy in themselves.", "")
    return table


def _player(table: Table, seat: int) -> str:
    name = table.state.seats.players.get(seat)
    if name is None:
        taken = ", ".join(map(str, sorted(table.state.seats.players))) or "none"
        raise Refused(Refusal.NO_SUCH_SEAT, f"Nobody has seat {seat}; taken: {taken}.", table.game.closed)
    return name
