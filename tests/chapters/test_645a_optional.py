"""Chapter 645a, Pai Gow Poker: optional wagers, the meter, Envy Bonuses, the limit (§ 645a.11(h)–(i), § 645a.13(b)–(f))."""

from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapters.ch645a_pai_gow_poker import GAME as CHAPTER
from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.money import Money
from pitboss.testkit.tables import Played, play, refused
from tests.chapters.pai_gow import (
    DEALER,
    GAME,
    QUEENS,
    SIDES,
    TIES,
    WINS,
    one,
    round_of,
)
from tests.chapters.staff import attested, dealer_says

MAIN = "pai_gow_poker"
NINES = "9S 9D 9C KH TC 3D 2H"  # with the dealer's 9H elsewhere: three of a kind
QUADS = "5S 5D 5H 5C KH 7C 2H"
ROYAL = "AS KS QS JS TS 3D 2D"
SEVEN_SF = "9S 8S 7S 6S 5S 4S 3S"
JOKER_SF = "9D 8D 7D 6D 5D JK 3D"
FIVE_ACES = "AS AD AH AC JK 7D 2H"
FULL_HOUSE = "TS TD TC KH KC 3D 2H"
DEUCES = "2S 2C 4D 6H 8C JD QH"  # a dealer who stands in nobody's way
ACES = "AS AD 9S 8H 7H 3H 6C"
KINGS = "KS KD AC JC 7D TS 3C"
JACKS = "JS JH 9C 6S 4C TD 3D"


# (h) Optional wagers


def test_645a_11_h_order_of_settlement() -> None:
    """Per player: main, Fortune, Emperor's, Insurance, Progressive; Envy Bonuses when all players are settled."""
    hands: dict[int | str, str] = {DEALER: DEUCES, 1: QUADS, 2: ACES}
    wagers = "; ".join(f"{seat} {kind} 5" for seat in (1, 2)
        for kind in (MAIN, "fortune_bonus", "emperors_treasure", "pai_gow_insurance", "progressive_payout"))  # fmt: skip
    played = play(GAME, round_of(hands, wagers), **SIDES).ok()
    kinds = [MAIN, "fortune_bonus", "emperors_treasure", "pai_gow_insurance", "progressive_payout"]
    assert played.order() == [(2, kind) for kind in kinds] + [(1, kind) for kind in kinds] + [
        (2, "fortune_bonus_envy"), (2, "emperors_treasure_envy"),
    ]  # fmt: skip


def test_645a_11_i_cards_stay_until_all_of_a_players_wagers_are_settled() -> None:
    """The player's cards go to the rack after their last settlement."""
    wagers = f"1 {MAIN} 5; 1 fortune_bonus 1; 1 pai_gow_insurance 1; 1 progressive_payout 1"
    played = one(TIES, wagers, **SIDES).ok()
    racked = next(n for n, e in enumerate(played.events) if e["event"] == "discarded" and e["of"] == 1)
    settled = [n for n, e in enumerate(played.events) if e["event"] in ("collected", "returned", "paid")
        and e["seat"] == 1]  # fmt: skip
    assert max(settled) < racked


@pytest.mark.parametrize("wager", ["fortune_bonus", "emperors_treasure"])
@pytest.mark.parametrize(("mine", "returned"),
    [("9S 8D 7H 6S 5S KD 2H", "15.00"), (NINES, "20.00"), (FULL_HOUSE, "30.00"), (ROYAL, "755.00"), (SEVEN_SF, "40005.00"),
    (JOKER_SF, "5005.00"), (FIVE_ACES, "2005.00")])  # fmt: skip
def test_645a_11_h_1_2_bonus_from_a_straight_up(wager: str, mine: str, returned: str) -> None:
    """Paid by the filed table, whatever becomes of the main wager."""
    assert one(mine, f"1 {MAIN} 5; 1 {wager} 5", dealer="2S 2C 4H 6C 8H JD QH" if mine != NINES else DEUCES, **SIDES).returned(1,
        wager) == returned  # fmt: skip


@pytest.mark.parametrize(("wager", "cite"), [("fortune_bonus", "645a.11(h)(1)(i)(A)"),
    ("emperors_treasure", "645a.11(h)(2)(i)(A)")])  # fmt: skip
