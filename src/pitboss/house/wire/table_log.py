"""The log of a table: what people did between the rounds, from its record. The log of 617a.2(e) is part of it."""

from typing import Any

from pitboss.house.protocol.records import KeptLine
from pitboss.house.records.words import BETWEEN_ROUNDS
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.journal import Actor, Entry

MOST_LINES = 200
KINDS = tuple(BETWEEN_ROUNDS)


def lines(store: Store, table: str, before: int | None, limit: int) -> list[KeptLine]:
    """What was done between the rounds, latest first."""
    return [_line(entry) for entry in store.history.entries_of(table, KINDS, before, max(1, min(limit, MOST_LINES)))]


def _line(entry: Entry) -> KeptLine:
    made: Any = entries.DECODERS[entry.kind].decode(entry.payload)
    by = made.by if isinstance(made.by, Actor) and made.by.credential else None
    work = getattr(made, "work", "") or getattr(made, "reason", "")
    items = tuple(getattr(made, "items", ()))
    return KeptLine.from_domain(entry, what=BETWEEN_ROUNDS[entry.kind](made), by=by, work=work, items=items)
