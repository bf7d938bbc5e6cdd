"""Chapter 623a, §§ 623a.7–623a.10: who throws, what is a roll, what is called."""

from typing import Any

import pytest

from pitboss.chapters.ch623a_craps import CRAPS, MINI_CRAPS
from pitboss.chapters.ch623a_craps.dice import SET
from pitboss.chapters.ch623a_craps.paper import duties
from pitboss.chapters.ch623a_craps.procedure import THROW, uppermost
from pitboss.chapters.ch623a_craps.rules import MiniRules, Rules
from pitboss.drivers.round import Round
from pitboss.game import RoundStart, When
from pitboss.journal import Report
from pitboss.procedure import Answer, Refused
from pitboss.roles import Role
from pitboss.submission import choices
from pitboss.testkit.tables import Played, fault, refused
from pitboss.wagers import close_betting
from tests.chapters.craps import marks, point, rolled, shooters, standing, strictly, throw


def noted(played: Played, cite: str) -> list[tuple[str, int]]:
    return [(e["what"], e.get("seat", 0)) for e in played.events_of("noted") if e["cite"] == cite]


# § 623a.7.


def test_623a_7_a_a_set_of_five_dice_of_which_two_are_thrown() -> None:
    """Five dice are at the table; a throw is of two, each ordered pair as likely as the next (I-623a-27)."""
    assert SET == 5
    assert THROW.independent
    assert dict(THROW.weights) == {f"{a} {b}": 1 for a in range(1, 7) for b in range(1, 7)}


@pytest.mark.parametrize(("game", "cite"), [("craps", "623a.7(b)(1)"), ("mini-craps", "623a.7(b)(2)")])
def test_623a_7_b_dice_are_offered_from_the_left_clockwise(game: str, cite: str) -> None:
    """The first player on the left is offered the dice, then each in turn clockwise until one accepts."""
    wagers = "5 pass_bet 10; 2 pass_bet 10; 7 dont_pass_bet 10"
    assert shooters(rolled(throw(wagers, "4 4"), game=game)) == [2]
    played = rolled(throw(wagers, "4 4", "2 reject_dice", "5 reject_dice", "7 accept_dice"), game=game)
    assert shooters(played) == [7]
    assert {e["cite"] for e in played.events_of("elected")} == {cite}


def test_623a_7_b_the_dice_are_not_offered_out_of_turn() -> None:
    """Nobody accepts the dice before those on their right have rejected them, nor when they are another's."""
    wagers = "2 pass_bet 10; 5 pass_bet 10"
    refused(rolled(throw(wagers, "4 4", "5 accept_dice")), "not_your_turn", "623a.7(b)(1)")
    refused(rolled(throw(wagers, "4 4", "2 reject_dice", "2 accept_dice")), "not_your_turn", "623a.7(b)(1)")
    refused(rolled(throw(wagers, "4 4", "2 accept_dice", "5 accept_dice")), "not_your_turn", "623a.10(c)")
    refused(rolled(throw(wagers, "4 4", "17 accept_dice")), "no_such_seat", "623a.2(d)(4)(i)")


def test_623a_7_b_dice_rejected_by_all_go_round_again() -> None:
    """When everyone has rejected the dice they are offered from the first player again."""
    played = rolled(throw("2 pass_bet 10; 5 pass_bet 10", "4 4", "2 reject_dice", "5 reject_dice", "2 accept_dice"))
    assert shooters(played) == [2]


def test_623a_7_b_a_player_may_accept_before_he_makes_his_line_bet() -> None:
    """The dice are accepted first and the line bet made after, as the text has it."""
    play = Round(CRAPS, Rules(), CRAPS.open(Rules()), RoundStart(1))
    play.answer(Answer(5, "wager", "pass_bet", "", 1000))
    play.answer(Answer(3, "accept_dice"))
    play.answer(Answer(3, "wager", "dont_pass_bet", "", 1000))
    play.answer(close_betting())
    play.answer(Answer("chance", "4 4"))
    play.answer(Answer("dealer", "valid_roll"))
    assert play.result.shooter == 3


