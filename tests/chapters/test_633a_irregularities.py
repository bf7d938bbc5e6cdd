"""Chapter 633a, Blackjack: irregularities of cards, hands and card reader. Those of the shoe are in ``test_633a_shoe``."""

from typing import Any

import pytest

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.irregularities import IRREGULARITIES
from pitboss.drivers.round import Round
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.mathematics.blackjack.strategy import Basic, BlackjackChart
from pitboss.mathematics.kit.strategy import Seen
from pitboss.procedure import Answer, GivenUp, Option
from pitboss.testkit.tables import deal, fault, refused
from tests.chapters.blackjack import ONE, TWO, begun, drive, filed, hand, net, table
from tests.shoes import BURN

BAD_BEAT: dict[str, Any] = {
    "bad_beat_progressive": True,
    "bad_beat_rate": 10,
    "bad_beat_initial": 5000,
    "bad_beat_reset": 5000,
}


# § 633a.14(c).  A card drawn in error and exposed.


def test_633a_14_c_exposed_card_may_be_taken() -> None:
    """It is dealt to the player who accepts it as though it were the next card; they may then go on."""
    played = hand("TS 7H 2S TH 6D", "1 accept_card; 1 stand", faults=[fault("card_exposed", 5)]).ok()
    assert [e["card"] for e in played.events_of("dealt") if e["to"] == 1] == ["TS", "2S", "6D"]
    assert played.events_of("revealed")[0] == {
        "event": "revealed",
        "of": "exposed card",
        "cards": ["6D"],
        "cite": "633a.14(c)",
    }


def test_633a_14_c_who_refuses_it_gets_no_more_cards() -> None:
    """The next player is offered it; the one who refused stands."""
    played = hand("TS 9S 7H 2S 3D TH 6D", "1 refuse_card; 2 accept_card; 2 stand", TWO, [fault("card_exposed", 7)]).ok()
    assert [e["card"] for e in played.events_of("dealt") if e["to"] == 2] == ["9S", "3D", "6D"]
    refused(hand("TS 7H 2S TH 6D", "1 refuse_card; 1 draw", faults=[fault("card_exposed", 5)]), "unused", "633a.6(c)")


def test_633a_14_c_refused_by_all_it_is_the_dealers_or_discarded() -> None:
    """The dealer takes it if the hand must draw; if it stands, it goes to the rack."""
    takes = hand("TS 6H 9S TH 4D", "1 refuse_card", faults=[fault("card_exposed", 5)]).ok()
    assert [e["card"] for e in takes.events_of("dealt") if e["to"] == "dealer"] == ["6H", "TH", "4D"]
    stands = hand("TS 7H 9S TH 4D", "1 refuse_card", faults=[fault("card_exposed", 5)]).ok()
    assert next((e["cards"], e["cite"]) for e in stands.events_of("discarded")) == (["4D"], "633a.14(c)")


def test_633a_14_c_exposed_instead_of_a_requested_card_it_may_be_refused() -> None:
    """A player who asked for a card and sees it first may still refuse it."""
    report: dict[str, Any] = {"kind": "card_exposed", "after": 5, "after_answers": 1}
    refusing = hand("TS 7H 2S TH KD", "1 draw; 1 refuse_card", faults=[report]).ok()
    assert refusing.returned(1, "blackjack") == "0.00"
    assert [e["card"] for e in refusing.events_of("dealt") if e["to"] == 1] == ["TS", "2S"]
    taking = hand("TS 7H 2S TH 9D", "1 draw; 1 accept_card", faults=[report]).ok()
    assert taking.returned(1, "blackjack") == "20.00"


def test_633a_14_c_before_the_deal_is_complete_it_is_the_next_card() -> None:
    """I-633a-30: the text is silent; it is used as the next card."""
    for after in (1, 2, 3, 4):
        played = hand("TS 7H 9S TH", "1 stand", faults=[fault("card_exposed", after)]).ok()
        assert [e["card"] for e in played.events_of("dealt")] == ["TS", "7H", "9S", "TH"]


