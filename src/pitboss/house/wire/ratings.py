"""The routes of ratings: how long, for how much and at what worth patrons played.

Whoever may see the figures of the pit may see them by patron. Who a patron is, is for those who see the pit itself: to others they
are numbers at a table.
"""

from typing import Annotated, Any

from litestar import Response, post
from litestar.params import Body

from pitboss.authority import IN_THE_HOUSE, require_in_house, right_of
from pitboss.house.house import House
from pitboss.house.people.register import Person
from pitboss.house.protocol.ratings import RatingLine, RatingQuery
from pitboss.house.records.filed import Filed
from pitboss.house.records.ratings import WagerEdges
from pitboss.house.records.records import rating_sheet
from pitboss.house.wire.access import Own
from pitboss.house.workers.rating import StakeEdgesAsked, as_fractions
from pitboss.roles import role_for
from pitboss.submission import HOLDER

RIGHT, NAMES = "see figures", "see pit"


def routes(house: House) -> list[Any]:
    @post("/api/pit/ratings", status_code=200, right=RIGHT, scopes=("reports",))
    async def ratings(data: Annotated[RatingQuery, Body()], person: Own) -> list[RatingLine]:
        """What patrons played: time, rounds, average bet, handle, result and theoretical worth."""
        return await rated(house, data, person)

    @post("/api/pit/ratings.csv", status_code=200, media_type="text/csv", right=RIGHT, scopes=("reports",))
    async def ratings_csv(data: Annotated[RatingQuery, Body()], person: Own) -> Response[bytes]:
        """The same as a sheet."""
        headers = {"Content-Disposition": 'attachment; filename="ratings.csv"', "Cache-Control": "no-store"}
        made = rating_sheet(await rated(house, data, person))
        return Response(made, media_type="text/csv; charset=utf-8", headers=headers)

    return [ratings, ratings_csv]


async def rated(house: House, query: RatingQuery, person: Person) -> list[RatingLine]:
    names = role_for(person.roles, right_of(IN_THE_HOUSE, NAMES).roles) is not None
    if query.player:
        require_in_house(NAMES, person.roles)  # else a search would tell who a number is

    async def edges(filed: Filed) -> WagerEdges:
        found = await house.workers.soon(StakeEdgesAsked(filed.game, filed.choices | {"holder": HOLDER}))
        return as_fractions(found or ())  # what is not there soon is there when it is asked for again

    return await house.records.ratings(query, edges, names=names)
