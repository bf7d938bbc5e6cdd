"""Every six cards, set by the house way of 670a.11(d), against every six that can lie on the same table.

A million leaders (see ``suits``) stand for the twenty-three million hands. Hands are compared in two numbers, the high
hand's and the low card's, so that one order is not enough: leaders are taken from the lowest high hand up, and for every
class of sets of cards is kept how many hands so far contain such a set, by their low card.
"""

from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.equipment.cards import DECK_WITH_JOKER, JOKER, SUITS, rank
from pitboss.exact.poker import START, Numbers, Part, Words, value_of
from pitboss.exact.suits import BINOMIAL, EXCHANGES, JOKER_AT, MANY, MOST, SIZES, Classes, classes, leader, sets_of
from pitboss.families.poker_ranks import ACE, CLASS_AT, HEIGHT, RANKS, Ranking, Tables, places

SIX = MOST
LANES = 16  # low cards 2 to ace, in a row of memory of their own
LOWS = np.array([(ACE if card == JOKER else HEIGHT[rank(card)]) - 2 for card in DECK_WITH_JOKER], np.int64)
PLACE = places((1,))  # one rank, in the number of a low hand
PARTS = (1 << SIX) - 1  # sets of a hand's cards, itself not among them
Bytes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]


class Hands(NamedTuple):
    """Every leader, ascending card numbers to a row, and how the house sets it.

    ``weight`` is how many hands it stands for; ``high`` counts up the different high hands from the lowest; ``low`` is
    the low card from the 2 up; ``joker`` tells that it is the joker.
    """

    cards: Bytes
    weight: Ints
    high: Shorts
    low: Bytes
    joker: Bytes


class Fights(NamedTuple):
    """For each leader how many rivals fare how against it.

    ``wins`` and ``loses`` are the leader's own; ``wins_played`` and ``loses_played`` those against rivals whose high
    hand reaches the one named.
    """

    wins: Ints
    loses: Ints
    wins_played: Ints
    loses_played: Ints


# --- leaders


