"""Poker hands with 52 cards, with a joker, and with wild cards: one ranking for all chapters that need one.

A ``Ranking`` says which cards are wild, what the joker may do, where A-2-3-4-5 ranks, and in which order the
classes of hand come. ``best(cards)`` ranks the best five of one to seven cards as a whole number: the higher
number is the higher hand, and equal numbers are equal hands. ``name(value)`` is its class. Hands of fewer than
five cards (a low hand of two, or of one) have no straights or flushes, and their numbers compare with those of
five cards: a pair of kings with nothing beside it is below a pair of kings with three cards beside it.

A number holds the class, then five places of four bits with the ranks that decide (ace 14, absent 0).

Two things decide a hand: how many cards of each rank it has, and the ranks of a suit that can make a flush. Each
card therefore carries a word, and the words of a hand are added up. The sum holds, from its lowest bit: the counts
of ranks 2 to 5 as digits to the base 5, those of 6 to 9, how many cards are 2 to 5, the counts of ten to ace and of the
wild cards, and four counters of suits, each started at three so that its top bit tells a flush. Tables of the three
parts (``tables``), small enough for a processor's nearest cache, feed the compiled kernels, and the engine fills the
same values in as it meets them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache, cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pitboss.equipment.cards import DECK, DECK_WITH_JOKER, JOKER, NAMES, SUITS, Card, rank, suit

if TYPE_CHECKING:  # only ``tables`` needs numpy; a round of play does not
    import numpy as np
    from numpy.typing import NDArray

LADDER = "23456789TJQKA"
HEIGHT = {of: place for place, of in enumerate(LADDER, start=2)}
ACE, KING, QUEEN, TEN = HEIGHT["A"], HEIGHT["K"], HEIGHT["Q"], HEIGHT["T"]
RANKS = len(LADDER)


class Hand(StrEnum):
    """A class of hand. The last four are of seven cards and serve bonus wagers only, as three pair does."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    THREE_PAIR = "three_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    FIVE_OF_A_KIND = "five_of_a_kind"
    ROYAL_FLUSH = "royal_flush"
    FIVE_ACES = "five_aces"
    FIVE_WILDS = "five_wilds"
    SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER = "seven_card_straight_flush_with_joker"
    ROYAL_FLUSH_AND_ACE_KING = "royal_flush_and_ace_king"
    ROYAL_FLUSH_AND_KING_QUEEN = "royal_flush_and_king_queen"
    SEVEN_CARD_STRAIGHT_FLUSH = "seven_card_straight_flush"

    @property
    def words(self) -> str:
        """``full house``."""
        return self.replace("_", " ")


HANDS: tuple[Hand, ...] = tuple(Hand)
BIT = {hand: 1 << place for place, hand in enumerate(HANDS)}

ORDINARY = (
    Hand.HIGH_CARD,
    Hand.PAIR,
    Hand.TWO_PAIR,
    Hand.THREE_OF_A_KIND,
    Hand.STRAIGHT,
    Hand.FLUSH,
    Hand.FULL_HOUSE,
    Hand.FOUR_OF_A_KIND,
    Hand.STRAIGHT_FLUSH,
)


SPOKEN = {
    Hand.HIGH_CARD: "{0} high",
    Hand.PAIR: "pair of {0}s",
    Hand.TWO_PAIR: "two pair, {0}s and {1}s",
    Hand.THREE_OF_A_KIND: "three {0}s",
    Hand.STRAIGHT: "straight, {0} high",
    Hand.FLUSH: "flush, {0} high",
    Hand.FULL_HOUSE: "full house, {0}s over {1}s",
    Hand.FOUR_OF_A_KIND: "four {0}s",
    Hand.STRAIGHT_FLUSH: "straight flush, {0} high",
    Hand.FIVE_OF_A_KIND: "five {0}s",
}


class Joker(StrEnum):
    """What a joker may represent."""

    NONE = "none"  # there is no joker among the cards
    ACE_OR_FILLER = "ace_or_filler"  # an ace, or any card that completes a straight or a flush
    WILD = "wild"  # any card


# --- the places in a number

CLASS_AT = 20  # bits below the class
PLACES = (16, 12, 8, 4, 0)


