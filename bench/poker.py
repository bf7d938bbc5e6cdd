"""How fast poker hands are ranked: all seven-card hands, random ones in bulk, and one by one from Python."""

import random
import time

import numpy as np
from phevaluator import Card, evaluate_cards

from bench.measure import Measured, per_cpu_second, side_by_side
from pitboss.equipment.cards import DECK
from pitboss.families.poker_ranks import JOKER_AS_ACE, STANDARD
from pitboss.mathematics.kit.poker import counted, rank_hands

EVERY, BULK, CALLS, REPEATS = 154_143_080, 2_000_000, 50_000, 5


def run() -> dict[str, float | str]:
    """One core; tables are built and code is compiled beforehand."""
    ours, theirs = one_by_one()
    return {
        "all 154,143,080 seven-card hands with joker, seconds": every_hand(),
        "a random seven-card hand with joker, in bulk, ns": Measured([1e9 / rate for rate in in_bulk().all]),
        "seven-card hands from Python, a second": ours,
        "the same with phevaluator, a second": theirs,
        "times phevaluator": ours.times(theirs),
    }


def every_hand() -> Measured:
    """Every hand of the deck ranked and counted by its class; those that differ in the suit of their last card alone are
    ranked at once where that card cannot make a flush."""
    seconds = []
    for _ in range(REPEATS + 1):
        begun = time.process_time()
        counts = counted(JOKER_AS_ACE, 7)
        seconds.append(time.process_time() - begun)
        assert sum(counts) == EVERY
    return Measured(seconds[1:])


def in_bulk() -> Measured:
    """Hands a second; they lie ready as card numbers."""
    rng = np.random.default_rng(7)
    hands = np.argsort(rng.random((BULK, 53), np.float32), axis=1)[:, :7].astype(np.uint8)
    return per_cpu_second(lambda: len(rank_hands(JOKER_AS_ACE, hands)))


def one_by_one() -> tuple[Measured, Measured]:
    """Hands a second on the same 52-card hands, ours and phevaluator's, by turns."""
    rng = random.Random(7)
    hands = [tuple(rng.sample(DECK, 7)) for _ in range(CALLS)]
    numbered = [tuple(Card.to_id(card[0] + card[1].lower()) for card in hand) for hand in hands]  # names take longer
    return side_by_side(
        lambda: len([STANDARD.best(hand) for hand in hands]),
        lambda: len([evaluate_cards(*hand) for hand in numbered]),
    )
