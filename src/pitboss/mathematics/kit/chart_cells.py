"""Which cell of its game's chart the hand being decided is in, for pages that light it up.

``mathematics/<game>/chart_cell.py`` says so for a game whose chart has such cells; this module finds it.
"""

from collections.abc import Mapping, Sequence

from pitboss.game import Game
from pitboss.mathematics.kit import parts
from pitboss.procedure import Election

Hands = Mapping[tuple[str, int], Sequence[str]]  # what a player sees, by holder and hand
Cell = tuple[str, str, str]  # the title of a grid, the head of a row, a column


def cell(game: Game, election: Election, hands: Hands) -> Cell | None:
    """The cell for this question, where the chart of the game has one."""
    found = parts.load(game, "chart_cell")
    made: Cell | None = None if found is None else found.cell(election, hands)
    return made


def own_hand(election: Election, hands: Hands) -> Sequence[str]:
    """The cards of the hand that is asked about."""
    return hands.get((str(election.to), election.hand), ())


def lawful(election: Election) -> set[str]:
    """What may be answered."""
    return {option.says for option in election.options}
