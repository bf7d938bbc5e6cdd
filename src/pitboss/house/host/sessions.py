"""Who is asking: a role, and for players a seat. Tokens are told apart by their hashes alone."""

import hmac
from collections.abc import Iterable

import msgspec

from pitboss.house.storage.seal import token_hash
from pitboss.house.storage.store import Store
from pitboss.procedure import DEALER, FLOOR, Refusal, Refused, Who

WATCHER, PLAYER, AUDIT = "watcher", "player", "audit"
STAFF = (DEALER, FLOOR)


class Session(msgspec.Struct, frozen=True):
    """One who may be let in. ``hash`` is that of his token; ``active`` ends when he leaves."""

    role: str = WATCHER
    seat: int = 0
    hash: str = ""
    active: bool = True

    def eyes(self, held: Iterable[int]) -> tuple[Who, ...]:
        """As whom he looks at events: a player as each of the seats that he holds."""
        return tuple(held) if self.role == PLAYER else (self.role,)


class Sessions:
    """The tokens of one house: those of roles, derived from the key, and those of seats, from the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._roles: dict[str, tuple[str, str]] = {}  # hash → (role, table; empty: every table)

    def role_token(self, role: str, table: str = "") -> str:
        """The token of a role, at one table or at all."""
        token = self._store.sealer.token(f"{role} {table}")
        self._roles[token_hash(token)] = (role, table)
        return token

    def of(self, token: str, table: str) -> Session:
        """Who holds this token at this table; nobody's token is a watcher's, an unknown one is refused."""
        if not token:
            return Session()
        given = token_hash(token)
        for kept, (role, where) in self._roles.items():
            if hmac.compare_digest(kept, given) and where in ("", table):
                return Session(role, 0, given)
        found = self._store.session(given)
        if found is None or not hmac.compare_digest(found[0], given) or found[1] != table:
            raise Refused(Refusal.WRONG_ROLE, "This token is not known at this table.", "")
        return Session(found[2], found[3], given, bool(found[4]))
