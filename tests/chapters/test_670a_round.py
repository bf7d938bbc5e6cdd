"""Chapter 670a: setting, Double Down, settlement, Envy Bonuses, the meter (§§ 670a.11, 670a.12)."""

from typing import Any

import pytest

from pitboss.money import cents
from pitboss.testkit.tables import Played, play, refused
from tests.chapters.six_card_fortune import (
    DEALER_EIGHTS,
    DEALER_KING,
    EVERYTHING,
    GAME,
    MAIN,
    NOTHING,
    OFFERED,
    TWO,
    WAGER,
    hand,
    round_of,
    table,
)

PAIR = "9S 9D AC 5H 4H 2C"  # pair of 9s, low ace
FIVE_ACES = "AS AH AD AC JK 5H"
ROYAL = "AS KS QS JS TS 5H"
STRAIGHT_FLUSH = "6S 7S 8S 9S TS AH"
QUADS = "9S 9D 9C 9H AH 5H"
FULL_HOUSE = "TS TD TH 5H 5S AH"
FLUSH = "AS JS 8S 5S 2S 4H"
STRAIGHT = "5S 6D 7H 8S 9D AH"
TRIPS = "TS TD TH 5H AS 2C"
SEVENS = "7C 7D JC 4C 3C 2D"
OTHER = "7S 7H JH 5C 3C 2D"  # pair of 7s
KINGS = "KH KC QS JS 6D 2H"
DEALER_LOW = "3D 3H 7C 8D TC QC"  # pair of 3s: no pair of 8s


def told(played: Played, seat: int, wager: str) -> dict[str, Any]:
    """The event that settled a wager."""
    lines = [e for kind in ("paid", "collected", "returned") for e in played.ok().events_of(kind)]
    return next(e for e in lines if (e["seat"], e["wager"]) == (seat, wager))


# § 670a.11(a)–(c).


def test_670a_11_a_players_look_then_double_then_set_then_the_dealer_turns_his() -> None:
    """All examine, all are offered the Double Down, all set face down; then the dealer's six cards are turned and set."""
    played = table(TWO, seat_1=PAIR, seat_2=OTHER, dealer=DEALER_KING, double="1 2").ok()
    kinds = {"elected", "revealed", "wagered"}
    told = [
        (e["event"], e["cite"], e.get("by", e.get("of", e.get("seat")))) for e in played.events if e["event"] in kinds
    ]
    first = told.index(("revealed", "670a.11(a)", 2))
    assert told[first:first + 13] == [
        ("revealed", "670a.11(a)", 2), ("revealed", "670a.11(a)", 1),
        ("elected", "670a.11(c)", 2), ("elected", "670a.11(c)", 1),
        ("wagered", "670a.7(e)(1)", 2), ("wagered", "670a.7(e)(1)", 1),
        ("elected", "670a.11(b)", 2), ("elected", "670a.11(b)", 1),
        ("revealed", "670a.11(b)", 2), ("revealed", "670a.11(b)", 1),
        ("revealed", "670a.11(d)", "dealer"), ("elected", "670a.11(d)", "dealer"),
        ("revealed", "670a.11(e)", 2),
    ]  # fmt: skip


def test_670a_11_a_1_any_of_six_cards_may_be_laid_low_and_no_other() -> None:
    """Each player sets their own hands: six choices, one card each."""
    for card in PAIR.split():
        assert hand(PAIR, low=f"1 {card}").ok().events_of("revealed")
    refused(hand(PAIR, low="1 KS"), "not_lawful", "670a.11(b)")


def test_670a_11_a_3_hands_once_laid_are_not_changed() -> None:
    """There is no second answer to a question that was answered."""
    part = round_of(MAIN, seat_1=PAIR, dealer=DEALER_KING)
    part["answers"].append({"seat": 1, "answer": {"low": ["5H"]}})
    refused(play(GAME, part), "unused", "670a.7(c)")


