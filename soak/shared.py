"""A house that several processes serve over PostgreSQL: kill processes, stop them and let them wake, crash the database.

People play on, whichever process they reach. Nothing that was acknowledged may be lost, nothing done twice, and a table whose
process is gone has to be played on within five seconds. A process that was stopped while others took its tables over must write
nothing
when it wakes. Control: a house whose writes name no lease is found out by that.
"""

import asyncio
import contextlib
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

from pitboss.house.floor import Opening
from pitboss.house.shared.processes import SharedProcesses, shared_house
from pitboss.house.sharing.leases import LEASE_SECONDS, Leases
from soak.crash import Outcome, Patron, examine, free_port, plans, progress
from tests.house.postgres import Server, server

KILLS, CRASHES, PAUSES = 300, 100, 5
TABLES, SEATS, PROCESSES = 6, 2, 3
PAUSE_SECONDS = 30.0
PLAYED_ON_SECONDS = 5.0
HANGS_SECONDS = 120.0  # no machine is as busy as that
# What a player may be told while the database is down, or a table on its way to another process.
MOMENTARY = ("could not be written", "cannot be read", "moved to another process")


class Processes:
    """The processes of one house, from outside."""

    def __init__(
        self,
        address: str,
        folder: Path,
        port: int,
        tables: int,
        count: int,
        *,
        unfenced: bool = False,
        lease_seconds: float = LEASE_SECONDS,
    ) -> None:
        life = str(lease_seconds)
        given = [address, str(folder), str(port), str(tables), str(count), life, "unfenced" if unfenced else ""]
        self._log = (folder / "log").open("ab")
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "soak.shared_house", *given],
            cwd=Path(__file__).parents[1], stdout=self._log, stderr=self._log,
        )  # fmt: skip

    def ids(self) -> list[int]:
        children = Path(f"/proc/{self._parent.pid}/task/{self._parent.pid}/children").read_text().split()
        return [int(one) for one in children]

    def of_part(self, number: int) -> int | None:
        """The process with a number of its own."""
        for one in self.ids():
            try:
                told = Path(f"/proc/{one}/environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if any(line.startswith(f"PITBOSS_PART={number},".encode()) for line in told):
                return one
        return None

    def close(self) -> None:
        for one in self.ids():
            with_signal(one, signal.SIGCONT)
        self._parent.terminate()
        self._parent.wait(HANGS_SECONDS)
        self._log.close()

    def kill(self) -> None:
        """Whatever state they are in: nothing is left that would go on by itself."""
        if self._parent.poll() is None:
            left = self.ids()
            self._parent.kill()
            for one in left:
                with_signal(one, signal.SIGKILL)
            self._parent.wait()


def with_signal(process: int, what: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, what)


def owner(address: str, table: str) -> int:
    """The number of the process that has a table; -1 where none has."""
    with psycopg.connect(address) as line:
        row = line.execute(
            "SELECT owner FROM leases JOIN units USING (unit) WHERE journal = %s AND expires > clock_timestamp()",
            (table,),
        ).fetchone()
    return int(row[0].partition("-")[0]) if row and row[0] else -1


class Campaign:
    """One house, its database and its players."""

    def __init__(
        self,
        database: Server,
        seed: int,
        tables: int,
        seats: int,
        processes: int,
        *,
        unfenced: bool = False,
        lease_seconds: float = LEASE_SECONDS,
    ) -> None:
        self.database, self.outcome, self.pick = database, Outcome(), random.Random(seed)
        self.tables, self.port = tables, free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-shared-"))
        self.address = database.new_database(f"house{seed}")
        self.processes = Processes(
            self.address, self.folder, self.port, tables, processes, unfenced=unfenced, lease_seconds=lease_seconds
        )
        self.patrons = [Patron(plan.name, self.port, seed * 1000 + n) for plan in plans(tables) for n in range(seats)]
        for patron in self.patrons:
            patron.patience = 3.0  # a process that stands still does not close its lines
        self._over = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        self._tasks = [asyncio.create_task(patron.play(self._over)) for patron in self.patrons]
        await _until(lambda: all(patron.answered > 1 for patron in self.patrons))

    async def played_on(self) -> float:
        """Seconds until everybody has been answered again."""
        before, began = [patron.answered for patron in self.patrons], time.monotonic()
        await _until(lambda: all(p.answered > b for p, b in zip(self.patrons, before, strict=True)))
        return time.monotonic() - began

    async def _holder(self, table: str) -> int:
        """The process that has a table; for a moment none may have."""
        found: list[int] = []

        def is_held() -> bool:
            number = owner(self.address, table)
            process = self.processes.of_part(number) if number >= 0 else None
            found.extend([process] if process is not None else [])
            return bool(found)

        await _until(is_held)
        return found[0]

    async def kill(self) -> None:
        """Kill the process that has some table."""
        await progress(self.patrons, self.pick.randint(1, 2 * len(self.patrons)))
        with_signal(await self._holder(self.pick.choice(self.patrons).table), signal.SIGKILL)
        self.outcome.downtime.append(await self.played_on())
        self.outcome.kills += 1

    async def pause(self, seconds: float) -> None:
        """Stop the process that has some table for so long, then let it go on."""
        await progress(self.patrons, len(self.patrons))
        process = await self._holder(self.patrons[0].table)
        with_signal(process, signal.SIGSTOP)
        stopped = time.monotonic()
        self.outcome.downtime.append(await self.played_on())
        await asyncio.sleep(max(0.0, seconds - (time.monotonic() - stopped)))
        with_signal(process, signal.SIGCONT)
        await self.played_on()
        self.outcome.kills += 1

    async def crash(self) -> None:
        """Kill every process of the database, and start it again."""
        await progress(self.patrons, self.pick.randint(1, 2 * len(self.patrons)))
        await asyncio.to_thread(self.database.crash)
        await asyncio.to_thread(self.database.start)
        await self.played_on()
        self.outcome.kills += 1

    async def end(self) -> Outcome:
        """Close the house, and hold its record against what the players were told."""
        await self._leave()
        await asyncio.to_thread(self.processes.close)
        await judge((self.address, self.folder / "files"), self.folder, self.tables, self.patrons, self.outcome)
        shutil.rmtree(self.folder)
        return self.outcome

    async def give_up(self) -> None:
        """Something went wrong: nobody plays on, and no process is left."""
        await self._leave()
        await asyncio.to_thread(self.processes.kill)

    async def _leave(self) -> None:
        self._over.set()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=15)
        for task in self._tasks:
            task.cancel()