def test_645a_11_h_1_2_bonus_is_lost_below(wager: str, cite: str) -> None:
    """Three pair are worth nothing here."""
    played = one("KS KD 7H 7C 5D 5S 3C", f"1 {MAIN} 5; 1 {wager} 5", **SIDES)
    assert (played.returned(1, wager), played.cite(1, wager)) == ("0.00", cite)


def test_645a_6_d_e_king_and_queen_pay_the_fortune_bonus_alone() -> None:
    """2000 to 1 against 150 to 1."""
    mine = "AS KS QS JS TS KC QC"
    played = one(mine, f"1 {MAIN} 5; 1 fortune_bonus 1; 1 emperors_treasure 1", dealer="2S 2C 4H 6C 8H JD QH", **SIDES)
    assert (played.returned(1, "fortune_bonus"), played.returned(1, "emperors_treasure")) == ("2001.00", "151.00")


@pytest.mark.parametrize(("letter", "mine", "returned"),
    [("A", "QC 9D 7H 5C 4S 3D 2H", "35.00"), ("B", "QC 9D 7H 5C 4S 3D 2H", "40.00"), ("A", "9S 8D 7H 5C 4S 3D 2H", "505.00"),
    ("B", "JK KD 9C 7C 4S 3D 2H", "20.00")])  # fmt: skip
def test_645a_11_h_3_insurance_pays_by_the_highest_card(letter: str, mine: str, returned: str) -> None:
    """Without a pair or better, by the filed table."""
    played = one(mine, f"1 {MAIN} 5; 1 pai_gow_insurance 5", dealer="AS AC KH QH JC 8C 6D", **SIDES,
        pai_gow_insurance_paytable=letter)  # fmt: skip
    assert (played.returned(1, "pai_gow_insurance"), played.cite(1, "pai_gow_insurance")) == (returned, "645a.13(d)")


@pytest.mark.parametrize("mine", ["KS KD 9C 7C 4S 3D 2H", "9S 8D 7H 6C 5S 3D 2H", "KS 9S 7S 5S 2S 3D 4D"])
def test_645a_11_h_3_i_insurance_is_lost_with_a_pair_or_better(mine: str) -> None:
    """A pair, a straight, a flush."""
    played = one(mine, f"1 {MAIN} 5; 1 pai_gow_insurance 5", dealer="AH AC KH QH JC 8C 6D", **SIDES)
    assert (played.returned(1, "pai_gow_insurance"), played.cite(1, "pai_gow_insurance")) == (
        "0.00",
        "645a.11(h)(3)(i)",
    )


# (h)(4) Progressive

METER = 200_000 * 10**6


@pytest.mark.parametrize(("mine", "returned"),
    [(FULL_HOUSE, "4.00"), (QUADS, "75.00"), ("9S 8S 7S 6S 5S KD KC", "100.00"), (ROYAL, "500.00")])  # fmt: skip
def test_645a_13_e_1_fixed_awards_include_the_stake(mine: str, returned: str) -> None:
    """4, 75, 100 and 500 for 1; paid from the table."""
    played = one(mine, f"1 {MAIN} 5; 1 progressive_payout 1", dealer="2S 2C 4H 6C 8H JD QH" if mine != QUADS else DEUCES,
        **SIDES)  # fmt: skip
    assert (played.returned(1, "progressive_payout"), played.cite(1, "progressive_payout")) == (
        returned,
        "645a.13(e)(1)",
    )
    assert "against" not in next(e for e in played.events_of("paid") if e["wager"] == "progressive_payout")


def test_645a_11_h_4_i_progressive_is_lost_below_a_full_house() -> None:
    """A flush wins nothing."""
    played = one("AS JS 9S 5S 2S 2D 2H", f"1 {MAIN} 5; 1 progressive_payout 1", dealer="3S 3C 4H 6C 8H JD QH", **SIDES)
    assert (played.returned(1, "progressive_payout"), played.cite(1, "progressive_payout")) == (
        "0.00",
        "645a.11(h)(4)(i)",
    )


@pytest.mark.parametrize(("mine", "returned", "left"),
    [(SEVEN_SF, "2000.20", METER), (JOKER_SF, "2000.20", METER), (FIVE_ACES, "200.02", 180_018 * 10**6)])  # fmt: skip
