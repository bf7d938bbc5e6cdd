"""Mathematics that takes a while, in a process of its own: the page waits for it, the game does not.

``python -m pitboss.house.edges`` and its like read a founded table to a line and write what they found to a line.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from pitboss.house.entries import Founded

PATIENCE = 0.5  # seconds a page waits for what is being worked out
LONGEST = 1 << 20  # bytes of a line
POLITE = 10  # how far behind the game's own process this one stands


class Apart:
    """Knows what a module makes of every submission it was asked about, once it has worked it out."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._known: dict[str, bytes] = {}
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, founded: Founded) -> bytes | None:
        """What was found for one submission; None while it is being worked out."""
        if founded.submission not in self._known:
            await asyncio.wait((self.prepare([founded]),), timeout=PATIENCE)
        return self._known.get(founded.submission)

    def prepare(self, tables: Iterable[Founded]) -> "asyncio.Task[None]":
        """Begin with those that are neither known nor under way."""
        wanted = {made.submission: made for made in tables}
        for submission in wanted:
            if submission in self._under_way:
                return self._under_way[submission]
        task = asyncio.create_task(self._work_out([m for s, m in wanted.items() if s not in self._known]))
        self._under_way.update(dict.fromkeys(wanted, task))
        return task

    async def close(self) -> None:
        for task in set(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*set(self._under_way.values()), return_exceptions=True)
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def _work_out(self, tables: list[Founded]) -> None:
        async with self._turn:
            pipe = asyncio.subprocess.PIPE
            process = self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", self._module, stdin=pipe, stdout=pipe, limit=LONGEST
            )
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(b"".join(msgspec.json.encode(made) + b"\n" for made in tables))
            process.stdin.write_eof()
            for made in tables:
                line = await process.stdout.readline()
                if line:
                    self._known[made.submission] = line
            await process.wait()


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
