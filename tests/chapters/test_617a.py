"""Chapter 617a, Roulette: provision by provision."""

import pytest

from pitboss.chapters.ch617a_roulette import GAME
from pitboss.chapters.ch617a_roulette.paper import felt, signs
from pitboss.chapters.ch617a_roulette.rules import (
    DOUBLE_ZERO,
    FLOORS,
    RED_NUMBERS,
    SINGLE_ZERO,
    Rules,
    WheelInUse,
    colour,
    covered,
    five_adjacent,
)
from pitboss.drivers.round import Round
from pitboss.events import Paid
from pitboss.game import DEALER_OR_FLOOR, FLOOR_ONLY, RoundStart, When
from pitboss.journal import Report
from pitboss.money import Breakage, Money, Odds, cents
from pitboss.procedure import Answer, Refused
from pitboss.roles import Role
from pitboss.submission import file_submission, submit
from pitboss.testkit.tables import Played, deal, fault, play, refused
from pitboss.wagers import close_betting
from tests.shoes import default

POCKETS = (*(str(n) for n in range(37)), "00")


def spin(wager: str, pocket: str, **submission: object) -> Played:
    """One wager of 10.00, one pocket."""
    return play("roulette", deal(f"1 {wager} 10", pocket), **submission)


def winning(wager: str, **submission: object) -> set[str]:
    """The pockets on which a wager wins, found by spinning each of them."""
    pockets = [p for p in POCKETS if p != "00" or submission.get("wheel", "double") == "double"]
    kind, _, on = wager.partition("@")
    return {p for p in pockets if spin(wager, p, **submission).returned(1, kind, on) != "0.00"}


# § 617a.1.


def test_617a_1_c_single_zero_wheel_has_37_pockets_in_order() -> None:
    """The single zero wheel has 0 to 36 once each; red and black alternate all the way round."""
    assert sorted(SINGLE_ZERO.order, key=int) == [str(n) for n in range(37)]
    right = [0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10]
    left = [5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26]
    assert list(SINGLE_ZERO.order) == [*map(str, right), *map(str, left)]
    colours = [colour(p) for p in SINGLE_ZERO.order]
    assert colours[0] == "green"
    assert colours[1:] == ["red", "black"] * 18


def test_617a_1_d_double_zero_wheel_has_38_pockets_in_order() -> None:
    """The double zero wheel adds 00 opposite 0; red and black alternate on both halves."""
    assert len(DOUBLE_ZERO.order) == 38 == len(set(DOUBLE_ZERO.order))
    right = [0, 28, 9, 26, 30, 11, 7, 20, 32, 17, 5, 22, 34, 15, 3, 24, 36, 13, 1]
    left = [27, 10, 25, 29, 12, 8, 19, 31, 18, 6, 21, 33, 16, 4, 23, 35, 14, 2]
    assert list(DOUBLE_ZERO.order) == [*map(str, right), "00", *map(str, left)]
    assert DOUBLE_ZERO.order.index("00") == 19
    colours = [colour(p) for p in DOUBLE_ZERO.order]
    assert colours[0] == colours[19] == "green"
    assert colours[1:19] == ["black", "red"] * 9
    assert colours[20:] == ["red", "black"] * 9
    assert len(RED_NUMBERS) == 18


def test_617a_1_e_double_zero_wheel_used_as_single_zero() -> None:
    """On double zero equipment used as single zero every wager that contains 00 is refused (I-617a-04)."""
    for wager in ("straight@00", "split@0-00", "split@00-3", "three_numbers@0-00-2", "three_numbers@00-2-3"):
        kind = wager.partition("@")[0]
        refused(spin(wager, "1", wheel="double_as_single"), "no_such_spot", GAME.wager(kind).cite)
    refused(spin("first_five_numbers", "1", wheel="double_as_single"), "not_offered", "617a.3(e)(5)")
    assert spin("three_numbers@0-1-2", "0", wheel="double_as_single").returned(1, "three_numbers", "0-1-2") == "120.00"


def test_617a_1_e_1_the_00_area_is_shown_as_covered() -> None:
    """The layout shows the 00 box as covered, and it takes no wager."""
    area = next(a for a in felt(Rules(wheel=WheelInUse.DOUBLE_AS_SINGLE)).areas if a.cite == "617a.1(e)(1)")
    assert (area.wager, area.name) == ("", "00 is not available")


def test_617a_1_e_2_notices_of_single_zero_play() -> None:
    """Three notices are posted when the wheel is used as single zero, and none of them otherwise."""
    posted = [sign.cite for sign in signs(Rules(wheel=WheelInUse.DOUBLE_AS_SINGLE))]
    assert posted[1:] == ["617a.1(e)(2)(i)", "617a.1(e)(2)(ii)", "617a.1(e)(2)(iii)"]
    assert [sign.cite for sign in signs(Rules())] == ["617a.1(f)(3)"]


@pytest.mark.parametrize(
    ("amount", "why"), [("4.99", "below_minimum"), ("5.00", ""), ("500.00", ""), ("500.01", "above_maximum")]
)
def test_617a_1_f_3_posted_limits_bound_every_wager(amount: str, why: str) -> None:
    """A wager is taken from the posted minimum to the posted maximum, and not a cent beyond."""
    played = play("roulette", deal(f"1 red {amount}", "1"), minimum="5.00", maximum="500.00")
    if why:
        refused(played, why, "617a.1(f)(3)")
    else:
        played.ok()


