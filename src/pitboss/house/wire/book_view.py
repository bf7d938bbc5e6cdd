"""The book as somebody sees it: by their roles."""

from collections.abc import Iterable

from pitboss.house.book import accounts, chips, papers
from pitboss.house.book.book import STATES, TRANSFERS, DropBox, MoneyBook, Slip
from pitboss.house.book.movements.days import differences, not_yet
from pitboss.house.book.words import describe
from pitboss.house.cage.deposits import deposit_of
from pitboss.house.host.money import reading
from pitboss.house.house import House
from pitboss.house.people.entries import UNNAMED
from pitboss.house.people.register import Person, names
from pitboss.house.protocol.book import (
    AccountLine,
    BookBegins,
    BookView,
    BoxLine,
    CreditLine,
    DayCorrectionLine,
    DayLine,
    DepositLine,
    DifferenceLine,
    DrawerLine,
    FiledMoney,
    ReceiptLine,
    ShiftLine,
    SignatureLine,
    SlipLine,
    TrayLine,
)
from pitboss.house.table.table import Table
from pitboss.roles import RANKS, Role, role_for, spoken

WATCH = (Role.SURVEILLANCE, Role.MANAGER, Role.AUDITOR, Role.BOARD)
SEES = {
    "accounts": (Role.CAGE_CASHIER, Role.SHIFT_MANAGER, *WATCH),
    "trays": (*RANKS, Role.CAGE_CASHIER, *WATCH),
    "slips": (*RANKS, Role.CAGE_CASHIER, Role.SECURITY, *WATCH),
    "boxes": (Role.COUNT_TEAM, Role.SECURITY, Role.SHIFT_MANAGER, *WATCH),
    "drawers": (Role.CAGE_CASHIER, Role.SHIFT_MANAGER, *WATCH),
    "days": (Role.SHIFT_MANAGER, *WATCH),
    "credit": (*RANKS, Role.CAGE_CASHIER, Role.AUDITOR, Role.BOARD),
    "window": (Role.CAGE_CASHIER,),
    "beginning": (Role.CAGE_CASHIER, Role.MANAGER),
}
RECEIPTS, SLIPS = 50, 200  # shown, the latest


def view(house: House, person: Person) -> BookView:
    """What somebody may see of the money."""
    book, named = house.book, house.register.named_as or UNNAMED
    day, shift = house.calendar.shift()
    sees = {part for part, roles in SEES.items() if role_for(person.roles, roles) is not None}
    known = house.bookkeeper.tables()
    return BookView(
        book.is_open,
        book.since,
        day,
        shift,
        named.zone,
        book.accounts.total,
        book.stated is not None,
        tuple(_accounts(house, book, person)) if "accounts" in sees else (),
        tuple(_tray(book, table) for table in known.values() if table.name in book.tables) if "trays" in sees else (),
        tuple(slip_line(house, slip) for slip in _slips(book)) if "slips" in sees else (),
        tuple(_box(box) for box in book.boxes.values() if box.state != "accepted") if "boxes" in sees else (),
        tuple(_drawers(house, book)) if "drawers" in sees else (),
        tuple(_days(house, book)) if "days" in sees else (),
        tuple(_shifts(house, book)) if "days" in sees else (),
        tuple(_credit(house, book)) if "credit" in sees else (),
        tuple(_receipts(book)) if "drawers" in sees else (),
        chips.VALUE_CHIPS,
        chips.NOTES,
        {kind: words for kind, (_, _, words) in TRANSFERS.items()},
        len(book.count_signed),
        book.settings.counters,
        tuple(_deposits(house)) if "window" in sees else (),
        _cashiers(house) if "window" in sees else {},
        _begins(book) if "beginning" in sees else None,
        tuple(_differences(book)) if "days" in sees else (),
        tuple(_corrections(book)) if "days" in sees else (),
        _filed(book) if "days" in sees else None,
        tuple(known) if "trays" in sees else (),
    )


def _accounts(house: House, book: MoneyBook, person: Person) -> Iterable[AccountLine]:
    sealed = bool(book.boxes_in("taken"))  # what is being counted is shown when all of it is
    recounts = Role.CAGE_CASHIER in person.roles and bool(book.boxes_in("counted"))  # without knowing what was counted
    for account, balance in sorted(book.accounts.balances.items()):
        if not (sealed and account.startswith("box ")) and not (recounts and account == accounts.COUNT_ROOM):
            held = book.holdings.get(account, {})
            kind, _, whose = account.rpartition(" ")
            words = f"{kind} {names(house.register)(whose)}" if kind in ("drawer", "drawer chips") else account
            yield AccountLine(account, words, balance, held if account != accounts.HOUSE else {})


def _deposits(house: House) -> Iterable[DepositLine]:
    for patron, name in house.bookkeeper.patrons().items():
        yield DepositLine(patron, name, house.cage.purse(deposit_of(patron)).balance)


def _cashiers(house: House) -> dict[str, str]:
    people = house.register.people.values()
    return {one.credential: one.name for one in people if one.active and Role.CAGE_CASHIER in one.roles}


