"""What was counted, held against what was played: every difference of a gaming day, with its cause as far as the book shows one.

Pure: a book goes in, differences come out. A slip belongs to the gaming day of the box that took it; a drawer to its own. What is
over is above zero, what is short below.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from pitboss.house.book.book import DROP, OPENER, SHIFT, DropBox, MoneyBook, Slip
from pitboss.house.book.chips import VALUE_CHIPS, spoken, value
from pitboss.house.book.entries import TableReading
from pitboss.house.book.words import KINDS
from pitboss.money import Cents, dollars

Kind = Literal["tray", "transit", "cash", "receipts", "checks", "slip", "drawer", "jackpot"]
Awards = Mapping[str, Mapping[str, Cents]]  # by table, what its record has of meters: award → amount
MOVED = {"fill": ("received", -1), "credit": ("carried", 1)}  # when chips move; how a tray differs that they never saw
UNEXPLAINED = "Nothing in the book explains it."
COUNTED_STATES = ("counted", "accepted")  # of a box; before, what is in it is sealed


class CountDifference(msgspec.Struct, frozen=True):
    """One difference between counted and played. ``first`` and ``last`` are the rounds behind it; 0: none."""

    kind: Kind
    about: str  # the slip or box
    table: str
    day: str
    shift: int
    box: str
    amount: Cents
    words: str
    cause: str
    alarm: str  # who has to hear of it; empty: within what is filed
    since: str = ""
    until: str = ""
    first: int = 0
    last: int = 0
    papers: tuple[str, ...] = ()  # that explain it
    tables: tuple[str, ...] = ()  # others that have a part in it
    notes: tuple[str, ...] = ()  # what somebody found out


def differences(book: MoneyBook, day: str, awards: Awards) -> list[CountDifference]:
    """Every difference of a gaming day."""
    trays = _crossed(book, list(_trays(book)))
    boxes = [found for box in book.boxes.values() if box.day == day for found in _box(book, box)]
    every = [*_sold(trays, boxes), *_transit(book), *_drawers(book), *_jackpots(book, awards)]
    return [_noted(book, found) for found in every if found.day == day]


def _noted(book: MoneyBook, found: CountDifference) -> CountDifference:
    slip = book.slips.get(found.about)
    own = (slip.note,) if slip is not None and slip.note else ()
    notes = (f"{made.words} ({made.by.name})" for _, made in book.notes.get(found.about, ()))
    return msgspec.structs.replace(found, notes=(*own, *notes))


def day_of(book: MoneyBook, slip: Slip) -> str:
    """The gaming day of a slip: that of the box that took it."""
    return book.boxes[slip.box].day if slip.box in book.boxes else slip.day


def over_or_short(amount: Cents) -> str:
    return f"${dollars(abs(amount))} {'over' if amount > 0 else 'short'}"


# --- trays


def _trays(book: MoneyBook) -> Iterator[CountDifference]:
    """Counts of trays that are not what play, fills and credits left."""
    before: dict[str, Slip] = {}
    counts = [
        slip for slip in book.slips.values() if slip.paper == "inventory" and slip.state == "signed" and not slip.void
    ]
    for slip in sorted(counts, key=lambda slip: slip.signed[-1].at):
        if slip.difference:
            yield _tray(book, slip, before.get(slip.table))
        before[slip.table] = slip


def _tray(book: MoneyBook, slip: Slip, before: Slip | None) -> CountDifference:
    box, settings, amount = book.boxes.get(slip.box), book.settings, slip.difference
    since, reading = (box.since, box.begins) if box is not None else ("", slip.reading)
    if before is not None:
        since, reading = before.signed[-1].at, before.reading
    during = before is not None and before.kind in (DROP, SHIFT)  # of an open table: perhaps in a round
    first, last = rounds_between(reading, slip.reading, during=during)
    counted, watched = slip.signed[0], slip.signed[-1]
    words = (
        f"The tray of {slip.table} {KINDS[slip.kind]} is {over_or_short(amount)}: ${dollars(slip.value)} was counted "
        f"and ${dollars(slip.expected)} is what play left ({slip.id}). {counted.by.name} counted it, {watched.by.name} watched."
    )
    alarm = ""
    if abs(amount) > settings.tolerance:
        alarm = "the floor, security" + (" and the Board's agent" if abs(amount) >= settings.regulator else "")
    return CountDifference(
        "tray", slip.id, slip.table, day_of(book, slip), slip.shift, slip.box, amount, words, _one_chip(slip, before), alarm,
        since, watched.at, first, last,
    )  # fmt: skip


def rounds_between(begins: TableReading, ends: TableReading, *, during: bool = False) -> tuple[int, int]:
    """The first and the last round between two readings; ``during``: the first of them may have been taken in a round."""
    first = max(1, begins.rounds + (0 if during else 1))
    return (first, ends.rounds) if first <= ends.rounds else (0, 0)


def _one_chip(slip: Slip, before: Slip | None) -> str:
    """Where no paper explains it: how many chips it is, and when it happened."""
    amount = abs(slip.difference)
    when = f"since {before.id} was counted" if before is not None else "since the box was put on"
    if slip.kind == OPENER and before is not None:
        when = f"while the table was closed, after {before.id}"
    which = next((one for one in VALUE_CHIPS if one == amount), None)
    what = f"As much as one chip of ${dollars(which)}" if which else f"${dollars(amount)}"
    return f"{what} {'too much' if slip.difference > 0 else 'missing'} {when}. No fill or credit explains it."


def _crossed(book: MoneyBook, trays: Sequence[CountDifference]) -> list[CountDifference]:
    """A fill or credit that was booked to another table than its chips went to: both trays differ by its value, one each way, and
    it lies between the counts of both."""
    causes: dict[str, tuple[str, list[str], list[str]]] = {}
    for slip in book.slips.values():
        state, sign = MOVED.get(slip.paper, ("", 0))
        moment = next((one.at for one in slip.signed if one.state == state), "")
        if slip.void or not moment:
            continue
        moved = value(slip.counted if slip.counted is not None else slip.chips)
        near = [one for one in trays if one.since <= moment <= one.until]
        own = [one for one in near if one.table == slip.table and one.amount == sign * moved]
        other = [one for one in near if one.table != slip.table and one.amount == -sign * moved]
        for mine in own:
            for theirs in other:
                words = _crossed_words(slip, moved, theirs.table)
                for one, table in ((mine, theirs.table), (theirs, mine.table)):
                    _, papers, tables = causes.setdefault(one.about, (words, [], []))
                    papers.append(slip.id)
                    tables.append(table)
    return [
        msgspec.structs.replace(
            one, cause=_several(*found[:2]), papers=tuple(found[1]), tables=tuple(dict.fromkeys(found[2]))
        )
        if (found := causes.get(one.about))
        else one
        for one in trays
    ]


def _crossed_words(slip: Slip, moved: Cents, other: str) -> str:
    way = ("went to", "short", "over") if slip.paper == "fill" else ("came from", "over", "short")
    return (
        f"The {slip.paper} {slip.id} of ${dollars(moved)} is booked to {slip.table}, and its chips {way[0]} {other}: "
        f"between the same counts {slip.table} is {way[1]} and {other} {way[2]} by just that."
    )


def _several(words: str, papers: Sequence[str]) -> str:
    rest = list(dict.fromkeys(papers))[1:]
    return words + (f" So would {' or '.join(rest)} explain it." if rest else "")


def _sold(trays: Sequence[CountDifference], boxes: Sequence[CountDifference]) -> list[CountDifference]:
    """Chips that were sold for another amount than was entered: tray and cash of one box differ by opposite amounts."""
    found: list[CountDifference] = []
    for one in (*trays, *boxes):
        against = next(
            (
                other
                for other in (boxes if one.kind == "tray" else trays)
                if one.kind in ("tray", "cash") and other.kind in ("tray", "cash")
                and other.box == one.box and other.amount == -one.amount
            ),
            None,
        )  # fmt: skip
        if against is not None and not one.papers:
            words = f"{against.about} differs by just as much the other way: chips were sold for another amount than was entered."
            one = msgspec.structs.replace(one, cause=words, papers=(against.about,))
        found.append(one)
    return found


# --- chips on their way


def _transit(book: MoneyBook) -> Iterator[CountDifference]:
    """Fills and credits that did not arrive as their slip says."""
    for slip in book.slips.values():
        if slip.paper not in MOVED or slip.counted is None or slip.void or slip.is_open:
            continue
        if amount := value(slip.counted) - slip.value:
            people = ", ".join(f"{one.by.name} ({one.state})" for one in slip.signed)
            words = (
                f"{slip.id}, a {slip.paper} of {slip.table}, says {spoken(slip.chips)}; {spoken(slip.counted)} arrived: "
                f"{over_or_short(amount)}. Signed by {people}."
            )
            yield CountDifference(
                "transit", slip.id, slip.table, day_of(book, slip), slip.shift, slip.box, amount, words,
                "It was counted otherwise between the chip bank and the table.", "the floor, security",
                slip.signed[0].at, slip.signed[-1].at,
            )  # fmt: skip


# --- boxes


def _box(book: MoneyBook, box: DropBox) -> Iterator[CountDifference]:
    """What was counted in a box, each by itself: cash, receipts for deposits, counter checks, and slips."""
    counted, expected = box.counted, box.expected
    if counted is None or box.state not in COUNTED_STATES:
        return
    checks = sum(book.slips[one].cash for one in counted.checks if one in book.slips)
    off: dict[Kind, tuple[Cents, Cents, str]] = {
        "cash": (box.cash, expected.cash, "Cash"),
        "receipts": (counted.withdrawn, expected.withdrawn, "Receipts for deposits"),
        "checks": (checks, expected.checks, "Counter checks"),
    }
    amounts = {kind: there - due for kind, (there, due, _) in off.items() if there != due}
    for kind, amount in amounts.items():
        there, due, title = off[kind]
        words = (
            f"{title} in the box {box.name}: {over_or_short(amount)}. ${dollars(there)} was counted, "
            f"${dollars(due)} came in by play. {_counters(box)}"
        )
        other = next((one for one, by in amounts.items() if one != kind and by == -amount), None)
        cause = (
            f"{off[other][2]} differ by just as much the other way: one was counted as the other."
            if other
            else UNEXPLAINED
        )
        yield _of_box(box, kind, box.name, amount, words, cause)
    yield from _papers(book, box, (*counted.slips, *counted.checks))


def _papers(book: MoneyBook, box: DropBox, there: Sequence[str]) -> Iterator[CountDifference]:
    """Slips that should be in a box and are not, and those of another box."""
    own = (*box.slips, *box.checks)
    for id in own:
        if id in there:
            continue
        elsewhere = next(
            (
                one.name
                for one in book.boxes.values()
                if one is not box and one.counted is not None and id in (*one.counted.slips, *one.counted.checks)
            ),
            "",
        )
        cause = f"It was found in the box {elsewhere}." if elsewhere else "No box that was counted has it."
        yield _of_box(box, "slip", id, 0, f"{id} is missing in the box {box.name}. {_counters(box)}", cause)
    for id in there:
        if id not in own:
            belongs = next((one.name for one in book.boxes.values() if id in (*one.slips, *one.checks)), "")
            cause = f"It belongs in the box {belongs}." if belongs else "No box should have it."
            yield _of_box(box, "slip", id, 0, f"{id} was found in the box {box.name}, where it does not belong.", cause)


def _of_box(box: DropBox, kind: Kind, about: str, amount: Cents, words: str, cause: str) -> CountDifference:
    taken = box.taken.at if box.taken is not None else ""
    return CountDifference(
        kind, about, box.table, box.day, 0, box.name, amount, words, cause, "the shift manager", box.since, taken,
        *rounds_between(box.begins, box.ends, during=True),
    )  # fmt: skip


def _counters(box: DropBox) -> str:
    taken = f"{box.taken.by.name} took the box" if box.taken is not None else "Nobody is named who took it"
    names = " and ".join(one.by.name for one in box.counts) or (box.counted.by.name if box.counted is not None else "")
    return f"{taken}; {names} counted it."


# --- drawers and jackpots


def _drawers(book: MoneyBook) -> Iterator[CountDifference]:
    """Drawers that came back with more or less than their receipts leave."""
    for slip in book.slips.values():
        if slip.paper != "imprest" or slip.state != "returned":
            continue
        there = slip.counted_cash + value(slip.counted or {})
        if amount := there - slip.expected:
            words = (
                f"The drawer of {slip.drawer} ({slip.id}) came back {over_or_short(amount)}: ${dollars(there)} was counted, "
                f"${dollars(slip.expected)} is what its receipts leave. {slip.signed[-1].by.name} took it back."
            )
            yield CountDifference(
                "drawer", slip.id, "", slip.day, slip.shift, "", amount, words, UNEXPLAINED, "the shift manager",
                slip.signed[0].at, slip.signed[-1].at,
            )  # fmt: skip


def _jackpots(book: MoneyBook, awards: Awards) -> Iterator[CountDifference]:
    """Jackpot slips for awards that no record has, or for another amount than it has. The book refuses a second slip for one award;
    one that is in the journal under another name is found here."""
    slips = [slip for slip in book.slips.values() if slip.paper == "jackpot" and not slip.void]
    for slip in slips:
        known = awards.get(slip.table)
        if known is None or known.get(slip.about) == slip.cash:
            continue
        amount, round_ = slip.cash - known.get(slip.about, 0), _round_of(slip)
        twin = next((one for one in slips if one is not slip and _same_hand(one, slip) and one.about in known), None)
        papers: tuple[str, ...] = ()
        if slip.about in known:
            cause = f"The record of {slip.table} has ${dollars(known[slip.about])} for it."
        elif twin is not None:
            papers = (twin.id,)
            cause = f"It was paid twice: {twin.id} paid ${dollars(twin.cash)} for the same hand, {twin.about}."
        else:
            cause = f"The record of {slip.table} has no such award."
        by = ", ".join(f"{one.by.name} ({one.state})" for one in slip.signed)
        yield CountDifference(
            "jackpot", slip.id, slip.table, day_of(book, slip), slip.shift, slip.box, -amount,
            f"{slip.id} pays ${dollars(slip.cash)} for {slip.about}, ${dollars(abs(amount))} {'more' if amount > 0 else 'less'} "
            f"than was won. Signed by {by}.",
            cause, "the shift manager", slip.signed[0].at, slip.signed[-1].at, papers=papers,
            first=round_, last=round_,
        )  # fmt: skip


def _round_of(slip: Slip) -> int:
    number = slip.about.removeprefix(f"{slip.table} ").split(" ")[0]
    return int(number) if number.isdecimal() else 0


def _same_hand(one: Slip, other: Slip) -> bool:
    """Of one round and seat of a table: what follows is the name of the meter."""
    hands = [slip.about.removeprefix(f"{slip.table} ").split(" ")[:2] for slip in (one, other)]
    return one.table == other.table and hands[0] == hands[1]


def of_table(found: Iterable[CountDifference], table: str) -> list[CountDifference]:
    """Those of one table; empty: those of none."""
    return [one for one in found if one.table == table]
