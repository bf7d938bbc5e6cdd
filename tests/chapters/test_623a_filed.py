"""Chapter 623a: what is filed and what is printed, § 623a.2 and the choices of the Rules Submission."""

from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapters.ch623a_craps import GAMES, example, mini_example
from pitboss.chapters.ch623a_craps.paper import checklists, felt, rim, signs
from pitboss.chapters.ch623a_craps.rules import LayBets, MiniRules, Rules
from pitboss.game import Game
from pitboss.procedure import Refused
from pitboss.submission import file_submission, submit, unspecified
from pitboss.testkit.tables import refused
from tests.chapters.craps import point, rolled, throw

by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def no(choices: dict[str, object], cite: str, rules: type[Rules] = Rules) -> None:
    with pytest.raises(Refused) as refusal:
        submit(rules, choices)
    assert (str(refusal.value.why), refusal.value.cite) == ("forbidden_choice", cite)


# § 623a.2.


@by_game
def test_623a_2_d_2_every_wager_offered_has_its_area(game: Game) -> None:
    """Each spot of the layout has one area for everyone (the Fire Bet one for each position), and no other is there."""
    rules = game.example()
    boxes = {("come_bet", n) for n in ("4", "5", "6", "8", "9", "10")} | {
        ("dont_come_bet", n) for n in ("4", "5", "6", "8", "9", "10")
    }
    spots = [(a.wager, a.on) for a in game.felt(rules).areas if a.wager != "fire_bet"]
    assert len(spots) == len(set(spots))
    assert set(spots) == {spot for spot in rules.spots if spot[0] != "fire_bet"} | boxes


def test_623a_2_d_2_a_wager_that_is_not_offered_has_no_area() -> None:
    """Left out of the offer, a wager leaves the layout; Lay Bets filed in lieu take the place of Place to Lose."""
    rules = Rules(not_offered=("field_bet", "horn_high_bet"), lay_bets=LayBets.IN_LIEU)
    wagers = {area.wager for area in felt(rules).areas}
    assert not wagers & {"field_bet", "horn_high_bet", "place_bet_to_lose", "buy_bet", "fire_bet"}
    assert "lay_bet" in wagers


@by_game
def test_623a_2_d_areas_do_not_overlap_and_lie_on_the_cloth(game: Game) -> None:
    """No two areas cover each other, and all are on the layout."""
    layout = game.felt(game.example())
    boxes = [area.box for area in layout.areas]
    for n, one in enumerate(boxes):
        assert one.x >= 0
        assert one.x + one.width <= layout.width
        assert one.y + one.height <= layout.height
        for two in boxes[n + 1 :]:
            apart = one.x + one.width <= two.x or two.x + two.width <= one.x
            assert apart or one.y + one.height <= two.y or two.y + two.height <= one.y, (one, two)


@by_game
def test_623a_2_d_1_3_name_and_no_call_bets(game: Game) -> None:
    """The layout bears the house's name and the words "no call bets"."""
    texts = {text.cite: text.text for text in game.felt(game.example()).inscriptions}
    assert "DEMONSTRATION CASINO" in texts["623a.2(d)(1)"]
    assert texts["623a.2(d)(3)"] == "NO CALL BETS"


@pytest.mark.parametrize(
    ("rules", "count"), [(example(), 16), (MiniRules(fire_bet=True, fire_bet_at_mini_craps=True), 9)]
)
def test_623a_2_d_4_fire_bet_areas_and_spaces(rules: Rules, count: int) -> None:
    """At most 16 numbered areas run clockwise round the rim from the boxperson's left, each with its space before the boxperson."""
    layout = felt(rules)
    assert [area.label for area in layout.areas if area.wager == "fire_bet"] == [str(n) for n in range(1, count + 1)]
    assert [place.label for place in layout.places if str(place.of).startswith("fire")] == [
        str(n) for n in range(1, count + 1)
    ]
    spots = rim(count)
    assert spots[0][0] == max(x for x, _ in spots)  # the boxperson is above: the boxperson's left is at the right
    below = [x for x, y in spots if y == max(y for _, y in spots)]
    assert below == sorted(below, reverse=True)
    assert count <= 16


def test_623a_2_d_4_no_fire_areas_unless_offered() -> None:
    """Without the Fire Bet the rim is bare."""
    assert not [area for area in felt(Rules()).areas if area.wager == "fire_bet"]


def test_623a_2_d_4_iii_the_wall_tells_of_the_fire_bet() -> None:
    """Payout odds, when it is taken, and its limits are posted where the Fire Bet is offered."""
    posted = {sign.cite: sign.text for sign in signs(example())}
    assert "4 points 24 to 1, 5 points 249 to 1, 6 points 999 to 1" in posted["623a.2(d)(4)(iii)(A)"]
    assert "only before a shooter's first come out roll" in posted["623a.2(d)(4)(iii)(B)"]
    assert "from $1.00 to $5.00, in steps of $1.00" in posted["623a.2(d)(4)(iii)(C)"]
    assert not [sign for sign in signs(Rules()) if sign.cite.startswith("623a.2(d)(4)")]


