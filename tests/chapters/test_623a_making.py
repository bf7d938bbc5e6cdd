"""Chapter 623a, §§ 623a.3 (on and off), 623a.4 and 623a.6: making, calling, backing and removing wagers."""

from fractions import Fraction
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.testkit.tables import Played, refused
from tests.chapters.craps import NUMBERS, OF, marks, point, result, rolled, standing, strictly, throw

# § 623a.3(a)(1)–(4): when the bets on the lines are made.


@pytest.mark.parametrize("wager", ["pass_bet", "dont_pass_bet"])
def test_623a_3_a_1_2_line_bets_are_made_before_the_come_out_roll(wager: str) -> None:
    """With a point on, no Pass or Don't Pass Bet is made or increased (I-623a-01, -06)."""
    cite = {"pass_bet": "623a.3(a)(1)", "dont_pass_bet": "623a.3(a)(2)"}[wager]
    rolled(throw(f"1 {wager} 10", "4 4")).ok()
    refused(rolled(point(8), throw(f"1 {wager} 10", "3 3")), "not_lawful", cite)
    more = "623a.4(d)" if wager == "dont_pass_bet" else cite
    refused(rolled(throw(f"1 {wager} 10", "4 4"), throw(f"1 {wager} 10", "3 3")), "not_lawful", more)
    refused(rolled(throw(f"1 {wager} 10", "4 4"), throw("", "3 3", f"1 increase {wager} 20")), "not_lawful", more)


@pytest.mark.parametrize(("wager", "cite"), [("come_bet", "623a.3(a)(3)"), ("dont_come_bet", "623a.3(a)(4)")])
def test_623a_3_a_3_4_come_bets_are_made_after_the_come_out_roll(wager: str, cite: str) -> None:
    """Before a come out roll no Come or Don't Come Bet is made; afterwards at any time (I-623a-02)."""
    refused(rolled(throw(f"1 {wager} 10", "4 4")), "not_lawful", cite)
    refused(rolled(point(8), throw("", "4 4"), throw(f"1 {wager} 10", "3 3")), "not_lawful", cite)
    rolled(point(8), throw("", "3 3"), throw(f"1 {wager} 10", "3 3")).ok()


@pytest.mark.parametrize(("wager", "cite"), [("come_bet", "623a.3(a)(3)"), ("dont_come_bet", "623a.3(a)(4)")])
def test_623a_3_a_3_4_a_shooter_who_is_there_opens_no_come_bets_on_a_come_out_roll(wager: str, cite: str) -> None:
    """Whoever holds the dice and has line bets up, the first come out roll and every later one takes no Come Bet."""
    line, come = "1 pass_bet 10; 2 dont_pass_bet 10", f"2 {wager} 10"
    refused(strictly(throw(f"{line}; {come}", "4 4")), "not_lawful", cite)
    for decided in (("3 4",), ("1 1",), ("4 4", "5 3"), ("4 4", "3 4")):
        before = [throw(line if n == 0 else "", dice) for n, dice in enumerate(decided)]
        refused(strictly(*before, throw(f"{line}; {come}", "3 3")), "not_lawful", cite)
        strictly(*before, throw(line, "3 3"), throw(come, "3 1")).ok()


def test_623a_3_a_3_come_bets_are_made_on_the_line_not_in_a_box() -> None:
    """The dealer moves a Come Bet to its number; nobody puts it there."""
    refused(rolled(point(8), throw("1 come_bet@6 10", "3 3")), "no_such_spot", "623a.3(a)(3)")


def test_623a_3_a_3_a_standing_come_bet_is_live_on_a_come_out_roll() -> None:
    """A come out 7 loses a Come Bet in its box, and its number pays it (I-623a-02)."""
    first = (throw("1 pass_bet 10", "4 4"), throw("2 come_bet 10", "3 3"), throw("", "4 4"))
    for dice, outcome in (("3 4", "lost"), ("5 1", "won 1 to 1")):
        assert result(rolled(*first, throw("1 pass_bet 10", dice)), "come_bet", "6", seat=2) == outcome


