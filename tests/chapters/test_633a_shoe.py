"""Chapter 633a, Blackjack: cards, shuffle, cut, cover card, burn, double shoe, and what goes wrong with a shoe."""

from typing import Any

import msgspec
import pytest

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.dealing import named_side
from pitboss.chapters.ch633a_blackjack.hands import Play
from pitboss.chapters.ch633a_blackjack.irregularities import LAW
from pitboss.chapters.ch633a_blackjack.procedure import Table
from pitboss.chapters.ch633a_blackjack.rules import Rules
from pitboss.chapters.ch633a_blackjack.shortage import most_needed
from pitboss.drivers.round import Round
from pitboss.equipment.shoe import Shoe, ShoeState
from pitboss.events import Shuffled
from pitboss.families.shoe_dealing import DealingShoe
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.procedure import Answer, Draw, Refused
from pitboss.testkit.tables import deal, fault, refused
from pitboss.wagers import Wager, close_betting
from tests import shoes
from tests.chapters.blackjack import DOUBLE, ONE, SHOE, TWO, drive, filed, hand, table

ROUND = "TS 7H 9S TH"  # 19 against 17


def test_633a_3_b_1_two_batches_of_equal_size() -> None:
    """With a shuffler each of the two batches has the filed number of decks."""
    played = SHOE.play(SHOE.round(faults=[fault("cover_card", 1)]), SHOE.round(), shuffler="automated").ok()
    assert [(e["device"], e["count"]) for e in played.events_of("shuffled")] == [("shoe 1", 312), ("shoe 2", 312)]


def test_633a_3_b_one_deck_makes_two_batches() -> None:
    """Two decks or more with a shuffler: filed with one deck in the shoe, the other batch is one deck, too."""
    for decks, batches in ((1, 2), (2, 2)):
        rules = filed(decks=decks, automated_shuffling_device=True)
        assert (rules.batches, GAME.open(rules).shoe.batches) == (batches, batches)
    assert filed(decks=1).batches == 1
    rounds = SHOE.round(faults=[fault("cover_card", 1)]), SHOE.round()
    played = SHOE.play(*rounds, shuffler="automated", decks=1).ok()
    assert [(e["device"], e["count"]) for e in played.events_of("shuffled")] == [("shoe 1", 52), ("shoe 2", 52)]


def test_633a_3_b_3_to_5_batches_take_turns() -> None:
    """One batch is dealt while the other is in the shuffler; they alternate and never mix in the rack."""
    shoes.batches_take_turns(SHOE)


def test_633a_3_d_cards_last_24_hours_or_4_from_the_hand() -> None:
    """The deck change falls due after 24 hours, and after 4 where cards are dealt from the hand."""
    by_hand = filed(dealt_from_hand=True, decks=2, automated_shuffling_device=True)
    for rules, hours in ((filed(), 24), (by_hand, 4)):
        assert {duty.name: (duty.hours, duty.cite) for duty in GAME.duties(rules)}["deck_change"] == (
            hours,
            "633a.3(d)",
        )


def test_633a_2_f_card_reader_is_inspected_each_day() -> None:
    """The card reader is inspected when each gaming day begins."""
    duties = {duty.name: (duty.hours, duty.cite) for duty in GAME.duties(filed())}
    assert duties["card_reader_inspection"] == (24, "633a.2(f)")
    assert "633a.2(f)" in [item.cite for item in GAME.checklists(filed())[0].items]


def test_633a_4_f_preshuffled_decks_are_neither_inspected_nor_shuffled() -> None:
    """At the opening the device's own shuffle is cited; the checklist asks for nothing more."""
    assert SHOE.play(SHOE.round(), preshuffled=True).ok().events_of("shuffled")[0]["cite"] == "633a.4(f)"
    again = SHOE.play(SHOE.round(faults=[fault("cover_card", 1)]), SHOE.round(), preshuffled=True).ok()
    assert [e["cite"] for e in again.events_of("shuffled")] == ["633a.4(f)", "633a.5(a)"]
    opening = GAME.checklists(filed(preshuffled=True))[1]
    assert [item.cite for item in opening.items] == ["633a.4(f)"]
    assert "633a.4(a)" in [item.cite for item in GAME.checklists(filed())[1].items]


# § 633a.5.


def test_633a_5_a_shuffle_cut_cover_and_burn_open_a_shoe() -> None:
    """A new shoe is shuffled, cut, covered and burned before betting, and only then."""
    shoes.opens_with_shuffle_cut_cover_and_burn(SHOE)


