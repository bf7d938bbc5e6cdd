"""Chapter 687a, DJ Wild Stud Poker: what goes wrong, and what is done about it (§ 687a.13, stub counts, devices)."""

from typing import Any

import pytest

from pitboss.testkit.tables import Played, deal, fault, play
from tests.chapters import devices, staff
from tests.chapters.dj_wild import BONUSES, EVERYTHING, GAME, MAIN, bare, cards
from tests.chapters.irregularities import could_not_happen, last_report_unused

TRIPS_9, STRAIGHT, NOTHING, ASIDE = "9S 9H 9D 4C 5S", "9C 8H 7D 6C 5H", "KD QC JH 7C 3D", "8C"
TWO = f"{EVERYTHING}; 2 ante 20; 2 blind 20; 2 progressive_bonus 1; 2 trips_bonus 5; 2 two_way_bad_beat_bonus 5"
STAKES = {"ante": "10.00", "blind": "10.00", "progressive_bonus": "1.00", "trips_bonus": "5.00",
    "two_way_bad_beat_bonus": "5.00"}  # fmt: skip
DEALT = 16  # cards of two players, the dealer and the one set aside


def went_wrong(
    irregularity: dict[str, Any], after: int = 16, answers: str = "", first: str = TRIPS_9, **filed: Any
) -> Played:
    """Two players with every wager, and as many cards as were out when it was reported."""
    chance = cards(first, STRAIGHT, NOTHING, ASIDE)[:after]
    return play(GAME, deal(TWO, chance, answers, [irregularity]), **{**BONUSES, **filed})


def all_returned(played: Played, cite: str, then: str = "cards to be reshuffled") -> None:
    """Every wager went back, from the dealer's right, the meter stands where it stood; last, what becomes of the cards."""
    assert {(s["cite"], s["stake"] == s["returned"]) for s in played.ok().settlements} == {(cite, True)}
    assert [s["seat"] for s in played.settlements] == sorted((s["seat"] for s in played.settlements), reverse=True)
    assert {s["wager"]: s["returned"] for s in played.settlements if s["seat"] == 1}.items() >= STAKES.items()
    assert [e["cite"] for e in played.events_of("round_voided")] == [cite]
    assert played.events_of("meter_moved")[-1]["after"] == 200_000 * 10**6
    last = [e.get("what") or e["thing"] for e in played.events if e["event"] in ("noted", "replaced")]
    assert last[-1] == then


# (a), (b)


def test_687a_13_a_one_card_face_up_goes_to_the_rack() -> None:
    """It is not used in this round, and play goes on with the next card."""
    chance = cards("9S", "TC", "9H 9D 4C 5S", NOTHING)
    played = play(GAME, deal(MAIN, chance, "1 raise", [fault("card_face_up_in_shoe", 1)])).ok()
    assert "TC" not in [e["card"] for e in played.events_of("dealt")]
    assert (played.events_of("discarded")[0]["cards"], played.events_of("discarded")[0]["cite"]) == (
        ["TC"],
        "687a.13(a)",
    )
    assert played.returned(1, "ante") == "20.00"


def test_687a_13_a_second_card_face_up_voids_the_round() -> None:
    """All hands void, all wagers returned, reshuffle."""
    chance = cards("9S", "TC", "9H", "TD")
    faults = [fault("card_face_up_in_shoe", 1), fault("card_face_up_in_shoe", 3)]
    all_returned(play(GAME, deal(TWO, chance, "", faults), **BONUSES), "687a.13(a)")


def test_687a_13_b_card_drawn_in_error_is_the_next_card() -> None:
    """Nothing changes: it is used as though it were the next."""
    played = play(GAME, bare(irregularities=[fault("card_drawn_in_error", 3)])).ok()
    assert played.events_of("irregularity_reported")[0]["cite"] == "687a.13(b)"
    assert [e["card"] for e in played.events_of("dealt")] == cards(TRIPS_9, NOTHING)


# (c)


@pytest.mark.parametrize("after", [1, 7, 15, DEALT])
def test_687a_13_c_wrong_number_of_cards_voids_the_round(after: int) -> None:
    """A player's or the dealer's (I-687a-22), found while dealing or when all is dealt."""
    all_returned(went_wrong(fault("wrong_number_of_cards", after), after), "687a.13(c)")


