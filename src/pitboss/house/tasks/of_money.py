"""What waits in the money of the house: papers to prepare and carry, boxes to take and count, shifts and days to end."""

from collections.abc import Iterable, Iterator

from pitboss.authority import Right
from pitboss.house.book.book import STATES, MoneyBook, Slip
from pitboss.house.book.movements.count import COUNT, DROPPED, counters_of, signers_in
from pitboss.house.book.movements.days import DAY, SHIFTS, differences, not_yet
from pitboss.house.book.movements.slips import cannot_sign
from pitboss.house.book.papers import PAPERS
from pitboss.house.host.money import POST, counted_for_drop, gone, sign_task, sold_since
from pitboss.house.host.task import StaffTask
from pitboss.house.house import House
from pitboss.house.people.register import names
from pitboss.house.protocol.tasks import TaskAct, TaskAsk, TaskChoice
from pitboss.money import dollars
from pitboss.roles import Role

CASHIER, SECURITY = (Role.CAGE_CASHIER,), (Role.SECURITY,)
COUNTERS = (Role.COUNT_TEAM,)


def tasks(house: House) -> Iterator[StaffTask]:
    """Everything that waits in the money of the house."""
    book = house.book
    if book.stated is not None:
        yield _agree_book(house, book)
    if not book.is_open:
        return
    yield from _papers(house, book)
    yield from _drops(house, book)
    yield from _count(book)
    yield from _credit(house, book)
    yield from _shifts(house, book)
    yield from _days(house, book)
    yield from _differences(book)
    yield from _corrections(book)


def _agree_book(house: House, book: MoneyBook) -> StaffTask:
    stated = book.stated
    assert stated is not None
    busy = [
        name
        for name, table in house.bookkeeper.tables().items()
        if table.state.standing.open or table.state.seats.players
    ]
    return StaffTask(
        kind="book",
        title="Count what the book begins with, and agree",
        right=Right("agree book", CASHIER, "465a.16"),
        excluded=(stated.by.credential,),
        waits_for=f"First these tables have to be closed and empty: {_few(busy)}." if busy else "",
        changes=f"{stated.by.name} stated ${dollars(stated.cash)} of cash, and the chips of chip bank, reserve and trays.",
        act=TaskAct("Agree", {"do": "agree_book"}, path=POST, page="/cage#book", only_there=True),
    )


def _papers(house: House, book: MoneyBook) -> Iterator[StaffTask]:
    for slip in book.open_slips():
        if slip.void_asked is not None:
            yield _void(slip)
            continue
        if slip.next is not None and not slip.next.at_table:
            yield sign_task(book, slip, names(house.register))
        if why := _at_an_end(house, book, slip):
            yield _to_void(slip, why)
        if slip.counted is not None and slip.paper in ("fill", "credit") and slip.next is not None and slip.next.counts:
            yield _difference(slip)


def _at_an_end(house: House, book: MoneyBook, slip: Slip) -> str:
    """Why a paper whose number may still be void cannot go on, as a sentence."""
    if not PAPERS[slip.paper].may_be_void(slip.state):
        return ""
    table = house.bookkeeper.tables().get(slip.table)
    if slip.paper == "check" and (table is None or int(slip.about) not in table.state.seats.players):
        return gone(slip)
    return cannot_sign(book, slip)


def _to_void(slip: Slip, why: str) -> StaffTask:
    return StaffTask(
        kind="dead slip",
        name=slip.id,
        title=f"Mark {slip.id} void, or see that it can go on",
        right=Right("ask void", CASHIER, "465a.3"),
        since=slip.signed[-1].at,
        changes=why,
        act=TaskAct(
            "Mark it void",
            {"do": "void_slip", "slip": slip.id},
            path=POST,
            asks=(TaskAsk("reason", "Why it is void"),),
            second_look=f"{slip.id} is marked void; it keeps its number, and security signs too.",
            page=f"/slips#{slip.id}",
        ),
    )


def _void(slip: Slip) -> StaffTask:
    asked = slip.void_asked
    assert asked is not None
    return StaffTask(
        kind="void",
        name=slip.id,
        title=f"Sign that {slip.id} is void",
        right=Right("sign void", SECURITY, "465a.3"),
        since=asked.at,
        excluded=tuple(one.by.credential for one in (*slip.signed, asked)),
        changes=f"{asked.by.name}: {slip.note} Its number is kept.",
        act=TaskAct(
            "Sign",
            {"do": "void_slip", "slip": slip.id},
            path=POST,
            second_look=f"{slip.id} is void for good, and keeps its number.",
        ),
    )


