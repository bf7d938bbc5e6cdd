"""A bankroll at one wager: what becomes of it in so many rounds with limits, how likely ruin is, and how long bad runs are.

A round nets what the edge's outcomes say, independently of the others. Every level of the bankroll is followed round by round,
so that ruin, the goal and what is left are exact but for double precision. Rounds of one shoe are nearly independent.
"""

from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.game import Game
from pitboss.mathematics.kit.edge import Edge, decimal
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission
from pitboss.tabular import Tabular

Floats = NDArray[np.float64]
MOST_LEVELS, MOST_ROUNDS, MOST_WORK = 200_000, 100_000, 3_000_000_000
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
SURE = 0.95


class LimitedSession(NamedTuple):
    """What a player brings, wagers and stops at; amounts in cents."""

    bank: Cents
    goal: Cents
    stake: Cents
    rounds: int


class Bankroll(msgspec.Struct, Tabular, frozen=True):
    """What becomes of a bankroll. Sums are in cents; a player stops where the goal is reached, where less is left
    than a round may cost, or after the rounds."""

    game: str
    wager: str
    on: str
    strategy: str
    bank: Cents
    goal: Cents
    stake: Cents
    rounds: int
    house_edge: Fraction
    ruin: float  # less is left than a round may cost: the stake, with all that is added to it
    reached: float  # the goal
    lasts: float  # neither, in so many rounds
    mean_end: float  # the bankroll in the end, on average
    mean_rounds: float  # that are played
    quantiles: tuple[tuple[float, Cents], ...]  # of the bankroll in the end
    n0: Fraction | None  # rounds after which the edge outweighs one standard deviation; None: there is no edge
    losing_run: tuple[
        int, int
    ]  # the longest of lost rounds: reached in half of all sessions of so many rounds, and in 5 %

    def rows(self) -> list[dict[str, Any]]:
        """A row for each figure, in words."""
        found = [
            ("house edge", f"{float(100 * self.house_edge):.4f} %"),
            ("ruined", f"{100 * self.ruin:.4f} %"),
            ("goal reached", f"{100 * self.reached:.4f} %"),
            ("plays to the end", f"{100 * self.lasts:.4f} %"),
            ("left on average", f"${dollars(round(self.mean_end))}"),
            ("rounds played on average", f"{self.mean_rounds:.1f}"),
            *(
                (f"left in {100 * share:.0f} % of sessions at the most", f"${dollars(left)}")
                for share, left in self.quantiles
            ),
            ("N0, rounds", "none" if self.n0 is None else decimal(self.n0).partition(".")[0]),
            ("longest losing run, half of sessions", f"{self.losing_run[0]} or more"),
            ("longest losing run, 5 % of sessions", f"{self.losing_run[1]} or more"),
        ]
        return [{"figure": name, "value": value} for name, value in found]


def bankroll(game: Game, rules: RulesSubmission, wager: str, of: LimitedSession, *, on: str = "") -> Bankroll:
    """The study of one wager, played as well as can be."""
    edges = [edge for edge in edges_kept(game, rules) if edge.wager == wager and on in ("", edge.on)]
    if not edges:
        words = f"No edge is worked out for {f'{wager} {on}'.strip()!r} in {game.title} by these rules."
        raise Refused(Refusal.UNKNOWN_WAGER, words, game.closed)
    edge = min(edges, key=lambda one: one.house_edge)
    _check(of, game)
    return study(edge, of)


def study(edge: Edge, of: LimitedSession) -> Bankroll:
    """The same of an edge."""
    levels, unit = _levels(edge, of)
    end, played = _played(edge, of, levels, unit)
    sums = np.arange(levels.most + 1) * unit
    ruined = sums < _cost(edge, of)
    reached = sums >= of.goal
    quantiles = tuple((share, int(sums[np.searchsorted(np.cumsum(end), share)])) for share in QUANTILES)
    net, variance = edge.house_edge, edge.variance
    return Bankroll(
        edge.game, edge.wager, edge.on, edge.strategy, *of, net,
        float(end[ruined].sum()), float(end[reached].sum()), float(end[~ruined & ~reached].sum()),
        float(end @ sums), played, quantiles, variance / net**2 if net else None,
        (losing_run(edge, of.rounds, 0.5), losing_run(edge, of.rounds, 1 - SURE)),
    )  # fmt: skip


