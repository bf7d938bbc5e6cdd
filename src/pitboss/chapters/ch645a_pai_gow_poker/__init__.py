"""Chapter 645a. Pai Gow Poker: seven cards in two hands, both to beat the dealer's or a player's bank.

``rules`` says what may be wagered, what it pays and what is filed, ``hands`` what cards are worth, ``table`` what stays
between rounds, ``round`` what is on the table during one, ``procedure`` the round and what may go wrong with it,
``settlement`` how it is settled, ``paper`` the felt.
"""

from fractions import Fraction

from pitboss.chapters.ch645a_pai_gow_poker.paper import checklists, felt, signs, things
from pitboss.chapters.ch645a_pai_gow_poker.procedure import IRREGULARITIES, STAFF_QUESTIONS, play
from pitboss.chapters.ch645a_pai_gow_poker.rules import EMPERORS, FORTUNE, PROGRESSIVE, WAGERS, Rules, duties
from pitboss.chapters.ch645a_pai_gow_poker.table import Table, open_table
from pitboss.families import leaving
from pitboss.families.house_ways import arranged
from pitboss.families.pai_gow_poker.setting import SURRENDER
from pitboss.families.progressive import keep_one_meter, one_meter
from pitboss.game import Game
from pitboss.money import Money
from pitboss.submission import Limits


def example() -> Rules:
    return Rules(
        minimum=Money(500), maximum=Money(50_000), limits={PROGRESSIVE: Limits(100, 100)}, fortune_bonus=True,
        emperors_treasure=True, pai_gow_insurance=True, progressive_payout=True, progressive_rate=Fraction(20),
        player_bank=True, co_banking=True,
    )  # fmt: skip


GAME = Game(
    name="pai-gow-poker",
    title="Pai Gow Poker",
    chapter="645a",
    equipment="one deck of cards with a joker, three dice in a shaker",
    about="Seven cards in two hands, five high and two low: both have to beat the dealer's.",
    rules=Rules,
    wagers=WAGERS,
    envy=(FORTUNE, EMPERORS),
    irregularities=IRREGULARITIES,
    state=Table,
    closed="645a.7(c)",
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
    elections=lambda rules: {SURRENDER: "645a.11(d)"},
    low_hand_size=2,
    preview_setting=arranged("645a.11(f)(1)(iii)"),
    meter_states=one_meter,
    keep_meters=keep_one_meter,
)
