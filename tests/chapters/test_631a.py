"""Chapter 631a, Baccarat. What it shares with its sisters is in ``tests.baccarat``."""

from typing import Any

import pytest

from pitboss.chapters.ch631a_baccarat import GAME
from pitboss.chapters.ch631a_baccarat.procedure import BaccaratTable
from pitboss.chapters.ch631a_baccarat.rules import LAW, Rules
from pitboss.drivers.round import Round
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Event
from pitboss.game import DEALER_OR_FLOOR, FLOOR_ONLY, RoundStart
from pitboss.procedure import DEALER, Answer, Draw, Election, Window
from pitboss.testkit.tables import fault, refused
from pitboss.wagers import close_betting
from tests import baccarat as table
from tests import shoes
from tests.baccarat import BaccaratGame
from tests.shoes import asked, default, offers

BIG = BaccaratGame("baccarat", LAW)


# § 631a.1.  Definitions.


def test_631a_1_dragon_7() -> None:
    """A Dragon 7 is a three-card 7 of the Banker's Hand over less."""
    table.dragon_7_is_a_three_card_7_over_less()


def test_631a_1_natural() -> None:
    """A Natural is 8 or 9 on the first two cards."""
    table.natural_is_8_or_9_on_two_cards()


# § 631a.2.  Table physical characteristics.


def test_631a_2_b_layout_has_what_is_offered() -> None:
    """Areas for each player, the odds, the hands, and as filed the Dragon Bonus, Insurance and vigorish spaces."""
    table.layout_has_what_is_offered(BIG, 14)


def test_631a_2_c_marker_buttons_are_looked_at_where_used() -> None:
    """Marker buttons are on the checklist only where vigorish is marked."""
    table.marker_buttons_are_looked_at_where_used(BIG)


@pytest.mark.parametrize(("seats", "ok"), [(9, False), (10, True), (12, True), (14, True), (15, False)])
def test_631a_2_a_ten_to_fourteen_positions(seats: int, ok: bool) -> None:
    """Ten to fourteen positions, numbered."""
    if ok:
        table.positions_are_numbered_from_one_to(BIG, seats, seats=seats)
    else:
        BIG.refused_choice("631a.2(a)", seats=seats)


# § 631a.3.  Cards; number of decks.


def test_631a_3_a_six_to_eight_decks() -> None:
    """Six, seven or eight decks."""
    table.decks_are_six_to_eight(BIG)


def test_631a_3_b_new_cards_for_each_shoe() -> None:
    """After each shoe the cards are replaced with new decks."""
    table.cards_are_replaced_after_each_shoe(BIG)


# § 631a.4.  Opening of the table for gaming.


def test_631a_4_d_preshuffled_decks() -> None:
    """Preinspected and preshuffled decks skip the opening steps."""
    table.preshuffled_decks_skip_the_opening(BIG, each_shoe=True)


# § 631a.5.  Shuffle and cut of the cards.


def test_631a_5_a_shuffled_before_play() -> None:
    """The cards are shuffled before play and not again while the shoe lasts."""
    table.shuffled_before_play_and_after_each_shoe(BIG)


def test_631a_5_c_cut_ten_cards_from_either_end() -> None:
    """A cut is ten cards or more from top and bottom."""
    table.cut_is_ten_cards_from_either_end(BIG)


def test_631a_5_d_cover_card_fourteen_from_the_bottom() -> None:
    """The second cover card has fourteen cards or more beneath it."""
    table.cover_card_has_fourteen_cards_beneath_it(BIG)


def test_631a_5_e_recut_by_the_next_entitled() -> None:
    """The floor may have the cards recut, by the next one entitled."""
    table.recut_is_by_the_next_one_entitled(BIG)


def test_631a_5_f_first_card_shown_and_its_value_burned() -> None:
    """The first card is shown and burned with as many more as its face value."""
    table.first_card_is_shown_and_as_many_burned(BIG)


def test_631a_5_b_cut_from_the_highest_number() -> None:
    """The first shoe is offered clockwise from the highest number, at last cut by the dealer."""
    table.cut_is_offered_clockwise_from_the_highest_number(BIG)


