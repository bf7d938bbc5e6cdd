"""Chapter 633a, Blackjack: wagers, the deal, the players' decisions, the dealer's hand and the settlement of hands."""

from typing import Any

import pytest

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.decisions import insurance_limit
from pitboss.chapters.ch633a_blackjack.rules import KINDS
from pitboss.chapters.ch633a_blackjack.verdicts import FINALS, Result, Standing, decide, depends_on_dealer
from pitboss.drivers.round import Round
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.money import cents
from pitboss.procedure import Answer, Draw, Refused, Window
from pitboss.testkit.tables import deal, fault, refused
from tests.chapters.blackjack import ONE, TWO, drive, filed, hand, net, outcomes, table
from tests.shoes import BURN, default

NINETEEN = "TS 7H 9S TH"  # one player's 19 against 17


# § 633a.2(a), 633a.6.  Wagers.


@pytest.mark.parametrize(("seat", "ok"), [(0, False), (1, True), (7, True), (8, False)])
def test_633a_2_a_seven_positions(seat: int, ok: bool) -> None:
    """No more than seven players."""
    played = hand(NINETEEN, f"{seat} stand", f"{seat} blackjack 10")
    if ok:
        assert played.returned(seat, "blackjack") == "20.00"
    else:
        refused(played, "no_such_seat", "633a.2(a)")


def test_633a_6_a_chips_or_cash_with_a_word() -> None:
    """Chips, or a verbal wager with cash; any other form is refused."""
    wager: dict[str, Any] = {"seat": 1, "wager": "blackjack", "amount": "10.00"}
    assert hand(NINETEEN, "1 stand", [{**wager, "form": "verbal_with_cash"}]).returned(1, "blackjack") == "20.00"
    refused(hand(NINETEEN, "1 stand", [{**wager, "form": "verbal"}]), "form_not_accepted", "633a.6(a)")


def test_633a_6_a_dealer_confirms_a_spoken_wager() -> None:
    """The dealer confirms it and changes the cash, and says so before a card is dealt; chips need no word."""
    wager: dict[str, Any] = {"seat": 1, "wager": "blackjack", "amount": "10.00"}
    played = hand(NINETEEN, "1 stand", [{**wager, "form": "verbal_with_cash"}]).ok()
    (confirmed,) = played.events_of("attested")
    assert (confirmed["by"], confirmed["seat"], confirmed["cite"]) == ("dealer", 1, "633a.6(a)")
    said = [e["event"] for e in played.events if e["event"] in ("attested", "dealt")]
    assert said.index("attested") < said.index("dealt")
    assert not hand(NINETEEN, "1 stand", [wager]).ok().events_of("attested")


def test_633a_6_c_wagers_close_with_the_first_card() -> None:
    """A wager after the first card is late; one placed cannot be taken back."""
    late = [
        {"seat": 1, "wager": "blackjack", "amount": "10.00"},
        {"seat": 2, "wager": "blackjack", "amount": "5.00", "after": 2},
    ]
    refused(hand(NINETEEN, "1 stand", late), "betting_closed", "633a.6(c)")
    back = [{"seat": 1, "answer": "remove", "wager": "blackjack"}]
    refused(hand(NINETEEN, back), "locked", "633a.6(c)")


@pytest.mark.parametrize("kind", ["bad_beat_progressive", "hit_and_run_progressive"])
def test_633a_2_c_progressive_wagers_are_locked_out_when_dealing_begins(kind: str) -> None:
    """The lock-out keeps out a progressive wager tried after the first card."""
    terms = {"bad_beat_progressive": "bad_beat", "hit_and_run_progressive": "hit_and_run"}[kind]
    filed_: dict[str, Any] = {kind: True, f"{terms}_rate": 10, f"{terms}_initial": 5000, f"{terms}_reset": 5000}
    wagers = [{"seat": 1, "wager": "blackjack", "amount": "10.00"}, {"seat": 1, "wager": kind, "amount": "1.00"}]
    played = hand(NINETEEN, "1 stand", wagers, **filed_).ok()
    assert next(e["cite"] for e in played.events_of("noted")) == KIND_LOCKS[kind]
    late = [wagers[0], {**wagers[1], "after": 2}]
    refused(hand(NINETEEN, "1 stand", late, **filed_), "betting_closed", "633a.6(c)")


KIND_LOCKS = {"bad_beat_progressive": "633a.2(c)", "hit_and_run_progressive": "633a.2(d)(2)"}


def test_633a_6_d_no_hand_without_a_blackjack_wager() -> None:
    """A side wager alone takes part in nothing."""
    refused(hand(NINETEEN, "1 stand", "1 lucky_ladies 5", lucky_ladies=True), "wager_required", "633a.6(e)")
    played = hand(NINETEEN, "2 stand", "2 blackjack 10").ok()
    assert {e["to"] for e in played.events_of("dealt")} == {2, "dealer"}


def test_633a_6_f_adjacent_boxes_of_one_player() -> None:
    """As many adjacent boxes as filed, each its own hand; one more, or one apart, is refused."""

    def boxes(*seats: int) -> list[dict[str, Any]]:
        return [{"seat": s, "wager": "blackjack", "amount": "10.00", "player": "ann"} for s in seats]

    cards, answers = "TS 9S 7H 9D 8D TH", "1 stand; 2 stand"
    played = hand(cards, answers, boxes(1, 2), adjacent_boxes=2)
    assert (played.returned(1, "blackjack"), played.returned(2, "blackjack")) == ("20.00", "10.00")
    refused(hand(cards, answers, boxes(1, 2)), "one_position", "633a.6(f)")
    refused(hand(cards, answers, boxes(1, 3), adjacent_boxes=2), "one_position", "633a.6(f)")
    refused(hand(cards, answers, boxes(1, 2, 3), adjacent_boxes=2), "one_position", "633a.6(f)")


