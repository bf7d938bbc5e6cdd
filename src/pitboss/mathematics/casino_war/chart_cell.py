"""Casino War: what either answer to a tie hand is worth."""

from pitboss.chapters.ch651a_casino_war import SURRENDER, WAR
from pitboss.mathematics.kit.chart_cells import Cell, Hands, lawful
from pitboss.procedure import Election

CHOICE, ON_THE_TIE = "War or surrender", "on the tie hand"
GO_TO_WAR, GIVE_UP = "War", "surrender"  # heads of the rows


def cells(election: Election, hands: Hands) -> tuple[Cell, ...]:
    if not {WAR, SURRENDER} <= lawful(election):
        return ()
    return (CHOICE, GO_TO_WAR, ON_THE_TIE), (CHOICE, GIVE_UP, ON_THE_TIE)
