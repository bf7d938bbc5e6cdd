"""Chapter 670a, Six-Card Fortune Pai Gow Poker: what is filed, wagered and dealt (§§ 670a.1–670a.10)."""

from typing import Any

import pytest

from pitboss.chapters.ch670a_six_card_fortune import GAME as SIX_CARD
from pitboss.chapters.ch670a_six_card_fortune.procedure import LAW
from pitboss.chapters.ch670a_six_card_fortune.rules import (
    FORTUNE_ENVIES,
    PROGRESSIVE_ENVIES,
    Rules,
    envies,
)
from pitboss.drivers.round import Round
from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.events import Dealt, Event, Revealed, visible
from pitboss.families.pai_gow_poker.dealing import Selector
from pitboss.families.poker_ranks import Hand
from pitboss.game import RoundStart
from pitboss.money import Money
from pitboss.procedure import Answer
from pitboss.submission import RulesSubmission
from pitboss.testkit.tables import fault, play, refused
from pitboss.wagers import close_betting
from tests.chapters import staff
from tests.chapters.six_card_fortune import (
    DEALER_EIGHTS,
    DEALER_KING,
    EVERYTHING,
    GAME,
    MAIN,
    OFFERED,
    TWO,
    WAGER,
    dealt,
    hand,
    hands,
    places,
    round_of,
    table,
)

DEALINGS = ("manual_shoe", "hand", "automated_shoe")
PAIR = "9S 9D AC 5H 4H 2C"

# § 670a.1.


@pytest.mark.parametrize(
    ("line", "fortune", "progressive"),
    [
        (Hand.FLUSH, False, False),
        (Hand.FULL_HOUSE, True, False),
        (Hand.FOUR_OF_A_KIND, True, True),
        (Hand.FIVE_ACES, True, True),
    ],
)
def test_670a_1_qualifying_hands(line: Hand, fortune: bool, progressive: bool) -> None:
    """Envy starts at a full house on the Fortune Bonus and at four of a kind on the Progressive."""
    assert (line in envies(500, FORTUNE_ENVIES)) is fortune
    assert (line in envies(500, PROGRESSIVE_ENVIES)) is progressive


@pytest.mark.parametrize(("cents", "full_house"), [(99, None), (100, 500), (499, 500), (500, 2500), (10_000, 2500)])
def test_670a_1_ii_envy_goes_by_steps_of_the_receivers_wager(cents: int, full_house: int | None) -> None:
    """The $5 sums from $5 up, the $1 sums from $1 to below $5, nothing below (I-670a-11, I-670a-12)."""
    assert envies(cents, FORTUNE_ENVIES).get(Hand.FULL_HOUSE) == full_house


@pytest.mark.parametrize(("amount", "lammer"), [("4.99", False), ("5.00", True)])
def test_670a_1_ii_qualifying_wager_of_five_dollars_where_so_filed(amount: str, lammer: bool) -> None:
    """As the definition has it, only $5 or more draws an Envy lammer, if the certificate holder files that."""
    wagers = f"{MAIN}; 1 fortune_bonus {amount}"
    played = table(wagers, {"small_wagers_envy": False}, seat_1=PAIR, dealer=DEALER_KING).ok()
    assert [e["seat"] for e in played.events_of("marked") if e["marker"] == "envy lammer" and e.get("seat")] == [
        1
    ] * lammer


# § 670a.2.


@pytest.mark.parametrize(("seats", "ok"), [(0, False), (1, True), (6, True), (7, False)])
def test_670a_2_a_no_more_than_six_positions(seats: int, ok: bool) -> None:
    """A table has one to six betting positions."""
    first = round_of(MAIN, seats=max(1, min(seats, 6)), seat_1=PAIR, throw="1 1 6" if seats == 6 else "1 1 1")
    if not ok:
        refused(play(GAME, first, seats=seats), "forbidden_choice", "670a.2(a)")
    else:
        assert play(GAME, first, seats=seats).refused is None
    assert SIX_CARD.example().posted.seats == 6


def test_670a_2_a_seventh_seat_cannot_wager() -> None:
    """There is no seat 7."""
    refused(play(GAME, {"wagers": [{"seat": 7, "wager": WAGER, "amount": "10.00"}]}), "no_such_seat", "670a.7(b)")


