"""Six-Card Fortune Pai Gow Poker: hands set as the house sets the dealer's, Double Down where it gains."""

from collections.abc import Callable, Sequence

from pitboss.chapters.ch670a_six_card_fortune.hands import house_way
from pitboss.chapters.ch670a_six_card_fortune.rules import DOUBLE_DOWN
from pitboss.equipment.cards import Card
from pitboss.families.pai_gow_dealing import LOW
from pitboss.procedure import Answer, Election
from pitboss.strategies.mind import Seen, as_it_stands


class AsTheHouse:
    """``doubles``: whether to double with six cards set so (``exact.ch670a.doubles``). Whatever else is asked, the default."""

    def __init__(self, doubles: Callable[[Sequence[Card]], bool]) -> None:
        self.doubles = doubles

    def answer(self, election: Election, seen: Seen) -> Answer:
        cards, words = seen.hand(election.to), [option.says for option in election.options]
        if words[0] == LOW:
            return Answer(election.to, LOW, cards=house_way(cards).low)
        if DOUBLE_DOWN in words and self.doubles(cards):
            return Answer(election.to, DOUBLE_DOWN)
        return as_it_stands(election)
