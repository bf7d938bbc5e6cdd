"""The layout of a table as events tell it: chips, markers, and what the round has come to so far."""

from collections.abc import Iterable

from pitboss.events import Charged, Event, Marked, Moved, Refunded, RoundVoided, Settlement, Wagered, Withdrawn
from pitboss.ledger import Ledger
from pitboss.money import Cents

Spot = tuple[int, str, str, int]  # seat, wager, on, hand


class Layout:
    """A fold over the events of one round after the other; a ``Table`` adds entries, devices and people."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.number = 0  # of the round
        self.up: dict[Spot, Cents] = {}
        self.markers: dict[str, str] = {}
        self.before: dict[str, int] = {}  # markers that lie before a player → his seat
        self.events: list[Event] = []  # of this round, or of the last
        self.settlements: list[Settlement] = []
        self.settled_round = 0
        self.wagered = self.paid = 0
        self.void = False

    def begin(self, number: int) -> None:
        """Another round: what is up stays up, what was told is told."""
        self.number, self.events, self.wagered, self.paid, self.void = number, [], 0, 0, False

    def absorb(self, events: Iterable[Event]) -> None:
        """Take in what was told: chips first, and they must balance."""
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
                if self.up.get(spot) == event.amount:  # part of a wager that is moved stays part of it
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
        later = event.deferred or event.prepaid  # charged by an event of its own
        self.paid += event.returned - (0 if later else event.vigorish)
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
        """Whether this round has to be finished: a wager is up, or chips have changed hands in it."""
        return bool(self.up) or any(isinstance(event, Charged | Refunded | Settlement) for event in self.events)

    def stakes(self, seat: int) -> Cents:
        """What this seat has on the layout."""
        return sum(amount for (owner, *_), amount in self.up.items() if owner == seat)
