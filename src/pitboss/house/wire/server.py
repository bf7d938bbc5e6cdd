"""The routes of the house over HTTP and WebSocket: pages, table information, seats, past rounds, the socket of a table.

``application(house)`` is the ASGI application: the gate that every request passes (same origin, known host, rate limit,
security headers), and behind it Litestar with the routes. Routes decide nothing; they call the host of a table.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Litestar, MediaType, Response, get, post, websocket
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.params import Body, Parameter
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.response import Stream

from pitboss import __version__, extras
from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.commands.decide_correction import DecideCorrection
from pitboss.house.commands.leave import LeaveTable
from pitboss.house.commands.preview import PreviewReport
from pitboss.house.commands.take_box import TakeBox
from pitboss.house.commands.take_seat import TakeSeat
from pitboss.house.commands.union import SocketCommand
from pitboss.house.host import money, rights
from pitboss.house.host.host import Host
from pitboss.house.host.replies import SEQUENCE
from pitboss.house.host.sessions import PLAYER, Session
from pitboss.house.house import House
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.protocol.commands import Keyed
from pitboss.house.protocol.greeting import WIRE_VERSION, greeting_in
from pitboss.house.protocol.info import GameWords, ProvisionInfo, StrategyChart, TableInfo, TableSummary
from pitboss.house.protocol.messages import Preview, RefusalBody, RefusedMessage, refusal
from pitboss.house.protocol.records import ChipsBought, Done, KeptLine, RoundDetail, RoundSummary, SeatLeft, SeatTaken
from pitboss.house.sharing.asgi import App
from pitboss.house.storage.store import StorageFailed
from pitboss.house.table.entries import Founded
from pitboss.house.table.set_hands import SetHandsReader
from pitboss.house.wire import (
    administration,
    analysis,
    archive,
    board,
    book,
    devices,
    drills,
    editions,
    filings,
    first_hand,
    floor_plan,
    frequencies,
    guide,
    judging,
    metrics,
    open_table,
    own_book,
    own_limits,
    own_rounds,
    pages,
    people,
    pit,
    programs,
    progressives,
    purse,
    ratings,
    reconciliation,
    record,
    registration,
    reports,
    site,
    statement,
    table_info,
    tasks,
    theory,
    things,
)
from pitboss.house.wire import table_log as log_of_table
from pitboss.house.wire.access import (
    DEPENDENCIES,
    EVERYBODY,
    MAYBE_SEAT,
    SEAT,
    AnyRequest,
    check_declared,
    guard,
    program_of,
    session_of,
)
from pitboss.house.wire.bodies import StrictRequest
from pitboss.house.wire.compression import Compressing
from pitboss.house.wire.description import Described
from pitboss.house.wire.gate import Gate
from pitboss.house.wire.limits import ClientLimits, client_of
from pitboss.house.wire.parameters import TableId
from pitboss.house.wire.pushing import pushed, worked_out
from pitboss.house.wire.round_marks import RoundMarks
from pitboss.house.wire.seat_sessions import session_of_seat
from pitboss.house.wire.socket_description import asyncapi
from pitboss.house.wire.sockets import LATER, TOO_MANY, Connection, Socket, forget
from pitboss.house.wire.traffic import PACE, TooMany, Traffic
from pitboss.house.workers.chart import chart_at
from pitboss.house.workers.edges import Edges, edges_of
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

log = logging.getLogger("pitboss")

BODY_BYTES = 16_384
EXPORT = ("export",)  # what a program needs to read journals
NO_TABLE = 4404
DEFAULT_LIMITS = ClientLimits()
STATUS = {
    Refusal.MALFORMED: 400,
    Refusal.WIRE_VERSION: 400,
    Refusal.UNKNOWN_TABLE: 404,
    Refusal.NOT_FOUND: 404,
    Refusal.NOT_SIGNED_IN: 401,
    Refusal.FORBIDDEN_ORIGIN: 403,
    Refusal.WRONG_ROLE: 403,
    Refusal.WRONG_MODE: 409,
    Refusal.NO_SUCH_SEAT: 409,
    Refusal.TABLE_CLOSED: 503,
    Refusal.UNAVAILABLE: 503,
}
CHALLENGE = 'Bearer realm="pitboss"'  # a seat's token; a person signs in at /sign-in, by a cookie
FAULT, WENT_WRONG = "fault", "Something went wrong in the house; it has been logged."
Seat = Annotated[int, Parameter(ge=1, le=99, description="The number of a seat, clockwise from the dealer's left.")]


class _Application(Litestar):
    """Without what Litestar would add for other packages that happen to be installed: of all kinds of models only msgspec's
    are used here, and to import the others takes a sixth of a second of every process."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def application(
    house: House,
    *,
    names: tuple[str, ...] = (),
    opened: Callable[[Mapping[Role, str]], None] = lambda invitations: None,
    metrics_token: str = "",
    limits: ClientLimits = DEFAULT_LIMITS,
    pace: float = PACE,
) -> App:
    """The ASGI application of a house. ``names`` are the hosts it answers to; none: any. ``opened`` is called with the
    invitations to a house that never had an administrator, or nobody of the Board. ``metrics_token`` lets a program read the
    metrics. ``pace``: messages a second that are read of one connection."""
    counters = house.observer = metrics.Metrics(house)
    traffic = Traffic(limits, pace)
    traffic.answer_others(house)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.open()
        sharing = asyncio.create_task(traffic.rates.share(house))
        try:
            opened(await house.people.first_invitations() if house.processes.leads else {})
            yield
        finally:
            sharing.cancel()
            await house.close()

    app = _Application(
        route_handlers=[
            *pages.routes(),
            *site.routes(),
            socket_description,
            *_tables(house),
            *_seats(house, traffic),
            *_records(house),
            *people.routes(house.people),
            *registration.routes(house.people, traffic),
            *guide.routes(house),
            *judging.routes(house),
            *drills.routes(house),
            *first_hand.routes(house),
            *analysis.routes(house),
            *own_book.routes(house),
            *frequencies.routes(house),
            *open_table.routes(house, traffic),
            *purse.routes(house, traffic),
            *own_rounds.routes(house),
            *own_limits.routes(house),
            *statement.routes(house),
            *things.routes(house),
            *filings.routes(house),
            *floor_plan.routes(house),
            *administration.routes(house),
            *programs.routes(house),
            *metrics.routes(house, counters, metrics_token),
            *devices.routes(house, traffic),
            *pit.routes(house),
            *tasks.routes(house),
            *book.routes(house),
            *progressives.routes(house),
            *ratings.routes(house),
            *reports.routes(house),
            *board.routes(house),
            *record.routes(house),
            *theory.routes(house),
            *editions.routes(house),
            *reconciliation.routes(house),
            _socket(house, traffic),
        ],
        lifespan=[lifespan],
        guards=[guard(house.people)],
        dependencies=DEPENDENCIES,
        exception_handlers={
            Refused: _refused,
            StorageFailed: _unwritten,
            HTTPException: _http,
            RecursionError: _too_deep,
            ModuleNotFoundError: _not_installed,
            Exception: _fault,
        },
        request_class=StrictRequest,
        request_max_body_size=BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="pitboss",
            version=__version__,
            description=f"The wire, version {WIRE_VERSION}. Tables of a house: information, seats, past rounds. Play is on the "
            f"WebSocket /ws/tables/{id}.",
            path="/schema",
            render_plugins=[Described(path=["/", "/openapi.json"])],
        ),
        debug=False,
        logging_config=None,
    )
    check_declared(app)
    return counters.counting(Gate(Compressing(app), names=names, traffic=traffic, account=partial(_account, house)))


