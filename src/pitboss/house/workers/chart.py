"""The strategy chart under a set of rules; the same that ``pitboss strategy`` prints."""

from collections.abc import Iterator
from typing import Any

from pitboss import catalogue
from pitboss.house.table.entries import Founded
from pitboss.house.workers.request import Request, rules_of
from pitboss.mathematics.kit.chart import Chart, is_charted
from pitboss.paper.strategy import chart_of
from pitboss.procedure import Refusal, Refused


class ChartAsked(Request[Chart], frozen=True):
    """The chart of a game under its choices."""

    lane, longest, answer, kept, title = "slow", 1800.0, Chart, True, "The chart"

    game: str
    choices: dict[str, Any]

    def work(self) -> Iterator[Chart]:
        yield chart_of(*rules_of(self.game, self.choices))


def chart_at(founded: Founded) -> ChartAsked:
    """The chart of a table; refused where nothing is practised, or nothing decided."""
    game = catalogue.game(founded.game)
    if not founded.settings.practice:
        raise Refused(Refusal.NOT_OFFERED, "Strategy charts are shown at practice tables only.", game.closed)
    if not is_charted(game):
        raise Refused(Refusal.NOT_OFFERED, f"{game.title} has no decisions after the wagers are made.", game.closed)
    return ChartAsked(founded.game, founded.choices)
