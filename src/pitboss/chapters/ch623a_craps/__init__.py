"""Chapter 623a. Craps and Mini-Craps: two dice, some ninety places to wager, and wagers that stay up after the throw.

``wagers`` says what decides and pays each wager, ``rules`` what is filed, ``layout`` what may be done between
throws, ``dice`` who throws, ``settlement`` what a throw does, ``procedure`` the throw itself, ``irregularities`` what
may go wrong and who may say so, ``paper`` the felt.
"""

from pitboss.chapters.ch623a_craps.irregularities import (
    CRAPS_IRREGULARITIES,
    CRAPS_QUESTIONS,
    CREW,
    MINI_CREW,
    MINI_IRREGULARITIES,
    MINI_QUESTIONS,
)
from pitboss.chapters.ch623a_craps.paper import checklists, duties, felt, signs, things
from pitboss.chapters.ch623a_craps.procedure import open_table, play
from pitboss.chapters.ch623a_craps.rules import LayBets, MiniRules, Rules
from pitboss.chapters.ch623a_craps.table import Table
from pitboss.chapters.ch623a_craps.wagers import WAGERS
from pitboss.game import Game
from pitboss.money import Money
from pitboss.roles import Role


def example() -> Rules:
    return Rules(
        minimum=Money(500), maximum=Money(500_000), buy_bets=True, lay_bets=LayBets.IN_ADDITION, fire_bet=True,
        odds_multiple=2,
    )  # fmt: skip


def mini_example() -> MiniRules:
    return MiniRules(
        minimum=Money(500), maximum=Money(100_000), buy_bets=True, lay_bets=LayBets.IN_ADDITION, odds_multiple=2,
        stickperson=True,
    )  # fmt: skip


CRAPS = Game(
    name="craps",
    title="Craps",
    chapter="623a",
    equipment="two of a set of five dice",
    about="Wager on two dice, throw by throw: with the shooter, against the shooter, or on a number.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=CRAPS_IRREGULARITIES,
    state=Table,
    closed="623a.4(a)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    example=example,
    things=things,
    staff_questions=CRAPS_QUESTIONS,
    dealt_by=CREW,
    crew=(Role.DEALER, Role.STICKPERSON, Role.BOXPERSON),
    applies=lambda rules: {"623a.7(c)(1)": True, "623a.7(c)(2)": False},
)
MINI_CRAPS = Game(
    name="mini-craps",
    title="Mini-Craps",
    chapter="623a",
    equipment="two of a set of five dice",
    about="Craps on a smaller table for nine seated players.",
    rules=MiniRules,
    wagers=WAGERS,
    irregularities=MINI_IRREGULARITIES,
    state=Table,
    closed="623a.4(a)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    example=mini_example,
    things=things,
    staff_questions=MINI_QUESTIONS,
    dealt_by=MINI_CREW,
    crew=(Role.DEALER,),  # 623a.7(a): the stickperson is optional
    applies=lambda rules: {"623a.7(c)(1)": False, "623a.7(c)(2)": True},
)
GAMES = (CRAPS, MINI_CRAPS)