def test_687a_13_c_raises_go_back_too() -> None:
    """The second player's wrong number, found after the first raised."""
    played = went_wrong(fault("wrong_number_of_cards", after_answers=1), answers="1 raise")
    all_returned(played, "687a.13(c)")
    assert played.returned(1, "raise") == "20.00"


SHOWN = fault("wrong_number_of_cards", after_answers=2)


def test_687a_13_c_seen_when_the_hands_are_turned_up() -> None:
    """The dealer's five and the first player's lie there: whatever is still up goes back, the raises too."""
    played = went_wrong(SHOWN, answers="1 raise; 2 raise")
    all_returned(played, "687a.13(c)")
    assert (played.returned(1, "raise"), played.returned(2, "raise")) == ("20.00", "40.00")
    assert [e["of"] for e in played.events_of("revealed")] == ["dealer", 2]
    assert not played.standing


def test_687a_13_c_what_was_settled_before_stands() -> None:
    """A hand paid before the next one is turned up is not undone (I-GEN-08), nor is its part of the meter."""
    late = fault("wrong_number_of_cards", after_answers=3)
    played = went_wrong(late, answers="1 raise; 2 raise; dealer hand_read").ok()
    assert {s["cite"] for s in played.settlements if s["seat"] == 1} == {"687a.13(c)"}
    assert played.returned(2, "ante") == "40.00"
    assert "687a.13(c)" not in {s["cite"] for s in played.settlements if s["seat"] == 2}
    assert [(e["why"], e["seat"]) for e in played.events_of("meter_moved")] == [
        ("contribution", 1), ("contribution", 2), ("void", 1),
    ]  # fmt: skip
    assert not played.standing


def test_687a_13_c_forfeits_stand() -> None:
    """What folding cost was taken before the dealer's hand was turned up; Trips and Progressive wait, and go back."""
    played = went_wrong(SHOWN, answers="1 fold; 2 raise").ok()
    back = {s["wager"]: s["returned"] for s in played.settlements if s["seat"] == 1}
    assert back == {
        "ante": "0.00", "blind": "0.00", "two_way_bad_beat_bonus": "0.00", "progressive_bonus": "1.00", "trips_bonus": "5.00",
    }  # fmt: skip


def test_687a_13_c_a_jackpot_that_waits_to_be_shared_goes_back() -> None:
    """Where the winners of the whole meter share it, nobody has it before every hand was looked at."""
    chance = cards(STRAIGHT, "AS KS QS JS TS", NOTHING, ASIDE)
    late = fault("wrong_number_of_cards", after_answers=3)
    part = deal(TWO, chance, "1 raise; 2 raise; dealer hand_read", [late])
    played = play(GAME, part, **BONUSES, progressive_winners="equal").ok()
    assert (played.returned(2, "progressive_bonus"), played.cite(2, "progressive_bonus")) == ("1.00", "687a.13(c)")
    assert played.events_of("meter_moved")[-1]["after"] == 200_000 * 10**6
    assert not played.standing


def test_687a_13_c_d_only_a_wrong_number_is_seen_then() -> None:
    """Once all have decided, a card shown is no irregularity any more, and the stub lies in the rack."""
    for kind in ("card_exposed_before_raises", "stub_count_wrong"):
        could_not_happen(went_wrong(fault(kind, after_answers=2), answers="1 raise; 2 raise"), kind)


# (d)


@pytest.mark.parametrize("after", [0, 1, 10, 15])
def test_687a_13_d_exposure_while_dealing_returns_everything(after: int) -> None:
    """The deal not being complete, Trips and Progressive go back as well (I-687a-21)."""
    all_returned(went_wrong(fault("card_exposed_before_raises", after), after), "687a.13(d)")