def _begins(book: MoneyBook) -> BookBegins | None:
    stated = book.stated
    if stated is None:
        return None
    trays = {table: dict(pile) for table, pile in stated.trays.items()}
    return BookBegins(stated.by.name, stated.cash, dict(stated.chips), dict(stated.reserve), trays)


def _tray(book: MoneyBook, table: Table) -> TrayLine:
    now, money, settings = reading(table), book.tables[table.name], table.state.filing.settings
    box = book.boxes.get(money.box)
    since = now.since(box.begins) if box is not None else now.since(now)
    expected, par = book.expected(table.name, now), book.settings.par.get(table.name, 0)
    sold = since.cash + since.withdrawn + since.checks
    held = book.holdings.get(accounts.tray(table.name), {})
    return TrayLine(
        table.name, table.game.title, settings.pit, table.state.standing.open, expected, held, money.slip, par,
        par - expected if par else 0, money.box, since.cash, sold, since.tray + sold - since.colours, since.handle, since.rounds,
        now.colours,
    )  # fmt: skip


def _slips(book: MoneyBook) -> list[Slip]:
    return list(book.slips.values())[-SLIPS:]


def slip_line(house: House, slip: Slip) -> SlipLine:
    paper = papers.PAPERS[slip.paper]
    did = {one.state: one.does for one in paper.steps} | {"void": "signed that it is void"}
    return SlipLine(
        slip.id,
        slip.paper,
        paper.title,
        "void" if slip.void else slip.state,
        describe(slip, names(house.register)),
        slip.day,
        slip.shift,
        tuple(SignatureLine(one.state, did[one.state], one.by.name, one.by.role, one.at) for one in slip.signed),
        slip.table,
        slip.kind,
        slip.chips,
        slip.amount,
        _waits_for(slip),
        slip.void,
        slip.counted is not None and slip.paper != "imprest",
        slip.note,
        slip.prints,
        paper.copies,
        slip.box,
        slip.patron,
        not slip.void and slip.void_asked is None and paper.may_be_void(slip.state),
    )


def _waits_for(slip: Slip) -> str:
    """Whose signature is next, and for what; empty where a paper is complete or void."""
    step = slip.next
    if step is None:
        return ""
    return "Sign that it is void: security" if slip.void_asked else f"{step.title}: {spoken(step.roles)}"


def _box(box: DropBox) -> BoxLine:
    shown = box.state != "taken" and box.counted is not None
    return BoxLine(
        box.name, box.table, box.day, box.state, tuple(one.by.name for one in box.counts), box.differed,
        tuple(box.slips) if shown else (), tuple(box.checks) if shown else (),
        box.cash if shown else None, box.cash - box.expected.cash if shown else None,
    )  # fmt: skip


def _drawers(house: House, book: MoneyBook) -> Iterable[DrawerLine]:
    for cashier, drawer in book.drawers.items():
        held = book.holdings.get(accounts.drawer_chips(cashier), {})
        cash = book.accounts.balance(accounts.drawer(cashier))
        yield DrawerLine(cashier, names(house.register)(cashier), drawer.imprest, cash, held, drawer.since, drawer.slip)


def _days(house: House, book: MoneyBook) -> Iterable[DayLine]:
    today = house.calendar.gaming_day().date
    for day, state in sorted(book.days.items())[-40:]:
        following = STATES[STATES.index(state) + 1] if state != "final" else ""
        yield DayLine(day, state, following, tuple(not_yet(book, day, following, today)) if following else ())


def _shifts(house: House, book: MoneyBook) -> Iterable[ShiftLine]:
    if not book.is_open:
        return
    for day, shift in house.calendar.ended_shifts(book.since):
        made = book.shifts.get((day, shift))
        yield ShiftLine(day, shift, made is not None, made.by.name if made else "", open=made.open if made else ())


def _credit(house: House, book: MoneyBook) -> Iterable[CreditLine]:
    for patron, credit in book.credit.items():
        open_checks = [
            slip.id
            for slip in book.slips.values()
            if slip.paper == "check" and slip.patron == patron and slip.id not in book.paid and not slip.void
        ]
        asked = credit.asked.limit if credit.asked is not None else None
        yield CreditLine(
            patron, names(house.register)(patron), credit.limit, book.checks_of(patron), asked, tuple(open_checks)
        )


def _receipts(book: MoneyBook) -> Iterable[ReceiptLine]:
    for time, act in book.acts[-RECEIPTS:]:
        yield ReceiptLine(act.receipt, act.act, act.amount, time, act.by.name, act.patron, act.name)


def _differences(book: MoneyBook) -> Iterable[DifferenceLine]:
    for day, state in sorted(book.days.items()):
        if state != "final":
            for about, amount in differences(book, day):
                said = tuple(f"{one.words} ({one.by.name})" for _, one in book.notes.get(about, ()))
                yield DifferenceLine(about, day, amount, said)


def _corrections(book: MoneyBook) -> Iterable[DayCorrectionLine]:
    for number, one in enumerate(book.corrections, 1):
        made = one.made
        yield DayCorrectionLine(
            number, made.of, made.account, made.amount, made.words, made.by.name, one.at, one.agreed
        )


def _filed(book: MoneyBook) -> FiledMoney:
    filed = book.settings
    return FiledMoney(filed.tolerance, filed.regulator, filed.counters, filed.par)
