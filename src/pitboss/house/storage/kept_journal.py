"""A journal that belongs to the house and not to a table: read at first, then written by one hand at a time.

Whoever folds it says what to do with an entry of the record, and with one that was written just now. Where another process of the
house writes it, it is followed.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence

import msgspec

from pitboss.house.clock import CLOCK_ENTRY, Clock, set_back
from pitboss.house.storage.store import Store, Write
from pitboss.journal import ClockChanged, Entry, Journal, verify
from pitboss.procedure import Refused

Made = Callable[[], Sequence[msgspec.Struct]]  # what is to be entered, decided when nobody else can write


class KeptJournal:
    """``names`` has the kind of every entry; ``replay`` applies one of the record, ``apply`` one that is on the disk now."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        name: str,
        names: Mapping[type[msgspec.Struct], str],
        *,
        replay: Callable[[Entry], None],
        apply: Callable[[msgspec.Struct, str], None],
    ) -> None:
        self._store, self._clock, self._name, self._names = store, clock, name, names
        self._replay, self._apply = replay, apply
        self._journal, self._latest = Journal(name), ""
        self._lock = asyncio.Lock()

    @property
    def sequence(self) -> int:
        """The number of the last entry."""
        return self._journal.sequence

    def recover(self) -> None:
        """Read it from the beginning; an entry that is not in order is refused, and the house does not open. Another process may
        have written while it was read: it is out of order where it has not grown."""
        last = None
        while True:
            found, head = self._read()
            try:
                self._store.check_tail(self._name, len(found), head)
                break
            except Refused:
                if len(found) == last:
                    raise
                last = len(found)
        self._go_on(found, head)

    def follow(self) -> list[Entry]:
        """Read what another process has written since, and return it."""
        found, head = self._read()
        self._go_on(found, head)
        return found

    def _read(self) -> tuple[list[Entry], str]:
        journal = self._journal
        found = list(self._store.entries(self._name, journal.sequence + 1))
        return found, verify(found, journal.head, journal.sequence)

    def _go_on(self, found: list[Entry], head: str) -> None:
        for entry in found:
            self._replay(entry)
        self._journal = Journal(self._name, self._journal.sequence + len(found), head)
        self._latest = found[-1].time if found else self._latest

    async def enter(self, made: Made, also: Sequence[Write] = ()) -> None:
        """Write entries, and what belongs to them, in one transaction; then they count.

        Who waits for it may be cancelled; the writing is not, for the journal must not lose its place.
        """
        await asyncio.shield(asyncio.ensure_future(self._enter(made, also)))

    async def _enter(self, made: Made, also: Sequence[Write]) -> None:
        async with self._lock:
            new = made()
            if not new and not also:
                return
            now, first = self._clock.stamp(), self._journal.sequence
            journal = Journal(self._name, first, self._journal.head)
            said: list[tuple[str, msgspec.Struct]] = [(self._names[type(one)], one) for one in new]
            if earlier := set_back(self._latest, now):
                said.insert(0, (CLOCK_ENTRY, ClockChanged(-earlier)))
            written = [journal.append(kind, one, now) for kind, one in said]
            await self._store.commit([*map(self._store.sealed, written), *also])
            if self._journal.sequence != first:  # it was followed meanwhile, and counts already
                return
            self._journal, self._latest = journal, now if new else self._latest
            for _, one in said:
                self._apply(one, now)
