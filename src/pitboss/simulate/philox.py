"""Philox 4x32-10, counter-based: block n of seed s is the same stream on any worker, in any order.

The state is a uint32 array of twelve: key (2), counter (4), four words of output, how many are used, spare.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

State = NDArray[np.uint32]

M0, M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
W0, W1 = np.uint32(0x9E3779B9), np.uint32(0xBB67AE85)


@njit(cache=True, nogil=True)
def stream(seed: int, block: int) -> State:
    """The stream of one block of rounds."""
    state = np.zeros(12, np.uint32)
    state[0] = np.uint32(seed & 0xFFFFFFFF)
    state[1] = np.uint32((seed >> 32) & 0xFFFFFFFF)
    state[4] = np.uint32(block & 0xFFFFFFFF)
    state[5] = np.uint32((block >> 32) & 0xFFFFFFFF)
    state[10] = np.uint32(4)
    return state


@njit(cache=True, nogil=True)
def refill(state: State) -> None:
    """Four more words."""
    k0, k1 = state[0], state[1]
    c0, c1, c2, c3 = state[2], state[3], state[4], state[5]
    for _ in range(10):
        p0, p1 = np.uint64(M0) * np.uint64(c0), np.uint64(M1) * np.uint64(c2)
        h0, l0 = np.uint32(p0 >> np.uint64(32)), np.uint32(p0 & np.uint64(0xFFFFFFFF))
        h1, l1 = np.uint32(p1 >> np.uint64(32)), np.uint32(p1 & np.uint64(0xFFFFFFFF))
        c0, c1, c2, c3 = h1 ^ c1 ^ k0, l1, h0 ^ c3 ^ k1, l0
        k0, k1 = np.uint32(k0 + W0), np.uint32(k1 + W1)
    state[6], state[7], state[8], state[9] = c0, c1, c2, c3
    state[10] = np.uint32(0)
    state[2] = np.uint32(state[2] + np.uint32(1))
    if state[2] == 0:
        state[3] = np.uint32(state[3] + np.uint32(1))


@njit(cache=True, nogil=True)
def word(state: State) -> Any:
    """The next 32 bits."""
    if state[10] == 4:
        refill(state)
    at = state[10]
    state[10] = np.uint32(at + np.uint32(1))
    return state[6 + at]


@njit(cache=True, nogil=True)
def below(state: State, n: int) -> Any:
    """A number from 0 to n − 1, each equally likely (multiply, and reject the short remainder)."""
    product = np.uint64(word(state)) * np.uint64(n)
    low = np.uint32(product & np.uint64(0xFFFFFFFF))
    if low < n:
        threshold = np.uint32((np.uint64(1) << np.uint64(32)) % np.uint64(n))
        while low < threshold:
            product = np.uint64(word(state)) * np.uint64(n)
            low = np.uint32(product & np.uint64(0xFFFFFFFF))
    return np.int64(product >> np.uint64(32))
