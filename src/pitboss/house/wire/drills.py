"""The routes of drills: what can be drilled, a question and its grade, an exam and its record.

Questions are made and graded in processes of their own. What a page is told of a question does not hold its answer, and what
it hands back is a token that nobody else can make.
"""

import os
from datetime import datetime
from functools import partial
from typing import Annotated, Any, TypeVar
from zoneinfo import ZoneInfo

import msgspec
from litestar import Response, get, post
from litestar.params import Body, Parameter

from pitboss import catalogue
from pitboss.drills.book import booked
from pitboss.drills.kinds import ABOUT, Kind
from pitboss.drills.progress import Progress
from pitboss.game import Game
from pitboss.house.filings import link
from pitboss.house.house import House
from pitboss.house.own_tables import guest
from pitboss.house.people.entries import UNNAMED
from pitboss.house.protocol.drills import (
    AnswerDrill,
    AnswerExam,
    DrillAsked,
    DrillGame,
    DrillGraded,
    DrillKind,
    Drills,
    ExamState,
    GameDrills,
    KeptProgress,
    StartExam,
    WantDrill,
)
from pitboss.house.protocol.info import StrategyChart
from pitboss.house.storage.seal import new_token
from pitboss.house.table.entries import Founded, Settings
from pitboss.house.wire import table_info
from pitboss.house.wire.access import EVERYBODY, AnyRequest, session_of
from pitboss.house.wire.booking import book_all, decision_id
from pitboss.house.wire.drill_book import book_of
from pitboss.house.wire.drill_exams import Exam, Exams
from pitboss.house.wire.drill_room import Tickets, WaitingList
from pitboss.house.wire.limits import client_of
from pitboss.house.wire.open_table import guest_cookie, owner_of
from pitboss.house.wire.pit import PAPER
from pitboss.house.wire.pushing import States, pushed, worked_out
from pitboss.house.workers.chart import chart_at
from pitboss.house.workers.drills import DrillRequest, ExamPaper, GradeAsked, KindsAsked, NextAsked, Recorded, Under
from pitboss.mathematics.kit.chart import is_charted
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, submit

A = TypeVar("A")
SEED_BYTES = 32
CLOSED = "This house offers drills to those who work here: sign in."
Letters = Annotated[str, Parameter(max_length=link.LONGEST, description="Rules, as a link carries them; or none.")]
GameWord = Annotated[str, Parameter(max_length=64, description="The name of a game.")]
ExamId = Annotated[str, Parameter(max_length=64, description="An exam, as it was named when it began.")]


def routes(house: House) -> list[Any]:
    room = Room(house)
    return [*_looking(house, room), *_asking(house, room), *_exams(house, room)]


class Room:
    """Everything that the routes share."""

    def __init__(self, house: House) -> None:
        self.house, self.waiting = house, WaitingList()
        self.book = book_of(house.store)
        self.tickets = Tickets(house.store.sealer, house.clock, self.book)
        self.exams = Exams(house.clock, self.book)

    def visitor(self, request: AnyRequest) -> tuple[tuple[str, str], dict[str, str]]:
        """Who asks, and from which address; and the headers of a reply to one who had no cookie yet."""
        practises = any(one.settings.practice and not one.settings.owner for one in self.house.founded.values())
        if not practises and session_of(self.house.people, request) is None:
            raise Refused(Refusal.NOT_OFFERED, CLOSED, "")
        address, owner = client_of(request.scope), owner_of(self.house, request)
        if owner:
            return (owner, address), {}
        token = new_token()
        return (guest(token), address), {"Set-Cookie": guest_cookie(request, token)}

    def examine(self, exam: Exam) -> tuple[Any, Any]:
        """How the questions of an exam are made, and its record."""
        ask = partial(self.house.workers.ask, asker=exam.address)
        return ask, ask

    async def made(self, who: tuple[str, str], asked: DrillRequest[A]) -> A:
        """What is asked, for a visitor who may have it made."""
        with self.waiting.one_more(who):
            return await self.house.workers.ask(asked, asker=who[1])


