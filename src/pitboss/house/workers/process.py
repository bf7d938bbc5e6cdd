"""One worker process, as the house has it: jobs in, results out, one job at a time."""

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress

import msgspec

from pitboss.house.workers.request import HEAD, MOST_BYTES, Request, WorkerJob, WorkerResult, frame

COMMAND = (sys.executable, "-m", "pitboss.house.workers")
SECRET = (
    "PITBOSS_",
    "PG",
    "CREDENTIALS_",
    "NOTIFY_",
)  # how settings begin that are nothing to a worker: keys, passwords, sockets
_read = msgspec.msgpack.Decoder(WorkerResult).decode


class Died(Exception):
    """The process ended, or wrote something that is no result."""


class WorkerProcess:
    """A process of one lane; ``served`` counts the jobs that it has finished."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.served, self._id = 0, 0
        self.number = process.pid
        self._retiring: asyncio.TimerHandle | None = None  # while it is idle

    @classmethod
    async def start(cls, lane: str, command: tuple[str, ...] = COMMAND) -> "WorkerProcess":
        pipe = asyncio.subprocess.PIPE
        environment = {name: value for name, value in os.environ.items() if not name.startswith(SECRET)}
        # A session of its own: an interrupt at the terminal is for the house, which ends its workers itself.
        return cls(
            await asyncio.create_subprocess_exec(
                *command, lane, stdin=pipe, stdout=pipe, env=environment, start_new_session=True
            )
        )

    def send(self, request: "Request[object]") -> None:
        self._id += 1
        assert self._process.stdin is not None
        self._process.stdin.write(frame(WorkerJob(self._id, msgspec.msgpack.encode(request))))

    async def result(self) -> WorkerResult:
        """The next result of the job that was sent."""
        reader = self._process.stdout
        assert reader is not None
        try:
            size = int.from_bytes(await reader.readexactly(HEAD), "big")
            if size > MOST_BYTES:
                raise Died(f"It announced a result of {size} bytes.")
            result = _read(await reader.readexactly(size))
        except (asyncio.IncompleteReadError, msgspec.MsgspecError, OSError) as error:
            raise Died(str(error)) from error
        if result.id != self._id:
            raise Died("It answered another job.")
        return result

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    def retire_after(self, seconds: float, retire: "Callable[[WorkerProcess], None]") -> None:
        self._retiring = asyncio.get_running_loop().call_later(seconds, retire, self)

    def retire_never(self) -> None:
        if self._retiring is not None:
            self._retiring.cancel()

    async def end(self) -> None:
        """Kill it, whatever it does."""
        self.retire_never()
        if self.is_alive:
            with suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()