def sit_out(*wagers: str, **submission: Any) -> Any:
    """Rounds with these wagers, everyone standing on 19 against 17."""
    rounds = []
    for n, each in enumerate(wagers):
        seats = [int(w.split()[0]) for w in each.split(";") if w.strip()]
        cards = f"{'TS ' * len(seats)}7H {'9S ' * len(seats)}TH" if seats else ""
        new = n == 0 or not wagers[n - 1]  # 633a.5(g): after a round without wagers the cards are shuffled
        rounds.append(deal(each, f"{BURN} {cards}" if new else cards, "; ".join(f"{s} stand" for s in seats)))
    return table(*rounds, **submission)


def test_633a_6_b_who_sits_out_waits_for_the_reshuffle() -> None:
    """Where filed, one who does not wager in a round may not in the next; without it they may."""
    both, first = "1 blackjack 5; 2 blackjack 5", "1 blackjack 5"
    sit_out(both, first, both).ok()
    refused(sit_out(both, first, both, no_mid_shoe_entry=True), "not_offered", "633a.6(b)")
    refused(sit_out(first, both, no_mid_shoe_entry=True), "not_offered", "633a.6(b)")
    sit_out(both, both, both, no_mid_shoe_entry=True).ok()
    sit_out(first, "", both, no_mid_shoe_entry=True).ok()  # after a round that nobody plays the cards are shuffled


def test_633a_6_b_2_a_shoe_that_reshuffles_itself_bars_nobody() -> None:
    """633a.5(h): the cards of every round are reshuffled before the next."""
    both, first = "1 blackjack 5; 2 blackjack 5", "1 blackjack 5"
    sit_out(both, first, both, no_mid_shoe_entry=True, continuous_shuffler=True).ok()


def test_633a_6_b_1_house_may_let_him_in() -> None:
    """The house may give leave before the reshuffle."""
    first = deal("1 blackjack 5", f"{BURN} {NINETEEN}", "1 stand")
    later = [{"seat": 2, "wager": "blackjack", "amount": "5.00", "after": 0}]
    rules = filed(no_mid_shoe_entry=True)
    round_ = Round(GAME, rules, drive(rules, f"{BURN} {NINETEEN}", ["stand"]).result, RoundStart(2))
    with pytest.raises(Refused):
        round_.answer(Answer(2, "wager", "blackjack", "", 500))
    (event,) = round_.report(Report("wagering_permitted", 2))
    assert event.cite == "633a.6(b)(1)"
    assert round_.answer(Answer(2, "wager", "blackjack", "", 500))
    refused(table(first, deal(later, NINETEEN, "2 stand"), no_mid_shoe_entry=True), "not_offered", "633a.6(b)")


def test_633a_6_b_2_reshuffle_lets_everyone_in() -> None:
    """After a reshuffle anyone may wager again."""
    first = deal("1 blackjack 5", f"{BURN} {NINETEEN}", "1 stand", [fault("cover_card", 1)])
    again = deal("1 blackjack 5; 2 blackjack 5", f"{BURN} TS 9S 7H 9D 9C TH", "1 stand; 2 stand")
    table(first, again, no_mid_shoe_entry=True).ok()


def test_633a_6_b_2_so_does_one_ordered_while_betting_is_open() -> None:
    """The floor has the cards reshuffled before the first card: one who sat out may wager from then on; so at a reopened table."""
    rules = filed(no_mid_shoe_entry=True)
    state = drive(rules, f"{BURN} {NINETEEN}", ["stand"]).result
    barred = Answer(2, "wager", "blackjack", "", 500)
    ordered = Round(GAME, rules, state, RoundStart(2))
    ordered.report(Report("reshuffle_ordered"))
    for round_ in (ordered, Round(GAME, rules, state, RoundStart(2, reopened=True))):
        while not isinstance(round_.pending, Window):
            if isinstance(round_.pending, Draw):
                round_.answer(Answer("chance", BURN))
            else:
                default(round_)
        assert round_.answer(barred)


# § 633a.7(f).  The deal.


def test_633a_7_f_from_the_dealers_left_one_card_at_a_time() -> None:
    """Seat 1 to 7, then the dealer; twice around."""
    played = hand("2S 3S 4S 5S 6S 7S 8S", "1 stand; 4 stand; 6 stand", "4 blackjack 10; 6 blackjack 10; 1 blackjack 10")
    assert [(e["to"], e["card"]) for e in played.events_of("dealt")][:4] == [
        (1, "2S"),
        (4, "3S"),
        (6, "4S"),
        ("dealer", "5S"),
    ]
    assert [e["to"] for e in played.events_of("dealt")][4:] == [1, 4, 6]


@pytest.mark.parametrize(
    ("number", "at", "to", "seen"), [(1, 0, 1, None), (2, 1, "dealer", None), (3, 2, 1, None), (4, 3, "dealer", [])]
)
def test_633a_7_f_cards_up_but_the_hole_card(number: int, at: int, to: Any, seen: Any) -> None:
    """(1) a card up to each box, (2) one up to the dealer, (3) a second up to each box, (4) the dealer's second down."""
    dealt = hand(NINETEEN, "1 stand").events_of("dealt")[at]
    assert (dealt["to"], dealt["cite"], dealt.get("seen_by")) == (to, f"633a.7(f)({number})", seen)


