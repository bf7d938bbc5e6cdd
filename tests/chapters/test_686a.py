"""Chapter 686a, Over/Under: provision by provision. What concerns the shoe is in ``test_686a_shoe``."""

from typing import Any

import pytest

from pitboss.chapters.ch686a_over_under import (
    BONUS_PAYS,
    GAME,
    HIGHEST,
    LAW,
    LOWEST,
    Rules,
    Table,
    bonus_pays,
    points,
    side_pays,
)
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK
from pitboss.equipment.shoe import ShoeState, Shuffling
from pitboss.families.settling import DeadHand
from pitboss.game import RoundStart, When
from pitboss.journal import Report
from pitboss.procedure import DEALER, Answer, Refused
from pitboss.testkit.tables import Played, deal, fault, play, refused
from pitboss.wagers import REMOVE, WAGER
from tests.felts import lies_apart
from tests.shoes import BURN, ShoeGame, betting_open, cites_due, dealer_signs_for_the_first_player, default

TABLE = ShoeGame("over-under", LAW, "686a.6(c)", "1 ante 10", "KS 9S 8S", "1 over_23", needs=2)


def hand(cards: str, answers: str = "1 over_23", wagers: str = "1 ante 10", **submission: Any) -> Played:
    """One round from a new shoe: first cards, then two more for each player in turn."""
    return play("over-under", deal(wagers, f"{BURN} {cards}", answers), **submission)


def cards_of(total: int) -> str:
    """Three cards of a total, low cards first."""
    deck = [card for card in DECK if card[1] == "S"]
    for a in deck:
        for b in deck:
            for c in deck:
                if points([a, b, c]) == total:
                    return f"{a} {b} {c}"
    raise AssertionError(total)


TOTALS = range(LOWEST, HIGHEST + 1)


# § 686a.1 – § 686a.4.


def test_686a_1_hand_is_three_cards() -> None:
    """A player gets three cards, all of them face up."""
    dealt = hand("KS 9S 8S").ok().events_of("dealt")
    assert [(e["to"], e["card"], e["place"]) for e in dealt] == [(1, "KS", "1"), (1, "9S", "2"), (1, "8S", "3")]
    assert all("seen_by" not in e for e in dealt)


def test_686a_1_surrender_comes_after_the_first_card() -> None:
    """The choice, and with it surrender, comes when the first card is out and before any other."""
    kinds = [e["event"] for e in hand("KS 9S 8S", "1 surrender").ok().events if e["event"] in ("dealt", "elected")]
    assert kinds == ["dealt", "elected", "dealt", "dealt"]


@pytest.mark.parametrize(("seat", "ok"), [(0, False), (1, True), (6, True), (7, False)])
def test_686a_2_a_no_more_than_six_players(seat: int, ok: bool) -> None:
    """Wagers come from positions 1 to 6."""
    played = hand("KS 9S 8S", f"{seat} over_23", f"{seat} ante 10")
    played.ok() if ok else refused(played, "no_such_seat", "686a.2(a)")


@pytest.mark.parametrize("bonus", [False, True])
def test_686a_2_b_layout(bonus: bool) -> None:
    """Each position has its areas and three rectangles; the inscriptions stand; Bonus only where it is offered."""
    felt = GAME.felt(Rules(bonus_wager=bonus))
    wagers = ["ante", "over_23", "under_18", *(["bonus"] if bonus else [])]
    assert {(a.seat, a.wager) for a in felt.areas} == {(seat, wager) for seat in range(1, 7) for wager in wagers}
    for seat in range(1, 7):
        assert len([p for p in felt.places if p.what == "cards" and p.of == seat]) == 3
    by_cite = {i.cite: i.text for i in felt.inscriptions}
    assert "even money" in by_cite["686a.2(b)(4)(i)"]
    assert "18—23" in by_cite["686a.2(b)(4)(ii)"]
    assert "11" in by_cite["686a.2(b)(4)(iii)"]
    posted = " ".join(i.text for i in felt.inscriptions if i.cite == "686a.2(b)(6)")
    assert ("50 to 1" in posted) is bonus
    assert ("50 to 1" in GAME.signs(Rules(bonus_wager=bonus))[0].text) is bonus


