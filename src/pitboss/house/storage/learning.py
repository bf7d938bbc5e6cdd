"""How the rounds of a game are written shortly: learned from rounds that are over."""

from typing import TYPE_CHECKING

from pitboss.house.storage.forms import ENOUGH, SAMPLES

if TYPE_CHECKING:
    from pitboss.house.storage.store import Store


def learn(store: "Store", game: str) -> tuple[int, str, bytes] | None:
    """A dictionary (serial, game, sealed body) from rounds of a game that are over, once there are enough of them."""
    samples: list[bytes] = []
    with store.readers.reading() as reader:
        for table, last in reader.execute(
            "SELECT t.id, s.sequence FROM tables t JOIN snapshots s ON s.table_id = t.id WHERE t.game = ?", (game,)
        ).fetchall():
            rows = reader.execute(
                "SELECT sequence, payload, form FROM journal WHERE table_id = ? AND sequence <= ?"
                " ORDER BY sequence DESC LIMIT ?",
                (table, last, ENOUGH - len(samples)),
            )
            samples += [store.forms.read(table, *row) for row in rows]
        if len(samples) < SAMPLES:
            return None
        (serial,) = reader.execute("SELECT 1 + coalesce(max(serial), 0) FROM dictionaries").fetchone()
    return serial, game, store.forms.sealed_dictionary(serial, samples)
