"""Chapter 633a, Blackjack: Blackjack Switch, and the game dealt from the hand."""

from typing import Any

import pytest

from pitboss.chapters.ch633a_blackjack.rules import EVEN, NATURAL
from pitboss.chapters.ch633a_blackjack.verdicts import Result, Standing, decide, depends_on_dealer
from pitboss.drivers.round import Round
from pitboss.events import Dealt, visible
from pitboss.procedure import Answer
from pitboss.testkit.tables import Played, deal, fault, refused
from tests.chapters.blackjack import drive, filed, hand, net, outcomes, refusal, table
from tests.shoes import BURN

# § 633a.12(a).  Blackjack Switch.

PAIR = "1 blackjack@1 10; 1 blackjack@2 10"
TRADE: dict[str, Any] = {"blackjack_switch": True, "switch_natural_pays": "one_to_one"}
PRINTED: dict[str, Any] = {"blackjack_switch": True, "switch_natural_pays": "as_printed"}


def switch(
    cards: str, answers: str = "", wagers: str = PAIR, faults: list[dict[str, Any]] | None = None, **choices: Any
) -> Played:
    """Cards: first card of each hand, up card, second card of each hand, hole card, then as drawn."""
    return hand(cards, answers, wagers, faults, **{**TRADE, **choices})


def test_633a_12_a_1_two_equal_wagers() -> None:
    """Both areas hold the same; one alone or unequal ones are refused when betting closes."""
    switch("TS 9S 7H 9D 8D TH", "1 no_switch; 1 stand; 1 stand").ok()
    for wagers in ("1 blackjack@1 10", "1 blackjack@2 10", "1 blackjack@1 10; 1 blackjack@2 9.99"):
        refused(switch("TS 9S", "", wagers), "not_equal", "633a.12(a)(1)")
    refused(switch("TS 9S", "", "1 blackjack 10"), "no_such_spot", "633a.6(d)")


def test_633a_12_a_2_super_match_besides() -> None:
    """A Super Match Wager may be added to the two."""
    played = switch("TS TD 7H 9D 8D TH", "1 no_switch; 1 stand; 1 stand", f"{PAIR}; 1 super_match 5", super_match=True)
    assert played.returned(1, "super_match") == "10.00"


@pytest.mark.parametrize(
    ("decks", "cards", "returned"),
    [
        (6, "TS TD 7H TC TH 9H", "205.00"),
        (6, "TS TD 7H 5C 5H 9H", "45.00"),
        (6, "TS TD 7H TC 5H 9H", "30.00"),
        (6, "TS TD 7H 5C 6H 9H", "10.00"),
        (6, "TS 9D 7H 5C 6H 9H", "0.00"),
        (8, "TS TD 7H TC TH 9H", "255.00"),
        (8, "TS TD 7H 5C 5H 9H", "40.00"),
        (8, "TS TD 7H TC 5H 9H", "30.00"),
        (8, "TS TD 7H 5C 6H 9H", "10.00"),
    ],
)
def test_633a_13_i_super_match_paytables(decks: int, cards: str, returned: str) -> None:
    """(1) six decks 40, 8, 5 and 1 to 1, (2) eight decks 50, 7, 5 and 1."""
    played = switch(
        f"{cards} 5D", "1 no_switch; 1 stand; 1 stand", f"{PAIR}; 1 super_match 5", super_match=True, decks=decks
    )
    assert played.returned(1, "super_match") == returned


def test_633a_7_g_7_super_match_is_judged_before_any_switch() -> None:
    """Settled with the other optional wagers, before the player is asked whether to switch."""
    played = switch(
        "TS TD 7H 9D 8D TH", "1 switch; 1 stand; 1 stand", f"{PAIR}; 1 super_match 5", super_match=True
    ).ok()
    told = [e["event"] for e in played.events]
    assert told.index("paid") < told.index("elected")


def test_633a_12_a_3_two_hands_are_dealt_to_each_player() -> None:
    """One card to each area from the dealer's left, the dealer, and again."""
    wagers = f"{PAIR}; 2 blackjack@1 5; 2 blackjack@2 5"
    played = switch(
        "2S 3S 4S 5S 7H 6S 7S 8S 9S TH", "1 no_switch; 1 stand; 1 stand; 2 no_switch; 2 stand; 2 stand", wagers
    )
    dealt = [(e["to"], e["card"], e.get("hand", 0)) for e in played.ok().events_of("dealt")]
    assert dealt == [
        (1, "2S", 0), (1, "3S", 1), (2, "4S", 0), (2, "5S", 1), ("dealer", "7H", 0),
        (1, "6S", 0), (1, "7S", 1), (2, "8S", 0), (2, "9S", 1), ("dealer", "TH", 0),
    ]  # fmt: skip


