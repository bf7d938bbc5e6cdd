"""Chapter 619a. Big Six Wheel: seven symbols, a wheel of 54 sections and a clapper, no decisions."""

from pitboss.chapters.ch619a_big_six_wheel.paper import checklists, duties, felt, signs, things
from pitboss.chapters.ch619a_big_six_wheel.procedure import (
    IRREGULARITIES,
    STAFF_QUESTIONS,
    Table,
    open_table,
    play,
    remedies,
)
from pitboss.chapters.ch619a_big_six_wheel.rules import WAGERS, Rules
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    return Rules(minimum=Money(100), maximum=Money(10_000))


GAME = Game(
    name="big-six-wheel",
    title="Big Six Wheel",
    chapter="619a",
    equipment="a wheel of 54 sections and its clapper",
    about="Wager on the symbol where the clapper will rest.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    remedies=remedies,
    state=Table,
    closed="619a.2(a)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    example=example,
    things=things,
    staff_questions=STAFF_QUESTIONS,
)
