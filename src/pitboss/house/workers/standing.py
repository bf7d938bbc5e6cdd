"""A process that stays: it reads one question per line and writes one answer per line, and keeps what it has compiled."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

LONGEST = 180.0  # seconds that one question may take, compiling included; then the process is started anew
MOST_BYTES = 1 << 24
NICENESS = 5  # the game comes first
NOTHING = b"null"  # the answer where there is none, whatever the reason
log = logging.getLogger("pitboss")


class StandingProcess:
    """The process, started when it is first asked. One question at a time: those who wait come in turn."""

    def __init__(self, module: str, *, longest: float = LONGEST) -> None:
        self._module, self._longest = module, longest
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._closed = False

    async def ask(self, asked: msgspec.Struct) -> bytes:
        """The answer as JSON; null where there is none."""
        async with self._turn:
            if self._closed:
                return NOTHING
            try:
                process = await self._running()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(msgspec.json.encode(asked) + b"\n")
                line = await asyncio.wait_for(process.stdout.readline(), self._longest)
            except (OSError, ValueError, TimeoutError):
                log.exception("%s did not answer", self._module)
                line = b""
            except asyncio.CancelledError:
                await self._end()  # its answer would be taken for that to the next question
                raise
            if not line.endswith(b"\n"):
                await self._end()
                return NOTHING
            return line

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self._module),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=MOST_BYTES,
                start_new_session=True,  # an interrupt at the terminal is for the house
            )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def close(self) -> None:
        self._closed = True
        await self._end()


def serve(asked: Any, answer: Callable[[Any], Any]) -> None:
    """In the process: one answer per line, of what is ``asked``; where there is none, the others are not affected."""
    os.nice(NICENESS)
    house, decoder = os.getppid(), msgspec.json.Decoder(asked)
    with suppress(BrokenPipeError):  # the house has closed
        for line in sys.stdin.buffer:
            if os.getppid() != house:  # the house has exited: nobody is waiting
                return
            try:
                found = answer(decoder.decode(line))
            except Exception:
                logging.exception("no answer to %s", line[:200])
                found = None
            sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
            sys.stdout.buffer.flush()
