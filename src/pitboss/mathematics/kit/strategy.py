"""What a player's strategy is: it answers an Election with no more than its own seat can see.

``Seen`` is folded from the events visible to that seat; a strategy never looks into the procedure.
"""

from collections.abc import Iterable
from typing import Protocol

from pitboss.events import Dealt, Event, Revealed, visible
from pitboss.procedure import Answer, Election, Who


class Seen:
    """The cards a seat has seen this round, by holder."""

    def __init__(self, seat: int, events: Iterable[Event] = ()) -> None:
        self.seat = seat
        self.cards: dict[tuple[Who, int], list[str]] = {}
        self.fold(events)

    def fold(self, events: Iterable[Event]) -> None:
        for event in events:
            shown = visible(event, self.seat)
            if isinstance(shown, Dealt) and shown.card:
                self.cards.setdefault((shown.to, shown.hand), []).append(shown.card)
            elif isinstance(shown, Revealed):
                self.cards[shown.of, shown.hand] = list(shown.cards)

    def hand(self, of: Who, hand: int = 0) -> list[str]:
        return self.cards.get((of, hand), [])


def default_answer(election: Election) -> Answer:
    """What happens when nothing is said, or the first thing that may be said: for whatever a strategy has no opinion on."""
    return (election.default or election.options[0]).answer(election.to)


class Strategy(Protocol):
    """Answers what its seat is asked."""

    def answer(self, election: Election, seen: Seen) -> Answer: ...
