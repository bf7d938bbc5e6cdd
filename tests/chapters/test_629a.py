"""Chapter 629a, Midibaccarat. What it shares with its sisters is in ``tests.baccarat``."""

from pitboss.chapters.ch629a_midibaccarat import GAME
from pitboss.chapters.ch629a_midibaccarat.rules import LAW
from pitboss.equipment.shoe import ShoeState
from pitboss.game import DEALER_OR_FLOOR, FLOOR_ONLY, RoundStart
from pitboss.procedure import DEALER, Answer
from pitboss.testkit.tables import refused
from pitboss.wagers import close_betting
from tests import baccarat as table
from tests import shoes
from tests.baccarat import BaccaratGame
from tests.shoes import asked

MIDI = BaccaratGame("midibaccarat", LAW)


# § 629a.1.  Definitions.


def test_629a_1_dragon_7() -> None:
    """A Dragon 7 is a three-card 7 of the Banker's Hand over less."""
    table.dragon_7_is_a_three_card_7_over_less()


def test_629a_1_natural() -> None:
    """A Natural is 8 or 9 on the first two cards."""
    table.natural_is_8_or_9_on_two_cards()


# § 629a.2.  Table physical characteristics.


def test_629a_2_a_nine_numbered_positions() -> None:
    """Nine positions, numbered."""
    table.positions_are_numbered_from_one_to(MIDI, 9)


def test_629a_2_b_layout_has_what_is_offered() -> None:
    """Areas for each player, the odds, the hands, and as filed the Dragon Bonus, Insurance and vigorish spaces."""
    table.layout_has_what_is_offered(MIDI, 9)


def test_629a_2_c_marker_buttons_are_looked_at_where_used() -> None:
    """Marker buttons are on the checklist only where vigorish is marked."""
    table.marker_buttons_are_looked_at_where_used(MIDI)


# § 629a.3.  Cards; number of decks.


def test_629a_3_a_six_to_eight_decks() -> None:
    """Six, seven or eight decks."""
    table.decks_are_six_to_eight(MIDI)


def test_629a_3_b_new_cards_for_each_shoe() -> None:
    """After each shoe the cards are replaced with new decks."""
    table.cards_are_replaced_after_each_shoe(MIDI)


def test_629a_5_a_reopened_table_has_new_cards() -> None:
    """I-GEN-38: nothing of the shoe is left when the table is opened anew; new decks are shuffled, cut and burned."""
    table.reopened_table_has_a_new_shoe(MIDI, "629a.5(a)")


def test_629a_3_no_shuffling_device() -> None:
    """There is no automated shuffler here (I-629a-04)."""
    refused(MIDI.play(shuffler="automated"), "unknown_choice", "601a.2")


# § 629a.4.  Opening of the table for gaming.


def test_629a_4_d_preshuffled_decks() -> None:
    """Preinspected and preshuffled decks skip the opening steps."""
    table.preshuffled_decks_skip_the_opening(MIDI, each_shoe=True)


# § 629a.5.  Shuffle and cut of the cards.


def test_629a_5_a_shuffled_before_play() -> None:
    """The cards are shuffled before play and not again while the shoe lasts."""
    table.shuffled_before_play_and_after_each_shoe(MIDI)


def test_629a_5_c_cut_ten_cards_from_either_end() -> None:
    """A cut is ten cards or more from top and bottom."""
    table.cut_is_ten_cards_from_either_end(MIDI)


def test_629a_5_d_cover_card_fourteen_from_the_bottom() -> None:
    """The second cover card has fourteen cards or more beneath it."""
    table.cover_card_has_fourteen_cards_beneath_it(MIDI)


def test_629a_5_e_recut_by_the_next_entitled() -> None:
    """The floor may have the cards recut, by the next one entitled."""
    table.recut_is_by_the_next_one_entitled(MIDI)


def test_629a_5_f_first_card_shown_and_its_value_burned() -> None:
    """The first card is shown and burned with as many more as its face value."""
    table.first_card_is_shown_and_as_many_burned(MIDI)


def test_629a_5_b_cut_from_the_highest_number() -> None:
    """The cut is offered clockwise from the highest number, at last made by the dealer."""
    table.cut_is_offered_clockwise_from_the_highest_number(MIDI)


