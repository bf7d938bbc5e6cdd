"""Kernels and the runner: what a chapter's compiled simulation looks like, and how blocks of it are added up.

A game's ``mathematics/<game>/kernel.py`` has ``kernels(game, rules) -> list[Kernel]``. A kernel plays ``rounds``
rounds of one block on its own Philox stream and adds to a table of int64, one row a wager: rounds, net,
net squared, staked, hits, all in ``unit`` parts of the initial stake, so that every payout is a whole number.
Sums of whole numbers do not depend on the order of adding: one worker or many, the result is the same.
"""

from collections.abc import Callable, Container, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import islice
from math import inf, sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.game import Game
from pitboss.mathematics.kit import finding
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission

ROUNDS, NET, SQUARE, STAKED, HITS = range(5)
BLOCK = 1 << 20  # rounds in a block
Table = NDArray[np.int64]


class Kernel(msgspec.Struct, frozen=True):
    """One compiled game under one submission. ``run(seed, block, rounds, out)`` adds to ``out``."""

    game: str
    name: str
    wagers: tuple[str, ...]
    unit: int
    run: Callable[[int, int, int, Table], None]
    strategy: str = "none"


class Estimate(msgspec.Struct, frozen=True):
    """What a simulation found of one wager, per unit of the initial stake."""

    wager: str
    rounds: int
    net: Fraction
    square: Fraction
    staked: Fraction
    hits: int

    @property
    def house_edge(self) -> Fraction:
        return -self.net / self.rounds

    @property
    def variance(self) -> Fraction:
        return self.square / self.rounds - (self.net / self.rounds) ** 2

    @property
    def standard_error(self) -> float:
        """Of the house edge: a figure for display and for stopping, never for money."""
        return sqrt(self.variance / self.rounds)

    def known_to(self, precision: float) -> bool:
        """Whether the edge is known to ± this (95 %)."""
        return self.rounds > 0 and 1.96 * self.standard_error <= precision

    def away(self, exact: Fraction, half_width: Fraction = Fraction(0)) -> float:
        """How many standard errors the edge is from the exact one, or from the nearer end of its interval."""
        gap = float(max(Fraction(0), abs(self.house_edge - exact) - half_width))
        if not gap:
            return 0.0
        return gap / self.standard_error if self.standard_error else inf  # all rounds alike say nothing of the error


def only(kernel: Kernel, offered: Container[str]) -> Kernel:
    """The same rounds, told of the wagers that are offered."""
    rows = [row for row, wager in enumerate(kernel.wagers) if wager in offered]

    def run(seed: int, block: int, rounds: int, out: Table) -> None:
        every = np.zeros((len(kernel.wagers), 5), np.int64)
        kernel.run(seed, block, rounds, every)
        out += every[rows]

    return msgspec.structs.replace(kernel, wagers=tuple(kernel.wagers[row] for row in rows), run=run)


def kernels(game: Game, rules: RulesSubmission) -> list[Kernel]:
    """The kernels of a game, or a refusal where its chapter has none."""
    part = finding.part(game, "kernel")
    if part is None:
        raise Refused(Refusal.NOT_OFFERED, f"There is no compiled simulation of {game.title} yet.", game.closed)
    found: list[Kernel] = part.kernels(game, rules)
    return found


def blocks(rounds: int) -> Iterator[tuple[int, int]]:
    """(block number, rounds in it)."""
    for number in range(-(-rounds // BLOCK)):
        yield number, min(BLOCK, rounds - number * BLOCK)


def run(
    kernel: Kernel, rounds: int, seed: int, workers: int = 1, progress: Callable[[int], Any] | None = None
) -> list[Estimate]:
    """Play so many rounds; the same seed gives the same result on any number of workers."""

    def play(block: tuple[int, int]) -> Table:
        out = np.zeros((len(kernel.wagers), 5), np.int64)
        kernel.run(seed, block[0], block[1], out)
        return out

    # Python integers hold the sums: an int64 of squares could run over after many blocks.
    total = [[0] * 5 for _ in kernel.wagers]
    waiting = blocks(rounds)
    with ThreadPoolExecutor(workers) as pool:
        while batch := list(islice(waiting, 4 * workers)):
            for table in pool.map(play, batch):
                for row, line in zip(total, table, strict=True):
                    for column in range(5):
                        row[column] += int(line[column])
                if progress is not None:
                    progress(int(table[0, ROUNDS]))
    return [estimate(wager, row, kernel.unit) for wager, row in zip(kernel.wagers, total, strict=True)]


def estimate(wager: str, row: list[int], unit: int) -> Estimate:
    return Estimate(
        wager,
        row[ROUNDS],
        Fraction(row[NET], unit),
        Fraction(row[SQUARE], unit * unit),
        Fraction(row[STAKED], unit),
        row[HITS],
    )