@pytest.mark.parametrize("game", ["craps", "mini-craps"])
def test_623a_7_c_the_first_to_accept_is_the_shooter(game: str) -> None:
    """Whoever accepts selects two dice and throws, and keeps the dice until they pass them or throw a loser 7."""
    played = rolled(
        *(throw("3 pass_bet 10", dice) for dice in ("3 4", "5 6", "1 1")), throw("3 pass_bet 10", "4 4"), game=game
    )
    assert [(e["seat"], e["cite"]) for e in played.events_of("marked") if e["marker"] == "dice"] == [(3, "623a.7(c)")]


def test_623a_7_d_dice_are_changed_every_24_hours() -> None:
    """A set of dice is used for no more than 24 hours."""
    assert [(duty.cite, duty.hours) for duty in duties(Rules())] == [("623a.7(d)", 24)]


@pytest.mark.parametrize("game", ["craps", "mini-craps"])
@pytest.mark.parametrize(
    ("faults", "why"),
    [
        ([fault("die_off_table", 1, lost=True)], "a die was lost"),
        ([fault("die_off_table", 1)], ""),
        ([fault("dice_unsuitable", 0), fault("die_off_table", 1)], "unsuitable"),
        ([fault("dice_unsuitable", 1), fault("die_off_table", 1)], "unsuitable"),
    ],
)
def test_623a_7_d_a_new_set_when_a_die_is_lost_or_unsuitable(faults: list[dict[str, Any]], why: str, game: str) -> None:
    """A lost die, and dice found unsuitable before or after a throw, mean a new set, whose clock begins."""
    played = rolled(throw("1 pass_bet 10", "3 4, 4 4", faults=faults), game=game)
    brought = [(e["by"], e["what"]) for e in played.ok().events_of("attested") if e["cite"] == "623a.7(d)"]
    assert brought == [("floor", "brought a new set of 5 dice")] * bool(why)
    assert [(e["thing"], e["why"]) for e in played.events_of("replaced")] == [("dice", why)] * bool(why)


def test_623a_7_d_dice_found_unsuitable_leave_the_throw_as_it_is() -> None:
    """Only a call of "no roll" voids a throw."""
    assert (
        rolled(throw("1 pass_bet 10", "3 4", faults=[fault("dice_unsuitable", 1)])).returned(1, "pass_bet") == "20.00"
    )


def test_623a_7_d_a_reopened_table_has_new_dice() -> None:
    """New dice are an item of the list that blocks opening, and their clock is that of the duty."""
    for game in (CRAPS, MINI_CRAPS):
        (opening,), (duty,) = game.checklists(game.example()), game.duties(game.example())
        assert opening.when is When.OPENING
        assert duty.cite in {item.cite for item in opening.items}
        assert duty.thing in {thing.name for thing in game.things(game.example())}


# Who stands at the table, and who may.


def test_623a_8_e_9_c_10_a_2_who_may_report() -> None:
    """The text names who calls, who rules and who orders; what anybody notices, anyone at the table reports (I-GEN-29)."""
    box, stick, dealer, floor = Role.BOXPERSON, Role.STICKPERSON, Role.DEALER, Role.FLOORPERSON
    named = {
        "craps": {
            "no_roll_called": ({box, stick}, "623a.8(e)(1)"),
            "uppermost_face_disputed": ({box}, "623a.9(c)(1)"),
            "shooter_ordered_to_pass": ({box}, "623a.10(a)(2)"),
        },
        "mini-craps": {
            "no_roll_called": ({dealer, stick, floor}, "623a.8(e)(2)"),
            "uppermost_face_disputed": ({floor}, "623a.9(c)(2)"),
            "shooter_ordered_to_pass": ({dealer}, "623a.10(a)(2)"),
        },
    }
    for game, crew in ((CRAPS, {box, stick, dealer}), (MINI_CRAPS, {stick, dealer})):
        assert set(game.dealt_by) == crew
        for kind in game.irregularities:
            expected = named[game.name].get(kind.name, ({*crew, floor}, "I-GEN-29"))
            assert (set(kind.by), kind.by_cite) == expected


