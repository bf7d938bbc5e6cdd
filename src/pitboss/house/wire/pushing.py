"""Answers that the house is still working out: a page follows them as lines of JSON, each instead of the one before, as they are
pushed.

Whoever does not ask for lines gets the latest state that there is after a moment; what is still being worked out then is worked on
for a while, for whoever asks again.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from typing import Any, TypeVar

import msgspec
from litestar import Request, Response
from litestar.response import Stream

from pitboss.house.protocol.messages import refusal
from pitboss.house.workers.request import Request as WorkRequest
from pitboss.house.workers.workers import GRACE, Workers
from pitboss.procedure import Refused

LINES = "application/x-ndjson"
END = b'"end"\n'  # the last line, so that whoever hears none knows that the connection was cut
PATIENCE = 2.0  # seconds that a request for one state waits
BEAT_SECONDS = 15.0  # of silence, after which an empty line shows that the connection is alive
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # nor does a proxy wait for more
A = TypeVar("A")
T = TypeVar("T")
States = AsyncGenerator[T, None]


async def pushed(
    request: "Request[Any, Any, Any]",
    states: States[T],
    headers: Mapping[str, str] | None = None,
    *,
    patience: float | None = PATIENCE,
    status_code: int = 200,
) -> Response[T]:
    """The states as they come, or the latest after ``patience``; None: the last one."""
    own = dict(headers or {})
    if LINES in request.headers.get("accept", ""):
        stream: Any = Stream(_lines(states), media_type=LINES, headers=HEADERS | own, status_code=status_code)
        return stream  # type: ignore[no-any-return]
    return Response(await _latest(states, patience), headers=own, status_code=status_code)


async def worked_out(
    workers: Workers, asked: WorkRequest[A], shown: Callable[[A | None], T], *, asker: str = ""
) -> States[T]:
    """Without the answer while it is being worked out, then with it."""
    if workers.known(asked) is None:
        yield shown(None)
    answer = await workers.ask(asked, asker=asker)
    yield shown(answer)


async def _lines(states: States[T]) -> AsyncIterator[bytes]:
    step: asyncio.Future[T] | None = None
    async with aclosing(states):
        try:
            while True:
                step = asyncio.ensure_future(anext(states))
                while not (await asyncio.wait((step,), timeout=BEAT_SECONDS))[0]:
                    yield b"\n"
                yield msgspec.json.encode(step.result()) + b"\n"
        except StopAsyncIteration:
            yield END
        except Refused as refused:
            yield msgspec.json.encode(refusal(refused)) + b"\n"
        finally:
            if step is not None and not step.done():  # whoever followed has gone
                step.cancel()
                await asyncio.wait((step,))


async def _latest(states: States[T], patience: float | None) -> T:
    known: list[T] = []
    first: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def gather() -> None:
        async with aclosing(states):
            async for state in states:
                known[:] = [state]
                if not first.done():
                    first.set_result(None)

    gathering = asyncio.create_task(gather())
    gathering.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may have come back
    try:
        await asyncio.wait((gathering,), timeout=patience)
        await asyncio.wait((gathering, first), return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        gathering.cancel()
        raise
    if gathering.done():
        gathering.result()
    else:
        asyncio.get_running_loop().call_later(GRACE, gathering.cancel)
    return known[0]
