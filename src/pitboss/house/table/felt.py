"""What lies on the felt of a table: chips and markers, folded from events alone. ``web/felt/fold.js`` folds the same for a page."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.events import (
    AnySettlement,
    Charged,
    Event,
    Marked,
    MeterMoved,
    Moved,
    Refunded,
    RoundVoided,
    Settlement,
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
    for event in events:
        if isinstance(event, Wagered):
            felt.put((event.seat, event.wager, event.on, event.hand), event.amount)
            play.wagered += event.amount
            felt.handled += event.amount if event.seat else 0
        elif isinstance(event, Withdrawn):
            felt.take((event.seat, event.wager, event.on, event.hand), event.amount)
            play.wagered -= event.amount
            felt.handled -= event.amount if event.seat else 0
        elif isinstance(event, Moved):
            spot = (event.seat, event.wager, event.on, event.hand)
            if felt.up.get(spot) == event.amount:  # where only part of a wager is moved, it stays one wager on its spot
                felt.take(spot, event.amount)
                felt.put((event.seat, event.wager, event.to, event.hand), event.amount)
        elif isinstance(event, Settlement):
            if play.settled_round != felt.number:
                play.settled_round, play.settlements = felt.number, []
            play.settlements.append(event)
            play.paid += event.returned - event.taken
            if not event.stays:
                felt.take((event.seat, event.wager, event.on, event.hand), event.stake)
        elif isinstance(event, Charged):
            play.paid -= event.amount
        elif isinstance(event, Refunded):
            play.paid += event.amount
        elif isinstance(event, Marked):
            felt.markers[event.marker] = event.at
            felt.before[event.marker] = event.seat
            if not event.at:
                del felt.markers[event.marker]
            if not event.at or not event.seat:
                del felt.before[event.marker]
        elif isinstance(event, MeterMoved):
            if event.why == AWARD:
                felt.awards.append(
                    WonFromMeter(felt.number, event.seat, event.meter, (event.before - event.after) // MICRO)
                )
        elif isinstance(event, RoundVoided):
            play.void = True