def test_623a_3_c_minimum_and_maximum_are_posted() -> None:
    """The sign tells the posted limits."""
    assert signs(example())[0].text == "Minimum $5.00   Maximum $5000.00."
    own = {"field_bet": {"maximum": "100.00"}, "horn_bet": {"minimum": "8.00"}}
    assert signs(submit(Rules, {"minimum": "5.00", "limits": own}))[0].text == (
        "Minimum $5.00   Maximum as posted. Field Bet: $5.00 to $100.00. Horn Bet: $8.00 or more."
    )


def test_623a_11_a_4_point_markers_are_inspected_where_the_fire_bet_is_offered() -> None:
    """Their size and look are an item of the opening list only where there are any."""
    listed = [[item.cite for item in checklists(rules)[0].items] for rules in (example(), Rules())]
    assert ["623a.11(a)(4)" in cites for cites in listed] == [True, False]


@pytest.mark.parametrize(
    ("filed", "lacking"),
    [
        ({}, []),
        ({"buy_bets": False, "lay_bets": "none", "fire_bet": False}, []),
        ({"buy_bets": True}, ["vigorish_rate", "vigorish_collected"]),
        ({"lay_bets": "in_lieu", "vigorish_rate": 4}, ["vigorish_collected"]),
        ({"fire_bet": True}, ["fire_bet_paytable"]),
    ],
)
def test_623a_5_f_5_g_3_what_is_offered_has_to_be_specified(filed: dict[str, Any], lacking: list[str]) -> None:
    """Vigorish on Buy and Lay Bets, and the paytable of the Fire Bet, are specified by whoever offers them."""
    for rules in (Rules, MiniRules):
        assert [name for name, _ in unspecified(rules, filed)] == list(lacking)
    if not lacking:
        file_submission(Rules, filed)
        return
    with pytest.raises(Refused, match="have to be specified"):
        file_submission(Rules, filed)


def test_623a_2_b_c_the_table_is_inspected_for_its_length() -> None:
    """14 feet at Craps; 9 1/2 feet and nine players at Mini-Craps."""
    assert "623a.2(b)" in {item.cite for item in checklists(example())[0].items}
    assert "623a.2(c)" in {item.cite for item in checklists(mini_example())[0].items}


def test_623a_2_c_seats() -> None:
    """Mini-Craps has nine seats."""
    assert (example().posted.seats, mini_example().posted.seats) == (16, 9)


# The choices.


BY_POINT = {"odds_on_4_and_10": 3, "odds_on_5_and_9": 4, "odds_on_6_and_8": 5}


@pytest.mark.parametrize("choice", [*BY_POINT, *(name.replace("odds_on", "odds_laid_on") for name in BY_POINT)])
@pytest.mark.parametrize(("multiple", "ok"), [(0, False), (1, True), (10, True), (11, False)])
def test_623a_6_e_odds_by_point_are_from_1_to_10(choice: str, multiple: int, ok: bool) -> None:
    """Each two points that pay alike may have a multiple of their own, taken and laid apart."""
    if not ok:
        no({choice: multiple}, "623a.6(e)")
        return
    filed = submit(Rules, {"odds_multiple": 2, choice: multiple})
    pair, laid = choice.rpartition("_on_")[2], "laid" in choice
    of_pair, others = {pair.split("_and_")[0], pair.split("_and_")[1]}, {"4", "5", "6", "8", "9", "10"}
    assert all(filed.odds_times[True][point] == multiple for point in of_pair)
    assert all(filed.odds_times[False][point] == (2 if laid else multiple) for point in of_pair)
    assert all(times[point] == 2 for times in filed.odds_times.values() for point in others - of_pair)


def test_623a_6_e_odds_by_point_are_on_sign_and_guide() -> None:
    """The sign and the guide name each multiple; where all are alike, one number."""
    told = next(sign.text for sign in signs(submit(Rules, BY_POINT)) if sign.cite == "623a.6(e)")
    by_point = "3 times the bet on 4 and 10, 4 times on 5 and 9, 5 times on 6 and 8"
    assert told == f"Odds up to {by_point}; laid, to win up to {by_point}."
    laid = submit(Rules, {"odds_multiple": 2} | {name.replace("odds_on", "odds_laid_on"): 5 for name in BY_POINT})
    told = next(sign.text for sign in signs(laid) if sign.cite == "623a.6(e)")
    assert told == "Odds up to 2 times the bet; laid, to win up to 5 times the bet."


def test_623a_6_e_a_filing_without_odds_by_point_is_hashed_as_before() -> None:
    """The choices by point came later: where they are not made, they are not in the record."""
    assert not any("_on_4_" in name for name in submit(Rules, {"odds_multiple": 2}).chosen)
    assert submit(Rules, BY_POINT).chosen["odds_on_6_and_8"] == 5


