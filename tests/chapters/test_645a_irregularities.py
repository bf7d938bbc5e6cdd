"""Chapter 645a, Pai Gow Poker: what goes wrong, and what is done about it (§ 645a.14 and the stub)."""

from typing import Any

import pytest

from pitboss.chapters.ch645a_pai_gow_poker import GAME as CHAPTER
from pitboss.chapters.ch645a_pai_gow_poker.procedure import LAW
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.testkit.tables import Played, fault, play, refused
from tests.chapters import devices as out_of_order
from tests.chapters import staff
from tests.chapters.irregularities import could_not_happen, last_report_unused
from tests.chapters.pai_gow import (
    AUTOMATED,
    BANKS,
    BY_HAND,
    DEALER,
    FULL,
    GAME,
    HANDS,
    LOSES,
    MANUAL,
    ONE,
    QUEENS,
    SIDES,
    TO_DEALER,
    WAYS,
    WINS,
    order,
    plain,
    round_of,
    says,
    stopped,
)
from tests.chapters.staff import attested, dealer_says


def to_whom(played: Played) -> list[int | str]:
    return [event["to"] for event in played.events_of("dealt")]


# § 645a.14(a)–(c)


@pytest.mark.parametrize(("fell_out", "cite"), [(False, "645a.14(a)"), (True, "645a.14(b)")])
def test_645a_14_a_b_no_roll_is_shaken_again(fell_out: bool, cite: str) -> None:
    """Dice not flat, or fallen out: the throw does not count, wagers stand, and the dice are shaken again."""
    part = plain(faults=[fault("no_roll", 1, fell_out=fell_out)])
    played = play(GAME, {**part, "chance": ["5 5 5", *part["chance"]]}).ok()
    assert [event["outcome"] for event in played.events_of("shown")] == ["5 5 5", TO_DEALER]
    assert [(e["words"], e["cite"]) for e in played.events_of("announced")][1] == ("no roll", cite)
    assert to_whom(played)[0] == DEALER
    assert played.returned(1, "pai_gow_poker") == "20.00"


def test_645a_14_a_no_roll_before_a_throw_is_read() -> None:
    """Called before the dice are read, it costs nothing but another shake."""
    played = play(GAME, plain(faults=[fault("no_roll", 0)])).ok()
    assert played.words()[1] == "no roll"
    assert len(played.events_of("shown")) == 1


def test_645a_14_a_no_dice_no_roll() -> None:
    """A number generator cannot land askew."""
    could_not_happen(play(GAME, plain(throw="1", faults=[fault("no_roll", 0)]), start_selector="rng"), "no_roll")


def test_645a_5_i_1_ii_bank_lifts_the_lid() -> None:
    """Covered, and shaken again by the bank; without a bank nobody else has the lid in hand."""
    first = round_of({DEALER: QUEENS, 1: WINS, 2: LOSES}, "1 pai_gow_poker 10; 2 pai_gow_poker 10")
    second = round_of(
        {DEALER: QUEENS, 1: WINS, 2: LOSES}, "1 pai_gow_poker 10", before=[says(2, "bank")], start=2,
        faults=[fault("bank_lifted_lid", 1)]
    )  # fmt: skip
    second = {**second, "chance": ["5 5 5", *second["chance"]]}
    played = play(GAME, first, second, **BANKS).ok()
    assert played.events_of("irregularity_reported")[0]["cite"] == "645a.5(i)(1)(ii)"
    could_not_happen(play(GAME, plain(faults=[fault("bank_lifted_lid", 1)])), "bank_lifted_lid")


def void(part: dict[str, Any], cite: str, why: str, **filed: Any) -> Played:
    """Every wager goes back under this provision."""
    played = play(GAME, part, **filed).ok()
    assert {(s["cite"], s["stake"] == s["returned"]) for s in played.settlements} == {(cite, True)}
    assert [(event["cite"], event["why"]) for event in played.events_of("round_voided")] == [(cite, why)]
    return played


