"""Chapter 670a: what goes wrong, and what is done about it (§ 670a.13, stub counts, one who leaves)."""

from typing import Any

import pytest

from pitboss.chapters.ch670a_six_card_fortune import GAME as SIX_CARD
from pitboss.testkit.tables import Played, deal, fault, play, refused
from tests.chapters import devices, staff
from tests.chapters.irregularities import could_not_happen
from tests.chapters.six_card_fortune import (
    DEALER_EIGHTS,
    DEALER_KING,
    GAME,
    MAIN,
    OFFERED,
    THROW,
    TWO,
    WAGER,
    dealt,
    hands,
    round_of,
)

FIRST, SECOND = "9S 9D AC 5H 4H 2C", "7S 7H JH 5C 3C 2D"
ALL = 43  # the throw and 42 cards
STAKES = {WAGER: "10.00", "fortune_bonus": "5.00", "insurance": "5.00", "progressive_payout": "1.00"}


def went_wrong(
    irregularity: dict[str, Any], out: int = ALL, answers: list[dict[str, Any]] | None = None, **filed: Any
) -> Played:
    """Two players with every wager, and as many entries of chance as were out when it was reported."""
    of = hands(seat_1=FIRST, seat_2=SECOND, dealer=DEALER_EIGHTS)
    chance = [THROW, *dealt(of, stacks=filed.get("dealing") == "automated_shoe")][:out]
    part = deal(TWO, chance, "", [irregularity])
    part["answers"] = answers or []
    return play(GAME, part, **{**OFFERED, **filed})


def all_returned(played: Played, cite: str) -> None:
    """Every wager went back, from the dealer's right, and the meter stands where it stood."""
    assert {(s["cite"], s["stake"] == s["returned"]) for s in played.ok().settlements} == {(cite, True)}
    assert [s["seat"] for s in played.settlements] == sorted((s["seat"] for s in played.settlements), reverse=True)
    assert {s["wager"]: s["returned"] for s in played.settlements if s["seat"] == 1}.items() >= STAKES.items()
    assert [e["cite"] for e in played.events_of("round_voided")] == [cite]
    assert played.events_of("meter_moved")[-1]["after"] == 500_000 * 10**6


def complete(irregularity: dict[str, Any], wagers: str = TWO, **filed: Any) -> Played:
    """The same two players, and a round that could go to its end."""
    stacks = filed.get("dealing") == "automated_shoe"
    part = round_of(
        wagers, seat_1=FIRST, seat_2=SECOND, dealer=DEALER_EIGHTS, irregularities=[irregularity], stacks=stacks
    )
    return play(GAME, part, **{**OFFERED, **filed})


# (a)–(c) The dice.


@pytest.mark.parametrize(("fell_out", "cite"), [(False, "670a.13(a)"), (True, "670a.13(b)")])
def test_670a_13_a_b_no_roll_is_shaken_again(fell_out: bool, cite: str) -> None:
    """Dice not flat, or fallen out: "no roll" is called and the shaker shaken again; wagers stand."""
    of = hands(seat_1=FIRST, dealer=DEALER_KING)
    when = fault("no_roll", 1, **({"fell_out": True} if fell_out else {}))
    part = round_of(MAIN, seat_1=FIRST, dealer=DEALER_KING, cards=["1 1 1", THROW, *dealt(of)], irregularities=[when])
    played = play(GAME, part).ok()
    assert played.events_of("irregularity_reported")[0]["cite"] == cite
    assert played.words()[1:3] == ["no roll", "total 8"]
    assert played.returned(1, WAGER) == "20.00"


def test_670a_13_a_generator_has_no_roll() -> None:
    """No dice, no "no roll"."""
    of = hands(seat_1=FIRST, dealer=DEALER_KING)
    part = round_of(MAIN, seat_1=FIRST, dealer=DEALER_KING, cards=["1", *dealt(of)], irregularities=[fault("no_roll")])
    could_not_happen(play(GAME, part, start_selector="rng"), "no_roll")


@pytest.mark.parametrize("out", [2, 20, ALL])
def test_670a_13_c_first_card_to_a_wrong_position_voids_the_round(out: int) -> None:
    """All hands void, all wagers returned, reshuffle."""
    all_returned(went_wrong(fault("first_card_to_wrong_position", out), out), "670a.13(c)")


