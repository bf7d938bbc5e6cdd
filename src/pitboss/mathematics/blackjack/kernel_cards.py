"""Cards of a compiled Blackjack: rounds dealt ahead, the next card, and a hand as one small number.

A card is its place in a full shoe that is never changed: a round draws places, and one that it has already drawn is
drawn again, which measured faster than a shoe shuffled in memory. Rounds are dealt many at once, a row each, as far as
``AHEAD``; the few that go on draw one by one. A hand is its count, with 32 more where an ace counts 11.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch633a_blackjack.rules import MOST_DECKS
from pitboss.equipment.cards import DECK
from pitboss.mathematics.blackjack.compiled_hands import NATURAL_TOTAL, VALUES
from pitboss.mathematics.blackjack.strategy import plain
from pitboss.mathematics.blackjack.totals import RANKS
from pitboss.mathematics.kit.compiled import inlined, njit
from pitboss.mathematics.kit.philox import HALF, LOW, WORDS, below, word

Bytes = NDArray[np.uint8]
Deals = NDArray[np.int16]
Words = NDArray[np.uint32]
UNIT = 100  # parts of a wager
MOST_HANDS = 16 * MOST_DECKS + 12  # more than a shoe has cards of one value
AHEAD = 9  # cards of a round that are dealt before it is played; few rounds need more
BATCH = 64  # rounds dealt at once
SOFT = 32
COUNT = SOFT - 1  # the bits of a hand that are its count
ACE_VALUE, TEN_VALUE = RANKS.index("A"), RANKS.index("T")
VALUE = np.array([RANKS.index(plain(card)) for card in DECK] * MOST_DECKS, np.uint8)  # by place in the shoe


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


class Batch(NamedTuple):
    """Rounds whose first ``ahead`` cards are dealt, a row each, and the stream that the others come from."""

    deals: Deals
    ahead: int
    state: Words


@njit
def new_batch(cards: int, state: Words) -> Any:
    """Room for a batch of rounds from a shoe of so many cards."""
    return Batch(np.zeros((BATCH, cards), np.int16), AHEAD, state)


@njit
def deal_rounds(deals: Deals, state: Words) -> None:
    """The first cards of every round: three places from a word; a biased word or a place twice, and all are redrawn."""
    size = np.uint64(deals.shape[1])
    bias = WORDS % (size * size * size)
    n = 0
    while n < len(deals):
        fair: np.bool_ = np.bool_(True)
        for part in range(3):
            left = np.uint64(word(state))
            for place in range(3):
                left = (left & LOW) * size
                deals[n, 3 * part + place] = left >> HALF
            fair &= (left & LOW) >= bias
        for place in range(1, AHEAD):
            for other in range(place):
                fair &= deals[n, place] != deals[n, other]
        n += int(fair)


@njit
def draw(deals: Deals, n: int, at: int, state: Words) -> None:
    """One more card of a round."""
    while True:
        card = below(state, deals.shape[1])
        again: np.bool_ = np.bool_(False)
        for place in range(at):
            again |= deals[n, place] == card
        if not again:
            break
    deals[n, at] = card


@inlined
def value_at(batch: Batch, n: int, at: int) -> Any:
    """The value of a round's card at this place."""
    if at >= batch.ahead:
        draw(batch.deals, n, at, batch.state)
    return np.int64(VALUE[batch.deals[n, at]])


@inlined
def split_second(batch: Batch, n: int, at: int, one: int, left: int) -> Any:
    """633a.11: the second card of a split hand, the place reached, and how often ``one`` was paired and split again before it,
    ``left`` times at the most."""
    again = 0
    two = value_at(batch, n, at)
    at += 1
    while two == one and again < left:
        again += 1
        two = value_at(batch, n, at)
        at += 1
    return two, at, again


@inlined
def dealers_total(batch: Batch, n: int, at: int, up: int, hole: int) -> Any:
    """633a.7(m): the dealer's final count, and the place reached."""
    hand = STEP[STEP[0, up], hole]
    while hand & COUNT < 17:
        hand = STEP[hand, value_at(batch, n, at)]
        at += 1
    return np.int64(hand & COUNT), at


@inlined
def is_natural(one: int, two: int) -> Any:
    return one + two == TEN_VALUE + ACE_VALUE and (one == ACE_VALUE or two == ACE_VALUE)
