"""The past of a journal: single entries by their kind or place, rounds that are over, when something was last written."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pitboss.house.storage import schema
from pitboss.journal import Entry

if TYPE_CHECKING:
    from pitboss.house.storage.store import Store

LINKED = (  # and the hash of the entry before, for entries that are read one by one
    "j.table_id, j.sequence, j.time, j.kind, j.payload, j.form, j.hash,"
    " (SELECT p.hash FROM journal p WHERE p.table_id = j.table_id AND p.sequence = j.sequence - 1)"
)


class History:
    """Looks into journals without reading them from the beginning."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    def clock_changes(self, limit: int) -> list[tuple[str, bytes]]:
        """(time, payload) of the last times that a table noticed that the wall clock was set, latest first."""
        sql = f"SELECT time, payload FROM journal INDEXED BY clock_changes WHERE {schema.OF_CLOCK} ORDER BY time DESC LIMIT ?"
        return self._store.reader.execute(sql, (limit,)).fetchall()

    def last_time(self, table: str) -> str:
        """When a table's record was last written."""
        sql = "SELECT time FROM journal WHERE table_id = ? ORDER BY sequence DESC LIMIT 1"
        found = self._store.one(sql, table)
        return found[0] if found else ""

    def last_entries(self) -> dict[str, int]:
        """The number of the last entry of every journal."""
        return dict(self._store.reader.execute("SELECT journal, sequence FROM tails").fetchall())

    def last_entry(self, journal: str) -> int:
        """The number of the last entry that the house wrote into one."""
        found = self._store.one("SELECT sequence FROM tails WHERE journal = ?", journal)
        return int(found[0]) if found else 0

    def last_kinds(self, table: str, limit: int) -> list[str]:
        """Of what kinds the last entries are, latest first."""
        sql = "SELECT kind FROM journal WHERE table_id = ? ORDER BY sequence DESC LIMIT ?"
        return [str(kind) for (kind,) in self._store.reader.execute(sql, (table, limit))]

    def entries_of(self, table: str, kinds: Sequence[str], before: int | None, limit: int) -> list[Entry]:
        """The last entries of some kinds before an entry, latest first."""
        marks = ", ".join("?" * len(kinds))
        sql = (
            f"SELECT {LINKED} FROM journal j WHERE table_id = ? AND kind IN ({marks}) AND sequence < ? ORDER BY sequence DESC "
            f"LIMIT ?"
        )
        values = (table, *kinds, 1 << 62 if before is None else before, limit)
        with self._store.readers.reading() as reader:
            return [self._store.entry(*row) for row in reader.execute(sql, values)]

    def arrivals(self, table: str) -> list[Entry]:
        """Every entry by which a seat or box came to a player or was given up."""
        sql = f"SELECT {LINKED} FROM journal j INDEXED BY sittings WHERE table_id = ? AND {schema.OF_SITTINGS} ORDER BY sequence"
        with self._store.readers.reading() as reader:
            return [self._store.entry(*row) for row in reader.execute(sql, (table,))]

    def committed_before(self, table: str, sequence: int) -> Entry | None:
        """The last shuffle that got its seed before an entry."""
        sql = (
            f"SELECT {LINKED} FROM journal j INDEXED BY seeds WHERE table_id = ? AND kind = 'committed' AND {schema.OF_SEEDS}"
            " AND sequence < ? ORDER BY sequence DESC LIMIT 1"
        )
        row = self._store.one(sql, table, sequence)
        return self._store.entry(*row) if row else None

    def revealed_after(self, table: str, sequence: int, limit: int = 8) -> list[Entry]:
        """The next seeds of shuffles that were opened after an entry."""
        sql = (
            f"SELECT {LINKED} FROM journal j INDEXED BY seeds WHERE table_id = ? AND kind = 'revealed' AND {schema.OF_SEEDS} AND "
            f"sequence > ?"
            " ORDER BY sequence LIMIT ?"
        )
        return [self._store.entry(*row) for row in self._store.reader.execute(sql, (table, sequence, limit))]

    def round(self, table: str, number: int) -> tuple[int, int] | None:
        """The first and the last entry of a round that is over."""
        found = self._store.one("SELECT * FROM rounds WHERE table_id = ? AND round = ?", table, number)
        return self._store.sealer.unmarked("rounds", found)[2:4] if found is not None else None

    def rounds(self, table: str, before: int, limit: int) -> list[tuple[Any, ...]]:
        """(round, first, last, opened, closed, result, wagers, paid, void), latest first."""
        sql = "SELECT * FROM rounds WHERE table_id = ? AND round < ? ORDER BY round DESC LIMIT ?"
        return [
            self._store.sealer.unmarked("rounds", row)[1:]
            for row in self._store.reader.execute(sql, (table, before, limit))
        ]