def places(heights: Iterable[int]) -> int:
    """Up to five deciding ranks, the first the weightiest."""
    return sum(height << at for height, at in zip(heights, PLACES, strict=False))


def top(value: int) -> int:
    """The rank that decides first: the pair of a pair, the highest card of a high card (ace 14, 2 is 2)."""
    return value >> PLACES[0] & 15


def low_card(card: Card, *, joker_above_ace: bool) -> int:
    """A low hand of one card (670a.6(c)): a player's joker beats an ace, the dealer's is one (I-670a-01)."""
    if card == JOKER:
        return places((ACE + joker_above_ace,))
    return places((HEIGHT[rank(card)],))


# --- the places in a word

LOW_RANKS = MIDDLE_RANKS = 4  # 2 to 5 and 6 to 9; the other five, and the wild cards, make the high part
HIGH_RANKS = RANKS - LOW_RANKS - MIDDLE_RANKS
MIDDLE_AT, LOW_COUNT_AT, HIGH_AT, SUIT_AT = 10, 20, 23, 38
LOW_MASK = (1 << MIDDLE_AT) - 1
MIDDLE_MASK = (1 << (HIGH_AT - MIDDLE_AT)) - 1  # of the middle part and the number of low cards
HIGH_MASK = (1 << (SUIT_AT - HIGH_AT)) - 1
RANK_MASK = (1 << SUIT_AT) - 1
START = sum(3 << (SUIT_AT + 4 * n) for n in range(4))
FLUSHES = sum(8 << (SUIT_AT + 4 * n) for n in range(4))
POWERS: tuple[int, ...] = tuple(5**n for n in range(HIGH_RANKS + 1))
WILD_DIGIT = POWERS[HIGH_RANKS]  # in the high part

# --- a suit as a mask of ranks, bit 0 the 2; three more bits count the wild cards

ROYAL = sum(1 << (height - 2) for height in range(TEN, ACE + 1))
ACE_KING = 1 << (ACE - 2) | 1 << (KING - 2)
KING_QUEEN = 1 << (KING - 2) | 1 << (QUEEN - 2)


def run(highest: int, length: int = 5) -> int:
    """The mask of consecutive ranks up to this one; below the 2 comes the ace again."""
    return sum(1 << ((height - 2) if height >= 2 else ACE - 2) for height in range(highest - length + 1, highest + 1))


STRAIGHTS = tuple((highest, run(highest)) for highest in range(ACE, 4, -1))  # ace high first, A-2-3-4-5 last
SEVEN_IN_A_ROW = tuple(run(highest, 7) for highest in range(ACE, 6, -1))


class Tables(NamedTuple):
    """A ranking of hands of one size as arrays, for compiled code; cards are numbered as in ``DECK_WITH_JOKER``.

    With ``word`` and ``lanes`` the sums over a hand, its number is the greater of ``values[place]``, where place is
    ``low[word & LOW_MASK] + middle[word >> MIDDLE_AT & MIDDLE_MASK] + high[word >> HIGH_AT & HIGH_MASK]``, and, for each
    suit whose top bit is set in ``word & FLUSHES``, ``suited[lanes >> 16 * suit & 0xFFFF]``. ``lines`` and
    ``suited_lines`` are sets of bits, one for each class that the hand contains. Places are those of ``rank_keys``.
    Indices are unsigned: numba then asks for no sign.
    """

    words: "NDArray[np.uint64]"
    lanes: "NDArray[np.uint64]"
    low: "NDArray[np.uint32]"
    middle: "NDArray[np.uint16]"
    high: "NDArray[np.uint16]"
    values: "NDArray[np.int32]"
    suited: "NDArray[np.int32]"
    lines: "NDArray[np.int32]"
    suited_lines: "NDArray[np.int32]"


class _Memo(dict[int, int]):
    """Values by key, each computed when it is first needed."""

    def __init__(self, find: Callable[[int], int]) -> None:
        self.find = find

    def __missing__(self, key: int) -> int:
        value = self[key] = self.find(key)
        return value


LAST, SECOND = 5, 14  # where A-2-3-4-5 ranks among straights, ace high being 15 (I-GEN-16)


