"""Requests and replies about people: who is signed in, how they sign in, and what administrators do."""

from typing import Annotated, Any

import msgspec

from pitboss.house.protocol.commands import Name
from pitboss.roles import Role

Credential = Annotated[str, msgspec.Meta(max_length=64)]
Token = Annotated[str, msgspec.Meta(max_length=256)]
# Longer than any that can be chosen: one that is too long is refused with the sentence that says how long it may be.
Password = Annotated[str, msgspec.Meta(max_length=1024)]
Roles = Annotated[tuple[Role, ...], msgspec.Meta(max_length=len(Role))]


class PersonIdentity(msgspec.Struct, frozen=True):
    """Somebody, as everyone at their console may know them."""

    credential: str
    name: str
    roles: tuple[Role, ...]


class SessionState(msgspec.Struct, frozen=True):
    """Who is signed in here; null: nobody. ``seconds_left``: until they are signed out if they do nothing.

    ``secure``: whether the browser would keep a sign-in here; it does over https and on the same machine. ``passkeys``:
    whether this page was reached by a name, which passkeys need.
    """

    person: PersonIdentity | None
    seconds_left: int
    secure: bool
    passkeys: bool
    demonstration: bool
    zone: str = ""  # the time of the house, in which pages tell it


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``name`` is a name or a credential number."""

    name: Name
    password: Password


class EnterDemonstration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token in the link of a ready-made person."""

    token: Token


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What ``navigator.credentials`` is to be called with, as ``parseCreationOptionsFromJSON`` and its like read it."""

    public_key: dict[str, Any]


class PasskeyAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What ``navigator.credentials`` returned, as its ``toJSON`` writes it; a new passkey may be given a name."""

    passkey: dict[str, Any]
    label: Name = ""


class InvitationToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An invitation; the first administrator says who they are before they get a passkey."""

    token: Token
    name: Name = ""
    credential: Credential = ""


class InvitationInfo(msgspec.Struct, frozen=True):
    """Whom an invitation is for; ``administrator``: for the first one, whose name and number are asked."""

    name: str
    credential: str
    administrator: bool
    least: int  # characters of a password
    most: int


class AcceptInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A password, a passkey or both; name and credential number of the first administrator."""

    token: Token
    name: Name = ""
    credential: Credential = ""
    password: Password = ""
    passkey: dict[str, Any] | None = None
    label: Name = ""


class ChangePassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    old: Password
    new: Password


class AddPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    credential: Credential
    roles: Roles


class RoleLine(msgspec.Struct, frozen=True):
    """A role: how it is spoken of (`a floorperson or above`), and what it may do in the house besides its tables."""

    role: Role
    spoken: str
    may: tuple[str, ...]


class ChangeRoles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    roles: Roles


class PersonLine(msgspec.Struct, frozen=True):
    """One line of the list of people; ``until`` is empty while they are here."""

    credential: str
    name: str
    roles: tuple[Role, ...]
    since: str
    until: str
    locked: bool
    password: bool
    passkeys: int
    sessions: int
    limits: str = ""  # what a player forbids themselves, in words


class PersonInvitation(msgspec.Struct, frozen=True):
    """A person, and the link by which they set a password or a passkey, below the address of the house."""

    person: PersonLine
    link: str
