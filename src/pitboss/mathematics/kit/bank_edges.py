"""Edges of a bank against a whole table: each player's wager and the dealer's, or, for a co-bank, the players' alone.

The vigorish is taken of what is left over when all wagers are settled, so a bank that faces several bears less of it on
each than one that faces a single wager. How much less depends on many hands out of one set: an interval, from deals of
seven hands, each of which banks against the next so many and against as many before it. What the bank wins before the
vigorish is the same on every wager, and is known better from hands two by two. The simulation of this is
``kit.bank_kernel``.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.families.banking import BANK, CO_BANK
from pitboss.mathematics.kit.edge import Outcome, distribution, half_width

Ints = NDArray[np.int64]
Hands = tuple[Ints, Ints]  # numbers of the high and the low hands, a row for each deal
HANDS = 7
MEETINGS = 2 * HANDS  # each hand as the bank, forwards and backwards
DEALS, BATCH = 1 << 16, 1 << 14
SURPLUSES = 2 * HANDS - 1  # counts by how many wagers more were won than lost
SUMS = SURPLUSES + 2  # and the vigorish of a deal, added up as it is and squared
FULL_TABLE = "full table"
AGAINST = {
    BANK: "for each unit wagered against the bank: {} equal wagers, the dealer's among them",
    CO_BANK: "for each unit of the co-banker's half of {} equal wagers",
}


def sample_banks(
    deal: Callable[[np.random.Generator, int], tuple[Hands, Hands]], percent: int, seed: int, deals: int
) -> list[int]:
    """Sums over so many deals, of banking against one wager, two, … six. ``deal`` gives the hands as a bank would set
    them, and as the others would."""
    found, chance = np.zeros((HANDS - 1, SUMS), np.int64), np.random.Generator(np.random.Philox(seed))
    for first in range(0, deals, BATCH):
        banks, others = deal(chance, min(BATCH, deals - first))
        won = _won(banks, others)
        for wagers in range(1, HANDS):
            ahead, behind = won[:, :, :wagers].sum(2), won[:, :, HANDS - 1 - wagers :].sum(2)
            found[wagers - 1] += _sums(np.concatenate((ahead, behind), axis=1), percent)
    return [int(number) for number in found.ravel()]


def _won(banks: Hands, others: Hands) -> Ints:
    """By deal and bank, in turn from the next hand on: 1 for a wager won, 0 for a tie, -1 for one lost. Copies go to
    the bank."""
    place, step = np.arange(HANDS)[:, None], np.arange(1, HANDS)
    turn = (place + step) % HANDS
    above = [mine[:, :, None] >= theirs[:, turn] for mine, theirs in zip(banks, others, strict=True)]
    return above[0].astype(np.int64) + above[1] - 1


def _sums(over: Ints, percent: int) -> Ints:
    """One row of sums, from how many wagers more were won than lost by each bank of each deal."""
    counts = np.bincount(over.ravel() + HANDS - 1, minlength=SURPLUSES)
    vigorish = percent * np.maximum(over, 0).sum(1)
    return np.concatenate((counts, [vigorish.sum(), (vigorish * vigorish).sum()]))


class BankSample:
    """What came of banking against so many equal wagers, for each unit of them."""

    def __init__(self, numbers: list[int], wagers: int, deals: int, percent: int) -> None:
        row = numbers[(wagers - 1) * SUMS : wagers * SUMS]
        self.counts, (self.total, self.square) = row[:SURPLUSES], row[SURPLUSES:]
        self.wagers, self.deals, self.percent = wagers, deals, percent

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return distribution(self._lines())

    def _lines(self) -> Iterator[tuple[str, Fraction, Fraction]]:
        for over, count in enumerate(self.counts, 1 - HANDS):
            if count:
                name = f"surplus of {over}" if over > 0 else f"shortfall of {-over}" if over else "even"
                paid = 1 - Fraction(self.percent if over > 0 else 0, 100)
                yield name, over * paid / self.wagers, Fraction(count, self.deals * MEETINGS)

    @property
    def vigorish(self) -> tuple[Fraction, Fraction]:
        """On average, and half the width of the interval."""
        scale = 100 * MEETINGS * self.wagers
        variance = Fraction(self.square, self.deals) - Fraction(self.total, self.deals) ** 2
        return Fraction(self.total, self.deals * scale), half_width(variance, self.deals) / scale
