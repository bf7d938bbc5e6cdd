"""Chapter 651a, Casino War: provision by provision. What concerns the shoe is in ``test_651a_shoe``."""

from typing import Any

import pytest

from pitboss.chapters.ch651a_casino_war import (
    GAME,
    LAW,
    RANKING,
    Result,
    Rules,
    compare,
    initial_pays,
    tie_pays,
    war_pays,
)
from pitboss.equipment.shoe import Shuffling
from pitboss.game import When
from pitboss.money import cents
from pitboss.procedure import DEALER, NO_MORE_BETS, Answer, Refused
from pitboss.testkit.tables import Played, deal, fault, play, refused
from pitboss.wagers import REMOVE, WAGER, close_betting
from tests.felts import lies_apart
from tests.shoes import BURN, ShoeGame, betting_open, cites_due, dealer_signs_for_the_first_player

WAR = ShoeGame("casino-war", LAW, "651a.7(d)", "1 initial 10", "KS 3S", needs=6)


def hand(cards: str, answers: str = "", wagers: str = "1 initial 10", **submission: Any) -> Played:
    """One round from a new shoe: players' cards, the dealer's, then what a War needs."""
    return play("casino-war", deal(wagers, f"{BURN} {cards}", answers), **submission)


def net(played: Played) -> int:
    """What the player won, in cents."""
    return sum(cents(s["returned"]) - cents(s["stake"]) for s in played.ok().settlements)


TIE_AND_WAR = "9S 9H 2S 2H 2D"  # a tie hand, and the three cards burned before the War cards


# § 651a.1.


def test_651a_1_original_deal_is_one_card_each() -> None:
    """The original deal gives one card to each player and one to the dealer."""
    dealt = hand("9S 5H KD", wagers="1 initial 10; 4 initial 10").ok().events_of("dealt")
    assert [(e["to"], e["card"]) for e in dealt] == [(1, "9S"), (4, "5H"), ("dealer", "KD")]


@pytest.mark.parametrize("rank", RANKING)
def test_651a_1_tie_hand_is_equal_rank(rank: str) -> None:
    """Cards of one rank tie, whatever their suits; on both deals alike."""
    assert compare(f"{rank}S", f"{rank}H") is compare(f"{rank}S", f"{rank}S") is Result.TIE


def test_651a_1_war_wager_equals_initial() -> None:
    """The War Wager is exactly the Initial Wager; no other amount can be named."""
    played = hand(f"{TIE_AND_WAR} KS 3S", "1 war; 1 no_tie", "1 initial 37.50").ok()
    assert [(e["wager"], e["amount"]) for e in played.events_of("wagered")] == [("initial", 3750), ("war", 3750)]
    refused(hand(f"{TIE_AND_WAR} KS 3S", "1 war 5; 1 no_tie", "1 initial 37.50"), "not_equal", "651a.9(c)")


# § 651a.2 – § 651a.4.


@pytest.mark.parametrize(("seat", "ok"), [(0, False), (1, True), (9, True), (10, False)])
def test_651a_2_a_no_more_than_nine_players(seat: int, ok: bool) -> None:
    """Wagers come from positions 1 to 9."""
    played = hand("9S 5H", wagers=f"{seat} initial 10")
    played.ok() if ok else refused(played, "no_such_seat", "651a.2(a)")


def test_651a_2_b_layout_has_each_players_areas_and_the_odds() -> None:
    """Nine positions, each with areas for Initial, War and Tie Wagers; the name and all odds are inscribed."""
    felt = GAME.felt(Rules())
    spots = {(area.seat, area.wager, area.on) for area in felt.areas}
    per_seat = [("initial", ""), ("war", ""), ("tie", ""), ("tie", "war")]
    assert spots == {(seat, wager, on) for seat in range(1, 10) for wager, on in per_seat}
    assert {i.cite for i in felt.inscriptions} >= {"651a.2(b)(1)", "651a.2(b)(4)"}
    words = " ".join(i.text for i in felt.inscriptions)
    assert all(odds in words for odds in ("1 to 1", "10 to 1", "2 to 1"))
    assert all(odds in GAME.signs(Rules())[0].text for odds in ("1 to 1", "10 to 1", "2 to 1"))