def test_629a_5_b_cut_of_a_later_shoe() -> None:
    """A later shoe is offered alike."""
    table.cut_is_offered_clockwise_from_the_highest_number(MIDI, MIDI.spent())


def test_629a_5_a_no_reshuffle() -> None:
    """A shoe is never reshuffled: the floor cannot order it."""
    assert GAME.irregularity("reshuffle_ordered") is None


# § 629a.6.  Value of cards; Point Count of hand.


def test_629a_6_a_value_of_cards() -> None:
    """2 to 9 count their number, 10 to king nothing, an ace 1."""
    table.cards_count_their_value()


def test_629a_6_b_point_count() -> None:
    """The Point Count is the last digit of the sum."""
    table.point_count_is_the_last_digit()


# § 629a.7.  Wagers.


def test_629a_7_a_1_bankers_hand() -> None:
    """A wager on the Banker's Hand wins when it is higher, loses when lower, and is returned on a tie."""
    table.bankers_hand(MIDI)


def test_629a_7_a_1_bankers_hand_at_an_ez_table() -> None:
    """In EZ Baccarat a Dragon 7 returns a wager on the Banker's Hand."""
    table.bankers_hand_at_an_ez_table(MIDI)


def test_629a_7_a_2_players_hand() -> None:
    """A wager on the Player's Hand wins when it is higher, loses when lower, and is returned on a tie."""
    table.players_hand(MIDI)


def test_629a_7_a_3_tie_wager() -> None:
    """A Tie Wager wins on equal counts and loses otherwise."""
    table.tie_wager(MIDI)


def test_629a_7_a_4_dragon_bonus_where_filed() -> None:
    """The Dragon Bonus Wager is on either hand or both, where it is offered."""
    table.dragon_bonus_is_offered_where_filed(MIDI)


def test_629a_7_a_4_i_a_natural_over_none() -> None:
    """A Natural wins the Dragon Bonus against a hand that is none."""
    table.dragon_wins_with_a_natural_over_none(MIDI)


def test_629a_7_a_4_i_b_natural_9_over_natural_8() -> None:
    """A Natural 9 wins the Dragon Bonus against a Natural 8."""
    table.dragon_wins_with_natural_9_over_natural_8(MIDI)


def test_629a_7_a_4_i_c_four_points_or_more() -> None:
    """Without a Natural a lead of four wins the Dragon Bonus, a lead of three loses it."""
    table.dragon_wins_by_four_points(MIDI)


def test_629a_7_a_4_ii_a_natural_8_to_natural_9() -> None:
    """A Natural 8 loses the Dragon Bonus to a Natural 9."""
    table.dragon_loses_with_natural_8_to_natural_9(MIDI)


def test_629a_7_a_4_ii_b_no_more_points() -> None:
    """A hand that is no Natural and counts no more loses the Dragon Bonus."""
    table.dragon_loses_with_no_more_points(MIDI)


def test_629a_7_a_4_iii_equal_naturals() -> None:
    """Equal Naturals return the Dragon Bonus."""
    table.dragon_is_returned_on_equal_naturals(MIDI)


def test_629a_7_a_4_dragon_7_changes_nothing() -> None:
    """A Dragon 7 does not touch the Dragon Bonus (I-627a-05)."""
    table.dragon_7_leaves_the_dragon_bonus_alone(MIDI)


def test_629a_7_a_4_alone_unless_filed_otherwise() -> None:
    """A Dragon Bonus Wager stands alone unless it is filed otherwise (I-627a-05)."""
    table.dragon_bonus_alone_may_be_forbidden(MIDI)


def test_629a_7_a_5_insurance_at_an_ez_table() -> None:
    """The Dragon 7 Insurance Wager belongs to an EZ Baccarat table."""
    table.insurance_is_offered_at_an_ez_table_alone(MIDI)


def test_629a_7_a_5_insurance_on_a_dragon_7() -> None:
    """The Dragon 7 Insurance Wager wins on a Dragon 7 and on nothing else."""
    table.insurance_wins_on_a_dragon_7(MIDI)


