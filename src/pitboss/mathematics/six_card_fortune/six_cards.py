"""Every six cards, however they may be set, against every six that can lie on the same table, set by the house way of
670a.11(d).

A million leaders (see ``suits``) stand for the twenty-three million hands. Hands are compared in two numbers, the high
hand's and the low card's, so that one order is not enough: leaders are taken from the lowest high hand up, and for every
class of sets of cards is recorded how many hands so far contain such a set, by their low card.
"""

from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import DECK_WITH_JOKER, JOKER, SUITS, rank
from pitboss.families.poker_ranks import ACE, CLASS_AT, HEIGHT, RANKS, Ranking, Tables, places
from pitboss.mathematics.kit.compiled import borrowing, njit
from pitboss.mathematics.kit.poker import START, Numbers, value_of
from pitboss.mathematics.kit.suits import (
    BINOMIAL,
    EXCHANGES,
    JOKER_AT,
    MANY,
    MOST,
    SIZES,
    Classes,
    classes,
    leader,
    sets_of,
)

SIX = MOST
LANES = 16  # low cards 2 to ace, in a row of memory of their own
LOWS = np.array([(ACE if card == JOKER else HEIGHT[rank(card)]) - 2 for card in DECK_WITH_JOKER], np.int64)
LAID, DOUBLE = 7, 8  # how a hand is played: the place of the card laid low, and a bit where it is doubled
PLACE = places((1,))  # one rank, in the number of a low hand
EVERY = comb(MANY, SIX)  # 22,957,480
MARGIN = EVERY // 8  # looked at without it, the best setting of no hand was farther behind than a tenth
PARTS = (1 << SIX) - 1  # sets of a hand's cards, itself not among them
Bytes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class LeaderHands(NamedTuple):
    """Every leader, ascending card numbers to a row, and how the house sets it.

    ``weight`` is how many hands it represents; ``high`` counts up the different high hands from the lowest; ``low`` is
    the low card from the 2 up; ``joker`` tells that it is the joker.
    """

    cards: Bytes
    weight: Ints
    high: Shorts
    low: Bytes
    joker: Bytes


class LeaderSettings(NamedTuple):
    """The settings of every leader that are worth a thought: lawful, no other as good in both hands, and none better by
    more than ``MARGIN`` before it is known which cards are gone.

    Those of a leader stand together, from ``first`` of its row on. ``laid`` is which of its cards goes low; ``high``
    counts as it does in ``Hands``; ``low`` is the card a player lays low, from the 2 up, the joker above the ace.
    """

    first: Ints
    laid: Bytes
    high: Shorts
    low: Bytes


class Fights(NamedTuple):
    """For each setting how many rivals, set by the house, fare how against it.

    ``wins`` and ``loses`` are the setting's own; ``wins_played`` and ``loses_played`` those against rivals whose high
    hand reaches the one named.
    """

    wins: Ints
    loses: Ints
    wins_played: Ints
    loses_played: Ints


# --- leaders


