"""Virtual time: an event loop that never waits, and the clock that the house reads."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from pitboss.house.clock import Clock

TURN = 1e-6  # seconds that a turn of the loop takes: what is due in no time is not due for ever
START = 1_790_000_000.0  # when every simulation begins


class Standstill(Exception):
    """Nothing is left that could ever happen."""


class _Waiting:
    """In the place of a selector: instead of waiting, time goes on."""

    def __init__(self, loop: "VirtualLoop") -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise Standstill("Everyone waits for something, and nothing is under way.")
        self._loop.pass_by(timeout + TURN)
        return []

    def close(self) -> None:
        pass


class VirtualLoop(asyncio.BaseEventLoop):
    """What is due is done in the order of its time; between two such moments hardly any time passes.

    What the house hands to other threads is done at once: how long it takes elsewhere is nobody's to observe here.
    """

    _selector: Any

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._selector = _Waiting(self)
        self._clock_resolution = TURN / 10
        self.tasks: dict[asyncio.Task[Any], None] = {}  # in the order in which they began
        self.set_task_factory(self._begin)

    def _begin(self, loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> "asyncio.Task[Any]":
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **more)
        self.tasks[task] = None
        task.add_done_callback(lambda done: self.tasks.pop(done, None))
        return task

    def time(self) -> float:
        return self._now

    def pass_by(self, seconds: float) -> None:
        self._now += max(0.0, seconds)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run one thing to its end."""
        asyncio.set_event_loop(self)
        try:
            return self.run_until_complete(work)
        finally:
            left = list(self.tasks)
            for task in left:
                task.cancel()
            self.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            asyncio.set_event_loop(None)
            self.close()

    def _process_events(self, events: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass  # nothing sleeps, so nothing has to be woken


class VirtualClock(Clock):
    """The clocks of the machine: one runs with the loop, the other may be set besides."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop, self.offset = loop, 0.0

    def seconds(self) -> float:
        return round(START + self._loop.time() + self.offset, 6)

    def elapsed(self) -> float:
        return self._loop.time()
