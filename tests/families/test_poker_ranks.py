"""Poker ranks hand by hand: the four rankings, the joker, wild cards, small hands, seven-card hands."""

import random
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from phevaluator import evaluate_cards

from pitboss.equipment.cards import DECK, DECK_WITH_JOKER, JOKER
from pitboss.families.poker_ranks import (
    ACE,
    DEUCES_AND_JOKER_WILD,
    JOKER_AS_ACE,
    JOKER_WILD,
    STANDARD,
    Hand,
    Ranking,
    low_card,
    top,
)

RANKINGS = (STANDARD, JOKER_AS_ACE, JOKER_WILD, DEUCES_AND_JOKER_WILD)


def best(ranking: Ranking, cards: str) -> int:
    return ranking.best(cards.split())


# --- an independent reading, slow and plain: stand every card for every wild card, take the best five


HEIGHTS = {of: n for n, of in enumerate("23456789TJQKA", start=2)}


def plain_five(cards: tuple[str, ...], ranking: Ranking) -> tuple[Hand, tuple[float, ...]]:
    """Five cards without any wild card (a card may occur twice), as class and what decides within it."""
    heights = sorted((HEIGHTS[card[0]] for card in cards), reverse=True)
    by_count = sorted(Counter(heights).items(), key=lambda item: (item[1], item[0]), reverse=True)
    shape = tuple(count for _, count in by_count)
    decide: tuple[float, ...] = tuple(height for height, _ in by_count)
    flush = len({card[1] for card in cards}) == 1
    straight = shape == (1,) * 5 and (heights[0] - heights[4] == 4 or heights == [14, 5, 4, 3, 2])
    if straight and heights == [14, 5, 4, 3, 2]:
        decide = (13.5,) if ranking.wheel > 5 else (5,)
    if shape == (5,):
        hand = Hand.FIVE_ACES if decide == (14,) and Hand.FIVE_ACES in ranking.order else Hand.FIVE_OF_A_KIND
    elif straight and flush:
        hand = Hand.ROYAL_FLUSH if heights[4] == 10 else Hand.STRAIGHT_FLUSH
    elif shape == (4, 1):
        hand = Hand.FOUR_OF_A_KIND
    elif shape == (3, 2):
        hand = Hand.FULL_HOUSE
    elif flush and len(set(heights)) == 5:  # the card that completes a flush is one not held
        hand = Hand.FLUSH
    elif straight:
        hand = Hand.STRAIGHT
    else:
        hand = {
            (3, 1, 1): Hand.THREE_OF_A_KIND,
            (2, 2, 1): Hand.TWO_PAIR,
            (2, 1, 1, 1): Hand.PAIR,
        }.get(shape, Hand.HIGH_CARD)
    if hand in (Hand.STRAIGHT, Hand.STRAIGHT_FLUSH):
        decide = decide[:1]
    return hand, () if hand is Hand.ROYAL_FLUSH else decide


COMPLETES = {Hand.STRAIGHT, Hand.FLUSH, Hand.STRAIGHT_FLUSH, Hand.ROYAL_FLUSH}


def plain(cards: tuple[str, ...], ranking: Ranking) -> tuple[float, ...]:
    """The best five of these cards, whatever the wild ones stand for: place of the class, what decides."""
    found: list[tuple[float, ...]] = []
    for five in combinations(cards, 5):
        natural = tuple(card for card in five if not ranking.is_wild(card))
        wilds = 5 - len(natural)
        if wilds == 5 and Hand.FIVE_WILDS in ranking.order:
            found.append((ranking.order.index(Hand.FIVE_WILDS),))
            continue
        for stands in product(DECK, repeat=wilds):
            hand, decide = plain_five(natural + stands, ranking)
            as_ace = all(card[0] == "A" for card in stands)
            if ranking is not JOKER_AS_ACE or as_ace or hand in COMPLETES:
                found.append((ranking.order.index(hand), *decide))
    return max(found)


