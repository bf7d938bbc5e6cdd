"""Chapter 623a, §§ 623a.1, 623a.3 and 623a.5: what decides each wager and what it pays.

The expectations are written out here from the text, not taken from the chapter's own tables.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapters.ch623a_craps.rules import LayBets, Rules
from pitboss.chapters.ch623a_craps.wagers import FIRE_PAYTABLES, KINDS, WAGERS, faces, verdict
from pitboss.law import gist, known
from pitboss.money import Breakage
from pitboss.testkit.tables import refused
from tests.chapters.craps import NUMBERS, OF, THROWS, marks, point, result, rolled, standing, throw

POINTS = (4, 5, 6, 8, 9, 10)


# § 623a.1.


@pytest.mark.parametrize("total", range(2, 13))
def test_623a_1_come_out_point_is_4_5_6_8_9_or_10(total: int) -> None:
    """A come out roll of 4, 5, 6, 8, 9 or 10 sets the point; every other total leaves the puck off."""
    assert marks(rolled(point(total)), "puck") == ([str(total)] if total in POINTS else [])


def test_623a_1_come_out_roll_follows_every_decision_of_the_line() -> None:
    """The first throw is a come out roll, and so is the one after 7, 11, craps, a point made and a loser 7."""
    played = rolled(*(throw("", dice) for dice in ("3 4", "5 6", "1 1", "2 2", "3 1", "5 5", "3 4", "6 2")))
    assert marks(played, "puck") == ["4", "off", "10", "off", "8"]


@pytest.mark.parametrize("total", range(2, 13))
def test_623a_1_come_point_is_4_5_6_8_9_or_10(total: int) -> None:
    """A Come Bet moves to the total of the next throw if that is 4, 5, 6, 8, 9 or 10, and to nowhere else."""
    played = rolled(point(6 if total != 6 else 8), throw("1 come_bet 10; 1 dont_come_bet 10", OF[total]))
    moved = [(e["wager"], e["to"]) for e in played.events_of("moved")]
    assert moved == ([("come_bet", str(total)), ("dont_come_bet", str(total))] if total in POINTS else [])


# § 623a.3(a)(1)–(4).


def line(total: int) -> str:
    return "won 1 to 1" if total in (7, 11) else "lost" if total in (2, 3, 12) else "up"


def dont(total: int) -> str:
    return "lost" if total in (7, 11) else "back" if total == 12 else "won 1 to 1" if total in (2, 3) else "up"


@pytest.mark.parametrize("dice", THROWS)
def test_623a_3_a_1_and_2_line_bets_on_the_come_out_roll(dice: str) -> None:
    """Pass: 7 and 11 win, 2, 3 and 12 lose. Don't Pass: 2 and 3 win, 7 and 11 lose, 12 goes back (I-623a-07)."""
    played = rolled(throw("1 pass_bet 10; 1 dont_pass_bet 10", dice))
    total = sum(map(int, dice.split()))
    assert result(played, "pass_bet") == line(total)
    assert result(played, "dont_pass_bet") == dont(total)


@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize("total", range(2, 13))
def test_623a_3_a_1_and_2_line_bets_on_a_point(number: int, total: int) -> None:
    """With a point on, the point wins for Pass and loses for Don't Pass, a 7 the other way; nothing else decides."""
    played = rolled(throw("1 pass_bet 10; 1 dont_pass_bet 10", OF[number]), throw("", OF[total]))
    expected = {number: ("won 1 to 1", "lost"), 7: ("lost", "won 1 to 1")}.get(total, ("up", "up"))
    assert (result(played, "pass_bet"), result(played, "dont_pass_bet")) == expected


def test_623a_3_a_1_pass_bet_cites_what_decided_it() -> None:
    """Each way of winning or losing a Pass Bet is cited by its own paragraph."""
    cites = [rolled(throw("1 pass_bet 10", dice)).cite(1, "pass_bet") for dice in ("3 4", "5 6", "1 1")]
    assert cites == ["623a.3(a)(1)(i)(A)", "623a.3(a)(1)(i)(A)", "623a.3(a)(1)(ii)(A)"]
    made = rolled(throw("1 pass_bet 10", "4 4"), throw("", "5 3"))
    lost = rolled(throw("1 pass_bet 10", "4 4"), throw("", "5 2"))
    assert (made.cite(1, "pass_bet"), lost.cite(1, "pass_bet")) == ("623a.3(a)(1)(i)(B)", "623a.3(a)(1)(ii)(B)")