def test_633a_14_g_one_of_two_hands_without_cards() -> None:
    """It is dead with what hung on all four cards; the other is played alone and nothing can be switched."""
    report, wagers = (
        [fault("no_cards_dealt", 1, seat=1)],
        f"{PAIR}; 1 super_match 5; 1 lucky_ladies@1 1; 1 lucky_ladies@2 1",
    )
    played = switch("TS 7H TC TH", "1 stand", wagers, report, super_match=True, lucky_ladies=True).ok()
    assert {(s["wager"], s["on"]): s["returned"] for s in played.settlements} == {
        ("blackjack", "1"): "10.00", ("super_match", ""): "5.00", ("lucky_ladies", "1"): "1.00",
        ("lucky_ladies", "2"): "5.00", ("blackjack", "2"): "20.00",
    }  # fmt: skip


def test_633a_12_a_4_second_cards_may_be_switched() -> None:
    """The second cards change places; each hand is then played and settled by itself."""
    played = switch("TS 5S 7H 6D TD TH 9C", "1 switch; 1 stand; 1 double_down").ok()
    assert [e["cards"] for e in played.events_of("revealed")][:2] == [["TS", "TD"], ["5S", "6D"]]
    assert played.returned(1, "blackjack", "1") == "20.00"
    assert played.returned(1, "double_down", "2", hand=1) == "20.00"


def test_633a_12_a_4_no_surrender_but_double_split_stand_and_draw() -> None:
    """I-633a-07: the list for Switch has no surrender."""
    no = switch("8S 9S 7H 8D 2D TH", "1 no_switch; 1 surrender").refused
    assert no is not None
    assert no["why"].endswith(": double_down, split_pairs, stand, draw.")
    assert no["cite"] == "633a.12(a)(4)"
    split = switch(
        "8S 9S 7H 8D 2D TH 2C TC 3C TD 6C", "1 no_switch; 1 split_pairs; 1 draw; 1 stand; 1 draw; 1 draw; 1 stand"
    ).ok()
    assert sorted((s["wager"], s["on"], s["hand"]) for s in split.settlements) == [
        ("blackjack", "1", 0),
        ("blackjack", "2", 0),
        ("split_pairs", "1", 2),
    ]


def test_633a_12_a_4_surrender_where_that_is_filed() -> None:
    """I-633a-07: each hand by itself, with its two cards, not after a split; the other hand is played on."""
    rules: dict[str, Any] = {"surrender_at_switch": True}
    played = switch("TS 9S 7H 6D TD TH", "1 no_switch; 1 surrender; 1 stand", **rules).ok()
    assert (played.returned(1, "blackjack", "1"), played.cite(1, "blackjack", "1")) == ("5.00", "633a.9(a)")
    assert played.returned(1, "blackjack", "2") == "20.00"
    no = switch("8S 9S 7H 8D 2D TH 2C", "1 no_switch; 1 split_pairs; 1 surrender", **rules).refused
    assert no is not None
    assert "surrender" not in no["why"].rpartition(":")[2]
    assert refusal(surrender_at_switch=True) == ("forbidden_choice", "I-633a-07")


def test_633a_12_a_4_hole_card_is_checked_before_the_switch() -> None:
    """I-633a-06: a dealer's Blackjack ends the round before anyone may switch."""
    played = switch("TS 9S KH 9D 8D AC", "").ok()
    assert [s["returned"] for s in played.settlements] == ["0.00", "0.00"]


def test_633a_12_a_4_naturals_wait_for_the_switch() -> None:
    """A natural is the player's to break: the question comes first."""
    played = switch("AS 5S 7H KD 6D TH TC", "1 no_switch; 1 double_down").ok()
    assert played.returned(1, "blackjack", "1") == "20.00"
    broken = switch("AS 5S 7H KD 6D TH TC", "1 switch; 1 stand; 1 draw").ok()
    assert outcomes(broken)[0] == "25, bust"


