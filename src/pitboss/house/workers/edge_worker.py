"""Exact edges for the pages, computed in a process of their own."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache

import msgspec

from pitboss import catalogue
from pitboss.house.protocol.info import SpotEdge
from pitboss.house.table.entries import Founded
from pitboss.house.workers.worker import WorkerCache, serve
from pitboss.mathematics.kit.edge import Edge, decimal, root
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.submission import submit

LONGEST_FRACTION = 40  # characters that are worth showing
MOST_PEOPLE = 200  # whose drafts are worked out; whoever looked longest ago asks again
MOST_DRAFTS = 200  # whose edges are kept
Edges = tuple[SpotEdge, ...]
Listener = Callable[[Edges], None]

_read = lru_cache(maxsize=256)(msgspec.json.Decoder(Edges).decode)


class EdgeWorker(WorkerCache):
    """The edges of every submission that was asked for, once they are computed."""

    def __init__(self) -> None:
        super().__init__("pitboss.house.workers.edge_worker")
        self._waiting: dict[Listener, str] = {}  # each with the submission whose edges it waits for

    async def edges(self, founded: Founded) -> Edges:
        """The edges of one submission; empty while they are being computed."""
        line = await self.ask(founded)
        return _read(line) if line else ()

    def subscribe(self, founded: Founded, listener: Listener) -> None:
        """Call the listener once the edges of this submission are known; ``edges`` starts the computation."""
        line = self.known(founded)
        if line is not None:
            listener(_read(line))
        else:
            self._waiting[listener] = founded.submission
            self.retry_later(founded)

    def unsubscribe(self, listener: Listener) -> None:
        self._waiting.pop(listener, None)

    def is_awaited(self, submission: str) -> bool:
        return submission in self._waiting.values()

    def found(self, submission: str, line: bytes) -> None:
        super().found(submission, line)
        for listener in [listener for listener, wanted in self._waiting.items() if wanted == submission]:
            del self._waiting[listener]
            listener(_read(line))


class OwnEdgeWorker(EdgeWorker):
    """The edges of visitors' own tables: apart from those of the floor, and only the latest are kept."""

    def found(self, submission: str, line: bytes) -> None:
        super().found(submission, line)
        for oldest in list(self._known)[:-MOST_DRAFTS]:
            del self._known[oldest]


class DraftEdgeWorker(EdgeWorker):
    """The edges of drafts, which change while somebody types: what is not wanted any more is given up, and little is kept."""

    def __init__(self) -> None:
        super().__init__()
        self._wanted: dict[str, set[str]] = {}  # by person, what they look at

    async def edges_of_draft(self, person: str, drafts: Sequence[Founded]) -> list[Edges | None]:
        """The edges of what one person looks at now; None while they are being computed."""
        self._wanted.pop(person, None)  # the latest comes last
        wanted = self._wanted[person] = {made.submission for made in drafts}
        while len(self._wanted) > MOST_PEOPLE:
            del self._wanted[next(iter(self._wanted))]
        still = set[str]().union(*self._wanted.values())
        for submission, task in list(self._in_progress.items()):
            if submission not in still:
                task.cancel()
        found = [await self.ask(made) for made in drafts]
        for submission in list(self._known)[:-MOST_DRAFTS]:
            if submission not in wanted:
                del self._known[submission]
        return [None if line is None else _read(line) for line in found]


def _short(fraction: str) -> str:
    return fraction if len(fraction) <= LONGEST_FRACTION else ""


def work_out(founded: Founded) -> Edges:
    """The edges of every wager, with method, half-width and strategy; none where the game has no exact mathematics."""
    game = catalogue.game(founded.game)
    rules = submit(game.rules, founded.choices)
    return tuple(map(spot_edge, edges_kept(game, rules)))


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


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the house has closed
        serve(work_out, ())
