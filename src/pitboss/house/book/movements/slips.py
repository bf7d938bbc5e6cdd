"""Slips of a table: inventories, fills, credits and jackpots, signature by signature; differences, voids and prints."""

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.house.book import accounts, entries, papers
from pitboss.house.book.book import CLOSED, CLOSER, DROP, OPENER, SHIFT, MoneyBook, Slip
from pitboss.house.book.chips import listed, spoken, value
from pitboss.house.book.entries import TableReading
from pitboss.house.book.movements import asks
from pitboss.house.book.movements.asker import (
    Asker,
    Entered,
    check_held,
    check_issued,
    check_other,
    check_transfer,
    counted,
    new_slip,
    open_paper,
    require_open,
    said,
    slip_of,
)
from pitboss.house.book.papers import CASHIER, FLOOR, SECURITY
from pitboss.journal import Actor
from pitboss.money import dollars
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role


def request(book: MoneyBook, ask: asks.RequestFill | asks.RequestCredit, asker: Asker) -> Entered:
    paper = papers.FILL if isinstance(ask, asks.RequestFill) else papers.CREDIT
    cite, fact = paper.steps[0].cite, asker.table(ask.table)
    by = asker.actor(FLOOR, cite, ask.table)
    pile = counted(ask.chips, cite)
    check_issued(book, pile, cite)
    money = book.tables.get(ask.table)
    if not fact.open:
        words = f"{ask.table} is closed; a {paper.name} is for a table that is open."
        raise Refused(Refusal.TABLE_CLOSED, words, cite)
    if money is None or not money.box:
        words = f"{ask.table} has no drop box that could take the slip; count its tray first."
        raise Refused(Refusal.LOCKED, words, cite)
    if (waiting := open_paper(book, paper.name, ask.table)) is not None:
        words = f"{waiting.id} of {ask.table} is still {waiting.state}; finish it, or have it made void."
        raise Refused(Refusal.STALE, words, cite)
    if paper is papers.CREDIT and value(pile) > (there := book.expected(ask.table, fact.reading)):
        words = f"The tray of {ask.table} should hold ${dollars(there)}; ${dollars(value(pile))} cannot leave it."
        raise Refused(Refusal.NOT_ENOUGH_CHIPS, words, cite)
    return [new_slip(book, asker, ask, paper, by, table=ask.table, chips=listed(pile))]


def count_tray(book: MoneyBook, ask: asks.CountTray, asker: Asker) -> Entered:
    fact, cite = (
        asker.table(ask.table),
        {OPENER: "465a.37", DROP: "465a.41", CLOSER: "465a.42", SHIFT: "465a.44"}.get(ask.kind, "465a.36(c)"),
    )
    by = asker.actor(papers.DEALS, cite, ask.table)
    require_open(book)
    pile = counted(ask.chips, cite, empty=True)
    check_issued(book, pile, cite)
    money = book.tables.get(ask.table)
    waiting = open_paper(book, "inventory", ask.table)
    wants_open = ask.kind in (DROP, SHIFT)
    if wants_open is not fact.open:
        words = f"{ask.table} is {'open' if fact.open else 'closed'}; an inventory of that kind is for one that is not."
        raise Refused(Refusal.TABLE_CLOSED, words, cite)
    last = money.kind if money is not None else ""
    if ask.kind == OPENER and last == OPENER:
        raise Refused(Refusal.STALE, f"The tray of {ask.table} was counted for its opening already.", cite)
    moved = money is not None and (fact.reading.tray, fact.reading.cash) != (money.reading.tray, money.reading.cash)
    if ask.kind == CLOSER and last not in (OPENER, DROP, SHIFT) and not moved:
        raise Refused(Refusal.STALE, f"The tray of {ask.table} was counted after its closing already.", cite)
    if ask.kind == CLOSED and last in (OPENER, DROP, SHIFT):
        raise Refused(Refusal.STALE, f"The tray of {ask.table} was not counted after its closing; do that first.", cite)
    for paper in ("fill", "credit"):
        if (slip := open_paper(book, paper, ask.table)) is not None and slip.state not in ("requested", "issued"):
            words = f"{slip.id} is on its way; count the tray when it is signed for, or the count cannot be right."
            raise Refused(Refusal.LOCKED, words, cite)
    return [
        new_slip(
            book,
            asker,
            ask,
            papers.INVENTORY,
            by,
            table=ask.table,
            kind=ask.kind,
            chips=listed(pile),
            reading=fact.reading,
            instead_of=waiting.id if waiting is not None else "",
        )
    ]