# § 623a.3(a)(5)–(10), (41)–(42): on and off.

OFFERED: dict[str, Any] = {"buy_bets": True, "lay_bets": "in_addition", "vigorish_rate": 0}
# wager, throw that wins it, throw that loses it
OFF = [
    ("place_bet_to_win@6", "1 5", "3 4"),
    ("place_bet_to_lose@6", "3 4", "1 5"),
    ("buy_bet@6", "1 5", "3 4"),
    ("four_the_hardway_bet", "2 2", "1 3"),
    ("six_the_hardway_bet", "3 3", "3 4"),
    ("eight_the_hardway_bet", "4 4", "2 6"),
    ("ten_the_hardway_bet", "5 5", "3 4"),
]


@pytest.mark.parametrize(("wager", "wins", "loses"), OFF)
def test_623a_3_a_5_to_10_41_off_on_a_come_out_roll_unless_called_on(wager: str, wins: str, loses: str) -> None:
    """Place, Hardway and Buy Bets rest on a come out roll; called on and marked, they are decided by it (I-623a-04)."""
    kind, _, on = wager.partition("@")
    for dice, outcome in ((wins, "won"), (loses, "lost")):
        assert result(rolled(throw(f"1 {wager} 30", dice), **OFFERED), kind, on) == "up"
        called = rolled(throw(f"1 {wager} 30", dice, f"1 called_on {wager}"), **OFFERED)
        assert result(called, kind, on).startswith(outcome)
        assert marks(called, "on button") == [f"{kind} {on}".strip()]


@pytest.mark.parametrize(("dice", "outcome"), [("3 4", "won 5 to 6"), ("1 5", "lost")])
def test_623a_3_a_42_lay_bet_is_on_unless_called_off(dice: str, outcome: str) -> None:
    """A Lay Bet works on a come out roll until its player calls it off (I-623a-04)."""
    assert result(rolled(throw("1 lay_bet@6 30", dice), **OFFERED), "lay_bet", "6") == outcome
    off = rolled(throw("1 lay_bet@6 30", dice, "1 called_off lay_bet@6"), **OFFERED)
    assert result(off, "lay_bet", "6") == "up"
    assert marks(off, "off button") == ["lay_bet 6"]


def test_623a_3_a_42_a_lay_bet_called_off_works_again_with_a_point_on() -> None:
    """Called off, a Lay Bet rests on come out rolls and on no others (I-623a-05)."""
    played = rolled(throw("1 lay_bet@6 30", "4 4", "1 called_off lay_bet@6"), throw("", "1 5"), **OFFERED)
    assert result(played, "lay_bet", "6") == "lost"


def test_623a_3_a_5_a_call_lasts_until_it_is_changed() -> None:
    """A call holds for later come out rolls, through the point between them, until it is changed (I-623a-05)."""
    first = throw("1 place_bet_to_win@6 30", "4 4", "1 called_on place_bet_to_win@6")
    made = throw("", "5 3")
    assert result(rolled(first, made, throw("", "1 5")), "place_bet_to_win", "6") == "won 7 to 6"
    changed = throw("", "1 5", "1 called_off place_bet_to_win@6")
    assert result(rolled(first, made, changed), "place_bet_to_win", "6") == "up"


def test_623a_3_a_5_a_call_ends_with_the_decision_of_the_wager() -> None:
    """Paid on a come out roll, a Place Bet stays up without its call (I-623a-05)."""
    throws = (
        throw("1 place_bet_to_win@6 30", "1 5", "1 called_on place_bet_to_win@6"),
        throw("", "2 4"),
        throw("", "3 4"),
    )
    played = rolled(*throws)
    assert [s["returned"] for s in played.settlements] == ["65.00", "65.00"]
    assert standing(played) == {(1, "place_bet_to_win", "6"): "30.00"}


