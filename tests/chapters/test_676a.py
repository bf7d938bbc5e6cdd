"""Chapter 676a, Go Fore It: provision by provision."""

from typing import Any

import pytest

from pitboss.chapters.ch676a_go_fore_it import GAME
from pitboss.chapters.ch676a_go_fore_it.procedure import LAW
from pitboss.chapters.ch676a_go_fore_it.rules import BACK_9_PAYS, GOPHER_PAYS, Rules, back_nine_pays, points, score
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK
from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.events import visible
from pitboss.families.one_deck import counted
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.procedure import Answer, Refused
from pitboss.testkit.tables import Played, deal, fault, play, refused
from pitboss.wagers import close_betting
from tests.chapters import devices, staff
from tests.chapters.irregularities import last_report_unused as could_not_happen

# One player's four cards (front, front, hole, hole) and the dealer's, dealt singly from the left.


def hand(
    mine: str, dealer: str = "KS KH KD KC", wagers: str = "1 front_9 10", answer: str = "1 back_9", **submission: Any
) -> Played:
    """One player against the dealer."""
    cards = [card for pair in zip(mine.split(), dealer.split(), strict=True) for card in pair]
    return play("go-fore-it", deal(wagers, cards, answer), **submission)


def total(points_wanted: int) -> str:
    """Four cards of the wanted total, all of them spades and hearts."""
    for a in DECK[:26]:
        for b in DECK[:26]:
            for c in DECK[:26]:
                for d in DECK[:26]:
                    if len({a, b, c, d}) == 4 and points([a, b, c, d]) == points_wanted:
                        return f"{a} {b} {c} {d}"
    raise AssertionError(points_wanted)


# § 676a.1.


@pytest.mark.parametrize(
    ("points_held", "name"),
    [(4, "albatross"), (8, "albatross"), (9, "eagle"), (13, "eagle"), (14, "birdie"), (18, "birdie"), (19, "par"), (24, "par"),
    (25, "over par"), (40, "over par")],
)  # fmt: skip
def test_676a_1_names_of_totals(points_held: int, name: str) -> None:
    """At most 8 is an Albatross, 9 to 13 an Eagle, 14 to 18 a Birdie, 19 to 24 Par (I-676a-02)."""
    assert score(points_held) == name


def test_676a_1_hand_is_four_cards() -> None:
    """Each player and the dealer get four cards."""
    dealt = hand("AS 2S 3S 4S").ok().events_of("dealt")
    assert [e["to"] for e in dealt].count(1) == [e["to"] for e in dealt].count("dealer") == 4


def begun(*seats: int, rules: Rules | None = None) -> Round:
    """A round with a Front 9 Wager at each seat, betting closed."""
    filed = rules or Rules()
    round_ = Round(GAME, filed, GAME.open(filed), RoundStart(1))
    for seat in seats:
        round_.answer(Answer(seat, "wager", "front_9", "", 500))
    round_.answer(close_betting())
    return round_


def test_676a_1_hole_cards_are_seen_by_nobody_until_the_dealer_shows() -> None:
    """A player sees their two front cards; hole cards and the dealer's are seen by no one, not even their owner."""
    round_, events = begun(1, 2), []
    for card in DECK[:12]:
        events += round_.answer(Answer("chance", card))
    dealt = [e for e in events if type(e).__name__ == "Dealt"]
    for viewer in (1, 2, "dealer", "floor", 0):
        seen = [visible(e, viewer).card for e in dealt if visible(e, viewer).card]  # type: ignore[attr-defined]
        mine = [e.card for e in dealt if e.to == viewer and e.place == "front"]  # type: ignore[attr-defined]
        assert seen == mine


# § 676a.2 – § 676a.4.


@pytest.mark.parametrize(("seat", "ok"), [(0, False), (1, True), (6, True), (7, False)])
def test_676a_2_a_no_more_than_six_players(seat: int, ok: bool) -> None:
    """Wagers come from positions 1 to 6."""
    cards = ["AS", "KS", "2S", "KH", "3S", "KD", "4S", "KC"]
    played = play("go-fore-it", deal(f"{seat} front_9 5", cards, f"{seat} back_9"))
    played.ok() if ok else refused(played, "no_such_seat", "676a.7(b)")


def test_676a_3_a_one_deck_of_52() -> None:
    """A card is in the deck once: the second appearance is impossible."""
    refused(play("go-fore-it", deal("1 front_9 5", "AS AS")), "impossible", "676a.8(b)")
    assert hand("AS 2S 3S 4S").events_of("shuffled")[0]["count"] == 52


def test_676a_3_b_two_decks_need_a_shuffler() -> None:
    """Two decks may be filed with an automated shuffler only."""
    filed: dict[str, Any] = {"two_decks": True}
    refused(hand("AS 2S 3S 4S", shuffler="manual", **filed), "forbidden_choice", "676a.3(b)")
    hand("AS 2S 3S 4S", shuffler="automated", **filed).ok()


def test_676a_3_b_decks_alternate() -> None:
    """With two decks each is in play every other round, and the other is in the shuffler."""
    rounds = [deal("1 front_9 5", "AS KS 2S KH 3S KD 4S KC", "1 back_9")] * 3
    played = play("go-fore-it", *rounds, two_decks=True).ok()
    assert [e["device"] for e in played.events_of("shuffled")] == ["deck 1", "deck 2", "deck 1"]
    single = play("go-fore-it", *rounds).ok()
    assert [e["device"] for e in single.events_of("shuffled")] == ["deck", "deck", "deck"]


def test_676a_3_b_4_rack_holds_one_deck() -> None:
    """The deck that is not in play has left the rack for the shuffler before a card of the other goes there."""
    staff.rack_holds_one_deck("go-fore-it", LAW, singly, "676a.3(b)(4)")


@pytest.mark.parametrize(
    ("dealing", "hours", "cite"),
    [("hand", 4, "676a.3(c)(1)"), ("manual_shoe", 8, "676a.3(c)(2)"), ("automated_shoe", 8, "676a.3(c)(2)")],
)
def test_676a_3_c_cards_are_changed_every_4_or_8_hours(dealing: str, hours: int, cite: str) -> None:
    """Four hours when dealt by hand, eight from a shoe of either kind."""
    (duty,) = GAME.duties(Rules(dealing=Dealing(dealing)))
    assert (duty.name, duty.hours, duty.cite) == ("deck_change", hours, cite)


