"""The money of a table that a person deals, where the house keeps its book: what its ledger says, and what its tray waits for."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import structs

from pitboss.authority import Right
from pitboss.house.book import accounts, papers
from pitboss.house.book.book import CLOSED, CLOSER, DROP, OPENER, SHIFT, DropBox, MoneyBook, Slip
from pitboss.house.book.chips import VALUE_CHIPS
from pitboss.house.book.entries import TableReading
from pitboss.house.book.movements import slips
from pitboss.house.book.movements.asker import TableFacts, open_paper
from pitboss.house.book.words import describe
from pitboss.house.cage.deposits import deposit_of, is_deposit
from pitboss.house.host import rights
from pitboss.house.host.sessions import Session
from pitboss.house.host.task import StaffTask
from pitboss.house.people.entries import UNNAMED
from pitboss.house.people.register import names
from pitboss.house.protocol.tasks import TaskAct, TaskAsk, Urgency
from pitboss.house.table.hours import day_of, moment_of
from pitboss.house.table.seats import NO_PAYMENT, Payment
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.ledger import BOX, CAGE, CHECKS, INVENTORY, OWED, RECEIPTS, TIPS
from pitboss.money import Cents, cents, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

POST = "/api/book"
TRAY = (
    INVENTORY,
    BOX,
    RECEIPTS,
    CHECKS,
    CAGE,
    OWED,
)  # accounts of a ledger out of which chips of the tray came, or into which


def has_tray(table: Table) -> bool:
    """Whether a table has a tray, a drop and reports: only those that persons deal have."""
    settings = table.state.filing.settings
    return table.state.filing.by_person and not settings.practice and not settings.owner


def book_of(host: "Host", table: Table) -> MoneyBook | None:
    """The book in which the money of a table stands; None where none is kept."""
    book = host.house.book
    return book if book is not None and book.is_open and has_tray(table) else None


def in_colours(table: Table) -> Cents:
    """What patrons have in colours, which no tray counts: they are chips of the table, and stay there."""
    ledger, felt, seats = table.state.ledger, table.state.felt, table.state.seats
    return sum(ledger.chips(seat) + sum(map(felt.stakes, seats.held(seat))) for seat in seats.colours)


def marked_vigorish(markers: Mapping[str, str]) -> Cents:
    """What the markers of a layout say that players owe: ``$2.50`` in the space of a player's number."""
    return sum(cents(at.removeprefix("$")) for name, at in markers.items() if name.startswith("vigorish ") and at)


def reading(table: Table) -> TableReading:
    """What a table's ledger says, as of its last entry."""
    balance, felt = table.state.ledger.balance, table.state.felt
    awards, colours = sum(award.amount for award in felt.awards), in_colours(table)
    return TableReading(
        table.journal.sequence,
        sum(map(balance, TRAY)) + awards + colours,
        -balance(BOX),
        -balance(RECEIPTS),
        -balance(CHECKS),
        balance(OWED),
        awards,
        felt.handled,
        felt.number,
        colours,
        balance(TIPS),
        marked_vigorish(felt.markers),
    )


def awards_of(table: Table) -> dict[str, Cents]:
    """Parts of meters that were won at a table, each by table, round, seat and meter."""
    return {f"{table.name} {one.round} {one.seat} {one.meter}": one.amount for one in table.state.felt.awards}


def facts(table: Table, credential: str = "") -> TableFacts:
    """What a movement of money has to know of a table."""
    state = table.state
    owed = {f"{table.name} {one.number} {one.seat}": one.amount for one in state.disputes.owed}
    here = frozenset[Role](state.standing.roles_of(credential)) if credential else frozenset[Role]()
    return TableFacts(
        table.name,
        reading(table),
        state.standing.open,
        here,
        bool(state.seats.players),
        awards_of(table),
        frozenset(state.seats.checks),
        owed,
    )


# --- chips at the table


def check_box(host: "Host", table: Table) -> None:
    """Refuse to take money where there is no drop box that it could go into."""
    book = book_of(host, table)
    if book is None:
        return
    if not ((money := book.tables.get(table.name)) and money.box and table.state.standing.open):
        words = "Chips are sold while the table is open, with a drop box on it: its tray is counted and signed before."
        raise Refused(Refusal.TABLE_CLOSED, words, "465a.37")


