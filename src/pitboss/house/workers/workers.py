"""Everything that takes long, in processes of its own: the house asks, results are pushed, and no game waits.

Equal requests cost one computation, which ends when nobody waits for it any more. A process that dies is followed by another; a
request over which one died rests for a while, twice as long each time.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec

from pitboss import extras
from pitboss.house.workers.lane import LaneQueue, Waiter, Work, WorkUpdate
from pitboss.house.workers.process import COMMAND, Died, WorkerProcess
from pitboss.house.workers.request import LANES, Lane, Rank, Refusing, Request

KEPT_BYTES = 1 << 26  # of answers that are kept
MOST_WAITING = 500  # requests of one lane for which no process was free yet
MOST_FAILURES = 1000  # that are remembered
ATTEMPTS = 3  # processes that may die over a request before it is refused
FIRST_REST, LONGEST_REST = 1.0, 60.0  # seconds before a failed request is tried again; doubled each time
PATIENCE = 0.5  # seconds that ``soon`` waits
GRACE = 30.0  # seconds for which it is worked on after that, for whoever asks again
log = logging.getLogger("pitboss")
A = TypeVar("A")
NOT_DONE = "{} could not be worked out; it has been logged."
CLOSING = Refusing("The house is closing.")


class Failure(NamedTuple):
    """How often a request failed, when it may be tried again, and what is answered until then; None: whoever asks waits."""

    times: int = 0
    until: float = 0.0
    refused: Refusing | None = None


class Kept:
    """Answers within so many bytes; what was not asked for longest goes first."""

    def __init__(self, most: int) -> None:
        self._most, self.size = most, 0
        self._bodies: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        if key in self._bodies:
            self._bodies.move_to_end(key)
        return self._bodies.get(key)

    def put(self, key: str, body: bytes) -> None:
        self.size += len(body) - len(self._bodies.pop(key, b""))
        self._bodies[key] = body
        while self.size > self._most:
            self.size -= len(self._bodies.popitem(last=False)[1])


class Workers:
    """All workers of one process of the house."""

    def __init__(self, lanes: Mapping[str, Lane] = LANES, command: tuple[str, ...] = COMMAND) -> None:
        self._lanes = {
            name: LaneQueue(lane, partial(WorkerProcess.start, name, command), self._carry_out, self._died)
            for name, lane in lanes.items()
        }
        self._under_way: dict[str, Work] = {}
        self._failures: OrderedDict[str, Failure] = OrderedDict()
        self.kept = Kept(KEPT_BYTES)
        self._closed = False

    def processes(self, lane: str) -> list[int]:
        """The numbers of a lane's processes."""
        return [process.number for process in self._lanes[lane].processes]

    def working(self, lane: str) -> list[Request[Any]]:
        """What the processes of a lane work on."""
        return [work.request for work in self._lanes[lane].working]

    # --- asking

    async def ask(self, request: Request[A], *, asker: str = "", rank: Rank | None = None) -> A:
        """The answer, or a refusal. ``asker`` is whose turn it is: askers are served in turn, whatever each of them asks for."""
        answer: asyncio.Future[A] = asyncio.get_running_loop().create_future()

        def hear(state: WorkUpdate) -> None:
            if answer.done():  # whoever asked has just gone
                return
            if state.refused is not None:
                answer.set_exception(state.refused.error())
            elif state.last:
                answer.set_result(state.answer)

        stop = self.follow(request, hear, asker=asker, rank=rank)
        try:
            return await answer
        finally:
            stop()

    async def results(self, request: Request[A], *, asker: str = "") -> AsyncIterator[A]:
        """Every result as it is pushed; the last is the answer."""
        states: asyncio.Queue[WorkUpdate] = asyncio.Queue()
        stop, last, pushed = self.follow(request, states.put_nowait, asker=asker), False, False
        try:
            while not last:
                answer, last, refused = await states.get()
                if refused is not None:
                    raise refused.error()
                if not (last and pushed):  # the answer was pushed as a result before
                    pushed = True
                    yield answer
        finally:
            stop()

    async def soon(self, request: Request[A]) -> A | None:
        """The answer if it comes soon; else None, and it is worked on for a while, for whoever follows or asks again."""
        if (answer := self.known(request)) is not None:
            return answer
        self.want(request, seconds=GRACE)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                return await self.ask(request)
        return None

    def want(self, request: Request[Any], *, seconds: float | None = None) -> None:
        """Have it worked out when nobody else waits: until it is, or for so many seconds."""
        stop = self.follow(request, lambda state: None, rank=Rank.BACKGROUND, patient=True)
        if seconds is not None:
            asyncio.get_running_loop().call_later(seconds, stop)

    def known(self, request: Request[A]) -> A | None:
        """The answer, if it is kept."""
        body = self.kept.get(request.key())
        return None if body is None else _answer(request, body)

    def follow(
        self,
        request: Request[Any],
        listener: Callable[[WorkUpdate], None],
        *,
        asker: str = "",
        rank: Rank | None = None,
        patient: bool = False,
    ) -> Callable[[], None]:
        """Push every result to the listener, and the refusal if there is one; returns what ends that."""
        key, rank = request.key(), request.rank() if rank is None else rank
        if (body := self.kept.get(key)) is not None:
            listener(WorkUpdate(_answer(request, body), last=True))
            return _nothing
        work, lane = self._under_way.get(key), self._lanes[request.lane]
        if work is None:
            if (refused := self._refusal(request, key, lane, rank)) is not None:
                listener(WorkUpdate(None, last=True, refused=refused))
                return _nothing
            work = self._under_way[key] = Work(request, key, rank, asker)
            self._begin(work)
        waiter = Waiter(listener, patient)
        work.waiters.append(waiter)
        if rank < work.rank:
            work.rank = rank
            lane.serve()
        if work.latest:
            listener(WorkUpdate(_answer(request, work.latest)))
        return partial(self._leave, work, waiter)

    def _refusal(self, request: Request[Any], key: str, lane: LaneQueue, rank: Rank) -> Refusing | None:
        """Why it is not worked out now, if it is not."""
        failure = self._failures.get(key, Failure())
        if self._closed:
            return CLOSING
        if request.extra and not extras.has(request.extra):
            return Refusing(extras.sentence(request.extra))
        if failure.refused is not None and asyncio.get_running_loop().time() < failure.until:
            return failure.refused
        if len(lane.waiting) >= MOST_WAITING and rank is not Rank.BACKGROUND:
            return Refusing(f"{MOST_WAITING} such requests wait already; try again soon.")
        return None

    def _leave(self, work: Work, waiter: Waiter) -> None:
        if waiter in work.waiters:
            work.waiters.remove(waiter)
            if not work.waiters:
                self._give_up(work)

    def _give_up(self, work: Work) -> None:
        """Nobody waits: what computes it is killed."""
        del self._under_way[work.key]
        self._lanes[work.request.lane].discard(work)
        if work.resting is not None:
            work.resting.cancel()
        if work.task is not None:
            work.task.cancel()

    # --- working

    def _begin(self, work: Work) -> None:
        """Queue it, once it may be tried."""
        loop, lane = asyncio.get_running_loop(), self._lanes[work.request.lane]
        rest = self._failures.get(work.key, Failure()).until - loop.time()
        if rest > 0:
            work.resting = loop.call_later(rest, lane.add, work)
        else:
            lane.add(work)

    async def _carry_out(self, work: Work, process: WorkerProcess) -> bool:
        """Have one process do the work; whether it may do more."""
        request, fresh = work.request, not process.served
        try:
            process.send(request)
            while True:
                async with asyncio.timeout(request.longest):
                    result = await process.result()
                if result.last:
                    break
                work.latest = result.body
                for waiter in list(work.waiters):
                    waiter.hear(WorkUpdate(_answer(request, result.body)))
        except TimeoutError:
            self._fail(work, f"{request.title} took longer than {request.longest:.0f} seconds.")
            return False
        except (Died, OSError, msgspec.MsgspecError) as error:
            self._died(work, str(error), counts=fresh)
            return False
        if result.refused is not None:
            self._finish(work, WorkUpdate(None, last=True, refused=result.refused))
        elif result.failed or not work.latest:
            log.error("no answer to %s:\n%s", request.title, result.failed)
            self._fail(work, NOT_DONE.format(request.title))
        else:
            if request.kept:
                self.kept.put(work.key, work.latest)
            self._failures.pop(work.key, None)
            self._finish(work, WorkUpdate(_answer(request, work.latest), last=True))
        return True

    def _finish(self, work: Work, state: WorkUpdate) -> None:
        self._under_way.pop(work.key, None)
        waiters, work.waiters = work.waiters, []
        for waiter in waiters:
            waiter.hear(state)

    def _fail(self, work: Work, sentence: str) -> None:
        """Trying again would end the same way: whoever asks within the rest is refused with the same sentence."""
        refused = Refusing(sentence)
        self._note(work.key, refused)
        self._finish(work, WorkUpdate(None, last=True, refused=refused))

    def _died(self, work: Work, why: str, *, counts: bool = True) -> None:
        """Try it again as long as somebody waits. A process that had served others may have been dead before: that counts
        nothing."""
        if counts:
            failure = self._note(work.key, None)
            log.warning("a worker died over %s (%s); tried again after a rest", work.request.title, why or "it ended")
            if failure.times >= ATTEMPTS:
                refused = WorkUpdate(None, last=True, refused=Refusing(NOT_DONE.format(work.request.title)))
                for waiter in [one for one in work.waiters if not one.patient]:
                    work.waiters.remove(waiter)
                    waiter.hear(refused)
        work.task, work.latest = None, b""
        if work.waiters:
            self._begin(work)
        else:
            self._under_way.pop(work.key, None)

    def _note(self, key: str, refused: Refusing | None) -> Failure:
        times = self._failures.pop(key, Failure()).times
        rest = min(FIRST_REST * 2**times, LONGEST_REST)
        failure = self._failures[key] = Failure(times + 1, asyncio.get_running_loop().time() + rest, refused)
        while len(self._failures) > MOST_FAILURES:
            self._failures.popitem(last=False)
        return failure

    async def close(self) -> None:
        self._closed = True
        for work in list(self._under_way.values()):
            waiters, work.waiters = work.waiters, []
            self._give_up(work)
            for waiter in waiters:
                waiter.hear(WorkUpdate(None, last=True, refused=CLOSING))
        await asyncio.gather(*(lane.close() for lane in self._lanes.values()))


def _answer(request: Request[Any], body: bytes) -> Any:
    return msgspec.msgpack.decode(body, type=request.answer)


def _nothing() -> None:
    """There is nothing to end."""
