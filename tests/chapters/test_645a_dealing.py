"""Chapter 645a, Pai Gow Poker: shuffle, cut, start, deal, stub (§§ 645a.3–645a.5, 645a.8–645a.10)."""

from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.chapters.ch645a_pai_gow_poker import GAME as CHAPTER
from pitboss.chapters.ch645a_pai_gow_poker.procedure import LAW
from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.chapters.ch645a_pai_gow_poker.table import open_table
from pitboss.drivers.round import Round
from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.families.pai_gow_poker.dealing import Selector, clockwise_from, reached, ring
from pitboss.game import RoundStart
from pitboss.procedure import Answer, Draw, Election
from pitboss.testkit.tables import Played, deal, fault, play, refused
from pitboss.wagers import close_betting
from tests.chapters import staff
from tests.chapters.irregularities import could_not_happen
from tests.chapters.pai_gow import (
    AUTOMATED,
    BANKS,
    BY_HAND,
    DEALER,
    GAME,
    LOSES,
    MANUAL,
    QUEENS,
    TIES,
    WAYS,
    WINS,
    cards,
    order,
    plain,
    round_of,
    says,
)
from tests.chapters.staff import attested, dealer_says


def to_whom(played: Played) -> list[int | str]:
    return [event["to"] for event in played.events_of("dealt")]


# § 645a.3


def test_645a_3_a_one_deck_with_one_joker() -> None:
    """53 cards, the joker once."""
    assert play(GAME, plain()).ok().events_of("shuffled")[0]["count"] == 53
    assert len(set(cards({}))) == len(cards({})) == 49


def test_645a_3_b_two_decks_only_with_a_shuffling_device() -> None:
    """Two decks take turns where a device shuffles; without one there is one deck."""
    refused(play(GAME, plain(), two_decks=True, **MANUAL), "forbidden_choice", "645a.3(b)")
    played = play(GAME, plain(), plain(), plain(), two_decks=True).ok()
    assert [event["device"] for event in played.events_of("shuffled")] == ["deck 1", "deck 2", "deck 1"]


def test_645a_3_b_4_rack_holds_one_deck() -> None:
    """The deck that is not in play has left the rack for the shuffler before a card of the other goes there."""
    staff.rack_holds_one_deck(GAME, LAW.deck, lambda faults: plain(faults=faults), "645a.3(b)(4)")


@pytest.mark.parametrize(("dealing", "hours", "cite"),
    [("hand", 4, "645a.3(c)(1)"), ("manual_shoe", 8, "645a.3(c)(2)"), ("automated_shoe", 8, "645a.3(c)(2)")])  # fmt: skip
def test_645a_3_c_cards_are_changed(dealing: str, hours: int, cite: str) -> None:
    """Every 4 hours when dealt by hand, every 8 from a shoe of either kind."""
    duty = CHAPTER.duties(Rules(dealing=Dealing(dealing)))[0]
    assert (duty.hours, duty.cite) == (hours, cite)


@pytest.mark.parametrize("selector", ["rng", "button"])
def test_645a_2_c_1_i_shaker_dice_are_changed_every_24_hours(selector: str) -> None:
    """Three dice in the shaker, for no more than 24 hours; a number generator or a button has none."""
    duty = CHAPTER.duties(Rules())[1]
    assert (duty.name, duty.hours, duty.cite) == ("dice_change", 24, "645a.2(c)(1)(i)")
    assert len(CHAPTER.duties(Rules(start_selector=Selector(selector)))) == 1


# § 645a.5(a)–(h)


def test_645a_5_a_shuffled_before_every_round() -> None:
    """Each round begins with a shuffle; a floorperson may order another before the first card."""
    played = play(GAME, plain(), plain(faults=[fault("reshuffle_ordered", 0)])).ok()
    assert [event["cite"] for event in played.events_of("shuffled")] == ["645a.5(a)"] * 3


def test_645a_5_a_reshuffle_may_be_ordered_until_the_first_card() -> None:
    """With the throw out it can still be ordered, and the throw stands; with a card out it cannot."""
    played = play(GAME, plain(faults=[fault("reshuffle_ordered", 1)])).ok()
    assert len(played.events_of("shuffled")) == 2
    assert len(played.events_of("shown")) == 1
    could_not_happen(play(GAME, plain(faults=[fault("reshuffle_ordered", 2)])), "reshuffle_ordered")


