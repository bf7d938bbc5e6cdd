"""Chapter 688a, Face Up Pai Gow Poker: what may be wagered (§ 688a.7), what is filed, layout, signs, inspections (§ 688a.2)."""

from typing import Any

import pytest

from pitboss.chapters.ch688a_face_up_pai_gow_poker import GAME as CHAPTER
from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import FortunePaytable, ProgressivePaytable
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.families.house_ways import HOUSE_WAYS
from pitboss.families.pai_gow_poker.dealing import Selector
from pitboss.submission import submit
from pitboss.testkit.tables import Played, deal, play, refused
from tests.chapters import staff
from tests.chapters.face_up import GAME, MAIN, ONE, SIDES, one
from tests.chapters.pai_gow import DEALER, LOSES, QUEENS, WINS, round_of
from tests.felts import lies_apart

OPTIONAL = ("ace_high_bonus", "fortune_bonus", "progressive_payout")


def tendered(wagers: str | list[dict[str, Any]], **filed: Any) -> Played:
    return play(GAME, round_of({DEALER: QUEENS, 1: WINS, 2: LOSES}, wagers), **filed)


# § 688a.2(a), § 688a.7


def test_688a_2_a_no_more_than_six_positions() -> None:
    """Seats 1 to 6, or fewer where fewer were filed."""
    for seat in (0, 7):
        refused(tendered(f"{seat} {MAIN} 10"), "no_such_seat", "688a.7(b)")
        refused(play(GAME, deal(), seats=seat), "forbidden_choice", "688a.2(a)")
    refused(play(GAME, deal(f"5 {MAIN} 10"), seats=4), "no_such_seat", "688a.7(b)")
    assert CHAPTER.example().posted.seats == 6


def test_688a_7_a_no_verbal_wager_with_cash() -> None:
    """Chips on the layout, and nothing else."""
    cash = [{"seat": 1, "wager": MAIN, "amount": "10.00", "form": "verbal_with_cash"}]
    refused(tendered(cash), "form_not_accepted", "688a.7(a)")


@pytest.mark.parametrize(("amount", "refusal"),
    [("4.99", "below_minimum"), ("5", ""), ("100", ""), ("100.01", "above_maximum")])  # fmt: skip
def test_688a_7_a_posted_minimum_and_maximum(amount: str, refusal: str) -> None:
    """Below and above what is posted is refused."""
    played = tendered(f"1 {MAIN} {amount}", minimum="5.00", maximum="100.00")
    if refusal:
        refused(played, refusal, "688a.7(a)")
    else:
        played.ok()


@pytest.mark.parametrize("after", [1, 20, 50])
def test_688a_7_c_no_wager_after_no_more_bets(after: int) -> None:
    """Neither when the throw is out nor later."""
    late = [
        {"seat": 1, "wager": MAIN, "amount": "10.00"},
        {"seat": 2, "wager": MAIN, "amount": "10.00", "after": after},
    ]
    refused(play(GAME, round_of({DEALER: QUEENS, 1: WINS}, late, {2: ""})), "betting_closed", "688a.7(c)")


def test_688a_7_c_wager_may_be_taken_back_before() -> None:
    """While betting is open."""
    removed = [{"seat": 1, "answer": "remove", "wager": "fortune_bonus"}]
    part = round_of({DEALER: QUEENS, 1: WINS}, f"{ONE}; 1 fortune_bonus 5", before=removed)
    assert [s["wager"] for s in play(GAME, part, **SIDES).ok().settlements] == [MAIN]


@pytest.mark.parametrize("wager", OPTIONAL)
def test_688a_7_d_e_optional_wagers_need_the_main_wager(wager: str) -> None:
    """Nobody takes part without a Face Up Pai Gow Poker Wager."""
    amount = 1 if wager == "progressive_payout" else 5
    refused(play(GAME, deal(f"1 {wager} {amount}"), **SIDES), "wager_required", "688a.7(e)")


@pytest.mark.parametrize(("wager", "cite"), [(wager, f"688a.7(e)({n})") for n, wager in enumerate(OPTIONAL, 1)])
def test_688a_7_e_optional_wagers_are_offered_only_where_filed(wager: str, cite: str) -> None:
    """Each by itself."""
    wagers = f"{ONE}; 1 {wager} {1 if wager == 'progressive_payout' else 5}"
    refused(play(GAME, deal(wagers), **{**SIDES, wager: False}), "not_offered", cite)
    one(WINS, wagers, **SIDES).ok()


def test_688a_7_what_is_not_tendered() -> None:
    """There is no bank here, and each wager is one area."""
    refused(play(GAME, deal("1 bank 5")), "unknown_wager", "688a.7(a)")
    refused(play(GAME, deal(f"1 {MAIN}@3 5")), "no_such_spot", "688a.7(d)")


# Rules Submission


