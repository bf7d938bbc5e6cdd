"""How things are measured here: work for each second of CPU, several times, the median with the least and the most."""

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median


class Measured(float):
    """The median of what was measured, which knows all of it."""

    all: tuple[float, ...]

    def __new__(cls, found: Sequence[float]) -> "Measured":
        made = super().__new__(cls, median(found))
        made.all = tuple(found)
        return made

    def __reduce__(self) -> tuple[type["Measured"], tuple[tuple[float, ...]]]:
        return Measured, (self.all,)

    def times(self, other: float) -> "Measured":
        """How many times the other: pair by pair where both were measured by turns."""
        others = (
            other.all if isinstance(other, Measured) and len(other.all) == len(self.all) else (other,) * len(self.all)
        )
        return Measured([mine / theirs for mine, theirs in zip(self.all, others, strict=True)])


def per_cpu_second(work: Callable[[], int], repeats: int = 5) -> Measured:
    """How many things ``work`` did for each second of CPU."""
    work()  # warm caches and compiled code
    return Measured([_rate(work) for _ in range(repeats)])


def side_by_side(ours: Callable[[], int], theirs: Callable[[], int], repeats: int = 5) -> tuple[Measured, Measured]:
    """Two rates measured turn by turn, so that a busy machine slows both alike."""
    ours(), theirs()
    pairs = [(_rate(ours), _rate(theirs)) for _ in range(repeats)]
    return Measured([mine for mine, _ in pairs]), Measured([other for _, other in pairs])


def _rate(work: Callable[[], int]) -> float:
    gc.collect()
    begun = time.process_time()
    done = work()
    return done / (time.process_time() - begun)