def test_631a_5_b_cut_of_a_later_shoe_from_the_last_curator() -> None:
    """A later shoe is offered first to the last curator, then clockwise; after the dealer's turn as at first (I-631a-04)."""
    start = RoundStart(9, seated=(1, 3, 7, 12))
    assert offers(BIG.begin(start, BIG.spent(last_curator=7))) == [7, 12, 1, 3, DEALER]
    assert offers(BIG.begin(start, BIG.spent(last_curator=8))) == [12, 1, 3, 7, DEALER]
    table.cut_is_offered_clockwise_from_the_highest_number(BIG, BIG.spent())


def test_631a_5_a_reopened_table_has_new_cards() -> None:
    """I-GEN-38: nothing of the shoe is left when the table is opened anew; it is cut and offered as at the first."""
    table.reopened_table_has_a_new_shoe(BIG, "631a.5(a)")
    start = RoundStart(9, seated=(1, 3, 7, 12), reopened=True)
    round_ = BIG.begin(start, BIG.game.state(shoe=ShoeState(shuffled=True), curator=7, last_curator=7))
    assert offers(round_) == [1, 3, 7, 12, DEALER]
    default(round_)
    default(round_)
    for card in table.BURN.split():
        round_.answer(Answer("chance", card))
    assert (asked(round_).to, asked(round_).cite) == (12, "631a.7(b)")  # number one is at the dealer's right


def test_631a_5_a_no_reshuffle() -> None:
    """A shoe is never reshuffled: the floor cannot order it."""
    assert GAME.irregularity("reshuffle_ordered") is None


# § 631a.6.  Value of cards; Point Count of hand.


def test_631a_6_a_value_of_cards() -> None:
    """2 to 9 count their number, 10 to king nothing, an ace 1."""
    table.cards_count_their_value()


def test_631a_6_b_point_count() -> None:
    """The Point Count is the last digit of the sum."""
    table.point_count_is_the_last_digit()


# § 631a.7.  Dealing shoe; selection of the player to deal cards.


WAGERS = "1 tie 5; 3 tie 5; 12 tie 5"


def shoe(played: Any) -> list[tuple[str, str]]:
    """Where the shoe went, under what provision."""
    return [(e["at"], e["cite"]) for e in played.events_of("marked") if e["marker"] == "dealing shoe"]


def held(**fields: Any) -> BaccaratTable:
    """A table in mid-shoe."""
    return BaccaratTable(shoe=ShoeState(shuffled=True, cover=14), **fields)


def curators(round_: Round) -> list[int | str]:
    """To whom the shoe is offered when all decline."""
    found: list[int | str] = []
    while isinstance(round_.pending, Election) and round_.pending.kind == "dealing shoe":
        found.append(round_.pending.to)
        round_.answer(Answer(round_.pending.to, "decline_shoe"))
    return found


def finish(round_: Round, cards: str) -> list[Event]:
    """Close betting and deal these cards; what is left at its default is."""
    events = round_.answer(close_betting())
    for card in cards.split():
        events += round_.answer(Answer("chance", card))
    return events + default(round_)


def test_631a_7_a_no_other_way_of_dealing() -> None:
    """Cards come from a manual shoe: there is no choice of dealing or shuffler."""
    for choice in ("dealing", "shuffler"):
        refused(BIG.play(**{choice: "hand"}), "unknown_choice", "601a.2")


def test_631a_7_b_shoe_is_offered_from_number_one() -> None:
    """A new shoe is offered counterclockwise from number one, at the dealer's right, empty seats passed over."""
    round_ = BIG.begin(RoundStart(1, seated=(1, 12, 3)))
    while asked(round_).kind != "dealing shoe":
        if asked(round_).kind == "cut" and asked(round_).to != DEALER:
            round_.answer(Answer(asked(round_).to, "decline_cut"))
        else:
            default(round_)
        while isinstance(round_.pending, Draw):
            round_.answer(Answer("chance", "AC"))
    assert asked(round_).cite == "631a.7(b)"
    assert [o.says for o in table.elections_list_what_is_lawful(round_).options] == [
        "accept_shoe", "decline_shoe", "designate_dealer",
    ]  # fmt: skip
    assert curators(round_) == [12, 3, 1]
    assert isinstance(round_.pending, Window)


