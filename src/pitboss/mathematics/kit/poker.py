"""Poker hands counted by the million: the tables of ``families.poker_ranks`` in compiled code.

``census`` counts all hands of a deck by their class, ``line_census`` by the line a bonus wager would choose, and
``rank_hands`` ranks hands given as card numbers (the order of ``DECK_WITH_JOKER``).
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.families import poker_ranks as ranks
from pitboss.families.poker_ranks import BIT, HANDS, Hand, Ranking, Tables
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.compiled import njit

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Part = NDArray[np.uint32]
Half = NDArray[np.uint16]
Numbers = NDArray[np.int32]
LineSets = Mapping[tuple[Hand, ...], int]  # by the lines that a hand contains, how many hands do

# In compiled code a signed and an unsigned number make a float, so that everything below is unsigned.
LOW_MASK, MIDDLE_MASK, HIGH_MASK = np.uint64(ranks.LOW_MASK), np.uint64(ranks.MIDDLE_MASK), np.uint64(ranks.HIGH_MASK)
MIDDLE_AT, HIGH_AT = np.uint64(ranks.MIDDLE_AT), np.uint64(ranks.HIGH_AT)
START, FLUSHES, FLUSH = np.uint64(ranks.START), np.uint64(ranks.FLUSHES), np.uint64(8)
ONE_OF_EACH = np.uint64(ranks.FLUSHES >> 3)  # a card more of every suit
LANE, SUIT = np.uint64(0xFFFF), np.uint64((1 << ranks.RANKS) - 1)
RANK_MASK, LAST_TWO = np.uint64(ranks.RANK_MASK), 2
ACE_KING, KING_QUEEN = np.uint64(ranks.ACE_KING), np.uint64(ranks.KING_QUEEN)
SUIT_AT, CLASS_AT = ranks.SUIT_AT, ranks.CLASS_AT
ROYAL_BIT, ACE_KING_BIT, KING_QUEEN_BIT = (
    np.int32(BIT[hand]) for hand in (Hand.ROYAL_FLUSH, Hand.ROYAL_FLUSH_AND_ACE_KING, Hand.ROYAL_FLUSH_AND_KING_QUEEN)
)


# --- one hand, from the sums of its words and lanes. Kernels take a ``Tables`` apart once, outside their loop, or in a
# function that borrows it: else an array reached through the tuple at every turn costs more than the turn.


@njit
def place_of(low: Part, middle: Half, high: Half, word: np.uint64) -> Any:
    """Where a hand's ranks are in the tables."""
    return low[word & LOW_MASK] + middle[word >> MIDDLE_AT & MIDDLE_MASK] + high[word >> HIGH_AT & HIGH_MASK]


@njit
def value_of(
    low: Part, middle: Half, high: Half, values: Numbers, suited: Numbers, word: np.uint64, lanes: np.uint64
) -> Any:
    """The number of the hand, as ``Ranking.best`` gives it."""
    value = values[place_of(low, middle, high, word)]
    if word & FLUSHES:
        for n in range(4):
            if word >> np.uint64(SUIT_AT + 4 * n) & FLUSH:
                value = max(value, suited[lanes >> np.uint64(16 * n) & LANE])
    return value


@njit
def lines_of(
    low: Part, middle: Half, high: Half, lines: Numbers, suited: Numbers, word: np.uint64, lanes: np.uint64
) -> Any:
    """The classes the hand contains, as bits, as ``Ranking.lines`` gives them."""
    found = lines[place_of(low, middle, high, word)]
    if word & FLUSHES:
        for n in range(4):
            if word >> np.uint64(SUIT_AT + 4 * n) & FLUSH:
                found |= suited[lanes >> np.uint64(16 * n) & LANE]
        if found & ROYAL_BIT:
            found |= _royal_match(lanes)
    return found


@njit
def _royal_match(lanes: np.uint64) -> Any:
    for n in range(4):
        held = lanes >> np.uint64(16 * n) & SUIT
        if held == ACE_KING:
            return ACE_KING_BIT
        if held == KING_QUEEN:
            return KING_QUEEN_BIT
    return np.int32(0)


# --- all hands of a deck