def test_623a_3_a_2_dont_pass_bet_cites_what_decided_it() -> None:
    """Each way of winning, losing or voiding a Don't Pass Bet is cited by its own paragraph."""
    first = {"1 1": "(i)(A)", "1 2": "(i)(A)", "3 4": "(ii)(A)", "5 6": "(ii)(A)", "6 6": "(iii)"}
    for dice, paragraph in first.items():
        assert rolled(throw("1 dont_pass_bet 10", dice)).cite(1, "dont_pass_bet") == f"623a.3(a)(2){paragraph}"
    for dice, paragraph in {"5 2": "(i)(B)", "5 3": "(ii)(B)"}.items():
        played = rolled(throw("1 dont_pass_bet 10", "4 4"), throw("", dice))
        assert played.cite(1, "dont_pass_bet") == f"623a.3(a)(2){paragraph}"


@pytest.mark.parametrize("total", range(2, 13))
def test_623a_3_a_3_and_4_come_bets_on_their_first_throw(total: int) -> None:
    """Come and Don't Come Bets are decided on their first throw like line bets on a come out roll."""
    played = rolled(point(6 if total != 6 else 8), throw("1 come_bet 10; 1 dont_come_bet 10", OF[total]))
    where = str(total) if total in POINTS else ""
    assert result(played, "come_bet", where) == line(total)
    assert result(played, "dont_come_bet", where) == dont(total)


@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize("total", range(2, 13))
def test_623a_3_a_3_and_4_come_bets_on_their_point(number: int, total: int) -> None:
    """In its box a Come Bet wins on its number and loses on 7, a Don't Come Bet the other way; nothing else decides."""
    other = 5 if number != 5 else 9
    played = rolled(point(other), throw("1 come_bet 10; 1 dont_come_bet 10", OF[number]), throw("", OF[total]))
    expected = {number: ("won 1 to 1", "lost"), 7: ("lost", "won 1 to 1")}.get(total, ("up", "up"))
    got = (result(played, "come_bet", str(number)), result(played, "dont_come_bet", str(number)))
    assert got == expected


def test_623a_3_a_3_come_bets_cite_what_decided_them() -> None:
    """Each way of winning or losing a Come Bet is cited by its own paragraph."""
    for total, paragraph in {7: "(i)(A)", 11: "(i)(A)", 2: "(ii)(A)", 3: "(ii)(A)", 12: "(ii)(A)"}.items():
        assert rolled(point(6), throw("1 come_bet 10", OF[total])).cite(1, "come_bet") == f"623a.3(a)(3){paragraph}"
    for total, paragraph in {9: "(i)(B)", 7: "(ii)(B)"}.items():
        played = rolled(point(6), throw("1 come_bet 10", "4 5"), throw("", OF[total]))
        assert played.cite(1, "come_bet", "9") == f"623a.3(a)(3){paragraph}"


def test_623a_3_a_4_dont_come_bets_cite_what_decided_them() -> None:
    """Each way of winning, losing or voiding a Don't Come Bet is cited by its own paragraph."""
    for total, paragraph in {2: "(i)(A)", 3: "(i)(A)", 7: "(ii)(A)", 11: "(ii)(A)", 12: "(iii)"}.items():
        played = rolled(point(6), throw("1 dont_come_bet 10", OF[total]))
        assert played.cite(1, "dont_come_bet") == f"623a.3(a)(4){paragraph}"
    for total, paragraph in {7: "(i)(B)", 9: "(ii)(B)"}.items():
        played = rolled(point(6), throw("1 dont_come_bet 10", "4 5"), throw("", OF[total]))
        assert played.cite(1, "dont_come_bet", "9") == f"623a.3(a)(4){paragraph}"


def test_623a_3_a_3_a_new_come_bet_travels_as_the_old_one_is_paid() -> None:
    """A number that pays a Come Bet in its box takes in the one on the Come Line by the same throw."""
    played = rolled(point(4), throw("1 come_bet 10", "3 3"), throw("1 come_bet 15", "5 1"))
    assert played.returned(1, "come_bet", "6") == "20.00"
    assert standing(played) == {(1, "come_bet", "6"): "15.00"}


def test_623a_3_a_2_iii_dont_bets_may_be_filed_to_be_made_again_on_12() -> None:
    """Where the submission says so, a Don't bet that a 12 returned is up again at once (I-623a-07)."""
    once = rolled(throw("1 dont_pass_bet 10", "6 6"))
    again = rolled(throw("1 dont_pass_bet 10", "6 6"), dont_bets_again_on_12=True)
    assert (standing(once), standing(again)) == ({}, {(1, "dont_pass_bet", ""): "10.00"})
    come = rolled(point(6), throw("1 dont_come_bet 10", "6 6"), dont_bets_again_on_12=True)
    assert standing(come) == {(1, "dont_come_bet", ""): "10.00"}


