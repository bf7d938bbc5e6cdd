"""Kernels: what a game's compiled simulation looks like, and where to find it.

A game's ``mathematics/<game>/kernel.py`` has ``kernels(game, rules[, stake]) -> list[Kernel]``. A kernel plays ``rounds``
rounds of one block on its own Philox stream and adds their results to a tally (``kit.tally``).
"""

from collections.abc import Callable, Container, Iterable
from inspect import signature
from math import ceil, lcm
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.tally import Tally, new_tally
from pitboss.money import Breakage, Cents, Odds, dollars, winnings
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission
from pitboss.wagers import Terms

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
    stake: Cents | None = None  # what is wagered, where payouts are rounded as they are at that amount


def only(kernel: Kernel, offered: Container[str]) -> Kernel:
    """The same rounds, of which only the wagers that are offered are reported."""
    rows = [row for row, wager in enumerate(kernel.wagers) if wager in offered]

    def run(seed: int, block: int, rounds: int, out: Tally) -> None:
        every = new_tally(len(kernel.wagers))
        kernel.run(seed, block, rounds, every)
        out += every[rows]

    return msgspec.structs.replace(kernel, wagers=tuple(kernel.wagers[row] for row in rows), run=run)


def kernels(game: Game, rules: RulesSubmission, stake: Cents | None = None) -> list[Kernel]:
    """The kernels of a game, or a refusal where its chapter has none.

    They count in parts of a stake, and parts are no chips: like the exact edges, they pay before any rounding. With a stake
    they pay that amount as the table does; wagers that cannot be made of it, or that a kernel plays by parts although they
    are rounded there, are left out.
    """
    part: Any = parts.load(game, "kernel")
    if part is None:
        raise Refused(Refusal.NOT_OFFERED, f"There is no compiled simulation of {game.title} yet.", game.closed)
    unrounded = msgspec.structs.replace(rules, unit=None, breakage=Breakage.UP_TO_CENT)
    if stake is None:
        return [msgspec.structs.replace(kernel, rules=rules) for kernel in part.kernels(game, unrounded)]
    _check_stake(rules, stake)
    rounds = "stake" in signature(part.kernels).parameters
    at = {kernel.name: kernel for kernel in part.kernels(game, rules, stake) if kernel.unit == stake} if rounds else {}
    found = []
    for plain in part.kernels(game, unrounded):
        kernel = at.get(plain.name, plain)
        offered = [wager for wager in kernel.wagers if _played(rules, wager, stake, in_parts=kernel is plain)]
        if offered:
            of = kernel if len(offered) == len(kernel.wagers) else only(kernel, offered)
            found.append(msgspec.structs.replace(of, rules=rules, stake=stake))
    if not found:
        words = (
            f"There is no compiled simulation of {game.title} in which ${dollars(stake)} is wagered and paid as filed."
        )
        raise Refused(Refusal.NOT_OFFERED, words, game.closed)
    return found


def _check_stake(rules: RulesSubmission, stake: Cents) -> None:
    """A stake whose winnings a tally holds."""
    most = LARGEST // max((ceil(odds.net) for terms in rules.spots.values() for odds in terms.odds), default=1)
    if not 0 < stake <= most:
        words = f"A simulation has a stake from $0.01 to ${dollars(most)}, not ${dollars(stake)}."
        raise Refused(Refusal.MALFORMED, words, "")


def _played(rules: RulesSubmission, wager: str, stake: Cents, *, in_parts: bool) -> bool:
    """Whether so much may be wagered there and, where a kernel plays by parts of a wager, comes out in chips."""
    kind, _, on = wager.partition(" ")
    spots = [terms for (name, spot), terms in rules.spots.items() if name == kind and spot in (on, "")] or [
        terms for (name, _), terms in rules.spots.items() if name == kind
    ]
    if not spots or not all(terms.takes(stake) for terms in spots):
        return False
    return not in_parts or not any(_is_rounded(rules, terms, stake) for terms in spots)


def _is_rounded(rules: RulesSubmission, terms: Terms, stake: Cents) -> bool:
    """Whether anything that this stake may win, or be charged, is rounded."""
    if terms.breaks(stake, rules.payout_rounding.step):
        return True
    if terms.charge is None:
        return False
    won, many = winnings(stake, terms.odds[0], rules.payout_rounding), 1000
    return terms.charge.due(many * stake, many * won) != many * terms.charge.due(stake, won)


def whole_unit(unit: int, odds: Iterable[Odds]) -> int:
    """A multiple of ``unit`` on which filed odds pay whole parts; beyond what a tally holds, as near as it holds."""
    filed = list(odds)
    whole, most = lcm(unit, *(each.stake for each in filed)), LARGEST // max(1, *(ceil(each.net) for each in filed))
    return whole if whole <= most else max(unit, most - most % unit)


def kernel_named(game: Game, rules: RulesSubmission, name: str = "", stake: Cents | None = None) -> Kernel:
    """The kernel of this name, or the first that plays this strategy; without a name the first of all."""
    found = kernels(game, rules, stake)
    for kernel in found:
        if name in ("", kernel.name, kernel.strategy):
            return kernel
    names = ", ".join(kernel.name for kernel in found)
    raise Refused(Refusal.NOT_OFFERED, f"{game.title} has no kernel {name!r}; there are: {names}.", "")