def test_633a_5_b_cut_is_offered_and_the_dealer_cuts_otherwise() -> None:
    """A player may take the cut or leave it to the dealer."""
    shoes.no_player_accepts_and_the_dealer_cuts(SHOE)


def test_633a_5_c_1_first_to_arrive_cuts_at_the_opening() -> None:
    """When the game begins the cut is offered to the first player."""
    shoes.first_to_arrive_cuts_at_the_opening(SHOE)


def test_633a_5_c_2_cover_card_decides_who_cuts() -> None:
    """I-633a-40: the one due the next card when the cover card came out."""
    shoes.cover_card_decides_who_cuts(SHOE)


def test_633a_5_c_2_the_cut_is_of_the_player() -> None:
    """It goes with a player who was moved, and not to who took their seat."""
    shoes.cut_is_of_the_player(SHOE)


def test_633a_5_c_3_far_right_cuts_when_it_came_out_on_the_dealer() -> None:
    """On the dealer's hand the offer starts at the dealer's far right and goes counterclockwise."""
    shoes.far_right_cuts_otherwise(SHOE)
    played = table(
        deal(TWO, f"{shoes.BURN} TS 9S 7H 9D 8D TH", "1 stand; 2 stand", [fault("cover_card", 3)]), SHOE.round()
    ).ok()
    (aside,) = [e for e in played.events_of("marked") if e["at"] == "aside"]
    assert "seat" not in aside  # the dealer's up card was next


def test_633a_5_c_4_far_right_cuts_after_an_ordered_reshuffle() -> None:
    """A reshuffle on the floor's word: the far right first, then counterclockwise; at the opening the first to come."""
    assert shoes.offers(SHOE.begin(RoundStart(1, seated=(1, 3)))) == [1, "dealer"]
    shoes.far_right_cuts_after_an_order(SHOE)


def test_633a_5_d_cut_ten_from_either_end_cover_a_quarter_in() -> None:
    """Ten cards or more from either end; a quarter of the shoe or more beneath the cover card."""
    shoes.cut_is_ten_from_either_end(SHOE)
    shoes.cover_card_lies_a_quarter_in(SHOE)


def test_633a_5_e_floor_may_have_the_cards_recut() -> None:
    """Before the shoe is loaded, by the one who cut or the next entitled."""
    shoes.floor_may_have_the_cards_recut(SHOE)


def test_633a_5_f_floor_may_order_a_reshuffle() -> None:
    """After any round, on a floorperson's word; of a double shoe both sides."""
    shoes.floor_may_order_a_reshuffle(SHOE)
    one = deal(ONE, "TS TH 7H 9S TD", "1 stand")
    for after in (None, 2):  # before the first card, and while the round is dealt
        double = table(one, {**one, "irregularities": [fault("reshuffle_ordered", after)]}, one, **DOUBLE).ok()
        assert [e["device"] for e in double.events_of("shuffled")] == ["left side", "right side"] * 2
        assert shoes.shuffles(double)[2][0] == (2 if after is None else 3)


@pytest.mark.parametrize(
    ("cards", "answers", "after", "asked"),
    [("TS 7H 9S TH", "1 stand", 5, 0), ("TS AH 9S 7D", "1 no_insurance; 1 stand", 5, 0), ("TS 7H 9S TH", "1 stand", 5, 1)],
)  # fmt: skip
def test_633a_5_f_a_reshuffle_may_be_ordered_while_someone_decides(
    cards: str, answers: str, after: int, asked: int
) -> None:
    """At a player's decision, at Insurance, and when the dealer is about to stand; the next round has a new shoe."""
    order = [fault("reshuffle_ordered", after, after_answers=asked)]
    played = table(deal(ONE, f"{shoes.BURN} {cards}", answers, order), SHOE.round()).ok()
    assert [number for number, _ in shoes.shuffles(played)] == [1, 2]


def test_633a_5_f_from_the_hand_a_card_is_burned_from_the_new_cards() -> None:
    """633a.12(b)(5): a card is burned before the round, and again when the cards are reshuffled before its first one."""
    from_hand = {"dealt_from_hand": True, "decks": 2, "automated_shuffling_device": True}
    one = deal(ONE, "2C TS 7H 9S TH", "1 stand")
    again = deal(ONE, "2C 3C TS 7H 9S TH", "1 stand", [fault("reshuffle_ordered")])
    played = table(one, again, **from_hand).ok()
    assert [e["card"] for e in played.events_of("burned")] == ["2C", "2C", "3C"]
    assert {e["cite"] for e in played.events_of("burned")} == {"633a.12(b)(5)"}


