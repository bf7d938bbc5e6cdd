"""Chapter 625a, Sic Bo: provision by provision."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from pitboss.chapters.ch625a_sic_bo import GAME
from pitboss.chapters.ch625a_sic_bo.paper import checklists, duties, felt, signs
from pitboss.chapters.ch625a_sic_bo.procedure import STAFF_QUESTIONS, Table
from pitboss.chapters.ch625a_sic_bo.rules import (
    ONE_OF_A_KIND,
    PAYOUTS,
    SPOTS,
    TOTALS,
    Rules,
    Shaker,
    odds,
    wins,
)
from pitboss.drivers.round import Round
from pitboss.events import Announced
from pitboss.game import DEALER_OR_FLOOR, FLOOR_ONLY, RoundStart, When
from pitboss.journal import Report
from pitboss.procedure import DEALER, FLOOR, Answer, Election, Refused, Window
from pitboss.roles import Role
from pitboss.submission import submit, unspecified
from pitboss.testkit.tables import Played, deal, fault, play, refused
from pitboss.wagers import close_betting

THROWS = tuple(product(range(1, 7), repeat=3))
Dice = tuple[int, ...]


def throw(wager: str, dice: str, **submission: object) -> Played:
    """One wager of 10.00, one throw."""
    return play("sic-bo", deal(f"1 {wager} 10", [dice]), **submission)


def returned(wager: str, dice: str, **submission: object) -> str:
    kind, _, on = wager.partition("@")
    return throw(wager, dice, **submission).returned(1, kind, on)


def wins_exactly(kind: str, on: str, when: Callable[[Dice], bool], *, pair_in_triple: bool = True) -> None:
    """Over all 216 throws the wager wins where ``when`` says so, and nowhere else."""
    assert [wins(kind, on, dice, pair_in_triple=pair_in_triple) for dice in THROWS] == [when(dice) for dice in THROWS]


def begun(rules: Rules) -> Round:
    """A round whose dealer has begun to shake."""
    table = Round(GAME, rules, GAME.open(rules), RoundStart(1))
    table.answer(Answer(DEALER, "shaking" if rules.shaker is Shaker.MANUAL else "activated"))
    return table


def lights(played: Played) -> list[list[str]]:
    """What each change of the lights left lit."""
    return [e["at"].split(", ") for e in played.ok().events_of("marked") if e["marker"] == "lights"]


# § 625a.1.


def test_625a_1_b_to_c_layout_has_name_areas_and_odds() -> None:
    """The layout bears the house's name, one area for every wager, and the odds of all of them."""
    drawn = felt(Rules())
    assert sorted((a.wager, a.on) for a in drawn.areas) == sorted(SPOTS)
    assert all(a.cite == GAME.wager(a.wager).cite for a in drawn.areas)
    assert [i.text for i in drawn.inscriptions if i.cite == "625a.1(c)(1)"] == ["DEMONSTRATION CASINO", "SIC BO"]
    printed = "\n".join([*(a.label for a in drawn.areas), *(i.text for i in drawn.inscriptions)])
    for odds_ in ("150 to 1", "8 to 1", "24 to 1", "5 to 1", "1 to 1 on one die", "2 to 1 on two", "3 to 1 on three"):
        assert odds_ in printed
    totals = {a.on: a.label for a in drawn.areas if a.wager == "total_value_bet"}
    assert totals == {total: f"{total}\n{pays}" for total, pays in TOTALS.items()}


def test_625a_1_c_3_a_sign_lists_every_payout() -> None:
    """Where the odds are not on the layout a sign has all of them."""
    (sign,) = signs(Rules())
    assert sign.cite == "625a.1(c)(3)"
    assert all(f"Total Value Bet of {total} {pays}" in sign.text for total, pays in TOTALS.items())
    assert "Any Three of a Kind 24 to 1" in sign.text


def test_625a_1_d_the_shaker_decides() -> None:
    """The result is what three shaken dice show: every ordered throw is possible, nothing else is."""
    for dice in ("7 1 1", "1 1", "1 1 1 1", "0 1 2", "12"):
        refused(throw("small_bet", dice), "impossible", "625a.5(d)")
    throw("small_bet", "6 1 2").ok()


@pytest.mark.parametrize("shaker", ["manual", "automated"])
def test_625a_1_d_2_a_manual_or_an_automated_shaker_is_filed(shaker: str) -> None:
    """Either shaker may be filed; the same throw pays the same."""
    assert returned("small_bet", "1 2 4", shaker=shaker) == "20.00"


def test_625a_1_d_2_there_is_no_third_shaker() -> None:
    """Any other choice is refused."""
    with pytest.raises(Refused) as no:
        submit(Rules, {"shaker": "cup"})
    assert (no.value.why, no.value.cite) == ("forbidden_choice", "625a.1(d)")


def test_625a_1_d_build_of_the_shaker_is_signed_for() -> None:
    """A manual shaker bears the name or logo; an automated one needs compartment, cover and lock only (I-625a-08)."""
    manual, automated = (
        [item.cite for item in checklists(Rules(shaker=shaker))[0].items]
        for shaker in (Shaker.MANUAL, Shaker.AUTOMATED)
    )
    assert {"625a.1(d)(1)", "625a.1(d)(1)(i)", "625a.1(d)(1)(ii)", "625a.1(d)(1)(iii)"} <= set(manual)
    assert not [cite for cite in manual if cite.startswith("625a.1(d)(2)")]
    assert {"625a.1(d)(2)", "625a.1(d)(2)(i)", "625a.1(d)(2)(iii)"} <= set(automated)
    assert not [cite for cite in automated if cite.startswith("625a.1(d)(1)")]
    assert {"625a.1(a)", "625a.1(b)", "625a.2(a)"} <= set(manual) & set(automated)