@pytest.mark.parametrize(
    ("key", "value", "cite"),
    [
        ("ace_high_bonus_paytable", "0", "688a.12(b)"), ("ace_high_bonus_paytable", "6", "688a.12(b)"),
        ("fortune_bonus_paytable", "0", "688a.12(c)"), ("fortune_bonus_paytable", "7", "688a.12(c)"),
        ("progressive_payout_paytable", "0", "688a.12(d)"), ("progressive_payout_paytable", "8", "688a.12(d)"),
        ("house_way", "mine", "688a.11(a)"), ("start_selector", "coin", "688a.5(i)"),
        ("dealing", "from the hip", "688a.8(a)"), ("adjacent_boxes", 3, "688a.7(f)"), ("adjacent_boxes", 0, "688a.7(f)"),
        ("ace_high_bonus", "yes", "688a.7(e)(1)"), ("shuffler", "nobody", "688a.5(a)"),
        ("progressive_link_group", "", "688a.2(d)"),
    ],
)  # fmt: skip
def test_688a_unlawful_choices_are_refused(key: str, value: Any, cite: str) -> None:
    """With the provision that allows something else."""
    refused(play(GAME, deal(), **{key: value}), "forbidden_choice", cite)


def test_688a_11_a_house_way_is_filed() -> None:
    """Two complete ways to choose from, the standard one unless another is chosen."""
    assert Rules().way.title == "Standard house way"
    for way in HOUSE_WAYS:
        one(WINS, house_way=str(way)).ok()


def test_688a_12_c_suspect_paytable_is_paid_as_printed_and_flagged() -> None:
    """Fortune Paytable 5 pays four of a kind no more than a full house: as printed, to be confirmed (I-688a-10)."""
    chosen: dict[str, Any] = {"fortune_bonus": True, "fortune_bonus_paytable": "5"}
    quads = one("5S 5D 5H 5C KH 7C 2H", f"{ONE}; 1 fortune_bonus 5", **chosen)
    assert quads.returned(1, "fortune_bonus") == "30.00"
    assert [(doubt.choice, doubt.cite) for doubt in submit(Rules, chosen).doubts()] == [
        ("fortune_bonus_paytable", "I-688a-10")
    ]
    assert not submit(Rules, {**chosen, "fortune_bonus": False}).doubts()
    assert not submit(Rules, {**chosen, "fortune_bonus_paytable": "6"}).doubts()
    assert Rules().fortune_bonus_paytable == "2"


# § 688a.2(b) Layout


FOUR = Rules(
    ace_high_bonus=True, fortune_bonus=True, fortune_bonus_paytable=FortunePaytable.ONE, progressive_payout=True,
    progressive_payout_paytable=ProgressivePaytable.FOUR,
)  # fmt: skip
VARIANTS = [Rules(), CHAPTER.example(), FOUR, Rules(seats=1, start_selector=Selector.RNG)]


def printed(rules: Any) -> dict[str, str]:
    """What is inscribed, by provision."""
    found: dict[str, str] = {}
    for text in CHAPTER.felt(rules).inscriptions:
        words = text.text.replace("\u00a0", " ").replace("\n", " ")
        found[text.cite] = f"{found.get(text.cite, '')} {words}"
    return found


@pytest.mark.parametrize("rules", VARIANTS)
def test_688a_2_b_areas_lie_apart(rules: Rules) -> None:
    """No two areas or card places overlap; printed lines end above the first seat's place."""
    felt = CHAPTER.felt(rules)
    lies_apart(felt)
    lowest = max(text.y + 10 * len(text.text.splitlines()) for text in felt.inscriptions)
    assert lowest <= min(place.box.y for place in felt.places if isinstance(place.of, int))


def test_688a_2_b_every_player_has_his_areas() -> None:
    """One for each wager offered, and two for the player's hands; the dealer has two as well."""
    felt = CHAPTER.felt(CHAPTER.example())
    for seat in range(1, 7):
        assert [area.wager for area in felt.areas if area.seat == seat] == [MAIN, *OPTIONAL]
        assert [place.label for place in felt.places if place.of == seat] == ["High", "Low"]
    assert [place.label for place in felt.places if place.of == DEALER] == ["High", "Low"]
    cites = {area.wager: area.cite for area in felt.areas}
    assert [cites[wager] for wager in (MAIN, *OPTIONAL)] == [f"688a.2(b)({n})" for n in (2, 5, 6, 7)]
    assert {area.wager for area in CHAPTER.felt(Rules()).areas} == {MAIN}


def test_688a_2_b_8_push_on_ace_high_is_inscribed() -> None:
    """On every layout, and on a sign."""
    for rules in VARIANTS:
        assert "Ace High Pai Gow" in printed(rules)["688a.2(b)(8)"]
        assert "returned" in next(sign.text for sign in CHAPTER.signs(rules) if sign.cite == "688a.2(b)(8)")
    assert Rules(holder="Some Casino").holder.upper() in printed(Rules(holder="Some Casino"))["688a.2(b)(1)"]


