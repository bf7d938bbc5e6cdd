"""Casino War: War on every tie hand, or surrender on every one; a Tie Wager on the War deal where wanted."""

from pitboss.chapters.ch651a_casino_war import NO_TIE, SURRENDER, TIE, WAR
from pitboss.mathematics.kit.strategy import Seen, default_answer
from pitboss.money import Cents
from pitboss.procedure import Answer, Election


class OneWay:
    """Answers every tie hand alike. War costs less than surrender (``edges.war``)."""

    def __init__(self, *, fights: bool = True, tie: Cents = 0) -> None:
        self.fights, self.tie = fights, tie

    def answer(self, election: Election, seen: Seen) -> Answer:
        lawful = [option.says for option in election.options]
        if WAR in lawful:
            return Answer(election.to, WAR if self.fights else SURRENDER)
        if NO_TIE in lawful:
            return Answer(election.to, TIE, amount=self.tie) if self.tie else Answer(election.to, NO_TIE)
        return default_answer(election)