def test_686a_2_b_seats_are_apart() -> None:
    """No two areas or card places of the layout overlap, and all lie on the cloth."""
    lies_apart(GAME.felt(Rules(bonus_wager=True)))


@pytest.mark.parametrize(
    ("card", "value"),
    [("2S", 2), ("3S", 3), ("9S", 9), ("TS", 10), ("JS", 10), ("QS", 10), ("KS", 10), ("AS", 11)],
)
def test_686a_3_d_values_of_cards(card: str, value: int) -> None:
    """Face value from 2 to 10, faces 10, an ace always 11."""
    assert points([card]) == value


def test_686a_3_d_3_ace_is_never_one() -> None:
    """Three aces are 33 and no less (I-686a-08); three deuces, 6, are the lowest total."""
    assert points(["AS", "AH", "AD"]) == HIGHEST == 33
    assert points(["2S", "2H", "2D"]) == LOWEST == 6


def test_686a_4_e_preshuffled_decks_skip_inspection_and_wash_but_are_spread() -> None:
    """Preshuffled decks are still spread for the first player; inspection, wash and the batches' own spread fall away
    (I-GEN-21)."""
    for shuffler, batches in ((Shuffling.MANUAL, []), (Shuffling.AUTOMATED, ["686a.4(d)"])):
        here, came = (Rules(shuffler=shuffler, preshuffled_decks=preshuffled) for preshuffled in (False, True))
        assert cites_due(GAME, here, When.CARDS) == ["686a.4(a)", *batches]
        assert cites_due(GAME, here, When.ARRIVAL) == ["686a.4(b)", "686a.4(c)", *batches]
        assert (cites_due(GAME, came, When.CARDS), cites_due(GAME, came, When.ARRIVAL)) == (
            ["686a.4(e)"],
            ["686a.4(b)"],
        )
        for rules in (here, came):
            dealer_signs_for_the_first_player(GAME, rules, "686a.4(b)")
    assert hand("KS 9S 8S", preshuffled_decks=True).events_of("shuffled")[0]["cite"] == "686a.4(e)"
    assert hand("KS 9S 8S").events_of("shuffled")[0]["cite"] == "686a.5(a)"


# § 686a.6.


def test_686a_6_a_cash_is_accepted() -> None:
    """A spoken wager with cash is accepted; another form is not."""
    cash = [{"seat": 1, "wager": "ante", "amount": "10.00", "form": "verbal_with_cash"}]
    play("over-under", deal(cash, f"{BURN} KS 9S 8S", "1 over_23")).ok()
    other = [{**cash[0], "form": "marker"}]
    refused(play("over-under", deal(other, f"{BURN} KS 9S 8S", "1 over_23")), "form_not_accepted", "686a.6(a)")


def test_686a_6_a_dealer_confirms_a_spoken_wager() -> None:
    """The dealer confirms it and changes the cash, and says so before a card is dealt; chips need no word."""
    ante = {"seat": 1, "wager": "ante", "amount": "10.00"}
    played = play("over-under", deal([{**ante, "form": "verbal_with_cash"}], f"{BURN} KS 9S 8S", "1 over_23")).ok()
    (confirmed,) = played.events_of("attested")
    assert (confirmed["by"], confirmed["seat"], confirmed["cite"]) == ("dealer", 1, "686a.6(a)")
    assert not play("over-under", deal([ante], f"{BURN} KS 9S 8S", "1 over_23")).ok().events_of("attested")


TWO = ("KS KH 9S 8S 9H 8H", "1 over_23; 2 over_23")