EVERY = "1 pai_gow_poker 10; 1 fortune_bonus 5; 1 emperors_treasure 5; 1 pai_gow_insurance 5; 1 progressive_payout 1; 2 " "pai_gow_poker 20"  # fmt: skip  # noqa: E501


def test_645a_14_c_wrong_start_voids_all() -> None:
    """The first card at a wrong position: all hands void, all wagers back, side wagers and meter too, reshuffle."""
    part = stopped({DEALER: QUEENS, 1: WINS, 2: LOSES}, EVERY, 2, [fault("first_card_to_wrong_position", 2)])
    played = void(part, "645a.14(c)", "first card to wrong position", **SIDES)
    assert [(s["seat"], s["wager"]) for s in played.settlements] == [
        (2, "pai_gow_poker"), (1, "pai_gow_poker"), (1, "fortune_bonus"), (1, "emperors_treasure"),
        (1, "pai_gow_insurance"), (1, "progressive_payout"),
    ]  # fmt: skip
    assert played.events_of("meter_moved")[-1]["after"] == 200_000 * 10**6
    assert played.events_of("noted")[-1]["what"] == "cards to be reshuffled"


def test_645a_14_c_needs_a_card_and_dice() -> None:
    """Before the first card nothing has gone wrong yet; a number generator is not totalled."""
    could_not_happen(
        play(GAME, plain(faults=[fault("first_card_to_wrong_position", 1)])), "first_card_to_wrong_position"
    )
    part = plain(throw="1", faults=[fault("first_card_to_wrong_position", 2)])
    could_not_happen(play(GAME, part, start_selector="rng"), "first_card_to_wrong_position")


# (d)


@pytest.mark.parametrize("after", [4, 30, FULL])
def test_645a_14_d_player_voids_his_exposed_hand(after: int) -> None:
    """The player has all wagers back, the meter's share too, and the others play on (I-645a-20)."""
    hands: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES}
    part = round_of(hands, EVERY, {1: ""}, before=[says(1, "void_hand")],
        faults=[fault("player_card_exposed", after, seat=1)])  # fmt: skip
    played = play(GAME, part, **SIDES).ok()
    lines = [(s["wager"], s["returned"] == s["stake"], s["cite"]) for s in played.settlements if s["seat"] == 1]
    kinds = ("pai_gow_poker", "fortune_bonus", "emperors_treasure", "pai_gow_insurance", "progressive_payout")
    assert lines == [(kind, True, "645a.14(d)") for kind in kinds]
    assert played.events_of("meter_moved")[-1]["after"] == 200_000 * 10**6
    assert played.returned(2, "pai_gow_poker") == "0.00"


def test_645a_14_d_player_plays_his_exposed_hand() -> None:
    """It is settled like any other."""
    part = plain(before=[says(1, "play_hand")], faults=[fault("player_card_exposed", 20, seat=1)])
    assert play(GAME, part).returned(1, "pai_gow_poker") == "20.00"


def test_645a_14_d_decision_comes_before_the_look() -> None:
    """Nobody sees any cards before the one whose card was exposed has decided."""
    part = plain(before=[says(1, "play_hand")], faults=[fault("player_card_exposed", 20, seat=1)])
    played = play(GAME, part).ok()
    decided = next(n for n, event in enumerate(played.events) if event["event"] == "elected" and event["by"] == 1)
    looks = [n for n, event in enumerate(played.events) if event["event"] == "revealed"]
    assert min(looks) > decided


def test_645a_14_d_card_on_its_way_to_the_player() -> None:
    """The player's first card, exposed as it is dealt, is enough."""
    part = plain(before=[says(1, "play_hand")], faults=[fault("player_card_exposed", 2, seat=1)])
    assert play(GAME, part).returned(1, "pai_gow_poker") == "20.00"


@pytest.mark.parametrize(("seat", "after"), [(1, 1), (3, 20)])
def test_645a_14_d_only_a_player_with_a_card(seat: int, after: int) -> None:
    """Not while the card before the player's first is dealt, and not at a position without a wager."""
    could_not_happen(play(GAME, plain(faults=[fault("player_card_exposed", after, seat=seat)])), "player_card_exposed")


