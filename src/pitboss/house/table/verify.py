"""``pitboss verify``: checks an exported record, without access to the house that made it.

It walks the hash chain, checks every submission against its hash, plays every round again and compares the events
byte for byte, recomputes every outcome of chance from the seeds that were opened, and checks each seed against its
commitment. The first difference is refused, naming the entry.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from pitboss.drivers.fair import commitment
from pitboss.house.cage.conserved import CageVerdict, verify_cage
from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.clock import is_unexplained
from pitboss.house.people.register import HOUSE_JOURNAL, RegisterFold
from pitboss.house.table.entries import Founded, RulesChanged
from pitboss.house.table.recovery import seeds_in
from pitboss.house.table.replay import End, RoundVerdict, many, replay
from pitboss.house.table.versions import Packages, Replayers, Span, packages_of, replay_elsewhere, running, spans
from pitboss.journal import GENESIS, Entry
from pitboss.journal import verify as walk
from pitboss.money import dollars
from pitboss.procedure import Refusal, Refused
from pitboss.rulebook import former
from pitboss.rulebook.package import Package
from pitboss.rulebook.runner import EndFound


def no_packages(version: str) -> bytes | None:
    return None


_entry = msgspec.json.Decoder(Entry)


class Verdict(msgspec.Struct, frozen=True):
    """A record that is in order. ``head`` is the hash of its last entry; compared with a later copy it shows a truncation."""

    table: str
    game: str
    submission: str
    entries: int
    head: str
    rounds: tuple[RoundVerdict, ...]
    wagered: int
    racks: dict[int, int]
    versions: tuple[str, ...] = ()  # of the rules that played it
    snapshot: bytes | None = None  # the table after its last entry, between rounds
    set_back: int = 0  # entries that are dated before the one before them, and no entry says why

    def __str__(self) -> str:
        lines = [
            f"{self.table}: {self.entries} entries and {many(len(self.rounds), 'round')} of {self.game}, all as recorded.",
            f"submission {self.submission}",
            *(f"rules {version}" for version in self.versions if version),
            *map(str, self.rounds),
            *(f"seat {seat}: ${dollars(rack)} in the rack" for seat, rack in self.racks.items()),
            f"${dollars(self.wagered)} was wagered; every chip is accounted for.",
            *(
                [f"{self.set_back} entries are dated before the entry before them; none says why"]
                if self.set_back
                else []
            ),
            f"head {self.head}",
        ]
        return "\n".join(lines)


class NotReplayed(msgspec.Struct, frozen=True):
    """A record whose hashes are in order, and whose rounds were not played again: rules that nobody approved played some."""

    table: str
    entries: int
    head: str
    versions: tuple[str, ...]  # of the rules that were not run
    listed: bool = False  # whether a list of approved versions was given

    def __str__(self) -> str:
        names = " and ".join(version[:12] for version in self.versions)
        why = (
            f"the rules {names} are not in the list of approved versions"
            if self.listed
            else f"the rules {names} are not installed, and no list of approved versions was given (--approved)"
        )
        return (
            f"{self.table}: the hashes and opened seeds of {self.entries} entries are in order. "
            f"The rounds were NOT played again: {why}.\nhead {self.head}"
        )


class Approved:
    """The rules that may be run on a record: those of a list, or where none is given, those of this very program."""

    def __init__(self, versions: Iterable[str] | None = None) -> None:
        self.listed = versions is not None
        self._versions = frozenset(versions) if versions is not None else former.VERSIONS | {running().rules.version}

    def missing(self, entries: Iterable[Entry], start: bytes | None = None) -> tuple[str, ...]:
        """The versions that played these entries and may not be run."""
        names = dict.fromkeys(span.version for span in spans(entries, version_of(start) if start is not None else ""))
        return tuple(name for name in names if not self._allows(name))

    def _allows(self, name: str) -> bool:
        return not self._versions.isdisjoint(former.versions_of(name or running().rules.version))


class HouseVerdict(msgspec.Struct, frozen=True):
    """The house's own journal, in order: people and what was received."""

    entries: int
    head: str
    people: int
    things: int

    def __str__(self) -> str:
        return "\n".join(
            (
                f"the house: {self.entries} entries, all as recorded.",
                f"{self.people} people, {self.things} things received",
                f"head {self.head}",
            )
        )