def rounds(*seats: str, first: bool = True) -> list[dict[str, Any]]:
    """Rounds in which these seats (``1``, ``1 2``) wager."""
    found = []
    for n, who in enumerate(seats):
        firsts = " ".join(f"K{'SHDC'[int(seat) % 4]}" for seat in who.split())
        others = " ".join(f"9{'SHDC'[int(seat) % 4]} 8{'SHDC'[int(seat) % 4]}" for seat in who.split())
        burn = BURN if first and n == 0 else ""
        wagers, answers = (";".join(f"{seat} {word}" for seat in who.split()) for word in ("ante 5", "over_23"))
        found.append(deal(wagers, f"{burn} {firsts} {others}", answers))
    return found


def test_686a_6_b_one_who_sits_out_may_be_barred() -> None:
    """Where so filed, a patron who sat out a round of the shoe cannot wager in it again; one who never did can."""
    played = play("over-under", *rounds("1 2", "1", "1 2"), no_mid_shoe_entry=True)
    refused(played, "not_offered", "686a.6(b)")
    assert played.refused is not None
    assert played.refused["round"] == 3
    refused(play("over-under", *rounds("1", "1 3"), no_mid_shoe_entry=True), "not_offered", "686a.6(b)")
    play("over-under", *rounds("1 2", "1 2", "1 2"), no_mid_shoe_entry=True).ok()
    play("over-under", *rounds("1 2", "1", "1 2")).ok()


def test_686a_6_b_bar_follows_the_patron_not_the_seat() -> None:
    """A patron who played every round may move to another seat."""
    first, second = rounds("1", "2")
    for part in (first, second):
        part["wagers"] = [{**wager, "player": "ann"} for wager in part["wagers"]]
    play("over-under", first, second, no_mid_shoe_entry=True).ok()
    second["wagers"] = [{**wager, "player": "bob"} for wager in second["wagers"]]
    refused(play("over-under", first, second, no_mid_shoe_entry=True), "not_offered", "686a.6(b)")


def test_686a_6_b_a_round_nobody_played_bars_nobody() -> None:
    """A round without wagers was no round of play; the cards are shuffled after it, and another may sit down."""
    play("over-under", *rounds("1"), deal(), *rounds("1"), no_mid_shoe_entry=True).ok()
    play("over-under", *rounds("1"), deal(), *rounds("2"), no_mid_shoe_entry=True).ok()


def test_686a_6_b_1_the_house_may_permit_him_again() -> None:
    """Leave given by the floor lifts the bar, at once and for the next round; without a bar there is nothing to lift."""
    state = Table(ShoeState(shuffled=True, cover=78), entered=("1",))
    round_ = Round(GAME, Rules(no_mid_shoe_entry=True), state, RoundStart(3))
    with pytest.raises(Refused) as no:
        round_.answer(Answer(2, WAGER, "ante", "", 500))
    assert no.value.cite == "686a.6(b)"
    assert not round_.pending.menu.offers(2)  # type: ignore[union-attr]
    for seat in (0, 1):
        with pytest.raises(Refused):
            round_.report(Report("wagering_permitted", seat))
    (event,) = round_.report(Report("wagering_permitted", 2))
    assert event.cite == "686a.6(b)(1)"
    round_.answer(Answer(2, WAGER, "ante", "", 500))
    later = rounds("1", "1", "1 2")
    later[1]["irregularities"] = [fault("wagering_permitted", seat=2)]
    play("over-under", *later, no_mid_shoe_entry=True).ok()
    refused(play("over-under", *later[:1], {**later[1]}), "unused", "686a.6(c)")


def test_686a_6_b_2_a_reshuffle_lifts_the_bar() -> None:
    """After a reshuffle everyone may wager; with a continuous shuffler that is every round."""
    parts = rounds("1", "1")
    parts[1]["irregularities"] = [fault("cover_card", 0)]
    play("over-under", *parts, *rounds("1 2"), no_mid_shoe_entry=True).ok()
    round_ = Round(
        GAME, Rules(no_mid_shoe_entry=True), Table(ShoeState(shuffled=True, cover=78), entered=("1",)), RoundStart(3)
    )
    round_.report(Report("reshuffle_ordered"))  # before the first card
    default(round_)
    default(round_)
    round_.answer(Answer("chance", BURN))
    assert round_.answer(Answer(2, WAGER, "ante", "", 500))
    play("over-under", *rounds("1", "1 2"), no_mid_shoe_entry=True, shuffler="continuous").ok()