def test_670a_13_c_not_before_the_first_card() -> None:
    """Before that nothing was dealt to anyone."""
    could_not_happen(complete(fault("first_card_to_wrong_position", 1)), "first_card_to_wrong_position")


# (d)–(e) Exposed cards.


@pytest.mark.parametrize("says", ["void_hand", "play_hand"])
@pytest.mark.parametrize("out", [9, ALL])
def test_670a_13_d_player_with_an_exposed_card_voids_or_plays(says: str, out: int) -> None:
    """The player decides before looking at the others: all wagers go back, or the hand is played."""
    part = round_of(
        TWO, seat_1=FIRST, seat_2=SECOND, dealer=DEALER_EIGHTS, irregularities=[fault("player_card_exposed", out, seat=1)],
        more=[{"seat": 1, "answer": says}],
    )  # fmt: skip
    if says == "void_hand":
        part["answers"] = [a for a in part["answers"] if a["seat"] == 2 or a["answer"] == says]
    played = play(GAME, part, **OFFERED).ok()
    asked = [n for n, e in enumerate(played.events) if e["event"] == "elected" and e["cite"] == "670a.13(d)"]
    looked = [n for n, e in enumerate(played.events) if e["event"] == "revealed"]
    assert asked[0] < looked[0]
    if says == "play_hand":
        assert played.returned(1, WAGER) == "20.00"
        return
    assert {wager: played.returned(1, wager) for wager in STAKES} == STAKES
    assert {s["cite"] for s in played.settlements if s["seat"] == 1} == {"670a.13(d)"}
    assert played.returned(2, WAGER) == "0.00"
    assert [e["seat"] for e in played.events_of("meter_moved") if e["why"] == "void"] == [1]


def test_670a_13_d_not_once_the_players_have_looked_nor_at_an_empty_position() -> None:
    """Who has set has looked; a position without a wager has no hand."""
    could_not_happen(complete(fault("player_card_exposed", ALL, seat=1, after_answers=2)), "player_card_exposed")
    could_not_happen(complete(fault("player_card_exposed", ALL, seat=3)), "player_card_exposed")


@pytest.mark.parametrize(("word", "told"), [("void_hand", ["void_hand"]), ("play_hand", ["play_hand", "double_down"])])
def test_670a_13_d_exposed_while_others_double_or_set(word: str, told: list[str]) -> None:
    """After the stub count, too, who has not yet looked voids the hand or plays it, doubled or not."""
    part = round_of(TWO, seat_1=FIRST, seat_2=SECOND, dealer=DEALER_EIGHTS)
    lows = {answer["seat"]: answer for answer in part["answers"]}
    says = [{"seat": 1, "answer": answer} for answer in told]
    exposed = fault("player_card_exposed", ALL, seat=1, after_answers=1)
    for doubling in (True, False):  # seat 2 has said that it does not double, or set its hands
        answers = [{"seat": 2, "answer": "no_double_down"}, *says, lows[2]] if doubling else [lows[2], says[0]]
        rest = [] if word == "void_hand" else [lows[1]]
        played = play(GAME, {**part, "answers": [*answers, *rest], "irregularities": [exposed]}, **OFFERED).ok()
        assert (played.cite(1, WAGER) == "670a.13(d)") is (word == "void_hand")
        assert ((1, "double_down") in played.order()) is (doubling and word == "play_hand")
        assert played.returned(2, WAGER) == "0.00"
        assert not played.standing


@pytest.mark.parametrize("out", [1, 2, 30, ALL])
def test_670a_13_e_exposed_card_of_the_dealer_voids_the_round(out: int) -> None:
    """All hands void, all wagers returned, reshuffle."""
    all_returned(went_wrong(fault("dealer_card_exposed", out), out), "670a.13(e)")


def test_670a_13_e_double_downs_go_back_too() -> None:
    """Found after the players doubled."""
    answers = [{"seat": 2, "answer": "double_down"}, {"seat": 1, "answer": "double_down"}]
    played = went_wrong(fault("dealer_card_exposed", ALL, after_answers=2), answers=answers)
    all_returned(played, "670a.13(e)")
    assert (played.returned(1, "double_down"), played.returned(2, "double_down")) == ("10.00", "20.00")