# § 625a.2.


@pytest.mark.parametrize(("dice", "ok"), [("1 1", False), ("1 2 3", True), ("1 2 3 4", False)])
def test_625a_2_a_three_dice(dice: str, ok: bool) -> None:
    """A throw is of three dice, not of two or four."""
    played = throw("big_bet", dice)
    played.ok() if ok else refused(played, "impossible", "625a.5(d)")


@pytest.mark.parametrize(("shaker", "hours"), [(Shaker.MANUAL, 24), (Shaker.AUTOMATED, 28 * 24)])
def test_625a_2_b_dice_are_changed_in_time(shaker: Shaker, hours: int) -> None:
    """Dice serve 24 hours in a manual shaker; a month, taken as the shortest, locked in an automated one."""
    assert [(d.name, d.cite, d.hours) for d in duties(Rules(shaker=shaker))] == [("dice_change", "625a.2(b)", hours)]


@pytest.mark.parametrize(("unusable", "hours"), [(False, 28 * 24), (True, 24)])
def test_625a_2_b_dice_of_a_manual_shaker_that_took_over_are_changed_daily(unusable: bool, hours: int) -> None:
    """Once a manual shaker is used in place of an automated one (625a.7(d)), its dice serve 24 hours."""
    rules = Rules(shaker=Shaker.AUTOMATED)
    playing = begun(rules)
    playing.report(Report("automated_shaker_malfunction", facts={"unusable": unusable}))
    if unusable:
        playing.answer(Answer(DEALER, "covered_or_signed"))
    assert playing.closed
    assert [duty.hours for duty in duties(rules, playing.result)] == [hours]


# § 625a.3.


@pytest.mark.parametrize("number", range(1, 7))
def test_625a_3_1_three_of_a_kind_wins_on_its_own_triple_alone(number: int) -> None:
    """Three of a Kind wins on one throw of 216."""
    wins_exactly("three_of_a_kind", str(number), lambda dice: dice == (number, number, number))


@pytest.mark.parametrize("number", range(1, 7))
def test_625a_3_2_two_of_a_kind_wins_on_two_dice_or_more(number: int) -> None:
    """Two of a Kind wins when two dice show its number, and also when three do (I-625a-01)."""
    wins_exactly("two_of_a_kind", str(number), lambda dice: dice.count(number) >= 2)


@pytest.mark.parametrize("number", range(1, 7))
def test_625a_3_2_on_a_triple_only_unless_filed_otherwise(number: int) -> None:
    """Filed otherwise, Two of a Kind wins on exactly two dice and loses on the triple."""
    wins_exactly("two_of_a_kind", str(number), lambda dice: dice.count(number) == 2, pair_in_triple=False)
    triple = " ".join([str(number)] * 3)
    assert returned(f"two_of_a_kind@{number}", triple) == "90.00"
    assert returned(f"two_of_a_kind@{number}", triple, two_of_a_kind_wins_on_triple=False) == "0.00"


def test_625a_3_3_any_three_of_a_kind_wins_on_every_triple() -> None:
    """Any Three of a Kind wins on six throws of 216."""
    wins_exactly("any_three_of_a_kind", "", lambda dice: len(set(dice)) == 1)


@pytest.mark.parametrize("total", range(4, 18))
def test_625a_3_4_total_value_bet_wins_on_its_total(total: int) -> None:
    """A Total Value Bet wins on its total, also where a triple makes it (I-625a-02)."""
    wins_exactly("total_value_bet", str(total), lambda dice: sum(dice) == total)


def test_625a_3_4_a_triple_makes_a_total() -> None:
    """Three 2s are a 6, though they are no Small Bet."""
    played = play("sic-bo", deal("1 total_value_bet@6 10; 1 small_bet 10", ["2 2 2"]))
    assert (played.returned(1, "total_value_bet", "6"), played.returned(1, "small_bet")) == ("150.00", "0.00")


@pytest.mark.parametrize(("total", "ok"), [("3", False), ("4", True), ("17", True), ("18", False)])
def test_625a_3_4_totals_of_3_and_18_are_not_offered(total: str, ok: bool) -> None:
    """There are no odds for 3 and 18, so they cannot be wagered on (I-625a-10)."""
    played = throw(f"total_value_bet@{total}", "1 1 1")
    played.ok() if ok else refused(played, "no_such_spot", "625a.3(4)")


@pytest.mark.parametrize("on", [f"{a}-{b}" for a, b in product(range(1, 7), repeat=2) if a < b])
def test_625a_3_5_two_dice_combination_wins_when_both_show(on: str) -> None:
    """A Two Dice Combination wins when both of its numbers show, whatever the third die."""
    low, high = map(int, on.split("-"))
    wins_exactly("two_dice_combination", on, lambda dice: low in dice and high in dice)


def test_625a_3_5_a_pair_beside_it_wins_once() -> None:
    """1, 1, 2 pays the combination of 1 and 2 once (I-625a-03)."""
    assert returned("two_dice_combination@1-2", "1 1 2") == "60.00"


@pytest.mark.parametrize("on", ["1-1", "2-1", "6-7", "1", "1-2-3"])
def test_625a_3_5_two_different_numbers_lower_first(on: str) -> None:
    """A combination is two different numbers; fifteen there are."""
    refused(throw(f"two_dice_combination@{on}", "1 1 2"), "no_such_spot", "625a.3(5)")
    assert sum(kind == "two_dice_combination" for kind, _ in SPOTS) == 15


