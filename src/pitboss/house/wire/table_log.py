"""The log of a table: what people did between the rounds, from its record. The log of 617a.2(e) is part of it."""

from collections.abc import Callable
from typing import Any

from pitboss.house.protocol.records import KeptLine
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.journal import Actor, Entry

MOST_LINES = 200
_WORDS: dict[str, Callable[[Any], str]] = {
    "signed": lambda made: f"signed {made.checklist.replace('_', ' ')}",
    "duty": lambda made: made.name.replace("_", " ") + (f": {made.thing}" if made.thing else ""),
    "assigned": lambda made: f"assigned {made.name} as {made.role.title}",
    "released": lambda made: f"released {made.person} as {made.role.title}",
    "thing_brought": lambda made: f"brought {made.thing}" + (" into use" if made.in_use else ""),
    "thing_moved": lambda made: f"moved {made.thing}: {made.to.replace('_', ' ')}",
    "thing_signed": lambda made: f"signed to {made.act} {made.thing}",
    "rules_scheduled": lambda made: "scheduled other rules" + (f" ({made.filing})" if made.filing else ""),
    "rules_changed": lambda made: "other rules came into force" + (f" ({made.filing})" if made.filing else ""),
    "rules_unscheduled": lambda made: f"rules not changed after all: {made.why}",
    "settings_changed": lambda made: "changed how the table is run",
    "retired": lambda made: "retired the table",
    "announcement": lambda made: f"announced: {made.words}",
    "incident": lambda made: f"incident {made.number}, {made.kind.replace('_', ' ')}: {made.words}",
    "correction_proposed": lambda made: f"proposed correction {made.number} of round {made.round}",
    "correction_decided": lambda made: ("agreed to" if made.agreed else "dropped") + f" correction {made.number}",
    "relief_queued": lambda made: f"{made.name or 'nobody'} is to take over as {made.role.title}",
    "seat_moved": lambda made: f"moved seat {made.seat} to seat {made.to}",
    "opened": lambda made: "opened the table",
    "closing": lambda made: "ordered the table closed after the round",
    "closed": lambda made: "closed the table",
    "corrected": lambda made: "took back an outcome entered by mistake",
    "previewed": lambda made: f"looked at what would follow: {made.report.kind.replace('_', ' ')}",
}
KINDS = tuple(_WORDS)


def lines(store: Store, table: str, before: int | None, limit: int) -> list[KeptLine]:
    """What was done between the rounds, latest first."""
    return [_line(entry) for entry in store.entries_of(table, KINDS, before, max(1, min(limit, MOST_LINES)))]


def _line(entry: Entry) -> KeptLine:
    made: Any = entries.DECODERS[entry.kind].decode(entry.payload)
    by = made.by if isinstance(made.by, Actor) and made.by.credential else None
    work = getattr(made, "work", "") or getattr(made, "reason", "")
    return KeptLine(
        entry.sequence, entry.time, entry.kind, _WORDS[entry.kind](made), by, work, tuple(getattr(made, "items", ()))
    )