def test_633a_1_hole_card_is_the_dealers_second_face_down() -> None:
    """Nobody sees it until it is turned up after the decisions."""
    played = hand(NINETEEN, "1 stand").ok()
    hole = [e for e in played.events_of("dealt") if e.get("place") == "hole"]
    assert [(e["card"], e["seen_by"]) for e in hole] == [("TH", [])]
    assert played.events_of("revealed")[0]["cards"] == ["7H", "TH"]


# § 633a.8.  Insurance.


@pytest.mark.parametrize("up", ["TH", "KH", "9H", "2H"])
def test_633a_8_a_insurance_is_offered_against_an_ace_only(up: str) -> None:
    """Against no other card is anyone asked."""
    refused(hand(f"TS {up} 9S 7H", "1 insurance 5"), "not_lawful", "633a.7(i)(2)")


@pytest.mark.parametrize(
    ("hole", "returned"), [("TH", "15.00"), ("JH", "15.00"), ("QH", "15.00"), ("KH", "15.00"), ("9H", "0.00")]
)
def test_633a_8_a_insurance_wins_on_a_ten_valued_hole_card(hole: str, returned: str) -> None:
    """10, jack, queen or king behind the ace."""
    answers = "1 insurance 5" + ("" if returned != "0.00" else "; 1 stand")
    assert hand(f"TS AH 9S {hole}", answers).returned(1, "insurance") == returned


@pytest.mark.parametrize(
    ("wager", "unit", "limit"), [(1000, 1, 500), (1001, 1, 501), (500, 100, 300), (1500, 500, 1000), (600, 100, 300)]
)
def test_633a_8_b_insurance_up_to_half_or_the_next_chip(wager: int, unit: int, limit: int) -> None:
    """Half of the initial wager, raised to what chips can make where they cannot make it."""
    assert insurance_limit(wager, unit) == limit


@pytest.mark.parametrize(
    ("amount", "refusal"),
    [("0.00", "below_minimum"), ("0.99", "below_minimum"), ("1.00", ""), ("1.50", "not_a_unit"), ("3.00", ""),
     ("3.01", "above_maximum"), ("4.00", "above_maximum")],
)  # fmt: skip
def test_633a_8_b_insurance_of_five_dollars_in_dollar_chips(amount: str, refusal: str) -> None:
    """I-633a-18: $5 in chips of $1 may be insured for $1 to $3."""
    played = hand("TS AH 9S 9H", f"1 insurance {amount}; 1 stand", "1 blackjack 5", unit="1.00")
    if refusal:
        refused(played, refusal, "633a.8(a)")
    else:
        assert played.line(1, "insurance")["stake"] == amount


def test_633a_8_b_insurance_without_an_amount_is_all_that_may_be() -> None:
    """The whole half, each box by itself."""
    played = hand("TS TD AH 9S 9D TH", "1 insurance; 2 no_insurance", TWO).ok()
    assert [(e["seat"], e["amount"]) for e in played.events_of("wagered") if e["wager"] == "insurance"] == [(1, 500)]


def test_633a_8_c_insurance_pays_2_to_1() -> None:
    """Against a Blackjack the insured wager comes out even."""
    played = hand("TS AH 9S KH", "1 insurance 5")
    assert (played.returned(1, "insurance"), played.cite(1, "insurance")) == ("15.00", "633a.13(b)")
    assert (played.returned(1, "blackjack"), net(played)) == ("0.00", 0)


def test_633a_8_d_losing_insurance_is_collected_before_any_card() -> None:
    """As soon as the reader says no Blackjack, before the players decide."""
    played = hand("TS AH 2S 9H 9C", "1 insurance 5; 1 draw").ok()
    kinds = [(e["event"], e.get("wager") or e.get("card")) for e in played.events]
    assert kinds.index(("collected", "insurance")) < kinds.index(("dealt", "9C"))
    assert played.cite(1, "insurance") == "633a.8(d)"


def test_633a_8_e_even_money_on_a_blackjack_where_filed() -> None:
    """Paid 1 to 1 at once and out of the round, whatever the hole card; only for a Blackjack, only where filed."""
    for hole in ("KH", "9H"):
        played = hand(f"AS AH KS {hole}", "1 even_money", even_money=True)
        assert (played.returned(1, "blackjack"), played.cite(1, "blackjack")) == ("20.00", "633a.8(e)")
    refused(hand("AS AH KS 9H", "1 even_money"), "not_lawful", "633a.8(a)")
    refused(hand("TS AH KS 9H", "1 even_money", even_money=True), "not_lawful", "633a.8(a)")


def test_633a_8_e_even_money_is_paid_in_the_chips_of_the_table() -> None:
    """With half-dollar chips $5.50 is paid $5.50, though breakage goes down to the chip (I-GEN-06)."""
    chips: dict[str, Any] = {"even_money": True, "unit": "0.50", "breakage": "down_to_chip"}
    assert hand("AS AH KS 9H", "1 even_money", "1 blackjack 5.50", **chips).returned(1, "blackjack") == "11.00"


# § 633a.7(h).  The card reader.


@pytest.mark.parametrize("up", ["AH", "TH", "JH", "QH", "KH"])
def test_633a_7_h_dealer_blackjack_ends_the_round_at_once(up: str) -> None:
    """After Insurance is offered and before any decision; no more cards, all but a Blackjack loses."""
    hole, offered = ("KD", "1 no_insurance; 2 no_insurance") if up == "AH" else ("AD", "")
    played = hand(f"TS AS {up} 9S KS {hole}", offered, TWO).ok()
    assert (played.returned(1, "blackjack"), played.cite(1, "blackjack")) == ("0.00", "633a.7(h)")
    assert (played.returned(2, "blackjack"), played.cite(2, "blackjack")) == ("20.00", "633a.7(q)")
    assert len(played.events_of("dealt")) == 6


