"""What a round pays for its shoe alone: eight decks, five cards a round, from a full shoe to the cut."""

import random
import time

from bench.measure import Measured
from pitboss.equipment.cards import DECK
from pitboss.equipment.shoe import Shoe, ShoeState

CARDS, A_ROUND, ROUNDS, SHOES = DECK * 8, 5, 76, 40


def through(order: list[str]) -> list[float]:
    """Microseconds of each round of a shoe."""
    state, found = ShoeState(shuffled=True), []
    for number in range(ROUNDS):
        cards = order[number * A_ROUND : (number + 1) * A_ROUND]
        begun = time.perf_counter()
        shoe = Shoe(CARDS, state)
        for card in cards:
            shoe.take(card)
        state = shoe.after()
        found.append((time.perf_counter() - begun) * 1e6)
    return found


def run() -> dict[str, float | str]:
    source, order = random.Random(1), list(CARDS)
    source.shuffle(order)
    shoes = [through(order) for _ in range(SHOES)]
    return {
        "us a round, second of a shoe": Measured([one[1] for one in shoes]),
        "us a round, near the cut": Measured([one[-1] for one in shoes]),
    }
