"""How things are measured here."""

import gc
import time
from collections.abc import Callable
from statistics import median


def per_cpu_second(work: Callable[[], int], repeats: int = 5) -> float:
    """The median, over repeated runs, of how many things ``work`` did for each second of CPU."""
    rates = []
    work()  # warm caches and compiled code
    for _ in range(repeats):
        gc.collect()
        begun = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - begun))
    return median(rates)


def side_by_side(ours: Callable[[], int], theirs: Callable[[], int], repeats: int = 5) -> tuple[float, float]:
    """Two rates measured turn by turn, so that a busy machine slows both alike."""
    mine: list[float] = []
    others: list[float] = []
    ours(), theirs()
    for _ in range(repeats):
        for work, rates in ((ours, mine), (theirs, others)):
            gc.collect()
            begun = time.process_time()
            done = work()
            rates.append(done / (time.process_time() - begun))
    return median(mine), median(others)