def test_676a_4_e_preshuffled_decks_skip_the_opening_steps() -> None:
    """Decks that come preshuffled need no inspection, spread or wash at the table."""
    staff.decks_are_received_and_shown(GAME, Rules, "676a")


def test_676a_4_e_5_c_2_preshuffled_deck_is_not_cut() -> None:
    """Only what was shuffled by hand is cut: a deck that came preshuffled not in its first round (I-GEN-22), nor another."""
    round_ = deal("1 front_9 10", "AS 9H 4C 2D TS KD 3C 7H", "1 back_9")

    def cuts(*rounds: dict[str, Any], **filed: Any) -> list[int]:
        """How often the cards were cut, round by round."""
        found: list[int] = []
        for event in play("go-fore-it", *rounds, shuffler="manual", **filed).ok().events:
            if event["event"] == "round_opened":
                found.append(0)
            found[-1] += event["event"] == "cut_made"
        return found

    assert cuts(round_, round_, preshuffled_decks=True) == [0, 1]
    assert cuts(round_, round_) == [1, 1]
    assert cuts({**round_, "irregularities": [fault("reshuffle_ordered", 0)]}, preshuffled_decks=True) == [1]
    wrong = {**round_, "irregularities": [fault("stub_count_incorrect", 8)], "answers": []}
    assert cuts(round_, wrong, round_, round_, preshuffled_decks=True) == [0, 1, 0, 1]


def test_676a_2_c_d_8_a_equipment_and_cards_are_inspected() -> None:
    """Boxes, rack and shoe by a floorperson; the cards by dealer and floorperson. Each line of the register has its list."""
    equipment = {item.cite for item in GAME.checklists(Rules())[0].items}
    assert equipment == {"676a.2(c)", "676a.2(d)", "676a.8(a)"}
    assert "676a.8(a)" not in {item.cite for item in GAME.checklists(Rules(dealing=Dealing.HAND))[0].items}
    assert "676a.5(g)" in {item.cite for item in GAME.checklists(Rules(shuffler=Shuffling.CONTINUOUS))[0].items}
    staff.cards_take_two(GAME, Rules(), Rules(preshuffled_decks=True), "676a.4")
    staff.inspections_are_on_their_lists(GAME, [Rules(two_decks=True)])


def test_676a_5_f_g_idle_table() -> None:
    """Spread, then washed and shuffled; a device that reshuffles needs nothing."""
    assert staff.idle_list(GAME, Rules()) == [("676a.5(f)", ""), ("676a.4(c)", "")]
    assert staff.idle_list(GAME, Rules(shuffler=Shuffling.CONTINUOUS)) == []


def test_676a_things_of_the_table() -> None:
    """What it works with as filed, and what can be out of order (676a.13(g))."""
    assert staff.things(GAME, Rules()) == {
        "cards": ("", ""), "shuffler": ("shuffler", ""), "dealing_shoe": ("", "676a.8(a)"),
    }  # fmt: skip
    other = Rules(shuffler=Shuffling.CONTINUOUS, dealing=Dealing.AUTOMATED_SHOE)
    assert staff.things(GAME, other) == {
        "cards": ("", ""), "shuffler": ("shuffler", "676a.5(g)"), "automated_shoe": ("automated_shoe", ""),
    }  # fmt: skip


def test_676a_12_d_the_gopher_paytable_has_to_be_specified() -> None:
    """It is selected in the Rules Submission; no provision has the holder specify more."""
    staff.has_to_specify(GAME, ("gopher_paytable", "676a.12(d)"))


def test_676a_5_a_e_7_b_floorperson_orders_and_decides() -> None:
    """A shuffle, a new cut, a device back in use, wagers of one who left; all else a dealer may report too."""
    staff.floor_orders(GAME, reshuffle_ordered="676a.5(a)", recut_ordered="676a.5(e)")