def test_631a_7_c_first_to_accept_is_curator() -> None:
    """Whoever accepts the shoe first is curator; those after them are not asked."""
    played = BIG.play(BIG.round(WAGERS, table.TIE_HAND, answers="3 accept_shoe")).ok()
    assert shoe(played) == [("position 12", "631a.7(c)")]
    both = BIG.play(BIG.round(WAGERS, table.TIE_HAND, answers="12 accept_shoe; 3 accept_shoe"))
    refused(both, "unused", "631a.8(c)")


def test_631a_7_d_1_player_names_the_dealer() -> None:
    """A player may designate the dealer for their turn, when they accept or later (I-631a-02)."""
    played = BIG.play(BIG.round(WAGERS, table.TIE_HAND, answers="3 designate_dealer")).ok()
    assert shoe(played) == [("position 12, dealer deals", "631a.7(d)(1)")]
    later = BIG.play(BIG.round(WAGERS, table.TIE_HAND, answers="3 accept_shoe; 3 designate_dealer")).ok()
    assert [e["says"] for e in later.events_of("elected")] == ["accept_shoe", "designate_dealer"]
    round_ = BIG.begin(RoundStart(2, seated=(3,)), held(curator=3, last_curator=3))
    finish(round_, "7S 3S KS 4S")
    round_.answer(Answer(3, "designate_dealer"))
    assert (round_.result.curator, round_.result.dealer_deals) == (3, True)


def test_631a_7_d_2_dealer_deals_when_nobody_accepts() -> None:
    """When all decline the dealer is curator."""
    played = BIG.play(BIG.round(WAGERS, table.TIE_HAND, answers="3 decline_shoe")).ok()
    assert shoe(played) == [("dealer", "631a.7(d)(2)")]


def test_631a_7_b_new_shoe_is_offered_anew() -> None:
    """With a new shoe the offer starts at number one again, whoever had the last one."""
    end = [fault("cover_card", 3)]
    first = BIG.round(WAGERS, table.TIE_HAND, faults=end, answers="1 accept_shoe")
    again = BIG.round(WAGERS, table.TIE_HAND, answers="12 accept_shoe")
    played = BIG.play(first, BIG.later(WAGERS, table.TIE_HAND), again).ok()
    assert shoe(played) == [("position 14", "631a.7(c)"), ("position 3", "631a.7(c)")]


# § 631a.8.  Wagers.


def test_631a_8_a_1_bankers_hand() -> None:
    """A wager on the Banker's Hand wins when it is higher, loses when lower, and is returned on a tie."""
    table.bankers_hand(BIG)


def test_631a_8_a_1_bankers_hand_at_an_ez_table() -> None:
    """In EZ Baccarat a Dragon 7 returns a wager on the Banker's Hand."""
    table.bankers_hand_at_an_ez_table(BIG)


def test_631a_8_a_2_players_hand() -> None:
    """A wager on the Player's Hand wins when it is higher, loses when lower, and is returned on a tie."""
    table.players_hand(BIG)


def test_631a_8_a_3_tie_wager() -> None:
    """A Tie Wager wins on equal counts and loses otherwise."""
    table.tie_wager(BIG)


def test_631a_8_a_4_dragon_bonus_where_filed() -> None:
    """The Dragon Bonus Wager is on either hand or both, where it is offered."""
    table.dragon_bonus_is_offered_where_filed(BIG)


def test_631a_8_a_4_i_a_natural_over_none() -> None:
    """A Natural wins the Dragon Bonus against a hand that is none."""
    table.dragon_wins_with_a_natural_over_none(BIG)


def test_631a_8_a_4_i_b_natural_9_over_natural_8() -> None:
    """A Natural 9 wins the Dragon Bonus against a Natural 8."""
    table.dragon_wins_with_natural_9_over_natural_8(BIG)


def test_631a_8_a_4_i_c_four_points_or_more() -> None:
    """Without a Natural a lead of four wins the Dragon Bonus, a lead of three loses it."""
    table.dragon_wins_by_four_points(BIG)


