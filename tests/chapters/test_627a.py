"""Chapter 627a, Minibaccarat. What it shares with its sisters is in ``tests.baccarat``."""

from typing import Any

import pytest

from pitboss.chapters.ch627a_minibaccarat import GAME
from pitboss.chapters.ch627a_minibaccarat.rules import LAW, Rules
from pitboss.game import When
from pitboss.roles import Role
from pitboss.submission import submit
from pitboss.testkit.tables import fault, refused
from tests import baccarat as table
from tests import shoes
from tests.baccarat import BaccaratGame
from tests.shoes import shuffles

MINI = BaccaratGame("minibaccarat", LAW)


# § 627a.1.  Definitions.


def test_627a_1_dragon_7() -> None:
    """A Dragon 7 is a three-card 7 of the Banker's Hand over less."""
    table.dragon_7_is_a_three_card_7_over_less()


def test_627a_1_natural() -> None:
    """A Natural is 8 or 9 on the first two cards."""
    table.natural_is_8_or_9_on_two_cards()


# § 627a.2.  Table physical characteristics.


def test_627a_2_a_nine_numbered_positions() -> None:
    """Nine positions, numbered."""
    table.positions_are_numbered_from_one_to(MINI, 9)


def test_627a_2_b_layout_has_what_is_offered() -> None:
    """Areas for each player, the odds, the hands, and as filed the Dragon Bonus, Insurance and vigorish spaces."""
    table.layout_has_what_is_offered(MINI, 9)


def test_627a_2_c_marker_buttons_are_looked_at_where_used() -> None:
    """Marker buttons are on the checklist only where vigorish is marked."""
    table.marker_buttons_are_looked_at_where_used(MINI)


# § 627a.3.  Cards; number of decks.


def test_627a_3_a_six_to_eight_decks() -> None:
    """Six, seven or eight decks."""
    table.decks_are_six_to_eight(MINI)


@pytest.mark.parametrize(
    ("decks", "ok"),
    [(6, False), (8, False), (11, False), (12, True), (13, False), (14, True), (15, False), (16, True), (17, False)],
)
def test_627a_3_b_twelve_to_sixteen_decks_with_a_shuffler(decks: int, ok: bool) -> None:
    """With an automated shuffler 12, 14 or 16 decks: two equal batches (I-627a-09)."""
    played = MINI.play(MINI.round("", table.TIE_HAND), decks=decks, shuffler="automated")
    if ok:
        assert played.ok().events_of("shuffled")[0]["count"] == 26 * decks
    else:
        refused(played, "forbidden_choice", "627a.3(a)" if decks > 16 else "627a.3(b)")


def test_627a_3_b_1_two_batches_of_equal_size() -> None:
    """Unless filed otherwise a shoe has eight decks, of sixteen in two batches."""
    assert (Rules().shoe_decks, submit(Rules, {"shuffler": "automated"}).shoe_decks) == (8, 8)
    assert "627a.3(b)(2)" in _listed(shuffler="automated") - _listed()


def test_627a_3_b_3_to_5_batches_take_turns() -> None:
    """One batch is dealt while the other is shuffled; they alternate, shoe by shoe, and never lie in the rack together."""
    end = [fault("cover_card", 3)]
    shoe = MINI.round("1 tie 5", table.TIE_HAND, faults=end), MINI.later("1 tie 5", table.TIE_HAND)
    played = MINI.play(*shoe, *shoe, *shoe, shuffler="automated").ok()
    assert [e["device"] for e in played.events_of("shuffled")] == ["shoe 1", "shoe 2", "shoe 1"]
    assert [e["count"] for e in played.events_of("shuffled")] == [416] * 3


def test_627a_3_b_no_other_device() -> None:
    """A shuffler that takes its cards back at once is not among the choices."""
    MINI.refused_choice("627a.3(b)", shuffler="continuous")


def test_627a_3_c_cards_are_changed_every_24_hours() -> None:
    """Twenty-four hours."""
    (duty,) = GAME.duties(Rules())
    assert (duty.name, duty.hours, duty.cite) == ("deck_change", 24, "627a.3(c)")


def _listed(**choices: Any) -> set[str]:
    return {item.cite for each in GAME.checklists(submit(Rules, choices)) for item in each.items}


# § 627a.4.  Opening of the table for gaming.