@pytest.mark.parametrize("up", [f"{n}H" for n in range(2, 10)])
def test_633a_7_h_no_reader_against_2_to_9(up: str) -> None:
    """The hole card goes into the reader against an ace or a ten-valued card only."""
    assert all(e["says"] != "insert_hole_card" for e in hand(f"TS {up} 6S 8H", "1 surrender").ok().events_of("elected"))
    assert "insert_hole_card" in [e["says"] for e in hand("TS TH 6S 8H", "1 surrender").ok().events_of("elected")]


# § 633a.7(i)–(k).  Blackjacks and decisions.


@pytest.mark.parametrize("up", [f"{n}H" for n in range(2, 10)])
def test_633a_7_i_1_i_blackjack_is_paid_at_once_against_2_to_9(up: str) -> None:
    """Announced, paid 3 to 2 and taken away before the next player decides."""
    played = hand(f"AS TD {up} KS 9D 9H", "2 surrender", TWO)
    kinds = [(e["event"], e.get("seat") or e.get("by") or e.get("of")) for e in played.ok().events]
    assert kinds.index(("paid", 1)) < kinds.index(("discarded", 1)) < kinds.index(("elected", 2))
    assert played.returned(1, "blackjack") == "25.00"
    assert played.words()[0] == "Blackjack, seat 1"


def in_sight(cards: str, answers: str, **submission: Any) -> list[dict[str, Any]]:
    """What everybody is told before the hole card is shown; of unseen cards that they were dealt."""
    events = hand(cards, answers, TWO, **submission).events
    end = next(n for n, e in enumerate(events) if (e["event"], e.get("of")) == ("revealed", "dealer"))
    return [{**e, "card": ""} if e.get("seen_by") == [] else e for e in events[:end]]


@pytest.mark.parametrize(("to_house", "back"), [(False, "5.01"), (True, "5.00")])
def test_633a_9_a_the_odd_cent_of_a_surrender_goes_as_filed(to_house: bool, back: str) -> None:
    """I-GEN-07: to the player, or to the house where that was filed; at once and when the hole card is shown."""
    for dealt in ("TS 6H 6S TH", "TS TH 6S 2H"):
        played = hand(dealt, "1 surrender", "1 blackjack 10.01", odd_cent_to_house=to_house).ok()
        assert played.returned(1, "blackjack") == back


@pytest.mark.parametrize("submission", [{}, {"settlement_order": "mixed"}])
@pytest.mark.parametrize("answers", ["2 stand", "2 surrender"])
@pytest.mark.parametrize("up", [f"{n}H" for n in range(2, 10)])
def test_633a_7_i_1_i_no_word_tells_the_hole_card(up: str, answers: str, submission: dict[str, str]) -> None:
    """A Blackjack paid while others decide says nothing of the dealer's hand: whatever lies there, the words are the same."""
    first, *others = [in_sight(f"AS TD {up} KS 9D {hole}", answers, **submission) for hole in ("2D", "6D", "KD", "AD")]
    assert [e["outcome"] for e in first if e["event"] == "paid"] == ["Blackjack"]
    assert all(other == first for other in others)


def test_633a_7_p_once_the_hole_card_is_shown_the_outcome_tells_both_hands() -> None:
    """Blackjacks that waited, and all other hands, are told with what they were compared with."""
    assert outcomes(hand("AS TD KH KS 9D 9H", "2 stand", TWO)) == ["19 against 19", "Blackjack against 19"]


@pytest.mark.parametrize(
    ("up", "asked"), [("AH", "1 no_insurance; 2 no_insurance; 2 stand"), ("TH", "2 stand"), ("KH", "2 stand")]
)
def test_633a_7_i_1_ii_blackjack_waits_against_an_ace_or_ten(up: str, asked: str) -> None:
    """Announced, but paid only after the hole card is shown."""
    played = hand(f"AS TD {up} KS 9D 9H", asked, TWO).ok()
    kinds = [(e["event"], e.get("of") or e.get("seat")) for e in played.events]
    assert played.words()[0] == "Blackjack, seat 1"
    assert kinds.index(("revealed", "dealer")) < kinds.index(("paid", 1))
    assert played.returned(1, "blackjack") == "25.00"


def test_633a_7_i_from_the_dealers_left_each_player_decides() -> None:
    """Seat by seat, clockwise."""
    played = hand("TS 9S 7H 9D 8D TH", "2 stand; 1 stand", TWO).ok()
    assert [e["by"] for e in played.events_of("elected") if isinstance(e["by"], int)] == [1, 2]


def test_633a_7_i_2_what_two_cards_may_do() -> None:
    """Surrender, double, split a pair, stand or draw; splitting only a pair."""
    pair = hand("8S 7H 8D TH", "1 nothing").refused
    other = hand("9S 7H 8D TH", "1 nothing").refused
    assert pair is not None
    assert other is not None
    assert pair["why"].endswith(": surrender, double_down, split_pairs, stand, draw.")
    assert other["why"].endswith(": surrender, double_down, stand, draw.")


def test_633a_7_j_cards_come_as_each_decision_is_made() -> None:
    """A drawn card is dealt face up before the next question."""
    played = hand("2S 9S 7H 3D 9D TH 4C TD", "1 draw; 1 draw; 1 stand; 2 stand", TWO).ok()
    told = [(e["event"], e.get("card") or e.get("says")) for e in played.events if e["event"] in ("elected", "dealt")]
    assert told[6:12] == [
        ("elected", "draw"),
        ("dealt", "4C"),
        ("elected", "draw"),
        ("dealt", "TD"),
        ("elected", "stand"),
        ("elected", "stand"),
    ]
    assert all("seen_by" not in e for e in played.events_of("dealt") if e["cite"] == "633a.7(j)")