def test_631a_8_a_4_ii_a_natural_8_to_natural_9() -> None:
    """A Natural 8 loses the Dragon Bonus to a Natural 9."""
    table.dragon_loses_with_natural_8_to_natural_9(BIG)


def test_631a_8_a_4_ii_b_no_more_points() -> None:
    """A hand that is no Natural and counts no more loses the Dragon Bonus."""
    table.dragon_loses_with_no_more_points(BIG)


def test_631a_8_a_4_iii_equal_naturals() -> None:
    """Equal Naturals return the Dragon Bonus."""
    table.dragon_is_returned_on_equal_naturals(BIG)


def test_631a_8_a_4_dragon_7_changes_nothing() -> None:
    """A Dragon 7 does not touch the Dragon Bonus (I-627a-05)."""
    table.dragon_7_leaves_the_dragon_bonus_alone(BIG)


def test_631a_8_a_4_alone_unless_filed_otherwise() -> None:
    """A Dragon Bonus Wager stands alone unless it is filed otherwise (I-627a-05)."""
    table.dragon_bonus_alone_may_be_forbidden(BIG)


def test_631a_8_a_5_insurance_at_an_ez_table() -> None:
    """The Dragon 7 Insurance Wager belongs to an EZ Baccarat table."""
    table.insurance_is_offered_at_an_ez_table_alone(BIG)


def test_631a_8_a_5_insurance_on_a_dragon_7() -> None:
    """The Dragon 7 Insurance Wager wins on a Dragon 7 and on nothing else."""
    table.insurance_wins_on_a_dragon_7(BIG)


def test_631a_8_a_both_hands() -> None:
    """One player may wager on both hands unless it is filed otherwise (I-627a-06)."""
    table.both_hands_may_be_forbidden(BIG)


def test_631a_8_b_chips_or_cash() -> None:
    """Wagers are chips on the layout, or verbal with cash."""
    table.wagers_are_chips_or_cash(BIG)


def test_631a_8_b_dealer_confirms_a_spoken_wager() -> None:
    """The dealer confirms it and changes the cash, and says so."""
    table.dealer_confirms_a_spoken_wager(BIG)


def test_631a_8_b_limits() -> None:
    """Posted limits hold for each wager (I-GEN-34)."""
    table.limits_hold(BIG)


def test_631a_8_c_nothing_after_no_more_bets() -> None:
    """After the call nothing is made, increased or withdrawn."""
    table.nothing_moves_after_no_more_bets(BIG)


# § 631a.9.  Hands of player and banker.


def test_631a_9_a_two_hands() -> None:
    """The first and third cards are the Player's, the second and fourth the Banker's."""
    table.two_hands_are_dealt_in_turn(BIG)


def test_631a_9_b_no_more_bets() -> None:
    """“No more bets” comes before the first card."""
    table.no_more_bets_comes_before_the_first_card(BIG)


VIEWED = {"players_view_hands": True}


def test_631a_9_b_cards() -> None:
    """“No more bets”, then “cards”, before the first card."""
    played = BIG.settle("1 tie 5", table.TIE_HAND)
    assert played.words()[:2] == ["no more bets", "cards"]
    assert [e["cite"] for e in played.events_of("announced")[:2]] == ["631a.9(b)"] * 2


def test_631a_9_c_face_down_then_turned_by_the_dealer() -> None:
    """Four cards face down, turned by the dealer; third cards face up, the Player's first."""
    played = BIG.settle("1 tie 5; 2 players_hand 50", ("2S 3S 4S", "AH 2H 5H"))
    assert [(e["cite"], e.get("seen_by")) for e in played.events_of("dealt")] == [("631a.9(c)", [])] * 4 + [
        ("631a.9(c)", None)
    ] * 2
    assert table.handed(played) == []


def test_631a_9_d_players_view_hands_only_where_filed() -> None:
    """Players turn the cards only where that is filed; it is not unless it is (I-631a-05)."""
    assert Rules().players_view_hands is False
    assert table.handed(BIG.play(BIG.round("1 players_hand 5", table.TIE_HAND), **VIEWED).ok())


def test_631a_9_d_1_banker_beneath_the_shoe() -> None:
    """The Banker's Hand goes beneath the shoe while the Player's is viewed."""
    played = BIG.settle("1 tie 5", table.TIE_HAND, **VIEWED)
    assert [e["cite"] for e in played.events_of("noted") if "beneath" in e["what"]] == ["631a.9(d)(1)"]