@pytest.mark.parametrize("answers", ["", "1 raise", "1 fold"])
def test_687a_13_d_exposure_before_the_raises_settles_trips_and_progressive(answers: str) -> None:
    """Main wagers and Bad Beat go back; Trips and Progressive are settled on the five cards, folded or not."""
    when = fault("card_exposed_before_raises", DEALT, after_answers=1 if answers else 0)
    played = went_wrong(when, answers=answers, folded_hand_keeps_progressive=False)
    for wager in ("ante", "blind", "two_way_bad_beat_bonus"):
        assert (played.returned(1, wager), played.cite(1, wager)) == (STAKES[wager], "687a.13(d)")
    assert (played.returned(1, "trips_bonus"), played.returned(1, "progressive_bonus")) == ("35.00", "10.00")
    assert (played.returned(2, "trips_bonus"), played.returned(2, "progressive_bonus")) == ("105.00", "31.00")
    assert [(s["seat"], s["wager"]) for s in played.settlements][-4:] == [
        (2, "progressive_bonus"), (2, "trips_bonus"), (1, "progressive_bonus"), (1, "trips_bonus"),
    ]  # fmt: skip
    assert [e["why"] for e in played.events_of("meter_moved")] == ["contribution"] * 2  # nothing is reversed
    assert "dealer" not in [e["of"] for e in played.events_of("revealed")]


def test_687a_13_d_a_void_hand_was_not_folded() -> None:
    """Where folded hands do not count, one folded before the void does: its joker is exchanged, its royal flush envied."""
    chance = cards("AS KS QS JS JK", STRAIGHT, NOTHING, "TS")
    when = fault("card_exposed_before_raises", DEALT, after_answers=1)
    played = play(GAME, deal(TWO, chance, "1 fold", [when]), **BONUSES, folded_hand_keeps_progressive=False)
    assert played.returned(1, "progressive_bonus") == "2000.40"
    assert [e["cards"] for e in played.events_of("revealed") if e["of"] == "set_aside"] == [["TS"]]
    assert played.returned(2, "progressive_bonus_envy") == "1000.00"


def test_687a_13_d_envy_is_part_of_that_settlement() -> None:
    """A royal flush on a void hand still pays the Progressive and, to the other, the Envy Bonus."""
    played = went_wrong(fault("card_exposed_before_raises", DEALT), first="AS KS QS JS TS")
    assert (played.returned(1, "progressive_bonus"), played.returned(2, "progressive_bonus_envy")) == (
        "2000.40", "1000.00",
    )  # fmt: skip


def test_687a_13_d_hand_without_those_wagers_is_not_looked_at() -> None:
    """Only hands with a Trips or Progressive wager are turned."""
    chance = cards("AS KS QS JS TS", STRAIGHT, NOTHING, ASIDE)
    wagers = f"{MAIN}; 2 ante 20; 2 blind 20; 2 progressive_bonus 1"
    when = [fault("card_exposed_before_raises", DEALT)]
    played = play(GAME, deal(wagers, chance, "", when), **BONUSES).ok()
    assert [e["of"] for e in played.events_of("revealed")] == [2]
    assert "progressive_bonus_envy" not in [wager for _, wager in played.order()]


def test_687a_13_c_not_before_a_card_is_dealt() -> None:
    """Without a card there is nothing to count."""
    could_not_happen(play(GAME, bare(irregularities=[fault("wrong_number_of_cards", 0)])), "wrong_number_of_cards")


# (e), (f), (g)


def test_687a_13_e_shuffler_jam_means_another_shuffle() -> None:
    """Before the deal, at a table with a shuffling device only."""
    jam = [fault("shuffler_jam", 0)]
    assert len(play(GAME, bare(irregularities=jam)).ok().events_of("shuffled")) == 2
    could_not_happen(play(GAME, bare(irregularities=jam), shuffler="manual"), "shuffler_jam")


def test_687a_13_g_unusable_shuffler_is_covered_and_the_dealer_shuffles_and_cuts() -> None:
    """It is covered or signed before the cards are shuffled another way."""
    played = play(GAME, bare(irregularities=[fault("shuffler_jam", 0, unusable=True)])).ok()
    staff.covered(played, "shuffler", "687a.13(g)")
    kinds = [e["event"] for e in played.events]
    assert kinds.index("device_status") < kinds.index("cut_made")
    assert [e["by"] for e in played.events_of("cut_made")] == ["dealer"]