# § 623a.3(a)(5)–(6), (41)–(42) with 623a.5(a), (g)(1)–(2).

PAYS = {
    "place_bet_to_win": ("9 to 5", "7 to 5", "7 to 6", "7 to 6", "7 to 5", "9 to 5"),
    "place_bet_to_lose": ("5 to 11", "5 to 8", "4 to 5", "4 to 5", "5 to 8", "5 to 11"),
    "buy_bet": ("2 to 1", "3 to 2", "6 to 5", "6 to 5", "3 to 2", "2 to 1"),
    "lay_bet": ("1 to 2", "2 to 3", "5 to 6", "5 to 6", "2 to 3", "1 to 2"),
}
ALL: dict[str, Any] = {"buy_bets": True, "lay_bets": "in_addition", "vigorish_rate": 0}


@pytest.mark.parametrize("wager", PAYS)
@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize("total", range(2, 13))
def test_623a_3_a_5_6_41_42_number_against_seven(wager: str, number: int, total: int) -> None:
    """Place and Buy Bets win on their number and lose on 7, Place to Lose and Lay Bets the other way."""
    other = 5 if number != 5 else 9
    played = rolled(point(other), throw(f"1 {wager}@{number} 330", OF[total]), **ALL)
    odds = PAYS[wager][POINTS.index(number)]
    wins, loses = (7, number) if wager in ("place_bet_to_lose", "lay_bet") else (number, 7)
    expected = f"won {odds}" if total == wins else "lost" if total == loses else "up"
    assert result(played, wager, str(number)) == expected
    if total == wins:
        win, stake = map(int, odds.split(" to "))
        assert Fraction(played.returned(1, wager, str(number))) == 330 + Fraction(330 * win, stake)
        assert played.cite(1, wager, str(number)) == f"{KINDS[wager].cite}(i)"
    elif total == loses:
        assert played.cite(1, wager, str(number)) == f"{KINDS[wager].cite}(ii)"


@pytest.mark.parametrize("wager", [*PAYS, "four_the_hardway_bet"])
def test_623a_3_a_5_to_10_41_42_winners_stay_up_unless_filed_otherwise(wager: str) -> None:
    """A Place, Buy, Lay or Hardway Bet that has won is paid and stays up, or comes down where that is filed (I-623a-33)."""
    on = "" if "hardway" in wager else "4"
    dice = "3 4" if wager in ("place_bet_to_lose", "lay_bet") else "2 2"
    spot = f"{wager}@{on}" if on else wager
    throws = (point(9), throw(f"1 {spot} 10", dice))
    assert standing(rolled(*throws, **ALL)) == {(1, wager, on): "10.00"}
    assert standing(rolled(*throws, **ALL, winning_wagers_stay_up=False)) == {}


# § 623a.3(a)(7)–(10).

HARD = {"four": ("2 2", "7 to 1"), "six": ("3 3", "9 to 1"), "eight": ("4 4", "9 to 1"), "ten": ("5 5", "7 to 1")}


@pytest.mark.parametrize("word", HARD)
@pytest.mark.parametrize("dice", THROWS)
def test_623a_3_a_7_to_10_hardways(word: str, dice: str) -> None:
    """A Hardway wins on its pair, loses on its total in any other way and on 7, and nothing else decides it."""
    pair, odds = HARD[word]
    total, own = sum(map(int, dice.split())), 2 * int(pair[0])
    played = rolled(point(9), throw(f"1 {word}_the_hardway_bet 5", dice))
    expected = f"won {odds}" if dice == pair else "lost" if total in (own, 7) else "up"
    assert result(played, f"{word}_the_hardway_bet") == expected
    if expected != "up":
        paragraph = "(i)" if dice == pair else "(ii)"
        assert played.cite(1, f"{word}_the_hardway_bet") == KINDS[f"{word}_the_hardway_bet"].cite + paragraph


# § 623a.3(a)(11)–(39) with 623a.5(a)–(e).


def total_in(odds: int, *totals: int) -> Callable[[int, int], int | None]:
    return lambda a, b: odds if a + b in totals else None


def shows(odds: int, *pair: int) -> Callable[[int, int], int | None]:
    return lambda a, b: odds if sorted((a, b)) == sorted(pair) else None


