"""Chapter 686a, Over/Under: cards, shuffle, cut, cover card, burn, and the irregularities of the shoe."""

import pytest

from pitboss.chapters.ch686a_over_under import GAME, Rules
from pitboss.equipment.shoe import Shuffling
from pitboss.events import Shuffled
from pitboss.game import FLOOR_ONLY, RoundStart
from pitboss.journal import Report
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.submission import submit
from pitboss.testkit.tables import deal, fault, play, refused
from tests import shoes
from tests.chapters.test_686a import TABLE
from tests.shoes import BURN

# § 686a.3.


def test_686a_3_a_six_decks() -> None:
    """Six decks of 52 cards: a seventh ace of spades is impossible, and there is no choice of decks."""
    wagers, answers = "1 ante 5; 2 ante 5", "1 over_23; 2 over_23"
    play("over-under", deal(wagers, ["AS"] * 6 + ["2S"], answers)).ok()
    refused(play("over-under", deal(wagers, ["AS"] * 7, answers)), "impossible", "686a.7(i)")
    refused(TABLE.play(TABLE.round(), decks=8), "unknown_choice", "601a.2")


@pytest.mark.parametrize(("shuffler", "batches"), [("manual", 1), ("automated", 2), ("continuous", 1)])
def test_686a_3_b_two_batches_with_a_shuffler(shuffler: str, batches: int) -> None:
    """An automated shuffler that is not continuous needs two batches."""
    rules = Rules(shuffler=Shuffling(shuffler))
    assert GAME.open(rules).shoe.batches == rules.batches == batches


def test_686a_3_b_1_each_batch_has_six_decks() -> None:
    """Each of the two batches has six decks."""
    assert TABLE.play(TABLE.round(), shuffler="automated").events_of("shuffled")[0]["count"] == 312


def test_686a_3_b_3_to_5_batches_take_turns() -> None:
    """One batch is dealt while the other is shuffled; they alternate and never mix in the rack."""
    shoes.batches_take_turns(TABLE)


def test_686a_3_c_cards_are_changed_every_24_hours() -> None:
    """Twenty-four hours, however the cards are shuffled."""
    (duty,) = GAME.duties(Rules())
    assert (duty.name, duty.hours, duty.cite) == ("deck_change", 24, "686a.3(c)")


# § 686a.5.


def test_686a_5_a_shuffled_before_play_and_after_each_shoe() -> None:
    """Shuffled at the opening and not again before the shoe is dealt."""
    shoes.opens_with_shuffle_cut_cover_and_burn(TABLE)


def test_686a_5_b_dealer_cuts_when_no_player_does() -> None:
    """The cut is offered to a player, and made by the dealer when nobody takes it."""
    shoes.no_player_accepts_and_the_dealer_cuts(TABLE)


def test_686a_5_c_1_first_player_cuts_at_the_opening() -> None:
    """When the game begins, the first player at the table is offered the cut."""
    shoes.first_to_arrive_cuts_at_the_opening(TABLE)


def test_686a_5_c_2_seat_of_the_cover_card_cuts() -> None:
    """The player on whose area the cover card appeared is offered the cut first."""
    shoes.cover_card_decides_who_cuts(TABLE)


def test_686a_5_c_2_the_cut_is_of_the_player() -> None:
    """It goes with a player who was moved, and not to who took their seat."""
    shoes.cut_is_of_the_player(TABLE)


def test_686a_5_c_3_far_right_cuts_otherwise() -> None:
    """There is no dealer's hand (I-686a-06): a reshuffle the floor ordered gives the far right the cut."""
    shoes.far_right_cuts_otherwise(TABLE)


@pytest.mark.parametrize(("after", "seat"), [(1, 1), (2, 2), (3, 1), (5, 2)])
def test_686a_5_c_2_where_the_cover_card_appeared(after: int, seat: int) -> None:
    """The cover card is on the area of the player whose card is next."""
    part = deal("1 ante 5; 2 ante 5", f"{BURN} KS KH 9S 8S 9H 8H", "1 over_23; 2 over_23", [fault("cover_card", after)])
    (aside,) = [e for e in play("over-under", part).ok().events_of("marked") if e["at"] == "aside"]
    assert aside["seat"] == seat


def test_686a_5_d_cut_ten_cards_from_either_end() -> None:
    """A cut is ten cards or more from top and bottom."""
    shoes.cut_is_ten_from_either_end(TABLE)