def test_623a_7_a_without_whom_a_table_does_not_open() -> None:
    """Craps needs dealer, stickperson and boxperson; at Mini-Craps the dealer can have the dice, and there is no box."""
    assert {*CRAPS.crew} == {Role.DEALER, Role.STICKPERSON, Role.BOXPERSON}
    assert MINI_CRAPS.crew == (Role.DEALER,)


def test_623a_4_b_9_a_11_a_who_answers_for_what_was_done() -> None:
    """The stickperson calls the throw at Craps, the dealer answers for cash and Fire Bets, and supervisors for dice."""
    roles = [{asked.kind: set(asked.roles) for asked in game.staff_questions} for game in (CRAPS, MINI_CRAPS)]
    assert [asked["valid roll"] for asked in roles] == [{Role.STICKPERSON}, {Role.STICKPERSON, Role.DEALER}]
    for asked, supervisors in zip(roles, ({Role.BOXPERSON, Role.FLOORPERSON}, {Role.FLOORPERSON}), strict=True):
        assert asked["cash converted"] == asked["Fire Bets brought in"] == {Role.DEALER}
        assert asked["new dice"] == asked["surveillance told"] == supervisors


@pytest.mark.parametrize(
    ("by", "ok"), [("floorperson", True), ("pit_manager", True), ("shift_manager", True), ("nobody", False)]
)
def test_623a_8_e_2_9_c_2_a_rank_above_the_floorperson_serves(by: str, ok: bool) -> None:
    """Whoever ranks above the floorperson may do what the floorperson is named for (I-GEN-32); a word that is no role may not."""
    for kind, facts in (
        ("no_roll_called", {"why": "cheating", "called_by": by}),
        ("uppermost_face_disputed", {"void": True, "ruled_by": by}),
    ):
        played = rolled(throw("1 pass_bet 10", "3 4, 4 5", faults=[fault(kind, 1, **facts)]), game="mini-craps")
        assert played.ok().words()[0] == "no roll" if ok else played.refused is not None


# § 623a.8.


def test_623a_8_a_the_dice_go_to_one_with_a_line_bet() -> None:
    """On a come out roll those who have made a Pass or Don't Pass Bet are offered the dice, not the others."""
    played = rolled(throw("1 field_bet 5; 4 dont_pass_bet 10", "4 4"))
    assert shooters(played) == [4]
    assert not noted(played, "623a.8(a)")


@pytest.mark.parametrize("game", ["craps", "mini-craps"])
@pytest.mark.parametrize("wagers", ["", "3 field_bet 5", "3 place_bet_to_win@8 6; 4 field_bet 5"])
def test_623a_8_a_the_dice_wait_for_a_line_bet_of_the_shooter(wagers: str, game: str) -> None:
    """No come out roll is thrown before someone at the table has made a Pass or Don't Pass Bet (I-623a-37)."""
    refused(strictly(throw(wagers, "4 4"), game=game), "wager_required", "623a.8(a)")
    again = throw("3 pass_bet 5", "4 4"), throw("", "4 4"), throw(wagers, "1 2")  # the point is made: another come out
    refused(strictly(*again, game=game), "wager_required", "623a.8(a)")
    void = throw("3 pass_bet 5", "4 4, 3 4", "3 remove pass_bet", faults=[fault("dice_stacked", 1)])
    refused(strictly(void, game=game), "wager_required", "623a.8(a)")


@pytest.mark.parametrize("line", ["pass_bet", "dont_pass_bet"])
def test_623a_8_a_with_a_point_on_no_further_line_bet_is_needed(line: str) -> None:
    """One line bet, of either kind, is enough for the come out roll, and none is asked for while its point is on."""
    played = strictly(throw(f"3 {line} 5", "4 4"), throw("3 field_bet 5", "1 2"), throw("", "4 5"))
    assert shooters(played.ok()) == [3]


def test_623a_8_a_is_no_choice_of_the_submission() -> None:
    """The text leaves nothing open here (I-623a-37)."""
    played = strictly(throw("3 pass_bet 5", "4 4"), line_bet_required=False)
    assert played.refused is not None
    assert played.refused["refusal"] == "unknown_choice"