def test_670a_11_b_foul_hand_loses() -> None:
    """A high hand below its low card loses the main wager at once, and the Double Down if the dealer plays it."""
    played = hand("KS QS 7H 4H 3C 2D", DEALER_LOW, low="1 KS", double="1").ok()
    assert (played.returned(1, WAGER), played.cite(1, WAGER)) == ("0.00", "670a.11(f)(1)(v)")
    assert played.returned(1, "double_down") == "10.00"
    assert told(played, 1, WAGER)["outcome"].startswith("foul")
    lost = hand("KS QS 7H 4H 3C 2D", DEALER_EIGHTS.replace("3S", "3D"), low="1 KS", double="1")
    assert lost.returned(1, "double_down") == "0.00"


# § 670a.11(c), (g), 670a.12(a).


@pytest.mark.parametrize(
    ("mine", "dealer", "main", "double", "cite"),
    [
        (PAIR, DEALER_EIGHTS, "20.00", "20.00", "670a.12(a)"),
        (OTHER, DEALER_EIGHTS, "0.00", "0.00", "670a.11(g)(1)"),
        (KINGS.replace("6D", "6S"), "8D 8C AD 7C 4D 3S", "10.00", "10.00", "670a.11(g)(1)"),
        (PAIR, DEALER_KING, "20.00", "10.00", "670a.11(g)(2)"),
        (NOTHING, "KD QC 9H 7C 4D 3S", "0.00", "10.00", "670a.11(g)(2)"),
        (PAIR, "7D 7S KD 8C 4D 3S", "20.00", "10.00", "670a.11(g)(2)"),
    ],
    ids=["wins", "loses", "ties", "winner's returned", "loser's returned", "sevens do not qualify"],
)
def test_670a_11_g_double_down(mine: str, dealer: str, main: str, double: str, cite: str) -> None:
    """From a dealer's pair of 8s on it goes the way of the main wager, at 1 to 1; below that it is returned."""
    played = hand(mine, dealer, double="1").ok()
    assert (played.returned(1, WAGER), played.returned(1, "double_down")) == (main, double)
    assert played.cite(1, "double_down") == cite
    assert played.line(1, "double_down")["stake"] == "10.00"


def test_670a_11_c_double_down_equals_the_main_wager_or_is_not_made() -> None:
    """No other amount may be named, nor nothing (I-GEN-36); who says nothing has not doubled."""

    def doubles(**amount: str) -> Played:
        part = round_of(EVERYTHING, seat_1=PAIR, dealer=DEALER_EIGHTS)
        part["answers"].insert(0, {"seat": 1, "answer": "double_down", **amount})
        return play(GAME, part, **OFFERED)

    for amount in ("0.00", "9.99", "10.01"):
        refused(doubles(amount=amount), "not_equal", "670a.11(c)")
    for played in (doubles(), doubles(amount="10.00")):
        assert played.line(1, "double_down")["stake"] == "10.00"
        assert [e["amount"] for e in played.events_of("elected") if e["says"] == "double_down"] == [1000]
    played = hand(PAIR, DEALER_EIGHTS).ok()
    assert (1, "double_down") not in played.order()
    assert "no_double_down" in [e["says"] for e in played.events_of("elected")]


# § 670a.11(e)–(f).


def test_670a_11_e_players_are_shown_from_the_dealers_right_and_called() -> None:
    """Counterclockwise; both hands turned, and win, loss or tie announced."""
    wagers = f"1 {WAGER} 10; 4 {WAGER} 10; 6 {WAGER} 10"
    played = table(wagers, seat_1=PAIR, seat_4=OTHER, seat_6=KINGS, dealer="8D 8C AD 7C 4D 3S").ok()
    assert [e["of"] for e in played.events_of("revealed") if e["cite"] == "670a.11(e)"] == [6, 4, 1]
    assert played.words()[-3:] == ["seat 6 ties", "seat 4 loses", "seat 1 ties"]
    assert played.cite(1, WAGER) == "I-670a-03"
    assert played.cite(6, WAGER) == "670a.11(f)(2)(i)"
    assert played.cite(4, WAGER) == "670a.11(f)(1)(i)"