def test_651a_2_b_seats_are_apart() -> None:
    """No two areas or card places of the layout overlap, and all lie on the cloth."""
    lies_apart(GAME.felt(Rules()))


def test_651a_4_e_preshuffled_decks_skip_inspection_and_wash_but_are_spread() -> None:
    """Preshuffled decks are still spread for the first player; inspection, wash and batch spread fall away (I-GEN-21)."""
    for shuffler, batches in ((Shuffling.MANUAL, []), (Shuffling.AUTOMATED, ["651a.4(d)"])):
        here, came = (Rules(shuffler=shuffler, preshuffled_decks=preshuffled) for preshuffled in (False, True))
        assert cites_due(GAME, here, When.CARDS) == ["651a.4(a)"]
        assert cites_due(GAME, here, When.ARRIVAL) == ["651a.4(b)", "651a.4(c)", *batches]
        assert (cites_due(GAME, came, When.CARDS), cites_due(GAME, came, When.ARRIVAL)) == (
            ["651a.4(e)"],
            ["651a.4(b)"],
        )
        for rules in (here, came):
            dealer_signs_for_the_first_player(GAME, rules, "651a.4(b)")
    assert hand("9S 5H", preshuffled_decks=True).events_of("shuffled")[0]["cite"] == "651a.4(e)"
    assert hand("9S 5H").events_of("shuffled")[0]["cite"] == "651a.5(a)"


# § 651a.6.


def test_651a_6_ace_is_high_and_deuce_low() -> None:
    """From the highest: ace, king, queen, jack, 10 down to 2."""
    order = "AKQJT98765432"
    for n, high in enumerate(order):
        for low in order[n + 1 :]:
            assert compare(f"{high}C", f"{low}S") is Result.HIGHER
            assert compare(f"{low}S", f"{high}C") is Result.LOWER


# § 651a.7.


def test_651a_7_a_cash_is_refused() -> None:
    """A spoken wager with cash is not accepted."""
    cash = [{"seat": 1, "wager": "initial", "amount": "10.00", "form": "verbal_with_cash"}]
    refused(play("casino-war", deal(cash, f"{BURN} 9S 5H")), "form_not_accepted", "651a.7(a)")


def test_651a_7_b_no_round_without_an_initial_wager() -> None:
    """A Tie Wager alone does not take part: betting does not close over it."""
    refused(hand("9S 9H", wagers="1 tie 5"), "wager_required", "651a.7(b)")
    refused(hand("9S 9H", wagers="1 initial 5; 2 tie 5"), "wager_required", "651a.7(b)")
    hand("9S 5H", wagers="1 tie 5; 1 initial 5").ok()


def test_651a_7_b_a_round_without_wagers_deals_nothing() -> None:
    """Where nobody wagered, no card is dealt."""
    played = play("casino-war", deal("", BURN)).ok()
    assert not played.events_of("dealt")


def test_651a_7_c_tie_wager_may_be_larger_than_the_initial() -> None:
    """Each wager has its own limits; no ratio is demanded (I-GEN-34)."""
    assert hand("9S 5H", wagers="1 initial 5; 1 tie 50").returned(1, "tie") == "0.00"
    limits = {"tie": {"minimum": "1.00", "maximum": "10.00"}}
    refused(hand("9S 5H", wagers="1 initial 5; 1 tie 10.01", limits=limits), "above_maximum", "I-GEN-34")
    refused(hand("9S 5H", wagers="1 initial 5; 1 tie 0.99", limits=limits), "below_minimum", "I-GEN-34")
    hand("9S 5H", wagers="1 initial 5; 1 tie 10", limits=limits).ok()
    refused(hand("9S 5H", limits={"war": {"maximum": "5.00"}}), "forbidden_choice", "I-GEN-34")  # it equals the Initial