ONE_ROLL: dict[str, Callable[[int, int], int | None]] = {
    "field_bet": lambda a, b: {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2}.get(a + b),
    "any_seven_bet": total_in(4, 7),
    "any_craps_bet": total_in(7, 2, 3, 12),
    "craps_two_bet": total_in(30, 2),
    "craps_three_bet": total_in(15, 3),
    "craps_twelve_bet": total_in(30, 12),
    "eleven_in_one_roll_bet": total_in(15, 11),
    "four_the_hardway_on_the_hop_bet": shows(30, 2, 2),
    "six_the_hardway_on_the_hop_bet": shows(30, 3, 3),
    "eight_the_hardway_on_the_hop_bet": shows(30, 4, 4),
    "ten_the_hardway_on_the_hop_bet": shows(30, 5, 5),
    "one_three_on_the_hop_bet": shows(15, 1, 3),
    "one_four_on_the_hop_bet": shows(15, 1, 4),
    "two_three_on_the_hop_bet": shows(15, 2, 3),
    "one_five_on_the_hop_bet": shows(15, 1, 5),
    "two_four_on_the_hop_bet": shows(15, 2, 4),
    "one_six_on_the_hop_bet": shows(15, 1, 6),
    "two_five_on_the_hop_bet": shows(15, 2, 5),
    "three_four_on_the_hop_bet": shows(15, 3, 4),
    "two_six_on_the_hop_bet": shows(15, 2, 6),
    "three_five_on_the_hop_bet": shows(15, 3, 5),
    "three_six_on_the_hop_bet": shows(15, 3, 6),
    "four_five_on_the_hop_bet": shows(15, 4, 5),
    "four_six_on_the_hop_bet": shows(15, 4, 6),
    "six_seven_eight_bet": lambda a, b: {6: 1, 7: 1, 8: 1}.get(a + b, 0) * (2 if a == b else 1) or None,
}


@pytest.mark.parametrize("come_out", [True, False], ids=["come out", "point"])
@pytest.mark.parametrize("dice", THROWS)
def test_623a_3_a_11_to_39_one_roll_wagers(dice: str, come_out: bool) -> None:
    """Each one roll wager wins on its own totals or faces at its own odds, loses on every other, come out or not."""
    wagers = "; ".join(f"1 {name} 10" for name in ONE_ROLL)
    played = rolled(*(() if come_out else (point(9),)), throw(wagers, dice))
    for name, odds in ONE_ROLL.items():
        pays = odds(*map(int, dice.split()))
        assert played.returned(1, name) == (f"{10 + 10 * pays}.00" if pays else "0.00"), name
        assert played.cite(1, name) == KINDS[name].cite + ("(i)" if pays else "(ii)")
    assert standing(played) == {}


def test_623a_3_a_39_6_7_8_pays_double_on_hard_6_and_hard_8_only() -> None:
    """3-3 and 4-4 pay 2 to 1; other ways to 6 and 8, and every 7, pay 1 to 1 (I-623a-32)."""
    paid = {dice: rolled(throw("1 six_seven_eight_bet 5", dice)).returned(1, "six_seven_eight_bet") for dice in THROWS}
    assert {dice for dice, back in paid.items() if back == "15.00"} == {"3 3", "4 4"}
    assert sum(back == "10.00" for back in paid.values()) == 14
    assert sum(back == "0.00" for back in paid.values()) == 20


# What one unit of each wager that is paid in parts nets, by total.
HORN = {2: 27, 3: 12, 11: 12, 12: 27}
WHIRL = {2: 26, 3: 11, 7: 0, 11: 11, 12: 26}
C_AND_E = {2: 6, 3: 6, 12: 6, 11: 14}


@pytest.mark.parametrize("total", range(2, 13))
def test_623a_5_b_craps_eleven_is_half_any_craps_and_half_eleven(total: int) -> None:
    """A $2 C and E nets $6 on 2, 3 or 12, $14 on 11, and is lost on anything else (I-623a-14)."""
    played = rolled(throw("1 craps_eleven_bet 2", OF[total]))
    back = 2 + C_AND_E[total] if total in C_AND_E else 0
    assert played.returned(1, "craps_eleven_bet") == f"{back}.00"
    assert len(played.settlements) == 1


@pytest.mark.parametrize("total", range(2, 13))
def test_623a_5_c_horn_is_four_wagers_of_a_quarter(total: int) -> None:
    """A $4 Horn nets $27 on 2 or 12, $12 on 3 or 11, and is lost on anything else (I-623a-12)."""
    played = rolled(throw("1 horn_bet 4", OF[total]))
    assert played.returned(1, "horn_bet") == (f"{4 + HORN[total]}.00" if total in HORN else "0.00")
    assert len(played.settlements) == 1