def agree(hands: list[tuple[str, ...]], ranking: Ranking) -> None:
    """Our numbers put these hands in the same order, with the same ties and the same classes."""
    ours = [ranking.best(hand) for hand in hands]
    theirs = [plain(hand, ranking) for hand in hands]
    for number, value, hand in zip(ours, theirs, hands, strict=True):
        assert ranking.name(number) == ranking.order[int(value[0])], hand
    ranked = sorted(set(zip(ours, theirs, strict=True)))
    assert len({number for number, _ in ranked}) == len({value for _, value in ranked}) == len(ranked)
    assert [value for _, value in ranked] == sorted(value for _, value in ranked)


def with_wilds(count: int, size: int, wilds: tuple[str, ...], naturals: list[str], seed: int) -> list[tuple[str, ...]]:
    rng = random.Random(seed)
    return [tuple(rng.sample(naturals, size - len(wilds))) + wilds for _ in range(count)]


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("ranking", [JOKER_AS_ACE, JOKER_WILD])
def test_joker_hands_rank_as_the_best_card_it_may_stand_for(ranking: Ranking, size: int) -> None:
    """A joker ranks a hand as the best of all cards that the ranking lets it stand for."""
    agree(with_wilds({5: 600, 6: 100, 7: 40}[size], size, (JOKER,), list(DECK), size), ranking)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_hands_close_to_a_straight_flush_rank_rightly_with_a_joker(size: int) -> None:
    """Hands of one suit and few ranks, where readings of a joker compete."""
    close = [of + on for on in "SH" for of in "A2345TJQK"]
    agree(with_wilds({5: 400, 6: 80, 7: 30}[size], size, (JOKER,), close, size), JOKER_AS_ACE)


@pytest.mark.parametrize(
    ("count", "wilds"), [(600, ()), (600, ("2S",)), (600, (JOKER,)), (25, ("2S", JOKER)), (25, ("2S", "2H"))]
)
def test_687a_6_b_deuces_and_joker_stand_for_any_card(count: int, wilds: tuple[str, ...]) -> None:
    """Every 2 and the joker is any card, its own rank included."""
    naturals = [card for card in DECK if card[0] != "2"]
    agree(with_wilds(count, 5, wilds, naturals, 7), DEUCES_AND_JOKER_WILD)


def test_687a_6_b_three_and_four_wild_cards() -> None:
    """With three wild cards at least four of a kind, with four five of a kind or a royal flush."""
    ranking = DEUCES_AND_JOKER_WILD
    assert best(ranking, "2S 2H JK 9C 8D") == best(ranking, "9S 9D 2H 9C 8D")
    assert ranking.hand(["2S", "2H", "JK", "9C", "8C"]) is Hand.STRAIGHT_FLUSH
    assert ranking.hand(["2S", "2H", "JK", "9C", "9D"]) is Hand.FIVE_OF_A_KIND
    assert ranking.hand(["2S", "2H", "2D", "JK", "9D"]) is Hand.FIVE_OF_A_KIND
    assert ranking.hand(["2S", "2H", "2D", "JK", "TD"]) is Hand.ROYAL_FLUSH
    assert ranking.hand(["2S", "2H", "2D", "2C", "JK"]) is Hand.FIVE_WILDS
    assert ranking.hand(["2S", "2H", "2D", "2C", "3S"]) is Hand.FIVE_OF_A_KIND


# --- against another evaluator


@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_ranks_52_cards_in_the_same_order(size: int) -> None:
    """Ten thousand random hands stand in the order that another evaluator gives them."""
    rng = random.Random(52 + size)
    pairs = set()
    for _ in range(10_000):
        hand = rng.sample(DECK, size)
        pairs.add((STANDARD.best(hand), -evaluate_cards(*(card[0] + card[1].lower() for card in hand))))
    ranked = sorted(pairs)
    assert [theirs for _, theirs in ranked] == sorted(theirs for _, theirs in ranked)
    assert len({ours for ours, _ in ranked}) == len({theirs for _, theirs in ranked}) == len(ranked)


# --- where A-2-3-4-5 stands