TWO_PLAYERS: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES}
WHILE_SETTING = fault("player_card_exposed", FULL, after_answers=1, seat=1)  # seat 2 has set its hands


def setting(word: str, *faults: dict[str, Any], wagers: str = EVERY) -> Played:
    """Seat 2 sets; a card of seat 1 is exposed, who says this and, to play on, sets too."""
    whole = round_of(TWO_PLAYERS, wagers, faults=list(faults))
    lows = {answer["seat"]: answer for answer in whole["answers"]}
    answers = [lows[2], *([says(1, word)] if word else []), *([] if word == "void_hand" else [lows[1]])]
    return play(GAME, {**whole, "answers": answers}, **SIDES)


def test_645a_14_d_exposed_while_others_set() -> None:
    """After the stub count, too, who has not yet looked voids the hand or plays it; what others have set stands."""
    void_ = setting("void_hand", WHILE_SETTING).ok()
    assert {s["cite"] for s in void_.settlements if s["seat"] == 1} == {"645a.14(d)"}
    assert all(s["returned"] == s["stake"] for s in void_.settlements if s["seat"] == 1)
    assert void_.events_of("meter_moved")[-1]["after"] == 200_000 * 10**6
    assert void_.returned(2, "pai_gow_poker") == "0.00"
    assert [e["of"] for e in void_.events_of("revealed") if "seen_by" not in e] == [DEALER, 2]
    played = setting("play_hand", WHILE_SETTING).ok()
    assert played.returned(1, "pai_gow_poker") == "20.00"
    assert not [*void_.standing, *played.standing]


def test_645a_14_d_a_hand_that_was_laid_is_not_voided_any_more() -> None:
    """Seat 2 has looked at its cards and laid them, though seat 1 is still setting: nothing is asked again."""
    of_two = fault("player_card_exposed", FULL, after_answers=1, seat=2)
    could_not_happen(setting("", of_two), "player_card_exposed")


def test_645a_14_d_exposed_twice_is_asked_twice() -> None:
    """Having decided to play on, who has another card exposed decides again."""
    again = fault("player_card_exposed", FULL, after_answers=2, seat=1)
    whole = round_of(TWO_PLAYERS, EVERY, faults=[WHILE_SETTING, again])
    lows = {answer["seat"]: answer for answer in whole["answers"]}
    answers = [lows[2], says(1, "play_hand"), says(1, "void_hand")]
    assert play(GAME, {**whole, "answers": answers}, **SIDES).cite(1, "pai_gow_poker") == "645a.14(d)"


def test_645a_14_d_void_hand_has_no_card_to_expose() -> None:
    """Its cards lie in the rack."""
    third = {**HANDS, 2: LOSES, 3: "AS AD 8H 7C 5C 3H 2S"}
    wagers = "1 pai_gow_poker 10; 2 pai_gow_poker 10; 3 pai_gow_poker 10"
    again = fault("player_card_exposed", FULL, after_answers=3, seat=1)
    whole = round_of(third, wagers, faults=[fault("player_card_exposed", FULL, after_answers=0, seat=1), again])
    lows = {answer["seat"]: answer for answer in whole["answers"]}
    answers = [{"by": DEALER, "answer": "stub_counted"}, says(1, "void_hand"), lows[3], lows[2]]
    last_report_unused(play(GAME, {**whole, "answers": answers}))


def test_645a_14_d_who_has_looked_plays() -> None:
    """The choice is made without looking: the floor's report that they had looked leaves the hand in play."""
    played = setting("", {**WHILE_SETTING, "looked": True}).ok()
    assert played.returned(1, "pai_gow_poker") == "20.00"
    assert [(e["seat"], e["cite"]) for e in played.events_of("noted") if "looked" in e["what"]] == [(1, "645a.14(d)")]


