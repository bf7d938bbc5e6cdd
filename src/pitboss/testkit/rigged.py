"""A dealer with a prepared deck: every place is dealt the hand that it was promised, so that rare hands come on demand.

Jackpots, payout limits, several winners of one meter and Envy Bonuses are never met at natural odds. ``Rigged`` asks the round
whom the next card is for (``Round.coming``), so it works for any game with cards, whatever its order of dealing:

    play = Round(game, rules, state, RoundStart(1), may_lie_face_down=True)
    events = Rigged({1: "AS KS QS JS TS 3D 2D".split()}, random.Random(7)).play_out(play, wagers)
"""

import random
from collections.abc import Iterable, Mapping, Sequence

from pitboss.drivers.round import Round
from pitboss.equipment.cards import Card
from pitboss.events import Dealt, Event
from pitboss.procedure import CHANCE, Answer, Draw, Election, Who, Window
from pitboss.testkit.random_play import weighted
from pitboss.wagers import close_betting


class Rigged:
    """Deals the promised hands, and to everyone else cards that are promised to nobody. ``says`` answers questions by their
    kind; whatever else is asked takes its default, or the first of its answers."""

    def __init__(
        self,
        hands: Mapping[Who, Sequence[Card]],
        chance: random.Random,
        says: Mapping[str, str] | None = None,
    ) -> None:
        self._left = {place: list(cards) for place, cards in hands.items()}
        self._chance, self._says = chance, says or {}

    def play_out(self, play: Round, wagers: Iterable[Answer]) -> list[Event]:
        """Play a round to its end with these wagers; every event of it."""
        tendered = list(wagers)
        while not play.closed:
            question = play.pending
            if isinstance(question, Window):
                play.answer(tendered.pop(0) if tendered else close_betting())
            elif isinstance(question, Draw):
                play.answer(self._dealt(play, question))
            else:
                play.answer(self._answer(play.elections()[0]))
        return list(play.known_events)

    def _dealt(self, play: Round, question: Draw) -> Answer:
        if not question.face:
            return weighted(question, lambda most: self._chance.randrange(most))
        ((event, _),) = play.coming(1) or [(None, False)]
        promised = self._left.get(event.to) if isinstance(event, Dealt) else None
        if promised:
            return Answer(CHANCE, promised.pop(0))
        taken = {card for cards in self._left.values() for card in cards}
        free = {card: weight for card, weight in question.weights.items() if weight > 0 and card not in taken}
        return Answer(CHANCE, self._chance.choice(sorted(free or question.weights)))

    def _answer(self, asked: Election) -> Answer:
        wanted = self._says.get(asked.kind)
        option = next((one for one in asked.options if one.says == wanted), asked.default or asked.options[0])
        return option.answer(asked.to)
