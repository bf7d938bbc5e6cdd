"""Go Fore It: the Back 9 Wager exactly when it is worth more than folding."""

from collections.abc import Mapping

from pitboss.chapters.ch676a_go_fore_it.procedure import FOLD
from pitboss.chapters.ch676a_go_fore_it.rules import BACK_9, points
from pitboss.mathematics.kit.strategy import Seen, default_answer
from pitboss.procedure import Answer, Election

FRONT = "Point values of the front cards"  # the grid of the chart


class BestElections:
    """``elections``: for the point values of two front cards, whether to go on (``edges.elections``)."""

    def __init__(self, elections: Mapping[tuple[int, ...], bool]) -> None:
        self.elections = elections

    def answer(self, election: Election, seen: Seen) -> Answer:
        if election.options[0].says != BACK_9:
            return default_answer(election)
        front = tuple(sorted(points([card]) for card in seen.hand(election.to)[:2]))
        return Answer(election.to, BACK_9 if self.elections[front] else FOLD)