@get("/schema/asyncapi.json", include_in_schema=False, sync_to_thread=False)
def socket_description() -> dict[str, Any]:
    """What travels on the sockets."""
    return asyncapi()


def _account(house: House, scope: Any) -> str:
    """The person whose session, or the program whose token, a request or socket bears; empty for nobody."""
    connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
    with suppress(Refused):  # a token that does not count is refused where it is asked what it may
        if (program := program_of(house.people, connection)) is not None:
            return program.credential
    session = session_of(house.people, connection)
    return session.credential if session is not None else ""


# --- table information


def _tables(house: House) -> list[Any]:
    @get("/api/tables", access=EVERYBODY)
    async def tables() -> list[TableSummary]:
        """Every table of the house but those that visitors have for themselves."""
        return [
            table_info.summary(host, house.founded[name])
            for name, host in house.everywhere.items()
            if not house.founded[name].settings.owner and (host.table is None or not host.table.state.standing.retired)
        ]

    @get("/api/tables/{table:str}", access=EVERYBODY)
    async def one_table(table: TableId) -> TableInfo:
        """Everything that a table's rules say: wagers, limits, odds, edges, signs, checklists."""
        host, founded = house.host(table), house.founded[house.host(table).name]
        return table_info.info(host, founded, await _edges_soon(house, founded))

    @get("/api/tables/{table:str}/felt.svg", media_type="image/svg+xml", access=EVERYBODY)
    async def felt(table: TableId) -> str:
        """The layout."""
        founded = house.founded[house.host(table).name]
        return table_info.drawing(founded.game, msgspec.json.encode(founded.choices, order="deterministic"))

    @get("/api/tables/{table:str}/strategy", follows=True, access=EVERYBODY)
    async def strategy(table: TableId, request: AnyRequest) -> Response[StrategyChart]:
        """How to play best under the filed rules; at practice tables only. ``chart`` is null while it is being computed; follow
        it, or ask again."""
        return await pushed(
            request, worked_out(house.workers, chart_at(house.founded[house.host(table).name]), StrategyChart)
        )

    @get("/api/law/{cite:str}", access=EVERYBODY)
    async def provision(cite: Annotated[str, Parameter(max_length=64)]) -> ProvisionInfo:
        """What a citation says, in the project's words."""
        return table_info.provision(cite)

    @get("/api/words/{language:str}", access=EVERYBODY)
    async def words(language: Annotated[str, Parameter(max_length=16)]) -> GameWords:
        """What is said of games in another language, as ``es``; nothing where nobody has written it."""
        return table_info.game_words(language)

    return [tables, one_table, felt, strategy, provision, words]