@pytest.mark.parametrize("high", [2, 3, 11, 12])
@pytest.mark.parametrize("total", range(2, 13))
def test_623a_5_d_horn_high_has_a_second_unit_on_its_number(total: int, high: int) -> None:
    """A $5 Horn High has $1 on each of 2, 3, 11 and 12 and $1 more on the high one."""
    played = rolled(throw(f"1 horn_high_bet@{high} 5", OF[total]))
    odds = {2: 30, 3: 15, 11: 15, 12: 30}
    back = (odds[total] + 1) * (2 if total == high else 1) if total in odds else 0
    assert played.returned(1, "horn_high_bet", str(high)) == f"{back}.00"


@pytest.mark.parametrize("total", range(2, 13))
def test_623a_5_e_whirl_is_a_horn_with_any_seven(total: int) -> None:
    """A $5 Whirl nets $26 on 2 or 12, $11 on 3 or 11, breaks even on 7, and is lost on anything else (I-623a-13)."""
    played = rolled(throw("1 whirl_bet 5", OF[total]))
    assert played.returned(1, "whirl_bet") == (f"{5 + WHIRL[total]}.00" if total in WHIRL else "0.00")


def test_623a_3_a_21_whirl_on_seven_is_reported_as_even() -> None:
    """On 7 the four units won equal the four lost: the Whirl is handed back, not paid (I-623a-13)."""
    assert result(rolled(throw("1 whirl_bet 5", "3 4")), "whirl_bet") == "back"
    assert result(rolled(throw("1 whirl_bet 5", "5 6")), "whirl_bet") == "won 15 to 1"


@pytest.mark.parametrize(
    ("wager", "unit", "cite"),
    [
        ("craps_eleven_bet", 2, "623a.3(a)(18)"),
        ("horn_bet", 4, "623a.3(a)(19)"),
        ("horn_high_bet@3", 5, "623a.3(a)(20)"),
        ("whirl_bet", 5, "623a.3(a)(21)"),
    ],
)
def test_623a_3_a_18_to_21_units(wager: str, unit: int, cite: str) -> None:
    """C and E in twos, Horn in fours, Horn High and Whirl in fives; a unit is the smallest chip (I-623a-36)."""
    for amount in (unit - 1, unit + 1, 2 * unit - 1):
        refused(rolled(throw(f"1 {wager} {amount}", "3 4")), "not_a_unit", cite)
    for amount in (unit, 2 * unit):
        rolled(throw(f"1 {wager} {amount}", "3 4")).ok()
    refused(rolled(throw(f"1 {wager} {unit}", "3 4"), unit="5.00"), "not_a_unit", cite)
    rolled(throw(f"1 {wager} {5 * unit}", "3 4"), unit="5.00").ok()


def test_623a_3_a_20_horn_high_needs_its_number() -> None:
    """A Horn High Bet names 2, 3, 11 or 12 and nothing else."""
    for on in ("", "@7", "@4"):
        refused(rolled(throw(f"1 horn_high_bet{on} 5", "3 4")), "no_such_spot", "623a.3(a)(20)")


def test_623a_3_a_20_without_an_area_horn_high_is_broken_down() -> None:
    """Without its own area a Horn High Bet becomes four units on the Horn and one on the chosen box."""
    played = rolled(throw("1 horn_high_bet@12 10", "6 6"), not_offered=["horn_high_bet"])
    assert [(e["wager"], e["amount"]) for e in played.events_of("wagered")] == [
        ("horn_bet", 800),
        ("craps_twelve_bet", 200),
    ]
    assert (played.returned(1, "horn_bet"), played.returned(1, "craps_twelve_bet")) == ("62.00", "62.00")
    assert rolled(throw("1 horn_high_bet@12 10", "6 6")).returned(1, "horn_high_bet", "12") == "124.00"


def test_623a_3_a_21_without_an_area_whirl_is_broken_down() -> None:
    """Without its own area a Whirl Bet becomes four units on the Horn and one on Any Seven."""
    played = rolled(throw("1 whirl_bet 5", "3 4"), not_offered=["whirl_bet"])
    assert [(e["wager"], e["amount"]) for e in played.events_of("wagered")] == [
        ("horn_bet", 400),
        ("any_seven_bet", 100),
    ]
    assert (played.returned(1, "horn_bet"), played.returned(1, "any_seven_bet")) == ("0.00", "5.00")


def test_623a_3_a_21_not_broken_down_where_a_part_is_not_offered() -> None:
    """A wager without an area is refused where the wagers it would become are not offered either."""
    played = rolled(throw("1 whirl_bet 5", "3 4"), not_offered=["whirl_bet", "horn_bet"])
    refused(played, "not_offered", "623a.3(a)(21)")
    played = rolled(throw("1 whirl_bet 5", "3 4"), not_offered=["whirl_bet", "any_seven_bet"])
    refused(played, "not_offered", "623a.3(a)(21)")