def test_633a_14_c_doubled_and_split_hands_take_it() -> None:
    """A hand that must have a card gets it, exposed or not; so does the dealer."""
    report: dict[str, Any] = {"kind": "card_exposed", "after": 5, "after_answers": 1}
    assert hand("5S 7H 6S TH 9D", "1 double_down", faults=[report]).returned(1, "double_down") == "20.00"
    split = hand("8S 7H 8D TH TC TD", "1 split_pairs; 1 stand; 1 stand", faults=[report]).ok()
    assert [e["card"] for e in split.events_of("dealt") if e["to"] == 1][2:] == ["TC", "TD"]
    dealer = hand("TS 6H 9S TH 4D", "1 stand", faults=[{**report, "after_answers": 1}]).ok()
    assert [e["card"] for e in dealer.events_of("dealt") if e["to"] == "dealer"] == ["6H", "TH", "4D"]


def test_633a_14_c_refusal_ends_the_drawing_of_the_player_not_of_a_hand() -> None:
    """I-633a-45: the player's other split hand gets the card that completes it (633a.11(b)) and no more."""
    report = [fault("card_exposed", 6)]
    played = hand("8S 7H 8D TH 5C 6C", "1 split_pairs; 1 refuse_card", faults=report).ok()
    assert [(e["card"], e.get("hand", 0)) for e in played.events_of("dealt") if e["to"] == 1][2:] == [
        ("5C", 0),
        ("6C", 1),
    ]
    asked = "1 split_pairs; 1 refuse_card; 1 stand"
    refused(hand("8S 7H 8D TH 5C 6C", asked, faults=report), "unused", "633a.6(c)")


def test_633a_14_c_refusal_binds_every_box_of_the_player() -> None:
    """One player at two boxes refuses at the first; the second draws nothing, that of another player does."""
    cards, report = "TS 2S 7H 2D 3D TH 6D", [fault("card_exposed", 7)]
    own = [{"seat": s, "wager": "blackjack", "amount": "10.00", "player": "ann"} for s in (1, 2)]
    refused(hand(cards, "1 refuse_card; 2 accept_card", own, report, adjacent_boxes=2), "unused", "633a.6(c)")
    played = hand(cards, "1 refuse_card", own, report, adjacent_boxes=2).ok()
    assert next((e["cards"], e["cite"]) for e in played.events_of("discarded")) == (["6D"], "633a.14(c)")
    hand(cards, "1 refuse_card; 2 accept_card; 2 stand", TWO, report).ok()


@pytest.mark.parametrize(("answers", "returned"), [("1 surrender", "5.00"), ("1 stand", "0.00"), ("", "0.00")])
def test_633a_14_c_who_refuses_may_still_surrender(answers: str, returned: str) -> None:
    """633a.9(a): giving up the first two cards takes no card; a player who says nothing stands."""
    played = hand("TS 7H 6S TH 9D", f"1 refuse_card; {answers}", faults=[fault("card_exposed", 5)])
    assert played.returned(1, "blackjack") == returned


def test_633a_14_c_no_surrender_after_a_card_was_drawn() -> None:
    """The player drew before refusing: there is nothing left to decide."""
    report = [fault("card_exposed", 6)]
    refused(hand("TS 7H 2S TH 3D 9D", "1 draw; 1 refuse_card; 1 surrender", faults=report), "unused", "633a.9(a)")


@pytest.mark.parametrize(
    ("cards", "answers", "dealt", "won"),
    [
        ("6S 7H 5S TH KH", "1 double_down", "KH", 2000),
        ("6S 7H 5S TH KH", "1 double_down 4", "KH", 1400),
        ("8S 7H 8D TH TC TD", "1 split_pairs; 1 stand; 1 stand", "TC TD", 2000),
        ("6S 7H 5S TH KH", "1 draw", "KH", 1000),
        ("6S 7H 5S TH KH", "1 accept_card", "KH", 1000),
        ("TS 7H 6S TH KH", "1 surrender", "", -500),
        ("TS 7H 9S TH KH", "1 stand", "", 1000),
    ],
)
def test_633a_14_c_the_player_to_act_keeps_every_right(cards: str, answers: str, dealt: str, won: int) -> None:
    """I-633a-45: an exposed card may be doubled, split or drawn upon, or the hand be given up or stand; the next card dealt is that
    one."""
    played = hand(cards, answers, faults=[fault("card_exposed", 5)])
    assert net(played) == won
    assert [e["card"] for e in played.events_of("dealt") if e["to"] == 1][2:] == dealt.split()
    first = next(e for e in played.events_of("elected") if e["by"] == 1)
    assert first["cite"] == "633a.14(c)"


