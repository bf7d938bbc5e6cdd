"""Chapter 688a, Face Up Pai Gow Poker: § 688a.13, wrong stubs, and players who leave (§ 688a.7(b))."""

from typing import Any

import pytest

from pitboss.chapters.ch688a_face_up_pai_gow_poker import GAME as CHAPTER
from pitboss.chapters.ch688a_face_up_pai_gow_poker.procedure import LAW
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.testkit.tables import Played, fault, play
from tests.chapters import devices as out_of_order
from tests.chapters import staff
from tests.chapters.face_up import GAME, MAIN, ONE, SIDES
from tests.chapters.irregularities import could_not_happen
from tests.chapters.pai_gow import (
    DEALER,
    FULL,
    LOSES,
    QUEENS,
    TIES,
    TO_DEALER,
    WINS,
    order,
    round_of,
    says,
    stopped,
)

HANDS: dict[int | str, str] = {DEALER: QUEENS, 1: WINS}
THREE: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES, 3: TIES}
WAGERS = f"1 {MAIN} 10; 2 {MAIN} 20; 3 {MAIN} 30"
EVERY = f"{ONE}; 1 ace_high_bonus 5; 1 fortune_bonus 5; 1 progressive_payout 1; 2 {MAIN} 20"
KINDS = (MAIN, "ace_high_bonus", "fortune_bonus", "progressive_payout")
BY_HAND: dict[str, Any] = {"dealing": "hand"}
AUTOMATED: dict[str, Any] = {"dealing": "automated_shoe"}
SEED = 1_000_000 * 10**6  # of the meter, in micro-cents


def plain(**rest: Any) -> dict[str, Any]:
    return round_of(HANDS, ONE, **rest)


def void(part: dict[str, Any], cite: str, why: str, **filed: Any) -> Played:
    """Every wager goes back under this provision."""
    played = play(GAME, part, **filed).ok()
    assert {(s["cite"], s["stake"] == s["returned"]) for s in played.settlements} == {(cite, True)}
    assert [(event["cite"], event["why"]) for event in played.events_of("round_voided")] == [(cite, why)]
    return played


def told_under(played: Played) -> list[str]:
    return [event["cite"] for event in played.events_of("irregularity_reported")]


# (a)–(c) Dice


def test_688a_13_a_dice_not_flat_are_shaken_again() -> None:
    """No roll; the next throw counts."""
    part = plain(faults=[fault("no_roll", 1)])
    played = play(GAME, {**part, "chance": ["5 5 5", *part["chance"]]}).ok()
    assert told_under(played) == ["688a.13(a)"]
    assert [event["outcome"] for event in played.events_of("shown")] == ["5 5 5", TO_DEALER]
    assert played.words()[1:3] == ["no roll", "total 8"]


def test_688a_13_b_dice_fallen_out_are_shaken_again() -> None:
    """No roll, under its own paragraph."""
    part = plain(faults=[fault("no_roll", 1, fell_out=True)])
    played = play(GAME, {**part, "chance": ["5 5 5", *part["chance"]]}).ok()
    assert told_under(played) == ["688a.13(b)"]
    assert "no roll" in played.words()


def test_688a_13_a_no_roll_needs_dice() -> None:
    """Not when cards are out, and not with a number generator."""
    could_not_happen(play(GAME, plain(faults=[fault("no_roll", 2)])), "no_roll")
    could_not_happen(play(GAME, plain(throw="1", faults=[fault("no_roll", 1)]), start_selector="rng"), "no_roll")


def test_688a_13_c_wrong_start_voids_all() -> None:
    """The first card at a wrong position: all wagers back, side wagers and meter too, and a reshuffle."""
    part = stopped({DEALER: QUEENS, 1: WINS, 2: LOSES}, EVERY, 2, [fault("first_card_to_wrong_position", 2)])
    played = void(part, "688a.13(c)", "first card to wrong position", **SIDES)
    assert [(s["seat"], s["wager"]) for s in played.settlements] == [(2, MAIN), *((1, kind) for kind in KINDS)]
    assert played.events_of("meter_moved")[-1]["after"] == SEED
    assert played.events_of("noted")[-1]["what"] == "cards to be reshuffled"