def test_623a_3_a_5_a_call_may_be_filed_to_last_one_roll() -> None:
    """Where that is filed, a call holds for the next throw only (I-623a-05)."""
    throws = (throw("1 place_bet_to_win@6 30", "1 1", "1 called_on place_bet_to_win@6"), throw("", "1 5"))
    assert result(rolled(*throws), "place_bet_to_win", "6") == "won 7 to 6"
    assert result(rolled(*throws, calls_last="one_roll"), "place_bet_to_win", "6") == "up"


def test_623a_3_a_5_a_call_goes_with_the_wager_that_is_taken_down() -> None:
    """A Place Bet made anew after one that was called on and removed is off like any other."""
    first = throw("1 place_bet_to_win@6 30", "1 1", "1 called_on place_bet_to_win@6", "1 remove place_bet_to_win@6")
    assert result(rolled(first, throw("1 place_bet_to_win@6 30", "1 5")), "place_bet_to_win", "6") == "up"


def test_623a_3_a_5_what_may_be_called() -> None:
    """Only a wager that is up, of a kind that rests, and not as it is already, is called on or off."""
    refused(rolled(throw("", "4 4", "1 called_on place_bet_to_win@6")), "not_there", "623a.4(c)")
    refused(rolled(throw("1 pass_bet 10", "4 4", "1 called_off pass_bet")), "not_lawful", "623a.3(a)(1)")
    refused(rolled(throw("1 field_bet 10", "4 4", "1 called_on field_bet")), "not_lawful", "623a.3(a)(11)")
    place = "1 place_bet_to_win@6 30"
    refused(rolled(throw(place, "4 4", "1 called_off place_bet_to_win@6")), "not_lawful", "623a.3(a)(5)")
    twice = ("1 called_on place_bet_to_win@6", "1 called_on place_bet_to_win@6")
    refused(rolled(throw(place, "4 4", *twice)), "not_lawful", "623a.3(a)(5)")
    refused(rolled(throw(place, "4 4", "2 called_on place_bet_to_win@6")), "not_there", "623a.4(c)")


COME_6 = (throw("1 pass_bet 10", "4 4"), throw("1 come_bet 10", "3 3"), throw("1 supplemental_come_bet@6 10", "4 4"))


@pytest.mark.parametrize(("dice", "flat"), [("3 4", "0.00"), ("1 5", "20.00")])
def test_623a_6_c_come_odds_rest_on_a_come_out_roll(dice: str, flat: str) -> None:
    """On a come out roll the Come Bet is decided and its odds go back, unless called on or filed live (I-623a-03)."""
    again = throw("1 pass_bet 10", dice)
    resting = rolled(*COME_6, again)
    assert resting.returned(1, "come_bet", "6") == flat
    assert resting.line(1, "supplemental_come_bet", "6")["returned"] == "10.00"
    assert resting.cite(1, "supplemental_come_bet", "6") == "I-623a-03"
    live = {"3 4": "0.00", "1 5": "22.00"}[dice]
    called = rolled(*COME_6, throw("1 pass_bet 10", dice, "1 called_on supplemental_come_bet@6"))
    assert called.returned(1, "supplemental_come_bet", "6") == live
    assert rolled(*COME_6, again, come_odds_on_come_out="live").returned(1, "supplemental_come_bet", "6") == live


def test_623a_6_c_odds_filed_live_are_not_called_off() -> None:
    """Where Come odds are filed live there is nothing to call."""
    act = throw("1 pass_bet 10", "1 5", "1 called_off supplemental_come_bet@6")
    refused(rolled(*COME_6, act, come_odds_on_come_out="live"), "not_lawful", "623a.6(c)")


@pytest.mark.parametrize(("dice", "odds"), [("3 4", "22.00"), ("1 5", "0.00")])
def test_623a_6_d_dont_come_odds_are_live_on_a_come_out_roll(dice: str, odds: str) -> None:
    """Odds behind a Don't Come Bet are decided on a come out roll like any other throw (I-623a-03)."""
    first = (
        throw("1 pass_bet 10", "4 4"),
        throw("1 dont_come_bet 10", "3 3"),
        throw("1 supplemental_dont_come_bet@6 12", "4 4"),
    )
    assert rolled(*first, throw("1 pass_bet 10", dice)).returned(1, "supplemental_dont_come_bet", "6") == odds


