"""Poker ranks by the million: every hand of the deck counted in compiled code, against known counts."""

import random
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.equipment.cards import JOKER
from pitboss.families.poker_ranks import (
    DEUCES_AND_JOKER_WILD,
    HANDS,
    HIGH_AT,
    JOKER_AS_ACE,
    JOKER_WILD,
    LOW_MASK,
    MIDDLE_AT,
    MIDDLE_MASK,
    STANDARD,
    Hand,
    Joker,
    Ranking,
    counts_of,
    rank_keys,
)
from pitboss.mathematics.kit.poker import census, line_census, line_sets, rank_hands

RANKINGS = (STANDARD, JOKER_AS_ACE, JOKER_WILD)

# Lowest class first, in the order of each ranking.
FIVE_OF_52 = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4)
SEVEN_OF_52 = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324)
# Pai gow poker's seven cards of 53, as published for the game.
SEVEN_OF_53 = (24780420, 64221960, 35553816, 7470676, 11236028, 6172088, 4188528, 307472, 184832, 26132, 1128)


@pytest.mark.parametrize(
    ("ranking", "size", "known"),
    [(STANDARD, 5, FIVE_OF_52), (STANDARD, 7, SEVEN_OF_52), (JOKER_AS_ACE, 7, SEVEN_OF_53)],
)
def test_census_gives_the_published_counts(ranking: Ranking, size: int, known: tuple[int, ...]) -> None:
    """Each class of all hands of five or seven cards, of 52 or 53."""
    counts = census(ranking, size)
    assert tuple(counts.values()) == known
    assert sum(known) == comb(len(ranking.deck), size)


# Five of 53 with the joker among them, counted by hand from the four natural cards. Of the 715 sets of four ranks,
# 41 are completed to a straight by a fifth card: ten straights of five fours each, nine fours in two of them.
FOURS, COMPLETED = comb(13, 4), 10 * 5 - 9
SUITED, MIXED = 4, 4**4 - 4
COMMON = {
    Hand.ROYAL_FLUSH: 5 * SUITED,
    Hand.STRAIGHT_FLUSH: (COMPLETED - 5) * SUITED,
    Hand.FLUSH: (FOURS - COMPLETED) * SUITED,
    Hand.STRAIGHT: COMPLETED * MIXED,
}
WITH_JOKER_AS_ACE = COMMON | {
    Hand.FIVE_ACES: 1,
    Hand.FOUR_OF_A_KIND: 12 + 4 * 48,  # four of another rank, or three aces
    Hand.FULL_HOUSE: 6 * 12 * 6 + 12 * 4 * 4,  # two aces and a pair, or three of a rank and an ace
    Hand.THREE_OF_A_KIND: 6 * comb(12, 2) * 16 + 12 * 4 * 44,
    Hand.TWO_PAIR: comb(12, 2) * 36 + 12 * 6 * 4 * 44,
    Hand.PAIR: 12 * 6 * comb(11, 2) * 16 + (comb(12, 3) - 8) * MIXED,  # eight of the 41 have an ace
    Hand.HIGH_CARD: (comb(12, 4) - (COMPLETED - 8)) * MIXED,
}
WITH_JOKER_WILD = COMMON | {
    Hand.FIVE_ACES: 1,
    Hand.FIVE_OF_A_KIND: 12,
    Hand.FOUR_OF_A_KIND: 13 * 4 * 48,
    Hand.FULL_HOUSE: comb(13, 2) * 36,
    Hand.THREE_OF_A_KIND: 13 * 6 * comb(12, 2) * 16,
    Hand.PAIR: (FOURS - COMPLETED) * MIXED,
}


@pytest.mark.parametrize(("ranking", "by_hand"), [(JOKER_AS_ACE, WITH_JOKER_AS_ACE), (JOKER_WILD, WITH_JOKER_WILD)])
def test_five_of_53_with_joker_as_counted_by_hand(ranking: Ranking, by_hand: dict[Hand, int]) -> None:
    """Each class of all 2,869,685 hands: those of 52 cards, and those of four cards and the joker."""
    assert sum(by_hand.values()) == comb(52, 4)
    assert Counter(census(ranking, 5)) == Counter(census(STANDARD, 5)) + Counter(by_hand)


def test_687a_deuces_and_joker_wild_as_counted_by_hand() -> None:
    """The classes that can be counted by the number of wild cards, five of them among 53."""
    counts = census(DEUCES_AND_JOKER_WILD, 5)
    wild = [comb(5, n) for n in range(6)]
    royal_with_four = 4 * 5 * wild[4]
    assert counts[Hand.FIVE_WILDS] == 1
    assert counts[Hand.ROYAL_FLUSH] == sum(4 * comb(5, 5 - n) * wild[n] for n in range(5))
    assert counts[Hand.FIVE_OF_A_KIND] == sum(12 * comb(4, 5 - n) * wild[n] for n in range(1, 5)) - royal_with_four
    # Two pair: no wild card, for one would make a full house of it. Ranks 3 to ace.
    assert counts[Hand.TWO_PAIR] == comb(12, 2) * 36 * 40
    # No pair: no wild card. 792 sets of five ranks, eight of them straights.
    assert counts[Hand.HIGH_CARD] == (comb(12, 5) - 8) * (4**5 - 4)
    assert sum(counts.values()) == comb(53, 5)


