"""The edges of every wager under a set of rules, each with its method and half-width."""

from collections.abc import Iterator
from typing import Any

from pitboss.house.protocol.info import SpotEdge
from pitboss.house.table.entries import Founded
from pitboss.house.workers.request import Request, rules_of
from pitboss.mathematics.kit.edge import Edge, decimal, root
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.submission import HOLDER

LONGEST_FRACTION = 40  # characters that are worth showing
Edges = tuple[SpotEdge, ...]


class EdgesAsked(Request[Edges], frozen=True):
    """The edges of a game under its choices; none where the game has no exact mathematics."""

    lane, longest, answer, kept, title = "slow", 1800.0, Edges, True, "The edges"

    game: str
    choices: dict[str, Any]

    def work(self) -> Iterator[Edges]:
        yield tuple(map(spot_edge, edges_kept(*rules_of(self.game, self.choices))))


def edges_of(founded: Founded) -> EdgesAsked:
    """The edges of a table; whose house it is makes no difference to them."""
    return EdgesAsked(founded.game, founded.choices | {"holder": HOLDER})


def spot_edge(edge: Edge) -> SpotEdge:
    """An edge as the wire has it."""
    return SpotEdge(
        edge.wager,
        edge.on,
        decimal(edge.house_edge),
        edge.method,
        decimal(edge.half_width),
        edge.strategy,
        root(edge.variance),
        _short(str(edge.house_edge)) if edge.exact else "",
        edge.note,
        edge.conditional,
        "" if edge.worst_stake is None else decimal(edge.worst_stake.house_edge),
        0 if edge.worst_stake is None else edge.worst_stake.stake,
    )


def _short(fraction: str) -> str:
    return fraction if len(fraction) <= LONGEST_FRACTION else ""