# § 623a.4(a)–(b).


def test_623a_4_a_wagers_are_made_before_the_throw() -> None:
    """A wager tendered when the dice are out is refused."""
    late = {"wagers": [{"seat": 1, "wager": "field_bet", "amount": "5.00", "after": 1}], "chance": ["4 4"]}
    refused(rolled(late), "betting_closed", "623a.4(a)")


def test_623a_4_a_wagers_may_be_changed_again_after_a_void_throw() -> None:
    """Between a void throw and the next one the layout is open again."""
    late = {"seat": 1, "wager": "field_bet", "amount": "5.00", "after": 1}
    void = {"kind": "die_off_table", "after": 1}
    played = rolled({"wagers": [late], "chance": ["4 4", "1 1"], "irregularities": [void]})
    assert played.returned(1, "field_bet") == "15.00"


def test_623a_4_b_chips_or_words_with_cash() -> None:
    """A spoken wager with cash is taken and the cash converted; a call bet without cash is refused (I-623a-28)."""
    cash = {"seat": 1, "wager": "field_bet", "amount": "5.00", "form": "verbal_with_cash"}
    played = rolled({"wagers": [cash], "chance": ["1 1"]})
    assert played.returned(1, "field_bet") == "15.00"
    assert [(e["by"], e["seat"], e["what"], e["cite"]) for e in played.events_of("attested")] == [
        ("dealer", 1, "confirmed the spoken wager and converted its cash into value chips", "623a.4(b)")
    ]
    call = rolled({"wagers": [cash | {"form": "call"}], "chance": ["1 1"]})
    refused(call, "form_not_accepted", "623a.4(b)")


# § 623a.4(c)–(d).

REMOVABLE = [
    "place_bet_to_win@6",
    "place_bet_to_lose@6",
    "buy_bet@6",
    "lay_bet@6",
    "six_the_hardway_bet",
    "field_bet",
    "horn_bet",
]


@pytest.mark.parametrize("wager", REMOVABLE)
def test_623a_4_c_wagers_may_be_removed_or_reduced_until_they_are_decided(wager: str) -> None:
    """Before the throw that decides it a wager comes down in full or in part."""
    kind, _, on = wager.partition("@")
    down = rolled(throw(f"1 {wager} 40", "1 1", f"1 remove {wager}"), **OFFERED)
    assert standing(down) == {}
    assert not down.settlements
    assert [e["amount"] for e in down.events_of("withdrawn")] == [4000]
    for said in (f"1 reduce {wager} 12", f"1 remove {wager} 28"):
        less = rolled(throw(f"1 {wager} 40", "1 1", said), **OFFERED)
        stakes = [s["stake"] for s in (*less.settlements, *less.standing) if (s["wager"], s["on"]) == (kind, on)]
        assert stakes == ["12.00"]


def test_623a_4_c_later_throws_leave_the_right_to_remove() -> None:
    """A wager that stood for throws may still be taken down before the next."""
    played = rolled(
        throw("1 place_bet_to_win@6 30", "4 4"), throw("", "1 2"), throw("", "3 4", "1 remove place_bet_to_win@6")
    )
    assert not played.settlements
    assert standing(played) == {}


def test_623a_4_c_what_is_not_there_is_not_removed() -> None:
    """Removing or reducing what is not up, or by nothing, or below the minimum, is refused."""
    refused(rolled(throw("", "4 4", "1 remove pass_bet")), "not_there", "623a.4(c)")
    wager = "1 place_bet_to_win@6 30"
    refused(rolled(throw(wager, "4 4", "2 remove place_bet_to_win@6")), "not_there", "623a.4(c)")
    for said in ("1 reduce place_bet_to_win@6 30", "1 reduce place_bet_to_win@6 31", "1 remove place_bet_to_win@6 31"):
        refused(rolled(throw(wager, "4 4", said)), "not_there", "623a.4(c)")
    low = "1 reduce place_bet_to_win@6 4.99"
    refused(rolled(throw(wager, "4 4", low), minimum="5.00"), "below_minimum", "623a.3(b)")
    rolled(throw(wager, "4 4", "1 reduce place_bet_to_win@6 5"), minimum="5.00").ok()
    refused(rolled(throw("1 horn_bet 8", "4 4", "1 reduce horn_bet 6")), "not_a_unit", "623a.3(a)(19)")


