"""Kernels: what a game's compiled simulation looks like, and where to find it.

A game's ``mathematics/<game>/kernel.py`` has ``kernels(game, rules) -> list[Kernel]``. A kernel plays ``rounds``
rounds of one block on its own Philox stream and adds what they came to into a tally (``kit.tally``).
"""

from collections.abc import Callable, Container, Iterable
from math import ceil, lcm
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.tally import Tally, new_tally
from pitboss.money import Breakage, Odds
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission

BLOCK = 1 << 20  # rounds in a block
SEED = 58  # of a simulation for which none was said
LARGEST = 2_900_000  # a net whose squares, of a whole block, still fit into a tally


class Kernel(msgspec.Struct, frozen=True):
    """One compiled game under one submission. ``run(seed, block, rounds, out)`` adds to the tally ``out``.

    ``unit`` is into how many parts the initial stake is divided. ``rules`` is the submission, from which a worker in
    another process can build the same kernel for itself.
    """

    game: str
    name: str
    wagers: tuple[str, ...]
    unit: int
    run: Callable[[int, int, int, Tally], None]
    strategy: str = "none"
    rules: RulesSubmission | None = None


def only(kernel: Kernel, offered: Container[str]) -> Kernel:
    """The same rounds, of which only the wagers that are offered are reported."""
    rows = [row for row, wager in enumerate(kernel.wagers) if wager in offered]

    def run(seed: int, block: int, rounds: int, out: Tally) -> None:
        every = new_tally(len(kernel.wagers))
        kernel.run(seed, block, rounds, every)
        out += every[rows]

    return msgspec.structs.replace(kernel, wagers=tuple(kernel.wagers[row] for row in rows), run=run)


def kernels(game: Game, rules: RulesSubmission) -> list[Kernel]:
    """The kernels of a game, or a refusal where its chapter has none.

    They count in parts of a stake, and parts are no chips: like the exact edges, they pay before any rounding to the chip.
    """
    part: Any = parts.load(game, "kernel")
    if part is None:
        raise Refused(Refusal.NOT_OFFERED, f"There is no compiled simulation of {game.title} yet.", game.closed)
    unrounded = msgspec.structs.replace(rules, unit=None, breakage=Breakage.UP_TO_CENT)
    return [msgspec.structs.replace(kernel, rules=rules) for kernel in part.kernels(game, unrounded)]


def whole_unit(unit: int, odds: Iterable[Odds]) -> int:
    """A multiple of ``unit`` on which filed odds pay whole parts; beyond what a tally holds, as near as it holds."""
    filed = list(odds)
    whole, most = lcm(unit, *(each.stake for each in filed)), LARGEST // max(1, *(ceil(each.net) for each in filed))
    return whole if whole <= most else max(unit, most - most % unit)


def kernel_named(game: Game, rules: RulesSubmission, name: str = "") -> Kernel:
    """The kernel of this name, or the first that plays this strategy; without a name the first of all."""
    found = kernels(game, rules)
    for kernel in found:
        if name in ("", kernel.name, kernel.strategy):
            return kernel
    names = ", ".join(kernel.name for kernel in found)
    raise Refused(Refusal.NOT_OFFERED, f"{game.title} has no kernel {name!r}; there are: {names}.", "")