@pytest.mark.parametrize(("third", "asks"), [("4D", True), ("5D", True), ("6D", False), ("7D", False)])
def test_633a_7_k_draws_below_21_only(third: str, asks: bool) -> None:
    """At 19 and 20 the player may draw again; at 21 and above they are not asked."""
    played = hand(f"TS 7H 5S TH {third}", "1 draw" + ("; 1 stand" if asks else "")).ok()
    assert len([e for e in played.events_of("elected") if e["by"] == 1]) == 1 + asks
    again = hand(f"TS 7H 5S TH {third}", "1 draw; 1 stand")
    assert (again.refused is None) is asks


@pytest.mark.parametrize(
    ("cards", "answers"),
    [("AS 7H KS TH", "1 draw"), ("AS 7H 5S TH 5D", "1 draw; 1 draw"), ("TS 7H 5S TH 6D", "1 draw; 1 draw")],
)
def test_633a_7_k_1_no_card_on_a_blackjack_or_21(cards: str, answers: str) -> None:
    """Blackjack, soft 21 and hard 21 take no more cards."""
    refused(hand(cards, answers), "unused", "633a.6(c)")


def test_633a_7_k_2_one_card_after_doubling() -> None:
    """A doubled hand gets one card, whatever it counts."""
    played = hand("5S 7H 6S TH 2D", "1 double_down").ok()
    assert [e["card"] for e in played.events_of("dealt")][4:] == ["2D"]
    refused(hand("5S 7H 6S TH 2D 9D", "1 double_down; 1 draw"), "unused", "633a.6(c)")


# § 633a.7(l)–(n).  The dealer.


def test_633a_7_h_dealers_blackjack_is_called_by_its_name() -> None:
    """Shown, it is a Blackjack and not a soft 21; an ace and a ten drawn together with a third card are 21."""
    assert hand("TS KH 9S AH").ok().events_of("revealed")[-1]["total"] == "Blackjack"
    assert hand("TS 5H 9S 6H TD", "1 stand").ok().words() == ["21"]


def test_633a_7_l_hole_card_is_turned_up_and_totals_announced() -> None:
    """After all decisions; after each further card the dealer says the total."""
    played = hand("TS 2H 9S 3H AD 4D", "1 stand").ok()
    assert played.events_of("revealed")[-1]["cards"] == ["2H", "3H"]
    assert played.words() == ["soft 16", "soft 20"]


@pytest.mark.parametrize(
    ("dealer", "drawn", "total"),
    [
        ("6H TH", "AD", "17"),
        ("6H TH", "5D", "21"),
        ("7H TH", "", "17"),
        ("7H 9H", "AD", "17"),
        ("7H 9H", "6D", "22, bust"),
        ("6H AH", "", "soft 17"),
        ("5H AH", "AD", "soft 17"),
        ("5H AH", "TD AC", "17"),
        ("9H 9C", "", "18"),
        ("2H 3H", "2D 2C 2S 5D 5C", "21"),
    ],
)
def test_633a_7_m_dealer_draws_to_16_and_stands_on_all_17s(dealer: str, drawn: str, total: str) -> None:
    """16 draws, 17 stands, soft or hard (I-633a-27)."""
    up, hole = dealer.split()
    played = hand(f"TS {up} 9S {hole} {drawn}", "1 stand").ok()
    last = [*[e["total"] for e in played.events_of("revealed")], *played.words()][-1]
    assert last == total


@pytest.mark.parametrize(
    ("cards", "answers"),
    [
        ("TS 6H 6S TH TD", "1 draw"),  # bust
        ("TS 6H 6S TH", "1 surrender"),
        ("AS 6H KS TH", ""),  # a Blackjack, paid
        ("AS TH KS 2H", ""),  # a Blackjack that waits
        ("TS TH 6S 2H", "1 surrender"),
    ],
)
def test_633a_7_n_dealer_draws_nothing_when_it_cannot_matter(cards: str, answers: str) -> None:
    """With every hand decided the dealer shows the hole card and draws no more."""
    played = hand(cards, answers).ok()
    assert [e["cite"] for e in played.events_of("dealt") if e["to"] == "dealer"] == ["633a.7(f)(2)", "633a.7(f)(4)"]
    assert played.events_of("revealed")[-1]["of"] == "dealer"


@pytest.mark.parametrize("kind", ["bad_beat_progressive", "hit_and_run_progressive"])
def test_633a_7_n_dealer_plays_on_while_a_progressive_wager_is_up(kind: str) -> None:
    """I-633a-13: with a Bad Beat or Hit and Run Wager at the table the dealer plays the hand out."""
    terms = {"bad_beat_progressive": "bad_beat", "hit_and_run_progressive": "hit_and_run"}[kind]
    choices: dict[str, Any] = {kind: True, f"{terms}_rate": 10, f"{terms}_initial": 5000, f"{terms}_reset": 5000}
    played = hand("TS 6H 6S TH TD 5D", "1 draw", f"{ONE}; 1 {kind} 1", **choices).ok()
    assert [e["card"] for e in played.events_of("dealt") if e["cite"] == "633a.7(m)"] == ["5D"]


# § 633a.7(p)–(q), 633a.13(a).  Who wins.


@pytest.mark.parametrize("mine", range(4, 27))
@pytest.mark.parametrize("dealers", range(17, 24))
def test_633a_7_p_and_q_by_count(mine: int, dealers: int) -> None:
    """Above 21 loses; a dealer's bust, or a higher count, wins; an equal one is returned; a lower one loses."""
    if mine > 21:
        expected = Result.LOSE
    elif dealers > 21 or mine > dealers:
        expected = Result.WIN
    else:
        expected = Result.PUSH if mine == dealers else Result.LOSE
    assert decide(Standing(mine), Standing(dealers), filed()).result is expected


