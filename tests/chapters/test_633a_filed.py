"""Chapter 633a, Blackjack: what a certificate holder files, what is lawful and what refuses it."""

from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.rules import WAGERS, BetTheSetPaytable, RoyalMatchPaytable
from pitboss.procedure import Refused
from pitboss.submission import submit
from tests.chapters.blackjack import DOUBLE, filed, hand, refusal

BAD_BEAT: dict[str, Any] = {
    "bad_beat_progressive": True,
    "bad_beat_rate": 10,
    "bad_beat_initial": 5000,
    "bad_beat_reset": 5000,
}
HIT_AND_RUN: dict[str, Any] = {
    "hit_and_run_progressive": True,
    "hit_and_run_rate": 10,
    "hit_and_run_initial": 1000,
    "hit_and_run_reset": 1000,
}
SWITCH: dict[str, Any] = {"blackjack_switch": True, "switch_natural_pays": "one_to_one"}
FORBIDDEN = "forbidden_choice"


# § 633a.3.


@pytest.mark.parametrize(
    ("decks", "ok"), [(0, False), (1, True), (2, True), (8, True), (9, True), (16, True), (17, False)]
)
def test_633a_3_a_at_least_one_deck(decks: int, ok: bool) -> None:
    """One deck or more, and no more than a shoe holds (I-633a-47); each card is there once for each deck."""
    if not ok:
        assert refusal(decks=decks) == (FORBIDDEN, "I-633a-47" if decks else "633a.3(a)")
        return
    assert len(filed(decks=decks).cards) == 52 * decks
    assert filed(decks=decks).cards.count("AS") == decks


def test_633a_3_b_shuffler_excludes_the_continuous_one() -> None:
    """Two batches belong to a shuffler that is not a continuous one."""
    assert filed(automated_shuffling_device=True).batches == 2
    assert filed().batches == filed(continuous_shuffler=True).batches == 1
    assert refusal(automated_shuffling_device=True, continuous_shuffler=True) == (FORBIDDEN, "633a.3(b)")


@pytest.mark.parametrize(("decks", "ok"), [(1, False), (2, True), (3, False), (8, True), (16, True)])
def test_633a_3_c_double_shoe_has_as_many_decks_on_each_side(decks: int, ok: bool) -> None:
    """Two decks or more, half of them on each side."""
    if ok:
        assert len(filed(**DOUBLE, decks=decks).cards) == 26 * decks
    else:
        assert refusal(**DOUBLE, decks=decks) == (FORBIDDEN, "633a.3(c)")
    for device in ("automated_shuffling_device", "continuous_shuffler"):
        assert refusal(**DOUBLE, decks=2, **{device: True}) == (FORBIDDEN, "633a.7(e)(3)")


def test_633a_7_d_1_suits_of_a_double_shoe_must_be_designated() -> None:
    """I-633a-36: a double shoe does not open before it is said which side red cards name; another shoe needs no word."""
    assert refusal(double_shoe=True) == (FORBIDDEN, "633a.7(d)(1)")
    assert refusal(double_shoe=True, suit_to_side="left") == (FORBIDDEN, "633a.7(d)(1)")
    assert filed().suit_to_side is None
    for choice in ("red_left", "red_right"):
        assert filed(double_shoe=True, suit_to_side=choice).suit_to_side == choice


# § 633a.6.


@pytest.mark.parametrize(("boxes", "ok"), [(0, False), (1, True), (7, True), (8, False)])
def test_633a_6_f_number_of_adjacent_boxes(boxes: int, ok: bool) -> None:
    """From one box to all seven."""
    assert (
        filed(adjacent_boxes=boxes).posted.boxes == boxes
        if ok
        else refusal(adjacent_boxes=boxes) == (FORBIDDEN, "633a.6(f)")
    )


