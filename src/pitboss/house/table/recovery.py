"""Recovery: a table is rebuilt from its last snapshot and the entries after it, or it does not open.

The chain is checked, every step is replayed, every event compared and every outcome of chance recomputed
from its seed. A difference suspends this table, naming the entry; the other tables go on.
"""

from collections.abc import Iterable

import msgspec

from pitboss.house.storage.store import Store
from pitboss.house.table.snapshot import restore
from pitboss.house.table.table import Table
from pitboss.journal import GENESIS, Entry, verify
from pitboss.procedure import Refused


def rebuild(store: Store, name: str) -> Table:
    """The table as of the last commit that reached the disk."""
    try:
        snapshot = store.snapshot(name)
    except Refused:
        snapshot = None  # it was damaged; the journal alone is enough
    sequence = snapshot[0] if snapshot else 0
    after = list(store.entries(name, sequence + 1))
    seeds = store.secrets(name) | seeds_in(after)
    try:
        table = restore(name, snapshot[1], seeds) if snapshot else Table(name, seeds)
    except msgspec.MsgspecError:  # of a version that kept other things in it
        after, table = list(store.entries(name)), Table(name, seeds)
    verify(after, table.journal.head, table.journal.sequence)
    for entry in after:
        table.replay(entry)
    return table


def seeds_in(after: Iterable[Entry]) -> dict[int, bytes]:
    """The seeds that these entries open, by serial number."""
    found = {}
    for entry in after:
        if entry.kind in ("revealed", "ended", "unplayed"):
            try:
                made = _seed.decode(entry.payload)
                if made.serial:
                    found[made.serial] = bytes.fromhex(made.seed)
            except (msgspec.MsgspecError, ValueError):
                continue  # the check of the hash chain will report it
    return found


class _Seed(msgspec.Struct, frozen=True):
    """What the three kinds of entry that open a seed have in common."""

    serial: int = 0
    seed: str = ""


_seed = msgspec.json.Decoder(_Seed)


def inspect(store: Store, name: str) -> None:
    """Walk the whole chain of a table, from its first entry to its last; refuse at the first that is wrong."""
    verify(store.entries(name), GENESIS)