@njit
def advance(cards: Ints, at: Ints, left: int, card_words: Words, card_lanes: Words, words: Words, lanes: Words) -> bool:
    """The next choice of all cards but the last ``left``, with its sums; False when there is none."""
    size, many = len(at), len(cards)
    place = size - 1
    while place >= 0 and at[place] == many - left - (size - place):
        place -= 1
    if place < 0:
        return False
    at[place] += 1
    for n in range(place, size):
        if n > place:
            at[n] = at[n - 1] + 1
        words[n + 1] = words[n] + card_words[cards[at[n]]]
        lanes[n + 1] = lanes[n] + card_lanes[cards[at[n]]]
    return True


@njit
def before_first(many: int, size: int, left: int) -> Any:
    """Where all cards but the last ``left`` are before the first choice, and room for their sums."""
    at = np.arange(many - size, many - left)
    at[0] = -1
    words, lanes = np.zeros(len(at) + 1, np.uint64), np.zeros(len(at) + 1, np.uint64)
    words[0] = START
    return at, words, lanes


@njit
def _counted(
    tables: Tables, found: Numbers, suited: Numbers, joined: bool, cards: Ints, size: int, counts: Ints
) -> None:
    """Count every hand by what ``found`` has of its ranks, and ``suited`` of a suit that makes a flush: the greater of them,
    or, ``joined``, the lines of both.

    Cards of a rank lie together. Where no last card can make a flush, those of a rank make the same of a hand, and are
    counted at once.
    """
    card_words, card_lanes, low, middle, high, _, _, _, _ = tables
    many, ends = len(cards), np.empty(len(cards), np.int64)  # where the next rank begins
    for n in range(many - 1, -1, -1):
        last_of_rank = n == many - 1 or (card_words[cards[n]] ^ card_words[cards[n + 1]]) & RANK_MASK
        ends[n] = n + 1 if last_of_rank else ends[n + 1]
    own_words, own_lanes = card_words[cards], card_lanes[cards]
    at, words, lanes = before_first(many, size, LAST_TWO)
    while advance(cards, at, LAST_TWO, card_words, card_lanes, words, lanes):
        for one in range(at[-1] + 1, many - 1):
            word, n = words[-1] + own_words[one], one + 1
            if (word + ONE_OF_EACH) & FLUSHES:
                lane = lanes[-1] + own_lanes[one]
                for last in range(n, many):
                    whole = word + own_words[last]
                    of = found[place_of(low, middle, high, whole)]
                    if whole & FLUSHES:
                        of = _with_flushes(of, suited, joined, whole, lane + own_lanes[last])
                    counts[of] += 1
            else:
                while n < many:
                    counts[found[place_of(low, middle, high, word + own_words[n])]] += ends[n] - n
                    n = ends[n]


@njit
def _with_flushes(of: int, suited: Numbers, joined: bool, word: np.uint64, lanes: np.uint64) -> Any:
    for n in range(4):
        if word >> np.uint64(SUIT_AT + 4 * n) & FLUSH:
            flush = suited[lanes >> np.uint64(16 * n) & LANE]
            of = of | flush if joined else max(of, flush)
    return of | _royal_match(lanes) if joined and of & ROYAL_BIT else of


@cache
def _ranked(size: int) -> Any:
    """Ranks hands of so many cards: a number known to the compiler spares it the loop over them."""

    @njit
    def ranked(tables: Tables, hands: NDArray[np.uint8], out: Numbers) -> None:
        card_words, card_lanes, low, middle, high, values, suited, _, _ = tables
        for n in range(hands.shape[0]):
            word = START
            for place in range(size):
                word += card_words[hands[n, place]]
            out[n] = values[place_of(low, middle, high, word)]
            if word & FLUSHES:
                lane = np.uint64(0)
                for place in range(size):
                    lane += card_lanes[hands[n, place]]
                out[n] = value_of(low, middle, high, values, suited, word, lane)

    return ranked


def census(ranking: Ranking, size: int, out: Collection[Card] = ()) -> Mapping[Hand, int]:
    """How many hands of this size there are of each class, by their best five cards, ``out`` being gone."""
    if not out and ranking in RANKINGS:
        counts = _class_counts(RANKINGS[ranking], size)
    else:
        counts = counted(ranking, size, out)
    return dict(zip(ranking.order, counts, strict=True))


