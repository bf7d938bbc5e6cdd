"""The routes of people: signing in and out, passwords, passkeys, invitations, and what administrators do.

A session travels in a cookie that a browser keeps only where nobody can read it on the way, sends to this house alone and
shows to no script. Only what a person does keeps a session from being idle: to ask who is signed in does not.
"""

from typing import Annotated, Any
from urllib.parse import urlsplit

from litestar import Response, delete, get, post
from litestar.params import Body, Parameter

from pitboss.authority import AT_TABLES, CONTROL, IN_THE_HOUSE, apart
from pitboss.house.people import passwords
from pitboss.house.people.access import PendingRequest, conflicts, equal_names, wish
from pitboss.house.people.accounts import AccountOutcome
from pitboss.house.people.entries import UNNAMED
from pitboss.house.people.invitations import link
from pitboss.house.people.passkeys import LOOPBACK, Site, bound_to, name_in, site_of
from pitboss.house.people.people import NewPasskey, People
from pitboss.house.people.register import Person
from pitboss.house.people.sessions import LONGEST, PersonSession
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
    RegistrationInfo,
    RoleLine,
    SessionState,
    SignIn,
)
from pitboss.house.wire.access import (
    COOKIE,
    EVERYBODY,
    SIGNED_IN,
    AnyConnection,
    AnyRequest,
    Own,
    OwnSession,
    session_of,
)
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role, role_for, spoken

ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict"
NOT_SECURE = (
    "A browser keeps no sign-in for a page that came over plain http from another machine; reach this house over https, or "
    "as localhost on its own machine."
)

Number = Annotated[int, Parameter(ge=1, le=10**9, description="The number of a request or of a notice.")]
CredentialNumber = Annotated[str, Parameter(max_length=64, description="A person's credential number.")]


def routes(people: People) -> list[Any]:
    """Every route of people."""
    made = (_session, _invitations, _own, _administration, _access)
    return [*(route for group in made for route in group(people)), all_roles]


@get("/api/roles", sync_to_thread=False, access=EVERYBODY)
def all_roles() -> list[RoleLine]:
    """Every role, what it may do in the house and at any table, and with which others nobody gets it."""
    return [_role(role) for role in Role]


def _role(role: Role) -> RoleLine:
    anywhere = (*IN_THE_HOUSE, *(one for one in AT_TABLES if not one.assigned))
    may = tuple(one.act for one in anywhere if role_for((role,), one.roles))
    others = tuple(other for other in Role if apart(role, other) is not None)
    return RoleLine(role, spoken((role,)), may, others, role in CONTROL)


# --- from where


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


def can_stay_signed_in(connection: AnyConnection) -> None:
    if not secure(connection):
        raise Refused(Refusal.FORBIDDEN_CHOICE, NOT_SECURE, "")


def passkey_of(answer: dict[str, Any] | None, label: str, connection: AnyConnection) -> NewPasskey | None:
    return None if answer is None else NewPasskey(answer, _site(connection), label or "passkey")


# --- the session


def session_state(people: People, request: AnyRequest, session: PersonSession | None) -> SessionState:
    """Who is signed in by a session."""
    person = None if session is None else PersonIdentity.from_domain(people.sessions.person(session))
    left = 0 if session is None else int(people.sessions.seconds_left(session))
    notices = 0 if session is None else len(people.register.access.notices_for(people.sessions.person(session)))
    zone = (people.register.named_as or UNNAMED).zone
    has_password = person is None or people.passwords.has(person.credential)
    registration = RegistrationInfo(passwords.LEAST, passwords.MOST) if people.registers_players else None
    return SessionState(
        person,
        left,
        secure(request),
        _has_name(request),
        people.is_demonstration,
        notices,
        zone,
        has_password,
        registration,
    )


async def session_begun(people: People, request: AnyRequest, token: str) -> Response[SessionState]:
    """The cookie of a new session; the one that this browser had before is over."""
    before = session_of(people, request)
    if before is not None:
        await people.sessions.revoke(before, "left")
    reply = session_state(people, request, people.sessions.of(token))
    return Response(reply, headers={"Set-Cookie": f"{COOKIE}={token}; Max-Age={LONGEST:.0f}; {ATTRIBUTES}"})


