"""Chapter 651a, Casino War: cards, shuffle, cut, cover card, burn, and the irregularities of the shoe."""

import pytest

from pitboss.chapters.ch651a_casino_war import GAME, Rules
from pitboss.events import RoundVoided, Settlement
from pitboss.game import RoundStart, When
from pitboss.journal import Report
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.submission import submit
from pitboss.testkit.tables import deal, fault, play, refused
from tests import shoes
from tests.chapters.test_651a import WAR

# § 651a.3.


@pytest.mark.parametrize(("decks", "ok"), [(5, False), (6, True), (7, False), (8, True), (9, False), (12, False)])
def test_651a_3_a_six_or_eight_decks(decks: int, ok: bool) -> None:
    """Six or eight decks; shuffled by hand or continuously no other number."""
    for shuffler in ("manual", "continuous"):
        played = WAR.play(WAR.round(), decks=decks, shuffler=shuffler)
        if ok:
            assert played.ok().events_of("shuffled")[0]["count"] == 52 * decks
        else:
            refused(played, "forbidden_choice", "651a.3(a)")


@pytest.mark.parametrize(("decks", "copies"), [(6, 6), (8, 8)])
def test_651a_3_a_a_card_is_there_once_for_each_deck(decks: int, copies: int) -> None:
    """The shoe has each card as often as it has decks, and not once more."""
    wagers = "; ".join(f"{seat} initial 5" for seat in range(1, copies))
    last = deal(wagers, ["AS"] * copies + ["2S"])  # burn, the players, and an honest card for the dealer
    play("casino-war", last, decks=decks).ok()
    refused(play("casino-war", deal(wagers, ["AS"] * (copies + 1)), decks=decks), "impossible", "651a.8(c)(2)")


def test_651a_3_b_no_other_way_of_dealing() -> None:
    """Cards come from a shoe: there is no choice of dealing."""
    refused(WAR.play(WAR.round(), dealing="hand"), "unknown_choice", "601a.2")


@pytest.mark.parametrize(
    ("decks", "ok"),
    [(6, False), (8, False), (11, False), (12, True), (13, False), (14, False), (15, False), (16, True)],
)
def test_651a_3_c_twelve_or_sixteen_decks_with_a_shuffler(decks: int, ok: bool) -> None:
    """With an automated shuffler 12 or 16 decks; 14 would put seven in the shoe (I-651a-06)."""
    played = WAR.play(WAR.round(), decks=decks, shuffler="automated")
    played.ok() if ok else refused(played, "forbidden_choice", "651a.3(c)")


@pytest.mark.parametrize(("decks", "ok"), [(12, True), (13, False), (14, True), (15, False), (16, True), (7, False)])
def test_651a_3_c_fourteen_decks_where_batches_of_seven_are_filed(decks: int, ok: bool) -> None:
    """I-651a-06: asked for, 14 decks are dealt in batches of seven; by hand seven are refused all the same."""
    played = WAR.play(WAR.round(), decks=decks, shuffler="automated", batches_of_seven=True)
    if ok:
        assert played.ok().events_of("shuffled")[0]["count"] == 26 * decks
    else:
        refused(played, "forbidden_choice", "651a.3(c)")
    refused(WAR.play(WAR.round(), decks=7, batches_of_seven=True), "forbidden_choice", "651a.3(a)")
    with pytest.raises(Refused, match="14 where batches_of_seven is chosen"):
        submit(Rules, {"decks": 14, "shuffler": "automated"})


@pytest.mark.parametrize(("decks", "count"), [(12, 312), (16, 416)])
def test_651a_3_c_1_two_batches_of_equal_size(decks: int, count: int) -> None:
    """Each batch has half of the decks."""
    assert WAR.play(WAR.round(), decks=decks, shuffler="automated").events_of("shuffled")[0]["count"] == count


def test_651a_3_c_more_than_sixteen_decks_are_refused() -> None:
    """Seventeen decks are too many for any device."""
    refused(WAR.play(WAR.round(), decks=17, shuffler="automated"), "forbidden_choice", "651a.3(a)")


def test_651a_3_c_3_to_5_batches_take_turns() -> None:
    """One batch is dealt while the other is shuffled; they alternate and never mix in the rack."""
    shoes.batches_take_turns(WAR)


