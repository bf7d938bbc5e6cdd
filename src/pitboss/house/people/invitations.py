"""One-time links by which a person sets a password or a passkey; the first ones make the administrator and the Board."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from pitboss.house.people.register import Register
from pitboss.house.people.steady import SteadyClock
from pitboss.house.storage import store
from pitboss.house.storage.seal import token_hash
from pitboss.house.storage.store import Store, Write
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

VALID_SECONDS = 24 * 3600.0
TOKEN_BYTES = 32
NAMED = 24  # characters of the hash that the record names an invitation by
USED = "used"  # no hash begins so
# In the place of a credential number: whoever uses the link comes to that side, and says who they are.
NEWCOMER = {Role.ADMINISTRATOR: "", Role.BOARD: "*board"}


class Invitation(msgspec.Struct, frozen=True):
    hash: str
    credential: str
    expires: float

    @property
    def side(self) -> Role | None:
        """The side to which somebody new comes by it; None: it is for a person who is known."""
        return next((side for side, place in NEWCOMER.items() if place == self.credential), None)


class Invitations:
    """Those that were made and not used; a newer one for the same person replaces the older."""

    def __init__(self, store: Store, clock: SteadyClock, register: Register) -> None:
        self._clock, self._store, self._register = clock, store, register
        self.read()

    def read(self) -> None:
        """Those in the store: another process may have made some, or seen them used, since this one began."""
        latest = self._clock.now() + VALID_SECONDS
        self._open = {
            hash: Invitation(hash, credential, min(expires, latest))
            for hash, credential, expires in self._store.access.invitations()
            if self._is_recorded(hash, credential)
        }

    def _is_recorded(self, hash: str, credential: str) -> bool:
        """Whether the record names it as the one that its person has not used; any other was used, or never made."""
        return hash.startswith(self._register.invited.get(credential, USED))

    def make(self, credential: str) -> tuple[str, Invitation, list[Write]]:
        """A token, its invitation, and the writes after which it can be admitted."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        made = Invitation(token_hash(token), credential, self._clock.now() + VALID_SECONDS)
        row = (made.hash, made.credential, float(made.expires))
        write = self._store.marked(store.INVITATION, "invitations", row)
        return token, made, [(store.INVITATIONS_END, (credential,)), write]

    def admit(self, invitation: Invitation) -> None:
        """From now on it can be used."""
        self.end(invitation.credential)
        self._open[invitation.hash] = invitation

    def end(self, credential: str) -> list[Write]:
        """Those of this person count no more."""
        self._open = {hash: one for hash, one in self._open.items() if one.credential != credential}
        return [(store.INVITATIONS_END, (credential,))]

    def look(self, token: str) -> Invitation:
        """The invitation of this token, or a refusal."""
        found = self._open.get(token_hash(token))
        if found is None or found.expires <= self._clock.now() or not self._is_recorded(found.hash, found.credential):
            raise Refused(
                Refusal.NOT_FOUND,
                "This invitation was used or replaced, or is older than a day; ask whoever gave it to you for a new one.",
                "",
            )
        return found

    @contextmanager
    def using(self, token: str) -> Iterator[Invitation]:
        """Nobody else can use it meanwhile; if it was not used in the end, it is as good as before, unless replaced."""
        invitation = self.look(token)
        del self._open[invitation.hash]
        try:
            yield invitation
        except BaseException:
            if all(one.credential != invitation.credential for one in self._open.values()):
                self._open[invitation.hash] = invitation
            raise

    def outdated(self) -> list[Write]:
        """Forget those that have expired."""
        old = [hash for hash, one in self._open.items() if one.expires <= self._clock.now()]
        for hash in old:
            del self._open[hash]
        return [(store.INVITATION_USED, (hash,)) for hash in old]


def used(invitation: Invitation) -> Write:
    return store.INVITATION_USED, (invitation.hash,)


def link(token: str) -> str:
    """The address of an invitation, below that of the house; what follows # stays in the browser."""
    return f"/sign-in#invitation={token}"