def test_645a_13_e_3_share_of_the_meter_as_it_stands(mine: str, returned: str, left: int) -> None:
    """The wager's own part is on the meter by then; all of it brings the reset, a tenth does not (I-GEN-04)."""
    dealer = "2S 2C 4H 6C 8H JD QH" if mine != FIVE_ACES else "3S 3C 4H 6C 8H JD QH"
    played = one(mine, f"1 {MAIN} 5; 1 progressive_payout 1", dealer=dealer, **SIDES)
    assert (played.returned(1, "progressive_payout"), played.cite(1, "progressive_payout")) == (
        returned,
        "645a.13(e)(3)",
    )
    assert played.events_of("meter_moved")[-1]["after"] == left


def test_645a_11_h_4_ii_validated_before_it_is_paid_and_documented_before_the_cards_go() -> None:
    """Hand and light verified, a floorperson validates, then payment, not from the table; cards stay for the papers."""
    played = one(FIVE_ACES, f"1 {MAIN} 5; 1 progressive_payout 1", dealer="3S 3C 4H 6C 8H JD QH", **SIDES).ok()
    steps = [
        (event["event"], event["cite"])
        for event in played.events
        if event["cite"].startswith(("645a.11(h)(4)(ii)", "645a.13(e)(3)")) or (event["event"] == "discarded" and event["of"] == 1)
    ]  # fmt: skip
    assert steps == [
        ("attested", "645a.11(h)(4)(ii)(A)"), ("attested", "645a.11(h)(4)(ii)(B)"), ("elected", "645a.11(h)(4)(ii)(C)"),
        ("paid", "645a.13(e)(3)"), ("elected", "645a.11(h)(4)(ii)(D)"), ("discarded", "645a.11(i)"),
    ]  # fmt: skip
    assert attested(played, "verified the winning hand") == [(DEALER, None, "645a.11(h)(4)(ii)(A)")]
    assert attested(played, "verified the light") == [(DEALER, None, "645a.11(h)(4)(ii)(B)")]
    assert {event["by"] for event in played.events_of("elected") if event["cite"].startswith("645a.11(h)(4)")} == {
        "floor"
    }
    assert (
        next(event for event in played.events_of("paid") if event["wager"] == "progressive_payout")["against"] == "cage"
    )


def test_645a_13_e_3_turn_order_on_one_meter() -> None:
    """Two winners of all of it: the one at the dealer's right takes the meter, the next the reset amount (I-GEN-03)."""
    hands: dict[int | str, str] = {DEALER: "2S 2C 4H 6C 8H JS QH", 1: SEVEN_SF.replace("2S", "TS"), 2: JOKER_SF}
    wagers = "; ".join(f"{seat} {kind} 1" for seat in (1, 2) for kind in (MAIN, "progressive_payout"))
    played = play(GAME, round_of(hands, wagers), **SIDES, progressive_reset="3000.00").ok()
    assert (played.returned(2, "progressive_payout"), played.returned(1, "progressive_payout")) == (
        "2000.40",
        "3000.00",
    )


def test_645a_8_b_2_progressive_is_locked_out_and_counted() -> None:
    """At no more bets, before the throw; the number of wagers is what the system has."""
    for dealing, cite in (("manual_shoe", "645a.8(b)(2)"), ("hand", "645a.9(a)(3)(ii)"),
        ("automated_shoe", "645a.10(a)(2)(ii)")):  # fmt: skip
        part = round_of({DEALER: QUEENS, 1: WINS}, f"1 {MAIN} 5; 1 progressive_payout 1",
            stacks=dealing == "automated_shoe")  # fmt: skip
        played = play(GAME, part, **SIDES, dealing=dealing).ok()
        notes = [(event["what"], event["cite"]) for event in played.events_of("noted")]
        assert notes[:1] == [("progressive payout locked out", cite)]
        assert attested(played, "Progressive wagers") == [(DEALER, 1, cite)]
        assert not attested(played, "difference")
        kinds = [event["event"] for event in played.events]
        assert kinds.index("meter_moved") < kinds.index("shown")


def test_645a_8_b_2_floorperson_settles_a_difference_from_the_system() -> None:
    """Two chips where the system accepted one wager: both numbers are recorded, and the round goes on."""
    part = round_of(
        {DEALER: QUEENS, 1: WINS}, f"1 {MAIN} 5; 1 progressive_payout 1", before=[dealer_says("counted", 2)]
    )
    played = play(GAME, part, **SIDES).ok()
    assert attested(played, "Progressive wagers") == [(DEALER, 2, "645a.8(b)(2)")]
    told = "chips counted: 2; Progressive wagers accepted by the system: 1"
    assert told in [event["what"] for event in played.events_of("noted")]
    assert attested(played, "difference") == [("floor", None, "645a.8(b)(2)")]
    assert played.returned(1, MAIN) == "10.00"


