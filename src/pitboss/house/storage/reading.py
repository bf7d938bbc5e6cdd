"""A database read by others: without its lock, in use or not, and never written to."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pitboss.house.storage import schema
from pitboss.house.storage.forms import Forms
from pitboss.house.storage.seal import Sealer
from pitboss.journal import GENESIS, Entry
from pitboss.procedure import Refusal, Refused

PAGE = 1_000


class Reader:
    """Journals and packages of one database."""

    def __init__(self, database: Path, sealer: Sealer) -> None:
        if not database.is_file():
            raise Refused(Refusal.NOT_FOUND, f"There is no database {database}.", "")
        self._db = sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=10)
        schema.require_current(self._db)
        self._forms, self._sealer = Forms(sealer), sealer
        for serial, game, body in self._db.execute("SELECT * FROM dictionaries ORDER BY serial"):
            self._forms.admit(serial, game, bytes(body))

    def close(self) -> None:
        self._db.close()

    def tables(self) -> list[str]:
        """The tables, in the order of creation."""
        return [name for (name,) in self._db.execute("SELECT id FROM tables ORDER BY rowid")]

    def package(self, version: str) -> bytes | None:
        found = self._db.execute(
            "SELECT body FROM packages WHERE version = ?1 OR release = ?1 ORDER BY since DESC", (version,)
        ).fetchone()
        return bytes(found[0]) if found is not None else None

    def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """The sequence and body of a table's last snapshot."""
        found = self._db.execute("SELECT sequence, body FROM snapshots WHERE table_id = ?", (table,)).fetchone()
        return (found[0], self._sealer.open(found[1], f"snapshot {table}")) if found is not None else None

    def entries(self, journal: str) -> Iterator[Entry]:
        """Every entry of a journal."""
        previous, after = GENESIS, 0
        sql = (
            "SELECT sequence, time, kind, payload, form, hash FROM journal WHERE table_id = ? AND sequence > ?"
            f" ORDER BY sequence LIMIT {PAGE}"
        )
        while rows := self._db.execute(sql, (journal, after)).fetchall():
            for after, time, kind, payload, form, hash in rows:
                data = self._forms.read(journal, after, payload, form)
                yield Entry(journal, after, time, kind, msgspec.Raw(data), previous, hash.hex())
                previous = hash.hex()
