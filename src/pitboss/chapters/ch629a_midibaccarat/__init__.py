"""Chapter 629a. Midibaccarat: the highest bettors turn the cards, and every shoe has new ones."""

from pitboss.chapters.ch629a_midibaccarat.paper import duties, felt
from pitboss.chapters.ch629a_midibaccarat.procedure import (
    IRREGULARITIES,
    STAFF_QUESTIONS,
    Table,
    open_table,
    owes,
    play,
)
from pitboss.chapters.ch629a_midibaccarat.rules import WAGERS, Rules
from pitboss.families.baccarat.marks import marks
from pitboss.families.baccarat.paper import checklists, signs, things
from pitboss.families.baccarat.rules import remedies
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    return Rules(minimum=Money(2_500), maximum=Money(1_000_000), dragon_bonus=True)


GAME = Game(
    name="midibaccarat",
    title="Midibaccarat",
    chapter="629a",
    equipment="six to eight decks in a shoe, new ones for each shoe",
    about="Minibaccarat in which the highest bettor on each hand turns its cards.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    remedies=remedies,
    state=Table,
    closed="629a.7(c)",
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