def test_633a_6_e_optional_wagers_only_where_filed() -> None:
    """Nothing but the Blackjack Wager is taken unless the submission offers it."""
    assert list(filed().spots) == [("blackjack", "")]
    for kind in WAGERS:
        if kind.option:
            extra = {"bad_beat_progressive": BAD_BEAT, "hit_and_run_progressive": HIT_AND_RUN, "super_match": SWITCH}
            assert (kind.name, "") in filed(**{**extra.get(kind.name, {}), kind.name: True}).spots
            played = hand("TS 7H 9S TH", "1 stand", f"1 blackjack 10; 1 {kind.name} 5")
            assert played.refused is not None
            assert (played.refused["refusal"], played.refused["cite"]) == ("not_offered", kind.cite)


def test_633a_6_e_7_super_match_belongs_to_switch() -> None:
    """Super Match is offered at Blackjack Switch only."""
    assert refusal(super_match=True) == (FORBIDDEN, "633a.6(e)(7)")
    assert ("super_match", "") in filed(super_match=True, **SWITCH).spots


# § 633a.7(r), 633a.8(e), 633a.11(c).


def test_633a_7_r_settlement_order_is_one_of_two() -> None:
    """Collect first, or each player in turn."""
    assert filed().settlement_order == "collect_first"
    assert filed(settlement_order="mixed").settlement_order == "mixed"
    assert refusal(settlement_order="pay_first") == (FORBIDDEN, "633a.7(r)")


def test_633a_11_c_split_aces_must_be_chosen() -> None:
    """I-633a-09: text and trade differ, so a table without the choice does not open."""
    with pytest.raises(Refused) as no:
        submit(GAME.rules, {})
    assert (no.value.why, no.value.cite) == (FORBIDDEN, "I-633a-09")
    for choice in ("one_card", "draw"):
        assert filed(split_aces=choice).split_aces == choice
    assert refusal(split_aces="maybe") == (FORBIDDEN, "I-633a-09")


@pytest.mark.parametrize("key", ["max_resplits", "max_ace_resplits"])
def test_633a_11_c_number_of_resplits_is_filed(key: str) -> None:
    """None or more; two for pairs and none for aces unless filed otherwise (I-633a-10)."""
    assert (filed().max_resplits, filed().max_ace_resplits) == (2, 0)
    assert getattr(filed(**{key: 0}), key) == 0
    assert getattr(filed(**{key: 9}), key) == 9
    assert refusal(**{key: -1}) == (FORBIDDEN, "633a.11(c)")


# § 633a.12.


def test_633a_12_a_switch_natural_must_be_chosen() -> None:
    """I-633a-03: a Switch table does not open before it is said what a natural pays."""
    assert refusal(blackjack_switch=True) == (FORBIDDEN, "I-633a-03")
    for pays in ("as_printed", "one_to_one"):
        assert filed(blackjack_switch=True, switch_natural_pays=pays).areas == ("1", "2")
    assert filed().areas == ("",)


def test_633a_12_a_3_switch_is_not_dealt_from_the_hand() -> None:
    """Two hands are dealt as § 633a.7 says."""
    choices = {**SWITCH, "dealt_from_hand": True, "decks": 2, "automated_shuffling_device": True}
    assert refusal(**choices) == (FORBIDDEN, "633a.12(a)(3)")


@pytest.mark.parametrize(("decks", "ok"), [(1, True), (2, True), (3, False)])
def test_633a_12_b_1_no_more_than_two_decks_from_the_hand(decks: int, ok: bool) -> None:
    """One deck or two in the hand."""
    choices = {"dealt_from_hand": True, "automated_shuffling_device": True, "decks": decks}
    assert filed(**choices).dealt_from_hand if ok else refusal(**choices) == (FORBIDDEN, "633a.12(b)(1)")


def test_633a_12_b_2_hand_dealing_needs_a_shuffler() -> None:
    """Cards dealt from the hand are shuffled by a device."""
    assert refusal(dealt_from_hand=True, decks=2) == (FORBIDDEN, "633a.12(b)(2)")


