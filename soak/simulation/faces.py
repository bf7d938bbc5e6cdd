"""Which cards the events of a round show to somebody, and which they hide: kept up as the round goes on."""

from collections import Counter
from collections.abc import Iterable

from pitboss.events import Event
from pitboss.procedure import Who

FACES = ("card", "cards", "outcome")  # the fields of events that name cards


def faces(events: Iterable[Event]) -> Iterable[str]:
    for event in events:
        for field in FACES:
            found = getattr(event, field, ())
            yield from (found,) if isinstance(found, str) else found


def shown(events: Iterable[Event], ids: tuple[Who, ...]) -> list[str]:
    """The cards in events that these may see, as the events themselves say."""
    return list(faces(e for e in events if e.seen_by is None or any(one in e.seen_by for one in ids)))


class Eyes:
    """What the events of a table tell those who look with these seats: each event is looked at once.

    A table adds events to its list, takes some back at its end, or begins another list; all three are noticed.
    """

    def __init__(self, ids: tuple[Who, ...]) -> None:
        self.ids = ids
        self._events: list[Event] = []
        self._begin()

    def _begin(self) -> None:
        self.shown, self.hidden = Counter[str](), list[Event]()
        self._last: Event | None = None
        self._many = 0

    def follow(self, events: list[Event]) -> None:
        """Look at what is new."""
        many = self._many
        if events is not self._events or len(events) < many or (many and events[many - 1] is not self._last):
            self._events, many = events, 0
            self._begin()
        if len(events) == many:
            return
        for event in events[many:]:
            if event.seen_by is None or any(one in event.seen_by for one in self.ids):
                self.shown.update(faces((event,)))
            else:
                self.hidden.append(event)
        self._many, self._last = len(events), events[-1]


class AllEyes:
    """Those of everyone at one table, by the seats with which they look."""

    def __init__(self) -> None:
        self._eyes: dict[tuple[Who, ...], Eyes] = {}

    def of(self, ids: tuple[Who, ...], events: list[Event]) -> Eyes:
        found = self._eyes.get(ids)
        if found is None:
            found = self._eyes[ids] = Eyes(ids)
        found.follow(events)
        return found