def test_651a_3_d_cards_are_changed_every_24_hours() -> None:
    """Twenty-four hours, however the cards are shuffled."""
    (duty,) = GAME.duties(Rules())
    assert (duty.name, duty.hours, duty.cite) == ("deck_change", 24, "651a.3(d)")


def test_651a_3_e_continuous_shuffler() -> None:
    """A device that reshuffles and counts lifts the rules on shoe and batches: six or eight decks, one batch (I-651a-10)."""
    shoes.continuous_shuffler_is_neither_cut_nor_covered(WAR)


# § 651a.5.


def test_651a_5_a_shuffled_before_play_and_after_each_shoe() -> None:
    """Shuffled at the opening and not again before the shoe is dealt."""
    shoes.opens_with_shuffle_cut_cover_and_burn(WAR)


def test_651a_5_b_dealer_cuts_when_no_player_does() -> None:
    """The cut is offered to a player, and made by the dealer when nobody takes it."""
    shoes.no_player_accepts_and_the_dealer_cuts(WAR)


def test_651a_5_c_1_first_player_cuts_at_the_opening() -> None:
    """When the game begins, the first player at the table is offered the cut."""
    shoes.first_to_arrive_cuts_at_the_opening(WAR)


def test_651a_5_c_2_seat_of_the_cover_card_cuts() -> None:
    """The player on whose area the cover card appeared is offered the cut first."""
    shoes.cover_card_decides_who_cuts(WAR)


def test_651a_5_c_2_the_cut_is_of_the_player() -> None:
    """It goes with a player who was moved, and not to who took their seat."""
    shoes.cut_is_of_the_player(WAR)


def test_651a_5_c_3_far_right_cuts_after_the_dealers_cover_card() -> None:
    """A cover card on the dealer's hand, or a reshuffle the floor ordered, gives the far right the cut."""
    shoes.far_right_cuts_otherwise(WAR)


@pytest.mark.parametrize(("after", "seat"), [(1, 1), (2, 2), (3, 0)])
def test_651a_5_c_3_where_the_cover_card_appeared(after: int, seat: int) -> None:
    """The cover card is on the area of whoever is dealt next; the dealer's hand is nobody's seat."""
    part = deal("1 initial 5; 2 initial 5", "2C KS QS 3S", irregularities=[fault("cover_card", after)])
    (aside,) = [e for e in play("casino-war", part).ok().events_of("marked") if e["at"] == "aside"]
    assert aside.get("seat", 0) == seat


def test_651a_5_d_cut_ten_cards_from_either_end() -> None:
    """A cut is ten cards or more from top and bottom."""
    shoes.cut_is_ten_from_either_end(WAR)


def test_651a_5_d_cover_card_a_quarter_from_the_bottom() -> None:
    """The second cover card has a quarter of the stack or more beneath it."""
    shoes.cover_card_lies_a_quarter_in(WAR)


def test_651a_5_e_recut() -> None:
    """A floorperson may have the cards recut, by the same player or the next."""
    shoes.floor_may_have_the_cards_recut(WAR)


def test_651a_5_f_reshuffle_after_the_cover_card_or_on_order() -> None:
    """A floorperson may have the cards reshuffled after any round."""
    shoes.floor_may_order_a_reshuffle(WAR)


def test_651a_5_c_4_far_right_cuts_after_an_ordered_reshuffle() -> None:
    """A reshuffle that the floor ordered is cut from the dealer's right on."""
    shoes.far_right_cuts_after_an_order(WAR)


def test_651a_5_f_a_reshuffle_may_be_ordered_while_a_tie_is_decided() -> None:
    """Before a War and before the Tie Wager on it; the War is fought with the same shoe."""
    cards, answers = "2C 9S 9H 2S 2H 2D KS 3S", "1 war; 1 no_tie"
    for asked in (0, 1):
        part = deal("1 initial 5", cards, answers, [fault("reshuffle_ordered", 3, after_answers=asked)])
        assert [number for number, _ in shoes.shuffles(play("casino-war", part, WAR.round()).ok())] == [1, 2]


def test_651a_5_g_1_idle_cards_are_shuffled_and_cut() -> None:
    """Opened anew, or after a round without wagers, the table has a full shoe, shuffled and cut."""
    shoes.idle_cards_are_shuffled_and_cut(WAR)


