"""Over/Under: after the first card, the choice that is worth most."""

from collections.abc import Mapping

from pitboss.chapters.ch686a_over_under import LATE, OVER, points
from pitboss.mathematics.kit.strategy import Seen, default_answer
from pitboss.procedure import Answer, Election

BETTER, BEST = "The better wager", "best"  # the grid of the chart, and its column


class BestCalls:
    """``elections``: the best choice for the point value of the first card (``edges.elections``)."""

    def __init__(self, elections: Mapping[int, str]) -> None:
        self.elections = elections

    def answer(self, election: Election, seen: Seen) -> Answer:
        assert isinstance(election.to, int)
        lawful = [option.says for option in election.options]
        if OVER in lawful:
            return Answer(election.to, self.elections[points(seen.hand(election.to)[:1])])
        return Answer(election.to, LATE) if LATE in lawful else default_answer(election)