def test_645a_2_d_2_no_progressive_after_no_more_bets() -> None:
    """A wager that comes when the throw is out is refused."""
    part = round_of({DEALER: QUEENS, 1: WINS}, [{"seat": 1, "wager": MAIN, "amount": "5.00"},
        {"seat": 1, "wager": "progressive_payout", "amount": "1.00", "after": 1}])  # fmt: skip
    refused(play(GAME, part, **SIDES), "betting_closed", "645a.7(c)")


def test_645a_13_e_2_meter_of_less_than_2000_is_refused() -> None:
    """Initial and reset amounts: $1,999.99 is too little, $2,000 enough."""
    for key in ("progressive_initial", "progressive_reset"):
        refused(one(WINS, **{**SIDES, key: "1999.99"}), "forbidden_choice", "645a.13(e)(2)")
        one(WINS, **{**SIDES, key: "2000.00"}).ok()
    refused(one(WINS, progressive_payout=True), "forbidden_choice", "I-645a-11")
    refused(one(WINS, progressive_payout=True, progressive_rate="0.00001"), "forbidden_choice", "I-645a-11")


# Envy Bonus


ENVY: dict[int | str, str] = {DEALER: DEUCES, 1: QUADS, 2: ACES, 3: KINGS}


def envy(wagers: str, hands: dict[int | str, str] | None = None, **filed: Any) -> Played:
    held = hands or ENVY
    main = "; ".join(f"{seat} {MAIN} 10" for seat in held if seat != DEALER)
    return play(GAME, round_of(held, f"{main}; {wagers}"), **{**SIDES, **filed}).ok()


def lines(played: Played) -> dict[tuple[int, str], str]:
    return {(s["seat"], s["wager"]): s["returned"] for s in played.settlements if s["wager"].endswith("_envy")}


@pytest.mark.parametrize(("wager", "pays"), [("4.99", False), ("5", True), ("100", True)])
def test_645a_1_envy_needs_five_dollars_and_does_not_grow(wager: str, pays: bool) -> None:
    """$5 qualifies, $4.99 does not; the sum is fixed (I-645a-08)."""
    played = envy(f"2 fortune_bonus {wager}")
    assert lines(played) == ({(2, "fortune_bonus_envy"): "5.00"} if pays else {})
    line = [s for s in played.settlements if s["wager"] == "fortune_bonus_envy"]
    assert [(s["stake"], s["vigorish"], s["cite"]) for s in line] == ([("0.00", "0.00", "645a.13(b)")] if pays else [])


def test_645a_8_b_1_lammer_beside_every_qualifying_wager() -> None:
    """Placed at no more bets, for each wager of $5 or more; none for less."""
    played = envy("1 fortune_bonus 5; 2 emperors_treasure 5; 3 fortune_bonus 4")
    placed = [(event["at"], event["seat"]) for event in played.events_of("marked") if event["marker"] == "envy lammer"
        and event["at"]]  # fmt: skip
    assert placed == [("fortune_bonus", 1), ("emperors_treasure", 2)]


def test_645a_1_envy_from_a_four_of_a_kind_up() -> None:
    """A full house does not qualify."""
    assert lines(envy("2 fortune_bonus 5", {**ENVY, 1: FULL_HOUSE, 3: "JS JH 9C 6S 4C 7D 3C"})) == {}
    assert lines(envy("2 fortune_bonus 5")) == {(2, "fortune_bonus_envy"): "5.00"}


def test_645a_11_h_1_ii_never_for_ones_own_hand_or_the_dealers() -> None:
    """Neither the holder's own lammer nor the dealer's four of a kind pays."""
    assert lines(envy("1 fortune_bonus 5")) == {}
    assert lines(envy("2 fortune_bonus 5", {DEALER: QUADS, 1: KINGS, 2: ACES, 3: JACKS})) == {}