def line_census(
    ranking: Ranking, size: int, preference: Sequence[Hand], out: Collection[Card] = ()
) -> Mapping[Hand, int]:
    """How many hands of this size take each line, the first in ``preference`` of those they contain.

    List lines as the paytable prefers them, best pay first; hands that contain none are not counted.
    """
    counts = dict.fromkeys(preference, 0)
    for lines, count in line_sets(ranking, size, out).items():
        taken = next((hand for hand in preference if hand in lines), None)
        if taken is not None:
            counts[taken] += count
    return counts


def line_sets(ranking: Ranking, size: int, out: Collection[Card] = ()) -> LineSets:
    """How many hands of this size contain which lines, the rarest first: any bonus wager can be worked out of it."""
    found = _lines_of(ranking, size, out) if out else _line_set_counts(RANKINGS[ranking], size)
    pairs = zip(found[::2], found[1::2], strict=True)
    return {hands_of(bits): count for bits, count in pairs}


def census_without(ranking: Ranking, size: int, card: Card) -> Mapping[Hand, int]:
    """``census`` with one card gone: of its suits all are alike."""
    return dict(zip(ranking.order, _class_counts_without(RANKINGS[ranking], size, card), strict=True))


def line_sets_without(ranking: Ranking, size: int, card: Card) -> LineSets:
    """``line_sets`` with one card gone."""
    found = _line_set_counts_without(RANKINGS[ranking], size, card)
    return {hands_of(bits): count for bits, count in zip(found[::2], found[1::2], strict=True)}


def hands_of(bits: int) -> tuple[Hand, ...]:
    """The lines that compiled code has as bits, the rarest first."""
    return tuple(hand for hand in reversed(HANDS) if bits & BIT[hand])


# Compiled code and tables take seconds to make, so the numbers of whole decks are cached.
RANKINGS = {ranks.STANDARD: "standard", ranks.JOKER_AS_ACE: "joker_as_ace", ranks.JOKER_WILD: "joker_wild"}


def _ranking(name: str) -> Ranking:
    return next(ranking for ranking, called in RANKINGS.items() if called == name)


@disk_cached
def _class_counts(name: str, size: int) -> list[int]:
    return counted(_ranking(name), size)


@disk_cached
def _line_set_counts(name: str, size: int) -> list[int]:
    return _lines_of(_ranking(name), size)


@disk_cached
def _class_counts_without(name: str, size: int, card: Card) -> list[int]:
    return counted(_ranking(name), size, (card,))


@disk_cached
def _line_set_counts_without(name: str, size: int, card: Card) -> list[int]:
    return _lines_of(_ranking(name), size, (card,))


def counted(ranking: Ranking, size: int, out: Collection[Card] = ()) -> list[int]:
    """Every hand of this size counted, by the place of its class in the ranking's order."""
    counts, tables = np.zeros(len(ranking.order), np.int64), ranking.tables(size)
    found, suited = (values >> CLASS_AT for values in (tables.values, tables.suited))
    _counted(tables, found, suited, False, _by_rank(ranking, out), size, counts)
    numbers: list[int] = counts.tolist()
    return numbers


def _lines_of(ranking: Ranking, size: int, out: Collection[Card] = ()) -> list[int]:
    """Sets of lines, as bits, and their numbers, by turns."""
    counts, tables = np.zeros(1 << len(HANDS), np.int64), ranking.tables(size)
    _counted(tables, tables.lines, tables.suited_lines, True, _by_rank(ranking, out), size, counts)
    (found,) = counts.nonzero()
    return [int(number) for bits in found for number in (bits, counts[bits])]


def _by_rank(ranking: Ranking, out: Collection[Card]) -> Ints:
    """The cards of a ranking's deck by number, those of a rank together, without ``out``."""
    cards, digits = numbers(ranking, out), ranking.tables(1).words & RANK_MASK
    return cards[np.argsort(-digits[cards].astype(np.int64), kind="stable")]


def numbers(ranking: Ranking, out: Collection[Card] = ()) -> Ints:
    """The cards of a ranking's deck by number, without ``out``."""
    return np.array([number for number, card in enumerate(ranking.deck) if card not in out], np.int64)


def rank_hands(ranking: Ranking, hands: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The number of every hand, one to a row of card numbers."""
    found, size = np.empty(len(hands), np.int32), hands.shape[1]
    _ranked(size)(ranking.tables(size), hands, found)
    return found
