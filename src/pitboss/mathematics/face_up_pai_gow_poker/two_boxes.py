"""Face Up Pai Gow Poker: two players against the same open hand of the dealer, and what decides their wagers."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import RANKING, WILD_RANKING
from pitboss.equipment.cards import JOKER
from pitboss.families.poker_ranks import ACE, CLASS_AT, HANDS, PLACES, Hand, Tables
from pitboss.mathematics.kit.boxes import coded
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.house_ways import (
    NUMBER,
    SETTINGS,
    SEVEN,
    Ints,
    Pieces,
    Ways,
    every_setting,
    most_above,
    pieces,
    set_seven,
    ways,
    word_of,
)
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.poker import lines_of, value_of

CARDS = len(RANKING.deck)
JOKER_AT = NUMBER[JOKER]
HIGH_CARD = RANKING.order.index(Hand.HIGH_CARD)
TIE = 1  # hands above the dealer's
BOTH_LINE, JOKER_LINE, NO_JOKER_LINE, NO_LINE = range(4)  # of the Ace High Bonus
# Where numbers begin in the code of a round: hands above and line of the Ace High Bonus of one box, then of the other; the
# lines that the cards of the first hold, the joker being an ace and being wild.
ACE_LINE, SECOND, LINES = 2, 4, 8
WILD_LINES = LINES + len(HANDS)


class FaceUpHands(NamedTuple):
    """How seven cards rank, and how both sides set them."""

    pieces: Pieces
    tables: Tables
    progressive: Tables  # of that wager, in which the joker may be wild
    way: Ways
    best: bool  # the player sets against the dealer's hands as they are seen, else the house way


@njit
def ace_high_pai_gow(tables: Tables, cards: Ints, first: int) -> bool:
    """I-688a-04, of the seven cards from ``first`` on."""
    words, lanes, low, middle, high, values, suited, _, _ = tables
    word, lane = word_of(words, cards, first), np.uint64(0)
    for n in range(first, first + SEVEN):
        lane += lanes[cards[n]]
    value = value_of(low, middle, high, values, suited, word, lane)
    return bool(value >> CLASS_AT == HIGH_CARD and value >> PLACES[0] & 15 == ACE)


@njit
def ace_high_line(tables: Tables, cards: Ints, mine: int, dealers: int) -> int:
    """The line of the Ace High Bonus, from where the cards of both begin."""
    if not ace_high_pai_gow(tables, cards, dealers):
        return NO_LINE
    if ace_high_pai_gow(tables, cards, mine):
        return BOTH_LINE
    return JOKER_LINE if (cards[dealers : dealers + SEVEN] == JOKER_AT).any() else NO_JOKER_LINE


@njit
def hands_above(hands: FaceUpHands, cards: Ints, mine: int, dealers: int) -> Any:
    """How many of the dealer's hands the player's are above, from where the cards of both begin."""
    p, _, _, way, best = hands
    high, low = set_seven(p, way, cards, dealers, word_of(p.words, cards, dealers))
    if not best:
        my_high, my_low = set_seven(p, way, cards, mine, word_of(p.words, cards, mine))
        return int(my_high > high) + int(my_low > low)
    highs, lows = np.empty(SETTINGS + 1, np.int64), np.empty(SETTINGS + 1, np.int64)
    return most_above(highs, lows, every_setting(p, cards, mine, highs, lows), high, low)


@njit
def lines_held(tables: Tables, cards: Ints, first: int) -> Any:
    """The lines that the seven cards from ``first`` on hold, as bits."""
    words, lanes, low, middle, high, _, _, lines, suited_lines = tables
    lane = np.uint64(0)
    for n in range(first, first + SEVEN):
        lane += lanes[cards[n]]
    return lines_of(low, middle, high, lines, suited_lines, word_of(words, cards, first), lane)


@njit
def play_boxes(hands: FaceUpHands, seed: int, block: int, out: Ints) -> None:
    """Three hands of seven: the dealer's and two players'."""
    state, deck = stream(seed, block), np.arange(CARDS)
    for n in range(len(out)):
        deal(state, deck, 0, 3 * SEVEN)
        out[n] = np.int64(lines_held(hands.tables, deck, SEVEN)) << LINES
        out[n] |= np.int64(lines_held(hands.progressive, deck, SEVEN)) << WILD_LINES
        for box in range(2):
            mine = SEVEN * (1 + box)
            line = ace_high_line(hands.tables, deck, mine, 0)
            above = TIE if line != NO_LINE else hands_above(hands, deck, mine, 0)
            out[n] |= (line << ACE_LINE | above) << SECOND * box


@disk_cached
def two_boxes(name: str, best: int) -> list[int]:
    """Rounds by their codes; the players set against what they see, or the house way."""
    tables, wild = (ranking.tables(SEVEN) for ranking in (RANKING, WILD_RANKING))
    return coded(partial(play_boxes, FaceUpHands(pieces(), tables, wild, ways(name), bool(best))))