def test_686a_6_c_no_wager_after_the_first_card() -> None:
    """Wagers are down before the first card of the round; while only the burn card is out they are in time."""
    late: list[dict[str, Any]] = [
        {"seat": 1, "wager": "ante", "amount": "5.00"},
        {"seat": 2, "wager": "ante", "amount": "5.00", "after": 2},
    ]
    answers = "1 over_23; 2 over_23"
    refused(play("over-under", deal(late, f"{BURN} {TWO[0]}", answers)), "betting_closed", "686a.6(c)")
    late[1]["after"] = 1
    play("over-under", deal(late, f"{BURN} {TWO[0]}", answers)).ok()


def test_686a_6_c_a_wager_once_placed_is_not_touched() -> None:
    """A placed wager cannot be removed."""
    round_ = betting_open(TABLE)
    round_.answer(Answer(1, WAGER, "ante", "", 500))
    assert REMOVE not in [offer.says for offer in round_.pending.menu.offers(1)]  # type: ignore[union-attr]
    with pytest.raises(Refused) as no:
        round_.answer(Answer(1, REMOVE, "ante"))
    assert (no.value.why, no.value.cite) == ("locked", "686a.6(c)")


@pytest.mark.parametrize("wager", ["over_23", "under_18"])
def test_686a_6_c_over_and_under_are_not_tendered_before_the_deal(wager: str) -> None:
    """Over 23 and Under 18 are made by choosing them, never in the window."""
    refused(hand("KS 9S 8S", wagers=f"1 ante 5; 1 {wager} 5"), "unknown_wager", "686a.6(a)")


def test_686a_6_d_no_round_without_an_ante() -> None:
    """A Bonus Wager alone does not take part; without any wager no card is dealt."""
    refused(hand("KS 9S 8S", wagers="1 bonus 5", bonus_wager=True), "wager_required", "686a.6(e)")
    assert not play("over-under", deal("", BURN)).ok().events_of("dealt")


def test_686a_6_e_bonus_only_where_offered() -> None:
    """The Bonus Wager exists where it was filed, and needs the Ante in the same box (I-686a-12)."""
    refused(hand("KS 9S 8S", wagers="1 ante 5; 1 bonus 5"), "not_offered", "686a.6(e)")
    hand("KS 9S 8S", wagers="1 bonus 5; 1 ante 5", bonus_wager=True).ok()
    refused(hand("KS 9S 8S", wagers="1 ante 5; 2 bonus 5", bonus_wager=True), "wager_required", "686a.6(e)")


@pytest.mark.parametrize(
    ("boxes", "seats", "ok"),
    [(1, (1,), True), (1, (1, 2), False), (2, (1, 2), True), (2, (1, 3), False), (3, (2, 1, 3), True), (2, (4, 5, 6), False)],
)  # fmt: skip
def test_686a_6_f_adjacent_boxes(boxes: int, seats: tuple[int, ...], ok: bool) -> None:
    """One player wagers on as many boxes as were filed, and they are adjacent."""
    (part,) = rounds(" ".join(str(seat) for seat in sorted(seats)))
    part["wagers"] = [{"seat": seat, "wager": "ante", "amount": "5.00", "player": "ann"} for seat in seats]
    played = play("over-under", part, adjacent_boxes=boxes)
    played.ok() if ok else refused(played, "one_position", "686a.6(f)")


@pytest.mark.parametrize(("boxes", "ok"), [(0, False), (1, True), (6, True), (7, False)])
def test_686a_6_f_number_of_boxes_is_filed(boxes: int, ok: bool) -> None:
    """From one box to all six."""
    played = hand("KS 9S 8S", adjacent_boxes=boxes)
    played.ok() if ok else refused(played, "forbidden_choice", "686a.6(f)")


