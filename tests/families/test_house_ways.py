"""Setting hands: both house ways over every shape of hand, fouls, and the sentences that tell them."""

import random
from itertools import combinations_with_replacement

import pytest

from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.families.house_way_rules import every_held, held_ranks
from pitboss.families.house_ways import (
    HOUSE_WAYS,
    SPLIT,
    STANDARD,
    HouseWay,
    HouseWayName,
    carry_out,
    check_way,
    counts_of,
    fits,
    low_hands,
    low_spoken,
    setting,
    way_key,
    way_of,
)
from pitboss.procedure import Refused

BOTH = list(HOUSE_WAYS.values())


def low(way: HouseWay, cards: str) -> list[str]:
    return sorted(way.set(cards.split()).low)


def of(cards: str) -> list[str]:
    return sorted(cards.split())


@pytest.mark.parametrize(
    ("cards", "lows"),
    [
        ("KS JD 9H 8C 6D 4S 2C", "JD 9H"),  # no pair
        ("JK KD QH 9C 6D 4S 2C", "KD QH"),  # the joker is the ace that stays high
        ("7S 7D AH JC 9D 4S 2C", "AH JC"),  # one pair
        ("AS JK QH JC 9D 4S 2C", "QH JC"),  # a pair with the joker
        ("KS KD 9H 9C 4D 4S 2C", "KS KD"),  # three pair
        ("AS AD 9H JK 4D 4S 2C", "4D 4S"),  # three aces with a pair
        ("8S 8D 8H KC JD 4S 2C", "KC JD"),  # three of a kind
        ("AS AD AH KC JD 4S 2C", "AS KC"),  # three aces
        ("8S 8D 8H 5C 5D 5S KC", "8S 8D"),  # two threes
        ("9S 8D 7H 6C 5D 4S 3C", "9S 8D"),  # seven in a row: the lowest straight stays high
        ("9S 8D 7H 6C 5D KS QC", "KS QC"),
        ("9S 8D 7H 6C 5D 5S KC", "5D KC"),  # a pair that cannot leave the straight whole
        ("9S 8D 7H 6C 5D 5S 5C", "5D 5S"),  # two of three go low, the straight stays
        ("9S 9D 8D 7D 6D 5D KD", "9S 9D"),  # of a straight flush and a flush, the one that leaves most low
        ("AS QS 9S 7S 5S 3S 2D", "AS 2D"),  # six of a suit
        ("JS JD JH 6C 6D AS QC", "6C 6D"),  # full house
        ("JS JD JH 6C 6D 9S 9C", "9S 9C"),  # with two pairs
        ("6S 6D 6H 6C AD KS QC", "AD KS"),  # four of a kind up to sixes stay
        ("6S 6D 6H 6C AD AS QC", "AD AS"),
        ("AS AD AH AC JK QD 2C", "AS AD"),  # five aces
        ("AS AD AH AC JK KD KC", "KD KC"),
        ("AS AD AH AC JK QD QC", "AS AD"),
        ("KS KD 2H 2C QD 9S 7C", "2H 2C"),  # two pair, no ace
        ("AS AD 2H 2C KD 9S 7C", "2H 2C"),  # aces are never kept with another pair
        ("KS KD QH QC AD 9S 7C", "QH QC"),  # two large pairs
    ],
)
@pytest.mark.parametrize("way", BOTH, ids=lambda way: way.title)
def test_what_both_ways_do_alike(way: HouseWay, cards: str, lows: str) -> None:
    """Shapes on which they agree."""
    assert low(way, cards) == of(lows)