def test_688a_13_c_needs_a_card_and_dice() -> None:
    """Before the first card nothing has gone wrong yet; a number generator is not totalled."""
    kind = "first_card_to_wrong_position"
    could_not_happen(play(GAME, plain(faults=[fault(kind, 1)])), kind)
    could_not_happen(play(GAME, plain(throw="1", faults=[fault(kind, 2)]), start_selector="rng"), kind)


# (d) A player's card exposed


@pytest.mark.parametrize("after", [4, 30, FULL])
def test_688a_13_d_player_voids_his_exposed_hand(after: int) -> None:
    """The player has all wagers back, the meter's share too, and the others play on."""
    hands: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES}
    faults = [fault("player_card_exposed", after, seat=1)]
    played = play(GAME, round_of(hands, EVERY, {1: ""}, before=[says(1, "void_hand")], faults=faults), **SIDES).ok()
    lines = [(s["wager"], s["returned"] == s["stake"], s["cite"]) for s in played.settlements if s["seat"] == 1]
    assert lines == [(kind, True, "688a.13(d)") for kind in KINDS]
    assert played.events_of("meter_moved")[-1]["after"] == SEED
    assert played.returned(2, MAIN) == "0.00"


def test_688a_13_d_player_plays_his_exposed_hand() -> None:
    """It is settled like any other; the player decides before looking."""
    part = plain(before=[says(1, "play_hand")], faults=[fault("player_card_exposed", 20, seat=1)])
    played = play(GAME, part)
    assert played.returned(1, MAIN) == "20.00"
    decided = next(n for n, event in enumerate(played.events) if event["event"] == "elected" and event["by"] == 1)
    assert all(
        n > decided for n, event in enumerate(played.events) if event["event"] == "revealed" and event["of"] == 1
    )


@pytest.mark.parametrize(("seat", "after"), [(1, 1), (3, 20)])
def test_688a_13_d_only_a_player_with_a_card(seat: int, after: int) -> None:
    """Not before a card lies there, not at a position without a wager, and not when the player has looked."""
    could_not_happen(play(GAME, plain(faults=[fault("player_card_exposed", after, seat=seat)])), "player_card_exposed")
    looked = plain(faults=[fault("player_card_exposed", FULL, after_answers=1, seat=1)])
    could_not_happen(play(GAME, looked), "player_card_exposed")


def test_688a_13_dealers_cards_cannot_be_exposed() -> None:
    """They lie face up for everyone: the chapter knows no such irregularity (I-688a-19)."""
    assert CHAPTER.irregularity("dealer_card_exposed") is None
    assert CHAPTER.irregularity("bank_card_exposed") is None


# (e)–(g), (j)


def test_688a_13_e_one_card_face_up_is_not_used() -> None:
    """It goes to the rack, and the stub is one card short without harm (I-GEN-09)."""
    part = plain(faults=[fault("card_face_up_in_shoe", 10)])
    spare = next(card for card in DECK_WITH_JOKER if card not in part["chance"])
    part["chance"].insert(10, spare)
    played = play(GAME, part).ok()
    assert [event["cards"] for event in played.events_of("discarded") if event["cite"] == "688a.13(e)"] == [[spare]]
    assert staff.attested(played, "counted the stub") == [(DEALER, 3, "688a.8(e)")]
    assert played.returned(1, MAIN) == "20.00"


def test_688a_13_e_second_card_face_up_voids_all() -> None:
    """All hands void, all wagers back, reshuffle."""
    faults = [fault("card_face_up_in_shoe", 10), fault("card_face_up_in_shoe", 12)]
    played = void(stopped(HANDS, ONE, 13, faults), "688a.13(e)", "second card face up")
    assert played.events_of("noted")[-1]["what"] == "cards to be reshuffled"


def test_688a_13_f_card_drawn_in_error_is_the_next() -> None:
    """Nothing changes."""
    played = play(GAME, plain(faults=[fault("card_drawn_in_error", 10)])).ok()
    assert told_under(played) == ["688a.13(f)"]
    assert [event["to"] for event in played.events_of("dealt")] == order() * 7


@pytest.mark.parametrize("out", [2, 30, FULL])
def test_688a_13_g_j_wrong_number_of_cards_voids_all(out: int) -> None:
    """At whatever position, or the dealer's."""
    part = stopped(HANDS, ONE, out, [fault("wrong_number_of_cards", out)])
    played = void(part, "688a.13(g)", "wrong number of cards")
    assert played.events_of("noted")[-1]["what"] == "cards to be reshuffled"