def sign_slip(book: MoneyBook, ask: asks.SignSlip, asker: Asker) -> Entered:
    slip = slip_of(book, ask.slip)
    paper, step = papers.PAPERS[slip.paper], slip.next
    if slip.void:
        raise Refused(Refusal.STALE, f"{slip.id} is void.", "465a.3")
    if step is None:
        raise Refused(Refusal.STALE, f"{slip.id} is complete; a slip is used once.", "465a.3")
    if slip.void_asked is not None:
        raise Refused(Refusal.LOCKED, f"{slip.id} was marked void; that waits for a second signature.", "465a.3")
    by = asker.actor(step.roles, step.cite, slip.table if step.at_table else "")
    _check_signers(slip, paper, step, by)
    check_next(book, slip)
    made = _SIGNS.get((slip.paper, step.state))
    fields: dict[str, Any] = {}
    if made is not None:
        found = made(book, slip, ask, asker)
        if isinstance(found, entries.SlipDiffers):
            return [msgspec.structs.replace(found, **asker.done(by, ask.key))]
        fields = found
    note = " ".join(ask.note.split())
    signed = entries.SlipSigned(slip=slip.id, state=step.state, note=note, **fields, **asker.done(by, ask.key))
    return [signed]


def check_next(book: MoneyBook, slip: Slip) -> None:
    """Refuse the next signature of a paper where nobody could give it now: what it moves is not there, or has nowhere to go."""
    state = slip.next.state if slip.next is not None else ""
    money = book.tables.get(slip.table)
    match slip.paper, state:
        case "fill", "issued":
            check_held(book, accounts.CHIP_BANK, slip.chips, "465a.38")
        case ("fill", "received") | ("credit", "carried") if money is None or not money.box:
            words = f"The drop box of {slip.table} has gone; {slip.id} needs a box that takes its slip."
            raise Refused(Refusal.LOCKED, words, "465a.38" if slip.paper == "fill" else "465a.39")
        case "jackpot", "paid" if (there := value(book.holdings.get(accounts.CHIP_BANK, {}))) < slip.cash:
            words = f"The chip bank has ${dollars(there)}, not ${dollars(slip.cash)}."
            raise Refused(Refusal.NOT_ENOUGH_CHIPS, words, "605a.7")
        case "transfer", "taken":
            check_transfer(book, slip.kind, slip.chips, slip.cash, slip.drawer)
        case _:
            pass


def cannot_sign(book: MoneyBook, slip: Slip) -> str:
    """Why nobody can give the next signature of a paper now, as a sentence; empty where somebody can."""
    try:
        check_next(book, slip)
    except Refused as refusal:
        return refusal.sentence
    return ""


def _check_signers(slip: Slip, paper: papers.SlipForm, step: papers.PaperStep, by: Actor) -> None:
    """Whoever signed as one role does not sign as another; a distinct signature is another person's in any case."""
    for one in slip.signed:
        earlier = next((known for known in paper.steps if known.state == one.state), None)
        if earlier is None or one.by.credential != by.credential:
            continue
        if step.distinct or earlier.roles != step.roles:
            words = f"{by.name} {earlier.does} ({slip.id}); a second person has to sign."
            raise Refused(Refusal.NOT_LAWFUL, words, step.cite)