def test_631a_9_d_2_to_5_highest_bettors_turn_the_cards() -> None:
    """The highest bettor on each hand is handed its cards face down and returns them face up, third cards too."""
    table.highest_bettors_turn_the_cards(
        BIG, ("631a.9(d)(2)", "631a.9(d)(3)"), ("631a.9(d)(4)", "631a.9(d)(5)"), **VIEWED
    )


def test_631a_9_d_6_equal_wagers() -> None:
    """Of equal highest wagers the nearest to the dealer, counterclockwise, turns the cards."""
    table.equal_wagers_go_to_the_dealers_right(BIG, **VIEWED)


def test_631a_9_d_7_hand_without_a_wager() -> None:
    """The dealer turns a hand that nobody wagered on."""
    table.dealer_turns_a_hand_without_wagers(BIG, "631a.9(d)(7)", **VIEWED)


def test_631a_9_e_cards_given_up_or_taken() -> None:
    """Given up, or taken from one who delays, the cards go to the right and round, at last to the dealer."""
    table.cards_given_up_go_round(BIG, "631a.9(e)", **VIEWED)


def test_631a_9_e_bettors_alone_where_filed() -> None:
    """Where so filed only those who wagered on the hand are offered it (I-629a-03)."""
    table.cards_given_up_may_be_for_bettors_alone(BIG, **VIEWED)


# § 631a.10.  Procedure for dealing a third card.


def test_631a_10_d_one_more_hand_after_the_cover_card() -> None:
    """The hand is finished, “last hand” called, and one more played."""
    table.one_more_hand_after_the_cover_card(BIG)


def test_631a_10_d_cover_card_as_first_card() -> None:
    """As the first card of a round the cover card still leaves two hands."""
    table.cover_card_comes_out_by_itself(BIG)


def test_631a_10_a_to_c_counts_then_third_cards() -> None:
    """Both counts are announced, then third cards dealt, the Player's first, one at most to a hand."""
    table.counts_are_called_before_third_cards(BIG, ("631a.10(a)", "631a.10(a)"))


# § 631a.11.  Rules for determining whether a third card shall be dealt.


def test_631a_11_a_naturals_end_the_drawing() -> None:
    """With a Natural on either side nobody draws."""
    table.naturals_end_the_drawing()


def test_631a_11_b_player_draws_under_6() -> None:
    """The Player's Hand draws under 6 and stays on 6 and 7."""
    table.player_draws_under_6()


def test_631a_11_c_1_banker_draws_to_5() -> None:
    """When the Player stays, the Banker draws to 5."""
    table.banker_draws_to_5_when_the_player_stays()


def test_631a_11_c_2_banker_draws_by_table_1() -> None:
    """When the Player drew, the Banker draws by its third card."""
    table.banker_draws_by_the_players_third_card()


def test_631a_11_c_2_iii_table_1_at_the_table() -> None:
    """Third cards are dealt by the rule, at every edge of Table 1."""
    table.third_cards_are_dealt_by_the_rule(BIG)


# § 631a.12.  Announcement of result; payment and collection.


def test_631a_12_a_result_is_announced() -> None:
    """Final counts and winner are announced, or a tie hand, or a Dragon 7."""
    table.result_is_announced(BIG)


def test_631a_12_b_losers_first_then_winners() -> None:
    """Losers are collected first; winners are paid from the highest number down."""
    table.losers_first_then_winners_by_position(BIG)


def test_631a_12_b_vigorish_and_payment() -> None:
    """Vigorish is marked or collected after each payment."""
    table.vigorish_and_payment(BIG, pays_first=True)


# § 631a.13.  Payout odds; vigorish.


def test_631a_13_a_players_hand_1_to_1() -> None:
    """The Player's Hand pays 1 to 1."""
    table.players_hand_pays_1_to_1(BIG)


def test_631a_13_b_tie_8_to_1_or_more() -> None:
    """The Tie Wager pays 8 to 1 or more."""
    table.tie_pays_8_to_1_or_more(BIG)


