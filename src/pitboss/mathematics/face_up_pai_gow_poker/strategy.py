"""Face Up Pai Gow Poker: the dealer's hands lie open, and of all settings one is taken that does best against them."""

from collections.abc import Sequence

from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import Outcome, compare
from pitboss.equipment.cards import Card
from pitboss.families.house_ways import LOW as LOW_SIZE
from pitboss.families.house_ways import HouseWay, Setting, low_hands, setting
from pitboss.families.pai_gow_poker.dealing import LOW
from pitboss.mathematics.kit.strategy import Seen, default_answer
from pitboss.procedure import DEALER, Answer, Election

BEST = (Outcome.LOSES, Outcome.TIES, Outcome.WINS)


def best_against(cards: Sequence[Card], dealer: Setting, way: HouseWay) -> Setting:
    """A setting that wins, else one that ties; the house's where it does as well."""
    ways = [way.set(cards), *(setting(cards, low) for low in low_hands(cards))]
    return max(ways, key=lambda made: BEST.index(compare(made, dealer)[0]))


class FaceUp:
    """Sets against what is seen; neither surrenders nor voids a hand."""

    def __init__(self, way: HouseWay) -> None:
        self.way = way

    def answer(self, election: Election, seen: Seen) -> Answer:
        if election.options[0].says == LOW:
            shown = seen.hand(DEALER)  # as they were set: the high hand, then the low
            low = best_against(seen.hand(election.to), setting(shown, shown[-LOW_SIZE:]), self.way).low
            return Answer(election.to, LOW, cards=low)
        return default_answer(election)
