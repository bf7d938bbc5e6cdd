"""Hands that 645a.6, 670a.6 and 688a.6 rank alike: one deck with a joker that is an ace or completes.

Each chapter's tests put its own ``RANKING`` to these, under the names of its own provisions.
"""

from pitboss.families.poker_ranks import Hand, Ranking

ROYAL = "AS KS QS JS TS"
SINGLES = [f"{rank}S" for rank in "AKQJT98765432"]
CLASSES = [
    "AS AD AH AC JK", ROYAL, "KS QS JS TS 9S", "AS AD AH AC 2D", "AS AD AH KC KD", "AS KS QS JS 9S",
    "AS KD QC JH TS", "AS AD AH KC QD", "AS AD KH KC QD", "AS AD KH QC JD", "AS KD QH JC 9D",
]  # the best of each class, best class first  # fmt: skip
WITHIN = {
    Hand.STRAIGHT_FLUSH: ["AS 2S 3S 4S 5S", "KS QS JS TS 9S", "2S 3S 4S 5S 6S"],
    Hand.FOUR_OF_A_KIND: ["AS AD AH AC 2D", "KS KD KH KC AD", "2S 2D 2H 2C AD"],
    Hand.FULL_HOUSE: ["AS AD AH KC KD", "AS AD AH QC QD", "2S 2D 2H 3C 3D"],
    Hand.FLUSH: ["AS KS QS JS 9S", "AD KD QD JD 8D", "7S 5S 4S 3S 2S"],
    Hand.STRAIGHT: ["AS KD QC JH TS", "AS 2D 3C 4H 5S", "KS QD JC TH 9S", "2S 3D 4C 5H 6S"],
    Hand.THREE_OF_A_KIND: ["AS AD AH KC QD", "KS KD KH AC QD", "2S 2D 2H 3C 4D"],
    Hand.TWO_PAIR: ["AS AD KH KC QD", "AS AD KH KC JD", "3S 3D 2H 2C 4D"],
    Hand.PAIR: ["AS AD KH QC JD", "AS AD KH QC TD", "2S 2D 3H 4C 5D"],
    Hand.HIGH_CARD: ["AS KD QC JH 9S", "AC KC QD JS 8S", "7S 5D 4C 3H 2S"],
}  # the best, the next and the worst of a class
ACE_JOINS = {
    "AS 2D 3C 4H 5S": Hand.STRAIGHT,
    "AS 2S 3S 4S 5S": Hand.STRAIGHT_FLUSH,
    "QS KD AC 2H 3S": Hand.HIGH_CARD,
    "QS KS AS 2S 3S": Hand.FLUSH,
}  # 2 to 5, and bridges nothing
JOKER_MAKES = {
    "JK KS QD 9C 5H": Hand.HIGH_CARD,
    "JK KD 7C 7H 2S": Hand.PAIR,
    "JK KS KD 9C 5H": Hand.PAIR,
    "JK AS 9D 5C 2H": Hand.PAIR,
    "JK 9D 8C 7H 6S": Hand.STRAIGHT,
    "JK 9D 8D 4D 2D": Hand.FLUSH,
    "JK 9D 8D 7D 6D": Hand.STRAIGHT_FLUSH,
    "JK 9S 8S 7S 5S": Hand.STRAIGHT_FLUSH,
    "JK KD QD JD TD": Hand.ROYAL_FLUSH,
    "JK 9S 9D 9C 9H": Hand.FOUR_OF_A_KIND,
    "JK AS AD AH KC": Hand.FOUR_OF_A_KIND,
    "JK AS AD AC AH": Hand.FIVE_ACES,
}  # an ace, unless it completes a straight or a flush; no five of a kind but aces
JOKER_EQUALS = {
    "JK KD": "AS KD",
    "JK KD KC": "AS KD KC",
    "KS QS JS TS JK": ROYAL,
    "AD JK 9D 8D 4D": "AS KS 9S 8S 4S",
    "KD JK 9D 8D 4D": "KS AS 9S 8S 4S",
}  # in a flush the highest card of the suit that is not held
FIRST_DIFFERENCE = {
    "AS KS 9S 5S 3S": "AD KD 9D 5D 2D",
    "AS KS 9S 5S 2S": "AD KD 8D 7D 6D",
    "AS AD KH 5C 3D": "AC AH KD 5D 2C",
    "9S 9D AC 7H 5S": "9C 9H AD 7S 4S",
    "AS KD QC JH 9S": "AD KC QD JC 8S",
    "AS JD": "AC TD",
}  # the highest card that the other lacks, down to the last
COPIES = {
    "AS KS 9S 5S 3S": "AD KD 9D 5D 3D",
    "AS KD QH JC 9D": "AC KH QD JS 9C",
    "9S 9D AC 7H 5S": "9C 9H AD 7S 5D",
    "AS JD": "AC JH",
}  # nothing differs


def value(ranking: Ranking, cards: str) -> int:
    return ranking.best(cards.split())


def descend(ranking: Ranking, hands: list[str]) -> None:
    """Each of these hands is above the next."""
    values = [value(ranking, hand) for hand in hands]
    assert values == sorted(set(values), reverse=True), list(zip(hands, values, strict=True))


def make(ranking: Ranking, hands: dict[str, Hand]) -> None:
    """Each of these hands is of the class beside it."""
    assert {cards: ranking.hand(cards.split()) for cards in hands} == hands


def equal(ranking: Ranking, pairs: dict[str, str]) -> None:
    """Each of these hands is as high as the one beside it."""
    assert {cards: value(ranking, cards) for cards in pairs} == {c: value(ranking, o) for c, o in pairs.items()}
