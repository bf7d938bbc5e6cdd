"""Exact edges for the pages, worked out in a process of their own."""

from contextlib import suppress

import msgspec

from pitboss import catalogue
from pitboss.house.table.entries import Founded
from pitboss.house.workers.worker import WorkerCache, serve
from pitboss.mathematics.kit.edge import decimal, edges_for
from pitboss.submission import file

Edges = dict[tuple[str, str], str]  # wager and spot → the edge as a decimal

_rows = msgspec.json.Decoder(list[tuple[str, str, str]])


class EdgeWorker(WorkerCache):
    """Knows the edges of every submission it was asked about, once it has worked them out."""

    def __init__(self) -> None:
        super().__init__("pitboss.house.workers.edge_worker")

    async def edges(self, founded: Founded) -> Edges:
        """The edges of one submission; empty while they are being worked out."""
        line = await self.ask(founded)
        return {(wager, on): edge for wager, on, edge in reversed(_rows.decode(line))} if line else {}


def work_out(founded: Founded) -> list[tuple[str, str, str]]:
    """(wager, spot, edge) of every wager that has one; none where the mathematics is not there."""
    game = catalogue.game(founded.game)
    rules = file(game.rules, {name: value for name, value in founded.choices.items() if value is not None})
    return [(edge.wager, edge.on, decimal(edge.house_edge)) for edge in edges_for(game, rules)]


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the house has closed and wants none of it any more
        serve(work_out, [])
