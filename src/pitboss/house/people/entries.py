"""The entries of the house's own journal: people, and the things that the house received.

What happens at a table is in that table's journal. Passwords, passkeys and session tokens are in no journal: these
entries say that one was set or used, never what it is. Their fields are part of the record: old records must still decode.
"""

import msgspec

from pitboss.journal import Actor
from pitboss.roles import Role


class HouseFounded(msgspec.Struct, frozen=True, omit_defaults=True):
    """The house exists; ``demonstration``: its people are made up, and anyone at this machine may act as them."""

    version: str
    demonstration: bool = False


class PersonAdded(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody may sign in; ``by`` is None for the first administrator and in a demonstration."""

    credential: str
    name: str
    roles: tuple[Role, ...]
    by: Actor | None = None


class RolesChanged(msgspec.Struct, frozen=True, omit_defaults=True):
    """From now on a person has these roles."""

    credential: str
    roles: tuple[Role, ...]
    by: Actor


class PersonEnded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person may not sign in any more. Nobody is ever taken out of the record."""

    credential: str
    by: Actor


class PersonInvited(msgspec.Struct, frozen=True, omit_defaults=True):
    """A link was made by which a person sets a password or a passkey; empty: the first administrator."""

    credential: str
    by: Actor | None = None


class PasswordSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person set a password."""

    credential: str


class PasskeyAdded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person registered a passkey."""

    credential: str
    label: str


class SignedIn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person signed in. ``session`` is the beginning of the hash of the session's token, to tell sessions apart."""

    credential: str
    how: str
    session: str


class SignedOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A session ended: left, idle, expired, revoked."""

    credential: str
    why: str
    session: str
    by: Actor | None = None


class SignInLocked(msgspec.Struct, frozen=True, omit_defaults=True):
    """Too many failures: nobody can sign in as this person for a while."""

    credential: str


class SignInUnlocked(msgspec.Struct, frozen=True, omit_defaults=True):
    """An administrator ended the lock."""

    credential: str
    by: Actor


class ThingReceived(msgspec.Struct, frozen=True, omit_defaults=True):
    """The house received a thing: cards, dice, a shuffler. ``approval`` names the certificate or approval it came with."""

    thing: str
    kind: str
    description: str
    approval: str = ""
    by: Actor | None = None


KINDS: dict[str, type[msgspec.Struct]] = {
    "house_founded": HouseFounded,
    "person_added": PersonAdded,
    "roles_changed": RolesChanged,
    "person_ended": PersonEnded,
    "person_invited": PersonInvited,
    "password_set": PasswordSet,
    "passkey_added": PasskeyAdded,
    "signed_in": SignedIn,
    "signed_out": SignedOut,
    "sign_in_locked": SignInLocked,
    "sign_in_unlocked": SignInUnlocked,
    "thing_received": ThingReceived,
}
NAMES = {struct: kind for kind, struct in KINDS.items()}
DECODERS = {kind: msgspec.json.Decoder(struct) for kind, struct in KINDS.items()}