def test_670a_2_b_layout_has_every_area() -> None:
    """For each player an area for every wager offered and two for their hands; two for the dealer; nothing overlaps."""
    full, bare = SIX_CARD.felt(SIX_CARD.example()), SIX_CARD.felt(Rules())
    for seat in range(1, 7):
        assert {a.wager for a in full.areas if a.seat == seat} == {
            WAGER, "double_down", "fortune_bonus", "insurance", "progressive_payout",
        }  # fmt: skip
        assert [a.wager for a in bare.areas if a.seat == seat] == [WAGER]
        assert [p.label for p in full.places if p.of == seat] == ["High", "Low"]
    assert [p.label for p in full.places if p.of == "dealer"] == ["High", "Low"]
    assert SIX_CARD.example().holder.upper() in full.inscriptions[0].text
    boxes = [a.box for a in full.areas] + [p.box for p in full.places]
    for n, one in enumerate(boxes):
        assert one.x + one.width <= full.width
        assert one.y + one.height <= full.height
        for other in boxes[:n]:
            apart = one.x + one.width <= other.x or other.x + other.width <= one.x
            assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y, (one, other)
    assert len(SIX_CARD.felt(Rules(seats=4)).areas) == 4


def test_670a_2_b_9_odds_of_every_wager_offered_are_inscribed() -> None:
    """The layout, and the sign, tell what each wager offered pays, and nothing of those that are not."""
    full = (
        " ".join(i.text for i in SIX_CARD.felt(SIX_CARD.example()).inscriptions)
        .replace("\u00a0", " ")
        .replace("\n", " ")
    )
    for text in (
        "Five aces 1000 to 1", "Envy Bonus for $1: Five aces $1,000", "Envy Bonus for $5: Five aces $5,000",
        "Eight high 100 to 1", "Five aces 100% of meter, Royal flush 10% of meter", "Straight 3 for 1",
        "Envy Bonus for $1: Five aces $100", "pair of 8s",
    ):  # fmt: skip
        assert text in full
    sign = SIX_CARD.signs(SIX_CARD.example())[0]
    assert (sign.cite, "Five aces 1000 to 1" in sign.text) == ("670a.2(b)(9)", True)
    bare = " ".join(i.text for i in SIX_CARD.felt(Rules()).inscriptions)
    assert not any(word in bare for word in ("Fortune Bonus", "Insurance", "Progressive", "Double"))
    assert "Envy Bonus for $1" not in SIX_CARD.signs(Rules(fortune_bonus=True, small_wagers_envy=False))[0].text
    assert "$5" in SIX_CARD.signs(Rules(progressive_payout=True, progressive_unit=Money(500)))[-1].text


def test_670a_2_c_equipment_is_inspected() -> None:
    """Shaker or generator, boxes and rack; the progressive system only where that wager is offered."""

    def cites(rules: RulesSubmission) -> set[str]:
        return {item.cite for checklist in SIX_CARD.checklists(rules) for item in checklist.items}

    full, rng = cites(SIX_CARD.example()), cites(Rules(start_selector=Selector.RNG))
    assert {
        "670a.2(c)",
        "670a.2(c)(1)",
        "670a.2(c)(2)",
        "670a.2(d)(1)",
        "670a.2(d)(1)(ii)",
        "670a.2(e)",
        "670a.2(f)",
    } < full
    assert "670a.2(c)" not in rng
    assert "670a.2(d)(2)" in rng
    assert "670a.2(d)(1)" not in rng
    filings = [Rules(two_decks=True), SIX_CARD.example(), Rules(start_selector=Selector.RNG)]
    staff.inspections_are_on_their_lists(SIX_CARD, filings)


def test_670a_4_a_b_cards_take_dealer_and_floorperson() -> None:
    """Two persons, again whenever other cards come."""
    staff.cards_take_two(SIX_CARD, Rules(), Rules(preshuffled_decks=True), "670a.4")
    assert "torn in half" in next(i.text for i in SIX_CARD.checklists(Rules())[1].items if i.cite == "670a.4(b)")


def test_670a_5_g_h_idle_table() -> None:
    """By hand or by the device, whichever works; a device that reshuffles needs nothing."""
    assert [cite for cite, _ in staff.idle_list(SIX_CARD, Rules())] == ["670a.5(g)", "670a.5(g)(1)", "670a.5(g)(2)"]
    assert staff.idle_list(SIX_CARD, Rules(shuffler=Shuffling.CONTINUOUS)) == []