def _difference(slip: Slip) -> StaffTask:
    return StaffTask(
        kind="difference",
        name=slip.id,
        title=f"Look into {slip.id}: it was counted otherwise",
        right=Right("accept difference", (Role.PIT_MANAGER,), "465a.38"),
        since=slip.signed[-1].at,
        excluded=(slip.counter.credential,) if slip.counter is not None else (),
        changes="Have it counted again; or report it, and take it as counted.",
        act=TaskAct(
            "Take it as counted",
            {"do": "accept_difference", "slip": slip.id},
            path=POST,
            second_look=f"{slip.id} counts as it was counted; what differs is over or short.",
            asks=(TaskAsk("words", "What was found out, and to whom it was reported"),),
        ),
    )


def _drops(house: House, book: MoneyBook) -> Iterator[StaffTask]:
    """A tray that was counted for a drop: security takes the box."""
    tables = house.bookkeeper.tables()
    for name, money in book.tables.items():
        slip = counted_for_drop(book, name)
        if slip is None or name not in tables:
            continue
        sold = sold_since(tables[name], slip)
        coming = [one.id for one in book.open_slips() if one.table == name and one.paper in ("fill", "credit")]
        waits = f"Chips were sold since {slip.id} was signed; the tray is counted again first." if sold else ""
        yield StaffTask(
            kind="box",
            name=money.box,
            title=f"Take the drop box of {name}",
            right=Right("take box", SECURITY, DROPPED),
            since=slip.signed[-1].at,
            excluded=tuple(one.by.credential for one in slip.signed),
            waits_for=waits or (f"{coming[0]} is on its way; its slip belongs into this box." if coming else ""),
            changes=f"{money.box} goes to the count room; surveillance hears of it first.",
            act=TaskAct(
                "Taken",
                {"do": "take_box", "table": name},
                path=POST,
                choices=(
                    TaskChoice("The last drop of the gaming day", {"last": True}),
                    TaskChoice("A drop during the day", {"last": False}),
                ),
            ),
        )


def _count(book: MoneyBook) -> Iterator[StaffTask]:
    taken = book.boxes_in("taken")
    for box in taken:
        if box.counted is None:
            by = [one.by.name for one in box.counts]
            yield StaffTask(
                kind="count",
                name=box.name,
                title=f"Count the box {box.name}",
                right=Right("count box", COUNTERS, COUNT),
                since=box.taken.at if box.taken is not None else "",
                excluded=tuple(
                    one.credential
                    for one in (
                        *(count.by for count in box.counts),
                        *((box.taken.by,) if box.taken is not None else ()),
                        *signers_in(book, box),
                    )
                ),
                changes=f"Counted by {', '.join(by)}; a second one counts it too."
                if by
                else "Two count it, each by themselves.",
                act=TaskAct(
                    "Count", {"do": "count_box", "box": box.name}, path=POST, page=f"/count#{box.name}", only_there=True
                ),
            )
    if taken and all(box.counted is not None for box in taken):
        yield StaffTask(
            kind="count signed",
            title=f"Sign the count of {len(taken)} box{'es' if len(taken) > 1 else ''}",
            right=Right("sign count", COUNTERS, COUNT),
            excluded=tuple(one.credential for one in book.count_signed),
            changes=f"{len(book.count_signed)} of {book.settings.counters} have signed; then its figures are shown.",
            act=TaskAct("Sign", {"do": "sign_count"}, path=POST, page="/count"),
        )
    if book.boxes_in("counted"):
        yield StaffTask(
            kind="count accepted",
            title="Recount the cash of the count, and take it over",
            right=Right("accept count", CASHIER, COUNT),
            excluded=tuple(one.credential for one in counters_of(book)),
            changes="It ends the duty of the count team.",
            act=TaskAct(
                "Taken over",
                {"do": "accept_count"},
                path=POST,
                asks=(TaskAsk("amount", "What you counted", money=True),),
                page="/cage",
            ),
        )


