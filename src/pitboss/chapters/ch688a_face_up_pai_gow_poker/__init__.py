"""Chapter 688a. Face Up Pai Gow Poker: seven cards in two hands, the dealer's face up before any other is set.

``paytables`` says what the wagers pay, ``rules`` what may be wagered and what is filed, ``hands`` what cards are worth,
``round`` what is on the table during a round, ``procedure`` the round and what may go wrong with it, ``settlement`` how
it is settled, ``paper`` the felt.
"""

from pitboss.chapters.ch688a_face_up_pai_gow_poker.paper import checklists, felt, signs, things
from pitboss.chapters.ch688a_face_up_pai_gow_poker.procedure import IRREGULARITIES, STAFF_QUESTIONS, play
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import FORTUNE, PROGRESSIVE, WAGERS, Rules, duties
from pitboss.families import leaving
from pitboss.families.house_ways import arranged
from pitboss.families.pai_gow_poker.setting import SURRENDER
from pitboss.families.pai_gow_poker.table import PaiGowTable, open_table
from pitboss.families.progressive import keep_one_meter, one_meter
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    return Rules(
        minimum=Money(500),
        maximum=Money(50_000),
        ace_high_bonus=True,
        fortune_bonus=True,
        progressive_payout=True,
    )


GAME = Game(
    name="face-up-pai-gow-poker",
    title="Face Up Pai Gow Poker",
    chapter="688a",
    equipment="one deck of cards with a joker, three dice in a shaker",
    about="Seven cards in two hands against the dealer's, which lie face up; a dealer's ace high pushes.",
    rules=Rules,
    wagers=WAGERS,
    envy=(FORTUNE, PROGRESSIVE),
    irregularities=IRREGULARITIES,
    state=PaiGowTable,
    closed="688a.7(c)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    things=things,
    staff_questions=STAFF_QUESTIONS,
    example=example,
    remedies=leaving.remedies,
    elections=lambda rules: {SURRENDER: "688a.11(d)"},
    low_hand_size=2,
    preview_setting=arranged("688a.11(f)(1)(iii)"),
    meter_states=one_meter,
    keep_meters=keep_one_meter,
)
