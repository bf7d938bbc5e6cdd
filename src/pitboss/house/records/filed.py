"""What was filed under each submission that a round of the index names, whether it is in force or not.

The record of a table tells every choice that ever was in force there; so rules that were changed, a table that was retired, or one
that another process serves keep nothing from being watched.
"""

import sqlite3
from collections.abc import MutableMapping
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.entries import NAMES

LATEST = 1000  # changes of a table's rules among which one is looked for
KINDS = (NAMES[entries.Founded], NAMES[entries.RulesChanged])
PLAYED = "SELECT DISTINCT r.submission, r.table_id, r.game FROM rounds AS r"


class Filed(msgspec.Struct, frozen=True):
    """What is filed under the hash of a submission. ``own``: at tables that visitors have for themselves, and nowhere else."""

    submission: str
    game: str
    choices: dict[str, Any]
    own: bool = False


class _Chosen(msgspec.Struct, frozen=True):
    choices: dict[str, Any] = {}
    submission: str = ""


_chosen = msgspec.json.Decoder(_Chosen)


def filed(index: Path, store: Store, known: MutableMapping[str, Filed]) -> tuple[Filed, ...]:
    """Of every submission in the index; ``known`` keeps what was found before, and forgets what is not asked for any more."""
    with closing(sqlite3.connect(f"file:{index}?mode=ro", uri=True)) as connection:
        played: list[tuple[str, str, str]] = connection.execute(PLAYED).fetchall()
    visitors = {row[0] for row in store.tables() if msgspec.json.decode(row[4], type=entries.Settings).owner}
    found: dict[str, Filed] = {}
    for submission, table, game in played:
        own = table in visitors and found.get(submission, _OWN).own
        before = found.get(submission) or known.get(submission) or look_up(store, submission, table, game)
        if before is not None:
            found[submission] = msgspec.structs.replace(before, own=own)
    known.clear()
    known.update(found)
    return tuple(found.values())


_OWN = Filed("", "", {}, own=True)


def look_up(store: Store, submission: str, table: str, game: str) -> Filed | None:
    """What was filed under a submission that was in force at a table."""
    for entry in store.history.entries_of(table, KINDS, None, LATEST):
        made = _chosen.decode(entry.payload)
        if made.submission == submission:
            return Filed(submission, game, made.choices)
    return None