def _credit(house: House, book: MoneyBook) -> Iterator[StaffTask]:
    for patron, credit in book.credit.items():
        if credit.asked is not None:
            yield StaffTask(
                kind="credit",
                name=patron,
                title=f"Agree to credit of ${dollars(credit.asked.limit)} for {names(house.register)(patron)}",
                right=Right("agree credit", (Role.CAGE_CASHIER, Role.SHIFT_MANAGER), "609a.8"),
                excluded=(credit.asked.by.credential,),
                urgency="soon",
                changes=f"{credit.asked.by.name} asked for it; until now ${dollars(credit.limit)}.",
                act=TaskAct(
                    "Agree",
                    {"do": "agree_credit", "patron": patron},
                    path=POST,
                    second_look=f"{names(house.register)(patron)} may draw counter checks up to ${dollars(credit.asked.limit)}.",
                ),
            )


def _shifts(house: House, book: MoneyBook) -> Iterator[StaffTask]:
    for day, shift in house.calendar.ended_shifts(book.since):
        if (day, shift) not in book.shifts:
            yield StaffTask(
                kind="shift",
                name=f"{day} {shift}",
                title=f"End shift {shift} of {day}",
                right=Right("end shift", SHIFTS, DAY),
                urgency="soon",
                changes="Every table's tray, drop and win is read; what is open is named and taken over.",
                act=TaskAct("End it", {"do": "end_shift", "day": day, "shift": shift}, path=POST, page="/shift"),
            )
            return  # one after the other


def _days(house: House, book: MoneyBook) -> Iterator[StaffTask]:
    today = house.calendar.gaming_day().date
    for day, state in sorted(book.days.items()):
        if day >= today or state == "final":
            continue
        following = STATES[STATES.index(state) + 1]
        left = not_yet(book, day, following, today)
        yield StaffTask(
            kind="day",
            name=f"{day} {following}",
            title=f"{day}: say that it is {following}",
            right=Right("move day", (Role.AUDITOR,) if following == "final" else SHIFTS, DAY),
            urgency="later",
            waits_for=f"Still open: {_few(left)}." if left else "",
            changes=f"The gaming day is {state}."
            + (" Nothing of it is changed any more." if following == "final" else ""),
            act=TaskAct(
                "Say so",
                {"do": "move_day", "day": day, "state": following},
                path=POST,
                second_look=f"{day} is final; nothing of it is changed any more." if following == "final" else "",
                page="/shift",
            ),
        )
        return  # one after the other


def _differences(book: MoneyBook) -> Iterator[StaffTask]:
    """What was counted otherwise than play left it, of days that are not reconciled: somebody says what was found out."""
    for day, state in sorted(book.days.items()):
        if state in ("reconciled", "final"):
            continue
        for about, amount in differences(book, day):
            if about not in book.notes:
                by = f"${dollars(abs(amount))} {'over' if amount > 0 else 'short'}" if amount else "slips are missing"
                yield StaffTask(
                    kind="difference note",
                    name=about,
                    title=f"Look into {about}: {by}",
                    right=Right("note difference", (*SHIFTS, Role.AUDITOR), DAY),
                    urgency="soon",
                    changes=f"{day} is reconciled when every difference has a note.",
                    act=TaskAct(
                        "Note it",
                        {"do": "note_difference", "about": about},
                        path=POST,
                        asks=(TaskAsk("words", "What you found out"),),
                        page="/shift",
                    ),
                )


def _corrections(book: MoneyBook) -> Iterator[StaffTask]:
    for number, one in enumerate(book.corrections, 1):
        if one.agreed is None:
            yield StaffTask(
                kind="day correction",
                name=str(number),
                title=f"Decide on a correction of {one.made.of}",
                right=Right("agree correction", (Role.SHIFT_MANAGER, Role.AUDITOR), DAY),
                since=one.at,
                excluded=(one.made.by.credential,),
                changes=f"{one.made.account}: ${dollars(one.made.amount)}. {one.made.words} ({one.made.by.name})",
                act=TaskAct(
                    "Decide",
                    {"do": "agree_correction", "number": number},
                    path=POST,
                    choices=(
                        TaskChoice(
                            "Agree",
                            {"agreed": True},
                            second_look=f"{one.made.account}: ${dollars(one.made.amount)} against over and short, entered today.",
                        ),
                        TaskChoice("Drop it", {"agreed": False}),
                    ),
                ),
            )


def _few(words: Iterable[str], most: int = 3) -> str:
    found = list(words)
    return "; ".join(found[:most]) + (f"; and {len(found) - most} more" if len(found) > most else "")
