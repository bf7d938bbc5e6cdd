"""Pai Gow Poker: hands set as the house sets the dealer's, and shown; everything else as it stands."""

from pitboss.families.house_ways import HouseWay
from pitboss.families.pai_gow_dealing import LOW
from pitboss.procedure import Answer, Election
from pitboss.strategies.mind import Seen, as_it_stands


class AsTheHouse:
    """Sets hands by a house way; neither surrenders nor voids a hand."""

    def __init__(self, way: HouseWay) -> None:
        self.way = way

    def answer(self, election: Election, seen: Seen) -> Answer:
        if election.options[0].says == LOW:
            return Answer(election.to, LOW, cards=self.way.set(seen.hand(election.to)).low)
        return as_it_stands(election)