# § 686a.7.


def test_686a_7_e_first_cards_go_clockwise() -> None:
    """From the dealer's left one card face up to each Ante, before anyone decides."""
    played = hand("3S 4S 5S 9S 8S 9H 8H 9D 8D", "2 over_23; 4 over_23; 6 over_23", "6 ante 5; 2 ante 5; 4 ante 5").ok()
    order = [(e["event"], e.get("to", e.get("by"))) for e in played.events if e["event"] in ("dealt", "elected")]
    assert order[:4] == [("dealt", 2), ("dealt", 4), ("dealt", 6), ("elected", 2)]
    assert [e["cite"] for e in played.events_of("dealt")] == ["686a.7(e)"] * 3 + ["686a.7(i)"] * 6
    assert not played.words()  # betting closes with the first card, without a call (I-GEN-14)


def test_686a_7_f_decisions_go_clockwise_one_player_at_a_time() -> None:
    """Each player decides, gets their two cards, is settled and cleared before the next is asked (I-686a-03)."""
    played = hand(*TWO, "1 ante 5; 2 ante 5").ok()
    kinds = ("elected", "dealt", "paid", "collected", "discarded")
    after = [(e["event"], e.get("by") or e.get("to") or e.get("seat") or e.get("of")) for e in played.events
        if e["event"] in kinds][2:]  # fmt: skip
    turn = ["elected", "dealt", "dealt", "paid", "paid", "discarded"]
    assert after == [(kind, 1) for kind in turn] + [(kind, 2) for kind in turn]


def test_686a_7_g_equal_to_the_ante() -> None:
    """Over 23 and Under 18 are exactly the Ante, stated or not; no other amount can be named, nor nothing."""
    for side in ("over_23", "under_18"):
        for stated in ("", " 12.50"):
            played = hand("KS 9S 8S", f"1 {side}{stated}", "1 ante 12.50").ok()
            assert [(e["wager"], e["amount"]) for e in played.events_of("wagered")] == [("ante", 1250), (side, 1250)]
            assert [e["amount"] for e in played.events_of("elected")] == [1250]
        for wrong in ("0.00", "5.00", "12.49", "12.51"):
            refused(hand("KS 9S 8S", f"1 {side} {wrong}", "1 ante 12.50"), "not_equal", "686a.7(g)")


def test_686a_7_g_three_choices_and_no_other() -> None:
    """Over, under or surrender; another answer, and none, is refused, and each player is asked in their turn."""
    refused(hand("KS 9S 8S", "1 stand"), "not_lawful", "686a.7(g)")
    refused(hand("KS 9S 8S", ""), "not_lawful", "686a.7(g)")
    refused(hand("KS KH 9S 8S 9H 8H", "2 over_23", "1 ante 5; 2 ante 5"), "not_lawful", "686a.7(g)")


@pytest.mark.parametrize("total", [6, 17, 18, 23, 24, 33])
def test_686a_7_g_3_surrender_loses_the_whole_ante(total: int) -> None:
    """Surrender forfeits all of the Ante, whatever the cards then show (I-686a-04)."""
    played = hand(cards_of(total), "1 surrender")
    assert (played.returned(1, "ante"), played.cite(1, "ante")) == ("0.00", "686a.7(g)(3)")
    assert len(played.settlements) == 1


def test_686a_7_g_an_absent_player_surrenders() -> None:
    """For a player who does not answer the house surrenders: it asks them for no more money."""
    round_ = TABLE.begin(RoundStart(2), ShoeState(shuffled=True, cover=78))
    round_.answer(Answer(1, WAGER, "ante", "", 500))
    round_.answer(Answer(DEALER, "no_more_bets"))
    round_.answer(Answer("chance", "KS"))
    (question,) = round_.elections()
    assert question.default is not None
    assert question.default.says == "surrender"


