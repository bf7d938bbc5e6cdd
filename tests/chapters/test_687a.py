"""Chapter 687a, DJ Wild Stud Poker: table, cards, shuffle and cut, wagers."""

from typing import Any

import pytest

from pitboss.chapters.ch687a_dj_wild_stud_poker import GAME as DJ_WILD
from pitboss.chapters.ch687a_dj_wild_stud_poker.procedure import LAW
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import Rules, equal_blinds
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.events import IrregularityReported
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.procedure import Answer, Draw, Election, Refused, Window
from pitboss.testkit.tables import deal, fault, play, refused
from pitboss.wagers import close_betting
from tests.chapters import staff
from tests.chapters.dj_wild import BONUSES, EVERYTHING, GAME, MAIN, bare, cards, hand
from tests.chapters.irregularities import could_not_happen

# § 687a.1.


@pytest.mark.parametrize(("blind", "ok"), [("9.99", False), ("10.00", True), ("10.01", False)])
def test_687a_1_blind_equals_the_ante(blind: str, ok: bool) -> None:
    """The Blind Wager is exactly the Ante Wager (I-687a-26)."""
    played = play(GAME, {**bare(), "wagers": deal(f"1 ante 10; 1 blind {blind}")["wagers"]})
    played.ok() if ok else refused(played, "not_equal", "687a.1:Blind Wager")


def test_687a_1_equal_blinds_may_be_made_in_any_order_and_in_parts() -> None:
    """Only what lies there when betting closes counts."""
    wagers = deal("1 blind 10; 1 ante 6; 1 ante 4")["wagers"]
    assert play(GAME, {**bare(), "wagers": wagers}).returned(1, "ante") == "20.00"
    assert equal_blinds.__doc__


def test_687a_1_raise_is_twice_the_ante() -> None:
    """The Raise Wager is two times the Ante, neither more nor less."""
    played = hand("9S 9H 9D 4C 5S", wagers="1 ante 7.50; 1 blind 7.50").ok()
    assert played.line(1, "raise")["stake"] == "15.00"
    for amount in ("0.00", "19.99", "20.01"):
        refused(hand("9S 9H 9D 4C 5S", answer=f"1 raise {amount}"), "not_equal", "687a.11(b)")
    for answer in ("1 raise", "1 raise 20.00"):  # stated or not, it is the same (I-GEN-36)
        played = hand("9S 9H 9D 4C 5S", answer=answer).ok()
        assert played.line(1, "raise")["stake"] == "20.00"
        assert [e["amount"] for e in played.events_of("elected")] == [2000]


# § 687a.2 – § 687a.4.


@pytest.mark.parametrize(("seat", "ok"), [(0, False), (1, True), (6, True), (7, False)])
def test_687a_2_a_no_more_than_six_players(seat: int, ok: bool) -> None:
    """Wagers come from positions 1 to 6."""
    played = play(
        GAME, deal(f"{seat} ante 5; {seat} blind 5", cards("9S 9H 9D 4C 5S", "KD QC 9C 7C 3D"), f"{seat} fold")
    )
    played.ok() if ok else refused(played, "no_such_seat", "687a.7(b)")


def test_687a_2_b_areas_of_the_layout() -> None:
    """Three areas for each player, one more for each bonus wager offered, a place for the card set aside."""
    bare_felt, full = DJ_WILD.felt(Rules()), DJ_WILD.felt(DJ_WILD.example())
    assert [len(bare_felt.areas), len(full.areas)] == [6 * 3, 6 * 6]
    assert {a.wager for a in full.areas} == {kind.name for kind in DJ_WILD.wagers}
    assert [p.of for p in full.places].count("set_aside") == 1
    assert "set_aside" not in [p.of for p in bare_felt.places]
    boxes = [a.box for a in full.areas] + [p.box for p in full.places]
    for n, one in enumerate(boxes):
        for other in boxes[:n]:
            apart = one.x + one.width <= other.x or other.x + other.width <= one.x
            assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y, (one, other)