def test_645a_14_d_second_area_is_decided_before_the_look() -> None:
    """Of two areas of one player the second is not looked at before the first is set (645a.7(f))."""
    wagers = [{"seat": seat, "wager": "pai_gow_poker", "amount": amount, "player": "ann"}
        for seat, amount in ((1, "10.00"), (2, "20.00"))]  # fmt: skip
    whole = round_of(TWO_PLAYERS, wagers, faults=[WHILE_SETTING])
    lows = {answer["seat"]: answer for answer in whole["answers"]}
    answers = [{"by": DEALER, "answer": "stub_counted"}, lows[2], says(1, "play_hand"), lows[1]]
    played = play(GAME, {**whole, "answers": answers}, adjacent_boxes=2).ok()
    told = [(e["event"], e.get("by", e.get("of"))) for e in played.events]
    assert told.index(("revealed", 2)) < told.index(("elected", 1)) < told.index(("revealed", 1))
    assert played.returned(1, "pai_gow_poker") == "20.00"


def test_645a_14_d_not_after_the_look() -> None:
    """A player who has set the hands has looked at the cards, and can no longer decide without looking."""
    part = plain(faults=[fault("player_card_exposed", FULL, after_answers=1, seat=1)])
    could_not_happen(play(GAME, part), "player_card_exposed")


# (e)


@pytest.mark.parametrize("out", [1, 2, 30, FULL])
def test_645a_14_e_dealers_card_exposed_voids_all(out: int) -> None:
    """Whenever a card of the dealer lies face down, and as the first of them is dealt."""
    void(stopped(HANDS, ONE, out, [fault("dealer_card_exposed", out)]), "645a.14(e)", "dealer card exposed")


def test_645a_14_e_dealers_card_exposed_while_players_set() -> None:
    """Until the dealer turns them over."""
    hands: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES}
    part = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 20",
        faults=[fault("dealer_card_exposed", FULL, after_answers=1)])  # fmt: skip
    void({**part, "answers": part["answers"][1:]}, "645a.14(e)", "dealer card exposed")  # seat 2 has set
    could_not_happen(
        play(GAME, round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 20",
        faults=[fault("dealer_card_exposed", FULL, after_answers=2)])),
        "dealer_card_exposed",
    )  # fmt: skip
    could_not_happen(play(GAME, plain(faults=[fault("dealer_card_exposed", 0)])), "dealer_card_exposed")


def banked(faults: list[dict[str, Any]], out: int = FULL, **rest: Any) -> list[dict[str, Any]]:
    """Two rounds, the second banked by seat 2 and stopped when so many entries of chance are out."""
    hands: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES}
    first = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 10")
    second = round_of(hands, "1 pai_gow_poker 10", before=[says(2, "bank")], start=2, faults=faults, **rest)
    return [first, {**second, "chance": second["chance"][:out], "answers": [says(2, "bank")]}]


def test_645a_14_e_banks_card_exposed_voids_all() -> None:
    """The players' wagers, the bank's cover and the dealer's wager all go back."""
    played = play(GAME, *banked([fault("bank_card_exposed", FULL)]), **BANKS).ok()
    second = [s for s in played.settlements if s["round"] == 2]
    assert [(s["seat"], s["wager"], s["returned"], s["cite"]) for s in second] == [
        (1, "pai_gow_poker", "10.00", "645a.14(e)"), (0, "dealer_wager", "10.00", "645a.14(e)"),
    ]  # fmt: skip
    assert [(e["seat"], e["wager"], e["amount"]) for e in played.events_of("withdrawn")] == [(2, "bank", 2000)]
    could_not_happen(play(GAME, plain(faults=[fault("bank_card_exposed", FULL)])), "bank_card_exposed")