def test_670a_things_of_the_table() -> None:
    """What it works with as filed."""
    assert set(staff.things(SIX_CARD, SIX_CARD.example())) == {
        "cards", "shuffler", "dealing_shoe", "shaker", "dice", "meter",
    }  # fmt: skip
    assert staff.things(SIX_CARD, Rules(start_selector=Selector.RNG))["generator"] == ("", "670a.2(d)(2)")


def test_670a_nothing_has_to_be_specified() -> None:
    """The text itself says how the dealer's hands are set (670a.11(d))."""
    staff.has_to_specify(SIX_CARD)


def test_670a_5_a_f_7_b_floorperson_orders_and_decides() -> None:
    """A shuffle, a new cut, a device back in use, wagers of one who left; all else a dealer may report too."""
    staff.floor_orders(SIX_CARD, reshuffle_ordered="670a.5(a)", recut_ordered="670a.5(f)")


def test_670a_every_question_to_the_staff_says_who_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all golden plays."""
    staff.every_question_is_declared(SIX_CARD, monkeypatch)


def test_670a_2_c_2_progressive_is_locked_out_after_no_more_bets() -> None:
    """A Progressive Payout Wager that comes after the call is refused."""
    wagers = [
        {"seat": 1, "wager": WAGER, "amount": "10.00"},
        {"seat": 1, "wager": "progressive_payout", "amount": "1.00", "after": 1},
    ]
    refused(table(wagers, seat_1=PAIR, dealer=DEALER_KING), "betting_closed", "670a.7(c)")


def test_670a_2_d_1_i_dice_are_changed_within_24_hours() -> None:
    """The dice of a shaker; a table with a generator has none."""
    duty = SIX_CARD.duties(Rules())[-1]
    assert (duty.name, duty.hours, duty.cite) == ("dice_change", 24, "670a.2(d)(1)(i)")
    assert [d.name for d in SIX_CARD.duties(Rules(start_selector=Selector.RNG))] == ["deck_change"]


# §§ 670a.3, 670a.4.


def test_670a_3_a_one_deck_of_52_and_a_joker() -> None:
    """53 cards, each once."""
    assert hand(PAIR).ok().events_of("shuffled")[0]["count"] == 53
    refused(play(GAME, round_of(cards=["2 3 3", "JK", "JK"])), "impossible", "670a.8(d)")


def test_670a_3_b_two_decks_need_a_shuffler() -> None:
    """Two decks may be filed with an automated shuffler only."""
    refused(play(GAME, round_of(), shuffler="manual", two_decks=True), "forbidden_choice", "670a.3(b)")
    play(GAME, round_of(), two_decks=True).ok()


def test_670a_3_b_decks_alternate() -> None:
    """With two decks each is in play every other round, and only its cards reach the rack."""
    played = play(GAME, *[round_of()] * 3, two_decks=True).ok()
    assert [e["device"] for e in played.events_of("shuffled")] == ["deck 1", "deck 2", "deck 1"]
    assert [e["count"] for e in played.events_of("shuffled")] == [53] * 3


def test_670a_3_b_4_rack_holds_one_deck() -> None:
    """The deck that is not in play has left the rack for the shuffler before a card of the other goes there."""
    staff.rack_holds_one_deck(GAME, LAW.deck, lambda faults: round_of(irregularities=faults), "670a.3(b)(4)")


@pytest.mark.parametrize(
    ("dealing", "hours", "cite"),
    [("hand", 4, "670a.3(c)(1)"), ("manual_shoe", 8, "670a.3(c)(2)"), ("automated_shoe", 8, "670a.3(c)(2)")],
)
def test_670a_3_c_cards_are_changed_every_4_or_8_hours(dealing: str, hours: int, cite: str) -> None:
    """Four hours when dealt by hand, eight from a shoe of either kind."""
    duty = SIX_CARD.duties(Rules(dealing=Dealing(dealing)))[0]
    assert (duty.name, duty.hours, duty.cite) == ("deck_change", hours, cite)


def test_670a_4_e_preshuffled_decks_skip_the_opening_steps() -> None:
    """Decks that come preshuffled need no inspection, spread or wash at the table, and no cut for their first round."""
    staff.decks_are_received_and_shown(SIX_CARD, Rules, "670a", joker=True)
    played = play(GAME, round_of(), round_of(), preshuffled_decks=True, shuffler="manual").ok()
    assert len(played.events_of("cut_made")) == 1


# § 670a.5.


def test_670a_5_a_shuffle_before_every_round() -> None:
    """Each round begins with a shuffle of all 53 cards, before wagers; the floor may order another."""
    played = play(GAME, round_of(), round_of(irregularities=[fault("reshuffle_ordered", 0)])).ok()
    assert [e["cite"] for e in played.events_of("shuffled")] == ["670a.5(a)"] * 3
    kinds = [e["event"] for e in played.events]
    assert kinds.index("shuffled") < kinds.index("wagered")


def test_670a_5_b_only_cards_shuffled_by_hand_are_cut() -> None:
    """A device's shuffle is not cut, the dealer's is; a device that reshuffles and counts needs none of it."""
    for shuffler, cuts in (("automated", 0), ("manual", 1), ("continuous", 0)):
        played = play(GAME, round_of(), shuffler=shuffler).ok()
        assert len(played.events_of("cut_made")) == cuts, shuffler


def test_670a_5_g_2_and_h_devices_need_no_wash_and_no_cut() -> None:
    """A device keeps its deck shuffled: neither an idle table nor one that counts by itself offers a cut."""
    idle: dict[str, Any] = {"wagers": [], "chance": [], "answers": []}
    for shuffler in ("automated", "continuous"):
        played = play(GAME, idle, round_of(), shuffler=shuffler).ok()
        assert [e["event"] for e in played.events].count("cut_made") == 0
        assert len(played.events_of("shuffled")) == 2
    refused(play(GAME, round_of(irregularities=[fault("recut_ordered", 0)])), "unused", "670a.7(c)")


@pytest.mark.parametrize(("position", "ok"), [(9, False), (10, True), (43, True), (44, False)])
def test_670a_5_e_cut_is_ten_cards_from_either_end(position: int, ok: bool) -> None:
    """The cover card goes in at least ten cards from the top and from the bottom."""
    cut = [{"seat": 1, "answer": "cut", "amount": f"0.{position}" if position > 9 else "0.09"}]
    played = play(GAME, round_of(more=cut), shuffler="manual")
    if ok:
        assert played.ok().events_of("cut_made")[0]["position"] == position
    else:
        refused(played, "not_lawful", "670a.5(c)")


def test_670a_5_d_first_arrival_then_from_the_dealers_right() -> None:
    """A game that begins offers the cut to the first to arrive; later it goes counterclockwise from the far right."""
    wagers = f"3 {WAGER} 10; 1 {WAGER} 10; 5 {WAGER} 10"

    def cut_by(rounds: int, *answers: tuple[int, str]) -> Any:
        more = [
            {"seat": seat, "answer": says, **({"amount": "0.20"} if says == "cut" else {})} for seat, says in answers
        ]
        parts = [round_of(wagers) for _ in range(rounds - 1)]
        return play(GAME, *parts, round_of(wagers, more=more), shuffler="manual").ok().events_of("cut_made")[-1]["by"]

    assert cut_by(1, (3, "cut")) == 3
    assert cut_by(2, (5, "cut")) == 5
    assert cut_by(2, (5, "decline_cut"), (3, "cut")) == 3
    assert cut_by(2, (5, "decline_cut"), (3, "decline_cut"), (1, "cut")) == 1
    assert cut_by(2) == "dealer"


def test_670a_5_g_1_reopened_or_idle_table_begins_again() -> None:
    """Whoever comes first is offered the cut, as when the game began, and nobody else (I-GEN-38)."""
    wagers = f"3 {WAGER} 10; 5 {WAGER} 10"
    for seat in (3, 5):
        again = round_of(wagers, more=[{"seat": seat, "answer": {"cut": 20}}])
        played = play(GAME, round_of(wagers), {**again, "reopened": True}, shuffler="manual")
        assert (played.refused is None) is (seat == 3)


def test_670a_5_f_floorperson_may_order_a_new_cut() -> None:
    """Before the deal, by the one who cut or the next entitled."""
    played = play(GAME, round_of(irregularities=[fault("recut_ordered", 0)]), shuffler="manual").ok()
    assert [e["by"] for e in played.events_of("cut_made")] == ["dealer", "dealer"]
    assert played.events_of("irregularity_reported")[0]["cite"] == "670a.5(f)"
    both = f"1 {WAGER} 10; 2 {WAGER} 10"
    for by_next, again in ((False, 2), (True, 1)):
        cuts = [{"seat": seat, "answer": {"cut": at}} for seat, at in ((2, 20), (again, 30))]
        ordered = fault("recut_ordered", 0, **({"next_player": True} if by_next else {}))
        played = play(GAME, round_of(both), round_of(both, more=cuts, irregularities=[ordered]), shuffler="manual").ok()
        assert [(e["by"], e["position"]) for e in played.events_of("cut_made")[1:]] == [(2, 20), (again, 30)]


@pytest.mark.parametrize(
    ("throw", "start"),
    [("1 1 1", 5), ("1 1 6", "dealer"), ("1 2 6", 6), ("4 5 5", 1), ("5 5 5", "dealer"), ("6 6 6", 4)],
)
def test_670a_5_i_1_count_begins_with_the_dealer_and_goes_counterclockwise(throw: str, start: int | str) -> None:
    """Three dice, totalled and announced; every position counts, wagered on or not."""
    of = hands(seat_1=PAIR, dealer=DEALER_KING)
    played = play(GAME, round_of(cards=[throw, *dealt(of, start)], seat_1=PAIR, dealer=DEALER_KING)).ok()
    assert played.events_of("dealt")[0]["to"] == start
    assert f"total {sum(int(face) for face in throw.split())}" in played.words()
    shaken = [(e["by"], e["amount"], e["cite"]) for e in played.events_of("elected") if e["says"] == "shakes"]
    assert shaken == [("dealer", 3, "670a.5(i)(1)(i)")]
    refused(play(GAME, round_of(more=[staff.dealer_says("shakes", 2)])), "not_lawful", "670a.5(i)(1)(i)")
    assert played.events_of("shown")[0]["cite"] == "670a.5(i)(1)(ii)"


@pytest.mark.parametrize(("number", "start"), [("1", "dealer"), ("2", 6), ("7", 1)])
def test_670a_5_i_2_generator_shows_1_to_7(number: str, start: int | str) -> None:
    """The number shown is counted in the same way; there is no 0 and no 8."""
    of = hands(seat_1=PAIR, dealer=DEALER_KING)
    part = round_of(cards=[number, *dealt(of, start)], seat_1=PAIR, dealer=DEALER_KING)
    assert play(GAME, part, start_selector="rng").ok().events_of("dealt")[0]["to"] == start
    for wrong in ("0", "8"):
        refused(play(GAME, round_of(cards=[wrong]), start_selector="rng"), "impossible", "670a.5(i)(2)")


def test_670a_5_i_there_is_no_button() -> None:
    """A button, which Pai Gow Poker knows, may not be filed here."""
    filed = {"start_selector": "button", "dealing": "automated_shoe"}
    refused(play(GAME, round_of(), **filed), "forbidden_choice", "670a.5(i)")


# § 670a.7.


def test_670a_7_a_no_verbal_wagers_with_cash() -> None:
    """A wager is chips on the layout."""
    wagers = [{"seat": 1, "wager": WAGER, "amount": "10.00", "form": "verbal_with_cash"}]
    refused(play(GAME, {"wagers": wagers}), "form_not_accepted", "670a.7(a)")


@pytest.mark.parametrize(
    ("amount", "why"), [("4.99", "below_minimum"), ("5.00", ""), ("500.00", ""), ("500.01", "above_maximum")]
)
def test_670a_7_a_wagers_keep_the_posted_limits(amount: str, why: str) -> None:
    """Below the minimum and above the maximum are refused."""
    played = table(f"1 {WAGER} {amount}", {"minimum": "5.00", "maximum": "500.00"}, seat_1=PAIR, dealer=DEALER_KING)
    if why:
        refused(played, why, "670a.7(a)")
    else:
        played.ok()


@pytest.mark.parametrize("unit", ["1.00", "5.00"])
def test_670a_12_d_2_progressive_is_its_unit_whatever_the_table_posts(unit: str) -> None:
    """The minimum of the table is not that of the Progressive, and other limits cannot be filed for it (I-670a-12)."""
    cents = Money(int(unit[0]) * 100)
    rules = Rules(minimum=Money(2500), maximum=Money(50_000), progressive_payout=True, progressive_unit=cents)
    assert (rules.least("progressive_payout"), rules.most("progressive_payout")) == (cents, cents)
    assert (rules.least(WAGER), rules.most(WAGER)) == (2500, 50_000)
    chosen = {"progressive_payout": True, "progressive_unit": unit}
    same, other = {"minimum": unit, "maximum": unit}, {"minimum": "2.00"}
    play(GAME, round_of(), **chosen, limits={"progressive_payout": same}).ok()
    refused(play(GAME, round_of(), **chosen, limits={"progressive_payout": other}), "forbidden_choice", "670a.12(d)(2)")


def test_670a_12_terms_of_a_spot_tell_what_it_pays() -> None:
    """Every line of the paytable, where the wager is tendered."""
    pays = {wager: terms.pays for (wager, _), terms in SIX_CARD.example().spots.items()}
    assert pays == {
        WAGER: "1 to 1", "fortune_bonus": "1000 to 1; 250 to 1; 100 to 1; 50 to 1; 15 to 1; 10 to 1; 8 to 1; 5 to 1",
        "insurance": "100 to 1; 30 to 1; 10 to 1; 7 to 1; 4 to 1; 3 to 1",
        "progressive_payout": "300 for 1; 150 for 1; 15 for 1; 6 for 1; 3 for 1",
    }  # fmt: skip


def test_670a_7_c_no_wager_after_no_more_bets() -> None:
    """None is made, raised or withdrawn after the call, save the Double Down."""
    late = [
        {"seat": 1, "wager": WAGER, "amount": "10.00"},
        {"seat": 2, "wager": WAGER, "amount": "10.00", "after": 1},
    ]
    refused(table(late, seat_1=PAIR, dealer=DEALER_KING), "betting_closed", "670a.7(c)")


@pytest.mark.parametrize("kind", ["fortune_bonus", "insurance", "progressive_payout"])
def test_670a_7_d_e_optional_wagers_need_the_main_wager_and_to_be_offered(kind: str) -> None:
    """Nobody takes part without the main wager; what was not filed is not offered."""
    refused(table(f"1 {kind} 1"), "wager_required", "670a.7(e)")
    cites = {"fortune_bonus": "(2)", "insurance": "(3)", "progressive_payout": "(4)"}
    refused(table(f"{MAIN}; 1 {kind} 1", {kind: False}), "not_offered", f"670a.7(e){cites[kind]}")
    table(f"{MAIN}; 1 {kind} 1", seat_1=PAIR, dealer=DEALER_KING).ok()


def test_670a_7_e_1_double_down_is_not_tendered_beforehand() -> None:
    """It is offered after the look at the cards, not before."""
    refused(table(f"{MAIN}; 1 double_down 10"), "unknown_wager", "670a.7(a)")


def test_670a_7_e_1_double_down_only_where_filed() -> None:
    """A table that does not offer it does not ask."""
    refused(hand(PAIR, double="1", filed={"double_down": False}), "not_lawful", "670a.11(b)")


@pytest.mark.parametrize(("unit", "amount", "why"), [
    ("1.00", "0.99", "not_a_unit"), ("1.00", "1.00", ""), ("1.00", "2.00", "above_maximum"),
    ("5.00", "1.00", "not_a_unit"), ("5.00", "5.00", ""), ("5.00", "10.00", "above_maximum"),
])  # fmt: skip
def test_670a_7_e_4_progressive_wager_is_exactly_the_unit(unit: str, amount: str, why: str) -> None:
    """$1, or $5 where that was filed (I-670a-12)."""
    wagers = f"{MAIN}; 1 progressive_payout {amount}"
    played = table(wagers, {"progressive_unit": unit}, seat_1=PAIR, dealer=DEALER_KING)
    if why:
        refused(played, why, "670a.12(d)(2)")
    else:
        played.ok()


@pytest.mark.parametrize(("unit", "ok"), [("0.99", False), ("1.00", True), ("3.00", False), ("5.00", True),
    ("5.01", False)])  # fmt: skip
def test_670a_12_d_2_progressive_unit_is_one_or_five_dollars(unit: str, ok: bool) -> None:
    """No other amount has a printed seed and Envy table."""
    played = table(MAIN, {"progressive_unit": unit}, seat_1=PAIR, dealer=DEALER_KING)
    if ok:
        played.ok()
    else:
        refused(played, "forbidden_choice", "670a.12(d)(2)")


ADA = {"player": "Ada"}


def two_areas(first: str, second: str, seats: tuple[int, int] = (1, 2)) -> list[dict[str, Any]]:
    amounts = zip(seats, (first, second), strict=True)
    return [{"seat": seat, "wager": WAGER, "amount": amount, **ADA} for seat, amount in amounts]


def test_670a_7_f_two_adjacent_areas_where_filed() -> None:
    """One player wagers on one area, on two adjacent ones where that was filed."""
    refused(table(two_areas("10.00", "20.00")), "one_position", "670a.7(f)")
    refused(table(two_areas("10.00", "20.00", (1, 3)), {"adjacent_boxes": 2}), "one_position", "670a.7(f)")
    refused(table(MAIN, {"adjacent_boxes": 3}), "forbidden_choice", "670a.7(f)")


@pytest.mark.parametrize(
    ("first", "second", "order"), [("20.00", "10.00", [1, 2]), ("10.00", "20.00", [2, 1]), ("10.00", "10.00", [2, 1])]
)
def test_670a_7_f_larger_wager_is_set_first(first: str, second: str, order: list[int]) -> None:
    """Of equal ones the first counterclockwise; the other hand is looked at when that is laid, and not changed again."""
    played = table(two_areas(first, second), {"adjacent_boxes": 2}, seat_1=PAIR, dealer=DEALER_KING, double="1 2").ok()
    steps = [(e["event"], e.get("by", e.get("of"))) for e in played.events if e["event"] in ("elected", "revealed")]
    looks = [seat for event, seat in steps if event == "revealed" and seat in (1, 2)][:4]
    assert looks == [order[0], order[0], order[1], order[1]]
    assert [e["seat"] for e in played.events_of("wagered") if e["wager"] == "double_down"] == order


# §§ 670a.8–670a.10.

SECTION = {"manual_shoe": "670a.8", "hand": "670a.9", "automated_shoe": "670a.10"}
CALL = {"manual_shoe": "(b)", "hand": "(a)(3)", "automated_shoe": "(a)(2)"}
LETTERS = {"manual_shoe": "cdefg", "hand": "bcdef", "automated_shoe": "bcdef"}


@pytest.mark.parametrize("dealing", DEALINGS)
def test_670a_8_9_10_six_cards_clockwise_to_every_position_and_the_dealer(dealing: str) -> None:
    """From the start, singly or in stacks, whether there is a wager or not; face down."""
    stacks = dealing == "automated_shoe"
    part = round_of(throw="1 1 1", first=5, stacks=stacks, seat_1=PAIR, dealer=DEALER_KING)
    played = play(GAME, part, dealing=dealing).ok()
    order = [5, 6, "dealer", 1, 2, 3, 4]
    to = [e["to"] for e in played.events_of("dealt")]
    assert to == ([place for place in order for _ in range(6)] if stacks else order * 6)
    each = LETTERS[dealing][1]
    assert {e["cite"] for e in played.events_of("dealt")} == {f"{SECTION[dealing]}({each})"}
    call = played.events_of("announced")[0]
    assert (call["words"], call["cite"]) == ("no more bets", f"{SECTION[dealing]}{CALL[dealing]}")
    kinds = [e["event"] for e in played.events]
    assert kinds.index("announced") < kinds.index("shown") < kinds.index("dealt")


@pytest.mark.parametrize("dealing", DEALINGS)
def test_670a_8_9_10_lammers_and_lock_out_before_any_card(dealing: str) -> None:
    """An Envy lammer beside each Fortune Bonus Wager that draws one; Progressive wagers collected, counted, on the meter."""
    stacks, step = (
        dealing == "automated_shoe",
        {"manual_shoe": "(1)(2)", "hand": "(i)(ii)", "automated_shoe": "(i)(ii)"},
    )
    part = round_of(TWO, stacks=stacks, seat_1=PAIR, dealer=DEALER_KING)
    played = play(GAME, part, dealing=dealing, **OFFERED).ok()
    first, second = step[dealing].replace(")(", ") (").split()
    call = SECTION[dealing] + CALL[dealing]
    marks = [e for e in played.events_of("marked") if e["marker"] == "envy lammer" and e.get("seat")]
    assert [(e["seat"], e["cite"]) for e in marks] == [(2, call + first), (1, call + first)]
    noted = [e["what"] for e in played.events_of("noted") if e["cite"] == call + second]
    assert noted == ["progressive payout locked out"]
    assert staff.attested(played, "Progressive wagers") == [("dealer", 2, call + second)]
    moves = played.events_of("meter_moved")
    assert [(e["seat"], e["after"] - e["before"]) for e in moves] == [(2, 21_000_000), (1, 21_000_000)]
    kinds = [e["event"] for e in played.events]
    assert kinds.index("meter_moved") < kinds.index("dealt")


@pytest.mark.parametrize("dealing", DEALINGS)
@pytest.mark.parametrize(("seats", "left"), [(6, 11), (5, 17), (1, 41)])
def test_670a_8_9_10_stub_is_counted_and_empty_positions_cleared(dealing: str, seats: int, left: int) -> None:
    """Eleven cards are left with six positions (I-670a-18); hands without a wager go to the rack unseen."""
    stacks, throw = dealing == "automated_shoe", {6: "2 3 3", 5: "1 3 3", 1: "1 1 1"}[seats]
    part = round_of(seats=seats, throw=throw, stacks=stacks, seat_1=PAIR, dealer=DEALER_KING)
    played = play(GAME, part, dealing=dealing, seats=seats).ok()
    counted, empty = LETTERS[dealing][2], LETTERS[dealing][4]
    assert staff.attested(played, "counted the stub") == [("dealer", left, f"{SECTION[dealing]}({counted})")]
    cleared = [e for e in played.events_of("discarded") if e["cite"] == f"{SECTION[dealing]}({empty})"]
    assert [e["of"] for e in cleared] == places(seats)[2:]


def test_670a_8_d_nobody_sees_a_card_before_the_look() -> None:
    """Cards lie face down; then each player sees their six, nobody those of others or the dealer."""
    rules = Rules()
    play_ = Round(SIX_CARD, rules, SIX_CARD.open(rules), RoundStart(1))
    events: list[Event] = []
    play_.answer(Answer(1, "wager", WAGER, "", 500))
    play_.answer(Answer(2, "wager", WAGER, "", 500))
    play_.answer(close_betting())
    of = hands(seat_1=PAIR, seat_2="KS KH 3C 3D 7S 2H", dealer=DEALER_EIGHTS)
    play_.answer(Answer("dealer", "shakes", amount=3))
    play_.answer(Answer("chance", "2 3 3"))
    play_.answer(Answer("dealer", "totalled"))
    for card in dealt(of):
        events += play_.answer(Answer("chance", card))
    events += play_.answer(Answer("dealer", "stub_counted"))
    seen = [visible(e, to) for e in events for to in (1, 2, "dealer")]
    assert not [e for e in seen if isinstance(e, Dealt) and e.card]
    looks = [e for e in events if isinstance(e, Revealed)]
    assert [e.of for e in looks] == [2, 1]
    by_seat_1 = [visible(e, 1) for e in looks]
    assert [any(e.cards) for e in by_seat_1 if isinstance(e, Revealed)] == [False, True]


def test_670a_9_a_1_dealing_by_hand_needs_a_shuffler() -> None:
    """Cards shuffled by hand are not dealt by hand."""
    refused(play(GAME, round_of(), dealing="hand", shuffler="manual"), "forbidden_choice", "670a.9(a)(1)")


def test_670a_7_b_only_players_with_a_wager_are_in_the_round() -> None:
    """A table without wagers deals nothing."""
    played = play(GAME, {"wagers": [], "chance": []}).ok()
    assert not played.events_of("dealt")
    assert played.events_of("round_closed")


def test_670a_12_b_no_wager_beyond_those_the_chapter_knows() -> None:
    """There is no bank, no surrender and no vigorish (I-670a-21)."""
    assert {kind.name for kind in SIX_CARD.wagers} == {
        WAGER, "double_down", "fortune_bonus", "insurance", "progressive_payout",
    }  # fmt: skip
    played = hand(PAIR, wagers=EVERYTHING).ok()
    assert played.returned(1, WAGER) == "20.00"
