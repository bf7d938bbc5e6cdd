"""DJ Wild Stud Poker: the Raise Wager exactly when it is worth more than folding."""

from collections.abc import Callable, Sequence

from pitboss.chapters.ch687a_dj_wild_stud_poker.procedure import FOLD
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import RAISE
from pitboss.equipment.cards import Card
from pitboss.mathematics.kit.strategy import Seen, default_answer
from pitboss.procedure import Answer, Election

ONE_PAIR = "One pair"  # the grid of the chart


class BestPlays:
    """``raises``: whether to raise with five cards (``edges.raises``)."""

    def __init__(self, raises: Callable[[Sequence[Card]], bool]) -> None:
        self.raises = raises

    def answer(self, election: Election, seen: Seen) -> Answer:
        if RAISE not in [option.says for option in election.options]:
            return default_answer(election)
        return Answer(election.to, RAISE if self.raises(seen.hand(election.to)) else FOLD)