@pytest.mark.parametrize(
    ("kind", "cite"),
    [("die_off_table", "623a.8(b)"), ("dice_stacked", "623a.8(b)"), ("cocked_on_two_sides", "623a.9(b)")],
)
def test_623a_8_b_9_b_such_a_roll_is_always_void(kind: str, cite: str) -> None:
    """A die off the table, on the other, or leaning with two sides: no roll, wagers stand, thrown again."""
    played = rolled(throw("1 pass_bet 10; 1 field_bet 5", "3 4, 4 5", faults=[fault(kind, 1)]))
    assert [(e["kind"], e["cite"]) for e in played.events_of("irregularity_reported")] == [(kind, cite)]
    assert played.words() == ["no roll", "9"]
    assert played.returned(1, "field_bet") == "10.00"
    assert standing(played) == {(1, "pass_bet", ""): "10.00"}


def test_623a_8_b_two_void_throws_in_a_row() -> None:
    """Each void throw is thrown again, as often as it happens."""
    faults = [fault("die_off_table", 1), fault("dice_stacked", 2)]
    played = rolled(throw("1 pass_bet 10", "3 4, 1 1, 4 5", faults=faults))
    assert played.words() == ["no roll", "no roll", "9"]
    assert [w for w, _ in noted(played, "623a.8(b)")] == ["the dice showed 3 4; void", "the dice showed 1 1; void"]


GROUNDS = ["not_together", "short_throw", "on_bank", "in_cup_or_on_rail", "cheating", "improper"]


@pytest.mark.parametrize(("n", "why"), list(enumerate(GROUNDS, 1)))
def test_623a_8_c_grounds_of_no_roll(n: int, why: str) -> None:
    """Each of the six grounds lets the roll be invalidated, and is cited."""
    played = rolled(throw("1 pass_bet 10", "3 4, 4 5", faults=[fault("no_roll_called", 1, why=why)]))
    assert [e["cite"] for e in played.events_of("irregularity_reported")] == [f"623a.8(c)({n})"]
    assert played.words() == ["no roll", "9"]


def test_623a_8_c_grounds_may_be_ticked_and_improper_is_the_rest() -> None:
    """On the console a ground is ticked; without one the throw is simply improper."""
    ticked = rolled(throw("1 pass_bet 10", "3 4, 4 5", faults=[fault("no_roll_called", 1, short_throw=True)]))
    plain = rolled(throw("1 pass_bet 10", "3 4, 4 5", faults=[fault("no_roll_called", 1)]))
    assert ticked.events_of("irregularity_reported")[0]["cite"] == "623a.8(c)(2)"
    assert plain.events_of("irregularity_reported")[0]["cite"] == "623a.8(c)(6)"


def test_623a_8_c_3_only_craps_has_a_bank_before_a_boxperson() -> None:
    """Dice on the bank of chips are a ground at Craps and not at Mini-Craps."""
    faults = [fault("no_roll_called", 1, why="on_bank")]
    refused(rolled(throw("1 pass_bet 10", "3 4, 4 5", faults=faults), game="mini-craps"), "not_lawful", "623a.8(c)(3)")


def test_623a_8_c_no_other_ground() -> None:
    """A call of no roll on a ground that is not listed is refused, and the throw stands."""
    faults = [fault("no_roll_called", 1, why="unlucky")]
    refused(rolled(throw("1 pass_bet 10", "3 4, 4 5", faults=faults)), "not_lawful", "623a.8(c)")


def test_623a_8_d_dice_that_touch_chips_are_no_ground() -> None:
    """Dice that touch chips count as they lie, and no roll may not be called for it (I-623a-25)."""
    played = rolled(throw("1 pass_bet 10", "3 4", faults=[fault("dice_touched_chips", 1)]))
    assert played.returned(1, "pass_bet") == "20.00"
    assert [e["cite"] for e in played.events_of("irregularity_reported")] == ["623a.8(d)"]
    faults = [fault("no_roll_called", 1, why="touched_chips")]
    refused(rolled(throw("1 pass_bet 10", "3 4, 4 5", faults=faults)), "not_lawful", "623a.8(d)")


def test_623a_8_d_a_throw_that_touched_chips_may_still_be_void_otherwise() -> None:
    """After one irregularity has left the throw standing another may void it."""
    faults = [fault("dice_touched_chips", 1), fault("no_roll_called", 1, why="short_throw")]
    assert rolled(throw("1 pass_bet 10", "3 4, 4 5", faults=faults)).words() == ["no roll", "9"]