def test_617a_1_f_3_limits_are_posted() -> None:
    """The sign tells the limits that bind."""
    assert signs(Rules(minimum=Money(500), maximum=Money(50_000)))[0].text == (
        "Minimum wager $5.00. Maximum wager $500.00."
    )


def test_617a_1_f_3_adding_to_a_wager_counts_together() -> None:
    """Two tenders on one spot are one wager: together they may not pass the maximum."""
    refused(play("roulette", deal("1 red 300; 1 red 201", "1"), maximum="500.00"), "above_maximum", "617a.1(f)(3)")
    assert play("roulette", deal("1 red 300; 1 red 200", "1"), maximum="500.00").returned(1, "red") == "1000.00"


@pytest.mark.parametrize(("each", "ok"), [("2.49", False), ("2.50", True), ("2.51", True)])
def test_617a_1_f_3_inside_total_minimum(each: str, ok: bool) -> None:
    """Where a minimum is posted for inside wagers together, they are added up when betting closes (I-617a-12)."""
    played = play(
        "roulette", deal(f"1 straight@1 {each}; 1 straight@2 {each}", "1"), minimum="5.00", inside_total_minimum="5.00"
    )
    played.ok() if ok else refused(played, "below_minimum", "617a.1(f)(3)")


@pytest.mark.parametrize(("amount", "ok"), [("9.99", False), ("10.00", True), ("10.01", True)])
def test_617a_1_f_3_outside_each_minimum(amount: str, ok: bool) -> None:
    """A separate minimum may be posted for each outside wager (I-617a-12)."""
    played = play("roulette", deal(f"1 dozen@1 {amount}", "1"), minimum="5.00", outside_each_minimum="10.00")
    played.ok() if ok else refused(played, "below_minimum", "617a.1(f)(3)")


def test_617a_1_f_3_inside_total_minimum_leaves_single_wagers_free() -> None:
    """With a minimum for inside wagers together, one of them may be as small as a cent, or as the chip filed."""
    filed = {"minimum": "5.00", "inside_total_minimum": "5.00"}
    play("roulette", deal("1 straight@1 0.01; 1 straight@2 4.99", "1"), **filed).ok()
    assert submit(Rules, {**filed, "unit": "0.50"}).spots["straight", "1"].least == 50


def test_617a_3_e_1_iii_five_adjacent_minimum_is_five_chips() -> None:
    """A lower minimum of its own does not bring the wager below five chips."""
    filed = {"five_adjacent_number_wager": True, "unit": "1.00"}
    low = submit(Rules, {**filed, "limits": {"five_adjacent_number": {"minimum": "2.00"}}})
    high = submit(Rules, {**filed, "limits": {"five_adjacent_number": {"minimum": "20.00"}}})
    assert [rules.spots["five_adjacent_number", "17"].least for rules in (low, high)] == [500, 2000]


def test_617a_1_f_4_replica_only_where_five_adjacent_is_offered() -> None:
    """The layout has a replica of the wheel exactly when the Five Adjacent Number Wager is offered."""
    assert [p.what for p in felt(Rules(five_adjacent_number_wager=True)).places].count("replica") == 1
    assert [p.what for p in felt(Rules()).places].count("replica") == 0


LISTS = {checklist.name: checklist for checklist in GAME.checklists(Rules())}


def test_617a_2_a_opening_inspection_blocks_opening() -> None:
    """The list has the four looks at ball and wheel, a fifth for single zero use; one signature is enough (I-617a-15)."""
    opening = LISTS["opening"]
    assert opening.when is When.OPENING
    assert [signature.roles for signature in opening.signatures] == [(Role.FLOORPERSON, Role.SECURITY)]
    cites = {item.cite for item in opening.items}
    assert cites == {"617a.1(a)", "617a.1(b)", "617a.1(g)", *(f"617a.2(a)({n})" for n in range(1, 5))}
    as_single = GAME.checklists(Rules(wheel=WheelInUse.DOUBLE_AS_SINGLE))[0]
    assert {item.cite for item in as_single.items} - cites == {"617a.2(a)(5)"}


def test_617a_2_b_to_e_work_on_the_wheel_is_signed_for_at_a_closed_table() -> None:
    """A floorperson or maintenance adjusts while security watches; parts are replaced by one person; both are logged."""
    adjusted, replaced = LISTS["adjustment"], LISTS["replacement"]
    assert adjusted.when is replaced.when is When.WORK, "the opening inspection is made again afterwards"
    worker = (Role.FLOORPERSON, Role.MAINTENANCE)
    assert [s.roles for s in adjusted.signatures] == [worker, (Role.SECURITY,)]
    assert [s.roles for s in replaced.signatures] == [worker]
    assert [item.cite for item in adjusted.items] == ["617a.2(b)", "617a.2(c)", "617a.2(e)"]
    assert [item.cite for item in replaced.items] == ["617a.2(d)", "617a.2(e)"]