def test_645a_11_h_1_ii_not_for_ones_other_area() -> None:
    """One player's two hands do not envy each other."""
    hands: dict[int | str, str] = {DEALER: DEUCES, 1: QUADS, 2: ACES}
    made = [(1, MAIN, "10.00"), (2, MAIN, "10.00"), (2, "fortune_bonus", "5.00")]
    wagers = [{"seat": seat, "wager": kind, "amount": amount, "player": "ann"} for seat, kind, amount in made]
    assert lines(play(GAME, round_of(hands, wagers), **SIDES, adjacent_boxes=2).ok()) == {}


def test_645a_11_h_1_ii_several_envies_are_added_up() -> None:
    """One line for each player, the sum of all hands that qualify."""
    hands: dict[int | str, str] = {**ENVY, 3: "8S 8D 8H 8C AC JC 3C", DEALER: "2S 2C 4D 6H TC JD QH",
        2: "AS AD 9S 7D 6C 3H TS"}  # fmt: skip
    played = envy("2 fortune_bonus 5; 1 fortune_bonus 5", hands)
    assert lines(played) == {(2, "fortune_bonus_envy"): "10.00", (1, "fortune_bonus_envy"): "5.00"}
    assert [seat for seat, wager in played.order() if wager == "fortune_bonus_envy"] == [2, 1]


def test_645a_11_h_1_i_c_hand_without_a_bonus_wager_is_envied_too() -> None:
    """Called out and left face up until the Envy Bonuses are paid."""
    played = envy("2 fortune_bonus 5")
    called = [event for event in played.events_of("announced") if "Envy" in event["words"]]
    assert [(event["words"], event["cite"]) for event in called] == [("Envy Bonus Qualifying Hand at seat 1: four 5s",
        "645a.11(h)(1)(i)(C)")]  # fmt: skip
    paid = next(n for n, event in enumerate(played.events) if event["event"] == "paid"
        and event["wager"] == "fortune_bonus_envy")  # fmt: skip
    racked = next(n for n, event in enumerate(played.events) if event["event"] == "discarded" and event["of"] == 1)
    assert racked > paid


@pytest.mark.parametrize(("wagers", "cite"), [("1 fortune_bonus 5; 2 fortune_bonus 5", "645a.11(h)(1)(i)(B)"),
    ("1 fortune_bonus " "1; 2 fortune_bonus 5", "645a.11(h)(1)(i)(B)"), ("1 emperors_treasure 5", "645a.11(h)(2)(i)(B)"),
    ("2 " "emperors_treasure 5", "645a.11(h)(2)(i)(C)")])  # fmt: skip
def test_645a_11_h_2_i_qualifying_hand_is_called_out(wagers: str, cite: str) -> None:
    """Under the paragraph of the wager that someone qualified with, the holder's own or another's."""
    played = envy(wagers)
    assert [event["cite"] for event in played.events_of("announced") if "Envy" in event["words"]] == [cite]
    racked = {event["of"]: event["cite"] for event in played.events_of("discarded")}
    assert racked[1] == cite.partition("(i)")[0] + "(iii)"
    assert (racked[2], racked[DEALER]) == ("645a.11(i)", "645a.11(j)")


def test_645a_11_h_2_ii_emperors_envy_by_its_own_table() -> None:
    """A four-of-a-kind pays $5 on every table, five aces $250 on A and $50 on C."""
    hands: dict[int | str, str] = {**ENVY, 1: FIVE_ACES.replace("7D", "7H"), 2: "9S 9D 8H 7C 6C 3H KH",
        3: "KS KD TC JC 7D TS 3C"}  # fmt: skip
    for letter, due in (("A", "250.00"), ("C", "50.00"), ("D", "100.00")):
        played = envy(
            "2 emperors_treasure 5", {**hands, DEALER: "2S 2C 4D 6H 8C JD QH"}, emperors_treasure_paytable=letter
        )
        assert lines(played) == {(2, "emperors_treasure_envy"): due}
        assert played.cite(2, "emperors_treasure_envy") == "645a.13(c)"


