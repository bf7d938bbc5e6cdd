"""Chapter 687a, DJ Wild Stud Poker: dealing (§§ 687a.8–687a.10) and the round (§ 687a.11)."""

from typing import Any

import pytest

from pitboss.chapters.ch687a_dj_wild_stud_poker import GAME as DJ_WILD
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import Rules
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.equipment.shoe import Dealing
from pitboss.events import Dealt, visible
from pitboss.game import RoundStart
from pitboss.procedure import Answer
from pitboss.testkit.tables import Played, deal, play, refused
from pitboss.wagers import close_betting
from tests.chapters.dj_wild import BONUSES, EVERYTHING, GAME, MAIN, bare, cards, hand
from tests.chapters.staff import attested

TRIPS_9 = "9S 9H 9D 4C 5S"
DEALINGS = ("manual_shoe", "hand", "automated_shoe")
TWO = f"{EVERYTHING}; 2 ante 20; 2 blind 20; 2 progressive_bonus 1; 2 trips_bonus 5; 2 two_way_bad_beat_bonus 5"


def table(
    first: str, second: str, dealer: str, aside: str = "8H", answers: str = "1 raise; 2 raise", **filed: Any
) -> Played:
    """Two players with every wager."""
    wagers = filed.pop("wagers", TWO)
    return play(GAME, deal(wagers, cards(first, second, dealer, aside), answers), **{**BONUSES, **filed})


# §§ 687a.8 – 687a.10.


@pytest.mark.parametrize(
    ("dealing", "call", "players", "dealer", "aside"),
    [
        ("manual_shoe", "687a.8(b)", "687a.8(d)", "687a.8(e)", "687a.8(f)"),
        ("hand", "687a.9(a)(3)", "687a.9(c)", "687a.9(d)", "687a.9(e)"),
        ("automated_shoe", "687a.10(a)(2)", "687a.10(b)", "687a.10(c)", "687a.10(c)"),
    ],
)
def test_687a_8_9_10_stacks_of_five_clockwise_then_dealer_then_one_aside(
    dealing: str, call: str, players: str, dealer: str, aside: str
) -> None:
    """After "no more bets": five cards to each bettor from the dealer's left, five to the dealer, one set aside."""
    wagers = "5 ante 10; 5 blind 10; 2 ante 10; 2 blind 10"
    chance = cards(TRIPS_9, "AS KS QS JS TS", "KD QC JH 7C 3D", "8H")
    played = play(GAME, deal(wagers, chance, "2 raise; 5 raise"), dealing=dealing, **BONUSES).ok()
    dealt = played.events_of("dealt")
    assert [e["to"] for e in dealt] == [2] * 5 + [5] * 5 + ["dealer"] * 5 + ["set_aside"]
    assert [e["cite"] for e in dealt] == [players] * 10 + [dealer] * 5 + [aside]
    kinds = [e["event"] for e in played.events]
    assert kinds.index("announced") < kinds.index("dealt")
    assert [(e["words"], e["cite"]) for e in played.events_of("announced")] == [("no more bets", call)]


def test_687a_8_d_players_see_their_own_cards_only() -> None:
    """Cards are dealt face down: each player sees their five, nobody the dealer's or the one set aside."""
    rules = DJ_WILD.example()
    round_, events = Round(DJ_WILD, rules, DJ_WILD.open(rules), RoundStart(1)), []
    for seat in (1, 2):
        for wager in ("ante", "blind"):
            round_.answer(Answer(seat, "wager", wager, "", 500))
    round_.answer(close_betting())
    for card in DECK_WITH_JOKER[:16]:
        events += round_.answer(Answer("chance", card))
    dealt = [e for e in events if isinstance(e, Dealt)]
    assert len(dealt) == 16
    for viewer in (1, 2, 3, "dealer", "floor"):
        seen = [shown.card for e in dealt if isinstance(shown := visible(e, viewer), Dealt) and shown.card]
        assert seen == [e.card for e in dealt if e.to == viewer and viewer != "dealer"]


