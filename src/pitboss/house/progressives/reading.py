"""The progressive book of a house that is open: its journals are read once, and then only what came since."""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

import msgspec

from pitboss import catalogue
from pitboss.house.people.entries import HouseNamed
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.progressives.book import ProgressiveBook
from pitboss.house.progressives.periods import Periods
from pitboss.house.storage.store import Store
from pitboss.house.table.entries import Settings
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission

T = TypeVar("T")
PATIENCE = 10.0  # seconds that somebody waits for journals that are still being read
ALL = 1 << 30
NAMED = ("house_named",)


class ProgressiveReading:
    """Reads in a thread, one at a time. A table of one visitor's own is nobody's liability, and left out."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._book: ProgressiveBook | None = None
        self._named = 0  # the last entry by which the house said when its days begin
        self._lock = threading.Lock()  # around the book

    async def ask(self, question: Callable[[ProgressiveBook], T], patience: float = PATIENCE) -> T:
        """What the book says of everything that is on the disk now; it is asked in the thread that reads."""
        asked = asyncio.create_task(asyncio.to_thread(self.ask_now, question))
        done, _ = await asyncio.wait({asked}, timeout=patience)
        if not done:
            words = "The progressive book is being read from the record; ask again in a moment."
            raise Refused(Refusal.UNAVAILABLE, words, "")
        return asked.result()

    def ask_now(self, question: Callable[[ProgressiveBook], T]) -> T:
        """The same in this thread."""
        with self._lock:
            return question(self._read())

    def _read(self) -> ProgressiveBook:
        """Go on with what came since; from the beginning where the house has other days now, or something failed."""
        named = self._store.history.entries_of(HOUSE_JOURNAL, NAMED, None, ALL)
        last = named[0].sequence if named else 0
        book = self._book if self._named == last else None
        if book is None:
            made = ((one.time, msgspec.json.decode(one.payload, type=HouseNamed)) for one in reversed(named))
            book = ProgressiveBook(Periods(made))
        self._book, self._named = None, last  # a table that cannot be read leaves nothing half done
        ends = self._store.history.last_entries()  # one moment of the whole record
        book.take(
            {
                name: self._store.entries(name, known.last + 1 if (known := book.tables.get(name)) else 1, ends[name])
                for name, game, _, _, settings in self._store.tables()
                if has_meters(game) and name in ends and not msgspec.json.decode(settings, type=Settings).owner
            }
        )
        self._book = book
        return book


def has_meters(game: str) -> bool:
    """Whether a game may have meters at all."""
    return catalogue.game(game).rules.meters is not RulesSubmission.meters
