"""What of the money of a day waits for whom: only what succeeds is offered, and nothing waits for ever."""

import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from pitboss.house.book import accounts
from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import PersonAdded
from pitboss.house.protocol.tasks import TaskLine
from pitboss.house.table.felt import WonFromMeter
from pitboss.house.tasks.queue import Tasks
from pitboss.procedure import Answer, Refused
from pitboss.roles import Role
from tests.house.desk import run
from tests.house.money import MoneyDesk, pile
from tests.house.money_shift import MoneyShift, plans_with_trays
from tests.house.test_book_refusals import dropped, opened
from tests.house.test_followed import Dealer

R = "roulette"
DAY = 24 * 3600.0
Case = Callable[[MoneyDesk], Awaitable[None]]


def line(desk: MoneyDesk, by: Role | str, kind: str) -> TaskLine:
    """The first task of a kind that somebody sees, theirs or not."""
    tasks = Tasks(desk.house)
    tasks.look()
    return next(one for one in tasks.queue(desk.one(by)).tasks if one.kind == kind)


def kinds(desk: MoneyDesk, by: Role | str) -> list[str]:
    """The kinds of what somebody may do now."""
    tasks = Tasks(desk.house)
    tasks.look()
    return [one.kind for one in tasks.queue(desk.one(by)).tasks if one.yours]


async def a_book_that_begins_while_a_table_is_open(desk: MoneyDesk) -> None:
    await desk.open_by_hand(R)
    await desk.money(Role.MANAGER, "state_book", cash=1000, chips={500: 10})
    assert (
        line(desk, Role.CAGE_CASHIER, "book").waits_for == "First these tables have to be closed and empty: roulette."
    )
    with pytest.raises(Refused, match="is open or has patrons"):
        await desk.money(Role.CAGE_CASHIER, "agree_book")


async def a_tray_that_differs_465a_37(desk: MoneyDesk) -> None:
    """At the filed tolerance of $25 nothing is said; above it, to whom it was reported."""
    await desk.begin()
    for by_hand, asked in ((2500, []), (-2550, ["note"]), (2550, ["note"])):
        chips = pile(desk.expected(R) + by_hand)
        slip = await desk.money(desk.crew(R), "count_tray", table=R, kind="opener", chips=chips)
        signs = line(desk, Role.FLOORPERSON, "slip")
        assert signs.act is not None
        assert [one.field for one in signs.act.asks] == asked
        assert ("differs by" in signs.changes) == bool(asked)
        if asked:
            with pytest.raises(Refused, match="say to whom it was reported"):
                await desk.money(Role.FLOORPERSON, "sign_slip", slip=slip)
    await desk.money(Role.FLOORPERSON, "sign_slip", slip=slip, note="security and the shift manager")


async def a_tray_that_changed_since_it_was_counted_465a_36(desk: MoneyDesk) -> None:
    await desk.begin()
    await opened(desk, R)
    slip = await desk.money(desk.crew(R), "count_tray", table=R, kind="drop", chips=pile(desk.expected(R)))
    assert line(desk, Role.FLOORPERSON, "slip").yours
    await desk.do(R, desk.person(Role.DEALER, R), do="seat_patron", seat=1, amount=10_000)
    with pytest.raises(Refused, match="count it again"):
        await desk.money(Role.FLOORPERSON, "sign_slip", slip=slip)
    assert "slip" not in kinds(desk, Role.FLOORPERSON)
    assert line(desk, desk.crew(R), "tray").title == "Count the tray for the drop again"
    await desk.count(R, "drop")


async def a_box_of_a_day_that_is_over_465a_18(desk: MoneyDesk) -> None:
    """The tray of an open table is counted for the drop; without it the day could never end."""
    await desk.begin()
    await opened(desk, R)
    assert "tray" not in kinds(desk, desk.crew(R))
    desk.clock.pass_by(DAY)
    assert line(desk, desk.crew(R), "tray").title == "Count the tray for the drop"
    await desk.count(R, "drop")
    assert "tray" not in kinds(desk, desk.crew(R))
    assert "box" in kinds(desk, Role.SECURITY)
    await desk.money(Role.SECURITY, "take_box", table=R)
    assert "box" not in kinds(desk, Role.SECURITY)
    assert "day" in kinds(desk, Role.SHIFT_MANAGER)