@pytest.mark.parametrize(
    ("dealing", "cite"), [("manual_shoe", "687a.8(c)"), ("hand", "687a.9(b)"), ("automated_shoe", "I-687a-15")]
)
def test_687a_8_c_start_game_locks_out_and_collects_for_the_meter(dealing: str, cite: str) -> None:
    """With a Progressive up, wagers are locked out after the call and each moves the meter before any card."""
    played = hand(TRIPS_9, dealing=dealing).ok()
    kinds = [e["event"] for e in played.events]
    assert kinds.index("announced") < kinds.index("meter_moved") < kinds.index("dealt")
    locked = next(e for e in played.events_of("noted") if "locked out" in e["what"])
    assert locked["cite"] == cite
    assert attested(played, "pressed Start Game") == [("dealer", None, cite)]
    moved = played.events_of("meter_moved")[0]
    assert (moved["before"], moved["after"]) == (200_000 * 10**6, 200_020 * 10**6)


def test_687a_8_c_no_progressive_wager_no_start_game() -> None:
    """Without one on a sensor nothing is locked out and the meter rests."""
    played = hand(TRIPS_9, wagers=MAIN).ok()
    assert not played.events_of("meter_moved")
    assert not [e for e in played.events_of("noted") if "locked out" in e["what"]]
    assert not attested(played, "Start Game")


def test_i_687a_14_card_is_set_aside_whenever_the_progressive_is_offered() -> None:
    """Whether or not anyone wagered on it; and never at a table that does not offer it."""
    for dealing in DEALINGS:
        offered = hand(TRIPS_9, wagers=MAIN, dealing=dealing).ok()
        assert [e["to"] for e in offered.events_of("dealt")][-1] == "set_aside"
        assert "set_aside" not in [e["to"] for e in play(GAME, bare(), dealing=dealing).ok().events_of("dealt")]


@pytest.mark.parametrize(
    ("dealing", "cite"), [("manual_shoe", "687a.8(h)"), ("hand", "687a.9(g)"), ("automated_shoe", "687a.10(e)")]
)
def test_687a_8_g_stub_is_counted_in_every_fifth_round(dealing: str, cite: str) -> None:
    """At least once in five rounds, unless the shuffler counts 53 cards after each shuffle."""
    played = play(GAME, *[bare()] * 10, dealing=dealing).ok()
    assert attested(played, "counted the stub") == [("dealer", 43, cite)] * 2
    rounds = [e["round"] for e in played.events_of("round_opened")]
    fifth = ["stub" in e.get("what", "") for e in played.events].index(True)
    assert sum(e["event"] == "round_opened" for e in played.events[:fifth]) == 5
    assert len(rounds) == 10
    counting = play(GAME, *[bare()] * 5, dealing=dealing, shuffler_counts=True).ok()
    assert not attested(counting, "stub")


def test_687a_8_g_void_round_counts_among_the_five() -> None:
    """A round void while it was dealt had no count; the next one is due no later for that."""
    void = deal(MAIN, "9S 9H 9D", "", [{"kind": "wrong_number_of_cards", "after": 3}])
    played = play(GAME, bare(), void, *[bare()] * 4).ok()
    lines = [e for e in played.events if e["event"] == "round_opened" or "counted the stub" in e.get("what", "")]
    assert [n for n, line in enumerate(lines) if line["event"] == "attested"] == [5]  # in the fifth round


# § 687a.11(a)–(c).


def test_687a_11_b_each_in_turn_from_the_dealers_left() -> None:
    """Raise or fold is asked clockwise; an answer out of turn is refused, and so is any other word."""
    rules = Rules()
    round_ = Round(DJ_WILD, rules, DJ_WILD.open(rules), RoundStart(1))
    for seat in (4, 2):
        for wager in ("ante", "blind"):
            round_.answer(Answer(seat, "wager", wager, "", 500))
    round_.answer(close_betting())
    for card in DECK_WITH_JOKER[:15]:
        round_.answer(Answer("chance", card))
    assert not round_.questions(4)
    (question,) = round_.questions(2)
    assert [str(option) for option in question.options] == ["raise", "fold"]
    round_.answer(Answer(2, "raise"))
    assert round_.questions(4)


