"""How fast poker hands are ranked: all seven-card hands, random ones in bulk, and one by one from Python."""

import random
from collections.abc import Callable
from time import perf_counter

import numpy as np
from phevaluator import evaluate_cards

from pitboss.equipment.cards import DECK
from pitboss.exact.poker import census, rank_hands
from pitboss.families.poker_ranks import JOKER_AS_ACE, STANDARD

BULK, CALLS, REPEATS = 2_000_000, 100_000, 5


def run() -> dict[str, float | str]:
    """One core; tables built and code compiled beforehand; the best of several runs where they are short."""
    JOKER_AS_ACE.tables(7)
    census(JOKER_AS_ACE, 5)
    return {
        "seven-card hands with joker, all 154,143,080, seconds": every_hand(),
        "random seven-card hand with joker in bulk, ns": in_bulk(),
        **one_by_one(),
    }


def every_hand() -> float:
    began = perf_counter()
    counts = census(JOKER_AS_ACE, 7)
    seconds = perf_counter() - began
    assert sum(counts.values()) == 154_143_080
    return seconds


def in_bulk() -> float:
    """Nanoseconds a hand; the hands lie ready as card numbers."""
    hands = np.argsort(np.random.default_rng(7).random((BULK, 53), np.float32), axis=1)[:, :7].astype(np.uint8)
    rank_hands(JOKER_AS_ACE, hands[:1])
    return min(_seconds(lambda: rank_hands(JOKER_AS_ACE, hands)) for _ in range(REPEATS)) / BULK * 1e9


def one_by_one() -> dict[str, float | str]:
    """Calls a second from Python on 52-card hands, ours and phevaluator's, on the same hands."""
    rng = random.Random(7)
    hands = [tuple(rng.sample(DECK, 7)) for _ in range(CALLS)]
    theirs = [tuple(card[0] + card[1].lower() for card in hand) for hand in hands]
    ours = _calls(lambda: [STANDARD.best(hand) for hand in hands])
    other = _calls(lambda: [evaluate_cards(*hand) for hand in theirs])
    return {
        "seven-card calls from Python, per second": ours,
        "the same with phevaluator, per second": other,
        "faster than phevaluator, times": ours / other,
    }


def _calls(work: Callable[[], object]) -> float:
    return CALLS / min(_seconds(work) for _ in range(REPEATS))


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


if __name__ == "__main__":
    for what, figure in run().items():
        print(f"{what:60} {figure:,.2f}")