def test_688a_2_b_9_odds_of_every_wager_offered_are_inscribed() -> None:
    """Every line of every table offered, with Envy Bonuses; nothing of those that are not offered."""
    text = printed(FOUR)["688a.2(b)(9)"]
    for words in (
        "1 to 1 without commission", "Both ace high 20 to 1", "Seven-card straight flush 5000 to 1 (Envy $1,000)",
        "Three pair pushes", "Envy from a $5 wager", "The $5 Progressive", "$5,000 + 20% of meter (Envy $3,750)",
        "Straight $7.50", "the wager is returned as well",
    ):  # fmt: skip
        assert words in text, words
    example = printed(CHAPTER.example())["688a.2(b)(9)"]
    assert "The $1 Progressive" in example
    assert "the wager included" in example
    assert "pushes" not in example
    wild = Rules(progressive_payout=True, progressive_payout_paytable=ProgressivePaytable.TWO)
    assert "the joker is wild" in printed(wild)["688a.2(b)(9)"]
    assert not any(word in printed(Rules())["688a.2(b)(9)"] for word in ("Bonus", "Progressive", "Envy"))


def test_688a_2_b_seat_1_is_at_the_dealers_left() -> None:
    """The right-hand end as players face the dealer (I-GEN-10)."""
    across = [area.box.x for area in sorted(CHAPTER.felt(Rules()).areas, key=lambda area: area.seat)]
    assert across == sorted(across, reverse=True)


def test_688a_signs_tell_push_odds_areas_house_way_and_meter() -> None:
    """What is not inscribed is on signs; the house way is there for who asks (688a.11(b)(1))."""
    signs = {sign.cite: sign.text for sign in CHAPTER.signs(CHAPTER.example())}
    assert set(signs) == {"688a.2(b)(8)", "688a.2(b)(9)", "688a.7(f)", "688a.11(a)", "688a.12(d)"}
    assert "Three pair: the best pair that can goes low, two pair stay high." in signs["688a.11(a)"]
    assert signs["688a.12(d)"] == (
        "The Progressive starts at $10000.00; 28% of each wager goes to it. "
        "Several winners are paid in turn, each by what the meter then shows."
    )
    assert "688a.12(d)" not in {sign.cite for sign in CHAPTER.signs(Rules())}


# § 688a.2(c)–(f), § 688a.4


def test_688a_2_c_device_for_the_start_is_inspected() -> None:
    """Shaker or generator, whichever is used."""
    for selector, cites in ((Selector.SHAKER, ["(1)", "(1)(i)", "(1)(ii)", "(1)(iii)"]), (Selector.RNG, ["(2)"])):
        items = CHAPTER.checklists(Rules(start_selector=selector))[0].items
        found = [item.cite for item in items if item.cite.startswith("688a.2(c)")]
        assert found == [f"688a.2(c){cite}" for cite in cites]


def test_688a_2_d_f_inspections() -> None:
    """Progressive system, boxes, rack, shoe; then the cards, with their one joker."""
    equipment = CHAPTER.checklists(CHAPTER.example())[0]
    cites = {item.cite for item in equipment.items}
    assert {"688a.2(d)", "688a.2(d)(1)", "688a.2(d)(2)", "688a.2(e)", "688a.2(f)", "688a.8(a)"} <= cites
    assert "688a.2(d)" not in {item.cite for item in CHAPTER.checklists(Rules())[0].items}
    staff.decks_are_received_and_shown(CHAPTER, Rules, "688a", joker=True)
    filings = [CHAPTER.example(), Rules(start_selector=Selector.RNG, two_decks=True)]
    staff.inspections_are_on_their_lists(CHAPTER, filings)
    assert "688a.8(a)" not in {item.cite for item in CHAPTER.checklists(Rules(dealing=Dealing.HAND))[0].items}


def test_688a_4_a_b_cards_take_dealer_and_floorperson() -> None:
    """Two persons, again whenever other cards come."""
    staff.cards_take_two(CHAPTER, Rules(), Rules(preshuffled_decks=True), "688a.4")
    assert "torn in half" in next(i.text for i in CHAPTER.checklists(Rules())[1].items if i.cite == "688a.4(b)")


def test_688a_5_g_h_idle_table() -> None:
    """By hand or by the device, whichever works; a device that reshuffles needs nothing (I-688a-17)."""
    assert [cite for cite, _ in staff.idle_list(CHAPTER, Rules())] == ["688a.5(g)", "688a.5(g)(1)", "688a.5(g)(2)"]
    assert staff.idle_list(CHAPTER, Rules(shuffler=Shuffling.CONTINUOUS)) == []


def test_688a_things_of_the_table() -> None:
    """What it works with as filed."""
    assert set(staff.things(CHAPTER, CHAPTER.example())) == {
        "cards", "shuffler", "dealing_shoe", "shaker", "dice", "meter",
    }  # fmt: skip


def test_688a_11_a_manner_of_setting_has_to_be_specified() -> None:
    """An empty submission cannot be filed."""
    staff.has_to_specify(CHAPTER, ("house_way", "688a.11(a)"))


def test_688a_5_a_f_7_b_floorperson_orders_and_decides() -> None:
    """A shuffle, a new cut, a device back in use, wagers of one who left; all else a dealer may report too."""
    staff.floor_orders(CHAPTER, reshuffle_ordered="688a.5(a)", recut_ordered="688a.5(f)")


def test_688a_every_question_to_the_staff_says_who_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all golden plays."""
    staff.every_question_is_declared(CHAPTER, monkeypatch)