def test_633a_14_c_no_right_that_the_hand_would_not_have() -> None:
    """No split without a pair, no double or surrender after a card was drawn."""
    exposed = [fault("card_exposed", 6)]
    for answer, cite in (("double_down", "633a.14(c)"), ("surrender", "633a.9(a)"), ("split_pairs", "633a.14(c)")):
        refused(hand("2S 7H 3S TH 4D 9D", f"1 draw; 1 {answer}", faults=exposed), "not_lawful", cite)
    refused(hand("6S 7H 5S TH 9D", "1 split_pairs", faults=[fault("card_exposed", 5)]), "not_lawful", "633a.14(c)")


def test_633a_14_c_who_stands_passes_it_on_and_refuses_nothing() -> None:
    """I-633a-45: the next player may have it, and the one who stood may still draw at another box."""
    report = [fault("card_exposed", 7)]
    passed = hand("TS 9S 7H 9D 3D TH 6D", "1 stand; 2 draw; 2 stand", TWO, report).ok()
    assert [e["card"] for e in passed.events_of("dealt") if e["to"] == 2] == ["9S", "3D", "6D"]
    own = [{"seat": s, "wager": "blackjack", "amount": "10.00", "player": "ann"} for s in (1, 2)]
    played = hand("TS 9S 7H 9D 3D TH 6D", "1 stand; 2 accept_card; 2 stand", own, report, adjacent_boxes=2).ok()
    assert [e["card"] for e in played.events_of("dealt") if e["to"] == 2] == ["9S", "3D", "6D"]


def test_633a_14_c_the_absent_stand() -> None:
    """Nothing is refused for one who is not there: the hand stands, which bars from nothing."""
    round_ = begun("TS 7H 2S TH")
    round_.report(Report("card_exposed"))
    round_.answer(Answer("chance", "6D"))
    (question,) = round_.questions(1)
    assert question.default == Option("stand")
    assert [option.says for option in question.options] == [
        "surrender", "double_down", "stand", "draw", "accept_card", "refuse_card",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("entry", "cards", "exposed", "says"),
    [
        ("D", "6S 5S", "KH", "double_down"),
        ("D", "6S 5S", "2H", "accept_card"),  # 13: no hand to double
        ("H", "TS 6S", "KH", "stand"),
        ("H", "TS 2S", "9H", "accept_card"),
        ("S", "TS 6S", "5H", "accept_card"),
        ("S", "TS 8S", "4H", "stand"),
        ("P", "8S 8D", "KH", "split_pairs"),
        ("Rh", "TS 6S", "5H", "surrender"),
    ],
)
def test_633a_14_c_a_mind_that_plays_by_a_chart_sees_the_card(entry: str, cards: str, exposed: str, says: str) -> None:
    """It doubles and draws with a card that does it good, and passes on one that would bust it."""
    rows = dict.fromkeys(range(4, 22), (entry,) * 10)
    mind = Basic(BlackjackChart(rows, rows, dict.fromkeys("A23456789T", (entry,) * 10)))
    one, two = cards.split()
    round_ = begun(f"{one} 7H {two} TH")
    round_.report(Report("card_exposed"))
    round_.answer(Answer("chance", exposed))
    seen = Seen(1)
    seen.cards = {(1, 0): [one, two], ("dealer", 0): ["7H"], ("exposed card", 0): [exposed]}
    answer = mind.answer(round_.questions(1)[0], seen)
    assert answer.says == says
    assert round_.answer(answer)


# § 633a.14(d).  The dealer draws on 17.


@pytest.mark.parametrize("dealer", ["7H TH", "8H TH", "9H TH", "JH KH", "6H AH"])
def test_633a_14_d_card_drawn_on_17_or_more_is_discarded(dealer: str) -> None:
    """I-633a-31: on any total on which the dealer stands; the hand is as it was."""
    up, hole = dealer.split()
    plain = hand(f"TS {up} 9S {hole}", "1 stand")
    played = hand(f"TS {up} 9S {hole} 5C", "1 stand", faults=[fault("dealer_draws_on_17", 5)]).ok()
    assert next((e["cards"], e["cite"]) for e in played.events_of("discarded")) == (["5C"], "633a.14(d)")
    assert played.returned(1, "blackjack") == plain.returned(1, "blackjack")


def test_633a_14_d_not_on_16() -> None:
    """On 16 the dealer has to draw; the report is refused."""
    refused(hand("TS 6H 9S TH 4C", "1 stand", faults=[fault("dealer_draws_on_17", 5)]), "unused", "633a.6(c)")


# § 633a.14(e).  The dealer deals no card to the dealer's hand.


