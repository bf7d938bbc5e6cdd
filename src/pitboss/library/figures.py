"""Figures of a game under its rules: exact edges, simulations, the best play."""

from contextlib import closing
from typing import Any

import msgspec

from pitboss.extras import refusing
from pitboss.game import Game
from pitboss.library.amounts import cents
from pitboss.library.rules import Rules, game_of, rules_of
from pitboss.mathematics.kit.edge import Edge, edges_at
from pitboss.mathematics.kit.estimate import Estimate
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.mathematics.kit.strategy import Strategy
from pitboss.money import Cents
from pitboss.procedure import Refusal, Refused
from pitboss.tabular import Listed, Tabular

SEED, ROUNDS = 58, 1_000_000  # a simulation, unless something else is said
SEEDS = 1 << 64  # as many seeds as a stream has; a negative one is that many less


@refusing
def edges(game: Game | str, rules: Rules = None, *, stake: Cents | str | None = None) -> Listed[Edge]:
    """The exact edge of every wager of a game under its rules, with all its outcomes.

    ``at_stake`` is the same for a wager of one amount, paid in the filed chips: of ``stake`` or the next that is lawful, else
    of the smallest wager; ``worst_stake`` is the lawful wager that costs most.
    """
    found, filed = game_of(game), rules_of(game_of(game), rules)
    every = edges_kept(found, filed)
    return Listed(every if stake is None else edges_at(found, filed, every, _amount(stake)))


@refusing
def edge(game: Game | str, wager: str, on: str = "", *, rules: Rules = None, stake: Cents | str | None = None) -> Edge:
    """The exact edge of one wager; the best play of it, where there are several."""
    found = game_of(game)
    every = edges(found, rules, stake=stake)
    if wager not in {each.wager for each in every}:
        names = ", ".join(dict.fromkeys(each.wager for each in every)) or "none"
        words = f"No edge is worked out for {wager!r} under these rules; there are: {names}."
        raise Refused(Refusal.UNKNOWN_WAGER, words, "")
    mine = [each for each in every if each.wager == wager]
    places = [each for each in mine if each.on in (on, "")]
    if not places:
        words = f"No edge of {wager} is worked out on {on!r}; there are: {', '.join(each.on for each in mine)}."
        raise Refused(Refusal.NO_SUCH_SPOT, words, "")
    return min(places, key=lambda each: (each.on != on, each.house_edge))


class Simulation(msgspec.Struct, Tabular, frozen=True):
    """What a simulation found of each wager; ``way`` is (rounds, estimates) as it went on, the last being the result."""

    game: str
    kernel: str
    seed: int
    way: tuple[tuple[int, tuple[Estimate, ...]], ...]

    @property
    def rounds(self) -> int:
        return self.way[-1][0]

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        return self.way[-1][1]

    def rows(self) -> list[dict[str, Any]]:
        """The estimate of each wager: as a table, or ``to_frame()``."""
        names = ("wager", "rounds", "house_edge", "standard_error", "variance")
        return [{name: getattr(each, name) for name in names} for each in self.estimates]

    def __getitem__(self, wager: str) -> Estimate:
        for each in self.estimates:
            if each.wager == wager:
                return each
        raise KeyError(wager)


@refusing
def simulate(
    game: Game | str,
    rounds: int = ROUNDS,
    *,
    rules: Rules = None,
    strategy: str = "",
    seed: int = SEED,
    workers: int = 1,
    precision: float = 0.0,
    stake: Cents | str | None = None,
) -> Simulation:
    """Play so many rounds at compiled speed, or until the first wager's edge is known to ± ``precision`` (95 %).

    The same seed gives the same result with any number of workers. With a ``stake`` wagers of that amount are paid as the
    table pays them, with the filed chip, breakage and rounding of vigorish.
    """
    if not (isinstance(rounds, int) and rounds >= 1 and workers >= 1):
        raise Refused(Refusal.MALFORMED, "A simulation has at least one round and one worker, in whole numbers.", "")
    if not (isinstance(seed, int) and -SEEDS // 2 <= seed < SEEDS):
        raise Refused(Refusal.MALFORMED, "The seed of a simulation is a whole number from 0 to 2^64 - 1.", "")
    from pitboss.mathematics.kit.kernel import kernel_named
    from pitboss.mathematics.kit.pools import Threads
    from pitboss.mathematics.kit.runner import simulate as run

    found = game_of(game)
    kernel = kernel_named(found, rules_of(found, rules), strategy, None if stake is None else _amount(stake))
    with closing(Threads(workers)) as pool:
        points = run(kernel, rounds, seed, pool, precision=precision)
    return Simulation(found.name, kernel.name, seed, tuple((point.rounds, point.estimates) for point in points))


def _amount(stake: Cents | str) -> Cents:
    """A stake in cents, or as a text in dollars."""
    amount = cents(stake) if isinstance(stake, str) else stake
    if isinstance(amount, bool) or not isinstance(amount, int) or amount <= 0:
        raise Refused(
            Refusal.MALFORMED, f'A stake is an amount above nothing, in cents or like "5.00", not {stake!r}.', ""
        )
    return amount


@refusing
def best_play(game: Game | str, rules: Rules = None) -> Strategy:
    """Somebody who plays as the game's chart says: their ``answer`` is a way to decide. For practice only."""
    from pitboss.mathematics.kit.chart import strategy

    found = game_of(game)
    player = strategy(found, rules_of(found, rules))
    if player is None:
        raise Refused(
            Refusal.NOT_OFFERED,
            f"{found.title} has no chart: players decide nothing after betting closes.",
            found.closed,
        )
    return player