def test_686a_7_h_surrender_leaves_the_bonus_up() -> None:
    """A surrendered hand's Bonus Wager is settled like any other (I-686a-02)."""
    won = hand("AS AH AD", "1 surrender", "1 ante 10; 1 bonus 5", bonus_wager=True)
    assert (won.returned(1, "ante"), won.returned(1, "bonus")) == ("0.00", "255.00")
    lost = hand("KS 9S 2S", "1 surrender", "1 ante 10; 1 bonus 5", bonus_wager=True)
    assert (lost.returned(1, "bonus"), lost.cite(1, "bonus")) == ("0.00", "686a.7(m)")


def test_686a_7_i_two_cards_even_after_a_surrender() -> None:
    """A surrendered hand without a Bonus Wager gets its two cards all the same (I-686a-05)."""
    assert [e["card"] for e in hand("KS 9S 8S", "1 surrender").ok().events_of("dealt")] == ["KS", "9S", "8S"]


def test_686a_7_j_settled_and_racked_before_the_next() -> None:
    """A player's hand is racked as it was dealt, before the next player decides."""
    played = hand(*TWO, "1 ante 5; 2 ante 5").ok()
    assert [(e["of"], e["cards"], e["cite"]) for e in played.events_of("discarded")] == [
        (1, ["KS", "9S", "8S"], "686a.7(j)"), (2, ["KH", "9H", "8H"], "686a.7(j)"),
    ]  # fmt: skip
    assert played.order() == [(1, "ante"), (1, "over_23"), (2, "ante"), (2, "over_23")]


@pytest.mark.parametrize("total", TOTALS)
def test_686a_7_k_1_over_wins_on_24_to_33(total: int) -> None:
    """Ante and Over 23 win together on 24 to 33 and lose together on all else (I-686a-01)."""
    played = hand(cards_of(total), "1 over_23")
    lines = {(played.returned(1, wager), played.cite(1, wager)) for wager in ("ante", "over_23")}
    loses = "686a.7(l)" if 18 <= total <= 23 else "I-686a-01"
    assert lines == {("20.00", "686a.8(a)") if total >= 24 else ("0.00", loses)}


@pytest.mark.parametrize("total", TOTALS)
def test_686a_7_k_2_under_wins_on_6_to_17(total: int) -> None:
    """Ante and Under 18 win together on 6 to 17 and lose together on all else (I-686a-01)."""
    played = hand(cards_of(total), "1 under_18")
    lines = {(played.returned(1, wager), played.cite(1, wager)) for wager in ("ante", "under_18")}
    loses = "686a.7(l)" if 18 <= total <= 23 else "I-686a-01"
    assert lines == {("20.00", "686a.8(a)") if total <= 17 else ("0.00", loses)}


@pytest.mark.parametrize("total", [17, 18, 19, 20, 21, 22, 23, 24])
def test_686a_7_l_house_wins_on_18_to_23(total: int) -> None:
    """From 18 to 23 both wagers lose, whichever was made; just outside one of them wins."""
    won = [side for side in ("over_23", "under_18") if side_pays(side, total)]
    assert won == (["under_18"] if total == 17 else ["over_23"] if total == 24 else [])


@pytest.mark.parametrize("total", TOTALS)
def test_686a_7_m_bonus_wins_on_6_to_12_and_27_to_33(total: int) -> None:
    """The Bonus Wager wins on 6 to 12 and on 27 to 33, and loses on 13 to 26."""
    played = hand(cards_of(total), "1 over_23", "1 ante 10; 1 bonus 1", bonus_wager=True)
    assert (played.returned(1, "bonus") != "0.00") is (total <= 12 or total >= 27)
    assert played.cite(1, "bonus") == ("686a.8(b)" if total <= 12 or total >= 27 else "686a.7(m)")


# § 686a.8.


def test_686a_8_a_even_money() -> None:
    """Ante, Over 23 and Under 18 pay 1 to 1."""
    for side, total in (("over_23", 24), ("under_18", 17)):
        assert str(side_pays(side, total)) == "1 to 1"
    assert hand(cards_of(30), wagers="1 ante 12.34").returned(1, "over_23") == "24.68"


