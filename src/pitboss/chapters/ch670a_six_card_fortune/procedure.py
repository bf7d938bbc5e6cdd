"""§§ 670a.5, 670a.8–670a.11, 670a.13: one round, from the shuffle to the discard rack, and what may go wrong."""

from pitboss.chapters.ch670a_six_card_fortune.hands import LOW_SIZE, house_way
from pitboss.chapters.ch670a_six_card_fortune.round import Round
from pitboss.chapters.ch670a_six_card_fortune.rules import (
    DOUBLE_DOWN,
    FORTUNE,
    KINDS,
    MAIN,
    Rules,
)
from pitboss.chapters.ch670a_six_card_fortune.settlement import AWARD, settlement
from pitboss.events import Event, Revealed
from pitboss.families.irregularities import irregularity_event
from pitboss.families.one_deck import confirm
from pitboss.families.pai_gow import patiently, turns
from pitboss.families.pai_gow_poker.law import DealingCites, dealing_law
from pitboss.families.pai_gow_poker.play import DealerGame, play_against_dealer
from pitboss.families.pai_gow_poker.round import (
    HANDS_SET,
    abandoned,
    brought_to_hands,
    hands_set_incorrectly,
    player_left,
)
from pitboss.families.pai_gow_poker.setting import asked, looked, set_face_down, setting_question
from pitboss.families.pai_gow_poker.table import PaiGowTable, table_questions
from pitboss.game import RoundStart
from pitboss.procedure import DEALER, Election, Irregularity, Option, Procedure, ask, costing
from pitboss.seating import Seat
from pitboss.wagers import further

# § 670a.5.  Shuffle and cut of the cards; procedures for determining the starting position for dealing cards.
# §§ 670a.8–670a.10.  Dealing from a manual shoe, from the hand, from an automated shoe.

HAND = 6
LAW = dealing_law(
    DealingCites(
        chapter="670a",
        cards=HAND,
        no_roll="670a.13(a)",
        fell_out="670a.13(b)",
        wrong_start="670a.13(c)",
        player_exposed="670a.13(d)",
        dealer_exposed="670a.13(e)",
        face_up="670a.13(f)",
        drawn_in_error="670a.13(g)",
        wrong_number="670a.13(h)",  # and (k)
        while_dealing="670a.13(j)",  # by hand, too (I-670a-19)
        jam="670a.13(l)",
        shoe_jam="670a.13(m)",
        unusable="670a.13(n)",
    )
)


def play(state: PaiGowTable, rules: Rules, start: RoundStart) -> Procedure[PaiGowTable]:
    """One round: shuffle, wagers, start, deal, Double Down, hands set and shown, settlement from the dealer's right."""
    return (yield from play_against_dealer(state, rules, start, THIS_GAME))


def hands_and_settlement(game: Round) -> Procedure[None]:
    """From the lammers to the last settlement."""
    yield from brought_to_hands(game, [(seat, FORTUNE) for seat in game.lammers])
    yield from players_set(game)
    yield from dealer_sets(game)
    yield from settlement(game)


THIS_GAME = DealerGame(
    law=LAW,
    kinds=KINDS,
    opens="670a.5(a)",
    betting="670a.7(c)",
    closes="670a.11(j)",
    new_round=Round,
    hands_and_settlement=hands_and_settlement,
)


# § 670a.11.  Procedures for completion of each round of play.

NO_DOUBLE_DOWN = "no_double_down"


def players_set(game: Round) -> Procedure[None]:
    """(a)–(c) All players look, double or not, and set; one with two areas takes one after the other (670a.7(f))."""
    main = {seat: game.wagers[seat, MAIN].amount for seat in game.seats}
    for together in turns(main, game.players):
        yield from looked(game, together, "670a.11(a)")
        if game.rules.double_down:
            yield from double_downs(game, together)
        yield from set_together(game, together)


def double_downs(game: Round, seats: list[Seat]) -> Procedure[None]:
    """(c), I-670a-10: exactly the main wager again, or nothing, before any card of the dealer is seen."""
    questions = [double_question(game, seat) for seat in seats if seat in game.seats]
    answers = yield from asked(game, questions, lambda fault: left(fault, game))
    for seat in seats:
        if seat in answers and answers[seat].says == DOUBLE_DOWN:
            main = game.wagers[seat, MAIN]
            game.wagers[seat, DOUBLE_DOWN], event = further(main, DOUBLE_DOWN, main.amount, cite="670a.7(e)(1)")
            yield event


def double_question(game: Round, seat: Seat) -> Election:
    options = Option(NO_DOUBLE_DOWN), costing(DOUBLE_DOWN, game.wagers[seat, MAIN].amount)
    return Election(seat, "double down", options, "670a.11(c)", options[0], courtesy=True, waits=True)


def set_together(game: Round, seats: list[Seat]) -> Procedure[None]:
    """(b) Each of these sets one card low and five high; a hand once set is not touched again ((a)(3))."""
    questions = [hands_question(game, seat) for seat in seats if seat in game.seats]
    answers = yield from asked(game, questions, lambda fault: left(fault, game), secret=True)
    yield from set_face_down(game, answers, house_way, "670a.11(b)")


def hands_question(game: Round, seat: Seat) -> Election:
    """(a)(1) Any card may be set low; the house way is shown to a player who asks, and used for an absent one."""
    return setting_question(game, seat, house_way, LOW_SIZE, "670a.11(b)")


def dealer_sets(game: Round) -> Procedure[None]:
    """(d) The dealer's six cards are turned over and set; until the dealer goes on they may be found set wrongly."""
    game.settings[DEALER] = house_way(game.cards(DEALER))
    game.deal.turned.add(DEALER)
    yield dealers_hands(game)
    yield from patiently(
        lambda: ask(confirm(HANDS_SET, "hands_set", "670a.11(d)")), lambda fault: set_again(fault, game)
    )


def dealers_hands(game: Round) -> Event:
    made = game.settings[DEALER]
    return Revealed(DEALER, made.cards, made.spoken, cite="670a.11(d)")


# § 670a.13.  Irregularities; invalid roll of dice.

PLAYER_LEFT = player_left("670a.7(b)")
SET_WRONGLY = hands_set_incorrectly("670a.13(i)", "Dealer's")
IRREGULARITIES = (*LAW.kinds, SET_WRONGLY, PLAYER_LEFT)
STAFF_QUESTIONS = table_questions(LAW, hands="670a.11(d)", hand="670a.11(e)", award=AWARD)


def left(fault: Irregularity, game: Round) -> Procedure[None]:
    """670a.7(b): a player who left may lose all wagers."""
    yield from abandoned(fault, game, PLAYER_LEFT, game.seats)


def set_again(fault: Irregularity, game: Round) -> Procedure[None]:
    """670a.13(i): dealer's hands that were not set as (d) says are set again, and the round goes on."""
    if fault.kind != SET_WRONGLY.name:
        yield from left(fault, game)
        return
    yield irregularity_event(SET_WRONGLY, fault)
    yield dealers_hands(game)