CALLERS = {
    ("craps", ()): {"boxperson", "stickperson"},
    ("mini-craps", ()): {"dealer", "floorperson"},
    ("mini-craps", (("stickperson", True),)): {"dealer", "stickperson", "floorperson"},
}


@pytest.mark.parametrize(("game", "choices"), list(CALLERS))
@pytest.mark.parametrize("by", ["boxperson", "stickperson", "dealer", "floorperson", "shooter"])
def test_623a_8_e_who_may_call_no_roll(game: str, choices: tuple[tuple[str, bool], ...], by: str) -> None:
    """Craps: boxperson and stickperson. Mini-Craps: dealer, stickperson if there is one, floorperson (I-623a-24)."""
    faults = [fault("no_roll_called", 1, why="short_throw", called_by=by)]
    played = rolled(throw("1 pass_bet 10", "3 4, 4 5", faults=faults), game=game, **dict(choices))
    if by in CALLERS[game, choices]:
        assert played.words() == ["no roll", "9"]
    else:
        refused(played, "wrong_role", "623a.8(e)(1)" if game == "craps" else "623a.8(e)(2)")


def test_623a_8_c_6_the_floorperson_does_not_find_a_throw_improper() -> None:
    """At Mini-Craps it is for dealer or stickperson to consider a throw improper."""
    for by, ok in (("floorperson", False), ("dealer", True)):
        faults = [fault("no_roll_called", 1, why="improper", called_by=by)]
        played = rolled(throw("1 pass_bet 10", "3 4, 4 5", faults=faults), game="mini-craps")
        played.ok() if ok else refused(played, "wrong_role", "623a.8(c)(6)")


def test_623a_8_no_roll_is_called_of_a_throw() -> None:
    """Before the dice are thrown there is nothing to invalidate, and a throw refused so is not lost."""
    play = Round(CRAPS, Rules(), CRAPS.open(Rules()), RoundStart(1))
    play.answer(Answer(1, "wager", "pass_bet", "", 1000))
    for kind in ("die_off_table", "no_roll_called", "dice_touched_chips", "uppermost_face_disputed"):
        with pytest.raises(Refused) as no:
            play.report(Report(kind))
        assert str(no.value.why) == "cannot_happen"
    play.answer(close_betting())
    with pytest.raises(Refused):
        play.report(Report("die_off_table"))
    play.answer(Answer("chance", "4 4"))
    play.report(Report("die_off_table"))


# § 623a.9.


@pytest.mark.parametrize("dice", ["1 1", "3 4", "6 6"])
def test_623a_9_a_the_sum_is_called_at_once(dice: str) -> None:
    """The dice are shown and their sum called before anything is settled."""
    played = rolled(throw("1 field_bet 5", dice))
    kinds = [e["event"] for e in played.events]
    at = kinds.index("shown")
    assert kinds[at + 1] == "announced"
    assert played.words() == [str(sum(map(int, dice.split())))]
    assert min(kinds.index(k) for k in ("paid", "collected") if k in kinds) > at


@pytest.mark.parametrize(
    ("dice", "die", "resting", "counts"),
    [
        ("3 4", 1, 1, "6 4"),
        ("3 4", 1, 6, "1 4"),
        ("3 4", 2, 4, "3 3"),
        ("3 4", None, None, "3 4"),
    ],
)
def test_623a_9_b_a_cocked_die_counts_by_the_opposite_side(
    dice: str, die: object, resting: object, counts: str
) -> None:
    """The side opposite the one that rests on the object is uppermost (I-623a-26)."""
    assert uppermost(dice, die, resting) == counts


@pytest.mark.parametrize(("die", "resting"), [(1, 0), (2, 7), (0, 3), (3, 3), (1, None), (None, 4), ("1", "3")])
def test_623a_9_b_no_die_leans_in_an_impossible_way(die: object, resting: object) -> None:
    """A report of a die or a side that there is not is refused, and the dice are not counted by it."""
    with pytest.raises(Refused) as no:
        uppermost("3 4", die, resting)
    assert (str(no.value.why), no.value.cite) == ("impossible", "623a.9(b)")


