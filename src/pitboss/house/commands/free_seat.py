"""Staff free a seat."""

from pitboss.house.host import patrons, seats
from pitboss.house.host.command import At, Command, Entries, Index
from pitboss.house.protocol.commands import Reason, Seat
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import Answer, Refusal, Refused, Window
from pitboss.wagers import REMOVE


class FreeSeat(Command, frozen=True, kw_only=True):
    """Free a seat: wagers that may be taken down go back to the player, and the chips to the cage, where they are held. A further
    box is given up alone."""

    right = "free seat"
    seat: Seat = 0
    reason: Reason = ""
    patron: Index = 0  # whom the sender saw there; 0: whoever is there

    def entries(self, at: At) -> Entries:
        table, host = at.table, at.host
        speaks = table.state.filing.settings.follow and at.may("speak for seat")
        actor = at.actor("speak for seat" if speaks else self.right)
        patrons.check_held(table, self.seat, self.patron)
        if not speaks and not self.reason.strip():
            raise Refused(Refusal.MALFORMED, "Say why the seat is freed.", "")
        is_box, reason = self.seat in table.state.seats.boxes, " ".join(self.reason.split())
        if is_box:
            seats.check_outer_box(table, self.seat)
        held = [self.seat] if is_box else table.state.seats.held(self.seat)
        for seat in held:
            _check_removable(table, seat)
        for seat in held:
            _take_down(table, seat, at.key, actor)
            seats.check_decided(table, seat)
            seats.settle_up(host, table, seat)
        if is_box:
            seats.give_up_box(table, entries.Unboxed(self.seat, entries.HOUSE, at.key, actor=actor, reason=reason))
            return
        seats.give_up_all(at.host, table, self.seat, entries.HOUSE, at.key, actor, reason)
        host.presence.get_up(self.seat)
        yield from ()


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