@pytest.mark.parametrize(
    ("dealer", "as_printed", "one_to_one"),
    [(17, NATURAL, EVEN), (20, NATURAL, EVEN), (21, EVEN, EVEN), (22, NATURAL, EVEN), (23, NATURAL, EVEN)],
)
def test_633a_12_a_5_i_natural_against_a_21_of_more_cards(dealer: int, as_printed: Any, one_to_one: Any) -> None:
    """1 to 1 against a multi-card 21; elsewhere 3 to 2 as printed, or 1 to 1 by the trade's rule (I-633a-03)."""
    natural = Standing(21, blackjack=True)
    for choices, odds in ((PRINTED, as_printed), (TRADE, one_to_one)):
        verdict = decide(natural, Standing(dealer), filed(**choices))
        assert (verdict.result, verdict.odds) == (Result.WIN, odds)


def test_633a_12_a_5_ii_natural_against_a_blackjack_is_returned() -> None:
    """Blackjack against Blackjack ties."""
    played = switch("AS TS KH KD 9D AC", "").ok()
    assert (played.returned(1, "blackjack", "1"), played.cite(1, "blackjack", "1")) == ("10.00", "633a.12(a)(5)(ii)")


def test_633a_12_a_5_iii_switched_blackjack_loses_to_a_blackjack() -> None:
    """A guard for a check that was left out: an ace and a ten brought together are 21 and lose."""
    omitted = [fault("card_reader_check_omitted", 7)]
    played = switch("AS TS KH 6D QD AC", "1 switch; 1 stand", faults=omitted).ok()
    assert (played.returned(1, "blackjack", "1"), played.cite(1, "blackjack", "1")) == ("0.00", "633a.12(a)(5)(iii)")


@pytest.mark.parametrize(
    ("dealer", "returned", "cite"),
    [
        ("7H 7D 7C", "10.00", "633a.12(a)(5)(iv)"),
        ("7H 6D 9C", "10.00", "633a.12(a)(5)(iv)"),
        ("7H TH", "20.00", "633a.13(a)"),
        ("7H 6D TC", "20.00", "633a.13(a)"),
    ],
)
def test_633a_12_a_5_iv_switched_blackjack_pushes_21_and_22(dealer: str, returned: str, cite: str) -> None:
    """Against 21 or 22 it is returned, against anything else it wins 1 to 1 (I-633a-05)."""
    up, hole, *drawn = dealer.split()
    played = switch(f"AS TS {up} 6D QD {hole} {' '.join(drawn)}", "1 switch; 1 stand").ok()
    assert (played.returned(1, "blackjack", "1"), played.cite(1, "blackjack", "1")) == (returned, cite)


@pytest.mark.parametrize("mine", range(4, 23))
def test_633a_12_a_5_v_dealers_22_pushes_every_hand_of_21_or_less(mine: int) -> None:
    """4 to 21 are returned, a bust is lost; 23 pays."""
    rules = filed(**TRADE)
    assert decide(Standing(mine), Standing(22), rules).result is (Result.PUSH if mine <= 21 else Result.LOSE)
    assert decide(Standing(mine), Standing(23), rules).result is (Result.WIN if mine <= 21 else Result.LOSE)
    assert decide(Standing(mine), Standing(22), filed()).result is (Result.WIN if mine <= 21 else Result.LOSE)


def test_633a_12_a_5_v_natural_against_22_wins_unless_filed() -> None:
    """I-633a-04: a natural wins against 22; the operator may file a push."""
    natural = Standing(21, blackjack=True)
    assert decide(natural, Standing(22), filed(**TRADE)).result is Result.WIN
    pushes = filed(**TRADE, switch_natural_against_22="pushes")
    assert decide(natural, Standing(22), pushes).result is Result.PUSH


def test_633a_12_a_5_natural_is_paid_when_nothing_can_change_it() -> None:
    """I-633a-28: paid at once by the trade's rule; as printed, or with a push against 22, it waits for the dealer."""
    natural = Standing(21, blackjack=True)
    assert not depends_on_dealer(natural, filed(**TRADE))
    assert depends_on_dealer(natural, filed(**PRINTED))
    assert depends_on_dealer(natural, filed(**TRADE, switch_natural_against_22="pushes"))
    cards, answers = "AS TS 7H KD 9D 4H TC", "1 no_switch; 1 stand"
    at_once, waits = (switch(cards, answers, **choices).ok() for choices in (TRADE, PRINTED))
    for played, first in ((at_once, True), (waits, False)):
        kinds = [(e["event"], e.get("of") or e.get("on")) for e in played.events]
        assert (kinds.index(("paid", "1")) < kinds.index(("revealed", "dealer"))) is first
    assert (at_once.returned(1, "blackjack", "1"), waits.returned(1, "blackjack", "1")) == ("20.00", "20.00")