def test_627a_4_e_preshuffled_decks() -> None:
    """Preinspected and preshuffled decks skip the opening steps."""
    table.preshuffled_decks_skip_the_opening(MINI, each_shoe=False)


def test_627a_4_a_dealer_inspects_and_floorperson_verifies() -> None:
    """Two signatures, unless the decks came preinspected."""
    table.cards_are_inspected_by_two(MINI)


def test_627a_2_to_5_what_is_inspected_is_on_a_list() -> None:
    """Every inspection of the register, and the batches of a shuffler only where there is one."""
    shuffler = {"shuffler": "automated"}
    shoes.lists_follow_the_register(MINI, {"vigorish_collection": "deferred"}, shuffler)
    assert _listed(**shuffler) - _listed() == {"627a.3(b)(2)", "627a.4(d)", "627a.5(g)(2)", "627a.5(g)(2)(i)"}
    table.table_works_with(MINI, "cards", "shoe")
    table.table_works_with(MINI, "cards", "shoe", "shuffler", **shuffler)


def test_627a_8_c_what_shall_be_specified() -> None:
    """The deal of the first cards, the collection of vigorish and the fate of a disclosed card (627a.12(d), 627a.13(c))."""
    shoes.empty_filing_is_refused_by_name(MINI, "initial_deal", "vigorish_collection", "disclosed_player_third_card")
    shoes.staff_is_asked(MINI)


# § 627a.5.  Shuffle and cut of the cards.


def test_627a_5_a_shuffled_before_play() -> None:
    """The cards are shuffled before play and not again while the shoe lasts."""
    table.shuffled_before_play_and_after_each_shoe(MINI)


def test_627a_5_c_cut_ten_cards_from_either_end() -> None:
    """A cut is ten cards or more from top and bottom."""
    table.cut_is_ten_cards_from_either_end(MINI)


def test_627a_5_d_cover_card_fourteen_from_the_bottom() -> None:
    """The second cover card has fourteen cards or more beneath it."""
    table.cover_card_has_fourteen_cards_beneath_it(MINI)


def test_627a_5_e_recut_by_the_next_entitled() -> None:
    """The floor may have the cards recut, by the next one entitled."""
    table.recut_is_by_the_next_one_entitled(MINI)


def test_627a_5_f_first_card_shown_and_its_value_burned() -> None:
    """The first card is shown and burned with as many more as its face value."""
    table.first_card_is_shown_and_as_many_burned(MINI)


def test_627a_5_b_cut_from_the_highest_number() -> None:
    """The cut is offered clockwise from the highest number, at last made by the dealer."""
    table.cut_is_offered_clockwise_from_the_highest_number(MINI)


def test_627a_5_b_cut_of_a_later_shoe() -> None:
    """A later shoe is offered alike."""
    table.cut_is_offered_clockwise_from_the_highest_number(MINI, MINI.spent())


def test_627a_5_a_floor_may_order_a_reshuffle() -> None:
    """On a floorperson's word the cards are reshuffled as soon as the round is over, with no further hand."""
    wager, tie = "1 tie 5", table.TIE_HAND
    for after in (*range(table.BURNT + 1, table.FULL), table.FULL):  # while the cards are dealt, and before the result
        faults = [fault("cover_card", table.BURNT), fault("reshuffle_ordered", after)]
        played = MINI.play(MINI.round(wager, tie, faults=faults), MINI.round(wager, tie)).ok()
        assert [number for number, _ in shuffles(played)] == [1, 2]
        assert "reshuffle_ordered" in [e["kind"] for e in played.events_of("irregularity_reported")]
        assert "last hand" not in played.words()
    twice = MINI.round("", tie, faults=[fault("reshuffle_ordered", 4), fault("reshuffle_ordered", 4)])
    refused(MINI.play(twice), "unused", "627a.7(c)")