def test_617a_2_f_the_wheel_is_locked_before_the_table_closes() -> None:
    """The cover over the wheel is an item of the closing list."""
    closing = LISTS["closing"]
    assert (closing.when, [item.cite for item in closing.items]) == (When.CLOSING, ["617a.2(f)"])


# § 617a.3.


def test_617a_3_a_spoken_wagers_with_cash_are_refused() -> None:
    """Only chips on the layout make a wager."""
    wager = {"seat": 1, "wager": "red", "amount": "5.00", "form": "verbal_with_cash"}
    refused(play("roulette", deal([wager], "1")), "form_not_accepted", "617a.3(a)")


@pytest.mark.parametrize("accepted", [False, True])
def test_617a_3_a_value_chips_only_where_filed(accepted: bool) -> None:
    """Value chips are wagered only where the submission says so (I-617a-07)."""
    wager = {"seat": 1, "wager": "red", "amount": "5.00", "form": "value_chips"}
    played = play("roulette", deal([wager], "1"), value_chips=accepted)
    played.ok() if accepted else refused(played, "form_not_accepted", "617a.3(a)")


@pytest.mark.parametrize(("seat", "ok"), [(0, False), (1, True), (8, True), (9, False)])
def test_617a_3_b_wagers_come_from_a_seat_of_the_table(seat: int, ok: bool) -> None:
    """Each player has chips of their own, so a wager comes from one of the table's places."""
    played = play("roulette", deal(f"{seat} red 5", "1"))
    played.ok() if ok else refused(played, "no_such_seat", "617a.3(b)")


def test_617a_3_d_position_when_the_ball_falls_decides() -> None:
    """A wager moved before the call is settled where it stands at the end."""
    answers = [{"seat": 1, "answer": "remove", "wager": "straight", "on": "17"}]
    played = play("roulette", deal("1 straight@17 10; 1 straight@18 10", "17", answers)).ok()
    assert [(s["on"], s["returned"]) for s in played.settlements] == [("18", "0.00")]


@pytest.mark.parametrize(("amount", "ok"), [("0.01", False), ("0.02", True), ("9.99", False), ("10.00", True)])
def test_617a_3_d_what_is_left_can_be_paid_where_breakage_is_refused(amount: str, ok: bool) -> None:
    """At 71 to 2 an odd number of cents is not payable: a wager is no more brought down to it than made so (I-GEN-06)."""
    answers = [{"seat": 1, "answer": "remove", "wager": "straight", "on": "17", "amount": amount}]
    filed = {"payouts": {"straight": "71 to 2"}}
    played = play("roulette", deal("1 straight@17 10", "17", answers), breakage="refuse", **filed)
    played.ok() if ok else refused(played, "not_payable", "I-GEN-06")
    play("roulette", deal("1 straight@17 10", "17", answers), **filed).ok()


def test_617a_3_d_only_what_is_up_can_be_removed() -> None:
    """Removing a wager that is not there is refused."""
    answers = [{"seat": 1, "answer": "remove", "wager": "straight", "on": "17"}]
    refused(play("roulette", deal("2 straight@17 10", "17", answers)), "not_there", "617a.5(b)")


@pytest.mark.parametrize("number", ["0", "00", "1", "17", "36"])
def test_617a_3_e_1_straight_wins_on_its_number_alone(number: str) -> None:
    """A Straight Wager wins on one number."""
    assert winning(f"straight@{number}") == {number}


def test_617a_3_e_1_no_number_37() -> None:
    """There is no 37, and no 00 on a single zero wheel."""
    refused(spin("straight@37", "1"), "no_such_spot", "617a.3(e)(1)")
    refused(spin("straight@00", "1", wheel="single"), "no_such_spot", "617a.3(e)(1)")


def test_617a_3_e_1_i_five_adjacent_only_where_filed() -> None:
    """Without the choice in the Rules Submission the Five Adjacent Number Wager is refused."""
    refused(spin("five_adjacent_number@17", "17"), "not_offered", "617a.3(e)(1)(i)")


def test_617a_3_e_1_ii_centre_selects_five_neighbours_on_the_wheel() -> None:
    """The centre stands for itself and two neighbours on either side, in the order of the wheel in use."""
    assert winning("five_adjacent_number@0", five_adjacent_number_wager=True) == {"14", "2", "0", "28", "9"}
    assert winning("five_adjacent_number@0", five_adjacent_number_wager=True, wheel="single") == {
        "3",
        "26",
        "0",
        "32",
        "15",
    }


def test_617a_3_e_1_ii_no_window_through_a_dead_00() -> None:
    """Used as single zero, the five centres whose window holds 00 are refused (I-617a-06)."""
    assert len(five_adjacent(WheelInUse.DOUBLE)) == 38
    assert len(five_adjacent(WheelInUse.DOUBLE_AS_SINGLE)) == 33
    for centre in ("13", "1", "00", "27", "10"):
        played = spin(f"five_adjacent_number@{centre}", "5", wheel="double_as_single", five_adjacent_number_wager=True)
        refused(played, "no_such_spot", "617a.3(e)(1)(i)")