@pytest.mark.parametrize("wager", ["war", "surrender"])
def test_651a_7_d_war_is_not_tendered_while_betting_is_open(wager: str) -> None:
    """A War Wager is made by choosing War, never in the window."""
    refused(hand("9S 9H", wagers=f"1 initial 5; 1 {wager} 5"), "unknown_wager", "651a.7(a)")


def test_651a_7_d_no_wager_after_no_more_bets() -> None:
    """A wager after the first player's card is late; one while only the burn card is out is not."""
    late: list[dict[str, Any]] = [
        {"seat": 1, "wager": "initial", "amount": "5.00"},
        {"seat": 2, "wager": "initial", "amount": "5.00", "after": 2},
    ]
    refused(play("casino-war", deal(late, f"{BURN} 9S 5H 6H")), "betting_closed", "651a.7(d)")
    late[1]["after"] = 1
    play("casino-war", deal(late, f"{BURN} 9S 5H 6H")).ok()
    assert hand("9S 5H").words() == ["no more bets"]


def test_651a_7_d_a_wager_once_placed_is_not_touched() -> None:
    """A placed wager cannot be removed; a Tie Wager that still lacks its Initial Wager is none yet and can."""
    round_ = betting_open(WAR)
    round_.answer(Answer(1, WAGER, "tie", "", 500))
    assert REMOVE in [offer.says for offer in round_.pending.menu.offers(1)]  # type: ignore[union-attr]
    round_.replica().answer(Answer(1, REMOVE, "tie"))
    round_.answer(Answer(1, WAGER, "initial", "", 500))
    assert REMOVE not in [offer.says for offer in round_.pending.menu.offers(1)]  # type: ignore[union-attr]
    for kind in ("tie", "initial"):
        with pytest.raises(Refused) as no:
            round_.answer(Answer(1, REMOVE, kind))
        assert (no.value.why, no.value.cite) == ("locked", "651a.7(d)")
    with pytest.raises(Refused) as no:
        round_.answer(Answer(1, NO_MORE_BETS))
    assert no.value.why == "wrong_role"


@pytest.mark.parametrize(
    ("boxes", "seats", "ok"),
    [(1, (1,), True), (1, (1, 2), False), (2, (1, 2), True), (2, (1, 3), False), (2, (1, 2, 3), False), (3, (4, 3, 5), True),
    (9, tuple(range(1, 10)), True)],
)  # fmt: skip
def test_651a_7_e_adjacent_boxes(boxes: int, seats: tuple[int, ...], ok: bool) -> None:
    """One player wagers on as many boxes as were filed, and they are adjacent."""
    wagers = [{"seat": seat, "wager": "initial", "amount": "5.00", "player": "ann"} for seat in seats]
    cards = [BURN, *["9S", "9H", "9D", "9C", "8S", "8H", "8D", "8C", "7S"][: len(seats)], "2S"]
    played = play("casino-war", deal(wagers, cards), adjacent_boxes=boxes)
    played.ok() if ok else refused(played, "one_position", "651a.7(e)")


@pytest.mark.parametrize(("boxes", "ok"), [(0, False), (1, True), (9, True), (10, False)])
def test_651a_7_e_number_of_boxes_is_filed(boxes: int, ok: bool) -> None:
    """From one box to all nine."""
    played = hand("9S 5H", adjacent_boxes=boxes)
    played.ok() if ok else refused(played, "forbidden_choice", "651a.7(e)")


# § 651a.8.


def test_651a_8_c_cards_go_clockwise_and_the_dealers_is_last() -> None:
    """From the dealer's left one card face up to each Initial Wager, then the dealer's, after "no more bets"."""
    played = hand("3S 4S 5S KS", wagers="7 initial 5; 2 initial 5; 5 initial 5").ok()
    order = [(e["event"], e.get("to")) for e in played.events if e["event"] in ("announced", "dealt")]
    assert order == [("announced", None), ("dealt", 2), ("dealt", 5), ("dealt", 7), ("dealt", "dealer")]
    assert all("seen_by" not in e for e in played.events_of("dealt"))
    assert [e["cite"] for e in played.events_of("dealt")] == ["651a.8(c)(1)"] * 3 + ["651a.8(c)(2)"]


