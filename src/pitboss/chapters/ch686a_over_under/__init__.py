"""Chapter 686a. Over/Under: three cards each against two totals, one decision after the first card."""

from pitboss.chapters.ch686a_over_under.paper import checklists, duties, felt, signs, things
from pitboss.chapters.ch686a_over_under.procedure import IRREGULARITIES, LATE, LAW, Table, open_table, play, remedies
from pitboss.chapters.ch686a_over_under.rules import (
    ANTE,
    BONUS,
    BONUS_PAYS,
    DECKS,
    HIGHEST,
    LOWEST,
    OVER,
    POINTS,
    SURRENDER,
    UNDER,
    WAGERS,
    Edition,
    Rules,
    bonus_line,
    bonus_pays,
    points,
    side_pays,
)
from pitboss.families.cash import CASH_CONVERTED
from pitboss.game import Game, StaffQuestion
from pitboss.money import Money
from pitboss.roles import Role

__all__ = [
    "ANTE",
    "BONUS",
    "BONUS_PAYS",
    "DECKS",
    "GAME",
    "HIGHEST",
    "LATE",
    "LAW",
    "LOWEST",
    "OVER",
    "POINTS",
    "SURRENDER",
    "UNDER",
    "Edition",
    "Rules",
    "Table",
    "bonus_line",
    "bonus_pays",
    "points",
    "side_pays",
]


def example() -> Rules:
    return Rules(minimum=Money(500), maximum=Money(50_000), bonus_wager=True, adjacent_boxes=2)


GAME = Game(
    name="over-under",
    title="Over/Under",
    chapter="686a",
    equipment="six decks in a shoe",
    about="Three cards: after the first, say that they will total over 23 or under 18.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    state=Table,
    closed="686a.6(c)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    example=example,
    remedies=remedies,
    elections=lambda rules: {SURRENDER: "686a.7(g)(3)"},
    things=things,
    staff_questions=(*LAW.staff_questions, StaffQuestion(CASH_CONVERTED, (Role.DEALER,), "686a.6(a)")),
)