def test_633a_12_a_5_dealer_plays_on_for_a_natural_as_printed() -> None:
    """The dealer draws even against a natural alone, since 21 would change what it pays."""
    played = switch("AS TS 7H KD AD TH", "1 no_switch", **PRINTED).ok()
    assert [s["returned"] for s in played.settlements] == ["25.00", "25.00"]
    drawn = switch("AS TS 6H KD AD TH 5C", "1 no_switch", **PRINTED).ok()
    assert [s["returned"] for s in drawn.settlements] == ["20.00", "20.00"]


def test_633a_12_a_4_totals_are_announced_and_a_blackjack_by_its_name() -> None:
    """Each hand's before the question; brought together by switching, an ace and a ten are a soft 21."""
    played = switch("AS TS 7H KD 9D TH", "1 no_switch; 1 stand").ok()
    assert played.words()[:2] == ["Blackjack, seat 1, hand 1", "19, seat 1, hand 2"]
    switched = switch("AS TS 7H 6D QD TH", "1 switch; 1 stand").ok()
    assert switched.words()[0] == "soft 17, seat 1, hand 1"
    assert switched.events_of("revealed")[0]["total"] == "soft 21"


def test_633a_14_c_refusal_ends_the_drawing_of_both_hands() -> None:
    """At Blackjack Switch a player who refuses an exposed card plays neither hand on."""
    played = switch("TS 5S 7H 2D 6D TH 9C", "1 no_switch; 1 refuse_card", faults=[fault("card_exposed", 7)]).ok()
    assert [e["card"] for e in played.events_of("dealt") if e["to"] == 1] == ["TS", "5S", "2D", "6D"]
    assert next(e["cite"] for e in played.events_of("discarded")) == "633a.14(c)"


def test_633a_13_a_nothing_breaks_where_a_natural_pays_1_to_1() -> None:
    """I-GEN-06: five cents can be paid 1 to 1; where 3 to 2 may be due they are refused."""
    wagers = "1 blackjack@1 0.05; 1 blackjack@2 0.05"
    cards, answers = "AS 5S 7H KD 6D TH TC", "1 no_switch; 1 stand"
    assert switch(cards[:-3], answers, wagers, breakage="refuse").returned(1, "blackjack", "1") == "0.10"
    refused(switch(cards, answers, wagers, breakage="refuse", **PRINTED), "not_payable", "I-GEN-06")


def test_633a_12_a_insurance_for_each_hand() -> None:
    """Each of the two wagers may be insured by itself."""
    played = switch("TS 9S AH 9D 8D KH", "1 insurance 5; 1 no_insurance").ok()
    assert (played.returned(1, "insurance", "1"), net(played)) == ("15.00", -1000)


# § 633a.12(b).  Dealt from the hand.

BY_HAND = {"dealt_from_hand": True, "automated_shuffling_device": True, "decks": 2}


def by_hand(cards: str, answers: str = "1 stand", wagers: str = "1 blackjack 10", **choices: Any) -> Played:
    return hand(cards, answers, wagers, **{**BY_HAND, **choices})


def test_633a_12_b_5_a_card_is_burned_before_every_round() -> None:
    """One a round, unseen; none more for a new deck or a new dealer."""
    one = deal("1 blackjack 10", f"{BURN} TS 7H 9S TH", "1 stand")
    two = deal("1 blackjack 10", "3C TD 7D 9D TC", "1 stand", new_dealer=True)
    played = table(one, two, **BY_HAND).ok()
    assert [(e["card"], e["cite"], e["seen_by"]) for e in played.events_of("burned")] == [
        (BURN, "633a.12(b)(5)", []),
        ("3C", "633a.12(b)(5)", []),
    ]