async def a_closed_table_with_the_box_of_an_earlier_day(desk: MoneyDesk) -> None:
    """It was counted for an opening that did not come: it is counted and dropped before it opens on another day."""
    await desk.begin()
    await desk.count(R, "opener")
    desk.clock.pass_by(DAY)
    assert line(desk, desk.crew(R), "tray").title == "Count the tray after the closing"
    await desk.count(R, "closer")
    waiting = line(desk, desk.crew(R), "tray")
    assert (waiting.title, waiting.yours) == ("Count the tray for the opening", False)
    assert waiting.waits_for.startswith("First security takes the drop box of ")
    await desk.money(Role.SECURITY, "take_box", table=R)
    assert line(desk, desk.crew(R), "tray").yours


async def a_fill_that_the_chip_bank_lacks_465a_38(desk: MoneyDesk) -> None:
    """It waits, and a cashier may mark it void; with the chips it goes on."""
    await desk.begin()
    await opened(desk, R)
    held = desk.book.holdings[accounts.CHIP_BANK][50_000]
    await desk.money(Role.CAGE_CASHIER, "transfer", kind="stored", chips={50_000: held})
    stored = line(desk, "cashier-2", "slip")
    assert stored.yours
    assert not line(desk, Role.CAGE_CASHIER, "slip").yours, "whoever gives a transfer does not take it"
    await desk.money("cashier-2", "sign_slip", slip=stored.id.removeprefix("slip/"))
    fill = await desk.money(Role.FLOORPERSON, "request_fill", table=R, chips={50_000: 1})
    waiting = line(desk, Role.CAGE_CASHIER, "slip")
    assert (waiting.yours, waiting.waits_for) == (False, "The chip bank has 0 chips of $500.00, not 1.")
    assert kinds(desk, Role.CAGE_CASHIER) == ["dead slip"]
    with pytest.raises(Refused, match="has 0 chips"):
        await desk.money(Role.CAGE_CASHIER, "sign_slip", slip=fill)
    await desk.money(Role.CAGE_CASHIER, "void_slip", slip=fill, reason="the bank has none")
    assert kinds(desk, Role.SECURITY) == ["void"]
    assert kinds(desk, Role.CAGE_CASHIER) == []


async def a_transfer_whose_drawer_has_gone(desk: MoneyDesk) -> None:
    await desk.begin()
    drawer = await desk.money(Role.CAGE_CASHIER, "hand_out_drawer", cashier="cashier-2", cash=10_000)
    await desk.money("cashier-2", "sign_slip", slip=drawer)
    moved = await desk.money("cashier-2", "transfer", kind="drawer cash", cash=5000)
    await desk.money("cashier-2", "sign_slip", slip=drawer, cash=10_000)
    assert line(desk, "cashier-2", "slip").yours is False, "another cashier takes back what they counted"
    assert line(desk, Role.CAGE_CASHIER, "slip").id == f"slip/{drawer}"
    await desk.money(Role.CAGE_CASHIER, "sign_slip", slip=drawer, cash=10_000)
    assert line(desk, Role.CAGE_CASHIER, "slip").waits_for == "You have no drawer; another cashier hands you one."
    await desk.money(Role.CAGE_CASHIER, "void_slip", slip=moved, reason="the drawer was given back")
    await desk.money(Role.SECURITY, "void_slip", slip=moved)
    assert "slip" not in kinds(desk, Role.CAGE_CASHIER)


