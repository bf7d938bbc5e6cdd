"""Chapter 687a, DJ Wild Stud Poker: what is filed, refused and posted."""

from fractions import Fraction

import msgspec
import pytest

from pitboss.chapters.ch687a_dj_wild_stud_poker import GAME as DJ_WILD
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import ProgressivePaytable, Rules
from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.families.progressive import Winners
from pitboss.testkit.tables import deal, play, refused
from tests.chapters import staff
from tests.chapters.dj_wild import BONUSES, EVERYTHING, GAME, MAIN, bare, cards, hand


@pytest.mark.parametrize(
    ("choice", "value", "cite"),
    [
        ("trips_bonus_paytable", "DJWT-03", "687a.12(d)"),
        ("trips_bonus_paytable", "DJWT-08", "687a.12(d)"),
        ("two_way_bad_beat_bonus_paytable", "DJWBB-05", "687a.12(e)"),
        ("progressive_bonus_paytable", "3", "687a.12(c)"),
        ("progressive_rate", "101", "I-687a-12"),
        ("progressive_rate", "20.00001", "I-687a-12"),
        ("two_way", "perhaps", "I-687a-06"),
        ("dealing", "by_air", "687a.8(a)"),
    ],
)
def test_687a_unlawful_choices_are_refused_with_their_provision(choice: str, value: str, cite: str) -> None:
    """A choice that the chapter does not leave open is refused with what it may be."""
    refused(play(GAME, bare(), **{choice: value}), "forbidden_choice", cite)


def test_i_687a_12_rate_must_be_filed_with_the_progressive() -> None:
    """The text gives no rate of progression, so the operator has to."""
    refused(play(GAME, bare(), progressive_bonus=True), "forbidden_choice", "I-687a-12")
    assert Rules(progressive_bonus=True, progressive_rate=Fraction(0)).meter is not None
    assert Rules().meter is None


def test_687a_9_a_1_dealing_by_hand_needs_a_shuffler() -> None:
    """Cards dealt from the hand are shuffled by a device."""
    refused(play(GAME, bare(), dealing="hand", shuffler="manual"), "forbidden_choice", "687a.9(a)(1)")
    play(GAME, bare(), dealing="hand", shuffler="automated").ok()


@pytest.mark.parametrize(
    ("paytable", "amount", "refusal"),
    [
        ("1", "0.99", "not_a_unit"),
        ("1", "1.00", None),
        ("1", "2.00", "above_maximum"),
        ("2", "1.00", "not_a_unit"),
        ("2", "4.99", "not_a_unit"),
        ("2", "5.00", None),
        ("2", "10.00", "above_maximum"),
    ],
)
def test_687a_12_c_progressive_takes_exactly_one_or_five_dollars(
    paytable: str, amount: str, refusal: str | None
) -> None:
    """Paytable 1 is for a wager of $1, Paytable 2 for one of $5."""
    played = hand("9S 9H 9D 4C 5S", wagers=f"{MAIN}; 1 progressive_bonus {amount}", progressive_bonus_paytable=paytable)
    played.ok() if refusal is None else refused(played, refusal, "687a.12(c)")


def test_limits_of_the_ante_are_those_of_the_blind() -> None:
    """A minimum or maximum of the Ante binds the Blind as well."""
    limits = {"ante": {"minimum": "10.00", "maximum": "20.00"}}
    for amount, refusal in (("9.99", "below_minimum"), ("20.01", "above_maximum")):
        for wager in ("ante", "blind"):
            refused(play(GAME, deal(f"1 {wager} {amount}"), limits=limits), refusal, "687a.7(a)")


@pytest.mark.parametrize("wager", ["blind", "raise", "progressive_bonus"])
def test_687a_limits_are_filed_for_wagers_that_have_their_own(wager: str) -> None:
    """Blind and Raise follow the Ante, the Progressive its paytable: limits of theirs would change nothing."""
    limits = {wager: {"minimum": "10.00"}}
    refused(play(GAME, bare(), limits=limits), "forbidden_choice", "I-GEN-34")


