"""Every round of a database played again, each by the version of the rules that played it.

A table is played from its founding to the first snapshot that was kept, which has to be the table that this leads to, from there
to the next one, and so on to the snapshot with which the house goes on, and to the last entry. So a record is cut at its snapshots
into stretches, which several processes play at once, and no more of it than lies between two snapshots is in memory, however
long it is. Whoever has the database and its key can recompute outcomes from seeds that are not opened yet, and does; none of
them is told.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.util import Finalize
from pathlib import Path

import msgspec

from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.table.entries import Founded, RulesChanged
from pitboss.house.table.recovery import seeds_in
from pitboss.house.table.replay import RoundVerdict, many
from pitboss.house.table.verify import Approved, NotReplayed, no_packages, play_again, snapshot_of, verify_hashes
from pitboss.house.table.versions import Packages, Replayers, running, spans
from pitboss.journal import GENESIS, Entry
from pitboss.money import dollars
from pitboss.procedure import Refusal, Refused
from pitboss.rulebook import former

Heard = Callable[[int], None]  # of entries that were played again
STRETCH = 10  # snapshots in one stretch: a thousand rounds take a process half a second
WORTH = 2_000  # rounds of a database, for fewer of which no processes are started
AHEAD = 4  # stretches for each process that may be played before they are looked at


class ReplayTotals(msgspec.Struct):
    """What was found of rounds that replayed as recorded, added up."""

    rounds: int = 0
    settlements: int = 0
    recomputed: int = 0  # outcomes recomputed from seeds
    unopened: int = 0  # outcomes whose seed is not known
    entered: int = 0  # rounds in which outcomes were entered, by a dealer or a device

    def note(self, one: RoundVerdict) -> None:
        self.add(ReplayTotals(1, one.settlements, one.recomputed, one.unopened, int(one.entered)))

    def add(self, other: "ReplayTotals") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        chance = f"{many(self.recomputed, 'outcome')} recomputed from their seeds"
        unopened = f", {self.unopened} of a seed not opened yet" if self.unopened else ""
        entered = f", outcomes of {many(self.entered, 'round')} entered by a dealer or a device" if self.entered else ""
        return f"{many(self.settlements, 'settlement')}, {chance}{unopened}{entered}"


class TableReplayed(msgspec.Struct):
    """A table whose whole record is in order. ``head`` is the hash of its last entry; compared with a later copy it shows a
    truncation. ``snapshot`` is the table after it, between rounds."""

    table: str
    game: str = ""
    submission: str = ""
    entries: int = 0
    head: str = GENESIS
    found: ReplayTotals = msgspec.field(default_factory=ReplayTotals)
    wagered: int = 0
    racks: dict[int, int] = {}
    versions: tuple[str, ...] = ()  # of the rules that played it
    snapshot: bytes | None = None

    def __str__(self) -> str:
        lines = [
            f"{self.table}: {self.entries} entries and {many(self.found.rounds, 'round')} of {self.game}, all as recorded.",
            f"submission {self.submission}",
            *(f"rules {version}" for version in self.versions if version),
            str(self.found),
            *(f"seat {seat}: ${dollars(rack)} in the rack" for seat, rack in self.racks.items()),
            f"${dollars(self.wagered)} was wagered; every chip is accounted for.",
            f"head {self.head}",
        ]
        return "\n".join(lines)

    def pass_over(self, entries: Sequence[Entry]) -> None:
        """Take from entries that were played again what the verdict says of the whole."""
        self.entries, self.head = entries[-1].sequence, entries[-1].hash
        self.versions = _united(self.versions, (span.version for span in spans(entries)))
        for entry in entries:
            if entry.kind == "founded":
                made = msgspec.json.decode(entry.payload, type=Founded)
                self.game, self.submission = made.game, made.submission
            elif entry.kind == "rules_changed":
                self.submission = msgspec.json.decode(entry.payload, type=RulesChanged).submission

    def follow(self, later: "TableReplayed") -> None:
        """Go on with what was found of the stretch that follows."""
        self.game, self.submission = later.game or self.game, later.submission or self.submission
        self.entries, self.head = later.entries, later.head
        self.found.add(later.found)
        self.wagered, self.racks, self.snapshot = self.wagered + later.wagered, later.racks, later.snapshot
        self.versions = _united(self.versions, later.versions)


def _united(first: Iterable[str], then: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *then)))


class Stretch(msgspec.Struct, frozen=True):
    """A part of the record of a table: it begins after the snapshot that is kept after ``begins`` (0: with the founding), and
    has to lead to each of those at ``ends``, of which None is the end of the record."""

    table: str
    begins: int
    ends: tuple[int | None, ...]


def replay_database(
    database: Path,
    packages: Packages = no_packages,
    *,
    sealer: Sealer | None = None,
    apart: bool = False,
    heard: Heard = lambda entries: None,
    approved: Iterable[str] | None = None,
    processes: int = 1,
) -> Iterator[TableReplayed | NotReplayed]:
    """The verdict on each table; the packages that the house keeps are used, and those that are given besides.

    Only rules that are ``approved`` are run; where no list is given, the house's own is used. ``apart``: the version that is
    running plays in a process of its own too, as a house that is open wishes. ``processes``: so many play stretches at once.
    """
    sealer = sealer or Sealer.read(_key_of(database))
    with closing(Reader(database, sealer)) as reader, Replayers() as replayers:
        allowed = Approved(
            approved if approved is not None else {*houses_list(reader), *former.VERSIONS, running().rules.version}
        )
        naming: dict[str, list[Entry]] = {}
        for entry in reader.entries_of(("founded", "rules_adopted")):
            naming.setdefault(entry.table, []).append(entry)
        missing = {name: allowed.missing(naming.get(name, ())) for name in reader.tables()}
        cut = (one for name, versions in missing.items() if not versions for one in stretches(reader, name))
        player, own = StretchPlayer(reader, packages, replayers, apart=apart), () if apart else naming.values()
        several = processes if reader.rounds() >= WORTH and not apart else 1
        with _playing(player, cut, several, (database, _packages_of(own, packages))) as played:
            for name, versions in missing.items():
                if versions:
                    yield verify_hashes(reader.entries(name), versions, listed=True)
                else:
                    yield _whole(name, played, heard)


def _whole(name: str, played: Iterator[tuple[TableReplayed, bool]], heard: Heard) -> TableReplayed:
    """What is found of the stretches of one table, put together."""
    whole = TableReplayed(name)
    for found, last in played:
        if found.entries:
            heard(found.entries - whole.entries)
            whole.follow(found)
        if last:
            break
    return whole


def houses_list(reader: Reader) -> dict[str, str]:
    """The versions of the rules that the house's journal names, with their releases: the list that the Board approved last, and
    those that came after it; before any list those that the house keeps or the Board approved."""
    found: dict[str, str] = {}
    for entry in reader.entries_of(("rules_kept", "software_approved")):
        made = msgspec.json.decode(entry.payload, type=_Listed)
        if entry.table == HOUSE_JOURNAL:
            found[made.version or made.rules] = made.release
            if made.versions:
                found = {version: found.get(version, "") for version in made.versions}
    return found


class _Listed(msgspec.Struct, frozen=True):
    version: str = ""
    rules: str = ""
    release: str = ""
    versions: tuple[str, ...] = ()


# --- stretches of a record


def stretches(reader: Reader, name: str) -> Iterator[Stretch]:
    """The record of a table, cut at every tenth of the snapshots that are kept of it."""
    waypoints, latest = reader.waypoints(name), reader.snapshot(name)
    ends = sorted({*waypoints, *([latest[0]] if latest is not None else [])})
    begins = done = 0
    for cut in waypoints[STRETCH - 1 :: STRETCH]:
        upto = bisect_right(ends, cut)
        yield Stretch(name, begins, tuple(ends[done:upto]))
        begins, done = cut, upto
    yield Stretch(name, begins, (*ends[done:], None))


class StretchPlayer:
    """Plays stretches of the record of one database again."""

    def __init__(self, reader: Reader, packages: Packages, replayers: Replayers, *, apart: bool) -> None:
        self._reader, self._replayers, self._apart = reader, replayers, apart
        self._packages: Packages = partial(_package, packages, reader)
        self._secrets: dict[str, dict[int, bytes]] = {}

    def play(self, stretch: Stretch) -> TableReplayed:
        """What was found of a stretch; a refusal at the first difference."""
        reader, name = self._reader, stretch.table
        if name not in self._secrets:
            self._secrets = {name: reader.secrets(name)}
        found, (last, latest) = TableReplayed(name), reader.snapshot(name) or (0, None)
        start, at = reader.waypoint(name, stretch.begins) if stretch.begins else None, stretch.begins
        for end in stretch.ends:
            entries = list(reader.entries(name, at + 1, end))
            if not entries:
                continue
            kept, current = reader.waypoint_if_kept(name, end or 0), latest if end == last else None
            left = self._play(found, entries, start, kept or current)
            if kept is not None:
                _compare(left, kept, f"The snapshot that is kept after entry {end} of {name}")
            if current is not None:
                _compare(left, current, f"The snapshot of {name}")
            start, at = left, entries[-1].sequence
        found.snapshot = start
        return found

    def _play(
        self, found: TableReplayed, entries: list[Entry], start: bytes | None, kept: bytes | None
    ) -> bytes | None:
        """The table after these entries, which follow on ``start`` and lead to the snapshot ``kept``."""
        own, secret, name = seeds_in(entries), self._secrets[found.table], found.table
        seeds = secret | self._opened_later(name, entries[-1].sequence, kept, {**secret, **own}) | own
        left: bytes | None = None
        for one in play_again(name, entries, seeds, self._packages, start, self._replayers, apart=self._apart):
            if isinstance(one, RoundVerdict):
                found.found.note(one)
            else:
                found.wagered, found.racks, left = found.wagered + one.wagered, dict(one.racks), snapshot_of(one)
        found.pass_over(entries)
        return left

    def _opened_later(self, name: str, last: int, kept: bytes | None, known: Mapping[int, bytes]) -> dict[int, bytes]:
        """The seeds that were committed to by then and opened afterwards; the one of the next round decides nothing yet."""
        if kept is None:
            return {}
        with suppress(msgspec.ValidationError):  # a snapshot from before seeds were committed to like this
            chance = msgspec.json.decode(kept, type=_Chance)
            wanted = set(chance.commitments) - set(known) - {chance.pledge[0]}
            return _first_of(self._reader.revealed(name, last), wanted)
        return seeds_in(self._reader.revealed(name, last))


def _package(given: Packages, reader: Reader, version: str) -> bytes | None:
    return given(version) or reader.package(version)


class _Chance(msgspec.Struct, frozen=True):
    """What a snapshot says of seeds."""

    commitments: dict[int, str]
    pledge: tuple[int, str]


def _first_of(revealed: Iterable[Entry], wanted: set[int]) -> dict[int, bytes]:
    """The seeds with these numbers, of entries that are not looked at for longer than it takes to find them."""
    found: dict[int, bytes] = {}
    for entry in revealed if wanted else ():
        found |= {serial: seed for serial, seed in seeds_in([entry]).items() if serial in wanted}
        if len(found) == len(wanted):
            break
    return found


def _compare(left: bytes | None, kept: bytes, what: str) -> None:
    if left is None or (left != kept and msgspec.json.decode(left) != msgspec.json.decode(kept)):
        raise Refused(Refusal.DIVERGED, f"{what} is not the table that its record leads to.", "")


# --- here, or in several processes


@contextmanager
def _playing(
    player: StretchPlayer, cut: Iterator[Stretch], processes: int, begin: tuple[Path, Mapping[str, bytes]]
) -> Iterator[Iterator[tuple[TableReplayed, bool]]]:
    """What is found of each stretch, in order, and whether it is the last of its table."""
    if processes == 1:
        yield ((player.play(one), None in one.ends) for one in cut)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), _begin, begin) as pool:
        try:
            yield _in_turn(pool, cut, processes * AHEAD)
        finally:
            pool.shutdown(cancel_futures=True)


def _in_turn(
    pool: ProcessPoolExecutor, stretches: Iterable[Stretch], most: int
) -> Iterator[tuple[TableReplayed, bool]]:
    waiting: deque[tuple[Future[TableReplayed], bool]] = deque()
    for one in stretches:
        waiting.append((pool.submit(_play_one, one), None in one.ends))
        if len(waiting) >= most:
            found, last = waiting.popleft()
            yield found.result(), last
    for found, last in waiting:
        yield found.result(), last


_players: list[StretchPlayer] = []  # the one of a process that was started for it


def _begin(database: Path, packages: Mapping[str, bytes]) -> None:
    """What such a process begins with: the database, the key beside it, and packages that are given."""
    replayers = Replayers()
    Finalize(None, replayers.close, exitpriority=1)
    reader = Reader(database, Sealer.read(_key_of(database)))
    _players.append(StretchPlayer(reader, packages.get, replayers, apart=False))


def _play_one(stretch: Stretch) -> TableReplayed:
    return _players[0].play(stretch)


def _packages_of(naming: Iterable[Sequence[Entry]], packages: Packages) -> dict[str, bytes]:
    """The packages, of those that are given, that these entries name: what the house keeps a process reads by itself."""
    versions = {span.version for entries in naming for span in spans(entries)}
    named = {one for version in versions for one in former.versions_of(version)}
    return {version: body for version in sorted(named) if (body := packages(version)) is not None}


def _key_of(database: Path) -> Path:
    return database.with_name(database.name + ".key")