@pytest.mark.parametrize(
    ("amount", "why"), [("4", "not_a_unit"), ("5", ""), ("6", "not_a_unit"), ("9", "not_a_unit"), ("10", "")]
)
def test_617a_3_e_1_iii_five_equal_straight_wagers(amount: str, why: str) -> None:
    """The stake is five equal chips (of a dollar unless another unit is filed)."""
    played = play("roulette", deal(f"1 five_adjacent_number@17 {amount}", "17"), five_adjacent_number_wager=True)
    refused(played, why, "617a.3(e)(1)(iii)") if why else played.ok()


@pytest.mark.parametrize(("amount", "ok"), [("495", True), ("500", True), ("505", False)])
def test_617a_3_e_1_iii_each_fifth_is_within_the_straight_maximum(amount: str, ok: bool) -> None:
    """The maximum of a Straight Wager is that of each of the five, not of all together; one filed for the wager itself is."""
    bet, filed = deal(f"1 five_adjacent_number@17 {amount}", "17"), {"minimum": "5.00", "maximum": "100.00"}
    played = play("roulette", bet, five_adjacent_number_wager=True, **filed)
    played.ok() if ok else refused(played, "above_maximum", "617a.1(f)(3)")
    own = {"five_adjacent_number": {"maximum": "50.00"}}
    refused(
        play("roulette", bet, five_adjacent_number_wager=True, limits=own, **filed), "above_maximum", "617a.1(f)(3)"
    )


@pytest.mark.parametrize(("amount", "ok"), [("20", False), ("25", True), ("30", True)])
def test_617a_3_e_1_iii_each_fifth_meets_the_inside_minimum(amount: str, ok: bool) -> None:
    """Each of the five Straight Wagers meets the minimum (I-617a-06)."""
    played = play(
        "roulette", deal(f"1 five_adjacent_number@17 {amount}", "17"), five_adjacent_number_wager=True, minimum="5.00"
    )
    played.ok() if ok else refused(played, "below_minimum", "617a.1(f)(3)")


def test_617a_3_e_1_iii_what_is_left_is_five_equal_chips() -> None:
    """Chips are taken back in fives as well; of ten, three cannot go, and five can."""
    for amount, why in (("3", "not_a_unit"), ("5", ""), ("6", "not_a_unit")):
        taken = {"seat": 1, "answer": "remove", "wager": "five_adjacent_number", "on": "17", "amount": amount}
        part = {**deal("1 five_adjacent_number@17 10", "17"), "answers": [taken]}
        played = play("roulette", part, five_adjacent_number_wager=True)
        refused(played, why, "617a.3(e)(1)(iii)") if why else played.ok()


@pytest.mark.parametrize(("amount", "ok"), [("5", False), ("10", True)])
def test_617a_3_e_1_iii_fifths_count_together_where_inside_wagers_do(amount: str, ok: bool) -> None:
    """Where the minimum is one of all inside wagers together, five chips are a wager like five Straight Wagers (I-617a-12)."""
    filed = {"five_adjacent_number_wager": True, "minimum": "5.00", "inside_total_minimum": "10.00"}
    played = play("roulette", deal(f"1 five_adjacent_number@17 {amount}", "17"), **filed)
    played.ok() if ok else refused(played, "below_minimum", "617a.1(f)(3)")
    play("roulette", deal("1 five_adjacent_number@17 5; 1 straight@1 5", "17"), **filed).ok()


def test_617a_3_e_1_iii_only_the_winning_fifth_is_paid() -> None:
    """Of 25.00 the 5.00 on the number is paid 35 to 1 and comes back; the other 20.00 is lost, all in one line."""
    line = play("roulette", deal("1 five_adjacent_number@17 25", "32"), five_adjacent_number_wager=True).line(
        1, "five_adjacent_number", "17"
    )
    assert (line["stake"], line["returned"], line["cite"]) == ("25.00", "180.00", "617a.4(a)")


@pytest.mark.parametrize("on", ["1-2", "2-3", "17-20", "35-36", "33-36", "0-00", "0-1", "0-2", "00-2", "00-3"])
def test_617a_3_e_2_split_wins_on_either_number(on: str) -> None:
    """A Split Wager wins on two numbers that share a line."""
    assert winning(f"split@{on}") == set(on.split("-"))


@pytest.mark.parametrize("on", ["3-4", "1-5", "1-3", "0-3", "00-1", "20-17", "36-37", "17"])
def test_617a_3_e_2_numbers_that_share_no_line_cannot_be_split(on: str) -> None:
    """Boxes that do not touch, or are named out of order, make no Split Wager."""
    refused(spin(f"split@{on}", "1"), "no_such_spot", "617a.3(e)(2)")


def test_617a_3_e_2_single_zero_splits() -> None:
    """On a single zero layout 0 touches 1, 2 and 3."""
    splits = {on for kind, on in covered(WheelInUse.SINGLE) if kind == "split" and on.startswith("0-")}
    assert splits == {"0-1", "0-2", "0-3"}


def test_617a_3_e_2_zero_split_has_a_second_place() -> None:
    """0 and 00 may also be split between the 2nd and 3rd dozen: another place, the same wager (I-617a-14)."""
    places = [a for a in felt(Rules()).areas if (a.wager, a.on) == ("split", "0-00")]
    assert [a.alias for a in places] == [False, True]