async def judge(served: tuple[str, Path], folder: Path, tables: int, patrons: list[Patron], outcome: Outcome) -> None:
    """Hold the record of a house that is closed against what the players were told; ``served``: its database and its files."""
    address, files = served
    process = SharedProcesses(Leases(address, "judge", str(folder / "judge")))
    house = shared_house(address, files, process, Opening(plans(tables)))
    await house.open()
    await _until(lambda: len(house.hosts) == tables)
    for patron in patrons:
        patron.complaints = [one for one in patron.complaints if not any(word in one for word in MOMENTARY)]
    examine(house, folder, patrons, outcome)
    await house.close()


async def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + HANGS_SECONDS
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"after {HANGS_SECONDS:.0f} s")
        await asyncio.sleep(0.01)


async def campaign(
    *, kills: int = 0, pauses: int = 0, crashes: int = 0, seed: int = 1, tables: int = TABLES, seats: int = SEATS,
    processes: int = PROCESSES, pause_seconds: float = PAUSE_SECONDS, lease_seconds: float = LEASE_SECONDS,
    say: Callable[[str], None] = lambda _: None,
) -> Outcome:  # fmt: skip
    """So many of each; what came of it."""
    with server() as database:
        play = Campaign(database, seed, tables, seats, processes, lease_seconds=lease_seconds)
        try:
            await play.begin()
            for number in range(kills):
                await play.kill()
                if number % 20 == 19:
                    say(f"  {number + 1} kills, longest wait {max(play.outcome.downtime):.1f} s")
            for _ in range(pauses):
                await play.pause(pause_seconds)
            for _ in range(crashes):
                await play.crash()
            return await play.end()
        except BaseException:
            await play.give_up()
            raise


def main() -> None:
    for what in ({"kills": KILLS}, {"pauses": PAUSES}, {"crashes": CRASHES}):
        outcome = asyncio.run(campaign(**what, say=print))
        waits = outcome.downtime or [0.0]
        print(
            f"  {what}: {outcome.kills} done, {outcome.acknowledged} acknowledged, {outcome.rounds} rounds, lost {outcome.lost}, "
            f"twice {outcome.twice}, played on after {statistics.median(waits):.2f} s (median), {max(waits):.2f} s (longest)"
        )
        for complaint in outcome.complaints[:5]:
            print(f"  {complaint}")
        if not outcome.clean or max(waits) > PLAYED_ON_SECONDS:
            raise SystemExit("soak: shared failed")
