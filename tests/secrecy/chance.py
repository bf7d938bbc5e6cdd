"""Chance from a script: at random the first time, as recorded but for the cards exchanged the second."""

import random
from collections.abc import Callable, Iterable

import msgspec

from pitboss.events import Event
from pitboss.house.table.chance import Device, Devices
from pitboss.procedure import CHANCE, Answer, Draw


class Impossible(Exception):
    """The exchanged cards cannot come so."""


class Drawn(msgspec.Struct):
    """One card out of a shoe: what might have come, what came, and after how many moves and events of the round."""

    card: str
    device: str
    weights: dict[str, int]
    move: int
    round: int
    events_before: int  # in that round


class Script(Devices):
    """A device that shows what its script says."""

    def __init__(self, source: random.Random, script: list[Drawn], exchanged: dict[int, str]) -> None:
        super().__init__()
        self.source, self.script, self.exchanged = source, script, exchanged
        self.drawn: list[Drawn] = []
        self.move = self.number = 0
        self.seeded = True
        self.heard: Callable[[], int] = int  # how many events there were in this round
        self._spare: list[tuple[int, str]] = []

    def observe(self, events: Iterable[Event]) -> None:
        """A shuffled shoe has a seed where the house draws, whatever it is."""
        super().observe(events)
        for shoe in self.unseeded if self.seeded else ():
            self.shoes[shoe] = Device(0, "", None)
        self.unseeded.clear()

    def wants_seed(self, question: Draw) -> bool:
        return False

    def draw(self, question: Draw, words: bytes = b"") -> Answer:
        return Answer(CHANCE, self.card(question))

    def card(self, question: Draw) -> str:
        at, weights = len(self.drawn), {card: count for card, count in question.weights.items() if count > 0}
        card = self.exchanged.get(at) or (self.script[at].card if at < len(self.script) else "")
        if at in self.exchanged:
            self._spare.append((self.number, self.script[at].card))
            if card not in weights:
                raise Impossible
        if card not in weights:
            spare = [one for number, one in self._spare if number == self.number and one in weights]
            card = spare[0] if spare else self.source.choices(list(weights), list(weights.values()))[0]
            if spare:
                self._spare.remove((self.number, card))
        self.drawn.append(Drawn(card, question.device, weights, self.move, self.number, self.heard()))
        return card