def test_687a_2_b_5_odds_of_every_wager_offered_are_inscribed() -> None:
    """The layout, and the sign, tell what each wager offered pays, and nothing of those that are not."""
    full = " ".join(i.text for i in DJ_WILD.felt(DJ_WILD.example()).inscriptions)
    for text in (
        "Five wilds 1000 to 1",
        "Royal flush 100% of meter (Envy $1,000)",
        "Five wilds – / 2000",
        "Full house 400 to 1",
    ):
        assert text in full
        assert text in DJ_WILD.signs(DJ_WILD.example())[0].text
    assert "Trips" not in " ".join(i.text for i in DJ_WILD.felt(Rules()).inscriptions)


def test_687a_3_a_one_deck_of_52_and_a_joker() -> None:
    """53 cards, each once."""
    assert hand("9S 9H 9D 4C JK").events_of("shuffled")[0]["count"] == 53
    refused(play(GAME, deal(MAIN, "JK JK")), "impossible", "687a.8(d)")
    refused(play(GAME, deal(MAIN, "9S 9S")), "impossible", "687a.8(d)")


def test_687a_3_b_two_decks_need_a_shuffler() -> None:
    """Two decks may be filed with an automated shuffler only."""
    refused(play(GAME, bare(), shuffler="manual", two_decks=True), "forbidden_choice", "687a.3(b)")
    play(GAME, bare(), shuffler="automated", two_decks=True).ok()


def test_687a_3_b_decks_alternate() -> None:
    """With two decks each is in play every other round, and only its cards reach the rack."""
    played = play(GAME, *[bare()] * 3, two_decks=True).ok()
    assert [e["device"] for e in played.events_of("shuffled")] == ["deck 1", "deck 2", "deck 1"]
    assert [e["device"] for e in play(GAME, *[bare()] * 2).ok().events_of("shuffled")] == ["deck", "deck"]
    assert [e["count"] for e in played.events_of("shuffled")] == [53] * 3


def test_687a_3_b_4_rack_holds_one_deck() -> None:
    """The deck that is not in play has left the rack for the shuffler before a card of the other goes there."""
    staff.rack_holds_one_deck(GAME, LAW, lambda faults: bare(irregularities=faults), "687a.3(b)(4)")


@pytest.mark.parametrize(
    ("dealing", "hours", "cite"),
    [("hand", 4, "687a.3(c)(1)"), ("manual_shoe", 8, "687a.3(c)(2)"), ("automated_shoe", 8, "687a.3(c)(2)")],
)
def test_687a_3_c_cards_are_changed_every_4_or_8_hours(dealing: str, hours: int, cite: str) -> None:
    """Four hours when dealt by hand, eight from a shoe of either kind."""
    (duty,) = DJ_WILD.duties(Rules(dealing=Dealing(dealing)))
    assert (duty.name, duty.hours, duty.cite) == ("deck_change", hours, cite)


def test_687a_4_e_preshuffled_decks_skip_the_opening_steps() -> None:
    """Decks that come preshuffled need no inspection, spread or wash at the table."""
    staff.decks_are_received_and_shown(DJ_WILD, Rules, "687a")


# § 687a.5.


def test_687a_5_a_shuffle_before_every_round() -> None:
    """Each round begins with a shuffle of all 53 cards, before wagers."""
    played = play(GAME, bare(), bare()).ok()
    assert [e["count"] for e in played.events_of("shuffled")] == [53, 53]
    kinds = [e["event"] for e in played.events]
    assert kinds.index("shuffled") < kinds.index("wagered")


def test_687a_5_a_floorperson_orders_a_shuffle() -> None:
    """A floorperson may direct another shuffle before the deal, and not later."""
    assert len(play(GAME, bare(irregularities=[fault("reshuffle_ordered", 0)])).ok().events_of("shuffled")) == 2
    could_not_happen(play(GAME, bare(irregularities=[fault("reshuffle_ordered", 1)])), "reshuffle_ordered")


def test_687a_5_b_wrong_count_of_the_shuffler_removes_the_deck() -> None:
    """A counting shuffler that finds other than 53 cards takes the deck off the table."""
    wrong = [fault("shuffler_count_wrong", 0)]
    played = play(GAME, bare(irregularities=wrong), shuffler_counts=True).ok()
    assert staff.attested(played, "brought another") == [("floor", None, "687a.5(b)")]
    assert [e["thing"] for e in played.events_of("replaced")] == ["cards"]
    assert len(played.events_of("shuffled")) == 2
    could_not_happen(play(GAME, bare(irregularities=wrong)), "shuffler_count_wrong")


