"""The routes of people: signing in and out, passwords, passkeys, invitations, and what administrators do.

A session travels in a cookie that a browser keeps only where nobody can read it on the way, sends to this house alone and
shows to no script. Only what a person does keeps a session from being idle: to ask who is signed in does not.
"""

from collections.abc import Iterable
from typing import Annotated, Any
from urllib.parse import urlsplit

from litestar import Request, Response, delete, get, post
from litestar.connection import ASGIConnection
from litestar.params import Body, Parameter

from pitboss.authority import CONTROL, IN_THE_HOUSE, apart
from pitboss.house.people import passwords
from pitboss.house.people.access import Waiting, conflicts, equal_names, wish
from pitboss.house.people.entries import UNNAMED
from pitboss.house.people.invitations import link
from pitboss.house.people.passkeys import LOOPBACK, Site, bound_to, name_in, site_of
from pitboss.house.people.people import NewPasskey, Outcome, People
from pitboss.house.people.register import Person
from pitboss.house.people.sessions import LONGEST, Session
from pitboss.house.protocol.people import (
    AcceptInvitation,
    AccessLine,
    AccessState,
    AddPerson,
    ChangePassword,
    ChangeRoles,
    EnterDemonstration,
    InvitationInfo,
    InvitationToken,
    NoticeLine,
    PasskeyAnswer,
    PasskeyOptions,
    PersonIdentity,
    PersonInvitation,
    PersonLine,
    RoleLine,
    SessionState,
    SignIn,
)
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role, role_for, spoken

COOKIE = "__Host-pitboss"
ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict"
NOT_SECURE = (
    "A browser keeps no sign-in for a page that came over plain http from another machine; reach this house over https, or "
    "as localhost on its own machine."
)

AnyRequest = Request[Any, Any, Any]
AnyConnection = ASGIConnection[Any, Any, Any, Any]
Number = Annotated[int, Parameter(ge=1, le=10**9, description="The number of a request or of a notice.")]
CredentialNumber = Annotated[str, Parameter(max_length=64, description="A person's credential number.")]


def routes(people: People) -> list[Any]:
    """Every route of people."""
    made = (_session, _invitations, _own, _administration, _access)
    return [*(route for group in made for route in group(people)), all_roles]


@get("/api/roles", sync_to_thread=False)
def all_roles() -> list[RoleLine]:
    """Every role, what it may do in the house, and with which others nobody gets it."""
    return [_role(role) for role in Role]


def _role(role: Role) -> RoleLine:
    may = tuple(one.act for one in IN_THE_HOUSE if role_for((role,), one.roles))
    others = tuple(other for other in Role if apart(role, other) is not None)
    return RoleLine(role, spoken((role,)), may, others, role in CONTROL)


# --- who is asking


def session_of(people: People, connection: AnyConnection) -> Session | None:
    """The session of a request or socket, if its cookie has one that is not over."""
    return people.sessions.of(connection.cookies.get(COOKIE, ""))


def signed_in(people: People, connection: AnyConnection) -> tuple[Session, Person]:
    """Who does this; their idle time begins anew. A refusal where nobody is signed in."""
    session = session_of(people, connection)
    if session is None:
        raise Refused(Refusal.WRONG_ROLE, "You are not signed in, or were signed out meanwhile; sign in first.", "")
    people.sessions.touch(session)
    return session, people.sessions.person(session)


def acting(people: People, connection: AnyConnection, act: str, *, first: Iterable[Actor | None] = ()) -> Actor:
    """Whoever does an act of the house, in the role in which they may; or a refusal. ``first``: who took the first side of an act
    of which this is the second."""
    _, person = signed_in(people, connection)
    return person.doing(act, first=first)


def secure(connection: AnyConnection) -> bool:
    """Whether a browser keeps the cookie: over https, which a proxy may have ended, or on the house's own machine.

    Whoever pretends to be secure and is not only fails to stay signed in.
    """
    headers = connection.headers
    schemes = (connection.scope["scheme"], urlsplit(headers.get("origin", "")).scheme)
    return "https" in schemes or name_in(headers.get("host", "")) in LOOPBACK