def test_688a_13_g_found_when_the_dealer_has_set() -> None:
    """Until hands are shown; before the first card there is nothing to count."""
    part = round_of(THREE, WAGERS, faults=[fault("wrong_number_of_cards", FULL, after_answers=1)])
    first = [answer for answer in part["answers"] if answer["seat"] == 3]
    void({**part, "answers": first}, "688a.13(g)", "wrong number of cards")
    could_not_happen(play(GAME, plain(faults=[fault("wrong_number_of_cards", 1)])), "wrong_number_of_cards")


# (h)


@pytest.mark.parametrize("answers", [0, 1])
def test_688a_13_h_dealers_hands_set_wrongly_are_set_again(answers: int) -> None:
    """The filed way counts, and the round goes on; noticed at once, or when a player has set."""
    played = play(GAME, plain(faults=[fault("hands_set_incorrectly", FULL, after_answers=answers)])).ok()
    assert told_under(played) == ["688a.13(h)"]
    shown = [event["cards"][5:] for event in played.events_of("revealed") if event["of"] == DEALER]
    assert shown == [["9H", "8C"], ["9H", "8C"]]
    assert played.returned(1, MAIN) == "20.00"


def test_688a_13_h_not_before_the_dealer_has_set() -> None:
    """While cards are dealt nothing is set."""
    could_not_happen(play(GAME, plain(faults=[fault("hands_set_incorrectly", FULL - 1)])), "hands_set_incorrectly")


# (i)


@pytest.mark.parametrize(("devices", "stacks"), [(BY_HAND, False), (AUTOMATED, True)])
def test_688a_13_i_card_exposed_while_dealing_voids_all(devices: dict[str, Any], stacks: bool) -> None:
    """By hand and in stacks alike, from the first card to the last."""
    kind = "card_exposed_while_dealing"
    for out in (1, 2, FULL - 1):
        part = stopped(HANDS, ONE, out, [fault(kind, out)], stacks=stacks)
        void(part, "688a.13(i)", "card exposed while dealing", **devices)
    for after in (0, FULL):
        could_not_happen(play(GAME, plain(stacks=stacks, faults=[fault(kind, after)]), **devices), kind)


def test_688a_13_i_takes_the_place_of_d_while_dealing_by_hand() -> None:
    """From a manual shoe (d) applies; by hand only when the cards are out."""
    could_not_happen(play(GAME, plain(faults=[fault("card_exposed_while_dealing", 20)])), "card_exposed_while_dealing")
    exposed = plain(faults=[fault("player_card_exposed", 20, seat=1)])
    could_not_happen(play(GAME, exposed, **BY_HAND), "player_card_exposed")


# §§ 688a.8(f), .9(e), .10(e)


@pytest.mark.parametrize(("dealing", "cite"),
    [("manual_shoe", "688a.8(f)"), ("hand", "688a.9(e)"), ("automated_shoe", "688a.10(e)")])  # fmt: skip
@pytest.mark.parametrize("misdealt", [True, False])
def test_688a_8_10_wrong_stub_voids_all_and_removes_the_deck_unless_misdealt(dealing: str, cite: str,
    misdealt: bool) -> None:  # fmt: skip
    """A misdeal is reshuffled; a deck that is not whole leaves the table."""
    faults = [fault("stub_count_wrong", FULL, misdealt=misdealt)]
    part = stopped(HANDS, ONE, FULL, faults, stacks=dealing == "automated_shoe")
    played = void(part, cite, "stub count wrong", dealing=dealing)
    assert len(played.events_of("replaced")) == (not misdealt)
    assert [e["what"] for e in played.events_of("noted")] == ["cards to be reshuffled"] * misdealt
    staff.wrong_stub(GAME, "stub_count_wrong", 0, in_stacks if dealing == "automated_shoe" else singly, 4, cite,
        dealing=dealing)  # fmt: skip
    early = plain(stacks=dealing == "automated_shoe", faults=[fault("stub_count_wrong", FULL - 1)])
    could_not_happen(play(GAME, early, dealing=dealing), "stub_count_wrong")


# (k)–(m)