def every_leader() -> tuple[Bytes, Ints]:
    """All of them, and how many hands each stands for: what is held of the suits, the greatest mask of ranks first."""
    of_size = [
        np.array([sum(1 << n for n in held) for held in combinations(range(RANKS), size)]) for size in range(SIX + 1)
    ]
    cards, weight = np.empty((comb(MANY, SIX) // 12, SIX), np.uint8), np.empty(comb(MANY, SIX) // 12, np.int64)
    found = 0
    for jokers in (0, 1):
        for sizes in product(range(SIX + 1), repeat=len(SUITS)):
            if sum(sizes) + jokers == SIX:
                first, second, third, fourth = (of_size[size] for size in sizes)
                found = _lead(first, second, third, fourth, jokers, cards, weight, found)
    return cards[:found], weight[:found]


@njit(cache=True, nogil=True)
def _lead(firsts: Ints, seconds: Ints, thirds: Ints, fourths: Ints, jokers: int, cards: Bytes, weight: Ints, row: int) -> Any:  # fmt: skip
    """The leaders with masks out of these for each suit, written from ``row`` on."""
    hand, again = np.empty(SIX, np.int64), np.empty(SIX, np.int64)
    for first in firsts:
        for second in seconds:
            if second <= first:
                for third in thirds:
                    if third <= second:
                        for fourth in fourths:
                            if fourth <= third:
                                at = 0
                                for suit, mask in enumerate((first, second, third, fourth)):
                                    for of in range(RANKS):
                                        if mask >> of & 1:
                                            hand[at] = RANKS * suit + of
                                            at += 1
                                if jokers:
                                    hand[at] = JOKER_AT
                                weight[row] = leader(hand, again)
                                cards[row] = hand
                                row += 1
    return row


def hand_places(hands: Hands) -> Ints:
    """The place of each leader."""
    found = np.zeros(len(hands.cards), np.int64)
    for n in range(SIX):
        found += BINOMIAL[hands.cards[:, n], n + 1]
    return found


# --- as the house sets them


def high_hands(ranking: Ranking) -> Numbers:
    """The numbers of all different hands of five, ascending."""
    tables = ranking.tables(SIX - 1)
    return np.unique(np.concatenate((tables.values, tables.suited)))


@cache
def set_hands(ranking: Ranking, category: tuple[int, ...]) -> Hands:
    """All leaders. ``category`` ranks the classes of high hand as the house way does."""
    found = high_hands(ranking)
    orders = np.zeros(int(found[-1]) + 1, np.int16)
    orders[found] = np.arange(len(found))
    cards, weight = every_leader()
    many = len(cards)
    hands = Hands(cards, weight, np.empty(many, np.int16), np.empty(many, np.uint8), np.empty(many, np.uint8))
    _set_all(ranking.tables(SIX - 1), np.array(category), orders, *hands)
    return hands


@njit(cache=True, nogil=True)
def _set_all(
    tables: Tables, category: Ints, orders: Shorts, cards: Bytes, weight: Ints, highs: Shorts, lows: Bytes, jokers: Bytes
) -> None:  # fmt: skip
    words, lanes, low, high, values, suited, _, _ = tables
    for row in range(len(cards)):
        value, laid = house_way(words, lanes, low, high, values, suited, category, cards[row])
        highs[row], lows[row], jokers[row] = orders[value], LOWS[laid], laid == JOKER_AT


@njit(cache=True, nogil=True)
def house_way(
    words: Words, lanes: Words, low: Part, high: Part, values: Numbers, suited: Numbers, category: Ints, six: Any
) -> Any:  # fmt: skip
    """The number of the high hand, and the card laid low: best class, then best low card, then best high hand."""
    word, lane = START, np.uint64(0)
    for n in range(SIX):
        word += words[six[n]]
        lane += lanes[six[n]]
    best, best_value, best_card = np.int64(-1), np.int32(0), 0
    for n in range(SIX):
        card = six[n]
        value = value_of(low, high, values, suited, word - words[card], lane - lanes[card])
        if value < (LOWS[card] + 2) * PLACE:
            continue  # foul
        merit = ((category[value >> CLASS_AT] << 4 | LOWS[card]) << 24 | value) << 1 | (card == JOKER_AT)
        if merit > best:
            best, best_value, best_card = merit, value, card
    return best_value, best_card


# --- hands against hands


def fights(hands: Hands, played: int) -> Fights:
    """Every leader against all its rivals; ``played`` is the least high hand that counts for the second pair of numbers."""
    order = np.argsort(hands.high, kind="stable")
    then = np.zeros((3, len(order), 2), np.int64)
    _sweep(hands, classes(), order, played, then)
    below, unplayed, every = then  # its own high hand, ``played``, all: with a low card below its own, and the others
    own = hands.high < played  # all that it beats high is below what counts
    return Fights(
        wins=below[:, 0],
        loses=every[:, 1] - below[:, 1],
        wins_played=np.where(own, 0, below[:, 0] - unplayed[:, 0]),
        loses_played=every[:, 1] - np.where(own, unplayed[:, 1], below[:, 1]),
    )


@njit(cache=True, nogil=True)
def _sweep(hands: Hands, known: Classes, order: Ints, played: int, then: Ints) -> None:
    cards, weight, high, low, joker = hands
    of, alike = known
    counts = np.zeros((len(alike), LANES), np.int32)
    unplayed, seen = counts, False
    sets = np.empty((_longest(high[order]), PARTS), np.int64)
    first = 0
    while first < len(order):
        if not seen and high[order[first]] >= played:
            unplayed, seen = counts.copy(), True
        end = first
        while end < len(order) and high[order[end]] == high[order[first]]:
            row = order[end]
            sets_of(of, cards[row], sets[end - first])
            _apart(counts, sets[end - first], 0, low[row], joker[row], then[0, row])
            end += 1
        for n in range(first, end):
            for at in sets[n - first]:
                counts[at, low[order[n]]] += weight[order[n]] * alike[at]
        first = end
    for row in range(len(order)):  # itself shares all six of its cards, where it is among those counted
        sets_of(of, cards[row], sets[0])
        _apart(unplayed, sets[0], EXCHANGES * (high[row] < played), low[row], joker[row], then[1, row])
        _apart(counts, sets[0], EXCHANGES, low[row], joker[row], then[2, row])


@njit(cache=True, nogil=True)
def _longest(ordered: Shorts) -> Any:
    """How many hands have the commonest high hand."""
    most = run = 0
    for n in range(len(ordered)):
        run = run + 1 if n and ordered[n] == ordered[n - 1] else 1
        most = max(most, run)
    return most


@njit(cache=True, nogil=True)
def _apart(counts: Numbers, sets: Ints, own: int, low: int, joker: int, out: Ints) -> None:
    """How many of the hands counted share no card with this one: those with a lower low card, and the others.

    Counts are of all exchanges of suits, twenty-four for each hand. ``own`` is what the hand itself has to be counted.
    """
    total = np.zeros(LANES, np.int32)
    for part in range(PARTS):
        row = counts[sets[part]]
        if SIZES[part] & 1:
            for lane in range(LANES):
                total[lane] -= row[lane]
        else:
            for lane in range(LANES):
                total[lane] += row[lane]
    total[low] += own
    mine = RANKS if joker else low  # a player's joker is above the ace
    for lane in range(RANKS):
        out[0 if lane < mine else 1] += total[lane] // EXCHANGES