def address_of(connection: AnyConnection) -> str:
    """Where a request comes from; for whom a proxy asks, where the house was told to trust it (``pitboss.house.serve``)."""
    return connection.client.host if connection.client is not None else ""


def _site(connection: AnyConnection) -> Site:
    return site_of(connection.headers.get("host", ""))


def _can_stay_signed_in(connection: AnyConnection) -> None:
    if not secure(connection):
        raise Refused(Refusal.FORBIDDEN_CHOICE, NOT_SECURE, "")


def _passkey(answer: dict[str, Any] | None, label: str, connection: AnyConnection) -> NewPasskey | None:
    return None if answer is None else NewPasskey(answer, _site(connection), label or "passkey")


# --- the session


def _session(people: People) -> list[Any]:
    def state(request: AnyRequest, session: Session | None) -> SessionState:
        person = None if session is None else _identity(people.sessions.person(session))
        left = 0 if session is None else int(people.sessions.seconds_left(session))
        founded = people.register.founded
        demonstration = founded is not None and founded.demonstration
        notices = 0 if session is None else len(people.register.access.notices_for(people.sessions.person(session)))
        zone = (people.register.named_as or UNNAMED).zone
        return SessionState(person, left, secure(request), _has_name(request), demonstration, notices, zone)

    @get("/api/session")
    async def who(request: AnyRequest) -> SessionState:
        """Who is signed in here."""
        return state(request, session_of(people, request))

    async def begun(request: AnyRequest, token: str) -> Response[SessionState]:
        """The cookie of a new session; the one that this browser had before is over."""
        before = session_of(people, request)
        if before is not None:
            await people.sessions.revoke(before, "left")
        reply = state(request, people.sessions.of(token))
        return Response(reply, headers={"Set-Cookie": f"{COOKIE}={token}; Max-Age={LONGEST:.0f}; {ATTRIBUTES}"})

    @post("/api/session", status_code=200)
    async def sign_in(data: Annotated[SignIn, Body()], request: AnyRequest) -> Response[SessionState]:
        """Sign in by password."""
        _can_stay_signed_in(request)
        return await begun(request, await people.sign_in(data.name, data.password, address_of(request)))

    @delete("/api/session", status_code=200)
    async def sign_out(request: AnyRequest) -> Response[SessionState]:
        """Sign out."""
        session = session_of(people, request)
        if session is not None:
            await people.sessions.revoke(session, "left")
        return Response(state(request, None), headers={"Set-Cookie": f"{COOKIE}=; Max-Age=0; {ATTRIBUTES}"})

    @post("/api/session/passkey/options", status_code=200)
    async def passkey_question(request: AnyRequest) -> PasskeyOptions:
        """What a passkey is to sign."""
        return PasskeyOptions(people.passkeys.question(_site(request)))

    @post("/api/session/passkey", status_code=200)
    async def passkey_answer(data: Annotated[PasskeyAnswer, Body()], request: AnyRequest) -> Response[SessionState]:
        """Sign in by passkey."""
        _can_stay_signed_in(request)
        token = await people.sign_in_with_passkey(_site(request), data.passkey, address_of(request))
        return await begun(request, token)

    @post("/api/people/enter", status_code=200)
    async def enter(data: Annotated[EnterDemonstration, Body()], request: AnyRequest) -> Response[SessionState]:
        """Sign in as a ready-made person, in a demonstration only."""
        _can_stay_signed_in(request)
        return await begun(request, await people.enter_demonstration(data.token))

    @post("/api/invitations/accept", status_code=200)
    async def accept(data: Annotated[AcceptInvitation, Body()], request: AnyRequest) -> Response[SessionState]:
        """Set a password, a passkey or both, and sign in."""
        _can_stay_signed_in(request)
        token = await people.accept(
            data.token,
            name=data.name,
            credential=data.credential,
            password=data.password,
            passkey=_passkey(data.passkey, data.label, request),
        )
        return await begun(request, token)

    return [who, sign_in, sign_out, passkey_question, passkey_answer, enter, accept]


