"""Chapter 688a, Face Up Pai Gow Poker: Envy Bonuses (§ 688a.1, § 688a.11(h)(2)(ii), § 688a.12(c)–(d))."""

from typing import Any

import pytest

from pitboss.testkit.tables import Played, play
from tests.chapters.face_up import DEUCES, GAME, MAIN, SIDES, table_of
from tests.chapters.pai_gow import DEALER, round_of

QUADS = "5S 5D 5H 5C KH 7C 2H"
KINGS = "KS KD AC JC 7D TS 3C"
ACES = "AS AD 9S 8H 7H 3H 6C"
FULL_HOUSE = "TH TD TC QD QC 3D 2H"
SEVEN_SF = "9C 8C 7C 6C 5C 4C 3C"

ENVY: dict[int | str, str] = {DEALER: DEUCES, 1: QUADS, 2: ACES, 3: KINGS}
MAINS = f"1 {MAIN} 10; 2 {MAIN} 10; 3 {MAIN} 10"


def envy(wagers: str, hands: dict[int | str, str] | None = None, **filed: Any) -> Played:
    return table_of(hands or ENVY, f"{MAINS}; {wagers}", **{**SIDES, **filed}).ok()


def lines(played: Played) -> dict[tuple[int, str], str]:
    return {(s["seat"], s["wager"]): s["returned"] for s in played.settlements if s["wager"].endswith("envy")}


@pytest.mark.parametrize(("amount", "due"), [("4.99", {}), ("5", {(2, "fortune_bonus_envy"): "5.00"}),
    ("50", {(2, "fortune_bonus_envy"): "5.00"})])  # fmt: skip
def test_688a_1_qualifying_wager_is_five_dollars_or_more(amount: str, due: dict[tuple[int, str], str]) -> None:
    """Below $5 nothing; above it no more than at $5."""
    assert lines(envy(f"2 fortune_bonus {amount}")) == due


@pytest.mark.parametrize(("hand", "due"), [(FULL_HOUSE, {}), (QUADS, {(2, "fortune_bonus_envy"): "5.00"})])  # fmt: skip
def test_688a_1_envy_bonus_qualifying_hand_is_four_of_a_kind_or_better(hand: str,
    due: dict[tuple[int, str], str]) -> None:  # fmt: skip
    """A full house draws none."""
    assert lines(envy("2 fortune_bonus 5", {**ENVY, 1: hand})) == due


def test_688a_11_h_2_ii_never_for_ones_own_hand_or_the_dealers() -> None:
    """The holder's own lammer gets nothing; nor does anyone for a dealer's four of a kind."""
    assert lines(envy("1 fortune_bonus 5")) == {}
    dealer: dict[int | str, str] = {DEALER: QUADS, 1: KINGS, 2: ACES, 3: "JS JH 9C 6S 4C TD 3D"}
    assert lines(envy("2 fortune_bonus 5", dealer)) == {}


def test_688a_11_h_2_ii_not_for_ones_own_second_area() -> None:
    """Both areas are the same player's."""
    both = [(1, MAIN, "10.00"), (2, MAIN, "10.00"), (2, "fortune_bonus", "5.00")]
    wagers = [{"seat": seat, "wager": wager, "amount": amount, "player": "ann"} for seat, wager, amount in both]
    assert lines(play(GAME, round_of(ENVY, wagers), **SIDES, adjacent_boxes=2).ok()) == {}


def test_688a_11_h_2_ii_several_hands_are_added_up() -> None:
    """Four of a kind and a seven-card straight flush: $5 and $5,000 on one line."""
    hands: dict[int | str, str] = {DEALER: "2S 2H 4D 6H 8H JD QH", 1: "KS KD KH KC 2D 3H 7S", 2: "AS AD TS 9H 7H 3D 6S",
        3: SEVEN_SF}  # fmt: skip
    played = envy("2 fortune_bonus 5", hands)
    assert lines(played) == {(2, "fortune_bonus_envy"): "5005.00"}
    assert played.cite(2, "fortune_bonus_envy") == "688a.12(c)"


def test_688a_11_h_2_ii_every_lammer_is_paid_by_the_filed_table() -> None:
    """Seats 3 and 2, not the holder; $6 under Paytable 6."""
    played = envy("1 fortune_bonus 5; 2 fortune_bonus 5; 3 fortune_bonus 25", fortune_bonus_paytable="6")
    assert lines(played) == {(3, "fortune_bonus_envy"): "6.00", (2, "fortune_bonus_envy"): "6.00"}


