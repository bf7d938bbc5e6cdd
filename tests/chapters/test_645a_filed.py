"""Chapter 645a, Pai Gow Poker: what may be wagered (§ 645a.7), what is filed, layout, signs and inspections (§ 645a.2)."""

from typing import Any

import pytest

from pitboss.chapters.ch645a_pai_gow_poker import GAME as CHAPTER
from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.families.banking import CO_BANK, DEALER_WAGER
from pitboss.families.house_ways import HOUSE_WAYS
from pitboss.families.pai_gow_poker.dealing import Selector
from pitboss.money import Money
from pitboss.submission import submit
from pitboss.testkit.tables import deal, play, refused
from tests.chapters import staff
from tests.chapters.pai_gow import DEALER, GAME, LOSES, QUEENS, SIDES, WINS, one, round_of
from tests.felts import lies_apart

MAIN = "pai_gow_poker"
OPTIONAL = ("fortune_bonus", "emperors_treasure", "pai_gow_insurance", "progressive_payout")


def tendered(wagers: str | list[dict[str, Any]], **filed: Any) -> Any:
    return play(GAME, round_of({DEALER: QUEENS, 1: WINS, 2: LOSES}, wagers), **filed)


# § 645a.2(a), § 645a.7


def test_645a_2_a_no_more_than_six_positions() -> None:
    """Seats 1 to 6, or fewer where fewer were filed."""
    refused(tendered(f"7 {MAIN} 10"), "no_such_seat", "645a.7(b)")
    refused(tendered(f"0 {MAIN} 10"), "no_such_seat", "645a.7(b)")
    refused(play(GAME, deal(f"5 {MAIN} 10"), seats=4), "no_such_seat", "645a.7(b)")
    for wrong in (0, 7):
        refused(play(GAME, deal(), seats=wrong), "forbidden_choice", "645a.2(a)")
    assert CHAPTER.example().posted.seats == 6


def test_645a_7_a_no_verbal_wager_with_cash() -> None:
    """Chips on the layout, and nothing else."""
    cash = [{"seat": 1, "wager": MAIN, "amount": "10.00", "form": "verbal_with_cash"}]
    refused(tendered(cash), "form_not_accepted", "645a.7(a)")


@pytest.mark.parametrize(("amount", "refusal"),
    [("4.99", "below_minimum"), ("5", ""), ("100", ""), ("100.01", "above_maximum")])  # fmt: skip
def test_645a_7_a_posted_minimum_and_maximum(amount: str, refusal: str) -> None:
    """Below and above what is posted is refused."""
    played = tendered(f"1 {MAIN} {amount}", minimum="5.00", maximum="100.00")
    if refusal:
        refused(played, refusal, "645a.7(a)")
    else:
        played.ok()


def test_645a_7_b_only_seated_players_wager() -> None:
    """There is no wager from beside the table."""
    refused(tendered(f"9 {MAIN} 10"), "no_such_seat", "645a.7(b)")


@pytest.mark.parametrize("after", [1, 20, 50])
def test_645a_7_c_no_wager_after_no_more_bets(after: int) -> None:
    """Neither when the throw is out nor later."""
    late = [
        {"seat": 1, "wager": MAIN, "amount": "10.00"},
        {"seat": 2, "wager": MAIN, "amount": "10.00", "after": after},
    ]
    part = round_of({DEALER: QUEENS, 1: WINS}, late, {2: ""})
    refused(play(GAME, part), "betting_closed", "645a.7(c)")


def test_645a_7_c_wager_may_be_taken_back_before() -> None:
    """While betting is open."""
    part = round_of({DEALER: QUEENS, 1: WINS}, f"1 {MAIN} 10; 1 fortune_bonus 5",
        before=[{"seat": 1, "answer": "remove", "wager": "fortune_bonus"}])  # fmt: skip
    played = play(GAME, part, **SIDES).ok()
    assert [s["wager"] for s in played.settlements] == [MAIN]


