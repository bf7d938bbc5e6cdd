"""Blackjack from any composition: what one hand is worth, given every card that its player has seen.

``Unseen`` is what is left, the hole card among it. Expectations are for each unit of the hand's wager, the dealer having no
Blackjack. Hands of a split are played like the same cards unsplit, each by its own cards alone, as in ``analyzer``.
"""

from collections.abc import Sequence
from functools import cache, cached_property

import numpy as np

from pitboss.mathematics.blackjack.analyzer import LOST, BlackjackTerms, split_sum
from pitboss.mathematics.blackjack.compiled_hands import (
    ACE,
    BUST,
    FINALS,
    NATURAL_TOTAL,
    TEN,
    VALUES,
    Floats,
    Ints,
    Worths,
    backwards,
    draws,
    finals,
    hands,
    makeable,
    next_cards,
)
from pitboss.mathematics.blackjack.splits import SplitPlan, pair_cards, split_hands

Values = Sequence[int]  # cards by value: ace, 2 … 9, ten


def hand_of(cards: Values) -> int:
    """The number of a hand in ``hands()``; BUST above 21."""
    found = int(hands().one[cards[0]])
    for value in cards[1:]:
        if found != BUST:
            found = int(hands().child[found, value])
    return found


@cache
def becomes(hand: int) -> Ints:
    """A hand and every hand that it may become, in the order of ``hands()``."""
    child = hands().child
    found, waiting = {hand}, [hand]
    while waiting:
        for after in child[waiting.pop()]:
            if after != BUST and int(after) not in found:
                found.add(int(after))
                waiting.append(int(after))
    return np.array(sorted(found), np.int64)


class UnseenRanks:
    """The cards that a player has not seen, by value, against an up card; a dealer's Blackjack is excluded."""

    def __init__(self, counts: Values, up: int) -> None:
        self.counts, self.up = np.array(counts, np.int64), up

    def without(self, *cards: int) -> "UnseenRanks":
        """The same after these cards were seen as well."""
        left = self.counts.copy()
        for card in cards:
            left[card] -= 1
        return UnseenRanks(left.tolist(), self.up)

    def holding(self, cards: Values) -> Ints:
        """What is unseen, with a hand's own cards: the compiled functions take those off again."""
        left = self.counts.copy()
        for card in cards:
            left[card] += 1
        return left

    @cached_property
    def blackjack(self) -> float:
        """The chance that the hole card makes a Blackjack, if nobody has looked."""
        if self.up not in (ACE, TEN) or not self.counts.sum():
            return 0.0
        return float(self.counts[TEN - self.up] / self.counts.sum())

    @cached_property
    def next_card(self) -> Floats:
        """The chance of each value to be the next card."""
        found = np.zeros(VALUES)
        next_cards(self.counts, self.up, found)
        return found

    @cached_property
    def finals(self) -> Floats:
        """How likely the dealer is to end on each final."""
        found: Floats = finals(self.counts.reshape(1, VALUES), self.up, draws().arrays)[0]
        return found

    def finals_after(self, card: int) -> Floats:
        """The same where this card, which has been seen, is the first that the dealer draws."""
        found, left = np.zeros(FINALS), self.counts.tolist()
        every = sum(left) - (left[TEN - self.up] if self.up in (ACE, TEN) else 0)
        for hole in range(VALUES):
            if left[hole] and {self.up, hole} != {ACE, TEN}:
                chance = left[hole] / every
                left[hole] -= 1
                total, soft = _counted(*_counted(0, False, self.up), hole)
                if total < DEALER_STANDS:
                    total, soft = _counted(total, soft, card)
                _dealer(left, total, soft, chance, found)
                left[hole] += 1
        return found


DEALER_STANDS = 17


def _counted(total: int, soft: bool, value: int) -> tuple[int, bool]:
    """A count after one more card."""
    points = total + value + 1
    if value == ACE and not soft and points + 10 <= NATURAL_TOTAL:
        return points + 10, True
    return (points - 10, False) if points > NATURAL_TOTAL and soft else (points, soft)


def _dealer(left: list[int], total: int, soft: bool, chance: float, found: Floats) -> None:
    if total >= DEALER_STANDS:
        found[min(total - DEALER_STANDS, FINALS - 1)] += chance
        return
    every = sum(left)
    for value in range(VALUES):
        if left[value]:
            part = chance * left[value] / every
            left[value] -= 1
            _dealer(left, *_counted(total, soft, value), part, found)
            left[value] += 1


