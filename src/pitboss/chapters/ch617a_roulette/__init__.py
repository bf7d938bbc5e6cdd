"""Chapter 617a. Roulette: many wagers at once, a wheel, no decisions.

``rules`` says what may be wagered, what it pays and what is filed, ``procedure`` how a round is played and what may go
wrong with it, ``paper`` what is printed and inspected, ``calls`` which wagers players lay together.
"""

from pitboss.chapters.ch617a_roulette.calls import calls
from pitboss.chapters.ch617a_roulette.paper import checklists, duties, felt, signs, things
from pitboss.chapters.ch617a_roulette.procedure import IRREGULARITIES, STAFF_QUESTIONS, Table, open_table, play
from pitboss.chapters.ch617a_roulette.rules import WAGERS, Rules
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    return Rules(minimum=Money(100), maximum=Money(50_000), five_adjacent_number_wager=True)


GAME = Game(
    name="roulette",
    title="Roulette",
    chapter="617a",
    equipment="wheel and ball",
    about="Wager on where the ball will rest.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    state=Table,
    closed="617a.5(b)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    example=example,
    things=things,
    staff_questions=STAFF_QUESTIONS,
    calls=calls,
    colours="617a.3(b)",
)
