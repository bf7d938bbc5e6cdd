"""Chapter 621a. Pai Gow: thirty-two tiles in eight stacks, two hands of two, dealer or a player as the bank.

``hands`` says what tiles are worth and how the house sets them, ``delivery`` which tiles go where, ``rules`` what is
filed, ``table`` what lies on the table, ``dealing`` how a round gets its tiles, ``completion`` how it is settled,
``irregularities`` what may go wrong, ``procedure`` the round itself, ``paper`` the felt.
"""

from pitboss.chapters.ch621a_pai_gow.completion import SURRENDER, arranged
from pitboss.chapters.ch621a_pai_gow.delivery import Style
from pitboss.chapters.ch621a_pai_gow.irregularities import IRREGULARITIES, STAFF_QUESTIONS
from pitboss.chapters.ch621a_pai_gow.paper import checklists, duties, felt, signs, things
from pitboss.chapters.ch621a_pai_gow.procedure import play
from pitboss.chapters.ch621a_pai_gow.rules import WAGERS, Rules
from pitboss.chapters.ch621a_pai_gow.table import Table, open_table
from pitboss.families import leaving
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    return Rules(
        minimum=Money(1000), maximum=Money(100_000), delivery_styles=tuple(Style)[1:], player_bank=True, co_banking=True
    )


GAME = Game(
    name="pai-gow",
    title="Pai Gow",
    chapter="621a",
    equipment="a set of 32 tiles and three dice in a shaker",
    about="Four tiles make a high hand and a low hand; both must beat the dealer's, or the bank's.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    state=Table,
    closed="621a.5(c)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    example=example,
    remedies=leaving.remedies,
    elections=lambda rules: {SURRENDER: "621a.8(e)"},
    things=things,
    staff_questions=STAFF_QUESTIONS,
    low_hand_size=2,
    preview_setting=arranged,
)
