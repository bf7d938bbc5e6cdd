"""The fold of the money: what each entry does to the book."""

from collections.abc import Callable

from pitboss.house.book import accounts, entries, fold_papers, papers
from pitboss.house.book.accounts import MoneyPosting
from pitboss.house.book.book import (
    DROP,
    KEYS,
    STATES,
    BoxCount,
    Credit,
    DayCorrection,
    MoneyBook,
    Slip,
    SlipSignature,
    TableMoney,
    check,
    following,
)
from pitboss.house.book.chips import added, value


def apply(book: MoneyBook, made: entries.MoneyEntry, time: str) -> None:
    """Fold one entry."""
    book.applied += 1
    if made.day:
        book.days.setdefault(made.day, "open")
    _FOLDS[type(made)](book, made, time)
    if made.key:
        book.keys[made.key] = getattr(made, "slip", getattr(made, "receipt", ""))
        while len(book.keys) > KEYS:
            del book.keys[next(iter(book.keys))]


# --- the book


def _stated(book: MoneyBook, made: entries.BookStated, time: str) -> None:
    check(not book.is_open, "the book is open already")
    book.stated = made


def _opened(book: MoneyBook, made: entries.BookOpened, time: str) -> None:
    stated = book.stated
    if stated is None or book.is_open:
        raise ValueError("nobody stated with what the book begins, or it is open already")
    check(made.by.credential != stated.by.credential, "a book is opened by two persons")
    book.since, book.stated = time, None
    book.post(MoneyPosting(accounts.HOUSE, accounts.MAIN_BANK, stated.cash))
    for account, chips in ((accounts.CHIP_BANK, stated.chips), (accounts.RESERVE, stated.reserve)):
        book.carry(accounts.HOUSE, account, dict(chips))
    for table, reading in made.readings.items():
        book.tables[table] = TableMoney(reading)
        book.carry(accounts.HOUSE, accounts.tray(table), dict(stated.trays.get(table, ())))


def _settings(book: MoneyBook, made: entries.MoneySettings, time: str) -> None:
    book.settings = made


# --- the window


def _window(book: MoneyBook, made: entries.WindowAct, time: str) -> None:
    book.number(papers.RECEIPT, made.receipt)
    cash, chips = accounts.drawer(made.drawer), accounts.drawer_chips(made.drawer)
    check(made.drawer in book.drawers, f"{made.drawer} has no drawer")
    if made.reading is not None:
        book.read(made.table, made.reading)
    tips = accounts.tips(made.table)
    postings = {
        "redeem": (MoneyPosting(cash, accounts.MONEY, made.amount),),
        "deposit": (MoneyPosting(accounts.DEPOSITS, cash, made.amount),),
        "deposit chips": (MoneyPosting(accounts.DEPOSITS, accounts.MONEY, made.amount),),
        "withdraw": (MoneyPosting(cash, accounts.DEPOSITS, made.amount),),
        "redeem check": (MoneyPosting(accounts.CHECKS, cash, made.amount),),
        "bank check": (MoneyPosting(accounts.CHECKS, accounts.MAIN_BANK, made.amount),),
        "pay owed": (MoneyPosting(cash, accounts.MONEY, made.amount),),
        "collect owed": (MoneyPosting(accounts.MONEY, cash, made.amount),),
        "coupon": (MoneyPosting(cash, accounts.COUPONS, made.amount),),
        "redeem tips": (
            MoneyPosting(
                tips, accounts.PATRONS, book.accounts.balance(tips)
            ),  # nobody counted each chip that fell into it
            MoneyPosting(cash, accounts.MONEY, made.amount),
        ),
    }[made.act]
    if made.chips:
        handed = dict(made.chips)
        book.holdings[chips] = added(book.holdings.get(chips, {}), handed)
        book.post(MoneyPosting(accounts.PATRONS, chips, value(handed)))
    book.post(*postings)
    check(book.accounts.balance(cash) >= 0, f"the drawer of {made.drawer} has not that much cash")
    if made.about:
        check(made.about not in book.paid, f"{made.about} was paid already")
        book.paid[made.about] = made.receipt
    book.acts.append((time, made))


def _credit_asked(book: MoneyBook, made: entries.CreditAsked, time: str) -> None:
    book.credit.setdefault(made.patron, Credit()).asked = made


def _credit_agreed(book: MoneyBook, made: entries.CreditAgreed, time: str) -> None:
    credit = book.credit[made.patron]
    if credit.asked is None or credit.asked.by.credential == made.by.credential:
        raise ValueError("credit takes two persons")
    credit.limit, credit.asked = credit.asked.limit, None


# --- boxes and the count


def _box_taken(book: MoneyBook, made: entries.BoxTaken, time: str) -> None:
    box = book.boxes[made.box]
    money = book.tables[box.table]
    check(box.state == "on" and money.box == box.name, f"{box.name} is not on its table")
    box.state, box.taken, box.last = "taken", SlipSignature("taken", made.by, time), made.last
    box.ends, box.closer = money.reading, book.accounts.balance(accounts.tray(box.table))
    money.box = ""
    if made.last:
        money.day = following(box.day)
    if money.kind == DROP:
        book.put_on(box.table, made.day, time)
    book.count_signed.clear()


def _box_counted(book: MoneyBook, made: entries.BoxCounted, time: str) -> None:
    box = book.boxes[made.box]
    check(box.state == "taken" and box.counted is None, f"{box.name} is not to be counted")
    count = BoxCount(made.by, dict(made.notes), made.withdrawn, made.checks, made.slips)
    if not box.counts:
        box.counts = [count]
    elif box.counts[0].is_same_as(count):
        box.counts.append(count)
        box.counted = count
    else:
        box.counts, box.differed = [], box.differed + 1


