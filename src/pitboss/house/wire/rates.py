"""Rates that hold over all processes of a house: each tells the others what clients took of it.

Every process has a bucket for each client, and takes out of it what the client took here at once, and what it took elsewhere when
that is told: every second, and within a tenth of one of a client that takes much. So a client that asks several processes at the
same time may for a moment get more, at most its burst again from each further process; that is owed, and it waits until it is paid
back. Over any longer time it gets what one process would give. No command waits for another process, or for the database.
"""

import asyncio
import contextlib
from collections.abc import Mapping

from pitboss.house.house import House
from pitboss.house.wire.limits import Buckets

TAKEN = "taken"  # what processes of a house tell each other
SHARE_SECONDS = 1.0  # between two reports to the other processes
HURRIED_SECONDS = 0.1  # of a client that takes much
UNHEARD = 4  # reports that may be under way; while a process is paused, the rest goes with the next


class Rates:
    """The rates of a house, by name."""

    def __init__(self, rates: Mapping[str, Buckets]) -> None:
        self._rates = rates
        self._soon = asyncio.Event()
        self._sharing: set[asyncio.Task[object]] = set()

    async def share(self, house: House) -> None:
        """Tell the other processes again and again; never ends. A house that one process serves has nobody to tell."""
        if not house.processes.is_shared:
            return
        for rate in self._rates.values():
            rate.share(self._soon.set)
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._soon.wait(), SHARE_SECONDS)
            self._soon.clear()
            if len(self._sharing) < UNHEARD and (taken := self._unshared()):
                task = asyncio.create_task(house.processes.ask_others(TAKEN, taken))
                self._sharing.add(task)
                task.add_done_callback(self._sharing.discard)
            await asyncio.sleep(HURRIED_SECONDS)

    def _unshared(self) -> dict[str, dict[str, int]]:
        found = {name: rate.unshared() for name, rate in self._rates.items()}
        return {name: taken for name, taken in found.items() if taken}

    def taken_elsewhere(self, taken_by_rate: Mapping[str, Mapping[str, int]]) -> None:
        """What clients took at another process."""
        for name, taken in taken_by_rate.items():
            for client, count in taken.items():
                self._rates[name].taken_elsewhere(client, count)