@pytest.mark.parametrize("word", ["check", "call", "double"])
def test_687a_11_b_only_raise_or_fold(word: str) -> None:
    """There is no third choice."""
    refused(hand(TRIPS_9, answer=f"1 {word}"), "not_lawful", "687a.11(b)")


def test_687a_11_a_1_nobody_answers_for_another_hand() -> None:
    """Nobody else sees a player's hand."""
    wagers, chance = f"{MAIN}; 2 ante 10; 2 blind 10", cards(TRIPS_9, "AS KS QS JS TS", "KD QC JH 7C 3D")
    refused(play(GAME, deal(wagers, chance, "2 raise")), "not_lawful", "687a.11(b)")


def test_687a_11_b_fold_forfeits_ante_and_blind() -> None:
    """Who folds loses Ante and Blind before the dealer's hand is shown."""
    played = hand(TRIPS_9, wagers=MAIN, answer="1 fold").ok()
    assert [(s["wager"], s["returned"], s["cite"]) for s in played.settlements] == [
        ("ante", "0.00", "687a.11(b)"),
        ("blind", "0.00", "687a.11(b)"),
    ]
    kinds = [e["event"] for e in played.events]
    assert kinds.index("collected") < kinds.index("revealed")


def test_687a_11_b_1_fold_keeps_trips() -> None:
    """The Trips Bonus Wager is settled on a folded hand."""
    assert hand(TRIPS_9, answer="1 fold").returned(1, "trips_bonus") == "35.00"
    assert hand("9S 9H 4D 4C 5H", answer="1 fold").returned(1, "trips_bonus") == "0.00"


def test_687a_11_b_2_fold_forfeits_bad_beat() -> None:
    """Even where the folded hand is beaten (I-687a-09)."""
    played = hand(TRIPS_9, "TS TH TD 3C 7H", answer="1 fold")
    assert (played.returned(1, "two_way_bad_beat_bonus"), played.cite(1, "two_way_bad_beat_bonus")) == (
        "0.00", "687a.11(b)(2)",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("keeps", "returned", "cite"), [(True, "10.00", "687a.12(c)"), (False, "0.00", "687a.11(b)(3)")]
)
def test_687a_11_b_3_progressive_of_a_folded_hand(keeps: bool, returned: str, cite: str) -> None:
    """As filed, a folded hand still counts for the Progressive, which is the default, or loses it (I-687a-10)."""
    played = hand(TRIPS_9, answer="1 fold", folded_hand_keeps_progressive=keeps)
    assert (played.returned(1, "progressive_bonus"), played.cite(1, "progressive_bonus")) == (returned, cite)
    assert hand(TRIPS_9, answer="1 fold").returned(1, "progressive_bonus") == "10.00"


@pytest.mark.parametrize(
    ("bonus", "stays"),
    [("", False), ("1 two_way_bad_beat_bonus 5", False), ("1 trips_bonus 5", True), ("1 progressive_bonus 1", True)],
)
def test_687a_11_c_folded_cards_go_to_the_rack_unless_trips_or_progressive_wait(bonus: str, stays: bool) -> None:
    """Cards without a waiting wager are racked unseen before the dealer shows; the others stay and are shown."""
    played = hand(TRIPS_9, wagers=f"{MAIN}; {bonus}", answer="1 fold").ok()
    order = [
        e["event"] if e["event"] == "discarded" else e["of"]
        for e in played.events
        if e["event"] in ("discarded", "revealed")
    ]
    assert (order.index("discarded") < order.index("dealer")) is not stays
    assert (1 in order) is stays
    first = played.events_of("discarded")[0]
    assert (first["of"], first["cite"]) == ((1, "687a.11(g)") if stays else (1, "687a.11(c)"))


# § 687a.11(d)–(g).


