"""Recovery: a table is rebuilt from its last snapshot and the entries after it, or it does not open.

The chain is checked, every step is replayed, every event compared and every outcome of chance recomputed
from its seed. A difference suspends this table, naming the entry; the other tables go on.

Rounds are replayed by the version of the rules that played them. A snapshot is taken after every round, so as a rule nothing of
another version is left to replay; where the snapshot is lost, the rules packages that the house keeps do it.
"""

from collections.abc import Iterable

import msgspec

from pitboss.house.storage.store import Store
from pitboss.house.table.rounds import SETTLED, Began, begin_foreign
from pitboss.house.table.snapshot import restore, take
from pitboss.house.table.table import Table
from pitboss.house.table.versions import Replayers, Span, packages_of, replay_elsewhere, spans
from pitboss.journal import GENESIS, Entry, verify
from pitboss.procedure import Refusal, Refused


def rebuild(store: Store, name: str, version: str = "") -> Table:
    """The table as of the last commit that reached the disk. ``version`` is that of the rules that are running. A record that does
    not fit together may have grown while it was read; it is out of order where it has not."""
    last = None
    while True:
        try:
            return _rebuilt(store, name, version)
        except Refused:
            before, last = last, store.history.last_entry(name)
            if last == before:
                raise


def _rebuilt(store: Store, name: str, version: str) -> Table:
    try:
        snapshot = store.snapshots.snapshot(name)
    except Refused:
        snapshot = None  # it was damaged; the journal alone is enough
    sequence = snapshot[0] if snapshot else 0
    after = list(store.entries(name, sequence + 1))
    if after:
        store.check_tail(name, after[-1].sequence, after[-1].hash)
    seeds = store.snapshots.secrets(name) | seeds_in(after)
    table = None
    if snapshot is not None:
        try:
            table = restore(name, snapshot[1], seeds)
        except msgspec.MsgspecError:  # of a version that kept other things in it
            after = list(store.entries(name))
            seeds |= seeds_in(after)
    if table is not None:
        verify(after, table.journal.head, table.journal.sequence)
        if not after:
            store.check_tail(name, table.journal.sequence, table.journal.head)
        if _applies(table, after, version):
            table.latest = store.history.last_time(name)
            return table
        after = list(store.entries(name))  # the rules that played it have to play it again, from the founding on
        table, seeds = None, seeds | seeds_in(after)
    if not after:
        raise Refused(Refusal.CORRUPT, f"The record of {name} is missing.", "")
    verify(after, GENESIS)
    table = _from_the_beginning(store, name, after, seeds, version)
    table.latest = store.history.last_time(name)
    return table


def _from_the_beginning(store: Store, name: str, after: list[Entry], seeds: dict[int, bytes], version: str) -> Table:
    running = _running(after)  # a round in progress is not for a package: it may have to go on here
    over = after if running is None else after[:running]
    start: bytes | None = None
    for span in spans(over) if version else []:
        own = over[span.first - 1 : span.last]
        if span.version != version:
            start = _package_replays(store, name, span, own, seeds, start)
        elif span.last < len(over):
            start = take(_replayed(name, own, seeds, start, version))
        else:
            return _replayed(name, after[span.first - 1 :], seeds, start, version)
    return _replayed(name, after[len(over) if start is not None else 0 :], seeds, start, version)


def _applies(table: Table, after: list[Entry], version: str) -> bool:
    """Replay the entries after a snapshot; False where other rules wrote some of them that cannot be replayed here."""
    former = table.state.filing.version != version
    try:
        _apply(table, after, version)
    except Refused:
        if former and version:
            return False
        raise
    return True


def _replayed(name: str, own: list[Entry], seeds: dict[int, bytes], start: bytes | None, version: str) -> Table:
    """The table after entries that the running rules replay, from a snapshot on or from its founding."""
    table = restore(name, start, seeds) if start is not None else Table(name, seeds)
    _apply(table, own, version)
    return table


def _package_replays(
    store: Store, name: str, span: Span, own: list[Entry], seeds: dict[int, bytes], start: bytes | None
) -> bytes:
    packages = packages_of(span.version, store.rules.package)
    if not packages:
        raise Refused(
            Refusal.CORRUPT,
            f"Its snapshot cannot be read, and the rules {span.version[:12]} that played its rounds are not kept here.",
            "",
        )
    with Replayers(named=True) as replayers:
        for found in replay_elsewhere(packages, name, own, seeds, start, replayers):
            start = found.snapshot if found.snapshot is not None else start
    assert start is not None
    return start


def _apply(table: Table, after: list[Entry], version: str) -> None:
    """Replay entries; a round in progress of another version is passed over, and canceled or left to that version."""
    running = _running(after)
    for number, entry in enumerate(after):
        if running is not None and version and number >= running and _version_of(after[running]) != version:
            if number == running:
                begin_foreign(table, entry, msgspec.json.decode(entry.payload, type=Began))
            elif entry.kind in ("step", "corrected", "handed_back", "previewed", "advanced"):
                table.pass_over(entry)
                if any(tag in bytes(entry.payload) for tag in _BINDING):
                    table.play.bound = True
            else:
                table.replay(entry)
        else:
            table.replay(entry)


_BINDING = tuple(f'"event":"{event.__struct_config__.tag}"'.encode() for event in SETTLED)


def _running(after: list[Entry]) -> int | None:
    """The place of the entry with which the round in progress began."""
    found = None
    for number, entry in enumerate(after):
        if entry.kind == "round":
            found = number
        elif entry.kind in ("ended", "unplayed"):
            found = None
    return found


class _Version(msgspec.Struct, frozen=True):
    version: str = ""


def _version_of(began: Entry) -> str:
    return msgspec.json.decode(began.payload, type=_Version).version


OPENING = ("revealed", "ended", "unplayed")  # the kinds of entries that open seeds


def seeds_in(after: Iterable[Entry]) -> dict[int, bytes]:
    """The seeds that these entries open, by serial number."""
    found = {}
    for entry in after:
        if entry.kind in OPENING:
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