def test_687a_5_b_counting_needs_a_shuffler() -> None:
    """Nothing counts where the dealer shuffles by hand."""
    refused(play(GAME, bare(), shuffler="manual", shuffler_counts=True), "forbidden_choice", "687a.5(b)")


def test_687a_5_c_device_shuffled_cards_are_not_cut() -> None:
    """The dealer cuts what was shuffled by hand, and no other."""
    assert not play(GAME, bare()).ok().events_of("cut_made")
    (cut,) = play(GAME, bare(), shuffler="manual").ok().events_of("cut_made")
    assert (cut["by"], cut["cite"]) == ("dealer", "687a.5(d)")


@pytest.mark.parametrize(("two_decks", "cuts"), [(False, 1), (True, 2)])
def test_687a_5_c_2_preshuffled_decks_are_cut(two_decks: bool, cuts: int) -> None:
    """A deck that came preshuffled is cut for its first round, though a device shuffles it afterwards (I-GEN-22)."""
    played = play(GAME, *[bare()] * 3, preshuffled_decks=True, two_decks=two_decks).ok()
    assert len(played.events_of("cut_made")) == cuts


@pytest.mark.parametrize("two_decks", [False, True])
def test_687a_5_c_2_decks_that_replace_others_are_cut_too(two_decks: bool) -> None:
    """When the cards are changed (687a.3(c)), those that come preshuffled are cut as the first ones were."""
    rules = Rules(preshuffled_decks=True, two_decks=two_decks)
    state, cuts = DJ_WILD.open(rules), []
    for number in range(1, 7):
        round_ = Round(DJ_WILD, rules, state, RoundStart(number, reopened=number == 4))
        cuts.append(isinstance(round_.pending, Election))
        while not round_.closed:
            question = round_.pending
            assert isinstance(question, Election | Draw | Window)
            round_.answer(close_betting() if isinstance(question, Window) else next(question.lawful()))
        state = round_.result
    assert cuts == [True, two_decks, False] * 2


def test_687a_5_e_no_recut_of_what_a_device_reshuffled() -> None:
    """A preshuffled deck was cut; once a device has reshuffled it there is no cut to repeat."""
    faults = [fault("reshuffle_ordered", 0), fault("recut_ordered", 0)]
    played = play(GAME, bare(irregularities=faults), preshuffled_decks=True)
    refused(played, "unused", "687a.7(c)")
    assert [e["event"] for e in played.events].count("cut_made") == 1


@pytest.mark.parametrize(("position", "ok"), [(9, False), (10, True), (52, True), (53, False)])
def test_687a_5_d_cut_is_ten_or_more_cards_from_the_top(position: int, ok: bool) -> None:
    """Ten cards at least, and one card must be left below."""
    round_ = {**bare(), "answers": [{"by": "dealer", "answer": {"cut": position}}, {"seat": 1, "answer": "raise"}]}
    played = play(GAME, round_, shuffler="manual")
    if ok:
        assert played.ok().events_of("cut_made")[0]["position"] == position
    else:
        refused(played, "not_lawful", "687a.5(d)")


def test_687a_5_e_recut_before_the_deal() -> None:
    """A floorperson may have the cards recut where they were cut."""
    recut = [fault("recut_ordered", 0)]
    assert len(play(GAME, bare(irregularities=recut), shuffler="manual").ok().events_of("cut_made")) == 2
    could_not_happen(play(GAME, bare(irregularities=recut)), "recut_ordered")


@pytest.mark.parametrize(("kind", "cite"), [("recut_ordered", "687a.5(e)"), ("reshuffle_ordered", "687a.5(a)")])
def test_687a_5_e_until_the_first_card_is_out(kind: str, cite: str) -> None:
    """After no more bets the cards may still be cut or shuffled again, but not once a card is dealt."""
    rules = Rules(shuffler=Shuffling.MANUAL)
    round_ = Round(DJ_WILD, rules, DJ_WILD.open(rules), RoundStart(1))
    round_.answer(Answer("dealer", "cut", amount=20))
    for wager in ("ante", "blind"):
        round_.answer(Answer(1, "wager", wager, "", 500))
    round_.answer(close_betting())
    assert [event.cite for event in round_.report(Report(kind)) if isinstance(event, IrregularityReported)] == [cite]
    round_.answer(Answer("dealer", "cut", amount=30))
    round_.answer(Answer("chance", "9S"))
    with pytest.raises(Refused, match="cannot happen at this moment"):
        round_.report(Report(kind))


