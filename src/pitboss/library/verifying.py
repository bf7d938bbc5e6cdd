"""A record that was exported, checked by somebody who has nothing else of the house."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias

import msgspec

from pitboss.house.cage.conserved import CageVerdict, Whereabouts, check_without_cage, whereabouts
from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.readings import ReadingsVerdict, check_readings
from pitboss.house.storage import export
from pitboss.house.storage.quorum import NO_QUORUM, Quorum, quorum_of
from pitboss.house.table import verify as records
from pitboss.house.table.verify import Approved, HouseVerdict, NotReplayed, Verdict
from pitboss.house.table.versions import Packages
from pitboss.journal import Entry
from pitboss.procedure import Refusal, Refused
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.package import Package


class Incomplete(msgspec.Struct, frozen=True):
    """A journal of which a file has a part only: its chain is checked, its rounds are not played again."""

    table: str

    def __str__(self) -> str:
        return f"{self.table}: its rounds can be played again from its whole record only."


class Policy(NamedTuple):
    """What whoever verifies a record has of it from elsewhere, and demands of it."""

    packages: Packages
    approved: Approved
    checkpoint: str = ""  # a signed head that was kept
    key: str = ""  # the public key of the log
    proof: str = ""  # that the last entry of a table's record is under the checkpoint
    quorum: Quorum = NO_QUORUM  # who has to have cosigned the last head
    in_full: bool = False  # nothing may be withheld

    def check_withheld(self, found: export.Exported) -> None:
        if self.in_full and found.withheld:
            names = ", ".join(sorted(found.withheld))
            words = f"Entries of rounds in progress are withheld at {names}; export the record again when those rounds are over."
            raise Refused(Refusal.CORRUPT, words, "")


AnyVerdict: TypeAlias = (
    Verdict | NotReplayed | HouseVerdict | CageVerdict | Whereabouts | ReadingsVerdict | export.Exported | Incomplete
)


def verify(
    file: Path | str,
    *,
    checkpoint: str = "",
    key: str = "",
    proof: str = "",
    packages: Iterable[Path | str] = (),
    approved: Iterable[str] | None = None,
    witnesses: Iterable[str] = (),
    quorum: int = 0,
) -> list[AnyVerdict]:
    """The verdicts on an exported record of a table or of whole days; the first difference is refused, naming the entry.

    Chains, signed heads and seeds are checked, and every round is played again by the rules that played it: those that
    are installed, or one of the rules ``packages`` whose version is in ``approved``. A package is code of whoever is being
    examined: without that list of hashes none is run, and the verdict on such a table is ``NotReplayed``; with it, no rules
    are run that are not in it. ``checkpoint`` is a signed head that somebody kept, from which the record
    has to have grown; ``proof`` that the last entry of a table's record is under it; ``key`` the public key of the log.
    ``witnesses`` are public keys, of which ``quorum`` (all, where it is 0) have to have cosigned the last head.
    """
    named = list(witnesses)
    demanded = quorum_of(named, quorum) if named or quorum else NO_QUORUM
    given = packages_from(map(Path, packages))
    return list(verdicts(Path(file), Policy(given, Approved(approved), checkpoint, key, proof, demanded)))


def verdicts(file: Path, policy: Policy) -> Iterator[AnyVerdict]:
    """The same, each as soon as it is known."""
    with _opened(file) as lines:
        first = lines.readline()
    if first.startswith(b'{"record":'):
        yield from _of_part(file, policy)
        return
    if (policy.key or policy.quorum.least) and not policy.checkpoint:
        words = "A table's record bears no signature; the key is compared with a head: --checkpoint, with --proof."
        raise Refused(Refusal.MALFORMED, words, "")
    found = records.verify_any(file, policy.packages, policy.approved)
    if policy.checkpoint:
        export.check_proof(found.head, policy.proof, policy.checkpoint, policy.key, policy.quorum)
    yield found


def _of_part(file: Path, policy: Policy) -> Iterator[AnyVerdict]:
    """A part of the whole record: as it was signed for, and the rounds of every journal that it has from the beginning."""
    with _opened(file) as lines:
        found = export.check(lines, policy.key, policy.checkpoint, policy.quorum)
    policy.check_withheld(found)
    yield found
    kept: dict[str, list[Entry]] = {name: [] for name, (sequence, _) in found.journals.items() if sequence == 1}
    with _opened(file) as lines:
        for line in export.read(lines):
            if line.entry is not None and line.entry.table in kept:
                kept[line.entry.table].append(line.entry)
    for name in sorted(kept):
        yield records.verify_journal(kept[name], policy.packages, policy.approved)
    for name in sorted(set(found.journals) - set(kept)):
        yield Incomplete(name)
    tables = (entry for name, own in kept.items() if name != CAGE_JOURNAL for entry in own)
    if CAGE_JOURNAL not in found.journals and not found.first:
        check_without_cage(tables)
    elif CAGE_JOURNAL in kept and len(kept) == len(found.journals) and not found.withheld:
        yield whereabouts(kept[CAGE_JOURNAL], tables)
        found_readings = check_readings(kept[CAGE_JOURNAL], lambda table, last: kept[table][:last])
        if found_readings.readings:
            yield found_readings


def packages_from(files: Iterable[Path]) -> Packages:
    """Rules packages that were given, by version."""
    found: dict[str, bytes] = {}
    for file in files:
        try:
            body = file.read_bytes()
            package = Package.read(body)
        except OSError as error:
            raise Refused(Refusal.NOT_FOUND, f"{file} cannot be read: {error.strerror}.", "") from None
        except RulebookError as error:
            raise Refused(Refusal.CORRUPT, f"{file}: {error}", "") from None
        found[package.version] = body
    return found.get


def approved_from(file: Path | None) -> list[str] | None:
    """The versions in a list of approved rules: the first word of each line but empty ones and those that begin with #."""
    if file is None:
        return None
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise Refused(Refusal.NOT_FOUND, f"{file} cannot be read: {why}.", "") from None
    found = []
    for number, line in enumerate(lines, 1):
        word = line.partition("#")[0].split()[:1]
        if word and not re.fullmatch("[0-9a-f]{64}", word[0]):
            raise Refused(
                Refusal.MALFORMED,
                f"Line {number} of {file} is no version of the rules; expected 64 hexadecimal digits, not {word[0][:80]!r}.",
                "",
            )
        found += word
    return found


def _opened(file: Path) -> BinaryIO:
    try:
        return file.open("rb")
    except OSError as error:
        raise Refused(Refusal.MALFORMED, f"{file} cannot be read: {error.strerror}.", "") from None


__all__ = ["AnyVerdict", "Incomplete", "NotReplayed", "Verdict", "approved_from", "packages_from", "verdicts", "verify"]