def paid(host: "Host", table: Table, amount: Cents, *, purse: str = "", brought: Cents = 0, check: str = "") -> Payment:
    """How chips are paid for: cash, a deposit or a counter check, or that they were brought."""
    if book_of(host, table) is None:
        return NO_PAYMENT
    if check:
        return Payment(check=check)
    if purse and not is_deposit(purse):
        return NO_PAYMENT
    rest = amount - brought
    return Payment(0 if purse else rest, rest if purse else 0, brought)


def deposit(person: str) -> str:
    """The deposit out of which somebody sits down at a table that a person deals."""
    if not person:
        words = "Sign in as a player with a deposit to sit at this table; the cage takes deposits. Practice needs no account."
        raise Refused(Refusal.NOT_SIGNED_IN, words, "465a.23")
    return deposit_of(person)


def giver(host: "Host", session: Session, table: Table, check: str, seat: int, amount: Cents) -> Actor:
    """Who gives chips for a counter check, or a refusal: for one that was issued for this seat, once."""
    book = book_of(host, table)
    slip = book.slips.get(check) if book is not None else None
    if slip is None or (slip.paper, slip.table, slip.about, slip.cash) != ("check", table.name, str(seat), amount):
        words = f"There is no counter check {check!r} of ${dollars(amount)} for seat {seat} of this table."
        raise Refused(Refusal.NOT_FOUND, words, "609a.7")
    if check in table.state.seats.checks:
        raise Refused(Refusal.STALE, f"Chips were given for {check} already; a slip is used once.", "609a.7")
    actor = rights.require(host, session, "sell chips")
    if (issuer := slip.signer("issued")) is not None and issuer.credential == actor.credential:
        raise Refused(
            Refusal.NOT_LAWFUL, f"{actor.name} issued {check}; a second person has to give the chips.", "609a.7"
        )
    return actor


def carries(host: "Host", table: Table, purse: str) -> bool:
    """Whether whoever leaves carries chips away that the cage redeems."""
    return book_of(host, table) is not None and (not purse or is_deposit(purse))


def drawers_with(host: "Host", amount: Cents) -> tuple[str, ...]:
    """The credential numbers of the cashiers whose drawers could pay an amount."""
    book = host.house.book
    assert book is not None, "asked where a book is kept"
    return tuple(one for one in book.drawers if book.accounts.balance(accounts.drawer(one)) >= amount)


def check_empty(host: "Host", table: Table) -> None:
    """Refuse to retire a table with money on it: chips in its tray or tip box, a drop box, or what a correction left owed."""
    book = book_of(host, table)
    money = book.tables.get(table.name) if book is not None else None
    if book is None or money is None:
        return
    now = reading(table)
    if tray := book.expected(table.name, now):
        words = f"The tray of {table.name} should hold ${dollars(tray)}; it goes to the chip bank by credit before the closing."
        raise Refused(Refusal.LOCKED, words, "465a.39")
    if money.box:
        words = (
            f"The drop box of {table.name} is on it; the tray is counted after the closing, and security takes the box."
        )
        raise Refused(Refusal.LOCKED, words, "465a.18")
    if book.accounts.balance(accounts.tips(table.name)) or now.tips != money.reading.tips:
        raise Refused(
            Refusal.LOCKED, f"The tip box of {table.name} is not empty; the cage redeems its chips.", "601a.10(g)"
        )
    if table.state.disputes.owed:
        raise Refused(Refusal.LOCKED, "What corrections left owed is settled at the cage first.", "I-GEN-44")


# --- what waits


def _right(step: papers.PaperStep) -> Right:
    return Right(f"sign {step.state}", step.roles, step.cite)


def opening(host: "Host", table: Table) -> Iterator[StaffTask]:
    """The inventory that has to be counted and signed before play."""
    book = book_of(host, table)
    if book is None or table.state.standing.open:
        return
    money = book.tables.get(table.name)
    waiting = open_paper(book, "inventory", table.name)
    old = box_of_earlier_day(host, book, table)
    if waiting is not None:
        yield _sign_count(host, book, table, waiting)
    elif money is not None and (is_played(book, table) or (old is not None and money.kind == OPENER)):
        yield _count(book, table, CLOSER)
    elif money is None or money.kind != OPENER:
        waits = f"First security takes the drop box of {old.day}." if old is not None else ""
        yield _count(book, table, OPENER, waits)


