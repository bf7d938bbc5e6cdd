"""Who is connected: a role, and for players a seat. Tokens are compared by their hashes; none is stored."""

import hmac
from collections.abc import Iterable
from typing import Final, cast

import msgspec

from pitboss.house.protocol.views import Role
from pitboss.house.storage.seal import token_hash
from pitboss.house.storage.store import Store
from pitboss.procedure import DEALER, FLOOR, Refusal, Refused, Who

WATCHER: Final = "watcher"
PLAYER: Final = "player"
AUDIT: Final = "audit"
STAFF = (DEALER, FLOOR)


class Session(msgspec.Struct, frozen=True):
    """A role at a table. ``hash`` is the hash of the token; ``active`` becomes False when the player leaves."""

    role: Role = WATCHER
    seat: int = 0
    hash: str = ""
    active: bool = True

    def viewer_ids(self, held: Iterable[int]) -> tuple[Who, ...]:
        """The seats or the role whose events they may see: a player sees those of each seat they hold."""
        return tuple(held) if self.role == PLAYER else (self.role,)


class Sessions:
    """The tokens of one house: those of roles, derived from the key, and those of seats, from the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._roles: dict[str, tuple[Role, str]] = {}  # hash → (role, table; empty: every table)

    def role_token(self, role: Role, table: str = "") -> str:
        """The token of a role, at one table or at all."""
        token = self._store.sealer.token(f"{role} {table}")
        self._roles[token_hash(token)] = (role, table)
        return token

    def of(self, token: str, table: str) -> Session:
        """The session of this token at this table; an empty token is a watcher's, an unknown one is refused."""
        if not token:
            return Session()
        given = token_hash(token)
        for known, (role, where) in self._roles.items():
            if hmac.compare_digest(known, given) and where in ("", table):
                return Session(role, 0, given)
        found = self._store.session(given)
        if found is None or not hmac.compare_digest(found[0], given) or found[1] != table:
            raise Refused(Refusal.WRONG_ROLE, "This token is not known at this table.", "")
        return Session(cast(Role, found[2]), found[3], given, bool(found[4]))
