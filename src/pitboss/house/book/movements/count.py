"""The drop and the count: boxes taken by security, counted by two, signed by the whole team, taken over by the main bank."""

from pitboss.house.book import accounts, chips, entries
from pitboss.house.book.book import CLOSED, CLOSER, DROP, DropBox, MoneyBook
from pitboss.house.book.chips import listed
from pitboss.house.book.movements import asks
from pitboss.house.book.movements.asker import Asker, Entered, check_other
from pitboss.house.book.papers import CASHIER, SECURITY
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

COUNT, DROPPED = "465a.25", "465a.18"


def take_box(book: MoneyBook, ask: asks.TakeDropBox, asker: Asker) -> Entered:
    by = asker.actor(SECURITY, DROPPED)
    fact = asker.table(ask.table)
    money = book.tables.get(ask.table)
    if money is None or not money.box:
        raise Refused(Refusal.STALE, f"There is no drop box on {ask.table}.", DROPPED)
    slip, box = book.slips[money.slip], book.boxes[money.box]
    if money.kind not in (DROP, CLOSER, CLOSED) or slip.box != box.name:
        words = f"The tray of {ask.table} has to be counted and signed for the drop first."
        raise Refused(Refusal.LOCKED, words, "465a.41")
    now, then = fact.reading, slip.reading
    if (now.cash, now.withdrawn, now.checks) != (then.cash, then.withdrawn, then.checks):
        words = f"Chips were sold at {ask.table} since its slip was signed; count the tray again."
        raise Refused(Refusal.STALE, words, "465a.41")
    for one in book.open_slips():
        if one.paper in ("fill", "credit") and one.table == ask.table and one.state not in ("requested", "issued"):
            words = f"{one.id} is on its way; its slip belongs into this box."
            raise Refused(Refusal.LOCKED, words, DROPPED)
    check_other(by, [one.by for one in slip.signed], "counted the tray", DROPPED)
    return [entries.BoxTaken(box=box.name, last=ask.last, **asker.done(by, ask.key))]


def signers_in(book: MoneyBook, box: DropBox) -> list[Actor]:
    """Everybody who signed a slip that belongs into a box: they stood at its table, and count nothing of it."""
    return [one.by for id in (*box.slips, *box.checks) if id in book.slips for one in book.slips[id].signed]


def counters_of(book: MoneyBook) -> list[Actor]:
    """Everybody who counted or signed what waits to be taken over."""
    return [*book.count_signed, *(one.by for box in book.boxes_in("counted") for one in box.counts)]


def count_box(book: MoneyBook, ask: asks.CountBox, asker: Asker) -> Entered:
    by = asker.actor((Role.COUNT_TEAM,), COUNT)
    box = book.boxes.get(ask.box)
    if box is None:
        raise Refused(Refusal.NOT_FOUND, f"There is no box {ask.box!r}.", COUNT)
    if box.state == "on":
        raise Refused(Refusal.LOCKED, f"The box {box.name} is on its table; security takes it first.", COUNT)
    if box.state != "taken" or box.counted is not None:
        raise Refused(Refusal.STALE, f"The box {box.name} is counted; a box is counted once.", COUNT)
    if any(fact.here for fact in asker.tables.values()):
        raise Refused(Refusal.NOT_LAWFUL, f"{by.name} stands at a table; nobody of the pit counts.", COUNT)
    check_other(by, [one.by for one in box.counts], "counted it", COUNT)
    check_other(by, [box.taken.by] if box.taken is not None else [], "took the box", COUNT, "count it")
    check_other(by, signers_in(book, box), "signed a slip in it", COUNT, "count it")
    notes = chips.check(ask.notes, chips.NOTES, "notes", COUNT)
    for id in (*ask.slips, *ask.checks):
        slip = book.slips.get(id)
        if slip is None:
            raise Refused(Refusal.NOT_FOUND, f"There is no slip {id!r}.", COUNT)
        if slip.box != box.name:
            where = f"the box {slip.box}" if slip.box else "no box"
            words = f"{id} belongs into {where}, not into {box.name}; lay it aside and tell the shift manager."
            raise Refused(Refusal.NOT_LAWFUL, words, COUNT)
        if slip.found:
            raise Refused(Refusal.STALE, f"{id} was found already; a slip is used once.", COUNT)
    if len(set(ask.slips)) != len(ask.slips) or len(set(ask.checks)) != len(ask.checks):
        raise Refused(Refusal.MALFORMED, "A slip is in the box once.", COUNT)
    counted = entries.BoxCounted(
        box=box.name, notes=listed(notes), withdrawn=ask.withdrawn,
        checks=tuple(sorted(ask.checks)), slips=tuple(sorted(ask.slips)), **asker.done(by, ask.key),
    )  # fmt: skip
    return [counted]


def sign_count(book: MoneyBook, ask: asks.SignCount, asker: Asker) -> Entered:
    by = asker.actor((Role.COUNT_TEAM,), COUNT)
    taken = book.boxes_in("taken")
    if not taken:
        raise Refused(Refusal.STALE, "No box was taken that is not counted and signed for.", COUNT)
    if left := [box.name for box in taken if box.counted is None]:
        raise Refused(Refusal.LOCKED, f"Not counted yet by two: {', '.join(left)}.", COUNT)
    check_other(by, book.count_signed, "signed it", COUNT)
    return [entries.CountSigned(**asker.done(by, ask.key))]


def accept_count(book: MoneyBook, ask: asks.AcceptCount, asker: Asker) -> Entered:
    by = asker.actor(CASHIER, COUNT)
    if not book.boxes_in("counted"):
        raise Refused(Refusal.STALE, "No count waits to be taken over.", COUNT)
    check_other(by, counters_of(book), "counted it", COUNT, "take it over")
    counted = book.accounts.balance(accounts.COUNT_ROOM)
    if ask.amount != counted and not ask.note.split():
        words = "That is not what the count team counted; recount it with them, and say what was found."
        raise Refused(Refusal.CANNOT_HAPPEN, words, COUNT)
    return [entries.CountAccepted(amount=ask.amount, note=" ".join(ask.note.split()), **asker.done(by, ask.key))]
