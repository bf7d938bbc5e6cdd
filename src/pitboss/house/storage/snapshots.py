"""What a table is rebuilt from beside its journal: snapshots, those that are kept, and seeds that are not opened."""

from typing import TYPE_CHECKING

from pitboss.house.storage import forms

if TYPE_CHECKING:
    from pitboss.house.storage.store import Store, Write

WAYPOINT = "INSERT OR IGNORE INTO waypoints VALUES (?, ?, ?)"


class Snapshots:
    """Of all tables; sealed, for they tell what is hidden."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """The sequence and body of a table's last snapshot."""
        found = self._store.one("SELECT sequence, body FROM snapshots WHERE table_id = ?", table)
        return (found[0], self._store.sealer.open(found[1], f"snapshot {table}")) if found else None

    def waypoint(self, table: str, before: int) -> tuple[int, bytes] | None:
        """The sequence and body of the last snapshot that was kept before an entry."""
        sql = "SELECT sequence, body FROM waypoints WHERE table_id = ? AND sequence < ? ORDER BY sequence DESC LIMIT 1"
        found = self._store.one(sql, table, before)
        return (found[0], forms.opened_waypoint(self._store.sealer, table, *found)) if found else None

    def waypoint_write(self, table: str, sequence: int, snapshot: bytes) -> "Write":
        """The write of a snapshot that is kept, so that a round long past can be played again without all those before it."""
        return WAYPOINT, (table, sequence, forms.sealed_waypoint(self._store.sealer, table, sequence, snapshot))

    def secrets(self, table: str) -> dict[int, bytes]:
        """Every seed of a table that is not opened yet, by serial."""
        rows = self._store.reader.execute("SELECT serial, body FROM secrets WHERE table_id = ?", (table,))
        return {serial: self._store.sealer.open(body, f"seed {table} {serial}") for serial, body in rows}