def _counts(book: MoneyBook, slip: Slip, ask: asks.SignSlip, asker: Asker) -> dict[str, Any] | entries.SlipDiffers:
    """What somebody counted, against what the slip says."""
    assert slip.next is not None
    pile = counted(ask.chips, slip.next.cite, empty=True)
    if pile == slip.chips:
        return {}
    return entries.SlipDiffers(slip=slip.id, chips=listed(pile), by=Actor("", "", ""))


def _fill_arrives(book: MoneyBook, slip: Slip, ask: asks.SignSlip, asker: Asker) -> dict[str, Any]:
    return {"box": book.tables[slip.table].box, "reading": asker.table(slip.table).reading}


def _inventory_signs(book: MoneyBook, slip: Slip, ask: asks.SignSlip, asker: Asker) -> dict[str, Any]:
    """The floorperson watched: what differs by more than the filed tolerance is reported at once, with words."""
    fact = asker.table(slip.table)
    if slip.kind in (CLOSER, OPENER, CLOSED) and fact.open:
        raise Refused(Refusal.STALE, f"{slip.table} was opened since; count again.", "465a.36")
    if (fact.reading.tray, fact.reading.cash) != (slip.reading.tray, slip.reading.cash):
        words = f"Chips came into the tray of {slip.table} or left it since it was counted; count it again before the next round."
        raise Refused(Refusal.STALE, words, "465a.36")
    if (words := to_report(book, slip, fact.reading)) and not ask.note.split():
        raise Refused(Refusal.MALFORMED, words, "465a.37")
    return {"reading": fact.reading}


def to_report(book: MoneyBook, slip: Slip, now: TableReading) -> str:
    """What whoever signs for a tray has to say about it; empty where it was counted as play left it, within what is filed."""
    differs = slip.value - (book.expected(slip.table, now) if slip.table in book.tables else 0)
    if abs(differs) <= book.settings.tolerance:
        return ""
    to_whom = "the floor, security" + (" and the Board's agent" if abs(differs) >= book.settings.regulator else "")
    return f"The tray differs by ${dollars(differs)} from what play left; say to whom it was reported: {to_whom}."


def _jackpot_pays(book: MoneyBook, slip: Slip, ask: asks.SignSlip, asker: Asker) -> dict[str, Any]:
    pile = counted(ask.chips, "605a.7")
    if value(pile) != slip.cash:
        words = f"{slip.id} is for ${dollars(slip.cash)}; {spoken(pile)} is ${dollars(value(pile))}."
        raise Refused(Refusal.MALFORMED, words, "605a.7")
    check_held(book, accounts.CHIP_BANK, pile, "605a.7")
    return {"chips": listed(pile)}


def _drawer_taken(book: MoneyBook, slip: Slip, ask: asks.SignSlip, asker: Asker) -> dict[str, Any]:
    if slip.drawer != asker.credential:
        raise Refused(Refusal.WRONG_ROLE, f"{slip.id} is the drawer of {slip.drawer}; only they take it.", "465a.16")
    if asker.credential in book.drawers:
        raise Refused(Refusal.STALE, "You have a drawer; count it and give it back first.", "465a.16")
    return {}


def _drawer_counts(book: MoneyBook, slip: Slip, ask: asks.SignSlip, asker: Asker) -> dict[str, Any]:
    if slip.drawer != asker.credential:
        raise Refused(Refusal.WRONG_ROLE, f"{slip.id} is the drawer of {slip.drawer}; they count it first.", "465a.16")
    return {"chips": listed(counted(ask.chips, "465a.16", empty=True)), "cash": ask.cash}


def _drawer_returns(book: MoneyBook, slip: Slip, ask: asks.SignSlip, asker: Asker) -> dict[str, Any]:
    if slip.drawer == asker.credential:
        raise Refused(Refusal.NOT_LAWFUL, "You counted it; a second person has to sign.", "465a.16")
    pile = counted(ask.chips, "465a.16", empty=True)
    if (pile, ask.cash) != (slip.counted or {}, slip.counted_cash):
        words = "The two of you counted differently; count it together and say it again."
        raise Refused(Refusal.CANNOT_HAPPEN, words, "465a.16")
    return {"chips": listed(pile), "cash": ask.cash}


