"""Seven cards ranked from Python, one call a hand, beside eval7: its compiled function, with cards made beforehand."""

import random
from collections.abc import Callable

from bench import peers
from bench.measure import Measured, per_cpu_second
from pitboss.equipment.cards import DECK
from pitboss.families.poker_ranks import STANDARD

CALLS, REPEATS = 50_000, 5


def run() -> dict[str, float | str]:
    work, ours, theirs = ranked(), list[float](), list[float]()
    for _ in range(REPEATS):
        ours.append(per_cpu_second(work, 1))
        other = peers.rate("eval7")
        theirs += [other] if other is not None else []
    return {
        "eval7 hands a second": Measured(theirs) if theirs else peers.ABSENT,
        "eval7": peers.version("eval7") or peers.ABSENT,
        "seven-card hands from Python, a second": Measured(ours),
    }


def ranked() -> Callable[[], int]:
    source = random.Random(7)
    hands = [tuple(source.sample(DECK, 7)) for _ in range(CALLS)]
    return lambda: len([STANDARD.best(hand) for hand in hands])
