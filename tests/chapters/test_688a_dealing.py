"""Chapter 688a, Face Up Pai Gow Poker: cards, shuffle, cut, start, deal, stub (§§ 688a.3–688a.5, 688a.8–688a.10)."""

from typing import Any

import msgspec
import pytest

from pitboss.chapters.ch688a_face_up_pai_gow_poker import GAME as CHAPTER
from pitboss.chapters.ch688a_face_up_pai_gow_poker.procedure import LAW
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.drivers.round import Round
from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.events import Dealt, visible
from pitboss.families.pai_gow_poker.dealing import Selector
from pitboss.families.pai_gow_poker.table import open_table
from pitboss.game import RoundStart
from pitboss.procedure import Answer, Draw, Election
from pitboss.testkit.tables import Played, deal, fault, play, refused
from pitboss.wagers import close_betting
from tests.chapters import staff
from tests.chapters.face_up import GAME, MAIN, ONE, SIDES
from tests.chapters.irregularities import could_not_happen
from tests.chapters.pai_gow import DEALER, FULL, LOSES, QUEENS, WINS, cards, order, round_of
from tests.chapters.staff import attested, dealer_says

HANDS: dict[int | str, str] = {DEALER: QUEENS, 1: WINS}
MANUAL: dict[str, Any] = {"shuffler": "manual"}
WAYS = [("manual_shoe", "688a.8"), ("hand", "688a.9"), ("automated_shoe", "688a.10")]


def plain(**rest: Any) -> dict[str, Any]:
    return round_of(HANDS, ONE, **rest)


def dealt_by(dealing: str, wagers: str = ONE, **rest: Any) -> Played:
    """One round, dealt in this way."""
    return play(
        GAME, round_of(HANDS, wagers, stacks=dealing == "automated_shoe", **rest), dealing=dealing, **SIDES
    ).ok()


def to_whom(played: Played) -> list[int | str]:
    return [event["to"] for event in played.events_of("dealt")]


def notes(played: Played) -> list[str]:
    return [event["what"] for event in played.events_of("noted")]


# § 688a.3


def test_688a_3_a_one_deck_with_one_joker() -> None:
    """53 cards, the joker once; the opening inspection looks for it."""
    assert play(GAME, plain()).ok().events_of("shuffled")[0]["count"] == 53
    assert len(set(cards({}))) == len(cards({})) == 49
    assert "688a.3(a)" in [item.cite for item in CHAPTER.checklists(Rules())[1].items]


def test_688a_3_b_two_decks_only_with_a_shuffling_device() -> None:
    """Two decks take turns where a device shuffles; without one there is one deck."""
    refused(play(GAME, plain(), two_decks=True, **MANUAL), "forbidden_choice", "688a.3(b)")
    played = play(GAME, plain(), plain(), plain(), two_decks=True).ok()
    assert [event["device"] for event in played.events_of("shuffled")] == ["deck 1", "deck 2", "deck 1"]
    assert [event["count"] for event in played.events_of("shuffled")] == [53, 53, 53]


def test_688a_3_b_4_rack_holds_one_deck() -> None:
    """The deck that is not in play has left the rack for the shuffler before a card of the other goes there."""
    staff.rack_holds_one_deck(GAME, LAW.deck, lambda faults: plain(faults=faults), "688a.3(b)(4)")


@pytest.mark.parametrize(("dealing", "hours", "cite"),
    [("hand", 4, "688a.3(c)(1)"), ("manual_shoe", 8, "688a.3(c)(2)"), ("automated_shoe", 8, "688a.3(c)(2)")])  # fmt: skip
def test_688a_3_c_cards_are_changed(dealing: str, hours: int, cite: str) -> None:
    """Every 4 hours when dealt by hand, every 8 from a shoe of either kind."""
    duty = CHAPTER.duties(Rules(dealing=Dealing(dealing)))[0]
    assert (duty.hours, duty.cite) == (hours, cite)


def test_688a_2_c_1_i_shaker_dice_are_changed_every_24_hours() -> None:
    """Three dice in the shaker, for no more than 24 hours; a number generator has none."""
    duty = CHAPTER.duties(Rules())[1]
    assert (duty.name, duty.hours, duty.cite) == ("dice_change", 24, "688a.2(c)(1)(i)")
    assert len(CHAPTER.duties(Rules(start_selector=Selector.RNG))) == 1


def test_688a_4_e_preshuffled_deck_is_not_cut_the_first_time() -> None:
    """A deck that came shuffled is neither inspected nor cut; the next shuffle by hand is."""
    played = play(GAME, plain(), plain(), preshuffled_decks=True, **MANUAL).ok()
    assert len(played.events_of("cut_made")) == 1
    cites = [item.cite for checklist in CHAPTER.checklists(Rules(preshuffled_decks=True)) for item in checklist.items]
    assert [cite for cite in cites if cite.startswith("688a.4")] == ["688a.4(e)"]


