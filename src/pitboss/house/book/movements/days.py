"""The end of shifts and gaming days: what is open is named, what is final stays."""

from pitboss.house.book import entries
from pitboss.house.book.book import STATES, MoneyBook
from pitboss.house.book.movements import asks
from pitboss.house.book.movements.asker import Asker, Entered, check_other, require_open, said
from pitboss.house.book.papers import FLOOR
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

DAY = "465a.31"
SHIFTS = (Role.SHIFT_MANAGER,)


def open_at(book: MoneyBook) -> list[str]:
    """What is open, in words: a shift's end names it, and the next one takes it over."""
    slips = [f"{slip.id} is {slip.state}" for slip in book.open_slips()]
    drawers = [f"{cashier} has a drawer" for cashier in book.drawers]
    return [*slips, *drawers]


def end_shift(book: MoneyBook, ask: asks.EndShift, asker: Asker) -> Entered:
    by = asker.actor(SHIFTS, DAY)
    require_open(book)
    if (ask.day, ask.shift) in book.shifts:
        raise Refused(Refusal.STALE, f"Shift {ask.shift} of {ask.day} is over already.", DAY)
    if (ask.day, ask.shift) not in asker.ended_shifts:
        raise Refused(
            Refusal.STALE, f"Shift {ask.shift} of {ask.day} is not over by the clock, or is none of this house.", DAY
        )
    before = next((one for one in asker.ended_shifts if one < (ask.day, ask.shift) and one not in book.shifts), None)
    if before is not None:
        raise Refused(Refusal.LOCKED, f"Shift {before[1]} of {before[0]} is ended first.", DAY)
    readings = {name: fact.reading for name, fact in asker.tables.items() if name in book.tables}
    made = asker.done(by, ask.key) | {"day": ask.day, "shift": ask.shift}
    left = tuple(open_at(book))
    return [entries.ShiftEnded(readings=readings, open=left, note=" ".join(ask.note.split()), **made)]


def not_yet(book: MoneyBook, day: str, state: str, today: str) -> list[str]:
    """What keeps a day from its next state, in words."""
    boxes = [box for box in book.boxes.values() if box.day == day]
    if state == "dropped":
        on = [f"the box {box.name} is on its table" for box in boxes if box.state == "on"]
        return on + ([f"{day} is not over"] if day >= today else [])
    if state == "counted":
        return [f"the box {box.name} is {box.state}" for box in boxes if box.state != "accepted"]
    if state == "reconciled":
        found = [
            slip
            for slip in book.slips.values()
            if slip.day == day and slip.paper in ("fill", "credit") and slip.is_open
        ]
        loose = [f"{slip.id} is {slip.state}" for slip in found]
        return loose + [
            f"{about} has no note: ${dollars(amount)}"
            for about, amount in differences(book, day)
            if about not in book.notes
        ]
    return []


def differences(book: MoneyBook, day: str) -> list[tuple[str, Cents]]:
    """What was counted otherwise than play left it, by slip or box, beyond the filed tolerance; and slips that were not found."""
    found: list[tuple[str, Cents]] = []
    for slip in book.slips.values():
        if (
            slip.day == day
            and slip.paper == "inventory"
            and slip.state == "signed"
            and abs(slip.difference) > book.settings.tolerance
        ):
            found.append((slip.id, slip.difference))
    for box in book.boxes.values():
        if box.day == day and box.counted is not None and box.state != "taken":
            missing = [id for id in (*box.slips, *box.checks) if id in book.slips and not book.slips[id].found]
            if box.cash != box.expected.cash or box.counted.withdrawn != box.expected.withdrawn or missing:
                found.append((box.name, box.cash - box.expected.cash))
    return found


_MOVES_DAY = {"dropped": SHIFTS, "counted": SHIFTS, "reconciled": SHIFTS, "final": (Role.AUDITOR,)}


def move_day(book: MoneyBook, ask: asks.MoveDay, asker: Asker) -> Entered:
    if ask.state not in _MOVES_DAY:
        raise Refused(Refusal.MALFORMED, f"Expected one of {', '.join(_MOVES_DAY)}, not {ask.state!r}.", DAY)
    by = asker.actor(_MOVES_DAY[ask.state], DAY)
    state = book.days.get(ask.day)
    if state is None:
        raise Refused(Refusal.NOT_FOUND, f"Nothing was entered on {ask.day}.", DAY)
    if state == "final":
        raise Refused(Refusal.LOCKED, f"{ask.day} is final; a correction is entered today and names the day.", DAY)
    if STATES.index(ask.state) != STATES.index(state) + 1:
        raise Refused(Refusal.STALE, f"{ask.day} is {state}; next it is {STATES[STATES.index(state) + 1]}.", DAY)
    if left := not_yet(book, ask.day, ask.state, asker.day):
        raise Refused(Refusal.LOCKED, f"Still open: {'; '.join(left)}.", DAY)
    return [entries.DayMoved(of=ask.day, state=ask.state, note=" ".join(ask.note.split()), **asker.done(by, ask.key))]


def correct_day(book: MoneyBook, ask: asks.CorrectDay, asker: Asker) -> Entered:
    by = asker.actor((*SHIFTS, Role.AUDITOR), DAY)
    if book.days.get(ask.day) != "final":
        raise Refused(Refusal.LOCKED, f"{ask.day} is not final; put it right in the day itself.", DAY)
    if ask.account not in book.accounts.balances or not ask.amount:
        raise Refused(Refusal.NOT_FOUND, f"Name an account of the book and an amount, not {ask.account!r}.", DAY)
    words = said(ask.words, "what was wrong", DAY)
    asked = asker.done(by, ask.key)
    return [
        entries.DayCorrected(of=ask.day, account=ask.account, amount=ask.amount, words=words, table=ask.table, **asked)
    ]


def agree_correction(book: MoneyBook, ask: asks.AgreeCorrection, asker: Asker) -> Entered:
    by = asker.actor((*SHIFTS, Role.AUDITOR), DAY)
    if ask.number > len(book.corrections) or book.corrections[ask.number - 1].agreed is not None:
        raise Refused(Refusal.STALE, f"There is no correction {ask.number} that waits.", DAY)
    check_other(by, [book.corrections[ask.number - 1].made.by], "asked for it", DAY)
    return [entries.DayCorrectionAgreed(number=ask.number, agreed=ask.agreed, **asker.done(by, ask.key))]


def note_difference(book: MoneyBook, ask: asks.NoteDifference, asker: Asker) -> Entered:
    by = asker.actor((*FLOOR, *SHIFTS, Role.AUDITOR, Role.CAGE_CASHIER), DAY)
    if ask.about not in book.slips and ask.about not in book.boxes:
        raise Refused(Refusal.NOT_FOUND, f"There is no slip or box {ask.about!r}.", DAY)
    words = said(ask.words, "what was found out", DAY)
    return [entries.DifferenceNoted(about=ask.about, words=words, **asker.done(by, ask.key))]
