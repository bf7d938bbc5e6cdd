"""The mailbox of one table: what was sent to it and has no reply yet, in the order in which it came; and what was done there
and has to reach the disk before anybody learns of it."""

import asyncio
from collections.abc import Iterator
from typing import Any

from pitboss.house.cage.entries import Played
from pitboss.house.host.command import Command
from pitboss.house.host.replies import Reply, digest
from pitboss.house.host.reservations import Stake
from pitboss.house.host.seats import Chips
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.messages import HouseNotice
from pitboss.house.storage.store import Write
from pitboss.house.table.table import Table
from pitboss.procedure import Refused

Notice = tuple[int | None, HouseNotice]  # by seat; None: to everyone
Mark = tuple[int, ...]  # how much there was to be written at some moment


class Job:
    """A command to be carried out at a table, once. ``content`` is a hash that tells it from another under the same key;
    ``stake`` is what it waited for, or waits for, at the cage."""

    __slots__ = ("arrived", "chips", "command", "content", "future", "parked", "session", "stake")

    def __init__(self, session: Session, command: Command, chips: Chips | None, arrived: float) -> None:
        self.session, self.command, self.chips, self.content = session, command, chips, digest(command)
        self.arrived = arrived  # in elapsed seconds
        self.stake: Stake | None = None
        self.parked = False  # whether it waits for the cage, or behind one that does
        self.future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

    def waited_for(self, stake: Stake) -> bool:
        """Whether it has waited for that much."""
        return self.stake is not None and stake.amount <= self.stake.amount


class Jobs:
    """A job that is parked holds back nobody but its sender, whose later jobs wait behind it."""

    def __init__(self) -> None:
        self._came: list[Job] = []
        self._under_way: list[Job] = []
        self._bell = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._parked: dict[str, list[Job]] = {}  # by token hash: the one that is parked, and those behind it

    def put(self, job: Job) -> None:
        self._came.append(job)
        self._bell.set()

    async def take(self) -> list[Job]:
        """All that came since this was last asked: as soon as there is anything, or the bell rings."""
        await self._bell.wait()
        self._bell.clear()
        self._under_way, self._came = self._came, []
        return self._under_way

    def ring(self) -> None:
        """The table looks at its clock and at what was sent."""
        self._bell.set()

    def ring_after(self, seconds: float | None) -> None:
        """Ring once, after so many seconds or not at all."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self._bell.set)

    def is_held_back(self, job: Job) -> bool:
        """Whether a job of the same sender is parked; then this one waits behind it."""
        parked = self._parked.get(job.session.hash)
        if parked is None or parked[0] is job:
            return False
        parked.append(job)
        job.parked = True
        return True

    def park(self, job: Job) -> None:
        """Set a job aside, until it goes on and has its reply."""
        self._parked.setdefault(job.session.hash, [job])
        job.parked = True

    def go_on(self, job: Job) -> None:
        """What a parked job waited for is there: it is carried out next."""
        job.parked = False
        self._came.insert(0, job)
        self._bell.set()

    def release(self, job: Job) -> None:
        """A job that was parked has its reply: those behind it are carried out next."""
        behind = self._parked.pop(job.session.hash)[1:]
        for one in behind:
            one.parked = False
        self._came[:0] = behind
        self._bell.set()

    def __iter__(self) -> Iterator[Job]:
        """Every job without a reply, and those that just got theirs."""
        yield from (*self._under_way, *self._came)
        for parked in self._parked.values():
            yield from parked


class Outbox:
    """It is filled while commands are carried out, and emptied when they are on the disk."""

    def __init__(self) -> None:
        self.writes: list[Write] = []  # what goes to the store beside the entries
        self.played: list[Played] = []  # what was played in rounds by those who signed in
        self.notices: list[Notice] = []
        self.ended: list[str] = []  # token hashes of sessions that ended

    def notify(self, seat: int, refused: Refused) -> None:
        """Tell a player something nobody asked for."""
        self.notices.append((seat, HouseNotice(refused.code, refused.sentence, refused.cite)))

    def announce(self, sentence: str, cite: str) -> None:
        """Tell everyone at the table."""
        self.notices.append((None, HouseNotice("announced", sentence, cite)))

    def take_notices(self) -> tuple[list[Notice], list[str]]:
        """What people are told now, and whose sessions are over."""
        notices, ended = self.notices, self.ended
        self.notices, self.ended = [], []
        return notices, ended

    def mark(self, table: Table) -> Mark:
        """How full it is now, with the entries that the table has to write and their events."""
        return tuple(map(len, self._lists(table)))

    def drop_since(self, table: Table, mark: Mark) -> None:
        """What was put in since then did not happen."""
        for kept, length in zip(self._lists(table), mark, strict=True):
            del kept[length:]

    def _lists(self, table: Table) -> tuple[list[Any], ...]:
        return self.writes, self.played, self.notices, self.ended, table.written, table.new_events
