"""Chapter 631a. Baccarat: ten to fourteen players, one of whom, the curator, deals from the shoe."""

from pitboss.chapters.ch631a_baccarat.paper import duties, felt
from pitboss.chapters.ch631a_baccarat.procedure import IRREGULARITIES, STAFF_QUESTIONS, BaccaratTable, open_table, play
from pitboss.chapters.ch631a_baccarat.rules import WAGERS, Rules
from pitboss.families.baccarat.marks import marks
from pitboss.families.baccarat.paper import checklists, signs, things
from pitboss.families.baccarat.play import owes
from pitboss.families.baccarat.rules import remedies
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    return Rules(minimum=Money(10_000), maximum=Money(2_500_000), dragon_bonus=True)


GAME = Game(
    name="baccarat",
    title="Baccarat",
    chapter="631a",
    equipment="six to eight decks in a shoe that goes round the table, new ones for each shoe",
    about="Two hands, Player's and Banker's, dealt by one of the players: wager on the one that comes closer to 9.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    remedies=remedies,
    state=BaccaratTable,
    closed="631a.8(c)",
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
