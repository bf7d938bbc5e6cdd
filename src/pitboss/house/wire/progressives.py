"""The routes of the progressive book: meters, their history, jackpots and the slip of each.

Whoever may see the figures of the pit may see them by meter. Who won is for those who read the papers of a jackpot: to others
they are numbers at a table. Tables for practice are left out, unless they are asked for.
"""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from pitboss import extras
from pitboss.authority import IN_THE_HOUSE, right_of
from pitboss.house.house import House
from pitboss.house.people.entries import UNNAMED, HouseNamed
from pitboss.house.people.register import Person
from pitboss.house.protocol.progressives import JackpotLine, MeterHistory, MeterLine, MeterStudy, Per, Progressives
from pitboss.house.wire import progressive_lines as lines
from pitboss.house.wire.access import Own
from pitboss.house.workers.meter_hits import MeterHitsAsked
from pitboss.paper.output import render
from pitboss.roles import role_for
from pitboss.submission import HOLDER

RIGHT, PAPERS, REPORTS = "see figures", "read jackpot papers", ("reports",)
MOST = 1000  # jackpots that are listed, the latest
MeterName = Annotated[str, Parameter(max_length=200, description="A meter, as the list of progressives names it.")]
AwardName = Annotated[str, Parameter(max_length=200, description="A jackpot, as the list of jackpots names it.")]
Each = Annotated[Per, Parameter(description="What each line is: a gaming day, or a shift of it.")]
Practice = Annotated[bool, Parameter(description="Whether tables for practice are among them.")]


def routes(house: House) -> list[Any]:
    @get("/api/progressives", right=RIGHT, looks=True, scopes=REPORTS)
    async def progressives(practice: Practice = False) -> Progressives:
        """Every meter: what it shows, what went in and out since it was filed, what is owed on it, what does not balance."""
        made, choices = await house.progressives.ask(lambda book: lines.progressives(book, practice=practice))
        meters = await asyncio.gather(*(_studied(house, *one) for one in zip(made.meters, choices, strict=True)))
        return msgspec.structs.replace(made, meters=tuple(meters))

    @get("/api/progressives/{meter:str}", right=RIGHT, looks=True, scopes=REPORTS)
    async def history(meter: MeterName, person: Own, per: Each = "day") -> MeterHistory:
        """One meter by gaming day or shift, with every hit."""
        named, names = _named(house), _names(person)
        made, choices = await house.progressives.ask(lambda book: lines.history(book, meter, per, named, names=names))
        return msgspec.structs.replace(made, meter=await _studied(house, made.meter, choices))

    @get("/api/jackpots", right=RIGHT, looks=True, scopes=REPORTS)
    async def jackpots(person: Own, practice: Practice = False) -> list[JackpotLine]:
        """The awards that need a paper, the latest first."""
        named, names = _named(house), _names(person)
        return await house.progressives.ask(
            lambda book: [
                line
                for line in lines.jackpots(book, reversed(book.awards), named, names=names)
                if practice or not line.practice
            ][:MOST]
        )

    @get("/api/jackpots/{award:str}/slip.pdf", media_type="application/pdf", right=PAPERS, scopes=REPORTS)
    async def slip(award: AwardName) -> Response[bytes]:
        """The jackpot slip as a PDF."""
        named = _named(house)
        made = await house.progressives.ask(lambda book: lines.slip(book, award, named))
        return Response(await asyncio.to_thread(render, made, ".pdf"), media_type="application/pdf")

    return [progressives, history, jackpots, slip]


def _names(person: Person) -> bool:
    """Whether somebody may know who won."""
    return role_for(person.roles, right_of(IN_THE_HOUSE, PAPERS).roles) is not None


def _named(house: House) -> HouseNamed:
    return house.register.named_as or UNNAMED


async def _studied(house: House, line: MeterLine, choices: dict[str, Any]) -> MeterLine:
    """With what mathematics says of the meter, where that is installed and there soon; else when it is asked for again."""
    if not extras.has("mathematics"):
        return line
    found = await house.workers.soon(MeterHitsAsked(line.game, choices | {"holder": HOLDER})) or ()
    figures = next((one for one in found if one.meter.split()[0] == line.wager), None)
    return line if figures is None else msgspec.structs.replace(line, study=MeterStudy.from_domain(figures))