@pytest.mark.parametrize(("at", "number", "seen"), [(0, "i", [1]), (1, "ii", None), (2, "iii", [1]), (3, "iv", [])])
def test_633a_12_b_5_cards_go_down_but_the_dealers_first(at: int, number: str, seen: Any) -> None:
    """(i) one down to each box, (ii) one up to the dealer, (iii) a second down, (iv) the dealer's second down."""
    dealt = by_hand("TS 7H 9S TH").ok().events_of("dealt")[at]
    assert (dealt["cite"], dealt.get("seen_by")) == (f"633a.12(b)(5)({number})", seen)


def test_633a_12_b_6_each_player_sees_his_own_cards_only() -> None:
    """A player's two cards are shown to nobody else until they are turned."""
    two = "1 blackjack 10; 2 blackjack 10"
    dealt = by_hand("TS TD 7H 9S 9D TH", "1 stand; 2 stand", two).ok().events_of("dealt")
    assert [(e["card"], e["seen_by"]) for e in dealt if e["to"] in (1, 2)] == [
        ("TS", [1]), ("TD", [2]), ("9S", [1]), ("9D", [2]),
    ]  # fmt: skip
    event = Dealt(1, "TS", cite="633a.12(b)(5)(i)", seen_by=(1,))
    assert visible(event, 1) == event
    assert visible(event, 2) == event.hidden()


@pytest.mark.parametrize(
    ("answers", "cards"),
    [
        ("1 surrender", "TS 7H 6S TH"),
        ("1 double_down", "5S 7H 6S TH 9C"),
        ("1 split_pairs; 1 stand; 1 stand", "8S 7H 8D TH TC TD"),
    ],
)
def test_633a_12_b_6_i_dealer_turns_the_cards_for_surrender_double_and_split(answers: str, cards: str) -> None:
    """The two cards are turned up when the decision is made."""
    played = by_hand(cards, answers).ok()
    told = [(e["event"], e.get("of")) for e in played.events]
    assert told.index(("revealed", 1)) < told.index(("revealed", "dealer"))
    assert played.events_of("revealed")[0]["cite"] == "633a.12(b)(6)(i)"


def test_633a_12_b_6_ii_a_bust_is_thrown_in_at_once() -> None:
    """The cards of a busted hand are shown and go to the rack before the next player decides."""
    wagers = "1 blackjack 10; 2 blackjack 10"
    played = by_hand("TS TD 7H 6S 9D TH TC", "1 draw; 2 stand", wagers).ok()
    told = [(e["event"], e.get("of") or e.get("by")) for e in played.events]
    assert told.index(("revealed", 1)) < told.index(("discarded", 1)) < told.index(("elected", 2))
    cites = [e["cite"] for e in played.events if e.get("of") == 1]
    assert cites == ["633a.12(b)(6)(ii)", "633a.12(b)(6)(ii)"]
    assert played.returned(1, "blackjack") == "0.00"
    doubled = by_hand("TS 7H 6S TH TC", "1 double_down").ok()
    assert next(e["cite"] for e in doubled.events_of("discarded")) == "633a.12(b)(6)(ii)"


def test_633a_12_b_7_further_cards_come_face_up() -> None:
    """A drawn card is seen by all."""
    played = by_hand("2S 7H 3S TH TC", "1 draw; 1 stand").ok()
    assert [e.get("seen_by") for e in played.events_of("dealt") if e["cite"] == "633a.12(b)(7)"] == [None]


def test_633a_12_b_8_dealer_plays_after_the_players() -> None:
    """The hole card is turned and the dealer draws as always, saying the total."""
    played = by_hand("TS 6H 9S TH 3C").ok()
    assert played.words() == ["19"]
    assert {e["cite"] for e in [*played.events_of("revealed")[:1], *played.events_of("announced")]} == {"633a.12(b)(8)"}
    assert played.returned(1, "blackjack") == "10.00"


def test_633a_12_b_9_players_cards_are_turned_and_settled_at_the_end() -> None:
    """After the dealer's hand, from the dealer's right."""
    played = by_hand("TS TD 7H 9S 9D TH", "1 stand; 2 stand", "1 blackjack 10; 2 blackjack 10").ok()
    assert [e["of"] for e in played.events_of("revealed")] == ["dealer", 2, 1]
    assert {e["cite"] for e in played.events_of("revealed")[1:]} == {"633a.12(b)(9)"}
    assert played.order() == [(2, "blackjack"), (1, "blackjack")]