# § 651a.9 (a)–(d): the original deal.


@pytest.mark.parametrize(
    ("mine", "dealers", "initial", "initial_cite", "tie", "tie_cite"),
    [
        ("8S", "9S", "0.00", "651a.9(a)(1)", "0.00", "651a.9(a)(1)"),
        ("TS", "9S", "20.00", "651a.10(1)", "0.00", "651a.9(a)(2)"),
        ("AS", "2S", "20.00", "651a.10(1)", "0.00", "651a.9(a)(2)"),
        ("2H", "AS", "0.00", "651a.9(a)(1)", "0.00", "651a.9(a)(1)"),
    ],
)
def test_651a_9_a_higher_wins_lower_loses(mine: str, dealers: str, initial: str, initial_cite: str, tie: str,
    tie_cite: str) -> None:  # fmt: skip
    """A lower card loses Initial and Tie Wager, a higher one wins the Initial and loses the Tie Wager."""
    played = hand(f"{mine} {dealers}", wagers="1 initial 10; 1 tie 5")
    assert (played.returned(1, "initial"), played.cite(1, "initial")) == (initial, initial_cite)
    assert (played.returned(1, "tie"), played.cite(1, "tie")) == (tie, tie_cite)


def test_651a_9_a_1_lower_card_loses_both() -> None:
    """A lower card loses Initial and Tie Wager at once."""
    assert hand("8S 9S", wagers="1 initial 10; 1 tie 5").ok().order() == [(1, "initial"), (1, "tie")]


def test_651a_9_a_3_tie_hand_wins_the_tie_wager_and_leaves_the_choice() -> None:
    """A tie hand pays the Tie Wager 10 to 1 before the player chooses."""
    played = hand("9S 9H", "1 surrender", "1 initial 10; 1 tie 5")
    assert (played.returned(1, "tie"), played.cite(1, "tie")) == ("55.00", "651a.10(2)")
    kinds = [e["event"] for e in played.events]
    assert kinds.index("paid") < kinds.index("elected")


def test_651a_9_a_settlement_goes_counterclockwise() -> None:
    """Losers, winners and Tie Wagers are settled in one round of the table from the dealer's right."""
    wagers = "1 initial 5; 1 tie 5; 3 initial 5; 3 tie 5; 5 initial 5; 9 initial 5"
    played = hand("KS 9S 3S 4S 9H", "3 surrender", wagers).ok()
    assert played.order() == [(9, "initial"), (5, "initial"), (3, "tie"), (1, "initial"), (1, "tie"), (3, "initial")]


def test_651a_9_b_winners_are_paid_and_losers_collected() -> None:
    """Chips of losers go to the inventory, winners get theirs from it."""
    played = hand("KS 3S 9H", wagers="1 initial 5; 2 initial 5").ok()
    assert [(e["event"], e["seat"]) for e in played.events if "stake" in e] == [("collected", 2), ("paid", 1)]


@pytest.mark.parametrize(("stake", "back"), [("10.00", "5.00"), ("5.01", "2.50"), ("0.01", "0.00")])
def test_651a_9_c_1_the_odd_cent_is_the_houses_where_that_is_filed(stake: str, back: str) -> None:
    """I-GEN-07: half in cents, and an odd cent as filed."""
    assert hand("9S 9H", "1 surrender", f"1 initial {stake}", odd_cent_to_house=True).returned(1, "initial") == back


@pytest.mark.parametrize(("stake", "back"), [("10", "5.00"), ("5", "2.50"), ("5.01", "2.51"), ("0.01", "0.01")])
def test_651a_9_c_1_surrender_costs_half(stake: str, back: str) -> None:
    """Half of the Initial Wager is collected and half returned; an odd cent is the player's (I-GEN-07)."""
    played = hand("9S 9H", "1 surrender", f"1 initial {stake}")
    assert (played.returned(1, "initial"), played.cite(1, "initial")) == (back, "651a.9(c)(1)")
    assert played.events_of("collected")[0]["outcome"] == "surrender"
    assert len(played.events_of("dealt")) == 2