def test_687a_11_d_dealer_shows_and_calls_his_best_hand() -> None:
    """After all have decided the dealer's five cards are turned and named."""
    played = table(TRIPS_9, "AS KS QS JS TS", "KD KC JH JK 3D").ok()
    shown = next(e for e in played.events_of("revealed") if e["of"] == "dealer")
    assert (shown["cards"], shown["total"], shown["cite"]) == (
        ["KD", "KC", "JH", "JK", "3D"],
        "three kings",
        "687a.11(d)",
    )
    kinds = [(e["event"], e.get("of")) for e in played.events]
    elected = max(n for n, (kind, _) in enumerate(kinds) if kind == "elected")
    assert elected < kinds.index(("revealed", "dealer"))


def test_687a_11_e_from_the_dealers_right_one_player_at_a_time() -> None:
    """I-687a-17: seat 2 before seat 1; each with main wagers, Progressive, Trips, Bad Beat in that order (I-687a-25)."""
    played = table(TRIPS_9, "AS KS QS JS TS", "KD QC JH 7C 3D")
    wagers = ["ante", "blind", "raise", "progressive_bonus", "trips_bonus", "two_way_bad_beat_bonus"]
    assert played.ok().order()[:12] == [(seat, wager) for seat in (2, 1) for wager in wagers]
    assert [e["of"] for e in played.events_of("revealed")] == ["dealer", 2, 1]
    assert [e["total"] for e in played.events_of("revealed")][1:] == ["royal flush", "three 9s"]


def test_687a_11_e_1_higher_hand_wins() -> None:
    """Ante and Raise at even money, the Blind by its table."""
    played = hand("9S 8H 7D 6C 5S", wagers=MAIN)
    assert [(w, played.returned(1, w), played.cite(1, w)) for w in ("ante", "blind", "raise")] == [
        ("ante", "20.00", "687a.12(a)"), ("blind", "20.00", "687a.12(b)"), ("raise", "40.00", "687a.12(a)"),
    ]  # fmt: skip


def test_687a_11_e_2_equal_hands_push() -> None:
    """All three wagers stay with the player."""
    played = hand("9S 9H AD 5C 4S", "9D 9C AH 5H 4D", wagers=MAIN)
    assert [(w, played.returned(1, w), played.cite(1, w)) for w in ("ante", "blind", "raise")] == [
        ("ante", "10.00", "687a.11(e)(2)"), ("blind", "10.00", "687a.11(e)(2)"), ("raise", "20.00", "687a.11(e)(2)"),
    ]  # fmt: skip