# § 633a.13.


@pytest.mark.parametrize("decks", range(1, 17))
def test_633a_13_d_match_the_dealer_needs_six_or_eight_decks(decks: int) -> None:
    """I-633a-25: there is no paytable for another number."""
    if decks in (6, 8):
        assert filed(match_the_dealer=True, decks=decks).match_the_dealer
    else:
        assert refusal(match_the_dealer=True, decks=decks) == (FORBIDDEN, "633a.13(d)")


@pytest.mark.parametrize("table", RoyalMatchPaytable)
def test_633a_13_f_royal_match_paytable_by_decks(table: str) -> None:
    """A and B for one deck, C, D and E for more; without a choice A and C."""
    for decks in (1, 2, 6, 8, 9, 16):
        lawful = (table in "AB") == (decks == 1)
        choices = {"royal_match_21": True, "royal_match_21_paytable": table, "decks": decks}
        if lawful:
            assert filed(**choices).royal_match.name == table
        else:
            assert refusal(**choices) == (FORBIDDEN, "633a.13(f)(1)" if decks == 1 else "633a.13(f)(2)")
    assert filed(decks=1).royal_match.name == "A"
    assert filed(decks=2).royal_match.name == "C"


@pytest.mark.parametrize("decks", range(1, 17))
@pytest.mark.parametrize("table", BetTheSetPaytable)
def test_633a_13_g_bet_the_set_paytable_by_decks(table: str, decks: int) -> None:
    """I-633a-26: A for one deck, B for two, C or D from four; none for three."""
    lawful = {"A": decks == 1, "B": decks == 2, "C": decks >= 4, "D": decks >= 4}[table]
    choices = {"bet_the_set_21": True, "bet_the_set_21_paytable": table, "decks": decks}
    if lawful:
        assert filed(**choices).bet_the_set.name == table
    else:
        assert refusal(**choices) == (FORBIDDEN, "633a.13(g)")


def test_633a_13_g_bet_the_set_is_refused_with_three_decks() -> None:
    """No paytable is for three decks; without a choice the others take the one for their decks."""
    assert refusal(bet_the_set_21=True, decks=3) == (FORBIDDEN, "633a.13(g)")
    assert [filed(bet_the_set_21=True, decks=decks).bet_the_set.name for decks in (1, 2, 4, 8)] == ["A", "B", "C", "C"]


@pytest.mark.parametrize("decks", range(1, 17))
def test_633a_13_i_super_match_needs_six_or_eight_decks(decks: int) -> None:
    """I-633a-08: there is no paytable for another number."""
    choices = {**SWITCH, "super_match": True, "decks": decks}
    if decks in (6, 8):
        assert filed(**choices).super_match
    else:
        assert refusal(**choices) == (FORBIDDEN, "633a.13(i)")


@pytest.mark.parametrize(
    ("wager", "low", "cite"), [("bad_beat", "4999.99", "633a.13(j)(2)"), ("hit_and_run", "999.99", "633a.13(l)(2)")]
)
def test_633a_13_seed_of_a_meter_has_a_floor(wager: str, low: str, cite: str) -> None:
    """$5,000 for Bad Beat, $1,000 for Hit and Run, at the start and after a jackpot; a cent less is refused."""
    lawful = BAD_BEAT if wager == "bad_beat" else HIT_AND_RUN
    assert filed(**lawful).meters[0].initial == int(lawful[f"{wager}_initial"]) * 100
    for key in ("initial", "reset"):
        assert refusal(**{**lawful, f"{wager}_{key}": low}) == (FORBIDDEN, cite)
        assert filed(**{**lawful, f"{wager}_{key}": "6000.01"}).meters