def test_645a_11_h_envy_for_each_qualifying_wager_or_for_one() -> None:
    """Both wagers pay for one hand, unless one Envy Bonus a hand was filed: then the greater, Fortune first (I-645a-07)."""
    both = "2 fortune_bonus 5; 2 emperors_treasure 5"
    assert lines(envy(both)) == {(2, "fortune_bonus_envy"): "5.00", (2, "emperors_treasure_envy"): "5.00"}
    assert lines(envy(both, envy_bonuses="one")) == {(2, "fortune_bonus_envy"): "5.00"}
    hands: dict[int | str, str] = {**ENVY, 1: FIVE_ACES.replace("7D", "7H"), 2: "9S 9D 8H 7C 6C 3H KH",
        3: "KS KD TC JC 7D TS 3C"}  # fmt: skip
    one_each = envy(both, hands, envy_bonuses="one", fortune_bonus_paytable="C")
    assert lines(one_each) == {(2, "emperors_treasure_envy"): "250.00"}


# § 645a.13(f)


def test_645a_13_f_limit_is_at_least_50000_or_the_top_win_at_the_minimum() -> None:
    """$49,999.99 is too little; so is $50,000 where the minimum wagers could win more."""
    bonus: dict[str, Any] = {"fortune_bonus": True, "minimum": "5.00"}
    refused(one(WINS, payout_limit="49999.99"), "forbidden_choice", "645a.13(f)")
    one(WINS, payout_limit="50000.00", **bonus).ok()
    refused(one(WINS, payout_limit="50000.00", **{**bonus, "minimum": "6.26"}), "forbidden_choice", "645a.13(f)")
    one(WINS, f"1 {MAIN} 10", payout_limit="50080.00", **{**bonus, "minimum": "6.26"}).ok()
    two = {**bonus, "emperors_treasure": True}
    refused(one(WINS, payout_limit="79999.99", **two), "forbidden_choice", "645a.13(f)")
    one(WINS, payout_limit="80000.00", **two).ok()
    refused(one(WINS, payout_limit="81999.99", **two, progressive_payout=True, progressive_rate="20"), "forbidden_choice",
        "645a.13(f)")  # fmt: skip
    one(WINS, payout_limit="82000.00", **two, progressive_payout=True, progressive_rate="20").ok()


def test_645a_13_f_limit_is_no_less_than_other_hands_win_at_the_minimum() -> None:
    """A nine high wins the insurance 100 to 1; a royal flush the Progressive 500 for 1, which may be more than the meter."""

    def limited(limit: str, minimums: dict[str, str], **filed: Any) -> Played:
        limits = {kind: {"minimum": amount} for kind, amount in minimums.items()}
        return one(WINS, payout_limit=limit, limits=limits, **filed)

    insurance = {"pai_gow_insurance": "500.01"}
    refused(limited("50000.99", insurance, pai_gow_insurance=True), "forbidden_choice", "645a.13(f)")
    limited("50001.00", insurance, pai_gow_insurance=True).ok()
    progressive: dict[str, Any] = {"progressive_payout": True, "progressive_rate": "20"}
    refused(limited("99799.99", {"progressive_payout": "200.00"}, **progressive), "forbidden_choice", "645a.13(f)")
    limited("99800.00", {"progressive_payout": "200.00"}, **progressive).ok()
    both = {"progressive_payout": "200.00", "fortune_bonus": "5.00"}  # 2000 to 1 besides, for the ace and king
    refused(limited("109799.99", both, fortune_bonus=True, **progressive), "forbidden_choice", "645a.13(f)")
    limited("109800.00", both, fortune_bonus=True, **progressive).ok()


def test_645a_13_f_limit_bounds_the_wins_of_one_hand_in_the_order_settled() -> None:
    """Stakes come back besides; what exceeds the limit is not paid (I-645a-12)."""
    wagers = f"1 {MAIN} 10; 1 fortune_bonus 5; 1 emperors_treasure 5; 1 progressive_payout 1"
    whole = one(SEVEN_SF, wagers, dealer="2S 2C 4H 6C 8H JD QH", **SIDES)
    kinds = ("fortune_bonus", "emperors_treasure", "progressive_payout")
    assert [whole.returned(1, kind) for kind in kinds] == ["40005.00", "40005.00", "2000.20"]
    cut = one(SEVEN_SF, wagers, dealer="2S 2C 4H 6C 8H JD QH", **SIDES, payout_limit="50000.00")
    assert [cut.returned(1, kind) for kind in kinds] == ["40005.00", "10005.00", "1.00"]
    assert [e["outcome"] for e in cut.events_of("paid") if "limit" in e["outcome"]] == [
        "seven card straight flush, payout limit", "seven card straight flush, payout limit",
    ]  # fmt: skip


