"""Cards of a compiled Blackjack: the shoe, the next card, and a hand as one small number.

The shoe is shuffled only as far as it is dealt. A card's lower bits are its value, as the analyzer has it; a hand is
its count, with 32 more where an ace counts 11.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.chapters.ch633a_blackjack.rules import Rules
from pitboss.equipment.cards import DECK
from pitboss.exact.blackjack_chart import RANKS
from pitboss.exact.blackjack_compiled import NATURAL_TOTAL, VALUES
from pitboss.simulate.philox import below, word
from pitboss.strategies.basic_blackjack import plain

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint32]
UNIT = 100  # parts of a wager
MOST_HANDS = 140  # more than eight decks have cards of one value
AHEAD = 6  # cards shuffled when a round begins; most rounds need no more
LOW, HALF, WORDS = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(1 << 32)
SOFT = 32
COUNT = SOFT - 1  # the bits of a hand that are its count


def _steps() -> Bytes:
    """633a.3(e): a hand and one more card; above 21 an ace counts 1."""
    found = np.zeros((2 * SOFT, VALUES), np.uint8)
    for hand in range(2 * SOFT):
        for value in range(VALUES):
            total, soft = (hand & COUNT) + value + 1, hand >= SOFT
            if value == 0 and not soft and total + 10 <= NATURAL_TOTAL:
                total, soft = total + 10, True
            elif soft and total > NATURAL_TOTAL:
                total, soft = total - 10, False
            found[hand, value] = min(total, COUNT) + SOFT * soft
    return found


STEP = _steps()
ACE_VALUE, TEN_VALUE = RANKS.index("A"), RANKS.index("T")
VALUE = 15  # the bits of a card that are its value; the others tell cards of one value apart


def _codes() -> Bytes:
    """A number for each card of the deck."""
    values = [RANKS.index(plain(card)) for card in DECK]
    return np.array([value + 16 * values[:n].count(value) for n, value in enumerate(values)], np.uint8)


CODE = _codes()
PLACE = np.zeros(256, np.int64)  # of each card in the deck
PLACE[CODE] = np.arange(len(DECK))


def full_shoe(rules: Rules) -> Bytes:
    return np.tile(CODE, rules.decks)


@njit(cache=True, nogil=True, inline="always")
def swap(cards: Bytes, at: Any, other: Any) -> None:
    card = cards[other]
    cards[other] = cards[at]
    cards[at] = card


@njit(cache=True, nogil=True, inline="always")
def shuffle_three(cards: Bytes, at: int, state: Words) -> None:
    """Three places of the shoe from one random word: each product hands its lower half on to the next.

    What is left after three is uneven only below the product of the three sizes; there some words are rejected.
    """
    n = np.uint64(len(cards) - at)
    product = n * (n - np.uint64(1)) * (n - np.uint64(2))
    while True:
        first = np.uint64(word(state)) * n
        second = (first & LOW) * (n - np.uint64(1))
        third = (second & LOW) * (n - np.uint64(2))
        left = third & LOW
        if left >= product or left >= WORDS % product:
            break
    swap(cards, at, at + np.int64(first >> HALF))
    swap(cards, at + 1, at + 1 + np.int64(second >> HALF))
    swap(cards, at + 2, at + 2 + np.int64(third >> HALF))


@njit(cache=True, nogil=True, inline="always")
def begin(cards: Bytes, state: Words, fixed: bool) -> None:
    """``fixed``: the order of the cards is given and not shuffled, here and below."""
    if not fixed:
        shuffle_three(cards, 0, state)
        shuffle_three(cards, 3, state)


@njit(cache=True, nogil=True, inline="always")
def deal(cards: Bytes, at: int, state: Words, fixed: bool) -> Any:
    """The value of the card at this place of the shoe."""
    if at >= AHEAD and not fixed:
        swap(cards, at, at + below(state, len(cards) - at))
    return np.int64(cards[at] & VALUE)


@njit(cache=True, nogil=True, inline="always")
def dealers_total(cards: Bytes, at: int, state: Words, fixed: bool, up: int, hole: int) -> Any:
    """633a.7(m): the dealer's final count, and the place reached."""
    hand = STEP[STEP[0, up], hole]
    while hand & COUNT < 17:
        hand = STEP[hand, deal(cards, at, state, fixed)]
        at += 1
    return np.int64(hand & COUNT), at


@njit(cache=True, nogil=True, inline="always")
def is_natural(one: int, two: int) -> Any:
    return one + two == TEN_VALUE + ACE_VALUE and (one == ACE_VALUE or two == ACE_VALUE)
