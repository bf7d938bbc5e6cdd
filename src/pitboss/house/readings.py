"""Whether the book read the tables right: each reading in the cage's journal, worked out again from the table's own entries.

It is written apart from ``table/`` and ``host/money``: a fold over chips and what is marked, without rules or rounds.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from pitboss.events import Charged, Event, Marked, MeterMoved, Refunded, Settlement, Wagered, Withdrawn
from pitboss.house.book import entries as money
from pitboss.house.book.entries import TableReading
from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.storage.audit import NotInOrder
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.table import entries
from pitboss.house.table.seats import Payment
from pitboss.journal import Entry, Step
from pitboss.ledger import INVENTORY, Ledger
from pitboss.meters import MICRO
from pitboss.money import cents

AWARD, VIGORISH = "award", "vigorish "
FOLDED = frozenset(
    entries.NAMES[kind]
    for kind in (
        entries.Began, entries.Seated, entries.Bought, entries.SaleUndone, entries.Advanced, entries.Left,
        entries.CorrectionProposed, entries.CorrectionDecided, entries.OwedSettled, entries.ColourChanged, entries.Tipped,
        entries.SeatMoved, entries.Boxed, entries.Unboxed, entries.Unplayed,
    )
) | {"step"}  # fmt: skip


class ReadingsVerdict(msgspec.Struct, frozen=True):
    """Every reading of a table in the book is what the table's own record says."""

    readings: int
    tables: int

    def __str__(self) -> str:
        return f"the book: {self.readings:,} readings of {self.tables} tables, each as the table's own record has it."


class ChipsOfTable:
    """What went into a table's tray and boxes, entry by entry."""

    def __init__(self) -> None:
        self.tray = self.cash = self.withdrawn = self.checks = self.owed = self.awards = self.handle = self.rounds = 0
        self.tips = 0
        self._ledger = Ledger()
        self._proposed: dict[int, entries.CorrectionProposed] = {}
        self._has: dict[int, int] = {}  # by seat: what its player has in the rack and on the layout
        self._holders: dict[int, int] = {}  # further boxes → the player's seat
        self._coloured: set[int] = set()  # seats whose players have chips of a colour
        self._marked: dict[str, int] = {}  # vigorish that is marked
        self._marked_before: dict[str, int] = {}  # the round

    def reading(self, sequence: int) -> TableReading:
        colours = sum(self._has[seat] for seat in self._coloured)
        return TableReading(
            sequence,
            self.tray + colours,
            self.cash,
            self.withdrawn,
            self.checks,
            self.owed,
            self.awards,
            self.handle,
            self.rounds,
            colours,
            self.tips,
            sum(self._marked.values()),
        )

    def fold(self, entry: Entry) -> None:
        made = entries.DECODERS[entry.kind].decode(entry.payload)
        match made:
            case Step():
                self._step(made.events)
            case entries.Began():
                self.rounds, self._marked_before = made.start.number, dict(self._marked)
            case entries.Unplayed():
                self._marked = self._marked_before
            case entries.Seated() | entries.Bought():
                self._sold(made.seat, made.amount, made.payment)
            case entries.SaleUndone():
                self._sold(made.seat, made.amount, made.payment, -1)
            case entries.Advanced():
                self.tray -= made.amount
                self._give(made.seat, made.amount)
            case entries.Left():
                self.tray += 0 if made.carried else made.amount
                self._has.pop(made.seat, None)
            case entries.Tipped():
                self.tips += made.amount
                self._give(made.seat, -made.amount)
            case entries.CorrectionProposed():
                self._proposed[made.number] = made
            case entries.CorrectionDecided(agreed=True):
                self._corrected(made)
            case entries.OwedSettled():
                self.owed -= made.amount
                self.tray -= made.amount if made.to else 0
                if made.to:
                    self._give(made.to, made.amount)
            case _:
                self._seats(made)

    def _seats(self, made: object) -> None:
        """Who has which seat, box and colour."""
        match made:
            case entries.Boxed():
                self._holders[made.seat] = made.holder
            case entries.Unboxed():
                del self._holders[made.seat]
            case entries.SeatMoved():
                self._has[made.to] = self._has.pop(made.seat)
                if made.seat in self._coloured:
                    self._coloured ^= {made.seat, made.to}
            case entries.ColourChanged():
                self._coloured ^= {made.seat}

    def _give(self, seat: int, amount: int) -> None:
        """More chips for whoever has a seat or box; seat 0 is the dealer."""
        holder = self._holders.get(seat, seat)
        self._has[holder] = self._has.get(holder, 0) + amount

    def _step(self, events: Iterable[Event]) -> None:
        before, events = self._ledger.balance(INVENTORY), list(events)
        self._ledger.fold(events)
        self.tray += self._ledger.balance(INVENTORY) - before
        for event in events:
            if isinstance(event, Wagered | Withdrawn) and event.seat:
                self.handle += event.amount if isinstance(event, Wagered) else -event.amount
            elif isinstance(event, Settlement):
                self._give(event.seat, event.returned - event.stake - event.taken)
            elif isinstance(event, Charged | Refunded):
                self._give(event.seat, event.amount if isinstance(event, Refunded) else -event.amount)
            elif isinstance(event, MeterMoved) and event.why == AWARD:
                won = (event.before - event.after) // MICRO
                self.awards += won
                self.tray += won  # the cage pays it
            elif isinstance(event, Marked) and event.marker.startswith(VIGORISH):
                self._marked[event.marker] = cents(event.at.removeprefix("$")) if event.at else 0

    def _sold(self, seat: int, amount: int, paid: Payment, sign: int = 1) -> None:
        self.tray -= sign * (amount - paid.brought)
        self.cash += sign * paid.cash
        self.withdrawn += sign * paid.withdrawn
        self.checks += sign * (amount if paid.check else 0)
        self._give(seat, sign * amount)

    def _corrected(self, made: entries.CorrectionDecided) -> None:
        """Out of the tray only where the patron is there."""
        proposed = self._proposed[made.number]
        for payee in made.payees:
            self.tray -= payee.amount if payee.seat else 0
            self.owed += 0 if payee.seat or payee.transfer else payee.amount
            if payee.seat:
                self._give(payee.seat, payee.amount)
        if not made.payees:
            self.tray -= sum(line.amount for line in proposed.lines)


