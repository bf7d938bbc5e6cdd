"""The times of a table that are reconciled: from drop to drop, and shift by shift, each between two readings of its ledger."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from pitboss.house.book.book import MoneyBook
from pitboss.house.book.entries import TableReading
from pitboss.money import Cents


class Interval(msgspec.Struct, frozen=True):
    """A table's time between two readings. A shift ends with the reading that was taken when somebody ended it."""

    kind: Literal["box", "shift"]
    name: str
    table: str
    day: str
    shift: int
    begins: TableReading
    ends: TableReading
    over: bool
    counted: Cents | None = None  # what the box says that the table won, once it is counted

    @property
    def played(self) -> Cents:
        """What the table won by its ledger; what patrons have in colours is theirs, though no chip left the tray for it."""
        moved = self.ends.since(self.begins)
        return moved.tray + moved.cash + moved.withdrawn + moved.checks - moved.colours


def intervals(
    book: MoneyBook, day: str, table: str, now: TableReading | None, current: tuple[str, int]
) -> list[Interval]:
    """Those of a table on a gaming day: its boxes, then its shifts. ``now`` is its ledger now, where that is known here, and
    ``current`` the day and shift that are now."""
    if table not in book.tables:
        return []
    latest = now if now is not None else book.tables[table].reading
    return [*_boxes(book, day, table, latest), *_shifts(book, day, table, latest, current)]


def _boxes(book: MoneyBook, day: str, table: str, now: TableReading) -> Iterator[Interval]:
    for box in book.boxes_of(table):
        if box.day != day:
            continue
        win = None
        if box.counted is not None and box.state != "taken":
            checks = sum(book.slips[one].cash for one in box.counted.checks if one in book.slips)
            drop = box.cash + box.counted.withdrawn + checks
            win = box.closer + box.credits + drop - box.opener - box.fills - box.expected.colours
        ends = now if box.state == "on" else box.ends
        yield Interval("box", box.name, table, day, 0, box.begins, ends, box.state != "on", win)


def _shifts(book: MoneyBook, day: str, table: str, now: TableReading, current: tuple[str, int]) -> Iterator[Interval]:
    first = min(book.boxes_of(table), key=lambda box: box.begins.sequence, default=None)
    if first is None:
        return
    begins = first.begins
    for of, shift in sorted(book.shifts):
        ends = book.shifts[of, shift].readings.get(table)
        if ends is None:
            continue
        if of == day and ends.sequence > begins.sequence:
            yield Interval("shift", f"{table} {of} shift {shift}", table, of, shift, begins, ends, over=True)
        begins = max(begins, ends, key=lambda reading: reading.sequence)
    if current[0] == day and current not in book.shifts and now.sequence > begins.sequence:
        yield Interval("shift", f"{table} {day} shift {current[1]}", table, *current, begins, now, over=False)
