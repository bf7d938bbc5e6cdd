"""Where the hand that is being decided stands on its game's chart, for pages that light up one cell of it."""

from collections.abc import Callable, Mapping, Sequence

from pitboss.chapters import ch686a_over_under as over_under
from pitboss.chapters.ch633a_blackjack.decisions import ACCEPT, STAND
from pitboss.chapters.ch633a_blackjack.rules import SPLIT_PAIRS
from pitboss.chapters.ch633a_blackjack.values import is_soft, total
from pitboss.chapters.ch676a_go_fore_it.chapter import BACK_9_WORD, points
from pitboss.chapters.ch687a_dj_wild_stud_poker import hands as wild
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import RAISE
from pitboss.equipment.cards import NAMES
from pitboss.families.poker_ranks import LADDER, PLACES, Hand, top
from pitboss.game import Game
from pitboss.procedure import DEALER, Election
from pitboss.strategies.basic_blackjack import plain

Hands = Mapping[tuple[str, int], Sequence[str]]  # what a player sees, by holder and hand
Cell = tuple[str, str, str]  # the title of a grid, the head of a row, a column
HARD, SOFT, PAIRS = "Hard totals", "Soft totals", "Pairs"
FRONT, BETTER, BEST = "Point values of the front cards", "The better wager", "best"
ONE_PAIR = "One pair"


def _blackjack(election: Election, hands: Hands) -> Cell | None:
    """A pair that may be split has a row of its own; one that may not counts as its total."""
    own, dealer = hands.get((str(election.to), election.hand), ()), hands.get((DEALER, 0), ())
    open_ = _lawful(election)
    if not own or not dealer or STAND not in open_ or ACCEPT in open_:  # a chart knows no card that is exposed
        return None
    up = plain(dealer[0])
    if SPLIT_PAIRS in open_:
        return PAIRS, plain(own[0]), up
    return SOFT if is_soft(own) else HARD, str(total(own)), up


def _go_fore_it(election: Election, hands: Hands) -> Cell | None:
    own = _own(election, hands)
    if len(own) < 2 or BACK_9_WORD not in _lawful(election):
        return None
    return FRONT, str(points(own[:1])), str(points(own[1:2]))


def _over_under(election: Election, hands: Hands) -> Cell | None:
    """One row for all cards of a value."""
    own = _own(election, hands)
    if not own or over_under.OVER not in _lawful(election):
        return None
    value = over_under.points(own[:1])
    return BETTER, " ".join(card for card, worth in over_under.POINTS.items() if worth == value), BEST


def _dj_wild(election: Election, hands: Hands) -> Cell | None:
    """A pair by its rank and the lowest card beside it; all other hands are decided by their class."""
    own = _own(election, hands)
    if len(own) != 5 or RAISE not in _lawful(election):
        return None
    value = wild.RANKING.best(own)
    if wild.RANKING.name(value) is not Hand.PAIR:
        return None
    pair = LADDER[top(value) - 2]
    return ONE_PAIR, f"{NAMES.get(pair, pair)}s", LADDER[(value >> PLACES[3] & 15) - 2]


def _own(election: Election, hands: Hands) -> Sequence[str]:
    return hands.get((str(election.to), election.hand), ())


def _lawful(election: Election) -> set[str]:
    return {option.says for option in election.options}


_CELLS: Mapping[str, Callable[[Election, Hands], Cell | None]] = {
    "633a": _blackjack,
    "676a": _go_fore_it,
    "686a": _over_under,
    "687a": _dj_wild,
}


def cell(game: Game, election: Election, hands: Hands) -> Cell | None:
    """The cell for this question, where the chart of the game has one."""
    find = _CELLS.get(game.chapter)
    return find(election, hands) if find is not None else None