def test_686a_5_d_cover_card_a_quarter_from_the_bottom() -> None:
    """The cover card has a quarter of the stack or more beneath it."""
    shoes.cover_card_lies_a_quarter_in(TABLE)


def test_686a_5_e_recut() -> None:
    """A floorperson may have the cards recut, by the same player or the next."""
    shoes.floor_may_have_the_cards_recut(TABLE)


def test_686a_5_f_reshuffle_on_order() -> None:
    """A floorperson may have the cards reshuffled after any round."""
    shoes.floor_may_order_a_reshuffle(TABLE)


def test_686a_5_c_4_far_right_cuts_after_an_ordered_reshuffle() -> None:
    """A reshuffle that the floor ordered is cut from the dealer's right on."""
    shoes.far_right_cuts_after_an_order(TABLE)


def test_686a_5_f_a_reshuffle_may_be_ordered_while_someone_decides() -> None:
    """While over or under is asked, and while a player chooses between late cards and a dead hand."""
    late = [fault("additional_cards_not_dealt", 2, seat=1), fault("reshuffle_ordered", 2, after_answers=1)]
    for answers, faults in (("1 over_23", [fault("reshuffle_ordered", 2, after_answers=0)]),
        ("1 over_23; 1 deal_late", late)):  # fmt: skip
        part = deal("1 ante 5", f"{BURN} KS 9S 8S", answers, faults)
        assert [number for number, _ in shoes.shuffles(play("over-under", part, TABLE.round()).ok())] == [1, 2]


def test_686a_5_g_idle_cards_are_shuffled_and_cut() -> None:
    """Opened anew, or after a round without wagers, the table has a full shoe, shuffled and cut, or the other batch."""
    shoes.idle_cards_are_shuffled_and_cut(TABLE)
    shoes.idle_batch_goes_into_the_shuffler(TABLE)


def test_686a_5_h_idle_cards_stay_in_a_shoe_that_reshuffles_itself() -> None:
    """(g) does not apply to it; at an opening its cards are shuffled and one is burned."""
    shoes.idle_continuous_shuffler_goes_on(TABLE)


def test_686a_5_h_continuous_shuffler() -> None:
    """A device that reshuffles and counts is neither cut nor covered."""
    shoes.continuous_shuffler_is_neither_cut_nor_covered(TABLE)


# § 686a.7.


def test_686a_7_a_no_other_way_of_dealing() -> None:
    """Cards come from a shoe: there is no choice of dealing."""
    refused(TABLE.play(TABLE.round(), dealing="hand"), "unknown_choice", "601a.2")


def test_686a_7_c_burn_for_each_shoe_and_each_new_dealer() -> None:
    """The first card of a batch, and one for each new dealer, goes to the rack."""
    shoes.burn_is_unseen_and_each_new_dealer_burns(TABLE)


def test_686a_7_d_cover_card_finishes_the_round() -> None:
    """When the cover card appears the hand is completed, then the cards are reshuffled."""
    shoes.cover_card_ends_the_shoe_after_the_round(TABLE)
    shoes.cover_card_comes_out_once(TABLE)


def test_686a_7_d_cover_card_comes_out_by_itself() -> None:
    """The cover card is reached when the cards above it are gone."""
    shoes.cover_card_comes_out_by_itself(TABLE)


def test_686a_7_d_cover_card_as_first_card_of_a_round() -> None:
    """A round that begins with the cover card is dealt to its end before the reshuffle."""
    shoes.cover_card_first_in_the_shoe_allows_the_round(TABLE)


# § 686a.9.


def test_686a_9_a_face_up_card_is_not_used() -> None:
    """A card found face up is racked and the next one dealt."""
    shoes.face_up_card_is_discarded(TABLE)


def test_686a_9_b_short_shoe_is_filled_from_the_discards() -> None:
    """The discards are shuffled and cut, one card is burned, the round is completed."""
    shoes.short_shoe_is_filled_from_the_discards(TABLE)
    shoes.short_is_what_cannot_finish_the_round(TABLE)
    shoes.short_is_counted_from_the_first_card(TABLE)
    shoes.empty_shoe_is_filled_by_itself(TABLE)


def test_686a_9_b_the_discards_are_cut_first_by_whom_the_cover_card_found() -> None:
    """They are cut as 686a.5(c)(2) says: the seat where this shoe's cover card appeared comes first."""
    shoes.discards_are_cut_where_the_cover_card_appeared(TABLE)


