"""Who sits at a table and whose chips are where, folded without its rounds: for readers of a record who play nothing again.

What each entry does is said once, beside the entry (``payload.FOLDS``). Such a table has no game: only entries that need none of it
are applied.
"""

from typing import Any

from pitboss.house.table import entries
from pitboss.house.table.payload import FOLDS
from pitboss.house.table.table import Table
from pitboss.journal import Entry

SEATS = frozenset(
    {
        entries.Seated, entries.Boxed, entries.Unboxed, entries.SeatMoved, entries.MoveOrdered, entries.PatronIdentified,
        entries.Left,
    }
)  # fmt: skip
CHIPS = frozenset({entries.Bought, entries.SaleUndone, entries.Advanced, entries.Tipped})
CORRECTIONS = frozenset({entries.CorrectionProposed, entries.CorrectionDecided, entries.OwedSettled})
PLACES = frozenset({entries.Assigned, entries.Released})
FOLLOWED = SEATS | CHIPS | CORRECTIONS | PLACES


def seating(name: str) -> Table:
    """A table without a game, for ``follow``."""
    table = Table(name)
    table.checklists, table.thing_kinds = (), ()
    return table


def follow(table: Table, entry: Entry, made: Any) -> None:
    """Apply an entry about seats, chips, corrections or places, as the table itself does; pass over any other."""
    if type(made) is entries.Began:
        table.state.felt.number, table.state.seats.sales = made.start.number, {}
    elif type(made) in FOLLOWED:
        table.now, table.journal.sequence = entry.time, entry.sequence - 1
        FOLDS[type(made)](table, made)
