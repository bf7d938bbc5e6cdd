"""What cannot be done with money: refused with words and the rule that says so, and nothing is changed by it."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import PersonAdded
from pitboss.house.table import entries
from pitboss.house.table.felt import WonFromMeter
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import run
from tests.house.money import TRAY, MoneyDesk, notes, pile
from tests.house.test_book import state_of

Refuse = Callable[..., Awaitable[None]]
Case = Callable[[MoneyDesk, Refuse], Awaitable[None]]
R, B = "roulette", "blackjack"


async def refusing(desk: MoneyDesk) -> Refuse:
    async def refused(sentence: str, cite: str, by: Role | str, do: str, **fields: Any) -> None:
        before = state_of(desk.book)
        with pytest.raises(Refused) as caught:
            await desk.money(by, do, **fields)
        assert sentence in caught.value.sentence, caught.value.sentence
        assert caught.value.cite == cite
        assert caught.value.sentence.endswith(".")
        assert state_of(desk.book) == before

    return refused


async def opened(desk: MoneyDesk, *tables: str) -> None:
    for table in tables:
        await desk.count(table, "opener")
        await desk.open_by_hand(table)


async def from_tray_to_tray(desk: MoneyDesk, refused: Refuse) -> None:
    await refused(
        "never from tray to tray", "465a.36(b)", Role.CAGE_CASHIER, "transfer", kind=f"tray {R}", chips={500: 1}
    )


async def a_carrier_who_requested(desk: MoneyDesk, refused: Refuse) -> None:
    await desk.house.register.enter(PersonAdded("both", "Both", (Role.PIT_MANAGER, Role.SECURITY)))
    await opened(desk, R)
    slip = await desk.money("both", "request_fill", table=R, chips={2500: 4})
    await desk.money(Role.CAGE_CASHIER, "sign_slip", slip=slip)
    await refused("Both requested it", "465a.38", "both", "sign_slip", slip=slip)


async def one_person_for_two(desk: MoneyDesk, refused: Refuse) -> None:
    await refused("Only a floorperson", "465a.36", desk.crew(R), "sign_slip", slip=await counted(desk))
    await desk.house.register.enter(PersonAdded("two", "Two", (Role.CAGE_CASHIER, Role.SHIFT_MANAGER)))
    await desk.money("two", "set_credit", patron=credential_of(Role.PLAYER), limit=100)
    await refused("a second person has to sign", "609a.8", "two", "agree_credit", patron=credential_of(Role.PLAYER))
    await refused(
        "Nobody hands a drawer to themselves", "465a.16", "cashier-2", "hand_out_drawer", cashier="cashier-2", cash=100
    )


async def counted(desk: MoneyDesk) -> str:
    return await desk.money(desk.crew(R), "count_tray", table=R, kind="opener", chips={500: 4})


async def a_counter_of_the_pit(desk: MoneyDesk, refused: Refuse) -> None:
    box = await dropped(desk)
    table = desk.table(R)
    table.enter(entries.Assigned("counter-2", "counter-2", Role.DEALER))  # by mistake
    await refused("nobody of the pit counts", "465a.25", "counter-2", "count_box", box=box, notes={})
    await refused("Only the count team", "465a.25", Role.DEALER, "count_box", box=box, notes={})


async def dropped(desk: MoneyDesk, table: str = R) -> str:
    """A table that sold chips for cash and was dropped; the name of its box."""
    await opened(desk, table)
    dealer = desk.person(desk.table(table).game.dealt_by[0], table)
    await desk.do(table, dealer, do="seat_patron", seat=1, amount=50_000)
    await desk.do(table, desk.role("floor", table), do="free_seat", seat=1, reason="x")
    return await desk.drop(table, "drop")


async def a_slip_in_another_box(desk: MoneyDesk, refused: Refuse) -> None:
    await opened(desk, B)
    stray = await desk.fill(B, {2500: 4})
    box = await dropped(desk)
    found = {"box": box, "notes": notes(50_000), "slips": [*desk.book.boxes[box].slips, stray]}
    await refused(f"{stray} belongs into the box {B}", "465a.25", Role.COUNT_TEAM, "count_box", **found)


async def a_fill_after_its_box_has_gone(desk: MoneyDesk, refused: Refuse) -> None:
    await opened(desk, R)
    slip = await desk.money(Role.FLOORPERSON, "request_fill", table=R, chips={2500: 4})
    await desk.money(Role.CAGE_CASHIER, "sign_slip", slip=slip)
    await desk.close(R)
    await desk.drop(R)
    for who, chips in ((Role.SECURITY, {}), (desk.crew(R), {2500: 4})):
        await desk.money(who, "sign_slip", slip=slip, chips=chips)
    await refused("The drop box of roulette has gone", "465a.38", Role.FLOORPERSON, "sign_slip", slip=slip)


async def an_award_that_no_meter_paid(desk: MoneyDesk, refused: Refuse) -> None:
    """What is a part of a meter is claimed with the record behind it; nothing else leaves the chip bank for it."""
    await opened(desk, R)
    await refused("No meter at roulette paid", "605a.7", desk.crew(R), "claim_jackpot", table=R, award="roulette 1 1 x")


async def a_meter_award_from_the_tray(desk: MoneyDesk, refused: Refuse) -> None:
    """Nobody at the table pays it: the cage does, out of the chip bank, and the tray holds what it held."""
    await opened(desk, R)
    desk.folds, table = False, desk.table(R)  # the award is planted, where a meter would have paid it
    table.state.felt.awards.append(WonFromMeter(1, 2, "meter", 123_400))
    table.state.ledger.move("inventory", "rack 2", 123_400)  # as its settlement leaves it
    before = desk.expected(R)
    slip = await desk.money(desk.crew(R), "claim_jackpot", table=R, award=f"{R} 1 2 meter")
    await desk.money(Role.FLOORPERSON, "sign_slip", slip=slip)
    for who in (desk.crew(R), Role.FLOORPERSON):
        await refused("Only a cage cashier", "605a.7", who, "sign_slip", slip=slip, chips=pile(123_400))
    await refused("is for $1234.00", "605a.7", Role.CAGE_CASHIER, "sign_slip", slip=slip, chips=pile(123_300))
    bank = desk.book.accounts.balance("chip bank")
    await desk.money(Role.CAGE_CASHIER, "sign_slip", slip=slip, chips=pile(123_400))
    assert (desk.expected(R), desk.book.accounts.balance("chip bank")) == (before, bank - 123_400)
    await refused("an award is paid once", "605a.7", desk.crew(R), "claim_jackpot", table=R, award=f"{R} 1 2 meter")


async def colours_at_the_cage(desk: MoneyDesk, refused: Refuse) -> None:
    await drawer(desk)
    fields = {"act": "redeem", "chips": {500: 1}, "about": "blue"}
    await refused("redeemed at their own table only", "603a.10(f)", "cashier-2", "at_window", **fields)


async def drawer(desk: MoneyDesk, cash: int = 500_000) -> None:
    slip = await desk.money(Role.CAGE_CASHIER, "hand_out_drawer", cashier="cashier-2", cash=cash)
    await desk.money("cashier-2", "sign_slip", slip=slip)


async def a_slip_used_twice(desk: MoneyDesk, refused: Refuse) -> None:
    await opened(desk, R)
    slip = await desk.fill(R, {2500: 4})
    await refused("a slip is used once", "465a.3", Role.FLOORPERSON, "sign_slip", slip=slip)
    await refused("have moved", "465a.3", Role.CAGE_CASHIER, "void_slip", slip=slip, reason="no")


async def a_count_that_cannot_be(desk: MoneyDesk, refused: Refuse) -> None:
    count = {"table": R, "kind": "opener"}
    await refused("has no chips of $0.03", "465a.37", desk.crew(R), "count_tray", chips={3: 1}, **count)
    await refused("ever had", "465a.37", desk.crew(R), "count_tray", chips={10_000: 900_000}, **count)
    await refused("not 2,000,000", "465a.37", desk.crew(R), "count_tray", chips={500: 2_000_000}, **count)


async def chips_that_were_never_issued(desk: MoneyDesk, refused: Refuse) -> None:
    await drawer(desk)
    fields = {"act": "redeem", "name": "a man in a hat"}
    await refused("ever had 0", "603a.10", "cashier-2", "at_window", chips={500_000: 1}, **fields)
    await refused("were never given to them", "603a.10", "cashier-2", "at_window", chips={500: 1}, **fields)


async def a_closed_day_changed(desk: MoneyDesk, refused: Refuse) -> None:
    box = await dropped(desk)
    await desk.close(R)
    other = await desk.drop(R)
    for one in (box, other):
        await desk.count_box(one)
    await desk.end_count()
    day = desk.book.boxes[box].day
    desk.clock.pass_by(48 * 3600)
    await refused(
        f"{day} is open; next it is dropped", "465a.31", Role.SHIFT_MANAGER, "move_day", day=day, state="reconciled"
    )
    await refused(
        "is not final", "465a.31", Role.AUDITOR, "correct_day", day=day, account="main bank", amount=1, words="x"
    )
    for state in ("dropped", "counted", "reconciled"):
        await desk.money(Role.SHIFT_MANAGER, "move_day", day=day, state=state)
    await desk.money(Role.AUDITOR, "move_day", day=day, state="final")
    await refused(
        "is final; a correction is entered today", "465a.31", Role.AUDITOR, "move_day", day=day, state="final"
    )
    await desk.money(Role.AUDITOR, "correct_day", day=day, account="main bank", amount=100, words="a note found later")
    await refused("a second person has to sign", "465a.31", Role.AUDITOR, "agree_correction", number=1)
    before = desk.book.accounts.balance("main bank")
    await desk.money(Role.SHIFT_MANAGER, "agree_correction", number=1)
    assert desk.book.accounts.balance("main bank") == before + 100


async def a_fill_to_a_closed_table(desk: MoneyDesk, refused: Refuse) -> None:
    await refused("is closed", "465a.38", Role.FLOORPERSON, "request_fill", table=R, chips={500: 1})


async def a_box_counted_twice(desk: MoneyDesk, refused: Refuse) -> None:
    box = await dropped(desk)
    await refused("Not counted yet by two", "465a.25", Role.COUNT_TEAM, "sign_count")
    await desk.money(Role.COUNT_TEAM, "count_box", box=box, notes=notes(50_000), slips=desk.book.boxes[box].slips)
    await refused("counted it; a second person", "465a.25", Role.COUNT_TEAM, "count_box", box=box, notes=notes(50_000))
    await desk.money("counter-2", "count_box", box=box, notes=notes(50_000), slips=desk.book.boxes[box].slips)
    await refused("a box is counted once", "465a.25", "counter-3", "count_box", box=box, notes=notes(50_000))
    await refused("is on its table", "465a.25", "counter-3", "count_box", box=desk.book.tables[R].box, notes={})


async def two_who_count_differently(desk: MoneyDesk, refused: Refuse) -> None:
    """Neither learns what the other counted; both count again."""
    box = await dropped(desk)
    await desk.money(Role.COUNT_TEAM, "count_box", box=box, notes=notes(50_000))
    await desk.money("counter-2", "count_box", box=box, notes=notes(49_900))
    assert (desk.book.boxes[box].counts, desk.book.boxes[box].differed) == ([], 1)


async def a_tray_that_differs(desk: MoneyDesk, refused: Refuse) -> None:
    """At the tolerance nobody says anything; one chip above it, it is reported with words."""
    expected = desk.expected(R)
    slip = await desk.money(desk.crew(R), "count_tray", table=R, kind="opener", chips=pile(expected - 2600))
    await refused("say to whom it was reported", "465a.37", Role.FLOORPERSON, "sign_slip", slip=slip)
    again = await desk.money(desk.crew(R), "count_tray", table=R, kind="opener", chips=pile(expected - 2500))
    assert desk.book.slips[slip].void  # its number is kept
    await desk.money(Role.FLOORPERSON, "sign_slip", slip=again)
    assert desk.book.accounts.balance("over and short") == 2500


async def at_the_table(desk: MoneyDesk, sentence: str, cite: str, role: Role = Role.FLOORPERSON, **what: Any) -> None:
    """A command of the roulette table that is refused."""
    before = state_of(desk.book), desk.table(R).journal.sequence
    with pytest.raises(Refused, match=sentence) as caught:
        await desk.do(R, desk.person(role, R), **what)
    assert caught.value.cite == cite
    assert (state_of(desk.book), desk.table(R).journal.sequence) == before


async def a_sale_undone_when_its_box_has_gone(desk: MoneyDesk, refused: Refuse) -> None:
    """Its cash is in that box; out of the next one nothing is given back. A sale after the drop is undone as ever."""
    await opened(desk, R)
    dealer = desk.person(desk.table(R).game.dealt_by[0], R)
    await desk.do(R, dealer, do="seat_patron", seat=1, amount=50_000)
    await desk.drop(R, "drop", last=False)
    await at_the_table(desk, "went into the box roulette .*, which has gone", "465a.41", do="undo_sale", seat=1)
    await desk.do(R, dealer, do="sell_chips", seat=1, amount=20_000)
    await desk.do(R, dealer, do="undo_sale", seat=1)
    await at_the_table(desk, "which has gone", "465a.41", do="undo_sale", seat=1)


async def a_counter_who_took_the_box(desk: MoneyDesk, refused: Refuse) -> None:
    await desk.house.register.enter(PersonAdded("both", "Both", (Role.SECURITY, Role.COUNT_TEAM)))
    await opened(desk, R)
    await desk.count(R, "drop")
    box = desk.book.tables[R].box
    await desk.money("both", "take_box", table=R)
    await refused(
        "Both took the box; a second person has to count it", "465a.25", "both", "count_box", box=box, notes={}
    )


async def a_counter_who_signed_a_slip_of_the_box(desk: MoneyDesk, refused: Refuse) -> None:
    """Who stood at the table that day counts nothing of it, though they have left it."""
    await desk.house.register.enter(PersonAdded("both", "Both", (Role.DEALER, Role.COUNT_TEAM)))
    await opened(desk, R)
    table = desk.table(R)
    table.enter(entries.Assigned("both", "Both", Role.DEALER))
    slip = await desk.money("both", "count_tray", table=R, kind="drop", chips=pile(desk.expected(R)))
    await desk.money(Role.FLOORPERSON, "sign_slip", slip=slip)
    box = desk.book.tables[R].box
    await desk.money(Role.SECURITY, "take_box", table=R)
    table.enter(entries.Released("both", Role.DEALER))
    await refused("Both signed a slip in it; a second", "465a.25", "both", "count_box", box=box, notes={})


async def a_counter_who_takes_over_the_count(desk: MoneyDesk, refused: Refuse) -> None:
    await desk.house.register.enter(PersonAdded("both", "Both", (Role.CAGE_CASHIER, Role.COUNT_TEAM)))
    box = await dropped(desk)
    found = {"box": box, "notes": notes(50_000), "slips": desk.book.boxes[box].slips}
    for who in ("both", "counter-2"):
        await desk.money(who, "count_box", **found)
    for who in ("both", "counter-2", "counter-3"):
        await desk.money(who, "sign_count")
    await refused(
        "Both counted it; a second person has to take it over", "465a.25", "both", "accept_count", amount=50_000
    )


async def a_difference_taken_by_who_counted_it(desk: MoneyDesk, refused: Refuse) -> None:
    await desk.house.register.enter(PersonAdded("both", "Both", (Role.DEALER, Role.PIT_MANAGER)))
    await opened(desk, R)
    slip = await desk.money(Role.FLOORPERSON, "request_fill", table=R, chips={2500: 4})
    for who in (Role.CAGE_CASHIER, Role.SECURITY):
        await desk.money(who, "sign_slip", slip=slip)
    desk.table(R).enter(entries.Assigned("both", "Both", Role.DEALER))
    await desk.money("both", "sign_slip", slip=slip, chips={2500: 3})
    await refused(
        "Both counted it; a second", "465a.38", "both", "accept_difference", slip=slip, words="one is missing"
    )


async def a_table_retired_with_chips_in_its_tray(desk: MoneyDesk, refused: Refuse) -> None:
    """Its chips go to the chip bank first, by credit, and its box to the count."""
    retire: dict[str, Any] = {"role": Role.MANAGER, "do": "retire_table", "reason": "sold"}
    await at_the_table(desk, "The tray of roulette should hold .* by credit before", "465a.39", **retire)
    await opened(desk, R)
    await desk.fill(R, TRAY, "credit")
    await desk.close(R)
    await at_the_table(desk, "The drop box of roulette is on it", "465a.18", **retire)
    await desk.drop(R)
    await desk.do(R, desk.person(Role.MANAGER, R), do="retire_table", reason="sold")
    assert desk.table(R).state.standing.retired


async def a_drawer_that_nobody_took(desk: MoneyDesk, refused: Refuse) -> None:
    """It is void by two persons, and its cash is in the main bank again; one that was taken is counted back instead."""
    bank = desk.book.accounts.balance("main bank")
    slip = await desk.money(Role.CAGE_CASHIER, "hand_out_drawer", cashier="cashier-2", cash=500_000)
    await desk.money(Role.CAGE_CASHIER, "void_slip", slip=slip, reason="they went home")
    await desk.money(Role.SECURITY, "void_slip", slip=slip)
    assert (desk.book.accounts.balance("main bank"), desk.book.drawers) == (bank, {})
    await drawer(desk)
    taken = desk.book.drawers["cashier-2"].slip
    await refused("have moved", "465a.3", Role.CAGE_CASHIER, "void_slip", slip=taken, reason="x")


async def a_counter_check_void_after_its_chips_were_given(desk: MoneyDesk, refused: Refuse) -> None:
    """The house stopped between the two: the dealer's signature is missing, and the patron has the chips."""
    await opened(desk, R)
    dealer = desk.person(desk.table(R).game.dealt_by[0], R)
    await desk.do(R, dealer, do="seat_patron", seat=1, amount=10_000)
    patron = credential_of(Role.PLAYER)
    await desk.money(Role.CAGE_CASHIER, "set_credit", patron=patron, limit=50_000)
    await desk.money("cashier-2", "agree_credit", patron=patron)
    check = await desk.money(Role.FLOORPERSON, "issue_check", table=R, patron=patron, amount=50_000, seat=1)
    await desk.do(R, dealer, do="sell_chips", seat=1, amount=50_000, check=check)
    await refused("Chips were given", "609a.7", Role.CAGE_CASHIER, "void_slip", slip=check, reason="x")
    await desk.money(desk.crew(R), "sign_slip", slip=check)
    assert desk.table(R).state.ledger.chips(1) == 60_000