_Sign = Callable[[MoneyBook, Slip, asks.SignSlip, Asker], "dict[str, Any] | entries.SlipDiffers"]
_SIGNS: dict[tuple[str, str], _Sign] = {
    ("fill", "counted"): _counts,
    ("fill", "received"): _fill_arrives,
    ("credit", "counted"): _counts,
    ("credit", "received"): _counts,
    ("inventory", "signed"): _inventory_signs,
    ("jackpot", "paid"): _jackpot_pays,
    ("imprest", "held"): _drawer_taken,
    ("imprest", "counted"): _drawer_counts,
    ("imprest", "returned"): _drawer_returns,
}


def accept_difference(book: MoneyBook, ask: asks.AcceptDifference, asker: Asker) -> Entered:
    slip = slip_of(book, ask.slip)
    by = asker.actor(FLOOR, "465a.38", slip.table)
    if slip.counted is None or slip.void or slip.next is None or not slip.next.counts:
        raise Refused(Refusal.STALE, f"{slip.id} was not counted otherwise than it says.", "465a.38")
    check_other(by, [slip.counter] if slip.counter is not None else [], "counted it", "465a.38")
    words = said(ask.words, "what was found out, and to whom it was reported", "465a.38")
    return [
        entries.DifferenceReported(
            slip=slip.id, words=words, reported_to=("floor", "security"), **asker.done(by, ask.key)
        )
    ]


def void_slip(book: MoneyBook, ask: asks.VoidSlip, asker: Asker) -> Entered:
    slip = slip_of(book, ask.slip)
    paper = papers.PAPERS[slip.paper]
    if slip.void:
        raise Refused(Refusal.STALE, f"{slip.id} is void already; its number is kept.", "465a.3")
    if slip.void_asked is not None:
        by = asker.actor(SECURITY, "465a.3")
        check_other(by, [one.by for one in slip.signed] + [slip.void_asked.by], "signed it", "465a.3")
        return [entries.SlipVoided(slip=slip.id, **asker.done(by, ask.key))]
    by = asker.actor(CASHIER, "465a.3")
    if not paper.may_be_void(slip.state):
        words = f"The chips of {slip.id} have moved; make out an opposite slip instead."
        raise Refused(Refusal.LOCKED, words, "465a.3")
    if slip.table in asker.tables and slip.id in asker.tables[slip.table].checks:
        raise Refused(Refusal.LOCKED, f"Chips were given for {slip.id}; the dealer signs it.", "609a.7")
    reason = said(ask.reason, "why it is void", "465a.3")
    return [entries.VoidAsked(slip=slip.id, reason=reason, **asker.done(by, ask.key))]


def print_slip(book: MoneyBook, ask: asks.PrintSlip, asker: Asker) -> Entered:
    slip = slip_of(book, ask.slip)
    by = asker.actor((*CASHIER, *FLOOR, Role.AUDITOR), "465a.3")
    return [entries.SlipPrinted(slip=slip.id, **asker.done(by, ask.key))]


def claim(book: MoneyBook, ask: asks.ClaimJackpot, asker: Asker) -> Entered:
    fact = asker.table(ask.table)
    by = asker.actor(papers.DEALS, "605a.7", ask.table)
    require_open(book)
    if ask.award in book.paid:
        words = f"{ask.award} has the slip {book.paid[ask.award]}; an award is paid once."
        raise Refused(Refusal.STALE, words, "605a.7")
    if ask.award not in fact.awards:
        known = ", ".join(one for one in fact.awards if one not in book.paid) or "none"
        raise Refused(Refusal.NOT_FOUND, f"No meter at {ask.table} paid {ask.award!r}; it paid {known}.", "605a.7")
    amount = fact.awards[ask.award]
    return [new_slip(book, asker, ask, papers.JACKPOT, by, table=ask.table, cash=amount, about=ask.award)]
