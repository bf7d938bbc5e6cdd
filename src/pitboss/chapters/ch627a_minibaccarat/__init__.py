"""Chapter 627a. Minibaccarat: the dealer deals, and nobody else touches a card. Its game is ``families.baccarat``."""

from pitboss.chapters.ch627a_minibaccarat.paper import checklists, duties, felt
from pitboss.chapters.ch627a_minibaccarat.procedure import (
    IRREGULARITIES,
    STAFF_QUESTIONS,
    Table,
    open_table,
    owes,
    play,
)
from pitboss.chapters.ch627a_minibaccarat.rules import WAGERS, Rules
from pitboss.families.baccarat.marks import marks
from pitboss.families.baccarat.paper import signs, things
from pitboss.families.baccarat.rules import remedies
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    return Rules(minimum=Money(500), maximum=Money(500_000), dragon_bonus=True)


GAME = Game(
    name="minibaccarat",
    title="Minibaccarat",
    chapter="627a",
    equipment="six to eight decks in a shoe",
    about="Two hands, Player's and Banker's: wager on the one that comes closer to 9, or on a tie.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    remedies=remedies,
    state=Table,
    closed="627a.7(c)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    example=example,
    things=things,
    staff_questions=STAFF_QUESTIONS,
    marks=marks,
    must_pay_before_leaving=owes,
)