@pytest.mark.parametrize(("amount", "ok"), [("100", True), ("105", False)])
def test_623a_3_b_2_parts_of_a_broken_down_wager_keep_their_maximum(amount: str, ok: bool) -> None:
    """Where a Whirl is broken down, its part on Any Seven may not pass that wager's maximum."""
    limits = {"any_seven_bet": {"maximum": "20.00"}}
    played = rolled(throw(f"1 whirl_bet {amount}", "3 4"), not_offered=["whirl_bet"], limits=limits)
    played.ok() if ok else refused(played, "above_maximum", "623a.3(b)(2)")


# § 623a.3(b)–(c), 623a.5(i).


@pytest.mark.parametrize(
    ("amount", "why"), [("4.99", "below_minimum"), ("5", ""), ("100", ""), ("100.01", "above_maximum")]
)
@pytest.mark.parametrize("wager", ["pass_bet", "field_bet", "place_bet_to_win@6"])
def test_623a_3_b_wagers_lie_between_minimum_and_maximum(wager: str, amount: str, why: str) -> None:
    """A wager is taken from the posted minimum to the posted maximum, and not a cent beyond."""
    played = rolled(throw(f"1 {wager} {amount}", "6 3"), minimum="5.00", maximum="100.00")
    refused(played, why, "623a.3(b)") if why else played.ok()


def test_623a_3_b_units_inside_a_wager_need_not_meet_the_minimum() -> None:
    """A Horn Bet of four $2 units is taken at a $5 table (I-623a-30)."""
    rolled(throw("1 horn_bet 8", "6 3"), minimum="5.00").ok()
    refused(rolled(throw("1 horn_bet 4", "6 3"), minimum="5.00"), "below_minimum", "623a.3(b)")


def test_623a_5_i_odds_are_free_of_the_maximum_and_minimum() -> None:
    """Odds within their own limits may pass the posted maximum, or fall below the minimum (I-623a-30)."""
    first = throw("1 pass_bet 100", "2 2")
    rolled(first, throw("1 supplemental_pass_bet 200", "3 3"), minimum="5.00", maximum="100.00", odds_multiple=2).ok()
    rolled(first, throw("1 supplemental_pass_bet 1", "3 3"), minimum="5.00", maximum="100.00").ok()


def test_623a_5_i_adding_to_a_standing_wager_counts_together() -> None:
    """What stands from earlier throws counts: together it may not pass the maximum."""
    first = throw("1 place_bet_to_win@6 60", "2 2")
    refused(rolled(first, throw("1 place_bet_to_win@6 41", "3 4"), maximum="100.00"), "above_maximum", "623a.3(b)")
    rolled(first, throw("1 place_bet_to_win@6 40", "3 4"), maximum="100.00").ok()


# § 623a.5(f), (g)(3), (h).


def test_623a_5_f_fire_bet_paytables() -> None:
    """Payout A: 24, 249 and 999 to 1; payout B: 39, 199 and 499 to 1, for four, five and six points."""
    lines = {name: [(points, str(odds)) for points, odds in table.lines] for name, table in FIRE_PAYTABLES.items()}
    assert lines == {
        "A": [("4", "24 to 1"), ("5", "249 to 1"), ("6", "999 to 1")],
        "B": [("4", "39 to 1"), ("5", "199 to 1"), ("6", "499 to 1")],
    }


BUY_4 = (point(9), throw("1 buy_bet@4 20", "2 2"))


def test_623a_5_g_3_vigorish_on_a_win_only() -> None:
    """Collected on a win: 5% of the stake comes off a winning Buy Bet, and nothing off a losing one."""
    won = rolled(*BUY_4, buy_bets=True).line(1, "buy_bet", "4")
    assert (won["returned"], won["vigorish"]) == ("60.00", "1.00")
    lost = rolled(point(9), throw("1 buy_bet@4 20", "3 4"), buy_bets=True).line(1, "buy_bet", "4")
    assert (lost["returned"], lost["vigorish"]) == ("0.00", "0.00")


def test_623a_5_g_3_vigorish_at_the_time_of_the_wager() -> None:
    """Collected at the wager: 5% is charged as the wager is made, won or lost, and is not taken twice."""
    for dice, back in (("2 2", "60.00"), ("3 4", "0.00")):
        played = rolled(point(9), throw("1 buy_bet@4 20", dice), buy_bets=True, vigorish_collected="at_wager")
        line = played.line(1, "buy_bet", "4")
        assert (line["returned"], line["vigorish"]) == (back, "1.00")
        charges = [(e["amount"], e["cite"]) for e in played.events_of("charged")]
        again = [(100, "I-623a-33")] if dice == "2 2" else []  # the winner stays up, and owes vigorish anew
        assert charges == [(100, "623a.5(g)(3)"), *again]