def test_617a_3_e_3_rows_of_three() -> None:
    """Twelve rows, each of three consecutive numbers."""
    rows = [on for kind, on in covered(WheelInUse.DOUBLE) if kind == "three_numbers" and not on.startswith("0")]
    assert rows == [f"{n}-{n + 1}-{n + 2}" for n in range(1, 37, 3)]
    assert winning("three_numbers@16-17-18") == {"16", "17", "18"}
    refused(spin("three_numbers@2-3-4", "1"), "no_such_spot", "617a.3(e)(3)")


@pytest.mark.parametrize("on", ["0-1-2", "0-00-2", "00-2-3"])
def test_617a_3_e_3_i_trios_with_a_zero(on: str) -> None:
    """Three trios with a zero may be wagered on a double zero layout."""
    assert winning(f"three_numbers@{on}") == set(on.split("-"))


def test_617a_3_e_3_i_unlisted_trio_and_four_need_a_filed_layout() -> None:
    """0-2-3 and 0-1-2-3 are refused on single zero unless filed (I-617a-03)."""
    refused(spin("three_numbers@0-2-3", "1", wheel="single"), "no_such_spot", "617a.3(e)(3)")
    refused(spin("four_numbers@0-1-2-3", "1", wheel="single"), "no_such_spot", "617a.3(e)(4)")
    filed = {"wheel": "single", "single_zero_trio_and_four": True}
    assert winning("three_numbers@0-2-3", **filed) == {"0", "2", "3"}
    assert winning("four_numbers@0-1-2-3", **filed) == {"0", "1", "2", "3"}
    assert winning("three_numbers@0-1-2", wheel="single") == {"0", "1", "2"}


def test_617a_3_e_3_ii_trios_lie_on_a_common_corner() -> None:
    """The chip for 0-1-2 lies where the three boxes meet."""
    areas = {(a.wager, a.on): a.box for a in felt(Rules()).areas}
    one, trio = areas["straight", "1"], areas["three_numbers", "0-1-2"]
    assert trio.middle == (one.x, one.y)


def test_617a_3_e_4_four_that_share_a_corner() -> None:
    """Twenty-two corners; each wins on its four numbers."""
    corners = [on for kind, on in covered(WheelInUse.DOUBLE) if kind == "four_numbers"]
    assert len(corners) == 22
    assert winning("four_numbers@17-18-20-21") == {"17", "18", "20", "21"}
    refused(spin("four_numbers@3-4-6-7", "1"), "no_such_spot", "617a.3(e)(4)")


def test_617a_3_e_5_first_five() -> None:
    """0, 00, 1, 2 and 3, on a live double zero wheel only (I-617a-05)."""
    assert winning("first_five_numbers") == {"0", "00", "1", "2", "3"}
    refused(spin("first_five_numbers", "1", wheel="single"), "not_offered", "617a.3(e)(5)")


def test_617a_3_e_6_two_neighbouring_rows() -> None:
    """Eleven lines of six consecutive numbers."""
    lines = [on for kind, on in covered(WheelInUse.DOUBLE) if kind == "six_numbers"]
    assert len(lines) == 11
    assert winning("six_numbers@31-32-33-34-35-36") == {str(n) for n in range(31, 37)}


@pytest.mark.parametrize("column", [1, 2, 3])
def test_617a_3_e_7_columns(column: int) -> None:
    """A column wins on its twelve numbers; there are three."""
    assert winning(f"column@{column}") == {str(n) for n in range(column, 37, 3)}
    refused(spin("column@4", "1"), "no_such_spot", "617a.3(e)(7)")


@pytest.mark.parametrize("dozen", [1, 2, 3])
def test_617a_3_e_8_dozens(dozen: int) -> None:
    """A dozen wins on twelve consecutive numbers, from its first to its last and not beyond."""
    assert winning(f"dozen@{dozen}") == {str(n) for n in range(12 * dozen - 11, 12 * dozen + 1)}
    refused(spin("dozen@0", "1"), "no_such_spot", "617a.3(e)(8)")


def test_617a_3_e_9_red() -> None:
    """Red wins on the eighteen red numbers."""
    assert winning("red") == set(RED_NUMBERS)


def test_617a_3_e_10_black() -> None:
    """Black wins on the eighteen black numbers."""
    assert winning("black") == set(POCKETS) - RED_NUMBERS - {"0", "00"}


def test_617a_3_e_11_odd() -> None:
    """Odd wins on odd numbers."""
    assert winning("odd") == {str(n) for n in range(1, 37, 2)}


def test_617a_3_e_12_even() -> None:
    """Even wins on even numbers, not on a zero."""
    assert winning("even") == {str(n) for n in range(2, 37, 2)}


def test_617a_3_e_13_one_to_eighteen() -> None:
    """1–18 wins from 1 to 18."""
    assert winning("one_to_eighteen") == {str(n) for n in range(1, 19)}


def test_617a_3_e_14_nineteen_to_thirty_six() -> None:
    """19–36 wins from 19 to 36."""
    assert winning("nineteen_to_thirty_six") == {str(n) for n in range(19, 37)}


# § 617a.4.