def test_645a_5_b_1_device_shuffled_cards_are_not_cut() -> None:
    """A cut is offered only after a shuffle by hand."""
    assert not play(GAME, plain()).ok().events_of("cut_made")
    assert not play(GAME, plain(), shuffler="continuous").ok().events_of("cut_made")


def test_645a_5_b_2_hand_shuffled_cards_are_cut() -> None:
    """By the dealer in the middle if no player takes the cut."""
    cut = play(GAME, plain(), **MANUAL).ok().events_of("cut_made")
    assert [(event["by"], event["position"], event["cite"]) for event in cut] == [("dealer", 26, "645a.5(e)")]


@pytest.mark.parametrize(("position", "lawful"), [(9, False), (10, True), (43, True), (44, False)])
def test_645a_5_e_cut_ten_cards_from_either_end(position: int, lawful: bool) -> None:
    """Of 53 cards the cut lies from the tenth to the forty-third."""
    part = plain(before=[{"seat": 1, "answer": {"cut": position}}])
    played = play(GAME, part, **MANUAL)
    if lawful:
        assert played.ok().events_of("cut_made")[0]["position"] == position
    else:
        refused(played, "not_lawful", "645a.5(c)")


def offers(start: RoundStart, state: Any = None, **choices: Any) -> list[Any]:
    """To whom the cut is offered in turn."""
    rules = Rules(shuffler=Shuffling.MANUAL, **choices)
    round_ = Round(CHAPTER, rules, state or open_table(rules), start)
    found = []
    while isinstance(round_.pending, Election) and round_.pending.kind == "cut":
        found.append(round_.pending.to)
        if round_.pending.to == DEALER:
            break
        round_.answer(Answer(round_.pending.to, "decline_cut"))
    return found


def begun(rules: Rules) -> Any:
    """A table after its first round."""
    state = open_table(rules)
    return msgspec.structs.replace(state, deck=msgspec.structs.replace(state.deck, shuffled=True))


def test_645a_5_c_dealer_cuts_when_all_decline() -> None:
    """The stack is offered to players first, to the dealer last."""
    asked = offers(RoundStart(2, seated=(4, 2)), begun(Rules()))
    assert {*asked[:-1]} == {4, 2}
    assert asked[-1] == DEALER


def test_645a_5_d_1_first_arrival_is_offered_the_first_cut() -> None:
    """When the game begins, whoever came first."""
    assert offers(RoundStart(1, seated=(4, 2, 6))) == [4, DEALER]


def test_645a_5_d_3_later_from_the_dealers_right() -> None:
    """Counterclockwise from the dealer's far right."""
    assert offers(RoundStart(2, seated=(4, 2, 6)), begun(Rules())) == [6, 4, 2, DEALER]


def test_645a_5_d_2_bank_is_offered_the_cut_first_then_its_right() -> None:
    """The bank, then counterclockwise from the player at its right; after a new shuffle."""
    hands: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES, 3: TIES}
    first = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 10; 3 pai_gow_poker 10")
    others = "1 pai_gow_poker 10; 3 pai_gow_poker 10"
    declined = [{"seat": seat, "answer": "decline_cut"} for seat in (2, 1)]
    for before, by in ((declined, 3), ([], 2)):
        cut = {"seat": by, "answer": {"cut": 20}}
        second = round_of(hands, others, before=[says(2, "bank"), *before, cut], start=2)
        played = play(GAME, first, second, **MANUAL, **BANKS).ok()
        assert [event["by"] for event in played.events_of("cut_made")] == ["dealer", by]
        assert [event["cite"] for event in played.events_of("shuffled")] == ["645a.5(a)", "645a.5(a)", "645a.12(g)"]


