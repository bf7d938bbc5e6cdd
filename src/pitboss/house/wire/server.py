"""The house over HTTP and WebSocket: pages, facts, seats, past rounds, the line to a table. It decides nothing.

``application(house)`` is the whole of it, for any ASGI server: a gate that every request passes (same origin,
known host, not too fast, security headers), and behind it Litestar with the routes.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get, post, websocket
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import Body, Parameter
from litestar.response import Stream

from pitboss import __version__
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import AUDIT, PLAYER, Session
from pitboss.house.house import House
from pitboss.house.protocol.commands import Keyed, TakeSeat
from pitboss.house.table.set_hands import SetHands
from pitboss.house.wire import archive, pages
from pitboss.house.wire import table_info as facts
from pitboss.house.wire.gate import Gate
from pitboss.house.wire.sockets import Connection, Socket
from pitboss.procedure import Refusal, Refused

log = logging.getLogger("pitboss")

Json = dict[str, Any]
AnyRequest = Request[Any, Any, Any]
BODY_BYTES = 16_384
LINES = 500  # of an export, at a time
STATUS = {
    Refusal.MALFORMED: 400,
    Refusal.UNKNOWN_TABLE: 404,
    Refusal.WRONG_ROLE: 403,
    Refusal.NO_SUCH_SEAT: 409,
    Refusal.TABLE_CLOSED: 503,
}
Seat = Annotated[int, Parameter(ge=1, le=99, description="The number of a seat, clockwise from the dealer's left.")]
TableId = Annotated[str, Parameter(max_length=64, description="The name of a table, as the lobby lists it.")]


def application(house: House, *, names: tuple[str, ...] = (), opened: Callable[[], None] = lambda: None) -> Gate:
    """The ASGI application of a house. ``names`` are the hosts it answers to; none: any."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            opened()
            yield
        finally:
            await house.close()

    app = Litestar(
        route_handlers=[*pages.routes(), *_tables(house), *_seats(house), *_records(house), _line(house)],
        lifespan=[lifespan],
        exception_handlers={Refused: _refused, HTTPException: _http, RecursionError: _too_deep, Exception: _fault},
        request_max_body_size=BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="pitboss",
            version=__version__,
            description="Tables of a house: facts, seats, past rounds. Play itself is on the WebSocket /ws/tables/{id}.",
            path="/schema",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        ),
        debug=False,
        logging_config=None,
    )
    return Gate(app, names=names)


# --- facts


def _tables(house: House) -> list[Any]:
    @get("/api/tables")
    async def tables() -> list[Json]:
        """Every table of the house."""
        return [facts.summary(host, house.founded[name]) for name, host in house.hosts.items()]

    @get("/api/tables/{table:str}")
    async def one_table(table: TableId) -> Json:
        """Everything that is known of a table before anyone plays."""
        host, founded = house.host(table), house.founded[house.host(table).name]
        known = await house.edge_worker.edges(founded)
        return facts.summary(host, founded) | facts.detail(founded, known)

    @get("/api/tables/{table:str}/felt.svg", media_type="image/svg+xml")
    async def felt(table: TableId) -> str:
        """The layout."""
        founded = house.founded[house.host(table).name]
        return facts.drawing(founded.game, msgspec.json.encode(founded.choices, order="deterministic"))

    @get("/api/tables/{table:str}/strategy")
    async def strategy(table: TableId) -> Json:
        """How to play best under the filed rules; at practice tables only. ``chart`` is null until it is worked out."""
        return await house.chart_worker.chart(house.founded[house.host(table).name])

    @get("/api/law/{cite:str}")
    async def provision(cite: Annotated[str, Parameter(max_length=64)]) -> Json:
        """What a citation says, in the project's words."""
        return facts.provision(cite)

    return [tables, one_table, felt, strategy, provision]


# --- seats


def _seats(house: House) -> list[Any]:
    @post("/api/tables/{table:str}/seats", status_code=201)
    async def take_seat(table: TableId, data: Annotated[TakeSeat, Body()], request: AnyRequest) -> Json:
        """Take a seat and buy in with play chips; one who has a seat takes a further box beside it."""
        host = house.host(table)
        session = _session(house, host, request)
        return await (host.take_box(session, data) if _plays(session) else host.take_seat(data))

    @post("/api/tables/{table:str}/seats/{seat:int}/leave", status_code=200)
    async def leave(table: TableId, seat: Seat, data: Annotated[Keyed, Body()], request: AnyRequest) -> Json:
        """Cash the rack and give up the seat with all that goes with it; or give up a further box."""
        host = house.host(table)
        return await host.leave(_player(house, host, request, seat), data.key, seat)

    @post("/api/tables/{table:str}/seats/{seat:int}/chips", status_code=200)
    async def chips(table: TableId, seat: Seat, data: Annotated[Keyed, Body()], request: AnyRequest) -> Json:
        """Buy more play chips for a rack that has run low."""
        host = house.host(table)
        session = _player(house, host, request, seat)
        if session.seat != seat:
            raise Refused(Refusal.WRONG_ROLE, f"Only the player in seat {seat} does that.", "")
        return await host.buy_chips(session, data.key)

    return [take_seat, leave, chips]