def test_633a_14_e_first_card_missed() -> None:
    """I-633a-43: the players get both cards, then the dealer two, the first of them up."""
    played = hand("TS 9S 7H TH", "1 stand", faults=[fault("dealer_card_missed", 2)]).ok()
    dealt = [(e["to"], e["card"], e.get("place", "")) for e in played.events_of("dealt")]
    assert dealt == [(1, "TS", ""), (1, "9S", ""), ("dealer", "7H", "up"), ("dealer", "TH", "hole")]


def test_633a_14_e_second_card_missed() -> None:
    """It is dealt down, last."""
    played = hand("TS 7H 9S TH", "1 stand", faults=[fault("dealer_card_missed", 4)]).ok()
    assert [e["card"] for e in played.events_of("dealt")] == ["TS", "7H", "9S", "TH"]
    assert played.events_of("irregularity_reported")[0]["cite"] == "633a.14(e)"


# § 633a.14(g).  Hands with too few cards.


def test_633a_14_g_hand_without_cards_is_dead() -> None:
    """I-633a-32: its wagers come back, side wagers included; the others play on."""
    wagers = f"{TWO}; 2 lucky_ladies 5; 2 bad_beat_progressive 1"
    played = hand(
        "TS 7H 9S TH", "1 stand", wagers, [fault("no_cards_dealt", 2, seat=2)], lucky_ladies=True, **BAD_BEAT
    ).ok()
    assert [s["returned"] for s in played.settlements if s["seat"] == 2] == ["20.00", "5.00", "1.00"]
    assert {s["cite"] for s in played.settlements if s["seat"] == 2} == {"633a.14(g)"}
    assert [e["why"] for e in played.events_of("meter_moved")] == ["contribution", "void"]
    assert played.events_of("meter_moved")[-1]["after"] == 500_000_000_000
    assert played.returned(1, "blackjack") == "20.00"


def test_633a_14_g_one_card_the_second_comes_last() -> None:
    """At the player's option after all others have theirs."""
    report = [fault("one_card_dealt", 4, seat=1)]
    played = hand("TS 9S 7H 8D 9D TH", "1 take_second_card; 1 stand; 2 stand", TWO, report).ok()
    assert [(e["to"], e["card"]) for e in played.events_of("dealt")][3:] == [(2, "8D"), (1, "9D"), ("dealer", "TH")]
    assert played.returned(1, "blackjack") == "20.00"


def test_633a_14_g_passed_over_at_first_he_gets_both_cards_a_turn_later() -> None:
    """The player's first card comes when the others get their second, the player's second after all of them."""
    report = [fault("one_card_dealt", 1, seat=1)]
    played = hand("9S 7H TS 8D 9D TH", "1 take_second_card; 1 stand; 2 stand", TWO, report).ok()
    dealt = [(2, "9S"), ("dealer", "7H"), (1, "TS"), (2, "8D"), (1, "9D"), ("dealer", "TH")]
    assert [(e["to"], e["card"]) for e in played.events_of("dealt")] == dealt
    asked = next(n for n, e in enumerate(played.events) if e.get("says") == "take_second_card")
    assert asked > next(n for n, e in enumerate(played.events) if e.get("card") == "8D")


def test_633a_14_g_one_card_or_a_dead_hand() -> None:
    """The player may have the hand called dead instead and gets the wagers back."""
    report = [fault("one_card_dealt", 4, seat=1)]
    played = hand("TS 9S 7H 8D TH", "1 hand_dead; 2 stand", f"{TWO}; 1 in_between 5", report, in_between=True).ok()
    assert [s["returned"] for s in played.settlements if s["seat"] == 1] == ["10.00", "5.00"]
    alone = hand("TS 7H", "1 hand_dead", faults=[fault("one_card_dealt", 3, seat=1)]).ok()
    assert alone.returned(1, "blackjack") == "10.00"


def test_633a_14_g_not_after_the_deal() -> None:
    """A hand that has its cards lacks none, and nobody else's seat does."""
    for kind in ("no_cards_dealt", "one_card_dealt"):
        refused(hand("TS 7H 9S TH", "1 stand", faults=[fault(kind, 5, seat=1)]), "unused", "633a.6(c)")
        refused(hand("TS 7H 9S TH", "1 stand", faults=[fault(kind, 1, seat=2)]), "unused", "633a.6(c)")


# § 633a.14(i).  A requested card is not dealt.