@pytest.mark.parametrize(("wager", "returned"),
    [("10.00", "20.00"), ("10.50", "21.00"), ("10.99", "21.98"), ("11.00", "22.00")])  # fmt: skip
def test_670a_12_a_paid_by_the_breakage_filed(wager: str, returned: str) -> None:
    """Main wager and Double Down: even money never breaks, so that nothing is rounded (I-GEN-41)."""

    def wins(**filed: str) -> Played:
        wagers = f"1 {WAGER} {wager}"
        return hand("AS AD AC 9S 5S 2C", DEALER_EIGHTS, wagers, low="1 AC", double="1", filed=filed)

    for kind in (WAGER, "double_down"):
        assert wins(breakage="down_to_chip").returned(1, kind) == returned
        assert cents(wins().returned(1, kind)) == 2 * cents(wager)


def test_670a_11_f_3_winner_is_paid_even_without_vigorish() -> None:
    """1 to 1, nothing taken off."""
    played = hand(PAIR).ok()
    line = told(played, 1, WAGER)
    assert (line["returned"], line["cite"], line["odds"]) == (2000, "670a.12(a)", "1 to 1")
    assert "vigorish" not in line


# § 670a.11(h)(1), 670a.12(b).


@pytest.mark.parametrize(
    ("mine", "back", "cite"),
    [
        (FIVE_ACES, "5005.00", "670a.12(b)(1)"),
        (ROYAL, "1255.00", "670a.12(b)(1)"),
        (STRAIGHT_FLUSH, "505.00", "670a.12(b)(1)"),
        (QUADS, "255.00", "670a.12(b)(1)"),
        (FULL_HOUSE, "80.00", "670a.12(b)(1)"),
        (FLUSH, "55.00", "670a.12(b)(1)"),
        (STRAIGHT, "45.00", "670a.12(b)(1)"),
        (TRIPS, "30.00", "670a.12(b)(1)"),
        ("KH KC QS QH 6D 6C", "0.00", "670a.11(h)(1)(i)(A)"),
    ],
)
def test_670a_12_b_1_fortune_bonus(mine: str, back: str, cite: str) -> None:
    """$5 on the Fortune Bonus, from five aces at 1000 to 1 to three of a kind at 5 to 1; two pair loses."""
    played = hand(mine, "8D 8C KD 7C 4D 3S").ok()
    assert (played.returned(1, "fortune_bonus"), played.cite(1, "fortune_bonus")) == (back, cite)


def envy(holder: str, fortune: str = "5", progressive: str = "", unit: str = "1.00") -> Played:
    """Seat 1 holds a hand without optional wagers, seat 2 has the wagers that may draw envy."""
    wagers = f"{MAIN}; 2 {WAGER} 10"
    wagers += f"; 2 fortune_bonus {fortune}" if fortune else ""
    wagers += f"; 2 progressive_payout {progressive}" if progressive else ""
    return table(wagers, {"progressive_unit": unit}, seat_1=holder, seat_2=SEVENS, dealer="QD QC 8D 6C 4D 3S")


@pytest.mark.parametrize(
    ("holder", "one", "five"),
    [
        (FIVE_ACES, "1000.00", "5000.00"),
        (ROYAL, "200.00", "1000.00"),
        (STRAIGHT_FLUSH, "50.00", "250.00"),
        (QUADS, "15.00", "75.00"),
        (FULL_HOUSE, "5.00", "25.00"),
    ],
)
def test_670a_12_b_2_envy_on_the_fortune_bonus(holder: str, one: str, five: str) -> None:
    """Another player's full house or better, by the receiver's own wager of $1 or $5 and more."""
    for wager, due in (("1", one), ("4.99", one), ("5", five), ("25", five)):
        played = envy(holder, wager)
        line = played.line(2, "fortune_bonus_envy")
        assert (line["stake"], line["returned"], line["cite"]) == ("0.00", due, "670a.12(b)(2)")
        called = [e for e in played.events_of("announced") if "Envy" in e["words"]]
        assert [e["cite"] for e in called] == ["670a.11(h)(1)(i)(C)"]


