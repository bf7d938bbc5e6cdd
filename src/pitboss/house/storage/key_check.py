"""Whether a key is the key of a database, asked before anything is opened with it.

With another key nothing opens, and everything looks as if it had been changed. Somebody who mixed up two files is told so, and
not of tampering.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from typing import Any

from pitboss.house.storage import schema
from pitboss.house.storage.seal import Sealer, Unsafe
from pitboss.procedure import Refused

SAMPLES = 5  # sealed pieces of each kind that are tried with a key


def check_key(connection: Any, sealer: Sealer, name: str) -> None:
    """Refuse the key of another database. ``connection`` is one to SQLite or to PostgreSQL."""
    if key_fits(connection, sealer) is False:
        raise Unsafe(
            f"That is not the key of {name}: nothing sealed in it opens; use the key that was made with the database."
        )


def key_fits(connection: Any, sealer: Sealer) -> bool | None:
    """Whether a key is that of a database: something opens with it. None where nothing is sealed yet.

    With another key nothing opens; where a piece was damaged, the others still do.
    """
    tried = 0
    for opens in _tried(connection, sealer):
        if opens:
            return True
        tried += 1
    return False if tried else None


def _tried(connection: Any, sealer: Sealer) -> Iterator[bool]:
    has_forms = not isinstance(connection, sqlite3.Connection) or schema.version_of(connection) >= schema.WITH_FORMS
    sealed = "form & 1 = 1" if has_forms else "sealed"
    for kind in (
        f"SELECT payload, 'entry ' || table_id || ' ' || sequence FROM journal WHERE kind = 'step' AND {sealed}",
        "SELECT body, 'snapshot ' || table_id FROM snapshots",
        "SELECT body, 'seed ' || table_id || ' ' || serial FROM secrets",
    ):
        for body, place in connection.execute(f"{kind} LIMIT {SAMPLES}").fetchall():
            yield _opens(sealer, body, place)
    if has_forms:
        tails = (
            "SELECT t.journal, t.sequence, j.hash, t.mark FROM tails t"
            f" JOIN journal j ON j.table_id = t.journal AND j.sequence = t.sequence LIMIT {SAMPLES}"
        )
        for journal, sequence, hash, mark in connection.execute(tails).fetchall():
            yield schema.is_tail(sealer, journal, sequence, hash, (sequence, mark))


def _opens(sealer: Sealer, body: bytes, place: str) -> bool:
    with contextlib.suppress(Refused, TypeError):
        sealer.open(body, place)
        return True
    return False
