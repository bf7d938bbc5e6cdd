"""Six-Card Fortune Pai Gow Poker: two players against the same hand of the dealer, and what six cards make."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch670a_six_card_fortune.hands import PAIR_OF_EIGHTS
from pitboss.families.poker_ranks import CLASS_AT, PLACES, Tables
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.poker import START, Half, Numbers, Part, Words, value_of
from pitboss.mathematics.kit.suits import JOKER_AT, MANY, leader, place
from pitboss.mathematics.kit.tally import Ints
from pitboss.mathematics.six_card_fortune.six_cards import DOUBLE, LAID, LOWS, SIX, house_way

# Where numbers begin in the code of a round: how one box ended (0 lost, 1 tied, 2 won) and its Double Down, the other box the
# same, then the class of the first hand and the rank of its highest card.
DOUBLED, SECOND, LINE, HIGHEST = 2, 4, 8, 16
NOT_PLAYED = 1  # of the Double Down: not made, or returned


@njit
def met(
    words: Words, lanes: Words, low: Part, middle: Half, high: Half, values: Numbers, suited: Numbers,
    plays: NDArray[np.uint8], mine: Ints, first: Ints, dealer_high: int, dealer_low: int,
) -> Any:  # fmt: skip
    """How six cards, in order, fare against the dealer's hands (−1, 0, 1), and whether they are doubled. Suits do not decide,
    and the leader of the cards is set instead of them; ``first`` is room for it."""
    leader(mine, first)
    play = plays[place(first)]
    my_low, word, lane = first[play & LAID], START, np.uint64(0)
    for at in range(SIX):
        if first[at] != my_low:
            word += words[first[at]]
            lane += lanes[first[at]]
    my_high = value_of(low, middle, high, values, suited, word, lane)
    above = my_low == JOKER_AT or LOWS[my_low] > LOWS[dealer_low]
    result = 0
    if my_high > dealer_high and above:
        result = 1
    elif my_high <= dealer_high and not above:
        result = -1
    return result, np.int64((play & DOUBLE) != 0)


@njit
def value_of_six(
    words: Words, lanes: Words, low: Part, middle: Half, high: Half, values: Numbers, suited: Numbers, cards: Ints
) -> Any:
    """The number of the best five of six cards."""
    word, lane = START, np.uint64(0)
    for at in range(SIX):
        word += words[cards[at]]
        lane += lanes[cards[at]]
    return value_of(low, middle, high, values, suited, word, lane)


@njit
def play_boxes(
    five: Tables, six: Tables, category: Ints, plays: NDArray[np.uint8], seed: int, block: int, out: Ints
) -> None:  # fmt: skip
    """The dealer's six cards and two players'."""
    words, lanes, low, middle, high, values, suited, _, _ = five
    words_6, lanes_6, low_6, middle_6, high_6, values_6, suited_6, _, _ = six
    state, deck, first = stream(seed, block), np.arange(MANY), np.zeros(SIX, np.int64)
    for n in range(len(out)):
        deal(state, deck, 0, 3 * SIX)
        dealers = house_way(words, lanes, low, middle, high, values, suited, category, deck[:SIX])
        value = value_of_six(words_6, lanes_6, low_6, middle_6, high_6, values_6, suited_6, deck[SIX : 2 * SIX])
        out[n] = np.int64(value >> CLASS_AT) << LINE | np.int64(value >> PLACES[0] & 15) << HIGHEST
        for box in range(2):
            mine = np.sort(deck[SIX * (1 + box) : SIX * (2 + box)])
            result, double = met(
                words, lanes, low, middle, high, values, suited, plays, mine, first, dealers[0], dealers[1]
            )
            doubled = result + 1 if double and dealers[0] >= PAIR_OF_EIGHTS else NOT_PLAYED
            out[n] |= (result + 1 | doubled << DOUBLED) << SECOND * box