def readings_in(cage: Iterable[Entry]) -> Iterator[tuple[int, str, TableReading]]:
    """Every reading in the cage's journal: the number of its entry, the table, and what it says."""
    tables: dict[str, str] = {}  # by slip
    for entry in cage:
        if entry.kind not in money.KINDS:
            continue
        made = msgspec.json.decode(entry.payload, type=money.KINDS[entry.kind])
        if isinstance(made, money.BookOpened | money.ShiftEnded):
            yield from ((entry.sequence, table, found) for table, found in made.readings.items())
        elif isinstance(made, money.SlipMade):
            tables[made.slip] = made.table
            if made.reading is not None:
                yield entry.sequence, made.table, made.reading
        elif isinstance(made, money.SlipSigned) and made.reading is not None:
            yield entry.sequence, tables[made.slip], made.reading
        elif isinstance(made, money.WindowAct) and made.reading is not None:
            yield entry.sequence, made.table, made.reading


def check_readings(cage: Iterable[Entry], of_table: Callable[[str, int], Iterable[Entry]]) -> ReadingsVerdict:
    """The verdict, or the first reading that differs. ``of_table`` gives the entries of a table up to one of them."""
    wanted: dict[str, list[tuple[int, TableReading]]] = {}
    for sequence, table, found in readings_in(cage):
        wanted.setdefault(table, []).append((sequence, found))
    for table, all_of_it in wanted.items():
        _check(table, sorted(all_of_it, key=lambda one: one[1].sequence), of_table)
    return ReadingsVerdict(sum(map(len, wanted.values())), len(wanted))


def _check(table: str, wanted: list[tuple[int, TableReading]], of_table: Callable[[str, int], Iterable[Entry]]) -> None:
    chips, last, place = ChipsOfTable(), 0, 0
    for entry in of_table(table, wanted[-1][1].sequence):
        last = entry.sequence
        if entry.kind in FOLDED:
            chips.fold(entry)
        while place < len(wanted) and wanted[place][1].sequence == last:
            number, said = wanted[place]
            if (found := chips.reading(last)) != said:
                parts = [name for name in said.__struct_fields__ if getattr(said, name) != getattr(found, name)]
                words = f"Entry {number} of the cage reads {table} otherwise than its own record: {', '.join(parts)}."
                raise NotInOrder(CAGE_JOURNAL, words)
            place += 1
    if place < len(wanted):
        words = f"Entry {wanted[place][0]} of the cage reads {table} at an entry that its record does not have."
        raise NotInOrder(CAGE_JOURNAL, words)


def of_database(database: Path, sealer: Sealer) -> ReadingsVerdict:
    """The same of a database, in use or not, as it is at one moment."""
    with closing(Reader(database, sealer)) as reader, reader.at_one_moment():
        return check_readings(reader.entries(CAGE_JOURNAL), lambda table, last: reader.entries(table, 1, last))
