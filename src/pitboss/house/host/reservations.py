"""Wagers that wait until the cage has reserved what they stake; each is a job that is parked in the queue of its table."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.house.people.limits import Barred
from pitboss.money import Cents
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.host.allowances import Allowances
    from pitboss.house.host.host import Host
    from pitboss.house.host.mailbox import Job

log = logging.getLogger("pitboss")

Place = tuple[str, str, int, int]  # person, table, seat, round


class Stake(msgspec.Struct, frozen=True):
    """What a player has at stake in a round once an answer is taken, all in all; ``grant`` may be reserved for the whole of it."""

    person: str
    table: str
    seat: int
    round: int
    amount: Cents
    grant: Cents

    @property
    def place(self) -> Place:
        return self.person, self.table, self.seat, self.round


class NotReserved(Barred):
    """What an answer stakes is not reserved at the cage yet."""

    def __init__(self, stake: Stake) -> None:
        super().__init__("That is more than was set aside out of what your limits leave; try again.")
        self.stake = stake


def not_now() -> Refused:
    return Refused(
        Refusal.UNAVAILABLE, "Your limits cannot be looked at just now, so nothing was wagered; try again.", ""
    )


class Reservations:
    """What is being reserved for jobs of this process."""

    def __init__(self, allowances: "Allowances") -> None:
        self._allowances = allowances
        self.under_way: dict[Place, Cents] = {}  # reserved, and on its way to the table
        self._tasks: set[asyncio.Task[None]] = set()

    def reserve(self, host: "Host", job: "Job", stake: Stake) -> None:
        """Park a job until the cage has reserved what it stakes; what its sender sent after it waits behind it."""
        job.stake = stake
        host.jobs.park(job)
        self._begin(self._reserve(host, job, stake))

    async def _reserve(self, host: "Host", job: "Job", stake: Stake) -> None:
        refused, cage = not_now(), self._allowances.cage
        try:
            await self._allowances.unchanged(stake.person)
            await self._allowances.record_play_of_yesterday(host, stake.person, stake.seat)
            self.under_way[stake.place] = stake.amount
            await cage.stake(stake.person, stake.table, stake.seat, stake.round, stake.amount, stake.grant)
        except Refused as refusal:
            refused = refusal
        except Exception as error:
            log.error("limits could not be looked at: %s", error)
        else:
            if not job.future.done():  # else the table went to another process meanwhile
                return host.jobs.go_on(job)
        if not job.future.done():
            job.future.set_exception(refused)
        await self._free(host, job, stake)

    def replied(self, host: "Host", job: "Job", stake: Stake, *, refused: bool) -> None:
        """A job that waited has its reply. What was reserved for one that was refused is free again before the next begins."""
        if refused:
            self._begin(self._free(host, job, stake))
        else:
            self._release(host, job, stake)

    async def _free(self, host: "Host", job: "Job", stake: Stake) -> None:
        try:
            await self._allowances.record_play(host, stake.seat)
        finally:
            self._release(host, job, stake)

    def _release(self, host: "Host", job: "Job", stake: Stake) -> None:
        self.under_way.pop(stake.place, None)
        host.jobs.release(job)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