def test_687a_5_g_continuous_device_needs_no_cut_and_no_count() -> None:
    """A device that reshuffles and counts by itself takes away the cut and the count of the stub."""
    played = play(GAME, *[bare()] * 5, shuffler="continuous").ok()
    assert not played.events_of("cut_made")
    assert not [e for e in played.events_of("noted") if "stub counted" in e["what"]]


# § 687a.7.


def test_687a_7_a_no_verbal_wagers() -> None:
    """A spoken wager with cash is refused."""
    wagers = [{"seat": 1, "wager": "ante", "amount": "10.00", "form": "verbal_with_cash"}]
    refused(play(GAME, {**bare(), "wagers": wagers}), "form_not_accepted", "687a.7(a)")


def test_687a_7_b_player_who_leaves_may_lose_his_wagers() -> None:
    """When a floorperson reports it, all wagers of a player who left are lost; they are asked no more and get no Envy Bonus."""
    wagers = f"{EVERYTHING}; 2 ante 10; 2 blind 10; 2 progressive_bonus 1"
    chance = cards("AS KS QS JS TS", "9S 9H 9D 4C 5S", "KD QC 9C 7C 3D", "8H")
    left = [fault("player_left", seat=2)]
    played = play(GAME, deal(wagers, chance, "1 raise", left), **BONUSES).ok()
    assert [s["cite"] for s in played.settlements if s["seat"] == 2] == ["687a.7(b)"] * 3
    assert not [s for s in played.settlements if s["wager"] == "progressive_bonus_envy"]
    assert played.events_of("discarded")[0]["of"] == 2
    assert played.returned(1, "ante") == "20.00"


def test_687a_7_b_player_who_left_after_folding_loses_his_bonus_wagers_too() -> None:
    """The floorperson's word comes while others still decide."""
    wagers = f"{EVERYTHING}; 2 ante 10; 2 blind 10"
    chance = cards("9S 9H 9D 4C 5S", "AS KS QS JS TS", "KD QC 9C 7C 3D", "8H")
    left = [fault("player_left", after_answers=1, seat=1)]
    played = play(GAME, deal(wagers, chance, "1 fold; 2 raise", left), **BONUSES).ok()
    assert {s["cite"] for s in played.settlements if s["seat"] == 1} == {"687a.7(b)"}


def test_687a_7_b_without_that_word_he_folds() -> None:
    """The answer given for one who is away is to fold; Trips is settled all the same (I-GEN-12)."""
    rules = Rules(trips_bonus=True)
    round_ = Round(DJ_WILD, rules, DJ_WILD.open(rules), RoundStart(1))
    for wager in ("ante", "blind", "trips_bonus"):
        round_.answer(Answer(1, "wager", wager, "", 500))
    round_.answer(close_betting())
    for card in DECK_WITH_JOKER[:10]:
        round_.answer(Answer("chance", card))
    (question,) = round_.questions(1)
    assert question.default is not None
    assert question.default.says == "fold"


def test_687a_7_c_no_wager_after_no_more_bets() -> None:
    """When cards are out the layout is closed."""
    wagers = [*deal(MAIN)["wagers"], {"seat": 1, "wager": "trips_bonus", "amount": "5.00", "after": 1}]
    refused(play(GAME, {**bare(), "wagers": wagers}, trips_bonus=True), "betting_closed", "687a.7(c)")


def test_687a_7_c_wagers_may_be_taken_back_before_the_call() -> None:
    """Until no more bets a wager may be withdrawn."""
    answers = [{"seat": 1, "answer": "remove", "wager": "trips_bonus"}, {"seat": 1, "answer": "raise"}]
    wagers = deal(f"{MAIN}; 1 trips_bonus 5")["wagers"]
    played = play(GAME, {**bare(), "wagers": wagers, "answers": answers}, trips_bonus=True).ok()
    assert [e["wager"] for e in played.events_of("withdrawn")] == ["trips_bonus"]
    assert "trips_bonus" not in [s["wager"] for s in played.settlements]