@pytest.mark.parametrize(
    ("cards", "standard", "split"),
    [
        ("6S 6D 5H 5C KD 9S 7C", "KD 9S", "5H 5C"),  # small and small: a king or better, or an ace
        ("6S 6D 5H 5C QD 9S 7C", "5H 5C", "5H 5C"),
        ("6S 6D 5H 5C AD 9S 7C", "AD 9S", "AD 9S"),
        ("7S 7D 5H 5C AD 9S 8C", "AD 9S", "5H 5C"),  # middle and small: an ace
        ("7S 7D 5H 5C KD 9S 8C", "5H 5C", "5H 5C"),
        ("TS TD 7H 7C AD 9S 8C", "AD 9S", "7H 7C"),  # middle and middle: an ace
        ("KS KD 6H 6C AD 9S 8C", "AD 9S", "6H 6C"),  # large and small: an ace
        ("JS JD TH TC AD 9S 8C", "TH TC", "TH TC"),  # large and middle: never
        ("JS JD JH 2C 2D AS KC", "AS KC", "2C 2D"),  # full house with a pair of 2s, ace and king
        ("JS JD JH 3C 3D AS KC", "3C 3D", "3C 3D"),
        ("JS JD JH 2C 2D AS QC", "2C 2D", "2C 2D"),
        ("7S 7D 7H 7C AD KS QC", "AD KS", "7S 7D"),  # four sevens to tens: an ace or a pair
        ("TS TD TH TC KD QS 2C", "TS TD", "TS TD"),
        ("TS TD TH TC 2D 2S 4C", "2D 2S", "2D 2S"),
        ("JS JD JH JC TD TS 4C", "TD TS", "TD TS"),  # jacks to kings: a pair of tens, or any pair
        ("JS JD JH JC 9D 9S 4C", "JS JD", "9D 9S"),
        ("AS AD AH AC 7D 7S 4C", "7D 7S", "AS AD"),  # aces: a pair of sevens, or nothing
        ("AS AD AH AC 6D 6S 4C", "AS AD", "AS AD"),
    ],
)
def test_where_the_ways_part(cards: str, standard: str, split: str) -> None:
    """At each boundary, below and at it."""
    assert (low(STANDARD, cards), low(SPLIT, cards)) == (of(standard), of(split))


@pytest.mark.parametrize("way", BOTH, ids=lambda way: way.title)
def test_no_hand_is_set_foul(way: HouseWay) -> None:
    """Random hands, half of them with the joker: always five high, two low, lawful."""
    source = random.Random(645)
    for n in range(1500):
        cards = source.sample(DECK_WITH_JOKER[:52], 6 if n % 2 else 7) + ["JK"] * (n % 2)
        made = way.set(cards)
        assert not made.foul
        assert sorted(made.cards) == sorted(cards)
        assert (len(made.high), len(made.low)) == (5, 2)


def test_best_low_hand_among_those_that_fit() -> None:
    """The first line that some setting carries out; no such setting has a better low hand, nor the same with a better high."""
    source = random.Random(7)
    for _ in range(200):
        cards = source.sample(DECK_WITH_JOKER, 7)
        every = [setting(cards, two) for two in low_hands(cards)]
        for way in BOTH:
            fitting = ([made for made in every if fits(rule, made)] for rule in way.rules_for(counts_of(cards)))
            first = next(found for found in fitting if found)
            assert way.set(cards) == max(first, key=lambda made: (made.low_value, made.high_value))


def test_a_line_that_cannot_be_carried_out_is_passed_over() -> None:
    """An ace that is not there; a pair that has no partner."""
    rule = STANDARD.rules[5]
    assert rule.text == "two pair 7-T 2-6: two pair with A low"
    assert carry_out(rule, ["7S", "7D", "5H", "5C", "KD", "9S", "8C"]) is None
    assert carry_out(rule, ["7S", "7D", "5H", "5C", "AD", "9S", "8C"]) is not None


def test_low_hands_of_seven_and_of_six_cards() -> None:
    """21 choices of two out of seven; six of one out of six."""
    cards = ["AS", "KS", "QS", "JS", "TS", "9S", "8S"]
    assert len(set(low_hands(cards))) == 21
    assert len(low_hands(cards[:6], 1)) == 6


