"""The routes of judged decisions, at practice tables: what each lawful answer is worth now, what wagers cost, and what came of
a player's time in a seat. Elsewhere nothing is judged: there the answer would be advice in a game for money.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Coroutine, Iterator
from copy import deepcopy
from typing import Annotated, Any, cast
from weakref import WeakKeyDictionary

import msgspec
from litestar import Request, get
from litestar.params import Parameter

from pitboss.events import AnyEvent, Charged, Event, Refunded, RoundOpened, Settlement, visible
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import PLAYER, Session
from pitboss.house.house import House
from pitboss.house.protocol.judging import DecisionMade, Judged, JudgedQuestion, SessionReport, WagersJudged
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.house.wire.seat_sessions import session_of_seat
from pitboss.house.wire.view_cache import cache_of
from pitboss.house.workers.judge_worker import QuestionAsked, SessionAsked, WagersAsked
from pitboss.journal import Step
from pitboss.mathematics.kit.judging import is_judged
from pitboss.mathematics.kit.sight import CardsOut, Sight
from pitboss.procedure import Answer, Election, Refusal, Refused

AnyRequest = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=64, description="The name of a table, as the lobby lists it.")]
Hand = Annotated[int, Parameter(ge=0, le=99, description="Which hand of the seat, from 0.")]
AtSeat = Annotated[int, Parameter(ge=0, le=99, description="One's own further box; 0: the seat.")]
LOOKED_BACK = 120  # rounds: more than any shoe lasts
PATIENCE = 2.0  # seconds that a request waits; then it is asked again
MOST_KEPT = 400  # decisions of one seat
NOT_HERE = "Decisions are judged at practice tables only."


class Moment(msgspec.Struct, frozen=True):
    """A question that was judged: which, and the entry after which it was asked."""

    round: int
    question: int
    seat: int
    hand: int
    after: int


class Memory:
    """What was judged at one table, and the cards that everybody has seen leave its shoe."""

    def __init__(self) -> None:
        self.judged: OrderedDict[Moment, tuple[str, JudgedQuestion]] = OrderedDict()
        self.working: dict[Moment, asyncio.Task[JudgedQuestion | None]] = {}
        self._cards, self._read = CardsOut(), 0  # up to the entry that was read last

    async def gone(self, store: Store, table: Table) -> dict[str, int]:
        """The cards that left the shoe in earlier rounds since it was shuffled, as anybody could see them."""
        if self._read < table.first - 1:
            first = self._read + 1 or 1
            if not self._read:
                rows = store.rounds(table.name, table.number, LOOKED_BACK)
                first = rows[-1][1] if rows else table.first
            events = await asyncio.to_thread(lambda: list(_events(store, table.name, first, table.first - 1)))
            self._cards.fold(visible(event) for _, event in events)
            self._read = table.first - 1
        begun = [event for event in table.events[:1] if isinstance(event, RoundOpened)]
        return dict(deepcopy(self._cards).fold(begun).rack)

    async def work_out(self, moment: Moment, work: Coroutine[Any, Any, JudgedQuestion | None]) -> JudgedQuestion | None:
        """What comes of it; None where nothing does, and while it takes longer than a request waits."""
        task = self.working.get(moment)
        if task is None:
            task = self.working[moment] = asyncio.create_task(work)
        else:
            work.close()
        done, _ = await asyncio.wait((task,), timeout=PATIENCE)
        if not done:
            return None
        self.working.pop(moment, None)
        return task.result()

    def keep(self, moment: Moment, kind: str, found: JudgedQuestion) -> None:
        self.judged[moment] = (kind, found)
        while len(self.judged) > MOST_KEPT:
            self.judged.popitem(last=False)


def _steps(store: Store, table: str, first: int, last: int | None = None) -> Iterator[tuple[int, Step]]:
    for entry in store.entries(table, first, last):
        if entry.kind == "step":
            made = entries.DECODERS["step"].decode(entry.payload)
            assert isinstance(made, Step)
            yield entry.sequence, made


def _events(store: Store, table: str, first: int, last: int | None = None) -> Iterator[tuple[int, Event]]:
    for sequence, step in _steps(store, table, first, last):
        yield from ((sequence, event) for event in step.events)


def routes(house: House) -> list[Any]:
    memories: WeakKeyDictionary[Host, Memory] = WeakKeyDictionary()

    def at(request: AnyRequest, name: str) -> tuple[Host, Table, Session, Memory]:
        host = house.host(name)
        table = host.require_table()
        if not table.founded.settings.practice:
            raise Refused(Refusal.NOT_OFFERED, NOT_HERE, table.game.closed)
        session = host.current_session(session_of_seat(house, host, request))
        if session.role != PLAYER or not host.sits(session):
            raise Refused(Refusal.WRONG_ROLE, "Take a seat to have decisions judged.", "")
        return host, table, session, memories.setdefault(host, Memory())

    @get("/api/tables/{table:str}/judgement")
    async def judgement(table: TableId, request: AnyRequest, seat: AtSeat = 0, hand: Hand = 0) -> Judged:
        """What every lawful answer to the question that the player is asked now is worth; at practice tables only."""
        _, at_table, session, memory = at(request, table)
        asked = _asked(at_table, session, seat, hand)
        play = at_table.round
        if asked is None or play is None or not is_judged(at_table.game):
            return Judged(at_table.number, play.asked if play is not None else 0, hand, None)
        to = cast(int, asked.to)
        moment = Moment(at_table.number, play.asked, to, asked.hand, at_table.journal.sequence)
        if moment not in memory.judged:
            sight = Sight(to, await memory.gone(house.store, at_table))
            sight.hear(at_table.events)
            seen = sight.situation(at_table.rules, asked)
            wanted = QuestionAsked(
                at_table.founded.game,
                at_table.founded.choices,
                to,
                asked,
                cast(tuple[AnyEvent, ...], seen.events),
                tuple((*place, amount) for place, amount in seen.wagers.items()),
                dict(seen.gone),
            )
            found = await memory.work_out(moment, house.judge_worker.question(wanted))
            if found is None:
                return Judged(moment.round, moment.question, asked.hand, None, coming=moment in memory.working)
            memory.keep(moment, asked.kind, found)
        return Judged(moment.round, moment.question, asked.hand, memory.judged[moment][1])

    @get("/api/tables/{table:str}/wagers/judgement")
    async def wagers(table: TableId, request: AnyRequest) -> WagersJudged:
        """What the wagers on offer cost, what those that are up are worth from here on, and what is lawful and better."""
        host, at_table, session, _ = at(request, table)
        founded = house.founded[host.name]
        if house.edge_worker.known(founded) is None:
            house.edge_worker.prepare([founded])
            return WagersJudged((), (), (), coming=True)
        up = [(w, on, hand, amount) for (s, w, on, hand), amount in at_table.up.items() if s == session.seat]
        wanted = WagersAsked(
            founded.game,
            founded.choices,
            cache_of(host).offers(at_table, session.seat),
            tuple(up),
            dict(at_table.markers),
            {meter.wager: meter.amount for meter in host.meters(at_table)},
        )
        return await house.judge_worker.wagers(wanted) or WagersJudged((), (), (), coming=True)

    @get("/api/tables/{table:str}/session")
    async def report(table: TableId, request: AnyRequest) -> SessionReport:
        """What came of the player's time in this seat: results, decisions that were judged, luck against skill."""
        host, at_table, session, memory = at(request, table)
        since, seats = at_table.held_since(session.seat), set(at_table.held(session.seat))
        steps = await asyncio.to_thread(lambda: list(_steps(house.store, host.name, since + 1)))
        decisions = tuple(_decided(memory, steps, seats))
        events = [visible(event, *seats) for _, step in steps for event in step.events]
        founded = house.founded[host.name]
        told = None
        if house.edge_worker.known(founded) is None:
            house.edge_worker.prepare([founded])
        else:
            money = tuple(event for event in events if isinstance(event, Settlement | Charged | Refunded))
            mine = cast(
                tuple[AnyEvent, ...],
                tuple(msgspec.structs.replace(e, seat=session.seat) for e in money if e.seat in seats),
            )
            told = await house.judge_worker.session(
                SessionAsked(founded.game, founded.choices, session.seat, mine, decisions)
            )
        results = tuple(_results(events, seats))
        return SessionReport(results, decisions, told.kinds if told else (), told.shares if told else None)

    return [judgement, wagers, report]