@pytest.mark.parametrize("word", ["bank", "co_bank"])
def test_645a_14_e_card_of_a_dealer_without_a_wager_exposed_voids_all(word: str) -> None:
    """The text has no exception for a dealer who does not wager against the bank; their cards lie there until the stub is
    counted."""
    hands: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES}
    first = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 10")
    nothing = [says(2, "dealer_wager", "0.00")] if word == "bank" else []
    lows = {2: ""} if word == "co_bank" else {}
    for out in (6, 30, FULL):  # from the first of them on
        faults = [fault("dealer_card_exposed", out)]
        part = round_of(hands, "1 pai_gow_poker 10", lows, before=[says(2, word), *nothing], start=2, faults=faults)
        part = {**part, "chance": part["chance"][:out], "answers": [says(2, word), *nothing]}
        played = play(GAME, first, part, player_bank=True, co_banking=True).ok()
        assert [(s["seat"], s["returned"], s["cite"]) for s in played.settlements[2:]] == [(1, "10.00", "645a.14(e)")]
        assert [(e["seat"], e["wager"], e["amount"]) for e in played.events_of("withdrawn")] == [(2, word, 1000)]
    faults = [fault("dealer_card_exposed", FULL, after_answers=len(nothing) + 2)]
    part = round_of(hands, "1 pai_gow_poker 10", lows, before=[says(2, word), *nothing], start=2, faults=faults)
    last_report_unused(play(GAME, first, part, player_bank=True, co_banking=True))  # they were cleared unseen


# (f)–(h), (k)


def test_645a_14_f_one_card_face_up_is_not_used() -> None:
    """It goes to the rack, and the stub is one card short without harm (I-GEN-09)."""
    part = plain(faults=[fault("card_face_up_in_shoe", 10)])
    spare = next(card for card in DECK_WITH_JOKER if card not in part["chance"])
    part["chance"].insert(10, spare)
    played = play(GAME, part).ok()
    assert [event["cards"] for event in played.events_of("discarded") if event["cite"] == "645a.14(f)"] == [[spare]]
    assert attested(played, "counted the stub") == [(DEALER, 3, "645a.8(e)")]
    assert played.returned(1, "pai_gow_poker") == "20.00"


def test_645a_14_f_second_card_face_up_voids_all() -> None:
    """All hands void, all wagers back, reshuffle."""
    faults = [fault("card_face_up_in_shoe", 10), fault("card_face_up_in_shoe", 12)]
    void(stopped(HANDS, ONE, 13, faults), "645a.14(f)", "second card face up")


def test_645a_14_g_card_drawn_in_error_is_the_next() -> None:
    """Nothing changes."""
    played = play(GAME, plain(faults=[fault("card_drawn_in_error", 10)])).ok()
    assert played.events_of("irregularity_reported")[0]["cite"] == "645a.14(g)"
    assert to_whom(played) == order() * 7


@pytest.mark.parametrize("out", [2, 30, FULL])
def test_645a_14_h_k_wrong_number_of_cards_voids_all(out: int) -> None:
    """At whatever position."""
    void(stopped(HANDS, ONE, out, [fault("wrong_number_of_cards", out)]), "645a.14(h)", "wrong number of cards")


def test_645a_14_h_not_before_the_first_card() -> None:
    """There is nothing to count yet."""
    could_not_happen(play(GAME, plain(faults=[fault("wrong_number_of_cards", 1)])), "wrong_number_of_cards")


# (i)


def test_645a_14_i_dealers_hands_set_wrongly_are_set_again() -> None:
    """The house way counts, and the round goes on."""
    part = plain(faults=[fault("hands_set_incorrectly", FULL, after_answers=1)])
    played = play(GAME, part).ok()
    assert played.events_of("irregularity_reported")[0]["cite"] == "645a.14(i)"
    shown = [event["cards"][5:] for event in played.events_of("revealed") if event["of"] == DEALER]
    assert shown[:2] == [["9H", "8C"], ["9H", "8C"]]
    assert played.returned(1, "pai_gow_poker") == "20.00"


# (h), (k) when hands are turned up

SHOWN = fault("wrong_number_of_cards", FULL, after_answers=2)