# --- what there is


def _looking(house: House, room: Room) -> list[Any]:
    @get("/api/drills", access=EVERYBODY)
    async def drills() -> Drills:
        """Every game that can be drilled, and every kind of question, with whom it is for."""
        games = tuple(
            DrillGame(game.name, game.title, game.chapter, is_charted(game)) for game in catalogue.games().values()
        )
        return Drills(games, tuple(DrillKind(kind, *ABOUT[kind]) for kind in Kind))

    @get("/api/drills/games/{game:str}", follows=True, access=EVERYBODY)
    async def of_game(game: GameWord, request: AnyRequest, rules: Letters = "") -> Response[GameDrills]:
        """The drills of one game under the rules at hand: those that a link carries, else the example's. ``coming``: the
        kinds are being looked for."""
        who, headers = room.visitor(request)
        found, title, filed, under = _wished(game, rules)
        drills = GameDrills(
            game=found.name,
            title=title,
            submission=filed.hash(found.name),
            kinds=(),
            wagers={kind.name: kind.title for kind in found.wagers},
            tiles=table_info.tile_names() if "tiles" in found.equipment else {},
            charted=is_charted(found),
            coming=True,
        )

        async def states() -> States[GameDrills]:
            yield drills
            kinds = await room.made(who, KindsAsked(under))
            yield msgspec.structs.replace(drills, kinds=kinds, coming=False)

        return await pushed(request, states(), headers, patience=None)

    @get("/api/drills/games/{game:str}/chart", follows=True, access=EVERYBODY)
    async def chart(game: GameWord, request: AnyRequest, rules: Letters = "") -> Response[StrategyChart]:
        """How to play best under the rules at hand. ``chart`` is null while it is being computed; follow it, or ask again."""
        (_, address), _ = room.visitor(request)
        found, title, filed, _ = _wished(game, rules)
        practised = Founded(found.name, title, filed.chosen, filed.hash(found.name), "", Settings(practice=True))
        return await pushed(request, worked_out(house.workers, chart_at(practised), StrategyChart, asker=address))

    return [drills, of_game, chart]


def _wished(game: str, letters: str) -> tuple[Game, str, RulesSubmission, Under]:
    """A game under the rules that a link carries, else its example's; they are checked like any submission."""
    found = catalogue.game(game)
    if not letters:
        return found, found.title, found.example(), Under(found.name, {})
    name, title, choices = link.decode(letters)
    if name != found.name:
        raise Refused(Refusal.MALFORMED, f"These are rules of {name}, not of {found.name}.", "")
    rules = submit(found.rules, choices)
    return found, title or found.title, rules, Under(name, choices)


# --- a question


def _asking(house: House, room: Room) -> list[Any]:
    @post("/api/drills/question", status_code=200, follows=True, access=EVERYBODY)
    async def question(data: Annotated[WantDrill, Body()], request: AnyRequest) -> Response[DrillAsked]:
        """A question: of the kinds that are named the one that is weakest, its topic one that is due. ``coming``: it is
        being made."""
        who, headers = room.visitor(request)
        game, _, _, under = _wished(data.game, data.rules)
        asked = NextAsked(under, data.kinds, os.urandom(SEED_BYTES), _progress(data.progress))

        async def states() -> States[DrillAsked]:
            with room.waiting.one_more(who) as waiting:
                yield DrillAsked(None, coming=True, waiting=waiting)
                made = await house.workers.ask(asked, asker=who[1])
            token = room.tickets.issue(who[0], game.name, data.rules, made.kind, asked.seed, made.number)
            yield DrillAsked(made.question, token)

        return await pushed(request, states(), headers, patience=None)

    @post("/api/drills/answer", status_code=200, follows=True, access=EVERYBODY)
    async def answer(data: Annotated[AnswerDrill, Body()], request: AnyRequest) -> Response[DrillGraded]:
        """An answer, graded: right or wrong, what it costs, why, and the provisions. A question is answered once."""
        who, _ = room.visitor(request)
        given = data.answer.strip()
        ticket = await room.tickets.read(data.token, who[0], given)
        _, _, _, under = _wished(ticket.game, ticket.rules)
        asked = GradeAsked(
            under, ticket.kind, ticket.seed, ticket.number, given, _progress(data.progress), data.seconds
        )

        async def states() -> States[DrillGraded]:
            made = await room.made(who, asked)
            await room.tickets.answered(data.token, given)
            if made.decision is not None:
                at, id = house.clock.seconds(), decision_id(data.token)
                await book_all(house, who[0], [booked(msgspec.structs.replace(made.decision, id=id, at=at))])
            kept = msgspec.convert(msgspec.to_builtins(made.progress), KeptProgress)
            yield DrillGraded(made.grade, made.topic, kept, made.decision.position if made.decision else "")

        return await pushed(request, states(), patience=None)

    return [question, answer]


