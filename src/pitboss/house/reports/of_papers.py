"""Reports of papers: fills and credits, numbers of series, counts that differ, voids, days and their corrections."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from pitboss.house.book import accounts, chips, papers
from pitboss.house.book.book import STATES, Slip
from pitboss.house.book.chips import spoken
from pitboss.house.book.words import KINDS
from pitboss.house.reports.money_record import MoneyRecord
from pitboss.house.reports.report import (
    DAY,
    DAYS_ONLY,
    GAME,
    PIT,
    SHIFT,
    TABLE,
    TIME,
    Cell,
    ReportColumn,
    ReportForm,
    ReportQuery,
    TieOut,
    money,
    number,
    text,
)
from pitboss.money import Cents

DEALER = text("dealer", "Counted by", lambda one: one.signer("counted"), groups=True)


class PaperFacts(msgspec.Struct, frozen=True):
    """A paper with where it belongs."""

    record: MoneyRecord
    slip: Slip
    day: str
    shift: int
    table: str
    game: str
    pit: str
    time: str  # of its first signature

    def signer(self, state: str) -> str:
        by = self.slip.signer(state)
        return by.name if by is not None else ""

    @property
    def state(self) -> str:
        return "void" if self.slip.void else self.slip.state

    @property
    def reprints(self) -> int:
        """How often it was printed again."""
        return max(0, self.slip.prints - 1)

    @property
    def moved(self) -> Cents | None:
        """What left chip bank or tray by it."""
        ends = {"fill": ("received",), "credit": ("carried", "received")}.get(self.slip.paper, ())
        return self.slip.value if self.slip.state in ends and not self.slip.void else None


def slips(record: MoneyRecord, query: ReportQuery, kinds: Sequence[str] = tuple(papers.PAPERS)) -> Iterator[PaperFacts]:
    for slip in record.slips.values():
        if slip.paper in kinds and query.has(day := record.day_of(slip), slip.shift):
            place = record.place(slip.table)
            yield PaperFacts(record, slip, day, slip.shift, slip.table, place.game, place.pit, slip.signed[0].at)


def _of(name: str) -> Callable[[PaperFacts], Cell]:
    """A column that the paper itself has."""

    def found(item: PaperFacts) -> Cell:
        cell: Cell = getattr(item.slip, name)
        return cell

    return found


def _by(state: str, title: str) -> ReportColumn:
    return text(state, title, lambda one: one.signer(state))


def _fill_ties(record: MoneyRecord, query: ReportQuery, found: Sequence[PaperFacts]) -> Iterator[TieOut]:
    for paper, sign in (("fill", 1), ("credit", -1)):
        own = [one for one in found if one.slip.paper == paper]
        yield TieOut(
            f"{paper.title()}s: chips between chip bank and trays",
            sum(one.moved or 0 for one in own),
            sum(sign * record.posted.net(accounts.transit(one.slip.id), accounts.tray(one.table)) for one in own),
        )


FILLS = ReportForm(
    name="fills-credits",
    title="Fill and credit journal",
    about="Every fill and credit with its chips, its signatures and the box that took it",
    cite="465a.38",
    source="money",
    items=lambda record, query: slips(record, query, ("fill", "credit")),
    columns=(
        DAY,
        SHIFT,
        TIME,
        text("number", "Number", _of("id")),
        text("paper", "Paper", _of("paper"), groups=True),
        PIT,
        GAME,
        TABLE,
        text("chips", "Chips", lambda one: spoken(one.slip.chips)),
        money("asked", "On the slip", _of("value")),
        money("moved", "Moved"),
        text("state", "State", groups=True),
        _by("requested", "Requested"),
        _by("issued", "Prepared"),
        _by("carried", "Carried"),
        DEALER,
        _by("received", "Received"),
        text("box", "Box", _of("box")),
        number("reprints", "Reprints", lambda one: one.reprints),
    ),
    ties=_fill_ties,
)


# --- numbers


class SeriesFacts(msgspec.Struct, frozen=True):
    """The numbers of one series that were used in a period."""

    title: str
    letter: str
    numbers: tuple[int, ...]
    void: tuple[str, ...] = ()
    open: tuple[str, ...] = ()

    @property
    def missing(self) -> list[str]:
        used = set(self.numbers)
        gone = [one for one in range(min(used, default=1), max(used, default=0)) if one not in used]
        return [papers.number(self.letter, one) for one in gone]


def series(record: MoneyRecord, query: ReportQuery) -> Iterator[SeriesFacts]:
    """By the day on which a number was used, whatever box took the paper."""
    for paper in papers.PAPERS.values():
        own = [one for one in record.slips.values() if one.paper == paper.name and query.has(one.day, one.shift)]
        if own:
            yield SeriesFacts(
                paper.title,
                paper.letter,
                tuple(_place(one.id) for one in own),
                tuple(one.id for one in own if one.void),
                tuple(one.id for one in own if one.is_open and (one.paper, one.state) != ("imprest", "held")),
            )
    receipts = [act.receipt for _, act in record.acts if query.has(act.day, act.shift)]
    if receipts:
        yield SeriesFacts("Receipt", papers.RECEIPT, tuple(map(_place, receipts)))


def _place(number: str) -> int:
    return int(number.partition("-")[2])


NUMBERS = ReportForm(
    name="slip-numbers",
    title="Numbers of slips: used, void, open and missing",
    about="Every series of numbered papers, with what is void, not complete, or missing in it",
    cite="465a.3",
    source="money",
    items=series,
    columns=(
        text("title", "Paper", groups=True),
        text("first", "From", lambda one: papers.number(one.letter, min(one.numbers))),
        text("last", "To", lambda one: papers.number(one.letter, max(one.numbers))),
        number("used", "Used", lambda one: len(one.numbers)),
        number("voids", "Void", lambda one: len(one.void)),
        text("void", "Void numbers", lambda one: ", ".join(one.void)),
        number("opens", "Open", lambda one: len(one.open)),
        text("open", "Open numbers", lambda one: ", ".join(one.open)),
        number("gone", "Missing", lambda one: len(one.missing)),
        text("missing", "Missing numbers", lambda one: ", ".join(one.missing)),
    ),
)


# --- what was counted otherwise


class CountDiffers(msgspec.Struct, frozen=True):
    """A tray, fill or credit that was counted otherwise than it should have been."""

    day: str
    shift: int
    time: str
    table: str
    game: str
    pit: str
    slip: str
    what: str
    dealer: str
    counted: Cents
    expected: Cents
    reported: str
    outcome: str

    @property
    def difference(self) -> Cents:
        return self.counted - self.expected


def differences(record: MoneyRecord, query: ReportQuery) -> Iterator[CountDiffers]:
    """By the clock, when they were booked; only what differs at all."""
    for slip in record.slips.values():
        booked = next((one.at for one in slip.signed if one.state in ("signed", "received")), "")
        if slip.paper == "inventory" and booked:
            counted, expected, what = slip.value, slip.expected, f"tray {KINDS[slip.kind]}"
        elif slip.paper in ("fill", "credit") and slip.counted is not None and booked:
            counted, expected, what = chips.value(slip.counted), slip.value, slip.paper
        else:
            continue
        period = record.periods.of(booked)
        if counted != expected and query.has(*period):
            place, by = record.place(slip.table), slip.signer("counted")
            notes = "; ".join(made.words for _, made in record.book.notes.get(slip.id, ()))
            reported = ", ".join(part for part in (slip.reported, slip.note) if part)
            yield CountDiffers(
                period.day, period.shift, booked, slip.table, place.game, place.pit, slip.id, what, by.name if by else "",
                counted, expected, reported, notes,
            )  # fmt: skip


def _difference_ties(record: MoneyRecord, query: ReportQuery, found: Sequence[CountDiffers]) -> Iterator[TieOut]:
    wanted = query.only.get("table", "")
    if query.span != "shift" and set(query.only) <= {"table"}:  # postings are known by day and account
        booked = sum(
            amount
            for day, account, amount in record.posted.over_short
            if query.has(day)
            and (account == accounts.tray(wanted) if wanted else account.startswith(("tray ", accounts.CHIP_BANK)))
        )
        corrected = sum(
            one.made.amount
            for one in record.book.corrections
            if one.agreed and query.has(one.made.day) and one.made.account.startswith(("tray ", accounts.CHIP_BANK))
        )
        own = [one for one in found if not wanted or one.what != "credit"]
        yield TieOut(
            "Over and short of trays", sum(one.difference for one in own), booked - (0 if wanted else corrected)
        )


DIFFERENCES = ReportForm(
    name="inventory-differences",
    title="Inventory differences",
    about="Trays, fills and credits that were counted otherwise than they should have been, and what came of it",
    cite="465a.37",
    source="money",
    items=differences,
    columns=(
        DAY,
        SHIFT,
        TIME,
        PIT,
        GAME,
        TABLE,
        text("slip", "Slip"),
        text("what", "What", groups=True),
        text("dealer", "Counted by", groups=True),
        money("counted", "Counted", summed=False),
        money("expected", "Expected", summed=False),
        money("difference", "Difference"),
        text("reported", "Reported to"),
        text("outcome", "Outcome"),
    ),
    ties=_difference_ties,
)


# --- voids, reprints


def odd_slips(record: MoneyRecord, query: ReportQuery) -> Iterator[PaperFacts]:
    return (
        one
        for one in slips(record, query)
        if one.slip.void or one.slip.void_asked or one.reprints or (one.slip.counted and one.slip.paper != "imprest")
    )


def _what(one: PaperFacts) -> str:
    slip = one.slip
    found = (
        ("void", bool(slip.void)),
        ("void asked for", slip.void_asked is not None and not slip.void),
        ("reprinted", bool(one.reprints)),
        ("counted otherwise", slip.counted is not None and slip.paper != "imprest"),
    )
    return ", ".join(words for words, is_so in found if is_so)


VOIDS = ReportForm(
    name="voids",
    title="Void and reprinted papers",
    about="Papers that are void, were printed again or were counted otherwise, with reasons and persons",
    cite="465a.3",
    source="money",
    items=odd_slips,
    columns=(
        DAY,
        SHIFT,
        TIME,
        text("number", "Number", _of("id")),
        text("paper", "Paper", _of("paper"), groups=True),
        PIT,
        GAME,
        TABLE,
        money("amount", "Amount", _of("amount")),
        text("what", "What", _what, groups=True),
        text("reason", "Reason", lambda one: one.slip.void or one.slip.note),
        text("asked", "Marked by", lambda one: one.slip.void_asked.by.name if one.slip.void_asked else ""),
        _by("void", "Second signature"),
        DEALER,
        number("reprints", "Reprints", lambda one: one.reprints),
    ),
)


# --- days


class DayFacts(msgspec.Struct, frozen=True):
    day: str
    state: str
    moved: dict[str, str]  # by state: who brought it there, and when
    boxes: int
    pending: int
    notes: str
    corrections: int
    corrected: Cents


def days(record: MoneyRecord, query: ReportQuery) -> Iterator[DayFacts]:
    book = record.book
    moved = {(made.of, made.state): f"{made.by.name}, {time}" for time, made in record.moved}
    notes = {made.of: made.note for _, made in record.moved if made.note}
    for day, state in sorted(book.days.items()):
        if query.has(day):
            boxes = [one for one in book.boxes.values() if one.day == day]
            fixed = [one for one in book.corrections if one.made.of == day and one.agreed]
            yield DayFacts(
                day, state, {one: moved.get((day, one), "") for one in STATES},
                len(boxes), sum(one.state != "accepted" for one in boxes), notes.get(day, ""), len(fixed),
                sum(one.made.amount for one in fixed),
            )  # fmt: skip


def _moved(state: str) -> ReportColumn:
    return text(state, state.capitalize(), lambda one: one.moved[state])


DAYS = ReportForm(
    name="days",
    title="Gaming days and who closed them",
    about="The state of every gaming day, who brought it there and when, what is pending, what was corrected later",
    cite="465a.31",
    source="money",
    items=days,
    columns=(
        DAY,
        text("state", "State", groups=True),
        *(_moved(state) for state in STATES[1:]),
        number("boxes", "Boxes"),
        number("pending", "Pending"),
        number("corrections", "Corrections"),
        money("corrected", "Corrected"),
        text("notes", "Note"),
    ),
    spans=DAYS_ONLY,
)


class CorrectionFacts(msgspec.Struct, frozen=True):
    day: str  # on which it was entered
    of: str
    time: str
    account: str
    table: str
    game: str
    pit: str
    amount: Cents
    words: str
    by: str
    state: str


def corrections(record: MoneyRecord, query: ReportQuery) -> Iterator[CorrectionFacts]:
    for one in record.book.corrections:
        made, place = one.made, record.place(one.made.table)
        if query.has(made.day, made.shift):
            state = {None: "waits for a second person", True: "agreed", False: "not agreed"}[one.agreed]
            yield CorrectionFacts(
                made.day, made.of, one.at, made.account, made.table, place.game, place.pit, made.amount, made.words,
                made.by.name, state,
            )  # fmt: skip


CORRECTIONS = ReportForm(
    name="corrections",
    title="Corrections of final days",
    about="What was put right later, with the day that it is about",
    cite="465a.31",
    source="money",
    items=corrections,
    columns=(
        DAY,
        text("of", "About", groups=True),
        TIME,
        PIT,
        GAME,
        TABLE,
        text("account", "Account", groups=True),
        money("amount", "Amount"),
        text("words", "What was wrong"),
        text("by", "By"),
        text("state", "State", groups=True),
    ),
)

PAPERS = (FILLS, NUMBERS, DIFFERENCES, VOIDS, DAYS, CORRECTIONS)