@pytest.mark.parametrize(("own", "letter"), [("", "C"), ("; 1 fortune_bonus 1", "B"), ("; 1 fortune_bonus 5", "B")])
def test_670a_11_h_1_i_hand_is_called_out_by_whether_its_player_made_the_wager(own: str, letter: str) -> None:
    """Under (B) with a Fortune Bonus Wager of any size, whether or not that draws envy itself; under (C) without one."""
    wagers = f"{MAIN}; 2 {WAGER} 10; 2 fortune_bonus 5{own}"
    filed = {"small_wagers_envy": False}
    played = table(wagers, filed, seat_1=QUADS, seat_2=SEVENS, dealer="QD QC 8D 6C 4D 3S").ok()
    called = [e["cite"] for e in played.events_of("announced") if "Envy" in e["words"]]
    assert called == [f"670a.11(h)(1)(i)({letter})"]


@pytest.mark.parametrize("holder", [FLUSH, STRAIGHT, "TS TD TH 5H AS 2C"])
def test_670a_1_i_no_envy_below_a_full_house(holder: str) -> None:
    """A flush does not qualify."""
    played = envy(holder).ok()
    assert (2, "fortune_bonus_envy") not in played.order()
    assert not [word for word in played.words() if "Envy" in word]


def test_670a_11_h_1_ii_envy_is_never_for_ones_own_hand_or_the_dealers() -> None:
    """Only for hands of other players, and for each of them."""
    wagers = f"{EVERYTHING}; 2 {WAGER} 10; 3 {WAGER} 10; 3 fortune_bonus 5"
    played = table(wagers, seat_1=QUADS, seat_2=FULL_HOUSE.replace("5H 5S", "6H 6S").replace("AH", "AD"),
                   seat_3=SEVENS, dealer="QD QC QH 8D 8C 3S").ok()  # fmt: skip
    assert played.returned(1, "fortune_bonus_envy") == "25.00"
    assert played.returned(3, "fortune_bonus_envy") == "100.00"
    assert (2, "fortune_bonus_envy") not in played.order()
    assert [e["cite"] for e in played.events_of("announced") if "Envy" in e["words"]] == [
        "670a.11(h)(1)(i)(C)", "670a.11(h)(1)(i)(B)",
    ]  # fmt: skip
    racked = [(e["of"], e["cite"]) for e in played.events_of("discarded") if e["of"] in (1, 2, 3, "dealer")]
    assert racked == [
        (3, "670a.11(i)"), (2, "670a.11(i)"), (1, "670a.11(i)"), ("dealer", "670a.11(j)"),
    ]  # seat 3's at once, the qualifying hands when envy is paid  # fmt: skip


def test_670a_11_h_1_ii_no_envy_between_two_areas_of_one_player() -> None:
    """A player's other hand does not pay them an Envy Bonus."""
    wagers = [
        {"seat": seat, "wager": kind, "amount": amount, "player": "Ada"}
        for seat in (1, 2) for kind, amount in ((WAGER, "10.00"), ("fortune_bonus", "5.00"))
    ]  # fmt: skip
    played = table(wagers, {"adjacent_boxes": 2}, seat_1=QUADS, seat_2=SEVENS, dealer="QD QC 8D 6C 4D 3S")
    assert "fortune_bonus_envy" not in [wager for _, wager in played.ok().order()]


# § 670a.11(h)(2), 670a.12(c).


