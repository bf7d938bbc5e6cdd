"""Every six cards, set by the house way of 670a.11(d), against every six that can lie on the same table.

Hands are compared in two numbers, the high hand's and the low card's, so that one order is not enough. Hands are
taken from the lowest high hand up; for every set of one to five cards is kept how many hands so far contain it, by
their low card. Of the hands so far those that share no card with a given one are all of them, less those that contain
one of its cards, plus those that contain two, and so on. Hands that differ by an exchange of suits fare alike: one of
them, the ``leader``, is asked for all.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.equipment.cards import DECK_WITH_JOKER, JOKER, rank
from pitboss.exact.poker import START, Numbers, Part, Words, value_of
from pitboss.families.poker_ranks import ACE, CLASS_AT, HEIGHT, RANKS, Ranking, places

SIX, MANY = 6, len(DECK_WITH_JOKER)
JOKER_AT = DECK_WITH_JOKER.index(JOKER)
LANES = 16  # low cards 2 to ace, in a row of memory of their own
LOWS = np.array([(ACE if card == JOKER else HEIGHT[rank(card)]) - 2 for card in DECK_WITH_JOKER], np.int64)
PLACE = places((1,))  # one rank, in the number of a low hand
BINOMIAL = np.array([[comb(n, k) for k in range(SIX + 1)] for n in range(MANY + 1)], np.int64)
Bytes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]


class Hands(NamedTuple):
    """Every six cards by their place (ascending card numbers, see ``place``), as the house sets them.

    ``high`` counts up the different high hands from the lowest; ``low`` is the low card from the 2 up; ``joker``
    tells that it is the joker.
    """

    cards: Bytes
    high: Shorts
    low: Bytes
    joker: Bytes


class Fights(NamedTuple):
    """For each leader: its place, how many hands it stands for, and how many rivals fare how against it.

    ``wins`` and ``loses`` are the leader's own; ``wins_played`` and ``loses_played`` those against rivals whose high
    hand reaches the one named.
    """

    at: Ints
    weight: Ints
    wins: Ints
    loses: Ints
    wins_played: Ints
    loses_played: Ints
    rivals: int


@njit(cache=True, nogil=True)
def place(cards: Any) -> Any:
    """The place of six ascending card numbers among all."""
    at = 0
    for n in range(SIX):
        at += BINOMIAL[cards[n], n + 1]
    return at


@njit(cache=True, nogil=True)
def leader(cards: Any, out: Ints) -> Any:
    """The hand that stands for these cards: suits in the order of what is held of them. Returns how many it stands for."""
    masks = np.zeros(4, np.int64)
    joker = False
    for n in range(SIX):
        if cards[n] == JOKER_AT:
            joker = True
        else:
            masks[cards[n] // RANKS] |= 1 << (cards[n] % RANKS)
    for suit in range(1, 4):  # by insertion, the greatest first
        at = suit
        while at and masks[at - 1] < masks[at]:
            masks[at - 1], masks[at] = masks[at], masks[at - 1]
            at -= 1
    at = 0
    for suit in range(4):
        for of in range(RANKS):
            if masks[suit] >> of & 1:
                out[at] = RANKS * suit + of
                at += 1
    if joker:
        out[at] = JOKER_AT
    alike, run = 24, 1
    for suit in range(1, 4):
        run = run + 1 if masks[suit] == masks[suit - 1] else 1
        alike //= run
    return alike


def high_hands(ranking: Ranking) -> Numbers:
    """The numbers of all different hands of five, ascending."""
    tables = ranking.tables(SIX - 1)
    return np.unique(np.concatenate((tables.values, tables.suited)))


@cache
def set_hands(ranking: Ranking, category: tuple[int, ...]) -> Hands:
    """All of them. ``category`` ranks the classes of high hand as the house way does."""
    tables, found = ranking.tables(SIX - 1), high_hands(ranking)
    orders = np.zeros(int(found[-1]) + 1, np.int16)
    orders[found] = np.arange(len(found))
    many = comb(MANY, SIX)
    hands = Hands(
        np.empty((many, SIX), np.uint8), np.empty(many, np.int16), np.empty(many, np.uint8), np.empty(many, np.uint8)
    )
    words, lanes, low, high, values, suited, _, _ = tables
    _set_all(words, lanes, low, high, values, suited, np.array(category), orders, *hands)
    return hands


@njit(cache=True, nogil=True)
def _set_all(
    words: Words, lanes: Words, low: Part, high: Part, values: Numbers, suited: Numbers, category: Ints, orders: Shorts,
    cards: Bytes, highs: Shorts, lows: Bytes, jokers: Bytes,
) -> None:  # fmt: skip
    six, row = np.zeros(SIX, np.int64), 0
    for f in range(MANY):
        for e in range(f):
            for d in range(e):
                for c in range(d):
                    for b in range(c):
                        for a in range(b):
                            six[0], six[1], six[2], six[3], six[4], six[5] = a, b, c, d, e, f
                            value, laid = house_way(words, lanes, low, high, values, suited, category, six)
                            for n in range(SIX):
                                cards[row, n] = six[n]
                            highs[row], lows[row], jokers[row] = orders[value], LOWS[laid], laid == JOKER_AT
                            row += 1


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


def fights(hands: Hands, played: int) -> Fights:
    """Every leader against all its rivals; ``played`` is the least high hand that counts for the second pair of numbers."""
    many = len(hands.high)
    at, weight = np.empty(many // 12, np.int64), np.empty(many // 12, np.int64)
    found = _leaders(hands.cards, at, weight)
    at, weight = at[:found], weight[:found]
    index = np.full(many, -1, np.int32)
    index[at] = np.arange(found)
    order = np.argsort(hands.high, kind="stable")
    then = np.zeros(
        (3, found, 2), np.int64
    )  # below its own high hand, below ``played``, of all: low below, low not below
    _sweep(hands.cards, hands.high, hands.low, hands.joker, order, index, at, played, then)
    below, unplayed, every = then
    own = hands.high[at] < played  # all that it beats high is below what counts
    return Fights(
        at, weight,
        wins=below[:, 0],
        loses=every[:, 1] - below[:, 1],
        wins_played=np.where(own, 0, below[:, 0] - unplayed[:, 0]),
        loses_played=every[:, 1] - np.where(own, unplayed[:, 1], below[:, 1]),
        rivals=comb(MANY - SIX, SIX),
    )  # fmt: skip


@njit(cache=True, nogil=True)
def _leaders(cards: Bytes, at: Ints, weight: Ints) -> Any:
    first, found = np.zeros(SIX, np.int64), 0
    for row in range(len(cards)):
        alike = leader(cards[row], first)
        same = True
        for n in range(SIX):
            same = same and first[n] == cards[row, n]
        if same:
            at[found], weight[found] = row, alike
            found += 1
    return found


@njit(cache=True, nogil=True)
def _sweep(
    cards: Bytes, high: Shorts, low: Bytes, joker: Bytes, order: Ints, index: Numbers, at: Ints, played: int, then: Ints
) -> None:  # fmt: skip
    none = np.zeros(LANES, np.int32)
    ones, twos = np.zeros((MANY, LANES), np.int32), np.zeros((BINOMIAL[MANY, 2], LANES), np.int32)
    threes, fours = np.zeros((BINOMIAL[MANY, 3], LANES), np.int32), np.zeros((BINOMIAL[MANY, 4], LANES), np.int32)
    fives = np.zeros((BINOMIAL[MANY, 5], LANES), np.int32)
    first, asked = 0, False
    while first < len(order):
        end = first
        if not asked and high[order[first]] >= played:
            asked = True
            for n in range(len(at)):
                added = high[at[n]] < played
                _apart(cards, low, joker, at[n], added, none, ones, twos, threes, fours, fives, then[1, n])
        while end < len(order) and high[order[end]] == high[order[first]]:
            end += 1
        for n in range(first, end):
            if index[order[n]] >= 0:
                _apart(
                    cards, low, joker, order[n], False, none, ones, twos, threes, fours, fives, then[0, index[order[n]]]
                )
        for n in range(first, end):
            _add(cards[order[n]], low[order[n]], none, ones, twos, threes, fours, fives)
        first = end
    for n in range(len(at)):
        _apart(cards, low, joker, at[n], True, none, ones, twos, threes, fours, fives, then[2, n])


@njit(cache=True, nogil=True)
def _apart(
    cards: Bytes, low: Bytes, joker: Bytes, row: int, added: bool,
    none: Numbers, ones: Numbers, twos: Numbers, threes: Numbers, fours: Numbers, fives: Numbers, out: Ints,
) -> None:  # fmt: skip
    """How many hands so far share no card with this one: those with a lower low card, and the others."""
    hand, total = cards[row], none.copy()
    for i in range(SIX):
        _take(total, -1, ones[hand[i]])
        for j in range(i + 1, SIX):
            two = BINOMIAL[hand[j], 2] + hand[i]
            _take(total, 1, twos[two])
            for k in range(j + 1, SIX):
                three = BINOMIAL[hand[k], 3] + two
                _take(total, -1, threes[three])
                for m in range(k + 1, SIX):
                    four = BINOMIAL[hand[m], 4] + three
                    _take(total, 1, fours[four])
                    for p in range(m + 1, SIX):
                        _take(total, -1, fives[BINOMIAL[hand[p], 5] + four])
    if added:
        total[low[row]] += 1  # itself shares all six
    mine = RANKS if joker[row] else low[row]  # a player's joker is above the ace
    for lane in range(RANKS):
        out[0 if lane < mine else 1] += total[lane]


@njit(cache=True, nogil=True)
def _take(total: Numbers, sign: int, counts: Numbers) -> None:
    for lane in range(LANES):
        total[lane] += np.int32(sign) * counts[lane]


@njit(cache=True, nogil=True)
def _add(
    hand: Bytes, lane: int, none: Numbers, ones: Numbers, twos: Numbers, threes: Numbers, fours: Numbers, fives: Numbers
) -> None:  # fmt: skip
    none[lane] += 1
    for i in range(SIX):
        ones[hand[i], lane] += 1
        for j in range(i + 1, SIX):
            two = BINOMIAL[hand[j], 2] + hand[i]
            twos[two, lane] += 1
            for k in range(j + 1, SIX):
                three = BINOMIAL[hand[k], 3] + two
                threes[three, lane] += 1
                for m in range(k + 1, SIX):
                    four = BINOMIAL[hand[m], 4] + three
                    fours[four, lane] += 1
                    for p in range(m + 1, SIX):
                        fives[BINOMIAL[hand[p], 5] + four, lane] += 1
