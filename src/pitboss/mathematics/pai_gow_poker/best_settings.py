"""The best way to set seven cards against hands that a house way sets: what two hands are worth, from all 154 million
hands the dealer may have.

Hands without a flush go by their ranks alone, some 67,000 sets of them; those with one are set one by one, in one suit
for all four. That gives how many of the dealer's hands are below and above any two hands, with all cards in the deck,
and as many with one card of any rank gone. Each of a player's seven cards is a card gone: what that does to the worth
of two hands is added up over the seven. Which suits are gone, and how the seven work together, is left out; it decides
between settings that are worth nearly the same, and ``soak.settings`` tells what that loses.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import JOKER, rank
from pitboss.families.house_ways import RANKING
from pitboss.families.poker_ranks import LADDER, RANKS
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.every_hand import Hands, flush_hands, plain_hands, rank_counts
from pitboss.mathematics.kit.house_ways import (
    NUMBER,
    SETTINGS,
    SEVEN,
    Ints,
    Pieces,
    Ways,
    every_setting,
    pieces,
    place_of_seven,
    set_seven,
    ways,
    word_of,
)
from pitboss.mathematics.kit.poker import FLUSHES, Numbers

JOKER_AT = NUMBER[JOKER]
CARDS, FLUSH = len(NUMBER), 5
RANK_OF = np.array([RANKS if card == JOKER else LADDER.index(rank(card)) for card in RANKING.deck])
LOST = 100  # what a wager loses, in the unit in which ``won`` is what it wins
EVERY = comb(CARDS, SEVEN)


class Field(NamedTuple):
    """The dealer's hands: the numbers of all high and all low hands, ascending, and for each two of them how many hands
    are set so. ``held`` counts the cards of each rank, and the joker, in these hands."""

    highs: Numbers
    lows: Numbers
    hands: Ints
    held: Ints


class Best(NamedTuple):
    """The best way as arrays. ``highs`` and ``lows`` are by the place of a set of ranks, as in ``Ways``, for hands without
    a flush. ``scores`` is what a high and a low hand are worth, by how many of the dealer's ``steps`` they are above,
    with one card of a rank gone; added up over seven cards it is ``SCALE`` times the hundredth of a wager."""

    highs: Numbers
    lows: Numbers
    high_steps: Numbers
    low_steps: Numbers
    scores: Ints


_NONE = np.zeros(0, np.int32)
NO_BEST = Best(_NONE, _NONE, _NONE, _NONE, np.zeros((0, 0, 0), np.int64))

# --- the dealer's hands


@cache
def field(name: str) -> Field:
    """All hands, as this house way sets them."""
    way = ways(name)
    counts, many = rank_counts()
    rows, highs, lows = flushes(name)
    weights = np.concatenate((many - 4 * np.bincount(rows, minlength=len(many)), np.full(len(highs), 4)))
    rows = np.concatenate((np.arange(len(many)), rows))
    highs, high_at = np.unique(np.concatenate((way.highs, highs)), return_inverse=True)
    lows, low_at = np.unique(np.concatenate((way.lows, lows)), return_inverse=True)
    places, size = high_at * len(lows) + low_at, len(highs) * len(lows)
    held = [np.bincount(places, weights * counts[rows, of], size) for of in range(RANKS + 1)]
    hands, *held = (
        found.astype(np.int64).reshape(len(highs), -1) for found in (np.bincount(places, weights, size), *held)
    )
    return Field(highs, lows, hands, np.stack(held))


@cache
def flushes(name: str) -> tuple[Ints, Numbers, Numbers]:
    """Of each of these hands the place of its set of ranks, and both hands as a house way sets them."""
    found = lay(flush_hands(), name, NO_BEST)
    return found[:, ROW], found[:, HIGH].astype(np.int32), found[:, LOW].astype(np.int32)


# --- what two hands are worth

SCALE = 4 * SEVEN * (CARDS - SEVEN) * EVERY  # of a sum of scores, for a hundredth of the wager


def scores(f: Field, won: int, lost: int = LOST) -> Ints:
    """As in ``Best``. Of a hand's worth with one card gone, less what it is with none, seven are added up: with all
    numbers of hands over one denominator, and the four suits of a rank alike, only whole numbers are left."""
    gone, left = SEVEN * CARDS, (SEVEN - 1) * (CARDS - SEVEN)
    plain = _worths(f.hands, won, lost)
    return np.stack(
        [gone * (4 * plain - _each(of) * _worths(held, won, lost)) - 4 * left * plain for of, held in enumerate(f.held)]
    )


def _each(of: int) -> int:
    """Hands that hold a given card of a rank are a quarter of all such cards in hands; there is but one joker."""
    return 4 if of == RANKS else 1


def _worths(hands: Ints, won: int, lost: int) -> Ints:
    """For each number of high and of low hands that two hands are above: ``won`` for hands below both, less ``lost`` for
    hands below neither."""
    grid = np.zeros(np.add(hands.shape, 1), np.int64)
    grid[1:, 1:] = hands.cumsum(axis=0).cumsum(axis=1)
    above = grid[-1, -1] - grid[-1] - grid[:, -1:] + grid
    worth: Ints = won * grid - lost * above
    return worth


# --- the best setting


@cache
def best_way(name: str, won: int) -> Best:
    """Against hands set by this house way, for a wager that wins so many hundredths."""
    f = field(name)
    highs, lows = np.array(_tabulated(name, won), np.int32).reshape(2, -1)
    return Best(highs, lows, f.highs, f.lows, scores(f, won))


@cache
def best_with_copies(name: str, won: int, lost: int) -> Best:
    """The same for a bank or the house, whose copies are: two hands are above what they equal."""
    f = field(name)
    return Best(_NONE, _NONE, f.highs - 1, f.lows - 1, scores(f, won, lost))


@disk_cached
def _tabulated(name: str, won: int) -> list[int]:
    """Both hands of every set of ranks without a flush."""
    f, hands = field(name), plain_hands()
    found = lay(hands, name, Best(_NONE, _NONE, f.highs, f.lows, scores(f, won)))
    return [int(number) for numbers in found[:, [BEST_HIGH, BEST_LOW]].T for number in numbers]


@njit
def set_best(p: Pieces, best: Best, cards: Ints, first: int, word: np.uint64) -> Any:
    """The numbers of both hands of the best setting of the seven cards from ``first`` on; ``word`` is the sum of theirs."""
    if word & FLUSHES or not len(best.highs):
        return search(p, best, cards, first)
    row = place_of_seven(p, word)
    return best.highs[row], best.lows[row]


@njit
def search(p: Pieces, best: Best, cards: Ints, first: int) -> Any:
    """Of all settings the one with the highest score, and of two the one with the better low hand."""
    highs, lows = np.empty(SETTINGS + 1, np.int64), np.empty(SETTINGS + 1, np.int64)
    many = every_setting(p, cards, first, highs, lows)
    taken, most = -1, np.int64(0)
    for n in range(many):
        better = False
        for m in range(many):  # none is looked at that another is above in one hand and below in none
            better |= (
                highs[m] >= highs[n] and lows[m] >= lows[n] and (highs[m] > highs[n] or lows[m] > lows[n] or m < n)
            )
        if better:
            continue
        worth = score(best, cards, first, highs[n], lows[n])
        if taken < 0 or worth > most or (worth == most and lows[n] > lows[taken]):
            taken, most = n, worth
    return np.int32(highs[taken]), np.int32(lows[taken])


@njit
def score(best: Best, cards: Ints, first: int, high: int, low: int) -> Any:
    """What two hands are worth to one who holds these seven cards."""
    at, to, total = _steps(best.high_steps, high), _steps(best.low_steps, low), np.int64(0)
    for n in range(first, first + SEVEN):
        total += best.scores[RANK_OF[cards[n]], at, to]
    return total


@njit
def _steps(steps: Numbers, value: int) -> int:
    """How many of these, ascending, the value is above."""
    least, most = 0, len(steps)
    while least < most:
        middle = (least + most) // 2
        if steps[middle] < value:
            least = middle + 1
        else:
            most = middle
    return least


# --- many hands

ROW, HIGH, LOW, BEST_HIGH, BEST_LOW, GAINED = range(6)  # columns


def lay(hands: Hands, name: str, best: Best) -> Ints:
    """Of each hand the place of its set of ranks, both hands as a house way and as the best way set them, and by how much
    the score of these is the higher; with ``NO_BEST`` nothing is known of these."""
    out = np.zeros((len(hands), GAINED + 1), np.int64)
    _lay_all(pieces(), ways(name), best, hands, out)
    return out


@njit
def _lay_all(p: Pieces, way: Ways, best: Best, hands: Hands, out: Ints) -> None:
    cards = np.empty(SEVEN, np.int64)
    for n in range(len(hands)):
        for k in range(SEVEN):
            cards[k] = hands[n, k]
        word = word_of(p.words, cards, 0)
        high, low = set_seven(p, way, cards, 0, word)
        out[n, ROW], out[n, HIGH], out[n, LOW] = place_of_seven(p, word), high, low
        if len(best.scores):
            best_high, best_low = set_best(p, best, cards, 0, word)
            out[n, BEST_HIGH], out[n, BEST_LOW] = best_high, best_low
            if best_high != high or best_low != low:
                out[n, GAINED] = score(best, cards, 0, best_high, best_low) - score(best, cards, 0, high, low)


# --- how it differs from the house way

SOME = 17  # of the hands with a flush one in so many is looked at, and represents the others


class HouseAndBest(NamedTuple):
    """Hands, the place of their sets of ranks, how many each represents, and how the house and the best way set them:
    high, low, high, low. ``cost`` is what the house way loses by it, in wagers, about."""

    hands: Hands
    rows: Ints
    many: Ints
    settings: Ints
    cost: NDArray[np.float64]


@cache
def house_and_best(name: str, won: int) -> HouseAndBest:
    """Every set of ranks without a flush, and some hands with one."""
    rows = flushes(name)[0]
    many = rank_counts()[1] - 4 * np.bincount(rows, minlength=len(plain_hands()))
    (plain,) = many.nonzero()
    hands = np.concatenate((plain_hands()[plain], flush_hands()[::SOME]))
    rows = np.concatenate((plain, rows[::SOME]))
    many = np.concatenate((many[plain], np.full(len(hands) - len(plain), 4 * SOME)))
    found = lay(hands, name, best_way(name, won))
    return HouseAndBest(hands, rows, many, found[:, HIGH : BEST_LOW + 1], found[:, GAINED] / (SCALE * LOST))