PAID = [
    ("straight@17", "17", "360.00"), ("split@17-20", "20", "180.00"), ("three_numbers@16-17-18", "18", "120.00"),
    ("four_numbers@17-18-20-21", "17", "90.00"), ("first_five_numbers", "00", "70.00"),
    ("six_numbers@13-14-15-16-17-18", "17", "60.00"),
    ("column@2", "17", "30.00"), ("dozen@2", "17", "30.00"), ("red", "1", "20.00"), ("black", "2", "20.00"), ("odd", "1", "20.00"),
    ("even", "2", "20.00"), ("one_to_eighteen", "18", "20.00"), ("nineteen_to_thirty_six", "19", "20.00"),
]  # fmt: skip


@pytest.mark.parametrize(("wager", "pocket", "returned"), PAID)
def test_617a_4_a_odds(wager: str, pocket: str, returned: str) -> None:
    """Ten dollars on a winner is paid at the printed odds, and the stake comes back."""
    kind, _, on = wager.partition("@")
    line = spin(wager, pocket).line(1, kind, on)
    assert (line["returned"], line["cite"]) == (returned, "617a.4(a)")


@pytest.mark.parametrize(
    ("odds", "ok"), [("34 to 1", False), ("35 to 1", True), ("36 to 1", True), ("35 for 1", False), ("36 for 1", True)]
)
def test_617a_4_a_filed_odds_are_no_less_than_the_text(odds: str, ok: bool) -> None:
    """Higher odds may be filed, lower ones are refused; 36 for 1 is 35 to 1."""
    played = play("roulette", deal("1 straight@17 10", "17"), payouts={"straight": odds})
    played.ok() if ok else refused(played, "forbidden_choice", "617a.4(a)")


@pytest.mark.parametrize("kind", FLOORS)
def test_617a_4_a_every_floor_binds(kind: str) -> None:
    """For each wager, a hair below the printed odds is refused and the odds themselves accepted."""
    net = FLOORS[kind].net
    with pytest.raises(Refused, match="must pay at least"):
        submit(Rules, {"payouts": {kind: f"{net * 100 - 1} to 100"}})
    assert submit(Rules, {"payouts": {kind: f"{net * 100} to 100"}}).odds(kind).net == net


def test_617a_4_a_raised_odds_are_paid() -> None:
    """A table that files 40 to 1 pays 40 to 1, also inside Five Adjacent."""
    filed = {"payouts": {"straight": "40 to 1"}, "five_adjacent_number_wager": True}
    assert spin("straight@17", "17", **filed).returned(1, "straight", "17") == "410.00"
    assert spin("five_adjacent_number@17", "17", **filed).returned(1, "five_adjacent_number", "17") == "82.00"


def test_617a_4_a_odds_of_a_wager_nobody_knows() -> None:
    """Payouts may only name wagers of the text."""
    refused(play("roulette", deal("1 red 5", "1"), payouts={"basket": "6 to 1"}), "forbidden_choice", "617a.4(a)")


@pytest.mark.parametrize("pocket", ["0", "00"])
def test_617a_4_b_zero_takes_outside_wagers(pocket: str) -> None:
    """On 0 and on 00 the six even-money wagers lose, and so do columns and dozens (I-617a-11)."""
    names = ("red", "black", "odd", "even", "one_to_eighteen", "nineteen_to_thirty_six")
    wagers = "; ".join([*(f"1 {name} 5" for name in names), *(f"1 column@{n} 5; 1 dozen@{n} 5" for n in (1, 2, 3))])
    played = play("roulette", deal(wagers, pocket)).ok()
    assert {s["returned"] for s in played.settlements} == {"0.00"}
    assert {s["cite"] for s in played.settlements if s["wager"] in names} == {"617a.4(b)"}


def test_617a_4_c_2_double_zero_is_spun_again() -> None:
    """Used as single zero, 00 is no spin: wagers stand, the wheel is spun until another number."""
    played = play("roulette", deal("1 red 5; 1 straight@17 5", "00 00 17"), wheel="double_as_single").ok()
    assert played.words() == ["no more bets", "no spin"] * 2 + ["no more bets", "17 black"]
    assert played.returned(1, "straight", "17") == "180.00"


def test_617a_4_c_2_betting_reopens_after_no_spin() -> None:
    """After the void spin betting is open again: a wager tendered then counts."""
    late = {"seat": 2, "wager": "straight", "on": "17", "amount": "1.00", "after": 1}
    played = play("roulette", deal([late], "00 17"), wheel="double_as_single").ok()
    assert played.returned(2, "straight", "17") == "36.00"


def test_617a_4_c_3_zero_takes_outside_wagers_on_a_wheel_used_as_single_zero() -> None:
    """0 still takes the even-money wagers."""
    assert spin("red", "0", wheel="double_as_single").returned(1, "red") == "0.00"


# § 617a.5.


def test_617a_5_a_dealer_certifies_a_valid_spin() -> None:
    """A pocket counts once the dealer certifies the spin."""
    played = spin("red", "1").ok()
    assert [(e["by"], e["says"], e["cite"]) for e in played.events_of("elected")] == [
        ("dealer", "valid_spin", "617a.5(a)")
    ]


def test_617a_5_b_no_wager_after_no_more_bets() -> None:
    """Once the call is made no chip is placed or taken."""
    late = {"seat": 1, "wager": "straight", "on": "17", "amount": "5.00", "after": 1}
    refused(play("roulette", deal([late], "17 18")), "betting_closed", "617a.5(b)")