def _session(people: People) -> list[Any]:
    @get("/api/session", access=EVERYBODY)
    async def who(request: AnyRequest) -> SessionState:
        """Who is signed in here."""
        return session_state(people, request, session_of(people, request))

    @post("/api/session", status_code=200, access=EVERYBODY)
    async def sign_in(data: Annotated[SignIn, Body()], request: AnyRequest) -> Response[SessionState]:
        """Sign in by password."""
        can_stay_signed_in(request)
        return await session_begun(people, request, await people.sign_in(data.name, data.password, address_of(request)))

    @delete("/api/session", status_code=200, access=EVERYBODY)
    async def sign_out(request: AnyRequest) -> Response[SessionState]:
        """Sign out."""
        session = session_of(people, request)
        if session is not None:
            await people.sessions.revoke(session, "left")
        return Response(
            session_state(people, request, None), headers={"Set-Cookie": f"{COOKIE}=; Max-Age=0; {ATTRIBUTES}"}
        )

    @post("/api/session/passkey/options", status_code=200, access=EVERYBODY)
    async def passkey_question(request: AnyRequest) -> PasskeyOptions:
        """What a passkey is to sign."""
        return PasskeyOptions(people.passkeys.question(_site(request)))

    @post("/api/session/passkey", status_code=200, access=EVERYBODY)
    async def passkey_answer(data: Annotated[PasskeyAnswer, Body()], request: AnyRequest) -> Response[SessionState]:
        """Sign in by passkey."""
        can_stay_signed_in(request)
        token = await people.sign_in_with_passkey(_site(request), data.passkey, address_of(request))
        return await session_begun(people, request, token)

    @post("/api/people/enter", status_code=200, access=EVERYBODY)
    async def enter(data: Annotated[EnterDemonstration, Body()], request: AnyRequest) -> Response[SessionState]:
        """Sign in as a ready-made person, in a demonstration only."""
        can_stay_signed_in(request)
        return await session_begun(people, request, await people.enter_demonstration(data.token))

    @post("/api/invitations/accept", status_code=200, access=EVERYBODY)
    async def accept(data: Annotated[AcceptInvitation, Body()], request: AnyRequest) -> Response[SessionState]:
        """Set a password, a passkey or both, and sign in."""
        can_stay_signed_in(request)
        token = await people.accept(
            data.token,
            name=data.name,
            credential=data.credential,
            password=data.password,
            passkey=passkey_of(data.passkey, data.label, request),
        )
        return await session_begun(people, request, token)

    return [who, sign_in, sign_out, passkey_question, passkey_answer, enter, accept]


def _has_name(request: AnyRequest) -> bool:
    try:
        bound_to(_site(request))
    except Refused:
        return False
    return True


# --- invitations


def _invitations(people: People) -> list[Any]:
    @post("/api/invitations/look", status_code=200, access=EVERYBODY)
    async def look(data: Annotated[InvitationToken, Body()]) -> InvitationInfo:
        """Whom an invitation is for."""
        invitation = people.invitations.look(data.token)
        if (side := invitation.side) is not None:
            is_board = side is Role.BOARD
            return InvitationInfo("", "", not is_board, passwords.LEAST, passwords.MOST, is_board)
        person = people.invited(invitation)
        return InvitationInfo(person.name, person.credential, False, passwords.LEAST, passwords.MOST)

    @post("/api/invitations/passkey/options", status_code=200, access=EVERYBODY)
    async def options(data: Annotated[InvitationToken, Body()], request: AnyRequest) -> PasskeyOptions:
        """What to ask an authenticator for, before the invitation is accepted with its answer."""
        return PasskeyOptions(people.passkey_for_invitation(data.token, _site(request), data.name, data.credential))

    return [look, options]


# --- one's own password and passkeys


def _own(people: People) -> list[Any]:
    @post("/api/me/password", status_code=204, access=SIGNED_IN)
    async def password(data: Annotated[ChangePassword, Body()], own_session: OwnSession, request: AnyRequest) -> None:
        """Change one's password; every other session of the person ends."""
        await people.change_password(own_session, data.old, data.new, address_of(request))

    @post("/api/me/passkeys/options", status_code=200, access=SIGNED_IN)
    async def options(own_session: OwnSession, request: AnyRequest) -> PasskeyOptions:
        """What to ask an authenticator for."""
        return PasskeyOptions(people.passkey_for_session(own_session, _site(request)))

    @post("/api/me/passkeys", status_code=204, access=SIGNED_IN)
    async def passkey(data: Annotated[PasskeyAnswer, Body()], own_session: OwnSession, request: AnyRequest) -> None:
        """Register a further passkey."""
        made = passkey_of(data.passkey, data.label, request)
        assert made is not None
        await people.add_passkey(own_session, made)

    @get("/api/me/notices", access=SIGNED_IN)
    async def notices(person: Own) -> list[NoticeLine]:
        """What one is notified of: changes of one's own account, and for the Board those of everybody in control."""
        return listed(person)

    @post("/api/me/notices/{number:int}/dismiss", status_code=200, access=SIGNED_IN)
    async def dismiss(number: Number, person: Own) -> list[NoticeLine]:
        """One has read a notice."""
        await people.accounts.dismiss(person, number)
        return listed(person)

    def listed(person: Person) -> list[NoticeLine]:
        return [NoticeLine.from_domain(one) for one in people.register.access.notices_for(person)]

    return [password, options, passkey, notices, dismiss]