def test_627a_5_a_ordered_before_the_first_card_it_is_done_at_once() -> None:
    """Vigorish is collected, a card kept for the next hand is discarded, and the round is dealt from the new shoe."""
    first = MINI.round(
        "1 bankers_hand 10", table.BANKER_WINS, faults=[fault("card_drawn_in_error", 4), fault("cover_card", 3)]
    )
    first["chance"] = [*table.BURN.split(), "2S", "9S", "8D", "5S", "KS"]
    order = MINI.round("1 tie 5", table.TIE_HAND, faults=[fault("reshuffle_ordered")])
    played = MINI.play(first, order, MINI.later("1 tie 5", table.TIE_HAND), vigorish_collection="deferred").ok()
    assert shuffles(played) == [(1, "627a.5(a)"), (2, "627a.5(a)")]
    assert table.charges(played) == [(1, 50)]
    assert [(e["cards"], e["cite"]) for e in played.events_of("discarded") if e["of"] == "dealer"] == [
        (["8D"], "I-627a-13")
    ]
    assert [e["card"] for e in played.events_of("dealt")][4:8] == table.order(*table.TIE_HAND).split()
    assert played.words().count("last hand") == 1  # of the first shoe; the new one has just begun
    kinds = [e["event"] for e in played.events]
    at = kinds.index("charged")
    assert kinds[at : at + 4] == ["charged", "marked", "discarded", "shuffled"]


def test_627a_5_g_1_idle_cards_are_shuffled_and_cut() -> None:
    """A table that was idle, or is opened anew, begins with a full shoe, shuffled and cut; the dealer signs for it."""
    table.reopened_table_has_a_new_shoe(MINI, "627a.5(g)(1)")
    wager = "1 tie 5", table.TIE_HAND
    idle = MINI.play(MINI.round(*wager), MINI.later("", table.TIE_HAND), MINI.round(*wager), MINI.later(*wager)).ok()
    assert shuffles(idle) == [(1, "627a.5(a)"), (3, "627a.5(g)(1)")]  # nobody wagered in the second round
    (listed,) = [each for each in GAME.checklists(Rules()) if each.when is When.IDLE]
    assert [item.cite for item in listed.items] == ["627a.5(g)", "627a.5(g)(1)"]
    assert [signature.roles for signature in listed.signatures] == [(Role.DEALER,)]


def test_627a_5_g_2_idle_cards_change_places_with_the_batch_inside() -> None:
    """With a shuffler the idle cards go in and the batch inside comes out; while it is broken they are washed instead."""
    (listed,) = [each for each in GAME.checklists(submit(Rules, {"shuffler": "automated"})) if each.when is When.IDLE]
    assert listed.missing(("627a.5(g)", "627a.5(g)(1)")) is listed.missing(("627a.5(g)", "627a.5(g)(2)")) is None
    assert listed.missing(("627a.5(g)",)) is not None
    table.reopened_table_has_a_new_shoe(MINI, "627a.5(g)(2)", shuffler="automated")
    part = MINI.round("1 tie 5", table.TIE_HAND), MINI.round("1 tie 5", table.TIE_HAND, reopened=True)
    played = MINI.play(*part, shuffler="automated").ok()
    assert [e["device"] for e in played.events_of("shuffled")] == ["shoe 1", "shoe 2"]


def test_627a_5_a_shuffled_after_each_shoe() -> None:
    """The cards of a shoe that is done are shuffled again, the same cards."""
    end = [fault("cover_card", 3)]
    shoe = MINI.round("1 tie 5", table.TIE_HAND, faults=end), MINI.later("1 tie 5", table.TIE_HAND)
    played = MINI.play(*shoe, *shoe).ok()
    assert [(e["count"], e["cite"]) for e in played.events_of("shuffled")] == [(416, "627a.5(a)")] * 2
    assert played.events_of("replaced") == []


# § 627a.6.  Value of cards; Point Count of hand.


def test_627a_6_a_value_of_cards() -> None:
    """2 to 9 count their number, 10 to king nothing, an ace 1."""
    table.cards_count_their_value()


def test_627a_6_b_point_count() -> None:
    """The Point Count is the last digit of the sum."""
    table.point_count_is_the_last_digit()


# § 627a.7.  Wagers.


def test_627a_7_a_1_bankers_hand() -> None:
    """A wager on the Banker's Hand wins when it is higher, loses when lower, and is returned on a tie."""
    table.bankers_hand(MINI)


def test_627a_7_a_1_bankers_hand_at_an_ez_table() -> None:
    """In EZ Baccarat a Dragon 7 returns a wager on the Banker's Hand."""
    table.bankers_hand_at_an_ez_table(MINI)


def test_627a_7_a_2_players_hand() -> None:
    """A wager on the Player's Hand wins when it is higher, loses when lower, and is returned on a tie."""
    table.players_hand(MINI)


