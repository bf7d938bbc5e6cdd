"""Philox 4x32-10, counter-based: block n of seed s is the same stream on any worker, in any order.

The state is one array of uint32: key (2), counter (4), how many words are used, a spare, then ``AHEAD`` words of
output. Many counters are run through the rounds at once, because the compiler makes vector code of that.

One word can serve for several draws: the product of a word and a size holds the draw in its upper half and, in its
lower half, a remainder that is as good as a fresh word for the next draw. What is left after the last is uneven only
below the product of all sizes, and there a few words have to be rejected.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.kit.compiled import njit

State = NDArray[np.uint32]

M0, M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
W0, W1 = np.uint32(0x9E3779B9), np.uint32(0xBB67AE85)
LOW, HALF, WORDS = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(1 << 32)
USED, FIRST = 6, 8  # where the state says how many words are used, and where they begin
COUNTERS = 128  # run at once
AHEAD = 4 * COUNTERS


@njit
def stream(seed: int, block: int) -> State:
    """The stream of one block of rounds."""
    state = np.zeros(FIRST + AHEAD, np.uint32)
    state[0] = np.uint32(seed & 0xFFFFFFFF)
    state[1] = np.uint32((seed >> 32) & 0xFFFFFFFF)
    state[4] = np.uint32(block & 0xFFFFFFFF)
    state[5] = np.uint32((block >> 32) & 0xFFFFFFFF)
    state[USED] = np.uint32(AHEAD)
    return state


@njit
def refill(state: State) -> None:
    """The next words, all at once."""
    key_0, key_1, high_2, high_3 = state[0], state[1], state[4], state[5]
    begin = np.uint64(state[2]) | np.uint64(state[3]) << HALF
    for n in range(COUNTERS):
        at = begin + np.uint64(n)
        c0, c1, c2, c3 = np.uint32(at), np.uint32(at >> HALF), high_2, high_3
        k0, k1 = key_0, key_1
        for _ in range(10):
            p0, p1 = np.uint64(c0) * M0, np.uint64(c2) * M1
            c0, c1 = np.uint32(p1 >> HALF) ^ c1 ^ k0, np.uint32(p1)
            c2, c3 = np.uint32(p0 >> HALF) ^ c3 ^ k1, np.uint32(p0)
            k0, k1 = np.uint32(k0 + W0), np.uint32(k1 + W1)
        put = FIRST + 4 * n
        state[put], state[put + 1], state[put + 2], state[put + 3] = c0, c1, c2, c3
    at = begin + np.uint64(COUNTERS)
    state[2], state[3] = np.uint32(at), np.uint32(at >> HALF)
    state[USED] = np.uint32(0)


@njit
def word(state: State) -> Any:
    """The next 32 bits."""
    at = state[USED]
    if at == AHEAD:
        refill(state)
        at = state[USED]
    state[USED] = np.uint32(at + np.uint32(1))
    return state[FIRST + at]


@njit
def below(state: State, n: int) -> Any:
    """A number from 0 to n − 1, each equally likely (multiply, and reject the short remainder)."""
    size = np.uint64(n)
    while True:
        product = np.uint64(word(state)) * size
        left = product & LOW
        if left >= size or left >= WORDS % size:
            return np.int64(product >> HALF)