def test_617a_5_c_number_announced_and_marked() -> None:
    """The number is called and the marker put on it, before anything is settled."""
    events = spin("red", "1").ok().events
    kinds = [e["event"] for e in events]
    assert events[kinds.index("marked")]["at"] == "1"
    assert kinds.index("announced") < kinds.index("marked") < kinds.index("paid")


def test_617a_5_d_winning_fifth_is_moved_first() -> None:
    """One fifth of a winning Five Adjacent is moved to the number before losers are collected; a losing one is not moved."""
    played = play(
        "roulette",
        deal("1 five_adjacent_number@17 25; 2 five_adjacent_number@0 5; 1 red 5", "5"),
        five_adjacent_number_wager=True,
    ).ok()
    kinds = [e["event"] for e in played.events]
    (moved,) = played.events_of("moved")
    assert (moved["on"], moved["to"], moved["amount"], moved["cite"]) == ("17", "5", 500, "617a.5(d)")
    assert kinds.index("marked") < kinds.index("moved") < kinds.index("collected")


def test_617a_5_e_losers_are_collected_before_winners_are_paid() -> None:
    """Every loser is taken before any winner is paid, whatever the order of wagering."""
    played = play("roulette", deal("1 red 5; 1 black 5; 2 odd 5; 3 even 5; 2 straight@1 5", "1")).ok()
    kinds = [e["event"] for e in played.events if e["event"] in ("collected", "paid")]
    assert kinds == ["collected"] * 2 + ["paid"] * 3


# § 617a.6.

FAULTS = {
    "ball_spun_same_direction": "617a.6(a)",
    "ball_under_four_revolutions": "617a.6(b)",
    "ball_left_wheel": "617a.6(c)",
    "foreign_object": "617a.6(d)",
}


@pytest.mark.parametrize("kind", FAULTS)
@pytest.mark.parametrize("after", [0, 1])
def test_617a_6_no_spin_wagers_stand_and_the_wheel_is_spun_again(kind: str, after: int) -> None:
    """With no pocket shown, or with one shown and void, "no spin": wagers stand and the next pocket counts (I-617a-08, -09)."""
    chance = "17 18" if after else "18"
    played = play(
        "roulette", deal("1 straight@17 5; 1 straight@18 5", chance, irregularities=[fault(kind, after)])
    ).ok()
    assert (played.returned(1, "straight", "17"), played.returned(1, "straight", "18")) == ("0.00", "180.00")
    (told,) = played.events_of("irregularity_reported")
    assert (told["kind"], told["cite"]) == (kind, FAULTS[kind])
    assert "no spin" in played.words()


@pytest.mark.parametrize(("kind", "cite"), list(FAULTS.items())[1:3])
@pytest.mark.parametrize(
    ("reported", "found", "damaged"), [(False, "", False), (True, "", True), (False, "ball_damaged", True)]
)
def test_617a_6_b_c_ball_is_inspected_and_replaced_if_damaged(
    kind: str, cite: str, reported: bool, found: str, damaged: bool
) -> None:
    """The dealer says what the ball looks like; only for a damaged one does the floorperson supply another."""
    answers = f"dealer {found}" if found else ""
    played = play("roulette", deal("1 red 5", "1", answers, [fault(kind, 0, ball_damaged=reported)])).ok()
    looked = ("dealer", f"inspected the ball: {'damaged' if damaged else 'no damage'}", cite)
    supplied = ("floor", "supplied a new ball", cite)
    said = [(e["by"], e["what"], e["cite"]) for e in played.events_of("attested")]
    assert said == [looked, *([supplied] if damaged else [])]
    assert [e["thing"] for e in played.events_of("replaced")] == ["ball"] * damaged


@pytest.mark.parametrize("kind", ["ball_spun_same_direction", "foreign_object"])
def test_617a_6_a_d_the_ball_is_not_inspected(kind: str) -> None:
    """Only a short spin or a lost ball has the dealer look at it."""
    assert not play("roulette", deal("1 red 5", "1", irregularities=[fault(kind, 0)])).ok().events_of("attested")


def test_617a_6_who_may_report_and_answer() -> None:
    """Dealer or floorperson report (I-GEN-29); the dealer inspects the ball, a floorperson or above supplies another."""
    assert {kind.by for kind in GAME.irregularities} == {DEALER_OR_FLOOR}
    assert {question.kind: question.roles for question in GAME.staff_questions} == {
        "valid spin": (Role.DEALER,),
        "ball inspection": (Role.DEALER,),
        "new ball": FLOOR_ONLY,
    }
    assert [(thing.name, thing.cite) for thing in GAME.things(Rules())] == [
        ("wheel", "617a.1(d)"),
        ("ball", "617a.1(a)"),
    ]


def test_617a_6_no_irregularity_once_the_spin_is_settled() -> None:
    """Once the wagers are settled and the round is closed, nothing of the spin can be reported any more."""
    spin = Round(GAME, Rules(), GAME.open(Rules()), RoundStart(1))
    for answer in (close_betting(), Answer("chance", "1")):
        spin.answer(answer)
    assert spin.preview(Report("foreign_object"))
    while not spin.closed:
        default(spin)
    with pytest.raises(Refused) as no:
        spin.report(Report("foreign_object"))
    assert str(no.value.why) == "cannot_happen"


