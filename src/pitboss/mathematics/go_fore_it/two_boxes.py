"""Go Fore It: Skins of two players against the same four cards of the dealer."""

from functools import partial

import numpy as np

from pitboss.chapters.ch676a_go_fore_it.rules import HAND, POINTS, SKINS, skins_pays
from pitboss.equipment.cards import DECK, rank
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.tally import Ints, Tally, tally

MOST = HAND * max(POINTS.values())  # points of a hand


@njit
def products_of(points: Ints, won: Ints, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Twelve cards a round: the dealer's four, and four for each of two players."""
    state, deck, totals = stream(seed, block), np.arange(len(points)), np.zeros(3, np.int64)
    for _ in range(rounds):
        deal(state, deck, 0, 3 * HAND)
        for hand in range(3):
            totals[hand] = 0
            for n in range(HAND):
                totals[hand] += points[deck[HAND * hand + n]]
        tally(out, 0, won[totals[1], totals[0]] * won[totals[2], totals[0]], 1)


def skins_products() -> Kernel:
    """The product of what two Skins Wagers net: 1 or −1 each."""
    points = np.array([POINTS[rank(card)] for card in DECK], np.int64)
    every = range(MOST + 1)
    won = np.array([[1 if skins_pays(mine, dealers) else -1 for dealers in every] for mine in every], np.int64)
    return Kernel("go-fore-it", "two boxes", (SKINS,), 1, partial(products_of, points, won))
