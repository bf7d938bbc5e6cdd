"""Chapter 645a, Pai Gow Poker: what goes wrong, and what is done about it (§ 645a.14 and the stub)."""

from typing import Any

import pytest

from pitboss.chapters.ch645a_pai_gow_poker import GAME as CHAPTER
from pitboss.chapters.ch645a_pai_gow_poker.procedure import LAW
from pitboss.equipment.cards import DECK_WITH_JOKER
from tests.chapters.dj_wild import could_not_happen
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
from tests.tables import Played, fault, play, refused


def to_whom(played: Played) -> list[int | str]:
    return [event["to"] for event in played.told("dealt")]


# § 645a.14(a)–(c)


@pytest.mark.parametrize(("fell_out", "cite"), [(False, "645a.14(a)"), (True, "645a.14(b)")])
def test_645a_14_a_b_no_roll_is_shaken_again(fell_out: bool, cite: str) -> None:
    """Dice not flat, or fallen out: the throw does not count, wagers stand, and the dice are shaken again."""
    part = plain(faults=[fault("no_roll", 1, fell_out=fell_out)])
    played = play(GAME, {**part, "chance": ["5 5 5", *part["chance"]]}).ok()
    assert [event["outcome"] for event in played.told("shown")] == ["5 5 5", TO_DEALER]
    assert [(e["words"], e["cite"]) for e in played.told("announced")][1] == ("no roll", cite)
    assert to_whom(played)[0] == DEALER
    assert played.returned(1, "pai_gow_poker") == "20.00"


def test_645a_14_a_no_roll_before_a_throw_is_read() -> None:
    """Called before the dice are read, it costs nothing but another shake."""
    played = play(GAME, plain(faults=[fault("no_roll", 0)])).ok()
    assert played.words()[1] == "no roll"
    assert len(played.told("shown")) == 1


def test_645a_14_a_no_dice_no_roll() -> None:
    """A number generator cannot land askew."""
    could_not_happen(play(GAME, plain(throw="1", faults=[fault("no_roll", 0)]), start_selector="rng"), "no_roll")


def test_645a_5_i_1_ii_bank_lifts_the_lid() -> None:
    """Covered, and shaken again by the bank; without a bank nobody else has the lid in hand."""
    first = round_of({DEALER: QUEENS, 1: WINS, 2: LOSES}, "1 pai_gow_poker 10; 2 pai_gow_poker 10")
    second = round_of(
        {DEALER: QUEENS, 1: WINS, 2: LOSES}, "1 pai_gow_poker 10", before=[says(2, "bank")], start=2, faults=[fault("bank_lifted_lid", 1)]
    )  # fmt: skip
    second = {**second, "chance": ["5 5 5", *second["chance"]]}
    played = play(GAME, first, second, **BANKS).ok()
    assert played.told("irregularity_reported")[0]["cite"] == "645a.5(i)(1)(ii)"
    could_not_happen(play(GAME, plain(faults=[fault("bank_lifted_lid", 1)])), "bank_lifted_lid")


def void(part: dict[str, Any], cite: str, why: str, **filed: Any) -> Played:
    """Every wager goes back under this provision."""
    played = play(GAME, part, **filed).ok()
    assert {(s["cite"], s["stake"] == s["returned"]) for s in played.settlements} == {(cite, True)}
    assert [(event["cite"], event["why"]) for event in played.told("round_voided")] == [(cite, why)]
    return played


EVERY = "1 pai_gow_poker 10; 1 fortune_bonus 5; 1 emperors_treasure 5; 1 pai_gow_insurance 5; 1 progressive_payout 1; 2 pai_gow_poker 20"  # fmt: skip


def test_645a_14_c_wrong_start_voids_all() -> None:
    """The first card at a wrong position: all hands void, all wagers back, side wagers and meter too, reshuffle."""
    part = stopped({DEALER: QUEENS, 1: WINS, 2: LOSES}, EVERY, 2, [fault("first_card_to_wrong_position", 2)])
    played = void(part, "645a.14(c)", "first card to wrong position", **SIDES)
    assert [(s["seat"], s["wager"]) for s in played.settlements] == [
        (2, "pai_gow_poker"), (1, "pai_gow_poker"), (1, "fortune_bonus"), (1, "emperors_treasure"),
        (1, "pai_gow_insurance"), (1, "progressive_payout"),
    ]  # fmt: skip
    assert played.told("meter_moved")[-1]["after"] == 200_000 * 10**6
    assert played.told("noted")[-1]["what"] == "cards to be reshuffled"


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
    """He has all his wagers back, the meter's share too, and the others play on (I-645a-20)."""
    hands: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES}
    part = round_of(hands, EVERY, {1: ""}, before=[says(1, "void_hand")], faults=[fault("player_card_exposed", after, seat=1)])  # fmt: skip
    played = play(GAME, part, **SIDES).ok()
    lines = [(s["wager"], s["returned"] == s["stake"], s["cite"]) for s in played.settlements if s["seat"] == 1]
    kinds = ("pai_gow_poker", "fortune_bonus", "emperors_treasure", "pai_gow_insurance", "progressive_payout")
    assert lines == [(kind, True, "645a.14(d)") for kind in kinds]
    assert played.told("meter_moved")[-1]["after"] == 200_000 * 10**6
    assert played.returned(2, "pai_gow_poker") == "0.00"