def test_676a_every_question_to_the_staff_says_who_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all golden plays."""
    staff.every_question_is_declared(GAME, monkeypatch)


# § 676a.5.


def test_676a_5_a_shuffle_before_every_round() -> None:
    """Each round begins with a shuffle of all 52 cards, before wagers."""
    rounds = [deal("1 front_9 5", "AS KS 2S KH 3S KD 4S KC", "1 back_9")] * 2
    played = play("go-fore-it", *rounds).ok()
    assert [e["count"] for e in played.events_of("shuffled")] == [52, 52]
    kinds = [e["event"] for e in played.events]
    assert kinds.index("shuffled") < kinds.index("wagered")


def test_676a_5_a_floorperson_orders_a_shuffle() -> None:
    """A floorperson may direct another shuffle before the deal."""
    played = play(
        "go-fore-it", deal("1 front_9 5", "AS KS 2S KH 3S KD 4S KC", "1 back_9", [fault("reshuffle_ordered", 0)])
    ).ok()
    assert len(played.events_of("shuffled")) == 2


@pytest.mark.parametrize("counts", [True, False])
def test_676a_5_b_wrong_count_removes_the_deck(counts: bool) -> None:
    """A counting shuffler that finds other than 52 cards sends the deck away; one that does not count cannot find it."""
    played = play(
        "go-fore-it",
        deal("1 front_9 5", "AS KS 2S KH 3S KD 4S KC", "1 back_9", [fault("shuffler_count_wrong", 0)]),
        shuffler_counts=counts,
    )
    if counts:
        assert staff.attested(played.ok(), "brought another") == [("floor", None, "676a.5(b)")]
        assert staff.attested(played, "inspected the cards") == [("dealer", None, "676a.4(a)")]
        assert staff.attested(played, "verified the inspection") == [("floor", None, "676a.4(a)")]
        assert [e["thing"] for e in played.events_of("replaced")] == ["cards"]
    else:
        refused(played, "unused", "676a.7(c)")


def test_676a_5_c_1_machine_shuffled_cards_are_not_cut() -> None:
    """Cards from the shuffler are dealt at once."""
    assert not hand("AS 2S 3S 4S").ok().events_of("cut_made")


def test_676a_5_c_2_hand_shuffled_cards_are_cut_by_the_dealer() -> None:
    """Cards shuffled by hand are cut, by the dealer."""
    (made,) = hand("AS 2S 3S 4S", shuffler="manual").ok().events_of("cut_made")
    assert (made["by"], made["cite"]) == ("dealer", "676a.5(d)")


@pytest.mark.parametrize(("position", "ok"), [(9, False), (10, True), (51, True), (52, False)])
def test_676a_5_d_cut_at_least_ten_from_the_top(position: int, ok: bool) -> None:
    """The cover card goes in ten or more cards from the top."""
    answers: list[dict[str, Any]] = [{"by": "dealer", "answer": {"cut": position}}, {"seat": 1, "answer": "back_9"}]
    played = play("go-fore-it", deal("1 front_9 5", "AS KS 2S KH 3S KD 4S KC", answers), shuffler="manual")
    played.ok() if ok else refused(played, "not_lawful", "676a.5(d)")


@pytest.mark.parametrize(("shuffler", "ok"), [("manual", True), ("automated", False)])
def test_676a_5_e_recut_before_any_card(shuffler: str, ok: bool) -> None:
    """A floorperson may have the cards cut again; cards that are not cut cannot be recut."""
    cards = "AS KS 2S KH 3S KD 4S KC"
    played = play("go-fore-it", deal("1 front_9 5", cards, "1 back_9", [fault("recut_ordered", 0)]), shuffler=shuffler)
    if ok:
        assert len(played.ok().events_of("cut_made")) == 2
    else:
        refused(played, "unused", "676a.7(c)")


def test_676a_5_e_no_recut_once_a_card_is_dealt() -> None:
    """After the first card it is too late for another cut."""
    cards = "AS KS 2S KH 3S KD 4S KC"
    played = play("go-fore-it", deal("1 front_9 5", cards, "1 back_9", [fault("recut_ordered", 1)]), shuffler="manual")
    refused(played, "unused", "676a.7(c)")


def test_676a_5_g_continuous_device_is_neither_cut_nor_counted() -> None:
    """A device that reshuffles and counts lifts the cut and the stub count."""
    rounds = [deal("1 front_9 5", "AS KS 2S KH 3S KD 4S KC", "1 back_9")] * 6
    played = play("go-fore-it", *rounds, shuffler="continuous").ok()
    assert not played.events_of("cut_made")
    assert not played.events_of("attested")


# § 676a.6.


@pytest.mark.parametrize(
    ("card", "value"), [("AS", 1), ("2S", 2), ("9S", 9), ("TS", 10), ("JS", 10), ("QS", 10), ("KS", 10)]
)
def test_676a_6_point_values(card: str, value: int) -> None:
    """Ace 1, court cards 10, the others their face."""
    assert points([card]) == value


# § 676a.7.


def test_676a_7_a_chips_only() -> None:
    """A spoken wager with cash is refused."""
    wager = {"seat": 1, "wager": "front_9", "amount": "5.00", "form": "verbal_with_cash"}
    refused(play("go-fore-it", deal([wager])), "form_not_accepted", "676a.7(a)")


def test_676a_7_b_wagers_of_one_who_left_are_lost_when_the_floor_says_so() -> None:
    """A departed player's wagers are collected on a floorperson's entry, and the others play on (I-GEN-12)."""
    cards = "AS 2S KS 3S 4S KH 5S 6S KD 7S 8S KC"
    left = fault("player_left", 12, seat=1)
    played = play("go-fore-it", deal("1 front_9 10; 1 gopher 5; 2 front_9 10", cards, "2 back_9", [left])).ok()
    assert [(s["wager"], s["returned"], s["cite"]) for s in played.settlements if s["seat"] == 1] == [
        ("front_9", "0.00", "676a.7(b)"),
        ("gopher", "0.00", "676a.7(b)"),
    ]
    assert played.returned(2, "front_9") == "20.00"


def test_676a_7_b_who_has_no_wager_cannot_have_left_it() -> None:
    """A departure of somebody not in the round is refused."""
    cards = "AS KS 2S KH 3S KD 4S KC"
    refused(
        play("go-fore-it", deal("1 front_9 10", cards, "1 back_9", [fault("player_left", 8, seat=2)])),
        "unused",
        "676a.7(c)",
    )
    refused(
        play("go-fore-it", deal("1 front_9 10", cards, "1 back_9", [fault("player_left", 8)])), "malformed", "676a.7(b)"
    )


@pytest.mark.parametrize("wager", ["front_9", "skins", "gopher"])
def test_676a_7_c_no_wager_after_no_more_bets(wager: str) -> None:
    """Once the cards are coming nothing is wagered or taken back."""
    late = {"seat": 1, "wager": wager, "amount": "5.00", "after": 1}
    cards = ["AS", "KS", "2S", "KH", "3S", "KD", "4S", "KC"]
    wagers = [{"seat": 1, "wager": "front_9", "amount": "5.00"}, late]
    refused(play("go-fore-it", deal(wagers, cards, "1 back_9")), "betting_closed", "676a.7(c)")


def test_676a_7_c_a_wager_may_be_taken_back_before_the_call() -> None:
    """Until the call a wager can be removed."""
    answers = [{"seat": 1, "answer": "remove", "wager": "gopher"}, {"seat": 1, "answer": "back_9"}]
    cards = "AS KS 2S KH 3S KD 4S KC"
    played = play("go-fore-it", deal("1 front_9 5; 1 gopher 5", cards, answers)).ok()
    assert {s["wager"] for s in played.settlements} == {"front_9", "back_9"}


@pytest.mark.parametrize("side", ["skins", "gopher"])
def test_676a_7_d_1_no_side_wager_without_a_front_9(side: str) -> None:
    """Skins and Gopher need a Front 9 Wager; the order of placing them does not matter."""
    refused(play("go-fore-it", deal(f"1 {side} 5")), "wager_required", "676a.7(d)(1)")
    hand("AS 2S 3S 4S", wagers=f"1 {side} 5; 1 front_9 5").ok()


def test_676a_7_d_2_back_9_equals_front_9() -> None:
    """The Back 9 Wager is exactly the Front 9; it is made by answering, and no other amount can be named (I-676a-10)."""
    assert hand("AS 2S 3S 4S", wagers="1 front_9 12.34").line(1, "back_9")["stake"] == "12.34"
    for amount in ("0.00", "9.99", "10.01"):
        refused(hand("AS 2S 3S 4S", answer=f"1 back_9 {amount}"), "not_equal", "676a.11(b)")
    for answer in ("1 back_9", "1 back_9 10.00"):  # stated or not, it is the same (I-GEN-36)
        played = hand("AS 2S 3S 4S", answer=answer).ok()
        assert played.line(1, "back_9")["stake"] == "10.00"
        assert [e["amount"] for e in played.events_of("elected")] == [1000]
    refused(play("go-fore-it", deal("1 back_9 5")), "unknown_wager", "676a.7(a)")


def test_676a_7_d_3_4_side_wagers_are_offered_everywhere() -> None:
    """Skins and Gopher are on every layout (I-676a-08); the player may leave them."""
    spots = {kind for kind, _ in Rules().spots}
    assert spots == {"front_9", "skins", "gopher"}


def test_676a_7_e_one_position_per_player() -> None:
    """A second position of the same player is refused; two players with a seat each are not."""
    wagers = [{"seat": seat, "wager": "front_9", "amount": "5.00", "player": "Ann"} for seat in (1, 2)]
    refused(play("go-fore-it", deal(wagers)), "one_position", "676a.7(e)")


# §§ 676a.8 – 676a.10.


@pytest.mark.parametrize(("dealing", "section"), [("manual_shoe", "676a.8(b)"), ("hand", "676a.9(b)")])
def test_676a_8_b_9_b_dealt_singly_clockwise_dealer_last(dealing: str, section: str) -> None:
    """One card at a time from the dealer's left, four times; the third and fourth are hole cards."""
    cards = "AS 2S KS 3S 4S KH 5S 6S KD 7S 8S KC"
    played = play("go-fore-it", deal("5 front_9 5; 2 front_9 5", cards, "2 fold; 5 fold"), dealing=dealing).ok()
    dealt = played.events_of("dealt")
    assert [e["to"] for e in dealt] == [2, 5, "dealer"] * 4
    assert [e["place"] for e in dealt if e["to"] == 2] == ["front", "front", "hole", "hole"]
    assert {e["cite"] for e in dealt} == {section}
    assert played.words() == ["no more bets"]


