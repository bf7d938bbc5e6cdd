"""The routes of the money: one for every movement, and the book as whoever asks may see it."""

from typing import Annotated, Any

from litestar import get, post
from litestar.params import Body, Parameter

from pitboss.house.book.movements.asks import AnyMovement
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.people.register import Person
from pitboss.house.people.sessions import PersonSession
from pitboss.house.protocol.book import BookDone, BookView, SlipLine
from pitboss.house.wire import book_view
from pitboss.house.wire.access import SIGNED_IN, Own, OwnSession
from pitboss.house.wire.parameters import TableId
from pitboss.procedure import Refusal, Refused

SlipId = Annotated[str, Parameter(max_length=64, description="The number of a paper, like F-000012.")]


def routes(house: House) -> list[Any]:
    async def moved(person: Person, session: PersonSession, ask: AnyMovement) -> BookDone:
        paper = await house.bookkeeper.move(person, Session(hash=session.hash, person=session.credential), ask)
        return BookDone(paper)

    @get("/api/book", right="see money", looks=True)
    async def book(person: Own) -> BookView:
        """The money of the house: accounts, trays, papers, boxes, drawers, shifts and days, as far as whoever asks may see them."""
        return book_view.view(house, person)

    @post("/api/book", status_code=200, access=SIGNED_IN)
    async def move(data: Annotated[AnyMovement, Body()], person: Own, own_session: OwnSession) -> BookDone:
        """Carry out a movement of money: count, request, sign, carry, take, count, accept. Who may stands with each paper."""
        return await moved(person, own_session, data)

    @post("/api/tables/{table:str}/book", status_code=200, access=SIGNED_IN)
    async def move_at(
        table: TableId, data: Annotated[AnyMovement, Body()], person: Own, own_session: OwnSession
    ) -> BookDone:
        """The same where a table has a part in it: chips for a counter check, what a correction left owed."""
        house.host(table)
        return await moved(person, own_session, data)

    @get("/api/book/slips/{slip:str}", right="see money")
    async def slip(slip: SlipId) -> SlipLine:
        """One paper."""
        found = house.book.slips.get(slip)
        if found is None:
            raise Refused(Refusal.NOT_FOUND, f"There is no slip {slip!r} of a day that is not final.", "465a.3")
        return book_view.slip_line(found)

    return [book, move, move_at, slip]