def test_629a_7_a_both_hands() -> None:
    """One player may wager on both hands unless it is filed otherwise (I-627a-06)."""
    table.both_hands_may_be_forbidden(MIDI)


def test_629a_7_b_chips_or_cash() -> None:
    """Wagers are chips on the layout, or verbal with cash."""
    table.wagers_are_chips_or_cash(MIDI)


def test_629a_7_b_dealer_confirms_a_spoken_wager() -> None:
    """The dealer confirms it and changes the cash, and says so."""
    table.dealer_confirms_a_spoken_wager(MIDI)


def test_629a_7_b_limits() -> None:
    """Posted limits hold for each wager (I-GEN-34)."""
    table.limits_hold(MIDI)


def test_629a_7_c_nothing_after_no_more_bets() -> None:
    """After the call nothing is made, increased or withdrawn."""
    table.nothing_moves_after_no_more_bets(MIDI)


# § 629a.8.  Hands of player and banker.


def test_629a_8_a_two_hands() -> None:
    """The first and third cards are the Player's, the second and fourth the Banker's."""
    table.two_hands_are_dealt_in_turn(MIDI)


def test_629a_8_b_no_more_bets() -> None:
    """“No more bets” comes before the first card."""
    table.no_more_bets_comes_before_the_first_card(MIDI)


def test_629a_8_c_face_down() -> None:
    """All cards are dealt face down, the first four to their areas."""
    played = MIDI.settle("1 tie 5", table.TIE_HAND)
    assert [(e["cite"], e["seen_by"]) for e in played.events_of("dealt")] == [("629a.8(c)", [])] * 4
    assert [e["cite"] for e in played.events_of("noted") if "beneath" in e["what"]] == ["629a.8(c)(1)"]


def test_629a_8_c_1_to_4_highest_bettors_turn_the_cards() -> None:
    """The highest bettor on each hand is handed its cards face down and returns them face up, third cards too."""
    table.highest_bettors_turn_the_cards(MIDI, ("629a.8(c)(1)", "629a.8(c)(2)"), ("629a.8(c)(3)", "629a.8(c)(4)"))


def test_629a_8_c_5_equal_wagers() -> None:
    """Of equal highest wagers the nearest to the dealer, counterclockwise, turns the cards."""
    table.equal_wagers_go_to_the_dealers_right(MIDI)


def test_629a_8_c_hand_without_a_wager() -> None:
    """The dealer turns a hand that nobody wagered on (I-629a-01)."""
    table.dealer_turns_a_hand_without_wagers(MIDI, "I-629a-01")


def test_629a_8_d_cards_given_up_or_taken() -> None:
    """Given up, or taken from one who delays, the cards go to the right and round, at last to the dealer."""
    table.cards_given_up_go_round(MIDI, "629a.8(d)")


def test_629a_8_d_bettors_alone_where_filed() -> None:
    """Where so filed only those who wagered on the hand are offered it (I-629a-03)."""
    table.cards_given_up_may_be_for_bettors_alone(MIDI)


def test_629a_8_d_elections_list_what_is_lawful() -> None:
    """Who is handed a hand turns it or gives it up; who is offered it accepts or declines."""
    round_ = MIDI.begin(RoundStart(2, seated=(1, 3)), GAME.state(shoe=ShoeState(shuffled=True, cover=14)))
    round_.answer(Answer(3, "wager", "players_hand", "", 500))
    round_.answer(close_betting())
    for card in ("7S", "3S", "KS", "4S"):
        round_.answer(Answer("chance", card))
    question = table.elections_list_what_is_lawful(round_)
    assert (question.to, [o.says for o in question.options]) == (3, ["turn_over", "relinquish"])
    round_.answer(Answer(3, "relinquish"))
    question = table.elections_list_what_is_lawful(round_)
    assert (question.to, [o.says for o in question.options]) == (1, ["accept_cards", "decline_cards"])
    round_.answer(Answer(1, "decline_cards"))
    assert asked(round_).to == DEALER


# § 629a.9.  Procedure for dealing a third card.


