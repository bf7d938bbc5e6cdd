"""Exact edges for the pages, worked out in a process of their own: the mathematics may take a while, the game not.

``python -m pitboss.house.edges`` reads a founded table to a line and writes its edges to a line.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Iterable
from contextlib import suppress

import msgspec

from pitboss import catalogue
from pitboss.exact.edge import decimal, edges_for
from pitboss.house.entries import Founded
from pitboss.submission import file

Edges = dict[tuple[str, str], str]  # wager and spot → the edge as a decimal
PATIENCE = 0.5  # seconds a page waits for edges that are being worked out
LONGEST = 1 << 20  # bytes of a line
POLITE = 10  # how far behind the game's own process this one stands

_rows = msgspec.json.Decoder(list[tuple[str, str, str]])


class Mathematician:
    """Knows the edges of every submission it was asked about, once it has worked them out."""

    def __init__(self) -> None:
        self._known: dict[str, Edges] = {}
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def edges(self, founded: Founded) -> Edges:
        """The edges of one submission; empty while they are being worked out."""
        if founded.submission not in self._known:
            task = self.prepare([founded])
            await asyncio.wait((task,), timeout=PATIENCE)
        return self._known.get(founded.submission, {})

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
                sys.executable, "-m", "pitboss.house.edges", stdin=pipe, stdout=pipe, limit=LONGEST
            )
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(b"".join(msgspec.json.encode(made) + b"\n" for made in tables))
            process.stdin.write_eof()
            for made in tables:
                line = await process.stdout.readline()
                if line:
                    self._known[made.submission] = {
                        (wager, on): edge for wager, on, edge in reversed(_rows.decode(line))
                    }
            await process.wait()


def work_out(founded: Founded) -> list[tuple[str, str, str]]:
    """(wager, spot, edge) of every wager that has one; none where the mathematics is not there."""
    game = catalogue.game(founded.game)
    rules = file(game.rules, {name: value for name, value in founded.choices.items() if value is not None})
    return [(edge.wager, edge.on, decimal(edge.house_edge)) for edge in edges_for(game, rules)]


def main() -> None:
    os.nice(POLITE)
    house = os.getppid()
    for line in sys.stdin.buffer:
        if os.getppid() != house:  # it is gone: nobody waits for this
            return
        try:
            found = work_out(msgspec.json.decode(line, type=Founded))
        except Exception:  # one game's mathematics must not cost the others theirs
            logging.exception("no edges for %s", line[:80])
            found = []
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the house has closed and wants none of it any more
        main()
