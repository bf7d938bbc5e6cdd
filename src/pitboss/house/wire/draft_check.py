"""A draft as somebody types it: whether it is lawful, what to look at twice, its edges, and what it changes."""

import asyncio
from typing import Any

from pitboss import __version__
from pitboss.game import Game
from pitboss.house.filings import checking, comparing
from pitboss.house.filings.warnings import warnings
from pitboss.house.protocol.filings import DraftChecked, EdgeLine
from pitboss.house.table.entries import Founded
from pitboss.house.wire.filing_register import Compared
from pitboss.house.workers.edge_worker import DraftEdgeWorker, Edges
from pitboss.procedure import Refused
from pitboss.submission import HOLDER, RulesSubmission, submit


async def check(
    worker: DraftEdgeWorker, person: str, game: Game, choices: dict[str, Any], against: Compared | None
) -> DraftChecked:
    """Everything that is known of a draft; ``person`` is who looks at it, whose former drafts are not worked out any more."""
    judged = await asyncio.to_thread(checking.judge, game, choices)
    edges = None if judged.rules is None else await _edges(worker, person, game, judged.rules, against)
    mine, other = (edges[0], edges[1]) if edges is not None else (None, None)
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


def lawful(game: Game, choices: dict[str, Any]) -> RulesSubmission | None:
    """The rules of a draft, where they are lawful."""
    try:
        return submit(game.rules, choices)
    except Refused:
        return None


async def _edges(
    worker: DraftEdgeWorker, person: str, game: Game, rules: RulesSubmission, against: Compared | None
) -> tuple[Edges | None, Edges | None]:
    """The edges of a draft and of what it is compared with; None where they are still being worked out."""
    wanted = [_founded(game, rules)]
    if against is not None and (other := lawful(game, against.choices)) is not None:
        wanted.append(_founded(game, other))
    found = await worker.edges_of_draft(person, wanted)
    return found[0], found[1] if len(found) > 1 else ()


def _founded(game: Game, rules: RulesSubmission) -> Founded:
    """What the worker takes; whose house it is makes no difference to an edge."""
    same = submit(game.rules, rules.chosen | {"holder": HOLDER})
    return Founded(game.name, game.title, same.chosen, same.hash(game.name), __version__)


def _edge_lines(
    game: Game, rules: RulesSubmission | None, mine: Edges | None, other: Edges | None
) -> tuple[EdgeLine, ...] | None:
    if rules is None:
        return ()
    return None if mine is None else comparing.edge_lines(game, rules, mine, other or ())