async def a_counter_check_for_somebody_who_left_609a_7(desk: MoneyDesk) -> None:
    await desk.begin()
    await opened(desk, R)
    patron = credential_of(Role.PLAYER)
    await desk.money(Role.CAGE_CASHIER, "set_credit", patron=patron, limit=100_000)
    await desk.money("cashier-2", "agree_credit", patron=patron)
    await desk.do(R, desk.person(Role.DEALER, R), do="seat_patron", seat=1, amount=10_000)
    check = await desk.money(Role.FLOORPERSON, "issue_check", table=R, patron=patron, amount=5000, seat=1)
    assert line(desk, desk.crew(R), "slip").yours
    await desk.do(R, desk.role("floor", R), do="free_seat", seat=1, reason="left")
    waiting = line(desk, desk.crew(R), "slip")
    assert (waiting.yours, "a cashier marks" in waiting.waits_for) == (False, True)
    await desk.money(Role.CAGE_CASHIER, "void_slip", slip=check, reason="they left")
    await desk.money(Role.SECURITY, "void_slip", slip=check)
    assert desk.book.checks_of(patron) == 0


async def a_difference_without_a_note_465a_31(desk: MoneyDesk) -> None:
    """Somebody looks into it before the day is reconciled."""
    await desk.begin()
    box = await dropped(desk)
    await desk.count_box(box, more=100)
    await desk.end_count()
    day = desk.book.boxes[box].day
    desk.clock.pass_by(DAY)
    await desk.count(R, "drop")
    await desk.money(Role.SECURITY, "take_box", table=R)
    await desk.count_box(next(one.name for one in desk.book.boxes_in("taken")))
    await desk.end_count()
    for state in ("dropped", "counted"):
        await desk.money(Role.SHIFT_MANAGER, "move_day", day=day, state=state)
    assert "has no note" in line(desk, Role.SHIFT_MANAGER, "day").waits_for
    looks = line(desk, Role.SHIFT_MANAGER, "difference note")
    assert (looks.title, looks.yours) == (f"Look into {box}: $1.00 over", True)
    await desk.money(Role.SHIFT_MANAGER, "note_difference", about=box, words="a note stuck to another")
    assert "difference note" not in kinds(desk, Role.SHIFT_MANAGER)
    assert line(desk, Role.SHIFT_MANAGER, "day").yours


async def a_jackpot_605a_7(desk: MoneyDesk) -> None:
    """The dealer verifies it, the floor validates it, the cage pays it; where the chip bank lacks the chips it waits."""
    await desk.begin()
    await opened(desk, R)
    desk.folds = False  # an award is planted in the table, where a meter would have paid it
    desk.table(R).state.felt.awards.append(WonFromMeter(5, 1, "meter", 100_000))
    held = desk.book.holdings[accounts.CHIP_BANK]
    verifies = line(desk, desk.crew(R), "award")
    assert verifies.act is not None
    assert verifies.yours
    body = {name: value for name, value in verifies.act.body.items() if name != "do"}
    slip = await desk.money(desk.crew(R), "claim_jackpot", **body)
    assert "award" not in kinds(desk, desk.crew(R))
    await desk.money(Role.FLOORPERSON, "sign_slip", slip=slip)
    everything = {one: count for one, count in held.items() if one > 50}
    for chips, there in ((everything, True), ({50: held[50] - 1999}, False)):  # at $1,000.00, and below it
        await desk.money(Role.CAGE_CASHIER, "transfer", kind="stored", chips=chips)
        stored = next(one.id for one in desk.book.open_slips() if one.paper == "transfer")
        await desk.money("cashier-2", "sign_slip", slip=stored)
        waiting = line(desk, Role.CAGE_CASHIER, "slip")
        assert (waiting.yours, "not $1000.00" in waiting.waits_for) == (there, not there)
    await desk.money(Role.CAGE_CASHIER, "transfer", kind="released", chips={50_000: 2})
    back = next(one.id for one in desk.book.open_slips() if one.paper == "transfer")
    await desk.money("cashier-2", "sign_slip", slip=back)
    assert line(desk, Role.CAGE_CASHIER, "slip").yours
    await desk.money(Role.CAGE_CASHIER, "sign_slip", slip=slip, chips={50_000: 2})
    assert kinds(desk, Role.CAGE_CASHIER) == []