def test_651a_9_c_only_surrender_or_war() -> None:
    """A tie hand has two choices; another, and none, is refused, and only the tied player is asked."""
    refused(hand("9S 9H", "1 stand"), "not_lawful", "651a.9(c)")
    refused(hand("9S 9H"), "not_lawful", "651a.9(c)")
    refused(hand("9S 8S 9H", "2 war", "1 initial 5; 2 initial 5"), "not_lawful", "651a.9(c)")


@pytest.mark.parametrize(("amount", "ok"), [("0.00", False), ("4.99", False), ("5.00", True), ("5.01", False)])
def test_651a_9_c_2_war_wager_equals_the_initial_one(amount: str, ok: bool) -> None:
    """I-GEN-36: it may be stated if it is right; stated otherwise, nothing included, it is refused."""
    played = hand("9S 9H 2S 2H 2D KS 3S", f"1 war {amount}; 1 no_tie", "1 initial 5")
    if ok:
        assert played.line(1, "war")["stake"] == amount
    else:
        refused(played, "not_equal", "651a.9(c)")
    unsaid = hand("9S 9H 2S 2H 2D KS 3S", "1 war; 1 no_tie", "1 initial 5").ok()
    assert [e["amount"] for e in unsaid.events_of("elected") if e["says"] == "war"] == [500]


def test_651a_9_c_tied_players_are_asked_clockwise() -> None:
    """Tied players choose from the dealer's left, after all others are settled (I-651a-03)."""
    played = hand("9S KS 9D 9H", "4 surrender; 1 surrender", "1 initial 5; 2 initial 5; 4 initial 5").ok()
    assert [e["by"] for e in played.events_of("elected")] == [1, 4]
    assert played.order() == [(2, "initial"), (1, "initial"), (4, "initial")]


def test_651a_9_c_an_absent_player_surrenders() -> None:
    """For a player who does not answer the house surrenders: it asks them for no more money."""
    round_ = betting_open(WAR)
    round_.answer(Answer(1, WAGER, "initial", "", 500))
    round_.answer(close_betting())
    for card in ("9S", "9H"):
        round_.answer(Answer("chance", card))
    (question,) = round_.elections()
    assert question.default is not None
    assert question.default.says == "surrender"


def test_651a_9_d_cards_of_the_original_deal_are_racked_hand_by_hand() -> None:
    """All cards go to the rack but those of players at War; without a War the dealer's goes last."""
    played = hand("9S KS 9H", "1 surrender", "1 initial 5; 2 initial 5").ok()
    assert [(e["of"], e["cards"]) for e in played.events_of("discarded")] == [
        (2, ["KS"]),
        (1, ["9S"]),
        ("dealer", ["9H"]),
    ]
    fought = hand("9S KS 9H 2S 2H 2D 4S 5S", "1 war; 1 no_tie", "1 initial 5; 2 initial 5").ok()
    assert [(e["of"], e["cards"]) for e in fought.events_of("discarded")] == [(2, ["KS"]), (1, ["9S", "4S"]),
        ("dealer", ["9H", "5S"])]  # fmt: skip


# § 651a.9 (e)–(h): the War deal.


def test_651a_9_e_tie_wager_on_the_war_is_offered_to_each_at_war() -> None:
    """Whoever goes to War is offered a Tie Wager on it, with or without one before; the others are not (I-651a-05)."""
    wagers = "1 initial 10; 1 tie 5; 2 initial 10; 3 initial 10"
    played = hand("9S 9D 9C 9H 2S 2H 2D KS KD KH", "1 war; 1 no_tie; 2 war; 2 tie 7.50; 3 surrender", wagers).ok()
    made = [(e["seat"], e["wager"], e["on"], e["amount"]) for e in played.events_of("wagered")][4:]
    assert made == [(1, "war", "", 1000), (2, "war", "", 1000), (2, "tie", "war", 750)]
    refused(hand(f"{TIE_AND_WAR} KS 3S", "1 war", "1 initial 10"), "not_lawful", "651a.9(e)")