def test_645a_5_f_recut_by_the_same_or_the_next() -> None:
    """The floor may have the cards cut again before the first card, by the one who cut or by the next entitled."""
    hands: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES}
    both = "1 pai_gow_poker 10; 2 pai_gow_poker 10"
    twice = [{"seat": 2, "answer": {"cut": 20}}, {"seat": 2, "answer": {"cut": 30}}]
    first = round_of(hands, both)
    again = round_of(hands, both, before=twice, faults=[fault("recut_ordered", 0)])
    cuts = play(GAME, first, again, **MANUAL).ok().events_of("cut_made")[1:]
    assert [(cut["by"], cut["position"]) for cut in cuts] == [(2, 20), (2, 30)]
    by_next = [{"seat": 2, "answer": {"cut": 20}}, {"seat": 1, "answer": {"cut": 30}}]
    again = round_of(hands, both, before=by_next, faults=[fault("recut_ordered", 0, next_player=True)])
    cuts = play(GAME, first, again, **MANUAL).ok().events_of("cut_made")[1:]
    assert [(cut["by"], cut["position"]) for cut in cuts] == [(2, 20), (1, 30)]


def test_645a_5_f_nothing_to_recut_after_a_device() -> None:
    """Cards that were not cut cannot be cut again."""
    could_not_happen(play(GAME, plain(faults=[fault("recut_ordered", 0)])), "recut_ordered")


def test_645a_5_h_device_that_reshuffles_needs_no_cut() -> None:
    """Start and deal are as always."""
    played = play(GAME, plain(), shuffler="continuous").ok()
    assert not played.events_of("cut_made")
    assert to_whom(played) == order() * 7


def test_645a_4_e_preshuffled_deck_is_not_cut_the_first_time() -> None:
    """A deck that came shuffled is neither inspected nor cut; the next shuffle by hand is."""
    played = play(GAME, plain(), plain(), preshuffled_decks=True, **MANUAL).ok()
    assert len(played.events_of("cut_made")) == 1
    cites = [item.cite for checklist in CHAPTER.checklists(Rules(preshuffled_decks=True)) for item in checklist.items]
    assert [cite for cite in cites if cite.startswith("645a.4")] == ["645a.4(e)"]
    cites = [item.cite for checklist in CHAPTER.checklists(Rules()) for item in checklist.items]
    assert {"645a.4(a)", "645a.4(b)"} <= set(cites)


def test_645a_5_g_1_reopened_or_idle_table_begins_again() -> None:
    """Whoever comes first is offered the cut, as when the game began; a deck that was preshuffled no longer is (I-GEN-38)."""
    state = begun(Rules())
    assert offers(RoundStart(2, seated=(4, 2, 6), reopened=True), state) == [4, DEALER]
    still = msgspec.structs.replace(state, preshuffled=1)
    assert offers(RoundStart(2, seated=(4, 2, 6)), still) == []
    assert offers(RoundStart(2, seated=(4, 2, 6), reopened=True), still) == [4, DEALER]
    opened = msgspec.structs.replace(open_table(Rules()), preshuffled=1)  # its first opening changes nothing
    assert offers(RoundStart(1, seated=(4,), reopened=True), opened) == []


def test_645a_5_i_3_button_lies_before_the_dealer_when_the_table_reopens() -> None:
    """As at the commencement of play."""
    rounds = [plain(throw="", start=place, stacks=True) for place in (DEALER, 1, DEALER)]
    played = play(GAME, *rounds[:2], {**rounds[2], "reopened": True}, start_selector="button", **AUTOMATED).ok()
    assert [event["at"] for event in played.events_of("marked")] == ["dealer", "seat 1", "dealer"]


def test_645a_5_g_2_deck_in_the_shuffler_comes_out_shuffled() -> None:
    """At an idle table too the next round is dealt from the deck that the device has shuffled, without a cut."""
    played = play(GAME, plain(), {**plain(), "reopened": True}, two_decks=True).ok()
    assert [event["device"] for event in played.events_of("shuffled")] == ["deck 1", "deck 2"]
    assert not played.events_of("cut_made")


# § 645a.5(i)


@pytest.mark.parametrize("total", range(3, 19))
def test_645a_5_i_1_iii_dice_are_counted_counterclockwise_from_the_dealer(total: int) -> None:
    """The dealer is one, the position at the dealer's right two, and so on round seven places, wagered on or not."""
    counted = [DEALER, 6, 5, 4, 3, 2, 1] * 3
    assert reached(ring(6), DEALER, total) == counted[total - 1]