def test_633a_5_g_1_idle_cards_are_shuffled_and_cut() -> None:
    """Opened anew, or after a round without wagers, the table has a full shoe, shuffled and cut; both sides of a double shoe."""
    shoes.idle_cards_are_shuffled_and_cut(SHOE)
    one = deal(ONE, "TS TH 7H 9S TD", "1 stand")
    for rounds in ((one, deal(), one), (one, {**one, "reopened": True})):
        double = table(*rounds, **DOUBLE).ok()
        assert [(e["device"], e["cite"]) for e in double.events_of("shuffled")][2:] == [
            ("left side", "633a.5(g)(1)"), ("right side", "633a.5(g)(1)"),
        ]  # fmt: skip


def test_633a_5_g_2_idle_cards_change_places_with_the_batch_inside() -> None:
    """The idle cards go into the shuffler and the batch inside comes out."""
    shoes.idle_batch_goes_into_the_shuffler(SHOE)


def test_633a_5_h_idle_cards_stay_in_a_shoe_that_reshuffles_itself() -> None:
    """(g) does not apply to it; at an opening its cards are shuffled and one is burned."""
    shoes.idle_continuous_shuffler_goes_on(SHOE)


def test_633a_5_h_a_shoe_that_reshuffles_itself_is_neither_cut_nor_covered() -> None:
    """A continuous shuffler: no cut, no cover card, every card back after the round."""
    shoes.continuous_shuffler_is_neither_cut_nor_covered(SHOE)


# § 633a.7(a)–(e).


def test_633a_7_a_cards_come_from_the_shoe() -> None:
    """A card that the shoe does not hold any more cannot be dealt."""
    wagers = "; ".join(f"{seat} blackjack 5" for seat in range(1, 6))
    refused(table(deal(wagers, ["AS"] * 7)), "impossible", "633a.7(f)(2)")


def test_633a_7_c_first_card_and_each_new_dealers_are_burned() -> None:
    """One card unseen for each new shoe and one for each new dealer."""
    shoes.burn_is_unseen_and_each_new_dealer_burns(SHOE)


def test_633a_7_e_cover_card_ends_the_shoe_after_the_round() -> None:
    """As first card or during play: set aside, the hand completed, then a reshuffle."""
    shoes.cover_card_ends_the_shoe_after_the_round(SHOE)
    shoes.cover_card_comes_out_by_itself(SHOE)
    shoes.cover_card_first_in_the_shoe_allows_the_round(SHOE)
    shoes.cover_card_comes_out_once(SHOE)


@pytest.mark.parametrize(
    ("suit_to_side", "card", "side"),
    [
        ("red_left", "7H", "left"),
        ("red_left", "7D", "left"),
        ("red_left", "7S", "right"),
        ("red_left", "7C", "right"),
        ("red_right", "7H", "right"),
        ("red_right", "7S", "left"),
    ],
)
def test_633a_7_d_1_suit_of_the_determinant_card_names_the_side(suit_to_side: str, card: str, side: str) -> None:
    """Hearts and diamonds name one side, spades and clubs the other, as filed."""
    assert named_side(card, filed(**{**DOUBLE, "suit_to_side": suit_to_side})) == side


def test_633a_7_d_no_card_is_burned_from_a_double_shoe() -> None:
    """The determinant card stands in lieu of the burn, for a new dealer, too."""
    played = table(deal(ONE, "TH 7H 9S TD", "1 stand", new_dealer=True), **DOUBLE).ok()
    assert played.events_of("burned") == []
    assert played.events_of("shown")[0]["outcome"] == "TH"


def test_633a_7_d_2_determinant_card_of_its_own_side_is_the_first_card() -> None:
    """Drawn from the side its suit names, it goes to the first player."""
    played = table(deal(ONE, "TH 7H 9S TD", "1 stand"), **DOUBLE).ok()
    assert [(e["to"], e["card"]) for e in played.events_of("dealt")] == [
        (1, "TH"),
        ("dealer", "7H"),
        (1, "9S"),
        ("dealer", "TD"),
    ]
    assert [e["cards"] for e in played.events_of("discarded")] == [["TH", "9S"], ["7H", "TD"]]