@pytest.mark.parametrize(
    ("mine", "back", "cite"),
    [
        ("8S 7D 6C 5H 3D 2D", "505.00", "670a.12(c)"),
        ("9S 7D 6C 5H 3D 2D", "155.00", "670a.12(c)"),
        ("TS 7D 6C 5H 3D 2D", "55.00", "670a.12(c)"),
        ("JS 7D 6C 5H 3D 2D", "40.00", "670a.12(c)"),
        ("QS 7D 6C 5H 3D 2D", "25.00", "670a.12(c)"),
        ("KS 7D 6C 5H 3D 2D", "20.00", "670a.12(c)"),
        ("AS 7D 6C 5H 3D 2D", "0.00", "670a.11(h)(2)(i)"),
        ("JK 7D 6C 5H 3D 2D", "0.00", "670a.11(h)(2)(i)"),
        (OTHER, "0.00", "670a.11(h)(2)(i)"),
    ],
)
def test_670a_12_c_insurance(mine: str, back: str, cite: str) -> None:
    """$5 of Insurance, from eight high at 100 to 1 to king high at 3 to 1; an ace, a joker or a pair loses."""
    played = hand(mine, "8D 8C KD 7C 4D 3S").ok()
    assert (played.returned(1, "insurance"), played.cite(1, "insurance")) == (back, cite)


# § 670a.11(h)(3), 670a.12(d).


@pytest.mark.parametrize(
    ("mine", "one", "five", "odds"),
    [
        (FIVE_ACES, "5000.21", "25001.05", "100% of meter"),
        (ROYAL, "500.02", "2500.10", "10% of meter"),
        (STRAIGHT_FLUSH, "300.00", "1500.00", "300 for 1"),
        (QUADS, "150.00", "750.00", "150 for 1"),
        (FULL_HOUSE, "15.00", "75.00", "15 for 1"),
        (FLUSH, "6.00", "30.00", "6 for 1"),
        (STRAIGHT, "3.00", "15.00", "3 for 1"),
        (TRIPS, "0.00", "0.00", ""),
    ],
)
def test_670a_12_d_1_progressive_payout(mine: str, one: str, five: str, odds: str) -> None:
    """A straight or better, "for 1" with the stake in it; five aces take the meter, a royal flush a tenth of it."""
    for unit, due in (("1.00", one), ("5.00", five)):
        wagers = f"{MAIN}; 1 progressive_payout {unit}"
        played = table(wagers, {"progressive_unit": unit}, seat_1=mine, dealer="8D 8C KD 7C 4D 3S").ok()
        line = told(played, 1, "progressive_payout")
        assert (played.returned(1, "progressive_payout"), line.get("odds", "")) == (due, odds)
        if not odds:
            assert line["cite"] == "670a.11(h)(3)(i)(A)"


def test_670a_11_h_3_i_b_verified_lit_and_validated_before_it_is_paid() -> None:
    """The dealer verifies hand and light, a floorperson validates; a share of the meter comes from the cage."""
    fixed, share = hand(STRAIGHT, DEALER_EIGHTS).ok(), hand(ROYAL, DEALER_EIGHTS).ok()
    steps = [e["cite"] for e in share.events if e["cite"].startswith("670a.11(h)(3)(i)(B)")]
    assert steps == [f"670a.11(h)(3)(i)(B)({step})" for step in ("I", "II", "III", "IV")]
    paid = next(e for e in share.events_of("paid") if e["wager"] == "progressive_payout")
    assert (paid["against"], paid["cite"]) == ("cage", "670a.12(d)(3)")
    assert share.events.index(paid) > next(n for n, e in enumerate(share.events) if e["cite"].endswith("(III)"))
    table_paid = next(e for e in fixed.events_of("paid") if e["wager"] == "progressive_payout")
    assert "against" not in table_paid
    assert [e["cite"] for e in fixed.events if e["cite"].startswith("670a.11(h)(3)(i)(B)")] == steps[:3]