def verify(file: Path, packages: Packages = no_packages) -> Verdict:
    """The verdict on an exported record of a table, or a refusal that names the entry."""
    return verify_entries(list(read(file)), packages)


def verify_any(
    file: Path, packages: Packages = no_packages, approved: Approved | None = None
) -> Verdict | NotReplayed | HouseVerdict | CageVerdict:
    """The same for a record of a table, of the house or of its cage."""
    return verify_journal(list(read(file)), packages, approved)


def verify_journal(
    found: list[Entry], packages: Packages = no_packages, approved: Approved | None = None
) -> Verdict | NotReplayed | HouseVerdict | CageVerdict:
    """The verdict on the entries of one journal, whichever it is. Only rules that are ``approved`` are run."""
    if found and found[0].table == HOUSE_JOURNAL:
        return verify_house(found)
    if found and found[0].table == CAGE_JOURNAL:
        _check_one_table(found)
        return verify_cage(found)
    approved = approved or Approved()
    if missing := approved.missing(found):
        return verify_hashes(found, missing, listed=approved.listed)
    return verify_entries(found, packages)


def verify_hashes(entries: Iterable[Entry], versions: tuple[str, ...], *, listed: bool) -> NotReplayed:
    """The verdict on a table's record without running the rules that played it: its chain, and every opened seed."""
    name, count, head, promised = "", 0, GENESIS, dict[int, str]()
    for entry in entries:
        if not count:
            name = entry.table
            _founded([entry])
        _check_of(entry, name)
        head, count = walk([entry], head, count), count + 1
        if entry.kind in ("round", "committed", "pledged", "revealed", "ended", "unplayed"):
            made = _seeds.decode(entry.payload)
            promised |= {made.serial: made.commitment} if made.serial and made.commitment else {}
            promised |= {made.shuffles: made.shuffle_commitment} if made.shuffles else {}
            if made.seed and made.serial in promised and commitment(bytes.fromhex(made.seed)) != promised[made.serial]:
                raise Refused(
                    Refusal.DIVERGED,
                    f"Entry {entry.sequence} of {name}: seed {made.serial} is not the one promised.",
                    "",
                )
    return NotReplayed(name, count, head, versions, listed)


class _Seeds(msgspec.Struct, frozen=True):
    """What the kinds of entry have in common that promise a seed or open one."""

    serial: int = 0
    commitment: str = ""
    shuffles: int = 0
    shuffle_commitment: str = ""
    seed: str = ""


_seeds = msgspec.json.Decoder(_Seeds)


def verify_house(entries: list[Entry]) -> HouseVerdict:
    """The verdict on the house's own journal."""
    _check_one_table(entries)
    head, fold = walk(entries), RegisterFold()
    for entry in entries:
        fold.replay(entry)
    return HouseVerdict(len(entries), head, len(fold.people), len(fold.things))


