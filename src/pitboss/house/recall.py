"""A round that is over, played again on demand by the rules that played it, in a process of their own.

It is not played from the founding of its table: a snapshot is kept after every hundredth round, sealed under the key of the
house, and the replay begins with the last one before the round. That those snapshots are right is what
``pitboss verify --database --replay`` shows, which plays everything from the founding on.
"""

import asyncio
import time

from pitboss.house.protocol.board import RoundReplayed
from pitboss.house.storage.store import Store
from pitboss.house.table.recovery import seeds_in
from pitboss.house.table.replay import RoundVerdict, many
from pitboss.house.table.verify import play_again, version_of
from pitboss.house.table.versions import Replayers, spans
from pitboss.procedure import Refusal, Refused

IDLE = 300.0  # seconds after which the processes are ended
LATER = 16  # seeds opened after the round that are looked at: those of the shoes that were in use


class Recall:
    """Plays rounds again, one after the other; the processes of the rules stay until nobody asks for a while."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._replayers = Replayers()
        self._one = asyncio.Lock()
        self._ending: asyncio.TimerHandle | None = None

    async def replay(self, table: str, number: int) -> RoundReplayed:
        """What came of it: as recorded, or the sentence that names the first difference."""
        async with self._one:
            if self._ending is not None:
                self._ending.cancel()
            try:
                return await asyncio.to_thread(self._replay, table, number)
            finally:
                self._ending = asyncio.get_running_loop().call_later(IDLE, self._replayers.close)

    async def close(self) -> None:
        async with self._one:
            if self._ending is not None:
                self._ending.cancel()
            self._replayers.close()

    def _replay(self, table: str, number: int) -> RoundReplayed:
        began = time.perf_counter()
        place = self._store.history.round(table, number)
        if place is None:
            raise Refused(Refusal.NOT_FOUND, f"Round {number} of {table} is not over, or was never played.", "")
        kept = self._store.snapshots.waypoint(table, place[0])
        after, start = kept or (0, None)
        entries = list(self._store.entries(table, after + 1, place[1]))
        seeds = seeds_in([*entries, *self._store.history.revealed_after(table, place[1], LATER)])
        found, rounds = None, 0
        versions = dict.fromkeys(span.version for span in spans(entries, version_of(start) if start else ""))
        try:
            for one in play_again(table, entries, seeds, self._store.rules.package, start, self._replayers, apart=True):
                if isinstance(one, RoundVerdict):
                    rounds += 1
                    found = one if one.round == number else None
            if found is None or (found.first, found.last) != place:
                raise Refused(
                    Refusal.DIVERGED, f"Entries {place[0]} to {place[1]} are not those of round {number}.", ""
                )
        except Refused as refusal:
            return RoundReplayed(table, number, False, refusal.sentence, tuple(versions), rounds, len(entries))
        names = " and ".join(version[:12] for version in versions)
        sentence = (
            f"Played again by the rules {names}, from {'a kept snapshot' if start else 'the founding of the table'} on: "
            f"{many(rounds, 'round')}, {len(entries)} entries, all as recorded. {str(found).capitalize()}."
        )
        passed = round((time.perf_counter() - began) * 1000)
        return RoundReplayed(table, number, True, sentence, tuple(versions), rounds, len(entries), passed)
