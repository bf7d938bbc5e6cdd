"""Go Fore It: the Back 9 Wager exactly when it is worth more than folding."""

from collections.abc import Mapping

from pitboss.chapters.ch676a_go_fore_it.chapter import BACK_9_WORD, FOLD, points
from pitboss.procedure import Answer, Election
from pitboss.strategies.mind import Seen, as_it_stands


class Optimal:
    """``elections``: for the point values of two front cards, whether to go on (``exact.ch676a.elections``)."""

    def __init__(self, elections: Mapping[tuple[int, ...], bool]) -> None:
        self.elections = elections

    def answer(self, election: Election, seen: Seen) -> Answer:
        if election.options[0].says != BACK_9_WORD:
            return as_it_stands(election)
        front = tuple(sorted(points([card]) for card in seen.hand(election.to)[:2]))
        return Answer(election.to, BACK_9_WORD if self.elections[front] else FOLD)