def read(file: Path) -> Iterator[Entry]:
    """The entries of a file, or a refusal that names the line."""
    try:
        lines = Path(file).read_bytes().splitlines()
    except OSError as error:
        raise Refused(Refusal.MALFORMED, f"{file} cannot be read: {error.strerror}.", "") from None
    for number, line in enumerate(lines, 1):
        try:
            yield _entry.decode(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Refused(Refusal.CORRUPT, f"Line {number} is not an entry of a record.", "") from None


def verify_entries(entries: list[Entry], packages: Packages = no_packages) -> Verdict:
    """Every round is replayed by the version of the rules that played it: the one that is running, or a package."""
    if not entries:
        raise Refused(Refusal.MALFORMED, "The record is empty.", "")
    name = _check_one_table(entries)
    head, seeds = walk(entries), seeds_in(entries)
    rounds: list[RoundVerdict] = []
    end: End | EndFound | None = None
    wagered, founded = 0, _founded(entries)
    for found in play_again(name, entries, seeds, packages):
        if isinstance(found, RoundVerdict):
            rounds.append(found)
        else:
            end, wagered = found, wagered + found.wagered
    if end is None:
        raise Refused(Refusal.CORRUPT, "The record does not begin with the founding of its table.", "")
    versions = tuple(dict.fromkeys(span.version for span in spans(entries)))
    submission = _in_force(entries, founded)
    left = snapshot_of(end)
    return Verdict(
        *(name, founded.game, submission, len(entries), head, tuple(rounds), wagered, dict(end.racks), versions, left),
        sum(is_unexplained(before.time, entry.time, entry.kind) for before, entry in pairwise(entries)),
    )


def play_again(
    name: str,
    entries: list[Entry],
    seeds: Mapping[int, bytes],
    packages: Packages,
    start: bytes | None = None,
    replayers: Replayers | None = None,
    *,
    apart: bool = False,
) -> Iterator[RoundVerdict | End | EndFound]:
    """Every round of these entries, and the table after those of each version; a refusal at the first difference.

    They are the first of a table, or follow on the snapshot ``start``. The version that is running replays its rounds here,
    others in processes of their own, of ``replayers`` where these are given; ``apart``: it does so, too.
    """
    for span in spans(entries, version_of(start) if start is not None else ""):
        first = entries[0].sequence
        own = entries[span.first - first : span.last - first + 1]
        end: End | EndFound | None = None
        if not apart and span.version in ("", running().rules.version):
            for found in replay(name, own, seeds, start):
                if isinstance(found, RoundVerdict):
                    yield found
                else:
                    end = found
        else:
            for one in replay_elsewhere(_packages(span, packages), name, own, seeds, start, replayers):
                if one.round is not None:
                    yield RoundVerdict(*msgspec.structs.astuple(one.round))
                end = one.end or end
        assert end is not None
        start = snapshot_of(end)
        yield end


def snapshot_of(end: End | EndFound) -> bytes | None:
    """The table between rounds, to go on from; None in the middle of one."""
    return None if bytes(end.snapshot) == b"null" else bytes(end.snapshot)


class _Founding(msgspec.Struct, frozen=True):
    version: str = ""


class _Start(msgspec.Struct, frozen=True):
    founded: _Founding
    version: str = ""


def version_of(start: bytes) -> str:
    """The version of the rules that a table of which there is a snapshot goes on with."""
    found = msgspec.json.decode(start, type=_Start)
    return found.version or found.founded.version


def _packages(span: Span, packages: Packages) -> list[Package]:
    found = packages_of(span.version, packages)
    if not found:
        raise Refused(
            Refusal.NOT_FOUND,
            f"Entries {span.first} to {span.last} were played by the rules {span.version[:12]} (release {span.release}), "
            "which are not installed; give their package with --rules, as the house keeps it.",
            "",
        )
    return found


def _founded(entries: Sequence[Entry]) -> Founded:
    try:
        return msgspec.json.decode(entries[0].payload, type=Founded)
    except msgspec.MsgspecError:
        raise Refused(Refusal.CORRUPT, f"Entry {entries[0].sequence} does not found a table.", "") from None


def _in_force(entries: list[Entry], founded: Founded) -> str:
    """The submission under which the last round was played, or would be."""
    last = next((entry for entry in reversed(entries) if entry.kind == "rules_changed"), None)
    return msgspec.json.decode(last.payload, type=RulesChanged).submission if last is not None else founded.submission


def _check_one_table(entries: list[Entry]) -> str:
    name = entries[0].table
    for entry in entries:
        _check_of(entry, name)
    return name


def _check_of(entry: Entry, name: str) -> None:
    if entry.table != name:
        raise Refused(Refusal.CORRUPT, f"Entry {entry.sequence} belongs to {entry.table}, not to {name}.", "")