def test_651a_5_g_2_idle_cards_change_places_with_the_batch_inside() -> None:
    """The idle cards go into the shuffler and the batch inside comes out."""
    shoes.idle_batch_goes_into_the_shuffler(WAR)


def test_651a_5_h_idle_cards_stay_in_a_shoe_that_reshuffles_itself() -> None:
    """(g) does not apply to it; at an opening its cards are shuffled and one is burned."""
    shoes.idle_continuous_shuffler_goes_on(WAR)


# § 651a.8.


def test_651a_8_b_burn_for_each_shoe_and_each_new_dealer() -> None:
    """The first card of a shoe, and one for each new dealer, goes unseen to the rack (I-651a-11)."""
    shoes.burn_is_unseen_and_each_new_dealer_burns(WAR)


def test_651a_8_d_cover_card_finishes_the_round() -> None:
    """When the cover card appears the round is finished, then the cards are reshuffled."""
    shoes.cover_card_ends_the_shoe_after_the_round(WAR)
    shoes.cover_card_comes_out_once(WAR)


def test_651a_8_d_cover_card_comes_out_by_itself() -> None:
    """The cover card is reached when the cards above it are gone."""
    shoes.cover_card_comes_out_by_itself(WAR)


def test_651a_8_d_cover_card_as_first_card_of_a_round() -> None:
    """A round that begins with the cover card is dealt to its end before the reshuffle."""
    shoes.cover_card_first_in_the_shoe_allows_the_round(WAR)


def test_651a_8_d_cover_card_in_the_war() -> None:
    """A War is fought to its end although the cover card appears in its burn."""
    part = deal("1 initial 5", "2C 9S 9H 2S 2H 2D KS 3S", "1 war; 1 no_tie", [fault("cover_card", 4)])
    played = play("casino-war", part, WAR.round()).ok()
    assert played.returned(1, "war") == "10.00"
    assert len(played.events_of("shuffled")) == 2


# § 651a.11.


def test_651a_11_a_face_up_card_is_not_used() -> None:
    """A card found face up is racked and the next one dealt."""
    shoes.face_up_card_is_discarded(WAR)


def test_651a_11_a_face_up_card_in_the_burn_of_a_war() -> None:
    """A face-up card among the three is racked besides them."""
    part = deal("1 initial 5", "2C 9S 9H 2S 5D 2H 2D KS 3S", "1 war; 1 no_tie", [fault("card_found_face_up", 4)])
    played = play("casino-war", part).ok()
    assert [e["card"] for e in played.events_of("burned")] == ["2C", "2S", "2H", "2D"]
    assert played.events_of("discarded")[0]["cards"] == ["5D"]


def test_651a_11_b_card_drawn_in_error_is_the_next_card() -> None:
    """An unexposed card drawn in error is the next card."""
    shoes.card_drawn_in_error_is_the_next_card(WAR)


def test_651a_11_b_exposed_card_drawn_in_error_is_racked() -> None:
    """A card drawn in error and exposed goes to the rack (I-651a-09)."""
    part = WAR.round("5D KS 3S", [fault("card_drawn_in_error", 1, exposed=True)])
    played = WAR.play(part).ok()
    assert (played.events_of("discarded")[0]["cards"], played.events_of("discarded")[0]["cite"]) == (
        ["5D"],
        "I-651a-09",
    )
    assert [e["card"] for e in played.events_of("dealt")] == ["KS", "3S"]


def test_651a_11_d_jammed_shuffler() -> None:
    """A jam means a reshuffle; a device that cannot be used is covered or signed out of order (651a.11(e))."""
    shoes.jam_means_a_reshuffle(WAR)


def test_651a_11_e_broken_shuffler_stays_out_until_it_is_returned() -> None:
    """Meanwhile the cards are shuffled by hand, and the batches do not take turns."""
    shoes.broken_shuffler_stays_out_until_it_is_returned(WAR)
    shoes.broken_continuous_shuffler_is_replaced_by_a_shoe(WAR)


def test_651a_short_shoe_is_filled_from_the_discards() -> None:
    """The chapter is silent: the discards are shuffled and the round finished (I-GEN-19)."""
    shoes.short_shoe_is_filled_from_the_discards(WAR)
    shoes.short_is_what_cannot_finish_the_round(WAR)
    shoes.short_is_counted_from_the_first_card(WAR)
    shoes.empty_shoe_is_filled_by_itself(WAR)