@pytest.mark.parametrize("wager", OPTIONAL)
def test_645a_7_d_e_optional_wagers_need_the_main_wager(wager: str) -> None:
    """Nobody takes part without a Pai Gow Poker Wager."""
    refused(play(GAME, deal(f"1 {wager} 5"), **SIDES), "wager_required", "645a.7(e)")


@pytest.mark.parametrize(("wager", "cite"), [(wager, f"645a.7(e)({n})") for n, wager in enumerate(OPTIONAL, 1)])
def test_645a_7_e_optional_wagers_are_offered_only_where_filed(wager: str, cite: str) -> None:
    """Each by itself."""
    refused(play(GAME, deal(f"1 {MAIN} 5; 1 {wager} 5"), **{**SIDES, wager: False}), "not_offered", cite)
    one(WINS, f"1 {MAIN} 5; 1 {wager} 5", **SIDES).ok()


@pytest.mark.parametrize("wager", ["bank", "co_bank", "dealer_wager", "war"])
def test_645a_7_what_is_not_tendered(wager: str) -> None:
    """A bank's chips and the dealer's wager are no wagers to tender."""
    refused(play(GAME, deal(f"1 {wager} 5"), player_bank=True), "unknown_wager", "645a.7(a)")


def test_645a_7_no_spots() -> None:
    """Each wager is one area."""
    refused(play(GAME, deal(f"1 {MAIN}@3 5")), "no_such_spot", "645a.7(d)")


def test_breakage_refused_where_it_could_not_be_paid() -> None:
    """All odds are whole, so no wager is refused for breakage."""
    one(WINS, f"1 {MAIN} 10.01; 1 fortune_bonus 5.01", **SIDES, breakage="refuse").ok()


# Rules Submission


@pytest.mark.parametrize(
    ("key", "value", "cite"),
    [
        ("fortune_bonus_paytable", "E", "645a.13(b)"), ("emperors_treasure_paytable", "E", "645a.13(c)"),
        ("pai_gow_insurance_paytable", "C", "645a.13(d)"), ("house_way", "mine", "645a.11(c)"),
        ("vigorish_rounding", "nearest", "645a.13(a)"), ("start_selector", "coin", "645a.5(i)"),
        ("dealing", "from the hip", "645a.8(a)"), ("adjacent_boxes", 3, "645a.7(f)"), ("adjacent_boxes", 0, "645a.7(f)"),
        ("bank_sets", "sometimes", "645a.12(i)"), ("envy_bonuses", "none", "I-645a-07"), ("player_bank", "yes", "645a.12(a)"),
        ("shuffler", "nobody", "645a.5(a)"),
    ],
)  # fmt: skip
def test_645a_unlawful_choices_are_refused(key: str, value: Any, cite: str) -> None:
    """With the provision that allows something else."""
    refused(play(GAME, deal(), **{key: value}), "forbidden_choice", cite)


@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_645a_11_c_house_ways_can_be_filed(way: str) -> None:
    """Two complete ways to choose from."""
    one(WINS, house_way=str(way)).ok()


# § 645a.2(b) Layout


VARIANTS = [
    Rules(),
    CHAPTER.example(),
    Rules(seats=1, start_selector=Selector.RNG),
    Rules(fortune_bonus=True, payout_limit=Money(5_000_000)),
]


@pytest.mark.parametrize("rules", VARIANTS)
def test_645a_2_b_areas_lie_apart(rules: Rules) -> None:
    """No two areas or card places overlap."""
    lies_apart(CHAPTER.felt(rules))


def test_645a_2_b_every_player_has_his_areas() -> None:
    """One for each wager offered, and two for the player's hands; the dealer has two as well."""
    rules = CHAPTER.example()
    felt = CHAPTER.felt(rules)
    kinds = [kind.name for kind in rules.offered if kind.name != DEALER_WAGER]  # type: ignore[attr-defined]
    for seat in range(1, 7):
        assert [area.wager for area in felt.areas if area.seat == seat] == kinds
        assert [place.label for place in felt.places if place.of == seat] == ["High", "Low"]
    assert [place.label for place in felt.places if place.of == DEALER] == ["High", "Low"]
    cites = {area.wager: area.cite for area in felt.areas}
    assert cites[MAIN] == "645a.2(b)(2)"
    assert [cites[wager] for wager in OPTIONAL] == [f"645a.2(b)({n})" for n in (5, 6, 7, 8)]