def test_629a_9_d_one_more_hand_after_the_cover_card() -> None:
    """The hand is finished, “last hand” called, and one more played."""
    table.one_more_hand_after_the_cover_card(MIDI)


def test_629a_9_d_cover_card_as_first_card() -> None:
    """As the first card of a round the cover card still leaves two hands."""
    table.cover_card_comes_out_by_itself(MIDI)


def test_629a_9_a_to_c_counts_then_third_cards() -> None:
    """Both counts are announced, then third cards dealt, the Player's first, one at most to a hand."""
    table.counts_are_called_before_third_cards(MIDI, ("629a.8(c)(1)", "629a.8(c)(2)"))


# § 629a.10.  Rules for determining whether a third card shall be dealt.


def test_629a_10_a_naturals_end_the_drawing() -> None:
    """With a Natural on either side nobody draws."""
    table.naturals_end_the_drawing()


def test_629a_10_b_player_draws_under_6() -> None:
    """The Player's Hand draws under 6 and stays on 6 and 7."""
    table.player_draws_under_6()


def test_629a_10_c_1_banker_draws_to_5() -> None:
    """When the Player stays, the Banker draws to 5."""
    table.banker_draws_to_5_when_the_player_stays()


def test_629a_10_c_2_banker_draws_by_table_1() -> None:
    """When the Player drew, the Banker draws by its third card."""
    table.banker_draws_by_the_players_third_card()


def test_629a_10_c_2_iii_table_1_at_the_table() -> None:
    """Third cards are dealt by the rule, at every edge of Table 1."""
    table.third_cards_are_dealt_by_the_rule(MIDI)


# § 629a.11.  Announcement of result; payment and collection.


def test_629a_11_a_result_is_announced() -> None:
    """Final counts and winner are announced, or a tie hand, or a Dragon 7."""
    table.result_is_announced(MIDI)


def test_629a_11_b_losers_first_then_winners() -> None:
    """Losers are collected first; winners are paid from the highest number down."""
    table.losers_first_then_winners_by_position(MIDI)


def test_629a_11_b_vigorish_and_payment() -> None:
    """Vigorish is marked or collected before each payment."""
    table.vigorish_and_payment(MIDI, pays_first=False)


# § 629a.12.  Payout odds; vigorish.


def test_629a_12_a_players_hand_1_to_1() -> None:
    """The Player's Hand pays 1 to 1."""
    table.players_hand_pays_1_to_1(MIDI)


def test_629a_12_b_tie_8_to_1_or_more() -> None:
    """The Tie Wager pays 8 to 1 or more."""
    table.tie_pays_8_to_1_or_more(MIDI)


def test_629a_12_c_bankers_hand_less_5_percent() -> None:
    """The Banker's Hand pays 1 to 1 less 5%, rounded where that is filed."""
    table.bankers_hand_pays_1_to_1_less_5_percent(MIDI)


def test_629a_12_d_1_vigorish_with_the_payout() -> None:
    """Vigorish is collected with the payout."""
    table.vigorish_is_collected_with_the_payout(MIDI)


def test_629a_12_d_2_vigorish_before_a_new_shoe() -> None:
    """Marked vigorish is collected, exactly summed, before the next shoe, and its marker then goes."""
    table.marked_vigorish_is_collected_before_a_new_shoe(MIDI, 9)


def test_629a_12_d_2_iii_marker_of_less_than_a_cent_goes_too() -> None:
    """A marker that comes to nothing is taken off when it falls due, like any other."""
    table.marker_of_less_than_a_cent_is_taken_off(MIDI, 9)


def test_629a_12_d_2_i_vigorish_when_a_player_leaves() -> None:
    """Marked vigorish is collected when the player leaves."""
    table.marked_vigorish_is_collected_when_the_player_leaves(MIDI)


def test_629a_12_d_2_i_vigorish_before_other_cards() -> None:
    """Marked vigorish is collected however the cards came to be changed."""
    table.marked_vigorish_is_collected_before_other_cards(MIDI)


def test_629a_12_e_dragon_bonus_paytables() -> None:
    """The Dragon Bonus pays by Paytable A, B or C, without vigorish."""
    table.dragon_bonus_pays_by_the_paytable(MIDI)


