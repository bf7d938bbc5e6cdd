"""What is on the felt of a table: chips, markers, the events of the round and the ledger, folded from events alone."""

from collections.abc import Iterable

from pitboss.events import (
    Charged,
    DeviceStatus,
    Event,
    Marked,
    Moved,
    Refunded,
    Replaced,
    RoundVoided,
    Settlement,
    Wagered,
    Withdrawn,
)
from pitboss.ledger import Ledger
from pitboss.money import Cents

Spot = tuple[int, str, str, int]  # seat, wager, on, hand


BINDING = (Charged, Refunded, Settlement, DeviceStatus, Replaced)


class FeltState:
    """A fold over events, round after round. It knows no entries, seeds or people.

    ``Table`` inherits from it rather than holding one: everything that looks at a table reads ``up``, ``markers`` and
    ``events`` beside players and rounds, and both are changed by the same ``absorb``. The split keeps the fold of events
    (this class) apart from the fold of journal entries (``Table``), and lets tests compare it with ``web/kit/fold.js``.
    """

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.number = 0  # of the round
        self.up: dict[Spot, Cents] = {}
        self.markers: dict[str, str] = {}
        self.before: dict[str, int] = {}  # markers that lie in front of a player → the player's seat
        self.events: list[Event] = []  # of this round, or of the last
        self.settlements: list[Settlement] = []
        self.settled_round = 0
        self.wagered = self.paid = 0
        self.void = False

    def begin(self, number: int) -> None:
        """Start another round: wagers and markers stay, the events of the last round go."""
        self.number, self.events, self.wagered, self.paid, self.void = number, [], 0, 0, False

    def absorb(self, events: Iterable[Event]) -> None:
        """Apply events: first to the ledger, which must balance, then to wagers and markers."""
        events = list(events)
        self.ledger.fold(events)
        self.ledger.check()
        self.events += events
        for event in events:
            if isinstance(event, Wagered):
                self._put((event.seat, event.wager, event.on, event.hand), event.amount)
                self.wagered += event.amount
            elif isinstance(event, Withdrawn):
                self._take((event.seat, event.wager, event.on, event.hand), event.amount)
                self.wagered -= event.amount
            elif isinstance(event, Moved):
                spot = (event.seat, event.wager, event.on, event.hand)
                if (
                    self.up.get(spot) == event.amount
                ):  # where only part of a wager is moved, it stays one wager on its spot
                    self._take(spot, event.amount)
                    self._put((event.seat, event.wager, event.to, event.hand), event.amount)
            elif isinstance(event, Settlement):
                self._settle(event)
            elif isinstance(event, Charged):
                self.paid -= event.amount
            elif isinstance(event, Refunded):
                self.paid += event.amount
            elif isinstance(event, Marked):
                self.markers[event.marker] = event.at
                self.before[event.marker] = event.seat
                if not event.at:
                    del self.markers[event.marker]
                if not event.at or not event.seat:
                    del self.before[event.marker]
            elif isinstance(event, RoundVoided):
                self.void = True

    def _settle(self, event: Settlement) -> None:
        if self.settled_round != self.number:
            self.settled_round, self.settlements = self.number, []
        self.settlements.append(event)
        self.paid += event.returned - event.taken
        if not event.stays:
            self._take((event.seat, event.wager, event.on, event.hand), event.stake)

    def _put(self, spot: Spot, amount: Cents) -> None:
        self.up[spot] = self.up.get(spot, 0) + amount

    def _take(self, spot: Spot, amount: Cents) -> None:
        left = self.up.get(spot, 0) - amount
        if left > 0:
            self.up[spot] = left
        else:
            self.up.pop(spot, None)

    def rack(self, seat: int) -> Cents:
        return self.ledger.balance(self.ledger.rack(seat))

    @property
    def binding(self) -> bool:
        """Whether this round has to be finished: a wager is up, chips have changed hands, or a device or set was dealt with,
        which canceling the round would undo in the rules and not in the room."""
        return bool(self.up) or any(isinstance(event, BINDING) for event in self.events)

    def stakes(self, seat: int) -> Cents:
        """What this seat has on the layout."""
        return sum(amount for (owner, *_), amount in self.up.items() if owner == seat)