def test_623a_9_b_a_cocked_die_does_not_void_the_throw() -> None:
    """A die that leans with one side counts: settlement goes by the opposite face."""
    played = rolled(throw("1 pass_bet 10", "3 5", faults=[fault("die_cocked", 1, die=2, resting=3)]))
    assert played.events_of("shown")[0]["outcome"] == "3 4"
    assert played.returned(1, "pass_bet") == "20.00"


@pytest.mark.parametrize(("game", "cite"), [("craps", "623a.9(c)(1)"), ("mini-craps", "623a.9(c)(2)")])
def test_623a_9_c_a_dispute_is_decided_or_voids_the_throw(game: str, cite: str) -> None:
    """Boxperson or floorperson decides which faces count, or has the dice thrown again."""

    def dispute(dice: str, **facts: object) -> Played:
        return rolled(throw("1 pass_bet 10", dice, faults=[fault("uppermost_face_disputed", 1, **facts)]), game=game)

    assert dispute("3 5", decided="3 4").returned(1, "pass_bet") == "20.00"
    assert marks(dispute("3 5"), "puck") == ["8"]
    void = dispute("3 5, 6 6", void=True)
    assert void.returned(1, "pass_bet") == "0.00"
    assert {e["cite"] for e in void.events_of("irregularity_reported")} == {cite}
    refused(dispute("3 5", decided="7 1"), "impossible", "623a.9(a)")
    for by in ("boxperson", "floorperson", "stickperson", "dealer"):
        told = dispute("3 5", decided="3 4", ruled_by=by)
        told.ok() if by == {"craps": "boxperson"}.get(game, "floorperson") else refused(told, "wrong_role", cite)


@pytest.mark.parametrize(("game", "cite"), [("craps", "623a.9(d)"), ("mini-craps", "623a.9(e)")])
def test_623a_9_d_e_every_decided_wager_is_settled_before_the_next_throw(game: str, cite: str) -> None:
    """All wagers that a throw decides are settled, those of every seat, and then the throw is over."""
    played = rolled(throw("1 pass_bet 10; 2 field_bet 5; 3 any_seven_bet 5; 4 place_bet_to_win@6 12", "3 4"), game=game)
    assert played.order() == [(1, "pass_bet"), (2, "field_bet"), (3, "any_seven_bet")]
    assert played.events[-1] == {"event": "round_closed", "round": 1, "cite": cite}
    assert standing(played) == {(4, "place_bet_to_win", "6"): "12.00"}


# § 623a.10.


LINE = "1 pass_bet 10; 2 pass_bet 10"


@pytest.mark.parametrize(
    "throws",
    [
        [(LINE, "4 4"), ("", "1 2"), ("", "1 2")],
        [(LINE, "3 4"), (LINE, "4 4"), ("", "1 2")],
        [(LINE, "1 1"), (LINE, "3 4"), (LINE, "4 4")],
        [(LINE, "4 4"), ("", "4 4"), (LINE, "4 4")],
    ],
    ids=["a point set", "a natural", "craps", "a point made"],
)
def test_623a_10_a_a_shooter_keeps_the_dice_after_anything_but_a_loser_7(throws: list[tuple[str, str]]) -> None:
    """After a natural, craps, a point set or made, or any other throw, the shooter remains the shooter."""
    played = strictly(*(throw(wagers, dice) for wagers, dice in throws)).ok()
    assert shooters(played) == [1]


@pytest.mark.parametrize("on_point", [False, True], ids=["come out", "point"])
def test_623a_10_a_a_shooter_may_pass_the_dice_after_any_roll(on_point: bool) -> None:
    """The shooter passes the dice before a come out roll or in mid-point; line bets stay on the point (I-623a-22)."""
    wagers = "1 pass_bet 10; 2 pass_bet 10; 3 dont_pass_bet 10"
    opening = throw(wagers, "4 4" if on_point else "3 4")
    then = throw("" if on_point else wagers, "5 3", "1 pass_dice")
    played = rolled(opening, then)
    assert shooters(played) == [1, 2]
    assert played.returned(2, "pass_bet", round=2) == "20.00" if on_point else True
    refused(rolled(opening, throw("", "5 3", "2 pass_dice")), "not_your_turn", "623a.10(a)")
    refused(rolled(opening, throw("", "5 3", "1 pass_dice", "1 pass_dice")), "not_your_turn", "623a.10(a)")


