"""Throws of dice as a walk from state to state: count which throw met which state, and settle the counts at the end.

A chain is found by trying every throw in every state that can be reached, so the compiled walk knows no rule: it looks
up where a throw leads. Whatever the number of wagers on the table, a throw costs a draw, a look-up and a count.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.philox import below, stream
from pitboss.mathematics.kit.tally import Ints, Tally, tally_times

Small = NDArray[np.int32]
State = TypeVar("State", bound=Hashable)
Decided = list[tuple[int, int, int]]  # rows of wagers, what each nets, and what was staked
CHAINS = 3  # that ``walk`` follows at once, each in a variable of its own, which is what makes it fast
CHUNK = 4096  # throws that are drawn before they are walked


class Chain(NamedTuple):
    """Cells are numbered state after state, a cell for each throw; a state is called by its first cell."""

    goes: Small  # by cell: the state that follows
    cell: Ints  # of each decision: where it is made,
    row: Ints  # whose it is,
    net: Ints  # what it nets,
    staked: Ints  # and what was staked


def explore(start: State, step: Callable[[State, int], tuple[State, Decided]], throws: int) -> Chain:
    """Every state that can be reached from ``start``, which is the first."""
    known: dict[State, int] = {start: 0}
    waiting, goes, decisions = [start], list[int](), list[tuple[int, int, int, int]]()
    for state in waiting:
        for throw in range(throws):
            after, decided = step(state, throw)
            decisions += [(len(goes), *what) for what in decided]
            if after not in known:
                known[after] = len(known) * throws
                waiting.append(after)
            goes.append(known[after])
    return Chain(np.array(goes, np.int32), *np.array(decisions, np.int64).reshape(-1, 4).T.copy())


def joined(chains: Sequence[Chain]) -> tuple[Chain, Small]:
    """The chains of one table as one, and where each begins in it: just as many as ``walk`` follows."""
    assert len(chains) == CHAINS, f"{len(chains)} chains, where {CHAINS} are walked at once"
    begins = np.cumsum([0, *(len(chain.goes) for chain in chains)])[:-1]
    parts = [
        chain._replace(goes=chain.goes + begin, cell=chain.cell + begin)
        for chain, begin in zip(chains, begins, strict=True)
    ]
    whole = Chain(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    return whole._replace(goes=whole.goes.astype(np.int32)), begins.astype(np.int32)


@njit
def walk(goes: Small, dice: Small, at: Small, counts: Small) -> None:
    """These throws, from the states of ``CHAINS`` chains, which are moved along; nothing checks these bounds."""
    one, two, three = at[0], at[1], at[2]
    for throw in dice:
        one, two, three = one + throw, two + throw, three + throw
        counts[one] += 1
        counts[two] += 1
        counts[three] += 1
        one, two, three = goes[one], goes[two], goes[three]
    at[0], at[1], at[2] = one, two, three


@njit
def tally_decisions(out: Tally, counts: Small, chain: Chain) -> None:
    """What the counted throws decided."""
    _, cell, row, net, staked = chain
    for n in range(len(cell)):
        times: Any = np.int64(counts[cell[n]])
        tally_times(out, row[n], net[n], staked[n], times)


@njit
def throws_of(chain: Chain, begins: Small, throws: int, seed: int, block: int, rounds: int, out: Tally) -> None:
    """A block of throws at a table that opens with it."""
    source, at, goes = stream(seed, block), begins.copy(), chain.goes
    counts, dice = np.zeros(len(goes), np.int32), np.empty(CHUNK, np.int32)
    left = rounds
    while left > 0:
        many = min(left, CHUNK)
        for n in range(many):
            dice[n] = below(source, throws)
        walk(goes, dice[:many], at, counts)
        left -= many
    tally_decisions(out, counts, chain)


@njit
def turns_of(chain: Chain, throws: int, seed: int, block: int, rounds: int, out: Tally) -> None:
    """A block of turns, each of as many throws as it takes to decide the one wager there is."""
    source, goes = stream(seed, block), chain.goes
    counts, ends = np.zeros(len(goes), np.int32), np.zeros(len(goes), np.int32)
    ends[chain.cell] = 1
    at = done = 0
    while done < rounds:
        cell_at = at + below(source, throws)
        counts[cell_at] += 1
        done += ends[cell_at]
        at = goes[cell_at]
    tally_decisions(out, counts, chain)
