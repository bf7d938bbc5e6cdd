"""The cage: how the book begins, what is filed, credit, drawers, transfers and the window."""

from collections.abc import Callable

from pitboss.house.book import accounts, chips, entries, papers
from pitboss.house.book.book import TRANSFERS, MoneyBook
from pitboss.house.book.chips import Chips, listed, value
from pitboss.house.book.movements import asks
from pitboss.house.book.movements.asker import (
    Asker,
    Entered,
    check_issued,
    check_other,
    check_patron,
    check_transfer,
    counted,
    new_slip,
    require_open,
    said,
    slip_of,
)
from pitboss.house.book.papers import CASHIER, FLOOR
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

SIX_REASONS, CAGE_ONLY = "465a.36(b)", "603a.10"
SHIFTS = (Role.SHIFT_MANAGER,)


def state_book(book: MoneyBook, ask: asks.StateBook, asker: Asker) -> Entered:
    by = asker.actor((Role.MANAGER,), "465a.16")
    if book.is_open:
        raise Refused(Refusal.STALE, "The book is open already.", "465a.16")
    for table in ask.trays:
        asker.table(table)
    piles = {name: listed(chips.check(one)) for name, one in ask.trays.items()}
    bank, reserve = chips.check(ask.chips), chips.check(ask.reserve)
    return [
        entries.BookStated(
            cash=ask.cash, chips=listed(bank), reserve=listed(reserve), trays=piles, **asker.done(by, ask.key)
        )
    ]


def agree_book(book: MoneyBook, ask: asks.AgreeBook, asker: Asker) -> Entered:
    by = asker.actor(CASHIER, "465a.16")
    if book.stated is None:
        raise Refused(Refusal.STALE, "Nobody has said with what the book begins, or it is open already.", "465a.16")
    check_other(by, [book.stated.by], "stated it", "465a.16")
    for fact in asker.tables.values():
        if fact.open or fact.seated:
            words = f"{fact.name} is open or has patrons; the book begins while every table that persons deal is closed and empty."
            raise Refused(Refusal.LOCKED, words, "465a.36")
    readings = {fact.name: fact.reading for fact in asker.tables.values()}
    return [entries.BookOpened(readings=readings, **asker.done(by, ask.key))]


def file_money(book: MoneyBook, ask: asks.FileMoney, asker: Asker) -> Entered:
    by = asker.actor((Role.MANAGER,), "465a.36")
    for table in ask.par:
        asker.table(table)
    filed = entries.MoneySettings(
        tolerance=ask.tolerance,
        regulator=ask.regulator,
        counters=ask.counters,
        par=ask.par,
        **asker.done(by, ask.key),
    )
    return [filed]


def issue_check(book: MoneyBook, ask: asks.IssueCheck, asker: Asker) -> Entered:
    fact = asker.table(ask.table)
    by = asker.actor(FLOOR, "609a.7", ask.table)
    check_patron(asker, ask.patron, "609a.7")
    limit = book.credit[ask.patron].limit if ask.patron in book.credit else 0
    drawn = book.checks_of(ask.patron)
    if not fact.open:
        raise Refused(Refusal.TABLE_CLOSED, f"{ask.table} is closed.", "609a.7")
    if not 0 < ask.amount <= limit - drawn:
        words = (
            f"{asker.patrons[ask.patron]} may draw ${dollars(max(0, limit - drawn))} now, not ${dollars(ask.amount)}."
        )
        raise Refused(Refusal.ABOVE_MAXIMUM, words, "609a.7")
    made = new_slip(
        book, asker, ask, papers.CHECK, by, table=ask.table, cash=ask.amount, patron=ask.patron, about=str(ask.seat)
    )
    return [made]


def set_credit(book: MoneyBook, ask: asks.SetCredit, asker: Asker) -> Entered:
    by = asker.actor((*CASHIER, *SHIFTS), "609a.8")
    check_patron(asker, ask.patron, "609a.8")
    return [entries.CreditAsked(patron=ask.patron, limit=ask.limit, **asker.done(by, ask.key))]


def agree_credit(book: MoneyBook, ask: asks.AgreeCredit, asker: Asker) -> Entered:
    by = asker.actor((*CASHIER, *SHIFTS), "609a.8")
    asked = book.credit[ask.patron].asked if ask.patron in book.credit else None
    if asked is None:
        raise Refused(Refusal.STALE, f"Nobody asked for credit of {ask.patron}.", "609a.8")
    check_other(by, [asked.by], "asked for it", "609a.8")
    return [entries.CreditAgreed(patron=ask.patron, **asker.done(by, ask.key))]