def test_617a_6_unknown_irregularity() -> None:
    """Only the chapter's irregularities can be reported."""
    refused(
        play("roulette", deal("1 red 5", "1", irregularities=[fault("earthquake", 0)])), "cannot_happen", "617a.5(b)"
    )


# The Rules Submission.


def test_617a_3_e_1_i_nothing_has_to_be_specified() -> None:
    """The Five Adjacent Number Wager may be specified; no choice of this chapter has to be."""
    file_submission(Rules, {})


def test_617a_trio_and_four_need_the_single_zero_layout() -> None:
    """The option exists on a single zero layout only."""
    refused(
        play("roulette", deal("1 red 5", "1"), single_zero_trio_and_four=True), "forbidden_choice", "617a.3(e)(3)(i)"
    )


@pytest.mark.parametrize("wheel", ["triple", True, 2])
def test_617a_1_c_no_other_wheel(wheel: object) -> None:
    """There are three ways to use a wheel and no fourth."""
    refused(play("roulette", deal("1 red 5", "1"), wheel=wheel), "forbidden_choice", "617a.1(c)")


def test_617a_limits_of_a_single_wager() -> None:
    """A limit filed for one wager overrides the table's, and binds only that wager."""
    filed = {"minimum": "5.00", "limits": {"straight": {"minimum": "1.00", "maximum": "100.00"}}}
    play("roulette", deal("1 straight@1 1", "1"), **filed).ok()
    refused(play("roulette", deal("1 red 1", "1"), **filed), "below_minimum", "617a.1(f)(3)")
    refused(play("roulette", deal("1 straight@1 100.01", "1"), **filed), "above_maximum", "617a.1(f)(3)")


def test_617a_unit_makes_every_wager_a_multiple() -> None:
    """Where the smallest chip is filed, a wager is a multiple of it."""
    refused(play("roulette", deal("1 red 7.50", "1"), unit="5.00"), "not_a_unit", "I-GEN-37")
    play("roulette", deal("1 red 10", "1"), unit="5.00").ok()


def test_617a_breakage_of_raised_odds() -> None:
    """6 to 5 on 1.01 is 1.212: up to the cent unless filed otherwise; refused where the table refuses breakage."""
    filed = {"payouts": {"red": "6 to 5"}}
    stake = deal("1 red 1.01", "1")
    assert play("roulette", stake, **filed).returned(1, "red") == "2.23"
    assert play("roulette", stake, breakage="down_to_cent", **filed).returned(1, "red") == "2.22"
    assert play("roulette", stake, breakage="down_to_chip", **filed).returned(1, "red") == "2.22"  # no chip is filed
    refused(play("roulette", stake, breakage="refuse", **filed), "not_payable", "I-GEN-06")


@pytest.mark.parametrize(
    ("breakage", "paid"), [("down_to_chip", "30.00"), ("up_to_chip", "35.00"), ("up_to_cent", "33.00"), ("down_to_cent", "33.00")]
)  # fmt: skip
def test_617a_4_a_only_the_surplus_above_the_printed_odds_is_rounded_away(breakage: str, paid: str) -> None:
    """$15 at 6 to 5 wins $18: of the $3 above the floor the chip decides, and nothing below $15 (I-GEN-41)."""
    filed = {"payouts": {"red": "6 to 5"}, "unit": "5.00", "breakage": breakage}
    assert play("roulette", deal("1 red 15", "1"), **filed).returned(1, "red") == paid


@pytest.mark.parametrize("stake", ["0.50", "0.99", "1.00", "1.01", "7.50"])
@pytest.mark.parametrize("breakage", ["down_to_chip", "down_to_cent"])
def test_617a_4_a_no_payout_is_below_the_printed_odds(breakage: str, stake: str) -> None:
    """ "No less than": a dollar's parts are won like a dollar, whatever is filed of fractions (I-GEN-41)."""
    played = play("roulette", deal(f"1 red {stake}", "1"), breakage=breakage)
    assert cents(played.returned(1, "red")) == 2 * cents(stake)
    assert len(Rules(breakage=Breakage(breakage)).doubts()) == (breakage == "down_to_chip")  # of the chip alone


@pytest.mark.parametrize(("stake", "ok"), [("5.00", False), ("20.00", False), ("25.00", True), ("30.00", False)])
def test_i_gen_41_refuse_tests_the_filed_chip(stake: str, ok: bool) -> None:
    """6 to 5 is paid in $5 chips on every fifth of them and on nothing between."""
    played = play("roulette", deal(f"1 red {stake}", "1"), payouts={"red": "6 to 5"}, unit="5.00", breakage="refuse")
    if ok:
        assert played.returned(1, "red") == "55.00"
    else:
        refused(played, "not_payable", "I-GEN-06")


def test_617a_five_adjacent_pays_by_the_straight_odds() -> None:
    """The Five Adjacent Number Wager has no odds of its own."""
    rules = Rules(minimum=Money(100), payouts={"straight": Odds.parse("38 to 1")})
    assert rules.odds("five_adjacent_number").text == "38 to 1"
    assert Paid.__struct_fields__  # settled as one line of money