@pytest.mark.parametrize(("throw", "first"), [("1 1 1", 5), ("1 1 6", DEALER), ("6 6 6", 4), ("2 3 4", 6)])
def test_645a_5_i_1_start_gets_the_first_card(throw: str, first: int | str) -> None:
    """The throw is announced, and the deal begins where the count ends."""
    played = play(GAME, plain(throw=throw, start=first)).ok()
    assert to_whom(played)[0] == first
    assert played.words()[1] == f"total {sum(map(int, throw.split()))}"
    assert [(e["device"], e["outcome"], e["cite"]) for e in played.events_of("shown")] == [
        ("dice", throw, "645a.5(i)(1)(ii)")
    ]


def shaken(played: Played) -> list[tuple[int | str, int, str]]:
    return [(e["by"], e["amount"], e["cite"]) for e in played.events_of("elected") if e["says"] == "shakes"]


def test_645a_5_i_1_i_dealer_shakes_three_times() -> None:
    """The dealer shakes; a bank does instead."""
    for times, ok in ((2, False), (3, True), (4, True), (99, True), (100, False)):
        played = play(GAME, plain(before=[dealer_says("shakes", times)]))
        if not ok:
            refused(played, "not_lawful", "645a.5(i)(1)(i)")
        else:
            assert shaken(played.ok()) == [(DEALER, times, "645a.5(i)(1)(i)")]
    first = round_of({DEALER: QUEENS, 1: WINS, 2: LOSES}, "1 pai_gow_poker 10; 2 pai_gow_poker 10")
    # eight counts the bank twice: seat 2 is the start
    second = round_of({DEALER: QUEENS, 1: WINS, 2: LOSES}, "1 pai_gow_poker 10", before=[says(2, "bank")], start=2)
    played = play(GAME, first, second, **BANKS).ok()
    assert shaken(played) == [(DEALER, 3, "645a.5(i)(1)(i)"), (2, 3, "645a.5(i)(1)(i)")]
    assert attested(played, "saw the bank shake") == [(DEALER, None, "645a.5(i)(1)(i)")]


@pytest.mark.parametrize("bank", range(1, 7))
def test_645a_5_i_1_iii_bank_is_number_one(bank: int) -> None:
    """Counted from the bank; the dealer keeps a place in the round."""
    places = [bank, *range(bank - 1, 0, -1), DEALER, *range(6, bank, -1)]
    assert [reached(ring(6), bank, count) for count in range(1, 8)] == places


@pytest.mark.parametrize(("number", "first"), [("1", DEALER), ("2", 6), ("7", 1)])
def test_645a_5_i_2_number_from_1_to_7(number: str, first: int | str) -> None:
    """Counted like the dice."""
    assert to_whom(play(GAME, plain(throw=number, start=first), start_selector="rng").ok())[0] == first


@pytest.mark.parametrize("number", ["0", "8"])
def test_645a_5_i_2_other_numbers_do_not_exist(number: str) -> None:
    """Below 1 and above 7 there is nothing."""
    refused(play(GAME, plain(throw=number), start_selector="rng"), "impossible", "645a.5(i)(2)")


def test_645a_5_i_2_fewer_positions_fewer_numbers() -> None:
    """With four positions the generator runs from 1 to 5, and 18 cards stay in the stub (I-645a-14)."""
    part = plain(throw="5", start=1, seats=4)
    played = play(GAME, part, start_selector="rng", seats=4).ok()
    assert to_whom(played) == order(1, 4) * 7
    assert attested(played, "stub") == [(DEALER, 18, "645a.8(e)")]
    refused(play(GAME, plain(throw="6", seats=4), start_selector="rng", seats=4), "impossible", "645a.5(i)(2)")


def test_645a_5_i_3_button_starts_at_the_dealer_and_moves_clockwise() -> None:
    """One place after every round."""
    rounds = [plain(throw="", start=place, stacks=True) for place in [*order(), DEALER]]
    played = play(GAME, *rounds, start_selector="button", **AUTOMATED).ok()
    assert to_whom(played)[::49] == [*order(), DEALER]
    assert [event["at"] for event in played.events_of("marked")][:3] == ["dealer", "seat 1", "seat 2"]


@pytest.mark.parametrize("devices", [{}, BY_HAND, {**AUTOMATED, "shuffler": "manual"}])
def test_645a_5_i_3_button_needs_both_devices(devices: dict[str, Any]) -> None:
    """A shuffling device and an automated shoe (I-645a-16)."""
    refused(play(GAME, plain(), start_selector="button", **devices), "forbidden_choice", "645a.5(i)(3)")


# §§ 645a.8–645a.10


