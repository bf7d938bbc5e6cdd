"""§§ 688a.5, 688a.8–688a.11(d), 688a.13: one round, from the shuffle to the discard rack, and what may go wrong."""

import msgspec

from pitboss.chapters.ch688a_face_up_pai_gow_poker.round import Round
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import KINDS, MAIN, Rules
from pitboss.chapters.ch688a_face_up_pai_gow_poker.settlement import AWARD, settlement
from pitboss.events import Event, Revealed
from pitboss.families.house_ways import LOW
from pitboss.families.irregularities import irregularity_event
from pitboss.families.one_deck import confirm
from pitboss.families.pai_gow import patiently, turns
from pitboss.families.pai_gow_poker.law import WHILE_DEALING, DealingCites, dealing_law
from pitboss.families.pai_gow_poker.play import DealerGame, play_against_dealer
from pitboss.families.pai_gow_poker.round import (
    HANDS_SET,
    abandoned,
    brought_to_hands,
    hands_set_incorrectly,
    player_left,
)
from pitboss.families.pai_gow_poker.setting import (
    SURRENDER,
    asked,
    looked,
    set_face_down,
    setting_question,
    surrender_question,
    surrendered,
    surrendering,
)
from pitboss.families.pai_gow_poker.table import PaiGowTable, table_questions
from pitboss.game import RoundStart
from pitboss.procedure import DEALER, Election, Irregularity, Procedure, ask
from pitboss.seating import Seat

# § 688a.5.  Shuffle and cut of the cards; procedures for determining the starting position for dealing cards.
# §§ 688a.8–688a.10.  Dealing from a manual shoe, from the hand, from an automated shoe.

LAW = dealing_law(
    DealingCites(
        chapter="688a",
        cards=7,
        no_roll="688a.13(a)",
        fell_out="688a.13(b)",
        wrong_start="688a.13(c)",
        player_exposed="688a.13(d)",
        face_up="688a.13(e)",
        drawn_in_error="688a.13(f)",
        wrong_number="688a.13(g)",  # and (j)
        while_dealing="688a.13(i)",
        while_dealing_kind=msgspec.structs.replace(WHILE_DEALING, name="card_exposed_while_dealing"),
        jam="688a.13(k)",
        shoe_jam="688a.13(l)",
        unusable="688a.13(m)",
    )
)  # the dealer's cards are face up, so none of them can be exposed (I-688a-19)


def play(state: PaiGowTable, rules: Rules, start: RoundStart) -> Procedure[PaiGowTable]:
    """One round: shuffle, wagers, start, deal, the dealer's hands, the players' hands, settlement from the dealer's right."""
    return (yield from play_against_dealer(state, rules, start, THIS_GAME))


def hands_and_settlement(game: Round) -> Procedure[None]:
    """From the lammers to the last settlement."""
    yield from brought_to_hands(game, game.lammers, face_up=(DEALER,))  # 688a.8(d), .9(c), .10(c), I-688a-18
    yield from dealer_sets(game)
    yield from players_set(game)
    yield from surrenders(game)
    yield from settlement(game)


THIS_GAME = DealerGame(
    law=LAW,
    kinds=KINDS,
    opens="688a.5(a)",
    betting="688a.7(c)",
    closes="688a.11(j)",
    new_round=Round,
    hands_and_settlement=hands_and_settlement,
)


# § 688a.11.  Procedures for completion of each round of play.


def dealer_sets(game: Round) -> Procedure[None]:
    """(a), I-688a-20: the dealer's seven cards set as filed, in the open, before any player acts."""
    game.settings[DEALER] = game.rules.way.set(game.cards(DEALER))
    yield dealers_hands(game)
    yield from patiently(
        lambda: ask(confirm(HANDS_SET, "hands_set", "688a.11(a)")), lambda fault: set_again(fault, game)
    )


def dealers_hands(game: Round) -> Event:
    made = game.settings[DEALER]
    return Revealed(DEALER, made.cards, made.spoken, cite="688a.11(a)")


def players_set(game: Round) -> Procedure[None]:
    """(b)–(c) All players set at the same time, one with two areas one after the other (688a.7(f))."""
    main = {seat: game.wagers[seat, MAIN].amount for seat in game.up(MAIN)}
    for together in turns(main, game.players):
        yield from set_together(game, together)


def set_together(game: Round, seats: list[Seat]) -> Procedure[None]:
    """(b) Each of these looks and sets two cards low and five high, or surrenders at once (d)."""
    yield from looked(game, seats, "688a.11(b)")
    questions = [hands_question(game, seat) for seat in seats if seat in game.seats]
    answers = yield from asked(game, questions, lambda fault: set_again(fault, game), secret=True)
    yield from set_face_down(game, answers, game.rules.way.set, "688a.11(c)")
    for seat in seats:
        if seat in answers and answers[seat].says == SURRENDER:
            yield from surrender(game, seat)


def hands_question(game: Round, seat: Seat) -> Election:
    """(b)(1), (d) The house way is shown to a player who asks; one without optional wagers may surrender instead."""
    besides = () if game.has_optional(seat) else (surrendering(game, seat, MAIN),)
    return setting_question(game, seat, game.rules.way.set, LOW, "688a.11(c)", *besides)


def surrenders(game: Round) -> Procedure[None]:
    """(d) Until the hands are shown, a player without optional wagers may still surrender the whole wager."""
    questions = [
        surrender_question(game, seat, MAIN, "688a.11(d)") for seat in game.up(MAIN) if not game.has_optional(seat)
    ]
    answers = yield from asked(game, questions, lambda fault: set_again(fault, game))
    for seat in game.up(MAIN):
        if seat in answers and answers[seat].says == SURRENDER:
            yield from surrender(game, seat)


def surrender(game: Round, seat: Seat) -> Procedure[None]:
    """(d) Lost even where the dealer has an Ace High Pai Gow (I-688a-03)."""
    yield from surrendered(game, seat, MAIN, "688a.11(d)", envied=bool(game.lammers))


# § 688a.13.  Irregularities; invalid roll of dice.

PLAYER_LEFT = player_left("688a.7(b)")
SET_WRONGLY = hands_set_incorrectly("688a.13(h)", "Dealer's")
IRREGULARITIES = (*LAW.kinds, SET_WRONGLY, PLAYER_LEFT)
STAFF_QUESTIONS = table_questions(LAW, hands="688a.11(a)", hand="688a.11(e)", surrender="688a.11(d)", award=AWARD)


def set_again(fault: Irregularity, game: Round) -> Procedure[None]:
    """688a.13(h): the dealer's hands are set again as filed, and the round goes on. 688a.7(b): a player may have left."""
    if fault.kind != SET_WRONGLY.name:
        yield from abandoned(fault, game, PLAYER_LEFT, game.up(MAIN))
        return
    yield irregularity_event(SET_WRONGLY, fault)
    yield dealers_hands(game)