def test_645a_14_h_k_seen_when_the_hands_are_turned_up() -> None:
    """Every wager that is still up goes back, and the meter stands where it stood."""
    played = void(round_of(TWO_PLAYERS, EVERY, faults=[SHOWN]), "645a.14(h)", "wrong number of cards", **SIDES)
    assert [e["of"] for e in played.events_of("revealed") if "seen_by" not in e] == [DEALER]
    late = round_of(
        TWO_PLAYERS, EVERY, after=[{"by": DEALER, "answer": "hands_set"}], faults=[{**SHOWN, "after_answers": 3}]
    )
    shown = void(late, "645a.14(h)", "wrong number of cards", **SIDES)
    assert shown.events_of("meter_moved")[-1]["after"] == 200_000 * 10**6
    assert not shown.standing


def read(hands: int) -> list[dict[str, Any]]:
    """The dealer goes on from their own hands, and from so many of the players'."""
    return [{"by": DEALER, "answer": word} for word in ("hands_set", *["hand_read"] * hands)]


def test_645a_14_h_k_what_was_settled_before_stands() -> None:
    """Seat 2's wager was collected when seat 1's hand is turned up with a card too many (I-GEN-08)."""
    late = fault("wrong_number_of_cards", FULL, after_answers=4)
    played = play(GAME, round_of(TWO_PLAYERS, EVERY, after=read(1), faults=[late]), **SIDES).ok()
    assert (played.returned(2, "pai_gow_poker"), played.cite(2, "pai_gow_poker")) == ("0.00", "645a.11(f)(1)(i)")
    assert {(s["cite"], s["stake"] == s["returned"]) for s in played.settlements
        if s["seat"] == 1} == {("645a.14(h)", True)}  # fmt: skip
    assert [e["of"] for e in played.events_of("revealed") if "seen_by" not in e][-1] == 1
    assert not played.standing


def test_645a_14_h_k_seen_when_an_award_is_verified() -> None:
    """The Progressive wager is up until it is paid, so that it goes back with the rest; the main wager was settled."""
    hands: dict[int | str, str] = {DEALER: LOSES, 1: "AS KS QS TS JK 9D 8D"}
    late = fault("wrong_number_of_cards", FULL, after_answers=3)
    verifying = round_of(
        hands, "1 pai_gow_poker 10; 1 progressive_payout 1", {1: "9D 8D"}, after=read(1), faults=[late]
    )
    played = play(GAME, verifying, **SIDES).ok()
    assert (played.returned(1, "progressive_payout"), played.cite(1, "progressive_payout")) == ("1.00", "645a.14(h)")
    assert played.events_of("meter_moved")[-1]["after"] == 200_000 * 10**6
    assert not played.standing


def test_645a_14_h_k_seen_when_a_surrendered_hand_is_counted() -> None:
    """Its cards are counted face down before the wager is taken."""
    late = fault("wrong_number_of_cards", FULL, after_answers=2)
    void(plain(after=[says(1, "surrender")], faults=[late]), "645a.14(h)", "wrong number of cards")
    for found in (6, 8):
        part = plain(after=[says(1, "surrender"), dealer_says("cards_counted", found)])
        assert attested(void(part, "645a.14(h)", "wrong number of cards"), "seat 1")[0][1] == found


# (j), §§ 645a.8(f), .9(e), .10(e)


@pytest.mark.parametrize(("devices", "stacks"), [(BY_HAND, False), (AUTOMATED, True)])
def test_645a_14_j_card_exposed_while_dealing_stacks_voids_all(devices: dict[str, Any], stacks: bool) -> None:
    """By hand and from the automated shoe alike (I-645a-18), from the first card to the last."""
    for out in (1, 2, FULL - 1):
        part = stopped(HANDS, ONE, out, [fault("card_exposed_while_dealing_stacks", out)], stacks=stacks)
        void(part, "645a.14(j)", "card exposed while dealing stacks", **devices)
    for after in (0, FULL):
        part = plain(stacks=stacks, faults=[fault("card_exposed_while_dealing_stacks", after)])
        could_not_happen(play(GAME, part, **devices), "card_exposed_while_dealing_stacks")