def test_631a_13_c_bankers_hand_less_5_percent() -> None:
    """The Banker's Hand pays 1 to 1 less 5%, rounded where that is filed."""
    table.bankers_hand_pays_1_to_1_less_5_percent(BIG)


def test_631a_13_d_1_vigorish_with_the_payout() -> None:
    """Vigorish is collected with the payout."""
    table.vigorish_is_collected_with_the_payout(BIG)


def test_631a_13_d_2_vigorish_before_a_new_shoe() -> None:
    """Marked vigorish is collected, exactly summed, before the next shoe, and its marker then goes."""
    table.marked_vigorish_is_collected_before_a_new_shoe(BIG, 14)


def test_631a_13_d_2_iii_marker_of_less_than_a_cent_goes_too() -> None:
    """A marker that comes to nothing is taken off when it falls due, like any other."""
    table.marker_of_less_than_a_cent_is_taken_off(BIG, 14)


def test_631a_13_d_2_i_vigorish_when_a_player_leaves() -> None:
    """Marked vigorish is collected when the player leaves."""
    table.marked_vigorish_is_collected_when_the_player_leaves(BIG)


def test_631a_13_d_2_i_vigorish_before_other_cards() -> None:
    """Marked vigorish is collected however the cards came to be changed."""
    table.marked_vigorish_is_collected_before_other_cards(BIG)


def test_631a_13_e_dragon_bonus_paytables() -> None:
    """The Dragon Bonus pays by Paytable A, B or C, without vigorish."""
    table.dragon_bonus_pays_by_the_paytable(BIG)


# § 631a.14.  Continuation of curator as dealer.


def test_631a_14_a_curator_keeps_or_passes() -> None:
    """After a round that the Banker's Hand did not lose the curator keeps the shoe, unless they pass it."""
    first = BIG.round(WAGERS, table.BANKER_WINS, answers="3 accept_shoe")
    kept = BIG.play(first, BIG.later(WAGERS, table.TIE_HAND, answers="3 keep_shoe")).ok()
    assert shoe(kept) == [("position 12", "631a.7(c)")]
    passed = BIG.play(first, BIG.later(WAGERS, table.TIE_HAND, answers="3 pass_shoe; 1 accept_shoe")).ok()
    assert shoe(passed)[1:] == [("position 14", "631a.7(c)")]
    round_ = BIG.begin(RoundStart(2, seated=(3,)), held(curator=3, last_curator=3))
    finish(round_, "7S 3S KS 4S")
    question = table.elections_list_what_is_lawful(round_)
    assert [o.says for o in question.options] == ["keep_shoe", "pass_shoe", "designate_dealer"]
    named = BIG.begin(RoundStart(2, seated=(3,)), held(curator=3, dealer_deals=True, last_curator=3))
    finish(named, "7S 3S KS 4S")
    assert [o.says for o in asked(named).options] == ["keep_shoe", "pass_shoe"]


def test_631a_14_a_after_the_last_hand_nobody_is_asked() -> None:
    """With the last hand of a shoe the curator's turn is over; the next shoe is offered anew."""
    for cards in ("7S 3S KS 4S", "9S 2S KS 5S"):
        round_ = BIG.begin(RoundStart(2, seated=(1, 3)), held(curator=3, last_curator=3, last_hand=True))
        finish(round_, cards)
        assert round_.closed
        assert (round_.result.shoe.spent, round_.result.last_curator) == (True, 3)


@pytest.mark.parametrize(
    ("hands", "passes"),
    [(table.PLAYER_WINS, True), (table.BANKER_WINS, False), (table.TIE_HAND, False), (table.DRAGON_SEVEN, False)],
)
def test_631a_14_a_1_shoe_is_passed_when_the_banker_loses(hands: tuple[str, str], passes: bool) -> None:
    """The curator must pass it when the Banker's Hand loses, not on a tie or a Dragon 7 (I-631a-01)."""
    part = BIG.round(WAGERS, hands, answers="3 accept_shoe")
    played = BIG.play(part, BIG.later(WAGERS, table.TIE_HAND), ez_baccarat=True).ok()
    assert shoe(played)[1:] == ([("dealer", "631a.7(d)(2)")] if passes else [])
    assert [e["cite"] for e in played.events_of("noted") if "passed" in e["what"]] == ["631a.14(a)(1)"] * passes