def _asked(table: Table, session: Session, seat: int, hand: int) -> Election | None:
    """The question that the player is asked, of the box and hand that is meant."""
    if table.round is None:
        return None
    held = table.held(session.seat)
    own = [one for one in table.round.elections() if one.to in held and (not seat or one.to == seat)]
    return next((one for one in own if one.hand == hand), own[0] if own else None)


def _decided(memory: Memory, steps: list[tuple[int, Step]], seats: set[int]) -> Iterator[DecisionMade]:
    """How each question that was judged was answered."""
    for moment, (kind, found) in memory.judged.items():
        if moment.seat not in seats:
            continue
        given = next(
            (
                one
                for sequence, step in steps
                if sequence > moment.after
                for one in step.answers
                if one.by == moment.seat
            ),
            None,
        )
        worth = None if given is None else _worth_of(found, given)
        if worth is not None:
            best = next(one for one in found.worths if one.best)
            yield DecisionMade(moment.round, kind, str(worth[0]), str(best.option), round(worth[1], 6), found.wager)


def _worth_of(found: JudgedQuestion, answer: Answer) -> tuple[Any, float] | None:
    """The option that was taken, and what it cost; between two judged amounts of an option, on the line through them."""
    taken = [(one, made) for one in found.worths if (made := one.option.taken(answer)) is not None]
    if not taken:
        return None
    (one, made), (other, _) = taken[0], taken[-1]
    if one.amount == other.amount or made.amount == one.amount:
        return one.option, one.cost
    along = (made.amount - one.amount) / (other.amount - one.amount)
    return one.option, one.cost + (other.cost - one.cost) * along


def _results(events: list[Event], seats: set[int]) -> Iterator[tuple[int, int]]:
    """The result up to each round, for a graph."""
    total, number = 0, 0
    changes: Counter[int] = Counter()
    for event in events:
        if isinstance(event, RoundOpened):
            number = event.round
        elif isinstance(event, Settlement) and event.seat in seats:
            late = event.deferred or event.prepaid
            changes[number] += event.returned - event.stake - (0 if late else event.vigorish)
        elif isinstance(event, Charged) and event.seat in seats:
            changes[number] -= event.amount
        elif isinstance(event, Refunded) and event.seat in seats:
            changes[number] += event.amount
    for number in sorted(changes):
        total += changes[number]
        yield number, total