@pytest.mark.parametrize(
    ("dice", "small", "big"),
    [
        ("1 1 1", False, False),  # 3
        ("1 1 2", True, False),  # 4
        ("2 2 6", True, False),  # 10
        ("5 5 1", False, True),  # 11
        ("6 6 5", False, True),  # 17
        ("6 6 6", False, False),  # 18
    ],
)
def test_625a_3_6_to_7_small_and_big_at_their_ends(dice: str, small: bool, big: bool) -> None:
    """Small is 4 to 10 and Big 11 to 17: 3 and 18 are neither, 10 is Small and 11 Big."""
    played = play("sic-bo", deal("1 small_bet 10; 2 big_bet 10", [dice]))
    assert (played.returned(1, "small_bet") == "20.00", played.returned(2, "big_bet") == "20.00") == (small, big)


def test_625a_3_6_small_bet_wins_on_4_to_10_without_a_triple() -> None:
    """Small wins on 105 throws: those of 4 to 10 less 2-2-2 and 3-3-3."""
    wins_exactly("small_bet", "", lambda dice: 4 <= sum(dice) <= 10 and len(set(dice)) > 1)
    assert sum(wins("small_bet", "", dice) for dice in THROWS) == 105


def test_625a_3_7_big_bet_wins_on_11_to_17_without_a_triple() -> None:
    """Big wins on 105 throws: those of 11 to 17 less 4-4-4 and 5-5-5."""
    wins_exactly("big_bet", "", lambda dice: 11 <= sum(dice) <= 17 and len(set(dice)) > 1)
    assert sum(wins("big_bet", "", dice) for dice in THROWS) == 105


@pytest.mark.parametrize(
    ("wager", "dice", "cite"), [("small_bet", "3 3 3", "625a.3(6)"), ("big_bet", "4 4 4", "625a.3(7)")]
)
def test_625a_3_6_to_7_a_triple_is_named_as_the_reason(wager: str, dice: str, cite: str) -> None:
    """Within its totals a Small or Big Bet is lost to a triple, and its settlement says so."""
    line = throw(wager, dice).line(1, wager)
    assert (line["returned"], line["cite"]) == ("0.00", cite)


@pytest.mark.parametrize("number", range(1, 7))
def test_625a_3_8_one_of_a_kind_wins_on_one_die_or_more(number: int) -> None:
    """One of a Kind wins on 91 throws of 216."""
    wins_exactly("one_of_a_kind", str(number), lambda dice: number in dice)


@pytest.mark.parametrize("kind", ["three_of_a_kind", "two_of_a_kind", "one_of_a_kind"])
@pytest.mark.parametrize(("number", "ok"), [("0", False), ("1", True), ("6", True), ("7", False), ("", False)])
def test_625a_3_numbers_are_1_to_6(kind: str, number: str, ok: bool) -> None:
    """A number wager is on 1 to 6."""
    played = throw(f"{kind}@{number}", "1 2 3")
    played.ok() if ok else refused(played, "no_such_spot", GAME.wager(kind).cite)


@pytest.mark.parametrize("kind", ["any_three_of_a_kind", "small_bet", "big_bet"])
def test_625a_3_some_wagers_are_one_area(kind: str) -> None:
    """Any Three of a Kind, Small and Big take no number."""
    refused(throw(f"{kind}@1", "1 2 3"), "no_such_spot", GAME.wager(kind).cite)


def test_625a_3_eight_kinds_of_wager() -> None:
    """Eight kinds, in the order of the text, on fifty areas."""
    assert [kind.cite for kind in GAME.wagers] == [f"625a.3({n})" for n in range(1, 9)]
    assert len(SPOTS) == 6 + 6 + 1 + 14 + 15 + 1 + 1 + 6
    refused(throw("odd", "1 2 3"), "unknown_wager", "625a.4(a)")


# § 625a.4.


@pytest.mark.parametrize(
    ("form", "ok"), [("", True), ("value_chips", True), ("plaques", True), ("verbal_with_cash", False)]
)
def test_625a_4_a_value_chips_or_plaques_never_spoken_with_cash(form: str, ok: bool) -> None:
    """Value chips and plaques make a wager; words with cash do not."""
    wager = {"seat": 1, "wager": "small_bet", "amount": "5.00", **({"form": form} if form else {})}
    played = play("sic-bo", deal([wager], ["1 2 3"]))
    played.ok() if ok else refused(played, "form_not_accepted", "625a.4(a)")


@pytest.mark.parametrize(
    ("amount", "why"), [("4.99", "below_minimum"), ("5.00", ""), ("100.00", ""), ("100.01", "above_maximum")]
)
def test_625a_4_a_limits_of_the_house(amount: str, why: str) -> None:
    """A wager is taken from the minimum to the maximum, and not a cent beyond (I-GEN-34)."""
    played = play("sic-bo", deal(f"1 small_bet {amount}", ["1 2 3"]), minimum="5.00", maximum="100.00")
    refused(played, why, "I-GEN-34") if why else played.ok()


@pytest.mark.parametrize(("amount", "ok"), [("3.00", True), ("3.01", False)])
def test_625a_4_a_limits_of_one_wager(amount: str, ok: bool) -> None:
    """A kind of wager may have limits of its own (I-GEN-34)."""
    limits = {"three_of_a_kind": {"minimum": "1.00", "maximum": "3.00"}}
    played = play("sic-bo", deal(f"1 three_of_a_kind@1 {amount}", ["1 2 3"]), minimum="5.00", limits=limits)
    played.ok() if ok else refused(played, "above_maximum", "I-GEN-34")