def test_627a_7_a_3_tie_wager() -> None:
    """A Tie Wager wins on equal counts and loses otherwise."""
    table.tie_wager(MINI)


def test_627a_7_a_4_dragon_bonus_where_filed() -> None:
    """The Dragon Bonus Wager is on either hand or both, where it is offered."""
    table.dragon_bonus_is_offered_where_filed(MINI)


def test_627a_7_a_4_i_a_natural_over_none() -> None:
    """A Natural wins the Dragon Bonus against a hand that is none."""
    table.dragon_wins_with_a_natural_over_none(MINI)


def test_627a_7_a_4_i_b_natural_9_over_natural_8() -> None:
    """A Natural 9 wins the Dragon Bonus against a Natural 8."""
    table.dragon_wins_with_natural_9_over_natural_8(MINI)


def test_627a_7_a_4_i_c_four_points_or_more() -> None:
    """Without a Natural a lead of four wins the Dragon Bonus, a lead of three loses it."""
    table.dragon_wins_by_four_points(MINI)


def test_627a_7_a_4_ii_a_natural_8_to_natural_9() -> None:
    """A Natural 8 loses the Dragon Bonus to a Natural 9."""
    table.dragon_loses_with_natural_8_to_natural_9(MINI)


def test_627a_7_a_4_ii_b_no_more_points() -> None:
    """A hand that is no Natural and counts no more loses the Dragon Bonus."""
    table.dragon_loses_with_no_more_points(MINI)


def test_627a_7_a_4_iii_equal_naturals() -> None:
    """Equal Naturals return the Dragon Bonus."""
    table.dragon_is_returned_on_equal_naturals(MINI)


def test_627a_7_a_4_dragon_7_changes_nothing() -> None:
    """A Dragon 7 does not touch the Dragon Bonus (I-627a-05)."""
    table.dragon_7_leaves_the_dragon_bonus_alone(MINI)


def test_627a_7_a_4_alone_unless_filed_otherwise() -> None:
    """A Dragon Bonus Wager stands alone unless it is filed otherwise (I-627a-05)."""
    table.dragon_bonus_alone_may_be_forbidden(MINI)


def test_627a_7_a_5_insurance_at_an_ez_table() -> None:
    """The Dragon 7 Insurance Wager belongs to an EZ Baccarat table."""
    table.insurance_is_offered_at_an_ez_table_alone(MINI)


def test_627a_7_a_5_insurance_on_a_dragon_7() -> None:
    """The Dragon 7 Insurance Wager wins on a Dragon 7 and on nothing else."""
    table.insurance_wins_on_a_dragon_7(MINI)


def test_627a_7_a_both_hands() -> None:
    """One player may wager on both hands unless it is filed otherwise (I-627a-06)."""
    table.both_hands_may_be_forbidden(MINI)


def test_627a_7_b_chips_or_cash() -> None:
    """Wagers are chips on the layout, or verbal with cash."""
    table.wagers_are_chips_or_cash(MINI)


def test_627a_7_b_dealer_confirms_a_spoken_wager() -> None:
    """The dealer confirms it and changes the cash, and says so."""
    table.dealer_confirms_a_spoken_wager(MINI)


def test_627a_7_b_limits() -> None:
    """Posted limits hold for each wager (I-GEN-34)."""
    table.limits_hold(MINI)


def test_627a_7_c_nothing_after_no_more_bets() -> None:
    """After the call nothing is made, increased or withdrawn."""
    table.nothing_moves_after_no_more_bets(MINI)


# § 627a.8.  Hands of player and banker.


def test_627a_8_a_two_hands() -> None:
    """The first and third cards are the Player's, the second and fourth the Banker's."""
    table.two_hands_are_dealt_in_turn(MINI)


def test_627a_8_b_no_more_bets() -> None:
    """“No more bets” comes before the first card."""
    table.no_more_bets_comes_before_the_first_card(MINI)


def test_627a_8_c_1_face_up() -> None:
    """Face up: everyone sees each of the four cards as it is dealt."""
    played = MINI.settle("1 tie 5", table.TIE_HAND, initial_deal="face_up")
    assert [e.get("seen_by") for e in played.events_of("dealt")] == [None] * 4
    assert {e["cite"] for e in played.events_of("dealt")} == {"627a.8(c)(1)"}


