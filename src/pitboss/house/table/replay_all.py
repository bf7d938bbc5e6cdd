"""Every round of a database played again, each by the version of the rules that played it.

A table is played from its founding to the first snapshot that was kept, which has to be the table that this leads to, from there
to the next one, and so on to the snapshot with which the house goes on, and to the last entry. So no more of a record than lies
between two snapshots is in memory, however long it is. Whoever has the database and its key can recompute outcomes from seeds that
are not opened yet, and does; none of them is told.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.table.entries import Founded, RulesChanged
from pitboss.house.table.recovery import seeds_in
from pitboss.house.table.replay import RoundVerdict
from pitboss.house.table.verify import (
    Approved,
    NotReplayed,
    Verdict,
    no_packages,
    play_again,
    snapshot_of,
    verify_hashes,
)
from pitboss.house.table.versions import Packages, Replayers, running, spans
from pitboss.journal import GENESIS, Entry
from pitboss.procedure import Refusal, Refused
from pitboss.rulebook.former import VERSIONS as OWN

Heard = Callable[[int], None]  # of entries that were played again


def replay_database(
    database: Path,
    packages: Packages = no_packages,
    *,
    sealer: Sealer | None = None,
    apart: bool = False,
    heard: Heard = lambda entries: None,
    approved: Iterable[str] | None = None,
) -> Iterator[Verdict | NotReplayed]:
    """The verdict on each table; the packages that the house keeps are used, and those that are given besides.

    Only rules that are ``approved`` are run; where no list is given, the house's own is used. ``apart``: the version that is
    running plays in a process of its own too, as a house that is open wishes.
    """
    sealer = sealer or Sealer.read(database.with_name(database.name + ".key"))
    with closing(Reader(database, sealer)) as reader, Replayers() as replayers:
        allowed = Approved(approved if approved is not None else {*houses_list(reader), *OWN, running().rules.version})

        def kept(version: str) -> bytes | None:
            return packages(version) or reader.package(version)

        naming: dict[str, list[Entry]] = {}
        for entry in reader.entries_of(("founded", "rules_adopted")):
            naming.setdefault(entry.table, []).append(entry)
        for name in reader.tables():
            if missing := allowed.missing(naming.get(name, ())):
                yield verify_hashes(list(reader.entries(name)), missing, listed=True)
            else:
                yield _replay(reader, name, kept, replayers if apart else None, heard)


def houses_list(reader: Reader) -> dict[str, str]:
    """The versions of the rules that the house's journal names, with their releases: those that it keeps, and those that
    the Board approved."""
    found = {}
    for entry in reader.entries_of(("rules_kept", "software_approved")):
        made = msgspec.json.decode(entry.payload, type=_Listed)
        if entry.table == HOUSE_JOURNAL:
            found[made.version or made.rules] = made.release
    return found


class _Listed(msgspec.Struct, frozen=True):
    version: str = ""
    rules: str = ""
    release: str = ""


def _replay(reader: Reader, name: str, kept: Packages, replayers: Replayers | None, heard: Heard) -> Verdict:
    found, known = _Found(name), reader.secrets(name) | seeds_in(reader.revealed(name))
    snapshot, waypoints = reader.snapshot(name), set(reader.waypoints(name))
    ends = sorted(waypoints | ({snapshot[0]} if snapshot is not None else set()))
    start: bytes | None = None
    for end in (*ends, None):
        entries = list(reader.entries(name, found.entries + 1, end))
        if not entries:
            continue
        seeds, left = known | seeds_in(entries), None
        for one in play_again(name, entries, seeds, kept, start, replayers):
            if isinstance(one, RoundVerdict):
                found.rounds.append(one)
            else:
                found.wagered, found.racks, left = found.wagered + one.wagered, dict(one.racks), snapshot_of(one)
        found.pass_over(entries)
        if end is not None and end in waypoints:
            _compare(left, reader.waypoint(name, end), f"The snapshot that is kept after entry {end} of {name}")
        if snapshot is not None and end == snapshot[0]:
            _compare(left, snapshot[1], f"The snapshot of {name}")
        start = left
        heard(len(entries))
    return found.verdict(start)


def _compare(left: bytes | None, kept: bytes, what: str) -> None:
    if left is None or msgspec.json.decode(left) != msgspec.json.decode(kept):
        raise Refused(Refusal.DIVERGED, f"{what} is not the table that its record leads to.", "")


class _Found:
    """What was found of one table so far."""

    def __init__(self, name: str) -> None:
        self.name, self.game, self.submission, self.head = name, "", "", GENESIS
        self.entries, self.wagered = 0, 0
        self.rounds: list[RoundVerdict] = []
        self.racks: dict[int, int] = {}
        self.versions: dict[str, None] = {}

    def pass_over(self, entries: list[Entry]) -> None:
        """Take from entries that were played again what the verdict says of the whole."""
        self.entries, self.head = entries[-1].sequence, entries[-1].hash
        self.versions |= dict.fromkeys(span.version for span in spans(entries))
        for entry in entries:
            if entry.kind == "founded":
                founded = msgspec.json.decode(entry.payload, type=Founded)
                self.game, self.submission = founded.game, founded.submission
            elif entry.kind == "rules_changed":
                self.submission = msgspec.json.decode(entry.payload, type=RulesChanged).submission

    def verdict(self, snapshot: bytes | None) -> Verdict:
        return Verdict(
            self.name, self.game, self.submission, self.entries, self.head, tuple(self.rounds), self.wagered, self.racks,
            tuple(self.versions), snapshot,
        )  # fmt: skip
