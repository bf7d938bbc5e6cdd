"""Pai Gow: of each way to make two hands, the points of the high hand and of the low hand."""

from pitboss.chapters.ch621a_pai_gow.hands import PAIRS, Two, called, low_hands, pair_rank, points, set_hands
from pitboss.equipment.tiles import RANKED
from pitboss.mathematics.kit.chart_cells import Cell, Hands, own_hand
from pitboss.procedure import Election

PAIRED, HIGH_HAND, LOW_HAND = "Pairs, Wongs and Gongs", "High hand", "Low hand"
HIGH, LOW = "high", "low"
TILES = 4


def cells(election: Election, hands: Hands) -> tuple[Cell, ...]:
    tiles = own_hand(election, hands)
    if election.kind != "low hand" or len(tiles) != TILES:
        return ()
    found: list[Cell] = []
    for low in low_hands(tiles):
        made = set_hands(tiles, low)
        if not made.crossed:
            found += [_cell(made.high, HIGH_HAND, HIGH), _cell(made.low, LOW_HAND, LOW)]
    return tuple(dict.fromkeys(found))


def _cell(two: Two, title: str, column: str) -> Cell:
    place = pair_rank(two)
    if place:
        return PAIRED, pair_head(place), column
    value, better = points(two)
    return title, str(value), RANKED[better - 1][0]


def pair_head(place: int) -> str:
    """The row of a pair by its rank; of a Wong or Gong, with the tile that tells it from the other."""
    _, twos = PAIRS[place - 1]
    two = twos[0]
    return called(two) + (f" with {two[0]}" if len(twos) > 1 else "")
