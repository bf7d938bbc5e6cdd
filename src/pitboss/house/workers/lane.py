"""What waits for the processes of one lane, and those processes."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec

from pitboss.house.workers.process import WorkerProcess
from pitboss.house.workers.request import Lane, Rank, Refusing, Request


class WorkUpdate(NamedTuple):
    """What a follower hears: a result, the answer (``last``), or a refusal."""

    answer: Any
    last: bool = False
    refused: Refusing | None = None


class Waiter(msgspec.Struct, eq=False):
    """Somebody who follows a request; a patient one stays while it is tried again and again."""

    hear: Callable[[WorkUpdate], None]
    patient: bool


class Work(msgspec.Struct, eq=False):
    """A request that is waiting, resting or being worked on, for its waiters."""

    request: Request[Any]
    key: str
    rank: Rank
    asker: str
    turn: int = 0  # in the fair queue of its lane
    waiters: list[Waiter] = []
    latest: bytes = b""
    task: "asyncio.Task[None] | None" = None
    resting: asyncio.TimerHandle | None = None


class LaneQueue:
    """Works are served by rank, and askers of one rank in turn. ``carry_out`` tells whether the process may do more."""

    def __init__(
        self,
        lane: Lane,
        start: Callable[[], Awaitable[WorkerProcess]],
        carry_out: Callable[[Work, WorkerProcess], Awaitable[bool]],
        died: Callable[[Work, str], None],
    ) -> None:
        self._lane, self._start, self._carry_out, self._died = lane, start, carry_out, died
        self.waiting: list[Work] = []
        self.working: list[Work] = []
        self.idle: list[WorkerProcess] = []
        self.processes: list[WorkerProcess] = []  # those and the busy ones
        self._tasks: set[asyncio.Task[None]] = set()
        self._clock = 0  # the turn that was served last

    def add(self, work: Work) -> None:
        """Askers are served in turn: the next request of one comes after the first of everybody else."""
        work.resting = None
        work.turn = max([self._clock, *(one.turn + 1 for one in self.waiting if one.asker == work.asker)])
        self.waiting.append(work)
        self.serve()

    def discard(self, work: Work) -> None:
        if work in self.waiting:
            self.waiting.remove(work)

    def serve(self) -> None:
        """Begin whatever may be begun."""
        while (work := self._pick()) is not None:
            self.waiting.remove(work)
            self.working.append(work)
            self._clock = max(self._clock, work.turn)
            work.task = self._spawn(self._work(work))

    def _pick(self) -> Work | None:
        most, ranks = self._lane.processes, [work.rank for work in self.working]
        for work in sorted(self.waiting, key=lambda work: (work.rank, work.turn)):
            if len(ranks) < most and sum(rank >= work.rank for rank in ranks) < max(1, most - work.rank):
                return work
        return None

    async def _work(self, work: Work) -> None:
        process: WorkerProcess | None = None
        usable = False
        try:
            while self.idle and process is None:
                process = self.idle.pop()
                process.retire_never()
                if not process.is_alive:
                    self._end(process)
                    process = None
            if process is None:
                process = await self._start()
                self.processes.append(process)
            usable = await self._carry_out(work, process)
        except OSError as error:
            self._died(work, str(error))
        finally:
            self.working.remove(work)
            if process is not None:
                process.served += 1
                if usable and process.served < self._lane.most:
                    self.idle.append(process)
                    process.retire_after(self._lane.idle, self._retire)
                else:
                    self._end(process)
            self.serve()

    def _retire(self, process: WorkerProcess) -> None:
        if process in self.idle:
            self.idle.remove(process)
            self._end(process)

    def _end(self, process: WorkerProcess) -> None:
        self.processes.remove(process)
        self._spawn(process.end())

    def _spawn(self, coroutine: Any) -> "asyncio.Task[None]":
        task: asyncio.Task[None] = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        while self.idle:
            self._end(self.idle.pop())
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