@pytest.mark.parametrize(
    ("wagers", "cite"),
    [
        ("1 fortune_bonus 1; 2 fortune_bonus 5", "688a.11(h)(2)(i)(B)"),
        ("1 fortune_bonus 5", "688a.11(h)(2)(i)(B)"),
        ("2 fortune_bonus 5", "688a.11(h)(2)(i)(C)"),
        ("2 progressive_payout 5", "688a.11(h)(3)(i)(C)"),
    ],
)
def test_688a_11_h_qualifying_hand_is_called_out_and_left_face_up(wagers: str, cite: str) -> None:
    """Under the paragraph of the wager someone qualified with; it is racked when the Envy Bonuses are paid."""
    played = envy(wagers, progressive_payout_paytable="4")
    called = [event for event in played.events_of("announced") if "Envy" in event["words"]]
    assert [(e["words"], e["cite"]) for e in called] == [("Envy Bonus Qualifying Hand at seat 1: four 5s", cite)]
    paid = [n for n, event in enumerate(played.events) if event.get("wager", "").endswith("_envy")]
    racked = next(n for n, event in enumerate(played.events) if event["event"] == "discarded" and event["of"] == 1)
    assert all(n < racked for n in paid)
    assert played.events[racked]["cite"] == "688a.11(h)(2)(iii)"


def test_688a_11_h_no_lammer_no_call() -> None:
    """Without a Qualifying Wager a four of a kind is a hand like any other."""
    played = envy("1 fortune_bonus 4; 2 progressive_payout 1")
    assert not [word for word in played.words() if "Envy" in word]


def test_688a_12_d_progressive_envy_under_paytable_4() -> None:
    """$25 for four of a kind to each other $5 Progressive wager, besides what the Fortune Bonus draws (I-688a-14)."""
    wagers = "1 progressive_payout 5; 2 progressive_payout 5; 3 progressive_payout 5; 3 fortune_bonus 5"
    played = envy(wagers, progressive_payout_paytable="4")
    assert lines(played) == {
        (3, "fortune_bonus_envy"): "5.00", (3, "progressive_payout_envy"): "25.00", (2, "progressive_payout_envy"): "25.00",
    }  # fmt: skip
    assert played.cite(2, "progressive_payout_envy") == "688a.12(d)"
    placed = [(e["seat"], e["at"]) for e in played.events_of("marked") if e["marker"] == "envy lammer" and e["at"]]
    assert (1, "progressive_payout") in placed


def test_688a_12_d_no_progressive_envy_under_other_paytables() -> None:
    """A $1 wager is none that qualifies."""
    assert lines(envy("2 progressive_payout 1")) == {}


def test_688a_11_h_lammer_of_one_who_left_counts_no_more() -> None:
    """With the only Qualifying Wager abandoned nobody's cards are rearranged, called out or kept."""
    faults = [{"kind": "player_left", "after": 50, "after_answers": 1, "seat": 2}]
    wagers = f"{MAINS}; 2 fortune_bonus 5"
    played = play(GAME, round_of(ENVY, wagers, {2: ""}, faults=faults), **SIDES).ok()
    assert (2, "fortune_bonus") in played.order()
    assert not lines(played)
    assert not [e for e in played.events_of("revealed") if e["cite"] == "688a.11(h)"]
    assert not [word for word in played.words() if "Envy" in word]


def test_688a_11_d_surrendered_cards_that_nobody_envies_any_more_stay_unseen() -> None:
    """They were left for a Qualifying Wager; its player gone, they go to the rack as they lie."""
    faults = [{"kind": "player_left", "after": 50, "after_answers": 3, "seat": 2}]
    given_up = [{"seat": 1, "answer": "surrender"}]
    played = play(
        GAME, round_of(ENVY, f"{MAINS}; 2 fortune_bonus 5", {1: ""}, before=given_up, faults=faults), **SIDES
    ).ok()
    assert played.cite(1, MAIN) == "688a.11(d)"
    assert [event["seen_by"] for event in played.events_of("discarded") if event["of"] == 1] == [[]]
    assert [event.get("seen_by") for event in played.events_of("discarded") if event["of"] == 3] == [None]
