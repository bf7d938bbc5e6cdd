"""What signatures on papers do to the book: which chips and which cash move with each."""

from collections.abc import Callable

from pitboss.house.book import accounts, entries, papers
from pitboss.house.book.accounts import MoneyPosting
from pitboss.house.book.book import (
    NOTHING,
    OPENER,
    TRANSFERS,
    Drawer,
    MoneyBook,
    Slip,
    SlipSignature,
    TableMoney,
    check,
)
from pitboss.house.book.chips import Chips, added, value
from pitboss.journal import Actor


def made(book: MoneyBook, made: entries.SlipMade, time: str) -> None:
    paper = papers.PAPERS[made.paper]
    book.number(paper.letter, made.slip)
    state = paper.steps[0].state
    slip = Slip(
        made.slip, made.paper, state, made.day, made.shift, [SlipSignature(state, made.by, time)], made.table, made.kind,
        dict(made.chips), made.cash, made.patron, made.drawer, made.about, reading=made.reading or NOTHING,
    )  # fmt: skip
    if made.instead_of:
        book.slips[made.instead_of].void = f"The tray was counted again: {slip.id}."
    book.slips[slip.id] = slip
    _move(book, slip, time)


def signed(book: MoneyBook, made: entries.SlipSigned, time: str) -> None:
    slip = book.slips[made.slip]
    step = slip.next
    check(step is not None and step.state == made.state, f"{slip.id} does not come to that state now")
    slip.state, slip.box = made.state, made.box or slip.box
    slip.signed.append(SlipSignature(made.state, made.by, time))
    slip.note = made.note or slip.note
    slip.reading = made.reading or slip.reading
    if step is not None and step.counts and slip.paper == "imprest":
        slip.counted, slip.counted_cash = dict(made.chips), made.cash
    elif made.chips and not slip.chips:
        slip.chips = dict(made.chips)
    _move(book, slip, time)


def _move(book: MoneyBook, slip: Slip, time: str) -> None:
    """What a paper moves when it comes to a state."""
    moved = _MOVES.get((slip.paper, slip.state))
    if moved is not None:
        moved(book, slip, time)


def _fill_issued(book: MoneyBook, slip: Slip, time: str) -> None:
    book.carry(accounts.CHIP_BANK, accounts.transit(slip.id), slip.chips)


def _fill_received(book: MoneyBook, slip: Slip, time: str) -> None:
    box = book.boxes[slip.box]
    arrived = slip.counted if slip.counted is not None else slip.chips
    _settle_transit(book, slip, accounts.tray(slip.table), arrived)
    box.fills += slip.value
    box.slips.append(slip.id)


def _settle_transit(book: MoneyBook, slip: Slip, target: str, arrived: Chips) -> None:
    """Chips arrive as they were counted; what differs from the slip is over or short."""
    transit = accounts.transit(slip.id)
    short = value(slip.chips) - value(arrived)
    book.holdings.pop(transit, None)
    book.holdings[target] = added(book.holdings.get(target, {}), arrived)
    book.post(MoneyPosting(transit, target, slip.value), MoneyPosting(target, accounts.OVER_SHORT, short))


def _credit_carried(book: MoneyBook, slip: Slip, time: str) -> None:
    box = book.boxes[book.tables[slip.table].box]
    slip.box = box.name
    book.carry(accounts.tray(slip.table), accounts.transit(slip.id), slip.chips)
    box.credits += slip.value
    box.slips.append(slip.id)


def _credit_received(book: MoneyBook, slip: Slip, time: str) -> None:
    arrived = slip.counted if slip.counted is not None else slip.chips
    _settle_transit(book, slip, accounts.CHIP_BANK, arrived)


def _inventory_signed(book: MoneyBook, slip: Slip, time: str) -> None:
    table, tray = slip.table, accounts.tray(slip.table)
    if table not in book.tables:
        book.tables[table] = TableMoney(slip.reading)
    book.read(table, slip.reading)
    slip.expected = book.accounts.balance(tray)
    book.post(MoneyPosting(accounts.OVER_SHORT, tray, slip.difference))
    book.holdings[tray] = dict(slip.chips)
    money = book.tables[table]
    money.slip, money.kind = slip.id, slip.kind
    had_box = bool(money.box)
    if slip.kind == OPENER and not had_box:
        book.put_on(table, slip.day, time)
    if money.box:
        box = book.boxes[money.box]
        slip.box = box.name
        box.slips.append(slip.id)
        box.over_short += slip.difference if had_box else 0  # what an opener lacks was lost before its box was put on


def _jackpot_paid(book: MoneyBook, slip: Slip, time: str) -> None:
    book.carry(accounts.CHIP_BANK, accounts.AWARDS, slip.chips)
    book.holdings.pop(accounts.AWARDS, None)


def _jackpot_made(book: MoneyBook, slip: Slip, time: str) -> None:
    check(slip.about not in book.paid, f"{slip.about} has a jackpot slip already")
    book.paid[slip.about] = slip.id


