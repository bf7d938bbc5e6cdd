"""Who is connected to a table: a player by the token of a seat, a person by their own sign-in, or a watcher."""

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
STAFF_ROLE: Final = "staff"
AUDIT: Final = "audit"
STAFF = (DEALER, FLOOR, STAFF_ROLE)


class Session(msgspec.Struct, frozen=True):
    """A connection's standing. ``hash`` is the hash of its token; ``active`` becomes False when the player leaves.

    ``person`` is the credential number of whoever signed in. What they may do is looked up whenever they do something:
    roles and assignments change while a connection is open.
    """

    role: Role = WATCHER
    seat: int = 0
    hash: str = ""
    active: bool = True
    person: str = ""

    def viewer_ids(self, held: Iterable[int]) -> tuple[Who, ...]:
        """The seats or the role whose events they may see: a player sees those of each seat they hold."""
        return tuple(held) if self.role == PLAYER else (self.role,)


STRANGER = Session(hash="seat")  # who takes a seat
NOBODY = Session(hash="house")  # for what the house itself asks of a table


def as_stranger(person: str) -> Session:
    """Somebody who takes a seat: a person who signed in, or a guest."""
    return Session(hash=STRANGER.hash, person=person)


class Sessions:
    """The tokens of seats."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, token: str, table: str) -> Session:
        """The session of a seat's token at this table; an empty token is a watcher's, an unknown one is refused."""
        if not token:
            return Session()
        given = token_hash(token)
        found = self._store.access.session(given)
        if found is None or not hmac.compare_digest(found[0], given) or found[1] != table:
            raise Refused(Refusal.NOT_SIGNED_IN, "This token is not known at this table.", "")
        return Session(cast(Role, found[2]), found[3], given, bool(found[4]))