def test_623a_10_a_1_a_loser_7_passes_the_dice() -> None:
    """A 7 with a point on ends the shooter's turn: the dice go to the player on their left, round the table."""
    wagers = "1 pass_bet 10; 4 pass_bet 10; 9 pass_bet 10"
    turns = [part for _ in range(4) for part in (throw(wagers, "4 4"), throw("", "3 4"))]
    assert shooters(rolled(*turns)) == [1, 4, 9, 1]


def test_623a_10_a_1_a_come_out_7_does_not_pass_the_dice() -> None:
    """A 7 on a come out roll is no loser 7."""
    wagers = "1 pass_bet 10; 4 pass_bet 10"
    assert shooters(rolled(throw(wagers, "3 4"), throw(wagers, "3 4"))) == [1]


def test_623a_10_a_1_a_lone_player_follows_himself() -> None:
    """Alone at the table, a shooter who threw a loser 7 is offered the dice again (I-623a-35)."""
    turn = (throw("6 pass_bet 10", "4 4"), throw("", "3 4"))
    assert shooters(rolled(*turn, *turn)) == [6, 6]


def test_623a_10_a_2_a_shooter_may_be_ordered_to_pass_the_dice() -> None:
    """On order the dice go to the left; wagers stand. There is nothing to order while nobody holds them."""
    wagers = "1 pass_bet 10; 2 pass_bet 10"
    order = fault("shooter_ordered_to_pass", 0)
    played = rolled(throw(wagers, "4 4"), throw("", "5 3", faults=[order]))
    assert shooters(played) == [1, 2]
    assert [e["cite"] for e in played.events_of("irregularity_reported")] == ["623a.10(a)(2)"]
    assert played.returned(1, "pass_bet") == "20.00"
    refused(rolled(throw(wagers, "4 4", faults=[order])), "unused", "623a.4(a)")


# 623a.10(b): the point is made and a Come Bet of seat 2 remains
REMAINS = (throw("1 pass_bet 10", "4 4"), throw("2 come_bet 10", "3 3"), throw("", "5 3"))


def test_623a_10_b_the_dice_go_to_one_who_makes_a_line_bet() -> None:
    """A shooter who made their point and declines another line bet gives way to the next player who makes one."""
    declined = rolled(*REMAINS, throw("2 pass_bet 10; 3 pass_bet 10", "4 5", "1 decline_line_bet"))
    silent = rolled(*REMAINS, throw("2 pass_bet 10; 3 pass_bet 10", "4 5"))
    assert shooters(declined) == shooters(silent) == [1, 2]
    assert marks(declined, "puck") == ["8", "off", "9"]


def test_623a_10_b_the_last_shooter_throws_only_to_decide_come_bets() -> None:
    """When nobody makes a line bet the shooter throws with the marker off on the Don't Pass Line, and sets no point (I-623a-23)."""
    played = rolled(*REMAINS, throw("", "4 5", "1 decline_line_bet"), throw("", "2 2"), throw("", "5 1"))
    assert shooters(played) == [1]
    assert marks(played, "puck") == ["8", "off", "off, on the Don't Pass Line"]
    assert played.returned(2, "come_bet", "6") == "20.00"


def test_623a_10_b_a_line_bet_ends_the_deciding() -> None:
    """As soon as a player makes a line bet the game goes on with that player, on a come out roll."""
    played = rolled(*REMAINS, throw("", "4 5", "1 decline_line_bet"), throw("3 pass_bet 10", "2 2"))
    assert shooters(played) == [1, 3]
    assert marks(played, "puck")[-1] == "4"


def test_623a_10_b_deciding_ends_with_the_come_bets() -> None:
    """Once the Come Bets are decided the next throw is an ordinary come out roll."""
    played = rolled(*REMAINS, throw("", "3 4"), throw("1 pass_bet 10", "5 5"))
    assert played.returned(2, "come_bet", "6") == "0.00"
    assert marks(played, "puck")[-1] == "10"


