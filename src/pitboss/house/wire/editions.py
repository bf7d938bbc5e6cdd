"""The routes of editions: every text of every chapter, and who accepted that one is only proposed."""

from typing import Annotated, Any

from litestar import get, post
from litestar.params import Parameter

from pitboss import editions, law
from pitboss.house.filings.proposals import accepted_edition
from pitboss.house.house import House
from pitboss.house.people.entries import ProposalAccepted
from pitboss.house.protocol.filings import EditionLine
from pitboss.house.wire.access import EVERYBODY, By

Chapter = Annotated[str, Parameter(max_length=8, description="A chapter of 58 Pa. Code, like 687a.")]


def routes(house: House) -> list[Any]:
    @get("/api/editions", access=EVERYBODY)
    async def every() -> list[EditionLine]:
        """Every edition of every chapter, the oldest of each first."""
        return [line for chapter in law.chapters() for line in _lines(house, chapter)]

    @post("/api/editions/{chapter:str}/accept", status_code=200, right="accept proposal")
    async def accept(chapter: Chapter, by: By) -> list[EditionLine]:
        """Accept, once for this house, that the encoded text of a chapter is a proposal (I-GEN-46)."""
        text = accepted_edition(chapter, house.register)
        await house.register.enter(ProposalAccepted(chapter, text.name, by))
        return _lines(house, chapter)

    return [every, accept]


def _lines(house: House, chapter: str) -> list[EditionLine]:
    accepted = house.register.filings.proposals
    return [
        EditionLine(
            chapter=chapter,
            title=law.chapter(chapter).title,
            name=text.name,
            status=text.status,
            document=text.document,
            authority=text.authority,
            filed=text.filed,
            adopted=text.adopted,
            effective=text.effective,
            until=text.until,
            replaces=text.replaces,
            superseded_by=text.superseded_by,
            later=tuple(map(editions.later_words, text.later)),
            accepted_by=str(accepted.get((chapter, text.name)) or ""),
        )
        for text in editions.of_chapter(chapter)
    ]