def test_i_gen_16_wheel_is_second_straight_with_a_joker_in_the_deck() -> None:
    """A-2-3-4-5 is just below A-K-Q-J-10 as a straight, and the best straight flush below the royal."""
    assert (
        best(JOKER_AS_ACE, "KS QH JS TS 9S")
        < best(JOKER_AS_ACE, "AS 2H 3S 4S 5S")
        < best(JOKER_AS_ACE, "AS KH QS JS TS")
    )
    assert (
        best(JOKER_AS_ACE, "KS QS JS TS 9S")
        < best(JOKER_AS_ACE, "AS 2S 3S 4S 5S")
        < best(JOKER_AS_ACE, "AS KS QS JS TS")
    )
    assert best(JOKER_AS_ACE, "JK 2H 3S 4S 5S") == best(JOKER_AS_ACE, "AS 2H 3S 4S 5S")


def test_i_gen_16_wheel_is_last_where_the_chapter_is_silent() -> None:
    """A-2-3-4-5 is below 2-3-4-5-6."""
    assert best(STANDARD, "AS 2H 3S 4S 5S") < best(STANDARD, "2S 3H 4S 5S 6S")
    assert best(DEUCES_AND_JOKER_WILD, "AS JK 3S 4H 5S") < best(DEUCES_AND_JOKER_WILD, "6S JK 3S 4H 5S")


def test_queen_king_ace_two_three_is_no_straight() -> None:
    """An ace joins only 2-3-4-5 or 10-J-Q-K."""
    for ranking in RANKINGS[:3]:
        assert ranking.hand(["QS", "KH", "AS", "2S", "3S"]) is Hand.HIGH_CARD


# --- the joker as ace or filler


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("AS AH AD AC JK", Hand.FIVE_ACES),
        ("KS KH KD KC JK", Hand.FOUR_OF_A_KIND),
        ("KS QS JS TS JK", Hand.ROYAL_FLUSH),
        ("AS QS JS TS JK", Hand.ROYAL_FLUSH),
        ("KS QS JS 9S JK", Hand.STRAIGHT_FLUSH),
        ("KS KH JK 3D 2C", Hand.PAIR),
        ("AS KH JK 9D 2C", Hand.PAIR),
        ("KS KH KD JK 2C", Hand.THREE_OF_A_KIND),
        ("KS KH QD JK QC", Hand.TWO_PAIR),
        ("AS AH QD JK QC", Hand.FULL_HOUSE),
        ("KS 9S 4S 2S JK", Hand.FLUSH),
        ("KS QD TS 9S JK", Hand.STRAIGHT),
    ],
)
def test_645a_6_a_joker_is_an_ace_or_fills(cards: str, hand: Hand) -> None:
    """The joker is an ace unless it completes a straight, a flush, a straight flush or a royal flush."""
    assert JOKER_AS_ACE.hand(cards.split()) is hand


def test_688a_12_d_fully_wild_joker() -> None:
    """Under some progressive paytables the joker makes a fourth king or a fifth."""
    assert JOKER_WILD.hand(["KS", "KH", "KD", "KC", "JK"]) is Hand.FIVE_OF_A_KIND
    assert JOKER_WILD.hand(["AS", "AH", "AD", "AC", "JK"]) is Hand.FIVE_ACES
    assert JOKER_WILD.hand(["KS", "KH", "KD", "2C", "JK"]) is Hand.FOUR_OF_A_KIND
    assert JOKER_WILD.hand(["KS", "KH", "QD", "QC", "JK"]) is Hand.FULL_HOUSE
    assert best(JOKER_WILD, "KS KH KD KC JK") > best(JOKER_WILD, "AS KS QS JS TS")


def test_i_645a_02_joker_in_a_flush_is_the_highest_card_not_held() -> None:
    """A flush with ace and joker has the king, not a second ace."""
    assert best(JOKER_AS_ACE, "AS JS 9S 4S JK") == best(JOKER_AS_ACE, "AS KS JS 9S 4S")
    assert best(JOKER_AS_ACE, "AS JS 9S 4S JK") < best(JOKER_AS_ACE, "AH KH JH TH 2H")