def test_633a_7_p_1_dealers_bust_pays_every_hand_of_21_or_less() -> None:
    """A 12 that stood wins 1 to 1."""
    played = hand("TS 6H 2S TH TD", "1 stand")
    assert (played.returned(1, "blackjack"), played.cite(1, "blackjack")) == ("20.00", "633a.13(a)")


def test_633a_7_p_2_higher_count_wins() -> None:
    """18 beats 17, 17 does not."""
    assert hand("TS 7H 8S TH", "1 stand").returned(1, "blackjack") == "20.00"
    assert hand("TS 7H 7S TH", "1 stand").returned(1, "blackjack") == "10.00"
    assert hand("TS 7H 6S TH", "1 stand").returned(1, "blackjack") == "0.00"


def test_633a_7_p_3_blackjack_beats_a_21_of_more_cards() -> None:
    """3 to 2 against a dealer's 21 in three cards."""
    assert hand("AS 9S TH KS 9D 4H 7D", "2 stand", TWO).returned(1, "blackjack") == "25.00"
    assert decide(Standing(21, blackjack=True), Standing(21), filed()).odds.text == "3 to 2"


def test_633a_7_q_equal_counts_push_and_21_loses_to_a_blackjack() -> None:
    """20 against 20 is returned; a 21 that is no Blackjack loses to one."""
    assert hand("TS TH KS QH", "1 stand").returned(1, "blackjack") == "10.00"
    assert decide(Standing(21), Standing(21, blackjack=True), filed()).result is Result.LOSE
    assert decide(Standing(21, blackjack=True), Standing(21, blackjack=True), filed()).result is Result.PUSH


def test_633a_13_a_even_money_and_3_to_2() -> None:
    """Winning hands pay 1 to 1, a Blackjack 3 to 2; an odd cent of that is the player's (I-GEN-06)."""
    assert hand("AS 7H KS TH", "", "1 blackjack 0.05").returned(1, "blackjack") == "0.13"
    assert hand("AS 7H KS TH", "", "1 blackjack 15").returned(1, "blackjack") == "37.50"
    down = hand("AS 7H KS TH", "", "1 blackjack 0.05", breakage="down_to_cent")
    assert down.returned(1, "blackjack") == "0.12"
    refused(hand("AS 7H KS TH", "", "1 blackjack 0.05", breakage="refuse"), "not_payable", "I-GEN-06")


def test_633a_13_b_insurance_odds() -> None:
    """2 to 1."""
    assert hand("TS AH 9S KH", "1 insurance 4").returned(1, "insurance") == "12.00"


@pytest.mark.parametrize("mine", range(4, 22))
def test_633a_7_n_what_hangs_on_the_dealers_count(mine: int) -> None:
    """Every live count does; a bust and a Blackjack do not."""
    assert depends_on_dealer(Standing(mine), filed())
    assert not depends_on_dealer(Standing(22), filed())
    assert not depends_on_dealer(Standing(21, blackjack=True), filed())
    assert [final.total for final in FINALS] == [17, 18, 19, 20, 21, 22, 23]


# § 633a.7(r).  The order of settlement.

THREE = "1 blackjack 10; 2 blackjack 10; 3 blackjack 10"
MIXED = "TS TD TC 7H 9S 6S 7D TH", "1 stand; 2 stand; 3 stand"  # seat 1 wins, 2 loses, 3 pushes


def test_633a_7_r_1_collects_all_losers_first() -> None:
    """Losers from the dealer's right, then the others from the dealer's right."""
    assert hand(*MIXED, THREE).order() == [(2, "blackjack"), (3, "blackjack"), (1, "blackjack")]


def test_633a_7_r_2_settles_player_by_player_from_the_right() -> None:
    """Each player in turn, counterclockwise."""
    assert hand(*MIXED, THREE, settlement_order="mixed").order() == [
        (3, "blackjack"),
        (2, "blackjack"),
        (1, "blackjack"),
    ]


def test_633a_7_r_both_orders_pay_the_same() -> None:
    """The order moves no money."""
    one, two = (
        sorted((s["seat"], s["returned"]) for s in hand(*MIXED, THREE, settlement_order=order).ok().settlements)
        for order in ("collect_first", "mixed")
    )
    assert one == two == [(1, "20.00"), (2, "0.00"), (3, "10.00")]


# § 633a.9.  Surrender.


@pytest.mark.parametrize(("wager", "returned"), [("10", "5.00"), ("5", "2.50"), ("0.05", "0.03")])
def test_633a_9_a_surrender_gives_up_half(wager: str, returned: str) -> None:
    """Half is collected and half goes back; an odd cent is the player's (I-GEN-07)."""
    played = hand("TS 6H 6S TH", "1 surrender", f"1 blackjack {wager}")
    assert (played.returned(1, "blackjack"), played.cite(1, "blackjack")) == (returned, "633a.9(a)")


def test_633a_9_a_surrender_is_the_first_decision_only() -> None:
    """Not after a card, nor on a split hand (I-633a-11)."""
    refused(hand("2S 6H 3S TH 4D", "1 draw; 1 surrender"), "not_lawful", "633a.9(a)")
    refused(hand("8S 6H 8D TH 2C", "1 split_pairs; 1 surrender"), "not_lawful", "633a.9(a)")


