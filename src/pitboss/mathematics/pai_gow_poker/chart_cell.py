"""Pai Gow Poker: the entry that says whether seven cards leave the house way, and what it costs such hands on the whole."""

from collections.abc import Sequence
from itertools import combinations

from pitboss.equipment.cards import NAMES, Card
from pitboss.families.house_ways import RANKING, counts_of
from pitboss.families.poker_ranks import LADDER, PLACES, RANKS, Hand
from pitboss.mathematics.kit.chart_cells import Cell, Hands, own_hand
from pitboss.procedure import Election

TWO_PAIR, STRAIGHT_WITH_PAIR, NO_PAIR = "Two pair", "Straight with a pair", "No pair"
COSTS, OFTEN = "What it costs to set as the house does", "of all hands"
FULL, HIGH = 7, 5


def called(rank: int) -> str:
    return NAMES.get(LADDER[rank], LADDER[rank])


def several(rank: int) -> str:
    return f"{called(rank)}s"


def cells(election: Election, hands: Hands) -> tuple[Cell, ...]:
    cards = own_hand(election, hands)
    if election.kind != "low hand" or len(cards) != FULL:
        return ()
    kind = RANKING.hand(cards)
    decides = _decides(cards, kind)
    return (*((decides,) if decides is not None else ()), (COSTS, kind.words, OFTEN))


def _decides(cards: Sequence[Card], kind: Hand) -> Cell | None:
    """The entry of the grid for such a hand, where there is one."""
    counts = counts_of(cards)
    shape = tuple(sorted((count for count in counts if count > 1), reverse=True))

    def rank(times: int, nth: int = 0) -> int:
        return [at for at in range(RANKS - 1, -1, -1) if counts[at] == times][nth]

    match kind, shape:
        case Hand.TWO_PAIR, (2, 2):
            return TWO_PAIR, several(rank(2)), several(rank(2, 1))
        case (Hand.THREE_OF_A_KIND, (3,)) | (Hand.FOUR_OF_A_KIND, (4,)):
            return kind.words.capitalize(), several(rank(shape[0])), called(rank(1))
        case Hand.STRAIGHT, (2,):
            return STRAIGHT_WITH_PAIR, f"{called(rank(1))} and {called(rank(1, 1))}", called(_kept_low(cards))
        case Hand.HIGH_CARD, ():
            return NO_PAIR, called(rank(1, 2)), called(rank(1, 1))
    return None


def _kept_low(cards: Sequence[Card]) -> int:
    """The better of the two cards that go low when the straight stays whole; at their best."""
    lows = [
        [card for n, card in enumerate(cards) if n not in kept]
        for kept in combinations(range(FULL), HIGH)
        if RANKING.hand([cards[n] for n in kept]) is Hand.STRAIGHT
    ]
    return (max(RANKING.best(low) for low in lows) >> PLACES[0] & 15) - 2