def test_seven_cards_use_the_best_five() -> None:
    """The other two cards decide nothing."""
    assert best(STANDARD, "AS KS QS JS TS 2H 3D") == best(STANDARD, "AH KH QH JH TH")
    assert best(STANDARD, "9S 9H 9D 4S 4H 4D AC") == best(STANDARD, "9S 9H 9D 4S 4H")
    assert best(STANDARD, "9S 9H 4D 4S 3H 3D AC") == best(STANDARD, "9S 9H 4D 4S AD")
    assert best(STANDARD, "9S 9H 9D 9C 3H 3D AC") == best(STANDARD, "9S 9H 9D 9C AD")


# --- low hands


def test_645a_6_b_10_low_hand_of_two_cards() -> None:
    """A pair beats no pair, then the higher card; the joker is an ace."""
    order = ["3S 2H", "AS 2H", "AS KH", "2S 2H", "KS KH", "AS JK"]
    values = [best(JOKER_AS_ACE, cards) for cards in order]
    assert values == sorted(values)
    assert len(set(values)) == len(values)
    assert best(JOKER_AS_ACE, "JK KH") == best(JOKER_AS_ACE, "AS KD")
    assert best(JOKER_AS_ACE, "JK AH") == best(JOKER_AS_ACE, "AS AD")
    assert JOKER_AS_ACE.hand(["JS", "TS"]) is Hand.HIGH_CARD


def test_high_and_low_hands_compare() -> None:
    """A high hand with the same pair as the low hand, or the same two highest cards, is the higher."""
    assert best(JOKER_AS_ACE, "KS KH 4D 3S 2H") > best(JOKER_AS_ACE, "KD KC")
    assert best(JOKER_AS_ACE, "QS QH 4D 3S 2H") < best(JOKER_AS_ACE, "KD KC")
    assert best(JOKER_AS_ACE, "AS KH 9D 3S 2H") > best(JOKER_AS_ACE, "AD KC")
    assert best(JOKER_AS_ACE, "AS QH 9D 3S 2H") < best(JOKER_AS_ACE, "AD KC")


def test_670a_6_c_low_hand_of_one_card() -> None:
    """A player's joker is above an ace, the dealer's is an ace."""
    assert low_card(JOKER, joker_above_ace=True) > low_card("AS", joker_above_ace=True)
    assert low_card(JOKER, joker_above_ace=False) == low_card("AS", joker_above_ace=False)
    assert low_card("KS", joker_above_ace=True) == JOKER_AS_ACE.best(["KS"]) < JOKER_AS_ACE.best(["AS"])


# --- seven-card lines


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("8S 9S TS JS QS KS AS", Hand.SEVEN_CARD_STRAIGHT_FLUSH),
        ("AS 2S 3S 4S 5S 6S 7S", Hand.SEVEN_CARD_STRAIGHT_FLUSH),
        ("8S 9S TS JK QS KS AS", Hand.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER),
        ("JK 2S 3S 4S 5S 6S 7S", Hand.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER),
        ("TS JS QS KS AS KH QH", Hand.ROYAL_FLUSH_AND_KING_QUEEN),
        ("TS JK QS KS AS KH QH", Hand.ROYAL_FLUSH_AND_KING_QUEEN),
        ("TS JS QS KS AS KH AH", Hand.ROYAL_FLUSH_AND_ACE_KING),
        ("TS JS QS JK AS KH AH", Hand.ROYAL_FLUSH_AND_ACE_KING),
        ("TS JS QS KS AS KH QD", Hand.ROYAL_FLUSH),
        ("TS JS QS KS AS JK QD", Hand.ROYAL_FLUSH),
        ("TS JS QS KS AS AH QH", Hand.ROYAL_FLUSH),
        ("8S 9S TS JS QS KS 2D", Hand.STRAIGHT_FLUSH),
        ("8S 9S TS JS QS KS KD", Hand.STRAIGHT_FLUSH),
        ("AS AH AD AC JK 9S 8D", Hand.FIVE_ACES),
        ("AS AH 3D 3C JK 9S 9D", Hand.FULL_HOUSE),
        ("AS QH 3D 3C JK 9S 9D", Hand.THREE_PAIR),
        ("4S 4H 3D 3C 2S 2H 9D", Hand.THREE_PAIR),
    ],
)
def test_645a_6_d_highest_line_of_seven_cards(cards: str, line: Hand) -> None:
    """Seven-card straight flushes, royal flush with a royal match of natural cards, five aces, three pair."""
    assert JOKER_AS_ACE.lines(cards.split())[0] is line