def test_633a_9_a_1_settled_at_once_against_2_to_9() -> None:
    """Before the next player is asked."""
    played = hand("TS 9S 6H 6S 9D TH TD", "1 surrender; 2 stand", TWO)
    kinds = [(e["event"], e.get("seat") or e.get("by")) for e in played.ok().events]
    assert kinds.index(("collected", 1)) < kinds.index(("elected", 2))


@pytest.mark.parametrize(("up", "asked"), [("TH", ""), ("KH", ""), ("AH", "1 no_insurance; ")])
def test_633a_9_a_2_settled_with_the_hole_card_against_an_ace_or_ten(up: str, asked: str) -> None:
    """The wager waits on the cards until the hole card is shown; half goes back without a Blackjack."""
    played = hand(f"TS {up} 6S 9H", f"{asked}1 surrender").ok()
    kinds = [(e["event"], e.get("of") or e.get("seat")) for e in played.events]
    assert [e["by"] for e in played.events_of("attested")] == ["dealer"]
    assert kinds.index(("attested", 1)) < kinds.index(("revealed", "dealer")) < kinds.index(("collected", 1))
    assert played.returned(1, "blackjack") == "5.00"


def test_633a_9_a_2_settled_before_the_dealer_draws() -> None:
    """With the hole card shown the half is collected at once, before the dealer's next card and before any other hand."""
    played = hand("TS 9S TH 6S 9D 6H 5C", "1 surrender; 2 stand", TWO).ok()
    kinds = [(e["event"], e.get("of") or e.get("card") or e.get("seat")) for e in played.events]
    assert kinds.index(("revealed", "dealer")) + 1 == kinds.index(("collected", 1)) < kinds.index(("dealt", "5C"))
    assert played.order() == [(1, "blackjack"), (2, "blackjack")]


def test_633a_9_b_insurance_and_surrender_are_settled_apart() -> None:
    """The insurance is lost before the decision, the surrender gives up half."""
    played = hand("TS AH 6S 9H", "1 insurance 5; 1 surrender").ok()
    assert (played.returned(1, "insurance"), played.returned(1, "blackjack")) == ("0.00", "5.00")
    assert played.order() == [(1, "insurance"), (1, "blackjack")]


# § 633a.10.  Double Down.


@pytest.mark.parametrize(
    ("amount", "refusal"),
    [("0.00", "below_minimum"), ("0.01", ""), ("4.00", ""), ("9.99", ""), ("10.00", ""), ("10.01", "above_maximum")],
)
def test_633a_10_a_double_for_any_amount_up_to_the_wager(amount: str, refusal: str) -> None:
    """I-633a-29: above nothing, no more than the original wager; without an amount, for all of it."""
    played = hand("5S 7H 6S TH 9D", f"1 double_down {amount}")
    if refusal:
        refused(played, refusal, "633a.7(i)(2)")
    else:
        assert (played.line(1, "double_down")["stake"], net(played)) == (amount, 1000 + cents(amount))
    assert hand("5S 7H 6S TH 9D", "1 double_down").line(1, "double_down")["stake"] == "10.00"


def test_633a_10_a_not_on_a_blackjack_nor_after_a_card() -> None:
    """On the first two cards of a hand only, and not on a Blackjack."""
    refused(hand("2S 7H 3S TH 6D", "1 draw; 1 double_down"), "not_lawful", "633a.7(i)(2)")
    refused(hand("AS 7H KS TH", "1 double_down"), "unused", "633a.6(c)")


def test_633a_10_a_on_the_first_two_cards_of_a_split_hand() -> None:
    """Each split hand may be doubled, for as much as its own wager."""
    played = hand("8S 6H 8D TH 3C 9C 2C TC 5D", "1 split_pairs; 1 double_down; 1 double_down 4").ok()
    assert [(s["wager"], s["hand"], s["stake"], s["returned"]) for s in played.settlements] == [
        ("blackjack", 0, "10.00", "0.00"),
        ("double_down", 0, "10.00", "0.00"),
        ("split_pairs", 1, "10.00", "0.00"),
        ("double_down", 1, "4.00", "0.00"),
    ]


# § 633a.11.  Splitting pairs.


@pytest.mark.parametrize(
    ("cards", "ok"),
    [("8S 8D", True), ("TS KD", True), ("JS QD", True), ("AS AD", True), ("9S TD", False), ("AS TD", False)],
)
def test_633a_11_a_two_cards_of_one_value_may_be_split(cards: str, ok: bool) -> None:
    """Equal value, not equal rank: a king and a 10 may be split."""
    one, two = cards.split()
    played = hand(f"{one} 6H {two} TH 9C 9D TD", "1 split_pairs; 1 stand; 1 stand", max_resplits=0)
    if ok:
        assert [e["amount"] for e in played.events_of("wagered") if e["wager"] == "split_pairs"] == [1000]
    else:
        assert played.refused is not None


@pytest.mark.parametrize(("amount", "ok"), [("0.00", False), ("9.99", False), ("10.00", True), ("10.01", False)])
def test_633a_11_a_second_wager_equals_the_first(amount: str, ok: bool) -> None:
    """I-GEN-36: it may be stated if it is right; stated otherwise, nothing included, it is refused."""
    played = hand("8S 6H 8D TH 9C 9D TD", f"1 split_pairs {amount}; 1 stand; 1 stand")
    if ok:
        assert played.line(1, "split_pairs", hand=1)["stake"] == amount
    else:
        refused(played, "not_equal", "633a.7(i)(2)")