def test_633a_14_i_late_card_before_the_hole_card() -> None:
    """After all others have theirs; the player then goes on with their hand."""
    report = [fault("additional_card_not_dealt", 7, seat=1)]
    played = hand("TS 9S 7H 2S 3D TH 7D 8C", "1 draw; 2 draw; 2 stand; 1 late_card; 1 stand", TWO, report).ok()
    told = [(e["event"], e.get("card") or e.get("of")) for e in played.events]
    assert told.index(("dealt", "7D")) < told.index(("dealt", "8C")) < told.index(("revealed", "dealer"))
    assert played.returned(1, "blackjack") == "20.00"


def test_633a_14_i_late_card_of_a_doubled_hand_is_its_only_one() -> None:
    """The player doubled: the missing card is the only one they get."""
    report = [fault("additional_card_not_dealt", 5, seat=1)]
    played = hand("2S 7H 3S TH 4C", "1 double_down; 1 late_card", faults=report).ok()
    assert [e["card"] for e in played.events_of("dealt") if e["to"] == 1] == ["2S", "3S", "4C"]
    assert net(played) == -2000


def test_633a_14_i_or_the_hand_is_dead_and_all_of_it_comes_back() -> None:
    """I-633a-33: the original wager, what was added to it and unsettled progressive wagers."""
    report = [fault("additional_card_not_dealt", 5, seat=1)]
    played = hand(
        "5S 7H 6S TH", "1 double_down; 1 hand_dead", f"{ONE}; 1 bad_beat_progressive 1", report, **BAD_BEAT
    ).ok()
    assert {s["wager"]: s["returned"] for s in played.settlements} == {
        "blackjack": "10.00",
        "double_down": "10.00",
        "bad_beat_progressive": "1.00",
    }
    assert net(played) == 0


def test_633a_14_i_or_the_original_wager_alone_comes_back_where_that_is_filed() -> None:
    """As printed: what was added and the progressive wager are lost, the meter keeps its part; whoever files it is warned."""
    report = [fault("additional_card_not_dealt", 5, seat=1)]
    literal = {**BAD_BEAT, "dead_hand_returns": "original_wager"}
    wagers = f"{ONE}; 1 bad_beat_progressive 1"
    played = hand("5S 7H 6S TH", "1 double_down; 1 hand_dead", wagers, report, **literal).ok()
    back = {"blackjack": "10.00", "double_down": "0.00", "bad_beat_progressive": "0.00"}
    assert {s["wager"]: s["returned"] for s in played.settlements} == back
    split = hand("8S 7H 8D TH", "1 split_pairs; 1 hand_dead; 1 hand_dead", faults=report * 2, **literal).ok()
    assert (split.returned(1, "blackjack"), split.returned(1, "split_pairs", hand=1)) == ("10.00", "0.00")
    assert "I-633a-33" in [doubt.cite for doubt in filed(**literal).doubts()]
    assert "I-633a-33" not in [doubt.cite for doubt in filed(**BAD_BEAT).doubts()]


def test_633a_14_i_a_dead_split_hand_leaves_the_other() -> None:
    """Only the hand that lacked its card is dead."""
    report = [fault("additional_card_not_dealt", 6, seat=1)]
    played = hand("8S 7H 8D TH 2C TC", "1 split_pairs; 1 draw; 1 stand; 1 hand_dead", faults=report).ok()
    assert (played.returned(1, "blackjack"), played.returned(1, "split_pairs", hand=1)) == ("10.00", "20.00")


def test_633a_14_i_a_dead_split_hand_leaves_the_royal_match() -> None:
    """A king and a queen, split against a king: one hand dies, the wager on the first two cards is still decided."""
    report = [fault("additional_card_not_dealt", 5, seat=1)]
    wagers = f"{ONE}; 1 royal_match_21 1"
    played = hand("KS KH QS 9D TC", "1 split_pairs; 1 stand; 1 hand_dead", wagers, report, royal_match_21=True).ok()
    assert (played.returned(1, "blackjack"), played.returned(1, "royal_match_21")) == ("10.00", "31.00")
    assert played.returned(1, "split_pairs", hand=1) == "20.00"