@pytest.mark.parametrize(("seat", "ok"), [(0, False), (1, True), (12, True), (13, False)])
def test_625a_4_a_wagers_come_from_a_place_at_the_table(seat: int, ok: bool) -> None:
    """There are twelve places."""
    played = play("sic-bo", deal(f"{seat} small_bet 5", ["1 2 3"]))
    played.ok() if ok else refused(played, "no_such_seat", "625a.3")


def test_625a_4_c_position_when_the_dice_are_shown_decides() -> None:
    """A wager moved before the call is settled where it stands at the end."""
    answers = [{"seat": 1, "answer": "remove", "wager": "small_bet"}]
    played = play("sic-bo", deal("1 small_bet 10; 1 big_bet 10", ["1 2 3"], answers)).ok()
    assert [(s["wager"], s["returned"]) for s in played.settlements] == [("big_bet", "0.00")]


def test_625a_4_c_only_what_is_up_can_be_removed() -> None:
    """Removing a wager that is not there is refused."""
    answers = [{"seat": 2, "answer": "remove", "wager": "small_bet"}]
    refused(play("sic-bo", deal("1 small_bet 10", ["1 2 3"], answers)), "not_there", "625a.5(c)")


# § 625a.5.


@pytest.mark.parametrize("shaker", list(Shaker))
def test_625a_5_a_the_floorperson_s_inspection_blocks_opening(shaker: Shaker) -> None:
    """Both lists block opening and are signed by a floorperson, the opening inspection by the one assigned to the table."""
    lists = checklists(Rules(shaker=shaker))
    assert [(c.name, c.when, [(s.roles, s.assigned) for s in c.signatures]) for c in lists] == [
        ("equipment", When.OPENING, [(FLOOR_ONLY, False)]),
        ("opening", When.OPENING, [(FLOOR_ONLY, True)]),
    ]


@pytest.mark.parametrize(("shaker", "operations"), [(Shaker.MANUAL, 0), (Shaker.AUTOMATED, 1)])
def test_625a_5_a_1_to_2_entries_and_operations_are_signed_for(shaker: Shaker, operations: int) -> None:
    """Three values are entered into the device; an automated shaker, and only that, is operated three times."""
    items = checklists(Rules(shaker=shaker))[1].items
    assert [item.cite for item in items] == ["625a.5(a)(1)"] + ["625a.5(a)(2)"] * operations
    assert all("three" in item.text.lower() for item in items)


@pytest.mark.parametrize(("shakes", "ok"), [(2, False), (3, True), (4, True)])
def test_625a_5_b_1_a_manual_shaker_is_shaken_three_times_or_more(shakes: int, ok: bool) -> None:
    """The cover does not come off before the third shake."""
    played = play("sic-bo", deal("1 small_bet 10", ["1 2 4"], [{"by": "dealer", "answer": {"shakes": shakes}}]))
    if ok:
        assert [e["amount"] for e in played.ok().events_of("elected") if e["says"] == "shakes"] == [shakes]
    else:
        refused(played, "not_lawful", "625a.5(b)(1)")


def test_625a_5_b_1_three_shakes_unless_the_dealer_says_more() -> None:
    """The count need not be entered: three it is."""
    assert [e["amount"] for e in throw("small_bet", "1 2 4").events_of("elected") if e["says"] == "shakes"] == [3]


def test_625a_5_b_2_an_automated_shaker_is_activated() -> None:
    """The round begins with the device being started; nobody counts shakes."""
    played = throw("small_bet", "1 2 4", shaker="automated").ok()
    assert [(e["by"], e["what"], e["cite"]) for e in played.events_of("attested")] == [
        ("dealer", "activated the automated shaker", "625a.5(b)(2)")
    ]
    assert [e["says"] for e in played.events_of("elected")] == ["values_called"]


@pytest.mark.parametrize("shaker", ["manual", "automated"])
def test_625a_5_c_wagers_are_taken_during_the_shake_until_the_call(shaker: str) -> None:
    """The shake begins the round, wagers follow, and the call comes just before the dice are shown (I-625a-07)."""
    kinds = [event["event"] for event in throw("small_bet", "1 2 4", shaker=shaker).ok().events]
    assert kinds.index("attested") < kinds.index("wagered") < kinds.index("announced") < kinds.index("shown")
    assert throw("small_bet", "1 2 4").words()[0] == "no more bets"


def test_625a_5_c_no_wager_once_the_dice_are_shown() -> None:
    """A wager after the reveal is late."""
    late = {"seat": 2, "wager": "small_bet", "amount": "5.00", "after": 1}
    refused(play("sic-bo", deal([late], ["1 2 3"])), "betting_closed", "625a.5(c)")


def test_625a_5_c_no_wager_after_the_call() -> None:
    """Nor is one taken between the call and the reveal."""
    table = begun(Rules(shaker=Shaker.AUTOMATED))
    table.answer(Answer(1, "wager", "small_bet", "", 500))
    table.answer(close_betting())
    with pytest.raises(Refused) as no:
        table.answer(Answer(2, "wager", "small_bet", "", 500))
    assert (no.value.why, no.value.cite) == ("betting_closed", "625a.5(c)")


def test_625a_5_d_each_die_is_announced() -> None:
    """The dealer uncovers the dice and calls each value."""
    played = throw("small_bet", "5 2 2").ok()
    assert [(e["device"], e["outcome"]) for e in played.events_of("shown")] == [("dice", "5 2 2")]
    assert played.words() == ["no more bets", "5, 2, 2"]