@pytest.mark.parametrize("said", ["1 remove pass_bet", "1 reduce pass_bet 5"])
def test_623a_4_c_1_pass_bet_is_bound_once_its_point_is_set(said: str) -> None:
    """A Pass Bet comes down before the come out roll, and not after its point is set."""
    assert standing(rolled(throw("1 pass_bet 10", "4 4", said))) in ({}, {(1, "pass_bet", ""): "5.00"})
    refused(rolled(throw("1 pass_bet 10", "4 4"), throw("", "3 3", said)), "locked", "623a.4(c)(1)")


@pytest.mark.parametrize("said", ["remove come_bet", "reduce come_bet"])
def test_623a_4_c_2_come_bet_is_bound_once_its_point_is_set(said: str) -> None:
    """A Come Bet comes down before its first throw, and not once it is in its box."""
    tail = " 5" if "reduce" in said else ""
    rolled(point(8), throw("1 come_bet 10", "3 3", f"1 {said}{tail}")).ok()
    bound = rolled(point(8), throw("1 come_bet 10", "3 3"), throw("", "1 2", f"1 {said}@6{tail}"))
    refused(bound, "locked", "623a.4(c)(2)")
    raised = rolled(point(8), throw("1 come_bet 10", "3 3"), throw("", "1 2", "1 increase come_bet@6 20"))
    refused(raised, "locked", "623a.3(a)(3)")


def test_623a_4_c_3_fire_bet_is_neither_changed_nor_removed() -> None:
    """A Fire Bet is not reduced, increased or removed, not even before the come out roll (I-623a-21)."""
    for said in ("1 remove fire_bet", "1 reduce fire_bet 1"):
        refused(rolled(throw("1 fire_bet 3", "4 4", said), fire_bet=True), "locked", "623a.4(c)(3)")
        refused(rolled(throw("1 fire_bet 3", "4 4"), throw("", "3 3", said), fire_bet=True), "locked", "623a.4(c)(3)")
    refused(rolled(throw("1 fire_bet 3; 1 fire_bet 1", "4 4"), fire_bet=True), "locked", "623a.4(c)(3)")
    refused(rolled(throw("1 fire_bet 3", "4 4", "1 increase fire_bet 4"), fire_bet=True), "locked", "623a.4(c)(3)")


@pytest.mark.parametrize("wager", ["dont_pass_bet", "dont_come_bet@6"])
def test_623a_4_d_dont_bets_come_down_but_never_go_back_up(wager: str) -> None:
    """After its point a Don't bet is removed or reduced at will, and neither replaced nor increased (I-623a-06)."""
    kind, _, on = wager.partition("@")
    first = (throw("1 dont_pass_bet 10", "4 4"),) if not on else (point(8), throw("1 dont_come_bet 10", "3 3"))
    assert standing(rolled(*first, throw("", "1 2", f"1 remove {wager}"))) == {}
    less = rolled(*first, throw("", "1 2", f"1 reduce {wager} 4"))
    assert standing(less) == {(1, kind, on): "4.00"}
    assert [e["cite"] for e in less.events_of("withdrawn")] == ["623a.4(d)"]
    why = "locked" if on else "not_lawful"
    back = rolled(*first, throw("", "1 2", f"1 reduce {wager} 4", f"1 increase {wager} 10"))
    refused(back, why, "623a.4(d)")
    refused(rolled(*first, throw("", "1 2", f"1 increase {wager} 20")), why, "623a.4(d)")


def test_623a_4_d_a_removed_dont_pass_bet_is_not_replaced() -> None:
    """Taken down with a point on, a Don't Pass Bet waits for the next come out roll."""
    throws = (throw("1 dont_pass_bet 10", "4 4"), throw("", "1 2", "1 remove dont_pass_bet"))
    refused(rolled(*throws, throw("1 dont_pass_bet 10", "3 3")), "not_lawful", "623a.3(a)(2)")