def test_651a_9_e_war_wagers_are_down_before_any_war_card() -> None:
    """No card leaves the shoe before every War Wager is confirmed."""
    played = hand("9S 9D 9H 2S 2H 2D KS KD 3H", "1 war; 1 no_tie; 2 war; 2 no_tie", "1 initial 5; 2 initial 5").ok()
    kinds = [(e["event"], e.get("wager")) for e in played.events]
    last = max(n for n, kind in enumerate(kinds) if kind == ("wagered", "war"))
    burned = [n for n, (kind, _) in enumerate(kinds) if kind == "burned"]
    assert burned[1] > last


@pytest.mark.parametrize(
    ("amount", "refusal"),
    [("0.99", "below_minimum"), ("1", ""), ("20", ""), ("20.01", "above_maximum"), ("0", "below_minimum")],
)
def test_651a_9_e_tie_on_the_war_keeps_its_limits(amount: str, refusal: str) -> None:
    """A Tie Wager on the War deal is within the posted limits of Tie Wagers."""
    limits = {"tie": {"minimum": "1.00", "maximum": "20.00"}}
    played = hand(f"{TIE_AND_WAR} KS 3S", f"1 war; 1 tie {amount}", limits=limits)
    refused(played, refusal, "651a.9(e)") if refusal else played.ok()


def test_651a_9_e_tie_on_the_war_is_a_multiple_of_the_smallest_chip() -> None:
    """Where a smallest chip was filed, a Tie Wager on the War is so many of it."""
    refused(hand(f"{TIE_AND_WAR} KS 3S", "1 war; 1 tie 7.00", unit="5.00"), "not_a_unit", "651a.9(e)")
    assert hand(f"{TIE_AND_WAR} KS 3S", "1 war; 1 tie 15", unit="5.00").returned(1, "tie", "war") == "0.00"


def test_651a_9_f_three_cards_are_burned_once() -> None:
    """Three cards are burned unseen before the War deal, once for all players at War (I-651a-02)."""
    for players, cards in ((1, "9S 9H 2S 2H 2D KS 3S"), (2, "9S 9D 9H 2S 2H 2D KS KD 3S")):
        wagers = "; ".join(f"{n} initial 5" for n in range(1, players + 1))
        answers = "; ".join(f"{n} war; {n} no_tie" for n in range(1, players + 1))
        burned = hand(cards, answers, wagers).ok().events_of("burned")[1:]
        assert [(e["card"], e["seen_by"], e["cite"]) for e in burned] == [(c, [], "651a.9(f)")
            for c in ("2S", "2H", "2D")]  # fmt: skip


def test_651a_9_f_war_cards_go_clockwise_and_the_dealers_is_last() -> None:
    """War cards go face up to the players at War from the dealer's left, then to the dealer."""
    wagers = "1 initial 5; 3 initial 5; 6 initial 5"
    played = hand("9S 4D 9D 9H 2S 2H 2D KS KD 3H", "6 war; 6 no_tie; 1 war; 1 no_tie", wagers).ok()
    war = [(e["to"], e["card"], e["place"]) for e in played.events_of("dealt")[4:]]
    assert war == [(1, "KS", "war"), (6, "KD", "war"), ("dealer", "3H", "war")]


@pytest.mark.parametrize(
    ("cards", "initial", "war", "tie", "cites"),
    [
        ("7S 8S", "0.00", "0.00", "0.00", ("651a.9(g)(1)", "651a.9(g)(1)", "651a.9(g)(1)")),
        ("9C 8S", "10.00", "20.00", "0.00", ("651a.9(g)(2)", "651a.10(3)", "651a.9(g)(2)")),
        ("8H 8S", "10.00", "30.00", "55.00", ("651a.9(g)(3)", "651a.10(3)", "651a.10(2)")),
    ],
)
def test_651a_9_g_war_settlement(cards: str, initial: str, war: str, tie: str, cites: tuple[str, ...]) -> None:
    """Lower loses all three; higher gets the Initial back and wins the War; a tie wins 2 to 1 and the Tie Wager (I-651a-01)."""
    played = hand(f"{TIE_AND_WAR} {cards}", "1 war; 1 tie 5")
    lines = [("initial", ""), ("war", ""), ("tie", "war")]
    assert [played.returned(1, *line) for line in lines] == [initial, war, tie]
    assert tuple(played.cite(1, *line) for line in lines) == cites


