"""Chapter 670a. Six-Card Fortune Pai Gow Poker: five cards high and one low, both to beat the dealer's.

``rules`` says what may be wagered, what it pays and what is filed, ``hands`` what cards are worth and how the dealer
sets them, ``round`` what is on the table during a round, ``procedure`` the round and what may go wrong with it,
``settlement`` how it is settled, ``paper`` the felt.
"""

from pitboss.chapters.ch670a_six_card_fortune.paper import checklists, felt, signs, things
from pitboss.chapters.ch670a_six_card_fortune.procedure import IRREGULARITIES, STAFF_QUESTIONS, play
from pitboss.chapters.ch670a_six_card_fortune.rules import FORTUNE, PROGRESSIVE, WAGERS, Rules, duties
from pitboss.families import leaving
from pitboss.families.house_ways import arranged
from pitboss.families.pai_gow_poker.table import PaiGowTable, open_table
from pitboss.families.progressive import keep_one_meter, one_meter
from pitboss.game import Game
from pitboss.money import Money
from pitboss.submission import Limits


def example() -> Rules:
    return Rules(
        minimum=Money(500), maximum=Money(50_000), limits={FORTUNE: Limits(100, 10_000)}, double_down=True,
        fortune_bonus=True, insurance=True, progressive_payout=True,
    )  # fmt: skip


GAME = Game(
    name="six-card-fortune-pai-gow-poker",
    title="Six-Card Fortune Pai Gow Poker",
    chapter="670a",
    equipment="one deck of cards with a joker, three dice in a shaker",
    about="Six cards in two hands, five high and one low: both have to beat the dealer's, and the wager may be doubled.",
    rules=Rules,
    wagers=WAGERS,
    envy=(FORTUNE, PROGRESSIVE),
    irregularities=IRREGULARITIES,
    state=PaiGowTable,
    closed="670a.7(c)",
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
    low_hand_size=1,
    preview_setting=arranged("670a.11(f)(1)(v)"),
    meter_states=one_meter,
    keep_meters=keep_one_meter,
)