def _check_given(book: MoneyBook, slip: Slip, time: str) -> None:
    if (box := book.tables[slip.table].box) in book.boxes:
        slip.box = box
        book.boxes[box].checks.append(slip.id)


def _imprest_issued(book: MoneyBook, slip: Slip, time: str) -> None:
    book.post(MoneyPosting(accounts.MAIN_BANK, accounts.transit(slip.id), slip.cash))


def _imprest_held(book: MoneyBook, slip: Slip, time: str) -> None:
    check(slip.drawer not in book.drawers, f"{slip.drawer} has a drawer")
    book.post(MoneyPosting(accounts.transit(slip.id), accounts.drawer(slip.drawer), slip.cash))
    book.drawers[slip.drawer] = Drawer(slip.id, slip.cash, time)


def _imprest_returned(book: MoneyBook, slip: Slip, time: str) -> None:
    cash, chips = accounts.drawer(slip.drawer), accounts.drawer_chips(slip.drawer)
    counted, in_cash, in_chips = slip.counted or {}, book.accounts.balance(cash), book.accounts.balance(chips)
    slip.expected = in_cash + in_chips
    book.holdings.pop(chips, None)
    book.holdings[accounts.CHIP_BANK] = added(book.holdings.get(accounts.CHIP_BANK, {}), counted)
    book.post(
        MoneyPosting(cash, accounts.MAIN_BANK, slip.counted_cash),
        MoneyPosting(cash, accounts.OVER_SHORT, in_cash - slip.counted_cash),
        MoneyPosting(chips, accounts.CHIP_BANK, value(counted)),
        MoneyPosting(chips, accounts.OVER_SHORT, in_chips - value(counted)),
    )
    del book.drawers[slip.drawer]


def _transfer_taken(book: MoneyBook, slip: Slip, time: str) -> None:
    source, target, _ = TRANSFERS[slip.kind]
    if slip.cash:
        drawer = accounts.drawer(slip.drawer)
        book.post(MoneyPosting(source or drawer, target or drawer, slip.cash))
    if slip.chips:
        book.carry(source or accounts.drawer_chips(slip.drawer), target, slip.chips)


def differs(book: MoneyBook, made: entries.SlipDiffers, time: str) -> None:
    slip = book.slips[made.slip]
    slip.counted, slip.counted_cash, slip.counter, slip.reported = dict(made.chips), made.cash, made.by, ""


def reported(book: MoneyBook, made: entries.DifferenceReported, time: str) -> None:
    slip = book.slips[made.slip]
    check(slip.counted is not None, f"{slip.id} was not counted otherwise")
    slip.reported, slip.note = ", ".join(made.reported_to), made.words
    _sign_counted(book, slip, slip.counter or made.by, time)


def _sign_counted(book: MoneyBook, slip: Slip, by: Actor, time: str) -> None:
    """A count that was looked into stands as the signature of whoever counted."""
    step = slip.next
    assert step is not None
    slip.state = step.state
    slip.signed.append(SlipSignature(step.state, by, time))
    _move(book, slip, time)


def void_asked(book: MoneyBook, made: entries.VoidAsked, time: str) -> None:
    slip = book.slips[made.slip]
    check(papers.PAPERS[slip.paper].may_be_void(slip.state), f"the chips of {slip.id} have moved")
    slip.void_asked, slip.note = SlipSignature("void", made.by, time), made.reason


def voided(book: MoneyBook, made: entries.SlipVoided, time: str) -> None:
    slip = book.slips[made.slip]
    asked = slip.void_asked
    if asked is None or asked.by.credential == made.by.credential:
        raise ValueError(f"{slip.id} is void by two persons")
    if (transit := accounts.transit(slip.id)) in book.holdings:
        book.carry(transit, accounts.CHIP_BANK, slip.chips)
        del book.holdings[transit]
    book.post(MoneyPosting(transit, accounts.MAIN_BANK, book.accounts.balance(transit)))  # the cash of a drawer
    slip.void = slip.note
    slip.signed.append(SlipSignature("void", made.by, time))


def printed(book: MoneyBook, made: entries.SlipPrinted, time: str) -> None:
    book.slips[made.slip].prints += 1


_MOVES: dict[tuple[str, str], Callable[[MoneyBook, Slip, str], None]] = {
    ("fill", "issued"): _fill_issued,
    ("fill", "received"): _fill_received,
    ("credit", "carried"): _credit_carried,
    ("credit", "received"): _credit_received,
    ("inventory", "signed"): _inventory_signed,
    ("jackpot", "verified"): _jackpot_made,
    ("jackpot", "paid"): _jackpot_paid,
    ("check", "given"): _check_given,
    ("imprest", "issued"): _imprest_issued,
    ("imprest", "held"): _imprest_held,
    ("imprest", "returned"): _imprest_returned,
    ("transfer", "taken"): _transfer_taken,
}