def test_631a_14_a_1_turn_of_a_player_who_named_the_dealer_ends_too() -> None:
    """A Banker's loss ends the turn of a player who designated the dealer, and the dealer's own."""
    for state in (held(curator=3, dealer_deals=True, last_curator=3), held(dealer_deals=True)):
        round_ = BIG.begin(RoundStart(2, seated=(1, 3, 12)), state)
        finish(round_, "9S 2S KS 5S")
        assert curators(round_) == ([1, 12] if state.curator else [12, 3, 1])
        assert (round_.result.curator, round_.result.dealer_deals) == (0, False)


def test_631a_14_a_2_curator_is_ordered_to_pass() -> None:
    """The dealer or the floor may take the shoe from the curator, between hands; not from the dealer."""
    first = BIG.round(WAGERS, table.TIE_HAND, answers="3 accept_shoe")
    for faults in ([fault("shoe_pass_ordered")], [fault("shoe_pass_ordered", 4)]):
        part = BIG.later(WAGERS, table.TIE_HAND, faults=faults, answers="1 accept_shoe")
        played = BIG.play(first, part).ok()
        assert shoe(played) == [("position 12", "631a.7(c)"), ("position 14", "631a.7(c)")]
        assert played.events_of("irregularity_reported")[0]["cite"] == "631a.14(a)(2)"
    refused(BIG.play(BIG.round(WAGERS, table.TIE_HAND, faults=[fault("shoe_pass_ordered")])), "unused", "631a.8(c)")


def test_631a_14_b_offered_from_the_right_of_the_last_curator() -> None:
    """To the player on their right first, then counterclockwise; where nobody accepts, again before the next round."""
    round_ = BIG.begin(RoundStart(2, seated=(1, 3, 5, 12)), held(curator=3, last_curator=3))
    finish(round_, "9S 2S KS 5S")
    assert asked(round_).cite == "631a.14(b)"
    assert curators(round_.replica()) == [1, 12, 5]
    assert curators(round_) == [1, 12, 5]
    following = Round(GAME, Rules(), round_.result, RoundStart(3, seated=(1, 3, 12)))
    assert asked(following).cite == "631a.14(b)"
    assert curators(following) == [1, 12]
    assert isinstance(following.pending, Window)


def test_631a_14_b_a_curator_who_leaves_has_given_up_the_shoe() -> None:
    """It is offered from the right of the seat that is empty now, before betting; a curator who stays keeps it."""
    stays = BIG.begin(RoundStart(2, seated=(1, 3, 5, 12)), held(curator=3, last_curator=3))
    assert isinstance(stays.pending, Window)
    left = BIG.begin(RoundStart(2, seated=(1, 5, 12)), held(curator=3, last_curator=3))
    assert asked(left).cite == "631a.14(b)"
    assert curators(left) == [1, 12, 5]
    assert isinstance(left.pending, Window)


def test_631a_14_b_players_are_waited_for_when_a_player_passes() -> None:
    """A new shoe and a player's shoe wait for the players asked; the dealer's, and one declined before, do not."""
    for state, waits in ((held(curator=3, last_curator=3), True), (held(dealer_deals=True), False)):
        round_ = BIG.begin(RoundStart(2, seated=(1, 3)), state)
        finish(round_, "9S 2S KS 5S")
        assert asked(round_).waits is waits
        curators(round_)
        assert asked(Round(GAME, Rules(), round_.result, RoundStart(3, seated=(1, 3)))).waits is False


def test_631a_14_b_next_round_may_accept() -> None:
    """A shoe that was passed and not taken is accepted before the next hand."""
    first = BIG.round(WAGERS, table.PLAYER_WINS, answers="3 accept_shoe")
    played = BIG.play(first, BIG.later(WAGERS, table.TIE_HAND, answers="12 accept_shoe")).ok()
    assert shoe(played)[1:] == [("position 3", "631a.7(c)")]


# § 631a.15.  Irregularities.


