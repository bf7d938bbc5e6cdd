"""Strategy charts for practice tables, worked out in a process of their own; the same that ``pitboss strategy`` prints."""

from contextlib import suppress
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.house.table.entries import Founded
from pitboss.house.workers.worker import WorkerCache, serve
from pitboss.mathematics.kit.chart import Chart, is_charted
from pitboss.paper.strategy import chart_of
from pitboss.procedure import Refusal, Refused
from pitboss.submission import file

Json = dict[str, Any]
NOTHING = b"null"  # what the other process says when it could not do it


class ChartWorker(WorkerCache):
    """Knows the chart of every submission it was asked about, once it has been worked out."""

    def __init__(self) -> None:
        super().__init__("pitboss.house.workers.chart_worker")

    async def chart(self, founded: Founded) -> Json:
        """The chart of a practice table; None in its stead while it is being worked out."""
        game = catalogue.game(founded.game)
        if not founded.settings.practice:
            raise Refused(
                Refusal.NOT_OFFERED,
                "Strategy is for practice: at a table with real limits nobody is told how to play.",
                game.closed,
            )
        if not is_charted(game):
            raise Refused(
                Refusal.NOT_OFFERED, f"Nothing is decided in {game.title} once the wagers stand.", game.closed
            )
        line = await self.ask(founded)
        if line is not None and line.strip() == NOTHING:
            raise Refused(Refusal.NOT_OFFERED, f"The chart of {game.title} could not be worked out.", game.closed)
        return {"chart": msgspec.Raw(line) if line else None}


def work_out(founded: Founded) -> Chart:
    game = catalogue.game(founded.game)
    rules = file(game.rules, {name: value for name, value in founded.choices.items() if value is not None})
    return chart_of(game, rules)


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the house has closed and wants none of it any more
        serve(work_out, None)  # NOTHING