@pytest.mark.parametrize(
    ("dice", "lit"),
    [
        (
            "2 2 5",
            "two_of_a_kind 2, total_value_bet 9, two_dice_combination 2-5, small_bet, one_of_a_kind 2, one_of_a_kind 5",
        ),
        (
            "6 5 4",
            "total_value_bet 15, two_dice_combination 4-5, two_dice_combination 4-6, two_dice_combination 5-6, big_bet, "
            "one_of_a_kind 4, one_of_a_kind 5, one_of_a_kind 6",
        ),
        ("3 3 3", "three_of_a_kind 3, two_of_a_kind 3, any_three_of_a_kind, total_value_bet 9, one_of_a_kind 3"),
        ("1 1 1", "three_of_a_kind 1, two_of_a_kind 1, any_three_of_a_kind, one_of_a_kind 1"),
    ],
)
def test_625a_5_d_every_winning_area_lights_up(dice: str, lit: str) -> None:
    """The device lights every area that wins, wagered on or not, and no other."""
    assert lights(throw("big_bet", dice))[0] == lit.split(", ")


def test_625a_5_d_lights_follow_the_filed_reading_of_two_of_a_kind() -> None:
    """Where Two of a Kind loses on a triple, its area stays dark."""
    lit = lights(throw("big_bet", "1 1 1", two_of_a_kind_wins_on_triple=False))[0]
    assert lit == ["three_of_a_kind 1", "any_three_of_a_kind", "one_of_a_kind 1"]


def test_625a_5_d_what_is_lit_is_what_is_paid() -> None:
    """With a wager on every area, exactly the lit ones are paid, on each of the 56 throws that differ."""
    everything = "; ".join(f"1 {kind}{'@' + on if on else ''} 1" for kind, on in SPOTS)
    for dice in sorted({tuple(sorted(dice)) for dice in THROWS}):
        played = play("sic-bo", deal(everything, [" ".join(map(str, dice))]))
        won = [f"{s['wager']} {s['on']}".rstrip() for s in played.settlements if s["returned"] != "0.00"]
        assert sorted(won) == sorted(lights(played)[0])


def test_625a_5_e_lights_then_losers_then_winners() -> None:
    """The lights come first, then every loser is collected, then every winner is paid."""
    wagers = "1 small_bet 5; 2 big_bet 5; 3 one_of_a_kind@2 5; 4 total_value_bet@10 5; 1 big_bet 5"
    played = play("sic-bo", deal(wagers, ["2 2 5"])).ok()
    told = [(e["event"], e.get("seat")) for e in played.events if e["event"] in ("marked", "paid", "collected")]
    assert told == [
        ("marked", None),
        ("collected", 2),
        ("collected", 4),
        ("collected", 1),
        ("paid", 1),
        ("paid", 3),
        ("marked", None),
    ]
    assert [s["cite"] for s in played.settlements] == ["625a.5(e)"] * 3 + ["625a.6(a)", "625a.6(b)(2)"]


def test_625a_5_e_the_shaker_stays_open_until_the_last_is_paid() -> None:
    """The cover goes on again only with the next round, after every payment."""
    played = play("sic-bo", deal("1 small_bet 5", ["1 2 3"]), deal("1 small_bet 5", ["1 2 3"])).ok()
    told = [e["event"] for e in played.events if e["event"] in ("attested", "shown", "paid")]
    assert told == ["attested", "shown", "paid", "attested", "shown", "paid"]


def test_625a_5_f_the_lights_are_cleared_last() -> None:
    """When all is paid the lights go out."""
    marked = throw("small_bet", "1 2 4").ok().events_of("marked")
    assert [(e["at"] == "", e["cite"]) for e in marked] == [(False, "625a.5(d)"), (True, "625a.5(f)")]
    assert [e["event"] for e in throw("small_bet", "1 2 4").events][-2:] == ["marked", "round_closed"]


def test_625a_5_f_the_last_throw_is_remembered() -> None:
    """Between rounds the table knows the last throw and the shaker in use."""
    table = begun(Rules())
    for answer in (close_betting(), SHAKEN, THROWN, Answer(DEALER, "values_called")):
        table.answer(answer)
    assert table.result == GAME.state(Shaker.MANUAL, "1 2 3", stopped=False)


# § 625a.6.


@pytest.mark.parametrize(
    ("wager", "dice", "due"),
    [
        ("three_of_a_kind@4", "4 4 4", "1510.00"),
        ("two_of_a_kind@4", "4 1 4", "90.00"),
        ("any_three_of_a_kind", "4 4 4", "250.00"),
        ("total_value_bet@4", "1 1 2", "510.00"),
        ("total_value_bet@5", "1 2 2", "190.00"),
        ("total_value_bet@6", "1 2 3", "150.00"),
        ("total_value_bet@7", "1 2 4", "130.00"),
        ("total_value_bet@8", "1 2 5", "90.00"),
        ("total_value_bet@9", "1 2 6", "70.00"),
        ("total_value_bet@10", "1 3 6", "70.00"),
        ("total_value_bet@11", "1 4 6", "70.00"),
        ("total_value_bet@12", "1 5 6", "70.00"),
        ("total_value_bet@13", "2 5 6", "90.00"),
        ("total_value_bet@14", "3 5 6", "130.00"),
        ("total_value_bet@15", "4 5 6", "150.00"),
        ("total_value_bet@16", "5 5 6", "190.00"),
        ("total_value_bet@17", "5 6 6", "510.00"),
        ("two_dice_combination@2-6", "6 2 3", "60.00"),
        ("small_bet", "1 2 3", "20.00"),
        ("big_bet", "4 5 6", "20.00"),
    ],
)
def test_625a_6_a_odds_of_the_table(wager: str, dice: str, due: str) -> None:
    """Each wager of 10.00 is paid the odds of the table, on its authority."""
    kind, _, on = wager.partition("@")
    line = throw(wager, dice).line(1, kind, on)
    assert (line["returned"], line["cite"]) == (due, "625a.6(a)")


