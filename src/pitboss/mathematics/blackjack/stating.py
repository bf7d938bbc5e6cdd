"""Hands at blackjack as they are stated: which cards came in which order, and which answers led to them."""

from collections.abc import Sequence

from pitboss.chapters.ch633a_blackjack.decisions import DRAW, STAND
from pitboss.chapters.ch633a_blackjack.rules import SPLIT_PAIRS, Rules
from pitboss.chapters.ch633a_blackjack.values import LIMIT, POINTS
from pitboss.events import Dealt
from pitboss.mathematics.kit.stated import StatedDecision
from pitboss.procedure import Election, Refusal, Refused

FIRST = 2  # cards of a hand before its first decision
DECISION = "decision"
DEALER_DRAWS = 16  # 633a.7(m): to no higher a total
LAST_CARDS = 6  # beyond what fits into the totals: the cards that end both hands, and those of a pair that is split


class DealtHands:
    """Hands that were dealt, and cards that they drew. The hands before the one that is asked stand."""

    def __init__(self, hands: Sequence[Sequence[str]]) -> None:
        self._hands = [list(hand) for hand in hands]

    @property
    def left(self) -> int:
        return sum(map(len, self._hands))

    def card(self, event: Dealt | None) -> str | None:
        hand = self._hands[event.hand] if event is not None and event.hand < len(self._hands) else []
        return hand.pop(0) if hand else None

    def answer(self, election: Election) -> str:
        if election.kind != DECISION:
            return ""
        return DRAW if self._hands[election.hand] else STAND


class SplitHands:
    """Hands of one pair, from the left: the leftmost is split until there are as many, then each is finished before the
    next one gets its second card (633a.11(b))."""

    def __init__(self, hands: Sequence[Sequence[str]]) -> None:
        first, others = hands[0], hands[1:]
        self._cards = [first[0], *(hand[0] for hand in reversed(others))]
        self._splits, self._dealt = len(others), 0
        self._finished = set[int]()  # after how many cards a hand stands
        for hand in hands:
            self._cards += hand[1:]
            self._finished.add(len(self._cards))

    @property
    def left(self) -> int:
        return len(self._cards) - self._dealt

    def card(self, event: Dealt | None) -> str | None:
        if not self.left:
            return None
        self._dealt += 1
        return self._cards[self._dealt - 1]

    def answer(self, election: Election) -> str:
        if election.kind != DECISION:
            return ""
        if FIRST <= self._dealt <= self._splits + 1:
            return SPLIT_PAIRS
        return STAND if self._dealt in self._finished else DRAW


def hand_plan(rules: Rules, stated: StatedDecision) -> DealtHands | SplitHands:
    """The hands of the areas (one, or two at Blackjack Switch), or those that came of splitting a pair, from the left."""
    hands = stated.hands
    if stated.unseen is not None:
        _check_enough(stated, sum(stated.unseen.values()))
    if len(hands) == len(rules.areas):
        return DealtHands(hands)
    if len(rules.areas) > 1:
        words = (
            "At Blackjack Switch two hands are stated, or the cards in the order in which they came, with the answers."
        )
        raise Refused(Refusal.MALFORMED, words, "633a.12(a)")
    if not all(hands) or len({_value(hand[0]) for hand in hands}) != 1:
        words = "Hands of a split begin with cards of one value: state each hand with its first card first."
        raise Refused(Refusal.CANNOT_HAPPEN, words, "633a.11(a)")
    return SplitHands(hands)


def _check_enough(stated: StatedDecision, left: int) -> None:
    """Refuse unseen cards that may run out before the hand and the dealer's are finished, however small they come."""
    assert stated.unseen is not None
    players = sum(max(0, LIMIT - sum(map(_low, hand))) for hand in stated.hands)
    points, needed = players + max(0, DEALER_DRAWS - sum(map(_low, stated.up))), LAST_CARDS
    for name, count in sorted(stated.unseen.items(), key=lambda one: _low(one[0])):
        fit = min(count, points // _low(name))
        needed, points = needed + fit, points - fit * _low(name)
    if left < needed:
        words = f"{left} unseen cards may run out before this round is finished: state {needed} or more of them."
        raise Refused(Refusal.CANNOT_HAPPEN, words, "633a.14(f)")


def _low(card: str) -> int:
    """What a card counts, an ace as 1."""
    return 1 if card[:1] == "A" else POINTS.get(card[:1], 10)


def _value(card: str) -> str:
    """A card by its value, with T for everything worth 10."""
    return "T" if _low(card) == 10 else card[:1]