def test_623a_4_d_before_its_point_a_dont_bet_changes_like_any_other() -> None:
    """On a come out roll a Don't Pass Bet may be reduced and increased again (I-623a-06)."""
    played = rolled(throw("1 dont_pass_bet 10", "4 4", "1 reduce dont_pass_bet 4", "1 increase dont_pass_bet 9"))
    assert standing(played) == {(1, "dont_pass_bet", ""): "9.00"}


@pytest.mark.parametrize(
    ("said", "left", "odds"),
    [
        ("remove dont_pass_bet", None, None),
        ("reduce dont_pass_bet 5", "5.00", "6.00"),
        ("reduce dont_pass_bet 9", "9.00", "12.00"),
    ],
)
def test_623a_4_d_odds_go_with_the_dont_bet_they_back(said: str, left: str | None, odds: str | None) -> None:
    """Odds behind a Don't bet go when it goes, and down to what it may carry when it is reduced (I-623a-34)."""
    played = rolled(throw("1 dont_pass_bet 10", "4 4"), throw("1 supplemental_dont_pass_bet 12", "1 2", f"1 {said}"))
    expected = {(1, "dont_pass_bet", ""): left, (1, "supplemental_dont_pass_bet", ""): odds}
    assert standing(played) == {key: stake for key, stake in expected.items() if stake}


def test_623a_4_c_increase_is_a_wager_like_any_other() -> None:
    """A wager is increased to an amount above what is up, within the limits."""
    wager = "1 place_bet_to_win@6 30"
    assert standing(rolled(throw(wager, "1 1", "1 increase place_bet_to_win@6 60"))) == {
        (1, "place_bet_to_win", "6"): "60.00"
    }
    refused(rolled(throw(wager, "1 1", "1 increase place_bet_to_win@6 30")), "not_lawful", "623a.4(a)")
    refused(rolled(throw("", "1 1", "1 increase place_bet_to_win@6 30")), "not_there", "623a.4(a)")
    over = rolled(throw(wager, "1 1", "1 increase place_bet_to_win@6 101"), maximum="100.00")
    refused(over, "above_maximum", "623a.3(b)")


def test_623a_4_unknown_words_are_refused() -> None:
    """A word that means nothing at this table is refused, and an answer nobody asked for is left over."""
    refused(rolled(throw("1 pass_bet 10", "4 4", "1 insurance")), "unused", "623a.4(a)")


# § 623a.4(e).


@pytest.mark.parametrize(("game", "last"), [("mini-craps", 9), ("craps", 16)])
def test_623a_4_e_wagers_come_from_the_seats_there_are(game: str, last: int) -> None:
    """At Mini-Craps nine players are seated and only they wager; a Craps table has sixteen positions here."""
    rolled(throw(f"{last} field_bet 5", "4 4"), game=game).ok()
    cite = "623a.4(e)" if game == "mini-craps" else "623a.2(d)(4)(i)"
    refused(rolled(throw(f"{last + 1} field_bet 5", "4 4"), game=game), "no_such_seat", cite)
    refused(rolled(throw("0 field_bet 5", "4 4"), game=game), "no_such_seat", cite)


def test_623a_4_e_who_has_wagered_remains_seated() -> None:
    """Only the chapter's own paragraph keeps them there: a Craps table has no such rule."""
    assert [catalogue.game(name).example().posted.remain for name in ("mini-craps", "craps")] == ["623a.4(e)", ""]


# § 623a.6.

TAKEN = {"4": "2 to 1", "5": "3 to 2", "6": "6 to 5", "8": "6 to 5", "9": "3 to 2", "10": "2 to 1"}
LAID = {"4": "1 to 2", "5": "2 to 3", "6": "5 to 6", "8": "5 to 6", "9": "2 to 3", "10": "1 to 2"}
PARAGRAPH = {"4": "(i)", "10": "(i)", "5": "(ii)", "9": "(ii)", "6": "(iii)", "8": "(iii)"}