# § 688a.5(a)–(h)


def test_688a_5_a_shuffled_before_every_round() -> None:
    """Each round begins with a shuffle; a floorperson may order another before the first card."""
    played = play(GAME, plain(), plain(faults=[fault("reshuffle_ordered", 0)])).ok()
    assert [event["cite"] for event in played.events_of("shuffled")] == ["688a.5(a)"] * 3
    could_not_happen(play(GAME, plain(faults=[fault("reshuffle_ordered", 2)])), "reshuffle_ordered")


@pytest.mark.parametrize("shuffler", ["automated", "continuous"])
def test_688a_5_b_1_device_shuffled_cards_are_not_cut(shuffler: str) -> None:
    """Start and deal follow at once, also with a device that reshuffles and counts ((h), I-688a-17)."""
    played = play(GAME, plain(), shuffler=shuffler).ok()
    assert not played.events_of("cut_made")
    assert to_whom(played) == order() * 7


def test_688a_5_b_2_hand_shuffled_cards_are_cut() -> None:
    """By the dealer in the middle if no player takes the cut."""
    cut = play(GAME, plain(), **MANUAL).ok().events_of("cut_made")
    assert [(event["by"], event["position"], event["cite"]) for event in cut] == [("dealer", 26, "688a.5(e)")]


@pytest.mark.parametrize(("position", "lawful"), [(9, False), (10, True), (43, True), (44, False)])
def test_688a_5_e_cut_ten_cards_from_either_end(position: int, lawful: bool) -> None:
    """Of 53 cards the cut lies from the tenth to the forty-third."""
    played = play(GAME, plain(before=[{"seat": 1, "answer": {"cut": position}}]), **MANUAL)
    if lawful:
        assert played.ok().events_of("cut_made")[0]["position"] == position
    else:
        refused(played, "not_lawful", "688a.5(c)")


def offers(start: RoundStart, *, begun: bool) -> list[Any]:
    """To whom the cut is offered in turn, everyone declining."""
    rules = Rules(shuffler=Shuffling.MANUAL)
    state = open_table(rules)
    state = msgspec.structs.replace(state, deck=msgspec.structs.replace(state.deck, shuffled=begun))
    round_ = Round(CHAPTER, rules, state, start)
    found = []
    while isinstance(round_.pending, Election) and round_.pending.kind == "cut":
        found.append(round_.pending.to)
        if round_.pending.to == DEALER:
            break
        round_.answer(Answer(round_.pending.to, "decline_cut"))
    return found


def test_688a_5_d_1_first_arrival_is_offered_the_first_cut() -> None:
    """When the game begins, whoever came first; the dealer cuts when that player declines ((c))."""
    assert offers(RoundStart(1, seated=(4, 2, 6)), begun=False) == [4, DEALER]


def test_688a_5_g_1_reopened_or_idle_table_begins_again() -> None:
    """Whoever comes first is offered the cut, as when the game began (I-GEN-38)."""
    assert offers(RoundStart(2, seated=(4, 2, 6), reopened=True), begun=True) == [4, DEALER]


def test_688a_5_d_2_later_from_the_dealers_right() -> None:
    """Counterclockwise from the dealer's far right; the dealer last ((c))."""
    assert offers(RoundStart(2, seated=(4, 2, 6)), begun=True) == [6, 4, 2, DEALER]


def test_688a_5_f_recut_by_the_same_or_the_next() -> None:
    """The floor may have the cards cut again before the first card, by the one who cut or by the next entitled."""
    hands: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES}
    both = f"1 {MAIN} 10; 2 {MAIN} 10"
    for again, facts in ((2, {}), (1, {"next_player": True})):
        cuts = [{"seat": 2, "answer": {"cut": 20}}, {"seat": again, "answer": {"cut": 30}}]
        second = round_of(hands, both, before=cuts, faults=[fault("recut_ordered", 0, **facts)])
        made = play(GAME, round_of(hands, both), second, **MANUAL).ok().events_of("cut_made")[1:]
        assert [(cut["by"], cut["position"]) for cut in made] == [(2, 20), (again, 30)]
    could_not_happen(play(GAME, plain(faults=[fault("recut_ordered", 0)])), "recut_ordered")


def test_688a_5_g_2_deck_in_the_shuffler_comes_out_shuffled() -> None:
    """After a round without wagers, too, the next deck is dealt as the device shuffled it."""
    played = play(GAME, deal(), plain(), two_decks=True).ok()
    assert [event["device"] for event in played.events_of("shuffled")] == ["deck 1", "deck 2"]
    assert not [event for event in played.events[:4] if event["event"] == "dealt"]