@pytest.mark.parametrize(
    ("low", "odds"),
    [(6, "50 to 1"), (7, "10 to 1"), (8, "5 to 1"), (9, "4 to 1"), (10, "3 to 1"), (11, "2 to 1"), (12, "1 to 1"), (13, "None"),
    (19, "None")],
)  # fmt: skip
def test_686a_8_b_bonus_paytable(low: int, odds: str) -> None:
    """Each low total and its mirror image pay alike: 6 or 33 pays 50 to 1, down to 12 or 27 at 1 to 1."""
    assert str(bonus_pays(low)) == str(bonus_pays(39 - low)) == odds


def test_686a_8_b_bonus_paytable_has_seven_lines() -> None:
    """Seven lines and no more."""
    assert [line for line, _ in BONUS_PAYS.lines] == [f"{n} or {39 - n}" for n in range(6, 13)]


# § 686a.9 (c); the rest is the shoe's.

MISSED = [fault("additional_cards_not_dealt", 3, seat=1)]


def test_686a_9_c_late_cards_after_everyone_else() -> None:
    """A player passed over may have their two cards after all others have theirs."""
    part = deal("1 ante 5; 2 ante 5", f"{BURN} KS KH 9H 8H 9S 2S", "1 over_23; 1 deal_late; 2 over_23", MISSED)
    played = play("over-under", part).ok()
    assert [(e["to"], e["card"]) for e in played.events_of("dealt")[2:]] == [(2, "9H"), (2, "8H"), (1, "9S"), (1, "2S")]
    assert played.order() == [(2, "ante"), (2, "over_23"), (1, "ante"), (1, "over_23")]
    assert (played.returned(1, "ante"), played.returned(2, "ante")) == ("0.00", "10.00")


def test_686a_9_c_dead_hand_returns_every_wager() -> None:
    """Or their hand is dead, and Ante, further wager and Bonus go back (I-686a-07)."""
    part = deal("1 ante 5; 1 bonus 2; 2 ante 5", f"{BURN} KS KH 9H 8H", "1 over_23; 1 dead_hand; 2 over_23", MISSED)
    played = play("over-under", part, bonus_wager=True)
    for wager, back in (("ante", "5.00"), ("over_23", "5.00"), ("bonus", "2.00")):
        assert (played.returned(1, wager), played.cite(1, wager)) == (back, "I-686a-07")
    assert played.returned(2, "ante") == "10.00"
    assert [(e["of"], e["cards"]) for e in played.events_of("discarded")] == [(1, ["KS"]), (2, ["KH", "9H", "8H"])]


def test_686a_9_c_dead_hand_returns_the_ante_alone_where_that_is_filed() -> None:
    """As printed: the further wager and the Bonus are lost; whoever files it is warned (I-686a-07)."""
    part = deal("1 ante 5; 1 bonus 2; 2 ante 5", f"{BURN} KS KH 9H 8H", "1 over_23; 1 dead_hand; 2 over_23", MISSED)
    played = play("over-under", part, bonus_wager=True, dead_hand_returns="original_wager").ok()
    assert [played.returned(1, wager) for wager in ("ante", "over_23", "bonus")] == ["5.00", "0.00", "0.00"]
    assert (played.cite(1, "over_23"), played.returned(2, "ante")) == ("686a.9(c)", "10.00")
    assert [doubt.cite for doubt in Rules(dead_hand_returns=DeadHand.ORIGINAL_WAGER).doubts()] == ["I-686a-07"]
    assert not Rules().doubts()


