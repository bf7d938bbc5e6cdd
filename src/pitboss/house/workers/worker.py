"""Slow mathematics in a process of its own: the page waits for it, the game does not.

``python -m pitboss.house.workers.edge_worker`` reads one table (``Founded``) per line and writes one result per line.
"""

import asyncio
import logging
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from pitboss import extras
from pitboss.house.table.entries import Founded

PATIENCE = 0.5  # seconds that a request waits for a result
LONGEST = 1 << 20  # bytes of a result
NICENESS = 10  # of the worker process: the game comes first
FIRST_REST, LONGEST_REST = 1.0, 60.0  # seconds before a failed submission is tried again; doubled each time


class Failures(NamedTuple):
    """How often a process died over one submission, and when it may be tried again."""

    times: int = 0
    retry_after: float = 0.0


class WorkerCache:
    """Results of a worker module by submission, computed on request and cached."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._known: dict[str, bytes] = {}
        self._in_progress: dict[str, asyncio.Task[None]] = {}
        self._failures: dict[str, Failures] = {}
        self._turn = asyncio.Lock()
        self._retries: dict[str, asyncio.TimerHandle] = {}
        self._closing = False

    async def ask(self, founded: Founded) -> bytes | None:
        """The result for one submission; None while it is being computed, and for a while after it failed."""
        if founded.submission not in self._known:
            task = self._in_progress.get(founded.submission) or self.prepare([founded])
            await asyncio.wait((task,), timeout=PATIENCE)
        return self._known.get(founded.submission)

    def known(self, founded: Founded) -> bytes | None:
        """The result for one submission, if it is already known."""
        return self._known.get(founded.submission)

    def found(self, submission: str, line: bytes) -> None:
        """Store a result of the process."""
        self._known[submission] = line
        self._failures.pop(submission, None)

    def prepare(self, tables: Iterable[Founded]) -> "asyncio.Task[None]":
        """Start computing those that are not known, not in progress, and did not fail recently."""
        wanted = {made.submission: made for made in tables if self._should_start(made.submission)}
        task = asyncio.create_task(self._work_out(list(wanted.values())))
        self._in_progress.update(dict.fromkeys(wanted, task))
        return task

    async def close(self) -> None:
        self._closing = True
        for retry in self._retries.values():
            retry.cancel()
        tasks = set(self._in_progress.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _should_start(self, submission: str) -> bool:
        if not extras.has("mathematics"):
            return False
        failures = self._failures.get(submission)
        waiting = failures is not None and asyncio.get_running_loop().time() < failures.retry_after
        return not waiting and submission not in self._known and submission not in self._in_progress

    async def _work_out(self, tables: list[Founded]) -> None:
        """Compute all in one process; when it dies over one of them, start another for the rest."""
        left = deque(tables)
        try:
            async with self._turn:
                while left:
                    await self._by_one_process(left)
        finally:
            for made in tables:
                self._in_progress.pop(made.submission, None)

    async def _by_one_process(self, left: deque[Founded]) -> None:
        """Remove from ``left`` every table with a complete result, and the first without one, which has failed."""
        try:
            process = await self._start()
            try:
                await self._listen(process, left)
            finally:
                if process.returncode is None and left:
                    process.kill()
                await process.wait()
        except (OSError, ValueError):  # the process could not be started, or a result was too long
            logging.exception("%s could not be run", self._module)
        if left:
            self._failed(left.popleft())

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(
            # A session of its own: an interrupt at the terminal is for the house, which ends its workers itself.
            *(sys.executable, "-m", self._module),
            stdin=pipe,
            stdout=pipe,
            limit=LONGEST,
            start_new_session=True,
        )

    async def _listen(self, process: asyncio.subprocess.Process, left: deque[Founded]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"".join(msgspec.json.encode(made) + b"\n" for made in left))
        process.stdin.write_eof()
        while left:
            line = await process.stdout.readline()
            if not line.endswith(b"\n"):  # it died in the middle of a result
                return
            self.found(left.popleft().submission, line)

    def _failed(self, made: Founded) -> None:
        before = self._failures.get(made.submission, Failures())
        rest = min(FIRST_REST * 2**before.times, LONGEST_REST)
        until = asyncio.get_running_loop().time() + rest
        self._failures[made.submission] = Failures(before.times + 1, until)
        if self._closing:
            return
        if self.is_awaited(made.submission):
            self.retry_later(made)
        logging.warning("%s died over %s; not tried again before %g s have passed", self._module, made.title, rest)

    def is_awaited(self, submission: str) -> bool:
        """Whether somebody waits to be notified of a result; else it is computed again only when it is asked for."""
        return False

    def retry_later(self, made: Founded) -> None:
        """Compute what failed again by itself, once it may be tried."""
        failures = self._failures.get(made.submission)
        if failures is not None and made.submission not in self._retries:
            loop = asyncio.get_running_loop()
            wait = max(0.0, failures.retry_after - loop.time())
            self._retries[made.submission] = loop.call_later(wait, self._retry, made)

    def _retry(self, made: Founded) -> None:
        self._retries.pop(made.submission, None)
        if made.submission in self._failures:
            self._failures[made.submission] = self._failures[made.submission]._replace(retry_after=0.0)
        self.prepare([made])


def serve(work_out: Callable[[Founded], Any], otherwise: Any) -> None:
    """The worker process: one result per line; a failure for one game must not affect the others."""
    os.nice(NICENESS)
    house = os.getppid()
    for line in sys.stdin.buffer:
        if os.getppid() != house:  # the house has exited: nobody is waiting
            return
        try:
            found = work_out(msgspec.json.decode(line, type=Founded))
        except Exception:
            logging.exception("no result for %s", line[:80])
            found = otherwise
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        sys.stdout.buffer.flush()
