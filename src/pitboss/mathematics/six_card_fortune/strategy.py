"""Six-Card Fortune Pai Gow Poker: hands set, and doubled, by what each six cards are best played as."""

from collections.abc import Callable, Sequence

from pitboss.chapters.ch670a_six_card_fortune.rules import DOUBLE_DOWN
from pitboss.equipment.cards import Card
from pitboss.families.house_ways import Setting
from pitboss.families.pai_gow_poker.dealing import LOW
from pitboss.mathematics.kit.strategy import Seen, default_answer
from pitboss.procedure import Answer, Election


class SetsSixCards:
    """``play``: how six cards are set, and whether to double (``edges.best_setting``). Whatever else is asked, the
    default."""

    def __init__(self, play: Callable[[Sequence[Card]], tuple[Setting, bool]]) -> None:
        self.play = play

    def answer(self, election: Election, seen: Seen) -> Answer:
        cards, words = seen.hand(election.to), [option.says for option in election.options]
        if words[0] == LOW:
            return Answer(election.to, LOW, cards=self.play(cards)[0].low)
        if DOUBLE_DOWN in words and self.play(cards)[1]:
            return Answer(election.to, DOUBLE_DOWN)
        return default_answer(election)