def test_676a_10_b_stacks_of_four_top_two_are_hole_cards() -> None:
    """From an automated shoe stacks of four go to each player and last to the dealer; the top two are hole cards."""
    cards = "AS 2S 3S 4S 5S 6S 7S 8S KS KH KD KC"
    played = play(
        "go-fore-it", deal("1 front_9 5; 2 front_9 5", cards, "1 fold; 2 fold"), dealing="automated_shoe"
    ).ok()
    dealt = played.events_of("dealt")
    assert [e["to"] for e in dealt] == [1] * 4 + [2] * 4 + ["dealer"] * 4
    assert [e.get("place", "") for e in dealt[:4]] == ["hole", "hole", "front", "front"]
    assert {e["cite"] for e in dealt} == {"676a.10(b)"}


def test_676a_10_a_2_no_more_bets_before_the_first_stack() -> None:
    """The call comes before any stack is delivered."""
    cards = "AS 2S 3S 4S KS KH KD KC"
    events = play("go-fore-it", deal("1 front_9 5", cards, "1 fold"), dealing="automated_shoe").ok().events
    kinds = [e["event"] for e in events]
    assert kinds.index("announced") < kinds.index("dealt")
    assert events[kinds.index("announced")]["cite"] == "676a.10(a)(2)"


def test_676a_9_a_1_hand_dealing_needs_a_shuffler() -> None:
    """Dealing from the hand may be filed with an automated shuffler only."""
    refused(hand("AS 2S 3S 4S", dealing="hand", shuffler="manual"), "forbidden_choice", "676a.9(a)(1)")
    hand("AS 2S 3S 4S", dealing="hand", shuffler="automated").ok()


@pytest.mark.parametrize(
    ("dealing", "cite"), [("manual_shoe", "676a.8(e)"), ("hand", "676a.9(e)"), ("automated_shoe", "676a.10(e)")]
)
def test_676a_8_d_e_stub_is_counted_every_fifth_round(dealing: str, cite: str) -> None:
    """Without a counting shuffler the stub is counted in the fifth round, and again in the tenth; never before."""
    cards = "AS 2S 3S 4S 5S 6S 7S 8S"
    rounds = [deal("1 front_9 5", cards, "1 fold")] * 10
    counts = told_by_round(play("go-fore-it", *rounds, dealing=dealing).ok(), "attested")
    assert [(n, e["by"], e["count"], e["cite"]) for n, e in counts] == [(n, "dealer", 44, cite) for n in (5, 10)]


def told_by_round(played: Played, *kinds: str) -> list[tuple[int, dict[str, Any]]]:
    found, number = [], 0
    for event in played.events:
        if event["event"] == "round_opened":
            number = event["round"]
        elif event["event"] in kinds:
            found.append((number, event))
    return found


def test_676a_8_d_no_stub_count_with_a_counting_shuffler() -> None:
    """A shuffler that counts spares the dealer the count."""
    rounds = [deal("1 front_9 5", "AS KS 2S KH 3S KD 4S KC", "1 fold")] * 6
    assert not play("go-fore-it", *rounds, shuffler_counts=True).ok().events_of("attested")


def test_676a_8_d_face_up_discards_are_allowed_for() -> None:
    """The expected stub is 52 less four a hand less cards found face up (I-676a-07)."""
    short = deal("1 front_9 5", "AS KS 2S KH 3S KD 4S KC", "1 fold")
    fifth = deal("1 front_9 5", "9S AS KS 2S KH 3S KD 4S KC", "1 fold", [fault("card_found_face_up", 0)])
    played = play("go-fore-it", *[short] * 4, fifth).ok()
    assert staff.attested(played, "counted the stub") == [("dealer", 43, "676a.8(e)")]


