"""Strategy charts for practice tables, computed in a process of their own; the same that ``pitboss strategy`` prints."""

from contextlib import suppress

import msgspec

from pitboss import catalogue
from pitboss.house.protocol.info import StrategyChart
from pitboss.house.table.entries import Founded
from pitboss.house.workers.worker import WorkerCache, serve
from pitboss.mathematics.kit.chart import Chart, is_charted
from pitboss.paper.strategy import chart_of
from pitboss.procedure import Refusal, Refused
from pitboss.submission import submit

MOST = 200  # charts that are kept: visitors have rules of their own
NOTHING = b"null"  # the result of a chart that could not be computed


class ChartWorker(WorkerCache):
    """The strategy chart of every submission that was asked for, once it is computed."""

    def __init__(self) -> None:
        super().__init__("pitboss.house.workers.chart_worker")

    async def chart(self, founded: Founded) -> StrategyChart:
        """The chart of a practice table; empty while it is being computed."""
        game = catalogue.game(founded.game)
        if not founded.settings.practice:
            raise Refused(
                Refusal.NOT_OFFERED,
                "Strategy charts are shown at practice tables only.",
                game.closed,
            )
        if not is_charted(game):
            raise Refused(Refusal.NOT_OFFERED, f"{game.title} has no decisions after the wagers are made.", game.closed)
        line = await self.ask(founded)
        if line is not None and line.strip() == NOTHING:
            raise Refused(Refusal.NOT_OFFERED, f"The chart of {game.title} could not be computed.", game.closed)
        return StrategyChart(msgspec.json.decode(line, type=Chart) if line else None)

    def found(self, submission: str, line: bytes) -> None:
        super().found(submission, line)
        for oldest in list(self._known)[:-MOST]:
            del self._known[oldest]


def work_out(founded: Founded) -> Chart:
    game = catalogue.game(founded.game)
    rules = submit(game.rules, founded.choices)
    return chart_of(game, rules)


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the house has closed
        serve(work_out, None)  # NOTHING
