"""Chapter 676a. Go Fore It: four cards each, two of them hidden, one decision, low totals win.

``rules`` says what totals are worth, what may be wagered, what it pays and what is filed, ``procedure`` how a round is
played and what may go wrong with it, ``paper`` what is printed and inspected.
"""

from pitboss.chapters.ch676a_go_fore_it.paper import checklists, felt, signs, things
from pitboss.chapters.ch676a_go_fore_it.procedure import IRREGULARITIES, STAFF_QUESTIONS, Table, open_table, play
from pitboss.chapters.ch676a_go_fore_it.rules import WAGERS, Rules, duties, hand_label
from pitboss.equipment.shoe import Dealing
from pitboss.families import leaving
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    return Rules(minimum=Money(500), maximum=Money(50_000), dealing=Dealing.MANUAL_SHOE)


GAME = Game(
    name="go-fore-it",
    title="Go Fore It",
    chapter="676a",
    equipment="one deck of cards",
    about="Four cards, lowest total wins: match the Front 9 after two cards, or fold.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    state=Table,
    closed="676a.7(c)",
    open=open_table,
    play=play,
    hand_label=hand_label,
    labels_part=True,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    things=things,
    staff_questions=STAFF_QUESTIONS,
    example=example,
    remedies=leaving.remedies,
)
