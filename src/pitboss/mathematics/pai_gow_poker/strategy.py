"""Pai Gow Poker: hands set as the house sets the dealer's, or by another way, and shown; everything else by default."""

from collections.abc import Callable, Sequence

from pitboss.equipment.cards import Card
from pitboss.families.house_ways import HouseWay, Setting
from pitboss.families.pai_gow_poker.dealing import LOW
from pitboss.mathematics.kit.strategy import Seen, default_answer
from pitboss.procedure import Answer, Election


class SetsSevenCards:
    """Sets hands by a way of doing so (as ``best_play.best_setting``); neither surrenders nor voids a hand."""

    def __init__(self, way: Callable[[Sequence[Card]], Setting]) -> None:
        self.way = way

    def answer(self, election: Election, seen: Seen) -> Answer:
        if election.options[0].says == LOW:
            return Answer(election.to, LOW, cards=self.way(seen.hand(election.to)).low)
        return default_answer(election)


class AsTheHouse(SetsSevenCards):
    """Sets hands by a house way."""

    def __init__(self, way: HouseWay) -> None:
        super().__init__(way.set)