def _check(of: LimitedSession, game: Game) -> None:
    whole = all(type(one) is int and one > 0 for one in of)
    if not whole or not of.stake <= of.bank < of.goal or of.rounds > MOST_ROUNDS:
        words = (
            f"A session has a stake, a bankroll of at least that, a goal above it, and 1 to {MOST_ROUNDS} rounds, "
            "in whole cents and rounds."
        )
        raise Refused(Refusal.MALFORMED, words, game.closed)


class _Levels(NamedTuple):
    """Levels of the bankroll: ``first`` it begins at, ``most`` it can have; and how much each outcome adds to it."""

    first: int
    most: int
    steps: dict[int, float]


def _levels(edge: Edge, of: LimitedSession) -> tuple[_Levels, Cents]:
    """In steps of the largest amount that divides all that may be won, lost or left; fractions of a cent are refused."""
    whole = lcm(*(one.net.denominator for one in edge.outcomes))
    if (of.stake % whole) and any((of.stake * one.net).denominator != 1 for one in edge.outcomes):
        words = f"A stake of ${dollars(of.stake)} is not paid in whole cents here: name a multiple of {whole} cents."
        raise Refused(Refusal.NOT_PAYABLE, words, "")
    nets = {int(of.stake * one.net) for one in edge.outcomes}
    unit = gcd(*nets, of.bank)
    highest = of.goal + max(nets)  # a win may carry it beyond the goal
    most = highest // unit
    if most > MOST_LEVELS or most * of.rounds * len(nets) > MOST_WORK:
        words = (
            "This bankroll has too many levels for so many rounds; name a lower goal, a higher stake or fewer rounds."
        )
        raise Refused(Refusal.MALFORMED, words, "")
    steps: dict[int, float] = {}
    for one in edge.outcomes:
        step = int(of.stake * one.net) // unit
        steps[step] = steps.get(step, 0.0) + float(one.probability)
    return _Levels(of.bank // unit, most, steps), unit


def _cost(edge: Edge, of: LimitedSession) -> Cents:
    """The most that a round may cost."""
    return max(of.stake, *(-int(of.stake * one.net) for one in edge.outcomes))


def _played(edge: Edge, of: LimitedSession, levels: _Levels, unit: Cents) -> tuple[Floats, float]:
    """How likely each level is in the end, and how many rounds are played on average."""
    live, ended, played = np.zeros(levels.most + 1), np.zeros(levels.most + 1), 0.0
    live[levels.first] = 1.0
    least, goal = -(-_cost(edge, of) // unit), -(-of.goal // unit)
    for _ in range(of.rounds):
        going = live[least:goal]
        part = float(going.sum())
        if part <= 0.0:
            break
        played += part
        after = np.zeros_like(live)
        for step, chance in levels.steps.items():
            after[least + step : goal + step] += chance * going
        ended += np.concatenate((after[:least], np.zeros(goal - least), after[goal:]))
        live = after
        live[:least] = live[goal:] = 0.0
    return ended + live, played


def losing_run(edge: Edge, rounds: int, share: float) -> int:
    """The longest run of lost rounds that so large a share of sessions have; a tie neither lengthens nor ends a run."""
    lose, tie = float(edge.chance(-1)), float(edge.chance(0))
    low, high = 0, 1
    while high <= rounds and run_of(lose, tie, rounds, high) >= share:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle <= rounds and run_of(lose, tie, rounds, middle) >= share else (low, middle)
    return low


def run_of(lose: float, tie: float, rounds: int, length: int) -> float:
    """The chance of so many lost rounds one after another."""
    goes = np.zeros((length + 1, length + 1))
    for at in range(length):
        goes[at, at] += tie
        goes[at, at + 1] += lose
        goes[at, 0] += 1 - lose - tie
    goes[length, length] = 1.0
    return float(np.linalg.matrix_power(goes, rounds)[0, length])