def _has_name(request: AnyRequest) -> bool:
    try:
        bound_to(_site(request))
    except Refused:
        return False
    return True


def _identity(person: Person) -> PersonIdentity:
    return PersonIdentity(person.credential, person.name, person.roles)


# --- invitations


def _invitations(people: People) -> list[Any]:
    @post("/api/invitations/look", status_code=200)
    async def look(data: Annotated[InvitationToken, Body()]) -> InvitationInfo:
        """Whom an invitation is for."""
        invitation = people.invitations.look(data.token)
        if (side := invitation.side) is not None:
            is_board = side is Role.BOARD
            return InvitationInfo("", "", not is_board, passwords.LEAST, passwords.MOST, is_board)
        person = people.invited(invitation)
        return InvitationInfo(person.name, person.credential, False, passwords.LEAST, passwords.MOST)

    @post("/api/invitations/passkey/options", status_code=200)
    async def options(data: Annotated[InvitationToken, Body()], request: AnyRequest) -> PasskeyOptions:
        """What to ask an authenticator for, before the invitation is accepted with its answer."""
        return PasskeyOptions(people.passkey_for_invitation(data.token, _site(request), data.name, data.credential))

    return [look, options]


# --- one's own password and passkeys


def _own(people: People) -> list[Any]:
    @post("/api/me/password", status_code=204)
    async def password(data: Annotated[ChangePassword, Body()], request: AnyRequest) -> None:
        """Change one's password; every other session of the person ends."""
        session, _ = signed_in(people, request)
        await people.change_password(session, data.old, data.new, address_of(request))

    @post("/api/me/passkeys/options", status_code=200)
    async def options(request: AnyRequest) -> PasskeyOptions:
        """What to ask an authenticator for."""
        session, _ = signed_in(people, request)
        return PasskeyOptions(people.passkey_for_session(session, _site(request)))

    @post("/api/me/passkeys", status_code=204)
    async def passkey(data: Annotated[PasskeyAnswer, Body()], request: AnyRequest) -> None:
        """Register a further passkey."""
        session, _ = signed_in(people, request)
        made = _passkey(data.passkey, data.label, request)
        assert made is not None
        await people.add_passkey(session, made)

    @get("/api/me/notices")
    async def notices(request: AnyRequest) -> list[NoticeLine]:
        """What one is notified of: changes of one's own account, and for the Board those of everybody in control."""
        return listed(signed_in(people, request)[1])

    @post("/api/me/notices/{number:int}/dismiss", status_code=200)
    async def dismiss(number: Number, request: AnyRequest) -> list[NoticeLine]:
        """One has read a notice."""
        _, person = signed_in(people, request)
        await people.dismiss(person, number)
        return listed(person)

    def listed(person: Person) -> list[NoticeLine]:
        return [NoticeLine(one.number, one.time, one.words) for one in people.register.access.notices_for(person)]

    return [password, options, passkey, notices, dismiss]


# --- what administrators do


def _line(people: People, person: Person) -> PersonLine:
    found = people.register.person(person.credential)
    return PersonLine(
        found.credential,
        found.name,
        found.roles,
        found.since,
        found.until,
        people.locked(found),
        people.passwords.has(found.credential),
        people.passkeys.count(found.credential),
        len(people.sessions.of_person(found.credential)),
        people.register.limits.of(found.credential).words(people.clock.seconds()),
        people.register.access.about(found.credential),
    )