@pytest.mark.parametrize("answers", ["1 double_down; 1 hand_dead", "1 split_pairs; 1 hand_dead; 1 hand_dead"])
def test_633a_14_i_royal_match_of_a_dead_hand_is_still_decided(answers: str) -> None:
    """It was won with the first two cards and only waited for the hole card; the hand's wagers alone come back."""
    report = fault("additional_card_not_dealt", 5, seat=1)
    wagers = f"{ONE}; 1 royal_match_21 1"
    reports = [report] * answers.count("hand_dead")
    played = hand("KS KH QS 9D", answers, wagers, reports, royal_match_21=True).ok()
    assert (played.returned(1, "royal_match_21"), played.cite(1, "royal_match_21")) == ("31.00", "633a.13(f)")
    assert net(played) == 3000


def test_633a_14_i_only_the_seat_that_asked() -> None:
    """Nobody else's card is missing, and nobody's who asked for none."""
    refused(
        hand("TS 7H 2S TH 6D", "1 draw; 1 stand", faults=[fault("additional_card_not_dealt", 5, seat=2)]),
        "unused",
        "633a.6(c)",
    )
    refused(
        hand("TS 7H 9S TH", "1 stand", faults=[fault("additional_card_not_dealt", 5, seat=1)]), "unused", "633a.6(c)"
    )


# § 633a.14(j)–(k).  The card reader.


@pytest.mark.parametrize("up", [f"{n}H" for n in range(2, 10)])
def test_633a_14_j_floor_is_told_when_the_reader_is_misused(up: str) -> None:
    """With a 2 to 9 up the hole card has no business in the reader."""
    played = hand(f"TS {up} 6S 9H", "1 surrender", faults=[fault("card_reader_misused", 5)]).ok()
    assert played.events_of("irregularity_reported")[0]["cite"] == "633a.14(j)"
    (told,) = played.events_of("attested")
    assert (told["by"], told["cite"]) == ("floor", "633a.14(j)")


def test_633a_14_j_1_void_where_a_player_could_learn_the_card() -> None:
    """All hands dead, every wager not yet settled returned, meters included; what was paid before stands."""
    wagers = f"{TWO}; 1 lucky_ladies 1; 1 bad_beat_progressive 1"
    played = hand(
        "TS 9S 7H KH 9D TH",
        "",
        wagers,
        [fault("card_reader_misused", 7)],
        lucky_ladies=True,
        card_reader_can_reveal=True,
        **BAD_BEAT,
    ).ok()
    assert played.returned(1, "lucky_ladies") == "5.00"
    assert {(s["seat"], s["wager"]): s["returned"] for s in played.settlements} == {
        (1, "lucky_ladies"): "5.00", (1, "blackjack"): "10.00", (1, "bad_beat_progressive"): "1.00", (2, "blackjack"): "20.00",
    }  # fmt: skip
    assert played.events_of("round_voided")[0]["cite"] == "633a.14(j)(1)"
    assert played.events_of("meter_moved")[-1]["after"] == 500_000_000_000


def test_633a_14_j_2_play_goes_on_where_nobody_could() -> None:
    """The device tells nobody anything: the round is finished."""
    assert hand("TS 7H 9S TH", "1 stand", faults=[fault("card_reader_misused", 5)]).returned(1, "blackjack") == "20.00"


@pytest.mark.parametrize("up", ["AH", "TH", "KH"])
def test_633a_14_j_not_against_an_ace_or_ten(up: str) -> None:
    """There the reader is used as it should be."""
    asked = "1 no_insurance; " if up == "AH" else ""
    refused(hand(f"TS {up} 9S 7H", f"{asked}1 stand", faults=[fault("card_reader_misused", 5)]), "unused", "633a.6(c)")


def test_633a_14_j_only_while_the_hole_card_lies_face_down() -> None:
    """Before it is dealt and once it is shown it cannot be put into the reader."""
    early = [fault("card_reader_misused", 4)]
    refused(hand("TS 7H 9S TH", "1 stand", faults=early), "unused", "633a.6(c)")
    late: dict[str, Any] = {"kind": "card_reader_misused", "after": 5, "after_answers": 1}
    refused(hand("TS 7H 9S 9H TD", "1 stand", faults=[late]), "unused", "633a.6(c)")


def test_633a_14_k_round_is_held_until_the_reader_is_repaired() -> None:
    """I-633a-35: nothing is dealt until then, and the round goes on as it was."""
    played = hand("TS KH 9S 7H", "1 stand", faults=[fault("card_reader_malfunction", 5)]).ok()
    assert played.events_of("irregularity_reported")[0]["cite"] == "633a.14(k)"
    assert [e["says"] for e in played.events_of("elected") if e["by"] == "floor"] == ["repaired"]
    assert [(e["device"], e["in_service"]) for e in played.events_of("device_status")] == [
        ("card reader", False), ("card reader", True),
    ]  # fmt: skip
    assert played.returned(1, "blackjack") == "20.00"