def test_633a_an_election_without_an_amount_tells_the_one_it_takes() -> None:
    """I-GEN-36: Insurance for all that may be, a double and a split for as much as the wager."""
    played = hand("8S AH 8D 7D 3S TC 2D", "1 insurance; 1 split_pairs; 1 double_down; 1 stand").ok()
    said = {e["says"]: e.get("amount", 0) for e in played.events_of("elected") if e["by"] == 1}
    assert said == {"insurance": 500, "split_pairs": 1000, "double_down": 1000, "stand": 0}
    refused(hand("8S 7H 8D TD", "1 stand 5"), "not_lawful", "633a.7(i)(2)")  # it costs nothing


def test_633a_11_c_decisions_on_split_hands_cite_it() -> None:
    """The hand before the split is decided under 633a.7(i)(2), those after it under 633a.11(c)."""
    played = hand("8S 7H 8D TD 3S TC TH", "1 split_pairs; 1 draw; 1 stand").ok()
    assert [(e["says"], e["cite"]) for e in played.events_of("elected") if e["by"] == 1] == [
        ("split_pairs", "633a.7(i)(2)"), ("draw", "633a.11(c)"), ("stand", "633a.11(c)"),
    ]  # fmt: skip


def test_633a_11_b_first_hand_is_finished_before_the_second_gets_a_card() -> None:
    """A card to the hand on the dealer's left, its decisions, then the next hand."""
    played = hand("8S 6H 8D TH 2C 9C 3C TD 7D", "1 split_pairs; 1 draw; 1 stand; 1 draw").ok()
    told = [(e["card"], e.get("hand", 0)) for e in played.events_of("dealt") if e["to"] == 1]
    assert told == [("8S", 0), ("8D", 0), ("2C", 0), ("9C", 0), ("3C", 1), ("TD", 1)]


@pytest.mark.parametrize(("resplits", "hands"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_633a_11_c_as_many_resplits_as_filed(resplits: int, hands: int) -> None:
    """Counted after the first split: with two, four hands."""
    draws = " ".join(["8H"] * (hands - 2) + ["TC"] * hands)
    answers = "; ".join(["1 split_pairs"] * (hands - 1) + ["1 stand"] * hands)
    played = hand(f"8S 6H 8D TH {draws} TD", answers, max_resplits=resplits).ok()
    assert sorted(s["hand"] for s in played.settlements) == list(range(hands))
    if resplits < 3:
        more = "; ".join(["1 split_pairs"] * hands)
        refused(
            hand(f"8S 6H 8D TH {' '.join(['8H'] * (hands - 1))}", more, max_resplits=resplits),
            "not_lawful",
            "633a.11(c)",
        )


@pytest.mark.parametrize(("resplits", "ok"), [(0, False), (1, True)])
def test_633a_11_c_aces_are_counted_apart(resplits: int, ok: bool) -> None:
    """Aces may be split again only as often as was filed for aces."""
    played = hand("AS 6H AD TH AC 5C 6C 7C TD", "1 split_pairs; 1 split_pairs", max_ace_resplits=resplits)
    if ok:
        assert sorted(s["hand"] for s in played.ok().settlements) == [0, 1, 2]
    else:
        refused(played, "unused", "633a.6(c)")


def test_633a_11_c_split_aces_take_one_card_where_filed() -> None:
    """I-633a-09: one card each and nothing more; an ace and a ten are then 21, no Blackjack."""
    played = hand("AS 6H AD TH KC 5C TD", "1 split_pairs").ok()
    assert (played.returned(1, "blackjack"), played.returned(1, "split_pairs", hand=1)) == ("20.00", "20.00")
    assert outcomes(played) == ["21 against 26", "16 against 26"]


def test_633a_11_c_split_aces_may_draw_where_filed() -> None:
    """The other reading: stand, draw or double like any other split hand."""
    played = hand("AS 6H AD TH 2C 5C 3C TD", "1 split_pairs; 1 draw; 1 stand; 1 stand", split_aces="draw").ok()
    assert [e["card"] for e in played.events_of("dealt") if e["to"] == 1][2:] == ["2C", "5C", "3C"]
    doubled = hand("AS 6H AD TH 2C 5C 3C 4C TD", "1 split_pairs; 1 double_down; 1 double_down", split_aces="draw").ok()
    assert len([s for s in doubled.settlements if s["wager"] == "double_down"]) == 2


def test_633a_11_c_ace_and_ten_after_a_split_is_21() -> None:
    """It is not the initial two cards: 1 to 1, and a push against 21."""
    played = hand("TS 7H KD 9H AC AD 5C", "1 split_pairs", max_resplits=0).ok()
    assert [s["returned"] for s in played.settlements] == ["10.00", "10.00"]


def test_633a_11_b_a_hand_split_again_is_finished_before_the_one_on_its_right() -> None:
    """The third hand lies between the first and the second and is played before the second."""
    cards, answers = "8S 6H 8D TH 8C TC TD JC 5D", "1 split_pairs; 1 split_pairs; 1 stand; 1 stand; 1 stand"
    told = [(e["card"], e.get("hand", 0)) for e in hand(cards, answers).ok().events_of("dealt") if e["to"] == 1]
    assert told[2:] == [("8C", 0), ("TC", 0), ("TD", 2), ("JC", 1)]


def test_633a_11_each_split_hand_is_settled_by_itself() -> None:
    """One hand wins, one loses."""
    played = hand("8S 7H 8D TH TC 2C 3C 3D", "1 split_pairs; 1 stand; 1 draw; 1 draw; 1 stand").ok()
    assert (played.returned(1, "blackjack"), played.returned(1, "split_pairs", hand=1)) == ("20.00", "0.00")


def test_633a_kinds_are_named_as_the_text_has_them() -> None:
    """Every wager has its provision and where it is paid."""
    assert all(kind.cite.startswith("633a.") and kind.pays.startswith("633a.13") for kind in KINDS.values())