def test_i_645a_01_a_hand_may_contain_three_of_a_kind_and_a_straight() -> None:
    """Both lines are told, so that the better paid one can be chosen; the rank stays the straight's."""
    cards = ["9S", "9H", "9D", "8S", "7S", "6H", "5D"]
    assert JOKER_AS_ACE.hand(cards) is Hand.STRAIGHT
    assert {Hand.STRAIGHT, Hand.THREE_OF_A_KIND} <= set(JOKER_AS_ACE.lines(cards))


@pytest.mark.parametrize("ranking", RANKINGS)
def test_the_class_of_the_best_hand_is_among_its_lines(ranking: Ranking) -> None:
    """Of five to seven random cards."""
    rng = random.Random(11)
    for _ in range(4000):
        hand = rng.sample(ranking.deck, 5 if ranking is DEUCES_AND_JOKER_WILD else rng.randint(5, 7))
        assert ranking.hand(hand) in ranking.lines(hand)


# --- words


def test_spoken() -> None:
    """The dealer announces a hand in words."""
    for cards, words in {
        "KS KH 4D 3S 2H": "pair of kings",
        "AS 2H 3D 4C 5S": "straight, ace to 5",
        "AS 2S 3S 4S 5S": "straight flush, ace to 5",
        "AS KH QD JC TS": "straight, ace high",
        "JK KS QS JS TS": "royal flush",
        "9S 9H 9D 4S 4H": "full house, 9s over 4s",
        "9S 8S 7S 4S 2S": "flush, 9 high",
        "KS QH 9D 4S 2H": "king high",
    }.items():
        assert JOKER_AS_ACE.spoken(best(JOKER_AS_ACE, cards)) == words
    assert STANDARD.spoken(best(STANDARD, "AS 2H 3D 4C 5S")) == "straight, 5 high"  # where it is the lowest


def test_top_is_the_rank_that_decides_first() -> None:
    """The highest card of a hand without a pair, the pair of a pair."""
    assert top(best(JOKER_AS_ACE, "JK QH 9D 4S 2H")) == ACE
    assert top(best(JOKER_AS_ACE, "9S 9H AD 4S 2H")) == 9


def test_a_deck_without_joker_refuses_one() -> None:
    """The standard ranking has no joker."""
    with pytest.raises(KeyError):
        best(STANDARD, "JK QH 9D 4S 2H")


def test_tables_hold_what_the_engine_says() -> None:
    """The arrays for compiled code, read as they are described, give the engine's number."""
    rng = random.Random(3)
    tables = JOKER_AS_ACE.tables(7)
    for _ in range(2000):
        hand = rng.sample(range(53), 7)
        word, lanes = int(tables.words[hand].sum()), int(tables.lanes[hand].sum())
        low, middle, high = word & 0x3FF, word >> 10 & 0x1FFF, word >> 23 & 0x7FFF
        value = tables.values[int(tables.low[low]) + int(tables.middle[middle]) + int(tables.high[high])]
        for suit in range(4):
            held = lanes >> 16 * suit & 0x1FFF
            if held.bit_count() + (52 in hand) >= 5:
                value = max(value, tables.suited[lanes >> 16 * suit & 0xFFFF])
        assert int(value) == JOKER_AS_ACE.best([DECK_WITH_JOKER[number] for number in hand])
    assert tables.values.dtype == np.int32