def backed(base: str, number: str, odds: str, dice: str, **submission: Any) -> Played:
    """A bet of 30 on its point with odds behind it, and the throw that follows."""
    if base in ("pass_bet", "dont_pass_bet"):
        return rolled(
            throw(f"1 {base} 30", OF[int(number)]), throw(f"1 supplemental_{base} {odds}", dice), **submission
        )
    other = point(5 if number != "5" else 9)
    spot = f"supplemental_{base}@{number}"
    return rolled(other, throw(f"1 {base} 30", OF[int(number)]), throw(f"1 {spot} {odds}", dice), **submission)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("base", ["pass_bet", "come_bet"])
def test_623a_6_a_c_odds_taken_pay_true_odds(base: str, number: str) -> None:
    """Odds behind Pass and Come pay 2 to 1, 3 to 2 and 6 to 5 by the point; the bet itself pays 1 to 1."""
    on = "" if base == "pass_bet" else number
    cite = "623a.6(a)" if base == "pass_bet" else "623a.6(c)"
    won = backed(base, number, "30", OF[int(number)])
    win, stake = map(int, TAKEN[number].split(" to "))
    assert Fraction(won.returned(1, f"supplemental_{base}", on)) == 30 + Fraction(30 * win, stake)
    assert won.cite(1, f"supplemental_{base}", on) == f"{cite}(2){PARAGRAPH[number]}"
    assert won.returned(1, base, on) == "60.00"
    lost = backed(base, number, "30", "3 4")
    assert (lost.returned(1, base, on), lost.returned(1, f"supplemental_{base}", on)) == ("0.00", "0.00")


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("base", ["dont_pass_bet", "dont_come_bet"])
def test_623a_6_b_d_odds_laid_pay_true_odds(base: str, number: str) -> None:
    """Odds behind Don't Pass and Don't Come pay 1 to 2, 2 to 3 and 5 to 6 by the point; the bet itself pays 1 to 1."""
    on = "" if base == "dont_pass_bet" else number
    cite = "623a.6(b)" if base == "dont_pass_bet" else "623a.6(d)"
    won = backed(base, number, "36", "3 4")
    win, stake = map(int, LAID[number].split(" to "))
    assert Fraction(won.returned(1, f"supplemental_{base}", on)) == 36 + Fraction(36 * win, stake)
    assert won.cite(1, f"supplemental_{base}", on) == f"{cite}(2){PARAGRAPH[number]}"
    assert won.returned(1, base, on) == "60.00"
    lost = backed(base, number, "36", OF[int(number)])
    assert (lost.returned(1, base, on), lost.returned(1, f"supplemental_{base}", on)) == ("0.00", "0.00")


@pytest.mark.parametrize("multiple", [1, 2, 10])
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("base", ["pass_bet", "come_bet"])
def test_623a_6_e_odds_taken_reach_the_filed_multiple(base: str, number: str, multiple: int) -> None:
    """Odds on a bet of 30 are taken up to the filed multiple of it, and not a cent beyond."""
    most = 30 * multiple
    backed(base, number, f"{most}", "1 2", odds_multiple=multiple).ok()
    refused(backed(base, number, f"{most}.01", "1 2", odds_multiple=multiple), "above_maximum", "623a.6(e)")


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("base", ["pass_bet", "come_bet", "dont_pass_bet", "dont_come_bet"])
def test_623a_6_e_odds_by_point_reach_their_own_multiple(base: str, number: str) -> None:
    """3-4-5 odds, laid to win 1, 2 and 10 times: up to the multiple of the point, and not a cent beyond."""
    pair = {"4": 0, "10": 0, "5": 1, "9": 1, "6": 2, "8": 2}[number]
    filed = {f"odds_on_{name}": 3 + n for n, name in enumerate(("4_and_10", "5_and_9", "6_and_8"))}
    filed |= {"odds_laid_on_4_and_10": 1, "odds_laid_on_5_and_9": 2, "odds_laid_on_6_and_8": 10}
    win, stake = map(int, LAID[number].split(" to "))
    most = 30 * (1, 2, 10)[pair] * stake // win if base.startswith("dont") else 30 * (3 + pair)
    backed(base, number, f"{most}", "1 2", **filed).ok()
    refused(backed(base, number, f"{most}.01", "1 2", **filed), "above_maximum", "623a.6(e)")


