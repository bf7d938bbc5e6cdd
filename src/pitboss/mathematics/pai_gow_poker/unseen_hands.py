"""Every seven cards that may lie where a player cannot see, as a house way sets them: counted exactly in some
milliseconds, whatever cards are gone.

Hands without a flush are set by their ranks alone: of each of some 67,000 sets of ranks there are as many hands as the
cards that are left allow. Hands with a flush lie ready, those of one suit for all four; the ones that hold no card that
is gone are moved from where their ranks alone would put them to where the flush does.
"""

from collections.abc import Collection
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import JOKER, SUITS, Card
from pitboss.families.house_ways import Setting
from pitboss.families.poker_ranks import RANKS
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.every_hand import Hands, flush_hands, rank_counts
from pitboss.mathematics.kit.house_ways import (
    NUMBER,
    SEVEN,
    Ints,
    Pieces,
    Ways,
    pieces,
    place_of_seven,
    set_seven,
    ways,
    word_of,
)
from pitboss.mathematics.kit.poker import Numbers
from pitboss.mathematics.pai_gow_poker.best_settings import CARDS, RANK_OF

CHOOSE = np.array([[comb(left, many) for many in range(SEVEN + 1)] for left in range(5)], np.int64)
Masks = NDArray[np.uint64]


class Laid(NamedTuple):
    """All hands of one house way, by where they lie in a grid of the different ``highs`` and ``lows``, ascending.

    ``places`` goes by sets of ranks, of which ``counts`` has the cards of each rank and the joker. Of hands with a flush
    in the first suit ``masks`` has the cards as bits, ``rows`` the set of ranks, ``flushes`` the place.
    """

    highs: Numbers
    lows: Numbers
    counts: NDArray[np.uint8]
    places: Numbers
    masks: Masks
    rows: Numbers
    flushes: Numbers


@cache
def laid(name: str) -> Laid:
    way, (counts, _), hands = ways(name), rank_counts(), flush_hands()
    rows, flush_highs, flush_lows = (np.empty(len(hands), np.int32) for _ in range(3))
    _set_flushes(pieces(), way, hands, rows, flush_highs, flush_lows)
    highs, high_at = np.unique(np.concatenate((way.highs, flush_highs)), return_inverse=True)
    lows, low_at = np.unique(np.concatenate((way.lows, flush_lows)), return_inverse=True)
    places = (high_at * len(lows) + low_at).astype(np.int32)
    masks = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    plain = len(way.highs)
    return Laid(highs, lows, counts.astype(np.uint8), places[:plain].copy(), masks, rows, places[plain:].copy())


@njit
def _set_flushes(p: Pieces, way: Ways, hands: Hands, rows: Numbers, highs: Numbers, lows: Numbers) -> None:
    cards = np.empty(SEVEN, np.int64)
    for n in range(len(hands)):
        for k in range(SEVEN):
            cards[k] = hands[n, k]
        word = word_of(p.words, cards, 0)
        rows[n] = place_of_seven(p, word)
        highs[n], lows[n] = set_seven(p, way, cards, 0, word)


@njit
def _count(of: Laid, left: Ints, gone: Masks, grid: Ints) -> None:
    """``left``: cards of each rank, and jokers; ``gone``: the cards that are not, once for each suit of the flushes."""
    _, _, counts, places, masks, rows, flushes = of
    for row in range(len(counts)):
        many = np.int64(1)
        for rank in range(RANKS + 1):
            many *= CHOOSE[left[rank], counts[row, rank]]
        grid[places[row]] += many
    for mask in gone:
        for n in range(len(masks)):
            if not masks[n] & mask:
                grid[places[rows[n]]] -= 1
                grid[flushes[n]] += 1


class UnseenHands(NamedTuple):
    """How many of the hands that may lie unseen have a high hand and a low hand below those at each place: ``below[n, m]``
    of those that are below the nth of ``highs`` and the mth of ``lows``."""

    highs: Numbers
    lows: Numbers
    below: Ints

    @property
    def many(self) -> int:
        return int(self.below[-1, -1])

    def against(self, made: Setting, *, banks: bool = False) -> tuple[int, int, int]:
        """Of these hands, how many two hands win against, tie with and lose to; ``banks``: copies are theirs."""
        high = int(np.searchsorted(self.highs, made.high_value + banks))
        low = int(np.searchsorted(self.lows, made.low_value + banks))
        won, many = int(self.below[high, low]), self.many
        lost = many - int(self.below[high, -1]) - int(self.below[-1, low]) + won
        return won, many - won - lost, lost


def unseen(name: str, gone: Collection[Card]) -> UnseenHands:
    """The hands of seven of all cards but these, set by a house way."""
    of, numbers = laid(name), [NUMBER[card] for card in gone]
    left = np.array([len(SUITS)] * RANKS + [1])
    for number in numbers:
        left[RANK_OF[number]] -= 1
    masks = np.array(
        [sum(1 << _exchanged(number, suit) for number in numbers) for suit in range(len(SUITS))], np.uint64
    )
    grid = np.zeros(len(of.highs) * len(of.lows), np.int64)
    _count(of, left, masks, grid)
    below = np.zeros((len(of.highs) + 1, len(of.lows) + 1), np.int64)
    below[1:, 1:] = grid.reshape(len(of.highs), -1).cumsum(axis=0).cumsum(axis=1)
    assert below[-1, -1] == comb(CARDS - len(numbers), SEVEN), "hands are counted once each"
    return UnseenHands(of.highs, of.lows, below)


def _exchanged(number: int, suit: int) -> int:
    """The card that this one becomes when the first suit and another are exchanged."""
    if number == NUMBER[JOKER] or number // RANKS not in (0, suit):
        return number
    return number % RANKS + (suit if number < RANKS else 0) * RANKS
