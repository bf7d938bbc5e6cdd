"""A draft as somebody types it: whether it is lawful, what to look at twice, its edges, and what it changes."""

import asyncio
from typing import Any

from pitboss.game import Game
from pitboss.house.filings import checking, comparing
from pitboss.house.filings.warnings import warnings
from pitboss.house.protocol.filings import DraftChecked, EdgeLine
from pitboss.house.wire.filing_register import Baseline
from pitboss.house.wire.pushing import States
from pitboss.house.workers.edges import Edges, EdgesAsked
from pitboss.house.workers.request import Rank
from pitboss.house.workers.workers import Workers
from pitboss.procedure import Refusal, Refused
from pitboss.submission import HOLDER, RulesSubmission, submit

MOST_OF_PERSON = 3  # drafts of one person whose edges are worked out at once: the oldest is given up for one more
MOST_DRAFTS = 200  # of all of them
OLD = "Your later drafts are worked out instead; ask again."


class Drafts:
    """Drafts as people type them, and whose edges are being worked out."""

    def __init__(self, workers: Workers, rank: Rank) -> None:
        self._workers, self._rank = workers, rank
        self._working: dict[asyncio.Task[tuple[Edges, Edges]], str] = {}  # each with whose it is, the oldest first

    async def states(
        self, person: str, game: Game, choices: dict[str, Any], against: Baseline | None
    ) -> States[DraftChecked]:
        """Everything that is known of a draft, at once and again when its edges are known."""
        judged = await asyncio.to_thread(checking.judge, game, choices)

        def checked(edges: tuple[Edges, Edges] | None) -> DraftChecked:
            mine, other = edges or (None, ())
            prudent = () if judged.rules is None else warnings(game, judged.rules, mine or ())
            return DraftChecked(
                choices=judged.choices,
                mistakes=(*judged.mistakes, *prudent),
                lawful=judged.rules is not None,
                submission="" if judged.rules is None else judged.rules.hash(game.name),
                edges=_edge_lines(game, judged.rules, mine, other),
                changes=() if against is None else comparing.changes(game, against.choices, choices),
                against="" if against is None else against.label,
            )

        if judged.rules is None:
            yield checked(None)
            return
        before = None if against is None else lawful(game, against.choices)
        wanted = [_asked(game, rules) for rules in (judged.rules, before) if rules is not None]
        if any(self._workers.known(one) is None for one in wanted):
            yield checked(None)
        yield checked(await self._edges(person, wanted))

    async def _edges(self, person: str, wanted: list[EdgesAsked]) -> tuple[Edges, Edges]:
        """The edges of a draft, and of what it is compared with."""
        task = asyncio.create_task(self._ask(person, wanted))
        self._working[task] = person
        try:
            own = [one for one, whose in self._working.items() if whose == person]
            for oldest in (*own[:-MOST_OF_PERSON], *list(self._working)[:-MOST_DRAFTS]):
                oldest.cancel()
            await asyncio.wait((task,))
            if task.cancelled():
                raise Refused(Refusal.STALE, OLD, "")
            return task.result()
        finally:
            task.cancel()
            del self._working[task]

    async def _ask(self, person: str, wanted: list[EdgesAsked]) -> tuple[Edges, Edges]:
        edges: list[Edges] = []
        for one in wanted:
            try:
                edges.append(await self._workers.ask(one, asker=person, rank=self._rank))
            except Refused:  # it has been logged: the draft is none the worse
                edges.append(())
        return edges[0], edges[1] if len(edges) > 1 else ()


def lawful(game: Game, choices: dict[str, Any]) -> RulesSubmission | None:
    """The rules of a draft, where they are lawful."""
    try:
        return submit(game.rules, choices)
    except Refused:
        return None


def _asked(game: Game, rules: RulesSubmission) -> EdgesAsked:
    """What the worker takes; whose house it is makes no difference to an edge."""
    same = submit(game.rules, rules.chosen | {"holder": HOLDER})
    return EdgesAsked(game.name, same.chosen)


def _edge_lines(
    game: Game, rules: RulesSubmission | None, mine: Edges | None, other: Edges
) -> tuple[EdgeLine, ...] | None:
    if rules is None:
        return ()
    return None if mine is None else comparing.edge_lines(game, rules, mine, other)
