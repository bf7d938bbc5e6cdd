"""Mathematics that takes a while, in a process of its own: the page waits for it, the game does not.

``python -m pitboss.house.workers.edge_worker`` and its like read a founded table to a line and write what they found to a line.
"""

import asyncio
import logging
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from pitboss.house.table.entries import Founded

PATIENCE = 0.5  # seconds a page waits for what is being worked out
LONGEST = 1 << 20  # bytes of a line
POLITE = 10  # how far behind the game's own process this one stands
FIRST_REST, LONGEST_REST = 1.0, 60.0  # seconds before a submission that failed is tried again; twice as long each time


class Failures(NamedTuple):
    """How often a process died over one submission, and until when that is left alone."""

    times: int = 0
    rests_until: float = 0.0


class WorkerCache:
    """Knows what a module makes of every submission it was asked about, once it has worked it out."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._known: dict[str, bytes] = {}
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._failures: dict[str, Failures] = {}
        self._turn = asyncio.Lock()

    async def ask(self, founded: Founded) -> bytes | None:
        """What was found for one submission; None while it is being worked out, and for a while after it failed."""
        if founded.submission not in self._known:
            task = self._under_way.get(founded.submission) or self.prepare([founded])
            await asyncio.wait((task,), timeout=PATIENCE)
        return self._known.get(founded.submission)

    def prepare(self, tables: Iterable[Founded]) -> "asyncio.Task[None]":
        """Begin with those that are not known, not under way, and have not failed a moment ago."""
        wanted = {made.submission: made for made in tables if self._to_be_begun(made.submission)}
        task = asyncio.create_task(self._work_out(list(wanted.values())))
        self._under_way.update(dict.fromkeys(wanted, task))
        return task

    async def close(self) -> None:
        tasks = set(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _to_be_begun(self, submission: str) -> bool:
        failures = self._failures.get(submission)
        resting = failures is not None and asyncio.get_running_loop().time() < failures.rests_until
        return not resting and submission not in self._known and submission not in self._under_way

    async def _work_out(self, tables: list[Founded]) -> None:
        """One process for all; when it dies over one of them, another for those that are left."""
        left = deque(tables)
        try:
            async with self._turn:
                while left:
                    await self._by_one_process(left)
        finally:
            for made in tables:
                self._under_way.pop(made.submission, None)

    async def _by_one_process(self, left: deque[Founded]) -> None:
        """Every table that is told of in a whole line is done with; so is the first that is not, which has failed."""
        try:
            process = await self._start()
            try:
                await self._listen(process, left)
            finally:
                if process.returncode is None and left:
                    process.kill()
                await process.wait()
        except (OSError, ValueError):  # no process to be had; a line that has no end
            logging.exception("%s could not be asked", self._module)
        if left:
            self._failed(left.popleft())

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", self._module, stdin=pipe, stdout=pipe, limit=LONGEST
        )

    async def _listen(self, process: asyncio.subprocess.Process, left: deque[Founded]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"".join(msgspec.json.encode(made) + b"\n" for made in left))
        process.stdin.write_eof()
        while left:
            line = await process.stdout.readline()
            if not line.endswith(b"\n"):  # it died: what it had begun to say is not known
                return
            done = left.popleft().submission
            self._known[done] = line
            self._failures.pop(done, None)

    def _failed(self, made: Founded) -> None:
        before = self._failures.get(made.submission, Failures())
        rest = min(FIRST_REST * 2**before.times, LONGEST_REST)
        until = asyncio.get_running_loop().time() + rest
        self._failures[made.submission] = Failures(before.times + 1, until)
        logging.warning("%s died over %s; it rests for %g s", self._module, made.title, rest)


def serve(work_out: Callable[[Founded], Any], otherwise: Any) -> None:
    """The other side of it: a line for every line; one game's mathematics must not cost the others theirs."""
    os.nice(POLITE)
    house = os.getppid()
    for line in sys.stdin.buffer:
        if os.getppid() != house:  # it is gone: nobody waits for this
            return
        try:
            found = work_out(msgspec.json.decode(line, type=Founded))
        except Exception:
            logging.exception("nothing found for %s", line[:80])
            found = otherwise
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        sys.stdout.buffer.flush()
