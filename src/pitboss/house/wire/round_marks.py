"""What is marked on a round that is over besides its result, read from its record once and kept."""

from collections import OrderedDict
from threading import Lock

from pitboss.events import Event
from pitboss.game import Game
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.journal import Step
from pitboss.procedure import CHANCE

MOST_KEPT = 20_000

Marks = tuple[str, ...]


class RoundMarks:
    """The marks of rounds, by table and number: a round that is over does not change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, int], Marks] = OrderedDict()
        self._lock = Lock()

    def of(self, game: Game, table: str, number: int, first: int, last: int) -> Marks:
        """The marks of a round that these entries record; none where the game has no such thing."""
        if game.marks is None:
            return ()
        with self._lock:
            kept = self._kept.get((table, number))
        if kept is not None:
            return kept
        found = game.marks(_events(self._store, table, first, last))
        with self._lock:
            self._kept[table, number] = found
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found


def _events(store: Store, table: str, first: int, last: int) -> list[Event]:
    """What happened, without what followed on an outcome that was entered by mistake and taken back (I-GEN-40)."""
    events: list[Event] = []
    entered = 0
    for entry in store.entries(table, first, last):
        if entry.kind == "corrected":
            del events[entered:]
        elif entry.kind == "step":
            step = entries.DECODERS["step"].decode(entry.payload)
            assert isinstance(step, Step)
            if any(answer.by == CHANCE for answer in step.answers):
                entered = len(events)
            events += step.events
    return events