def test_lines_of_seven_cards_as_published() -> None:
    """The Fortune Bonus hands of 53 cards, with K-Q as royal match; A-K are as many again."""
    king_queen = [hand for hand in reversed(HANDS) if hand is not Hand.ROYAL_FLUSH_AND_ACE_KING]
    counts = line_census(JOKER_AS_ACE, 7, king_queen)
    assert counts[Hand.SEVEN_CARD_STRAIGHT_FLUSH] == 4 * 8
    assert counts[Hand.ROYAL_FLUSH_AND_KING_QUEEN] == 4 * 3 * (1 + 5) == 72
    assert counts[Hand.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER] == 4 * (8 * 7 - 7) == 196
    assert counts[Hand.FIVE_ACES] == comb(48, 2) == 1128
    assert counts[Hand.ROYAL_FLUSH] == 26020
    assert counts[Hand.STRAIGHT_FLUSH] == 184644
    assert counts[Hand.THREE_PAIR] + counts[Hand.TWO_PAIR] == 35553816
    assert sum(counts.values()) == comb(53, 7)
    both = line_census(JOKER_AS_ACE, 7, HANDS[::-1])
    assert both[Hand.ROYAL_FLUSH_AND_ACE_KING] == both[Hand.ROYAL_FLUSH_AND_KING_QUEEN] == 72


@pytest.mark.parametrize("size", [6, 7])
@pytest.mark.parametrize("ranking", RANKINGS)
def test_six_and_seven_cards_rank_as_their_best_five(ranking: Ranking, size: int) -> None:
    """Twenty thousand random hands, against the highest of all their fives."""
    rank_as_their_best_five(ranking, size, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 7])
@pytest.mark.parametrize("ranking", RANKINGS)
def test_many_more_hands_rank_as_their_best_five(ranking: Ranking, size: int) -> None:
    """A hundred thousand of them."""
    rank_as_their_best_five(ranking, size, 100_000)


def rank_as_their_best_five(ranking: Ranking, size: int, many: int) -> None:
    hands = shuffled(ranking, many, size)
    fives = [rank_hands(ranking, np.ascontiguousarray(hands[:, list(five)])) for five in combinations(range(size), 5)]
    assert np.array_equal(rank_hands(ranking, hands), np.max(fives, axis=0))


def test_census_of_six_of_53() -> None:
    """All 22,957,480 hands of six cards; those without the joker are counted by hand where that is short."""
    counts = census(JOKER_AS_ACE, 6)
    assert sum(counts.values()) == comb(53, 6)
    without = census(JOKER_AS_ACE, 6, (JOKER,))
    assert counts[Hand.FIVE_ACES] == 48
    assert without[Hand.FIVE_ACES] == 0
    assert without[Hand.FOUR_OF_A_KIND] == 13 * comb(48, 2)
    assert without[Hand.ROYAL_FLUSH] == 4 * 47
    assert without[Hand.FULL_HOUSE] == 13 * 4 * (12 * 6 * 11 * 4) + comb(13, 2) * 16
    assert without[Hand.STRAIGHT_FLUSH] == 4 * 9 * 46  # any sixth card but the one next above


@pytest.mark.parametrize(
    ("ranking", "size"), [*((ranking, size) for ranking in RANKINGS for size in (5, 7)), (DEUCES_AND_JOKER_WILD, 5)]
)
def test_compiled_code_and_engine_agree(ranking: Ranking, size: int) -> None:
    """The number of a hand is the same in both."""
    hands = shuffled(ranking, 5000, size)
    for numbers, value in zip(hands.tolist(), rank_hands(ranking, hands).tolist(), strict=True):
        assert ranking.best([ranking.deck[number] for number in numbers]) == value


def shuffled(ranking: Ranking, many: int, size: int) -> np.ndarray:
    deck = np.tile(np.arange(len(ranking.deck), dtype=np.uint8), (many, 1))
    return np.ascontiguousarray(np.random.default_rng(size).permuted(deck, axis=1)[:, :size])


@pytest.mark.parametrize(
    ("ranking", "size"),
    [*((ranking, size) for ranking in RANKINGS for size in (1, 2, 6, 7)), (DEUCES_AND_JOKER_WILD, 5)],
)
def test_every_set_of_ranks_has_a_place_of_its_own(ranking: Ranking, size: int) -> None:
    """The places are all numbers from 0 up, in the order of the keys, and what stands there is of those ranks."""
    tables, places = ranking.tables(size), []
    for key in rank_keys(size, ranking.most_wild):
        middle = key >> MIDDLE_AT & MIDDLE_MASK
        places.append(int(tables.low[key & LOW_MASK]) + int(tables.middle[middle]) + int(tables.high[key >> HIGH_AT]))
    assert places == list(range(len(tables.values)))
    every = list(zip(rank_keys(size, ranking.most_wild), tables.values.tolist(), strict=True))
    for key, value in every[:: 1 + len(every) // 2000]:
        counts, wilds = counts_of(key)
        assert sum(counts) + wilds == size
        assert value == ranking.of_ranks(counts, wilds)


@pytest.mark.parametrize(
    ("ranking", "size"),
    [
        *((ranking, size) for ranking in RANKINGS for size in (3, 5, 6, 7)),
        (DEUCES_AND_JOKER_WILD, 3),
        (DEUCES_AND_JOKER_WILD, 5),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_hands_counted_together_are_those_ranked_one_by_one(ranking: Ranking, size: int, seed: int) -> None:
    """Fourteen cards of a deck, many of them of one suit and the joker among them: by class, and by the lines they contain."""
    source = random.Random(seed)
    suited = [card for card in ranking.deck if card[1] in "SK"]
    left = set(source.sample(suited, 8)) | set(source.sample(ranking.deck, 6))
    if ranking.joker is not Joker.NONE:
        left.add(JOKER)
    out = [card for card in ranking.deck if card not in left]
    hands = list(combinations(left, size))
    assert Counter(ranking.hand(hand) for hand in hands) == Counter(census(ranking, size, out))
    assert Counter(ranking.lines(hand) for hand in hands) == Counter(line_sets(ranking, size, out))
