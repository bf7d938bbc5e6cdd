"""For houses whose edges nobody looks at, or that are known at once; by itself, as processes import it that are started again and
again."""

from collections.abc import Callable
from typing import Any

from pitboss.house.workers.edges import EdgesAsked
from pitboss.house.workers.lane import WorkUpdate
from pitboss.house.workers.request import Refusing, Request
from pitboss.house.workers.workers import Workers

FOLLOW, KNOWN = Workers.follow, Workers.known  # as they are
NO_EDGES = Refusing("Nobody looks at edges here.")
Listener = Callable[[WorkUpdate], None]


def follow_without_edges(workers: Workers, request: Request[Any], listener: Listener, **how: Any) -> Callable[[], None]:
    """In the place of ``Workers.follow``: no process is started for edges, and no edge is ever known."""
    if not isinstance(request, EdgesAsked):
        return FOLLOW(workers, request, listener, **how)
    listener(WorkUpdate(None, last=True, refused=NO_EDGES))
    return lambda: None


def answered_at_once(kind: type[Request[Any]], answer: Callable[[Any], Any]) -> dict[str, Any]:
    """What to patch ``Workers`` with, so that one kind of request is answered at once, without a process."""

    def follow(workers: Workers, request: Request[Any], listener: Listener, **how: Any) -> Callable[[], None]:
        if not isinstance(request, kind):
            return before(workers, request, listener, **how)
        listener(WorkUpdate(answer(request), last=True))
        return lambda: None

    def known(workers: Workers, request: Request[Any]) -> Any:
        return answer(request) if isinstance(request, kind) else known_before(workers, request)

    before, known_before = Workers.follow, Workers.known
    return {"follow": follow, "known": known}