def test_688a_13_k_shuffler_jam_is_a_reshuffle() -> None:
    """Before the first card; a table without a shuffler has none to jam."""
    played = play(GAME, plain(faults=[fault("shuffler_jam", 0)])).ok()
    assert len(played.events_of("shuffled")) == 2
    assert told_under(played) == ["688a.13(k)"]
    could_not_happen(play(GAME, plain(faults=[fault("shuffler_jam", 0)]), shuffler="manual"), "shuffler_jam")


@pytest.mark.parametrize("out", [1, 2, FULL - 1])
def test_688a_13_l_automated_shoe_jam_voids_all(out: int) -> None:
    """Until all stacks are out; the cards are shuffled with those already dealt."""
    played = void(stopped(HANDS, ONE, out, [fault("automated_shoe_jam", out)], stacks=True), "688a.13(l)", "automated shoe jam",
        **AUTOMATED)  # fmt: skip
    assert played.events_of("noted")[-1]["what"] == "cards to be reshuffled"
    could_not_happen(play(GAME, plain(faults=[fault("automated_shoe_jam", 10)])), "automated_shoe_jam")
    empty = plain(stacks=True, faults=[fault("automated_shoe_jam", FULL)])
    could_not_happen(play(GAME, empty, **AUTOMATED), "automated_shoe_jam")


def test_688a_13_m_unusable_devices_are_covered_or_signed() -> None:
    """The shuffler before the dealer shuffles by hand, and then there is a cut; the shoe before anything else."""
    shuffler = play(GAME, plain(faults=[fault("shuffler_jam", 0, unusable=True)])).ok()
    assert len(shuffler.events_of("cut_made")) == 1
    part = stopped(HANDS, ONE, 9, [fault("automated_shoe_jam", 9, unusable=True)], stacks=True)
    staff.covered(shuffler, "shuffler", "688a.13(m)")
    staff.covered(play(GAME, part, **AUTOMATED).ok(), "automated_shoe", "688a.13(m)")


def singly(faults: list[dict[str, Any]]) -> dict[str, Any]:
    return plain(faults=faults)


def in_stacks(faults: list[dict[str, Any]]) -> dict[str, Any]:
    return plain(faults=faults, stacks=True)


def test_688a_13_m_shuffler_out_of_order_stays_out() -> None:
    """Round after round the dealer shuffles and has the cards cut (688a.5(b)(2)), until the floor has the device back."""
    out_of_order.shuffler_stays_out(GAME, singly, "688a.13(m)")
    out_of_order.two_decks_rest(GAME, singly)


def test_688a_13_m_automated_shoe_out_of_order_stays_out() -> None:
    """Round after round the cards come from a manual shoe, one at a time, until the floor has the device back."""
    jam = stopped(HANDS, ONE, 9, [fault("automated_shoe_jam", 9, unusable=True)], stacks=True)
    out_of_order.shoe_stays_out(GAME, jam, singly, in_stacks, ("688a.10(a)(2)", "688a.8(b)"), "688a.13(m)")


def test_688a_9_a_1_not_from_the_hand_without_the_shuffler() -> None:
    """Where it is out of order the cards are dealt from a manual shoe."""
    out_of_order.not_dealt_from_the_hand(GAME, singly, ("688a.9(a)(3)", "688a.8(b)"))


# (d), (g), (j) after the stub count


@pytest.mark.parametrize("word", ["void_hand", "play_hand"])
def test_688a_13_d_exposed_while_others_set(word: str) -> None:
    """After the stub count, too, who has not yet looked voids the hand or plays it; what others have set stands."""
    exposed = fault("player_card_exposed", FULL, after_answers=1, seat=1)
    whole = round_of({DEALER: QUEENS, 1: WINS, 2: LOSES}, EVERY, faults=[exposed])
    lows = {answer["seat"]: answer for answer in whole["answers"]}
    answers = [lows[2], says(1, word), *([] if word == "void_hand" else [lows[1]])]
    played = play(GAME, {**whole, "answers": answers}, **SIDES).ok()
    cites = {s["cite"] for s in played.settlements if s["seat"] == 1}
    assert (cites == {"688a.13(d)"}) is (word == "void_hand")
    assert played.returned(2, MAIN) == "0.00"
    assert not played.standing