@pytest.mark.parametrize(
    ("dealing", "cite"), [("manual_shoe", "676a.8(f)"), ("hand", "676a.9(f)"), ("automated_shoe", "676a.10(f)")]
)
@pytest.mark.parametrize("misdealt", [True, False])
def test_676a_8_f_9_f_10_f_wrong_stub_voids_the_round(dealing: str, cite: str, misdealt: bool) -> None:
    """All wagers go back; the deck stays only after a mere misdeal of 52 cards."""
    cards = "AS 2S 3S 4S 5S 6S 7S 8S"
    wagers = "1 front_9 10; 1 skins 5; 1 gopher 5"
    played = play(
        "go-fore-it", deal(wagers, cards, "", [fault("stub_count_incorrect", 8, misdealt=misdealt)]), dealing=dealing
    ).ok()
    assert {(s["stake"] == s["returned"], s["cite"]) for s in played.settlements} == {(True, cite)}
    assert [e["what"] for e in played.events_of("noted")] == ["cards to be reshuffled"] * misdealt
    assert [e["thing"] for e in played.events_of("replaced")] == ["cards"] * (not misdealt)


def fifth_round(irregularity: dict[str, Any], answers: str = "") -> Played:
    """Four rounds without a count, and one in which the stub is counted."""
    cards = "AS 2S 3S 4S 5S 6S 7S 8S"
    rounds = [deal("1 front_9 5", cards, "1 fold")] * 4
    return play(
        "go-fore-it", *rounds, deal("1 front_9 5", cards, answers, [irregularity]), deal("1 front_9 5", cards, "1 fold")
    )


def test_676a_8_e_f_a_count_is_told_once() -> None:
    """A stub that is found wrong is not called right beforehand; the deck that replaces it has five rounds again."""
    played = fifth_round(fault("stub_count_incorrect", 8)).ok()
    assert [(n, e["event"]) for n, e in told_by_round(played, "noted", "attested", "replaced")] == [
        (5, "attested"), (5, "replaced"),
    ]  # fmt: skip
    assert staff.attested(played, "brought another") == [("floor", None, "676a.8(f)")]


@pytest.mark.parametrize(
    ("dealing", "cite"), [("manual_shoe", "676a.8(f)"), ("hand", "676a.9(f)"), ("automated_shoe", "676a.10(f)")]
)
def test_676a_8_f_9_f_10_f_count_that_differs_is_the_wrong_stub(dealing: str, cite: str) -> None:
    """43 or 45 cards where 44 are expected; 44, once counted, cannot be wrong."""
    part = stacks if dealing == "automated_shoe" else singly
    staff.wrong_stub("go-fore-it", "stub_count_incorrect", 4, part, 44, cite, dealing=dealing)


def test_676a_8_f_not_while_dealing_nor_when_it_was_counted() -> None:
    """There is no stub before the last card is out; once counted and found right it lies in the rack."""
    could_not_happen(fifth_round(fault("stub_count_incorrect", 7), "1 fold"))
    could_not_happen(fifth_round(fault("stub_count_incorrect", after_answers=1), "dealer stub_counted; 1 fold"))


def test_676a_8_d_a_void_round_is_a_round_without_a_count() -> None:
    """A round voided before its count is one of the five; the next one is counted."""
    played = fifth_round(fault("incorrect_number_of_cards", 8)).ok()
    assert [(n, e["event"]) for n, e in told_by_round(played, "noted", "attested")] == [(5, "noted"), (6, "attested")]
    cards = "AS 2S 3S 4S 5S 6S 7S 8S"
    voided = deal("1 front_9 5", cards.split()[:3], "", [fault("incorrect_number_of_cards", 3)])
    rounds = [voided, *[deal("1 front_9 5", cards, "1 fold")] * 4]
    assert told_by_round(play("go-fore-it", *rounds).ok(), "attested")[-1][0] == 5


# § 676a.11.


def test_676a_11_a_player_sees_his_front_cards_only() -> None:
    """Each player examines the two cards nearest to them: dealt events show them those and no others."""
    events = play("go-fore-it", deal("1 front_9 5", "AS KS 2S KH 3S KD 4S KC", "1 fold")).ok().events_of("dealt")
    assert [e["card"] for e in events if e.get("seen_by") == [1]] == ["AS", "2S"]


def test_676a_11_a_1_nobody_decides_for_another_hand() -> None:
    """The question about a hand is put to its player, and to no one else."""
    round_ = begun(1, 2)
    for card in DECK[:12]:
        round_.answer(Answer("chance", card))
    with pytest.raises(Exception, match="not to seat 2"):
        round_.answer(Answer(2, "back_9"))


def test_676a_11_b_asked_clockwise_from_the_left() -> None:
    """Seats are asked in order from the dealer's left."""
    cards = "AS 2S KS 3S 4S KH 5S 6S KD 7S 8S KC"
    played = play("go-fore-it", deal("4 front_9 5; 3 front_9 5", cards, "3 back_9; 4 fold")).ok()
    assert [(e["by"], e["says"]) for e in played.events_of("elected")] == [(3, "back_9"), (4, "fold")]


def test_676a_11_b_back_9_or_fold_and_nothing_else() -> None:
    """No third answer exists, and a scenario without an answer is refused."""
    refused(hand("AS 2S 3S 4S", answer="1 double"), "not_lawful", "676a.11(b)")
    refused(hand("AS 2S 3S 4S", answer=""), "not_lawful", "676a.11(b)")


def test_676a_11_c_folding_forfeits_the_front_9() -> None:
    """A fold loses the Front 9 even with a winning total, before the dealer's hand is shown."""
    played = hand("AS 2S 3S 4S", answer="1 fold").ok()
    assert (played.returned(1, "front_9"), played.cite(1, "front_9")) == ("0.00", "676a.11(c)")
    kinds = [e["event"] for e in played.events]
    assert kinds.index("collected") < kinds.index("revealed")