def _count_signed(book: MoneyBook, made: entries.CountSigned, time: str) -> None:
    check(all(made.by.credential != one.credential for one in book.count_signed), "they signed the count already")
    book.count_signed.append(made.by)
    if len(book.count_signed) < book.settings.counters:
        return
    for box in book.boxes_in("taken"):
        counted = box.counted
        if counted is None:
            raise ValueError(f"{box.name} is not counted")
        box.state = "counted"
        account = accounts.box(box.name)
        expected = book.accounts.balance(account)
        book.post(
            MoneyPosting(account, accounts.COUNT_ROOM, box.cash),
            MoneyPosting(account, accounts.OVER_SHORT, expected - box.cash),
        )
        for number in counted.slips:
            if number in book.slips:
                book.slips[number].found = True
        for number in counted.checks:
            book.slips[number].found = True


def _count_accepted(book: MoneyBook, made: entries.CountAccepted, time: str) -> None:
    counted = book.accounts.balance(accounts.COUNT_ROOM)
    book.post(
        MoneyPosting(accounts.COUNT_ROOM, accounts.MAIN_BANK, made.amount),
        MoneyPosting(accounts.COUNT_ROOM, accounts.OVER_SHORT, counted - made.amount),
    )
    for box in book.boxes_in("counted"):
        box.state, box.counts = "accepted", []
    book.count_signed.clear()


# --- shifts and days


def _shift_ended(book: MoneyBook, made: entries.ShiftEnded, time: str) -> None:
    check((made.day, made.shift) not in book.shifts, "that shift is over already")
    for table, reading in made.readings.items():
        book.read(table, reading)
    book.shifts[made.day, made.shift] = made


def _day_moved(book: MoneyBook, made: entries.DayMoved, time: str) -> None:
    before = book.days[made.of]
    check(STATES.index(made.state) == STATES.index(before) + 1, f"{made.of} is {before}")
    book.days[made.of] = made.state
    if made.state == "final":
        _forget(book, made.of)


def _forget(book: MoneyBook, day: str) -> None:
    """Papers of a day that is final are read from the journal again when somebody asks for them."""
    kept = {"check"}  # those are redeemed later
    for id, slip in list(book.slips.items()):
        if slip.day <= day and not slip.is_open and slip.paper not in kept and not _is_in_use(book, slip):
            del book.slips[id]
    book.acts = [(time, act) for time, act in book.acts if act.day > day]


def _is_in_use(book: MoneyBook, slip: Slip) -> bool:
    """Whether a table or a drawer stands on it, or its box is not counted."""
    money = book.tables.get(slip.table)
    boxed = book.boxes.get(slip.box)
    return (money is not None and money.slip == slip.id) or (boxed is not None and boxed.state != "accepted")


def _day_corrected(book: MoneyBook, made: entries.DayCorrected, time: str) -> None:
    book.corrections.append(DayCorrection(made, time))


def _day_correction_agreed(book: MoneyBook, made: entries.DayCorrectionAgreed, time: str) -> None:
    found = book.corrections[made.number - 1]
    check(found.agreed is None and found.made.by.credential != made.by.credential, "a correction takes two persons")
    found.agreed = made.agreed
    if made.agreed:
        book.post(MoneyPosting(accounts.OVER_SHORT, found.made.account, found.made.amount))


def _noted(book: MoneyBook, made: entries.DifferenceNoted, time: str) -> None:
    book.notes.setdefault(made.about, []).append((time, made))


_FOLDS: dict[type[entries.MoneyEntry], Callable[[MoneyBook, "entries.MoneyEntry", str], None]] = {
    entries.BookStated: _stated,  # type: ignore[dict-item]
    entries.BookOpened: _opened,  # type: ignore[dict-item]
    entries.SlipMade: fold_papers.made,  # type: ignore[dict-item]
    entries.SlipSigned: fold_papers.signed,  # type: ignore[dict-item]
    entries.SlipDiffers: fold_papers.differs,  # type: ignore[dict-item]
    entries.DifferenceReported: fold_papers.reported,  # type: ignore[dict-item]
    entries.VoidAsked: fold_papers.void_asked,  # type: ignore[dict-item]
    entries.SlipVoided: fold_papers.voided,  # type: ignore[dict-item]
    entries.SlipPrinted: fold_papers.printed,  # type: ignore[dict-item]
    entries.WindowAct: _window,  # type: ignore[dict-item]
    entries.CreditAsked: _credit_asked,  # type: ignore[dict-item]
    entries.CreditAgreed: _credit_agreed,  # type: ignore[dict-item]
    entries.BoxTaken: _box_taken,  # type: ignore[dict-item]
    entries.BoxCounted: _box_counted,  # type: ignore[dict-item]
    entries.CountSigned: _count_signed,  # type: ignore[dict-item]
    entries.CountAccepted: _count_accepted,  # type: ignore[dict-item]
    entries.ShiftEnded: _shift_ended,  # type: ignore[dict-item]
    entries.DayMoved: _day_moved,  # type: ignore[dict-item]
    entries.DayCorrected: _day_corrected,  # type: ignore[dict-item]
    entries.DayCorrectionAgreed: _day_correction_agreed,  # type: ignore[dict-item]
    entries.DifferenceNoted: _noted,  # type: ignore[dict-item]
    entries.MoneySettings: _settings,  # type: ignore[dict-item]
}