def test_spoken_hands() -> None:
    """What the dealer calls them."""
    assert STANDARD.set(["KS", "KD", "AH", "JC", "7D", "5S", "3C"]).spoken == "pair of kings, low ace and jack"
    assert low_spoken(("7S", "7D")) == "pair of 7s"
    assert low_spoken(("JK", "AD")) == "pair of aces"
    assert low_spoken(("TS", "JK")) == "ace and 10"


@pytest.mark.parametrize("way", BOTH, ids=lambda way: way.title)
def test_sentences_cover_every_shape(way: HouseWay) -> None:
    """No pair to five aces, each said."""
    text = " ".join(way.sentences)
    for words in ("No pair", "One pair", "Two pair", "Three pair", "Three of a kind", "Two threes",
        "a straight or better stays high",         "Full house", "Four of a kind", "Five aces"):  # fmt: skip
        assert words in text
    assert len(set(way.sentences)) == len(way.sentences)


# --- ways that are filed line by line

CITE = "645a.11(c)"
EASY = (
    "no pair: high card", "pair: pair", "two pair: pair with 22 low", "three pair: two pair with 22 low",
    "three of a kind: three of a kind", "two threes: three of a kind with 22 low",
    "full house: three of a kind with 22 low", "four of a kind: pair with 22 low", "five aces: three of a kind with 22 low",
)  # fmt: skip


def refused(*lines: str, name: HouseWayName = HouseWayName.FILED) -> str:
    with pytest.raises(Refused) as found:
        check_way(name, lines, CITE)
    assert found.value.cite == CITE
    return found.value.sentence


def test_645a_11_c_a_way_may_be_filed_line_by_line() -> None:
    """The easiest: whatever repeats is set apart."""
    check_way(HouseWayName.FILED, EASY, CITE)
    way = way_of(way_key(HouseWayName.FILED, EASY))
    assert low(way, "6S 6D 6H 6C AD KS QC") == of("6S 6D")
    assert low(STANDARD, "6S 6D 6H 6C AD KS QC") == of("AD KS")
    assert way.lines == EASY
    assert way_of(way_key(HouseWayName.SPLIT, ())) is SPLIT


@pytest.mark.parametrize("way", BOTH, ids=lambda way: way.title)
def test_the_named_ways_could_be_filed(way: HouseWay) -> None:
    check_way(HouseWayName.FILED, way.lines, CITE)


def test_lines_that_are_no_way_are_refused_with_what_is_allowed() -> None:
    """Left out, never reached, not readable, and beside a name."""
    assert "leave a hand without a setting: three pair" in refused(*(line for line in EASY if "three pair" not in line))
    assert "'three pair: two pair with 22 low'" in refused(*(line for line in EASY if "three pair" not in line))
    assert "pair, aces" in refused(*("pair 2-K: pair" if line == "pair: pair" else line for line in EASY))
    assert "'pair K: pair' is never reached" in refused(*EASY, "pair K: pair")
    assert "'pair: pair' is never reached" in refused(*EASY, "pair: pair")
    assert "a line is like" in refused(*EASY, "pairs: pair")
    assert "not 'K-T'" in refused(*EASY, "pair K-T: pair")
    assert "AK, not KA" in refused(*EASY, "pair: pair with KA low")
    assert "not 'AKQ'" in refused(*EASY, "pair: pair with AKQ low")
    assert "1 ranks to be named at most" in refused(*EASY, "pair 2 3: pair")
    assert "64 at most" in refused(*EASY * 8)
    assert "go with house_way" in refused(*EASY, name=HouseWayName.STANDARD)
    assert "no pair" in refused()


def test_every_way_in_which_ranks_repeat_is_looked_at() -> None:
    """As a count over all sets of seven ranks finds them."""
    found = set()
    for ranks in combinations_with_replacement(range(13), 7):
        counts = tuple(ranks.count(place) for place in range(13))
        if max(counts) <= 4 or (counts[12] == 5 and max(counts[:12]) <= 4):
            found.add(held_ranks(counts))
    assert found == set(every_held())