def test_633a_13_j_2_bad_beat_terms_must_be_filed() -> None:
    """Rate, initial and reset amount are filed where the wager is offered."""
    for key in ("bad_beat_rate", "bad_beat_initial", "bad_beat_reset"):
        assert refusal(**{k: v for k, v in BAD_BEAT.items() if k != key}) == (FORBIDDEN, "633a.13(j)(2)")
    assert filed(**BAD_BEAT).meters[0].rate == 10


def test_633a_13_l_2_hit_and_run_terms_must_be_filed() -> None:
    """Rate, initial and reset amount are filed where the wager is offered."""
    for key in ("hit_and_run_rate", "hit_and_run_initial", "hit_and_run_reset"):
        assert refusal(**{k: v for k, v in HIT_AND_RUN.items() if k != key}) == (FORBIDDEN, "633a.13(l)(2)")
    assert filed(**HIT_AND_RUN).meters[0].reset == 100_000


@pytest.mark.parametrize(
    ("rate", "ok"), [("12.5", True), ("0.0001", True), ("0.00001", False), ("1/3", False), ("101", False)]
)
def test_633a_13_j_2_rate_is_counted_exactly(rate: str, ok: bool) -> None:
    """A rate of four decimals can be kept exactly on a meter; a finer one is refused."""
    if ok:
        assert filed(**{**BAD_BEAT, "bad_beat_rate": rate}).meters[0].rate == Fraction(rate)
    else:
        assert refusal(**{**BAD_BEAT, "bad_beat_rate": rate}) == (FORBIDDEN, "633a.13(j)(2)")


def test_633a_13_j_1_bonuses_belong_to_the_bad_beat() -> None:
    """Magic Card, Lucky Player and any 20 need the Bad Beat Wager, Crown Treasure the Royal Match 21."""
    assert refusal(bad_beat_any_20=True) == (FORBIDDEN, "633a.7(o)(1)(i)")
    assert filed(bad_beat_any_20=True, **BAD_BEAT)
    for bonus in ("magic_card_bonus", "lucky_player_bonus"):
        assert refusal(**{bonus: True}) == (FORBIDDEN, "633a.13(j)(1)")
        assert filed(**{bonus: True}, **BAD_BEAT)
    assert refusal(crown_treasure_bonus=True) == (FORBIDDEN, "633a.7(g)(4)")
    assert filed(crown_treasure_bonus=True, royal_match_21=True)


@pytest.mark.parametrize("wager", ["lucky_ladies", "kings_bounty"])
def test_633a_13_m_payout_limit_has_two_floors(wager: str) -> None:
    """I-633a-02: at least $25,000, and at least a thousand times the maximum wager."""
    small = {"limits": {wager: {"maximum": "5.00"}}, wager: True}
    assert refusal(payout_limit="24999.99", **small) == (FORBIDDEN, "633a.13(m)")
    assert filed(payout_limit="25000.00", **small).payout_limit == 2_500_000
    for most, ok in (("24.99", True), ("25.00", True), ("25.01", False)):
        limits = {wager: {"maximum": most}}
        if ok:
            assert filed(payout_limit=25000, limits=limits, **{wager: True})
        else:
            assert refusal(payout_limit=25000, limits=limits, **{wager: True}) == (FORBIDDEN, "633a.13(m)")


@pytest.mark.parametrize("wager", ["lucky_ladies", "kings_bounty"])
def test_633a_13_m_no_payout_limit_without_a_maximum_wager(wager: str) -> None:
    """Where no maximum is posted no limit can be as much as the maximum wager could win; one of the table will do."""
    assert refusal(payout_limit=1_000_000, **{wager: True}) == (FORBIDDEN, "633a.13(m)")
    assert filed(payout_limit=1_000_000, maximum=1000, **{wager: True}).payout_limit == 100_000_000
    assert refusal(payout_limit=1_000_000, maximum="1000.01", **{wager: True}) == (FORBIDDEN, "633a.13(m)")
    assert filed(payout_limit=25000).payout_limit == 2_500_000  # neither wager is offered: it limits nothing