def is_played(book: MoneyBook, table: Table) -> bool:
    """Whether a table was played at since its tray was counted, or its last count was one of an open table."""
    money, now = book.tables[table.name], reading(table)
    then = book.slips[money.slip].reading if money.slip else money.reading
    moved = (now.tray, now.cash, now.rounds) != (then.tray, then.cash, then.rounds)
    return money.kind in (DROP, SHIFT) or (money.kind == OPENER and moved)


def box_of_earlier_day(host: "Host", book: MoneyBook, table: Table) -> DropBox | None:
    """The drop box on a table, where its gaming day is over: the tray is counted for the drop, and security takes it."""
    money = book.tables.get(table.name)
    box = book.boxes.get(money.box) if money is not None else None
    named = host.house.register.named_as or UNNAMED
    today = day_of(moment_of(host.house.clock.stamp()), named.zone, named.gaming_day).date
    return box if box is not None and box.day < today else None


COUNTS = {  # why a tray is counted: the title of the task, and by which provision
    OPENER: ("Count the tray for the opening", "465a.37"),
    DROP: ("Count the tray for the drop", "465a.41"),
    CLOSER: ("Count the tray after the closing", "465a.42"),
    SHIFT: ("Count the tray at the end of the shift", "465a.44"),
    CLOSED: ("Count the tray of the closed table", "465a.36(c)"),
}


def _count(book: MoneyBook, table: Table, kind: str, waits: str = "", urgency: Urgency = "now") -> StaffTask:
    step = papers.INVENTORY.steps[0]
    title, cite = COUNTS[kind]
    on_its_way = [
        slip.id
        for slip in book.open_slips()
        if slip.table == table.name and slip.paper in ("fill", "credit") and slip.state not in ("requested", "issued")
    ]
    if on_its_way:
        waits = f"{on_its_way[0]} is on its way; the tray is counted when it is signed for."
    return StaffTask(
        kind="tray",
        name=kind,
        title=title,
        right=Right(f"count {kind}", step.roles, cite),
        cite=cite,
        waits_for=waits,
        urgency=urgency,
        changes="Chips by denomination; a floorperson signs what was counted.",
        act=TaskAct(
            "Count",
            {"do": "count_tray", "table": table.name, "kind": kind},
            path=POST,
            page=f"/table/{table.name}",
            counts=VALUE_CHIPS,
        ),
    )


def _sign_count(host: "Host", book: MoneyBook, table: Table, slip: Slip) -> StaffTask:
    """Signing for a tray that was counted; counting it again, where chips came into it or left it since."""
    now = reading(table)
    if (now.tray, now.cash) != (slip.reading.tray, slip.reading.cash):
        again = _count(book, table, slip.kind)
        words = f"Chips came into the tray or left it since it was counted ({slip.id})."
        return structs.replace(again, title=f"{again.title} again", changes=words)
    signs = sign_task(book, slip, names(host.house.register))
    if not (words := slips.to_report(book, slip, now)):
        return signs
    act = structs.replace(signs.act, asks=(TaskAsk("note", "To whom it was reported, and what was found"),))
    return structs.replace(signs, changes=f"{signs.changes} {words}", act=act)


def tasks(host: "Host", table: Table) -> Iterator[StaffTask]:
    """The papers of a table that wait for a signature there, its tray when a gaming day is over, and awards to verify."""
    book = book_of(host, table)
    if book is None:
        return
    for award, amount in awards_of(table).items():
        if award not in book.paid:
            yield _award(table, award, amount)
    waiting = [slip for slip in book.open_slips() if slip.table == table.name]
    for slip in waiting:
        if slip.next is None or not slip.next.at_table or slip.void_asked is not None:
            continue
        if slip.paper == "inventory":
            if table.state.standing.open:  # else it is a step of the opening
                yield _sign_count(host, book, table, slip)
        else:
            yield _for_seat(table, slip, sign_task(book, slip, names(host.house.register)))
    if table.state.standing.open and not any(slip.paper == "inventory" for slip in waiting):
        old, counted = box_of_earlier_day(host, book, table), counted_for_drop(book, table.name)
        if counted is not None and sold_since(table, counted):
            yield structs.replace(_count(book, table, DROP), changes=f"Chips were sold since {counted.id} was signed.")
        elif old is not None and counted is None:
            why = f"The gaming day {old.day} is over; its drop box is taken."
            yield structs.replace(_count(book, table, DROP), changes=why)
    if is_due_closed(host, book, table):
        yield _count(book, table, CLOSED, urgency="later")


