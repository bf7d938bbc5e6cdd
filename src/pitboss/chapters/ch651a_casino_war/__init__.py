"""Chapter 651a. Casino War: one card each, the higher wins; a tie is surrendered or fought out."""

from pitboss.chapters.ch651a_casino_war.paper import checklists, duties, felt, signs, things
from pitboss.chapters.ch651a_casino_war.procedure import (
    IRREGULARITIES,
    LAW,
    NO_TIE,
    SURRENDER,
    WAR_BURN,
    Table,
    open_table,
    play,
    remedies,
    surrendered,
)
from pitboss.chapters.ch651a_casino_war.rules import (
    DECKS,
    INITIAL,
    ON_WAR,
    RANKING,
    TIE,
    WAGERS,
    WAR,
    Result,
    Rules,
    compare,
    initial_pays,
    tie_pays,
    war_pays,
)
from pitboss.game import Game
from pitboss.money import Money

__all__ = [
    "DECKS",
    "GAME",
    "INITIAL",
    "LAW",
    "NO_TIE",
    "ON_WAR",
    "RANKING",
    "SURRENDER",
    "TIE",
    "WAR",
    "WAR_BURN",
    "Result",
    "Rules",
    "Table",
    "compare",
    "initial_pays",
    "surrendered",
    "tie_pays",
    "war_pays",
]


def example() -> Rules:
    return Rules(minimum=Money(500), maximum=Money(50_000), decks=6, adjacent_boxes=2)


GAME = Game(
    name="casino-war",
    title="Casino War",
    chapter="651a",
    equipment="six or eight decks in a shoe",
    about="One card against the dealer's, the higher wins; on a tie surrender half or go to War.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    remedies=remedies,
    state=Table,
    closed="651a.7(d)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    example=example,
    elections=lambda rules: {SURRENDER: "651a.9(c)"},
    things=things,
    staff_questions=LAW.staff_questions,
)