CENT = 1_000_000  # micro-cents
METERED: dict[str, Any] = {**SIDES, "emperors_treasure": False, "progressive_initial": "9000.00"}


def awarded(mine: str, fortune: str, **filed: Any) -> tuple[str, list[tuple[str, int, int]]]:
    """What a $5 Progressive wager is handed with a meter of $9,001, and how the meter moves, in cents."""
    wagers = f"1 {MAIN} 10; 1 fortune_bonus {fortune}; 1 progressive_payout 5"
    played = one(mine, wagers, dealer="3S 3C 4H 6C 8H JD QH" if mine == FIVE_ACES else "2S 2C 4H 6C 8H JD QH", **METERED,
        **filed).ok()  # fmt: skip
    moves = [e for e in played.events_of("meter_moved") if e["why"] != "contribution"]
    return played.returned(1, "progressive_payout"), [
        (e["why"], e["before"] // CENT, e["after"] // CENT) for e in moves
    ]


@pytest.mark.parametrize(
    ("limit", "reset", "returned", "moves"),
    [
        # $7 wins $56,000 on Fortune: all of the limit. The stake is handed back, and the rest of $9,001 stays.
        ("56000.00", "2000.00", "5.00", [("award", 900_100, 899_600)]),
        # $4,000 are left to win; what then stays is the reset amount, or a cent less, which is raised
        ("60000.00", "4996.00", "4005.00", [("award", 900_100, 499_600)]),
        ("60000.00", "4996.01", "4005.00", [("award", 900_100, 499_600), ("reset", 499_600, 499_601)]),
        # $8,996 are what the award wins above its stake; a cent less cuts it
        ("64996.00", "2000.00", "9001.00", [("award", 900_100, 0), ("reset", 0, 200_000)]),
        ("64995.99", "2000.00", "9000.99", [("award", 900_100, 1), ("reset", 1, 200_000)]),
    ],
)
def test_645a_13_f_what_the_limit_does_not_pay_stays_on_the_meter(
    limit: str, reset: str, returned: str, moves: list[tuple[str, int, int]]
) -> None:
    """The meter loses what was paid; won as a whole, it is raised where less than the reset amount is left (I-645a-12)."""
    assert awarded(SEVEN_SF, "7", payout_limit=limit, progressive_reset=reset) == (returned, moves)


def test_645a_13_f_cut_part_of_the_meter_brings_no_reset() -> None:
    """Five aces win 400 to 1 and a tenth of the meter: only the whole of it ever brings the reset (I-GEN-04)."""
    cut = awarded(FIVE_ACES, "149", payout_limit="60000.00", progressive_reset="9001.00")
    assert cut == ("405.00", [("award", 900_100, 859_600)])


def test_645a_13_f_sign_says_that_the_limit_binds_the_meter() -> None:
    """A meter may grow beyond the limit: the sign says that it pays no more, and where the rest stays (I-645a-12)."""
    filed: dict[str, Any] = {"payout_limit": Money(5_000_000)}
    plain = Rules(**filed, fortune_bonus=True)
    meter = Rules(**filed, progressive_payout=True, progressive_rate=Fraction(20))
    signs = [
        next(sign.text for sign in CHAPTER.signs(rules) if sign.cite == "645a.2(b)(10)") for rules in (plain, meter)
    ]
    assert signs == [
        "Payout limit on the optional wagers of one hand: $50000.00.",
        "Payout limit on the optional wagers of one hand: $50000.00, whatever the meter shows; "
        "what the limit does not pay stays on the meter.",
    ]


def test_645a_13_f_limit_does_not_touch_envy_or_other_hands() -> None:
    """Envy Bonuses are paid in full, and every hand has its own limit."""
    hands: dict[int | str, str] = {DEALER: "2S 2C 4H 6C 8H JS QH", 1: SEVEN_SF, 2: JOKER_SF}
    wagers = "; ".join(f"{seat} {kind} {amount}" for seat in (1, 2)
        for kind, amount in ((MAIN, 10), ("fortune_bonus", 100)))  # fmt: skip
    played = play(GAME, round_of(hands, wagers), **SIDES, payout_limit="50000.00").ok()
    assert played.returned(1, "fortune_bonus") == "50100.00"
    assert played.returned(2, "fortune_bonus") == "50100.00"
    assert played.returned(2, "fortune_bonus_envy") == "5000.00"
