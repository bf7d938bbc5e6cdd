"""What the answers to a decision at blackjack are worth: the next card unknown, or exposed before it was dealt (633a.14(c))."""

from collections.abc import Callable

import numpy as np

from pitboss.chapters.ch633a_blackjack.decisions import ACCEPT, DRAW, REFUSE, STAND, SURRENDER
from pitboss.chapters.ch633a_blackjack.rules import BAD_BEAT, DOUBLE_DOWN, SPLIT_PAIRS
from pitboss.mathematics.blackjack.analyzer import GIVEN_UP, LOST, BlackjackTerms
from pitboss.mathematics.blackjack.bad_beat_judging import BadBeat, gains, most
from pitboss.mathematics.blackjack.compiled_hands import BUST, Floats, hands
from pitboss.mathematics.blackjack.compositions import Pair, Solved, hand_of
from pitboss.mathematics.blackjack.seen import SeenBox

Range = tuple[float, float]  # between which a worth lies; both alike where it is exact


class PlayedHand:
    """A hand whose next card nobody knows; worths are for each unit of its wager, a doubled hand's for each unit of both."""

    def __init__(self, box: SeenBox, of: BlackjackTerms) -> None:
        hand = box.situation.election.hand
        self.cards, self.unseen, self.of = box.values(hand), box.unseen, of
        self.waiting, self.stake = box.waiting(hand), box.wager(hand)
        self.with_bad_beat = (BAD_BEAT, "", 0) in box.situation.wagers
        self.left = of.most_resplits(self.cards[0]) - box.splits(hand)  # resplits that are left after one more split
        self.is_pair = len(self.cards) == 2 and len(set(self.cards)) == 1
        self.solved = Pair(self.unseen, self.cards[0], of) if self.is_pair else Solved(self.unseen, self.cards, of)
        self.paid = gains(box)
        self.beaten = None if self.paid is None else BadBeat(self.unseen, self.cards, of, self.paid / self.stake)

    def worth(self, says: str) -> Range:
        return _same(self.acts()[says]())

    def gain(self, says: str) -> Range:
        """What a Bad Beat Progressive Wager adds to an answer, in cents; of a split no more is known than the most."""
        if self.beaten is None or self.paid is None or says == SURRENDER:
            return _same(0.0)
        if says == SPLIT_PAIRS:
            return 0.0, most(self.unseen, self.paid)
        return _same(self.stake * self.beaten.gain[(STAND, DRAW, DOUBLE_DOWN).index(says)])

    def acts(self) -> dict[str, Callable[[], float]]:
        played = self.beaten or self.solved  # for both wagers together
        return {
            STAND: lambda: played.stand,
            DRAW: lambda: played.hit,
            DOUBLE_DOWN: lambda: played.double / 2,
            SPLIT_PAIRS: self._split,
        }

    def _split(self) -> float:
        """The hands that come of it, less what hands that wait for their second card lose by it: one resplit."""
        assert isinstance(self.solved, Pair)
        others = self.solved.split(self.waiting, self.left + 1)
        return self.solved.split(self.waiting + 2, self.left) - others

    def ends(self) -> dict[str, Range]:
        """The chances to win and to push, by answer; a split has too many ends to tell."""
        if self.beaten is not None:
            return {}
        found = self.solved.ends()
        return {STAND: found["stand"], DRAW: found["hit"], DOUBLE_DOWN: found["double"]}

    def rests_on(self, says: list[str]) -> tuple[str, ...]:
        found = []
        if SPLIT_PAIRS in says:
            found.append("Hands of a split are played like the same cards unsplit, each by its own cards alone.")
        if self.beaten is not None:
            found.append(
                "The Bad Beat is counted, with the meter as it is and no other winner; of a split, what it may add."
            )
        elif self.with_bad_beat:
            found.append("The Bad Beat Progressive Wager is left out, although a hand of 20 may win it.")
        return tuple(found)


class Exposed(PlayedHand):
    """633a.14(c): the next card is known. Whoever draws gets it, and if nobody does the dealer."""

    def __init__(self, box: SeenBox, of: BlackjackTerms) -> None:
        super().__init__(box, of)
        assert box.ahead is not None
        self.card, self.others_after = box.ahead, box.others_after(box.situation.election.hand)
        self.begun = Pair(self.unseen, self.cards[0], of) if self.waiting or self.is_pair else None
        self.may_surrender = SURRENDER in {option.says for option in box.situation.election.options}

    def worth(self, says: str) -> Range:
        if says in (STAND, REFUSE):
            return self._stand(refuses=says == REFUSE)
        taken = {DRAW: self._taken, ACCEPT: self._taken, DOUBLE_DOWN: self._doubled, SPLIT_PAIRS: self._split}
        return _same(taken[says]())

    def _taken(self) -> float:
        cards = (*self.cards, self.card)
        return LOST if hand_of(cards) == BUST else Solved(self.unseen, cards, self.of).drawn

    def _doubled(self) -> float:
        cards = (*self.cards, self.card)
        return LOST if hand_of(cards) == BUST else self._against(self.unseen.finals, hand_of(cards))

    def _stand(self, *, refuses: bool) -> Range:
        """It goes to a hand of the same split that waits, else to somebody after this player, or to the dealer."""
        own, pair = hand_of(self.cards), self.begun
        taken = self._against(self.unseen.finals, own)
        if self.waiting and pair is not None:
            second = Solved(self.unseen, (pair.pair, self.card), self.of).stand
            rest = second + pair.standing(self.waiting - 1) if refuses else self._begun(self.waiting, self.left + 1)
            return _same(taken + rest - pair.split(self.waiting, self.left + 1))
        dealers = self._against(self.unseen.finals_after(self.card), own)
        low, high = (min(taken, dealers), max(taken, dealers)) if self.others_after else (dealers, dealers)
        if refuses and self.may_surrender:  # 633a.9: a player who draws no more may still give up
            return max(low, GIVEN_UP), max(high, GIVEN_UP)
        return low, high

    def _split(self) -> float:
        """The card becomes the second one of the first hand."""
        assert self.begun is not None
        return self._begun(self.waiting + 2, self.left) - self.begun.split(self.waiting, self.left + 1)

    def _begun(self, waiting: int, resplits: int) -> float:
        """Hands that wait for their second card, the first of which gets the one that was exposed."""
        assert self.begun is not None
        found = self.begun.second(self.card) + self.begun.split(waiting - 1, resplits)
        if self.card == self.begun.pair and resplits > 0:
            found = max(found, self.begun.split(waiting + 1, resplits - 1))
        return found

    def _against(self, chances: Floats, hand: int) -> float:
        return float(chances @ np.array(self.of.pays[int(hands().total[hand])]))

    def ends(self) -> dict[str, Range]:
        return {}

    def rests_on(self, says: list[str]) -> tuple[str, ...]:
        found = list(super().rests_on(says))
        if self.waiting:
            found.append("What it does to hands of the same split that wait for their second card is counted.")
        elif self.others_after:
            found.append("Others decide after this hand: they may take the exposed card, or leave it to the dealer.")
        found.append("Other boxes of a player who refuses the card are left out.")
        return tuple(found)


def _same(worth: float) -> Range:
    return worth, worth