def test_676a_11_c_1_folded_cards_are_discarded_unseen() -> None:
    """Without Skins or Gopher the folded cards go to the rack face down and are never shown."""
    played = hand("AS 2S 3S 4S", answer="1 fold").ok()
    assert [e["of"] for e in played.events_of("revealed")] == ["dealer"]
    (folded,) = [e for e in played.events_of("discarded") if e["of"] == 1]
    assert (folded["cite"], folded["seen_by"]) == ("676a.11(c)(1)", [])


def test_676a_11_c_2_skins_and_gopher_survive_a_fold() -> None:
    """After a fold Skins and Gopher are settled on the tucked cards (I-676a-01)."""
    played = hand("AS 2S 3S 4S", wagers="1 front_9 10; 1 skins 5; 1 gopher 5", answer="1 fold").ok()
    assert (played.returned(1, "skins"), played.returned(1, "gopher")) == ("10.00", "15.00")
    assert [e["of"] for e in played.events_of("revealed")] == ["dealer", 1]


@pytest.mark.parametrize(("side", "returned"), [("skins", "10.00"), ("gopher", "15.00")])
def test_676a_11_d_1_a_folded_hand_with_one_side_wager_is_settled(side: str, returned: str) -> None:
    """Skins alone, or Gopher alone, keeps a folded hand on the table until it is settled; nothing stays behind."""
    played = hand("AS 2S 3S 4S", wagers=f"1 front_9 10; 1 {side} 5", answer="1 fold").ok()
    assert played.returned(1, side) == returned
    assert [e["of"] for e in played.events_of("revealed")] == ["dealer", 1]
    assert not played.standing


def test_676a_11_d_settled_counterclockwise_from_the_right() -> None:
    """The player at the dealer's right is settled first."""
    cards = "AS 2S 3S KS 4S 5S 6S KH 7S 8S 9S KD AH 2H 3H KC"
    played = play(
        "go-fore-it", deal("1 front_9 5; 3 front_9 5; 2 front_9 5", cards, "1 back_9; 2 back_9; 3 back_9")
    ).ok()
    assert [e["of"] for e in played.events_of("revealed")] == ["dealer", 3, 2, 1]
    assert [seat for seat, _ in played.order()] == [3, 3, 2, 2, 1, 1]


def test_676a_11_d_1_2_cards_are_shown_and_added() -> None:
    """Each live hand is turned up with its total."""
    shown = {str(e["of"]): e["total"] for e in hand("AS 2S 3S 4S").ok().events_of("revealed")}
    assert shown == {"dealer": "40", "1": "10"}


def test_676a_11_d_order_within_a_hand() -> None:
    """Front 9 and Back 9, then Skins, then Gopher."""
    played = hand("AS 2S 3S 4S", wagers="1 gopher 5; 1 skins 5; 1 front_9 10").ok()
    assert [wager for _, wager in played.order()] == ["front_9", "back_9", "skins", "gopher"]


@pytest.mark.parametrize(
    ("held", "front", "back"), [(23, "20.00", "20.00"), (24, "20.00", "20.00"), (25, "0.00", "0.00")]
)
def test_676a_11_d_3_par_wins_above_par_loses(held: int, front: str, back: str) -> None:
    """24 wins both wagers, 25 loses both."""
    played = hand(total(held), "KD KC QD QC")
    assert (played.returned(1, "front_9"), played.returned(1, "back_9")) == (front, back)
    if held > 24:
        assert played.cite(1, "back_9") == "676a.11(d)(3)(ii)"


@pytest.mark.parametrize(
    ("held", "returned", "cite"),
    [(19, "10.00", "676a.12(c)"), (20, "0.00", "676a.11(d)(4)(i)"), (21, "0.00", "676a.11(d)(4)(i)")],
)
def test_676a_11_d_4_i_equal_total_loses_skins(held: int, returned: str, cite: str) -> None:
    """Against a dealer's 20: below wins, equal loses, above loses (I-676a-03)."""
    played = hand(total(held), "5C 5D 4C 6D", wagers="1 front_9 10; 1 skins 5")
    assert (played.returned(1, "skins"), played.cite(1, "skins")) == (returned, cite)


def test_676a_11_d_5_i_no_ace_loses_gopher() -> None:
    """Four cards without an ace lose the Gopher Wager."""
    played = hand("2S 3S 4S 5S", wagers="1 front_9 10; 1 gopher 5")
    assert (played.returned(1, "gopher"), played.cite(1, "gopher")) == ("0.00", "676a.11(d)(5)(i)")


def test_676a_11_e_hands_can_be_rebuilt_from_the_rack() -> None:
    """Each hand goes to the rack as a whole, in the order of settlement."""
    racked = [(e["of"], e["cards"]) for e in hand("AS 2S 3S 4S").ok().events_of("discarded")]
    assert racked == [(1, ["AS", "2S", "3S", "4S"]), ("dealer", ["KS", "KH", "KD", "KC"])]


# § 676a.12.


def test_676a_12_a_front_9_pays_even_money() -> None:
    """Front 9 pays 1 to 1, whatever the total."""
    for held in (8, 13, 18, 24):
        assert hand(total(held), "KD KC QD QC").returned(1, "front_9") == "20.00"


@pytest.mark.parametrize(("held", "odds"), [(8, 25), (9, 5), (13, 5), (14, 2), (18, 2), (19, 1), (24, 1)])
def test_676a_12_b_back_9_pays_by_name(held: int, odds: int) -> None:
    """Albatross 25 to 1, Eagle 5 to 1, Birdie 2 to 1, Par 1 to 1, at the first and last total of each."""
    assert hand(total(held), "KD KC QD QC").returned(1, "back_9") == f"{10 + 10 * odds}.00"
    assert back_nine_pays(25) is None
    assert [name for name, _ in BACK_9_PAYS.lines] == ["albatross", "eagle", "birdie", "par"]


def test_676a_12_c_skins_pays_even_money() -> None:
    """Skins pays 1 to 1."""
    assert hand("AS 2S 3S 4S", wagers="1 front_9 10; 1 skins 7").returned(1, "skins") == "14.00"


