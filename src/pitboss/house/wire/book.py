"""The routes of the money: one for every movement, and the book as whoever asks may see it."""

import asyncio
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Body, Parameter

from pitboss.house.book.movements.asks import AnyMovement
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.people.register import Person
from pitboss.house.people.sessions import PersonSession
from pitboss.house.protocol.book import BookDone, BookView, SlipLine
from pitboss.house.wire import book_view, slip_papers
from pitboss.house.wire.access import SIGNED_IN, Own, OwnSession
from pitboss.house.wire.parameters import TableId
from pitboss.house.wire.pit import PAPER
from pitboss.paper.document import Document
from pitboss.paper.output import render

SlipId = Annotated[str, Parameter(max_length=64, description="The number of a paper, like F-000012.")]
ReceiptId = Annotated[str, Parameter(max_length=64, description="The number of a receipt, like R-000012.")]
SLIP, RECEIPT = "/api/book/slips/{slip:str}", "/api/book/receipts/{receipt:str}"


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

    @get(SLIP, right="see slips")
    async def slip(slip: SlipId) -> SlipLine:
        """One paper."""
        return book_view.slip_line(house, slip_papers.slip_of(house, slip))

    @get(f"{SLIP}/paper.html", media_type="text/html", right="see slips")
    async def slip_html(slip: SlipId) -> Response[bytes]:
        """A slip as a page, all its parts; it says whether it was printed, and that it is a reprint."""
        return _page(slip_papers.slip_paper(house, slip))

    @get(f"{SLIP}/paper.pdf", media_type="application/pdf", right="see slips")
    async def slip_pdf(slip: SlipId) -> Response[bytes]:
        """The same as a PDF."""
        return await _sheet(slip_papers.slip_paper(house, slip))

    @get(f"{RECEIPT}/paper.html", media_type="text/html", right="see receipts")
    async def receipt_html(receipt: ReceiptId) -> Response[bytes]:
        """A receipt of the cage's window as a page."""
        return _page(slip_papers.receipt_paper(house, receipt))

    @get(f"{RECEIPT}/paper.pdf", media_type="application/pdf", right="see receipts")
    async def receipt_pdf(receipt: ReceiptId) -> Response[bytes]:
        """The same as a PDF."""
        return await _sheet(slip_papers.receipt_paper(house, receipt))

    return [book, move, move_at, slip, slip_html, slip_pdf, receipt_html, receipt_pdf]


def _page(made: Document) -> Response[bytes]:
    return Response(render(made, ".html"), media_type="text/html", headers={"Content-Security-Policy": PAPER})


async def _sheet(made: Document) -> Response[bytes]:
    return Response(await asyncio.to_thread(render, made, ".pdf"), media_type="application/pdf")
