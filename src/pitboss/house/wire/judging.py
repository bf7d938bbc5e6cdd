"""The routes of judged decisions, at practice tables: what each lawful answer is worth now, what wagers cost, and what came of
a player's time in a seat. Elsewhere nothing is judged: there the answer would be advice in a game for money.
"""

import asyncio
from typing import Annotated, Any, cast
from weakref import WeakKeyDictionary

import msgspec
from litestar import get
from litestar.params import Parameter

from pitboss import extras
from pitboss.events import AnyEvent
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import PLAYER, Session
from pitboss.house.house import House
from pitboss.house.protocol.judging import Judged, SessionReport, WagersJudged
from pitboss.house.table.table import Table
from pitboss.house.wire.access import SEAT, AnyRequest
from pitboss.house.wire.judged_memory import Known, Memory, Moment, decided, results, seen_by, steps
from pitboss.house.wire.seat_sessions import session_of_seat
from pitboss.house.wire.view import open_offers
from pitboss.house.wire.view_cache import cache_of
from pitboss.house.workers.judge_worker import QuestionAsked, SessionAsked, WagersAsked
from pitboss.mathematics.kit.judging import is_judged
from pitboss.mathematics.kit.session import Moves
from pitboss.mathematics.kit.sight import Sight
from pitboss.procedure import Election, Refusal, Refused

TableId = Annotated[str, Parameter(max_length=64, description="The name of a table, as the lobby lists it.")]
Hand = Annotated[int, Parameter(ge=0, le=99, description="Which hand of the seat, from 0.")]
AtSeat = Annotated[int, Parameter(ge=0, le=99, description="One's own further box; 0: the seat.")]
NOT_HERE = "Decisions are judged at practice tables only."


def routes(house: House) -> list[Any]:
    memories: WeakKeyDictionary[Host, Memory] = WeakKeyDictionary()

    def at(request: AnyRequest, name: str) -> tuple[Host, Table, Session, Memory]:
        host = house.host(name)
        table = host.require_table()
        if not table.founded.settings.practice:
            raise Refused(Refusal.NOT_OFFERED, NOT_HERE, table.game.closed)
        extras.require("mathematics")
        session = host.current_session(session_of_seat(house, host, request))
        if session.role != PLAYER or not host.sits(session):
            raise Refused(Refusal.WRONG_ROLE, "Take a seat to have decisions judged.", "")
        return host, table, session, memories.setdefault(host, Memory())

    @get("/api/tables/{table:str}/judgement", access=SEAT)
    async def judgement(table: TableId, request: AnyRequest, seat: AtSeat = 0, hand: Hand = 0) -> Judged:
        """What every lawful answer to the question that the player is asked now is worth; at practice tables only."""
        _, at_table, session, memory = at(request, table)
        gone = await memory.gone(house.store, at_table)
        asked, play = _asked(at_table, session, seat, hand), at_table.round  # as things are after that was read
        if asked is None or play is None or not is_judged(at_table.game):
            return Judged(at_table.number, play.asked if play is not None else 0, hand, None)
        to = cast(int, asked.to)
        moment = Moment(at_table.number, play.asked, to, asked.hand, at_table.held_since(to))
        if moment not in memory.judged:
            after = at_table.journal.sequence
            found = await memory.work_out(moment, house.judge_worker.question(_question(at_table, asked, gone)))
            if found is None:
                return Judged(moment.round, moment.question, asked.hand, None, coming=moment in memory.working)
            memory.keep(moment, Known(asked.kind, found, after))
        return Judged(moment.round, moment.question, asked.hand, memory.judged[moment].found)

    @get("/api/tables/{table:str}/wagers/judgement", access=SEAT)
    async def wagers(table: TableId, request: AnyRequest) -> WagersJudged:
        """What the wagers on offer cost, what those that are up are worth from here on, and what is lawful and better."""
        host, at_table, session, _ = at(request, table)
        founded = house.founded[host.name]
        if house.edges_by(founded).known(founded) is None:
            house.edges_by(founded).prepare([founded])
            return WagersJudged((), (), (), coming=True)
        up = [(w, on, hand, amount) for (s, w, on, hand), amount in at_table.up.items() if s == session.seat]
        wanted = WagersAsked(
            founded.game,
            founded.choices,
            open_offers(host, at_table, cache_of(host), session.seat),
            tuple(up),
            dict(at_table.markers),
            {meter.wager: meter.amount for meter in host.meters(at_table)},
        )
        return await house.judge_worker.wagers(wanted) or WagersJudged((), (), (), coming=True)

    @get("/api/tables/{table:str}/session", access=SEAT)
    async def report(table: TableId, request: AnyRequest) -> SessionReport:
        """What came of the player's time in this seat: results, decisions that were judged, luck against skill."""
        host, at_table, session, memory = at(request, table)
        async with memory.reporting:
            upto, made = memory.reports.get(session.seat, (0, None))
            if made is None or upto != at_table.journal.sequence or made.shares is None:
                upto = at_table.journal.sequence
                made = await _report(house, host, at_table, session, memory)
                memory.reports[session.seat] = upto, made
        return made

    return [judgement, wagers, report]


def _asked(table: Table, session: Session, seat: int, hand: int) -> Election | None:
    """The question that the player is asked, of the box and hand that is meant."""
    if table.round is None:
        return None
    held = table.held(session.seat)
    own = [one for one in table.round.elections() if one.to in held and (not seat or one.to == seat)]
    return next((one for one in own if one.hand == hand), own[0] if own else None)


def _question(table: Table, asked: Election, gone: dict[str, int]) -> QuestionAsked:
    """A question with everything that its seat knows, and nothing else."""
    seat = cast(int, asked.to)
    sight = Sight(seat, gone)
    sight.hear(table.events)
    seen = sight.situation(table.rules, asked)
    return QuestionAsked(
        table.founded.game,
        table.founded.choices,
        seat,
        asked,
        cast(tuple[AnyEvent, ...], seen.events),
        tuple((*place, amount) for place, amount in seen.wagers.items()),
        dict(seen.gone),
    )


async def _report(house: House, host: Host, table: Table, session: Session, memory: Memory) -> SessionReport:
    """Of everything since the player came, and of each box since they have had it."""
    held = {seat: table.held_since(seat) for seat in table.held(session.seat)}
    first = table.held_since(session.seat) + 1
    found = await asyncio.to_thread(lambda: list(steps(house.store, host.name, first)))
    events, decisions = seen_by(found, held), tuple(decided(memory, found, held))
    founded, told = house.founded[host.name], None
    if house.edges_by(founded).known(founded) is None:
        house.edges_by(founded).prepare([founded])
    else:
        money = (event for event in events if isinstance(event, Moves))
        mine = tuple(msgspec.structs.replace(event, seat=session.seat) for event in money)
        told = await house.judge_worker.session(
            SessionAsked(founded.game, founded.choices, session.seat, cast(tuple[AnyEvent, ...], mine), decisions)
        )
    return SessionReport(tuple(results(events)), decisions, told.kinds if told else (), told.shares if told else None)
