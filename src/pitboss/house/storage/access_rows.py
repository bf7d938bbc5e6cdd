"""Who may come in: seats and people that are signed in, passwords, passkeys, failed tries, invitations."""

import logging
from typing import TYPE_CHECKING, Any

from pitboss.procedure import Refused

if TYPE_CHECKING:
    from pitboss.house.storage.store import Store


log = logging.getLogger("pitboss")


class AccessRows:
    """Rows that are read here, and count only where the house wrote them."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    def session(self, hash: str) -> tuple[str, str, str, int, int] | None:
        """(hash, table, role, seat, active) of the session with this token hash."""
        found = self._store.one("SELECT * FROM sessions WHERE hash = ?", hash)
        return self._store.sealer.unmarked("sessions", found) if found is not None else None

    def holders(self, table: str) -> dict[int, str]:
        """The token hash of the session that sits in each seat of a table."""
        rows = self._store.reader.execute(
            "SELECT * FROM sessions WHERE table_id = ? AND active = 1", (table,)
        ).fetchall()
        return {seat: hash for hash, _, _, seat, _ in (self._store.sealer.unmarked("sessions", row) for row in rows)}

    def login(self, credential: str) -> bytes | None:
        """The sealed hash of a person's password."""
        found = self._store.one("SELECT body FROM logins WHERE credential = ?", credential)
        return bytes(found[0]) if found else None

    def passkey(self, id: str) -> tuple[str, bytes] | None:
        """The person whose passkey it is, and the sealed passkey."""
        found = self._store.one("SELECT credential, body FROM passkeys WHERE id = ?", id)
        return (found[0], bytes(found[1])) if found else None

    def passkeys(self, credential: str) -> list[str]:
        """The ids of a person's passkeys."""
        rows = self._store.reader.execute("SELECT id FROM passkeys WHERE credential = ? ORDER BY id", (credential,))
        return [id for (id,) in rows]

    def signed_in(self) -> list[tuple[str, str, float, float]]:
        """(token hash, person, created, last used) of everyone who is signed in."""
        rows = self._store.reader.execute("SELECT * FROM signed_in").fetchall()
        return [self._store.sealer.unmarked("signed_in", row) for row in rows if self._is_marked("signed_in", row)]

    def attempts(self) -> list[tuple[str, bytes, float]]:
        """(subject, times of failures, locked until) of every name and address that failed to sign in."""
        return self._store.reader.execute("SELECT * FROM attempts").fetchall()

    def invitations(self) -> list[tuple[str, str, float]]:
        """(token hash, person, expires) of every invitation that was not used."""
        rows = self._store.reader.execute("SELECT * FROM invitations").fetchall()
        return [self._store.sealer.unmarked("invitations", row) for row in rows if self._is_marked("invitations", row)]

    def _is_marked(self, table: str, row: tuple[Any, ...]) -> bool:
        """Whether the house wrote a row; one that it did not write counts for nothing, and is reported."""
        try:
            self._store.sealer.unmarked(table, row)
        except Refused as refusal:
            log.error("%s", refusal.sentence)
            return False
        return True