def test_686a_9_b_what_is_on_the_table_is_not_shuffled_in() -> None:
    """Hands already settled go back in with the discards; hands still on the table do not."""
    short, wagers = Report("insufficient_cards"), "1 ante 5; 2 ante 5"
    steps: list[shoes.Step] = [
        "KS",
        "KH",
        "1 over_23",
        "9S",
        "8S",
        "2 over_23",
        short,
        "3D",
        "9H",
        "8H",
    ]  # 3D is burned
    round_ = TABLE.begin(RoundStart(9), shoes.left_in(312, ["KS", "KH", "9S", "8S", "3C"]))
    events = shoes.follow(round_, wagers, steps)
    assert [e.count for e in events if isinstance(e, Shuffled)] == [311]


def test_686a_9_b_a_dead_hand_takes_no_more_cards() -> None:
    """Its two cards do not count: for the other player's two, two are enough."""
    missed, short = Report("additional_cards_not_dealt", 1), Report("insufficient_cards")
    steps: list[shoes.Step] = ["KS", "KH", "1 over_23", missed, "1 dead_hand", "2 over_23", short]
    round_ = TABLE.begin(RoundStart(9), shoes.left_in(312, ["KS", "KH", "9S", "8S"]))
    with pytest.raises(Refused, match="the shoe holds 2, and this round can take no more than 2"):
        shoes.follow(round_, "1 ante 5; 2 ante 5", steps)


def test_686a_9_card_drawn_in_error_is_the_next_card() -> None:
    """The chapter is silent: a card drawn in error is the next card (I-686a-09)."""
    shoes.card_drawn_in_error_is_the_next_card(TABLE)


def test_686a_9_d_jammed_shuffler() -> None:
    """A jam means a reshuffle; a device that cannot be used is covered or signed out of order (686a.9(e))."""
    shoes.jam_means_a_reshuffle(TABLE)


def test_686a_9_e_broken_shuffler_stays_out_until_it_is_returned() -> None:
    """Meanwhile the cards are shuffled by hand, and the batches do not take turns."""
    shoes.broken_shuffler_stays_out_until_it_is_returned(TABLE)
    shoes.broken_continuous_shuffler_is_replaced_by_a_shoe(TABLE)


# --- who does what, with what


def listed(choices: dict[str, str]) -> set[str]:
    return {item.cite for each in GAME.checklists(submit(Rules, choices)) for item in each.items}


def test_686a_2_to_5_what_is_inspected_is_on_a_list() -> None:
    """Every inspection of the register, the place of the shoe, and the cards of an idle table; each only where it applies."""
    continuous, automated = {"shuffler": "continuous"}, {"shuffler": "automated"}
    shoes.lists_follow_the_register(TABLE, {}, automated)
    assert listed(continuous) - listed({}) == {"686a.5(h)"}
    assert listed({}) - listed(continuous) == {"686a.5(g)"}  # 686a.5(h)
    assert listed(automated) - listed({}) == {"686a.3(b)(2)", "686a.4(d)"}
    equipment, _, _, idle = GAME.checklists(Rules())
    rack, every = ("686a.2(d)(1)", "686a.2(d)(2)"), {item.cite for item in equipment.items}
    assert [equipment.missing(every - {cite}) for cite in rack] == [None, None]
    assert equipment.missing(every - {*rack}) is not None
    assert [item.cite for item in idle.items] == ["686a.5(g)", "686a.4(a)", "686a.4(c)"]  # all that an opening takes
    assert [(s.roles, s.assigned) for s in idle.signatures] == [((Role.DEALER,), False), (FLOOR_ONLY, True)]


def test_686a_5_h_what_the_table_works_with() -> None:
    """A device that reshuffles by itself needs the laboratory's approval; any device may be out of order."""
    for shuffler, expected in (("manual", []), ("automated", [""]), ("continuous", ["686a.5(h)"])):
        cards, shoe, *device = GAME.things(submit(Rules, {"shuffler": shuffler}))
        assert (cards.name, shoe.name) == ("cards", "shoe")
        assert [(each.device, each.approval) for each in device] == [("shuffler", each) for each in expected]


def test_686a_5_e_f_who_may() -> None:
    """A new cut, a reshuffle and the return of a device are the floor's."""
    shoes.floor_alone_orders_and_returns(TABLE)
    shoes.staff_is_asked(TABLE)


def test_686a_6_f_adjacent_boxes_shall_be_specified() -> None:
    """A filing without their number is refused by name."""
    shoes.empty_filing_is_refused_by_name(TABLE, "adjacent_boxes")