# --- what administrators do


def _line(people: People, person: Person) -> PersonLine:
    found = people.register.person(person.credential)
    return PersonLine.from_domain(
        found,
        locked=people.locked(found),
        password=people.passwords.has(found.credential),
        passkeys=people.passkeys.count(found.credential),
        sessions=len(people.sessions.of_person(found.credential)),
        limits=people.register.limits.of(found.credential).words(people.clock.seconds()),
        request=people.register.access.about(found.credential),
    )


def _administration(people: People) -> list[Any]:
    def line(person: Person) -> PersonLine:
        return _line(people, person)

    @get("/api/people", right="see people")
    async def everyone() -> list[PersonLine]:
        """Everybody who is or was here."""
        return [line(found) for found in people.register.people.values()]

    @post("/api/people", status_code=201, access=SIGNED_IN)
    async def add(data: Annotated[AddPerson, Body()], person: Own) -> PersonInvitation:
        """Add a person; the link is for them. A role of control waits for a second person."""
        return _invitation(people, person, await people.accounts.add(person, data.name, data.credential, data.roles))

    @post("/api/people/{credential:str}/roles", status_code=200, access=SIGNED_IN)
    async def roles(credential: CredentialNumber, data: Annotated[ChangeRoles, Body()], person: Own) -> PersonLine:
        """Give a person these roles and no others; where one is taken away, they are signed out. A role of control waits for a
        second person: then the roles stay as they are, and ``request`` is its number."""
        await people.accounts.change_roles(person, credential, data.roles)
        return line(people.register.person(credential))

    @post("/api/people/{credential:str}/end", status_code=200, access=SIGNED_IN)
    async def end(credential: CredentialNumber, person: Own) -> PersonLine:
        """A person leaves: they are signed out and cannot sign in any more."""
        return line(await people.accounts.end(person, credential))

    @post("/api/people/{credential:str}/unlock", status_code=200, access=SIGNED_IN)
    async def unlock(credential: CredentialNumber, person: Own) -> PersonLine:
        """End the lock after too many failures."""
        return line(await people.accounts.unlock(person, credential))

    @post("/api/people/{credential:str}/invitation", status_code=201, access=SIGNED_IN)
    async def invitation(credential: CredentialNumber, person: Own) -> PersonInvitation:
        """A link for a person who has lost their password; older links count no more. For somebody in control it waits for a
        second person."""
        return _invitation(people, person, await people.accounts.invite(person, credential))

    @post("/api/people/{credential:str}/revoke", status_code=200, access=SIGNED_IN)
    async def revoke(credential: CredentialNumber, person: Own) -> PersonLine:
        """Sign a person out everywhere."""
        return line(await people.accounts.revoke(person, credential))

    return [everyone, add, roles, end, unlock, invitation, revoke]


# --- what two decide


def _invitation(people: People, reader: Person, made: AccountOutcome) -> PersonInvitation:
    person = None if made.person is None else _line(people, made.person)
    asked = _request(people, reader, people.register.access.get(made.request)) if made.request else None
    return PersonInvitation(person, link(made.token) if made.token else "", asked)


def _request(people: People, reader: Person, waiting: PendingRequest) -> AccessLine:
    asked, able = waiting.asked, people.accounts.may_agree(waiting.asked)
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

    @get("/api/access", access=SIGNED_IN)
    async def access(person: Own) -> AccessState:
        """Requests that wait for a second person, and what the Board is warned of."""
        person.doing("see people")
        return state(person)

    @post("/api/access/{number:int}/agree", status_code=200, access=SIGNED_IN)
    async def agree(number: Number, person: Own) -> PersonInvitation:
        """Agree to a request of another person of one's side; it is carried out. A link that it makes is shown once, here."""
        return _invitation(people, person, await people.accounts.agree(person, number))

    @post("/api/access/{number:int}/withdraw", status_code=200, access=SIGNED_IN)
    async def withdraw(number: Number, person: Own) -> AccessState:
        """Take a request back, or refuse that of another person of one's side."""
        await people.accounts.withdraw(person, number)
        return state(person)

    return [access, agree, withdraw]