@pytest.mark.parametrize("after", [0, 1, 9, 14])
def test_687a_13_f_automated_shoe_jam_voids_the_round(after: int) -> None:
    """While stacks come from it."""
    played = went_wrong(fault("automated_shoe_jam", after), after, dealing="automated_shoe")
    all_returned(played, "687a.13(f)")


@pytest.mark.parametrize(
    ("dealing", "after"), [("automated_shoe", 15), ("automated_shoe", 16), ("manual_shoe", 3), ("hand", 3)]
)
def test_687a_13_f_no_jam_without_or_after_the_automated_shoe(dealing: str, after: int) -> None:
    """The rest of the cards leave the shoe once the dealer has five; other devices do not jam."""
    jam = fault("automated_shoe_jam", after)
    played = went_wrong(jam, answers="1 raise; 2 raise", dealing=dealing)
    could_not_happen(played, "automated_shoe_jam")


def test_687a_13_g_unusable_automated_shoe_is_covered() -> None:
    """It is covered or signed before another way of dealing."""
    played = went_wrong(fault("automated_shoe_jam", 3, unusable=True), 3, dealing="automated_shoe").ok()
    staff.covered(played, "automated_shoe", "687a.13(g)")


def singly(faults: list[dict[str, Any]]) -> dict[str, Any]:
    return bare(irregularities=faults)


def test_687a_13_g_shuffler_out_of_order_stays_out() -> None:
    """Round after round the dealer shuffles and cuts, until the floor has the device back; two decks do not alternate."""
    devices.shuffler_stays_out(GAME, singly, "687a.13(g)")
    devices.two_decks_rest(GAME, singly)


def test_687a_13_g_automated_shoe_out_of_order_stays_out() -> None:
    """Round after round the cards come from a manual shoe, until the floor has the device back."""
    jam = deal(MAIN, cards(TRIPS_9)[:3], "", [fault("automated_shoe_jam", 3, unusable=True)])
    calls = ("687a.10(a)(2)", "687a.8(b)")
    devices.shoe_stays_out(GAME, jam, singly, singly, calls, "687a.13(g)")


def test_687a_9_a_1_not_from_the_hand_without_the_shuffler() -> None:
    """Where it is out of order the cards are dealt from a manual shoe."""
    devices.not_dealt_from_the_hand(GAME, singly, ("687a.9(a)(3)", "687a.8(b)"))


def test_687a_8_g_stub_is_counted_while_a_counting_shuffler_is_out_of_order() -> None:
    """What counted the deck no longer does: the stub is counted in the fifth round from then on."""
    played = play(GAME, singly([devices.BROKEN]), *[singly([])] * 4, shuffler_counts=True).ok()
    counts = [[e["count"] for e in told if "stub" in e["what"]] for told in devices.by_round(played, "attested")]
    assert counts == [[], [], [], [], [43]]


# Stub counts: 687a.8(i), 687a.9(h), 687a.10(f).


@pytest.mark.parametrize(
    ("dealing", "cite"), [("manual_shoe", "687a.8(i)"), ("hand", "687a.9(h)"), ("automated_shoe", "687a.10(f)")]
)
@pytest.mark.parametrize("misdealt", [True, False])
def test_687a_8_i_wrong_stub_voids_the_round(dealing: str, cite: str, misdealt: bool) -> None:
    """All wagers go back; the deck stays only if the cards were misdealt and all 53 are there (I-687a-18)."""
    played = went_wrong(fault("stub_count_wrong", DEALT, misdealt=misdealt), dealing=dealing)
    all_returned(played, cite, "cards to be reshuffled" if misdealt else "cards")
    assert played.events_of("irregularity_reported")[0]["cite"] == cite


def test_687a_8_i_stub_is_counted_after_the_deal() -> None:
    """There is no stub while cards are dealt."""
    could_not_happen(went_wrong(fault("stub_count_wrong", 5), answers="1 raise; 2 raise"), "stub_count_wrong")


@pytest.mark.parametrize("answer", ["raise", "fold"])
def test_687a_8_i_stub_is_counted_before_the_raises(answer: str) -> None:
    """Once someone has raised or folded the stub lies in the rack; a wrong hand may still be found."""
    late: dict[str, Any] = {"answers": f"1 {answer}; 2 raise"}
    could_not_happen(went_wrong(fault("stub_count_wrong", after_answers=1), **late), "stub_count_wrong")
    voided = went_wrong(fault("wrong_number_of_cards", after_answers=1), answers=f"1 {answer}")
    assert voided.ok().events_of("round_voided")[0]["cite"] == "687a.13(c)"


