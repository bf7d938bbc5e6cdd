"""Reads the gaming day of every table from its record, once, and then only what came since."""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from itertools import takewhile

import msgspec

from pitboss.house.storage.store import Store
from pitboss.house.table.entries import CorrectionProposed
from pitboss.house.table.hours import GamingDay, Hours, Tally, total
from pitboss.roles import Role

log = logging.getLogger("pitboss")

BEFORE = ("assigned", "correction_proposed")  # entries of earlier days that a day builds on
EARLIER = 200  # of them, the latest
PATIENCE = 0.7  # seconds that a page waits for a day that is still being counted


class DayBook(msgspec.Struct, frozen=True):
    """What the pit console shows of a day: what was read, all of it from the disk."""

    day: GamingDay
    last: int
    tallies: Mapping[int, Tally]
    since: Mapping[tuple[str, Role], str]
    proposed: Mapping[int, tuple[str, CorrectionProposed]]

    @property
    def total(self) -> Tally:
        return total(self.tallies.values())


class DayBooks:
    """The current gaming day of every table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hours: dict[str, Hours] = {}  # only the thread that reads touches these
        self._books: dict[str, DayBook] = {}
        self._reading: asyncio.Task[None] | None = None

    async def read(
        self, day: GamingDay, written: Mapping[str, int], patience: float | None = PATIENCE
    ) -> dict[str, DayBook]:
        """The books of a day. ``written`` has the last entry of each table. Those that take longer are left out for now."""
        if self._reading is None or self._reading.done():
            behind = [name for name, last in written.items() if self._is_behind(name, day, last)]
            self._reading = asyncio.create_task(asyncio.to_thread(self._read, behind, day)) if behind else None
        if self._reading is not None:
            await asyncio.wait({self._reading}, timeout=patience)
        return {name: book for name, book in self._books.items() if book.day == day}

    def _is_behind(self, table: str, day: GamingDay, last: int) -> bool:
        book = self._books.get(table)
        return book is None or book.day != day or book.last < last

    def _read(self, tables: Iterable[str], day: GamingDay) -> None:
        for table in tables:
            try:
                hours = self._hours.get(table)
                if hours is None or hours.day != day:
                    hours = begin(self._store, table, day)
                hours.fold(self._store.entries(table, hours.last + 1))
            except Exception:  # the other tables are shown all the same, and this one is tried again
                log.exception("the day of %s cannot be read", table)
                self._hours.pop(table, None)
                continue
            self._hours[table] = hours
            tallies = {hour: msgspec.structs.replace(one) for hour, one in hours.tallies.items()}
            self._books[table] = DayBook(day, hours.last, tallies, dict(hours.since), dict(hours.proposed))


def begin(store: Store, table: str, day: GamingDay) -> Hours:
    """A day of which nothing was read yet, with what it builds on."""
    first = first_entry(store, table, day.first_stamp)
    hours = Hours(day, reversed(store.history.entries_of(table, BEFORE, first, EARLIER)))
    hours.last = first - 1
    return hours


def whole_day(store: Store, table: str, day: GamingDay) -> Hours:
    """A day from its beginning to its end, or to now."""
    hours, ends = begin(store, table, day), day.last_stamp
    hours.fold(takewhile(lambda entry: entry.time < ends, store.entries(table, hours.last + 1)))
    return hours


def first_entry(store: Store, table: str, stamp: str) -> int:
    """The number of a table's first entry at or after a time, found by halving; the next one, where there is none."""
    low = high = 1
    while _is_before(store, table, high, stamp):
        low, high = high + 1, high * 2
    while low < high:
        middle = (low + high) // 2
        if _is_before(store, table, middle, stamp):
            low = middle + 1
        else:
            high = middle
    return low


def _is_before(store: Store, table: str, sequence: int, stamp: str) -> bool:
    entry = next(store.entries(table, sequence, sequence), None)
    return entry is not None and entry.time < stamp
