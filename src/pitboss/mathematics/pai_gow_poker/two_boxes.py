"""Pai Gow Poker: two players against the same hand of the dealer, and what seven cards make for the optional wagers."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from pitboss.chapters.ch645a_pai_gow_poker.hands import RANKING
from pitboss.families.poker_ranks import CLASS_AT, PLACES, Hand, Tables
from pitboss.mathematics.kit.boxes import coded
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.house_ways import SEVEN, Ints, Pieces, Ways, pieces, set_seven, ways, word_of
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.poker import lines_of, value_of
from pitboss.mathematics.pai_gow_poker.best_play import best
from pitboss.mathematics.pai_gow_poker.best_settings import NO_BEST, Best, set_best

CARDS = len(RANKING.deck)
HIGH_CARD = RANKING.order.index(Hand.HIGH_CARD)
ABOVE, HIGH, LINES = 2, 4, 8  # where the second box, the high card and the lines begin in the code of a round


class PaiGowHands(NamedTuple):
    """How seven cards rank, and how both sides set them: with ``NO_BEST`` the player, too, sets the house way."""

    pieces: Pieces
    tables: Tables
    way: Ways
    best: Best


@njit
def made_of(tables: Tables, cards: Ints, first: int, word: np.uint64) -> Any:
    """The lines that seven cards hold, as bits; and the rank of their highest card where they make nothing, else 0."""
    _, lanes, low, middle, high, values, suited, lines, suited_lines = tables
    lane = np.uint64(0)
    for n in range(first, first + SEVEN):
        lane += lanes[cards[n]]
    value = value_of(low, middle, high, values, suited, word, lane)
    held = lines_of(low, middle, high, lines, suited_lines, word, lane)
    return held, value >> PLACES[0] & 15 if value >> CLASS_AT == HIGH_CARD else 0


@njit
def hands_above(hands: PaiGowHands, cards: Ints, first: int, word: np.uint64, dealers: tuple[int, int]) -> Any:
    """How many of the dealer's hands a player's are above."""
    p, _, way, best = hands
    mine = set_best(p, best, cards, first, word) if len(best.highs) else set_seven(p, way, cards, first, word)
    return (mine[0] > dealers[0]) + (mine[1] > dealers[1])


@njit
def play_boxes(hands: PaiGowHands, seed: int, block: int, out: Ints) -> None:
    """Three hands of seven: the dealer's and two players'. Of both how many hands are above, of the first what it makes."""
    state, deck, p = stream(seed, block), np.arange(CARDS), hands.pieces
    for n in range(len(out)):
        deal(state, deck, 0, 3 * SEVEN)
        dealers = set_seven(p, hands.way, deck, 0, word_of(p.words, deck, 0))
        one, two = word_of(p.words, deck, SEVEN), word_of(p.words, deck, 2 * SEVEN)
        held, highest = made_of(hands.tables, deck, SEVEN, one)
        out[n] = hands_above(hands, deck, SEVEN, one, dealers)
        out[n] |= hands_above(hands, deck, 2 * SEVEN, two, dealers) << ABOVE
        out[n] |= np.int64(highest) << HIGH | np.int64(held) << LINES


@disk_cached
def two_boxes(name: str, set_well: int) -> list[int]:
    """Rounds by their codes; the players set the house way, or as well as can be."""
    way = name
    hands = PaiGowHands(pieces(), RANKING.tables(SEVEN), ways(way), best(way) if set_well else NO_BEST)
    return coded(partial(play_boxes, hands))