def test_633a_7_d_2_determinant_card_of_the_other_side_is_set_apart() -> None:
    """A spade from the left side names the right one: it is set apart and the round is dealt from there."""
    rules = filed(**DOUBLE)
    play = Round(GAME, rules, GAME.open(rules), RoundStart(1))
    while not isinstance(play.pending, Draw):
        if play.elections():
            shoes.default(play)
        else:
            play.answer(Answer(1, "wager", "blackjack", "", 1000))
            play.answer(Answer("dealer", "no_more_bets"))
    assert play.pending.device == "left side"
    events = play.answer(Answer("chance", "7S"))
    assert [getattr(e, "outcome", None) or list(getattr(e, "cards", ())) for e in events] == ["7S", ["7S"]]
    assert play.pending.device == "right side"
    assert play.pending.weights["7S"] == 3


def test_633a_7_d_1_dealer_may_draw_from_either_side() -> None:
    """The dealer says which side they draw from; a club from the right side stays there."""
    answers: list[dict[str, Any]] = [{"by": "dealer", "answer": "right"}, {"seat": 1, "answer": "stand"}]
    played = table(deal(ONE, "TC 7H 9S TD", answers), **DOUBLE).ok()
    assert [e["card"] for e in played.events_of("dealt")] == ["TC", "7H", "9S", "TD"]


def test_633a_7_e_3_only_the_side_of_the_cover_card_is_reshuffled() -> None:
    """The side the cover card came from is shuffled, the other goes on."""
    one = deal(ONE, "TH 7H 9S TD", "1 stand", [fault("cover_card", 1)])
    played = table(one, deal(ONE, "TH 7H 9S TD", "1 stand"), **DOUBLE).ok()
    assert [e["device"] for e in played.events_of("shuffled")] == ["left side", "right side", "left side"]


# § 633a.14(a), (b), (f), (h), (l), (m).


def test_633a_14_a_face_up_card_is_discarded() -> None:
    """A card found face up goes to the rack in sight of all, and the next one takes its place."""
    for after, cards in ((1, f"5D {ROUND}"), (3, "TS 7H 5D 9S TH"), (4, "TS 7H 9S 5D TH")):
        played = hand(cards, "1 stand", faults=[fault("card_face_up_in_shoe", after)]).ok()
        assert (played.events_of("discarded")[0]["cards"], played.events_of("discarded")[0]["cite"]) == (
            ["5D"],
            "633a.14(a)",
        )
        assert [e["card"] for e in played.events_of("dealt")] == ROUND.split()
    drawn = hand("TS 7H 2S TH 5D 6C", "1 draw; 1 stand", faults=[fault("card_face_up_in_shoe", 5)]).ok()
    assert [e["card"] for e in drawn.events_of("dealt")][4:] == ["6C"]
    apart = table(deal(ONE, "TH 5D 7H 9S TD", "1 stand", [fault("card_face_up_in_shoe", 1)]), **DOUBLE).ok()
    assert [e["card"] for e in apart.events_of("dealt")] == ["TH", "7H", "9S", "TD"]


def test_633a_14_b_card_drawn_in_error_is_the_next_card() -> None:
    """Drawn in error and not seen, it is dealt as if nothing had happened."""
    shoes.card_drawn_in_error_is_the_next_card(SHOE)


def test_633a_14_f_short_shoe_is_filled_from_the_discards() -> None:
    """The discards are shuffled and cut, one card is burned, and the round is finished."""
    shoes.short_shoe_is_filled_from_the_discards(SHOE)
    shoes.short_is_what_cannot_finish_the_round(SHOE)
    shoes.empty_shoe_is_filled_by_itself(SHOE)


def test_633a_14_f_the_discards_are_cut_first_by_whom_the_cover_card_found() -> None:
    """They are cut as 633a.5(c)(2) says: the seat where this shoe's cover card appeared comes first."""
    shoes.discards_are_cut_where_the_cover_card_appeared(SHOE)


def test_633a_14_h_wrong_side_of_a_double_shoe_stands() -> None:
    """The round is finished from the side it was drawn from, the cards taken from that side."""
    report = [fault("wrong_side_of_double_shoe", 2)]
    played = table(deal(ONE, "TH 7H 9S TD", "1 stand", report), **DOUBLE).ok()
    assert played.returned(1, "blackjack") == "20.00"
    assert played.events_of("irregularity_reported")[0]["cite"] == "633a.14(h)"
    refused(hand(ROUND, "1 stand", faults=[fault("wrong_side_of_double_shoe", 2)]), "unused", "633a.6(c)")