def test_686a_9_first_card_dealt_late_where_that_is_filed() -> None:
    """I-686a-09: after the others have theirs; the player decides in turn all the same, and the last one is not passed over."""
    part = deal("1 ante 5; 2 ante 5", f"{BURN} KH KS 9S 8S 9H 8H", "1 over_23; 2 over_23",
        [fault("first_card_not_dealt", 1, seat=1)])  # fmt: skip
    played = play("over-under", part, missed_first_card="dealt_late").ok()
    assert [(e["to"], e["card"]) for e in played.events_of("dealt")[:3]] == [(2, "KH"), (1, "KS"), (1, "9S")]
    assert played.returned(1, "ante") == played.returned(2, "ante") == "10.00"
    part["irregularities"] = [fault("first_card_not_dealt", 2, seat=2)]
    refused(play("over-under", part, missed_first_card="dealt_late"), "unused", "686a.6(c)")


@pytest.mark.parametrize(("surplus", "cards"), [("next_card", "KS 9S 8S"), ("discarded", "KS 2C 9S 8S")])
def test_686a_9_a_surplus_card_is_next_or_discarded_as_filed(surplus: str, cards: str) -> None:
    """I-686a-09: a card drawn in error after the first one; discarded, it goes to the rack unseen."""
    part = deal("1 ante 5", f"{BURN} {cards}", "1 over_23", [fault("card_drawn_in_error", 2)])
    played = play("over-under", part, surplus_card=surplus).ok()
    assert [e["card"] for e in played.events_of("dealt")] == ["KS", "9S", "8S"]
    burned = [e for e in played.events_of("burned") if e["cite"] == "I-686a-09"]
    assert len(burned) == (surplus == "discarded")
    assert all(e["seen_by"] == [] for e in burned)


def test_686a_9_c_dead_hand_after_a_surrender() -> None:
    """A surrendered Ante was decided before and stays lost; only the Bonus goes back."""
    part = deal("1 ante 5; 1 bonus 2", f"{BURN} KS", "1 surrender; 1 dead_hand",
        [fault("additional_cards_not_dealt", 2, seat=1)])  # fmt: skip
    played = play("over-under", part, bonus_wager=True)
    assert (played.returned(1, "ante"), played.returned(1, "bonus")) == ("0.00", "2.00")


def test_686a_9_c_one_of_the_two_cards_missing() -> None:
    """When one of the two cards came and the other did not, the missing one comes late."""
    part = deal("1 ante 5", f"{BURN} KS 9S 8S", "1 over_23; 1 deal_late",
        [fault("additional_cards_not_dealt", 3, seat=1)])  # fmt: skip
    assert play("over-under", part).returned(1, "over_23") == "10.00"


def test_686a_9_c_only_the_player_whose_cards_are_due() -> None:
    """Nobody is passed over before their turn or after it, and the choice is between two words."""
    for seat in (2, 5):
        part = deal("1 ante 5; 2 ante 5", f"{BURN} {TWO[0]}", TWO[1],
            [fault("additional_cards_not_dealt", 3, seat=seat)])  # fmt: skip
        refused(play("over-under", part), "unused", "686a.6(c)")
    part = deal("1 ante 5; 2 ante 5", f"{BURN} {TWO[0]}", "1 over_23; 1 under_18; 2 over_23", MISSED)
    refused(play("over-under", part), "not_lawful", "686a.9(c)")


def test_686a_9_first_card_not_dealt() -> None:
    """The chapter is silent: a player without a first card gets their wagers back and is in the next round (I-686a-09)."""
    part = deal("1 ante 5; 1 bonus 1; 2 ante 5", f"{BURN} KH 9H 8H", "2 over_23",
        [fault("first_card_not_dealt", 1, seat=1)])  # fmt: skip
    played = play("over-under", part, *rounds("1", first=False), bonus_wager=True)
    assert played.returned(1, "bonus") == "1.00"
    assert (played.returned(1, "ante", round=1), played.cite(1, "ante", round=1)) == ("5.00", "I-686a-09")
    assert played.returned(1, "ante", round=2) == "10.00"
    part["irregularities"] = [fault("first_card_not_dealt", 2, seat=2)]
    refused(play("over-under", part, bonus_wager=True), "not_lawful", "686a.7(g)")