def test_645a_14_j_manual_shoe_has_no_stacks() -> None:
    """There an exposed card is a matter of (d) or (e)."""
    part = plain(faults=[fault("card_exposed_while_dealing_stacks", 20)])
    could_not_happen(play(GAME, part), "card_exposed_while_dealing_stacks")


@pytest.mark.parametrize("kind", ["player_card_exposed", "dealer_card_exposed"])
def test_645a_14_j_takes_the_place_of_d_and_e_while_dealing_by_hand(kind: str) -> None:
    """During the deal by hand every exposed card voids all; (d) and (e) apply when the cards are out."""
    could_not_happen(play(GAME, plain(faults=[fault(kind, 20, seat=1)]), **BY_HAND), kind)
    void(
        stopped(HANDS, ONE, FULL, [fault("dealer_card_exposed", FULL)]), "645a.14(e)", "dealer card exposed", **BY_HAND
    )


@pytest.mark.parametrize(("dealing", "section"), WAYS)
@pytest.mark.parametrize("misdealt", [True, False])
def test_645a_8_10_wrong_stub_voids_all_and_removes_the_deck_unless_misdealt(dealing: str, section: str,
    misdealt: bool) -> None:  # fmt: skip
    """A misdeal is reshuffled; a deck that is not whole leaves the table (I-645a-19)."""
    cite = section + ("(f)" if section == "645a.8" else "(e)")
    part = stopped(HANDS, ONE, FULL, [fault("stub_count_wrong", FULL, misdealt=misdealt)],
        stacks=dealing == "automated_shoe")  # fmt: skip
    played = void(part, cite, "stub count wrong", dealing=dealing)
    assert len(played.events_of("replaced")) == len(attested(played, "brought another")) == (not misdealt)
    assert [e["what"] for e in played.events_of("noted")] == ["cards to be reshuffled"] * misdealt


@pytest.mark.parametrize(("dealing", "section"), WAYS)
def test_645a_8_10_count_that_differs_is_the_wrong_stub(dealing: str, section: str) -> None:
    """Three or five cards where four are expected; four, once counted, cannot be wrong."""
    cite = section + ("(f)" if section == "645a.8" else "(e)")

    def part(faults: list[dict[str, Any]]) -> dict[str, Any]:
        return plain(faults=faults, stacks=dealing == "automated_shoe")

    staff.wrong_stub(GAME, "stub_count_wrong", 0, part, 4, cite, dealing=dealing)


def test_645a_8_f_stub_is_counted_after_the_deal() -> None:
    """Not while cards are still dealt, nor when it was counted and racked."""
    could_not_happen(play(GAME, plain(faults=[fault("stub_count_wrong", FULL - 1)])), "stub_count_wrong")
    late = fault("stub_count_wrong", FULL, after_answers=1)
    could_not_happen(play(GAME, plain(faults=[late])), "stub_count_wrong")


# (l)–(n)


def test_645a_14_l_shuffler_jam_is_a_reshuffle() -> None:
    """Before the first card; a table without a shuffler has none to jam."""
    played = play(GAME, plain(faults=[fault("shuffler_jam", 0)])).ok()
    assert len(played.events_of("shuffled")) == 2
    assert played.events_of("irregularity_reported")[0]["cite"] == "645a.14(l)"
    could_not_happen(play(GAME, plain(faults=[fault("shuffler_jam", 0)]), **MANUAL), "shuffler_jam")


def test_645a_14_n_unusable_shuffler_is_covered_and_the_cards_are_cut() -> None:
    """Covered or signed before the dealer shuffles by hand; then there is a cut."""
    played = play(GAME, plain(faults=[fault("shuffler_jam", 0, unusable=True)])).ok()
    staff.covered(played, "shuffler", "645a.14(n)")
    assert len(played.events_of("cut_made")) == 1


