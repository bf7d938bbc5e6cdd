"""The routes of judged decisions, at practice tables: what each lawful answer is worth now, what wagers cost, and what came of
a player's time in a seat. Elsewhere nothing is judged: there the answer would be advice in a game for money.
"""

import asyncio
from typing import Annotated, Any, cast
from weakref import WeakKeyDictionary

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter

from pitboss import extras
from pitboss.drills.book import BookedDecision
from pitboss.events import AnyEvent
from pitboss.house.host import rights
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import PLAYER, Session
from pitboss.house.house import House
from pitboss.house.protocol.judging import AnswerWorth, DecisionsBooked, Judged, SessionReport, WagersJudged
from pitboss.house.table.table import Table
from pitboss.house.wire.access import SEAT, AnyRequest
from pitboss.house.wire.archive import held_by
from pitboss.house.wire.booking import book_all, decision, decision_id
from pitboss.house.wire.judged_memory import (
    JudgedMemory,
    JudgedMoment,
    KeptJudgement,
    answered,
    decided,
    results,
    seen_by,
    steps,
)
from pitboss.house.wire.open_table import owner_of
from pitboss.house.wire.parameters import TableId
from pitboss.house.wire.pushing import States, pushed
from pitboss.house.wire.seat_sessions import session_of_seat
from pitboss.house.wire.view import open_offers
from pitboss.house.wire.view_cache import cache_of
from pitboss.house.workers.edges import edges_of
from pitboss.house.workers.judge import QuestionAsked, SessionAsked, WagersAsked
from pitboss.mathematics.kit.judging import is_judged
from pitboss.mathematics.kit.session import Moves
from pitboss.mathematics.kit.sight import Sight
from pitboss.procedure import Election, Refusal, Refused

Hand = Annotated[int, Parameter(ge=0, le=99, description="Which hand of the seat, from 0.")]
AtSeat = Annotated[int, Parameter(ge=0, le=99, description="One's own further box; 0: the seat.")]
NOT_HERE = "Decisions are judged at practice tables only."


def routes(house: House) -> list[Any]:
    memories: WeakKeyDictionary[Host, JudgedMemory] = WeakKeyDictionary()

    def at(request: AnyRequest, name: str) -> tuple[Host, Table, Session, JudgedMemory]:
        host = house.host(name)
        table = host.require_table()
        if not table.state.filing.settings.practice:
            raise Refused(Refusal.NOT_OFFERED, NOT_HERE, table.game.closed)
        extras.require("mathematics")
        session = rights.current_session(host, session_of_seat(house, host, request))
        if session.role != PLAYER or not host.presence.sits(session):
            raise Refused(Refusal.WRONG_ROLE, "Take a seat to have decisions judged.", "")
        return host, table, session, memories.setdefault(host, JudgedMemory())

    @get("/api/tables/{table:str}/judgement", follows=True, access=SEAT)
    async def judgement(table: TableId, request: AnyRequest, seat: AtSeat = 0, hand: Hand = 0) -> Response[Judged]:
        """What every lawful answer to the question that the player is asked now is worth; at practice tables only. ``coming``: it
        is being worked out; follow it, or ask again."""
        _, at_table, session, memory = at(request, table)
        return await pushed(request, _judgements(house, at_table, session, memory, seat, hand))

    @get("/api/tables/{table:str}/wagers/judgement", follows=True, access=SEAT)
    async def wagers(table: TableId, request: AnyRequest) -> Response[WagersJudged]:
        """What the wagers on offer cost, what those that are up are worth from here on, and what is lawful and better. ``coming``:
        the edges of the table are being worked out; follow it, or ask again."""
        host, at_table, session, _ = at(request, table)
        return await pushed(request, _wagers(house, host, at_table, session))

    @get("/api/tables/{table:str}/session", follows=True, access=SEAT)
    async def report(table: TableId, request: AnyRequest) -> Response[SessionReport]:
        """What came of the player's time in this seat: results, decisions that were judged, luck against skill. ``shares`` is null
        while the edges of the table are being worked out; follow it, or ask again."""
        host, at_table, session, memory = at(request, table)
        return await pushed(request, _reports(house, host, at_table, session, memory))

    @post("/api/tables/{table:str}/judgement", status_code=200, access=SEAT)
    async def book(table: TableId, request: AnyRequest) -> DecisionsBooked:
        """The player has answered: what that was worth goes into their own book, by the record of the table."""
        host, at_table, session, memory = at(request, table)
        made = await asyncio.to_thread(_booked, house, host, at_table, session, memory)
        await book_all(house, owner_of(house, request), made)
        return DecisionsBooked(len(made))

    return [judgement, wagers, report, book]