def test_633a_12_b_6_side_wagers_are_settled_when_the_cards_are_turned() -> None:
    """I-633a-38: unseen cards cannot be settled before; at the end, or when the player doubles, splits or busts."""
    wagers = "1 blackjack 10; 1 royal_match_21 1; 1 lucky_ladies 1"
    offered = {"royal_match_21": True, "lucky_ladies": True}
    late = by_hand("TS 7H 9S TH", "1 stand", wagers, **offered).ok()
    early = by_hand("5S 7H 6S TH 9C", "1 double_down", wagers, **offered).ok()
    for played, first in ((late, False), (early, True)):
        kinds = [(e["event"], e.get("of") or e.get("wager")) for e in played.events]
        paid = next(n for n, kind in enumerate(kinds) if kind == ("paid", "royal_match_21"))
        assert (paid < kinds.index(("revealed", "dealer"))) is first


@pytest.mark.parametrize(("hole", "answers", "returned"), [("9C", "1 stand", "201.00"), ("AC", "", "1001.00")])
def test_633a_12_b_6_top_pair_from_the_hand(hole: str, answers: str, returned: str) -> None:
    """Two queens of hearts against a king, dealt from the hand."""
    played = by_hand(f"QH KD QH {hole}", answers, "1 blackjack 10; 1 lucky_ladies 1", lucky_ladies=True)
    assert played.returned(1, "lucky_ladies") == returned
    told = [(e["event"], e.get("of") or e.get("wager")) for e in played.events]
    assert told.index(("revealed", 1)) < told.index(("paid", "lucky_ladies"))  # unseen cards are not settled


def test_633a_7_g_1_i_top_pair_from_the_hand_is_paid_when_it_is_turned() -> None:
    """Two queens of hearts, split against a king after the reader: paid before the next card."""
    wagers, answers = "1 blackjack 10; 1 lucky_ladies 1", "1 split_pairs; 1 stand; 1 stand"
    played = by_hand("QH KD QH 9C 5S 6S", answers, wagers, lucky_ladies=True).ok()
    told = [(e["event"], e.get("card") or e.get("wager") or e.get("of")) for e in played.events]
    assert told.index(("revealed", 1)) < told.index(("paid", "lucky_ladies")) < told.index(("dealt", "5S"))


@pytest.mark.parametrize(("third", "said"), [("5C", ["draw", "stand"]), ("6C", ["draw", "stand"]), ("7C", ["draw"])])
def test_633a_12_b_6_a_hidden_21_is_asked_like_any_other_hand(third: str, said: list[str]) -> None:
    """Under two cards face down, 20 and 21 are asked once more, so that nobody learns which; 22 is thrown in."""
    round_: Round = drive(
        filed(**BY_HAND), f"{BURN} TS 7H 5S TH {third}", ["draw", "stand"][: 1 if third == "6C" else 2]
    )
    assert [a.says for a in round_.history if isinstance(a, Answer) and a.by == 1 and a.says != "wager"] == said


def test_633a_14_c_an_exposed_card_does_not_tell_a_hidden_21() -> None:
    """20 and 21 under two cards face down are asked the same while an exposed card waits, under the same citation."""
    two, answers = "1 blackjack 10; 2 blackjack 10", "1 draw; 1 stand; 2 stand"
    told = []
    for hidden in ("8S", "9S"):
        cards = f"{BURN} TS 5H 7H {hidden} 8D TD 2D 4D"
        played = table(deal(two, cards, answers, [fault("card_exposed", 8)]), **BY_HAND).ok()
        told.append([(e["by"], e["says"], e["cite"]) for e in played.events_of("elected")])
    assert told[0] == told[1]


def test_633a_12_b_6_blackjack_is_shown_in_turn() -> None:
    """A Blackjack is turned up and, against a 2 to 9, paid at once."""
    played = by_hand("AS 7H KS TH", "").ok()
    assert played.events_of("revealed")[0]["of"] == 1
    assert played.returned(1, "blackjack") == "25.00"


def test_633a_12_b_duties_and_state_of_a_hand_held_deck() -> None:
    """Between rounds the cards out stay out until the deck is spent."""
    rules = filed(**BY_HAND)
    round_: Round = drive(rules, f"{BURN} TS 7H 9S TH", ["stand"])
    assert sorted(round_.result.shoe.missing) == sorted([BURN, "TS", "7H", "9S", "TH"])
    assert round_.result.shoe.batches == 2
