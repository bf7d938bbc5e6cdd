"""The routes of the Board console: the record searched, queries saved, and the state of a round beside its replay.

Whoever may export the record may search it. Questions run in threads; what they find is of rounds that are over.
"""

import asyncio
from collections.abc import AsyncIterator
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post, put
from litestar.params import Body, Parameter
from litestar.response import Stream

from pitboss import catalogue
from pitboss.house.house import House
from pitboss.house.protocol.board import (
    BoardChoices,
    DecisionQuery,
    DecisionsFound,
    FundsAndMeters,
    RoundQuery,
    RoundReplayed,
    RoundsFound,
    SavedQuery,
)
from pitboss.house.protocol.people import PersonIdentity
from pitboss.house.records import words
from pitboss.house.records.records import Records
from pitboss.house.records.saved import QUERIES, SavedQueries
from pitboss.house.storage.documents import document
from pitboss.house.wire.access import By
from pitboss.house.wire.parameters import TableId
from pitboss.roles import STAFF

Number = Annotated[int, Parameter(ge=1, le=10**15, description="The number of a round at this table.")]
RIGHT, REPORTS = "search record", ("reports",)


def routes(house: House) -> list[Any]:
    """Every route of the Board console that searches."""
    found = house.records
    return [*_rounds(house, found), *_decisions(house, found), *_queries(house), _choices(house, found)]


def _rounds(house: House, records: Records) -> list[Any]:
    @post("/api/board/rounds", status_code=200, right=RIGHT, scopes=REPORTS)
    async def rounds(data: Annotated[RoundQuery, Body()]) -> RoundsFound:
        """The rounds that a query describes, or groups of them, with the totals of all."""
        return await records.find_rounds(data)

    @post("/api/board/rounds.csv", status_code=200, media_type="text/csv", right=RIGHT, scopes=REPORTS)
    async def rounds_csv(data: Annotated[RoundQuery, Body()]) -> Stream:
        """Everything that a query describes, as a sheet."""
        return _sheet(await records.rounds_csv(data), "rounds.csv")

    @get("/api/board/rounds/{table:str}/{number:int}/state", right=RIGHT, scopes=REPORTS)
    async def state(table: TableId, number: Number) -> FundsAndMeters:
        """Funds of each seat and meters, when a round began and when it was over."""
        return await records.round_state(house.host(table).name, number)

    @post("/api/board/rounds/{table:str}/{number:int}/replay", status_code=200, right=RIGHT)
    async def replay(table: TableId, number: Number) -> RoundReplayed:
        """Have a round played again by the rules that played it."""
        return await house.recall.replay(house.host(table).name, number)

    return [rounds, rounds_csv, state, replay]


def _decisions(house: House, records: Records) -> list[Any]:
    @post("/api/board/decisions", status_code=200, right=RIGHT, scopes=REPORTS)
    async def decisions(data: Annotated[DecisionQuery, Body()]) -> DecisionsFound:
        """The acts of people that a query describes, latest first."""
        return await records.find_decisions(data)

    @post("/api/board/decisions.csv", status_code=200, media_type="text/csv", right=RIGHT, scopes=REPORTS)
    async def decisions_csv(data: Annotated[DecisionQuery, Body()]) -> Stream:
        """Everything that a query describes, as a sheet."""
        return _sheet(await records.decisions_csv(data), "decisions.csv")

    return [decisions, decisions_csv]


def _queries(house: House) -> list[Any]:
    saved = SavedQueries(document(house.store, QUERIES))

    @get("/api/board/queries", right=RIGHT)
    async def queries(by: By) -> list[SavedQuery]:
        """The queries that this person saved."""
        return list(await asyncio.to_thread(saved.of, by.credential))

    @put("/api/board/queries", status_code=200, right=RIGHT)
    async def save(data: Annotated[SavedQuery, Body()], by: By) -> list[SavedQuery]:
        """Save a query under a name; without a query the name is taken away."""
        return list(await asyncio.to_thread(saved.save, by.credential, data))

    return [queries, save]


def _choices(house: House, records: Records) -> Any:
    @get("/api/board/choices", right=RIGHT)
    async def choices() -> Response[BoardChoices]:
        """What is offered while somebody types a query."""
        versions = await records.versions()  # which brings it up to date: from then on it is known when days begin
        games = await asyncio.to_thread(_of_games)
        staff = [person for person in house.register.people.values() if STAFF.intersection(person.roles)]
        made = msgspec.structs.replace(
            games,
            today=records.today(),
            tables=tuple((name, founded.title) for name, founded in house.founded.items()),
            people=tuple(PersonIdentity.from_domain(one) for one in staff),
            versions=versions,
        )
        return Response(made)

    return choices


@cache
def _of_games() -> BoardChoices:
    """What the chapters say: it is the same in every house."""
    games = catalogue.games()
    return BoardChoices(
        games=tuple((name, game.title) for name, game in games.items()),
        wagers={name: tuple(kind.name for kind in game.wagers) for name, game in games.items()},
        irregularities=tuple(sorted({kind.name for game in games.values() for kind in game.irregularities})),
        kinds=tuple(sorted({*words.ALL, "step"})),
    )


def _sheet(lines: AsyncIterator[bytes], name: str) -> Stream:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Stream(lines, media_type="text/csv; charset=utf-8", headers=headers)
