"""What follows exactly from a filed meter: where it breaks even, and what it shows at a hit."""

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.house.workers.request import Request, rules_of
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.meters import Meter
from pitboss.money import Cents


class MeterFigures(msgspec.Struct, frozen=True):
    """By the name of the meter; cents, rounded where they are not whole. ``chance`` is a fraction. ``high`` is the amount that is
    not exceeded at 95 of 100 hits; ``is_exact``: to the cent, not to about one per cent."""

    meter: str
    unit: Cents
    chance: str
    wagers: int
    even: Cents
    recovered: Cents | None
    mean: Cents
    high: Cents
    is_exact: bool
    method: str


class MeterHitsAsked(Request[tuple[MeterFigures, ...]], frozen=True):
    """The figures of every meter of a game under its choices; none where the game has no exact mathematics."""

    lane, longest, answer, kept, title = "slow", 1800.0, tuple[MeterFigures, ...], True, "The figures of meters"

    game: str
    choices: dict[str, Any]

    def work(self) -> Iterator[tuple[MeterFigures, ...]]:
        game, rules = rules_of(self.game, self.choices)
        found: Any = parts.load(game, "edges")
        alone = getattr(found, "progressive", None)  # the edge of that wager, without the others
        edges: list[Edge] = [alone(rules)] if alone is not None else edges_kept(game, rules)
        known = {edge.wager: edge for edge in edges if edge.progressive is not None}
        yield tuple(
            _figures(meter, edge) for meter in rules.meters if (edge := known.get(meter.name.split()[0])) is not None
        )


def _figures(meter: Meter, edge: Edge) -> MeterFigures:
    from pitboss.mathematics.kit.meter_hits import hits  # only here: it brings numpy

    assert edge.progressive is not None
    found = hits(meter, edge.progressive)
    recovered = None if found.recovered is None else round(found.recovered)
    return MeterFigures(
        meter.name,
        found.unit,
        str(found.chance),
        round(found.wagers),
        round(found.even),
        recovered,
        round(found.mean),
        round(found.high),
        found.is_exact,
        edge.method,
    )