def turned_up(read: int, more: str = "", **filed: Any) -> Played:
    """A wrong number of cards, seen when so many hands of the players have been read."""
    late = fault("wrong_number_of_cards", FULL, after_answers=3 + read)
    going_on = [{"by": DEALER, "answer": "hand_read"}] * read
    wagers = f"{WAGERS}; 1 progressive_payout 1; 2 ace_high_bonus 5{more}"
    return play(GAME, round_of(THREE, wagers, after=going_on, faults=[late]), **SIDES, **filed)


def test_688a_13_g_j_seen_when_hands_are_turned_up() -> None:
    """Every wager that is still up goes back, and the meter stands where it stood."""
    played = turned_up(0).ok()
    assert {(s["cite"], s["stake"] == s["returned"]) for s in played.settlements} == {("688a.13(g)", True)}
    assert played.events_of("meter_moved")[-1]["after"] == SEED
    assert not played.standing


def test_688a_13_g_j_what_was_settled_before_stands() -> None:
    """Seats 3 and 2 are settled when seat 1's hand is turned up with a card too many (I-GEN-08)."""
    played = turned_up(2).ok()
    assert (played.returned(3, MAIN), played.returned(2, MAIN)) == ("30.00", "0.00")
    assert {s["cite"] for s in played.settlements if s["seat"] == 1} == {"688a.13(g)"}
    assert "688a.13(g)" not in {s["cite"] for s in played.settlements if s["seat"] != 1}
    assert not played.standing


def test_688a_13_g_j_a_jackpot_that_waits_to_be_shared_goes_back() -> None:
    """Where the winners of the whole meter share it, nobody has it before every hand was looked at."""
    hands: dict[int | str, str] = {DEALER: "QS QD 9H 8S 6D 4S 2C", 1: LOSES, 2: "KC QC JC TC 9C 8C 7C"}
    late = fault("wrong_number_of_cards", FULL, after_answers=4)
    wagers = f"1 {MAIN} 10; 2 {MAIN} 10; 2 progressive_payout 1"
    going_on = [{"by": DEALER, "answer": "hand_read"}, {"by": "floor", "answer": "verified", "on": "2"}]
    part = round_of(hands, wagers, {2: "8C 7C"}, after=going_on, faults=[late])
    played = play(GAME, part, **SIDES, progressive_winners="equal").ok()
    assert (played.returned(2, "progressive_payout"), played.cite(2, "progressive_payout")) == ("1.00", "688a.13(g)")
    assert played.events_of("meter_moved")[-1]["after"] == SEED
    assert not played.standing


def test_688a_13_every_irregularity_has_its_provision() -> None:
    """Each under the provision that tells its remedy."""
    assert {kind.name: kind.cite for kind in LAW.kinds}["card_exposed_while_dealing"] == "688a.13(i)"
    assert len({kind.name for kind in CHAPTER.irregularities}) == len(CHAPTER.irregularities)
    assert all(kind.cite.startswith("688a.") for kind in CHAPTER.irregularities)


# § 688a.7(b)


@pytest.mark.parametrize("answers", [0, 1])
def test_688a_7_b_wagers_of_one_who_left_may_be_lost(answers: int) -> None:
    """When the floor reports it; their cards go to the rack unseen, and the others play on (I-GEN-12)."""
    faults = [fault("player_left", FULL, after_answers=answers, seat=2)]
    played = play(GAME, round_of(THREE, f"{WAGERS}; 2 fortune_bonus 5", {2: ""}, faults=faults), **SIDES).ok()
    assert [(s["wager"], s["returned"], s["cite"]) for s in played.settlements if s["seat"] == 2] == [
        (MAIN, "0.00", "688a.7(b)"), ("fortune_bonus", "0.00", "688a.7(b)"),
    ]  # fmt: skip
    assert [event["seen_by"] for event in played.events_of("discarded") if event["of"] == 2] == [[]]
    assert played.returned(1, MAIN) == "20.00"


def test_688a_7_b_after_his_hands_are_set_too() -> None:
    """As long as they are not shown; only one who plays can leave."""
    part = round_of(THREE, WAGERS, faults=[fault("player_left", FULL, after_answers=3, seat=2)])
    assert play(GAME, part).cite(2, MAIN) == "688a.7(b)"
    nobody = round_of(THREE, WAGERS, faults=[fault("player_left", FULL, after_answers=1, seat=5)])
    could_not_happen(play(GAME, nobody), "player_left")