def test_633a_14_h_cards_are_missing_from_the_side_they_came_from() -> None:
    """All but the determinant card came from the wrong side: there they are missing."""
    wrong = {3: Report("wrong_side_of_double_shoe")}  # when the hole card is next
    for reports, left, right in (({}, "TH 7H 9S TD", ""), (wrong, "TH", "7H 9S TD")):
        after = drive(filed(**DOUBLE), "TH 7H 9S TD", ["stand"], reports).result
        assert sorted(after.shoe.missing) == sorted(left.split())
        assert sorted(after.right.missing) == sorted(right.split())


def test_633a_14_h_is_told_once() -> None:
    """From then on the other side is the one in use, and no side is wrong any more."""
    wrong = fault("wrong_side_of_double_shoe", 2), fault("wrong_side_of_double_shoe", 3)
    refused(table(deal(ONE, "TH 7H 9S TD", "1 stand", [*wrong]), **DOUBLE), "unused", "633a.6(c)")


def test_633a_14_f_determinant_card_of_the_other_side_is_not_reshuffled() -> None:
    """Its back has another colour: of a Blackjack paid at once only the card of this side goes back in."""
    rules, wrong, short = filed(**DOUBLE, decks=2), Report("wrong_side_of_double_shoe"), Report("insufficient_cards")
    shoe = shoes.left_in(52, ["9S", "7H", "KS", "2S", "TH", *(f"{n}C" for n in "3456789TJQ")])
    round_ = Round(GAME, rules, Table(ShoeState(shuffled=True), shoe), RoundStart(9))
    steps: list[shoes.Step] = ["AH", "9S", wrong, "7H", "KS", "2S", "TH", "2 draw", short, "5C", "4C", "2 stand"]
    events = shoes.follow(round_, "1 blackjack 10; 2 blackjack 10", steps)
    (shuffled,) = [e for e in events if isinstance(e, Shuffled)]
    assert shuffled.count == 52 - 4  # 9S 7H 2S TH lie on the table; KS is back, AH is not here


def test_633a_14_h_hole_card_does_not_decide_whether_it_can_have_happened() -> None:
    """Of the right side the only five of spades is out: a hole card that is one stays the left side's, and nobody learns it."""
    rules = filed(**DOUBLE, decks=2)
    before = drive(rules, "TS 5S 7H 9S TH", ["stand"]).result  # a spade from the left: dealt from the right
    for hole, left, right in (("5S", "TH TS 5S", "4D 5S 7H 8S 8H 9S TH"), ("TD", "TH TS", "5S 7H 8S 8H 9S TD TH")):
        round_ = Round(GAME, rules, before, RoundStart(2))
        round_.answer(Answer(1, "wager", "blackjack", "", 1000))
        round_.answer(close_betting())
        shoes.default(round_)
        for card in ("TH", "8S", "8H", hole):
            round_.answer(Answer("chance", card))
        round_.report(Report("wrong_side_of_double_shoe"))
        round_.answer(Answer(1, "stand"))
        while not round_.closed:
            if isinstance(round_.pending, Draw):
                round_.answer(Answer("chance", "4D"))
            else:
                shoes.default(round_)
        after = round_.result
        assert (sorted(after.shoe.missing), sorted(after.right.missing)) == (
            sorted(left.split()),
            sorted(right.split()),
        )


def test_633a_14_h_not_where_the_cards_cannot_have_come_from_the_other_side() -> None:
    """The only five of spades of the right side is out already, so the one on the table came from the left."""
    rules = filed(**DOUBLE, decks=2)
    before = drive(rules, "TS 5S 7H 9S TH", ["stand"]).result  # a spade from the left: dealt from the right
    wrong = Report("wrong_side_of_double_shoe")
    assert drive(rules, "TH 8S 9D TD", ["stand"], {2: wrong}, before).closed
    with pytest.raises(Refused):
        drive(rules, "TH 5S 9D TD", ["stand"], {2: wrong}, before)


def test_633a_14_l_jam_means_a_reshuffle() -> None:
    """A shuffler that jams shuffles again."""
    shoes.jam_means_a_reshuffle(SHOE)


def test_633a_14_m_broken_shuffler_is_covered_or_signed() -> None:
    """Before the cards are shuffled another way the device is covered or signed out of order."""
    played = SHOE.play(SHOE.round(faults=[fault("shuffler_jam", unusable=True)]), shuffler="automated").ok()
    assert [(e["by"], e["cite"]) for e in played.events_of("attested")] == [("dealer", "633a.14(m)")]