def test_651a_5_c_2_the_discards_are_cut_first_by_whom_the_cover_card_found() -> None:
    """They are cut as 651a.5(c)(2) says: the seat where this shoe's cover card appeared comes first."""
    shoes.discards_are_cut_where_the_cover_card_appeared(WAR)


def test_651a_short_shoe_voids_the_round_where_so_filed() -> None:
    """Where the submission has it so, the round is void; what was settled stands, the rest goes back (I-GEN-19)."""
    wagers, cards = "1 initial 10; 1 tie 5; 2 initial 10", ["9S", "KS", "9H", "2S", "2H", "2D"]
    steps: list[shoes.Step] = [*cards[:3], "1 war", "1 tie 5", *cards[3:], Report("insufficient_cards")]
    for left in (1, 2):  # a War of one takes two cards after the three that are burned
        shoe = shoes.left_in(312, [*cards, *["3C", "3D"][:left]])
        round_ = WAR.begin(RoundStart(9), shoe, short_shoe="void_round")
        if left == 2:
            with pytest.raises(Refused, match="the shoe holds 2, and this round can take no more than 2"):
                shoes.follow(round_, wagers, [*steps])
            continue
        events = shoes.follow(round_, wagers, [*steps])
        lines = [(e.seat, e.wager, e.on, e.returned, e.cite) for e in events if isinstance(e, Settlement)]
        assert lines == [
            (2, "initial", "", 2000, "651a.10(1)"), (1, "tie", "", 5500, "651a.10(2)"),
            (1, "initial", "", 1000, "I-GEN-19"), (1, "war", "", 1000, "I-GEN-19"), (1, "tie", "war", 500, "I-GEN-19"),
        ]  # fmt: skip
        assert [e.why for e in events if isinstance(e, RoundVoided)] == ["too few cards"]
        assert round_.result.shoe.spent
    refused(WAR.play(WAR.round(), short_shoe="sideways"), "forbidden_choice", "I-GEN-19")


# --- who does what, with what


def listed(choices: dict[str, str]) -> set[str]:
    return {item.cite for each in GAME.checklists(submit(Rules, choices)) for item in each.items}


def test_651a_2_to_5_what_is_inspected_is_on_a_list() -> None:
    """Every inspection of the register, the place of the shoe, and the cards of an idle table; each only where it applies."""
    continuous, automated = {"shuffler": "continuous"}, {"shuffler": "automated"}
    shoes.lists_follow_the_register(WAR, {}, automated)
    assert listed(continuous) - listed({}) == {"651a.3(e)"}
    assert listed({}) - listed(continuous) == {"651a.3(b)", "651a.5(g)", "651a.5(g)(1)"}  # 651a.3(e), 651a.5(h)
    assert listed(automated) - listed({}) == {"651a.3(c)(2)", "651a.4(d)", "651a.5(g)(2)", "651a.5(g)(2)(i)"}
    (idle,) = [each for each in GAME.checklists(submit(Rules, automated)) if each.when is When.IDLE]
    assert idle.missing(("651a.5(g)", "651a.5(g)(1)")) is idle.missing(("651a.5(g)", "651a.5(g)(2)")) is None
    assert [signature.roles for signature in idle.signatures] == [(Role.DEALER,)]


def test_651a_5_h_what_the_table_works_with() -> None:
    """A device that reshuffles by itself needs the laboratory's approval; any device may be out of order."""
    for shuffler, expected in (("manual", []), ("automated", [""]), ("continuous", ["651a.5(h)"])):
        cards, shoe, *device = GAME.things(submit(Rules, {"shuffler": shuffler}))
        assert (cards.name, shoe.name) == ("cards", "shoe")
        assert [(each.device, each.approval) for each in device] == [("shuffler", each) for each in expected]


def test_651a_5_e_f_who_may() -> None:
    """A new cut, a reshuffle and the return of a device are the floor's."""
    shoes.floor_alone_orders_and_returns(WAR)
    shoes.staff_is_asked(WAR)


def test_651a_7_e_adjacent_boxes_shall_be_specified() -> None:
    """A filing without their number is refused by name."""
    shoes.empty_filing_is_refused_by_name(WAR, "adjacent_boxes")
