"""What the best way to set seven cards leaves out: random hands, each against every hand the dealer can then have.

The settings of ``best_settings`` add up what each card gone does; this takes all seven out at once, in their suits.
It reports how much less the chosen setting is worth than the best, on average, and how much less the house's.
"""

import sys
import time
from math import comb

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.families.house_ways import HOUSE_WAYS
from pitboss.families.poker_ranks import RANKS
from pitboss.mathematics.kit.every_hand import flush_hands, rank_counts
from pitboss.mathematics.kit.house_ways import SETTINGS, SEVEN, every_setting, pieces, set_seven, ways, word_of
from pitboss.mathematics.pai_gow_poker.best_play import WON, best
from pitboss.mathematics.pai_gow_poker.best_settings import LOST, RANK_OF, flushes, set_best

HANDS, SEED, BOUND = 200, 2026, 5e-5  # of a wager
JOKER_AT, SUITS = 4 * RANKS, 4
BINOMIAL = np.array([[comb(n, k) for k in range(SUITS + 1)] for n in range(SUITS + 1)])
Ints = NDArray[np.int64]


class Dealer:
    """All hands of a dealer who sets a house way."""

    def __init__(self, name: str) -> None:
        way = ways(name)
        self.counts = rank_counts()[0]
        self.plain = np.stack((way.highs, way.lows), axis=1).astype(np.int64)
        rows, highs, lows = flushes(name)
        self.flush = np.stack((rows, highs, lows, (1 << flush_hands().astype(np.int64)).sum(axis=1)), axis=1)

    def worths(self, cards: Ints, highs: Ints, lows: Ints) -> NDArray[np.float64]:
        """What settings are worth to one who holds these cards, exactly but for the last bits."""
        out = np.zeros((len(highs), 2), np.int64)
        left = np.array([SUITS] * RANKS + [1]) - np.bincount(RANK_OF[cards], minlength=RANKS + 1)
        _by_ranks(self.counts, self.plain, left, highs, lows, out)
        for turn in range(SUITS):
            turned = np.where(cards == JOKER_AT, cards, (cards + RANKS * turn) % JOKER_AT)
            _by_flushes(self.flush, self.plain, int((1 << turned).sum()), highs, lows, out)
        worth: NDArray[np.float64] = (WON * out[:, 0] - LOST * out[:, 1]) / (LOST * comb(JOKER_AT + 1 - SEVEN, SEVEN))
        return worth


@njit(nogil=True)
def _by_ranks(counts: Ints, plain: Ints, left: Ints, highs: Ints, lows: Ints, out: Ints) -> None:
    """Every set of ranks as often as its cards are left, as if no flush were among them."""
    for row in range(len(counts)):
        many = 1
        for rank in range(len(left)):
            many *= BINOMIAL[left[rank], counts[row, rank]]
        for n in range(len(highs)):
            above = int(highs[n] > plain[row, 0]) + int(lows[n] > plain[row, 1])
            out[n, 0] += many * (above == 2)
            out[n, 1] += many * (above == 0)


@njit(nogil=True)
def _by_flushes(flush: Ints, plain: Ints, gone: int, highs: Ints, lows: Ints, out: Ints) -> None:
    """Hands with a flush, set right: counted as they are set, and no longer as they were."""
    for at in range(len(flush)):
        if flush[at, 3] & gone:
            continue
        row = flush[at, 0]
        for n in range(len(highs)):
            above = int(highs[n] > flush[at, 1]) + int(lows[n] > flush[at, 2])
            before = int(highs[n] > plain[row, 0]) + int(lows[n] > plain[row, 1])
            out[n, 0] += int(above == 2) - int(before == 2)
            out[n, 1] += int(above == 0) - int(before == 0)


def lost(dealer: Dealer, name: str, cards: Ints) -> tuple[float, float]:
    """By the best way and by the house's, against the best setting there is."""
    p, highs, lows = pieces(), np.empty(SETTINGS + 1, np.int64), np.empty(SETTINGS + 1, np.int64)
    many, word = every_setting(p, cards, 0, highs, lows), word_of(p.words, cards, 0)
    ways_ = sorted(set(zip(highs[:many].tolist(), lows[:many].tolist(), strict=True)))
    worth = dealer.worths(cards, *np.array(ways_).T.copy())
    chosen = set_best(p, best(name), cards, 0, word), set_seven(p, ways(name), cards, 0, word)
    mine, house = (worth.max() - worth[ways_.index((int(high), int(low)))] for high, low in chosen)
    return float(mine), float(house)


def campaign(hands: int = HANDS) -> None:
    rng = np.random.default_rng(SEED)
    for name in HOUSE_WAYS:
        begun, dealer = time.process_time(), Dealer(name)
        found = np.array([lost(dealer, name, rng.permutation(JOKER_AT + 1)[:SEVEN]) for _ in range(hands)])
        mine, house = found.mean(axis=0)
        seconds = time.process_time() - begun
        print(
            f"  {name}: {hands} hands, {100 * mine:.5f} % of a wager lost by the best way, {100 * house:.3f} % by the house's; "
            f"{(found[:, 0] > 0).sum()} not set best ({seconds:.0f} s)",
            flush=True,
        )
        assert mine < BOUND, f"{name}: {mine} of a wager"


def main() -> None:
    campaign()


if __name__ == "__main__":
    campaign(*map(int, sys.argv[1:]))