# (f)–(g) Cards of the deck.


def test_670a_13_f_one_card_face_up_goes_to_the_rack() -> None:
    """It is not used in this round, and the stub is one card shorter without being wrong (I-GEN-09)."""
    of = hands(seat_1=FIRST, dealer=DEALER_KING)
    spare = next(c for c in ("3D", "4S", "6S", "8S", "TS", "JK", "2S") if c not in [x for h in of.values() for x in h])
    order = dealt(of)
    part = round_of(
        MAIN, seat_1=FIRST, dealer=DEALER_KING, cards=[THROW, order[0], spare, *order[1:]],
        irregularities=[fault("card_face_up_in_shoe", 2)],
    )  # fmt: skip
    played = play(GAME, part).ok()
    assert (played.events_of("discarded")[0]["cards"], played.events_of("discarded")[0]["cite"]) == (
        [spare],
        "670a.13(f)",
    )
    assert staff.attested(played, "counted the stub") == [("dealer", 10, "670a.8(e)")]
    assert played.returned(1, WAGER) == "20.00"


def test_670a_13_f_second_card_face_up_voids_the_round() -> None:
    """All hands void, all wagers returned, reshuffle."""
    part = deal(
        TWO, [THROW, "8D", "3D", "4S"], "", [fault("card_face_up_in_shoe", 2), fault("card_face_up_in_shoe", 3)]
    )
    all_returned(play(GAME, part, **OFFERED), "670a.13(f)")


def test_670a_13_g_card_drawn_in_error_is_the_next_card() -> None:
    """Nothing changes: it is used as though it were the next."""
    played = complete(fault("card_drawn_in_error", 5)).ok()
    assert played.events_of("irregularity_reported")[0]["cite"] == "670a.13(g)"
    assert len(played.events_of("dealt")) == 42


# (h), (k), and the stub.


@pytest.mark.parametrize("out", [2, 20, ALL])
def test_670a_13_h_k_wrong_number_of_cards_voids_the_round(out: int) -> None:
    """A player's, an empty position's or the dealer's."""
    all_returned(went_wrong(fault("wrong_number_of_cards", out), out), "670a.13(h)")


@pytest.mark.parametrize(
    ("dealing", "cite"), [("manual_shoe", "670a.8(f)"), ("hand", "670a.9(e)"), ("automated_shoe", "670a.10(e)")]
)
@pytest.mark.parametrize("misdealt", [True, False])
def test_670a_8_9_10_wrong_stub_voids_and_removes_the_deck_unless_misdealt(
    dealing: str, cite: str, misdealt: bool
) -> None:
    """All hands void and all wagers back either way; the deck leaves the table if every hand had six cards."""
    played = went_wrong(fault("stub_count_wrong", ALL, misdealt=misdealt), dealing=dealing)
    all_returned(played, cite)
    assert bool(played.events_of("replaced")) is not misdealt
    could_not_happen(complete(fault("stub_count_wrong", 20), dealing=dealing), "stub_count_wrong")


@pytest.mark.parametrize(
    ("dealing", "cite"), [("manual_shoe", "670a.8(f)"), ("hand", "670a.9(e)"), ("automated_shoe", "670a.10(e)")]
)
def test_670a_8_9_10_count_that_differs_is_the_wrong_stub(dealing: str, cite: str) -> None:
    """Ten or twelve cards where eleven are expected; eleven, once counted, cannot be wrong."""
    part = stacks if dealing == "automated_shoe" else singly
    staff.wrong_stub(GAME, "stub_count_wrong", 0, part, 11, cite, dealing=dealing)


def test_670a_8_f_new_deck_begins_the_game_again() -> None:
    """Seat 2 at the dealer's right is offered the cut after a misdeal; of a deck that takes the place of one removed it
    is seat 1, who came first, and nobody else (670a.5(d)(1))."""
    of = hands(seat_1=FIRST, seat_2=SECOND, dealer=DEALER_EIGHTS)

    def after(misdealt: bool, by: int) -> Played:
        wrong = deal(TWO, [THROW, *dealt(of)], "", [fault("stub_count_wrong", ALL, misdealt=misdealt)])
        cut = [{"seat": by, "answer": {"cut": 20}}]
        again = round_of(TWO, seat_1=FIRST, seat_2=SECOND, dealer=DEALER_EIGHTS, more=cut)
        return play(GAME, wrong, again, **OFFERED, shuffler="manual")

    assert after(True, 2).ok().events_of("cut_made")[-1]["by"] == 2
    assert after(False, 1).ok().events_of("cut_made")[-1]["by"] == 1
    refused(after(False, 2), "not_lawful", "670a.11(b)")