class Solved:
    """One hand and all that it may become, drawing as long as that pays; ``draw`` and ``doubles`` say of each whether it does."""

    def __init__(self, unseen: UnseenRanks, cards: Values, terms: BlackjackTerms, *, only: Ints | None = None) -> None:
        self.unseen, self.cards, self.terms = unseen, tuple(cards), terms
        self.hand = hand_of(cards)
        only = becomes(self.hand) if only is None else only
        self._made, self._decks = makeable(unseen.holding(cards), hands().cards, only)
        self._finals: Floats = finals(self._decks, unseen.up, draws().arrays)
        self.draw = np.zeros(len(hands().total), np.int64)
        self.stand_all, self.hit_all, self.double_all = self._solve(np.array(terms.pays), LOST, choose=True)
        open_ = (hands().size == 2) & (hands().total < NATURAL_TOTAL)
        better = self.double_all > np.maximum(self.stand_all, self.hit_all)
        self.doubles = (open_ & better).astype(np.int64)

    def _solve(self, pays: Floats, bust: float, *, choose: bool) -> tuple[Floats, Floats, Floats]:
        """``compiled_hands.solve``, with the dealer's finals worked out once for all tables of what hands are paid."""
        stand, hit, double = (np.full(len(hands().total), bust) for _ in range(3))
        made, worths = self._made, Worths(self.draw, stand, hit, double)
        stand[made] = (self._finals * pays[hands().total[made]]).sum(axis=1)
        backwards(made, self._decks, self.unseen.up, hands(), bust, choose, worths)
        return stand, hit, double

    @property
    def stand(self) -> float:
        return float(self.stand_all[self.hand])

    @property
    def hit(self) -> float:
        return float(self.hit_all[self.hand])

    @property
    def double(self) -> float:
        """With one more card, staked twice."""
        return float(self.double_all[self.hand])

    @property
    def drawn(self) -> float:
        """Drawing or standing, whichever is better."""
        return self.hit if self.draw[self.hand] else self.stand

    @property
    def played(self) -> float:
        """Of two cards, the best that can be done without a split."""
        return self.double if self.doubles[self.hand] else self.drawn

    def ends(self) -> dict[str, tuple[float, float]]:
        """The chances to win and to push: standing, drawing on as long as that pays, and with one card."""
        pays = np.array(self.terms.pays)
        won, pushed = (self._solve(np.where(np.sign(pays) == sign, 1.0, 0.0), 0.0, choose=False) for sign in (1, 0))
        stand, hit, double = ((float(w[self.hand]), float(p[self.hand])) for w, p in zip(won, pushed, strict=True))
        return {"stand": stand, "hit": hit, "double": (double[0] / 2, double[1] / 2)}


class Pair(Solved):
    """A pair: besides its own decisions, what hands are worth that begin with one of its cards.

    ``split(hands, resplits)`` is the worth of so many hands that wait for their second card, when pairs among them may be
    split so often again: always or never, whichever is better.
    """

    def __init__(self, unseen: UnseenRanks, pair: int, terms: BlackjackTerms) -> None:
        super().__init__(unseen, (pair, pair), terms, only=becomes(int(hands().one[pair])))
        self.pair = pair
        self._worths: Floats | None = None  # of ``_begun``

    def split(self, waiting: int, resplits: int) -> float:
        """By the best play of the same cards unsplit."""
        if not waiting:
            return 0.0
        free, unpaired = self._begun(2 * max(0, resplits) + waiting - 1)
        chance = pair_cards(self.unseen.counts, self.unseen.up, self.pair, len(free) - 1)
        return max(float(split_sum(most, chance, free, unpaired, waiting)) for most in {0, max(0, resplits)})

    def standing(self, waiting: int) -> float:
        """The same where each gets its second card and no other."""
        never = np.zeros_like(self.draw)
        return waiting * float(self._hands(0, never, never)[0, 0])

    def _begun(self, most: int) -> tuple[Floats, Floats]:
        """V(k) up to ``most`` further pair cards gone, or as many as there are: with any second card, and with no pair."""
        most = min(most, int(self.unseen.counts[self.pair]))
        if self._worths is None or len(self._worths) <= most:
            self._worths = self._hands(most, self.draw, self.doubles)
        free, unpaired, _, _ = self._worths[: most + 1].T
        return free, unpaired

    def _hands(self, most: int, draw: Ints, doubles: Ints) -> Floats:
        left, one_card = self.unseen.holding(self.cards), self.pair == ACE and self.terms.aces_take_one_card
        plan, pays = SplitPlan(draw, doubles, one_card), np.array(self.terms.pays)
        found: Floats = split_hands(left, self.unseen.up, self.pair, most, hands(), draws().arrays, pays, plan)
        return found

    def second(self, card: int) -> float:
        """What one hand is worth that begins with a card of the pair, this one being its second, which has been seen."""
        if self.pair == ACE and self.terms.aces_take_one_card:
            return Solved(self.unseen, (self.pair, card), self.terms).stand
        return Solved(self.unseen, (self.pair, card), self.terms).played