# § 629a.13.  Irregularities.


def test_629a_13_a_unseen_card_is_the_next_first() -> None:
    """A card drawn in error unseen is the first of the next hand."""
    table.drawn_in_error_unseen_is_the_next_first_card(MIDI)


def test_629a_13_a_before_the_first_card() -> None:
    """Drawn before the first card of a hand, it is that first card."""
    table.drawn_before_the_first_card_it_is_the_first(MIDI)


def test_629a_13_a_unseen_card_of_the_last_hand() -> None:
    """After the last hand of a shoe an unseen card is discarded (I-627a-13)."""
    table.unseen_card_of_the_last_hand_is_discarded(MIDI)


def test_629a_13_b_unauthorized_card_to_a_drawing_banker() -> None:
    """A wrong third card of the Player's is the Banker's where that hand draws."""
    table.unauthorized_card_goes_to_a_banker_who_draws(MIDI)


def test_629a_13_b_unauthorized_card_unseen() -> None:
    """Unseen, where the Banker stays, it is the first card of the next hand."""
    table.unauthorized_card_unseen_waits_for_the_next_hand(MIDI)


def test_629a_13_b_only_where_the_player_stays() -> None:
    """Only a Player's Hand that stays can get a wrong third card."""
    table.unauthorized_card_needs_a_player_who_stays(MIDI)


def test_629a_13_c_1_burn_plus_one() -> None:
    """Disclosed, where the Banker stays, it is discarded with one more."""
    table.disclosed_card_is_burned_with_one_more(MIDI)


def test_629a_13_c_2_simulated_round() -> None:
    """Or it starts a simulated round, where that was filed."""
    table.disclosed_card_starts_a_simulated_round(MIDI)


def test_629a_13_d_other_disclosed_cards() -> None:
    """Any other card that is seen starts a simulated round after the live one."""
    table.other_disclosed_cards_start_a_simulated_round(MIDI)


def test_629a_13_d_no_wagers_in_a_simulated_round() -> None:
    """No wager is taken in a simulated round."""
    table.simulated_round_takes_no_wagers(MIDI)


def test_629a_13_d_simulated_round_after_simulated_round() -> None:
    """What goes wrong in a simulated round is put right alike."""
    table.simulated_round_may_lead_to_another(MIDI)


def test_629a_13_e_too_few_cards() -> None:
    """Too few cards void the round, return all wagers and bring a whole new shoe; enough cards do not."""
    table.short_shoe_voids_the_round(MIDI)
    table.short_shoe_leaves_no_card_for_the_next(MIDI)


def test_629a_13_e_empty_shoe() -> None:
    """A shoe that runs empty voids the round by itself."""
    table.empty_shoe_voids_the_round(MIDI)


def test_629a_13_e_empty_shoe_in_a_simulated_round() -> None:
    """A simulated round that runs out of cards voids nothing."""
    table.simulated_round_ends_with_the_shoe(MIDI)


def test_629a_4_a_dealer_inspects_and_floorperson_verifies() -> None:
    """Two signatures, unless the decks came preinspected; every inspection of the register is on a list."""
    table.cards_are_inspected_by_two(MIDI)
    shoes.lists_follow_the_register(MIDI, {"vigorish_collection": "deferred"})
    table.table_works_with(MIDI, "cards", "shoe")


def test_629a_12_d_what_shall_be_specified() -> None:
    """The collection of vigorish, and the fate of a disclosed card."""
    shoes.empty_filing_is_refused_by_name(MIDI, "vigorish_collection", "disclosed_player_third_card")
    shoes.staff_is_asked(MIDI, "inspection of the new decks")


def test_629a_8_d_dealer_or_floorperson_takes_the_cards() -> None:
    """Either of them may require a player who delays to give up the cards; only the floor orders a new cut (629a.5(e))."""
    kinds = {kind.name: kind for kind in GAME.irregularities}
    assert (kinds["player_delays"].by, kinds["player_delays"].by_cite) == (DEALER_OR_FLOOR, "629a.8(d)")
    assert (kinds["recut_ordered"].by, kinds["recut_ordered"].by_cite) == (FLOOR_ONLY, "629a.5(e)")