class Ranking(msgspec.Struct, frozen=True, dict=True):
    """One way to rank hands. ``order`` is lowest first; ``wheel`` is where A-2-3-4-5 ranks among straights."""

    order: tuple[Hand, ...]
    joker: Joker = Joker.NONE
    wild_ranks: str = ""
    wheel: int = LAST

    # --- what the rules ask

    def best(self, cards: Collection[Card]) -> int:
        """The best hand of up to five of these cards, as a number; the higher is the better."""
        word = sum(map(self._word, cards), START)
        value = self.by_rank[word & RANK_MASK]
        if word & FLUSHES:
            return max(value, *(self.by_suit[lane] for lane in self._flushes(word, cards)))
        return value

    def name(self, value: int) -> Hand:
        """The class of a number."""
        return self.order[value >> CLASS_AT]

    def least(self, hand: Hand) -> int:
        """The number from which a hand is of this class or a higher one."""
        return self.order.index(hand) << CLASS_AT

    def hand(self, cards: Collection[Card]) -> Hand:
        """The class of the best hand."""
        return self.order[self.best(cards) >> CLASS_AT]

    def lines(self, cards: Collection[Card]) -> tuple[Hand, ...]:
        """Every class these cards contain, the rarest first: a bonus wager may pay three of a kind above a straight."""
        word = sum(map(self._word, cards), START)
        found = self.rank_lines[word & RANK_MASK]
        if word & FLUSHES:
            for lane in self._flushes(word, cards):
                found |= self.suit_lines[lane]
            found |= royal_match(self._lanes_of(cards)) if len(cards) == 7 else 0
        return _hands_of(found)

    def spoken(self, value: int) -> str:
        """``pair of kings``: what the dealer announces; A-2-3-4-5 is not called 5 high where it ranks above other straights."""
        hand, (first, second) = self.name(value), (value >> at & 15 for at in PLACES[:2])
        if hand in (Hand.STRAIGHT, Hand.STRAIGHT_FLUSH):
            first = next(highest for highest, _ in STRAIGHTS if self._place(highest) == first)
            if first == 5 and self.wheel != LAST:
                return f"{hand.words}, ace to 5"
        called = SPOKEN.get(hand, hand.words)
        return called.format(*(NAMES.get(LADDER[at - 2], LADDER[at - 2]) for at in (first, second)))

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        return DECK if self.joker is Joker.NONE else DECK_WITH_JOKER

    # --- words

    @cached_property
    def words(self) -> dict[Card, int]:
        """The word of each card: its digit, and one in the counter of its suit (a wild card in every counter)."""
        return {card: self._digit(card) + self._counters(card) for card in self.deck}

    @cached_property
    def lanes(self) -> dict[Card, int]:
        """Sixteen bits a suit: the ranks held, and above them the number of wild cards."""
        return {card: self._lane(card) for card in self.deck}

    @cached_property
    def most_wild(self) -> int:
        return sum(map(self.is_wild, self.deck))

    def is_wild(self, card: Card) -> bool:
        return card == JOKER or rank(card) in self.wild_ranks

    def _digit(self, card: Card) -> int:
        if self.is_wild(card):
            return WILD_DIGIT << HIGH_AT
        place = HEIGHT[rank(card)] - 2
        if place < LOW_RANKS:
            return POWERS[place] | 1 << LOW_COUNT_AT
        place -= LOW_RANKS
        return POWERS[place] << MIDDLE_AT if place < MIDDLE_RANKS else POWERS[place - MIDDLE_RANKS] << HIGH_AT

    def _counters(self, card: Card) -> int:
        every = range(4) if self.is_wild(card) else (SUITS.index(suit(card)),)
        return sum(1 << (SUIT_AT + 4 * n) for n in every)

    def _lane(self, card: Card) -> int:
        if self.is_wild(card):
            return sum(1 << (16 * n + RANKS) for n in range(4))
        return 1 << (16 * SUITS.index(suit(card)) + HEIGHT[rank(card)] - 2)

    @cached_property
    def _word(self) -> Callable[[Card], int]:
        return self.words.__getitem__

    def _lanes_of(self, cards: Iterable[Card]) -> int:
        return sum(self.lanes[card] for card in cards)

    def _flushes(self, word: int, cards: Iterable[Card]) -> Iterator[int]:
        """The lanes of the suits that make a flush."""
        lanes = self._lanes_of(cards)
        for n in range(4):
            if word & 8 << (SUIT_AT + 4 * n):
                yield lanes >> 16 * n & 0xFFFF

    # --- hands by their ranks

    @cached_property
    def by_rank(self) -> _Memo:
        return _Memo(lambda key: self.of_ranks(*counts_of(key)))

    @cached_property
    def rank_lines(self) -> _Memo:
        return _Memo(lambda key: self.lines_of_ranks(*counts_of(key)))

    def of_ranks(self, counts: list[int], wilds: int) -> int:
        """The best hand by ranks alone, suits disregarded."""
        if wilds == 5 and Hand.FIVE_WILDS in self.order:
            return self._value(Hand.FIVE_WILDS)
        best = max(self._sets(counted) for counted in self._with_wilds(counts, wilds))
        if straights := self._straights(mask_of(counts), wilds):
            best = max(best, self._value(Hand.STRAIGHT, straights))
        return best

    def _with_wilds(self, counts: list[int], wilds: int) -> Iterator[list[int]]:
        """The counts with all wild cards counted as one rank that is held, or as aces.

        Nothing else is ever better. A rank that is held becomes a pair, three or more of a kind, where
        another would only be one more card. One wild card has nothing to divide; two with a pair make four of
        a kind, without one three of a kind, both above what they make divided; and so on with more.
        """
        if not wilds:
            yield counts
            return
        held = [] if self.joker is Joker.ACE_OR_FILLER else [place for place, count in enumerate(counts) if count]
        for place in held or [RANKS - 1]:
            counted = counts.copy()
            counted[place] += wilds
            yield counted

    def _sets(self, counts: list[int]) -> int:
        """The best hand of pairs, threes, fours and fives."""
        groups = sorted(((count, place + 2) for place, count in enumerate(counts) if count), reverse=True)
        (most, first), (next_most, second) = groups[0], groups[1] if len(groups) > 1 else (0, 0)
        others = sorted((height for _, height in groups[1:]), reverse=True)
        if most >= 5:
            aces = first == ACE and Hand.FIVE_ACES in self.order
            return self._value(Hand.FIVE_ACES if aces else Hand.FIVE_OF_A_KIND, first)
        if most == 4:
            return self._value(Hand.FOUR_OF_A_KIND, first, *others[:1])
        if most == 3 and next_most >= 2:
            return self._value(Hand.FULL_HOUSE, first, second)
        if most == 3:
            return self._value(Hand.THREE_OF_A_KIND, first, *others[:2])
        if most == 2 and next_most == 2:
            others.remove(second)
            return self._value(Hand.TWO_PAIR, first, second, *others[:1])
        if most == 2:
            return self._value(Hand.PAIR, first, *others[:3])
        return self._value(Hand.HIGH_CARD, first, *others[:4])

    def lines_of_ranks(self, counts: list[int], wilds: int) -> int:
        """The classes that the ranks alone make up, as bits; three pair is one of them."""
        found = BIT[Hand.STRAIGHT] if self._straights(mask_of(counts), wilds) else 0
        for counted in self._with_wilds(counts, wilds):
            found |= _lines_of_shape(max(counted), sum(count >= 2 for count in counted), counted[-1] >= 5)
        return found | (BIT[Hand.FIVE_WILDS] if wilds == 5 else 0)

    def _straights(self, mask: int, wilds: int) -> int:
        """The place of the best straight that so many wild cards complete among these ranks, or 0."""
        return self._straight_places[mask | wilds << RANKS]

    @cached_property
    def _straight_places(self) -> _Memo:
        return _Memo(lambda lane: self._best_straight(lane & (1 << RANKS) - 1, lane >> RANKS))

    def _best_straight(self, mask: int, wilds: int) -> int:
        held = [self._place(highest) for highest, five in STRAIGHTS if (five & ~mask).bit_count() <= wilds]
        return max(held, default=0)

    def _place(self, highest: int) -> int:
        """Ace high is 15, so that A-2-3-4-5 fits below it at 14 or ranks last at 5."""
        if highest == ACE:
            return ACE + 1
        return self.wheel if highest == 5 else highest

    # --- hands of one suit

    @cached_property
    def by_suit(self) -> _Memo:
        return _Memo(lambda lane: self.of_suit(lane & (1 << RANKS) - 1, lane >> RANKS))

    @cached_property
    def suit_lines(self) -> _Memo:
        return _Memo(lambda lane: self.lines_of_suit(lane & (1 << RANKS) - 1, lane >> RANKS))

    def of_suit(self, mask: int, wilds: int) -> int:
        """The best flush of one suit; fewer than five cards make none."""
        if mask.bit_count() + wilds < 5:
            return 0
        straight = self._straights(mask, wilds)
        if straight == self._place(ACE):
            return self._value(Hand.ROYAL_FLUSH)
        if straight:
            return self._value(Hand.STRAIGHT_FLUSH, straight)
        return self._value(Hand.FLUSH, *_filled(mask, wilds)[:5])

    def lines_of_suit(self, mask: int, wilds: int) -> int:
        """The classes that one suit makes up, as bits."""
        if mask.bit_count() + wilds < 5:
            return 0
        missing = min((seven & ~mask).bit_count() for seven in SEVEN_IN_A_ROW)
        straight = self._straights(mask, wilds)
        made = {
            Hand.FLUSH: True,
            Hand.STRAIGHT_FLUSH: straight > 0,
            Hand.ROYAL_FLUSH: straight == self._place(ACE),
            Hand.SEVEN_CARD_STRAIGHT_FLUSH: missing == 0,
            Hand.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER: wilds == missing == 1,
        }
        return sum(BIT[hand] for hand, yes in made.items() if yes)

    def _value(self, hand: Hand, *heights: int) -> int:
        return self.order.index(hand) << CLASS_AT | places(heights)

    def tables(self, size: int) -> Tables:
        """All hands of so many cards as arrays. Building them takes a second for seven cards; they are cached."""
        return _tables(self, size)