def test_627a_8_c_2_face_down() -> None:
    """Face down: the Banker's Hand belongs beneath the shoe until the Player's Hand is called; third cards come face up."""
    played = MINI.settle("1 tie 5", ("2S 3S 4S", "AH 2H 5H"), initial_deal="face_down")
    assert [e.get("seen_by") for e in played.events_of("dealt")] == [[]] * 4 + [None] * 2
    assert {e["cite"] for e in played.events_of("dealt")[:4]} == {"627a.8(c)(2)"}
    told = [
        e.get("of") or e.get("words") or e.get("what")
        for e in played.events
        if e["cite"] in ("627a.8(c)(2)", "627a.9(a)")
    ]
    assert told[4:] == [
        "the Banker's Hand belongs beneath the right corner of the shoe", "Player's Hand", "Player 5", "Banker's Hand", "Banker 3",
    ]  # fmt: skip


def test_627a_8_c_one_of_two_ways() -> None:
    """There is no third way to deal."""
    MINI.refused_choice("627a.8(c)", initial_deal="sideways")


# § 627a.9.  Procedure for dealing a third card.


def test_627a_9_e_one_more_hand_after_the_cover_card() -> None:
    """The hand is finished, “last hand” called, and one more played."""
    table.one_more_hand_after_the_cover_card(MINI)


def test_627a_9_e_cover_card_as_first_card() -> None:
    """As the first card of a round the cover card still leaves two hands."""
    table.cover_card_comes_out_by_itself(MINI)


def test_627a_9_a_to_d_counts_then_third_cards() -> None:
    """Both counts are announced, then third cards dealt, the Player's first, one at most to a hand."""
    table.counts_are_called_before_third_cards(MINI, ("627a.9(a)", "627a.9(a)"))


def test_627a_9_c_third_cards_are_face_up() -> None:
    """Third cards are dealt face up."""
    played = MINI.settle("1 tie 5", ("2S 3S 4S", "AH 2H 5H"))
    assert [(e["cite"], e.get("seen_by")) for e in played.events_of("dealt")[4:]] == [("627a.9(c)", None)] * 2


# § 627a.10.  Rules for determining whether a third card shall be dealt.


def test_627a_10_a_naturals_end_the_drawing() -> None:
    """With a Natural on either side nobody draws."""
    table.naturals_end_the_drawing()


def test_627a_10_b_player_draws_under_6() -> None:
    """The Player's Hand draws under 6 and stays on 6 and 7."""
    table.player_draws_under_6()


def test_627a_10_c_1_banker_draws_to_5() -> None:
    """When the Player stays, the Banker draws to 5."""
    table.banker_draws_to_5_when_the_player_stays()


def test_627a_10_c_2_banker_draws_by_table_1() -> None:
    """When the Player drew, the Banker draws by its third card."""
    table.banker_draws_by_the_players_third_card()


def test_627a_10_c_2_iii_table_1_at_the_table() -> None:
    """Third cards are dealt by the rule, at every edge of Table 1."""
    table.third_cards_are_dealt_by_the_rule(MINI)


# § 627a.11.  Announcement of result; payment and collection.


def test_627a_11_a_result_is_announced() -> None:
    """Final counts and winner are announced, or a tie hand, or a Dragon 7."""
    table.result_is_announced(MINI)


def test_627a_11_b_losers_first_then_winners() -> None:
    """Losers are collected first; winners are paid from the highest number down."""
    table.losers_first_then_winners_by_position(MINI)


def test_627a_11_b_vigorish_and_payment() -> None:
    """Vigorish is marked or collected before each payment."""
    table.vigorish_and_payment(MINI, pays_first=False)


# § 627a.12.  Payout odds; vigorish.


def test_627a_12_a_players_hand_1_to_1() -> None:
    """The Player's Hand pays 1 to 1."""
    table.players_hand_pays_1_to_1(MINI)


def test_627a_12_b_tie_8_to_1_or_more() -> None:
    """The Tie Wager pays 8 to 1 or more."""
    table.tie_pays_8_to_1_or_more(MINI)


def test_627a_12_c_bankers_hand_less_5_percent() -> None:
    """The Banker's Hand pays 1 to 1 less 5%, rounded where that is filed."""
    table.bankers_hand_pays_1_to_1_less_5_percent(MINI)