def _progress(kept: KeptProgress | None) -> Progress:
    return Progress() if kept is None else msgspec.convert(msgspec.to_builtins(kept), Progress)


# --- an exam


def _exams(house: House, room: Room) -> list[Any]:
    @post("/api/drills/exams", status_code=201, follows=True, access=EVERYBODY)
    async def start(data: Annotated[StartExam, Body()], request: AnyRequest) -> Response[ExamState]:
        """Begin an exam: so many questions, no grade before the end. ``coming``: its first question is being made."""
        who, headers = room.visitor(request)
        _, _, _, under = _wished(data.game, data.rules)
        name = " ".join("".join(letter if letter.isprintable() else " " for letter in data.name).split())
        if not name:
            raise Refused(Refusal.MALFORMED, "An exam needs the name of the one who sits it.", "")
        paper = ExamPaper(under, data.kinds, os.urandom(SEED_BYTES), data.count)
        exam = await room.exams.begin(*who, paper, name, _today(house))
        room.exams.go_on(exam, *room.examine(exam))

        async def states() -> States[ExamState]:
            try:
                async for state in room.exams.states(exam):
                    yield state
            except Refused:
                await room.exams.give_up(exam)
                raise

        return await pushed(request, states(), headers, patience=None, status_code=201)

    @get("/api/drills/exams/{exam:str}", follows=True, access=EVERYBODY)
    async def stands(exam: ExamId, request: AnyRequest) -> Response[ExamState]:
        """Where one's exam stands: its question, or its result."""
        found = await room.exams.find(exam, room.visitor(request)[0][0])
        room.exams.go_on(found, *room.examine(found))
        return await pushed(request, room.exams.states(found), patience=None)

    @post("/api/drills/exams/{exam:str}/answer", status_code=200, follows=True, access=EVERYBODY)
    async def answer_exam(
        exam: ExamId, data: Annotated[AnswerExam, Body()], request: AnyRequest
    ) -> Response[ExamState]:
        """Answer the question of an exam; the next one, or after the last the result."""
        found = await room.exams.find(exam, room.visitor(request)[0][0])
        room.exams.take(found, data.number, data.answer.strip(), *room.examine(found))
        return await pushed(request, room.exams.states(found), patience=None)

    @get("/api/drills/exams/{exam:str}/record.html", media_type="text/html", access=EVERYBODY)
    async def record(exam: ExamId, request: AnyRequest) -> Response[bytes]:
        """The record of an exam that is over, to print and sign."""
        found = await room.exams.find(exam, room.visitor(request)[0][0])
        room.exams.go_on(found, *room.examine(found))
        await room.exams.state(found)  # where another process took the last answer, its result is made first
        if found.result is None:
            raise Refused(Refusal.STALE, "This exam is not over; answer every question first.", "")
        _, make = room.examine(found)
        made: Recorded = await make(found.record(printed=True))
        return Response(made.page.encode(), media_type="text/html", headers={"Content-Security-Policy": PAPER})

    return [start, stands, answer_exam, record]


def _today(house: House) -> str:
    """The date in the zone of the house."""
    zone = (house.register.named_as or UNNAMED).zone
    return datetime.fromtimestamp(house.clock.seconds(), ZoneInfo(zone)).date().isoformat()
