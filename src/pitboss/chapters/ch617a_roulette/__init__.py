"""Chapter 617a. Roulette: many wagers at once, a wheel, no decisions."""

from pitboss.chapters.ch617a_roulette.chapter import IRREGULARITIES, WAGERS, Rules, Table, open_table, play
from pitboss.chapters.ch617a_roulette.paper import checklists, duties, felt, signs
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    return Rules(minimum=Money(100), maximum=Money(50_000), five_adjacent_number_wager=True)


GAME = Game(
    name="roulette",
    title="Roulette",
    chapter="617a",
    seats=8,
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
)