@pytest.mark.parametrize(("table", "unit"), [(ProgressivePaytable.ONE, 100), (ProgressivePaytable.TWO, 500)])
def test_687a_12_c_what_the_progressive_takes_is_posted(table: ProgressivePaytable, unit: int) -> None:
    """Whatever the table's limits are, one wager of the paytable's unit is the least and the most."""
    rules = msgspec.structs.replace(DJ_WILD.example(), progressive_bonus_paytable=table)
    assert (rules.least("progressive_bonus"), rules.most("progressive_bonus")) == (unit, unit)
    assert (rules.least("blind"), rules.most("blind")) == (rules.least("ante"), rules.most("ante")) == (500, 50_000)


def test_i_687a_12_13_signs_tell_the_rate_and_what_becomes_of_the_stake() -> None:
    """The rate of progression, and whether awards of so many to 1 include the wager, are posted as filed."""
    rules = msgspec.structs.replace(DJ_WILD.example(), progressive_rate=Fraction("22.5"))
    signs = {sign.cite: sign.text for sign in DJ_WILD.signs(rules)}
    assert signs["687a.12(c)"] == (
        "The Progressive starts at $2000.00; 22.5% of each wager goes to it. "
        "Several winners are paid in turn, each by what the meter then shows."
    )
    shared = msgspec.structs.replace(rules, progressive_winners=Winners.EQUAL)
    assert "share it equally" in {sign.cite: sign.text for sign in DJ_WILD.signs(shared)}["687a.12(c)"]
    assert "what is paid from the meter includes the wager" in signs["687a.2(b)(5)"]
    kept = msgspec.structs.replace(rules, progressive_stake_back=False)
    assert "every award includes the wager" in DJ_WILD.signs(kept)[0].text
    assert "687a.12(c)" not in {sign.cite for sign in DJ_WILD.signs(Rules())}


def test_i_gen_06_filed_breakage_binds_every_wager() -> None:
    """What comes out in cents is not rounded where no chip is filed: Ante, Raise, Blind and Trips (I-GEN-41)."""
    wagers = "1 ante 7.50; 1 blind 7.50; 1 trips_bonus 7.50"
    played = hand("9S 8H 7D 6C 5S", wagers=wagers, breakage="down_to_chip")
    assert [s["returned"] for s in played.ok().settlements] == ["15.00", "15.00", "30.00", "157.50"]


ROYALS = ("AS KS QS JS TS", "AH KH QH JH TH", "4C 5C 6C 7C 8C")  # a royal flush each, and a straight flush
THREE = "; ".join(f"{seat} ante 10; {seat} blind 10; {seat} progressive_bonus 1" for seat in (1, 2, 3))


def test_i_gen_03_winners_of_the_meter_in_equal_parts_if_filed() -> None:
    """A tenth is paid at its turn; the whole is halved when all hands were looked at, and the meter reset once."""
    chance = cards(*ROYALS, "KD QC JD 7H 3D", "8S")
    played = play(GAME, deal(THREE, chance, "1 raise; 2 raise; 3 raise"), **BONUSES, progressive_winners="equal").ok()
    paid = [(s["seat"], s["returned"]) for s in played.settlements if s["wager"] == "progressive_bonus"]
    assert paid == [(3, "200.06"), (2, "900.27"), (1, "900.27")]  # of 2000.60, and of what the tenth left
    moved = [(e["why"], e["after"]) for e in played.events_of("meter_moved")][3:]
    assert moved == [
        ("award", 180_054 * 10**6), ("award", 90_027 * 10**6), ("award", 0), ("reset", 200_000 * 10**6),
    ]  # fmt: skip
    assert [e["odds"] for e in played.events_of("paid") if e["wager"] == "progressive_bonus"][1:] == [
        "100% of meter, shared by 2"
    ] * 2
    assert [s["returned"] for s in played.settlements if s["wager"].endswith("envy")] == [
        "2000.00",
        "1300.00",
        "1300.00",
    ]