def test_623a_5_g_3_vigorish_taken_with_each_addition() -> None:
    """Adding to a Buy Bet charges only what the addition owes."""
    played = rolled(
        point(9),
        throw("1 buy_bet@4 20", "3 3"),
        throw("1 buy_bet@4 40", "3 3"),
        buy_bets=True,
        vigorish_collected="at_wager",
    )
    assert [e["amount"] for e in played.events_of("charged")] == [100, 200]


def test_623a_5_g_3_prepaid_vigorish_comes_back_with_the_wager() -> None:
    """A Buy Bet taken down gets its vigorish back, a reduced one in proportion (I-623a-10)."""
    first = (point(9), throw("1 buy_bet@4 100", "3 3"))
    choices: dict[str, Any] = {"buy_bets": True, "vigorish_collected": "at_wager"}
    down = rolled(*first, throw("", "3 3", "1 remove buy_bet@4"), **choices)
    assert [(e["amount"], e["cite"]) for e in down.events_of("refunded")] == [(500, "I-623a-10")]
    less = rolled(*first, throw("", "3 3", "1 reduce buy_bet@4 60"), **choices)
    assert [e["amount"] for e in less.events_of("refunded")] == [200]


@pytest.mark.parametrize(("rate", "due"), [(0, "0.00"), (1, "0.30"), ("2.5", "0.75"), (5, "1.50")])
def test_623a_5_g_3_vigorish_rate_is_filed(rate: object, due: str) -> None:
    """The rate is what the submission says, up to 5%."""
    played = rolled(point(9), throw("1 buy_bet@4 30", "2 2"), buy_bets=True, vigorish_rate=rate)
    assert played.line(1, "buy_bet", "4")["vigorish"] == due


def test_623a_5_g_3_vigorish_of_a_part_of_a_cent_is_dropped() -> None:
    """5% that is not a whole number of cents is taken down to the cent (I-GEN-05)."""
    played = rolled(point(9), throw("1 buy_bet@4 5.50", "2 2"), buy_bets=True)
    assert played.line(1, "buy_bet", "4")["vigorish"] == "0.27"


@pytest.mark.parametrize(
    ("kind", "stake", "rate", "exact", "down", "nearest"),
    [
        ("buy_bet", "40", 5, "2.00", "2.00", "2.00"),
        ("buy_bet", "28", 5, "1.40", "1.00", "1.00"),
        ("buy_bet", "30", 5, "1.50", "1.00", "1.00"),
        ("buy_bet", "38", 5, "1.90", "1.00", "1.00"),  # 2.00 would be more than 5%
        ("lay_bet", "38", 5, "1.90", "1.00", "1.00"),
        ("buy_bet", "40", 4, "1.60", "1.00", "2.00"),  # of 40, 2.00 is 5% and no more
        ("lay_bet", "40", 4, "1.60", "1.00", "2.00"),
        ("buy_bet", "39", 4, "1.56", "1.00", "1.00"),
        ("buy_bet", "50", 3, "1.50", "1.00", "1.00"),  # as near to either: down
        ("buy_bet", "51", 3, "1.53", "1.00", "2.00"),
        ("buy_bet", "10", 5, "0.50", "0.00", "0.00"),
    ],
)
def test_623a_5_g_3_vigorish_is_rounded_as_filed(
    kind: str, stake: str, rate: int, exact: str, down: str, nearest: str
) -> None:
    """Exact, down to the chip or to the nearest, and never more than 5% of the wager (I-623a-38)."""
    for rounding, due in (("exact", exact), ("down_to_chip", down), ("nearest", nearest)):
        filed: dict[str, Any] = {
            "vigorish_rate": rate,
            "vigorish_rounding": rounding,
            "buy_bets": True,
            "lay_bets": "in_addition",
        }
        won = throw(f"1 {kind}@4 {stake}", "2 2" if kind == "buy_bet" else "3 4")
        assert rolled(point(9), won, **filed).line(1, kind, "4")["vigorish"] == due
        with_it = rolled(point(9), throw(f"1 {kind}@4 {stake}", "1 2"), vigorish_collected="at_wager", **filed).ok()
        assert [e["amount"] for e in with_it.events_of("charged")] == (
            [] if due == "0.00" else [int(due.replace(".", ""))]
        )