def hand_out(book: MoneyBook, ask: asks.HandOutDrawer, asker: Asker) -> Entered:
    by = asker.actor(CASHIER, "465a.16")
    require_open(book)
    if ask.cashier == by.credential:
        raise Refused(Refusal.NOT_LAWFUL, "Nobody hands a drawer to themselves; another cashier does.", "465a.16")
    if not 0 < ask.cash <= (bank := book.accounts.balance(accounts.MAIN_BANK)):
        words = f"The main bank has ${dollars(bank)}; ${dollars(ask.cash)} cannot be handed out."
        raise Refused(Refusal.NOT_ENOUGH_CHIPS, words, "465a.16")
    if ask.cashier in book.drawers or any(
        one.drawer == ask.cashier for one in book.open_slips() if one.paper == "imprest"
    ):
        raise Refused(Refusal.STALE, f"{ask.cashier} has a drawer, or is being given one.", "465a.16")
    return [new_slip(book, asker, ask, papers.IMPREST, by, drawer=ask.cashier, cash=ask.cash)]


def transfer(book: MoneyBook, ask: asks.Transfer, asker: Asker) -> Entered:
    by = asker.actor(CASHIER, "465a.16")
    require_open(book)
    if ask.kind.startswith("tray"):
        words = "Chips go from a tray to the chip bank by credit and into a tray by fill, never from tray to tray."
        raise Refused(Refusal.NOT_LAWFUL, words, SIX_REASONS)
    if ask.kind not in TRANSFERS:
        raise Refused(Refusal.MALFORMED, f"Expected one of {', '.join(TRANSFERS)}, not {ask.kind!r}.", "465a.16")
    source, target, _ = TRANSFERS[ask.kind]
    of_cash = accounts.MAIN_BANK in (source, target)
    pile = {} if of_cash else counted(ask.chips, "465a.16")
    if of_cash and (not ask.cash or ask.chips):
        raise Refused(Refusal.MALFORMED, "Say how much cash.", "465a.16")
    check_transfer(book, ask.kind, pile, ask.cash if of_cash else 0, by.credential)
    cash = ask.cash if of_cash else 0
    return [
        new_slip(
            book, asker, ask, papers.TRANSFER, by, kind=ask.kind, chips=listed(pile), cash=cash, drawer=by.credential
        )
    ]


def at_window(book: MoneyBook, ask: asks.AtWindow, asker: Asker) -> Entered:
    cite = WINDOW_CITES.get(ask.act, "609a.8")
    by = asker.actor(CASHIER, cite)
    require_open(book)
    if by.credential not in book.drawers:
        raise Refused(Refusal.LOCKED, "You have no drawer; another cashier hands you one.", "465a.16")
    act = _WINDOW.get(ask.act)
    if act is None:
        words = f"Expected one of {', '.join(_WINDOW)}, not {ask.act!r}; chips are sold at tables only."
        raise Refused(Refusal.MALFORMED, words, CAGE_ONLY)
    amount, pile = act(book, ask, asker, cite)
    cash = book.accounts.balance(accounts.drawer(by.credential))
    if ask.act in _PAYS and amount > cash:
        words = f"Your drawer has ${dollars(cash)}, not ${dollars(amount)}; get more from the main bank."
        raise Refused(Refusal.NOT_ENOUGH_CHIPS, words, cite)
    patron = "" if ask.act == "redeem tips" else ask.patron
    if ask.act not in _OF_ANYBODY or patron:
        check_patron(asker, patron, cite)
    receipt = book.next_number(papers.RECEIPT)
    name = asker.patrons.get(patron, " ".join(ask.name.split()))
    emptied = asker.tables[ask.table] if ask.act == "redeem tips" else None
    return [
        entries.WindowAct(
            receipt=receipt, act=ask.act, amount=amount, drawer=by.credential, patron=patron, name=name,
            chips=listed(pile), about=_about(ask), table=emptied.name if emptied else "",
            reading=emptied.reading if emptied else None, **asker.done(by, ask.key),
        )
    ]  # fmt: skip


WINDOW_CITES = {
    "redeem": CAGE_ONLY,
    "deposit": "465a.23",
    "deposit chips": "465a.23",
    "withdraw": "465a.23",
    "coupon": CAGE_ONLY,
    "redeem tips": "601a.10(g)",
    "pay owed": "I-GEN-44",
    "collect owed": "I-GEN-44",
}
_PAYS = ("redeem", "withdraw", "pay owed", "coupon", "redeem tips")
_OF_ANYBODY = ("redeem", "pay owed", "collect owed", "coupon", "redeem tips")


def _about(ask: asks.AtWindow) -> str:
    """A coupon has the number that is printed on it, which may be that of one of our own papers."""
    return f"coupon {ask.about}" if ask.act == "coupon" else ask.about


_Window = Callable[[MoneyBook, asks.AtWindow, Asker, str], tuple[Cents, Chips]]


def _outside(book: MoneyBook, asker: Asker) -> Cents:
    """The chips of patrons: what was read, and what their tables gave and took since."""
    since = [
        fact.reading.since(book.tables[name].reading) for name, fact in asker.tables.items() if name in book.tables
    ]
    return book.accounts.balance(accounts.PATRONS) + sum(more.awards - more.tray for more in since)


