"""Which cell of its game's chart the hand being decided is in, for pages that light it up.

``mathematics/<game>/chart_cell.py`` says so for a game whose chart has such cells; this module finds it.
"""

from collections.abc import Mapping, Sequence

from pitboss.game import Game
from pitboss.mathematics.kit import parts
from pitboss.procedure import Election

Hands = Mapping[tuple[str, int], Sequence[str]]  # what a player sees, by holder and hand
Cell = tuple[str, str, str]  # the title of a grid, the head of a row, a column


def cells(game: Game, election: Election, hands: Hands) -> tuple[Cell, ...]:
    """All cells that this question is about, the one that decides it first; none where the chart of the game has none.

    A game says one (``cell``), or several (``cells``) where a hand is found in more than one place. A grid may leave out
    rows in which every entry is the same: such a cell is not on the chart.
    """
    found = parts.load(game, "chart_cell")
    if found is None:
        return ()
    if hasattr(found, "cells"):
        several: tuple[Cell, ...] = found.cells(election, hands)
        return several
    one: Cell | None = found.cell(election, hands)
    return () if one is None else (one,)


def cell(game: Game, election: Election, hands: Hands) -> Cell | None:
    """The cell for this question, where the chart of the game has one."""
    return next(iter(cells(game, election, hands)), None)


def own_hand(election: Election, hands: Hands) -> Sequence[str]:
    """The cards of the hand that is asked about."""
    return hands.get((str(election.to), election.hand), ())


def lawful(election: Election) -> set[str]:
    """What may be answered."""
    return {option.says for option in election.options}