async def _edges_soon(house: House, founded: Founded) -> Edges:
    """The edges of a table, unless they are still being worked out: then they follow on its socket."""
    try:
        return await house.workers.soon(edges_of(founded)) or ()
    except Refused:
        return ()


# --- seats


def _seats(house: House, traffic: Traffic) -> list[Any]:
    @post("/api/tables/{table:str}/do", status_code=200, access=SEAT)
    async def do(table: TableId, data: Annotated[SocketCommand, Body()], request: AnyRequest) -> Done | Preview:
        """Carry out a command at a table, as on its socket; for consoles that work at many tables."""
        host = house.host(table)
        reply = await host.do(session_of_seat(house, host, request), data)
        if isinstance(data, DecideCorrection) and host.table is not None:
            await house.cashier.paid(host.table)
        return Preview(**reply) if isinstance(data, PreviewReport) else Done(reply[SEQUENCE], reply.get("words", ""))

    @post("/api/tables/{table:str}/seats", status_code=201, access=MAYBE_SEAT)
    async def take_seat(table: TableId, data: Annotated[TakeSeat, Body()], request: AnyRequest) -> Response[SeatTaken]:
        """Take a seat and buy in with play chips out of one's purse; a player who has a seat takes a further box beside it."""
        host = house.host(table)
        session = session_of_seat(house, host, request)
        signed_in = session_of(house.people, request)
        person = signed_in.credential if signed_in is not None else ""
        if _plays(session):
            return Response(msgspec.convert(await host.do(session, TakeBox(key=data.key, seat=data.seat)), SeatTaken))
        headers: dict[str, str] = {}

        async def whose() -> str:
            if host.table is not None and money.book_of(host, host.table) is not None:
                return money.deposit(person)
            id, cookie = await purse.purse_to_use(house, traffic, request)
            headers.update(cookie)
            return id

        address = client_of(request.scope)
        async with traffic.one_more_seat(house, address, person):
            reply = await house.cashier.sit_down(host, data, person, whose)
            traffic.seat_taken(address, host, reply["seat"], reply["token"])
        return Response(msgspec.convert(reply, SeatTaken), headers=headers)

    @post("/api/tables/{table:str}/seats/{seat:int}/leave", status_code=200, access=SEAT)
    async def leave(table: TableId, seat: Seat, data: Annotated[Keyed, Body()], request: AnyRequest) -> SeatLeft:
        """Cash the rack into one's purse and give up the seat with all that goes with it; or give up a further box."""
        host = house.host(table)
        session = _player(house, host, request, seat)
        stay = host.table.state.seats.stays.get(session.seat) if host.table is not None else None
        reply = await host.do(session, LeaveTable(key=data.key, box=seat if seat != session.seat else 0))
        if stay is not None:
            await house.cashier.brought_back(stay.key)
        return msgspec.convert(reply, SeatLeft)

    @post("/api/tables/{table:str}/seats/{seat:int}/chips", status_code=200, access=SEAT)
    async def chips(table: TableId, seat: Seat, data: Annotated[Keyed, Body()], request: AnyRequest) -> ChipsBought:
        """Buy more play chips out of one's purse for a rack that has run low."""
        host = house.host(table)
        session = _player(house, host, request, seat)
        if session.seat != seat:
            raise Refused(Refusal.WRONG_ROLE, f"Only the player in seat {seat} may do that.", "")
        return msgspec.convert(await house.cashier.buy(host, session, data.key), ChipsBought)

    return [do, take_seat, leave, chips]