@pytest.mark.parametrize(("unit", "seed", "moved"), [("1.00", 500_000, 21), ("5.00", 2_500_000, 105)])
def test_670a_12_d_2_seed_is_5000_times_the_unit_and_21_percent_goes_to_the_meter(
    unit: str, seed: int, moved: int
) -> None:
    """$5,000 for the $1 wager, $25,000 for $5 (I-670a-13), reseeded to that when the whole of it was won."""
    wagers = f"{MAIN}; 1 progressive_payout {unit}"
    played = table(wagers, {"progressive_unit": unit}, seat_1=FIVE_ACES, dealer=DEALER_EIGHTS).ok()
    moves = [(e["why"], e["before"] // 10**6, e["after"] // 10**6) for e in played.events_of("meter_moved")]
    assert moves == [
        ("contribution", seed, seed + moved), ("award", seed + moved, 0), ("reset", 0, seed),
    ]  # fmt: skip


def test_670a_12_d_3_winners_are_paid_by_the_meter_at_their_turn() -> None:
    """The first from the dealer's right takes a tenth, the second a tenth of what is left (I-GEN-03, I-GEN-04)."""
    wagers = f"{MAIN}; 1 progressive_payout 1; 2 {WAGER} 10; 2 progressive_payout 1"
    played = table(wagers, seat_1=ROYAL, seat_2="AD KD QD JD TD 6H", dealer="8D 8C KH 7C 4D 3S").ok()
    assert played.returned(2, "progressive_payout") == "500.04"
    assert played.returned(1, "progressive_payout") == "450.03"


@pytest.mark.parametrize(
    ("holder", "one", "five"),
    [(FIVE_ACES, "100.00", "500.00"), (ROYAL, "50.00", "250.00"), (STRAIGHT_FLUSH, "10.00", "50.00"), (QUADS, "5.00", "25.00")],
)  # fmt: skip
def test_670a_12_d_4_envy_on_the_progressive(holder: str, one: str, five: str) -> None:
    """Another player's four of a kind or better, by the receiver's wager of $1 or $5."""
    for unit, due in (("1.00", one), ("5.00", five)):
        played = envy(holder, "", unit, unit).ok()
        assert (played.returned(2, "progressive_payout_envy"), played.cite(2, "progressive_payout_envy")) == (
            due, "670a.12(d)(4)",
        )  # fmt: skip
        assert [e["cite"] for e in played.events_of("announced") if "Envy" in e["words"]] == ["670a.11(h)(3)(i)(C)"]


def test_670a_1_ii_full_house_draws_no_progressive_envy() -> None:
    """On the Progressive, envy begins at four of a kind."""
    played = envy(FULL_HOUSE, "", "1.00").ok()
    assert (2, "progressive_payout_envy") not in played.order()
    assert not [word for word in played.words() if "Envy" in word]


# § 670a.11(h)–(i): order.


def test_670a_11_h_order_of_settlement() -> None:
    """Player by player: main, Double Down, Fortune Bonus, Insurance, Progressive; at the end the Envy Bonuses."""
    played = table(TWO, seat_1=QUADS, seat_2=SEVENS, dealer="QD QC 8D 6C 4D 3S", double="1 2").ok()
    kinds = [WAGER, "double_down", "fortune_bonus", "insurance", "progressive_payout"]
    assert played.order() == [
        *[(2, kind) for kind in kinds], *[(1, kind) for kind in kinds],
        (2, "fortune_bonus_envy"), (2, "progressive_payout_envy"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("wager", "arranged"), [("fortune_bonus 5", [2, 1]), ("progressive_payout 1", [2, 1]), ("insurance 5", [1])]
)
def test_670a_11_h_everyone_is_rearranged_for_fortune_or_progressive(wager: str, arranged: list[int]) -> None:
    """Insurance has only its own hand rearranged; the other two have everybody's (I-670a-15)."""
    played = table(f"{MAIN}; 1 {wager}; 2 {WAGER} 10", seat_1=PAIR, seat_2=OTHER, dealer=DEALER_KING).ok()
    assert [e["of"] for e in played.events_of("revealed") if e["cite"] == "670a.11(h)"] == arranged
    none = table(f"{MAIN}; 2 {WAGER} 10", seat_1=PAIR, seat_2=OTHER, dealer=DEALER_KING).ok()
    assert not [e for e in none.events_of("revealed") if e["cite"] == "670a.11(h)"]


def test_670a_11_i_cards_are_racked_after_all_wagers_of_the_player() -> None:
    """No hand goes to the rack before its optional wagers are settled."""
    played = hand(PAIR).ok()
    at = {e["event"]: n for n, e in enumerate(played.events) if e.get("seat", e.get("of")) == 1}
    assert at["discarded"] > max(at["paid"], at["collected"])
