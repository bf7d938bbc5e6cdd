"""Requests and replies about people: who is signed in, how they sign in, and what administrators do."""

from typing import Annotated, Any

import msgspec

from pitboss.house.protocol.commands import Name
from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.roles import Role

Credential = Annotated[str, msgspec.Meta(max_length=64)]
Token = Annotated[str, msgspec.Meta(max_length=256)]
# Longer than any that can be chosen: one that is too long is refused with the sentence that says how long it may be.
Password = Annotated[str, msgspec.Meta(max_length=1024)]
Roles = Annotated[tuple[Role, ...], msgspec.Meta(max_length=len(Role))]


class PersonIdentity(Message):
    """Somebody, as everyone at their console may know them."""

    credential: str
    name: str
    roles: tuple[Role, ...]


class RegistrationInfo(Message):
    """That players make accounts for themselves here; how many characters a password has at least and at most."""

    least: int
    most: int


class SessionState(Message):
    """Who is signed in here; null: nobody. ``seconds_left``: until they are signed out if they do nothing.

    ``secure``: whether the browser would keep a sign-in here; it does over https and on the same machine. ``passkeys``:
    whether this page was reached by a name, which passkeys need.
    """

    person: PersonIdentity | None
    seconds_left: int
    secure: bool
    passkeys: bool
    demonstration: bool
    notices: int = 0  # what they were notified of and have not dismissed
    zone: str = ""  # the time of the house, in which pages tell it
    has_password: bool = True  # where nobody is signed in it says nothing
    registration: RegistrationInfo | None = None  # null: nobody makes an account for themselves here


class SignIn(IncomingMessage):
    """``name`` is a name or a credential number."""

    name: Name
    password: Password


class EnterDemonstration(IncomingMessage):
    """The token in the link of a ready-made person; empty: the first dealer, for whoever wants to see a dealer's work."""

    token: Token = ""


class PasskeyOptions(Message):
    """What ``navigator.credentials`` is to be called with, as ``parseCreationOptionsFromJSON`` and its like read it."""

    public_key: dict[str, Any]


class PasskeyAnswer(IncomingMessage):
    """What ``navigator.credentials`` returned, as its ``toJSON`` writes it; a new passkey may be given a name."""

    passkey: dict[str, Any]
    label: Name = ""


class InvitationToken(IncomingMessage):
    """An invitation; whoever is new by a link of the house says who they are before they get a passkey."""

    token: Token
    name: Name = ""
    credential: Credential = ""


class InvitationInfo(Message):
    """Whom an invitation is for; ``administrator``, ``board``: for somebody new there, whose name and number are asked."""

    name: str
    credential: str
    administrator: bool
    least: int  # characters of a password
    most: int
    board: bool = False


class NewPlayerName(IncomingMessage):
    """Who asks for an account of their own, before they get a passkey."""

    name: Name


class NewPlayerPasskey(PasskeyOptions):
    """Also the number of the account that the passkey would be for; it comes back with the passkey."""

    credential: str


class NewPlayer(IncomingMessage):
    """A player makes an account for themselves, with a password, a passkey or both."""

    name: Name
    credential: Credential = ""
    password: Password = ""
    passkey: dict[str, Any] | None = None
    label: Name = ""


class AcceptInvitation(IncomingMessage):
    """A password, a passkey or both; name and credential number of somebody new."""

    token: Token
    name: Name = ""
    credential: Credential = ""
    password: Password = ""
    passkey: dict[str, Any] | None = None
    label: Name = ""


class ChangePassword(IncomingMessage):
    old: Password
    new: Password


class AddPerson(IncomingMessage):
    name: Name
    credential: Credential
    roles: Roles


class RoleLine(Message):
    """A role: how it is spoken of (`a floorperson or above`), what it may do in the house and at tables without being
    assigned there, with which roles nobody gets it, and whether two persons grant it."""

    role: Role
    spoken: str
    may: tuple[str, ...]
    apart: tuple[Role, ...] = ()
    by_two: bool = False


class ChangeRoles(IncomingMessage):
    roles: Roles


class PersonLine(PersonIdentity):
    """One line of the list of people; ``until`` is empty while they are here."""

    since: str
    until: str
    locked: bool
    password: bool
    passkeys: int
    sessions: int
    limits: str = ""  # what a player forbids themselves, in words
    request: int = 0  # the number of a request about them that waits for a second person


class AccessLine(Message):
    """A request about an account that waits for a second person, in ``words`` after "to"; and what the reader may do about it."""

    number: int
    since: str
    side: Role
    words: str
    by: str
    waits_for: tuple[str, ...]  # who could agree; nobody: `pitboss people recover` brings another
    may_agree: bool
    may_withdraw: bool


class AccessState(Message):
    """Requests that wait, who holds roles together that nobody gets together, and who in control has another's name."""

    requests: tuple[AccessLine, ...]
    conflicts: tuple[str, ...]
    same_names: tuple[str, ...]


class NoticeLine(Message):
    """Something that somebody is notified of until they dismiss it."""

    number: int
    time: str
    words: str


class PersonInvitation(Message):
    """A person, and the link by which they set a password or a passkey, below the address of the house; or the request for it,
    that waits for a second person."""

    person: PersonLine | None
    link: str
    request: AccessLine | None = None
