"""Betting systems at compiled speed: sessions of one wager in which a small function says what is staked next.

A system is a Python function of whole numbers, compiled by numba: ``system(base, bank, stake, net, memory)`` returns the next stake
in cents. ``stake`` and ``net`` are those of the round before, 0 at first; ``memory`` are eight numbers that it may keep, zeros at
first. A stake below the least that the table takes ends the session; one above the most, or above the bankroll, is cut.
"""

from collections.abc import Callable
from fractions import Fraction
from math import lcm, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numba
import numpy as np

from pitboss.game import Game
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.mathematics.kit.philox import stream, word
from pitboss.mathematics.kit.tally import Ints
from pitboss.mathematics.studies.bankroll import QUANTILES, LimitedSession
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission
from pitboss.tabular import Tabular

System = Callable[[int, int, int, int, Ints], int]
MEMORY, MOST_SESSIONS = 8, 10_000_000
END, HANDLE, WON, ROUNDS = range(4)  # columns of what a session leaves
TOP = 1 << 63  # of the numbers that outcomes are drawn by


def flat(base: int, bank: int, stake: int, net: int, memory: Ints) -> int:
    """The same stake always."""
    return base


def martingale(base: int, bank: int, stake: int, net: int, memory: Ints) -> int:
    """Twice the stake after a loss."""
    return 2 * stake if net < 0 else stake if net == 0 and stake else base


def paroli(base: int, bank: int, stake: int, net: int, memory: Ints) -> int:
    """Twice the stake after a win, three times in a row at the most."""
    memory[0] = memory[0] + 1 if net > 0 and memory[0] < 3 else memory[0] if net == 0 else 0
    return base << int(memory[0])


def dalembert(base: int, bank: int, stake: int, net: int, memory: Ints) -> int:
    """A unit more after a loss, a unit less after a win."""
    if not stake:
        return base
    return stake + base if net < 0 else max(base, stake - base) if net > 0 else stake


SYSTEMS: dict[str, System] = {one.__name__: one for one in (flat, martingale, paroli, dalembert)}


class Campaign(NamedTuple):
    """A system, and how often it is played."""

    system: System
    sessions: int = 100_000
    seed: int = 58


class SystemLimits(NamedTuple):
    """What the kernel reads of the table and of a session."""

    least: int
    most: int
    bank: int
    goal: int
    base: int
    rounds: int
    unit: int  # parts of a stake in which nets are whole