def _plays(session: Session) -> bool:
    return session.role == PLAYER and session.active


def _player(house: House, host: Host, request: AnyRequest, seat: int) -> Session:
    session = session_of_seat(house, host, request)
    if session.role != PLAYER:
        code = Refusal.WRONG_ROLE if session.person else Refusal.NOT_SIGNED_IN
        raise Refused(code, f"Only the player in seat {seat} may do that.", "")
    return session


# --- past rounds


def _records(house: House) -> list[Any]:
    kept_marks = RoundMarks(house.store)

    def running(host: Host) -> tuple[int, int] | None:
        table = host.table
        return (table.state.felt.number, table.play.first) if table is not None and table.round is not None else None

    @get("/api/tables/{table:str}/rounds", access=EVERYBODY)
    async def rounds(
        table: TableId,
        before: Annotated[int | None, Parameter(ge=1, le=10**15)] = None,
        limit: Annotated[int, Parameter(ge=1, le=archive.MOST_ROUNDS)] = 50,
    ) -> list[RoundSummary]:
        """Closed rounds, latest first."""
        name = house.host(table).name
        game, _ = table_info.rules_of(house.founded[name])
        return await asyncio.to_thread(
            archive.rounds, house.store, name, before, limit, partial(kept_marks.of, game, name)
        )

    @get("/api/tables/{table:str}/rounds/{number:int}", access=MAYBE_SEAT)
    async def one_round(
        table: TableId, number: Annotated[int, Parameter(ge=1, le=10**15)], request: AnyRequest
    ) -> RoundDetail:
        """One round: every step beside the provision that decided it."""
        host = house.host(table)
        session = rights.current_session(host, session_of_seat(house, host, request))
        laid = SetHandsReader(*table_info.rules_of(house.founded[host.name]))
        return await asyncio.to_thread(
            archive.round_detail, house.store, host.name, number, session, running(host), laid
        )

    @get("/api/tables/{table:str}/journal.jsonl", media_type="application/jsonl", right="export record", scopes=EXPORT)
    async def journal(table: TableId) -> Stream:
        """The record up to the round in progress, for ``pitboss verify``."""
        host = house.host(table)
        now = running(host)
        lines = archive.export(house.store, host.name, now[1] if now else None)
        return Stream(record.in_pieces(lines), media_type="application/jsonl")

    @get("/api/tables/{table:str}/log", right="read every round")
    async def table_log(
        table: TableId,
        before: Annotated[int | None, Parameter(ge=1, le=10**15)] = None,
        limit: Annotated[int, Parameter(ge=1, le=log_of_table.MOST_LINES)] = 100,
    ) -> list[KeptLine]:
        """What people did between the rounds: inspections, duties, assignments, equipment; latest first."""
        host = house.host(table)
        return await asyncio.to_thread(log_of_table.lines, house.store, host.name, before, limit)

    @get("/api/house/journal.jsonl", media_type="application/jsonl", right="export record", scopes=EXPORT)
    async def house_journal() -> Stream:
        """The house's own record (people, what was received), for ``pitboss verify``."""
        return Stream(
            record.in_pieces(archive.export(house.store, HOUSE_JOURNAL, None)), media_type="application/jsonl"
        )

    @get("/api/cage/journal.jsonl", media_type="application/jsonl", right="export record", scopes=EXPORT)
    async def cage_journal() -> Stream:
        """The record of the cage (every visitor's play chips), for ``pitboss verify``."""
        return Stream(record.in_pieces(archive.export(house.store, CAGE_JOURNAL, None)), media_type="application/jsonl")

    return [rounds, one_round, journal, table_log, house_journal, cage_journal]


