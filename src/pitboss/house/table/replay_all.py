"""Every round of a database played again, each by the version of the rules that played it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.table.verify import Packages, Verdict, verify_entries


def replay_database(database: Path, packages: Packages) -> Iterator[Verdict]:
    """The verdict on each table; the packages that the house keeps are used, and those that are given besides."""
    sealer = Sealer.read(database.with_name(database.name + ".key"))
    with closing(Reader(database, sealer)) as reader:
        for name in reader.tables():
            yield verify_entries(
                list(reader.entries(name)), lambda version: packages(version) or reader.package(version)
            )