class SystemPlay(msgspec.Struct, Tabular, frozen=True):
    """What became of many sessions. ``kept`` is what the house kept of all that was staked: no system changes it."""

    game: str
    wager: str
    system: str
    sessions: int
    house_edge: Fraction
    kept: float
    kept_error: float  # standard error
    ruin: float
    reached: float
    mean_end: float
    mean_rounds: float
    handle: float  # of a session
    quantiles: tuple[tuple[float, Cents], ...]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each figure, in words."""
        found = [
            ("house edge", f"{float(100 * self.house_edge):.4f} %"),
            ("kept of all that was staked", f"{100 * self.kept:.4f} ± {196 * self.kept_error:.4f} %"),
            ("ruined", f"{100 * self.ruin:.4f} %"),
            ("goal reached", f"{100 * self.reached:.4f} %"),
            ("left on average", f"${dollars(round(self.mean_end))}"),
            ("rounds played on average", f"{self.mean_rounds:.1f}"),
            ("staked in a session", f"${dollars(round(self.handle))}"),
            *(
                (f"left in {100 * share:.0f} % of sessions at the most", f"${dollars(end)}")
                for share, end in self.quantiles
            ),
        ]
        return [{"figure": name, "value": value} for name, value in found]


def read_system(named: str) -> System:
    """One of those that have a name, or ``FILE.py:FUNCTION``: a person's own, which runs with that person's rights."""
    if named in SYSTEMS:
        return SYSTEMS[named]
    file, _, name = named.rpartition(":")
    if not file.endswith(".py"):
        words = f"There is no system {named!r}; there are: {', '.join(SYSTEMS)}; or name one of your own as FILE.py:FUNCTION."
        raise Refused(Refusal.NOT_FOUND, words, "")
    made: dict[str, Any] = {"__name__": "system"}
    try:
        exec(compile(Path(file).read_text(encoding="utf-8"), file, "exec"), made)
    except SyntaxError as wrong:
        raise Refused(Refusal.MALFORMED, f"{file} is not Python: {wrong.msg}, line {wrong.lineno}.", "") from None
    if not callable(made.get(name)):
        raise Refused(Refusal.NOT_FOUND, f"{file} has no function {name!r}.", "")
    found: System = made[name]
    return found


def system_played(
    game: Game, rules: RulesSubmission, wager: str, of: LimitedSession, campaign: Campaign, *, on: str = ""
) -> SystemPlay:  # fmt: skip
    """Sessions of one wager, each of so many rounds at the most, within the limits of the table."""
    edges = [edge for edge in edges_kept(game, rules) if edge.wager == wager and on in ("", edge.on)]
    if not edges:
        words = f"No edge is worked out for {f'{wager} {on}'.strip()!r} in {game.title} by these rules."
        raise Refused(Refusal.UNKNOWN_WAGER, words, game.closed)
    edge = min(edges, key=lambda one: one.house_edge)
    terms, sessions = rules.spots.get((edge.wager, edge.on)), campaign.sessions
    if not 0 < sessions <= MOST_SESSIONS or not 0 < of.stake <= of.bank < of.goal or of.rounds < 1:
        words = f"A system is played in 1 to {MOST_SESSIONS:,} sessions with a stake, a bankroll of at least that, a goal above it."
        raise Refused(Refusal.MALFORMED, words, game.closed)
    unit = lcm(*(one.net.denominator for one in edge.outcomes))
    least, most = (1, None) if terms is None else (terms.least, terms.most)
    limits = SystemLimits(least, of.goal if most is None else most, of.bank, of.goal, of.stake, of.rounds, unit)
    nets = np.array([int(one.net * unit) for one in edge.outcomes], np.int64)
    ends = np.cumsum([float(one.probability) for one in edge.outcomes])
    thresholds = (ends / ends[-1] * TOP).astype(np.uint64)
    left = np.zeros((sessions, 4), np.int64)
    try:
        _play(numba.njit(campaign.system), limits, nets, thresholds, stream(campaign.seed, 0), left)
    except numba.core.errors.NumbaError as wrong:
        first = str(wrong).strip().splitlines()[0]
        raise Refused(Refusal.MALFORMED, f"numba cannot compile this system: {first}", "") from None
    return _study(edge, getattr(campaign.system, "__name__", "system"), limits, left)


@numba.njit(nogil=True)
def _play(system: Any, of: SystemLimits, nets: Ints, thresholds: Any, state: Any, left: Ints) -> None:
    lowest = -nets.min()
    memory = np.zeros(MEMORY, np.int64)
    for session in range(len(left)):
        bank, stake, net, handle, played = of.bank, 0, 0, 0, 0
        memory[:] = 0
        while played < of.rounds and bank < of.goal:
            afford = bank * of.unit // max(lowest, of.unit)
            stake = min(np.int64(system(of.base, bank, stake, net, memory)), of.most, afford)
            if stake < of.least:
                break
            drawn = (np.uint64(word(state)) << np.uint64(31)) ^ (np.uint64(word(state)) >> np.uint64(1))
            outcome = 0
            while outcome < len(nets) - 1 and drawn >= thresholds[outcome]:
                outcome += 1
            net = stake * nets[outcome] // of.unit
            bank += net
            handle += stake
            played += 1
        left[session, END], left[session, HANDLE] = bank, handle
        left[session, WON], left[session, ROUNDS] = of.bank - bank, played


def _study(edge: Edge, name: str, of: SystemLimits, left: Ints) -> SystemPlay:
    ends, handle = left[:, END], left[:, HANDLE]
    staked = float(handle.sum()) or 1.0
    kept = float(left[:, WON].sum()) / staked
    error = sqrt(float(((left[:, WON] - kept * handle) ** 2).sum())) / staked  # of a ratio of sums
    ordered = np.sort(ends)
    quantiles = tuple((share, int(ordered[min(len(ordered) - 1, int(share * len(ordered)))])) for share in QUANTILES)
    return SystemPlay(
        edge.game, edge.wager, name, len(left), edge.house_edge, kept, error, float((ends < of.least).mean()),
        float((ends >= of.goal).mean()), float(ends.mean()), float(left[:, ROUNDS].mean()), float(handle.mean()), quantiles,
    )  # fmt: skip