def test_631a_15_a_unseen_card_is_the_next_first() -> None:
    """A card drawn in error unseen is the first of the next hand."""
    table.drawn_in_error_unseen_is_the_next_first_card(BIG)


def test_631a_15_a_before_the_first_card() -> None:
    """Drawn before the first card of a hand, it is that first card."""
    table.drawn_before_the_first_card_it_is_the_first(BIG)


def test_631a_15_a_unseen_card_of_the_last_hand() -> None:
    """After the last hand of a shoe an unseen card is discarded (I-627a-13)."""
    table.unseen_card_of_the_last_hand_is_discarded(BIG)


def test_631a_15_b_unauthorized_card_to_a_drawing_banker() -> None:
    """A wrong third card of the Player's is the Banker's where that hand draws."""
    table.unauthorized_card_goes_to_a_banker_who_draws(BIG)


def test_631a_15_b_unauthorized_card_unseen() -> None:
    """Unseen, where the Banker stays, it is the first card of the next hand."""
    table.unauthorized_card_unseen_waits_for_the_next_hand(BIG)


def test_631a_15_b_only_where_the_player_stays() -> None:
    """Only a Player's Hand that stays can get a wrong third card."""
    table.unauthorized_card_needs_a_player_who_stays(BIG)


def test_631a_15_c_1_burn_plus_one() -> None:
    """Disclosed, where the Banker stays, it is discarded with one more."""
    table.disclosed_card_is_burned_with_one_more(BIG)


def test_631a_15_c_2_simulated_round() -> None:
    """Or it starts a simulated round, where that was filed."""
    table.disclosed_card_starts_a_simulated_round(BIG)


def test_631a_15_d_other_disclosed_cards() -> None:
    """Any other card that is seen starts a simulated round after the live one."""
    table.other_disclosed_cards_start_a_simulated_round(BIG)


def test_631a_15_d_no_wagers_in_a_simulated_round() -> None:
    """No wager is taken in a simulated round."""
    table.simulated_round_takes_no_wagers(BIG)


def test_631a_15_d_simulated_round_after_simulated_round() -> None:
    """What goes wrong in a simulated round is put right alike."""
    table.simulated_round_may_lead_to_another(BIG)


def test_631a_15_e_too_few_cards() -> None:
    """Too few cards void the round, return all wagers and bring a whole new shoe; enough cards do not."""
    table.short_shoe_voids_the_round(BIG)
    table.short_shoe_leaves_no_card_for_the_next(BIG)


def test_631a_15_e_empty_shoe() -> None:
    """A shoe that runs empty voids the round by itself."""
    table.empty_shoe_voids_the_round(BIG)


def test_631a_15_e_empty_shoe_in_a_simulated_round() -> None:
    """A simulated round that runs out of cards voids nothing."""
    table.simulated_round_ends_with_the_shoe(BIG)


def test_631a_4_a_dealer_inspects_and_floorperson_verifies() -> None:
    """Two signatures, unless the decks came preinspected; every inspection of the register is on a list."""
    table.cards_are_inspected_by_two(BIG)
    shoes.lists_follow_the_register(BIG, {"vigorish_collection": "deferred"})
    table.table_works_with(BIG, "cards", "shoe")


def test_631a_13_d_what_shall_be_specified() -> None:
    """The collection of vigorish, and the fate of a disclosed card."""
    shoes.empty_filing_is_refused_by_name(BIG, "vigorish_collection", "disclosed_player_third_card")
    shoes.staff_is_asked(BIG, "inspection of the new decks")


def test_631a_14_a_2_dealer_or_floorperson_orders_the_shoe_passed() -> None:
    """The dealer calling the game or a floorperson; likewise the cards from a player who delays (631a.9(e))."""
    kinds = {kind.name: kind for kind in GAME.irregularities}
    assert (kinds["shoe_pass_ordered"].by, kinds["shoe_pass_ordered"].by_cite) == (DEALER_OR_FLOOR, "631a.14(a)(2)")
    assert (kinds["player_delays"].by, kinds["player_delays"].by_cite) == (DEALER_OR_FLOOR, "631a.9(e)")
    assert (kinds["recut_ordered"].by, kinds["recut_ordered"].by_cite) == (FLOOR_ONLY, "631a.5(e)")