def test_645a_2_b_areas_only_for_what_is_offered() -> None:
    """A bare table has one area a player."""
    felt = CHAPTER.felt(Rules())
    assert {area.wager for area in felt.areas} == {MAIN}
    assert CO_BANK not in {area.wager for area in CHAPTER.felt(Rules(player_bank=True)).areas}


def test_645a_2_b_9_10_odds_and_limit_are_printed() -> None:
    """Every line of every table offered, and the limit that is filed, or that none is."""
    rules = CHAPTER.example()
    printed = {text.cite: "" for text in CHAPTER.felt(rules).inscriptions}
    for text in CHAPTER.felt(rules).inscriptions:
        printed[text.cite] += text.text.replace("\u00a0", " ").replace("\n", " ") + " "
    for odds in ("8000 to 1", "(Envy $5,000)", "100 to 1", "100% of meter", "10% of meter", "500 for 1",
        "less 5% vigorish"):  # fmt: skip
        assert odds in printed["645a.2(b)(9)"]
    assert "No payout limit" in printed["645a.2(b)(10)"]
    limited = [text.text for text in CHAPTER.felt(VARIANTS[3]).inscriptions if text.cite == "645a.2(b)(10)"]
    assert "$50000.00" in limited[0]
    assert rules.holder.upper() in printed["645a.2(b)(1)"]


def test_645a_2_b_seat_1_is_at_the_dealers_left() -> None:
    """The right-hand end as players face the dealer (I-GEN-10)."""
    felt = CHAPTER.felt(Rules())
    across = [area.box.x for area in sorted(felt.areas, key=lambda area: area.seat)]
    assert across == sorted(across, reverse=True)


def test_645a_11_c_a_way_filed_line_by_line_is_played_told_and_recorded() -> None:
    """Four sixes stay together under the standard way; by the filed lines they are split, and the sign says so."""
    lines = [*HOUSE_WAYS["standard"].lines]  # type: ignore[index]
    lines.remove("four of a kind 2-6: four of a kind")
    filed = submit(Rules, {"house_way": "filed", "house_way_rules": lines})
    cards = ["6S", "6D", "6H", "6C", "AD", "KS", "QC"]
    assert [sorted(rules.way.set(cards).low) for rules in (filed, Rules())] == [["6D", "6S"], ["AD", "KS"]]
    sign = next(sign.text for sign in CHAPTER.signs(filed) if sign.cite == "645a.11(c)")
    assert sign.startswith("House way as filed.")
    assert "Four of a kind, 2s" not in sign
    assert submit(Rules, filed.chosen) == filed
    assert filed.chosen["house_way_rules"] == lines
    assert "house_way_rules" not in Rules().chosen


def test_645a_signs_tell_odds_limit_and_house_way() -> None:
    """What is not inscribed is on signs; the house way is there for who asks (645a.11(a)(1))."""
    signs = {sign.cite: sign.text for sign in CHAPTER.signs(CHAPTER.example())}
    assert {"645a.2(b)(9)", "645a.2(b)(10)", "645a.7(f)", "645a.11(c)", "645a.12(a)"} == set(signs)
    assert "Three pair: the best pair that can goes low, two pair stay high." in signs["645a.11(c)"]
    assert "645a.12(a)" not in {sign.cite for sign in CHAPTER.signs(Rules())}


# § 645a.2(c)–(f), § 645a.4


@pytest.mark.parametrize(("selector", "dealing", "cites"),
    [("shaker", "manual_shoe", ("645a.2(c)(1)", "645a.2(c)(1)(i)", "645a.2(c)(1)(ii)", "645a.2(c)(1)(iii)")),
    ("rng", "manual_shoe", ("645a.2(c)(2)",)), ("button", "automated_shoe", ("645a.2(c)(3)",))])  # fmt: skip