def test_651a_9_g_1_lower_war_card_loses_everything() -> None:
    """A lower War card loses Initial, War and Tie Wager."""
    played = hand(f"{TIE_AND_WAR} 2H 3H", "1 war; 1 tie 5")
    assert {s["returned"] for s in played.settlements} == {"0.00"}


def test_651a_9_g_2_higher_war_card_nets_one_unit() -> None:
    """A higher War card nets one unit on two staked."""
    played = hand(f"{TIE_AND_WAR} 4H 3H", "1 war; 1 no_tie")
    assert net(played) == 1000


def test_651a_9_g_3_tie_in_the_war_nets_two_units() -> None:
    """A tie in the War nets two units on two staked (I-651a-01)."""
    played = hand(f"{TIE_AND_WAR} 3D 3H", "1 war; 1 no_tie")
    assert net(played) == 2000


def test_651a_9_g_war_settlement_goes_counterclockwise() -> None:
    """The War is settled from the dealer's right, each player's Initial, War and Tie together."""
    wagers = "1 initial 5; 2 initial 5; 4 initial 5"
    cards = "9S 9D 9C 9H 2S 2H 2D KS 3D TC TH"
    played = hand(cards, "1 war; 1 tie 5; 2 war; 2 no_tie; 4 war; 4 no_tie", wagers).ok()
    assert played.order() == [(4, "initial"), (4, "war"), (2, "initial"), (2, "war"), (1, "initial"), (1, "war"),
        (1, "tie")]  # fmt: skip


def test_651a_9_h_cards_of_the_war_are_racked_with_those_before() -> None:
    """Each hand at War is racked as its two cards, so that it can be rebuilt; the dealer's last."""
    played = hand("9S 9D 9H 2S 2H 2D KS KD 3H", "1 war; 1 no_tie; 2 war; 2 no_tie", "1 initial 5; 2 initial 5").ok()
    racked = [(e["of"], e["cards"], e["cite"]) for e in played.events_of("discarded")]
    assert racked == [
        (2, ["9D", "KD"], "651a.9(h)"),
        (1, ["9S", "KS"], "651a.9(h)"),
        ("dealer", ["9H", "3H"], "651a.9(h)"),
    ]


# § 651a.10.


def test_651a_10_1_initial_pays_1_to_1() -> None:
    """An Initial Wager is paid 1 to 1 for a higher card, and for nothing else."""
    assert [str(initial_pays(result)) for result in Result] == ["None", "1 to 1", "None"]
    assert hand("TS 9S", wagers="1 initial 12.34").returned(1, "initial") == "24.68"


def test_651a_10_2_tie_pays_10_to_1() -> None:
    """A Tie Wager is paid 10 to 1 for a tie, and for nothing else."""
    assert [str(tie_pays(result)) for result in Result] == ["None", "None", "10 to 1"]


def test_651a_10_3_war_pays_1_to_1_or_2_to_1() -> None:
    """A War Wager is paid 1 to 1 for a higher War card and 2 to 1 for a tie."""
    assert [str(war_pays(result)) for result in Result] == ["None", "1 to 1", "2 to 1"]


# § 651a.11 (c); the rest is the shoe's.


