"""Rows of what visitors decided and had judged. They are no journal: whoever they belong to may have them deleted.

Whose they are is written as a code that tells nothing, and the decisions are sealed.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from pitboss.drills.book import BookedDecision

if TYPE_CHECKING:
    from pitboss.house.storage.store import Store, Write

MOST = 1000  # decisions of one visitor; of more the oldest go
DAYS = 800  # after which a decision goes
ADDED = "INSERT OR IGNORE INTO own_decisions VALUES (?, ?, ?, ?)"
CHANGED = "UPDATE own_decisions SET body = ? WHERE owner = ? AND decision = ?"
GONE = "DELETE FROM own_decisions WHERE owner = ? AND decision = ?"
FORGOTTEN = "DELETE FROM own_decisions WHERE owner = ?"
TOO_OLD = "DELETE FROM own_decisions WHERE at < ?"
OF = "SELECT decision, body FROM own_decisions WHERE owner = ? ORDER BY at, decision"


class OwnDecisions:
    """What visitors decided, by whom."""

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._swept = 0.0

    def of(self, owner: str) -> list[BookedDecision]:
        """A visitor's decisions, the oldest first."""
        whose = self._whose(owner)
        rows = self._store.reader.execute(OF, (whose,)).fetchall()
        found = (
            msgspec.msgpack.decode(self._store.sealer.open(bytes(body), decision_place(whose, id)), type=BookedDecision)
            for id, body in rows
        )
        return sorted(found, key=lambda one: one.at)

    async def add(self, owner: str, made: Iterable[BookedDecision]) -> None:
        """Keep decisions; one that is there already stays as it is."""
        whose, new = self._whose(owner), list(made)
        if not new:
            return
        there = [id for id, _ in self._store.reader.execute(OF, (whose,)).fetchall()]
        late = len(there) + len(new) - MOST
        writes: list[Write] = [(GONE, (whose, id)) for id in there[: max(0, late)]]
        writes += [(ADDED, (whose, one.id, int(one.at), self._sealed(whose, one))) for one in new]
        if new[-1].at - self._swept > 86_400:
            self._swept = new[-1].at
            writes.append((TOO_OLD, (int(new[-1].at) - DAYS * 86_400,)))
        await self._store.commit(writes)

    async def change(self, owner: str, made: BookedDecision) -> None:
        whose = self._whose(owner)
        await self._store.commit([(CHANGED, (self._sealed(whose, made), whose, made.id))])

    async def forget(self, owner: str) -> None:
        """Delete everything that is kept of a visitor's decisions."""
        await self._store.commit([(FORGOTTEN, (self._whose(owner),))])

    def _whose(self, owner: str) -> str:
        return self._store.sealer.token(f"own decisions {owner}")

    def _sealed(self, whose: str, made: BookedDecision) -> bytes:
        return self._store.sealer.seal(msgspec.msgpack.encode(made), decision_place(whose, made.id))


def decision_place(whose: str, id: str) -> str:
    return f"decision {whose} {id}"
