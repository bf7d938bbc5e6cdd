"""Who may ask: every route declares it, and one guard decides before the route runs.

``@get(path, right="see things")``: whoever may do this act of the house; ``by`` is then the person in the role in which they
may. ``@get(path, access=SIGNED_IN)``: anybody who is signed in; ``person`` and ``own_session`` are theirs. ``looks=True``: to ask
keeps nobody signed in. ``scopes=("pit",)``: also for a program of the staff whose token has one of these scopes; a program may
besides read what is for everybody, and nothing else. The other kinds of access are decided in the route. A route that declares
nothing keeps the house from opening.
"""

from collections.abc import Iterator
from typing import Any, cast

from litestar import Litestar, Request
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.handlers.base import BaseRouteHandler
from litestar.params import SkipValidation
from litestar.routes import HTTPRoute

from pitboss.authority import IN_THE_HOUSE, right_of
from pitboss.house.people.people import People
from pitboss.house.people.program_accounts import SCOPES, ProgramAccount
from pitboss.house.people.programs import PREFIX
from pitboss.house.people.register import Person
from pitboss.house.people.sessions import PersonSession
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import role_for

AnyRequest = Request[Any, Any, Any]
AnyConnection = ASGIConnection[Any, Any, Any, Any]
COOKIE = "__Host-pitboss"  # has the token of a session

EVERYBODY = "everybody"
SIGNED_IN = "signed in"
MAYBE_SIGNED_IN = "maybe signed in"  # nobody gets an empty answer
SEAT = "seat"  # the token of a seat, or a sign-in
MAYBE_SEAT = "maybe seat"  # also for nobody, who sees or gets less
METRICS_TOKEN = "metrics token"
_SESSION, _SEAT = {"session": list[str]()}, {"seat": list[str]()}
# What a description says that one has to show.
SHOWN: dict[str, list[dict[str, list[str]]]] = {
    EVERYBODY: [],
    SIGNED_IN: [_SESSION],
    MAYBE_SIGNED_IN: [_SESSION],
    SEAT: [_SEAT, _SESSION],
    MAYBE_SEAT: [{}, _SEAT, _SESSION],
    METRICS_TOKEN: [{"metrics": []}, _SESSION],
}
By = SkipValidation[Actor]
Own = SkipValidation[Person]
OwnSession = SkipValidation[PersonSession]
_KEPT = "pitboss.asks"  # in the scope of a request: whoever asks


def session_of(people: People, connection: AnyConnection) -> PersonSession | None:
    """The session of a request or socket, if its cookie has one that is not over."""
    return people.sessions.of(connection.cookies.get(COOKIE, ""))


def signed_in(people: People, connection: AnyConnection) -> tuple[PersonSession, Person]:
    """Who does this; their idle time begins again. A refusal where nobody is signed in."""
    session = session_of(people, connection)
    if session is None:
        raise Refused(Refusal.NOT_SIGNED_IN, "You are not signed in, or were signed out meanwhile; sign in first.", "")
    people.sessions.touch(session)
    return session, people.sessions.person(session)


def program_of(people: People, connection: AnyConnection) -> ProgramAccount | None:
    """The program whose token a request shows; a refusal where that token does not count, None where it shows no such token."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip().startswith(PREFIX):
        return None
    return people.programs.of(token.strip())


def guard(people: People) -> Any:
    """What is asked before every route."""

    async def check(connection: AnyConnection, handler: BaseRouteHandler) -> None:
        right = handler.opt.get("right")
        if (program := program_of(people, connection)) is not None:
            if _reads_what_is_for_everybody(connection, handler):
                return
            asking = people.programs.asking(program, handler.opt.get("scopes", ()))
            cast("dict[str, Any]", connection.scope)[_KEPT] = (None, asking, asking.doing(str(right)))
            return
        if right is None and handler.opt.get("access") != SIGNED_IN:
            return
        session = session_of(people, connection) if handler.opt.get("looks") else None
        session, person = (session, people.sessions.person(session)) if session else signed_in(people, connection)
        by = person.doing(right) if right is not None else None
        cast("dict[str, Any]", connection.scope)[_KEPT] = (session, person, by)

    return check


def _reads_what_is_for_everybody(connection: AnyConnection, handler: BaseRouteHandler) -> bool:
    declared = handler.opt.get("right") or handler.opt.get("access", EVERYBODY)
    return declared == EVERYBODY and connection.scope.get("method") == "GET"


def _kept(n: int) -> Provide:
    def provided(request: AnyRequest) -> Any:
        return cast("dict[str, Any]", request.scope)[_KEPT][n]

    return Provide(provided, sync_to_thread=False)


DEPENDENCIES = {"own_session": _kept(0), "person": _kept(1), "by": _kept(2)}


def described(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """Every address that is described, each with its method and what serves it."""
    for route in app.routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            if handler.resolve_include_in_schema():
                for method in sorted(set(handler.http_methods) - {"HEAD", "OPTIONS"}):
                    yield route.path_format, str(method), handler


def shown(handler: HTTPRouteHandler) -> list[dict[str, list[str]]]:
    """What one has to show to a route."""
    programs = [{"program": list(handler.opt["scopes"])}] if "scopes" in handler.opt else []
    return [*SHOWN[SIGNED_IN if "right" in handler.opt else handler.opt["access"]], *programs]


def check_declared(app: Litestar) -> None:
    """That every route says who may ask, by a right that there is."""
    for path, method, handler in described(app):
        right, access = handler.opt.get("right"), handler.opt.get("access")
        if (right is None) is (access is None) or (access is not None and access not in SHOWN):
            raise RuntimeError(f"{method} {path} has to declare either a right or one of {', '.join(SHOWN)}.")
        if right is not None and not any(known.act == right for known in IN_THE_HOUSE):
            raise RuntimeError(f"{method} {path} declares the right {right!r}, which nobody has.")
        for scope in handler.opt.get("scopes", ()):
            if right is None or role_for((SCOPES[scope].role,), right_of(IN_THE_HOUSE, right).roles) is None:
                words = f"has not the right of {method} {path}"
                raise RuntimeError(f"A {SCOPES[scope].role.title}, in whose place the scope {scope} is, {words}.")