def test_645a_14_d_player_plays_his_exposed_hand() -> None:
    """It is settled like any other."""
    part = plain(before=[says(1, "play_hand")], faults=[fault("player_card_exposed", 20, seat=1)])
    assert play(GAME, part).returned(1, "pai_gow_poker") == "20.00"


def test_645a_14_d_decision_comes_before_the_look() -> None:
    """Nobody sees his cards before the one whose card was exposed has decided."""
    part = plain(before=[says(1, "play_hand")], faults=[fault("player_card_exposed", 20, seat=1)])
    played = play(GAME, part).ok()
    decided = next(n for n, event in enumerate(played.events) if event["event"] == "elected" and event["by"] == 1)
    looks = [n for n, event in enumerate(played.events) if event["event"] == "revealed"]
    assert min(looks) > decided


def test_645a_14_d_card_on_its_way_to_the_player() -> None:
    """His first card, exposed as it is dealt, is enough."""
    part = plain(before=[says(1, "play_hand")], faults=[fault("player_card_exposed", 2, seat=1)])
    assert play(GAME, part).returned(1, "pai_gow_poker") == "20.00"


@pytest.mark.parametrize(("seat", "after"), [(1, 1), (3, 20)])
def test_645a_14_d_only_a_player_with_a_card(seat: int, after: int) -> None:
    """Not while the card before his first is dealt, and not at a position without a wager."""
    could_not_happen(play(GAME, plain(faults=[fault("player_card_exposed", after, seat=seat)])), "player_card_exposed")


def test_645a_14_d_not_after_the_look() -> None:
    """Who has set his hands has looked at his cards, and can no longer decide without looking."""
    part = plain(faults=[fault("player_card_exposed", FULL, after_answers=1, seat=1)])
    could_not_happen(play(GAME, part), "player_card_exposed")


# (e)


@pytest.mark.parametrize("out", [2, 30, FULL])
def test_645a_14_e_dealers_card_exposed_voids_all(out: int) -> None:
    """Whenever one of his cards lies there face down."""
    void(stopped(HANDS, ONE, out, [fault("dealer_card_exposed", out)]), "645a.14(e)", "dealer card exposed")