# (i) The dealer's setting.


def test_670a_13_i_dealers_hands_are_set_again() -> None:
    """They are reset as § 670a.11(d) says and the round is completed."""
    played = complete(fault("hands_set_incorrectly")).ok()
    assert played.events_of("irregularity_reported")[0]["cite"] == "670a.13(i)"
    shown = [e for e in played.events_of("revealed") if e["of"] == "dealer"]
    assert [e["cards"] for e in shown] == [shown[0]["cards"]] * 2
    assert played.returned(1, WAGER) == "20.00"


# (j) While stacks are dealt.


@pytest.mark.parametrize("dealing", ["hand", "automated_shoe"])
def test_670a_13_j_card_exposed_while_stacks_are_dealt_voids_the_round(dealing: str) -> None:
    """From an automated shoe, and by hand (I-670a-19); every wager goes back."""
    all_returned(went_wrong(fault("card_exposed_while_dealing_stacks", 20), 20, dealing=dealing), "670a.13(j)")
    could_not_happen(
        complete(fault("card_exposed_while_dealing_stacks", ALL), dealing=dealing), "card_exposed_while_dealing_stacks"
    )


def test_670a_13_j_not_from_a_manual_shoe() -> None:
    """There (d) and (e) say what is done."""
    could_not_happen(complete(fault("card_exposed_while_dealing_stacks", 20)), "card_exposed_while_dealing_stacks")


@pytest.mark.parametrize("devices_", [{"dealing": "hand"}, {"dealing": "automated_shoe"}])
def test_670a_13_j_very_first_card(devices_: dict[str, Any]) -> None:
    """Exposed as it is dealt."""
    all_returned(went_wrong(fault("card_exposed_while_dealing_stacks", 1), 1, **devices_), "670a.13(j)")


# (h), (k) When hands are turned up.

GOES_ON = [{"by": "dealer", "answer": word} for word in ("hands_set", "hand_read")]


def turned_up(read: int) -> Played:
    """A wrong number of cards, seen when the dealer has gone on so many times since all have set."""
    part = round_of(TWO, seat_1=FIRST, seat_2=SECOND, dealer=DEALER_EIGHTS, double="1 2")
    part["answers"] += GOES_ON[:read]
    part["irregularities"] = [fault("wrong_number_of_cards", ALL, after_answers=4 + read)]
    return play(GAME, part, **OFFERED)


@pytest.mark.parametrize("read", [0, 1])
def test_670a_13_h_k_seen_when_hands_are_turned_up(read: int) -> None:
    """The dealer's, or the first player's: everything goes back, Double Downs too."""
    played = turned_up(read)
    all_returned(played, "670a.13(h)")
    assert (played.returned(1, "double_down"), played.returned(2, "double_down")) == ("10.00", "20.00")
    assert not played.standing


def test_670a_13_h_k_what_was_settled_before_stands() -> None:
    """Seat 2 has lost when seat 1's hand is turned up with a card too many (I-GEN-08)."""
    played = turned_up(2).ok()
    assert played.returned(2, WAGER) == "0.00"
    assert {(s["cite"], s["stake"] == s["returned"]) for s in played.settlements
        if s["seat"] == 1} == {("670a.13(h)", True)}  # fmt: skip
    assert not played.standing


# (l)–(n) Devices.


def singly(faults: list[dict[str, Any]]) -> dict[str, Any]:
    return round_of(MAIN, irregularities=faults, seat_1=FIRST, dealer=DEALER_EIGHTS)


def stacks(faults: list[dict[str, Any]]) -> dict[str, Any]:
    return round_of(MAIN, irregularities=faults, stacks=True, seat_1=FIRST, dealer=DEALER_EIGHTS)