async def a_shift_ended_before_the_one_before_it(desk: MoneyDesk, refused: Refuse) -> None:
    """Each ends with its own reading of the tables: the later one would have nothing left."""
    desk.clock.pass_by(24 * 3600)
    first, second = desk.house.calendar.ended_shifts(desk.book.since)[:2]
    ask = {"day": second[0], "shift": second[1]}
    await refused(f"Shift {first[1]} of {first[0]} is ended first", "465a.31", Role.SHIFT_MANAGER, "end_shift", **ask)
    await desk.money(Role.SHIFT_MANAGER, "end_shift", day=first[0], shift=first[1])
    await desk.money(Role.SHIFT_MANAGER, "end_shift", **ask)


CASES: tuple[Case, ...] = (
    from_tray_to_tray, a_carrier_who_requested, one_person_for_two, a_counter_of_the_pit, a_slip_in_another_box,
    a_fill_after_its_box_has_gone, an_award_that_no_meter_paid, a_meter_award_from_the_tray, colours_at_the_cage, a_slip_used_twice,
    a_count_that_cannot_be,
    chips_that_were_never_issued, a_closed_day_changed, a_fill_to_a_closed_table, a_box_counted_twice, two_who_count_differently,
    a_tray_that_differs, a_sale_undone_when_its_box_has_gone, a_counter_who_took_the_box, a_counter_who_signed_a_slip_of_the_box,
    a_counter_who_takes_over_the_count, a_difference_taken_by_who_counted_it, a_table_retired_with_chips_in_its_tray,
    a_shift_ended_before_the_one_before_it, a_drawer_that_nobody_took, a_counter_check_void_after_its_chips_were_given,
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_refused(tmp_path: Path, case: Case) -> None:
    async def work() -> None:
        async with MoneyDesk(tmp_path, (R, B)) as desk:
            await desk.begin()
            await case(desk, await refusing(desk))

    run(work)
