"""Chapter 625a. Sic Bo: three dice in a shaker, eight kinds of wager, a table that lights up what has won.

``rules`` says what may be wagered, what it pays and what is filed, ``procedure`` how a round is played and what may go
wrong with it, ``paper`` what is printed and inspected.
"""

from pitboss.chapters.ch625a_sic_bo.paper import checklists, duties, felt, signs, things
from pitboss.chapters.ch625a_sic_bo.procedure import IRREGULARITIES, STAFF_QUESTIONS, Table, open_table, play
from pitboss.chapters.ch625a_sic_bo.rules import WAGERS, Rules, Shaker
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    return Rules(minimum=Money(100), maximum=Money(10_000))


GAME = Game(
    name="sic-bo",
    title="Sic Bo",
    chapter="625a",
    equipment="three dice in a shaker, and a layout that lights up",
    about="Wager on what three shaken dice will show.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    state=Table,
    closed="625a.5(c)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    duties_now=duties,
    checklists=checklists,
    example=example,
    things=things,
    staff_questions=STAFF_QUESTIONS,
    applies=lambda rules: {"625a.1(e)": rules.shaker is Shaker.MANUAL},
)