def _session(house: House, host: Host, request: AnyRequest) -> Session:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if token and scheme.lower() != "bearer":
        raise Refused(Refusal.WRONG_ROLE, "A token is sent as Authorization: Bearer.", "")
    return house.sessions.of(token.strip(), host.name)


def _plays(session: Session) -> bool:
    return session.role == PLAYER and session.active


def _player(house: House, host: Host, request: AnyRequest, seat: int) -> Session:
    session = _session(house, host, request)
    if session.role != PLAYER:
        raise Refused(Refusal.WRONG_ROLE, f"Only the player in seat {seat} does that.", "")
    return session


# --- past rounds


def _records(house: House) -> list[Any]:
    def running(host: Host) -> tuple[int, int] | None:
        table = host.table
        return (table.number, table.first) if table is not None and table.round is not None else None

    @get("/api/tables/{table:str}/rounds")
    async def rounds(
        table: TableId,
        before: Annotated[int | None, Parameter(ge=1, le=10**15)] = None,
        limit: Annotated[int, Parameter(ge=1, le=archive.MOST_ROUNDS)] = 50,
    ) -> list[Json]:
        """Closed rounds, latest first."""
        return archive.rounds(house.store, house.host(table).name, before, limit)

    @get("/api/tables/{table:str}/rounds/{number:int}")
    async def one_round(
        table: TableId, number: Annotated[int, Parameter(ge=1, le=10**15)], request: AnyRequest
    ) -> Json:
        """One round: every step beside the provision that decided it."""
        host = house.host(table)
        session = _session(house, host, request)
        laid = SetHands(*facts.filed(house.founded[host.name]))
        return await asyncio.to_thread(
            archive.round_detail, house.store, host.name, number, session, running(host), laid
        )

    @get("/api/tables/{table:str}/journal.jsonl", media_type="application/jsonl")
    async def journal(table: TableId, request: AnyRequest) -> Stream:
        """The record up to the round in progress, for ``pitboss verify``."""
        host = house.host(table)
        if _session(house, host, request).role != AUDIT:
            raise Refused(Refusal.WRONG_ROLE, "Only the audit role exports the record.", "")
        now = running(host)
        lines = archive.export(house.store, host.name, now[1] if now else None)
        return Stream(_in_pieces(lines), media_type="application/jsonl")

    return [rounds, one_round, journal]


async def _in_pieces(lines: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Read off the game thread, a few hundred lines at a time."""
    while piece := await asyncio.to_thread(lambda: b"".join(islice(lines, LINES))):
        yield piece


# --- the line to a table


def _line(house: House) -> Any:
    @websocket("/ws/tables/{table:str}")
    async def line(socket: Socket, table: TableId) -> None:
        await socket.accept()
        try:
            host = house.host(table)
        except Refused as refusal:
            await socket.send_json(
                {"refused": {"key": "", "why": str(refusal.why), "sentence": refusal.sentence, "cite": refusal.cite}}
            )
            await socket.close(code=4404)
            return
        connection = Connection(socket, house, host)
        try:
            await connection.run()
        finally:
            if socket.connection_state != "disconnect":
                await socket.close()

    return line


# --- refusals


def _no(status: int, why: str, sentence: str, cite: str = "") -> Response[Json]:
    body = {"refused": {"why": why, "sentence": sentence, "cite": cite}}
    return Response(body, status_code=status, media_type=MediaType.JSON)


def _refused(_: AnyRequest, no: Refused) -> Response[Json]:
    return _no(STATUS.get(no.why, 409), str(no.why), no.sentence, no.cite)


def _http(_: AnyRequest, error: HTTPException) -> Response[Json]:
    status = error.status_code
    if status >= 500:
        return _no(status, "fault", "The house could not do that; it has been noted.")
    sentence = {404: "There is nothing at this address.", 405: "That cannot be done at this address."}.get(status)
    return _no(status, "malformed", sentence or f"That request makes no sense here: {error.detail}.")


def _too_deep(_: AnyRequest, error: RecursionError) -> Response[Json]:
    return _no(400, "malformed", "That request makes no sense here: it is nested too deeply.")


def _fault(_: AnyRequest, error: Exception) -> Response[Json]:
    log.error("a request failed", exc_info=error)
    return _no(500, "fault", "The house could not do that; it has been noted.")