# § 688a.5(i)


@pytest.mark.parametrize(("throw", "first"), [("1 1 1", 5), ("1 1 6", DEALER), ("6 6 6", 4), ("2 3 4", 6)])
def test_688a_5_i_1_dice_are_counted_counterclockwise_from_the_dealer(throw: str, first: int | str) -> None:
    """Shaken and announced; the dealer is one, every position counts, and the first card goes where the count ends."""
    played = play(GAME, plain(throw=throw, start=first)).ok()
    assert to_whom(played)[0] == first
    assert played.words()[1] == f"total {sum(map(int, throw.split()))}"
    shaken = [(e["by"], e["amount"], e["cite"]) for e in played.events_of("elected") if e["says"] == "shakes"]
    assert shaken == [(DEALER, 3, "688a.5(i)(1)(i)")]
    refused(play(GAME, plain(before=[dealer_says("shakes", 2)])), "not_lawful", "688a.5(i)(1)(i)")
    assert [(e["outcome"], e["cite"]) for e in played.events_of("shown")] == [(throw, "688a.5(i)(1)(ii)")]
    assert next(e["cite"] for e in played.events_of("marked") if e["marker"] == "start") == "688a.5(i)(1)(iii)"


@pytest.mark.parametrize(("number", "first"), [("1", DEALER), ("2", 6), ("7", 1), ("0", ""), ("8", "")])
def test_688a_5_i_2_number_from_1_to_7(number: str, first: int | str) -> None:
    """Counted like the dice; below 1 and above 7 there is nothing."""
    played = play(GAME, plain(throw=number, start=first or DEALER), start_selector="rng")
    if first:
        assert to_whom(played.ok())[0] == first
    else:
        refused(played, "impossible", "688a.5(i)(2)")


def test_688a_5_i_fewer_positions() -> None:
    """With four positions the generator runs from 1 to 5, and 18 cards stay in the stub (I-645a-14)."""
    played = play(GAME, plain(throw="5", start=1, seats=4), start_selector="rng", seats=4).ok()
    assert to_whom(played) == order(1, 4) * 7
    assert attested(played, "counted the stub") == [(DEALER, 18, "688a.8(e)")]


def test_688a_5_i_no_button() -> None:
    """A button is another chapter's (I-645a-16)."""
    refused(play(GAME, plain(), start_selector="button", dealing="automated_shoe"), "forbidden_choice", "688a.5(i)")


# §§ 688a.8–688a.10


@pytest.mark.parametrize(("dealing", "section"), WAYS)
def test_688a_8_10_no_more_bets_before_the_first_card(dealing: str, section: str) -> None:
    """The call comes before start and cards, in each way of dealing."""
    call = {"688a.8": "(b)", "688a.9": "(a)(3)", "688a.10": "(a)(2)"}[section]
    played = dealt_by(dealing)
    kinds = [event["event"] for event in played.events]
    assert kinds.index("announced") < kinds.index("shown") < kinds.index("dealt")
    assert (played.words()[0], played.events_of("announced")[0]["cite"]) == ("no more bets", section + call)


@pytest.mark.parametrize(("dealing", "section"), WAYS)
@pytest.mark.parametrize(("amount", "lammer"), [("4.99", False), ("5.00", True)])
def test_688a_8_10_envy_lammer_beside_a_qualifying_wager(dealing: str, section: str, amount: str, lammer: bool) -> None:
    """From $5 on the Fortune Bonus, in each way of dealing."""
    cite = section + {"688a.8": "(b)(1)", "688a.9": "(a)(3)(i)", "688a.10": "(a)(2)(i)"}[section]
    played = dealt_by(dealing, f"{ONE}; 1 fortune_bonus {amount}; 1 progressive_payout 1; 1 ace_high_bonus 5")
    placed = [
        (e["at"], e["seat"], e["cite"]) for e in played.events_of("marked") if e["marker"] == "envy lammer" and e["at"]
    ]
    assert placed == ([("fortune_bonus", 1, cite)] if lammer else [])


@pytest.mark.parametrize(("dealing", "section"), WAYS)
def test_688a_8_10_progressive_is_locked_out_collected_and_counted(dealing: str, section: str) -> None:
    """Before the first card: the lock-out, and the dealer's count of the chips."""
    cite = section + {"688a.8": "(b)(2)", "688a.9": "(a)(3)(ii)", "688a.10": "(a)(2)(ii)"}[section]
    played = dealt_by(dealing, f"{ONE}; 1 progressive_payout 1")
    found = [event["what"] for event in played.events_of("noted") if event["cite"] == cite]
    assert found == ["progressive payout locked out"]
    assert attested(played, "Progressive wagers") == [(DEALER, 1, cite)]
    differs = dealt_by(dealing, f"{ONE}; 1 progressive_payout 1", before=[dealer_says("counted", 3)])
    assert attested(differs, "Progressive wagers") == [(DEALER, 3, cite)]
    assert attested(differs, "settled the difference") == [("floor", None, cite)]
    assert played.events.index(played.events_of("meter_moved")[0]) < played.events.index(played.events_of("dealt")[0])
    assert "progressive payout locked out" not in notes(dealt_by(dealing))