def test_670a_13_n_shuffler_out_of_order_stays_out() -> None:
    """Round after round the dealer shuffles and has the cards cut (670a.5(b)(2)), until the floor has the device back."""
    devices.shuffler_stays_out(GAME, singly, "670a.13(n)")
    devices.two_decks_rest(GAME, singly)


def test_670a_13_n_automated_shoe_out_of_order_stays_out() -> None:
    """Round after round the cards come from a manual shoe, one at a time, until the floor has the device back."""
    jam = {**stacks([fault("automated_shoe_jam", 20, unusable=True)]), "answers": []}
    jam["chance"] = jam["chance"][:20]
    devices.shoe_stays_out(GAME, jam, singly, stacks, ("670a.10(a)(2)", "670a.8(b)"), "670a.13(n)")


def test_670a_9_a_1_not_from_the_hand_without_the_shuffler() -> None:
    """Where it is out of order the cards are dealt from a manual shoe."""
    devices.not_dealt_from_the_hand(GAME, singly, ("670a.9(a)(3)", "670a.8(b)"))


@pytest.mark.parametrize("unusable", [False, True])
def test_670a_13_l_n_jammed_shuffler(unusable: bool) -> None:
    """The cards are reshuffled; a device that cannot be used is covered or signed first, and the cards cut."""
    played = complete(fault("shuffler_jam", 0, unusable=unusable)).ok()
    assert [e["cite"] for e in played.events_of("shuffled")] == ["670a.5(a)"] * 2
    assert played.events_of("irregularity_reported")[0]["cite"] == "670a.13(l)"
    assert [cite for _, _, cite in staff.attested(played, "out of order")] == ["670a.13(n)"] * unusable
    assert len(played.events_of("device_status")) == len(played.events_of("cut_made")) == unusable
    could_not_happen(complete(fault("shuffler_jam", 0), shuffler="manual"), "shuffler_jam")


@pytest.mark.parametrize("unusable", [False, True])
def test_670a_13_m_n_jammed_automated_shoe_voids_the_round(unusable: bool) -> None:
    """Void, all wagers back, the cards reshuffled with those dealt; other ways of dealing know no such jam."""
    played = went_wrong(fault("automated_shoe_jam", 20, unusable=unusable), 20, dealing="automated_shoe")
    all_returned(played, "670a.13(m)")
    assert [cite for _, _, cite in staff.attested(played, "out of order")] == ["670a.13(n)"] * unusable
    assert played.events_of("noted")[-1]["what"] == "cards to be reshuffled"
    could_not_happen(complete(fault("automated_shoe_jam", 20)), "automated_shoe_jam")


# 670a.7(b).


@pytest.mark.parametrize("answered", [0, 1])
def test_670a_7_b_wagers_of_one_who_left_may_be_treated_as_lost(answered: int) -> None:
    """When a floorperson says so; without that their hands are set the house way."""
    part = round_of(
        TWO, seat_1=FIRST, seat_2=SECOND, dealer=DEALER_EIGHTS, double="2" if answered else "",
        irregularities=[fault("player_left", ALL, seat=1, after_answers=answered)],
    )  # fmt: skip
    part["answers"] = [a for a in part["answers"] if a["seat"] == 2]
    played = play(GAME, part, **OFFERED).ok()
    assert {wager: played.returned(1, wager) for wager in STAKES} == dict.fromkeys(STAKES, "0.00")
    assert {s["cite"] for s in played.settlements if s["seat"] == 1} == {"670a.7(b)"}
    assert [(e["of"], e["cite"]) for e in played.events_of("discarded") if e["of"] == 1] == [(1, "670a.7(b)")]
    assert played.returned(2, WAGER) == "0.00"


def test_670a_7_b_one_who_left_may_be_anyone_in_the_round_only() -> None:
    """Seat 3 has no wager to lose."""
    could_not_happen(complete(fault("player_left", ALL, seat=3)), "player_left")


def test_670a_13_unknown_irregularity_is_refused() -> None:
    """A bank's exposed card is known to Pai Gow Poker, not here."""
    assert "bank_card_exposed" not in {kind.name for kind in SIX_CARD.irregularities}
    assert complete(fault("bank_card_exposed", 5, seat=1)).refused is not None