def test_645a_2_c_device_for_the_start_is_inspected(selector: str, dealing: str, cites: tuple[str, ...]) -> None:
    """Shaker, generator or button, whichever is used."""
    lists = CHAPTER.checklists(Rules(start_selector=Selector(selector), dealing=Dealing(dealing)))
    found = [item.cite for item in lists[0].items if item.cite.startswith("645a.2(c)")]
    assert tuple(found) == cites


def test_645a_2_d_f_inspections() -> None:
    """Progressive system, boxes, rack, shoe; then the cards, with their one joker."""
    equipment = CHAPTER.checklists(CHAPTER.example())[0]
    cites = [item.cite for item in equipment.items]
    assert {"645a.2(d)", "645a.2(d)(1)", "645a.2(e)", "645a.2(f)", "645a.8(a)"} <= set(cites)
    assert "645a.2(d)" not in [item.cite for item in CHAPTER.checklists(Rules())[0].items]
    staff.decks_are_received_and_shown(CHAPTER, Rules, "645a", joker=True)
    filings = [Rules(), CHAPTER.example(), Rules(start_selector=Selector.RNG, two_decks=True)]
    filings.append(Rules(start_selector=Selector.BUTTON, dealing=Dealing.AUTOMATED_SHOE))
    staff.inspections_are_on_their_lists(CHAPTER, filings)


def test_645a_4_a_b_cards_and_second_joker_take_dealer_and_floorperson() -> None:
    """Two persons for the inspection, and for the joker that is torn; again whenever other cards come."""
    staff.cards_take_two(CHAPTER, Rules(), Rules(preshuffled_decks=True), "645a.4")
    (joker,) = [item for item in CHAPTER.checklists(Rules())[1].items if item.cite == "645a.4(b)"]
    assert "torn in half" in joker.text


def test_645a_5_g_h_idle_table() -> None:
    """Spread for the first player; then by hand or by the device, whichever works; a device that reshuffles needs nothing."""
    either = "by hand or device"
    assert staff.idle_list(CHAPTER, Rules()) == [
        ("645a.5(g)", ""), ("645a.5(g)(1)", either), ("645a.5(g)(2)", either),
    ]  # fmt: skip
    assert staff.idle_list(CHAPTER, Rules(shuffler=Shuffling.MANUAL)) == [("645a.5(g)", ""), ("645a.5(g)(1)", "")]
    assert staff.idle_list(CHAPTER, Rules(shuffler=Shuffling.CONTINUOUS)) == []


def test_645a_things_of_the_table() -> None:
    """What it works with as filed, what can be out of order (645a.14(n)), and what wants approval before use."""
    assert staff.things(CHAPTER, Rules()) == {
        "cards": ("", ""), "shuffler": ("shuffler", ""), "dealing_shoe": ("", "645a.8(a)"),
        "shaker": ("", "645a.2(c)(1)"), "dice": ("", ""),
    }  # fmt: skip
    other = Rules(start_selector=Selector.RNG, shuffler=Shuffling.CONTINUOUS, dealing=Dealing.AUTOMATED_SHOE)
    assert staff.things(CHAPTER, other) == {
        "cards": ("", ""), "shuffler": ("shuffler", "645a.5(h)"), "automated_shoe": ("automated_shoe", ""),
        "generator": ("", "645a.2(c)(2)"),
    }  # fmt: skip
    assert staff.things(CHAPTER, CHAPTER.example())["meter"] == ("", "645a.2(d)")
    assert [duty.thing for duty in CHAPTER.duties(Rules())] == ["cards", "dice"]


def test_645a_11_c_manner_of_setting_has_to_be_specified() -> None:
    """An empty submission cannot be filed."""
    staff.has_to_specify(CHAPTER, ("house_way", "645a.11(c)"))


def test_645a_5_a_f_7_b_floorperson_orders_and_decides() -> None:
    """A shuffle, a new cut, a device back in use, wagers of one who left; all else a dealer may report too."""
    staff.floor_orders(CHAPTER, reshuffle_ordered="645a.5(a)", recut_ordered="645a.5(f)")


def test_645a_every_question_to_the_staff_says_who_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all golden plays."""
    staff.every_question_is_declared(CHAPTER, monkeypatch)
