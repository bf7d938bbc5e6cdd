"""Every round of a database played again, each by the version of the rules that played it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.table.verify import Packages, Verdict, verify_entries
from pitboss.journal import Entry
from pitboss.procedure import Refusal, Refused


def replay_database(database: Path, packages: Packages) -> Iterator[Verdict]:
    """The verdict on each table; the packages that the house keeps are used, and those that are given besides."""
    sealer = Sealer.read(database.with_name(database.name + ".key"))
    with closing(Reader(database, sealer)) as reader:

        def kept(version: str) -> bytes | None:
            return packages(version) or reader.package(version)

        for name in reader.tables():
            entries = list(reader.entries(name))
            found = verify_entries(entries, kept)
            _compare(reader, name, entries, found, kept)
            yield found


def _compare(reader: Reader, name: str, entries: list[Entry], found: Verdict, kept: Packages) -> None:
    """The snapshot with which the house goes on is the table that its record leads to."""
    snapshot = reader.snapshot(name)
    if snapshot is None:
        return
    sequence, body = snapshot
    if sequence != entries[-1].sequence:
        found = verify_entries(entries[:sequence], kept)
    if found.snapshot is None or msgspec.json.decode(found.snapshot) != msgspec.json.decode(body):
        raise Refused(Refusal.DIVERGED, f"The snapshot of {name} is not the table that its record leads to.", "")