def test_688a_2_d_2_no_progressive_wager_after_no_more_bets() -> None:
    """What is tried after the call is refused."""
    late = [
        {"seat": 1, "wager": MAIN, "amount": "10.00"},
        {"seat": 1, "wager": "progressive_payout", "amount": "1.00", "after": 1},
    ]
    refused(play(GAME, round_of(HANDS, late), **SIDES), "betting_closed", "688a.7(c)")


@pytest.mark.parametrize(("dealing", "cite"), [("manual_shoe", "688a.8(d)"), ("hand", "688a.9(c)")])
@pytest.mark.parametrize(("throw", "start"), [("1 1 6", DEALER), ("1 1 5", 1), ("1 1 2", 4), ("3 3 3", 6)])
def test_688a_8_9_one_card_at_a_time_clockwise_to_every_position(dealing: str, cite: str, throw: str, start: int
    | str) -> None:  # fmt: skip
    """Seven rounds of seven cards, also to positions without a wager."""
    played = dealt_by(dealing, throw=throw, start=start)
    assert to_whom(played) == order(start) * 7
    assert {event["cite"] for event in played.events_of("dealt")} == {cite}


def test_688a_10_c_stacks_of_seven_clockwise() -> None:
    """The first stack to the starting position, then one to each of the others."""
    played = dealt_by("automated_shoe", throw="1 1 5", start=1)
    assert to_whom(played) == [place for place in order(1) for _ in range(7)]
    assert {event["cite"] for event in played.events_of("dealt")} == {"688a.10(c)"}


@pytest.mark.parametrize(("dealing", "section"), WAYS)
def test_688a_8_10_dealer_face_up_and_players_face_down(dealing: str, section: str) -> None:
    """Everyone sees the dealer's cards as they come, nobody a player's (I-688a-18)."""
    for event in dealt_by(dealing).events_of("dealt"):
        assert event.get("seen_by") == (None if event["to"] == DEALER else [])
    face_up = Dealt(DEALER, "QS", cite=section)
    assert visible(face_up, 3) == face_up


@pytest.mark.parametrize(("dealing", "section"), WAYS)
def test_688a_8_10_stub_of_four_is_counted_face_down(dealing: str, section: str) -> None:
    """After the deal, before anyone sets; its cards are shown to nobody."""
    played = dealt_by(dealing)
    cite = section + ("(e)" if section == "688a.8" else "(d)")
    assert attested(played, "counted the stub") == [(DEALER, 4, cite)]
    named = {card for event in played.events for card in [*event.get("cards", []), event.get("card", "")] if card}
    assert len(named) == 49


@pytest.mark.parametrize(("dealing", "section"), WAYS)
def test_688a_8_10_cards_of_positions_without_a_wager_are_racked_unseen(dealing: str, section: str) -> None:
    """Five hands, seen by nobody."""
    cite = section + ("(g)" if section == "688a.8" else "(f)")
    racked = [e for e in dealt_by(dealing).events_of("discarded") if e["cite"] == cite]
    assert [(e["of"], len(e["cards"]), e["seen_by"]) for e in racked] == [(seat, 7, []) for seat in range(2, 7)]


def test_688a_9_a_1_dealing_by_hand_needs_a_shuffling_device() -> None:
    """Cards shuffled by hand are dealt from a shoe."""
    refused(play(GAME, plain(), dealing="hand", **MANUAL), "forbidden_choice", "688a.9(a)(1)")


def test_dice_are_asked_of_chance_before_any_card() -> None:
    """The first question to chance is the throw."""
    round_ = Round(CHAPTER, Rules(), open_table(Rules()), RoundStart(1))
    round_.answer(Answer(1, "wager", MAIN, "", 1000))
    round_.answer(close_betting())
    round_.answer(Answer(DEALER, "shakes", amount=3))
    assert isinstance(round_.pending, Draw)
    assert (round_.pending.device, round_.pending.independent) == ("dice", True)


def test_round_without_wagers_deals_nothing() -> None:
    """Betting closes, nothing is dealt, and the game is at its beginning again."""
    played = play(GAME, deal(), **SIDES).ok()
    assert [event["event"] for event in played.events] == ["round_opened", "shuffled", "announced", "round_closed"]
    assert FULL == 50