@pytest.mark.parametrize("table", ["A", "B"])
@pytest.mark.parametrize(
    ("mine", "aces"), [("AS 2S 3S 4S", 1), ("AS AH 3S 4S", 2), ("AS AH AD 4S", 3), ("AS AH AD AC", 4)]
)
def test_676a_12_d_gopher_pays_by_aces(table: str, mine: str, aces: int) -> None:
    """1,000, 50, 5 or 6, and 2 to 1 for four aces down to one; A and B differ at two aces."""
    odds = {1: 2, 2: 5 if table == "A" else 6, 3: 50, 4: 1000}[aces]
    played = hand(mine, wagers="1 front_9 10; 1 gopher 5", gopher_paytable=table)
    assert (played.returned(1, "gopher"), played.cite(1, "gopher")) == (f"{5 + 5 * odds}.00", "676a.12(d)")


def test_676a_12_d_no_other_paytable() -> None:
    """There are tables A and B."""
    assert set(GOPHER_PAYS) == {"A", "B"}
    refused(hand("AS 2S 3S 4S", gopher_paytable="C"), "forbidden_choice", "676a.12(d)")


# § 676a.13.

EIGHT = "AS KS 2S KH 3S KD 4S KC"
ALL = "1 front_9 10; 1 skins 5; 1 gopher 5"


def void(played: Played, cite: str) -> None:
    """All wagers went back, under this provision."""
    assert played.ok().events_of("round_voided")[0]["cite"] == cite
    assert all(s["stake"] == s["returned"] and s["cite"] == cite for s in played.settlements)
    assert {s["wager"] for s in played.settlements} >= {"front_9", "skins", "gopher"}


@pytest.mark.parametrize("after", [0, 3, 7])
def test_676a_13_a_one_face_up_card_is_discarded(after: int) -> None:
    """The card goes to the rack and the next one is dealt in its place."""
    cards = EIGHT.split()
    played = play(
        "go-fore-it",
        deal(ALL, [*cards[:after], "9D", *cards[after:]], "1 back_9", [fault("card_found_face_up", after)]),
    ).ok()
    assert [e["card"] for e in played.events_of("dealt")] == cards
    assert played.events_of("discarded")[0]["cards"] == ["9D"]
    assert played.returned(1, "front_9") == "20.00"


def test_676a_13_a_second_face_up_card_voids_the_round() -> None:
    """A second card found face up voids all hands."""
    faults = [fault("card_found_face_up", 1), fault("card_found_face_up", 3)]
    void(play("go-fore-it", deal(ALL, "AS 9D KS 9C", "", faults)), "676a.13(a)")


def test_676a_13_b_card_drawn_in_error_is_the_next_card() -> None:
    """An unexposed card drawn in error is used as the next; nothing is lost."""
    played = play("go-fore-it", deal(ALL, EIGHT, "1 back_9", [fault("card_drawn_in_error", 3)])).ok()
    assert [e["card"] for e in played.events_of("dealt")] == EIGHT.split()
    assert played.events_of("irregularity_reported")[0]["cite"] == "676a.13(b)"


@pytest.mark.parametrize("after", [4, 8])
def test_676a_13_c_wrong_number_of_cards_voids_the_round(after: int) -> None:
    """During the deal or before the decisions, a wrong number of cards voids all hands."""
    void(
        play("go-fore-it", deal(ALL, EIGHT.split()[:after], "", [fault("incorrect_number_of_cards", after)])),
        "676a.13(c)",
    )


def test_676a_13_c_wrong_number_of_cards_seen_when_the_hands_are_turned_up() -> None:
    """Every wager that is still up goes back, the Back 9 too."""
    played = play("go-fore-it", deal(ALL, EIGHT, "1 back_9", [fault("incorrect_number_of_cards", after_answers=1)]))
    void(played, "676a.13(c)")
    assert played.returned(1, "back_9") == "10.00"
    assert [e["of"] for e in played.events_of("revealed")] == ["dealer", 1]
    assert not played.standing


def test_676a_13_c_what_was_settled_before_stands() -> None:
    """A forfeit, and a hand paid before the next one is turned up, are not undone (I-GEN-08)."""
    cards = "AS 2S 3S KS 4S 5S 6S KH 7S 8S 9S KD AH 2H 3H KC"
    answers = "1 fold; 2 back_9; 3 back_9; dealer hand_read"  # seat 3's; then seat 2's is turned up
    late = fault("incorrect_number_of_cards", after_answers=4)
    played = play("go-fore-it", deal("1 front_9 5; 2 front_9 5; 3 front_9 5", cards, answers, [late])).ok()
    assert [(s["seat"], s["wager"], s["returned"]) for s in played.settlements] == [
        (1, "front_9", "0.00"), (3, "front_9", "10.00"), (3, "back_9", "10.00"), (2, "front_9", "5.00"),
        (2, "back_9", "5.00"),
    ]  # fmt: skip
    assert not played.standing


@pytest.mark.parametrize("kind", ["dealer_card_exposed", "hole_card_exposed"])
def test_676a_13_d_exposure_before_all_have_decided_voids_the_round(kind: str) -> None:
    """Also after the first of two players has decided; that player's Back 9 goes back too."""
    void(play("go-fore-it", deal(ALL, EIGHT, "", [fault(kind, 8)])), "676a.13(d)")
    cards = "AS 2S KS 3S 4S KH 5S 6S KD 7S 8S KC"
    late = {"kind": kind, "after_answers": 1}
    played = play("go-fore-it", deal(ALL + "; 2 front_9 5", cards, "1 back_9", [late]))
    void(played, "676a.13(d)")
    assert played.returned(1, "back_9") == "10.00"


@pytest.mark.parametrize(("dealing", "hole", "dealer"), [("manual_shoe", 4, 1), ("automated_shoe", 0, 4)])
def test_676a_13_c_d_reported_from_the_first_such_card_on(dealing: str, hole: int, dealer: int) -> None:
    """No card is exposed, or in the wrong number, before one is dealt: hole cards are the third and fourth, of a stack the top
    two."""
    first = {"hole_card_exposed": hole, "dealer_card_exposed": dealer, "incorrect_number_of_cards": 1}
    for kind, at in first.items():
        if at:
            could_not_happen(play("go-fore-it", deal(ALL, EIGHT, "1 back_9", [fault(kind, at - 1)]), dealing=dealing))
        played = play("go-fore-it", deal(ALL, EIGHT.split()[:at], "", [fault(kind, at)]), dealing=dealing)
        void(played, "676a.13(c)" if at == 1 and kind.startswith("incorrect") else "676a.13(d)")