@cache
def _tables(ranking: Ranking, size: int) -> Tables:
    import numpy as np

    wilds = ranking.most_wild
    low_parts, middle_parts, high_parts = _parts(size, wilds)
    high = np.zeros(WILD_DIGIT * (wilds + 1), np.uint16)
    of_count = [0] * (size + 1)  # high parts so far, by their cards
    for key, count in high_parts:
        high[key] = of_count[count]
        of_count[count] += 1
    middle = np.zeros(MIDDLE_MASK + 1, np.uint16)
    after = [0] * (size + 1)  # places taken by a low part, by its cards
    for low_count in range(size + 1):
        for key, count in middle_parts:
            if low_count + count <= size:
                middle[low_count << (LOW_COUNT_AT - MIDDLE_AT) | key] = after[low_count]
                after[low_count] += of_count[size - low_count - count]
    low, place = np.zeros(5**LOW_RANKS, np.uint32), 0
    for key, count in low_parts:
        low[key] = place
        place += after[count]
    keys = list(rank_keys(size, wilds))
    lanes = range((wilds + 1) << RANKS)
    return Tables(
        words=np.array(list(ranking.words.values()), np.uint64),
        lanes=np.array(list(ranking.lanes.values()), np.uint64),
        low=low,
        middle=middle,
        high=high,
        values=np.array([ranking.by_rank[key] for key in keys], np.int32),
        suited=np.array([ranking.by_suit[lane] for lane in lanes], np.int32),
        lines=np.array([ranking.rank_lines[key] for key in keys], np.int32),
        suited_lines=np.array([ranking.suit_lines[lane] for lane in lanes], np.int32),
    )


