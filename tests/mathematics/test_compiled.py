"""Functions that borrow what they are given: none may make an array, and nobody counts references meanwhile."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core.errors import NumbaError

from pitboss.mathematics.kit.compiled import borrowing, njit


class Pair(NamedTuple):
    one: Any
    two: Any


def test_a_function_that_makes_an_array_cannot_borrow() -> None:
    @borrowing
    def makes(count: int) -> Any:
        return np.zeros(count)[0]

    with pytest.raises(NumbaError, match="No implementation"):
        makes(3)


def test_arrays_outlive_those_who_borrowed_them() -> None:
    """However often they are lent, in a tuple or by a slice; the caller's own are let go with the caller."""

    @borrowing
    def adds(pair: Pair, row: int) -> Any:
        return pair.one[row][0] + pair.two[row]

    @njit
    def lends(pair: Pair, times: int) -> Any:
        own, total = Pair(pair.one + 1, pair.two + 1), 0
        for n in range(times):
            total += adds(pair, n % 3) + adds(own, n % 3)
        return total

    pair = Pair(np.arange(6).reshape(3, 2), np.arange(3))
    assert lends(pair, 3_000) == 3_000 * (3 + 3 + 2)
    assert [array.tolist() for array in pair] == [[[0, 1], [2, 3], [4, 5]], [0, 1, 2]]
