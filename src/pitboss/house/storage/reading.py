"""A database read by others: without its lock, in use or not, and never written to."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from pitboss.house.storage import schema
from pitboss.house.storage.forms import Forms, opened_waypoint
from pitboss.house.storage.key_check import check_key
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
        check_key(self._db, sealer, database.name)
        self._forms, self._sealer = Forms(sealer), sealer
        for serial, game, body in self._db.execute("SELECT * FROM dictionaries ORDER BY serial"):
            self._forms.admit(serial, game, bytes(body))

    def close(self) -> None:
        self._db.close()

    def tables(self) -> list[str]:
        """The tables, in the order of creation."""
        return [name for (name,) in self._db.execute("SELECT id FROM tables ORDER BY rowid")]

    def rounds(self) -> int:
        """How many rounds all tables have played."""
        (found,) = self._db.execute("SELECT count(*) FROM rounds").fetchone()
        return int(found)

    def package(self, version: str) -> bytes | None:
        """The rules package of a version, which is its hash; a row that the house did not write is refused."""
        found = self._db.execute("SELECT * FROM packages WHERE version = ?", (version,)).fetchone()
        if found is None:
            return None
        schema.check_package(self._sealer, found)
        return bytes(found[3])

    def heads(self) -> list[tuple[int, str, str]]:
        """(size, time, note) of every signed head, the newest first."""
        return self._db.execute("SELECT size, time, note FROM checkpoints ORDER BY size DESC").fetchall()

    def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """The sequence and body of a table's last snapshot."""
        found = self._db.execute("SELECT sequence, body FROM snapshots WHERE table_id = ?", (table,)).fetchone()
        return (found[0], self._sealer.open(found[1], f"snapshot {table}")) if found is not None else None

    def waypoints(self, table: str) -> list[int]:
        """After which entries of a table a snapshot is kept."""
        sql = "SELECT sequence FROM waypoints WHERE table_id = ? ORDER BY sequence"
        return [sequence for (sequence,) in self._db.execute(sql, (table,))]

    def waypoint(self, table: str, sequence: int) -> bytes:
        """The snapshot that is kept of a table after an entry."""
        found = self.waypoint_if_kept(table, sequence)
        assert found is not None, f"No snapshot of {table} is kept after entry {sequence}."
        return found

    def waypoint_if_kept(self, table: str, sequence: int) -> bytes | None:
        sql = "SELECT body FROM waypoints WHERE table_id = ? AND sequence = ?"
        found = self._db.execute(sql, (table, sequence)).fetchone()
        return opened_waypoint(self._sealer, table, sequence, found[0]) if found is not None else None

    def revealed(self, table: str, after: int) -> Iterator[Entry]:
        """Every later entry that opened the seed of a shuffle, as they are wanted; the hashes in them are not looked at."""
        sql = (
            "SELECT sequence, time, payload, form, hash FROM journal INDEXED BY seeds WHERE table_id = ? AND kind = 'revealed'"
            f" AND sequence > ? AND {schema.OF_SEEDS} ORDER BY sequence"
        )
        for sequence, time, payload, form, hash in self._db.execute(sql, (table, after)):
            data = self._forms.read(table, sequence, payload, form)
            yield Entry(table, sequence, time, "revealed", msgspec.Raw(data), GENESIS, hash.hex())

    def secrets(self, table: str) -> dict[int, bytes]:
        """Every seed of a table that is not opened yet, by serial."""
        rows = self._db.execute("SELECT serial, body FROM secrets WHERE table_id = ?", (table,))
        return {serial: self._sealer.open(body, f"seed {table} {serial}") for serial, body in rows}

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Whatever is read within it is of one moment, however the house goes on meanwhile."""
        self._db.isolation_level = None
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.execute("ROLLBACK")

    def entries_of(self, kinds: Sequence[str]) -> Iterator[Entry]:
        """The entries of some kinds in all journals, those of each in their order; the hashes before them are not looked at."""
        sql = (
            "SELECT table_id, sequence, time, kind, payload, form, hash FROM journal"
            f" WHERE kind IN ({', '.join('?' * len(kinds))}) ORDER BY table_id, sequence"
        )
        for journal, sequence, time, kind, payload, form, hash in self._db.execute(sql, tuple(kinds)):
            data = self._forms.read(journal, sequence, payload, form)
            yield Entry(journal, sequence, time, kind, msgspec.Raw(data), GENESIS, hash.hex())

    def entries(self, table: str, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """Entries of a journal, from one to another."""
        before = self._db.execute(
            "SELECT hash FROM journal WHERE table_id = ? AND sequence = ?", (table, first - 1)
        ).fetchone()
        previous, after = before[0].hex() if before is not None else GENESIS, first - 1
        sql = (
            "SELECT sequence, time, kind, payload, form, hash FROM journal WHERE table_id = ? AND sequence > ?"
            f" AND sequence <= ? ORDER BY sequence LIMIT {PAGE}"
        )
        while rows := self._db.execute(sql, (table, after, 1 << 62 if last is None else last)).fetchall():
            for after, time, kind, payload, form, hash in rows:
                data = self._forms.read(table, after, payload, form)
                yield Entry(table, after, time, kind, msgspec.Raw(data), previous, hash.hex())
                previous = hash.hex()
