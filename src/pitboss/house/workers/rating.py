"""The edges by which the play of patrons is rated: of every wager, per unit of all that is staked on it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pitboss.house.records.ratings import WagerEdges, edges_by_stake
from pitboss.house.workers.request import Request, rules_of
from pitboss.mathematics.kit.every_edge import edges_kept

StakeEdges = tuple[tuple[str, str, str], ...]  # wager, on, a fraction


class StakeEdgesAsked(Request[StakeEdges], frozen=True):
    """The edges of a game under its choices; none where the game has no exact mathematics."""

    lane, longest, answer, kept, title = "slow", 1800.0, StakeEdges, True, "The edges for ratings"

    game: str
    choices: dict[str, Any]

    def work(self) -> Iterator[StakeEdges]:
        found = edges_by_stake(edges_kept(*rules_of(self.game, self.choices)))
        yield tuple((wager, on, str(edge)) for (wager, on), edge in found.items())


def as_fractions(found: StakeEdges) -> WagerEdges:
    """The answer as ratings need it."""
    return {(wager, on): Fraction(edge) for wager, on, edge in found}