@pytest.mark.parametrize("multiple", [1, 2, 10])
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("base", ["dont_pass_bet", "dont_come_bet"])
def test_623a_6_e_odds_laid_win_up_to_the_filed_multiple(base: str, number: str, multiple: int) -> None:
    """Odds laid on a bet of 30 may win the filed multiple of it, and not a cent more."""
    win, stake = map(int, LAID[number].split(" to "))
    most = 30 * multiple * stake // win
    backed(base, number, f"{most}", "1 2", odds_multiple=multiple).ok()
    refused(backed(base, number, f"{most}.01", "1 2", odds_multiple=multiple), "above_maximum", "623a.6(e)")


@pytest.mark.parametrize(
    ("base", "number", "amount", "most"),
    [
        ("pass_bet", "5", "5", "6"),
        ("pass_bet", "6", "7", "10"),
        ("pass_bet", "4", "5", "5"),
        ("dont_pass_bet", "5", "5", "9"),
        ("dont_pass_bet", "6", "7", "12"),
        ("dont_pass_bet", "4", "5", "10"),
    ],
)
def test_623a_6_f_odds_may_go_up_to_the_next_payable_amount(base: str, number: str, amount: str, most: str) -> None:
    """Where the multiple would not pay in whole chips, odds go up to the next amount that does, and no further (I-623a-08)."""
    first = throw(f"1 {base} {amount}", OF[int(number)])
    rolled(first, throw(f"1 supplemental_{base} {most}", "1 2")).ok()
    over = rolled(first, throw(f"1 supplemental_{base} {int(most) + 1}", "1 2"))
    refused(over, "above_maximum", "623a.6(e)")


@pytest.mark.parametrize(
    ("wager", "cite"),
    [
        ("pass_bet", "623a.6(a)"),
        ("dont_pass_bet", "623a.6(b)"),
        ("come_bet@6", "623a.6(c)"),
        ("dont_come_bet@6", "623a.6(d)"),
    ],
)
def test_623a_6_odds_need_a_bet_with_its_point(wager: str, cite: str) -> None:
    """Odds are refused without the bet they back, before its point, and behind another player's."""
    refused(rolled(point(8), throw(f"1 supplemental_{wager} 5", "1 2")), "wager_required", cite)
    kind, _, on = wager.partition("@")
    if on:
        before = rolled(point(8), throw(f"1 {kind} 10; 1 supplemental_{wager} 5", "3 3"))
        other = rolled(point(8), throw(f"1 {kind} 10", "3 3"), throw(f"2 supplemental_{wager} 5", "1 2"))
    else:
        before = rolled(throw(f"1 {kind} 10; 1 supplemental_{wager} 5", "3 3"))
        other = rolled(throw(f"1 {kind} 10", "3 3"), throw(f"2 supplemental_{wager} 5", "1 2"))
    refused(before, "wager_required", cite)
    refused(other, "wager_required", cite)


def test_623a_6_a_odds_are_added_to_and_taken_down_freely() -> None:
    """Odds may be increased within their limit, reduced and removed at any time before the throw."""
    first = (throw("1 pass_bet 10", "4 4"), throw("1 supplemental_pass_bet 5", "1 2"))
    more = rolled(*first, throw("1 supplemental_pass_bet 5", "1 2"))
    assert standing(more)[1, "supplemental_pass_bet", ""] == "10.00"
    refused(rolled(*first, throw("1 supplemental_pass_bet 6", "1 2")), "above_maximum", "623a.6(e)")
    gone = rolled(*first, throw("", "1 2", "1 remove supplemental_pass_bet"))
    assert standing(gone) == {(1, "pass_bet", ""): "10.00"}