@pytest.mark.parametrize("mine", ["9S 9H AD 5C 4S", "9S 8H 7D 6C 5S"])
def test_687a_11_e_3_lower_hand_loses(mine: str) -> None:
    """All three wagers, the Blind even with a straight (I-687a-23)."""
    played = hand(mine, "AC JC 9C 5H JK".replace("5H", "3C"), wagers=MAIN)
    assert [(w, played.returned(1, w), played.cite(1, w)) for w in ("ante", "blind", "raise")] == [
        ("ante", "0.00", "687a.11(e)(3)"), ("blind", "0.00", "687a.11(e)(3)"), ("raise", "0.00", "687a.11(e)(3)"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("aside", "returned", "outcome"), [("9C", "301.00", "four of a kind"), ("8H", "10.00", "three of a kind")]
)
def test_687a_11_f_1_joker_is_exchanged_on_the_table(aside: str, returned: str, outcome: str) -> None:
    """The card set aside is turned and takes the joker's place for the Progressive, and for nothing else."""
    played = hand("9S 9H 9D 4C JK", aside=aside)
    assert played.returned(1, "progressive_bonus") == returned
    assert [e["cards"] for e in played.events_of("revealed") if e["of"] == "set_aside"] == [[aside]]
    assert played.returned(1, "trips_bonus") == "35.00"  # four of a kind with a wild, 6 to 1
    paid = next(e for e in played.events_of("paid") if e["wager"] == "progressive_bonus")
    assert paid["outcome"] == outcome


@pytest.mark.parametrize(
    ("mine", "wagers"), [(TRIPS_9, EVERYTHING), ("9S 9H 9D 4C JK", MAIN)], ids=["no joker", "no progressive"]
)
def test_687a_11_f_1_card_set_aside_stays_down_where_it_is_not_needed(mine: str, wagers: str) -> None:
    """Without a joker in a player's hand, or without a Progressive, it goes to the rack unseen."""
    played = hand(mine, wagers=wagers).ok()
    assert "set_aside" not in [e["of"] for e in played.events_of("revealed")]
    assert [e["seen_by"] for e in played.events_of("discarded") if e["of"] == "set_aside"] == [[]]


def test_687a_11_f_1_dealers_joker_needs_no_exchange() -> None:
    """The exchange is for players' hands."""
    assert "set_aside" not in [e["of"] for e in hand(TRIPS_9, "KD QC JH 7C JK").ok().events_of("revealed")]


def test_i_gen_03_meter_is_paid_in_turn() -> None:
    """Two royal flushes: the first from the dealer's right takes the meter, the next the reseeded one."""
    played = table("AS KS QS JS TS", "AH KH QH JH TH", "KD QC JD 7C 3D", "8S")
    assert (played.returned(2, "progressive_bonus"), played.returned(1, "progressive_bonus")) == ("2000.40", "2000.00")
    moved = [(e["why"], e["after"]) for e in played.events_of("meter_moved")]
    assert moved == [
        ("contribution", 200_020 * 10**6), ("contribution", 200_040 * 10**6), ("award", 0),
        ("reset", 200_000 * 10**6), ("award", 0), ("reset", 200_000 * 10**6),
    ]  # fmt: skip


def test_i_gen_04_partial_award_lowers_the_meter() -> None:
    """A tenth is taken off and nothing put back; the meter goes on from there in the next round."""
    first = deal(EVERYTHING, cards("4S 5S 6S 7S 8S", "KD QC JH 7C 3D", "8H"), "1 raise")
    second = deal(EVERYTHING, cards("AS KS QS JS TS", "KD QC JH 7C 3D", "8H"), "1 raise")
    played = play(GAME, first, second, **BONUSES)
    assert played.returned(1, "progressive_bonus", round=1) == "200.02"
    assert played.returned(1, "progressive_bonus", round=2) == "1800.38"  # 2000.20 − 200.02 + 0.20


def test_i_gen_04_fraction_of_a_cent_stays_on_the_meter() -> None:
    """A share is paid down to the cent (I-GEN-06)."""
    played = hand("4S 5S 6S 7S 8S", progressive_rate="0.0001")
    assert played.returned(1, "progressive_bonus") == "200.00"
    assert played.events_of("meter_moved")[-1]["after"] == 180_000 * 10**6 + 100


# Envy Bonus.


@pytest.mark.parametrize(
    ("paytable", "stake", "royal", "straight_flush"), [("1", 1, "1000.00", "300.00"), ("2", 5, "5000.00", "1500.00")]
)
def test_687a_12_c_envy_bonus(paytable: str, stake: int, royal: str, straight_flush: str) -> None:
    """Every other player with a Progressive is paid for a royal or straight flush, after all Progressives (I-687a-16)."""
    wagers = f"{MAIN}; 1 progressive_bonus {stake}; 2 ante 10; 2 blind 10; 2 progressive_bonus {stake}; 3 ante 10; 3 blind 10"
    for winner, due in (("AS KS QS JS TS", royal), ("4S 5S 6S 7S 8S", straight_flush)):
        chance = cards(winner, "9S 9H 9D 4C 5H", "9C TC 3H 4D 6H", "KD QC JH 7C 3D", "8H")
        played = play(
            GAME,
            deal(wagers, chance, "1 raise; 2 raise; 3 raise"),
            **{**BONUSES, "progressive_bonus_paytable": paytable},
        )
        assert played.order()[-1] == (2, "progressive_bonus_envy")
        line = played.line(2, "progressive_bonus_envy")
        assert (line["stake"], line["returned"], line["cite"]) == ("0.00", due, "687a.12(c)")
        assert [s["seat"] for s in played.settlements if s["wager"] == "progressive_bonus_envy"] == [2]


def test_i_687a_16_envy_is_paid_for_each_qualifying_hand_but_never_for_ones_own() -> None:
    """Two royal flushes: each of their holders is paid for the other's, a third player for both."""
    wagers = "; ".join(f"{seat} ante 10; {seat} blind 10; {seat} progressive_bonus 1" for seat in (1, 2, 3))
    chance = cards("AS KS QS JS TS", "AH KH QH JH TH", "9S 9H 9D 4C 5H", "KD QC JD 7C 3D", "8H")
    played = play(GAME, deal(wagers, chance, "1 raise; 2 raise; 3 raise"), **BONUSES)
    envy = {s["seat"]: s["returned"] for s in played.settlements if s["wager"] == "progressive_bonus_envy"}
    assert list(envy.items()) == [(3, "2000.00"), (2, "1000.00"), (1, "1000.00")]


def test_i_687a_16_hand_of_a_player_without_progressive_counts() -> None:
    """Seat 1 has no Progressive; their royal flush, joker exchanged, is worth an Envy Bonus to seat 2."""
    wagers = f"{MAIN}; 2 ante 10; 2 blind 10; 2 progressive_bonus 1"
    played = table("AS KS QS JS JK", TRIPS_9, "KD QC JH 7C 3D", "TS", wagers=wagers)
    assert played.returned(2, "progressive_bonus_envy") == "1000.00"
    assert [e["cards"] for e in played.events_of("revealed") if e["of"] == "set_aside"] == [["TS"]]


@pytest.mark.parametrize(
    ("bonus", "keeps", "paid"),
    [
        ("1 trips_bonus 5", True, True),
        ("1 progressive_bonus 1", True, True),
        ("", True, False),
        ("1 trips_bonus 5", False, True),
        ("1 progressive_bonus 1", False, True),
        ("", False, False),
    ],
)
def test_i_687a_16_folded_hand_counts_if_its_cards_stayed(bonus: str, keeps: bool, paid: bool) -> None:
    """Cards racked unseen do not count; cards that stayed do, also where the folder loses the Progressive."""
    wagers = f"{MAIN}; {bonus}; 2 ante 10; 2 blind 10; 2 progressive_bonus 1"
    played = table(
        "AS KS QS JS TS", TRIPS_9, "KD QC JH 7C 3D", wagers=wagers, answers="1 fold; 2 raise",
        folded_hand_keeps_progressive=keeps,
    ).ok()  # fmt: skip
    assert ((2, "progressive_bonus_envy") in played.order()) is paid


def test_i_687a_16_no_envy_between_boxes_of_one_player() -> None:
    """One player at two boxes has no Envy Bonus for their own hand."""
    wagers = [
        {"seat": seat, "wager": wager, "amount": amount, "player": "Ada"}
        for seat in (1, 2)
        for wager, amount in (("ante", "10.00"), ("blind", "10.00"), ("progressive_bonus", "1.00"))
    ]
    chance = cards("AS KS QS JS TS", TRIPS_9, "KD QC JH 7C 3D", "8H")
    played = play(GAME, deal(wagers, chance, "1 raise; 2 raise"), adjacent_boxes=2, **BONUSES).ok()
    assert "progressive_bonus_envy" not in [wager for _, wager in played.order()]


def test_687a_11_g_cards_are_racked_hand_by_hand() -> None:
    """Each hand by itself, in the order of settlement, so that it can be rebuilt; the stub's count is what is left."""
    played = table(TRIPS_9, "AS KS QS JS TS", "KD QC JH 7C 3D").ok()
    assert [(e["of"], len(e["cards"])) for e in played.events_of("discarded")] == [
        (2, 5), (1, 5), ("dealer", 5), ("set_aside", 1),
    ]  # fmt: skip


def test_687a_2_b_4_dealing_devices_play_alike() -> None:
    """The three devices differ in their provisions only: the same cards settle alike."""
    rounds = [hand(TRIPS_9, "TS TH TD 3C 7H", dealing=dealing).ok() for dealing in DEALINGS]
    assert len({str([(s["wager"], s["returned"]) for s in played.settlements]) for played in rounds}) == 1
    assert [Dealing(name) for name in DEALINGS] == list(Dealing)