# --- helpers


def counts_of(key: int) -> tuple[list[int], int]:
    """The digits of a word: how many of each rank from the 2 up, and how many wild cards."""
    low, middle, high = key & LOW_MASK, key >> MIDDLE_AT & LOW_MASK, key >> HIGH_AT & HIGH_MASK
    wilds, high = divmod(high, WILD_DIGIT)
    return [*_digits(low, LOW_RANKS), *_digits(middle, MIDDLE_RANKS), *_digits(high, HIGH_RANKS)], wilds


@cache
def _digits(part: int, many: int) -> tuple[int, ...]:
    return tuple(part // power % 5 for power in POWERS[:many])


def rank_keys(size: int, wilds: int) -> Iterator[int]:
    """Every set of ranks of so many cards, up to so many of them wild, as the digits of a word: in the order of ``Tables``."""
    low_parts, middle_parts, high_parts = _parts(size, wilds)
    highs: list[list[int]] = [[] for _ in range(size + 1)]
    for key, count in high_parts:
        highs[count].append(key << HIGH_AT)
    for low, low_count in low_parts:
        for middle, count in middle_parts:
            if low_count + count <= size:
                below = low | middle << MIDDLE_AT | low_count << LOW_COUNT_AT
                yield from (below | high for high in highs[size - low_count - count])


def mask_of(counts: Sequence[int]) -> int:
    return sum(1 << place for place, count in enumerate(counts) if count)


def _parts(size: int, wilds: int) -> list[list[tuple[int, int]]]:
    """Of the low, the middle and the high part of a word: everything it may be, and of how many cards."""
    return [_part(LOW_RANKS, size), _part(MIDDLE_RANKS, size), _part(HIGH_RANKS, size, wilds)]


def _part(ranks: int, size: int, wilds: int = 0) -> list[tuple[int, int]]:
    found = []
    for digits in product(range(wilds + 1), *[range(5)] * ranks):
        count = sum(digits)
        if count <= size:
            key = 0
            for digit in digits:
                key = key * 5 + digit
            found.append((key, count))
    return found


def _filled(mask: int, wilds: int) -> list[int]:
    """The ranks of a flush, highest first, each wild card being the highest card of the suit not held."""
    held = []
    for height in range(ACE, 1, -1):
        natural = bool(mask & 1 << (height - 2))
        if natural or wilds:
            held.append(height)
            wilds -= not natural
    return held


@cache
def _lines_of_shape(most: int, pairs: int, five_aces: bool) -> int:
    """The classes made up by so many cards of the most frequent rank, and so many ranks with two or more."""
    made = {
        Hand.HIGH_CARD: True,
        Hand.PAIR: pairs >= 1,
        Hand.TWO_PAIR: pairs >= 2,
        Hand.THREE_PAIR: pairs >= 3,
        Hand.THREE_OF_A_KIND: most >= 3,
        Hand.FULL_HOUSE: most >= 3 and pairs >= 2,
        Hand.FOUR_OF_A_KIND: most >= 4,
        Hand.FIVE_OF_A_KIND: most >= 5,
        Hand.FIVE_ACES: five_aces,
    }
    return sum(BIT[hand] for hand, yes in made.items() if yes)


def royal_match(lanes: int) -> int:
    """A royal flush whose other two of seven cards are a natural ace and king, or king and queen, of one suit."""
    suits = [lanes >> 16 * n & (1 << RANKS) - 1 for n in range(4)]
    wilds = lanes >> RANKS & 7
    if not any((ROYAL & ~mask).bit_count() <= wilds for mask in suits):
        return 0
    if ACE_KING in suits:
        return BIT[Hand.ROYAL_FLUSH_AND_ACE_KING]
    return BIT[Hand.ROYAL_FLUSH_AND_KING_QUEEN] if KING_QUEEN in suits else 0


@cache
def _hands_of(bits: int) -> tuple[Hand, ...]:
    return tuple(hand for hand in reversed(HANDS) if bits & BIT[hand])


# --- the rankings of the chapters

STANDARD = Ranking((*ORDINARY, Hand.ROYAL_FLUSH))

# 645a.6, 670a.6, 688a.6: the joker is an ace, or completes a straight, a flush or both (I-670a-02).
JOKER_AS_ACE = Ranking((*ORDINARY, Hand.ROYAL_FLUSH, Hand.FIVE_ACES), Joker.ACE_OR_FILLER, wheel=SECOND)

# 688a.12(d), Progressive Paytables 2, 5, 6 and 7 (I-688a-11).
JOKER_WILD = Ranking((*ORDINARY, Hand.ROYAL_FLUSH, Hand.FIVE_OF_A_KIND, Hand.FIVE_ACES), Joker.WILD, wheel=SECOND)

# 687a.6(b), (c): five of a kind ranks between straight flush and royal flush (I-687a-01).
DEUCES_AND_JOKER_WILD = Ranking(
    (*ORDINARY, Hand.FIVE_OF_A_KIND, Hand.ROYAL_FLUSH, Hand.FIVE_WILDS), Joker.WILD, wild_ranks="2"
)