def test_i_gen_03_equal_parts_are_those_of_players() -> None:
    """A player with two royal flushes has one part, a half of it for each box."""
    names = {1: "Ada", 2: "Ada", 3: "Bob"}
    kinds = {"ante": "10.00", "blind": "10.00", "progressive_bonus": "1.00"}
    wagers = [{"seat": seat, "wager": kind, "amount": amount, "player": name} for seat, name in names.items()
        for kind, amount in kinds.items()]  # fmt: skip
    chance = cards(*ROYALS[:2], "AC KC QC JC TC", "KD QD JD 7H 3D", "8S")
    filed = {**BONUSES, "progressive_winners": "equal", "adjacent_boxes": 2}
    played = play(GAME, deal(wagers, chance, "1 raise; 2 raise; 3 raise"), **filed).ok()
    paid = [(s["seat"], s["returned"]) for s in played.settlements if s["wager"] == "progressive_bonus"]
    assert paid == [(3, "1000.30"), (2, "500.15"), (1, "500.15")]  # of 2000.60
    assert played.events_of("paid")[-4]["odds"] == "100% of meter, shared by 2"
    envies = [(s["seat"], s["returned"]) for s in played.settlements if s["wager"].endswith("envy")]
    assert envies == [(3, "2000.00"), (2, "1000.00"), (1, "1000.00")]  # never for one's own hands


def test_i_gen_03_a_lone_winner_has_the_whole_meter_either_way() -> None:
    """Equal parts among one; also where the hands are void and the Progressive is settled all the same."""
    one = hand(ROYALS[0], progressive_winners="equal")
    assert (one.returned(1, "progressive_bonus"), one.events_of("paid")[-1]["odds"]) == ("2000.20", "100% of meter")
    exposed = [{"kind": "card_exposed_before_raises", "after": 11}]
    round_ = deal(EVERYTHING, cards(ROYALS[0], "KD QC JD 7H 3D", "8S"), "", exposed)
    assert play(GAME, round_, **BONUSES, progressive_winners="equal").returned(1, "progressive_bonus") == "2000.20"


def test_687a_2_c_d_8_a_equipment_and_cards_are_inspected() -> None:
    """Boxes, rack and shoe by a floorperson; the cards by dealer and floorperson. Each line of the register has its list."""
    equipment = {item.cite for item in DJ_WILD.checklists(Rules())[0].items}
    assert equipment == {"687a.2(c)", "687a.2(d)", "687a.8(a)"}
    assert "687a.8(a)" not in {item.cite for item in DJ_WILD.checklists(Rules(dealing=Dealing.HAND))[0].items}
    staff.cards_take_two(DJ_WILD, Rules(), Rules(preshuffled_decks=True), "687a.4")
    staff.inspections_are_on_their_lists(DJ_WILD, [Rules(two_decks=True)])


def test_687a_5_f_g_idle_table() -> None:
    """Spread, then washed and shuffled; a device that reshuffles needs nothing."""
    assert staff.idle_list(DJ_WILD, Rules()) == [("687a.5(f)", ""), ("687a.4(c)", "")]
    assert staff.idle_list(DJ_WILD, Rules(shuffler=Shuffling.CONTINUOUS)) == []


def test_687a_things_of_the_table() -> None:
    """What it works with as filed; the system where the Progressive is offered (I-687a-27)."""
    assert set(staff.things(DJ_WILD, Rules())) == {"cards", "shuffler", "dealing_shoe"}
    assert set(staff.things(DJ_WILD, DJ_WILD.example())) == {"cards", "shuffler", "dealing_shoe", "meter"}


def test_687a_7_e_number_of_boxes_has_to_be_specified() -> None:
    """An empty submission cannot be filed."""
    staff.has_to_specify(DJ_WILD, ("adjacent_boxes", "687a.7(e)"))


def test_687a_5_a_e_7_b_floorperson_orders_and_decides() -> None:
    """A shuffle, a new cut, a device back in use, wagers of one who left; all else a dealer may report too."""
    staff.floor_orders(DJ_WILD, reshuffle_ordered="687a.5(a)", recut_ordered="687a.5(e)")


def test_687a_every_question_to_the_staff_says_who_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all golden plays."""
    staff.every_question_is_declared(DJ_WILD, monkeypatch)