# --- the socket of a table


def _socket(house: House, traffic: Traffic) -> Any:
    @websocket("/ws/tables/{table:str}")
    async def table_socket(socket: Socket, table: TableId) -> None:
        subprotocol, greeting = greeting_in(socket.scope.get("subprotocols", [])) or (None, None)
        await socket.accept(subprotocols=subprotocol)
        address, account = client_of(socket.scope), _account(house, socket.scope)
        try:
            host = house.host(table)
            await traffic.open_socket(house, address, account)
        except Refused as refused:
            await socket.send_data(msgspec.json.encode(refusal(refused)).decode(), mode="text")
            await socket.close(code=_turned_away(refused))
            return
        connection = Connection(socket, house, host, traffic)
        try:
            await connection.run(greeting)
        finally:
            traffic.close_socket(address, account)
            if socket.connection_state != "disconnect":
                code, reason = connection.closes_with
                await socket.close(code=code, reason=reason)
            forget(socket)

    return table_socket


def _turned_away(refused: Refused) -> int:
    """How the socket of somebody is closed who was not let in; a table on its way to another process is soon there."""
    if isinstance(refused, TooMany):
        return TOO_MANY
    return LATER if refused.why is Refusal.UNAVAILABLE else NO_TABLE


# --- refusals


def _refusal(status: int, code: str, sentence: str, cite: str = "") -> Response[RefusedMessage]:
    headers = {"WWW-Authenticate": CHALLENGE} if status == 401 else None
    body = RefusedMessage(RefusalBody(code, sentence, cite))
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)


def _refused(_: AnyRequest, refused: Refused) -> Response[RefusedMessage]:
    status = 429 if isinstance(refused, TooMany) else STATUS.get(refused.why, 409)
    return _refusal(status, refused.code, refused.sentence, refused.cite)


def _unwritten(_: AnyRequest, failure: StorageFailed) -> Response[RefusedMessage]:
    return _refusal(503, Refusal.UNAVAILABLE, f"{failure} Nothing was changed; try again.")


def _http(_: AnyRequest, error: HTTPException) -> Response[RefusedMessage]:
    status = error.status_code
    if status >= 500:
        return _refusal(status, FAULT, WENT_WRONG)
    sentence = {404: "There is nothing at this address.", 405: "That cannot be done at this address."}.get(status)
    return _refusal(status, Refusal.MALFORMED, sentence or f"The request is malformed: {_wrong_in(error)}.")


def _wrong_in(error: HTTPException) -> str:
    """What is wrong with a request: which field, and what it takes."""
    fields = [field for field in error.extra or () if isinstance(field, dict)] if isinstance(error.extra, list) else []
    words = [f"{field.get('key', '')}: {field.get('message', '')}".removeprefix("data: ") for field in fields]
    return "; ".join(words) or error.detail


def _too_deep(_: AnyRequest, error: RecursionError) -> Response[RefusedMessage]:
    return _refusal(400, Refusal.MALFORMED, "The request is nested too deeply.")


def _not_installed(request: AnyRequest, error: ModuleNotFoundError) -> Response[RefusedMessage]:
    words = extras.missed(error)
    return _refusal(503, Refusal.UNAVAILABLE, words) if words else _fault(request, error)


def _fault(_: AnyRequest, error: Exception) -> Response[RefusedMessage]:
    log.error("a request failed", exc_info=error)
    return _refusal(500, FAULT, WENT_WRONG)
