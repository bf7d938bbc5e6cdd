"""What lies on the felt of a table: chips and markers, folded from events alone. ``web/felt/fold.js`` folds the same for a page."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.events import (
    AnySettlement,
    Charged,
    Collected,
    Event,
    Marked,
    MeterMoved,
    Moved,
    Paid,
    Refunded,
    Returned,
    RoundVoided,
    Wagered,
    Withdrawn,
)
from pitboss.families.progressive import AWARD
from pitboss.ledger import Ledger
from pitboss.meters import MICRO
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.house.table.rounds import RoundState

Spot = tuple[int, str, str, int]  # seat, wager, on, hand


class WonFromMeter(msgspec.Struct, frozen=True):
    """A part of a progressive meter that was won: it is paid by the cage, never out of the tray."""

    round: int
    seat: int
    meter: str
    amount: Cents


class FeltState(msgspec.Struct):
    """The part of a table's state that the rounds leave to each other."""

    number: int = 0  # of the round
    state: Any = None  # what the game keeps from round to round
    up: dict[Spot, Cents] = {}
    markers: dict[str, str] = {}
    before: dict[str, int] = {}  # markers that lie in front of a player → the player's seat
    results: list[str] = []
    unpaid: list[AnySettlement] = []  # of the last round: what hands have not been said to have taken and paid
    awards: list[WonFromMeter] = []  # every part of a meter that was ever won here
    handled: Cents = 0  # wagered in all, without what was taken back

    def stakes(self, seat: int) -> Cents:
        """What this seat has on the layout."""
        return sum(amount for (owner, *_), amount in self.up.items() if owner == seat)

    def put(self, spot: Spot, amount: Cents) -> None:
        self.up[spot] = self.up.get(spot, 0) + amount

    def take(self, spot: Spot, amount: Cents) -> None:
        left = self.up.get(spot, 0) - amount
        if left > 0:
            self.up[spot] = left
        else:
            self.up.pop(spot, None)


def apply_events(felt: FeltState, ledger: Ledger, play: "RoundState", events: Sequence[Event]) -> None:
    """Apply events: first to the ledger, which must balance, then to wagers, markers and the round's result."""
    ledger.fold(events)
    ledger.check()
    play.events += events
    for event in events:  # dispatched by class: isinstance on a Struct takes several times as long
        if (fold := _FOLDS.get(event.__class__)) is not None:
            fold(felt, play, event)


def _wagered(felt: FeltState, play: "RoundState", event: Wagered) -> None:
    felt.put((event.seat, event.wager, event.on, event.hand), event.amount)
    play.wagered += event.amount
    felt.handled += event.amount if event.seat else 0


def _withdrawn(felt: FeltState, play: "RoundState", event: Withdrawn) -> None:
    felt.take((event.seat, event.wager, event.on, event.hand), event.amount)
    play.wagered -= event.amount
    felt.handled -= event.amount if event.seat else 0


def _moved(felt: FeltState, play: "RoundState", event: Moved) -> None:
    """Where only part of a wager is moved, it stays one wager on its spot."""
    spot = (event.seat, event.wager, event.on, event.hand)
    if felt.up.get(spot) == event.amount:
        felt.take(spot, event.amount)
        felt.put((event.seat, event.wager, event.to, event.hand), event.amount)


def _settled(felt: FeltState, play: "RoundState", event: AnySettlement) -> None:
    if play.settled_round != felt.number:
        play.settled_round, play.settlements = felt.number, []
    play.settlements.append(event)
    play.paid += event.returned - event.taken
    if not event.stays:
        felt.take((event.seat, event.wager, event.on, event.hand), event.stake)


def _charged(felt: FeltState, play: "RoundState", event: Charged) -> None:
    play.paid -= event.amount


def _refunded(felt: FeltState, play: "RoundState", event: Refunded) -> None:
    play.paid += event.amount


def _marked(felt: FeltState, play: "RoundState", event: Marked) -> None:
    felt.markers[event.marker] = event.at
    felt.before[event.marker] = event.seat
    if not event.at:
        del felt.markers[event.marker]
    if not event.at or not event.seat:
        del felt.before[event.marker]


def _meter_moved(felt: FeltState, play: "RoundState", event: MeterMoved) -> None:
    if event.why == AWARD:
        felt.awards.append(WonFromMeter(felt.number, event.seat, event.meter, (event.before - event.after) // MICRO))


def _voided(felt: FeltState, play: "RoundState", event: RoundVoided) -> None:
    play.void = True


_FOLDS: dict[type[Event], Callable[[FeltState, "RoundState", Any], None]] = {
    Wagered: _wagered,
    Withdrawn: _withdrawn,
    Moved: _moved,
    Paid: _settled,
    Collected: _settled,
    Returned: _settled,
    Charged: _charged,
    Refunded: _refunded,
    Marked: _marked,
    MeterMoved: _meter_moved,
    RoundVoided: _voided,
}