@pytest.mark.parametrize(("multiple", "ok"), [(0, False), (1, True), (10, True), (11, False)])
def test_623a_6_e_odds_multiple_is_from_1_to_10(multiple: int, ok: bool) -> None:
    """The house allows at least once and at most ten times the bet (I-623a-08)."""
    if ok:
        assert submit(Rules, {"odds_multiple": multiple}).odds_multiple == multiple
    else:
        no({"odds_multiple": multiple}, "623a.6(e)")


@pytest.mark.parametrize(
    ("rate", "ok"),
    [(-1, False), (0, True), ("2.5", True), (5, True), ("5.01", False), (6, False), ("1/0", False), ("nan", False)],
)
def test_623a_5_g_3_vigorish_is_at_most_5_percent(rate: object, ok: bool) -> None:
    """A vigorish of up to 5% may be filed."""
    if ok:
        assert submit(Rules, {"vigorish_rate": rate}).vigorish_rate == Fraction(str(rate))
    else:
        no({"vigorish_rate": rate}, "623a.5(g)(3)")


@pytest.mark.parametrize(
    ("key", "cite"),
    [
        ("vigorish_collected", "623a.5(g)(3)"),
        ("fire_bet_paytable", "623a.5(f)"),
        ("lay_bets", "623a.3(a)(42)"),
        ("come_odds_on_come_out", "I-623a-03"),
        ("calls_last", "I-623a-05"),
        ("buy_bets", "623a.3(a)(41)"),
    ],
)
def test_623a_choices_outside_the_text_are_refused(key: str, cite: str) -> None:
    """A value that the text or its reading does not know is refused under the provision behind the choice."""
    no({key: "sometimes"}, cite)


def test_623a_3_a_41_buy_bets_only_besides_place_bets() -> None:
    """Buy Bets are offered in addition to Place Bets to Win (I-623a-11)."""
    submit(Rules, {"buy_bets": True})
    no({"buy_bets": True, "not_offered": ["place_bet_to_win"]}, "623a.3(a)(41)")
    refused(rolled(throw("1 buy_bet@6 10", "3 4")), "not_offered", "623a.3(a)(41)")


def test_623a_3_a_42_lay_bets_besides_or_instead() -> None:
    """Lay Bets may stand beside Place Bets to Lose or replace them (I-623a-11)."""
    both, instead = rolled(point(9), lay_bets="in_addition"), throw("1 place_bet_to_lose@6 10", "3 4")
    both.ok()
    rolled(instead, lay_bets="in_addition").ok()
    refused(rolled(instead, lay_bets="in_lieu"), "not_offered", "623a.3(a)(6)")
    refused(rolled(throw("1 lay_bet@6 12", "3 4")), "not_offered", "623a.3(a)(42)")
    no({"lay_bets": "in_addition", "not_offered": ["place_bet_to_lose"]}, "623a.3(a)(42)")


@pytest.mark.parametrize(
    ("names", "cite"),
    [
        (["pass_bet", "dont_pass_bet"], "623a.8(a)"),
        (["supplemental_pass_bet"], "623a.6(a)"),
        (["supplemental_dont_come_bet"], "623a.6(d)"),
        (["fire_bet"], "623a.3(a)(40)"),
        (["lay_bet"], "623a.3(a)(42)"),
        (["big_six"], "I-623a-31"),
    ],
)
def test_623a_3_a_what_may_not_be_left_out(names: list[str], cite: str) -> None:
    """A line bet and odds must be offered; wagers with a choice of their own and unknown ones are not listed."""
    no({"not_offered": names}, cite)


def test_623a_3_a_wagers_left_out_are_refused() -> None:
    """The house need not offer every wager; one left out is refused (I-623a-31)."""
    refused(rolled(throw("1 field_bet 5", "3 4"), not_offered=["field_bet"]), "not_offered", "623a.3(a)(11)")
    refused(rolled(throw("1 pass_bet 5", "3 4"), not_offered=["pass_bet"]), "not_offered", "623a.3(a)(1)")
    rolled(throw("1 dont_pass_bet 5", "3 4"), not_offered=["pass_bet"]).ok()


@pytest.mark.parametrize("name", ["fire_bet", "supplemental_pass_bet"])
def test_623a_3_b_limits_are_not_filed_for_wagers_with_their_own(name: str) -> None:
    """Odds and the Fire Bet have limits of their own, so none are filed for them (I-623a-21, -30)."""
    no({"limits": {name: {"maximum": "10.00"}}}, "I-GEN-34")


def test_623a_5_g_3_vigorish_choices_change_the_hash() -> None:
    """A submission's hash covers the choices of this chapter."""
    rates = {submit(Rules, {"vigorish_rate": rate}).hash("craps") for rate in (0, 1, 5)}
    assert len(rates) == 3