@pytest.mark.parametrize("wagers", ["1 ante 10", "1 blind 10"])
def test_687a_7_d_1_ante_and_blind_are_both_required(wagers: str) -> None:
    """Neither stands without the other."""
    refused(play(GAME, deal(wagers)), "wager_required", "687a.7(d)(1)")


@pytest.mark.parametrize("wager", ["progressive_bonus 1", "trips_bonus 5", "two_way_bad_beat_bonus 5"])
def test_687a_7_d_1_bonus_wagers_need_an_ante(wager: str) -> None:
    """Nobody wagers on a bonus alone."""
    refused(play(GAME, deal(f"1 {wager}"), **BONUSES), "wager_required", "687a.7(d)(1)")


@pytest.mark.parametrize(
    ("wager", "cite"),
    [
        ("progressive_bonus 1", "687a.7(d)(2)"),
        ("trips_bonus 5", "687a.7(d)(3)"),
        ("two_way_bad_beat_bonus 5", "687a.7(d)(4)"),
    ],
)
def test_687a_7_d_bonus_wagers_are_offered_only_where_filed(wager: str, cite: str) -> None:
    """Each of the three is the certificate holder's choice."""
    refused(play(GAME, deal(f"{MAIN}; 1 {wager}")), "not_offered", cite)
    name = wager.split()[0]
    rate = {"progressive_rate": "20"} if name == "progressive_bonus" else {}
    chance = cards("9S 9H 9D 4C 5S", "KD QC 9C 7C 3D", "8H" if rate else "")
    play(GAME, deal(f"{MAIN}; 1 {wager}", chance, "1 raise"), **{name: True}, **rate).ok()


def test_687a_7_d_1_raise_is_not_tendered() -> None:
    """The Raise is made by answering, never while betting is open."""
    refused(play(GAME, deal(f"{MAIN}; 1 raise 20")), "unknown_wager", "687a.7(a)")


@pytest.mark.parametrize(
    ("boxes", "seats", "ok"), [(1, "1 2", False), (2, "1 2", True), (2, "1 3", False), (2, "1 2 3", False)]
)
def test_687a_7_e_adjacent_boxes(boxes: int, seats: str, ok: bool) -> None:
    """One player wagers on as many neighbouring boxes as were filed."""
    places = seats.split()
    wagers = [
        {"seat": int(seat), "wager": wager, "amount": "5.00", "player": "Ada"}
        for seat in places
        for wager in ("ante", "blind")
    ]
    chance = cards("9S 9H 9D 4C 5S", "AS KS QS JS TS", "KD QC 9C 7C 3D")[: 5 * (len(places) + 1)]
    played = play(GAME, deal(wagers, chance, "; ".join(f"{seat} raise" for seat in places)), adjacent_boxes=boxes)
    played.ok() if ok else refused(played, "one_position", "687a.7(e)")


@pytest.mark.parametrize(("back", "ok"), [(1, True), (2, False), (3, True)])
def test_687a_7_e_boxes_stay_adjacent_when_wagers_are_taken_back(back: int, ok: bool) -> None:
    """Of three boxes one at the end may be given up again; without the middle one betting does not close."""
    kinds, others = ("ante", "blind"), [seat for seat in (1, 2, 3) if seat != back]
    wagers = [{"seat": seat, "wager": kind, "amount": "5.00", "player": "Ada"} for seat in (1, 2, 3) for kind in kinds]
    answers: list[dict[str, Any]] = [{"seat": back, "answer": "remove", "wager": kind} for kind in kinds]
    answers += [{"seat": seat, "answer": "fold"} for seat in others]
    chance = cards("9S 9H 9D 4C 5S", "AS KS QS JS TS", "KD QC 9C 7C 3D")[:15]
    played = play(GAME, {**deal("", chance), "wagers": wagers, "answers": answers}, adjacent_boxes=3)
    played.ok() if ok else refused(played, "one_position", "687a.7(e)")


@pytest.mark.parametrize(("boxes", "ok"), [(0, False), (1, True), (6, True), (7, False)])
def test_687a_7_e_number_of_boxes_that_may_be_filed(boxes: int, ok: bool) -> None:
    """From one to all six positions."""
    played = play(GAME, bare(), adjacent_boxes=boxes)
    played.ok() if ok else refused(played, "forbidden_choice", "687a.7(e)")