def _administration(people: People) -> list[Any]:
    def line(person: Person) -> PersonLine:
        return _line(people, person)

    @get("/api/people")
    async def everyone(request: AnyRequest) -> list[PersonLine]:
        """Everybody who is or was here."""
        acting(people, request, "see people")
        return [line(found) for found in people.register.people.values()]

    @post("/api/people", status_code=201)
    async def add(data: Annotated[AddPerson, Body()], request: AnyRequest) -> PersonInvitation:
        """Add a person; the link is for them. A role of control waits for a second person."""
        _, by = signed_in(people, request)
        return _invitation(people, by, await people.add(by, data.name, data.credential, data.roles))

    @post("/api/people/{credential:str}/roles", status_code=200)
    async def roles(
        credential: CredentialNumber, data: Annotated[ChangeRoles, Body()], request: AnyRequest
    ) -> PersonLine:
        """Give a person these roles and no others; where one is taken away, they are signed out. A role of control waits for a
        second person: then the roles stay as they are, and ``request`` is its number."""
        _, by = signed_in(people, request)
        await people.change_roles(by, credential, data.roles)
        return line(people.register.person(credential))

    @post("/api/people/{credential:str}/end", status_code=200)
    async def end(credential: CredentialNumber, request: AnyRequest) -> PersonLine:
        """A person leaves: they are signed out and cannot sign in any more."""
        _, by = signed_in(people, request)
        return line(await people.end(by, credential))

    @post("/api/people/{credential:str}/unlock", status_code=200)
    async def unlock(credential: CredentialNumber, request: AnyRequest) -> PersonLine:
        """End the lock after too many failures."""
        _, by = signed_in(people, request)
        return line(await people.unlock(by, credential))

    @post("/api/people/{credential:str}/invitation", status_code=201)
    async def invitation(credential: CredentialNumber, request: AnyRequest) -> PersonInvitation:
        """A link for a person who has lost their password; older links count no more. For somebody in control it waits for a
        second person."""
        _, by = signed_in(people, request)
        return _invitation(people, by, await people.invite(by, credential))

    @post("/api/people/{credential:str}/revoke", status_code=200)
    async def revoke(credential: CredentialNumber, request: AnyRequest) -> PersonLine:
        """Sign a person out everywhere."""
        _, by = signed_in(people, request)
        return line(await people.revoke(by, credential))

    return [everyone, add, roles, end, unlock, invitation, revoke]


# --- what two decide


def _invitation(people: People, reader: Person, made: Outcome) -> PersonInvitation:
    person = None if made.person is None else _line(people, made.person)
    asked = _request(people, reader, people.register.access.get(made.request)) if made.request else None
    return PersonInvitation(person, link(made.token) if made.token else "", asked)


def _request(people: People, reader: Person, waiting: Waiting) -> AccessLine:
    asked, able = waiting.asked, people.may_agree(waiting.asked)
    person = people.register.people.get(asked.credential)
    return AccessLine(
        asked.number,
        waiting.since,
        asked.side,
        wish(asked, person.name if person is not None else ""),
        str(asked.by),
        tuple(f"{one.name} ({one.credential})" for one in able),
        reader.credential in {one.credential for one in able},
        asked.side in reader.roles,
    )


def _access(people: People) -> list[Any]:
    def state(reader: Person) -> AccessState:
        everybody = people.register.people.values()
        requests = tuple(_request(people, reader, one) for one in people.register.access.waiting.values())
        return AccessState(requests, tuple(conflicts(everybody)), tuple(equal_names(everybody)))

    @get("/api/access")
    async def access(request: AnyRequest) -> AccessState:
        """Requests that wait for a second person, and what the Board is warned of."""
        _, reader = signed_in(people, request)
        reader.doing("see people")
        return state(reader)

    @post("/api/access/{number:int}/agree", status_code=200)
    async def agree(number: Number, request: AnyRequest) -> PersonInvitation:
        """Agree to a request of another person of one's side; it is carried out. A link that it makes is shown once, here."""
        _, by = signed_in(people, request)
        return _invitation(people, by, await people.agree(by, number))

    @post("/api/access/{number:int}/withdraw", status_code=200)
    async def withdraw(number: Number, request: AnyRequest) -> AccessState:
        """Take a request back, or refuse that of another person of one's side."""
        _, by = signed_in(people, request)
        await people.withdraw(by, number)
        return state(by)

    return [access, agree, withdraw]