def test_625a_6_a_odds_are_exact() -> None:
    """No other odds can be filed (I-625a-09)."""
    with pytest.raises(Refused) as no:
        submit(Rules, {"payouts": {"small_bet": "2 to 1"}})
    assert no.value.why == "unknown_choice"
    assert [str(pays) for _, pays in PAYOUTS.lines] == ["150 to 1", "8 to 1", "24 to 1", "5 to 1", "1 to 1", "1 to 1"]


@pytest.mark.parametrize(
    ("dice", "due", "cite"), [("3 1 2", "20.00", "625a.6(b)(1)"), ("2 3 1", "20.00", "625a.6(b)(1)")]
)
def test_625a_6_b_1_one_die_pays_even_money(dice: str, due: str, cite: str) -> None:
    """One of a Kind on a single die pays 1 to 1."""
    line = throw("one_of_a_kind@3", dice).line(1, "one_of_a_kind", "3")
    assert (line["returned"], line["cite"]) == (due, cite)


def test_625a_6_b_2_two_dice_pay_2_to_1() -> None:
    """One of a Kind on two dice pays 2 to 1, not 1 and 2 together (I-625a-04)."""
    line = throw("one_of_a_kind@3", "3 1 3").line(1, "one_of_a_kind", "3")
    assert (line["returned"], line["cite"]) == ("30.00", "625a.6(b)(2)")


def test_625a_6_b_3_three_dice_pay_3_to_1() -> None:
    """One of a Kind on three dice pays 3 to 1."""
    line = throw("one_of_a_kind@3", "3 3 3").line(1, "one_of_a_kind", "3")
    assert (line["returned"], line["cite"]) == ("40.00", "625a.6(b)(3)")
    assert [str(pays) for pays in ONE_OF_A_KIND] == ["1 to 1", "2 to 1", "3 to 1"]


def test_625a_6_every_area_has_odds_and_no_payout_breaks() -> None:
    """Odds are whole numbers to 1, so every payout is in whole cents whatever the stake."""
    for kind, on in SPOTS:
        winner = next(dice for dice in THROWS if wins(kind, on, dice))
        assert odds(kind, on, winner).stake == 1
    assert play("sic-bo", deal("1 two_of_a_kind@1 0.01", ["1 1 2"])).returned(1, "two_of_a_kind", "1") == "0.09"


# § 625a.7.


@pytest.mark.parametrize("shown", [0, 1])
@pytest.mark.parametrize("shaker", ["manual", "automated"])
def test_625a_7_a_dice_not_flat_return_every_wager(shaker: str, shown: int) -> None:
    """Dice that do not lie flat are no roll: all wagers go back, and there is no second shake (I-625a-05)."""
    played = play(
        "sic-bo",
        deal("1 small_bet 5; 2 big_bet 7; 2 one_of_a_kind@1 1", ["1 2 3"] * shown, "", [fault("dice_not_flat", shown)]),
        shaker=shaker,
    ).ok()
    assert [(s["returned"], s["cite"]) for s in played.settlements] == [
        ("5.00", "625a.7(a)"),
        ("7.00", "625a.7(a)"),
        ("1.00", "625a.7(a)"),
    ]
    assert played.words() == ["no more bets", "no roll"], "dice that are not flat have no values to call"
    assert [e["why"] for e in played.events_of("round_voided")] == ["dice not flat"]
    assert played.events_of("marked") == []


def test_625a_7_a_the_next_round_is_played_as_usual() -> None:
    """No roll ends the round, not the game."""
    faults = [fault("dice_not_flat", 1)]
    played = play("sic-bo", deal("1 small_bet 5", ["1 2 3"], "", faults), deal("1 small_bet 5", ["1 2 3"]))
    assert (played.returned(1, "small_bet", round=1), played.returned(1, "small_bet", round=2)) == ("5.00", "10.00")


def possible(rules: Rules, *answers: Answer) -> list[str]:
    """The irregularities that can be reported after these answers."""
    table = begun(rules)
    for answer in answers:
        table.answer(answer)
    return list(table.possible())


SHAKEN = Answer(DEALER, "shakes", amount=3)
THROWN = Answer("chance", "1 2 3")
REPORT = Report("illumination_failure")


def test_625a_7_what_can_go_wrong_when_with_a_manual_shaker() -> None:
    """Covered dice cannot be seen lying askew, lights can fail at any time, and no automated shaker can fail."""
    rules = Rules()
    assert possible(rules) == ["illumination_failure"]
    assert possible(rules, close_betting()) == ["illumination_failure"]
    assert possible(rules, close_betting(), SHAKEN) == ["dice_not_flat", "illumination_failure"]
    assert possible(rules, close_betting(), SHAKEN, THROWN) == ["dice_not_flat", "illumination_failure"]


def test_625a_7_what_can_go_wrong_when_with_an_automated_shaker() -> None:
    """The same, and the shaker itself can fail from its activation on."""
    rules, automated = Rules(shaker=Shaker.AUTOMATED), "automated_shaker_malfunction"
    assert possible(rules) == ["illumination_failure", automated]
    assert possible(rules, close_betting()) == ["dice_not_flat", "illumination_failure", automated]
    assert possible(rules, close_betting(), THROWN) == ["dice_not_flat", "illumination_failure", automated]


def test_625a_7_b_lights_fail_once_a_round() -> None:
    """Lights that are out cannot go out again."""
    table = begun(Rules(shaker=Shaker.AUTOMATED))
    table.report(REPORT)
    assert list(table.possible()) == ["automated_shaker_malfunction"]
    assert isinstance(table.pending, Window)