def test_645a_14_e_dealers_card_exposed_while_players_set() -> None:
    """Until the dealer turns them over himself."""
    hands: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES}
    part = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 20", faults=[fault("dealer_card_exposed", FULL, after_answers=1)])  # fmt: skip
    void({**part, "answers": part["answers"][1:]}, "645a.14(e)", "dealer card exposed")  # seat 2 has set
    could_not_happen(
        play(GAME, round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 20", faults=[fault("dealer_card_exposed", FULL, after_answers=2)])),
        "dealer_card_exposed",
    )  # fmt: skip
    could_not_happen(play(GAME, plain(faults=[fault("dealer_card_exposed", 1)])), "dealer_card_exposed")


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
    assert [(e["seat"], e["wager"], e["amount"]) for e in played.told("withdrawn")] == [(2, "bank", 2000)]
    could_not_happen(play(GAME, plain(faults=[fault("bank_card_exposed", FULL)])), "bank_card_exposed")


# (f)–(h), (k)


def test_645a_14_f_one_card_face_up_is_not_used() -> None:
    """It goes to the rack, and the stub is one card short without harm (I-GEN-09)."""
    part = plain(faults=[fault("card_face_up_in_shoe", 10)])
    spare = next(card for card in DECK_WITH_JOKER if card not in part["chance"])
    part["chance"].insert(10, spare)
    played = play(GAME, part).ok()
    assert [event["cards"] for event in played.told("discarded") if event["cite"] == "645a.14(f)"] == [[spare]]
    assert "stub counted: 3 cards, as it should be" in [event["what"] for event in played.told("noted")]
    assert played.returned(1, "pai_gow_poker") == "20.00"


def test_645a_14_f_second_card_face_up_voids_all() -> None:
    """All hands void, all wagers back, reshuffle."""
    faults = [fault("card_face_up_in_shoe", 10), fault("card_face_up_in_shoe", 12)]
    void(stopped(HANDS, ONE, 13, faults), "645a.14(f)", "second card face up")


def test_645a_14_g_card_drawn_in_error_is_the_next() -> None:
    """Nothing changes."""
    played = play(GAME, plain(faults=[fault("card_drawn_in_error", 10)])).ok()
    assert played.told("irregularity_reported")[0]["cite"] == "645a.14(g)"
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
    assert played.told("irregularity_reported")[0]["cite"] == "645a.14(i)"
    shown = [event["cards"][5:] for event in played.told("revealed") if event["of"] == DEALER]
    assert shown[:2] == [["9H", "8C"], ["9H", "8C"]]
    assert played.returned(1, "pai_gow_poker") == "20.00"


# (j), §§ 645a.8(f), .9(e), .10(e)


@pytest.mark.parametrize(("devices", "stacks"), [(BY_HAND, False), (AUTOMATED, True)])
def test_645a_14_j_card_exposed_while_dealing_stacks_voids_all(devices: dict[str, Any], stacks: bool) -> None:
    """By hand and from the automated shoe alike (I-645a-18), from the first card to the last."""
    for out in (2, FULL - 1):
        part = stopped(HANDS, ONE, out, [fault("card_exposed_while_dealing_stacks", out)], stacks=stacks)
        void(part, "645a.14(j)", "card exposed while dealing stacks", **devices)
    for after in (1, FULL):
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
def test_645a_8_10_wrong_stub_voids_all_and_removes_the_deck_unless_misdealt(dealing: str, section: str, misdealt: bool) -> None:  # fmt: skip
    """A misdeal is reshuffled; a deck that is not whole leaves the table (I-645a-19)."""
    cite = section + ("(f)" if section == "645a.8" else "(e)")
    part = stopped(HANDS, ONE, FULL, [fault("stub_count_wrong", FULL, misdealt=misdealt)], stacks=dealing == "automated_shoe")  # fmt: skip
    played = void(part, cite, "stub count wrong", dealing=dealing)
    assert played.told("noted")[-1]["what"] == ("cards to be reshuffled" if misdealt else "deck removed from the table")


def test_645a_8_f_stub_is_counted_after_the_deal() -> None:
    """Not while cards are still dealt, nor when it was counted and racked."""
    could_not_happen(play(GAME, plain(faults=[fault("stub_count_wrong", FULL - 1)])), "stub_count_wrong")
    late = fault("stub_count_wrong", FULL, after_answers=1)
    could_not_happen(play(GAME, plain(faults=[late])), "stub_count_wrong")


# (l)–(n)


def test_645a_14_l_shuffler_jam_is_a_reshuffle() -> None:
    """Before the first card; a table without a shuffler has none to jam."""
    played = play(GAME, plain(faults=[fault("shuffler_jam", 0)])).ok()
    assert len(played.told("shuffled")) == 2
    assert played.told("irregularity_reported")[0]["cite"] == "645a.14(l)"
    could_not_happen(play(GAME, plain(faults=[fault("shuffler_jam", 0)]), **MANUAL), "shuffler_jam")


def test_645a_14_n_unusable_shuffler_is_covered_and_the_cards_are_cut() -> None:
    """Covered or signed before the dealer shuffles by hand; then there is a cut."""
    played = play(GAME, plain(faults=[fault("shuffler_jam", 0, unusable=True)])).ok()
    assert [e["cite"] for e in played.told("noted") if "out of order" in e["what"]] == ["645a.14(n)"]
    assert len(played.told("cut_made")) == 1


def test_645a_14_n_covered_shuffler_stays_out_of_use() -> None:
    """What is shuffled again that round is shuffled by hand and cut, and a device that is covered cannot jam."""
    broken = fault("shuffler_jam", 0, unusable=True)
    played = play(GAME, plain(faults=[broken, fault("reshuffle_ordered", 0)])).ok()
    assert [len(played.told(kind)) for kind in ("shuffled", "cut_made")] == [3, 2]
    refused(play(GAME, plain(faults=[broken, fault("shuffler_jam", 1)])), "unused", "645a.7(c)")


@pytest.mark.parametrize("out", [1, 2, FULL - 1])
def test_645a_14_m_automated_shoe_jam_voids_all(out: int) -> None:
    """Until all stacks are out; one that cannot be used is covered or signed."""
    part = stopped(HANDS, ONE, out, [fault("automated_shoe_jam", out, unusable=True)], stacks=True)
    played = void(part, "645a.14(m)", "automated shoe jam", **AUTOMATED)
    assert [e["cite"] for e in played.told("noted") if "out of order" in e["what"]] == ["645a.14(n)"]


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