CASES = (
    a_jackpot_605a_7,
    a_book_that_begins_while_a_table_is_open,
    a_tray_that_differs_465a_37,
    a_tray_that_changed_since_it_was_counted_465a_36,
    a_box_of_a_day_that_is_over_465a_18,
    a_closed_table_with_the_box_of_an_earlier_day,
    a_fill_that_the_chip_bank_lacks_465a_38,
    a_transfer_whose_drawer_has_gone,
    a_counter_check_for_somebody_who_left_609a_7,
    a_difference_without_a_note_465a_31,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_what_is_offered_succeeds_and_what_is_not_says_why(tmp_path: Path, case: Case) -> None:
    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            await case(desk)

    run(work)


def test_i_gen_44_what_is_owed_is_paid_by_whoever_has_a_drawer_with_the_cash(tmp_path: Path) -> None:
    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            await desk.begin()
            await opened(desk, R)
            dealer, floor = Dealer(desk, R, random.Random(3)), desk.role("floor", R)
            await desk.do(R, dealer.session(), do="seat_patron", seat=1, amount=10_000)
            await dealer.round()
            await desk.do(R, floor, do="free_seat", seat=1, reason="left")
            lines = [{"seat": 1, "amount": 500}]
            await desk.do(R, floor, do="propose_correction", rounds=[1], lines=lines, reason="paid too little")
            await desk.do(R, desk.person(Role.SHIFT_MANAGER, R), do="decide_correction", number=1, agreed=True)
            assert line(desk, Role.SHIFT_MANAGER, "owed").waits_for.startswith("First a cashier is handed a drawer")
            for cash, able in ((400, False), (500, True)):
                who = "cashier-2" if able else Role.CAGE_CASHIER
                other = Role.CAGE_CASHIER if able else "cashier-2"
                drawer = await desk.money(other, "hand_out_drawer", cashier=desk.one(who).credential, cash=cash)
                await desk.money(who, "sign_slip", slip=drawer)
                assert ("owed" in kinds(desk, who)) is able
            assert "owed" not in kinds(desk, Role.CAGE_CASHIER), "their drawer has too little"

    run(work)


def test_a_new_dealer_waits_for_the_end_of_the_round(tmp_path: Path) -> None:
    """A second dealer is wanted for a paper which the only one at the table may not sign."""

    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            await desk.begin()
            await opened(desk, R)
            await desk.house.register.enter(
                PersonAdded("both", "Both", (Role.DEALER, Role.FLOORPERSON)),
                PersonAdded("free", "Free", (Role.DEALER,)),
            )
            floor = desk.person(Role.PIT_MANAGER, R)
            await desk.do(R, floor, do="assign", person="both", role="floorperson")
            await desk.do(R, floor, do="assign", person="both", role="dealer")
            fill = await desk.money("both", "request_fill", table=R, chips={2500: 4})
            for by in (Role.CAGE_CASHIER, Role.SECURITY):
                await desk.money(by, "sign_slip", slip=fill)
            assert not line(desk, "both", "slip").yours, "they requested it"
            assert line(desk, Role.PIT_MANAGER, "assign").yours
            both = Session(hash="both", person="both")
            await desk.do(R, both, do="seat_patron", seat=1, amount=10_000)
            await desk.say(R, both, Answer(1, "wager", "red", amount=500))
            waiting = line(desk, Role.PIT_MANAGER, "assign")
            assert (waiting.yours, "This round has to be over" in waiting.waits_for) == (False, True)
            with pytest.raises(Refused, match="wait until this round is over"):
                await desk.do(R, floor, do="assign", person="free", role="dealer")

    run(work)


@pytest.mark.parametrize("seed", [6])
def test_a_shift_with_its_money_is_worked_through_the_queue_alone(tmp_path: Path, seed: int) -> None:
    """Trays, fills, credits, drawers, drops and counts beside the play; then every gaming day that is over becomes final."""
    pick = random.Random(seed)

    async def work() -> None:
        async with MoneyShift(tmp_path, plans_with_trays(["roulette", "blackjack"], pick), pick, faults=0.2) as worked:
            await worked.run(300)
            await worked.finish()
            await worked.close_the_books()
            assert {"book", "tray", "slip", "box", "count", "count signed", "count accepted", "day", "shift"} <= set(
                worked.done
            )

    run(work)