def test_676a_13_d_too_late_once_all_have_decided() -> None:
    """After the last decision an exposure is no irregularity any more."""
    refused(
        play("go-fore-it", deal(ALL, EIGHT, "1 back_9", [{"kind": "hole_card_exposed", "after_answers": 1}])),
        "unused",
        "676a.7(c)",
    )


@pytest.mark.parametrize("after", [2, 8])
def test_676a_13_d_front_card_exposed_changes_nothing(after: int) -> None:
    """A player's own front card may be seen: play goes on (I-676a-05)."""
    played = play("go-fore-it", deal(ALL, EIGHT, "1 back_9", [fault("front_card_exposed", after)])).ok()
    assert played.returned(1, "front_9") == "20.00"


@pytest.mark.parametrize("unusable", [True, False])
def test_676a_13_e_g_shuffler_jam_means_a_new_shuffle(unusable: bool) -> None:
    """A jam before the deal: shuffled again; a shuffler that cannot be used is covered first, and the dealer then cuts."""
    played = play("go-fore-it", deal(ALL, EIGHT, "1 back_9", [fault("shuffler_jam", 0, unusable=unusable)])).ok()
    assert len(played.events_of("shuffled")) == 2
    if unusable:
        staff.covered(played, "shuffler", "676a.13(g)")
    assert bool(played.events_of("cut_made")) is bool(played.events_of("device_status")) is unusable


def test_676a_13_e_g_what_is_reported_while_a_jam_is_remedied_waits() -> None:
    """Nothing comes between the cover on the shuffler and the new shuffle, not even a report that changes nothing."""
    round_ = begun(1)
    round_.report(Report("shuffler_jam", 0, {"unusable": True}))
    with pytest.raises(Refused, match="cannot happen"):
        round_.report(Report("front_card_exposed"))
    assert "Shuffled" in [type(event).__name__ for event in round_.answer(Answer("dealer", "done"))]


def test_676a_13_e_no_jam_without_a_shuffler() -> None:
    """A deck shuffled by hand cannot jam."""
    refused(
        play("go-fore-it", deal(ALL, EIGHT, "1 back_9", [fault("shuffler_jam", 0)]), shuffler="manual"),
        "unused",
        "676a.7(c)",
    )


@pytest.mark.parametrize("unusable", [True, False])
def test_676a_13_f_g_automated_shoe_jam_voids_the_round(unusable: bool) -> None:
    """A jam of the automated shoe voids the round; one that cannot be used is covered."""
    played = play(
        "go-fore-it",
        deal(ALL, "AS 2S 3S", "", [fault("automated_shoe_jam", 3, unusable=unusable)]),
        dealing="automated_shoe",
    )
    void(played, "676a.13(f)")
    if unusable:
        staff.covered(played, "automated_shoe", "676a.13(g)")
    assert bool(played.events_of("device_status")) is unusable


@pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
def test_676a_13_f_no_automated_shoe_no_jam(dealing: str) -> None:
    """Where no automated shoe is in use it cannot jam."""
    could_not_happen(play("go-fore-it", singly([fault("automated_shoe_jam", 3)]), dealing=dealing))


def test_676a_13_f_no_jam_once_the_shoe_is_empty() -> None:
    """When all have their cards the rest is out of the automated shoe (676a.10(c))."""
    late = deal(ALL, "AS 2S 3S 4S KS KH KD KC", "1 back_9", [fault("automated_shoe_jam", 8)])
    could_not_happen(play("go-fore-it", late, dealing="automated_shoe"))


def singly(faults: list[dict[str, Any]]) -> dict[str, Any]:
    return deal(ALL, EIGHT, "1 back_9", faults)


def stacks(faults: list[dict[str, Any]]) -> dict[str, Any]:
    return deal(ALL, "AS 2S 3S 4S KS KH KD KC", "1 back_9", faults)


def test_676a_13_g_shuffler_out_of_order_stays_out() -> None:
    """Round after round the dealer shuffles and cuts, until the floor has the device back; two decks do not alternate."""
    devices.shuffler_stays_out("go-fore-it", singly, "676a.13(g)")
    devices.two_decks_rest("go-fore-it", singly)


def test_676a_13_g_automated_shoe_out_of_order_stays_out() -> None:
    """Round after round the cards come from a manual shoe, until the floor has the device back."""
    jam = deal(ALL, "AS 2S 3S", "", [fault("automated_shoe_jam", 3, unusable=True)])
    calls = ("676a.10(a)(2)", "676a.8(b)")
    devices.shoe_stays_out("go-fore-it", jam, singly, stacks, calls, "676a.13(g)")


def test_676a_9_a_1_not_from_the_hand_without_the_shuffler() -> None:
    """Where it is out of order the cards are dealt from a manual shoe."""
    devices.not_dealt_from_the_hand("go-fore-it", singly, ("676a.9(b)", "676a.8(b)"))


def test_676a_8_d_stub_is_counted_while_a_counting_shuffler_is_out_of_order() -> None:
    """What counted the deck no longer does: the stub is counted in the fifth round from then on."""
    played = play("go-fore-it", singly([devices.BROKEN]), *[singly([])] * 4, shuffler_counts=True).ok()
    assert [n for n, e in told_by_round(played, "attested") if e.get("count") == 44] == [5]


def test_676a_shuffler_counts_needs_a_shuffler() -> None:
    """A count by the shuffler may be filed only with a shuffler."""
    refused(hand("AS 2S 3S 4S", shuffler="manual", shuffler_counts=True), "forbidden_choice", "676a.5(b)")
    assert counted(Rules(shuffler=Shuffling.CONTINUOUS))


def test_676a_no_wagers_no_cards() -> None:
    """A round in which nobody wagers closes without a card."""
    assert not play("go-fore-it", deal()).ok().events_of("dealt")
