"""The statement of a patron with an account: what moved in a year, what they played for, and what is open."""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from pitboss import __version__
from pitboss.house.book.entries import WindowAct
from pitboss.house.cage import entries
from pitboss.house.cage.deposits import deposit_of
from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.host.money import has_tray
from pitboss.house.house import House
from pitboss.house.people.entries import UNNAMED
from pitboss.house.people.register import Person
from pitboss.house.protocol.statement import (
    AccountStatement,
    StatementMove,
    StatementOwed,
    StatementPlay,
    StatementRound,
)
from pitboss.house.table.hours import moment_of
from pitboss.house.wire.access import SIGNED_IN, Own
from pitboss.house.wire.statement_paper import statement_paper
from pitboss.journal import Entry
from pitboss.money import Cents
from pitboss.paper.output import render
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

LATEST = 200  # rounds that are listed
Year = Annotated[int, Parameter(ge=0, le=9999, description="A calendar year where the house is; 0: this one.")]
AT_WINDOW = {
    "redeem": ("Chips redeemed", 0, -1),
    "deposit": ("Deposited in cash", 1, 0),
    "deposit chips": ("Chips deposited", 1, -1),
    "withdraw": ("Withdrawn in cash", -1, 0),
    "redeem check": ("Counter check redeemed", 0, 0),
    "bank check": ("Counter check deposited in the bank", 0, 0),
    "pay owed": ("Paid by the cage for a correction", 0, 0),
    "collect owed": ("Paid to the cage for a correction", 0, 0),
    "coupon": ("Coupon paid in cash", 0, 0),
}  # in words, and what it does to the deposit and to the chips in hand


class Change(NamedTuple):
    """What one entry did."""

    what: str
    amount: Cents
    deposit: Cents = 0
    chips: Cents = 0
    table: str = ""
    receipt: str = ""


def routes(house: House) -> list[Any]:
    @get("/api/me/statement", access=SIGNED_IN)
    async def statement(person: Own, year: Year = 0) -> AccountStatement:
        """A year of one's own: deposits and withdrawals, chips, what was wagered and won by day and table, what is open."""
        return await made(house, person, year)

    @get("/api/me/statement.pdf", media_type="application/pdf", access=SIGNED_IN)
    async def statement_pdf(person: Own, year: Year = 0) -> Response[bytes]:
        """The same to print."""
        named, found = house.register.named_as or UNNAMED, await made(house, person, year)
        particulars = Particulars(holder=named.holder, licence=named.licence, address=named.address)
        paper = await asyncio.to_thread(lambda: render(statement_paper(found, particulars), ".pdf"))
        headers = {"Content-Disposition": f'inline; filename="statement-{found.year}.pdf"', "Cache-Control": "no-store"}
        return Response(paper, media_type="application/pdf", headers=headers)

    return [statement, statement_pdf]


async def made(house: House, person: Person, year: int) -> AccountStatement:
    """The statement of somebody for a year."""
    if Role.PLAYER not in person.roles:
        raise Refused(Refusal.WRONG_ROLE, "A statement is of an account that plays; this one does not.", "")
    named = house.register.named_as or UNNAMED
    zone, now = ZoneInfo(named.zone), house.clock.stamp()
    year = year or moment_of(now).astimezone(zone).year
    numbers = list(house.cage.deposit_moves.get(deposit_of(person.credential), ()))
    titles = {table.name: _title(house, table.name) for table in house.tables() if has_tray(table)}
    moves, (days, rounds) = await asyncio.gather(
        asyncio.to_thread(lambda: list(_moves(house, numbers))),
        house.records.played_by(person.credential, tuple(titles), *_days(house, year), LATEST),
    )
    of_year = [one for one in moves if moment_of(one.at).astimezone(zone).year == year]
    before = [one for one in moves if moment_of(one.at).astimezone(zone).year < year]
    sums: dict[str, Cents] = {}
    for one in of_year:
        sums[one.what] = sums.get(one.what, 0) + one.amount
    first = before[-1] if before else StatementMove("", "", 0, 0, 0)
    last = of_year[-1] if of_year else first
    return AccountStatement(
        year, person.name, person.credential, named.holder, named.zone, now, __version__, first.deposit, last.deposit, last.chips,
        sums, tuple(of_year),
        tuple(StatementPlay(day, table, titles[table], *rest) for day, table, *rest in days),
        tuple(StatementRound(day, table, titles[table], *rest) for day, table, *rest in rounds),
        sum(one[2] for one in days), sum(one[3] for one in days), sum(one[4] for one in days),
        tuple(_owed(house, person)),
    )  # fmt: skip


def _days(house: House, year: int) -> tuple[str, str]:
    """The gaming days of a year since the book was opened: what was played for before that were play chips."""
    opened = house.book.since
    since = moment_of(opened).astimezone(ZoneInfo((house.register.named_as or UNNAMED).zone)) if opened else None
    first = f"{year:04}-01-01" if since is not None else "9999-12-31"
    return max(first, f"{since:%Y-%m-%d}" if since is not None else first), f"{year:04}-12-31"


def _title(house: House, table: str) -> str:
    host = house.hosts.get(table)
    return host.table.state.filing.founded.title if host is not None and host.table is not None else table


# --- money


def _moves(house: House, numbers: Iterable[int]) -> Iterator[StatementMove]:
    """Everything that moved a deposit, or the chips of its patron, with what was there after it."""
    deposit = chips = 0
    sent: dict[str, entries.ChipsOut] = {}
    for entry in _entries(house, numbers):
        for one in _changes(entries.DECODERS[entry.kind].decode(entry.payload), sent):
            deposit, chips = deposit + one.deposit, max(0, chips + one.chips)
            yield StatementMove(entry.time, one.what, one.amount, deposit, chips, one.table, one.receipt)


def _entries(house: House, numbers: Iterable[int]) -> Iterator[Entry]:
    for number in numbers:
        yield from house.store.entries(CAGE_JOURNAL, number, number)


def _changes(made: msgspec.Struct, sent: dict[str, entries.ChipsOut]) -> Iterator[Change]:
    match made:
        case WindowAct():
            what, deposit, chips = AT_WINDOW[made.act]
            handed = sum(denomination * count for denomination, count in made.chips)
            yield Change(what, made.amount, deposit * made.amount, chips * handed, receipt=made.receipt)
        case entries.ChipsOut():
            sent[made.key] = made
            if withdrawn := made.amount - made.brought:
                yield Change("Withdrawn for chips at a table", withdrawn, -withdrawn, table=made.table)
            if made.brought:
                yield Change("Chips brought to a table", made.brought, chips=-made.brought, table=made.table)
        case entries.ChipsReturned():
            out = sent.pop(made.key)
            back = made.amount - out.brought
            yield Change("Not taken by the table", made.amount, back, out.brought, made.table)
        case entries.ChipsBack():
            yield Change("Chips carried from a table", made.amount, chips=made.amount, table=made.table)
        case entries.CorrectionCredited():
            yield Change("Correction of a round", made.amount, made.amount, table=made.table)


# --- what is open


def _owed(house: House, person: Person) -> Iterator[StatementOwed]:
    own = {person.credential, deposit_of(person.credential)}
    for table in house.tables():
        for one in table.state.disputes.owed:
            patron = table.state.seats.patrons.get(one.patron)
            if one.purse in own or (patron is not None and patron.person == person.credential):
                yield StatementOwed(f"Correction of round {one.round} at {table.name}", one.amount, one.since)
    if drawn := house.book.checks_of(person.credential):
        yield StatementOwed("Counter checks not redeemed", -drawn)