def test_625a_7_b_lights_failing_after_the_reveal_are_settled_by_eye() -> None:
    """With the dice in view wagers are collected and paid all the same, a floorperson present, and nothing lights up."""
    wagers = "1 small_bet 5; 2 big_bet 5; 3 one_of_a_kind@2 5"
    played = play("sic-bo", deal(wagers, ["2 2 5"], "", [fault("illumination_failure", 1)])).ok()
    assert [(s["seat"], s["returned"], s["cite"]) for s in played.settlements] == [
        (2, "0.00", "625a.7(b)"),
        (1, "10.00", "625a.6(a)"),
        (3, "15.00", "625a.6(b)(2)"),
    ]
    said = [(e["by"], e["says"]) for e in played.events_of("elected")]
    assert said[-2:] == [("floor", "present"), ("floor", "not_repaired")]
    assert [(e["device"], e["in_service"]) for e in played.events_of("device_status")] == [("electrical device", False)]
    assert played.events_of("marked") == []


@pytest.mark.parametrize("moment", [0, 1])
def test_625a_7_b_an_automated_shaker_has_tossed_from_the_start(moment: int) -> None:
    """Once the automated shaker has tossed, failing lights do not stop the round, even before the dice are shown."""
    played = play(
        "sic-bo", deal("1 small_bet 5", ["2 2 5"], "", [fault("illumination_failure", moment)]), shaker="automated"
    )
    assert played.returned(1, "small_bet") == "10.00"
    assert played.events_of("marked") == []


def test_625a_7_b_lights_failing_before_the_reveal_return_the_wagers() -> None:
    """While a manual shaker is covered there is no round to settle: wagers go back and play stops (I-625a-06)."""
    played = play("sic-bo", deal("1 small_bet 5", [], "", [fault("illumination_failure", 0)])).ok()
    assert [(s["returned"], s["cite"]) for s in played.settlements] == [("5.00", "I-625a-06")]
    assert played.events_of("shown") == []


@pytest.mark.parametrize("after", [0, 1])
def test_625a_7_b_gaming_ceases_until_the_device_is_fixed(after: int) -> None:
    """After either failure no wager is taken before the floor has entered the repair."""
    failed = deal("1 small_bet 5", ["1 2 3"] * after, "", [fault("illumination_failure", after)])
    again = deal("1 small_bet 5", ["1 2 3"])
    played = play("sic-bo", failed, again)
    refused(played, "not_lawful", "625a.7(b)")
    assert played.refused is not None
    assert played.refused["round"] == 2
    fixed = play("sic-bo", failed, {**again, "answers": [{"by": "floor", "answer": "repaired"}]}, again)
    assert fixed.returned(1, "small_bet", round=2) == fixed.returned(1, "small_bet", round=3) == "10.00"
    assert [e["in_service"] for e in fixed.events_of("device_status")] == [False, True]


def test_625a_7_b_a_device_fixed_at_once_stops_nothing() -> None:
    """When the wagers are settled the floor is asked; a device that was fixed by then is in order in the next round."""
    failed = deal("1 small_bet 5", ["1 2 3"], "floor present; floor repaired", [fault("illumination_failure", 1)])
    played = play("sic-bo", failed, deal("1 small_bet 5", ["1 2 3"])).ok()
    assert [e["in_service"] for e in played.events_of("device_status")] == [False, True]
    assert [e["at"] == "" for e in played.events_of("marked")] == [False, True]


def test_625a_7_b_only_the_floor_reports_the_repair() -> None:
    """Neither a player nor the dealer can open a stopped table, and no wager is taken meanwhile."""
    rules = Rules()
    stopped = Round(GAME, rules, GAME.state(Shaker.MANUAL, "", stopped=True), RoundStart(2))
    why = stopped.events[-1]  # told to everyone: why nothing goes on, and who ends it
    assert isinstance(why, Announced)
    assert (why.cite, why.seen_by) == ("625a.7(b)", None)
    assert "until the floor says that the electrical device is repaired" in why.words
    assert isinstance(stopped.pending, Election)
    assert (stopped.pending.to, stopped.pending.default, stopped.pending.courtesy) == (FLOOR, None, False)
    for answer in (Answer(DEALER, "repaired"), Answer(1, "wager", "small_bet", "", 500), Answer(FLOOR, "carry_on")):
        with pytest.raises(Refused):
            stopped.answer(answer)
    stopped.answer(Answer(FLOOR, "repaired"))
    stopped.answer(Answer(DEALER, "shaking"))
    assert isinstance(stopped.pending, Window)
    roles = {asked.kind: asked.roles for asked in STAFF_QUESTIONS}
    assert roles["electrical device"] == roles["present at the settlement"] == FLOOR_ONLY


def test_625a_7_b_then_dice_not_flat_still_stops_the_table() -> None:
    """Lights out and no roll in one round: wagers go back, and the table waits for the repair."""
    faults = [fault("illumination_failure", 1), fault("dice_not_flat", 1)]
    failed = deal("1 small_bet 5", ["1 2 3"], "", faults)
    assert play("sic-bo", failed).returned(1, "small_bet") == "5.00"
    refused(play("sic-bo", failed, deal("1 small_bet 5", ["1 2 3"])), "not_lawful", "625a.7(b)")