def test_627a_12_d_1_vigorish_with_the_payout() -> None:
    """Vigorish is collected with the payout."""
    table.vigorish_is_collected_with_the_payout(MINI)


def test_627a_12_d_2_vigorish_before_a_new_shoe() -> None:
    """Marked vigorish is collected, exactly summed, before the next shoe, and its marker then goes."""
    table.marked_vigorish_is_collected_before_a_new_shoe(MINI, 9)


def test_627a_12_d_2_iii_marker_of_less_than_a_cent_goes_too() -> None:
    """A marker that comes to nothing is taken off when it falls due, like any other."""
    table.marker_of_less_than_a_cent_is_taken_off(MINI, 9)


def test_627a_12_d_2_i_vigorish_when_a_player_leaves() -> None:
    """Marked vigorish is collected when the player leaves."""
    table.marked_vigorish_is_collected_when_the_player_leaves(MINI)


def test_627a_12_d_2_i_vigorish_before_other_cards() -> None:
    """Marked vigorish is collected however the cards came to be changed."""
    table.marked_vigorish_is_collected_before_other_cards(MINI)


def test_627a_12_e_dragon_bonus_paytables() -> None:
    """The Dragon Bonus pays by Paytable A, B or C, without vigorish."""
    table.dragon_bonus_pays_by_the_paytable(MINI)


# § 627a.13.  Irregularities.


def test_627a_13_a_unseen_card_is_the_next_first() -> None:
    """A card drawn in error unseen is the first of the next hand."""
    table.drawn_in_error_unseen_is_the_next_first_card(MINI)


def test_627a_13_a_before_the_first_card() -> None:
    """Drawn before the first card of a hand, it is that first card."""
    table.drawn_before_the_first_card_it_is_the_first(MINI)


def test_627a_13_a_unseen_card_of_the_last_hand() -> None:
    """After the last hand of a shoe an unseen card is discarded (I-627a-13)."""
    table.unseen_card_of_the_last_hand_is_discarded(MINI)


def test_627a_13_b_unauthorized_card_to_a_drawing_banker() -> None:
    """A wrong third card of the Player's is the Banker's where that hand draws."""
    table.unauthorized_card_goes_to_a_banker_who_draws(MINI)


def test_627a_13_b_unauthorized_card_unseen() -> None:
    """Unseen, where the Banker stays, it is the first card of the next hand."""
    table.unauthorized_card_unseen_waits_for_the_next_hand(MINI)


def test_627a_13_b_only_where_the_player_stays() -> None:
    """Only a Player's Hand that stays can get a wrong third card."""
    table.unauthorized_card_needs_a_player_who_stays(MINI)


def test_627a_13_c_1_burn_plus_one() -> None:
    """Disclosed, where the Banker stays, it is discarded with one more."""
    table.disclosed_card_is_burned_with_one_more(MINI)


def test_627a_13_c_2_simulated_round() -> None:
    """Or it starts a simulated round, where that was filed."""
    table.disclosed_card_starts_a_simulated_round(MINI)


def test_627a_13_d_other_disclosed_cards() -> None:
    """Any other card that is seen starts a simulated round after the live one."""
    table.other_disclosed_cards_start_a_simulated_round(MINI)


def test_627a_13_d_no_wagers_in_a_simulated_round() -> None:
    """No wager is taken in a simulated round."""
    table.simulated_round_takes_no_wagers(MINI)


def test_627a_13_d_simulated_round_after_simulated_round() -> None:
    """What goes wrong in a simulated round is put right alike."""
    table.simulated_round_may_lead_to_another(MINI)


def test_627a_13_e_too_few_cards() -> None:
    """Too few cards void the round, return all wagers and bring a whole new shoe; enough cards do not."""
    table.short_shoe_voids_the_round(MINI)
    table.short_shoe_leaves_no_card_for_the_next(MINI)


def test_627a_13_e_empty_shoe() -> None:
    """A shoe that runs empty voids the round by itself."""
    table.empty_shoe_voids_the_round(MINI)


def test_627a_13_e_empty_shoe_in_a_simulated_round() -> None:
    """A simulated round that runs out of cards voids nothing."""
    table.simulated_round_ends_with_the_shoe(MINI)
