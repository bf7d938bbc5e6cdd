"""The routes of a visitor's own book of judged decisions: what is in it, as a file, deleted; its mistakes as puzzles; and the
puzzle of the day, which is the same for everybody.
"""

from datetime import datetime
from typing import Annotated, Any
from urllib.parse import parse_qsl
from zoneinfo import ZoneInfo

import msgspec
from litestar import Response, delete, get, post
from litestar.params import Body, Parameter

from pitboss.drills import book
from pitboss.drills.book import BookedDecision
from pitboss.house.house import House
from pitboss.house.own_tables import guest
from pitboss.house.people.entries import UNNAMED
from pitboss.house.protocol.analysis import (
    AnswerPuzzle,
    JudgedPosition,
    OwnBook,
    Puzzle,
    PuzzleKind,
    PuzzleSolved,
)
from pitboss.house.storage.own_decisions import OwnDecisions
from pitboss.house.storage.seal import new_token
from pitboss.house.wire.access import EVERYBODY, AnyRequest
from pitboss.house.wire.analysis import check_asker, wished
from pitboss.house.wire.booking import decision, options_of, words_of, worth_of
from pitboss.house.wire.limits import client_of
from pitboss.house.wire.open_table import guest_cookie, owner_of
from pitboss.house.wire.pushing import States, pushed
from pitboss.house.workers.position import DailyAsked, PositionAsked
from pitboss.mathematics.kit import position_text
from pitboss.procedure import Refusal, Refused

SHOWN = 200  # decisions, the latest
EMPTY = "Your book has no decision of this kind any more; ask for another puzzle."
Kind = Annotated[
    PuzzleKind, Parameter(description="own: a mistake of one's own that is due; daily: the puzzle of the day.")
]


def routes(house: House) -> list[Any]:
    own = OwnDecisions(house.store)

    @get("/api/analysis/book", access=EVERYBODY)
    async def mine(request: AnyRequest) -> OwnBook:
        """One's own judged decisions, the latest first, what they cost, and a rating."""
        return _state(own.of(owner_of(house, request)), house.clock.seconds())

    @get("/api/analysis/book.json", media_type="application/json", access=EVERYBODY)
    async def exported(request: AnyRequest) -> Response[list[BookedDecision]]:
        """The whole book as a file."""
        name = {"Content-Disposition": 'attachment; filename="judged-decisions.json"'}
        return Response(own.of(owner_of(house, request)), media_type="application/json", headers=name)

    @delete("/api/analysis/book", status_code=200, access=EVERYBODY)
    async def forget(request: AnyRequest) -> OwnBook:
        """Delete every decision in one's book. It cannot be brought back."""
        await own.forget(owner_of(house, request))
        return _state([], house.clock.seconds())

    return [mine, exported, forget, *_puzzles(house, own)]


def _puzzles(house: House, own: OwnDecisions) -> list[Any]:
    @get("/api/analysis/puzzle", follows=True, access=EVERYBODY)
    async def puzzle(request: AnyRequest, kind: Kind = "daily") -> Response[Puzzle]:
        """A position to answer. ``coming``: it is being made; follow it, or ask again."""
        check_asker(house, request)
        owner, now = owner_of(house, request), house.clock.seconds()
        decisions = own.of(owner) if owner else []
        chosen = book.next_puzzle(decisions, now) if kind == "own" else None
        due, after = book.waiting(decisions, now)

        async def states() -> States[Puzzle]:
            if kind == "own" and chosen is None:
                yield Puzzle(kind, "", None, due=due, next_due=after)
                return
            id = _daily(house) if chosen is None else chosen.id
            yield Puzzle(kind, id, None, coming=True)
            position = await house.workers.ask(_asked(house, chosen), asker=client_of(request.scope))
            options = options_of(position.judged)
            before = next((one.says for one in decisions if one.id == id), "") if chosen is None else ""
            yield Puzzle(
                *(kind, id, msgspec.structs.replace(position, judged=None), options),
                made="" if chosen is None else chosen.source,
                at=0.0 if chosen is None else chosen.at,
                box=0 if chosen is None else chosen.box,
                answered=next((n for n, one in enumerate(options, 1) if words_of(one) == before), 0),
                due=due,
                next_due=after,
            )

        return await pushed(request, states(), patience=None)

    @post("/api/analysis/answer", status_code=200, follows=True, access=EVERYBODY)
    async def answer(data: Annotated[AnswerPuzzle, Body()], request: AnyRequest) -> Response[PuzzleSolved]:
        """Answer a puzzle: what that was worth, and what the book makes of it. The puzzle of the day counts once."""
        check_asker(house, request)
        owner, headers = owner_of(house, request), dict[str, str]()
        if not owner:
            token = new_token()
            owner, headers = guest(token), {"Set-Cookie": guest_cookie(request, token)}
        before = next((one for one in own.of(owner) if one.id == data.id), None)
        if (data.kind == "own" and before is None) or (data.kind == "daily" and data.id != _daily(house)):
            raise Refused(Refusal.STALE, EMPTY, "")

        async def states() -> States[PuzzleSolved]:
            yield PuzzleSolved(None, coming=True)
            asked = _asked(house, before if data.kind == "own" else None)
            position = await house.workers.ask(asked, asker=client_of(request.scope))
            yield await _solved(house, own, owner, data, position, before)

        return await pushed(request, states(), headers, patience=None)

    return [puzzle, answer]


async def _solved(
    house: House,
    own: OwnDecisions,
    owner: str,
    data: AnswerPuzzle,
    position: JudgedPosition,
    before: BookedDecision | None,
) -> PuzzleSolved:
    options, now = options_of(position.judged), house.clock.seconds()
    if position.judged is None or data.answer > len(options):
        raise Refused(Refusal.MALFORMED, f"Answer with a choice from 1 to {len(options)}.", "")
    taken = worth_of(position.judged, options[data.answer - 1])
    assert taken is not None  # the options are those that were judged
    source, due = ("puzzle" if data.kind == "own" else "daily"), 0.0
    id = data.id if data.kind == "daily" else f"{source} {data.id[:40]} {int(now)}"
    made = decision(id, now, source, position.game, position.judged, taken)
    made = msgspec.structs.replace(made, position=position.address)
    if data.kind == "own" and before is not None:
        after = book.solved(before, taken.percent, now)
        due = after.due
        await own.change(owner, after)
    await own.add(owner, [made])
    right = taken.percent < book.LEAST
    rating = book.rating(own.of(owner))
    return PuzzleSolved(position.judged, right, taken.option, taken.cost, taken.percent, rating, due)


def _asked(house: House, chosen: BookedDecision | None) -> PositionAsked | DailyAsked:
    if chosen is None:
        return DailyAsked(_daily(house).removeprefix("daily "))
    texts = dict(parse_qsl(chosen.position))
    _, letters, under = wished(texts.get("game", ""), texts.get("rules", ""))
    return PositionAsked(under, letters, {name: texts[name] for name in position_text.FIELDS if name in texts})


def _daily(house: House) -> str:
    """The puzzle of today, by the clock of the house."""
    zone = (house.register.named_as or UNNAMED).zone
    return f"daily {datetime.fromtimestamp(house.clock.seconds(), ZoneInfo(zone)).date().isoformat()}"


def _state(decisions: list[BookedDecision], now: float) -> OwnBook:
    due, after = book.waiting(decisions, now)
    return OwnBook(
        tuple(reversed(decisions[-SHOWN:])),
        len(decisions),
        sum(one.percent < book.LEAST for one in decisions),
        sum(one.cost for one in decisions),
        due,
        after,
        book.rating(decisions),
    )
