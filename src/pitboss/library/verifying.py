"""A record that was exported, checked by somebody who has nothing else of the house."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TypeAlias

import msgspec

from pitboss.house.cage.conserved import CageVerdict, Whereabouts, whereabouts
from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.storage import export
from pitboss.house.table import verify as records
from pitboss.house.table.verify import HouseVerdict, Packages, Verdict
from pitboss.journal import Entry
from pitboss.procedure import Refusal, Refused
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.package import Package


class Incomplete(msgspec.Struct, frozen=True):
    """A journal of which a file has a part only: its chain is checked, its rounds are not played again."""

    table: str

    def __str__(self) -> str:
        return f"{self.table}: its rounds can be played again from its whole record only."


AnyVerdict: TypeAlias = Verdict | HouseVerdict | CageVerdict | Whereabouts | export.Exported | Incomplete


def verify(
    file: Path | str, *, checkpoint: str = "", key: str = "", proof: str = "", packages: Iterable[Path | str] = ()
) -> list[AnyVerdict]:
    """The verdicts on an exported record of a table or of whole days; the first difference is refused, naming the entry.

    Chains, signed heads and seeds are checked, and every round is played again by the rules that played it: those that
    are installed, or one of the rules ``packages``. ``checkpoint`` is a signed head that somebody kept, from which the record
    has to have grown; ``proof`` that the last entry of a table's record is under it; ``key`` the public key of the log.
    """
    return list(verdicts(Path(file), checkpoint, key, packages_from(map(Path, packages)), proof))


def verdicts(file: Path, checkpoint: str, key: str, packages: Packages, proof: str) -> Iterator[AnyVerdict]:
    """The same, each as soon as it is known."""
    with _opened(file) as lines:
        first = lines.readline()
    if first.startswith(b'{"record":'):
        yield from _of_part(file, checkpoint, key, packages)
        return
    found = records.verify_any(file, packages)
    if checkpoint:
        export.check_proof(found.head, proof, checkpoint, key)
    yield found


def _of_part(file: Path, checkpoint: str, key: str, packages: Packages) -> Iterator[AnyVerdict]:
    """A part of the whole record: as it was signed for, and the rounds of every journal that it has from the beginning."""
    with _opened(file) as lines:
        found = export.check(lines, key, checkpoint)
    yield found
    kept: dict[str, list[Entry]] = {name: [] for name, (sequence, _) in found.journals.items() if sequence == 1}
    with _opened(file) as lines:
        for line in export.read(lines):
            if line.entry is not None and line.entry.table in kept:
                kept[line.entry.table].append(line.entry)
    for name in sorted(kept):
        yield records.verify_journal(kept[name], packages)
    for name in sorted(set(found.journals) - set(kept)):
        yield Incomplete(name)
    if CAGE_JOURNAL in kept and len(kept) == len(found.journals):
        tables = (entry for name, own in kept.items() if name != CAGE_JOURNAL for entry in own)
        yield whereabouts(kept[CAGE_JOURNAL], tables)


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


def _opened(file: Path) -> BinaryIO:
    try:
        return file.open("rb")
    except OSError as error:
        raise Refused(Refusal.MALFORMED, f"{file} cannot be read: {error.strerror}.", "") from None


__all__ = ["AnyVerdict", "Incomplete", "Verdict", "packages_from", "verdicts", "verify"]