@pytest.mark.parametrize(("dealing", "section"), WAYS)
def test_645a_8_10_no_more_bets_before_the_first_card(dealing: str, section: str) -> None:
    """The call comes before start and cards, in each way of dealing."""
    call = {"645a.8": "(b)", "645a.9": "(a)(3)", "645a.10": "(a)(2)"}[section]
    played = play(GAME, plain(stacks=dealing == "automated_shoe"), dealing=dealing).ok()
    kinds = [event["event"] for event in played.events]
    assert kinds.index("announced") < kinds.index("shown") < kinds.index("dealt")
    assert (played.words()[0], played.events_of("announced")[0]["cite"]) == ("no more bets", section + call)


@pytest.mark.parametrize("start", [DEALER, 1, 4, 6])
def test_645a_8_d_one_card_at_a_time_clockwise_to_every_position(start: int | str) -> None:
    """Seven rounds of seven cards, also to positions without a wager."""
    throws = {DEALER: "1 1 6", 1: "1 1 5", 4: "1 1 2", 6: "3 3 3"}
    for dealing, cite in (("manual_shoe", "645a.8(d)"), ("hand", "645a.9(c)")):
        played = play(GAME, plain(throw=throws[start], start=start), dealing=dealing).ok()
        assert to_whom(played) == order(start) * 7
        assert {event["cite"] for event in played.events_of("dealt")} == {cite}


def test_645a_10_c_stacks_of_seven_clockwise() -> None:
    """The first stack to the starting position, the next to the one at its left."""
    played = play(GAME, plain(stacks=True), **AUTOMATED).ok()
    assert to_whom(played) == [place for place in order() for _ in range(7)]
    assert {event["cite"] for event in played.events_of("dealt")} == {"645a.10(c)"}


def test_645a_8_d_cards_are_face_down() -> None:
    """Nobody sees a card while it is dealt, not even its owner."""
    assert {tuple(event["seen_by"]) for event in play(GAME, plain()).ok().events_of("dealt")} == {()}


def test_645a_9_a_1_dealing_by_hand_needs_a_shuffling_device() -> None:
    """Refused where the dealer shuffles."""
    refused(play(GAME, plain(), **BY_HAND, **MANUAL), "forbidden_choice", "645a.9(a)(1)")


@pytest.mark.parametrize(("dealing", "section"), WAYS)
def test_645a_8_10_stub_is_four_and_empty_positions_are_cleared_unseen(dealing: str, section: str) -> None:
    """Counted after the deal; then the cards of positions without a wager go to the rack face down."""
    stub, empty = {"645a.8": ("(e)", "(g)")}.get(section, ("(d)", "(f)"))
    played = play(GAME, plain(stacks=dealing == "automated_shoe"), dealing=dealing).ok()
    assert attested(played, "counted the stub") == [(DEALER, 4, section + stub)]
    cleared = [event for event in played.events_of("discarded") if event["cite"] == section + empty]
    assert [(event["of"], len(event["cards"]), event["seen_by"]) for event in cleared] == [(seat, 7, [])
        for seat in range(2, 7)]  # fmt: skip


# --- leaves


def test_clockwise_from_goes_the_other_way_round() -> None:
    """The count goes counterclockwise, the deal clockwise (I-645a-15)."""
    assert ring(6) == (DEALER, 6, 5, 4, 3, 2, 1)
    assert clockwise_from(ring(6), 6) == [6, DEALER, 1, 2, 3, 4, 5]


def test_dice_are_asked_of_chance_before_any_card() -> None:
    """The first question to chance is the throw."""
    round_ = Round(catalogue.game(GAME), Rules(), open_table(Rules()), RoundStart(1))
    round_.answer(Answer(1, "wager", "pai_gow_poker", "", 1000))
    round_.answer(close_betting())
    round_.answer(Answer(DEALER, "shakes", amount=3))
    assert isinstance(round_.pending, Draw)
    assert (round_.pending.device, round_.pending.independent) == ("dice", True)


def test_round_without_wagers_deals_nothing() -> None:
    """Betting closes, nothing is dealt, and the game is at its beginning again."""
    played = play(GAME, deal(), **BANKS).ok()
    assert not played.events_of("dealt")
    assert [event["event"] for event in played.events] == ["round_opened", "shuffled", "announced", "round_closed"]
