"""Six-Card Fortune Pai Gow Poker: two players against the same hand of the dealer, and what six cards make."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch670a_six_card_fortune.hands import PAIR_OF_EIGHTS
from pitboss.families.poker_ranks import CLASS_AT, PLACES, Tables
from pitboss.mathematics.kit.compiled import borrowing, njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.poker import START, value_of
from pitboss.mathematics.kit.suits import JOKER_AT, MANY, leader, place
from pitboss.mathematics.kit.tally import Ints
from pitboss.mathematics.six_card_fortune.six_cards import DOUBLE, LAID, LOWS, SIX, house_way

# Where numbers begin in the code of a round: how one box ended (0 lost, 1 tied, 2 won) and its Double Down, the other box the
# same, then the class of the first hand and the rank of its highest card.
DOUBLED, SECOND, LINE, HIGHEST = 2, 4, 8, 16
NOT_PLAYED = 1  # of the Double Down: not made, or returned
NO_CARD = -1


class SixCardHands(NamedTuple):
    """How five and six cards rank, and how both sides set their hands."""

    five: Tables
    six: Tables
    category: Ints  # of the classes of high hand, as the house way ranks them
    plays: NDArray[np.uint8]


@njit
def met(hands: SixCardHands, mine: Ints, first: Ints, dealers: tuple[int, int]) -> Any:
    """How six cards fare against the dealer's high hand and low card (−1, 0, 1), and whether they are doubled. Suits do not
    decide, and the leader of the cards is set instead of them; ``first`` is room for it."""
    leader(mine, first)
    play = hands.plays[place(first)]
    my_low, (dealer_high, dealer_low) = first[play & LAID], dealers
    my_high = value_without(hands.five, first, my_low)
    above = my_low == JOKER_AT or LOWS[my_low] > LOWS[dealer_low]
    result = 0
    if my_high > dealer_high and above:
        result = 1
    elif my_high <= dealer_high and not above:
        result = -1
    return result, np.int64((play & DOUBLE) != 0)


@borrowing
def value_without(tables: Tables, cards: Ints, laid: int) -> Any:
    """The number of a hand's cards but the one laid low."""
    word, lane = START, np.uint64(0)
    for card in cards:
        if card != laid:
            word += tables.words[card]
            lane += tables.lanes[card]
    return value_of(tables.low, tables.middle, tables.high, tables.values, tables.suited, word, lane)


@njit
def play_boxes(hands: SixCardHands, seed: int, block: int, out: Ints) -> None:
    """The dealer's six cards and two players'."""
    state, deck, first = stream(seed, block), np.arange(MANY), np.zeros(SIX, np.int64)
    for n in range(len(out)):
        deal(state, deck, 0, 3 * SIX)
        dealers = house_way(hands.five, hands.category, deck[:SIX])
        value = value_without(hands.six, deck[SIX : 2 * SIX], NO_CARD)
        out[n] = np.int64(value >> CLASS_AT) << LINE | np.int64(value >> PLACES[0] & 15) << HIGHEST
        for box in range(2):
            result, double = met(hands, deck[SIX * (1 + box) : SIX * (2 + box)], first, dealers)
            doubled = result + 1 if double and dealers[0] >= PAIR_OF_EIGHTS else NOT_PLAYED
            out[n] |= (result + 1 | doubled << DOUBLED) << SECOND * box
