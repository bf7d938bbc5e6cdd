"""Where the hand that is being decided stands on its game's chart, for pages that light up one cell of it."""

from collections.abc import Callable, Mapping, Sequence

from pitboss.chapters.ch633a_blackjack.decisions import STAND
from pitboss.chapters.ch633a_blackjack.rules import SPLIT_PAIRS
from pitboss.chapters.ch633a_blackjack.values import is_soft, total
from pitboss.game import Game
from pitboss.procedure import DEALER, Election
from pitboss.strategies.basic_blackjack import plain

Hands = Mapping[tuple[str, int], Sequence[str]]  # what a player sees, by holder and hand
Cell = tuple[str, str, str]  # the title of a grid, the head of a row, a column
HARD, SOFT, PAIRS = "Hard totals", "Soft totals", "Pairs"


def _blackjack(election: Election, hands: Hands) -> Cell | None:
    """A pair that may be split has a row of its own; one that may not counts as its total."""
    own, dealer = hands.get((str(election.to), election.hand), ()), hands.get((DEALER, 0), ())
    open_ = {option.says for option in election.options}
    if not own or not dealer or STAND not in open_:
        return None
    up = plain(dealer[0])
    if SPLIT_PAIRS in open_:
        return PAIRS, plain(own[0]), up
    return SOFT if is_soft(own) else HARD, str(total(own)), up


_CELLS: Mapping[str, Callable[[Election, Hands], Cell | None]] = {"633a": _blackjack}


def cell(game: Game, election: Election, hands: Hands) -> Cell | None:
    """The cell for this question, where the chart of the game has one."""
    find = _CELLS.get(game.chapter)
    return find(election, hands) if find is not None else None
