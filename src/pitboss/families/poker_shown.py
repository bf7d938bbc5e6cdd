"""What beats what, where hands of poker are ranked: one hand of each class, in the order that decides a round."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.families.poker_ranks import Hand, Ranking
from pitboss.shown import RankedHand, Sentence
from pitboss.shown import Ranking as ShownRanking

# One hand of each class; a joker stands where a ranking has it.
HANDS: Mapping[Hand, str] = {
    Hand.FIVE_WILDS: "2S 2H 2D 2C JK",
    Hand.FIVE_ACES: "AS AH AD AC JK",
    Hand.FIVE_OF_A_KIND: "8S 8H 8D 8C JK",
    Hand.ROYAL_FLUSH: "AS KS QS JS TS",
    Hand.STRAIGHT_FLUSH: "9H 8H 7H 6H 5H",
    Hand.FOUR_OF_A_KIND: "JS JH JD JC 4D",
    Hand.FULL_HOUSE: "KS KH KD 4C 4S",
    Hand.FLUSH: "KD TD 8D 6D 3D",
    Hand.STRAIGHT: "9S 8H 7D 6C 5S",
    Hand.THREE_OF_A_KIND: "QS QH QD 9C 5S",
    Hand.TWO_PAIR: "JS JH 6D 6C AS",
    Hand.PAIR: "TS TH AD 8C 5S",
    Hand.HIGH_CARD: "AS JH 8D 6C 3S",
}


def poker_hands(ranking: Ranking, cite: str) -> Callable[[Any], ShownRanking]:
    """Every class of hands, the highest first."""
    ranked = tuple(
        RankedHand(place, hand.words, cards=tuple(HANDS[hand].split()), spoken=f"{hand.words}: {HANDS[hand]}")
        for place, hand in enumerate(reversed(ranking.order), 1)
    )
    return lambda rules: (Sentence("From the highest hand to the lowest.", cite), *ranked)
