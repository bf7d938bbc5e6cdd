"""DJ Wild Stud Poker: the Raise Wager exactly when it is worth more than folding."""

from collections.abc import Callable, Sequence

from pitboss.chapters.ch687a_dj_wild_stud_poker.procedure import FOLD
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import RAISE
from pitboss.equipment.cards import Card
from pitboss.procedure import Answer, Election
from pitboss.strategies.mind import Seen, as_it_stands


class Optimal:
    """``raises``: whether to raise with five cards (``exact.ch687a.raises``)."""

    def __init__(self, raises: Callable[[Sequence[Card]], bool]) -> None:
        self.raises = raises

    def answer(self, election: Election, seen: Seen) -> Answer:
        if RAISE not in [option.says for option in election.options]:
            return as_it_stands(election)
        return Answer(election.to, RAISE if self.raises(seen.hand(election.to)) else FOLD)
