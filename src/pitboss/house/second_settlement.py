"""Every recorded round settled again on demand, by pitboss_audit in a process of its own, while the house is open."""

import asyncio
from contextlib import ExitStack

import msgspec

from pitboss.house.clock import Clock
from pitboss.house.protocol.board import SettledAgain
from pitboss.house.storage.record_file import as_file
from pitboss.house.storage.store import Store
from pitboss.house.table.versions import running
from pitboss.house.workers.settle_again import SettleAgainAsked
from pitboss.house.workers.workers import Workers
from pitboss.procedure import Refusal, Refused


class SecondSettlement:
    """One at a time; what the last one found is kept until the house closes."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self.state = SettledAgain()

    def begin(self) -> None:
        """Refuse a second one at a time."""
        if self.state.state == "running":
            raise Refused(Refusal.STALE, "The record is being settled again already.", "")
        self.state = SettledAgain("running")

    async def run(self, workers: Workers) -> None:
        """Settle everything again, up to what is on the disk now; after ``begin``."""
        try:
            with ExitStack() as files:
                database = await asyncio.to_thread(files.enter_context, as_file(self._store))
                journals = await asyncio.to_thread(self._store.history.last_entries)
                asked = SettleAgainAsked(str(database), running().rules.version, tuple(sorted(journals.items())))
                async for found in workers.results(asked):
                    self.state = found
            self.state = msgspec.structs.replace(self.state, ended=self._clock.stamp())
        except Refused as refused:
            self.state = SettledAgain("failed", sentence=refused.sentence, ended=self._clock.stamp())
        except Exception:
            self.state = SettledAgain("failed", sentence="The record could not be read.", ended=self._clock.stamp())
            raise