@pytest.mark.parametrize(
    ("dealing", "cite"), [("manual_shoe", "687a.8(i)"), ("hand", "687a.9(h)"), ("automated_shoe", "687a.10(f)")]
)
def test_687a_8_i_count_that_differs_is_the_wrong_stub(dealing: str, cite: str) -> None:
    """42 or 44 cards where 43 are expected; 43, once counted, cannot be wrong."""
    staff.wrong_stub(GAME, "stub_count_wrong", 4, singly, 43, cite, dealing=dealing)


def test_687a_5_c_2_deck_that_replaces_one_found_wrong_is_cut() -> None:
    """Where decks come preshuffled: the first for its first round, the other for its own."""
    wrong = {**singly([fault("stub_count_wrong", 10)]), "answers": []}
    played = play(GAME, wrong, singly([]), singly([]), preshuffled_decks=True).ok()
    assert [len(cuts) for cuts in devices.by_round(played, "cut_made")] == [1, 1, 0]


def fifth_round(irregularity: dict[str, Any]) -> list[list[str]]:
    """What is told of the cards where the stub is counted in the fifth of six rounds, or the sixth."""
    part = {**bare(irregularities=[irregularity]), "answers": []}
    played = play(GAME, *[bare()] * 4, part, bare()).ok()
    found: list[list[str]] = []
    for event in played.events:
        if event["event"] == "round_opened":
            found.append([])
        elif event["event"] in ("noted", "attested", "replaced"):
            found[-1].append(event["what"] if event["event"] != "replaced" else "replaced")
    return found[4:]


def test_687a_8_h_i_a_count_is_told_once() -> None:
    """A stub that is found wrong is not called right beforehand; the deck that replaces it has five rounds again."""
    assert fifth_round(fault("stub_count_wrong", 10)) == [
        ["took the deck from the table and brought another", "replaced"], [],
    ]  # fmt: skip


def test_687a_8_g_a_void_round_is_a_round_without_a_count() -> None:
    """A round voided before its count is one of the five; the next one is counted."""
    told = fifth_round(fault("wrong_number_of_cards", 10))
    assert told == [["cards to be reshuffled"], ["counted the stub face down"]]


def test_687a_8_g_a_round_voided_while_dealt_counts_too() -> None:
    """Of five rounds the first is voided in mid-deal: the stub is counted in the fifth all the same."""
    voided = deal(MAIN, cards(TRIPS_9)[:3], "", [fault("wrong_number_of_cards", 3)])
    played = play(GAME, voided, *[bare()] * 4).ok()
    assert [len(told) for told in devices.by_round(played, "attested")] == [0, 0, 0, 0, 1]


def test_687a_8_h_once_counted_and_right_it_is_not_wrong() -> None:
    """The dealer has gone on, and the stub lies in the rack before the first raise."""
    late = fault("stub_count_wrong", 10, after_answers=1)
    part = {**bare(irregularities=[late]), "answers": [{"by": "dealer", "answer": "stub_counted"},
        {"seat": 1, "answer": "raise"}]}  # fmt: skip
    last_report_unused(play(GAME, *[bare()] * 4, part))


def test_a_voided_round_is_followed_by_an_ordinary_one() -> None:
    """The meter and the deck are as before; a wager abandoned before the void stays lost with its part of the meter."""
    left = [fault("player_left", seat=2), fault("wrong_number_of_cards", after_answers=0)]
    first = deal(TWO, cards(TRIPS_9, STRAIGHT, NOTHING, ASIDE), "", left)
    second = deal(EVERYTHING, cards("AS KS QS JS TS", NOTHING, ASIDE), "1 raise")
    played = play(GAME, first, second, **BONUSES)
    assert {s["cite"] for s in played.settlements if (s["seat"], s["round"]) == (2, 1)} == {"687a.7(b)"}
    assert played.returned(1, "progressive_bonus", round=2) == "2000.40"