def test_623a_10_b_a_7_while_deciding_is_no_loser_7() -> None:
    """No line bet can be lost by it, so the dice do not pass."""
    assert shooters(rolled(*REMAINS, throw("", "3 4"), throw("1 pass_bet 10; 2 pass_bet 10", "5 5"))) == [1]


def test_623a_10_b_deciding_counts_as_a_come_out_roll_for_on_and_off() -> None:
    """While only Come Bets are decided, Place Bets rest and Lay Bets work (I-623a-23)."""
    choices: dict[str, Any] = {"lay_bets": "in_addition", "vigorish_rate": 0}
    played = rolled(*REMAINS, throw("3 place_bet_to_win@9 10; 3 lay_bet@9 30", "4 5"), **choices)
    assert standing(played)[3, "place_bet_to_win", "9"] == "10.00"
    assert played.returned(3, "lay_bet", "9") == "0.00"


def test_623a_10_b_what_may_be_declined() -> None:
    """Only the shooter declines, before a come out roll, without a line bet, while Come Bets remain."""
    refused(rolled(throw("1 pass_bet 10", "3 4"), throw("", "3 4", "1 decline_line_bet")), "not_lawful", "623a.10(b)")
    refused(rolled(*REMAINS, throw("1 pass_bet 10", "3 4", "1 decline_line_bet")), "not_lawful", "623a.10(b)")
    refused(rolled(*REMAINS[:2], throw("", "1 2", "1 decline_line_bet")), "not_lawful", "623a.10(b)")
    refused(rolled(*REMAINS, throw("", "3 4", "2 decline_line_bet")), "not_your_turn", "623a.10(a)")


def test_623a_10_c_dice_given_up_are_offered_clockwise_from_the_shooters_left() -> None:
    """After seat 4 come seats 9 and 1; one who does not accept is passed over."""
    wagers = "1 pass_bet 10; 4 pass_bet 10; 9 pass_bet 10"
    opening = throw(wagers, "3 4", "1 reject_dice", "4 accept_dice")
    assert shooters(rolled(opening, throw(wagers, "3 4", "4 pass_dice"))) == [4, 9]
    assert shooters(rolled(opening, throw(wagers, "3 4", "4 pass_dice", "9 reject_dice"))) == [4, 1]
    played = rolled(opening, throw(wagers, "3 4", "4 pass_dice"))
    assert noted(played, "623a.10(c)") == [("the 5 dice are on offer from the left of the shooter", 4)]


def test_623a_10_d_the_first_to_accept_is_the_new_shooter() -> None:
    """The new shooter is marked under the paragraph on new shooters."""
    wagers = "1 pass_bet 10; 2 pass_bet 10"
    played = rolled(throw(wagers, "3 4"), throw(wagers, "3 4", "1 pass_dice", "2 accept_dice"))
    marked = [(e["seat"], e["cite"]) for e in played.events_of("marked") if e["marker"] == "dice"]
    assert marked == [(1, "623a.7(c)"), (2, "623a.10(d)")]


def test_623a_10_c_with_a_point_on_anyone_at_the_table_may_take_the_dice() -> None:
    """In mid-point no line bet can be made, so the dice are offered to every player."""
    played = rolled(throw("1 pass_bet 10; 3 field_bet 5", "4 4"), throw("3 field_bet 5", "1 2", "1 pass_dice"))
    assert shooters(played) == [1, 3]


def test_623a_8_a_throw_that_nothing_else_hangs_on_moves_the_puck() -> None:
    """With a line bet alone on the table each throw moves the puck and decides that bet."""
    played = rolled(point(8), throw("", "1 2"), throw("", "3 4"))
    assert marks(played, "puck") == ["8", "off"]
    assert not played.settlements
    assert shooters(played) == []


def test_623a_2_c_mini_craps_seats_nine() -> None:
    """Nine seats at Mini-Craps."""
    assert choices(MiniRules)["seats"][2] == 9  # unless fewer are filed
    assert shooters(rolled(throw("9 pass_bet 10", "3 4"), game="mini-craps")) == [9]