def is_due_closed(host: "Host", book: MoneyBook, table: Table) -> bool:
    """Whether a table was closed all day: a closed table has one slip each gaming day."""
    money = book.tables.get(table.name)
    if (
        table.state.standing.open
        or money is None
        or money.box
        or money.kind not in ("", CLOSER, CLOSED)
        or is_played(book, table)
    ):
        return False
    named = host.house.register.named_as or UNNAMED

    def day(stamp: str) -> str:
        return day_of(moment_of(stamp), named.zone, named.gaming_day).date

    last = book.slips[money.slip].day if money.slip else day(book.since)
    return open_paper(book, "inventory", table.name) is None and last < day(host.house.clock.stamp())


def counted_for_drop(book: MoneyBook, table: str) -> Slip | None:
    """The paper by which a tray was counted for the box that is on it to be taken; None where it was not."""
    money = book.tables.get(table)
    slip = book.slips.get(money.slip) if money is not None else None
    if money is None or slip is None or not money.box or slip.box != money.box:
        return None
    return slip if money.kind in (DROP, CLOSER, CLOSED) else None


def sold_since(table: Table, slip: Slip) -> bool:
    """Whether chips were sold since a tray was counted."""
    now, then = reading(table), slip.reading
    return (now.cash, now.withdrawn, now.checks) != (then.cash, then.withdrawn, then.checks)


def _for_seat(table: Table, slip: Slip, task: StaffTask) -> StaffTask:
    """A counter check is for whoever sits in its seat."""
    if slip.paper != "check" or int(slip.about) in table.state.seats.players:
        return task
    return structs.replace(task, waits_for=gone(slip))


def gone(slip: Slip) -> str:
    return f"Nobody has seat {slip.about} any more; a cashier marks {slip.id} void."


def _award(table: Table, award: str, amount: Cents) -> StaffTask:
    step = papers.JACKPOT.steps[0]
    return StaffTask(
        kind="award",
        name=award,
        title=f"Verify a jackpot of ${dollars(amount)} before the cards are collected",
        right=_right(step),
        cite=step.cite,
        changes="The cage pays it; nothing of it comes out of the tray.",
        act=TaskAct("Verified", {"do": "claim_jackpot", "table": table.name, "award": award}, path=POST),
    )


def sign_task(book: MoneyBook, slip: Slip, name_of: Callable[[str], str]) -> StaffTask:
    """The next signature of a paper, as a task."""
    step = slip.next
    assert step is not None
    earlier = papers.PAPERS[slip.paper]
    roles = {one.state: one.roles for one in earlier.steps}
    excluded = tuple(
        one.by.credential for one in slip.signed if step.distinct or roles.get(one.state, step.roles) != step.roles
    )
    only = (slip.drawer,) if slip.paper == "imprest" and step.state in ("held", "counted") else ()
    if (slip.paper, step.state) == ("imprest", "returned"):
        excluded = (*excluded, slip.drawer)
    counts_cash = slip.paper == "imprest" and step.counts
    differs = slip.counted is not None and step.counts and slip.paper in ("fill", "credit")
    return StaffTask(
        kind="slip",
        name=slip.id,
        title=f"{step.title}: {slip.id}" + (f", {slip.table}" if slip.table else ""),
        right=_right(step),
        cite=step.cite,
        since=slip.signed[-1].at,
        urgency="now" if step.urgent else "later",
        excluded=excluded,
        only=only,
        waits_for=slips.cannot_sign(book, slip),
        changes=describe(slip, name_of) + (" It was counted otherwise; count it again." if differs else ""),
        act=TaskAct(
            step.button,
            {"do": "sign_slip", "slip": slip.id},
            path=f"/api/tables/{slip.table}/book" if slip.paper == "check" else POST,
            counts=VALUE_CHIPS if step.counts or (slip.paper, step.state) == ("jackpot", "paid") else (),
            asks=(TaskAsk("cash", "Cash that you counted", money=True),) if counts_cash else (),
            page=f"/slips#{slip.id}",
        ),
    )