def test_633a_14_k_floor_may_void_the_round() -> None:
    """With every wager returned."""
    answers = [{"by": "floor", "answer": "void_round"}]
    played = hand("TS KH 9S 7H", answers, TWO.split(";")[0], [fault("card_reader_malfunction", 5)]).ok()
    assert (played.returned(1, "blackjack"), played.events_of("round_voided")[0]["cite"]) == ("10.00", "I-633a-35")
    insured: list[dict[str, Any]] = [{"seat": 1, "answer": "insurance", "amount": "5.00"}, *answers]
    report = [fault("card_reader_malfunction", 5, after_answers=1)]
    assert [s["returned"] for s in hand("TS AH 9S 7H", insured, ONE, report).ok().settlements] == ["10.00", "5.00"]


def test_633a_14_k_no_card_before_the_repair() -> None:
    """Broken while betting is open, it works again before the first card, or a floorperson voids the round."""
    report = [fault("card_reader_malfunction", 1)]
    played = hand("TS 7H 9S TH", "1 stand", faults=report).ok()
    assert [e["cite"] for e in played.events_of("noted")] == ["633a.14(k)"]
    told = [(e["event"], e.get("says")) for e in played.events]
    assert told.index(("elected", "repaired")) < told.index(("dealt", None))
    void = hand("", [{"by": "floor", "answer": "void_round"}], f"{ONE}; 1 lucky_ladies 5", report, lucky_ladies=True)
    assert [s["returned"] for s in void.ok().settlements] == ["10.00", "5.00"]
    assert void.events_of("round_voided")[0]["cite"] == "I-633a-35"


VOID = [{"by": "floor", "answer": "void_round"}]
AGAIN = deal(ONE, "TS 7H 9S TH", "1 stand")


def test_633a_14_k_no_round_before_the_reader_is_repaired_or_replaced() -> None:
    """I-633a-46: after a void nothing is dealt, nor a wager taken, until the floor says so; then rounds go on as ever."""
    broken = deal(ONE, f"{BURN} TS KH 9S 7H", VOID, [fault("card_reader_malfunction", 5)])
    refused(table(broken, AGAIN), "not_lawful", "633a.14(k)")
    for word in ("repaired", "replaced"):
        said: list[dict[str, Any]] = [{"by": "floor", "answer": word}, *AGAIN["answers"]]
        played = table(broken, {**AGAIN, "answers": said}, AGAIN).ok()
        assert [e["says"] for e in played.events_of("elected") if e["by"] == "floor"] == ["void_round", word]
        assert [e["in_service"] for e in played.events_of("device_status")] == [False, True]
        kinds = [(e["event"], e.get("says")) for e in played.events]
        assert kinds.index(("elected", word)) < kinds.index(("wagered", None), kinds.index(("round_voided", None)))
    void = drive(filed(), f"{BURN} TS KH 9S", ["void_round"], {3: Report("card_reader_malfunction")}).result
    assert void.reader_broken
    held = Round(GAME, filed(), void, RoundStart(2, new_dealer=True, reopened=True))
    (question,) = held.elections()
    assert (question.to, question.default, question.courtesy) == ("floor", None, False)


def test_633a_14_k_other_voids_leave_the_reader_as_it_is() -> None:
    """A round void because the reader was misused holds up nothing."""
    misused = deal(ONE, f"{BURN} TS 7H 9S TH", "", [fault("card_reader_misused", 5)])
    assert table(misused, AGAIN, card_reader_can_reveal=True).ok().returned(1, "blackjack", round=2) == "20.00"


def test_633a_14_k_broken_while_nobody_wagers_it_is_remembered() -> None:
    """The round that nobody played ends; the next one waits for the floor."""
    broken = deal("", BURN, "", [fault("card_reader_malfunction", 1)])
    refused(table(broken, AGAIN), "not_lawful", "633a.14(k)")


def test_633a_14_k_returned_while_betting_is_open_holds_up_nothing() -> None:
    """Reported as returned, the reader is asked for no more; one that is in order cannot be returned."""
    back = [fault("card_reader_malfunction", 1), fault("card_reader_returned", 1)]
    played = hand("TS 7H 9S TH", "1 stand", faults=back).ok()
    assert [e["cite"] for e in played.events_of("irregularity_reported")] == ["633a.14(k)"] * 2
    assert not [e for e in played.events_of("elected") if e["by"] == "floor"]
    assert [e["in_service"] for e in played.events_of("device_status")] == [False, True]
    refused(hand("TS 7H 9S TH", "1 stand", faults=back[1:]), "unused", "633a.6(c)")