def _redeem(book: MoneyBook, ask: asks.AtWindow, asker: Asker, cite: str) -> tuple[Cents, Chips]:
    """Value chips only: a Roulette colour is worth something at its table alone."""
    if ask.about:
        words = "Roulette chips without a value are redeemed at their own table only; the dealer changes them there."
        raise Refused(Refusal.NOT_LAWFUL, words, "603a.10(f)")
    pile = counted(ask.chips, cite)
    check_issued(book, pile, cite)
    out = _outside(book, asker) + (book.accounts.balance(accounts.tips(ask.table)) if ask.act == "redeem tips" else 0)
    if value(pile) > out:
        words = (
            f"Patrons have ${dollars(max(0, out))} of chips in all; ${dollars(value(pile))} were never given to them."
        )
        raise Refused(Refusal.CANNOT_HAPPEN, words, cite)
    return value(pile), pile


def _redeem_tips(book: MoneyBook, ask: asks.AtWindow, asker: Asker, cite: str) -> tuple[Cents, Chips]:
    """Whatever is in the tip box of a table when it is emptied: no patron's, and of no tray."""
    if ask.table not in book.tables or ask.table not in asker.tables:
        known = ", ".join(sorted(book.tables.keys() & asker.tables.keys()))
        raise Refused(Refusal.NOT_FOUND, f"Say whose tip box it is: {known}, not {ask.table!r}.", cite)
    said(ask.name, "who brought the tip box", cite)
    return _redeem(book, ask, asker, cite)


def _coupon(book: MoneyBook, ask: asks.AtWindow, asker: Asker, cite: str) -> tuple[Cents, Chips]:
    """Paid in cash here: no tray gives chips for a coupon (465a.36(b) names what changes one)."""
    if not ask.about or not ask.amount:
        raise Refused(Refusal.MALFORMED, "Say which coupon by its number, and what it is worth.", cite)
    if _about(ask) in book.paid:
        words = f"Coupon {ask.about} was paid with {book.paid[_about(ask)]}; a coupon is used once."
        raise Refused(Refusal.STALE, words, cite)
    return ask.amount, {}


def _deposit(book: MoneyBook, ask: asks.AtWindow, asker: Asker, cite: str) -> tuple[Cents, Chips]:
    if not ask.amount:
        raise Refused(Refusal.MALFORMED, "Say how much cash.", cite)
    return ask.amount, {}


def _deposit_chips(book: MoneyBook, ask: asks.AtWindow, asker: Asker, cite: str) -> tuple[Cents, Chips]:
    return _redeem(book, ask, asker, cite)


def _withdraw(book: MoneyBook, ask: asks.AtWindow, asker: Asker, cite: str) -> tuple[Cents, Chips]:
    has = asker.deposits.get(ask.patron, 0)
    if not 0 < ask.amount <= has:
        words = f"The deposit is ${dollars(has)}; ${dollars(ask.amount)} cannot be withdrawn."
        raise Refused(Refusal.NOT_ENOUGH_CHIPS, words, cite)
    return ask.amount, {}


def _of_check(book: MoneyBook, ask: asks.AtWindow, asker: Asker, cite: str) -> tuple[Cents, Chips]:
    slip = slip_of(book, ask.about)
    if slip.paper != "check" or slip.state != "given" or slip.patron != ask.patron:
        raise Refused(
            Refusal.NOT_FOUND, f"{ask.about} is no counter check of this patron for which chips were given.", cite
        )
    if slip.id in book.paid:
        raise Refused(Refusal.STALE, f"{slip.id} was settled with {book.paid[slip.id]}; a slip is used once.", cite)
    return slip.cash, {}


def _settle_owed(book: MoneyBook, ask: asks.AtWindow, asker: Asker, cite: str) -> tuple[Cents, Chips]:
    """What a correction gives to somebody who left, or what they bring back; nothing is taken that they do not bring."""
    sign = 1 if ask.act == "pay owed" else -1
    found = {
        about: sign * amount
        for fact in asker.tables.values()
        for about, amount in fact.owed.items()
        if sign * amount > 0 and about not in book.paid
    }
    if ask.about in book.paid:
        raise Refused(Refusal.STALE, f"{ask.about} was settled with {book.paid[ask.about]}.", "I-GEN-44")
    if ask.about not in found:
        known = ", ".join(found) or "nothing"
        raise Refused(Refusal.NOT_FOUND, f"Nothing is owed under {ask.about!r}; owed now: {known}.", "I-GEN-44")
    return found[ask.about], {}


_WINDOW: dict[str, _Window] = {
    "redeem": _redeem,
    "deposit": _deposit,
    "deposit chips": _deposit_chips,
    "withdraw": _withdraw,
    "redeem check": _of_check,
    "bank check": _of_check,
    "pay owed": _settle_owed,
    "collect owed": _settle_owed,
    "coupon": _coupon,
    "redeem tips": _redeem_tips,
}