def test_623a_5_g_3_a_lay_vigorish_on_the_win_is_rounded_as_filed() -> None:
    """5% of what a Lay Bet of $70 against the 4 wins is $1.75; the nearest chip, $2.00, is below 5% of its stake."""
    throws = (point(9), throw("1 lay_bet@4 70", "3 4"))
    for rounding, due in (("exact", "1.75"), ("down_to_chip", "1.00"), ("nearest", "2.00")):
        played = rolled(*throws, lay_bets="in_addition", lay_vigorish_base="win", vigorish_rounding=rounding)
        assert played.line(1, "lay_bet", "4")["vigorish"] == due


def test_623a_5_g_3_lay_vigorish_is_of_the_stake_unless_filed_on_the_win() -> None:
    """A Lay Bet is charged 5% of its stake, or by choice 5% of the lesser amount it wins (I-623a-09)."""
    throws = (point(9), throw("1 lay_bet@4 40", "3 4"))
    stake = rolled(*throws, lay_bets="in_addition").line(1, "lay_bet", "4")
    win = rolled(*throws, lay_bets="in_addition", lay_vigorish_base="win").line(1, "lay_bet", "4")
    assert (stake["returned"], stake["vigorish"], win["vigorish"]) == ("60.00", "2.00", "1.00")


def test_623a_5_h_no_other_wager_is_charged() -> None:
    """Whatever is wagered besides Buy and Lay Bets, no vigorish is taken."""
    wagers = "1 pass_bet 20; 1 place_bet_to_win@4 20; 1 four_the_hardway_bet 20; 1 field_bet 20; 1 horn_bet 20"
    played = rolled(throw(wagers, "2 2"), throw("1 supplemental_pass_bet 20; 1 come_bet 20", "3 1"), throw("", "3 4"))
    assert len(played.settlements) == 7
    assert {s["vigorish"] for s in played.settlements} == {"0.00"}
    assert not played.events_of("charged")


def test_623a_5_a_odds_are_paid_up_to_the_cent() -> None:
    """A payout that is not in whole cents is paid up to the cent, or the wager refused where that is filed (I-GEN-06)."""
    throws = (point(9), throw("1 place_bet_to_win@6 1", "3 3"))
    assert rolled(*throws).returned(1, "place_bet_to_win", "6") == "2.17"
    assert rolled(*throws, breakage=str(Breakage.DOWN_TO_CENT)).returned(1, "place_bet_to_win", "6") == "2.16"
    refused(rolled(*throws, breakage=str(Breakage.REFUSE)), "not_payable", "I-GEN-06")


# The list itself.


def test_623a_3_a_forty_two_wagers_in_the_order_of_the_text() -> None:
    """(a)(1) to (42) are there in order, each under the paragraph whose gist names it; odds come after."""
    assert [kind.cite for kind in WAGERS[:42]] == [f"623a.3(a)({n})" for n in range(1, 43)]
    assert [kind.cite for kind in WAGERS[42:]] == ["623a.6(a)", "623a.6(b)", "623a.6(c)", "623a.6(d)"]
    for kind in WAGERS[6:10]:
        assert kind.title.split()[0] in gist(kind.cite)
    for kind in WAGERS[25:38]:
        assert kind.title.split()[0] in gist(kind.cite), kind


def test_623a_3_a_30_ii_two_four_loses_by_its_own_throw() -> None:
    """The slip in the losing clause of Two-Four changes nothing: 1-5 loses it and 2-4 wins it (I-623a-15)."""
    for dice, cite in (("1 5", "623a.3(a)(30)(ii)"), ("4 2", "623a.3(a)(30)(i)")):
        found = verdict("two_four_on_the_hop_bet", "", faces(dice), 0)
        assert found is not None
        assert found.cite == cite


@pytest.mark.parametrize("number", NUMBERS)
def test_623a_3_a_5_place_bets_are_made_on_the_six_numbers_only(number: str) -> None:
    """Place Bets to Win are taken on 4, 5, 6, 8, 9 and 10; any other spot is refused."""
    rolled(throw(f"1 place_bet_to_win@{number} 10", "3 4")).ok()
    for wrong in ("", "@7", "@2", "@11"):
        refused(rolled(throw(f"1 place_bet_to_win{wrong} 10", "3 4")), "no_such_spot", "623a.3(a)(5)")


def test_623a_every_verdict_cites_a_provision_of_the_chapter() -> None:
    """Whatever a throw does to whatever wager, the paragraph it cites is in the register."""
    rules = Rules(buy_bets=True, lay_bets=LayBets.IN_ADDITION, fire_bet=True)
    cites = {
        what.cite
        for number in (0, *POINTS)
        for dice in THROWS
        for called in (False, True)
        for what in rules.decisions[number, dice, called].values()
    }
    assert len(cites) > 100
    assert not [cite for cite in cites if not known(cite)]