def test_633a_14_m_broken_shuffler_stays_out_until_it_is_returned() -> None:
    """Meanwhile the cards are shuffled by hand, and the batches do not take turns."""
    shoes.broken_shuffler_stays_out_until_it_is_returned(SHOE)
    shoes.broken_continuous_shuffler_is_replaced_by_a_shoe(SHOE)


def test_633a_12_b_2_in_the_hand_only_a_device_shuffles() -> None:
    """With the shuffler out of order what is shuffled is dealt; then nobody shuffles by hand, but the floor is asked first."""
    rules = filed(dealt_from_hand=True, automated_shuffling_device=True, decks=2)
    jam = Report("shuffler_jam", facts={"unusable": True})
    round_ = Round(GAME, rules, GAME.open(rules), RoundStart(1))
    round_.report(jam)  # before the first cut: the cards are to be shuffled again
    shoes.default(round_)
    question = shoes.asked(round_)
    assert (question.to, question.default, question.cite) == ("floor", None, "633a.12(b)(2)")
    events = round_.answer(Answer("floor", "repaired"))
    assert [type(event).__name__ for event in events] == ["Elected", "DeviceStatus", "Shuffled"]
    later = Table(ShoeState(missing=("AS",), shuffled=True, cover=26, batches=2, by_hand=True))
    dealt = Round(GAME, rules, later, RoundStart(2))
    assert isinstance(dealt.pending, Draw)  # the deck in the hand was shuffled by the device
    spent = msgspec.structs.replace(later, shoe=msgspec.structs.replace(later.shoe, spent=True))
    assert shoes.asked(Round(GAME, rules, spent, RoundStart(3))).cite == "633a.12(b)(2)"
    from_shoe = filed(automated_shuffling_device=True)
    assert shoes.asked(Round(GAME, from_shoe, spent, RoundStart(3))).kind == "cut"


def play_of(wagers: int, rules: Rules, dealer: str = "", *hands: str) -> Play:
    """A round with these cards out, for $10 at each of so many boxes."""
    shoe = DealingShoe(rules.cards, Shoe(rules.cards, ShoeState()), LAW, (), ())
    up = [Wager(seat, "blackjack", "", 1000) for seat in range(1, wagers + 1)]
    game = Play(rules, {"shoe": shoe}, iter(up), {}, str)
    game.dealer = dealer.split()
    for hand_, cards in zip(game.hands(), hands, strict=False):
        hand_.cards = cards.split()
    return game


def test_633a_14_f_counts_what_the_round_can_take() -> None:
    """Cards until 21, or 17 for the dealer, the smallest first; a pair may be split; what nobody sees counts 1."""
    six, one = filed(decks=6, max_resplits=0), filed(decks=1, max_resplits=0)
    for rules, dealer, hands, most in (
        (six, "TH 9D", ["TS TC 9S"], 7 - 1),  # bust: the dealer's ten and one make 11, six aces make 17
        (six, "TH 9D", ["TS 9S"], 6 + 2),  # 19 may take two aces
        (six, "TH 9D", ["TS 8S"], 6 + 3),
        (one, "TH 9D", ["TS 8S"], 2 + 4 + 1),  # seven points fit below: four aces, a deuce, and a last card each
        (six, "", ["", ""], 7 + 24 + 24 + 20),  # both boxes may split: seven hands
    ):
        assert (hands, most_needed(play_of(len(hands), rules, dealer, *hands))) == (hands, most)
    pair = most_needed(play_of(1, six, "TH 9D", "9S 9C"))
    assert pair > most_needed(play_of(1, six, "TH 9D", "TS 8S"))  # the same total, and it may be split
    in_hand = filed(dealt_from_hand=True, automated_shuffling_device=True, decks=2)
    assert most_needed(play_of(1, in_hand, "TH 9D", "TS TC")) == most_needed(play_of(1, in_hand, "TH 2D", "2S 3C"))
    standing = play_of(1, six, "TH 8D", "TS TC 9S")
    standing.revealed = True
    assert most_needed(standing) == 0
    closed = play_of(2, six, "TH 9D", "TS 2S", "TS 9S")
    closed.hands()[0].closed = True
    assert most_needed(closed) == 6 + 2
    closed.hands()[0].owed = True  # 633a.14(i): it may still get its card
    assert most_needed(closed) == 6 + 2 + 9
    waiting = play_of(1, six, "TH 9D", "TS 9S")
    waiting.ahead = "5C"
    assert most_needed(waiting) == 6 + 2 - 1