def every_leader() -> tuple[Bytes, Ints]:
    """All of them, and how many hands each represents: what is held of the suits, the greatest mask of ranks first."""
    of_size = [
        np.array([sum(1 << n for n in held) for held in combinations(range(RANKS), size)]) for size in range(SIX + 1)
    ]
    cards, weight = np.empty((EVERY // 12, SIX), np.uint8), np.empty(EVERY // 12, np.int64)
    found = 0
    for jokers in (0, 1):
        for sizes in product(range(SIX + 1), repeat=len(SUITS)):
            if sum(sizes) + jokers == SIX:
                first, second, third, fourth = (of_size[size] for size in sizes)
                found = _lead(first, second, third, fourth, jokers, cards, weight, found)
    return cards[:found], weight[:found]


@njit
def _lead(firsts: Ints, seconds: Ints, thirds: Ints, fourths: Ints, jokers: int, cards: Bytes, weight: Ints,
    row: int) -> Any:  # fmt: skip
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
                                for n in range(SIX):
                                    cards[row, n] = hand[n]
                                row += 1
    return row


def hand_places(hands: LeaderHands) -> Ints:
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


def _orders(ranking: Ranking) -> Shorts:
    """For the number of each hand of five its place among them."""
    found = high_hands(ranking)
    orders = np.zeros(int(found[-1]) + 1, np.int16)
    orders[found] = np.arange(len(found))
    return orders


@cache
def set_hands(ranking: Ranking, category: tuple[int, ...]) -> LeaderHands:
    """All leaders. ``category`` ranks the classes of high hand as the house way does."""
    cards, weight = every_leader()
    many = len(cards)
    hands = LeaderHands(cards, weight, np.empty(many, np.int16), np.empty(many, np.uint8), np.empty(many, np.uint8))
    _set_all(ranking.tables(SIX - 1), np.array(category), _orders(ranking), *hands)
    return hands


@njit
def _set_all(
    tables: Tables, category: Ints, orders: Shorts, cards: Bytes, weight: Ints, highs: Shorts, lows: Bytes,
    jokers: Bytes,
) -> None:  # fmt: skip
    for row in range(len(cards)):
        value, laid = house_way(tables, category, cards[row])
        highs[row], lows[row], jokers[row] = orders[value], LOWS[laid], laid == JOKER_AT


@borrowing
def house_way(tables: Tables, category: Ints, six: Any) -> Any:
    """The number of the high hand, and the card laid low: best class, then best low card, then best high hand."""
    words, lanes, low, middle, high, values, suited, _, _ = tables
    word, lane = START, np.uint64(0)
    for n in range(SIX):
        word += words[six[n]]
        lane += lanes[six[n]]
    best, best_value, best_card = np.int64(-1), np.int32(0), 0
    for n in range(SIX):
        card = six[n]
        value = value_of(low, middle, high, values, suited, word - words[card], lane - lanes[card])
        if value < (LOWS[card] + 2) * PLACE:
            continue  # foul
        merit = ((category[value >> CLASS_AT] << 4 | LOWS[card]) << 24 | value) << 1 | (card == JOKER_AT)
        if merit > best:
            best, best_value, best_card = merit, value, card
    return best_value, best_card


# --- as they might be set


def near_settings(ranking: Ranking, hands: LeaderHands, played: int) -> LeaderSettings:
    """Of all leaders, with the house's own; ``played`` as in ``fights``."""
    cards, most = hands.cards, len(hands.cards) * SIX
    first, laid = np.zeros(len(cards) + 1, np.int64), np.empty(most, np.uint8)
    highs, lows = np.empty(most, np.int16), np.empty(most, np.uint8)
    worth = np.stack([_worths(hands, played, doubled=doubled) for doubled in (False, True)])
    _lay_all(ranking.tables(SIX - 1), _orders(ranking), worth, hands, first, laid, highs, lows)
    found = first[-1]
    return LeaderSettings(first, laid[:found].copy(), highs[:found].copy(), lows[:found].copy())


def _worths(hands: LeaderHands, played: int, *, doubled: bool) -> Ints:
    """What each high hand with each low card is worth against all hands as the house sets them, no card being gone;
    ``doubled``: and what doubling adds where that is something."""
    grid = np.zeros((hands.high.max() + 2, RANKS + 2), np.int64)  # [n, m]: below high hand n and low card m
    np.add.at(grid, (hands.high.astype(np.int64) + 1, hands.low.astype(np.int64) + 1), hands.weight)
    grid = grid.cumsum(axis=0).cumsum(axis=1)
    below, every = grid[:-1], grid[-1]
    unplayed = np.where(np.arange(len(below))[:, None] < played, below, grid[played])
    plain, added = (_gain(below, every, some) for some in (np.zeros_like(below), unplayed))
    return np.where(doubled & (added > 0), plain + added, plain)


def _gain(below: Ints, every: Ints, unplayed: Ints) -> Ints:
    """Rivals that lose in both hands less those that win, of such as count."""
    wins = below - unplayed
    loses = (every[-1] - every) - (below[:, -1:] - below)
    gain: Ints = wins - loses
    return gain


@njit
def _lay_all(
    tables: Tables, orders: Shorts, worth: Ints, hands: LeaderHands, first: Ints, laid: Bytes, highs: Shorts, lows: Bytes
) -> None:  # fmt: skip
    words, lanes, low, middle, high, values, suited, _, _ = tables
    mine, made, found = np.empty(SIX, np.int64), np.empty(SIX, np.int64), 0
    for row in range(len(hands.cards)):
        six, word, lane = hands.cards[row], START, np.uint64(0)
        for n in range(SIX):
            word += words[six[n]]
            lane += lanes[six[n]]
        best, doubled = np.int64(-EVERY), np.int64(-2 * EVERY)
        for n in range(SIX):
            card = six[n]
            mine[n] = RANKS if card == JOKER_AT else LOWS[card]
            value = value_of(low, middle, high, values, suited, word - words[card], lane - lanes[card])
            made[n] = -1
            if value >= (LOWS[card] + 2) * PLACE:  # else it is foul
                made[n] = orders[value]
                best, doubled = max(best, worth[0, made[n], mine[n]]), max(doubled, worth[1, made[n], mine[n]])
        for n in range(SIX):
            if made[n] < 0:
                continue
            out = worth[0, made[n], mine[n]] < best - MARGIN and worth[1, made[n], mine[n]] < doubled - MARGIN
            out &= made[n] != hands.high[row] or mine[n] != (RANKS if hands.joker[row] else hands.low[row])
            for m in range(SIX):
                as_good = made[m] >= made[n] and mine[m] >= mine[n]
                out |= as_good and (m < n or made[m] > made[n] or mine[m] > mine[n])
            if not out:
                laid[found], highs[found], lows[found] = n, made[n], mine[n]
                found += 1
        first[row + 1] = found


def as_the_house(hands: LeaderHands, ways: LeaderSettings) -> Bools:
    """Which of the settings are the house's own."""
    many = np.diff(ways.first)
    low = np.where(hands.joker > 0, RANKS, hands.low)
    found: Bools = (ways.high == np.repeat(hands.high, many)) & (ways.low == np.repeat(low, many))
    return found


# --- hands against hands


def fights(hands: LeaderHands, ways: LeaderSettings, played: int) -> Fights:
    """Every setting against all rivals; ``played`` is the least high hand that counts for the second pair of numbers."""
    rows = np.repeat(np.arange(len(hands.cards)), np.diff(ways.first))
    orders = np.argsort(hands.high, kind="stable"), np.argsort(ways.high, kind="stable")
    then = np.zeros((3, len(rows), 2), np.int64)
    _sweep(hands, ways, classes(), rows, *orders, played, then)
    below, unplayed, every = then  # its own high hand, ``played``, all: with a low card below its own, and the others
    own = ways.high < played  # all that it beats high is below what counts
    return Fights(
        wins=below[:, 0],
        loses=every[:, 1] - below[:, 1],
        wins_played=np.where(own, 0, below[:, 0] - unplayed[:, 0]),
        loses_played=every[:, 1] - np.where(own, unplayed[:, 1], below[:, 1]),
    )


@njit
def _sweep(
    hands: LeaderHands, ways: LeaderSettings, known: Classes, rows: Ints, dealt: Ints, asked: Ints, played: int, then: Ints
) -> None:  # fmt: skip
    """``dealt`` and ``asked`` are hands and settings from the lowest high hand up."""
    cards, weight, high, low, _ = hands
    of, alike = known
    counts = np.zeros((len(alike), LANES), np.int32)
    unplayed, sets, lanes = counts, np.empty(PARTS, np.int64), np.empty(LANES, np.int32)
    hand = way = 0
    for height in range(high[dealt[-1]] + 1):
        if height == played:
            unplayed = counts.copy()
        while way < len(asked) and ways.high[asked[way]] == height:
            at = asked[way]
            row = rows[at]
            sets_of(of, cards[row], sets)
            _apart(counts, sets, high[row] < height, low[row], lanes)
            _split(lanes, ways.low[at], then[0, at])
            way += 1
        while hand < len(dealt) and high[dealt[hand]] == height:
            row = dealt[hand]
            sets_of(of, cards[row], sets)
            for at in sets:
                counts[at, low[row]] += weight[row] * alike[at]
            hand += 1
    for row in range(len(cards)):
        sets_of(of, cards[row], sets)
        _apart(unplayed, sets, high[row] < played, low[row], lanes)
        for at in range(ways.first[row], ways.first[row + 1]):
            _split(lanes, ways.low[at], then[1, at])
        _apart(counts, sets, True, low[row], lanes)
        for at in range(ways.first[row], ways.first[row + 1]):
            _split(lanes, ways.low[at], then[2, at])


@njit
def _apart(counts: Numbers, sets: Ints, itself: bool, low: int, lanes: Numbers) -> None:
    """How many of the hands counted share no card with this one, by their low card.

    Counts are of all exchanges of suits, twenty-four for each hand. A hand that has been counted ``itself`` shares all
    six cards, and sets of six are not counted.
    """
    lanes[:] = 0
    for part in range(PARTS):
        row = counts[sets[part]]
        if SIZES[part] & 1:
            for lane in range(LANES):
                lanes[lane] -= row[lane]
        else:
            for lane in range(LANES):
                lanes[lane] += row[lane]
    if itself:
        lanes[low] += EXCHANGES


@njit
def _split(lanes: Numbers, low: int, out: Ints) -> None:
    """Those with a lower low card, and the others."""
    for lane in range(RANKS):
        out[0 if lane < low else 1] += lanes[lane] // EXCHANGES