def test_645a_14_n_covered_shuffler_stays_out_of_use() -> None:
    """What is shuffled again that round is shuffled by hand and cut, and a device that is covered cannot jam."""
    broken = fault("shuffler_jam", 0, unusable=True)
    played = play(GAME, plain(faults=[broken, fault("reshuffle_ordered", 0)])).ok()
    assert [len(played.events_of(kind)) for kind in ("shuffled", "cut_made")] == [3, 2]
    refused(play(GAME, plain(faults=[broken, fault("shuffler_jam", 1)])), "unused", "645a.7(c)")


def singly(faults: list[dict[str, Any]]) -> dict[str, Any]:
    return plain(faults=faults)


def stacks(faults: list[dict[str, Any]]) -> dict[str, Any]:
    return plain(faults=faults, stacks=True)


def test_645a_14_n_shuffler_out_of_order_stays_out() -> None:
    """Round after round the dealer shuffles and has the cards cut (645a.5(b)(2)), until the floor has the device back."""
    out_of_order.shuffler_stays_out(GAME, singly, "645a.14(n)")
    out_of_order.two_decks_rest(GAME, singly)


def test_645a_14_n_automated_shoe_out_of_order_stays_out() -> None:
    """Round after round the cards come from a manual shoe, one at a time, until the floor has the device back."""
    jam = stopped(HANDS, ONE, 20, [fault("automated_shoe_jam", 20, unusable=True)], stacks=True)
    out_of_order.shoe_stays_out(GAME, jam, singly, stacks, ("645a.10(a)(2)", "645a.8(b)"), "645a.14(n)")


def test_645a_9_a_1_not_from_the_hand_without_the_shuffler() -> None:
    """Where it is out of order the cards are dealt from a manual shoe."""
    out_of_order.not_dealt_from_the_hand(GAME, singly, ("645a.9(a)(3)", "645a.8(b)"))


def test_645a_5_i_3_no_button_while_a_device_is_out_of_order() -> None:
    """It takes a shuffling device and an automated shoe; without either the start is shaken."""
    jam = stopped(HANDS, ONE, 20, [fault("automated_shoe_jam", 20, unusable=True)], throw="", stacks=True)
    shoe = play(GAME, jam, plain(), plain(), start_selector="button", **AUTOMATED).ok()
    assert [len(told) for told in out_of_order.by_round(shoe, "shown")] == [0, 1, 1]
    broken = plain(stacks=True, faults=[out_of_order.BROKEN])
    shuffler = play(GAME, broken, stacks([]), start_selector="button", **AUTOMATED).ok()
    assert [len(told) for told in out_of_order.by_round(shuffler, "shown")] == [1, 1]


@pytest.mark.parametrize("out", [1, 2, FULL - 1])
def test_645a_14_m_automated_shoe_jam_voids_all(out: int) -> None:
    """Until all stacks are out; one that cannot be used is covered or signed."""
    part = stopped(HANDS, ONE, out, [fault("automated_shoe_jam", out, unusable=True)], stacks=True)
    played = void(part, "645a.14(m)", "automated shoe jam", **AUTOMATED)
    staff.covered(played, "automated_shoe", "645a.14(n)")


def test_645a_14_m_no_automated_shoe_no_jam() -> None:
    """Nor once the shoe is empty."""
    could_not_happen(play(GAME, plain(faults=[fault("automated_shoe_jam", 10)])), "automated_shoe_jam")
    part = plain(stacks=True, faults=[fault("automated_shoe_jam", FULL)])
    could_not_happen(play(GAME, part, **AUTOMATED), "automated_shoe_jam")


def test_645a_14_every_irregularity_has_its_provision() -> None:
    """Each under the provision that tells its remedy."""
    assert {kind.name: kind.cite for kind in LAW.kinds}["card_exposed_while_dealing_stacks"] == "645a.14(j)"
    assert len({kind.name for kind in CHAPTER.irregularities}) == len(CHAPTER.irregularities)
    assert all(kind.cite.startswith("645a.") for kind in CHAPTER.irregularities)
