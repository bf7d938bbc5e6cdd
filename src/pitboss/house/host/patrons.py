"""Seats in the hands of staff: freed, moved; and patrons who hold no device, for whom the dealer speaks."""

from typing import TYPE_CHECKING

from pitboss.house.host import rights, seats
from pitboss.house.host.managing import check_in_service
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.commands import Command
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import Answer, Refusal, Refused, Window
from pitboss.wagers import REMOVE

if TYPE_CHECKING:
    from pitboss.house.host.host import Host


def free_seat(host: "Host", session: Session, command: Command) -> None:
    """Free a seat: wagers that may be taken down go back to the player, and the chips to the cage, where they are held."""
    table = host.require_table()
    speaks = table.founded.settings.follow and "speak for seat" in rights.acts(host, session, table)
    actor = rights.require(host, session, "speak for seat" if speaks else "free seat")
    _player(table, command.seat)
    if not speaks and not command.reason.strip():
        raise Refused(Refusal.MALFORMED, "Say why the seat is freed.", "")
    for one in table.held(command.seat):
        _check_removable(table, one)
    for one in table.held(command.seat):
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
    for wager, on, amount in [(w, o, a) for (s, w, o, _), a in table.up.items() if s == seat]:
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
            amount = table.up.get((seat, offer.wager, offer.on, 0), 0) or offer.least
            table.answer(Answer(seat, REMOVE, offer.wager, offer.on, amount, absent=True), key, actor)


def move_seat(host: "Host", session: Session, command: Command) -> None:
    """Move a player to a free seat, with their chips, while nothing of theirs is at stake."""
    table = host.require_table()
    actor = rights.require(host, session, "move seat")
    _player(table, command.seat)
    seats.check_free(table, command.to_seat)
    if len(table.held(command.seat)) > 1:
        raise Refused(Refusal.LOCKED, f"Seat {command.seat} holds further boxes; they are given up first.", "")
    seats.check_decided(table, command.seat)
    seats.settle_up(host, table, command.seat)
    table.enter(entries.SeatMoved(command.seat, command.to_seat, actor, command.key))
    host.change_seat(command.seat, command.to_seat)


def seat_patron(host: "Host", session: Session, command: Command) -> None:
    """A patron without a device sat down and bought in."""
    actor = rights.require(host, session, "speak for seat")
    table = _followed(host)
    seats.check_free(table, command.seat)
    name = seats.printable(command.name) or f"Patron {command.seat}"
    seats.before_arrival(table)
    table.enter(entries.Seated(command.seat, name, command.amount or table.founded.settings.buy_in, actor=actor))


def sell_chips(host: "Host", session: Session, command: Command) -> None:
    """A patron without a device bought more chips."""
    actor = rights.require(host, session, "speak for seat")
    table = _followed(host)
    _player(table, command.seat)
    if not command.amount:
        raise Refused(Refusal.MALFORMED, "Say for how much.", "")
    table.enter(entries.Bought(command.seat, command.amount, command.key, actor=actor))


def _followed(host: "Host") -> Table:
    table = host.require_table()
    check_in_service(table)
    if not table.founded.settings.follow:
        raise Refused(Refusal.LOCKED, "At this table players sit down and buy in themselves.", "")
    return table


def _player(table: Table, seat: int) -> str:
    name = table.players.get(seat)
    if name is None:
        taken = ", ".join(map(str, sorted(table.players))) or "none"
        raise Refused(Refusal.NO_SUCH_SEAT, f"Nobody has seat {seat}; taken: {taken}.", table.game.closed)
    return name