def _booked(house: House, host: Host, table: Table, session: Session, memory: JudgedMemory) -> list[BookedDecision]:
    """The answers of a player to judged questions that are in no book yet."""
    seats = table.state.seats
    places = {(seat, seats.held_since(seat)) for seat in seats.held(session.seat)}
    new = [moment for moment in memory.judged if moment not in memory.booked and (moment.seat, moment.since) in places]
    if not new:
        return []
    found = list(steps(house.store, host.name, 1 + min(memory.judged[moment].after for moment in new)))
    made: list[BookedDecision] = []
    for moment, known, (option, cost) in answered(memory, found, places):
        if moment not in memory.booked:
            memory.booked.add(moment)
            judged, place = known.found, (host.name, *msgspec.structs.astuple(moment))
            percent = 100 * cost / judged.wager if judged.wager else 0.0
            taken = AnswerWorth(option, 0.0, 0.0, cost, percent)
            made.append(decision(decision_id(*place), house.clock.seconds(), "table", table.game.name, judged, taken))
    return made


async def _judgements(
    house: House, table: Table, session: Session, memory: JudgedMemory, seat: int, hand: int
) -> States[Judged]:
    gone = await memory.gone(house.store, table)
    asked, play = _asked(table, session, seat, hand), table.round  # as things are after that was read
    if asked is None or play is None or not is_judged(table.game):
        yield Judged(table.state.felt.number, play.asked if play is not None else 0, hand, None)
        return
    to = cast(int, asked.to)
    moment = JudgedMoment(table.state.felt.number, play.asked, to, asked.hand, table.state.seats.held_since(to))
    if moment not in memory.judged:
        after = table.journal.sequence
        yield Judged(moment.round, moment.question, asked.hand, None, coming=True)
        judged = await house.workers.ask(_question(table, asked, gone), asker=session.hash)
        if judged is None:
            yield Judged(moment.round, moment.question, asked.hand, None)
            return
        memory.keep(moment, KeptJudgement(asked.kind, judged, after))
    yield Judged(moment.round, moment.question, asked.hand, memory.judged[moment].found)


async def _wagers(house: House, host: Host, table: Table, session: Session) -> States[WagersJudged]:
    founded = house.founded[host.name]
    if house.workers.known(edges_of(founded)) is None:
        yield WagersJudged((), (), (), coming=True)
        await house.workers.ask(edges_of(founded), asker=session.hash)
    up = [(w, on, hand, amount) for (s, w, on, hand), amount in table.state.felt.up.items() if s == session.seat]
    cache = cache_of(host)
    wanted = WagersAsked(
        founded.game,
        founded.choices,
        open_offers(host, table, cache, cache.moment(host, table), session.seat),
        tuple(up),
        dict(table.state.felt.markers),
        {meter.wager: meter.amount for meter in host.house.meters.shown(table)},
    )
    yield await house.workers.ask(wanted, asker=session.hash)


async def _reports(
    house: House, host: Host, table: Table, session: Session, memory: JudgedMemory
) -> States[SessionReport]:
    edges = edges_of(house.founded[host.name])
    if house.workers.known(edges) is None:
        yield await _report(house, host, table, session, memory, priced=False)
        await house.workers.ask(edges, asker=session.hash)
    async with memory.reporting:
        upto, made = memory.reports.get(session.seat, (0, None))
        if made is None or upto != table.journal.sequence:
            upto = table.journal.sequence
            made = await _report(house, host, table, session, memory, priced=True)
            memory.reports[session.seat] = upto, made
    yield made


def _asked(table: Table, session: Session, seat: int, hand: int) -> Election | None:
    """The question that the player is asked, of the box and hand that is meant."""
    if table.round is None:
        return None
    held = table.state.seats.held(session.seat)
    own = [one for one in table.round.elections() if one.to in held and (not seat or one.to == seat)]
    return next((one for one in own if one.hand == hand), own[0] if own else None)


def _question(table: Table, asked: Election, gone: dict[str, int]) -> QuestionAsked:
    """A question with everything that its seat knows, and nothing else."""
    seat = cast(int, asked.to)
    sight = Sight(seat, gone)
    sight.hear(table.play.events)
    seen = sight.situation(table.rules, asked)
    return QuestionAsked(
        table.state.filing.founded.game,
        table.state.filing.founded.choices,
        seat,
        asked,
        cast(tuple[AnyEvent, ...], seen.events),
        tuple((*place, amount) for place, amount in seen.wagers.items()),
        dict(seen.gone),
    )


async def _report(
    house: House, host: Host, table: Table, session: Session, memory: JudgedMemory, *, priced: bool
) -> SessionReport:
    """Of everything since the player came, in whatever seat, and of each box while they had it; luck and skill apart where
    that is ``priced``."""
    held = await asyncio.to_thread(held_by, house.store, host.name, session)
    first = min((since for _, since, _ in held), default=table.journal.sequence) + 1
    found = await asyncio.to_thread(lambda: list(steps(house.store, host.name, first)))
    events, decisions = seen_by(found, held), tuple(decided(memory, found, held))
    if not priced:
        return SessionReport(tuple(results(events)), decisions, (), None)
    founded = house.founded[host.name]
    money = (event for event in events if isinstance(event, Moves))
    mine = tuple(msgspec.structs.replace(event, seat=session.seat) for event in money)
    judged = await house.workers.ask(
        SessionAsked(founded.game, founded.choices, session.seat, cast(tuple[AnyEvent, ...], mine), decisions),
        asker=session.hash,
    )
    return SessionReport(tuple(results(events)), decisions, judged.kinds, judged.shares)