@pytest.mark.parametrize("shown", [0, 1])
def test_625a_7_c_automated_shaker_malfunction_returns_every_wager(shown: int) -> None:
    """If the automated shaker fails when activated the round is void; it may be tried again in the next."""
    failed = deal("1 small_bet 5; 2 big_bet 7", ["1 2 3"] * shown, "", [fault("automated_shaker_malfunction", shown)])
    played = play("sic-bo", failed, deal("1 small_bet 5", ["1 2 3"]), shaker="automated")
    assert [(s["returned"], s["cite"]) for s in played.settlements[:2]] == [
        ("5.00", "625a.7(c)"),
        ("7.00", "625a.7(c)"),
    ]
    assert played.returned(1, "small_bet", round=2) == "10.00"
    assert [e["what"] for e in played.events_of("attested")] == ["activated the automated shaker"] * 2


def test_625a_7_c_a_manual_shaker_is_no_automated_one() -> None:
    """There is nothing automated to fail at a manual shaker."""
    played = play("sic-bo", deal("1 small_bet 5", ["1 2 3"], "", [fault("automated_shaker_malfunction")]))
    refused(played, "unused", "625a.5(c)")


def test_625a_7_d_manual_shaker_takes_over_once_the_other_is_emptied_and_covered() -> None:
    """An unusable automated shaker loses its dice and is covered or signed; the next round is shaken by hand."""
    failed = deal("1 small_bet 5", [], "", [fault("automated_shaker_malfunction", 0, unusable=True)])
    again = deal("1 small_bet 5", ["1 2 3"])
    played = play("sic-bo", failed, again, again, shaker="automated").ok()
    assert [(e["by"], e["what"], e["cite"]) for e in played.events_of("attested")] == [
        ("dealer", "activated the automated shaker", "625a.5(b)(2)"),
        ("dealer", "removed the dice and covered the automated shaker, or put a sign on it", "625a.7(d)"),
        ("dealer", "covered the shaker and began to shake it", "625a.5(b)(1)"),
        ("dealer", "covered the shaker and began to shake it", "625a.5(b)(1)"),
    ]
    assert [(e["device"], e["in_service"]) for e in played.events_of("device_status")] == [("automated shaker", False)]
    assert [e["thing"] for e in played.events_of("replaced")] == ["dice"]
    assert "625a.7(d)" in [sign.cite for sign in signs(Rules(shaker=Shaker.AUTOMATED))]


@pytest.mark.parametrize("later", [{}, {"new_dealer": True}, {"reopened": True}])
def test_625a_7_d_a_shaker_out_of_order_stays_out(later: dict[str, Any]) -> None:
    """Neither the next round nor another dealer nor people coming back to the table mend an automated shaker."""
    failed = deal("1 small_bet 5", [], "", [fault("automated_shaker_malfunction", 0, unusable=True)])
    played = play("sic-bo", failed, deal("1 small_bet 5", ["1 2 3"], **later), shaker="automated").ok()
    assert [e["cite"] for e in played.events_of("attested")] == ["625a.5(b)(2)", "625a.7(d)", "625a.5(b)(1)"]


@pytest.mark.parametrize("after", [0, 1])
def test_625a_7_d_the_floor_returns_the_automated_shaker(after: int) -> None:
    """Reported at any moment of a round shaken by hand, it is used from the next on, with dice of its own clock."""
    failed = deal("1 small_bet 5", [], "", [fault("automated_shaker_malfunction", 0, unusable=True)])
    by_hand = deal("1 small_bet 5", ["1 2 3"], "", [fault("automated_shaker_returned", after)])
    played = play("sic-bo", failed, by_hand, deal("1 small_bet 5", ["1 2 3"]), shaker="automated").ok()
    used = [e["cite"] for e in played.events_of("attested")]
    assert used == ["625a.5(b)(2)", "625a.7(d)", "625a.5(b)(1)", "625a.5(b)(2)"]
    assert [(e["device"], e["in_service"]) for e in played.events_of("device_status")][1:] == [
        ("automated shaker", True)
    ]
    assert [e["why"] for e in played.events_of("replaced")] == ["manual shaker in use", "automated shaker in use again"]
    rules = Rules(shaker=Shaker.AUTOMATED)
    clocks = [duties(rules, Table(shaker))[0].hours for shaker in (Shaker.MANUAL, Shaker.AUTOMATED)]
    assert clocks == [24, 28 * 24]
    refused(play("sic-bo", by_hand, shaker="automated"), "unused", "625a.5(c)")


def test_625a_7_who_may_report_and_answer() -> None:
    """Whoever stands there may notice a failure (I-GEN-29); only the floor says that the shaker works again."""
    by = {kind.name: kind.by for kind in GAME.irregularities}
    assert by.pop("automated_shaker_returned") == FLOOR_ONLY
    assert set(by.values()) == {DEALER_OR_FLOOR}
    assert {asked.kind: asked.roles for asked in GAME.staff_questions if asked.roles != (Role.DEALER,)} == {
        "present at the settlement": FLOOR_ONLY,
        "electrical device": FLOOR_ONLY,
        "shaker out of order": DEALER_OR_FLOOR,
    }


def test_625a_things_of_the_table() -> None:
    """Device and automated shaker have laboratory approval and can be out of order; nothing else of the chapter can."""
    manual, automated = ({t.name: (t.device, t.approval) for t in GAME.things(Rules(shaker=s))} for s in Shaker)
    assert set(automated) - set(manual) == {"automated shaker"}
    assert automated["automated shaker"] == ("automated shaker", "625a.1(d)(2)")
    assert manual == {
        "dice": ("", ""),
        "electrical device": ("electrical device", "625a.1(b)"),
        "shaker": ("", "625a.1(d)"),
    }
    assert duties(Rules())[0].thing in manual


def test_625a_nothing_has_to_be_specified() -> None:
    """The chapter has no choice that shall be specified."""
    assert [name for name, _ in unspecified(Rules, {})] == []