# § 633a.9(a)(2), 633a.10(b), 633a.11(d).  A check left out, and the dealer turns up a Blackjack.

OMITTED = [fault("card_reader_check_omitted", 5)]


def test_633a_9_a_2_surrender_loses_all_to_a_blackjack() -> None:
    """I-633a-12: without the check the entire wager is collected."""
    played = hand("TS KH 6S AD", "1 surrender", faults=OMITTED)
    assert (played.returned(1, "blackjack"), played.cite(1, "blackjack")) == ("0.00", "633a.9(a)")


def test_633a_9_a_the_answer_says_what_it_loses() -> None:
    """I-GEN-27: half, once no Blackjack is possible or the reader has ruled it out; else half or all, and when."""
    for up in ("7H", "KH", "AH"):
        (question,) = begun(f"TS {up} 6S 9D").elections()
        if up == "AH":  # Insurance comes first
            round_ = begun(f"TS {up} 6S 9D")
            round_.answer(Answer(1, "no_insurance"))
            round_.answer(Answer("dealer", "insert_hole_card"))
            (question,) = round_.elections()
        assert question.options[0] == Option("surrender", gives_up=GivenUp(500)), up
    unchecked = begun("TS KH 6S")
    unchecked.answer(Answer("chance", "9D"))
    unchecked.report(Report("card_reader_check_omitted"))
    (question,) = unchecked.elections()
    assert question.options[0].gives_up == GivenUp(500, 1000, "the dealer has a Blackjack")


def test_633a_10_b_only_the_original_wager_is_lost() -> None:
    """The Double Down Wager goes back, even of a hand that busted."""
    for third in ("TC", "9C"):
        played = hand(f"5S KH 6S AD {third}", "1 double_down", faults=OMITTED)
        assert (played.returned(1, "blackjack"), played.returned(1, "double_down")) == ("0.00", "10.00")
        assert played.cite(1, "double_down") == "633a.10(b)"


def test_633a_11_d_only_the_original_wager_of_a_split_is_lost() -> None:
    """What was added by splitting goes back, and what doubled it."""
    played = hand("8S KH 8D AD 3C TC 2C", "1 split_pairs; 1 double_down; 1 stand", faults=OMITTED).ok()
    assert {(s["wager"], s["hand"]): s["returned"] for s in played.settlements} == {
        ("blackjack", 0): "0.00", ("double_down", 0): "10.00", ("split_pairs", 1): "10.00",
    }  # fmt: skip
    assert played.cite(1, "split_pairs", hand=1) == "633a.11(d)"


def test_633a_7_q_21_loses_to_a_blackjack_found_late() -> None:
    """A hand of 21 in three cards loses, a Blackjack is returned."""
    played = hand("5S AS KH 6S QS AD TC", "1 draw", TWO, [fault("card_reader_check_omitted", 7)]).ok()
    assert (played.returned(1, "blackjack"), played.cite(1, "blackjack")) == ("0.00", "633a.7(q)")
    assert played.returned(2, "blackjack") == "20.00"


def test_633a_8_insurance_waits_where_the_check_was_left_out() -> None:
    """It is settled with the hole card."""
    played = hand("TS AH 6S KD", "1 insurance 5; 1 stand", faults=OMITTED).ok()
    assert (played.returned(1, "insurance"), net(played)) == ("15.00", 0)
    lost = hand("TS AH 9S 7D", "1 insurance 5; 1 stand", faults=OMITTED).ok()
    assert (lost.returned(1, "insurance"), lost.returned(1, "blackjack")) == ("0.00", "20.00")


def test_633a_14_check_omitted_only_where_there_is_one() -> None:
    """Against a 2 to 9 no check can be left out."""
    refused(hand("TS 7H 9S TH", "1 stand", faults=OMITTED), "unused", "633a.6(c)")


def test_633a_14_every_irregularity_names_its_remedy() -> None:
    """Each has a title, a remedy and the provision that orders it."""
    for kind in IRREGULARITIES:
        assert kind.title
        assert kind.remedy.endswith(".")
        assert kind.cite.startswith(("633a.", "I-633a-"))
