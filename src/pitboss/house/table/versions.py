"""The versions of the rules in one record: which entries belong to which, and their replay by the package that played them."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache

import msgspec

from pitboss.journal import Entry
from pitboss.procedure import Refusal, Refused
from pitboss.rulebook import confinement, former, manifest
from pitboss.rulebook.errors import NotConfined, RulebookError
from pitboss.rulebook.manifest import Manifest
from pitboss.rulebook.package import Package
from pitboss.rulebook.runner import EndFound, RefusedFound, ReplayedRound, Replayer

log = logging.getLogger("pitboss")

Packages = Callable[[str], bytes | None]  # the rules package of a version, which is its hash


@cache
def running() -> Manifest:
    """The software as it was when this process first looked: what is in memory."""
    return manifest.of()


class Span(msgspec.Struct, frozen=True):
    """Entries of a record, by the numbers of the first and the last, under one version of the rules."""

    version: str
    release: str
    first: int
    last: int


class _Named(msgspec.Struct, frozen=True):
    version: str = ""
    release: str = ""


def spans(entries: Iterable[Entry], version: str = "") -> list[Span]:
    """The versions of a record in their order; the first entry of each says which it is.

    Where these are not the first entries of a table, ``version`` is the one that was in force before them.
    """
    found: list[Span] = []
    last = 0
    for entry in entries:
        last = entry.sequence
        if version and not found:
            found.append(Span(version, version, last, last))
        if entry.kind in ("founded", "rules_adopted"):
            made = msgspec.json.decode(entry.payload, type=_Named)
            if found and found[-1].first < entry.sequence:
                found[-1] = msgspec.structs.replace(found[-1], last=entry.sequence - 1)
            elif found and version:
                found.pop()  # the very first of them says another
            found.append(Span(made.version, made.release or made.version, entry.sequence, entry.sequence))
    if found:
        found[-1] = msgspec.structs.replace(found[-1], last=last)
    return found


class Found(msgspec.Struct, frozen=True):
    """A round that replayed, or at the end the table as it is then (``snapshot``; None in the middle of a round)."""

    round: ReplayedRound | None = None
    end: EndFound | None = None

    @property
    def snapshot(self) -> bytes | None:
        return self.end.as_start if self.end is not None else None


def _why(given: str) -> Refusal:
    """The reason that another version gave, where it is one that is known here."""
    return Refusal(given) if given in set(Refusal) else Refusal.DIVERGED


class Replayers:
    """Rules packages that are running, the last few that were used: a process takes a second to start, a round milliseconds.

    Their processes are confined. Where the machine cannot do that, only rules that came with the running program are run, which
    it trusts as it trusts itself; and with ``named`` those too that the house keeps and an entry names: without them a
    table could not be rebuilt. For one thread at a time.
    """

    def __init__(self, most: int = 2, *, named: bool = False) -> None:
        self._most, self._named = most, named
        self._running: dict[str, Replayer] = {}

    def __enter__(self) -> "Replayers":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def of(self, package: Package) -> Replayer:
        """The process of a version; it is started where none runs, and one that was not used for long is ended."""
        found = self._running.pop(package.version, None)
        if found is None:
            while len(self._running) >= self._most:
                self._running.pop(next(iter(self._running))).close()
            found = Replayer(package, confined=not self._runs_free(package.version))
        self._running[package.version] = found
        return found

    def _runs_free(self, version: str) -> bool:
        """Whether a version runs without being confined; it is reported."""
        why = confinement.missing()
        if not why or not (self._named or version in former.VERSIONS or version == running().rules.version):
            return False
        log.warning("the rules %s replay a record and are not confined: %s", version[:12], why)
        return True

    def close(self) -> None:
        while self._running:
            self._running.popitem()[1].close()


_read = lru_cache(maxsize=4)(
    Package.read
)  # by its bytes: stretch after stretch of a record is played by the same rules


def packages_of(name: str, packages: Packages) -> list[Package]:
    """Every package that a record can mean by a version: the one of that hash, or where it names a release from before
    versions were hashes, those of the fixed list. Their files are hashed again."""
    found = []
    for version in former.versions_of(name):
        body = packages(version)
        try:
            package = _read(body) if body is not None else former.package(version)
        except RulebookError as error:
            raise Refused(Refusal.CORRUPT, f"The rules {version[:12]}: {error}", "") from None
        if package is not None and package.version != version:
            raise Refused(
                Refusal.CORRUPT, f"The rules package is of {package.version[:12]}, not of {version[:12]}.", ""
            )
        if package is not None:
            found.append(package)
    return found


def replay_elsewhere(
    packages: Sequence[Package],
    name: str,
    entries: Iterable[Entry],
    seeds: Mapping[int, bytes],
    start: bytes | None,
    replayers: Replayers | None = None,
) -> Iterator[Found]:
    """Entries replayed by a rules package, in a process of its own; a refusal at the first difference.

    Where several could have played them, each is tried until one replays all of them.
    """
    if replayers is None:
        with Replayers() as own_replayers:
            yield from replay_elsewhere(packages, name, entries, seeds, start, own_replayers)
        return
    own = list(entries)
    for package in packages[:-1]:
        with suppress(Refused):
            yield from list(_replayed(package, name, own, seeds, start, replayers))
            return
    yield from _replayed(packages[-1], name, own, seeds, start, replayers)


def _replayed(
    package: Package, name: str, own: list[Entry], seeds: Mapping[int, bytes], start: bytes | None, replayers: Replayers
) -> Iterator[Found]:
    lines = (msgspec.json.encode(entry) for entry in own)
    given = {serial: seed.hex() for serial, seed in seeds.items()}
    try:
        for found in replayers.of(package).replay(name, lines, given, start):
            match found:
                case ReplayedRound():
                    yield Found(round=found)
                case EndFound():
                    if own and (found.sequence, found.head) != (own[-1].sequence, own[-1].hash):
                        raise Refused(Refusal.DIVERGED, "The rules package did not replay the record to its end.", "")
                    yield Found(end=found)
                case RefusedFound():
                    raise Refused(_why(found.why), found.sentence, "")
    except NotConfined as error:
        raise Refused(Refusal.UNAVAILABLE, f"{error} Its rounds were not played again.", "") from None
    except RulebookError as error:
        raise Refused(Refusal.CORRUPT, f"The rules package that played it: {error}", "") from None