def test_651a_11_c_wagers_of_a_player_not_dealt_are_returned() -> None:
    """A player passed over in the original deal gets Initial and Tie Wager back; the others play on, and the player is in the next
    round."""
    wagers = "1 initial 5; 2 initial 10; 2 tie 5; 3 initial 5"
    missed = deal(wagers, f"{BURN} KS 3S 9H", irregularities=[fault("card_not_dealt", 2, seat=2)])
    played = play("casino-war", missed, deal("2 initial 10", "KD 9D"))
    assert [(s["seat"], s["wager"], s["returned"], s["cite"]) for s in played.settlements[:2]] == [
        (2, "initial", "10.00", "651a.11(c)"), (2, "tie", "5.00", "651a.11(c)"),
    ]  # fmt: skip
    assert played.returned(1, "initial") == "10.00"
    assert played.returned(3, "initial") == "0.00"
    assert played.returned(2, "initial", round=2) == "20.00"


@pytest.mark.parametrize("after", [None, 1])
def test_651a_11_c_may_be_reported_before_his_turn(after: int | None) -> None:
    """The report may come as soon as the deal begins."""
    part = deal("1 initial 5; 2 initial 10", f"{BURN} KS 9H", irregularities=[fault("card_not_dealt", after, seat=2)])
    assert play("casino-war", part).cite(2, "initial") == "651a.11(c)"


def test_651a_11_c_a_dealt_player_was_not_passed_over() -> None:
    """A player who has a card, and one who is not in the round, cannot have been passed over."""
    for seat in (1, 5):
        part = deal("1 initial 5; 2 initial 10", f"{BURN} KS 3S 9H",
            irregularities=[fault("card_not_dealt", 2, seat=seat)])  # fmt: skip
        refused(play("casino-war", part), "unused", "651a.7(d)")


def test_651a_11_c_alone_at_the_table_and_passed_over() -> None:
    """With nobody left in the round the dealer takes no card either."""
    played = play("casino-war", deal("1 initial 5", BURN, irregularities=[fault("card_not_dealt", seat=1)])).ok()
    assert not played.events_of("dealt")
    assert played.returned(1, "initial") == "5.00"


WAR_OF_TWO = "9S 9D 9H 2S 2H 2D"
FIGHT = "1 war; 1 tie 5; 2 war; 2 no_tie"


def test_651a_11_c_passed_over_in_the_war_is_dealt_before_the_dealer() -> None:
    """A player passed over in the War deal gets their card after the others, before the dealer's (I-651a-08)."""
    part = deal("1 initial 5; 2 initial 5", f"{BURN} {WAR_OF_TWO} KD KS 3H", FIGHT,
        [fault("card_not_dealt", 7, seat=1)])  # fmt: skip
    played = play("casino-war", part).ok()
    assert [(e["to"], e["card"]) for e in played.events_of("dealt")[3:]] == [(2, "KD"), (1, "KS"), ("dealer", "3H")]


@pytest.mark.parametrize(("facts", "option"), [({"after_dealer": True}, "deal_before_dealer"), ({}, "return_wagers")])
def test_651a_11_c_passed_over_in_the_war_and_too_late(facts: dict[str, bool], option: str) -> None:
    """Noticed after the dealer's card, or where so filed, Initial, War and Tie Wager go back (I-651a-08)."""
    part = deal("1 initial 5; 2 initial 5", f"{BURN} {WAR_OF_TWO} KD 3H", FIGHT,
        [fault("card_not_dealt", 7, seat=1, **facts)])  # fmt: skip
    played = play("casino-war", part, missed_war_card=option)
    lines = [("initial", ""), ("war", ""), ("tie", "war")]
    assert [(played.returned(1, *line), played.cite(1, *line)) for line in lines] == [("5.00", "I-651a-08")] * 3
    assert played.returned(2, "war") == "10.00"


def test_651a_11_c_war_without_anyone_left() -> None:
    """When the only player at War was passed over too late, the dealer takes no War card."""
    part = deal("1 initial 5", f"{BURN} {TIE_AND_WAR}", "1 war; 1 no_tie",
        [fault("card_not_dealt", 6, seat=1, after_dealer=True)])  # fmt: skip
    played = play("casino-war", part).ok()
    assert [(e["of"], e["cards"]) for e in played.events_of("discarded")] == [(1, ["9S"]), (DEALER, ["9H"])]
